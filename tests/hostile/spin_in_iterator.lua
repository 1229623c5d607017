-- EXPECT: time-limit @execute
--@rests
return {
  initial = "s",
  states = { s = {
    execute = function(self)
      for _ in setmetatable({}, { __iter = function() return function() return 1 end end }) do end
    end,
  } },
}
