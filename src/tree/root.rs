//! Root motion (rule R13): what the clips that moved in a piece carry their actor
//! along. Which way x is on the stage is the stage's.

use super::scratch::Move;
use super::state::TreeState;
use crate::clip::Clip;

impl TreeState {
    /// The root motion of the last step in pixels: x the way the drawing looks, y down (rule R13).
    pub fn root(&self) -> (f64, f64) {
        self.root
    }
}

impl Move {
    /// What the clip adds to the root motion of its piece: its motion a pass times the passes really played, at the
    /// mean of its weights where it began and where it stopped moving.
    pub fn root(&self, clip: &Clip) -> (f64, f64) {
        let (x, y) = clip.motion();
        if (x, y) == (0.0, 0.0) {
            return (0.0, 0.0);
        }
        let (passes, done) = self.playhead.reach(clip, self.time, self.speed);
        let share = passes * self.weight_at(0.5 * done);
        (f64::from(x) * share, f64::from(y) * share)
    }
}
