-- EXPECT: error @execute
--@states s
local kinds = { false, 0 / 0, {}, print, coroutine.create(print), buffer.create(3), setmetatable({}, { __tostring = function() return nil end }),
  setmetatable({}, { __tostring = "no" }), ("e"):rep(2000000), "a\nstack traceback:\nscripts/benign.lua:1: not me", "scripts/benign.lua:9: nor me" }
local n = 0
return {
  initial = "s",
  states = { s = { execute = function()
    n = n % #kinds + 1
    error(kinds[n], n % 3)
  end } },
}
