-- EXPECT: error-or-capped @execute
return {
  initial = "s",
  states = { s = {
    execute = function(self)
      local nasty = ("\27[2J\27]0;mine\7\0\r\8\127\194\155\255\226\128\174"):rep(3000)
      if self.state_time == 0 then print("DONE") end
      local ring = {}
      ring.ring, ring[ring] = ring, nasty
      for _, value in ipairs({ nasty, ring, print, stage, self, 0 / 0 }) do
        pcall(print, value) pcall(self.say, self, value) pcall(self.change, self, value)
        pcall(self.look, self, { tint = value, opacity = value, [nasty] = 1 })
      end
      self:say(nasty, 1e300)
      error(nasty)
    end,
  } },
}
