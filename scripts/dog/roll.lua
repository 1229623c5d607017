-- A cartridge can be this short: a clip, and the tag by which init.lua finds it. It says nothing of what comes before or
-- after, so any cartridge fits after any other.
return { clip = "roll", tags = { "cartridge" } }
