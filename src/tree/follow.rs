//! An angle that follows its source at a speed (rule R9): straight legs in
//! degrees, cut at 180, so that where it is depends on whole time only.

use crate::time::{FLICKS_PER_SECOND, Time};

/// The same angle in (-180, 180].
pub(super) fn wrapped(angle: f64) -> f64 {
    let turn = angle.rem_euclid(360.0);
    if turn > 180.0 { turn - 360.0 } else { turn }
}

/// An angle on its way.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Follow {
    /// Where the leg began; settled: where it is. -180..=180.
    from: f64,
    /// Where the leg ends: at the goal, or at 180 on the way to it.
    to: f64,
    goal: f64,
    /// Degrees a second.
    speed: f64,
    elapsed: Time,
    /// No time where nothing moves.
    length: Time,
}

impl Follow {
    /// At its source.
    pub fn new(source: f64) -> Follow {
        let goal = wrapped(source);
        Follow {
            from: goal,
            to: goal,
            goal,
            speed: 0.0,
            elapsed: Time::ZERO,
            length: Time::ZERO,
        }
    }

    /// Takes the source and the speed of this step.
    pub fn aim(&mut self, source: f64, speed: f64) {
        let (goal, speed) = (wrapped(source), speed.max(0.0));
        if goal == self.goal && (speed == self.speed || !self.is_moving()) {
            return;
        }
        let now = self.at(Time::ZERO);
        (self.goal, self.speed) = (goal, speed);
        self.set_out(now);
    }

    pub fn is_moving(&self) -> bool {
        self.length > Time::ZERO
    }

    /// The angle in `ahead`, which is not beyond the leg; -180..=180.
    pub fn at(&self, ahead: Time) -> f64 {
        let gone = self.elapsed + ahead;
        if !self.is_moving() {
            return self.from;
        }
        if gone >= self.length {
            return self.to;
        }
        let way = self.speed * gone.seconds();
        if self.to > self.from {
            (self.from + way).min(self.to)
        } else {
            (self.from - way).max(self.to)
        }
    }

    /// Real time passes; true where the angle jumps from the one end to the other.
    pub fn pass(&mut self, time: Time) -> bool {
        if !self.is_moving() {
            return false;
        }
        self.elapsed += time;
        if self.elapsed < self.length {
            return false;
        }
        let end = self.to;
        self.set_out(end);
        self.from != end
    }

    /// The time until it arrives or passes -90, 0, 90 or 180.
    pub fn next_cut(&self) -> Option<Time> {
        if !self.is_moving() {
            return None;
        }
        let between = |angle: &f64| (self.from < *angle) != (self.to <= *angle);
        let passed = [-90.0, 0.0, 90.0].into_iter().filter(between);
        let cuts = passed.map(|angle| self.time_to(angle) - self.elapsed);
        let ahead = cuts.filter(|cut| *cut > Time::ZERO);
        Some(ahead.fold(self.length - self.elapsed, Time::min))
    }

    /// Begins a leg from `now` toward the goal, the shorter way round.
    fn set_out(&mut self, now: f64) {
        let turn = wrapped(self.goal - now);
        self.elapsed = Time::ZERO;
        self.length = Time::ZERO;
        if turn == 0.0 || self.speed <= 0.0 {
            (self.from, self.to) = (self.goal, self.goal);
            return;
        }
        // 180 is also -180: the one that it leaves from.
        self.from = if now.abs() == 180.0 {
            -180.0_f64.copysign(turn)
        } else {
            now
        };
        self.to = (self.from + turn).clamp(-180.0, 180.0);
        self.length = self.time_to(self.to);
    }

    /// From the leg's beginning, rounded up.
    fn time_to(&self, angle: f64) -> Time {
        let flicks = (angle - self.from).abs() * FLICKS_PER_SECOND as f64 / self.speed;
        let most = Time::LONGEST.flicks();
        Time::from_flicks((flicks.ceil().min(most as f64) as i64).max(1))
    }
}
