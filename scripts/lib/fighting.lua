-- What both fighters share: how blows are dealt, taken and counted.
local fighting = {}

-- How near the other must stand for each attack to land, and what it costs the struck one.
fighting.reach  = { punch = 70, heavy = 84, kick = 82 }
fighting.damage = { punch = 6, heavy = 14, kick = 9 }

-- How near the two may stand to each other, and to the picture's edge.
local BODY, EDGE = 54, 78

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

-- A blow arrives. Returns the state it leads to; a safe one is not struck. A blow
-- may also come from outside the stage: then nobody struck it.
function fighting.struck(self, blow, from)
  if self:is("safe") then return end
  local attack = ahead[blow.attack] and blow.attack or "punch"
  self:set("hp", self:get("hp") - (blow.damage or fighting.damage[attack]))
  self.pushed = -self.facing
  local x = self.x + self.facing * 8
  if from then
    -- Whoever is struck from behind turns to the blow, and is pushed away from it.
    self.pushed = if from.x <= self.x then 1 else -1
    self.facing = -self.pushed
    x = from.x + self.pushed * math.min(ahead[attack], self:distance(from) - 6)
  end
  stage.spawn("spark", {
    x = x, y = self.y - height[attack], facing = self.pushed,
    with = { heavy = attack == "heavy" },
  })
  if self:get("hp") > 0 then return "hurt" end
  if from then self:send(from, "beaten") end
  return "down"
end

-- Walks or slides by so many pixels: not out of the picture, nor through the other.
function fighting.move(self, pixels)
  local x = math.clamp(self.x + pixels, EDGE, stage.width - EDGE)
  local foe = fighting.foe(self)
  if foe and not foe:is("down") then
    local before, after = foe.x - self.x, foe.x - x
    if math.abs(after) < BODY and math.abs(after) < math.abs(before) then return end
  end
  self.x = x
end

-- True at the edge of the picture.
function fighting.cornered(self)
  return self.x <= EDGE or self.x >= stage.width - EDGE
end

-- A fight is over: both are fresh for the next.
function fighting.recover(self)
  self:set("hp", 100)
end

-- The struck one slides the way it was pushed while its clip plays.
function fighting.slide(self, speed, dt)
  fighting.move(self, self.pushed * speed * dt * (1 - self.progress))
end

return fighting
