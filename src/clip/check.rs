//! From a [`ClipSpec`] to a [`Clip`]: every fault is found before any is
//! reported. Reading files, and saying at which line a fault stands, is
//! `project`'s.

use super::def::{Clip, ClipFault, ClipSpec, Durations, MOST_FRAMES, MarkerSpec, Mode, Plays};
use super::frames::{Frames, Marker};
use super::keys::{check_boxes, check_keys};
use super::line::{Count, Line};
use crate::time::{FLICKS_PER_SECOND, Time};
use std::ops::Range;

/// The longest a clip that ends may play, repeats and all: about 200 years in flicks.
const LONGEST_PLAY: i128 = 1000 * Time::LONGEST.flicks() as i128;

/// Names that stand for other things than markers.
const TAKEN: [&str; 2] = ["finish", "loop"];

impl Clip {
    /// Checks and builds a clip.
    ///
    /// # Errors
    /// Every rule of C1..C6 that the spec breaks is one [`ClipFault`]; all are returned.
    pub fn new(spec: ClipSpec) -> Result<Clip, Vec<ClipFault>> {
        let mut faults = Faults(Vec::new());
        let bounds = bounds(&spec, &mut faults);
        let looped = looped(&spec, bounds.as_deref(), &mut faults);
        let count = count(&spec, &mut faults);
        let (marker_names, markers) = markers(&spec, bounds.as_deref(), &mut faults);
        if !spec.lift.is_finite() {
            faults.add("lift", None, format!("lift {} is not finite", spec.lift));
        }
        if !(spec.motion.0.is_finite() && spec.motion.1.is_finite()) {
            faults.add("motion", None, "motion is not finite".to_string());
        }
        let length = bounds.as_ref().and_then(|bounds| bounds.last().copied());
        check_keys(&spec, length, &mut faults);
        check_boxes(&spec, &mut faults);
        let mut boxes = spec.boxes.clone();
        boxes.sort_by(|a, b| (&a.name, a.frame).cmp(&(&b.name, b.frame)));
        let (Some(bounds), true) = (bounds, faults.0.is_empty()) else {
            return Err(faults.0);
        };
        let frames = Frames::new(bounds, markers);
        let plays = plays(spec.mode, &frames, looped, count);
        if let Plays::Line { ahead, .. } = &plays
            && let Some(cycles) = ahead.cycles
            && i128::from(cycles) * i128::from(ahead.cycle.length) > LONGEST_PLAY
        {
            let field = if spec.legs.is_some() {
                "legs"
            } else {
                "repeats"
            };
            faults.add(
                field,
                None,
                format!("{field} make it play for over 180 years"),
            );
            return Err(faults.0);
        }
        Ok(Clip {
            name: spec.name,
            mode: spec.mode,
            pictures: spec.pictures,
            keys: spec.keys,
            boxes,
            frames,
            plays,
            marker_names,
            lift: spec.lift,
            motion: spec.motion,
        })
    }
}

pub(super) struct Faults(Vec<ClipFault>);

impl Faults {
    pub fn add(&mut self, field: &'static str, index: Option<usize>, message: String) {
        self.0.push(ClipFault {
            field,
            index,
            message,
        });
    }
}

