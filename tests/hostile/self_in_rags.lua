-- EXPECT: error-or-contained @execute
--@states s
return {
  initial = "s",
  states = { s = {
    execute = function(self)
      if self.state_time == 0 then print("DONE") end
      local odd = { 0 / 0, -1 / 0, "x", {}, false, print }
      for _, name in ipairs({ "x", "y", "facing", "name", "state", "tags", "clip", "frame", "change", "send", "hp" }) do
        for _, value in ipairs(odd) do
          pcall(rawset, self, name, value)
          pcall(function() self[name] = value end)
        end
      end
      pcall(setmetatable, self, nil)
      pcall(function() getmetatable(self).__index = nil end)
      pcall(function() self[nil] = 1 end)
      pcall(function() self[0 / 0] = 1 end)
      pcall(table.clear, self)
      pcall(table.freeze, self)
      rawset(self, "facing", 0)
    end,
  } },
}
