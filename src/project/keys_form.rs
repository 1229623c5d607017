//! A clip's `keys`: what each part of a puppet does, `Keys(..)` by name, each
//! channel a list of (time, value[, easing]). How values between keys come about is
//! the rig's.

use serde::Deserialize;

use super::arts::Arts;
use super::at::{At, Reader};
use super::context::Context;
use super::parts::{Parts, read_scale};
use super::scene::FAR;
use crate::clip::{Ease, Key, PartKeys};
use crate::time::Time;

/// Keys of all clips of a character.
pub(super) const KEY_CAP: usize = 20_000;

/// How to go from key to key; that of a key that says nothing first.
const EASINGS: &[(&str, Ease)] = &[
    ("Linear", Ease::Linear),
    ("Step", Ease::Step),
    ("Ease", Ease::Ease),
];
/// A picture changes at its key.
const JUMPS: &[(&str, Ease)] = &[("Step", Ease::Step)];

#[derive(Deserialize)]
#[serde(rename = "Keys", deny_unknown_fields)]
struct KeysForm<'a> {
    #[serde(borrow)]
    r#move: Option<At<'a>>,
    #[serde(borrow)]
    turn: Option<At<'a>>,
    #[serde(borrow)]
    scale: Option<At<'a>>,
    #[serde(borrow)]
    opacity: Option<At<'a>>,
    #[serde(borrow)]
    picture: Option<At<'a>>,
}

/// All keys of a clip.
#[derive(Debug, Default)]
pub(super) struct Keys<'a> {
    pub parts: Vec<PartKeys>,
    /// Where each of `parts` stands.
    pub places: Vec<At<'a>>,
    /// The times of each channel, rising, with their places.
    times: Vec<Vec<(f64, At<'a>)>>,
    /// The character has too many: not all are here.
    pub is_cut: bool,
}

impl<'a> Keys<'a> {
    /// The time of the last key, in seconds; 0 without keys.
    pub fn last(&self) -> f64 {
        let last = self.times.iter().filter_map(|times| times.last());
        last.fold(0.0, |latest, (time, _)| time.max(latest))
    }

    /// Tells the keys that come after the clip's end, of each channel the first.
    pub fn tell_late(&self, reader: &mut Reader<'a>, length: f64) {
        // Two flicks: what rounding the frames' boundaries may take from it is no mistake.
        const SLACK: f64 = 3e-9;
        for times in &self.times {
            if let Some((time, at)) = times.iter().find(|(time, _)| *time > length + SLACK) {
                reader.fault(
                    *at,
                    format!("a key at {time} seconds lies beyond the clip's end at {length}"),
                );
            }
        }
    }
}

/// Reads a clip's keys.
pub(super) fn read<'a>(
    context: &mut Context,
    reader: &mut Reader<'a>,
    arts: &mut Arts,
    parts: &mut Parts,
    at: At<'a>,
) -> Keys<'a> {
    let mut keys = Keys::default();
    for entry in reader.map("keys", at).unwrap_or_default() {
        let part = parts.number(reader, entry.key, &entry.name);
        let Some(form) = reader.record::<KeysForm>(entry.value, "Keys") else {
            continue;
        };
        let pivot = part.and_then(|part| parts.pivot(part));
        let mut channels = Channels {
            count: &mut parts.keys,
            times: &mut keys.times,
        };
        let degrees = |reader: &mut Reader<'a>, at| reader.number("turn", at, -FAR..=FAR);
        let read = PartKeys {
            part: part.unwrap_or_default(),
            moves: channels.read(reader, "move", form.r#move, EASINGS, |reader, at| {
                reader.pair("move", at, -FAR..=FAR)
            }),
            turns: channels.read(reader, "turn", form.turn, EASINGS, degrees),
            scales: channels.read(reader, "scale", form.scale, EASINGS, read_scale),
            opacities: channels.read(reader, "opacity", form.opacity, EASINGS, |reader, at| {
                reader.number("opacity", at, 0.0..=1.0)
            }),
            pictures: channels.read(reader, "picture", form.picture, JUMPS, |reader, at| {
                let name = reader.string("picture", at)?;
                if name.is_empty() {
                    return Some(None);
                }
                let picture = arts.named(context, reader, at, &name, pivot)?;
                Some(Some(picture))
            }),
        };
        keys.parts.push(read);
        keys.places.push(entry.key);
    }
    keys.is_cut = parts.keys > KEY_CAP;
    keys
}

/// Reads channel after channel and keeps count.
struct Channels<'k, 'a> {
    count: &'k mut usize,
    times: &'k mut Vec<Vec<(f64, At<'a>)>>,
}

impl<'a> Channels<'_, 'a> {
    fn read<T>(
        &mut self,
        reader: &mut Reader<'a>,
        field: &str,
        at: Option<At<'a>>,
        easings: &[(&str, Ease)],
        mut value: impl FnMut(&mut Reader<'a>, At<'a>) -> Option<T>,
    ) -> Vec<Key<T>> {
        let Some(at) = at else {
            return Vec::new();
        };
        let list = reader.list(field, at).unwrap_or_default();
        let before = *self.count;
        *self.count += list.len();
        if *self.count > KEY_CAP {
            // Once is enough.
            if before <= KEY_CAP {
                reader.fault(
                    at,
                    format!("the clips of a character have at most {KEY_CAP} keys in all"),
                );
            }
            return Vec::new();
        }
        let mut keys: Vec<Key<T>> = Vec::with_capacity(list.len());
        let mut times = Vec::with_capacity(list.len());
        for at in list {
            let (time_at, value_at, ease_at) = if let Some([time, value]) = at.group() {
                (time, value, None)
            } else if let Some([time, value, ease]) = at.group() {
                (time, value, Some(ease))
            } else {
                let shape = "(seconds, value) or (seconds, value, easing) at each key";
                reader.wrong::<()>(at, field, shape);
                continue;
            };
            let time = reader.number(field, time_at, 0.0..=Time::LONGEST.seconds());
            let value = value(reader, value_at);
            let ease = match ease_at {
                Some(at) => reader.choice(field, "easing", at, easings),
                None => easings.first().map(|(_, ease)| *ease),
            };
            let (Some(time), Some(value), Some(ease)) = (time, value, ease) else {
                continue;
            };
            if let Some((before, _)) = times.last()
                && time <= *before
            {
                reader.fault(
                    time_at,
                    format!("keys stand in order of time: {time} does not come after {before}"),
                );
                continue;
            }
            times.push((time, time_at));
            keys.push(Key { time, value, ease });
        }
        self.times.push(times);
        keys
    }
}
