-- Not a cartridge: the sensor in init.lua plugs it in. Once the battery is full, revert puts back the cartridge that was
-- in the slot before, whichever that was.
local charge = { clip = "charge" }

function charge.execute(self, dt)
  self:set("battery", self:get("battery") + 25 * dt)
  if self:get("battery") == 100 then self:revert() end
end

return charge
