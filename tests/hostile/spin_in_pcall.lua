-- EXPECT: time-limit @execute
--@rests
return {
  initial = "s",
  states = { s = {
    execute = function(self)
      local function climb()
        while true do pcall(climb) end
      end
      climb()
    end,
  } },
}
