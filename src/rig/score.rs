//! What one clip does to the parts of its rig, ready to be sampled: differences
//! from rest, so that blending is a weighted sum (rule R11). Channels with keys at
//! the same instants share one timeline, which is searched once; a table by slices
//! of the clip's time makes most searches a look-up, so that a clip with a key for
//! each part at a time of its own is sampled in nanoseconds too. How it is made
//! from keys is `build`; its room grows with the number of keys and no faster.

use crate::clip::PictureId;

/// A key's instant and the way to the next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Instant {
    /// Flicks along the clip's frames.
    pub start: i64,
    /// One by the flicks to the next key; 0 of the last.
    pub pace: f32,
    /// 1 where it is slow at both ends, else 0.
    pub ease: f32,
}

/// What a part is at a key, and what it gains until the next (nothing where it is stepped).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Row {
    /// x, y, scale along x and y.
    pub place: [f32; 4],
    pub place_gain: [f32; 4],
    /// Degrees.
    pub turn: f32,
    pub turn_gain: f32,
}

/// The same of an opacity.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Shade {
    pub value: f32,
    pub gain: f32,
}

/// Channels with the same instants. Its rows are those of its first key by part, of its second, and so on.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Timeline {
    /// Its first key's index; that key is at 0.
    pub first: usize,
    /// Where its parts begin, how many they are, and where their rows begin.
    pub parts: usize,
    pub width: usize,
    pub rows: usize,
    /// The same of the parts whose opacity it keys.
    pub faded: usize,
    pub faded_width: usize,
    pub shades: usize,
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
    pub timelines: Vec<Timeline>,
    /// Of all timelines, one after the other.
    pub keys: Vec<Instant>,
    pub parts: Vec<u16>,
    pub rows: Vec<Row>,
    pub faded: Vec<u16>,
    pub shades: Vec<Shade>,
    /// By slice, and one more, and by timeline: the index of the last key before the slice (at least the first key).
    pub slices: Vec<u32>,
    /// The last slice.
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
        let n = self.timelines.len();
        let at = self.slice_of(time) * n;
        let (Some(low), Some(high)) = (
            self.slices.get(at..at + n),
            self.slices.get(at + n..at + 2 * n),
        ) else {
            return;
        };
        for ((line, low), high) in self.timelines.iter().zip(low).zip(high) {
            let (low, high) = (*low as usize, *high as usize);
            let mut key = low;
            if low < high {
                let between = &self.keys[low + 1..=high];
                key += between.partition_point(|key| key.start <= time);
            }
            let Instant { start, pace, ease } = self.keys[key];
            let even = (time - start) as f32 * pace;
            let way = even + ease * (even * even * (3.0 - 2.0 * even) - even);
            let (key, width) = (key - line.first, line.width);
            let parts = &self.parts[line.parts..][..width];
            let rows = &self.rows[line.rows + key * width..][..width];
            for (part, row) in parts.iter().zip(rows) {
                let part = usize::from(*part);
                let weight = weight(part);
                let gained = weight * way;
                let place = &mut sink.places[part];
                let gains = row.place.iter().zip(&row.place_gain);
                for (lane, (base, gain)) in place.iter_mut().zip(gains) {
                    *lane += weight * base + gained * gain;
                }
                sink.turns[part] += row.turn + way * row.turn_gain;
            }
            let width = line.faded_width;
            let faded = &self.faded[line.faded..][..width];
            let shades = &self.shades[line.shades + key * width..][..width];
            for (part, shade) in faded.iter().zip(shades) {
                let part = usize::from(*part);
                sink.opacities[part] += weight(part) * (shade.value + way * shade.gain);
            }
        }
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
