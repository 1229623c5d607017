//! From a clip's keys to a [`Score`]: values become differences from rest,
//! channels of the same instants a timeline.

use super::def::PartDef;
use super::score::{Instant, Pictures, Row, Score, Shade, Timeline};
use crate::clip::{Clip, Ease, Key};
use std::collections::BTreeMap;

/// Slices for each key of a timeline: with four, three searches in four are a look-up.
const SLICES_A_KEY: usize = 4;

/// The places of a row that a channel fills; an opacity has no row.
#[derive(Clone, Copy, PartialEq)]
enum Lane {
    Place(usize),
    Turn,
    Opacity,
}

/// One number of one part.
struct Channel {
    part: u16,
    lane: Lane,
    /// By instant.
    values: Vec<f32>,
}

/// Instants, and the way from each to the next.
type Instants = Vec<(i64, Ease)>;

impl Score {
    /// What a clip does to these parts; those it keys exist.
    pub fn new(clip: &Clip, parts: &[PartDef]) -> Score {
        let length = clip.length().flicks();
        let mut groups = Groups::default();
        let mut score = Score::empty(clip.name());
        for keys in clip.keys() {
            let part = keys.part;
            let rest = &parts[usize::from(part)];
            let of_rest = |rest: f32, factor: f64| f64::from(rest) * (factor - 1.0);
            let mut add = Adder {
                groups: &mut groups,
                part,
                length,
            };
            add.channel(&keys.moves, Lane::Place(0), |at| at.0);
            add.channel(&keys.moves, Lane::Place(1), |at| at.1);
            add.channel(&keys.scales, Lane::Place(2), |by| {
                of_rest(rest.scale.x, by.0)
            });
            add.channel(&keys.scales, Lane::Place(3), |by| {
                of_rest(rest.scale.y, by.1)
            });
            add.channel(&keys.turns, Lane::Turn, |degrees| degrees);
            add.channel(&keys.opacities, Lane::Opacity, |by| {
                of_rest(rest.opacity, by)
            });
            if !keys.pictures.is_empty() {
                let start = |key: &Key<_>| (key.flicks(length).unwrap_or_default(), key.value);
                let starts = keys.pictures.iter().map(start).collect();
                score.pictures.push(Pictures { part, starts });
            }
        }
        score.pictures.sort_by_key(|pictures| pictures.part);
        for (instants, channels) in groups.0 {
            score.add(&instants, &channels);
        }
        score.slice(length);
        score
    }

    /// Adds a timeline.
    fn add(&mut self, instants: &[(i64, Ease)], channels: &[Channel]) {
        let sorted = |is_row: bool| {
            let of = |channel: &&Channel| (channel.lane != Lane::Opacity) == is_row;
            let mut parts: Vec<u16> = channels.iter().filter(of).map(|one| one.part).collect();
            parts.sort_unstable();
            parts.dedup();
            parts
        };
        let (parts, faded) = (sorted(true), sorted(false));
        let line = Timeline {
            first: self.keys.len(),
            parts: self.parts.len(),
            width: parts.len(),
            rows: self.rows.len(),
            faded: self.faded.len(),
            faded_width: faded.len(),
            shades: self.shades.len(),
        };
        for (i, (start, ease)) in instants.iter().enumerate() {
            let next = instants.get(i + 1).map(|(next, _)| next - start);
            self.keys.push(Instant {
                start: *start,
                pace: next.map_or(0.0, |flicks| (1.0 / flicks as f64) as f32),
                ease: f32::from(u8::from(*ease == Ease::Ease)),
            });
        }
        let (n, width) = (instants.len(), parts.len());
        let mut rows = vec![Row::default(); n * width];
        let mut shades = vec![Shade::default(); n * faded.len()];
        for channel in channels {
            let of = if channel.lane == Lane::Opacity {
                &faded
            } else {
                &parts
            };
            let column = of.binary_search(&channel.part).unwrap_or_default();
            for (i, (_, ease)) in instants.iter().enumerate() {
                let value = channel.values[i];
                let next = channel.values.get(i + 1).filter(|_| *ease != Ease::Step);
                let gain = next.map_or(0.0, |next| next - value);
                let at = i * of.len() + column;
                match channel.lane {
                    Lane::Place(lane) => {
                        rows[at].place[lane] = value;
                        rows[at].place_gain[lane] = gain;
                    }
                    Lane::Turn => (rows[at].turn, rows[at].turn_gain) = (value, gain),
                    Lane::Opacity => shades[at] = Shade { value, gain },
                }
            }
        }
        self.parts.extend(parts);
        self.rows.extend(rows);
        self.faded.extend(faded);
        self.shades.extend(shades);
        self.timelines.push(line);
    }

    /// Makes the table of slices.
    fn slice(&mut self, length: i64) {
        let n = self.timelines.len();
        if n == 0 {
            return;
        }
        let slices = (self.keys.len() * SLICES_A_KEY / n).max(1);
        self.last_slice = slices - 1;
        self.slices_a_flick = slices as f64 / length.max(1) as f64;
        self.slices = vec![0; (slices + 1) * n];
        let ends = self.timelines.iter().skip(1).map(|line| line.first);
        let ends: Vec<usize> = ends.chain([self.keys.len()]).collect();
        for (i, end) in ends.into_iter().enumerate() {
            let first = self.timelines[i].first;
            let mut key = first;
            for slice in 0..=slices {
                while key + 1 < end && self.slice_of(self.keys[key + 1].start) < slice {
                    key += 1;
                }
                self.slices[slice * n + i] = key as u32;
            }
        }
    }
}

/// The channels by their instants.
#[derive(Default)]
struct Groups(BTreeMap<Instants, Vec<Channel>>);

/// Adds channels of one part.
struct Adder<'a> {
    groups: &'a mut Groups,
    part: u16,
    length: i64,
}

impl Adder<'_> {
    fn channel<T: Copy>(&mut self, keys: &[Key<T>], lane: Lane, value: impl Fn(T) -> f64) {
        let Some(first) = keys.first() else {
            return;
        };
        let mut instants = Instants::new();
        let mut values = Vec::new();
        let mut put = |start, ease, of: T| {
            instants.push((start, ease));
            values.push(value(of) as f32);
        };
        let starts = keys
            .iter()
            .map(|key| key.flicks(self.length).unwrap_or_default());
        if keys.len() == 1 {
            put(0, Ease::Step, first.value);
        } else {
            for (i, (key, start)) in keys.iter().zip(starts).enumerate() {
                if i == 0 && start > 0 {
                    put(0, Ease::Step, key.value);
                }
                // What the last key says of a way to the next means nothing, and parts no channels.
                let ease = if i + 1 == keys.len() {
                    Ease::Step
                } else {
                    key.ease
                };
                put(start, ease, key.value);
            }
        }
        let channels = self.groups.0.entry(instants).or_default();
        channels.push(Channel {
            part: self.part,
            lane,
            values,
        });
    }
}
