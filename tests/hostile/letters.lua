-- EXPECT: error @execute
--@allow message
return {
  initial = "s",
  on = { m = function(self, data) if getmetatable(data) then error("BREACH: a metatable") end end },
  states = { s = {
    execute = function(self)
      if self.state_time > 1 then return self:send("hostile", "m", self) end
      local function never(what, ...) if pcall(self.send, self, ...) then error("BREACH: sent " .. what) end end
      local ring, deep, bush = {}, {}, { 1 }
      ring.ring = ring
      if self.state_time == 0 then
        for i = 1, 100000 do deep = { deep } end
        never("a hundred thousand levels", "hostile", "m", deep)
      end
      for i = 1, 13 do bush = { bush, bush } end
      never("a ring", "hostile", "m", ring)
      never("a bush", "hostile", "m", bush)
      never("a key that is a table", "hostile", "m", { [{}] = 1 })
      never("a function", "hostile", "m", { print })
      never("a buffer", "hostile", "m", { buffer.create(1) })
      never("self", "hostile", "m", self)
      never("a view", "hostile", "m", { stage.find("benign") })
      never("what is too long", "hostile", "m", ("m"):rep(5000))
      never("too many", "hostile", "m", table.create(5000, 1))
      never("no number", "hostile", "m", { 0 / 0 })
      never("endless delay", "hostile", "m", 1, 1 / 0)
      never("delay of no number", "hostile", "m", 1, 0 / 0)
      never("odd receiver", {}, "m")
      local slow = setmetatable({ 1 }, { __index = error, __iter = function() while true do end end, __len = function() while true do end end })
      pcall(self.send, self, "hostile", "m", slow)
      pcall(self.send, self, "hostile", "\27[2J", ("\27\0\255"):rep(900))
      for i = 1, 100 do pcall(self.send, self, "benign", "unknown", ("m"):rep(4000), 1e6) end
      self:send("hostile", "m", ring)
    end,
  } },
}
