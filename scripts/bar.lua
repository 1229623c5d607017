-- A bar that shows how much a fighter can still take.
return {
  initial = "full",
  data    = { of = "hero", aim = 100, shown = 100 },
  states  = {
    full = {
      clip = "fill",
      execute = function(self, dt)
        -- Ten looks a second are enough. Whoever has no such number is not shown as hurt.
        if stage.step % 6 == 0 then
          local fighter = stage.find(self.of)
          local counts, hp = pcall(function() return fighter:get("hp") end)
          self.aim = if counts then math.max(hp, 0) else 100
        end
        if self.aim == self.shown then return end
        -- The bar follows a blow a little late, so that the eye sees what it cost.
        self.shown += math.clamp(self.aim - self.shown, -90 * dt, 200 * dt)
        self:look { scale = { self.shown / 100, 1 } }
      end,
    },
  },
}
