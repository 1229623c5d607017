-- EXPECT: error @execute
--@states s
--@text read only
return {
  initial = "s",
  states = { s = {
    execute = function(self)
      local function never(what, f, ...) if pcall(f, ...) then error("BREACH: " .. what) end end
      local other = stage.find("benign")
      local x = other.x
      for _, key in ipairs({ "x", "state", "alive", "name", "hp", "_", 1 }) do
        never("wrote to a view", function() other[key] = 0 end)
        never("rawset on a view", rawset, other, key, 0)
      end
      never("took the metatable", setmetatable, other, {})
      for _, name in ipairs({ "change", "send", "say", "set", "play", "rate", "look" }) do
        never("self's method on a view", function() self[name](other, "a") end)
        never("a view's method", function() other[name](other, "a") end)
      end
      never("wrote to tags", function() other.tags[1] = "mine" end)
      local meta = getmetatable(other)
      if type(meta) == "table" then error("BREACH: the metatable of views") end
      table.clear(stage.actors())
      if #stage.actors() ~= 2 or stage.find("benign").x ~= x then error("BREACH: the host's own list") end
      never("removed another", stage.remove, other)
      other.x = 1
    end,
  } },
}
