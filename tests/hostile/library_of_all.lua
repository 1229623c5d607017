-- EXPECT: contained @load
local function evil() return "stolen" end
for _, t in ipairs({ string, table, math, coroutine, utf8, bit32, buffer, vector, stage, input }) do
  for _, key in ipairs({ "upper", "sin", "insert", "LUPPET_LEAK", "__index", "find" }) do
    if pcall(function() t[key] = evil end) then error("BREACH: wrote " .. key) end
    if pcall(rawset, t, key, evil) then error("BREACH: rawset " .. key) end
  end
  pcall(setmetatable, t, { __index = evil })
end
pcall(function() getmetatable("").__index = { upper = evil } end)
pcall(function() getmetatable("").__index.upper = evil end)
pcall(function() getmetatable(stage).__index.find = evil end)
stolen, LUPPET_LEAK, shared, math = true, true, { LUPPET_LEAK = true }, { sin = evil }
return {
  initial = "s",
  states = { s = { enter = function()
    for _ = 1, 100 do pcall(math.random) end
    if ("x"):upper() ~= "X" then error("BREACH: the strings of all") end
    print("DONE")
  end } },
}
