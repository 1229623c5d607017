-- A bar that shows how much a fighter can still take.
return {
  initial = "full",
  data    = { of = "hero", shown = 100 },
  states  = {
    full = {
      clip = "fill",
      execute = function(self, dt)
        local fighter = stage.find(self.of)
        if not fighter then return end
        local hp = math.max(fighter:get("hp"), 0)
        if hp == self.shown then return end
        -- The bar follows a blow a little late, so that the eye sees what it cost.
        self.shown += math.clamp(hp - self.shown, -90 * dt, 200 * dt)
        self:look { scale = { self.shown / 100, 1 } }
      end,
    },
  },
}
