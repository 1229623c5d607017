//! What playing a clip came to, at its instant and with what was shown then.
//! What is passed where is `walk`'s and `playhead`'s.

use super::Clip;
use super::line::{Spot, UNITS};
use crate::time::{Speed, Time, time_to_cover};
use std::ops::ControlFlow;

/// What playing a clip came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Happening {
    /// The marker of that index in `Clip::marker_names`.
    Marker(u16),
    /// A new pass begins.
    Loop,
    /// The end was reached.
    Finish,
}

/// A happening at its instant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Occurrence {
    /// Time since the advance began, 0..=its length.
    pub at: Time,
    /// What happened.
    pub what: Happening,
    /// The frame shown at that instant, from 0.
    pub frame: usize,
    /// Progress at that instant, 0..=1.
    pub progress: f64,
}

/// The most that one advance reports, a guard against clips of a few flicks; a
/// `finish` is reported beyond it.
pub const MOST_OCCURRENCES: usize = 4096;

/// A spot of the line as a frame and a place along the clip's own frames.
pub(super) fn own(clip: &Clip, spot: Option<Spot>) -> (usize, i128) {
    let Some(Spot { segment, into }) = spot else {
        return (0, 0);
    };
    let frame = segment.frame as usize;
    let start = i128::from(clip.frames.start(frame)) * UNITS;
    let length = i128::from(segment.end - segment.start) * UNITS;
    let into = if segment.mirrored {
        length - into
    } else {
        into
    };
    (frame, start + into)
}

pub(super) fn progress(clip: &Clip, own: i128) -> f64 {
    let whole = i128::from(clip.length().flicks()) * UNITS;
    own as f64 / whole as f64
}

/// Turns what is passed into occurrences, up to a bound.
pub(super) struct Told<'a> {
    pub clip: &'a Clip,
    /// Without its sign.
    pub speed: Speed,
    pub left: usize,
    pub out: &'a mut dyn FnMut(Occurrence),
}

impl Told<'_> {
    pub fn tell(&mut self, distance: i128, spot: Option<Spot>, what: Happening) -> ControlFlow<()> {
        let (frame, own) = own(self.clip, spot);
        self.report(distance, frame, own, what)
    }

    pub fn report(
        &mut self,
        distance: i128,
        frame: usize,
        own: i128,
        what: Happening,
    ) -> ControlFlow<()> {
        if self.left == 0 && what != Happening::Finish {
            return ControlFlow::Break(());
        }
        self.left = self.left.saturating_sub(1);
        (self.out)(Occurrence {
            at: time_to_cover(distance, self.speed).unwrap_or(Time::ZERO),
            what,
            frame,
            progress: progress(self.clip, own),
        });
        ControlFlow::Continue(())
    }
}
