//! Exact time (rule T1): flicks, speeds in millionths, and positions that keep
//! their remainder. No clock is read here; time is always passed in.

#[cfg(test)]
mod tests;

use std::ops::{Add, AddAssign, Neg, Sub, SubAssign};

/// Flicks in a second (1/705 600 000 s is a flick, a unit published by Oculus
/// in 2018): 24, 25, 30, 60, 120, 144, 240 Hz and whole milliseconds are whole
/// numbers of it.
pub const FLICKS_PER_SECOND: i64 = 705_600_000;

/// The raster on which moving weights are looked at again (rule R2): 1/240 s.
pub const FINE_RASTER: Time = Time(FLICKS_PER_SECOND / 240);

/// Millionths in one, the unit of [`Speed`].
pub const MILLION: i64 = 1_000_000;

/// An instant of a run or a length of time, as a whole number of flicks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Time(i64);

impl Time {
    /// No time at all; also the beginning of a run.
    pub const ZERO: Time = Time(0);
    /// One second.
    pub const SECOND: Time = Time(FLICKS_PER_SECOND);
    /// The longest time a definition may give: about 69 days, so that sums of
    /// thousands of them stay far from overflow.
    pub const LONGEST: Time = Time(6_000_000 * FLICKS_PER_SECOND);

    /// A time from its flicks.
    pub const fn from_flicks(flicks: i64) -> Time {
        Time(flicks)
    }

    /// The flicks of this time.
    pub const fn flicks(self) -> i64 {
        self.0
    }

    /// A time from milliseconds.
    pub const fn from_millis(millis: i64) -> Time {
        Time(millis * (FLICKS_PER_SECOND / 1000))
    }

    /// A time from seconds, rounded to the nearest flick. `None` where the
    /// number is not finite or beyond plus or minus [`Time::LONGEST`].
    pub fn from_seconds(seconds: f64) -> Option<Time> {
        let flicks = (seconds * FLICKS_PER_SECOND as f64).round();
        (flicks.abs() <= Time::LONGEST.0 as f64).then_some(Time(flicks as i64))
    }

    /// This time in seconds.
    pub fn seconds(self) -> f64 {
        self.0 as f64 / FLICKS_PER_SECOND as f64
    }
}

impl Add for Time {
    type Output = Time;
    fn add(self, other: Time) -> Time {
        Time(self.0 + other.0)
    }
}

impl Sub for Time {
    type Output = Time;
    fn sub(self, other: Time) -> Time {
        Time(self.0 - other.0)
    }
}

impl AddAssign for Time {
    fn add_assign(&mut self, other: Time) {
        self.0 += other.0;
    }
}

impl SubAssign for Time {
    fn sub_assign(&mut self, other: Time) {
        self.0 -= other.0;
    }
}

impl Neg for Time {
    type Output = Time;
    fn neg(self) -> Time {
        Time(-self.0)
    }
}

/// How many times a second a stage steps (rule T2), 1..=1000.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate(u32);

impl Rate {
    /// The rate a project has when it names none.
    pub const DEFAULT: Rate = Rate(60);

    /// A rate in steps a second; `None` outside 1..=1000.
    pub fn new(hz: u32) -> Option<Rate> {
        (1..=1000).contains(&hz).then_some(Rate(hz))
    }

    /// Steps a second.
    pub fn hz(self) -> u32 {
        self.0
    }

    /// The instant at which step `step` (from 0) starts. Boundaries are rounded,
    /// not lengths, so a rate that does not divide a second never drifts.
    pub fn start_of(self, step: u64) -> Time {
        let flicks = i128::from(step) * i128::from(FLICKS_PER_SECOND) / i128::from(self.0);
        Time(i64::try_from(flicks).unwrap_or(i64::MAX))
    }

    /// The length of step `step`.
    pub fn length_of(self, step: u64) -> Time {
        self.start_of(step + 1) - self.start_of(step)
    }
}

/// A signed factor of time, in millionths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Speed(i64);

impl Speed {
    /// As fast as written.
    pub const ONE: Speed = Speed(MILLION);
    /// Held.
    pub const ZERO: Speed = Speed(0);
    /// The largest factor either way: 10 000.
    pub const LARGEST: f64 = 10_000.0;

    /// A speed from a factor, rounded to a millionth and clamped to plus or
    /// minus [`Speed::LARGEST`]; what is not a number is 0.
    pub fn new(factor: f64) -> Speed {
        if factor.is_nan() {
            return Speed::ZERO;
        }
        let factor = factor.clamp(-Speed::LARGEST, Speed::LARGEST);
        Speed((factor * MILLION as f64).round() as i64)
    }

    /// This speed in millionths.
    pub const fn millionths(self) -> i64 {
        self.0
    }

    /// This speed as a factor.
    pub fn factor(self) -> f64 {
        self.0 as f64 / MILLION as f64
    }

    /// True where time runs backward.
    pub fn is_backward(self) -> bool {
        self.0 < 0
    }
}

/// A place on a time line with the remainder a speed leaves: flicks and
/// millionths of a flick, the latter always 0..999 999.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    flicks: i64,
    rest: i32,
}

impl Position {
    /// The beginning of a line.
    pub const START: Position = Position { flicks: 0, rest: 0 };

    /// The place at a whole time.
    pub const fn at(time: Time) -> Position {
        Position {
            flicks: time.flicks(),
            rest: 0,
        }
    }

    /// This place in millionths of a flick.
    pub fn units(self) -> i128 {
        i128::from(self.flicks) * i128::from(MILLION) + i128::from(self.rest)
    }

    /// The place that many millionths of a flick along, or the nearest there is.
    pub fn from_units(units: i128) -> Position {
        if let Ok(units) = i64::try_from(units) {
            // Nearly always; much quicker than in 128 bits.
            return Position {
                flicks: units.div_euclid(MILLION),
                rest: units.rem_euclid(MILLION) as i32,
            };
        }
        let million = i128::from(MILLION);
        let flicks = units.div_euclid(million);
        Position {
            flicks: flicks.clamp(i128::from(i64::MIN), i128::from(i64::MAX)) as i64,
            rest: units.rem_euclid(million) as i32,
        }
    }

    /// The whole flicks before this place.
    pub const fn flicks(self) -> i64 {
        self.flicks
    }

    /// The place that many millionths of a flick further on, 0 or more, if 64 bits can hold it.
    pub(crate) fn further(self, units: i64) -> Option<Position> {
        let units = units.checked_add(i64::from(self.rest))?;
        Some(Position {
            flicks: self.flicks.checked_add(units / MILLION)?,
            rest: (units % MILLION) as i32,
        })
    }

    /// This place in seconds.
    pub fn seconds(self) -> f64 {
        (self.flicks as f64 + f64::from(self.rest) / MILLION as f64) / FLICKS_PER_SECOND as f64
    }
}

/// How far a playhead moves in `time` at `speed`, in millionths of a flick.
pub fn distance(time: Time, speed: Speed) -> i128 {
    i128::from(time.flicks()) * i128::from(speed.millionths())
}

/// The time after which a playhead at `speed` has covered `units` millionths of
/// a flick, rounded up so that an instant is never before what happens at it.
/// `None` where it does not move that way.
pub fn time_to_cover(units: i128, speed: Speed) -> Option<Time> {
    if units == 0 {
        return Some(Time::ZERO);
    }
    let speed = i128::from(speed.millionths());
    if speed == 0 || (units < 0) != (speed < 0) {
        return None;
    }
    let (units, speed) = (units.abs(), speed.abs());
    i64::try_from((units + speed - 1) / speed).ok().map(Time)
}
