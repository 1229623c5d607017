-- EXPECT: memory-limit @execute
local crowd = {}
return {
  initial = "s",
  states = { s = {
    execute = function(self)
      while true do
        local one = coroutine.create(function(...) coroutine.yield(...) end)
        coroutine.resume(one, self)
        crowd[#crowd + 1] = one
      end
    end,
  } },
}
