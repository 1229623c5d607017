//! What is refused when a clip is built: one case for each way to be wrong.

use super::*;
use crate::geom::Rect;

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
        ("frames", None, "at least one frame", |s| {
            s.frames = 0;
            s.pictures.clear();
        }),
        ("frames", None, "3 frames, but 2 pictures", |s| {
            s.pictures.truncate(2);
        }),
        ("frames", None, "at most 100000", |s| {
            s.frames = usize::MAX;
            s.pictures.clear();
        }),
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
fn each_fault_of_motion_and_boxes_is_named() {
    fn boxed(name: &str, frame: Option<usize>, w: f32) -> BoxSpec {
        BoxSpec {
            name: name.into(),
            frame,
            rect: Rect::new(1.0, 2.0, w, 4.0),
        }
    }
    refused(&[
        ("motion", None, "not finite", |s| s.motion.0 = f32::NAN),
        ("boxes", Some(0), "\"hit\": w 0 is not above 0", |s| {
            s.boxes = vec![boxed("hit", None, 0.0)];
        }),
        ("boxes", Some(0), "\"hit\": h -1 is not above 0", |s| {
            s.boxes = vec![boxed("hit", None, 1.0)];
            s.boxes[0].rect.h = -1.0;
        }),
        ("boxes", Some(1), "\"hurt\": x NaN is not finite", |s| {
            s.boxes = vec![boxed("hit", None, 1.0), boxed("hurt", None, 1.0)];
            s.boxes[1].rect.x = f32::NAN;
        }),
        ("boxes", Some(0), "\"hit\": w inf is not finite", |s| {
            s.boxes = vec![boxed("hit", None, f32::INFINITY)];
        }),
        (
            "boxes",
            Some(0),
            "frame 4 is not one of the frames 1..3",
            |s| {
                s.boxes = vec![boxed("hit", Some(4), 1.0)];
            },
        ),
        ("boxes", Some(0), "frame 0 is not", |s| {
            s.boxes = vec![boxed("hit", Some(0), 1.0)];
        }),
        ("boxes", Some(2), "given twice for frame 2", |s| {
            let frame = |n| boxed("hit", Some(n), 1.0);
            s.boxes = vec![frame(2), frame(1), frame(2)];
        }),
        ("boxes", Some(1), "\"hit\": given twice", |s| {
            s.boxes = vec![boxed("hit", None, 1.0), boxed("hit", None, 2.0)];
        }),
        ("boxes", Some(0), "needs a name", |s| {
            s.boxes = vec![boxed("", None, 1.0)];
        }),
    ]);
    let mut spec = spec(Mode::Loop, &[1, 1, 1]);
    spec.boxes = vec![
        boxed("hit", None, 1.0),
        boxed("hit", Some(2), 2.0),
        boxed("arm", Some(3), 3.0),
    ];
    let clip = built(spec);
    assert_eq!(clip.box_names().collect::<Vec<_>>(), ["arm", "hit"]);
    let widths = |name| [0, 1, 2].map(|frame| clip.hit_box(name, frame).map(|rect| rect.w));
    assert_eq!(widths("hit"), [Some(1.0), Some(2.0), Some(1.0)]);
    assert_eq!(widths("arm"), [None, None, Some(3.0)]);
}

/// Keys of a part at these times, all of one value.
fn keys<T: Copy>(times: &[f64], value: T) -> Vec<Key<T>> {
    let key = |time: &f64| Key {
        time: *time,
        value,
        ease: Ease::Linear,
    };
    times.iter().map(key).collect()
}

/// A puppet's clip of 0.3 s in which part 1 turns at these times, and one more part does this.
fn keyed(times: &[f64], more: PartKeys) -> ClipSpec {
    let first = PartKeys {
        part: 1,
        turns: keys(times, 1.0),
        ..PartKeys::default()
    };
    let mut spec = spec(Mode::Loop, &[1, 1, 1]);
    spec.pictures.clear();
    spec.keys = vec![first, more];
    spec
}

