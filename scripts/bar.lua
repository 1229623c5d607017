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
        -- Whoever has no such number is not shown as hurt.
        local counts, hp = pcall(fighter.get, fighter, "hp")
        hp = if counts then math.max(hp, 0) else 100
        if hp == self.shown then return end
        -- The bar follows a blow a little late, so that the eye sees what it cost.
        self.shown += math.clamp(hp - self.shown, -90 * dt, 200 * dt)
        self:look { scale = { self.shown / 100, 1 } }
      end,
    },
  },
}
