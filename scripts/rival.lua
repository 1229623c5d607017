-- The rival decides for itself: it keeps its distance, gets out of the way of an
-- attack that would reach it, and strikes back when it sees an opening.
local fighting = require("lib/fighting")

local WALK  = 91        -- pixels a second
local NEAR  = 66        -- closer than this it steps back
local FAR   = 108       -- farther than this it comes on
local NERVE = 0.45      -- how likely it dodges an attack it sees coming

-- Always look at the foe while free to move.
local function face(self, foe)
  if foe and not fighting.ahead(self, foe) then self.facing = -self.facing end
end

local function in_danger(foe, gap)
  return foe and gap < 102 and foe:is("attack") and gap < fighting.reach[foe.state] + 18
end

local idle, approach, retreat, dodge, hurt, down = {}, {}, {}, {}, {}, {}

idle.clip, idle.tags = "idle", { "free" }
function idle.enter(self) self.patience = 0.25 + math.random() * 0.7 end
function idle.execute(self, dt)
  local foe, gap = fighting.foe(self)
  if not foe or foe:is("safe") then return end
  if gap > FAR then return "approach" end
  if gap < NEAR * 0.7 then return "retreat" end
  self.patience -= dt
  if self.patience <= 0 then return "choose" end
end

-- Decides on an attack by the distance and hands on.
local choose = {}
function choose.enter(self)
  local foe, gap = fighting.foe(self)
  if not foe then return "idle" end
  if gap > fighting.reach.kick then return "approach" end
  local roll = math.random()
  if roll < 0.25 then return "retreat" end
  if roll < 0.55 and gap < fighting.reach.punch then return "punch" end
  if roll < 0.85 then return "kick" end
  return "heavy"
end

local function walk(way)
  return function(self, dt)
    local foe, gap = fighting.foe(self)
    if not foe or foe:is("safe") then return "idle" end
    fighting.move(self, way * self.facing * WALK * dt)
    if way > 0 and gap < NEAR then return "choose" end
    if way < 0 and (gap > FAR or fighting.cornered(self)) then return "idle" end
  end
end

approach.clip, approach.tags, approach.execute = "walk", { "free" }, walk(1)
retreat.clip,  retreat.tags,  retreat.execute  = "walk", { "free" }, walk(-0.8)
function retreat.enter(self) self:rate(-0.8) end        -- the same steps, backward
function retreat.exit(self) self:rate(1) end

dodge.clip, dodge.next, dodge.tags = "dodge", "answer", { "safe" }
function dodge.enter(self) self.pushed = -self.facing end
function dodge.execute(self, dt) fighting.slide(self, 110, dt) end

-- After a dodge the foe is open: strike back if it is near enough.
local answer = {}
function answer.enter(self)
  local foe, gap = fighting.foe(self)
  if foe and gap < fighting.reach.kick then
    return math.random() < 0.5 and "kick" or "punch"
  end
  return "approach"
end

hurt.clip, hurt.next = "hurt", "idle"
function hurt.execute(self, dt) fighting.slide(self, 80, dt) end

-- Beaten: lie still for a while, then get up for the next fight.
down.clip, down.lasts, down.next, down.tags = "down", 2.2, "rise", { "safe" }
local rise = { clip = "rise", next = "idle", tags = { "safe" } }
rise.exit = fighting.recover

local win = { clip = "win", lasts = 2.4, next = "idle", exit = fighting.recover }
function win.enter(self) self:say("Hurray!", 2.2) end

return {
  initial = "idle",
  params  = { hp = 100 },
  data    = { patience = 0.5, wary = false, pushed = 1 },

  states = {
    idle = idle, approach = approach, retreat = retreat, choose = choose,
    dodge = dodge, answer = answer, hurt = hurt, down = down, rise = rise, win = win,
    punch = { clip = "punch", next = "idle", tags = { "attack" } },
    heavy = { clip = "heavy", next = "idle", tags = { "attack" } },
    kick  = { clip = "kick",  next = "idle", tags = { "attack" } },
  },

  global = function(self)
    if not self:is("free") then return end
    local foe, gap = fighting.foe(self)
    face(self, foe)
    -- One look at each attack: brave enough to stay, or out of the way.
    local danger = in_danger(foe, gap)
    if danger and not self.wary and math.random() < NERVE then
      self.wary = true
      return "dodge"
    end
    self.wary = danger
  end,

  at = { contact = fighting.strike },
  on = { hit = fighting.struck, beaten = "win" },
}