/// The frames' boundaries in flicks, if all durations hold.
fn bounds(spec: &ClipSpec, faults: &mut Faults) -> Option<Vec<i64>> {
    let n = spec.frames;
    if n == 0 {
        faults.add("frames", None, "a clip needs at least one frame".into());
    } else if n > MOST_FRAMES {
        let message = format!("{n} frames: a clip has at most {MOST_FRAMES}");
        faults.add("frames", None, message);
        return None;
    }
    let given = spec.pictures.len();
    if n > 0 && given > 0 && given != n {
        let s = if given == 1 { "" } else { "s" };
        let message =
            format!("{n} frames, but {given} picture{s}: a sprite's clip has one a frame");
        faults.add("frames", None, message);
    }
    let before = faults.0.len();
    let mut bounds = vec![0];
    let field = match &spec.durations {
        Durations::Each(seconds) => {
            let each = length("each", None, *seconds, faults).unwrap_or_default();
            bounds.extend((1..=n as i128).map(|k| clamped(k * i128::from(each.flicks()))));
            "each"
        }
        Durations::Fps(fps) => {
            if fps.is_finite() && *fps > 0.0 {
                let flick = |k: usize| k as f64 * FLICKS_PER_SECOND as f64 / fps;
                bounds.extend((1..=n).map(|k| flick(k).round() as i64));
            } else {
                faults.add("fps", None, format!("fps {fps} is not a number above 0"));
            }
            "fps"
        }
        Durations::Total(seconds) => {
            let total = length("total", None, *seconds, faults).unwrap_or_default();
            let (total, n) = (i128::from(total.flicks()), n as i128);
            bounds.extend((1..=n).map(|k| clamped((2 * total * k + n) / (2 * n))));
            "total"
        }
        Durations::Times(times) => {
            if times.len() != n && n > 0 {
                let (given, s) = (times.len(), if n == 1 { "" } else { "s" });
                let message = format!("times has {given} entries for {n} frame{s}");
                faults.add("times", None, message);
            }
            let mut sum = 0;
            for (i, seconds) in times.iter().enumerate() {
                let time = length("times", Some(i), *seconds, faults).unwrap_or_default();
                sum += i128::from(time.flicks());
                bounds.push(clamped(sum));
            }
            "times"
        }
    };
    let whole = bounds.last().copied().unwrap_or_default();
    if faults.0.len() > before || n == 0 {
        return None;
    }
    if whole == 0 {
        let message = match spec.durations {
            Durations::Fps(fps) => format!("fps {fps} leaves no time for a frame"),
            _ => "all durations are 0: nothing would ever be shown".into(),
        };
        faults.add(field, None, message);
        return None;
    }
    if whole > Time::LONGEST.flicks() {
        let most = Time::LONGEST.seconds();
        let message = format!("the clip lasts longer than {most} seconds");
        faults.add(field, None, message);
        return None;
    }
    Some(bounds)
}

fn clamped(flicks: i128) -> i64 {
    i64::try_from(flicks).unwrap_or(i64::MAX)
}

/// A duration that is finite, not negative and not too long.
fn length(
    field: &'static str,
    index: Option<usize>,
    seconds: f64,
    faults: &mut Faults,
) -> Option<Time> {
    let time = Time::from_seconds(seconds).filter(|_| seconds >= 0.0);
    if time.is_none() {
        let wrong = if !seconds.is_finite() {
            "is not finite".to_string()
        } else if seconds < 0.0 {
            "is negative".to_string()
        } else {
            format!("is longer than {} seconds", Time::LONGEST.seconds())
        };
        faults.add(field, index, format!("duration {seconds} {wrong}"));
    }
    time
}

/// The frames that are played again and again, from 0.
fn looped(spec: &ClipSpec, bounds: Option<&[i64]>, faults: &mut Faults) -> Range<usize> {
    let n = spec.frames;
    let Some(from) = spec.from else {
        return 0..n;
    };
    let (mode, repeated) = (spec.mode, spec.repeats.is_some());
    let loops = match mode {
        Mode::Loop | Mode::LoopReversed | Mode::LoopPingPong => true,
        Mode::Normal | Mode::Reversed | Mode::OncePingPong => repeated,
        Mode::LoopRandom => false,
    };
    if !loops {
        let hint = match mode {
            Mode::LoopRandom => "frames are drawn at random",
            _ => "it has no `repeats`",
        };
        let message = format!("from {from}: nothing loops in mode {mode:?}, {hint}");
        faults.add("from", None, message);
        return 0..n;
    }
    if !(1..=n).contains(&from) {
        faults.add(
            "from",
            None,
            format!("from {from} is not one of the frames 1..{n}"),
        );
        return 0..n;
    }
    let part = match mode {
        Mode::Reversed | Mode::LoopReversed => 0..from,
        _ => from - 1..n,
    };
    if let Some(bounds) = bounds
        && bounds[part.start] == bounds[part.end]
    {
        faults.add(
            "from",
            None,
            format!("from {from}: the part that loops has no length"),
        );
    }
    part
}

