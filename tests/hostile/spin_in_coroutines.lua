-- EXPECT: time-limit @execute
--@rests
return {
  initial = "s",
  states = { s = {
    execute = function(self)
      local function ball(other)
        while true do coroutine.yield(other) end
      end
      local ping, pong = coroutine.create(ball), coroutine.create(ball)
      while true do coroutine.resume(ping, pong) coroutine.resume(pong, ping) end
    end,
  } },
}
