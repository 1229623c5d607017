-- Enter, execute, exit: all three at work. Enter may decide against the state and hand on; the swing's marker brings
-- the gold; exit knows which state follows, and cheers only on the way to the store with a full bag.
local walk = require("./_walk")

local FACE = 122        -- where he stands to reach the rock
local FULL = 5          -- nuggets in a bag

local mine = { at = {} }

-- Two bags are enough for a while.
function mine.enter(self)
  if self.bags == 2 then return "wander" end
end

function mine.execute(self, dt)
  if self:get("gold") == FULL then return "store" end
  if walk(self, FACE, "walk", dt) then
    self.facing = -1
    self:play("dig")
  end
end

-- The frame of "dig" in which the pick meets the rock.
function mine.at.strike(self)
  self:set("gold", self:get("gold") + 1)
end

function mine.exit(self, to)
  if to == "store" and self:get("gold") == FULL then self:say("Hurray!") end
end

return mine
