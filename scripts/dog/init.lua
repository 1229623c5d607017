-- A robot dog with a slot for cartridges: every file of this folder with the tag "cartridge" is one. Save another file
-- here while it runs, and the dog knows a new trick. Space plugs in the next one; left alone, the dog does so by itself.
local LOW  = 20         -- of 100: below this it needs the charger
local SHOW = 6          -- seconds of a trick, or of a rest

-- The name that follows the last one, in the order of the alphabet; after the last the first. nil: no cartridge here.
local function following(self)
  local names = self:states("cartridge")
  for _, name in names do
    if name > self.last then return name end
  end
  return names[1]
end

return {
  initial = "rest",
  params  = { battery = { 100, 0, 100 } },
  data    = { last = "" },

  -- The battery sensor. It stands above all cartridges, so none of them has to think of it.
  global = function(self, dt)
    if self.state == "charge" then return end
    self:set("battery", self:get("battery") - 4 * dt)
    if self:get("battery") < LOW then return "charge" end
    if input.pressed("next") or self.state_time > SHOW then
      local name = following(self)
      if name then
        self.last = name
        return name
      end
    end
  end,

  on_reload = function(self) self:say("I know: " .. table.concat(self:states("cartridge"), ", "), 3) end,
}
