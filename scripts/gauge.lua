-- Shows how much of something an actor has: a parameter that others may read. It knows no more of him than its name.
return {
  data   = { of = "", what = "", most = 1 },
  global = function(self)
    local other = stage.find(self.of)
    if other then self:look { scale = { math.max(other:get(self.what) / self.most, 0.001), 1 } } end
  end,
}