#[test]
fn each_fault_of_the_keys_is_named() {
    const NAN: f64 = f64::NAN;
    let one = |change: fn(&mut PartKeys)| {
        let mut more = PartKeys {
            part: 2,
            turns: keys(&[0.0], 1.0),
            ..PartKeys::default()
        };
        change(&mut more);
        more
    };
    let cases: Vec<(&str, PartKeys)> = vec![
        ("this part is keyed twice", one(|k| k.part = 1)),
        ("at least one of move, turn", one(|k| k.turns.clear())),
        (
            "turn, key 2: time 0.4 lies beyond the clip, which lasts 0.3 seconds",
            { one(|k| k.turns = keys(&[0.0, 0.4], 1.0)) },
        ),
        ("turn, key 1: time -0.1 is negative", {
            one(|k| k.turns = keys(&[-0.1, 0.1], 1.0))
        }),
        ("turn, key 1: time NaN is not finite", {
            one(|k| k.turns = keys(&[NAN, 0.1], 1.0))
        }),
        ("picture, key 3: time 0.1 does not come after 0.2", {
            one(|k| k.pictures = keys(&[0.0, 0.2, 0.1], None))
        }),
        ("scale, key 2: time 0.2 does not come after 0.2", {
            one(|k| k.scales = keys(&[0.2, 0.2], (1.0, 1.0)))
        }),
        ("move, key 2: time 0.300000001 does not come after 0.3", {
            // Both are the clip's end, a flick's rounding apart.
            one(|k| k.moves = keys(&[0.3, 0.3 + 1e-9], (1.0, 1.0)))
        }),
        ("move, key 1: NaN is not finite", {
            one(|k| k.moves = keys(&[0.0], (0.0, NAN)))
        }),
        ("move, key 1: -2000000 is beyond 1000000 either way", {
            one(|k| k.moves = keys(&[0.0], (-2e6, 0.0)))
        }),
        ("turn, key 1: inf is not finite", {
            one(|k| k.turns = keys(&[0.0], f64::INFINITY))
        }),
        ("scale, key 1: 1000001 is beyond", {
            one(|k| k.scales = keys(&[0.0], (1.0, 1_000_001.0)))
        }),
        ("opacity, key 1: 1.5 is outside 0..1", {
            one(|k| k.opacities = keys(&[0.0], 1.5))
        }),
        ("opacity, key 1: -0.5 is outside 0..1", {
            one(|k| k.opacities = keys(&[0.0], -0.5))
        }),
        ("opacity, key 1: NaN is not finite", {
            one(|k| k.opacities = keys(&[0.0], NAN))
        }),
    ];
    for (text, more) in cases {
        let faults = Clip::new(keyed(&[0.0, 0.3], more)).expect_err(text);
        let [fault] = faults.as_slice() else {
            panic!("{text}: {faults:?}");
        };
        assert_eq!((fault.field, fault.index), ("keys", Some(1)), "{fault:?}");
        assert!(fault.message.contains(text), "{text}: {fault:?}");
    }
    let mut both = keyed(&[0.0], one(|_| ()));
    both.pictures = vec![PictureId(0); 3];
    let faults = Clip::new(both).expect_err("both");
    assert_eq!((faults.len(), faults[0].field), (1, "keys"));
}

#[test]
fn keys_may_lie_at_both_ends_and_a_flick_beyond() {
    let third = PartKeys {
        part: 0,
        moves: keys(&[0.0, 1.0 / 3.0 + 1e-9], (-1e6, 1e6)),
        ..PartKeys::default()
    };
    let mut spec = keyed(&[0.0], third);
    spec.durations = Durations::Total(1.0 / 3.0);
    let clip = built(spec);
    assert_eq!((clip.keys().len(), clip.frames()), (2, 3));
    assert_eq!(
        (clip.picture(0), clip.length().flicks()),
        (None, 235_200_000)
    );
}

#[test]
fn all_faults_are_told_at_once() {
    let mut spec = spec(Mode::Normal, &[1, 1]);
    spec.durations = Durations::Times(vec![-1.0, f64::NAN]);
    (spec.from, spec.legs, spec.lift) = (Some(2), Some(0), f32::NAN);
    spec.markers = vec![marker("loop", 1, 0), marker("ok", 3, 0)];
    spec.keys = vec![PartKeys::default()];
    spec.boxes = vec![BoxSpec {
        name: String::new(),
        frame: Some(1),
        rect: Rect::new(0.0, 0.0, 0.0, 1.0),
    }];
    let faults = Clip::new(spec).expect_err("all of them");
    let fields: Vec<_> = faults.iter().map(|fault| fault.field).collect();
    assert_eq!(
        fields,
        [
            "times", "times", "from", "legs", "legs", "markers", "markers", "lift", "keys", "keys",
            "boxes", "boxes"
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
