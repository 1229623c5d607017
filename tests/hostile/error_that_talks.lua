-- EXPECT: error @execute
-- Its text is asked for twice; the second time it never ends.
return {
  initial = "s",
  states = { s = {
    execute = function(self)
      local asked = 0
      error(setmetatable({}, { __tostring = function()
        asked = asked + 1
        if asked == 1 then return if self.state_time < 1 then "nil" else "table: 0x0000beef" end
        while true do pcall(error) end
      end }))
    end,
  } },
}
