-- A flash where a blow lands: plays once and leaves the stage.
return {
  initial = "flash",
  data    = { heavy = false },
  states  = {
    flash = {
      enter  = function(self) self:play(self.heavy and "heavy" or "light") self:look { layer = 5 } end,
      finish = function(self) stage.remove(self.name) end,
    },
  },
}
