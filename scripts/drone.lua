-- A drone to practise on. It hangs in the air and drifts to and fro; three hits bring it down for a while.
local hover, hit, down, rise = {}, {}, {}, {}

hover.clip = "hover"
hit.clip, hit.next = "hit", "hover"
down.clip, down.lasts, down.next, down.tags = "down", 3, "rise", { "down" }
rise.clip, rise.next, rise.tags = "rise", "hover", { "down" }

function rise.enter(self) self.hits = 0 end

-- Keeps drifting in all states in which it hangs in the air.
local function drift(self, dt)
  self.age += dt
  self.x = self.home + math.sin(self.age * 0.7 + self.phase) * self.reach
end
hover.execute, hit.execute = drift, drift

return {
  initial  = "hover",
  params   = { height = 84 },           -- of its middle above its shadow; the robot reads it to aim
  data     = { hits = 0, age = 0, home = 0, phase = 0, reach = 16 },
  states   = { hover = hover, hit = hit, down = down, rise = rise },
  on_start = function(self)
    self.home = self.x
    self:look { layer = self.y }
  end,
  on = {
    hit = function(self)
      if self:is("down") then return end
      self.hits += 1
      if self.hits == 3 then return "down" end
      if self.state == "hit" then self:restart() else return "hit" end
    end,
  },
}
