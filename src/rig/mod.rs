//! Rigs: parts in parent order, poses as plain arrays, and their blending (rules R11
//! and R12). How a clip's time moves is `clip`'s, which clips weigh how much is
//! `tree`'s, what a picture looks like is not known here.

mod build;
mod def;
mod mask;
mod picture;
mod place;
mod pose;
mod score;
#[cfg(test)]
mod tests;

pub use def::{PartDef, RigDef};
pub use mask::Mask;
pub use pose::{PartPose, Placed, Pose};

use crate::clip::{ClipId, Playhead};

/// A clip in the output by one set of parts; a clip may have several.
#[derive(Clone, Copy, Debug)]
pub struct Layer<'a> {
    /// Which.
    pub clip: ClipId,
    /// The parts it moves; `None` is all of them.
    pub mask: Option<&'a Mask>,
    /// More than 0.
    pub weight: f64,
    /// A way to it leads through a Sum of several inputs: its rotations are taken from rest (rule R11).
    pub summed: bool,
    /// Where it is.
    pub playhead: &'a Playhead,
}

/// The same angle within 180 degrees of another; both in degrees, up to a few millions.
fn near(angle: f32, other: f32) -> f32 {
    // Adding and taking away 1.5 * 2^23 rounds to a whole number, and unlike `round` it takes no call, so that a loop over
    // the parts of a pose does four at once.
    const WHOLE: f32 = 12_582_912.0;
    let rounds = ((angle - other) * (1.0 / 360.0) + WHOLE) - WHOLE;
    angle - rounds * 360.0
}
