-- EXPECT: contained @load
-- Modules that do not load do so each time, and the circle is told.
local function refused(name, word)
  for _ = 1, 2 do
    local ok, text = pcall(require, name)
    if ok then error("BREACH: " .. name .. " came") end
    if not tostring(text):find(word, 1, true) then error("BREACH: " .. name .. ": " .. tostring(text)) end
  end
end
refused("./_ring_a", "circle")
refused("./_nothing", "returns nothing")
refused("./_raises", "on purpose")
refused("./init", "itself")
refused("./sub/up", "BLOCKED")
if require("./_fine").value ~= 1 then error("BREACH: not the module") end
return { initial = "s", states = { s = { enter = function() print("DONE") end } } }
