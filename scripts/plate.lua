-- A picture that stands still: shows the clip that the scene names.
return {
  initial = "show",
  data    = { shows = "frame" },
  states  = { show = { enter = function(self) self:play(self.shows) end } },
}
