-- EXPECT: rate-limited @execute
return {
  initial = "s",
  states = { s = {
    execute = function(self)
      if self.state_time == 0 then print("DONE") end
      local line = ("flood "):rep(5000)
      for i = 1, 150 do print(i, line) log(line) end
    end,
  } },
}
