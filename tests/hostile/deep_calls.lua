-- EXPECT: error @execute
--@done
return {
  initial = "s",
  states = { s = {
    execute = function(self)
      if self.state_time > 0.1 then error("enough") end
      pcall(function() local function down() return 1 + down() end down() end)
      pcall(function() local function down() return pcall(down) end down() end)
      pcall(function() local function down() return coroutine.wrap(down)() end down() end)
      pcall(function()
        local chain = setmetatable({}, {})
        getmetatable(chain).__index = function(t, k) return t[k .. "x"] end
        return chain.a
      end)
      local shy = setmetatable({}, { __tostring = function(me) return tostring(me) end })
      print("DONE")
      error(tostring(shy))
    end,
  } },
}
