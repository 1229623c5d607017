-- EXPECT: error @enter
--@states a b
return {
  initial = "a",
  states = {
    a = { enter = function() return "b" end, execute = function() return "b" end },
    b = { enter = function() return "a" end, execute = function(self) self:restart() end },
  },
}
