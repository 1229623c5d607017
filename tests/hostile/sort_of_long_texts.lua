-- EXPECT: time-limit-or-memory-limit @execute
return {
  initial = "s",
  states = { s = {
    execute = function(self)
      local base = ("z"):rep(200000)
      local a, b, list = base .. "a", base .. "b", {}
      for i = 1, 20000 do list[i] = if i % 3 == 0 then a else b end
      table.sort(list)
    end,
  } },
}
