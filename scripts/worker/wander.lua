-- The simplest state: it does one thing until it has done it long enough, and names the state that follows.
-- What it remembers lies in self, so that each worker has his own.
local walk = require("./_walk")

local wander = {}

function wander.enter(self)
  self.bags = 0
  self.goal = math.random(170, 300)
end

function wander.execute(self, dt)
  if walk(self, self.goal, "walk", dt) then self:play("stand") end
  if self.state_time > 7 then return "mine" end
end

return wander
