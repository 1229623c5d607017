-- The face of the gallery. It blinks; each press of space shows its next look, round and round.
-- A look is a state with a clip and a name for what follows: nothing else is needed.
local function look(clip, following)
  return {
    clip = clip,
    execute = function() if input.pressed("next") then return following end end,
  }
end

return {
  initial = "blink",
  states  = {
    blink    = look("blink", "wink"),
    wink     = look("wink", "laugh"),
    laugh    = look("laugh", "surprise"),
    surprise = look("surprise", "doze"),
    doze     = look("doze", "blink"),
  },
}