fn count(spec: &ClipSpec, faults: &mut Faults) -> Count {
    let mode = spec.mode;
    let ping_pong = matches!(mode, Mode::LoopPingPong | Mode::OncePingPong);
    for (field, value) in [("repeats", spec.repeats), ("legs", spec.legs)] {
        if value == Some(0) {
            faults.add(field, None, format!("{field} 0: at least 1"));
        }
    }
    if spec.repeats.is_some() && mode == Mode::LoopRandom {
        faults.add("repeats", None, "a random clip never ends".into());
    }
    if spec.legs.is_some() && !ping_pong {
        let message = format!("legs are a ping-pong's, and the mode is {mode:?}");
        faults.add("legs", None, message);
    } else if spec.legs.is_some() && spec.repeats.is_some() {
        faults.add("legs", None, "give legs or repeats, not both".into());
    }
    match (spec.legs, spec.repeats, mode) {
        (Some(legs), ..) => Count::Legs(legs),
        (None, Some(times), _) => Count::Times(times),
        (None, None, Mode::Normal | Mode::Reversed | Mode::OncePingPong) => Count::Times(1),
        (None, None, _) => Count::Endless,
    }
}

/// The markers' names, sorted, and where they sit.
fn markers(
    spec: &ClipSpec,
    bounds: Option<&[i64]>,
    faults: &mut Faults,
) -> (Vec<String>, Vec<Marker>) {
    let mut names: Vec<String> = spec.markers.iter().map(|m| m.name.clone()).collect();
    names.sort_unstable();
    names.dedup();
    if names.len() > usize::from(u16::MAX) {
        faults.add("markers", None, "more than 65535 markers' names".into());
        return (Vec::new(), Vec::new());
    }
    let mut placed = Vec::new();
    for (i, marker) in spec.markers.iter().enumerate() {
        match place(marker, spec.frames, bounds) {
            Ok((frame, offset)) => placed.push(Marker {
                frame,
                offset,
                name: names.binary_search(&marker.name).unwrap_or_default() as u16,
            }),
            Err(wrong) => {
                let message = format!("marker {:?}: {wrong}", marker.name);
                faults.add("markers", Some(i), message);
            }
        }
    }
    (names, placed)
}

/// A marker's frame, from 0, and its flicks into it.
fn place(marker: &MarkerSpec, n: usize, bounds: Option<&[i64]>) -> Result<(usize, i64), String> {
    let MarkerSpec {
        name,
        frame,
        offset,
    } = marker;
    if name.is_empty() {
        return Err("a marker needs a name".into());
    }
    if TAKEN.contains(&name.as_str()) {
        return Err(format!(
            "{name} is reported by every clip, a marker cannot be called so"
        ));
    }
    if !(1..=n).contains(frame) {
        return Err(format!("frame {frame} is not one of the frames 1..{n}"));
    }
    let flicks = Time::from_seconds(*offset).map(Time::flicks);
    let Some(flicks) = flicks.filter(|_| *offset >= 0.0) else {
        return Err(format!("offset {offset} is not a time in its frame"));
    };
    let Some(bounds) = bounds else {
        return Ok((frame - 1, flicks));
    };
    let duration = bounds[*frame] - bounds[frame - 1];
    // A flick more is the rounding of a boundary, not a mistake.
    if flicks > duration + 1 {
        let lasts = Time::from_flicks(duration).seconds();
        return Err(format!(
            "offset {offset} lies beyond frame {frame}, which lasts {lasts} seconds"
        ));
    }
    Ok((frame - 1, flicks.min(duration)))
}

fn plays(mode: Mode, frames: &Frames, looped: Range<usize>, count: Count) -> Plays {
    let straight = |reversed| Plays::Line {
        ahead: Box::new(Line::straight(frames, looped.clone(), reversed, count)),
        back: None,
    };
    match mode {
        Mode::Normal | Mode::Loop => straight(false),
        Mode::Reversed | Mode::LoopReversed => straight(true),
        Mode::LoopPingPong | Mode::OncePingPong => Plays::Line {
            ahead: Box::new(Line::ping_pong(frames, looped.clone(), false, count)),
            back: (count != Count::Endless)
                .then(|| Box::new(Line::ping_pong(frames, looped.clone(), true, count))),
        },
        Mode::LoopRandom => Plays::Random {
            shown: frames.shown().map(|frame| frame as u32).collect(),
        },
    }
}
