-- Going back to the previous state. This file does not know who called it: revert leads to the state he came from,
-- be it mine or wander, and one that was only passed through does not count.
local walk = require("./_walk")

local DOOR = 372        -- in front of the store house

local store = { at = {} }

function store.execute(self, dt)
  local laden = self:get("gold") > 0
  if not walk(self, DOOR, if laden then "haul" else "walk", dt) then return end
  if laden or self.clip == "unload" then self:play("unload") else self:revert() end
end

-- The bag turned upside down.
function store.at.empty(self)
  self:set("gold", 0)
  self.bags += 1
end

function store.finish(self)
  self:revert()
end

return store
