-- EXPECT: rejected @load
local ring = {}
ring.states, ring.data, ring.tags = ring, { ring = ring }, ring
return {
  initial = 7, data = { f = print, ring = ring, huge = ("d"):rep(1000000), nan = 0 / 0 }, tags = ring,
  params = { p = 1 / 0 }, drivers = { q = 1 }, transitions = ring,
  states = { a = ring, [1] = {}, ["b\27"] = { clip = {}, enter = 1, next = "nowhere", lasts = 1 / 0 } },
  on = { [print] = 1 }, at = 5, spare = setmetatable({}, { __index = function() while true do end end }),
}
