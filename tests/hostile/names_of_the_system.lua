-- EXPECT: contained @load
-- Each of these names is absent: to ask for it raises.
local probes = {
  function() return io.open end, function() return os.execute end, function() return os.getenv end,
  function() return debug.getinfo end, function() return debug.info end, function() return package.loadlib end,
  function() return load end, function() return loadstring end, function() return loadfile end,
  function() return dofile end, function() return getfenv end, function() return setfenv end,
  function() return newproxy end, function() return collectgarbage end, function() return gcinfo end,
  function() return ffi.cdef end, function() return jit.off end, function() return _G end,
  function() return shared end, function() return math.randomseed end, function() return require.loader end,
  function() return string.dump end, function() return coroutine.running().close end,
}
for i, probe in ipairs(probes) do
  local ok, found = pcall(probe)
  if ok and found ~= nil then error("BREACH: probe " .. i) end
end
return { initial = "s", states = { s = { enter = function() print("DONE") end } } }
