-- EXPECT: error @driver
local values = { 0 / 0, 1 / 0, "12", {}, true }
local n = 0
return {
  params = { p = 0.5 },
  drivers = { p = function() n = n % #values + 1 return values[n] end },
}
