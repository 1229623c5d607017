//! What a clip does to the parts of a puppet, as it is written, and what is
//! refused of it. How keys become a pose is `rig`'s.

use super::check::Faults;
use super::def::{ClipSpec, PictureId};
use crate::time::Time;
use std::collections::BTreeSet;

/// The largest number that a key or a part at rest may hold, either way: pixels, degrees or a factor. An `f32`
/// still tells a sixteenth from the next there, and sums and products of a few stay far from overflow.
pub const LARGEST: f64 = 1_000_000.0;

/// How a value goes from one key to the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ease {
    /// It stays until the next key.
    Step,
    /// At an even pace.
    #[default]
    Linear,
    /// Slow at both ends: `u * u * (3 - 2 * u)` of the way at `u` of the time.
    Ease,
}

/// A value at an instant of the clip; the first holds before it, the last after it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Key<T> {
    /// Seconds along the clip's frames, 0..=its length, rising from key to key.
    pub time: f64,
    /// The value there; numbers up to [`LARGEST`] either way.
    pub value: T,
    /// The way to the next key.
    pub ease: Ease,
}

/// What one part of a puppet does in a clip, each against the part's rest. A channel without keys is at rest.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PartKeys {
    /// The part's number in its rig.
    pub part: u16,
    /// Pixels added to where it rests in its parent.
    pub moves: Vec<Key<(f64, f64)>>,
    /// Degrees added to its rest, clockwise as seen; a turn of more than 180 goes all the way round.
    pub turns: Vec<Key<f64>>,
    /// Factors of its rest.
    pub scales: Vec<Key<(f64, f64)>>,
    /// Factors of its rest, 0..=1.
    pub opacities: Vec<Key<f64>>,
    /// Its picture from an instant on; `None`: none. Always stepped.
    pub pictures: Vec<Key<Option<PictureId>>>,
}

impl<T> Key<T> {
    /// Its instant in flicks, in a clip of that length; `None` where it lies outside.
    pub(crate) fn flicks(&self, length: i64) -> Option<i64> {
        let flicks = Time::from_seconds(self.time)?.flicks();
        // A flick more is the rounding of the clip's end, not a mistake.
        let inside = self.time >= 0.0 && flicks <= length.saturating_add(1);
        inside.then_some(flicks.min(length))
    }
}

/// Checks what the parts do; `length` is the clip's in flicks, where it has one.
pub(super) fn check_keys(spec: &ClipSpec, length: Option<i64>, faults: &mut Faults) {
    if !(spec.keys.is_empty() || spec.pictures.is_empty()) {
        let message = "a clip has pictures by frame or keys by part, not both";
        faults.add("keys", None, message.into());
    }
    let mut parts = BTreeSet::new();
    for (i, keys) in spec.keys.iter().enumerate() {
        if !parts.insert(keys.part) {
            faults.add("keys", Some(i), "this part is keyed twice".into());
        }
        let mut channels = Channels {
            entry: i,
            length,
            given: false,
            faults: &mut *faults,
        };
        let number = |value: f64| (value.abs() > LARGEST || value.is_nan()).then_some(value);
        let pair = |value: (f64, f64)| number(value.0).or_else(|| number(value.1));
        let wide = format!("beyond {LARGEST} either way");
        channels.check("move", &keys.moves, pair, &wide);
        channels.check("turn", &keys.turns, number, &wide);
        channels.check("scale", &keys.scales, pair, &wide);
        let share = |value: f64| (!(0.0..=1.0).contains(&value)).then_some(value);
        channels.check("opacity", &keys.opacities, share, "outside 0..1");
        channels.check("picture", &keys.pictures, |_| None, "");
        if !channels.given {
            let message = "a part's keys give at least one of move, turn, scale, opacity, picture";
            faults.add("keys", Some(i), message.into());
        }
    }
}

/// The channels of one entry.
struct Channels<'a> {
    entry: usize,
    length: Option<i64>,
    given: bool,
    faults: &'a mut Faults,
}

impl Channels<'_> {
    /// `wrong` gives the number that is `why` it cannot be.
    fn check<T: Copy>(
        &mut self,
        channel: &str,
        keys: &[Key<T>],
        wrong: impl Fn(T) -> Option<f64>,
        why: &str,
    ) {
        self.given |= !keys.is_empty();
        let mut last = None;
        for (i, key) in keys.iter().enumerate() {
            let mut add = |wrong: String| {
                let message = format!("{channel}, key {}: {wrong}", i + 1);
                self.faults.add("keys", Some(self.entry), message);
            };
            match wrong(key.value) {
                Some(number) if !number.is_finite() => add(format!("{number} is not finite")),
                Some(number) => add(format!("{number} is {why}")),
                None => {}
            }
            let time = key.time;
            let Some(flicks) = key.flicks(self.length.unwrap_or(Time::LONGEST.flicks())) else {
                let message = if !time.is_finite() {
                    format!("time {time} is not finite")
                } else if time < 0.0 {
                    format!("time {time} is negative")
                } else {
                    let lasts = Time::from_flicks(self.length.unwrap_or_default()).seconds();
                    format!("time {time} lies beyond the clip, which lasts {lasts} seconds")
                };
                add(message);
                continue;
            };
            if let Some((flicks_before, before)) = last
                && flicks <= flicks_before
            {
                add(format!(
                    "time {time} does not come after {before}, the key before it"
                ));
            }
            last = Some((flicks, time));
        }
    }
}

/// Checks the boxes.
pub(super) fn check_boxes(spec: &ClipSpec, faults: &mut Faults) {
    let n = spec.frames;
    let mut seen = BTreeSet::new();
    for (i, given) in spec.boxes.iter().enumerate() {
        let name = &given.name;
        let mut add = |wrong: String| {
            let message = format!("box {name:?}: {wrong}");
            faults.add("boxes", Some(i), message);
        };
        let rect = given.rect;
        let sides = [("x", rect.x), ("y", rect.y), ("w", rect.w), ("h", rect.h)];
        for (side, number) in sides {
            if !number.is_finite() {
                add(format!("{side} {number} is not finite"));
            } else if matches!(side, "w" | "h") && number <= 0.0 {
                add(format!("{side} {number} is not above 0"));
            }
        }
        if name.is_empty() {
            add("a box needs a name".into());
        }
        if let Some(frame) = given.frame.filter(|frame| !(1..=n).contains(frame)) {
            add(format!("frame {frame} is not one of the frames 1..{n}"));
        }
        if !seen.insert((name, given.frame)) {
            add(match given.frame {
                Some(frame) => format!("given twice for frame {frame}"),
                None => "given twice".into(),
            });
        }
    }
}
