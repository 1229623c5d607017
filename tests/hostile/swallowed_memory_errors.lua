-- EXPECT: memory-limit-or-time-limit @execute
return {
  initial = "s",
  states = { s = {
    execute = function(self)
      local kept = {}
      while true do
        local ok, text = pcall(string.rep, "w", 900000)
        if ok then kept[#kept + 1] = text end
      end
    end,
  } },
}
