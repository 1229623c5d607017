-- EXPECT: time-limit @execute
--@rests
return {
  initial = "s",
  states = { s = {
    execute = function(self)
      while true do
        xpcall(error, function() while true do end end, "go")
      end
    end,
  } },
}
