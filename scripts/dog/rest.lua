-- The empty slot, and the state the dog begins in. It comes back here by itself when the file of the cartridge in its
-- slot is taken away while it runs.
return { clip = "rest" }
