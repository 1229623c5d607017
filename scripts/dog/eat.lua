-- A cartridge with enter and exit: what it begins it also ends, whoever pulls it out. The dog eats slower when it is
-- nearly full, and no other trick is slower for it.
local eat = { clip = "eat", tags = { "cartridge" } }

function eat.execute(self)
  self:rate(if self.state_time > 3 then 0.6 else 1)
end

function eat.exit(self)
  self:rate(1)
end

return eat
