-- EXPECT: error @exit and @when
--@states s t
--@text exit
--@text yield
local function ask(self)
  for _, f in ipairs({
    function() self:change("s") end, function() self:revert() end, function() self:restart() end,
    function() stage.spawn("hostile") end, function() stage.remove(self) end,
  }) do
    if pcall(f) then error("BREACH: was allowed") end
  end
end
return {
  initial = "s",
  states = {
    s = { execute = function() return "t" end, exit = function(self) ask(self) self:change("s") end },
    t = { execute = function(self)
      if self.state_time > 0.1 then return "s" end
      coroutine.yield()
    end },
  },
  transitions = { { from = "s", to = "t", when = function(self)
    ask(self)
    if pcall(function() self.x = 0 / 0 end) then error("BREACH: wrote x") end
    return false
  end } },
}
