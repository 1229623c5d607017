//! From a clip's keys to a [`Score`]: values become differences from rest, a
//! part's channels of the same instants a track.

use super::def::PartDef;
use super::score::{Cell, Pictures, Score};
use crate::clip::{Clip, Ease, Key, PartKeys};
use std::collections::BTreeMap;

/// Slices for each key of a track: so many that two keys of one rarely share a slice.
const SLICES_A_KEY: usize = 2;

/// The number of a cell that a channel fills.
#[derive(Clone, Copy)]
enum Lane {
    Place(usize),
    Turn,
    Opacity,
}

/// Instants, and the way from each to the next.
type Instants = Vec<(i64, Ease)>;

/// A part's channels by their instants: each a number by instant.
#[derive(Default)]
struct Tracks(BTreeMap<Instants, Vec<(Lane, Vec<f32>)>>);

impl Score {
    /// What a clip does to these parts; those it keys exist.
    pub fn new(clip: &Clip, parts: &[PartDef]) -> Score {
        let length = clip.length().flicks();
        let mut score = Score::empty(clip.name());
        let mut entries: Vec<&PartKeys> = clip.keys().iter().collect();
        entries.sort_by_key(|keys| keys.part);
        let mut firsts = Vec::new();
        for keys in entries {
            let part = keys.part;
            for (instants, channels) in tracks(keys, &parts[usize::from(part)], length).0 {
                firsts.push(score.cells.len());
                score.parts.push(part);
                score.add(&instants, &channels);
            }
            score.fades |= !keys.opacities.is_empty();
            if !keys.pictures.is_empty() {
                let start = |key: &Key<_>| (key.flicks(length).unwrap_or_default(), key.value);
                let starts = keys.pictures.iter().map(start).collect();
                score.pictures.push(Pictures { part, starts });
            }
        }
        score.slice(&firsts, length);
        score
    }

    /// Adds a track's cells.
    fn add(&mut self, instants: &[(i64, Ease)], channels: &[(Lane, Vec<f32>)]) {
        let cell = |(i, (start, ease)): (usize, &(i64, Ease))| {
            let next = instants.get(i + 1).filter(|_| *ease != Ease::Step);
            let mut cell = Cell {
                start: *start,
                pace: next.map_or(0.0, |(next, _)| (1.0 / (next - start) as f64) as f32),
                ease: *ease == Ease::Ease,
                ..Cell::default()
            };
            for (lane, values) in channels {
                match lane {
                    Lane::Place(lane) => cell.place[*lane] = values[i],
                    Lane::Turn => cell.turn = values[i],
                    Lane::Opacity => cell.opacity = values[i],
                }
            }
            cell
        };
        self.cells.extend(instants.iter().enumerate().map(cell));
        let last = self.cells.last().copied().unwrap_or_default();
        self.cells.push(Cell {
            start: i64::MAX,
            ..last
        });
    }

    /// Makes the table of slices, by the tracks' first cells.
    fn slice(&mut self, firsts: &[usize], length: i64) {
        let n = firsts.len();
        if n == 0 {
            return;
        }
        let slices = (self.cells.len() * SLICES_A_KEY / n).max(1);
        self.last_slice = slices - 1;
        self.slices_a_flick = slices as f64 / length.max(1) as f64;
        self.slices = vec![0; (slices + 1) * n];
        let ends = firsts.iter().skip(1).copied().chain([self.cells.len()]);
        self.cells.push(Cell::default());
        for (track, (first, end)) in firsts.iter().copied().zip(ends).enumerate() {
            let mut key = first;
            for slice in 0..=slices {
                // The last cell of a track is no key.
                while key + 2 < end && self.slice_of(self.cells[key + 1].start) < slice {
                    key += 1;
                }
                self.slices[slice * n + track] = key as u32;
            }
        }
    }
}

/// What a part's keys make of it, as differences from its rest.
fn tracks(keys: &PartKeys, rest: &PartDef, length: i64) -> Tracks {
    let of_rest = |rest: f32, factor: f64| f64::from(rest) * (factor - 1.0);
    let (along, across) = (rest.scale.x, rest.scale.y);
    let mut tracks = Tracks::default();
    let all = &mut tracks;
    all.add(&keys.moves, length, Lane::Place(0), |by| by.0);
    all.add(&keys.moves, length, Lane::Place(1), |by| by.1);
    all.add(&keys.scales, length, Lane::Place(2), |by| {
        of_rest(along, by.0)
    });
    all.add(&keys.scales, length, Lane::Place(3), |by| {
        of_rest(across, by.1)
    });
    all.add(&keys.turns, length, Lane::Turn, |degrees| degrees);
    all.add(&keys.opacities, length, Lane::Opacity, |by| {
        of_rest(rest.opacity, by)
    });
    tracks
}

impl Tracks {
    fn add<T: Copy>(&mut self, keys: &[Key<T>], length: i64, lane: Lane, value: impl Fn(T) -> f64) {
        let Some(first) = keys.first() else {
            return;
        };
        let mut instants = Instants::new();
        let mut values = Vec::new();
        let mut put = |start, ease, of: T| {
            instants.push((start, ease));
            values.push(value(of) as f32);
        };
        if keys.len() == 1 {
            put(0, Ease::Step, first.value);
        } else {
            for (i, key) in keys.iter().enumerate() {
                let start = key.flicks(length).unwrap_or_default();
                if i == 0 && start > 0 {
                    put(0, Ease::Step, key.value);
                }
                // What the last key says of a way to the next means nothing, and parts no channels.
                let is_last = i + 1 == keys.len();
                let ease = if is_last { Ease::Step } else { key.ease };
                put(start, ease, key.value);
            }
        }
        self.0.entry(instants).or_default().push((lane, values));
    }
}
