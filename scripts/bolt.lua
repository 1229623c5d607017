-- A bolt of light: flies straight on, bursts on the first drone it meets, and leaves the stage at its edge.
local SPEED = 440       -- pixels a second

local fly, burst = { clip = "fly" }, { clip = "burst" }

function fly.enter(self) self:look { rotation = self.way, layer = 400 } end

function fly.execute(self, dt)
  local way = math.rad(self.way)
  self.x += math.cos(way) * SPEED * dt
  self.y += math.sin(way) * SPEED * dt
  for _, drone in stage.actors("target") do
    if not drone:is("down") and self:touches(drone) then
      self:send(drone, "hit", { way = self.way })
      return "burst"
    end
  end
  local outside = self.x < -20 or self.x > stage.width + 20 or self.y < -20
  if outside or self.y > stage.height + 20 then stage.remove(self.name) end
end

function burst.finish(self) stage.remove(self.name) end

return {
  initial = "fly",
  data    = { way = 0 },        -- degrees, clockwise from right
  states  = { fly = fly, burst = burst },
}
