//! One `Clip(..)` of a character file, a sprite's or a puppet's. Whether its
//! times, modes and markers fit together is `Clip::new`'s to say, and put at its
//! place here.

use serde::Deserialize;

use super::arts::Arts;
use super::at::{At, COUNT_CAP, Reader};
use super::context::Context;
use super::keys_form::{self, Keys};
use super::parts::Parts;
use super::scene::FAR;
use super::{boxes_form, frames_form, markers_form};
use crate::clip::{Clip, ClipFault, ClipSpec, Durations, Mode, PictureId};
use crate::time::Time;

/// Frames of a puppet's clip, and of one whose frames are listed one by one.
pub(super) const FRAME_CAP: u64 = 4096;

const MODES: &[(&str, Mode)] = &[
    ("Normal", Mode::Normal),
    ("Reversed", Mode::Reversed),
    ("Loop", Mode::Loop),
    ("LoopReversed", Mode::LoopReversed),
    ("LoopPingPong", Mode::LoopPingPong),
    ("LoopRandom", Mode::LoopRandom),
    ("OncePingPong", Mode::OncePingPong),
];

#[derive(Clone, Copy, Deserialize)]
#[serde(rename = "Clip", deny_unknown_fields)]
struct ClipForm<'a> {
    #[serde(borrow)]
    row: Option<At<'a>>,
    #[serde(borrow)]
    frames: Option<At<'a>>,
    #[serde(borrow)]
    each: Option<At<'a>>,
    #[serde(borrow)]
    fps: Option<At<'a>>,
    #[serde(borrow)]
    total: Option<At<'a>>,
    #[serde(borrow)]
    times: Option<At<'a>>,
    #[serde(borrow)]
    mode: Option<At<'a>>,
    #[serde(borrow)]
    from: Option<At<'a>>,
    #[serde(borrow)]
    repeats: Option<At<'a>>,
    #[serde(borrow)]
    legs: Option<At<'a>>,
    #[serde(borrow)]
    markers: Option<At<'a>>,
    #[serde(borrow)]
    lift: Option<At<'a>>,
    #[serde(borrow)]
    boxes: Option<At<'a>>,
    #[serde(borrow)]
    motion: Option<At<'a>>,
    #[serde(borrow)]
    keys: Option<At<'a>>,
}

/// What a clip's frames show: a sprite's pictures, or what a puppet's parts do meanwhile.
struct Shown<'a> {
    frames: usize,
    pictures: Vec<PictureId>,
    keys: Keys<'a>,
}

