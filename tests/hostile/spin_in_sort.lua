-- EXPECT: time-limit-or-error @execute
return {
  initial = "s",
  states = { s = {
    execute = function(self)
      local list = {}
      for i = 1, 3000 do list[i] = i % 7 end
      table.sort(list, function() while true do end end)
    end,
  } },
}
