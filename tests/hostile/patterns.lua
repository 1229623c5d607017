-- EXPECT: time-limit-or-argument-cap @execute
return {
  initial = "s",
  states = { s = {
    execute = function(self)
      pcall(string.find, ("b"):rep(1500000), ("b"):rep(700000) .. "c", 1, true)
      pcall(string.split, ("b"):rep(1500000), ("b"):rep(700000) .. "c")
      pcall(string.match, ("b"):rep(40000), ".-.-.-.-.-.-c")
      string.gsub(("b"):rep(30), ("b?"):rep(30) .. ("b"):rep(30), "")
      string.match(("b"):rep(100000), "[" .. ("^a-c"):rep(8000) .. "]*d")
    end,
  } },
}
