-- EXPECT: memory-limit @execute
-- What it keeps is more than its VM may hold: that is built anew, and the state goes on.
--@text its VM was rebuilt
--@states grow
local hoard = {}
return {
  initial = "grow",
  states = { grow = {
    execute = function()
      hoard[#hoard + 1] = buffer.create(400000)
    end,
  } },
}
