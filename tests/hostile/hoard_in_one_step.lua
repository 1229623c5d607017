-- EXPECT: memory-limit @execute
return {
  initial = "s",
  states = { s = {
    execute = function(self)
      local hoard = {}
      while true do hoard[#hoard + 1] = table.create(100, #hoard) end
    end,
  } },
}
