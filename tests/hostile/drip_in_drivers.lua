-- EXPECT: time-limit @driver
local params, drivers = {}, {}
for i = 1, 40 do
  params["p" .. i] = 0
  drivers["p" .. i] = function()
    local n = 0
    for k = 1, 150000 do n = n + k % 3 end
    return n
  end
end
return { params = params, drivers = drivers }
