-- EXPECT: time-limit @load
local function again() return pcall(again) end
while true do again() end
