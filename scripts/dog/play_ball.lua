-- A cartridge that answers to a marker: an instant of its clip that has a name. The dog barks when the ball meets its
-- nose, whatever the time of the clip.
local play_ball = { clip = "play_ball", tags = { "cartridge" }, at = {} }

function play_ball.at.nose(self)
  self:say("Wuff!", 0.6)
end

return play_ball
