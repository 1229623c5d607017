-- What both fighters share: how blows are dealt, taken and counted.
local fighting = {}

-- How near the other must stand for each attack to land, and what it costs the struck one.
fighting.reach  = { punch = 70, heavy = 84, kick = 82 }
fighting.damage = { punch = 6, heavy = 14, kick = 9 }

-- Where fist or foot is when it touches: pixels ahead of the pivot, and above the ground.
local ahead  = { punch = 60, heavy = 74, kick = 73 }
local height = { punch = 60, heavy = 48, kick = 62 }

-- The other fighter, and how far away it is.
function fighting.foe(self)
  return stage.nearest("fighter")
end

-- True where the other stands on the side this one looks to.
function fighting.ahead(self, other)
  return (other.x - self.x) * self.facing >= 0
end

-- The frame that touches: strike whoever is in reach and ahead.
function fighting.strike(self)
  local attack = self.state
  local foe, gap = fighting.foe(self)
  if foe and gap <= fighting.reach[attack] and fighting.ahead(self, foe) then
    self:send(foe, "hit", { damage = fighting.damage[attack], attack = attack })
  end
end

-- A blow arrives. Returns the state it leads to; a dodging one is not struck.
function fighting.struck(self, blow, from)
  if self:is("safe") then return end
  self:set("hp", self:get("hp") - blow.damage)
  stage.spawn("spark", {
    x = from.x + from.facing * ahead[blow.attack],
    y = from.y - height[blow.attack],
    facing = from.facing,
    with = { heavy = blow.attack == "heavy" },
  })
  if self:get("hp") <= 0 then
    self:send(from, "beaten")
    return "down"
  end
  return "hurt"
end

-- The struck one slides away from the blow while its clip plays.
function fighting.slide(self, speed, dt)
  local x = self.x - self.facing * speed * dt * (1 - self.progress)
  self.x = math.clamp(x, 24, stage.width - 24)
end

return fighting