/// Reads a clip, of a puppet with these parts, else of a sprite; a sprite's `arts` have no sheet where that is at fault
/// itself.
pub(super) fn read<'a>(
    context: &mut Context,
    reader: &mut Reader<'a>,
    arts: &mut Arts,
    parts: Option<&mut Parts>,
    name: &str,
    at: At<'a>,
) -> Option<Clip> {
    let form = reader.record::<ClipForm>(at, "Clip")?;
    let wrong_before = reader.errors.len();
    let is_puppet = parts.is_some();
    let shown = match parts {
        Some(parts) => read_puppet(context, reader, arts, parts, &form),
        None => read_sprite(reader, arts, &form, at),
    };
    // What is at fault itself says nothing of the clip's end.
    let is_sound = reader.errors.len() == wrong_before;
    let keys_end = shown
        .as_ref()
        .filter(|shown| is_sound && !shown.keys.is_cut);
    let keys_end = keys_end.map(|shown| shown.keys.last());
    let (durations, times) = read_durations(reader, &form, at, is_puppet, keys_end).unzip();
    let mode = form
        .mode
        .and_then(|at| reader.choice("mode", "mode", at, MODES));
    let mut count = |field, at: Option<At<'a>>| {
        let count = reader.whole(field, at?, 1..=COUNT_CAP)?;
        Some(count)
    };
    let from = count("from", form.from);
    let repeats = count("repeats", form.repeats);
    let legs = count("legs", form.legs);
    let markers = form.markers.map(|at| markers_form::read(reader, at));
    let lift = form
        .lift
        .and_then(|at| reader.number("lift", at, -FAR..=FAR));
    let boxes = form.boxes.map(|at| boxes_form::read(reader, at));
    let motion = form
        .motion
        .and_then(|at| reader.pair("motion", at, -FAR..=FAR));
    let (dx, dy) = motion.unwrap_or_default();
    if let (Some(shown), Some(durations)) = (&shown, &durations)
        && let Some(length) = length(durations, shown.frames)
    {
        shown.keys.tell_late(reader, length);
    }
    if reader.errors.len() > wrong_before {
        return None;
    }
    let shown = shown?;
    let (marker_places, markers) = markers.unwrap_or_default().into_iter().unzip();
    let (box_places, boxes) = boxes.unwrap_or_default().into_iter().unzip();
    let places = Places {
        clip: at,
        form,
        times: times.unwrap_or_default(),
        markers: marker_places,
        boxes: box_places,
        keys: shown.keys.places,
    };
    let spec = ClipSpec {
        name: name.to_owned(),
        frames: shown.frames,
        pictures: shown.pictures,
        keys: shown.keys.parts,
        boxes,
        durations: durations?,
        mode: mode.unwrap_or_default(),
        from: from.map(|n| n as usize),
        repeats: repeats.map(|n| n as u32),
        legs: legs.map(|n| n as u32),
        markers,
        lift: lift.unwrap_or(0.0) as f32,
        motion: (dx as f32, dy as f32),
    };
    match Clip::new(spec) {
        Ok(clip) => Some(clip),
        Err(faults) => {
            for fault in faults {
                reader.fault(places.of(&fault), fault.message);
            }
            None
        }
    }
}

/// Where the fields of a clip stand, and the entries of its lists.
struct Places<'a> {
    clip: At<'a>,
    form: ClipForm<'a>,
    times: Vec<At<'a>>,
    markers: Vec<At<'a>>,
    boxes: Vec<At<'a>>,
    keys: Vec<At<'a>>,
}

impl<'a> Places<'a> {
    /// Where the field, or the entry of it, stands that a fault is about; else the clip.
    fn of(&self, fault: &ClipFault) -> At<'a> {
        let form = &self.form;
        let entry = |entries: &[At<'a>]| fault.index.and_then(|i| entries.get(i).copied());
        let field = match fault.field {
            "each" => form.each,
            "fps" => form.fps,
            "total" => form.total,
            "times" => entry(&self.times).or(form.times),
            "mode" => form.mode,
            "from" => form.from,
            "repeats" => form.repeats,
            "legs" => form.legs,
            "markers" => entry(&self.markers).or(form.markers),
            "frames" => form.frames,
            "lift" => form.lift,
            "boxes" => entry(&self.boxes).or(form.boxes),
            "motion" => form.motion,
            "keys" => entry(&self.keys).or(form.keys),
            _ => None,
        };
        field.unwrap_or(self.clip)
    }
}

fn read_sprite<'a>(
    reader: &mut Reader<'a>,
    arts: &mut Arts,
    form: &ClipForm<'a>,
    clip: At<'a>,
) -> Option<Shown<'a>> {
    if let Some(at) = form.keys {
        reader.fault(
            at,
            "`keys` move the parts of a puppet; this character has no `parts`",
        );
    }
    let frames = reader.need("frames", form.frames, "Clip", clip);
    let sheet = arts.sheet()?;
    let rects = frames_form::read(reader, sheet, form.row, frames?, clip)?;
    let pictures: Option<Vec<PictureId>> = rects.into_iter().map(|rect| arts.frame(rect)).collect();
    let pictures = pictures?;
    Some(Shown {
        frames: pictures.len(),
        pictures,
        keys: Keys::default(),
    })
}

