-- EXPECT: error-or-capped @execute
-- Everyone it spawns spawns as well, its own kind and the other one's.
return {
  initial = "s",
  states = { s = {
    enter = function(self) print("DONE") end,
    execute = function(self)
      if self.state_time > 1 then return end
      for i = 1, 20 do
        pcall(stage.spawn, "hostile", { x = i, y = i, with = {} })
        pcall(stage.spawn, "hostile", { name = "n" .. i, x = 0 / 0 })
        pcall(stage.spawn, "hostile", { name = ("n"):rep(100000) })
        pcall(stage.remove, "benign")
      end
      for i = 1, 70 do pcall(self.send, self, "hostile", "go", { i }) end
      stage.spawn("no\27body")
    end,
  } },
}
