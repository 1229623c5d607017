//! The rows of api.md about trees: parameters, triggers, boxes. Each call by itself,
//! then whole steps of a stage whose brain is the Lua host.

use std::sync::Arc;

use super::bench::{Bench, body, character, files};
use crate::clip::{BoxSpec, Clip, ClipId, ClipSet, ClipSpec, Durations, Mode, PictureId};
use crate::geom::Rect;
use crate::script::ScriptHost;
use crate::stage::tests::scene;
use crate::stage::{CharacterDef, Kind, Limits, TriggerAsk, TriggerSeen};
use crate::tree::TriggerId;

const FIRE: TriggerId = TriggerId(0);

/// Clips of 100 ms frames, a tree with `go`, `tilt` and `fire`; the punch has boxes.
pub(super) fn robot() -> CharacterDef {
    let boxes = |name: &str| {
        let rect = |name: &str, frame, x| BoxSpec {
            name: name.into(),
            frame,
            rect: Rect::new(x, -20.0, 10.0, 20.0),
        };
        match name {
            "punch" => vec![rect("body", None, -5.0), rect("fist", Some(2), 15.0)],
            "idle" => vec![rect("body", None, -5.0)],
            _ => Vec::new(),
        }
    };
    let clip = |name: &str, frames: usize, mode| {
        Clip::new(ClipSpec {
            name: name.into(),
            frames,
            pictures: vec![PictureId(0); frames],
            durations: Durations::Each(0.1),
            mode,
            boxes: boxes(name),
            ..ClipSpec::default()
        })
        .expect("a sound clip")
    };
    let clips = ClipSet::new(vec![
        clip("idle", 10, Mode::Loop),
        clip("walk", 2, Mode::Loop),
        clip("punch", 3, Mode::Normal),
    ]);
    CharacterDef {
        name: "robot".into(),
        tree: Arc::new(scene::tree(&clips)),
        rig: Arc::new(crate::rig::RigDef::sprite(&clips)),
        clips: Arc::new(clips),
        ..CharacterDef::clone(&character("scripts/a.lua"))
    }
}

pub(super) fn bench(lua: &str) -> Bench {
    Bench::of(robot(), &with_params(lua))
}

/// A behaviour with the parameter `hp`, whose execute has this body.
fn with_params(lua: &str) -> String {
    body(lua).replacen("return {", "return { params = { hp = { 4, 0, 9 } },", 1)
}

#[test]
fn r10_set_and_get_speak_of_the_trees_parameters_and_of_ones_own() {
    for (lua, logs, sets) in [
        (
            "print(self:get(\"go\"), self:get(\"hp\"), self:get(\"tilt\"))",
            "0\t4\t0.5",
            vec![],
        ),
        (
            "self:set(\"tilt\", 0.25) self:set(\"hp\", 5) print(self:get(\"tilt\"), self:get(\"hp\"))",
            "0.25\t5",
            vec![(2, 0.25), (1, 5.0)],
        ),
        // Beyond the range it is held to it, without an error.
        (
            "self:set(\"tilt\", 7) self:set(\"hp\", -1e300) print(self:get(\"tilt\"), self:get(\"hp\"))",
            "1\t0",
            vec![(2, 1.0), (1, 0.0)],
        ),
        // The last one counts; all are handed on in order.
        (
            "self:set(\"go\", 1) self:set(\"go\", 2) print(self:get(\"go\"))",
            "2",
            vec![(0, 1.0), (0, 2.0)],
        ),
        (
            "print(stage.find(\"hero\"):get(\"tilt\"), stage.find(\"hero\"):get(\"hp\"))",
            "0.5\t4",
            vec![],
        ),
    ] {
        let requests = bench(lua).execute(0);
        assert_eq!(requests.logs, [logs], "{lua}");
        assert_eq!(requests.sets, sets, "{lua}");
    }
}

#[test]
fn triggers_are_asked_for_in_order_and_each_way_once() {
    for (lua, asks) in [
        ("self:fire(\"fire\")", vec![TriggerAsk::Fire(FIRE)]),
        (
            "self:fire(\"fire\") self:cancel(\"fire\") self:fire(\"fire\")",
            vec![TriggerAsk::Fire(FIRE), TriggerAsk::Cancel(FIRE)],
        ),
        (
            "for i = 1, 9999 do self:cancel(\"fire\") end",
            vec![TriggerAsk::Cancel(FIRE)],
        ),
        ("pcall(self.fire, self, \"fier\")", vec![]),
    ] {
        assert_eq!(bench(lua).execute(0).triggers, asks, "{lua}");
    }
}