fn read_puppet<'a>(
    context: &mut Context,
    reader: &mut Reader<'a>,
    arts: &mut Arts,
    parts: &mut Parts,
    form: &ClipForm<'a>,
) -> Option<Shown<'a>> {
    if let Some(at) = form.row {
        reader.fault(
            at,
            "a puppet's clip has no `row`: `keys` say what its parts do",
        );
    }
    let keys = form.keys;
    let keys = keys.map(|at| keys_form::read(context, reader, arts, parts, at));
    let frames = match form.frames {
        Some(at) if at.text().starts_with('[') => {
            reader.fault(
                at,
                "`frames` of a puppet's clip is a count: which pictures its parts show stands in `keys`",
            );
            None
        }
        Some(at) => reader.whole("frames", at, 1..=FRAME_CAP),
        None => Some(1),
    };
    Some(Shown {
        frames: frames? as usize,
        pictures: Vec::new(),
        keys: keys.unwrap_or_default(),
    })
}

/// What so many frames of these durations last in all, in seconds; `None` where they are at fault.
fn length(durations: &Durations, frames: usize) -> Option<f64> {
    let seconds = match durations {
        Durations::Each(seconds) => seconds * frames as f64,
        Durations::Fps(fps) => frames as f64 / fps,
        Durations::Total(seconds) => *seconds,
        Durations::Times(times) => times.iter().sum(),
    };
    // As exact as time is, and without the digits that adding up leaves.
    Time::from_seconds(seconds).map(Time::seconds)
}

/// The one way in which the durations are given, and the places of the entries of `times`; without any a puppet's clip ends
/// with its last key.
fn read_durations<'a>(
    reader: &mut Reader<'a>,
    form: &ClipForm<'a>,
    clip: At<'a>,
    is_puppet: bool,
    keys_end: Option<f64>,
) -> Option<(Durations, Vec<At<'a>>)> {
    const CHOICES: &str = "`each`, `fps`, `total` or `times`";
    let fields = [
        ("each", form.each),
        ("fps", form.fps),
        ("total", form.total),
        ("times", form.times),
    ];
    let mut given = fields
        .into_iter()
        .filter_map(|(field, at)| at.map(|at| (field, at)));
    let Some((field, at)) = given.next() else {
        if is_puppet {
            let end = keys_end?;
            if end > 0.0 {
                return Some((Durations::Total(end), Vec::new()));
            }
            let keys = if form.keys.is_some() {
                "no key is later than 0"
            } else {
                "it has no `keys`"
            };
            reader.fault(
                clip,
                format!("this Clip does not say how long it lasts, and {keys}: give {CHOICES}"),
            );
            return None;
        }
        reader.fault(
            clip,
            format!("this Clip does not say how long its frames last: give {CHOICES}"),
        );
        return None;
    };
    if let Some((second, second_at)) = given.next() {
        reader.fault(
            second_at,
            format!("`{field}` and `{second}` both say how long the frames last: give only one of {CHOICES}"),
        );
        return None;
    }
    let longest = 0.0..=Time::LONGEST.seconds();
    let durations = match field {
        "each" => Durations::Each(reader.number(field, at, longest)?),
        "fps" => Durations::Fps(reader.number(field, at, f64::MIN..=f64::MAX)?),
        "total" => Durations::Total(reader.number(field, at, longest)?),
        _ => {
            let message = |n| format!("`times` of {n} frames: a clip has at most {FRAME_CAP}");
            if !reader.is_short(at, FRAME_CAP as usize, message) {
                return None;
            }
            let entries = reader.list(field, at)?;
            let mut times = Vec::new();
            for at in &entries {
                times.extend(reader.number(field, *at, longest.clone()));
            }
            (times.len() == entries.len()).then_some(())?;
            return Some((Durations::Times(times), entries));
        }
    };
    Some((durations, Vec::new()))
}
