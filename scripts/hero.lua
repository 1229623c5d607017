-- The hero. Arrows walk or turn, J punches, K punches heavily, L kicks, I dodges.
-- Change a number below and save while the game runs: the fight goes on with it.
local fighting = require("lib/fighting")

local WALK = 120        -- pixels a second
local LOOK = 40         -- how fast up and down move the background, pixels a second

local EARLY = 0.15      -- a key pressed so many seconds before it can be obeyed still counts

local MOVES = { "dodge", "punch", "heavy", "kick" }

-- The move a key has just asked for, if any.
local function move()
  for _, name in MOVES do
    if input.since(name) <= EARLY then return name end
  end
end

local idle, walk, walk_or_turn, turn, dodge, hurt, down = {}, {}, {}, {}, {}, {}, {}

idle.clip = "idle"
function idle.execute(self)
  if input.axis("left", "right") ~= 0 then return "walk_or_turn" end
  return move()
end

-- A state without a clip: it looks which way we face and hands on.
function walk_or_turn.enter(self)
  if input.axis("left", "right") == -self.facing then return "turn" end
  return "walk"
end

-- Turning mirrors the picture about the pivot, so the feet stay where they are.
function turn.enter(self)
  self.facing = -self.facing
  return "walk"
end

walk.clip = "walk"
function walk.execute(self, dt)
  local asked = move()
  if asked then return asked end
  local way = input.axis("left", "right")
  if way == 0 then return "idle" end
  if way ~= self.facing then return "walk_or_turn" end
  fighting.move(self, way * WALK * dt)
end

-- Leaning back out of reach: no blow lands meanwhile.
dodge.clip, dodge.next, dodge.tags = "dodge", "idle", { "safe" }
function dodge.enter(self) self.pushed = -self.facing end
function dodge.execute(self, dt) fighting.slide(self, 110, dt) end

hurt.clip, hurt.next, hurt.tags = "hurt", "idle", { "struck" }
function hurt.execute(self, dt) fighting.slide(self, 90, dt) end

-- Beaten: lie still for a while, then get up for the next fight.
down.clip, down.lasts, down.next, down.tags = "down", 2.2, "rise", { "safe" }
local rise = { clip = "rise", next = "idle", tags = { "safe" } }
rise.exit = fighting.recover

return {
  initial = "idle",
  params  = { hp = 100 },
  data    = { looked = 0, pushed = -1 },

  states = {
    idle = idle, walk = walk, walk_or_turn = walk_or_turn, turn = turn,
    punch = { clip = "punch", next = "idle", tags = { "attack" } },
    heavy = { clip = "heavy", next = "idle", tags = { "attack" } },
    kick  = { clip = "kick",  next = "idle", tags = { "attack" } },
    win   = { clip = "win", lasts = 2.4, next = "idle", exit = fighting.recover },
    dodge = dodge, hurt = hurt, down = down, rise = rise,
  },

  -- Up and down move the background, as far as the picture goes.
  global = function(self, dt)
    local way = input.axis("up", "down")
    if way == 0 then return end
    local to = math.clamp(self.looked + way * LOOK * dt, -16, 16)
    stage.pan(0, to - self.looked)
    self.looked = to
  end,

  at = { contact = fighting.strike },
  on = { hit = fighting.struck, beaten = "win" },
}
