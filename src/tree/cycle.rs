//! The one progress that the clips of a `sync` block share (rule R5), as whole
//! parts of a pass: playheads are set by it, so clips of any lengths stay in
//! phase for weeks.

use crate::clip::{Clip, Occurrence};
use crate::time::{Speed, Time};

/// A whole pass.
const WHOLE: i128 = 1 << 72;

/// What a `sync` block remembers.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Cycle {
    /// One of its clips is in the output.
    pub on: bool,
    /// 0..WHOLE.
    phase: i128,
}

/// How all clips of a cycle move in one piece.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn {
    from: i128,
    pace: i128,
    time: Time,
}

impl Cycle {
    /// Begins at a progress.
    pub fn start(&mut self, progress: f64) {
        let progress = progress.clamp(0.0, 1.0);
        *self = Cycle {
            on: true,
            phase: ((progress * WHOLE as f64) as i128).rem_euclid(WHOLE),
        };
    }

    /// Moves at so many passes a flick.
    pub fn pass(&mut self, time: Time, passes: f64) -> Turn {
        let turn = Turn {
            from: self.phase,
            pace: (passes * WHOLE as f64).round() as i128,
            time,
        };
        self.phase = turn.end().rem_euclid(WHOLE);
        turn
    }
}

impl Turn {
    /// The piece's length.
    pub fn time(&self) -> Time {
        self.time
    }

    fn end(&self) -> i128 {
        let way = self.pace.saturating_mul(i128::from(self.time.flicks()));
        self.from.saturating_add(way)
    }

    /// What a clip's playhead is to be advanced by: a time, and speed 1 or -1.
    pub fn of(&self, clip: &Clip) -> (Time, Speed) {
        let way = place(self.end(), clip) - place(self.from, clip);
        let flicks = i64::try_from(way.abs()).unwrap_or(i64::MAX);
        let speed = Speed::new(if way < 0 { -1.0 } else { 1.0 });
        (Time::from_flicks(flicks), speed)
    }

    /// The instant in the piece at which the clip gets where an occurrence of that advance lies; it
    /// depends on the place alone, not on where the piece began.
    pub fn instant(&self, clip: &Clip, at: Time) -> Time {
        if self.pace == 0 {
            return Time::ZERO;
        }
        let pass = i128::from(clip.pass().flicks());
        let here = place(self.from, clip);
        let way = if self.pace > 0 {
            let there = here.saturating_add(i128::from(at.flicks()));
            ceiled(there.saturating_mul(WHOLE), pass) - self.from
        } else {
            let there = here.saturating_sub(i128::from(at.flicks()));
            self.from - ceiled((there + 1).saturating_mul(WHOLE), pass) + 1
        };
        let flicks = ceiled(way.max(0), self.pace.abs());
        Time::from_flicks(flicks.min(i128::from(self.time.flicks())) as i64)
    }
}

/// Where a clip is at a phase, in flicks along its passes.
fn place(phase: i128, clip: &Clip) -> i128 {
    let pass = i128::from(clip.pass().flicks());
    let whole = phase.div_euclid(WHOLE).saturating_mul(pass);
    whole.saturating_add(phase.rem_euclid(WHOLE) * pass / WHOLE)
}

fn ceiled(number: i128, by: i128) -> i128 {
    number.div_euclid(by) + i128::from(number.rem_euclid(by) != 0)
}

/// An occurrence at another instant.
pub(super) fn moved(occurrence: Occurrence, at: Time) -> Occurrence {
    Occurrence { at, ..occurrence }
}
