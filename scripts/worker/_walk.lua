-- A module, not a state: its name begins with "_". It is what several states need: walking to a place.
local PACE = 40         -- pixels a second: what the feet of "walk" and "haul" cover

-- A step towards x; true once he stands there.
return function(self, x, clip, dt)
  local way = x - self.x
  if math.abs(way) < 1 then return true end
  self.facing = way
  self.x += math.sign(way) * math.min(PACE * dt, math.abs(way))
  self:play(clip)
  return false
end
