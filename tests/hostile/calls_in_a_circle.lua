-- EXPECT: error-or-time-limit @execute
return {
  initial = "s",
  states = { s = {
    execute = function(self)
      local tick, tock
      function tick() return tock() end
      function tock() return tick() end
      if self.state_time < 1 then return tick() end
    end,
  } },
}
