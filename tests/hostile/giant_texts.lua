-- EXPECT: memory-limit @execute
return {
  initial = "s",
  states = { s = {
    execute = function(self)
      pcall(function() return ("y"):rep(3e9) end)
      pcall(function() return buffer.create(1073741823) end)
      pcall(function() return table.create(60000000) end)
      local text = ("y"):rep(100000):gsub(".", ("y"):rep(100000))
    end,
  } },
}
