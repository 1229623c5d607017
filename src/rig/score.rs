//! What one clip does to the parts of its rig, ready to be sampled: differences
//! from rest, so that blending is a weighted sum (rule R11). Channels of a part with
//! keys at the same instants are one track; a table by slices of the clip's time
//! makes the search for a track's key a look-up. How it is made from keys is `build`;
//! its room grows with the number of keys and no faster.

use crate::clip::PictureId;

/// A track at a key, and the way to the next.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Cell {
    /// Flicks along the clip's frames.
    pub start: i64,
    /// One by the flicks to the next key; 0 of the last, and where the way is a step.
    pub pace: f32,
    /// Slow at both ends.
    pub ease: bool,
    /// x, y, scale along x and y.
    pub place: [f32; 4],
    /// Degrees.
    pub turn: f32,
    pub opacity: f32,
}

/// A part's pictures; the first holds before it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Pictures {
    pub part: u16,
    /// Flicks, rising; never empty.
    pub starts: Vec<(i64, Option<PictureId>)>,
}

/// A picture that a clip keys; it may be none at all.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Keyed(pub Option<PictureId>);

/// One clip's part in a rig.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Score {
    /// The clip's name, by which a reload finds it again.
    pub name: String,
    /// By track, in order: the part it moves.
    pub parts: Vec<u16>,
    /// Track after track; each begins with a key at 0, and ends with its last one again, as if it came at the end of all
    /// time, so that each has a next. One more ends them all.
    pub cells: Vec<Cell>,
    /// It keys opacities.
    pub fades: bool,
    /// By slice, and one more, and by track: the last key before the slice, at least the track's first.
    pub slices: Vec<u32>,
    pub last_slice: usize,
    pub slices_a_flick: f64,
    /// By part.
    pub pictures: Vec<Pictures>,
}

/// Where a sample goes: by part.
pub(super) struct Sink<'a> {
    /// x, y, scale along x and y: weighted differences are added.
    pub places: &'a mut [[f32; 4]],
    /// Degrees: differences are added, without weight.
    pub turns: &'a mut [f32],
    /// Weighted differences are added.
    pub opacities: &'a mut [f32],
}

impl Score {
    /// Of a clip that does nothing.
    pub fn empty(name: &str) -> Score {
        Score {
            name: name.to_owned(),
            ..Score::default()
        }
    }

    /// The slice a time lies in. It never falls as time grows, which is all that the table asks.
    pub fn slice_of(&self, time: i64) -> usize {
        ((time as f64 * self.slices_a_flick) as usize).min(self.last_slice)
    }

    /// Adds what the clip does at `time` flicks along its frames, 0 or more, with a weight by part.
    pub fn sample(&self, time: i64, weight: impl Fn(usize) -> f32, sink: &mut Sink<'_>) {
        let n = self.parts.len();
        let slices = self.slices.get(self.slice_of(time) * n..).unwrap_or(&[]);
        // One length, so that a part is looked up in all three by one check.
        let parts = sink.places.len();
        let (places, turns) = (&mut *sink.places, &mut sink.turns[..parts]);
        let opacities = &mut sink.opacities[..parts];
        for (track, (part, low)) in self.parts.iter().zip(slices).enumerate() {
            let low = *low as usize;
            let [first, second, third] = &self.cells[low..low + 3] else {
                continue;
            };
            // Which of the first two it is is no branch, for nobody could foresee it.
            let step = usize::from(second.start <= time);
            let (mut now, mut next) = ([first, second][step], [second, third][step]);
            if next.start <= time {
                let key = self.crowded(low, slices[n + track], time);
                (now, next) = (&self.cells[key], &self.cells[key + 1]);
            }
            let mut way = (time - now.start) as f32 * now.pace;
            if now.ease {
                way = way * way * (3.0 - 2.0 * way);
            }
            let part = usize::from(*part);
            let weight = weight(part);
            // Read as a whole before anything is written, so that the four go as one.
            let (from, to) = (now.place, next.place);
            for (sum, (from, to)) in places[part].iter_mut().zip(from.into_iter().zip(to)) {
                *sum += weight * (from + way * (to - from));
            }
            turns[part] += now.turn + way * (next.turn - now.turn);
            if self.fades {
                let opacity = now.opacity + way * (next.opacity - now.opacity);
                opacities[part] += weight * opacity;
            }
        }
    }

    /// The last key that is not after `time`, from `low` to `high`, where more than one lies between.
    fn crowded(&self, low: usize, high: u32, time: i64) -> usize {
        let between = &self.cells[low + 1..=high as usize];
        low + between.partition_point(|key| key.start <= time)
    }

    /// The parts whose pictures it keys.
    pub fn pictured(&self) -> impl Iterator<Item = u16> + '_ {
        self.pictures.iter().map(|pictures| pictures.part)
    }

    /// The picture it keys of a part at that time; `None` where it keys none of it.
    pub fn picture(&self, part: u16, time: i64) -> Option<Keyed> {
        let found = self.pictures.binary_search_by_key(&part, |of| of.part);
        let starts = &self.pictures.get(found.ok()?)?.starts;
        let after = starts.partition_point(|(start, _)| *start <= time);
        let (_, picture) = starts.get(after.saturating_sub(1))?;
        Some(Keyed(*picture))
    }
}
