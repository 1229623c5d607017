-- EXPECT: error-or-contained @execute
return {
  initial = "s",
  states = { s = {
    execute = function(self)
      if self.state_time > 0.2 then return end
      xpcall(error, function() error(error) end)
      xpcall(function() local function f() f() end f() end, function(e) return e .. e end)
      print("DONE")
      error(setmetatable({}, { __tostring = error }))
    end,
  } },
}
