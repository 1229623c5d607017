//! Which events of which clips reach the stage, in which order (C6).

use super::*;

#[test]
fn what_sits_at_the_start_fires_once_even_in_a_fade() {
    // godot#87408.
    for fade in [Time::ZERO, tenths(3)] {
        let mut actor = Actor::player();
        actor.step(tenths(1));
        actor.play(KICK, fade);
        assert_eq!(actor.step(tenths(1)), ["kick.lift@1"]);
        let told: Vec<_> = actor
            .run(6, tenths(1))
            .into_iter()
            .filter(|t| t.starts_with("kick"))
            .collect();
        assert_eq!(told, ["kick.hit@3", "kick.end@5", "kick.finish@5"]);
    }
}

#[test]
fn each_time_a_clip_comes_it_fires_anew() {
    // godot#96799.
    let mut actor = Actor::player();
    let mut told = Vec::new();
    for _ in 0..2 {
        actor.play(KICK, Time::ZERO);
        told.extend(actor.step(tenths(1)));
        actor.play(IDLE, Time::ZERO);
        told.extend(actor.step(tenths(1)));
    }
    assert_eq!(told, ["kick.lift@0", "kick.lift@2"]);
}

#[test]
fn clips_without_weight_fire_nothing() {
    // Animancer#131.
    let mut actor = Actor::player();
    actor.play(WALK, Time::ZERO);
    actor.step(tenths(1));
    actor.play(IDLE, tenths(1));
    let told = actor.run(9, tenths(1));
    assert_eq!(
        told,
        ["idle.breath@6"],
        "walk's marks at 0.4 and 0.8 came after it left"
    );
}

fn with_threshold(event_weight: f64) -> Actor {
    let clips = fighter();
    let animation = |clip| Block::Animation {
        clip,
        speed: Value::Number(1.0),
    };
    let transition = Block::Transition {
        inputs: vec![BlockId(0), BlockId(1)],
        index: Value::Param(ParamId(0)),
        time: Value::Number(0.4),
        carry: false,
        sync: false,
    };
    let index = ParamDef {
        name: "which".into(),
        default: 0.0,
        min: 0.0,
        max: 1.0,
    };
    let blocks = vec![animation(IDLE), animation(KICK), transition];
    let def = TreeDef::new(vec![index], blocks, BlockId(2), event_weight, &clips).expect("sound");
    Actor::new(def, clips)
}

#[test]
fn an_event_below_the_threshold_is_not_told() {
    // godot-proposals#14355: kick fades in over 0.4 s, so its hit at 0.2 s has weight 0.5.
    let cases = [
        (
            0.0,
            vec!["kick.lift@1", "kick.hit@3", "kick.end@5", "kick.finish@5"],
        ),
        (0.1, vec!["kick.hit@3", "kick.end@5", "kick.finish@5"]),
        (0.49, vec!["kick.hit@3", "kick.end@5", "kick.finish@5"]),
        (0.5, vec!["kick.end@5", "kick.finish@5"]),
        (1.0, vec![]),
    ];
    for (event_weight, told) in cases {
        for dt in [hz(60), hz(240), tenths(1), tenths(10)] {
            let mut actor = with_threshold(event_weight);
            actor.step(tenths(1));
            actor.set(0, 1.0);
            let mut heard = Vec::new();
            while actor.now < tenths(11) {
                heard.extend(
                    actor
                        .step(dt)
                        .into_iter()
                        .filter(|told| told.starts_with("kick")),
                );
            }
            assert_eq!(heard, told, "threshold {event_weight}, dt {dt:?}");
        }
    }
}

#[test]
fn at_one_instant_clips_by_name_each_along_its_playing() {
    let clips = ClipSet::new(vec![
        clip("b", Mode::Loop, 2, &[("end", 2), ("start", 0)]),
        clip("a", Mode::Loop, 2, &[("end", 2), ("start", 0)]),
    ]);
    let mut actor = Actor::new(TreeDef::play(&clips), clips);
    actor.play(ClipId(1), Time::ZERO);
    assert_eq!(actor.step(tenths(1)), ["b.start@0"]);
    actor.step(tenths(1));
    actor.play(ClipId(0), tenths(4));
    let told = actor.step(tenths(2));
    assert_eq!(
        told,
        [
            "a.start@2",
            "a.end@4",
            "a.loop@4",
            "a.start@4",
            "b.end@4",
            "b.loop@4",
            "b.start@4"
        ]
    );
}

#[test]
fn a_last_frame_mark_fires_whatever_the_length() {
    // godot#64644.
    for n in [3, 7, 11] {
        for dt in [hz(60), hz(144), tenths(1), tenths(300)] {
            let clips = ClipSet::new(vec![clip("x", Mode::Normal, n, &[("end", n)])]);
            let mut actor = Actor::new(TreeDef::play(&clips), clips);
            let mut told = Vec::new();
            while actor.now < tenths(30) {
                told.extend(actor.step(dt));
            }
            assert_eq!(told, [format!("x.end@{n}"), format!("x.finish@{n}")]);
        }
    }
}

#[test]
fn an_event_knows_what_was_seen_at_its_instant() {
    let mut actor = Actor::player();
    actor.step(tenths(2));
    actor.play(KICK, tenths(8));
    let events = actor.events(tenths(8));
    let seen: Vec<_> = events
        .iter()
        .map(|event| (actor.told(event), event.seen.clip, event.seen.frame))
        .collect();
    let expected = [
        ("kick.lift@2", 1),
        ("kick.hit@4", 3),
        ("idle.breath@5", 4),
        ("kick.end@6", 4),
        ("kick.finish@6", 4),
    ];
    let expected = expected.map(|(told, frame)| (told.to_string(), KICK, frame));
    assert_eq!(seen, expected, "of a play tree, what was asked for last");
    let mut actor = with_threshold(0.0);
    actor.step(tenths(2));
    actor.set(0, 1.0);
    let events = actor.events(tenths(10));
    let seen: Vec<_> = events.iter().map(|event| event.seen.clip).collect();
    // lift, hit (a tie: by name), breath (kick above), end, finish.
    assert_eq!(seen, [IDLE, IDLE, KICK, KICK, KICK]);
}

#[test]
fn a_flood_of_events_is_bounded_and_the_finish_is_told() {
    let mut spec = ClipSpec {
        name: "flood".into(),
        frames: 1,
        pictures: vec![PictureId(0)],
        durations: Durations::Each(1e-8),
        mode: Mode::Normal,
        from: None,
        repeats: Some(100_000),
        legs: None,
        markers: Vec::new(),
        lift: 0.0,
        motion: (0.0, 0.0),
        ..ClipSpec::default()
    };
    let clips = ClipSet::new(vec![Clip::new(spec.clone()).expect("sound")]);
    let mut actor = Actor::new(TreeDef::play(&clips), clips);
    let events = actor.events(tenths(10));
    assert!(events.len() <= MOST_EVENTS + 1);
    assert_eq!(
        events.last().map(|event| event.what),
        Some(Happening::Finish)
    );
    (spec.mode, spec.repeats) = (Mode::Loop, None);
    let clips = ClipSet::new(vec![Clip::new(spec).expect("sound")]);
    let mut actor = Actor::new(TreeDef::play(&clips), clips);
    assert_eq!(actor.events(tenths(10)).len(), MOST_EVENTS);
}
