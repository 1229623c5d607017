//! Rules of the trace's text.

use std::sync::Arc;

use super::*;
use crate::clip::{Clip, ClipSet, ClipSpec, Durations, Ease, Key, Mode, PartKeys, PictureId};
use crate::geom::Vec2;
use crate::rig::{PartDef, RigDef};
use crate::stage::tests::scene::{self, Run, Scene};
use crate::stage::tests::script::Script;
use crate::tree::{Block, BlockId, ParamId, TreeDef, TreeSpec, Value};

#[test]
fn numbers_are_short_and_exact() {
    let cases = [
        (0.1, "0.1"),
        (0.6, "0.6"),
        (120.0, "120"),
        (-0.0, "0"),
        (-1e-9, "0"),
        (1.0 / 3.0, "0.333333"),
        (2.0 / 3.0, "0.666667"),
        (1e14, "100000000000000"),
        (-12.5, "-12.5"),
        (100.0, "100"),
        (1e-7, "0"),
        (0.000_001, "0.000001"),
        (1e20, "100000000000000000000"),
        (f64::NAN, "null"),
    ];
    for (value, expected) in cases {
        let mut line = String::from("x:");
        number(&mut line, value);
        assert_eq!(line, format!("x:{expected}"), "{value}");
    }
}

#[test]
fn texts_are_json_whatever_they_hold() {
    for value in [
        "plain",
        "a \"quote\" \\ and",
        "tab\tline\nreturn\r",
        "esc \u{1b}[31m \u{7f} \u{9b}",
        "é漢😀",
    ] {
        let mut line = String::new();
        text(&mut line, value);
        assert_eq!(serde_json::from_str::<String>(&line).expect("JSON"), value);
        assert!(!line.chars().any(char::is_control), "{line}");
    }
}

#[test]
fn data_is_an_array_or_an_object() {
    let number = Data::Number;
    let cases = [
        (Data::Nil, "null"),
        (Data::Table(vec![]), "{}"),
        (
            Data::Table(vec![
                (number(1.0), Data::from("a")),
                (number(2.0), Data::Bool(true)),
            ]),
            "[\"a\",true]",
        ),
        (
            Data::Table(vec![(number(2.0), Data::from("a"))]),
            "{\"2\":\"a\"}",
        ),
        (
            Data::record([("b", number(1.5)), ("a", Data::Nil)]),
            "{\"a\":null,\"b\":1.5}",
        ),
    ];
    for (data, expected) in cases {
        let mut line = String::new();
        write_data(&mut line, &data);
        assert_eq!(line, expected);
    }
}

#[test]
fn a_line_is_bounded_and_messages_leave_room_for_the_rest() {
    let loud = || EventKind::Message {
        name: "m".into(),
        from: None,
        data: Data::Text(vec![0x1b; 4000]),
    };
    let mut events: Vec<EventKind> = (0..300).map(|_| loud()).collect();
    events.push(EventKind::Log { text: "own".into() });
    let shouted = |_| EventKind::Log {
        text: "\"".repeat(2000),
    };
    events.extend((0..64).map(shouted));
    let mut line = String::new();
    write_events(&mut line, events.iter(), 3);
    assert!(line.len() < 1 << 16, "{}", line.len());
    let read: serde_json::Value = serde_json::from_str(&line).expect("JSON");
    let read = read.as_array().expect("a list");
    assert!(read.iter().any(|event| event["text"] == "own"));
    let left_out = 300 + 1 + 64 + 3 - (read.len() - 1);
    let text = format!("this line has no room for {left_out} more entries");
    assert_eq!(read.last().expect("events")["text"], text);
}

/// An actor's fields after the step just played.
fn told(run: &Run) -> String {
    let mut line = String::new();
    object(&mut line, |line| {
        actor_fields(line, &run.shown("a"), run.stage.events());
    });
    line
}

#[test]
fn a_line_tells_triggers_fades_and_the_parameters_of_both() {
    let script = Script::default()
        .param("hp", 3.0, 0.0, 9.0)
        .state("s")
        .on("execute", |ask| {
            if ask.world().step == 1 {
                ask.set("go", 1.0);
                ask.fire("fire");
            }
        });
    let mut run = Scene::one(script).with_tree(scene::tree).open();
    run.step();
    assert_eq!(
        told(&run),
        r#"{"actor":"a","state":"s","previous":null,"state_time":0.1,"x":0,"y":0,"facing":1,"clips":[{"clip":"idle","time":0.1,"frame":2,"weight":1}],"params":{"go":0,"hp":3,"tilt":0.5},"triggers":{"fire":0},"events":[{"kind":"start","state":"s"}]}"#
    );
    run.step();
    let line = told(&run);
    let expected = r#""params":{"go":1,"hp":3,"tilt":0.5},"triggers":{"fire":0.5},"fades":[{"block":"legs","from":0,"to":1,"elapsed":0.1,"time":0.2}],"events":[]}"#;
    assert!(line.ends_with(expected), "{line}");
    run.steps(2);
    let line = told(&run);
    let expected =
        r#""triggers":{"fire":1},"events":[{"kind":"finish","trigger":"fire","at":0.4}]}"#;
    assert!(line.ends_with(expected), "{line}");
    serde_json::from_str::<serde_json::Value>(&line).expect("JSON");
}

