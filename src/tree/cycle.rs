//! The one progress that the clips of a `sync` block share (rule R5), as whole
//! parts of a pass: playheads are set by it, so clips of any lengths stay in
//! phase for weeks.

use crate::clip::{Clip, Occurrence};
use crate::time::{Speed, Time};

/// A whole pass.
const WHOLE: i128 = 1 << 72;
/// The length of a pass counts in these parts of a flick: whole numbers, so that a pass of
/// whole flicks ends at its very instant, however many went before.
const PARTS: i128 = 1 << 8;
/// The longest pass that still moves, in parts of a flick.
const LONGEST: f64 = (1u128 << 100) as f64;
/// A place so little before a flick counts as on it: a phase is a whole number, so it stands a
/// trace before what it means.
const TRACE: i128 = WHOLE >> 20;

/// What a `sync` block remembers.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Cycle {
    /// One of its clips is in the output.
    pub on: bool,
    /// 0..WHOLE.
    phase: i128,
    /// What is over of the last turn, in parts of its length, and that length with its sign.
    over: (i128, i128),
}

/// How all clips of a cycle move in one piece.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn {
    from: i128,
    /// Of a pass, in parts of a flick; backward below 0, at rest 0.
    length: i128,
    /// In parts of `length`.
    over: i128,
    time: Time,
}

impl Cycle {
    /// Begins at a progress.
    pub fn start(&mut self, progress: f64) {
        let progress = progress.clamp(0.0, 1.0);
        *self = Cycle {
            on: true,
            phase: ((progress * WHOLE as f64) as i128).rem_euclid(WHOLE),
            over: (0, 0),
        };
    }

    /// Moves at so many passes a flick.
    pub fn pass(&mut self, time: Time, passes: f64) -> Turn {
        let parts = PARTS as f64 / passes;
        let length = if parts.abs() < LONGEST {
            parts.abs().round().max(1.0).copysign(parts) as i128
        } else {
            0
        };
        let turn = Turn {
            from: self.phase,
            length,
            over: if self.over.1 == length {
                self.over.0
            } else {
                0
            },
            time,
        };
        if time > Time::ZERO {
            let (way, over) = turn.way();
            self.phase = turn.from.saturating_add(way).rem_euclid(WHOLE);
            self.over = (over, length);
        }
        turn
    }
}

impl Turn {
    /// The piece's length.
    pub fn time(&self) -> Time {
        self.time
    }

    /// How far the phase goes, and what is over.
    fn way(&self) -> (i128, i128) {
        if self.length == 0 {
            return (0, 0);
        }
        let flicks = i128::from(self.time.flicks());
        let parts = flicks
            .saturating_mul(WHOLE * PARTS)
            .saturating_add(self.over);
        let length = self.length.abs();
        (parts / length * self.length.signum(), parts % length)
    }

    /// What a clip's playhead is to be advanced by: a time, and speed 1 or -1.
    pub fn of(&self, clip: &Clip) -> (Time, Speed) {
        let end = self.from.saturating_add(self.way().0);
        let way = place(end, clip) - place(self.from, clip);
        let flicks = i64::try_from(way.abs()).unwrap_or(i64::MAX);
        let speed = Speed::new(if way < 0 { -1.0 } else { 1.0 });
        (Time::from_flicks(flicks), speed)
    }

    /// The instant in the piece at which the clip gets where an occurrence of that advance lies; it
    /// depends on the place alone, not on where the piece began, but is no later than its end.
    pub fn instant(&self, clip: &Clip, at: Time) -> Time {
        if self.length == 0 {
            return Time::ZERO;
        }
        let pass = i128::from(clip.pass().flicks());
        let here = place(self.from, clip);
        let way = if self.length > 0 {
            let there = here.saturating_add(i128::from(at.flicks()));
            ceiled(there.saturating_mul(WHOLE) - TRACE, pass) - self.from
        } else {
            let there = here.saturating_sub(i128::from(at.flicks()));
            self.from - (there.saturating_mul(WHOLE) + TRACE).div_euclid(pass)
        };
        let flicks = self.flicks_to(way.max(0));
        Time::from_flicks(flicks.min(i128::from(self.time.flicks())) as i64)
    }

    /// After how many flicks the phase has gone that far.
    fn flicks_to(&self, way: i128) -> i128 {
        let length = self.length.abs();
        way.checked_mul(length).map_or_else(
            // Of passes of a day and more: to a trace of a flick.
            || (way as f64 / (WHOLE * PARTS) as f64 * length as f64).ceil() as i128,
            |parts| ceiled(parts - self.over, WHOLE * PARTS).max(0),
        )
    }
}

/// Where a clip is at a phase, in flicks along its passes.
fn place(phase: i128, clip: &Clip) -> i128 {
    let pass = i128::from(clip.pass().flicks());
    let whole = phase.div_euclid(WHOLE).saturating_mul(pass);
    whole.saturating_add((phase.rem_euclid(WHOLE) * pass + TRACE) / WHOLE)
}

fn ceiled(number: i128, by: i128) -> i128 {
    number.div_euclid(by) + i128::from(number.rem_euclid(by) != 0)
}

/// An occurrence at another instant.
pub(super) fn moved(occurrence: Occurrence, at: Time) -> Occurrence {
    Occurrence { at, ..occurrence }
}