#[test]
fn m7_firing_and_finished_are_as_the_step_began_but_for_what_is_fired_in_it() {
    let ask = "print(self:firing(\"fire\"), self:finished(\"fire\"))";
    let seen = |firing, finished| TriggerSeen { firing, finished };
    for (before, act, answer) in [
        (seen(false, false), "", "false\tfalse"),
        (seen(true, false), "", "true\tfalse"),
        (seen(false, true), "", "false\ttrue"),
        (seen(false, true), "self:fire(\"fire\") ", "true\tfalse"),
        (seen(true, false), "self:cancel(\"fire\") ", "true\tfalse"),
        (seen(false, false), "self:cancel(\"fire\") ", "false\tfalse"),
    ] {
        let mut bench = bench(&format!("{act}{ask}"));
        bench.actors[0].triggers = vec![before];
        assert_eq!(bench.execute(0).logs, [answer], "{before:?} {act}");
    }
}

#[test]
fn finished_speaks_of_clips_too_and_of_a_trigger_before_a_clip_of_its_name() {
    let mut bench =
        bench("print(self:finished(), self:finished(\"walk\"), self:finished(\"idle\"))");
    bench.actors[0].passed = vec![true, false, false];
    assert_eq!(bench.execute(0).logs, ["true\tfalse\ttrue"]);
    // A clip may be called like the trigger.
    let mut twins = robot();
    let named = |id: usize, name: &str| {
        let clip = twins.clips.clip(ClipId(id as u16));
        Clip::new(ClipSpec {
            name: name.into(),
            frames: 2,
            pictures: vec![PictureId(0); 2],
            durations: Durations::Each(0.1),
            mode: clip.mode(),
            ..ClipSpec::default()
        })
        .expect("a sound clip")
    };
    let clips = ClipSet::new(vec![
        named(0, "idle"),
        named(1, "walk"),
        named(2, "punch"),
        named(0, "fire"),
    ]);
    twins.tree = Arc::new(scene::tree(&clips));
    twins.clips = Arc::new(clips);
    let mut bench = Bench::of(twins, &body("print(self:finished(\"fire\"))"));
    bench.actors[0].passed = vec![true; 4];
    assert_eq!(bench.execute(0).logs, ["false"]);
    bench.actors[0].triggers[0].finished = true;
    assert_eq!(bench.execute(0).logs, ["true"]);
}