#[test]
fn a_line_tells_smoothed_angles_by_block() {
    let look = |clips: &ClipSet| {
        let show = |name: &str| Block::Animation {
            clip: clips.id(name).expect("a clip"),
            speed: Value::Number(1.0),
        };
        let mut poses = [None; 9];
        (poses[1], poses[7]) = (Some(BlockId(0)), Some(BlockId(1)));
        let look = Block::LookAt {
            horizontal: Value::Param(ParamId(0)),
            vertical: Value::Number(20.0),
            horizontal_speed: Value::Number(100.0),
            vertical_speed: Value::Number(0.0),
            speed: Value::Number(1.0),
            poses,
            carry: false,
            sync: false,
        };
        let spec = TreeSpec {
            params: vec![scene::param("aim", 0.0, -180.0, 180.0)],
            triggers: Vec::new(),
            blocks: vec![show("idle"), show("walk"), look],
            keys: vec!["5".into(), "6".into(), "412".into()],
            output: BlockId(2),
            event_weight: 0.0,
        };
        TreeDef::build(spec, clips).expect("a sound tree")
    };
    let script = Script::default()
        .state("s")
        .on("execute", |ask| ask.set("aim", 45.0));
    let mut run = Scene::one(script).with_tree(look).open();
    run.step();
    let line = told(&run);
    let expected = r#""params":{"aim":45},"triggers":{},"angles":{"412":[10,20]},"events":["#;
    assert!(line.contains(expected), "{line}");
    run.steps(5);
    let line = told(&run);
    assert!(line.contains(r#""angles":{"412":[45,20]}"#), "{line}");
}

/// The play tree of a character without one is nobody's business.
#[test]
fn a_fade_without_a_tree_shows_in_the_weights_alone() {
    let script = Script::default()
        .state("s")
        .clip("idle")
        .lasts(0.1)
        .next("t");
    let script = script.state("t").clip("walk").fade(0.4);
    let mut run = Scene::one(script).open();
    run.steps(2);
    let line = told(&run);
    assert!(line.contains(r#""weight":0.75}"#), "{line}");
    assert!(
        line.contains(r#""params":{},"triggers":{},"events""#),
        "{line}"
    );
}

#[test]
fn a_frame_is_told_by_part_where_a_clip_keys_the_pictures_of_several() {
    let pictures = |part, times: &[f64]| PartKeys {
        part,
        pictures: times
            .iter()
            .map(|time| Key {
                time: *time,
                value: Some(PictureId(0)),
                ease: Ease::Step,
            })
            .collect(),
        ..PartKeys::default()
    };
    let part = |name: &str| PartDef {
        name: name.into(),
        parent: None,
        at: Vec2::default(),
        rotation: 0.0,
        scale: Vec2::new(1.0, 1.0),
        opacity: 1.0,
        order: 0.0,
        picture: None,
    };
    let two = vec![pictures(1, &[0.3, 0.4]), pictures(0, &[0.0, 0.1, 0.2])];
    let one = vec![pictures(1, &[0.0, 0.1])];
    for (keys, frames) in [
        (
            two,
            [
                r#"{"torso":2,"hand":1}"#,
                r#"{"torso":3,"hand":1}"#,
                r#"{"torso":3,"hand":1}"#,
                r#"{"torso":3,"hand":2}"#,
                r#"{"torso":1,"hand":1}"#,
            ],
        ),
        (one, ["1", "2", "2", "2", "1"]),
    ] {
        let spec = ClipSpec {
            name: "idle".into(),
            frames: 2,
            keys,
            durations: Durations::Times(vec![0.15, 0.35]),
            mode: Mode::Loop,
            ..ClipSpec::default()
        };
        let mut scene = Scene::new()
            .script("s", Script::default().state("s"))
            .actor("a", "s");
        scene.clips = Arc::new(ClipSet::new(vec![Clip::new(spec).expect("a sound clip")]));
        let rig = RigDef::new(vec![part("torso"), part("hand")], &scene.clips);
        scene.rig = Some(rig.expect("a sound rig"));
        let mut run = scene.open();
        for frame in frames {
            run.step();
            let line = told(&run);
            assert!(
                line.contains(&format!(r#""frame":{frame},"weight""#)),
                "{line}"
            );
        }
    }
}
