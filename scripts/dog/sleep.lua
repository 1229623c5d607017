-- A cartridge that uses the end of each round of its clip: loop is called when the clip begins again.
local sleep = { clip = "sleep", tags = { "cartridge" } }

function sleep.enter(self)
  self:say("zzz", 1.4)
end

function sleep.loop(self)
  self:say("zzz", 1.4)
end

return sleep
