-- EXPECT: time-limit @enter and @exit
local function spin() while true do pcall(error) end end
return {
  initial = "a",
  states = {
    a = { enter = spin, execute = function() return "b" end, exit = spin },
    b = { enter = spin, execute = function() return "a" end, exit = spin },
  },
}
