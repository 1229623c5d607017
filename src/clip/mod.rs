//! Clips: frames with durations, play modes and markers (rules C1..C6), and the
//! playhead that moves along them. A clip is tracks by part; a sprite has one part.
//! Which clips play with which weight is `tree`'s.

mod check;
mod def;
mod frames;
mod keys;
mod line;
mod occurrence;
mod playhead;
#[cfg(test)]
mod tests;
mod walk;

pub use def::{
    BoxSpec, Clip, ClipFault, ClipId, ClipSet, ClipSpec, Durations, MOST_FRAMES, MarkerSpec, Mode,
    PictureId,
};
pub use keys::{Ease, Key, LARGEST, PartKeys};
pub use occurrence::{Happening, MOST_OCCURRENCES, Occurrence};
pub use playhead::Playhead;
