-- EXPECT: time-limit-or-argument-cap-or-memory-limit @execute
return {
  initial = "s",
  states = { s = {
    execute = function(self)
      pcall(table.move, {}, 1, 2147483640, 2)
      pcall(table.concat, {}, "", 1, 2147483640)
      pcall(function() return select("#", unpack({}, 1, 7000000)) end)
      local list = table.create(50000, 0)
      while true do table.insert(list, 1, 1) table.remove(list, 1) end
    end,
  } },
}
