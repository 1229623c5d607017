-- One dial of the gallery: shows its clip again and again, with a rest where the clip ends.
return {
  initial = "show",
  data    = { shows = "Loop" },
  states  = {
    show = {
      enter  = function(self) self:play(self.shows, { restart = true }) end,
      finish = "rest",
    },
    rest = { lasts = 0.8, next = "show" },
  },
}
