//! What is refused when a clip is built: one case for each way to be wrong.

use super::*;

type Case = (&'static str, Option<usize>, &'static str, fn(&mut ClipSpec));

/// One fault each: its field, its index, and words of what is wrong.
fn refused(cases: &[Case]) {
    for (field, index, text, change) in cases {
        let mut spec = spec(Mode::Loop, &[1, 1, 1]);
        change(&mut spec);
        let faults = Clip::new(spec).expect_err(text);
        let [fault] = faults.as_slice() else {
            panic!("{text}: {faults:?}");
        };
        assert_eq!((fault.field, fault.index), (*field, *index), "{fault:?}");
        assert!(fault.message.contains(text), "{text}: {fault:?}");
    }
}

#[test]
fn each_fault_of_the_durations_is_named() {
    refused(&[
        ("frames", None, "at least one frame", |s| s.pictures.clear()),
        ("each", None, "is negative", |s| {
            s.durations = Durations::Each(-0.1);
        }),
        ("each", None, "is not finite", |s| {
            s.durations = Durations::Each(f64::NAN);
        }),
        ("total", None, "is not finite", |s| {
            s.durations = Durations::Total(f64::INFINITY);
        }),
        ("total", None, "nothing would ever be shown", |s| {
            s.durations = Durations::Total(0.0);
        }),
        ("fps", None, "above 0", |s| {
            s.durations = Durations::Fps(0.0);
        }),
        ("fps", None, "above 0", |s| {
            s.durations = Durations::Fps(f64::NAN);
        }),
        ("fps", None, "leaves no time", |s| {
            s.durations = Durations::Fps(1e12);
        }),
        ("fps", None, "lasts longer", |s| {
            s.durations = Durations::Fps(1e-9);
        }),
        ("times", Some(1), "-0.5 is negative", |s| {
            s.durations = Durations::Times(vec![0.1, -0.5, 0.1]);
        }),
        ("times", Some(2), "longer than", |s| {
            s.durations = Durations::Times(vec![0.1, 0.1, 1e12]);
        }),
        ("times", None, "nothing would", |s| {
            s.durations = Durations::Times(vec![0.0, 0.0, 0.0]);
        }),
        ("times", None, "2 entries for 3 frames", |s| {
            s.durations = Durations::Times(vec![0.1, 0.1]);
        }),
    ]);
}

#[test]
fn each_fault_of_loops_and_markers_is_named() {
    refused(&[
        ("from", None, "one of the frames 1..3", |s| s.from = Some(4)),
        ("from", None, "one of the frames 1..3", |s| s.from = Some(0)),
        ("from", None, "nothing loops in mode Normal", |s| {
            (s.mode, s.from) = (Mode::Normal, Some(2));
        }),
        ("from", None, "nothing loops", |s| {
            (s.mode, s.from) = (Mode::OncePingPong, Some(2));
        }),
        ("from", None, "at random", |s| {
            (s.mode, s.from) = (Mode::LoopRandom, Some(2));
        }),
        ("from", None, "no length", |s| {
            (s.durations, s.from) = (Durations::Times(vec![0.1, 0.1, 0.0]), Some(3));
        }),
        ("from", None, "no length", |s| {
            s.durations = Durations::Times(vec![0.0, 0.1, 0.1]);
            (s.mode, s.from) = (Mode::LoopReversed, Some(1));
        }),
        ("repeats", None, "at least 1", |s| s.repeats = Some(0)),
        ("repeats", None, "never ends", |s| {
            (s.mode, s.repeats) = (Mode::LoopRandom, Some(2));
        }),
        ("repeats", None, "180 years", |s| {
            (s.durations, s.repeats) = (Durations::Each(1e6), Some(u32::MAX));
        }),
        ("legs", None, "at least 1", |s| {
            (s.mode, s.legs) = (Mode::LoopPingPong, Some(0));
        }),
        ("legs", None, "a ping-pong's", |s| s.legs = Some(2)),
        ("legs", None, "not both", |s| {
            (s.mode, s.legs, s.repeats) = (Mode::LoopPingPong, Some(2), Some(2));
        }),
        ("markers", Some(0), "frames 1..3", |s| {
            s.markers = vec![marker("hit", 4, 0)];
        }),
        ("markers", Some(0), "frames 1..3", |s| {
            s.markers = vec![marker("hit", 0, 0)];
        }),
        ("markers", Some(1), "beyond frame 2", |s| {
            s.markers = vec![marker("hit", 1, 0), marker("hit", 2, 2)];
        }),
        ("markers", Some(0), "not a time", |s| {
            s.markers = vec![marker("hit", 1, -1)];
        }),
        ("markers", Some(0), "cannot be called so", |s| {
            s.markers = vec![marker("loop", 1, 0)];
        }),
        ("markers", Some(0), "cannot be called so", |s| {
            s.markers = vec![marker("finish", 1, 0)];
        }),
        ("markers", Some(0), "needs a name", |s| {
            s.markers = vec![marker("", 1, 0)];
        }),
        ("lift", None, "not finite", |s| s.lift = f32::NAN),
        ("motion", None, "not finite", |s| {
            s.motion = (0.0, f32::INFINITY);
        }),
    ]);
}

#[test]
fn all_faults_are_told_at_once() {
    let mut spec = spec(Mode::Normal, &[1, 1]);
    spec.durations = Durations::Times(vec![-1.0, f64::NAN]);
    (spec.from, spec.legs, spec.lift) = (Some(2), Some(0), f32::NAN);
    spec.markers = vec![marker("loop", 1, 0), marker("ok", 3, 0)];
    let faults = Clip::new(spec).expect_err("all of them");
    let fields: Vec<_> = faults.iter().map(|fault| fault.field).collect();
    assert_eq!(
        fields,
        [
            "times", "times", "from", "legs", "legs", "markers", "markers", "lift"
        ]
    );
}

#[test]
fn an_offset_at_the_rounded_end_of_a_frame_is_no_fault() {
    for fps in [15.0, 7.0, 23.976] {
        let mut spec = spec(Mode::Loop, &[1, 1, 1]);
        spec.durations = Durations::Fps(fps);
        spec.markers = (1..=3)
            .map(|frame| MarkerSpec {
                name: "end".into(),
                frame,
                offset: 1.0 / fps,
            })
            .collect();
        assert_eq!(built(spec).marker_names(), ["end"]);
    }
}

#[test]
fn a_set_finds_clips_by_name_and_counts_them_in_order() {
    let named = |name: &str, lift| {
        let mut spec = spec(Mode::Loop, &[1]);
        (spec.name, spec.lift) = (name.into(), lift);
        built(spec)
    };
    let set = ClipSet::new(vec![
        named("walk", 1.0),
        named("idle", 2.0),
        named("walk", 3.0),
    ]);
    assert_eq!(set.names().collect::<Vec<_>>(), ["idle", "walk"]);
    assert_eq!(
        (set.id("idle"), set.id("walk"), set.id("run")),
        (Some(ClipId(0)), Some(ClipId(1)), None)
    );
    assert_eq!(set.clip(ClipId(1)).lift(), 1.0);
    assert!(ClipSet::default().is_empty());
}
