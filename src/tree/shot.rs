//! The state of one Trigger block (rule R4): its pass, and the weight on its way
//! between `off` and `on`.

use super::block::TriggerId;
use crate::clip::Clip;
use crate::time::{MILLION, Speed, Time};

/// A whole pass, in the unit of a shot's progress.
const WHOLE: u128 = 1 << 94;

/// One Trigger.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Shot {
    pub name: TriggerId,
    /// Its pass is under way.
    pub firing: bool,
    /// Its pass ended: `on`'s clips stand until it is fired again.
    pub held: bool,
    progress: u128,
    /// The weight of `on` where the way began; settled: where it is.
    from: f64,
    rising: bool,
    /// A whole way from 0 to 1.
    time: Time,
    elapsed: Time,
    /// Of this way; no time where nothing moves.
    length: Time,
}

impl Shot {
    pub fn new(name: TriggerId) -> Shot {
        Shot {
            name,
            firing: false,
            held: false,
            progress: 0,
            from: 0.0,
            rising: false,
            time: Time::ZERO,
            elapsed: Time::ZERO,
            length: Time::ZERO,
        }
    }

    /// Begins a pass, wherever the last one was.
    pub fn fire(&mut self, time: Time) {
        (self.firing, self.held, self.progress) = (true, false, 0);
        self.turn(true, time);
    }

    /// Ends the pass where it is; the clips run on.
    pub fn cancel(&mut self, time: Time) {
        if self.firing {
            self.firing = false;
            self.turn(false, time);
        }
    }

    /// The pass has ended.
    pub fn end(&mut self, time: Time) {
        (self.firing, self.held) = (false, true);
        self.turn(false, time);
    }

    pub fn is_moving(&self) -> bool {
        self.length > Time::ZERO
    }

    /// What is left of the weight's way.
    pub fn left(&self) -> Time {
        self.length - self.elapsed
    }

    /// The weight of `on` in `ahead`, which is not beyond the way.
    pub fn weight(&self, ahead: Time) -> f64 {
        if !self.is_moving() {
            return self.from;
        }
        let gone = self.elapsed + ahead;
        let whole = if self.rising { 1.0 } else { 0.0 };
        if gone >= self.length {
            return whole;
        }
        let moved = gone.flicks() as f64 / self.time.flicks() as f64;
        let signed = if self.rising { moved } else { -moved };
        (self.from + signed).clamp(0.0, 1.0)
    }

    /// Real time passes, and the pass goes on by `pace` a flick.
    pub fn pass(&mut self, time: Time, pace: u128) {
        if self.is_moving() {
            self.elapsed += time;
            if self.elapsed >= self.length {
                self.settle();
            }
        }
        if self.firing {
            let moved = pace.saturating_mul(u128::from(time.flicks().unsigned_abs()));
            self.progress = self.progress.saturating_add(moved).min(WHOLE);
        }
    }

    /// The time until the pass ends, rounded up.
    pub fn time_left(&self, pace: u128) -> Option<Time> {
        if !self.firing || pace == 0 {
            return None;
        }
        let flicks = (WHOLE - self.progress).div_ceil(pace);
        i64::try_from(flicks).ok().map(Time::from_flicks)
    }

    /// True at the end of the pass.
    pub fn is_over(&self) -> bool {
        self.firing && self.progress >= WHOLE
    }

    fn turn(&mut self, rising: bool, time: Time) {
        // A way already begun lasts as long as it was to when it began (rule R3).
        if rising == self.rising {
            return;
        }
        self.from = self.weight(Time::ZERO);
        self.rising = rising;
        self.time = time;
        let way = if rising { 1.0 - self.from } else { self.from };
        self.elapsed = Time::ZERO;
        self.length = Time::from_flicks((way * time.flicks() as f64).ceil() as i64);
        if self.length <= Time::ZERO {
            self.settle();
        }
    }

    fn settle(&mut self) {
        self.from = if self.rising { 1.0 } else { 0.0 };
        self.elapsed = Time::ZERO;
        self.length = Time::ZERO;
    }
}

/// How long something takes that a clip governs: the clip's pass at a speed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Pass {
    flicks: i64,
    /// Without its sign.
    speed: f64,
}

impl Pass {
    pub fn of(clip: &Clip, speed: f64) -> Pass {
        Pass {
            flicks: clip.pass().flicks(),
            speed: speed.abs(),
        }
    }

    /// The same under a factor of its time.
    pub fn times(self, factor: f64) -> Pass {
        Pass {
            speed: self.speed * factor.abs(),
            ..self
        }
    }

    /// The one that takes longer; of equal ones the first.
    pub fn longer(self, other: Pass) -> Pass {
        let takes = |pass: Pass| pass.flicks as f64 / pass.speed;
        if takes(other) > takes(self) {
            other
        } else {
            self
        }
    }

    /// The progress a flick, from the speed that the clip's playhead moves at, so
    /// that both end at one flick; rounded up for the same reason.
    pub fn pace(self, factor: f64) -> u128 {
        let millionths = Speed::new(self.speed * factor.abs()).millionths();
        let pass = u128::from(self.flicks.unsigned_abs()) * u128::from(MILLION.unsigned_abs());
        (WHOLE * u128::from(millionths.unsigned_abs())).div_ceil(pass.max(1))
    }
}
