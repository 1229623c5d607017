-- A worker with three states, each in a file of its own. He wanders, mines until his bag is full, and stores what he
-- has; then he goes back to whatever he did before. Space is the bell that calls him to the store at any time.
return {
  initial = "wander",
  params  = { gold = { 0, 0, 5 } },     -- in the bag; the sign above reads it
  data    = { bags = 0, goal = 200 },

  -- Before the state's own execute, whichever state it is: so the bell need not stand in every file.
  global = function(self)
    if input.pressed("bell") then return "store" end
  end,
}