#[test]
fn what_is_refused() {
    for (lua, message) in [
        (
            "self:set(\"tlit\", 1)",
            "self:set: unknown parameter \"tlit\" (parameters: tilt, go, hp)",
        ),
        (
            "self:get(\"h\")",
            "self:get: unknown parameter \"h\" (parameters: hp, go, tilt)",
        ),
        (
            "stage.find(\"hero\"):get(\"tlit\")",
            "view:get: unknown parameter \"tlit\" (parameters: tilt, go, hp)",
        ),
        (
            "self:set(\"tilt\", 0/0)",
            "self:set: the value must be a finite number (it is nan)",
        ),
        (
            "self:set(\"hp\", 1/0)",
            "self:set: the value must be a finite number (it is inf)",
        ),
        (
            "self:set(\"hp\", \"1\")",
            "self:set: the value must be a finite number (it is the string \"1\")",
        ),
        (
            "self:set(5, 1)",
            "self:set: the parameter must be a string (it is 5)",
        ),
        (
            "self:fire(\"fier\")",
            "self:fire: unknown trigger \"fier\" (triggers: fire)",
        ),
        (
            "self:cancel(\"go\")",
            "self:cancel: unknown trigger \"go\" (triggers: fire)",
        ),
        (
            "self:firing()",
            "self:firing: the trigger must be a string (it is nil)",
        ),
        (
            "self:finished(\"wlak\")",
            "self:finished: unknown clip or trigger \"wlak\" (clips or triggers: walk, idle, fire, punch)",
        ),
        (
            "self:play(\"walk\")",
            "self:play: this character has a tree; use self:set and self:fire",
        ),
        (
            "self:box(\"fsit\")",
            "self:box: unknown box \"fsit\" (boxes: fist, body) in the clips of robot",
        ),
        (
            "self:box()",
            "self:box: the box must be a string (it is nil)",
        ),
        (
            "self:touches({})",
            "self:touches needs a view (as stage.find gives it)",
        ),
        (
            "self:touches(stage.find(\"hero\"), \"fits\")",
            "self:touches: mine: unknown box \"fits\" (boxes: fist, body) in the clips of robot",
        ),
        (
            "self:touches(stage.find(\"hero\"), nil, \"bdoy\")",
            "self:touches: theirs: unknown box \"bdoy\" (boxes: body, fist) in the clips of robot",
        ),
        (
            "self.box = 1",
            "self.box is a method: choose another name for the field",
        ),
        (
            "self.x = \"a\" self:box(\"body\")",
            "self:box: self.x must be a finite number (it is the string \"a\")",
        ),
    ] {
        let error = bench(lua).error(0);
        assert_eq!(error.message, message, "{lua}");
        assert_eq!(
            (error.line, error.callback.as_str()),
            (2, "execute"),
            "{lua}"
        );
    }
    // Without a tree.
    for (lua, message) in [
        (
            "self:fire(\"x\")",
            "self:fire: this character has no tree, so it has no triggers; use self:play or self:change",
        ),
        (
            "self:cancel(\"x\")",
            "self:cancel: this character has no tree, so it has no triggers; use self:play or self:change",
        ),
        (
            "self:firing(\"x\")",
            "self:firing: this character has no tree, so it has no triggers; use self:play or self:change",
        ),
        (
            "self:finished(\"wlak\")",
            "self:finished: unknown clip \"wlak\" (clips: walk, idle)",
        ),
        (
            "self:box(\"body\")",
            "self:box: unknown box \"body\" (there is none) in the clips of puppet",
        ),
    ] {
        assert_eq!(Bench::one(&body(lua)).error(0).message, message, "{lua}");
    }
}

#[test]
fn a_parameter_of_both_is_refused_at_its_line() {
    let mut host = ScriptHost::new(&Limits::default());
    let script = "local s = {}\nreturn {\n  initial = \"s\", states = { s = s },\n  params = {\n    hp = 1,\n    tilt = 0,\n  },\n}";
    let files = files(&[("scripts/a.lua", script)]);
    let (behaviour, _) = host.load(&files, "scripts/a.lua").expect("a behaviour");
    let Err(faults) = Kind::link(Arc::new(robot()), Some(behaviour)) else {
        panic!("it links")
    };
    let faults: Vec<_> = faults
        .iter()
        .map(|f| (f.line, f.message.as_str()))
        .collect();
    let wrong = "params: \"tilt\" is a parameter of the tree of robot too: choose another name";
    assert_eq!(faults, [(6, wrong)]);
}

/// Another character in the same VM: names of clips and triggers are its own.
#[test]
fn the_names_of_triggers_follow_the_character_over_a_reload() {
    let mut bench = bench("");
    let of = crate::tree::Source::Trigger(FIRE);
    let script = with_params("").replace(
        "states =",
        "finish = function(self, what) print(what) end, states =",
    );
    bench.save(&[("scripts/a.lua", &script)]).expect("it loads");
    let level = crate::stage::Level::Behaviour;
    let finish = crate::stage::Callback::Finish { level, of };
    assert_eq!(bench.ask(0, finish.clone()).1.logs, ["fire"]);
    let mut other = robot();
    let spec = crate::tree::TreeSpec {
        params: Vec::new(),
        triggers: vec!["aim".into()],
        blocks: vec![
            crate::tree::Block::Animation {
                clip: ClipId(0),
                speed: crate::tree::Value::Number(1.0),
            },
            crate::tree::Block::Trigger {
                name: FIRE,
                on: crate::tree::BlockId(0),
                off: crate::tree::BlockId(0),
                time: crate::tree::Value::Number(0.0),
            },
        ],
        keys: Vec::new(),
        output: crate::tree::BlockId(1),
        event_weight: 0.0,
    };
    other.tree = Arc::new(crate::tree::TreeDef::build(spec, &other.clips).expect("a tree"));
    let kind = Kind {
        character: Arc::new(other),
        ..Kind::clone(&bench.actors[0].kind)
    };
    bench.actors[0].kind = Arc::new(kind);
    assert_eq!(bench.ask(0, finish).1.logs, ["aim"]);
}
