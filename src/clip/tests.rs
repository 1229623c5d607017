//! The clip rules as tables (modes, markers) and as laws (properties); what is
//! refused. Frames are named A B C ..., times are whole tenths of a second.

mod faults;
mod laws;
mod markers;
mod modes;
mod places;

use super::*;
use crate::random::Stream;
use crate::time::{Speed, Time};

/// A spec whose frames last these tenths of a second.
fn spec(mode: Mode, tenths: &[i64]) -> ClipSpec {
    ClipSpec {
        name: "clip".into(),
        frames: tenths.len(),
        pictures: (0..tenths.len() as u32).map(PictureId).collect(),
        durations: Durations::Times(tenths.iter().map(|t| *t as f64 / 10.0).collect()),
        mode,
        from: None,
        repeats: None,
        legs: None,
        markers: Vec::new(),
        lift: 0.0,
        motion: (0.0, 0.0),
        ..ClipSpec::default()
    }
}

/// A marker at `tenths` into frame `frame` (from 1).
fn marker(name: &str, frame: usize, tenths: i64) -> MarkerSpec {
    MarkerSpec {
        name: name.into(),
        frame,
        offset: tenths as f64 / 10.0,
    }
}

fn built(spec: ClipSpec) -> Clip {
    Clip::new(spec).expect("a sound clip")
}

fn clip(mode: Mode, tenths: &[i64]) -> Clip {
    built(spec(mode, tenths))
}

fn tenths(n: i64) -> Time {
    Time::from_millis(100 * n)
}

fn head() -> Playhead {
    Playhead::new(Stream::new(7, &["hero", "clip"]))
}

fn started(clip: &Clip, backward: bool) -> Playhead {
    let mut head = head();
    head.start(clip, backward);
    head
}

fn letter(frame: usize) -> char {
    char::from(b'A' + frame as u8)
}

/// One advance and what it came to, such as `step@3 loop@5`, in tenths.
fn play(head: &mut Playhead, clip: &Clip, dt: Time, speed: f64) -> Vec<(Time, String)> {
    let mut told = Vec::new();
    head.advance(clip, dt, Speed::new(speed), &mut |occurrence| {
        let what = match occurrence.what {
            Happening::Marker(i) => clip.marker_names()[usize::from(i)].clone(),
            Happening::Loop => "loop".to_string(),
            Happening::Finish => "finish".to_string(),
        };
        told.push((occurrence.at, what));
    });
    told
}

/// The frames shown at the start and after each of `n` tenths.
fn frames(clip: &Clip, speed: f64, n: usize) -> String {
    let mut head = started(clip, speed < 0.0);
    let mut shown = String::from(letter(head.frame(clip)));
    for _ in 0..n {
        play(&mut head, clip, tenths(1), speed);
        shown.push(letter(head.frame(clip)));
    }
    shown
}

/// Everything `n` tenths come to in steps of `dt`, as `name@tenths`.
fn events_in(clip: &Clip, speed: f64, n: i64, dt: Time) -> String {
    let mut head = started(clip, speed < 0.0);
    let (mut now, end) = (Time::ZERO, tenths(n));
    let mut told = Vec::new();
    while now < end {
        let step = dt.min(end - now);
        for (at, what) in play(&mut head, clip, step, speed) {
            let at = (now + at).flicks() as f64 / tenths(1).flicks() as f64;
            told.push(format!("{what}@{at}"));
        }
        now += step;
    }
    told.join(" ")
}

/// The same events in steps of a tenth, 1/60 s, 1/144 s, 1 s and all at once.
fn events(clip: &Clip, speed: f64, n: i64) -> String {
    let told = events_in(clip, speed, n, tenths(1));
    for hz in [60, 144, 1] {
        let dt = Time::from_flicks(crate::time::FLICKS_PER_SECOND / hz);
        assert_eq!(events_in(clip, speed, n, dt), told, "at {hz} Hz");
    }
    assert_eq!(events_in(clip, speed, n, tenths(n)), told, "at once");
    told
}
