//! Whole steps of a stage whose brain is the Lua host: a script that drives a tree.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::bench::files;
use super::tree::robot;
use crate::script::ScriptHost;
use crate::stage::tests::scene::text;
use crate::stage::{ActorDef, Cast, Facing, Input, Kind, Limits, SceneDef, Stage};
use crate::time::Rate;

/// A stage with one robot whose script this is.
struct Play {
    stage: Stage,
    host: ScriptHost,
}

impl Play {
    fn new(script: &str) -> Play {
        let key = "scripts/a.lua";
        let mut host = ScriptHost::new(&Limits::default());
        let behaviour = match host.load(&files(&[(key, script)]), key) {
            Ok((behaviour, _)) => behaviour,
            Err(errors) => panic!("{errors}"),
        };
        let kind = match Kind::link(Arc::new(robot()), Some(behaviour)) {
            Ok(kind) => Arc::new(kind),
            Err(faults) => panic!("{faults:?}"),
        };
        let actor = ActorDef {
            name: "a".into(),
            character: "robot".into(),
            script: None,
            x: 0.0,
            y: 0.0,
            facing: Facing::Right,
            input: true,
            keys: BTreeMap::new(),
            tags: Vec::new(),
            with: Vec::new(),
            places: BTreeMap::new(),
        };
        let cast = Cast {
            scene: Arc::new(SceneDef {
                name: "test".into(),
                file: String::new(),
                size: (480, 270),
                backdrop: Vec::new(),
                actors: vec![actor],
                keys: BTreeMap::new(),
                source: Arc::from(""),
            }),
            actors: vec![Arc::clone(&kind)],
            characters: BTreeMap::from([("robot".into(), Ok(kind))]),
            rate: Rate::new(10).expect("a rate"),
            seed: 7,
        };
        Play {
            stage: Stage::new(cast, Limits::default()),
            host,
        }
    }

    /// What happened in a step, but for the start.
    fn step(&mut self) -> Vec<String> {
        self.stage.step(&mut self.host, Vec::<Input>::new());
        let events = self.stage.events().iter().map(text);
        events.filter(|event| !event.contains("start")).collect()
    }
}

#[test]
fn a_script_drives_a_tree_and_hears_of_its_triggers() {
    let mut play = Play::new(
        "local s = {}
function s.execute(self)
  if stage.step == 0 then self:set(\"go\", 1) self:fire(\"fire\") end
  log(self:firing(\"fire\"), self:finished(\"fire\"), self.clip, self.frame)
end
function s.finish(self, what) log(\"end of\", what, self:firing(\"fire\"), self:finished(what)) return false end
return { initial = \"s\", states = { s = s, t = {} },
  finish = function(self, what) return \"t\" end,
  drivers = { tilt = function(self, dt) return self:get(\"tilt\") + dt end } }",
    );
    assert_eq!(play.step(), ["a log true\tfalse\tnil\tnil"]);
    let clips: Vec<String> = {
        let actor = play.stage.actors().next().expect("an actor");
        let name = |id| actor.kind.character.clips.clip(id).name();
        let shown = actor.tree.shown().into_iter();
        shown
            .map(|s| format!("{} {}", name(s.clip), s.weight))
            .collect()
    };
    assert_eq!(clips, ["punch 0.5", "idle 0.25", "walk 0.25"]);
    assert_eq!(play.step(), ["a log true\tfalse\tpunch\t2"]);
    assert_eq!(
        play.step(),
        [
            "a log true\tfalse\tpunch\t3",
            "a finish fire 0.30",
            "a log end of\tfire\tfalse\ttrue",
            "a change s>t finish",
        ]
    );
    let actor = play.stage.actors().next().expect("an actor");
    let tilt = actor.kind.param(b"tilt").expect("tilt");
    assert!(
        (actor.params[tilt] - 0.8).abs() < 1e-9,
        "{:?}",
        actor.params
    );
}

#[test]
fn an_error_of_a_driver_bears_its_name_and_keeps_the_value() {
    for (gives, message) in [
        (
            "0/0",
            "drivers.tilt must return a finite number or nil (it returned nan)",
        ),
        (
            "1/0",
            "drivers.tilt must return a finite number or nil (it returned inf)",
        ),
        (
            "\"up\"",
            "drivers.tilt must return a finite number or nil (it returned the string \"up\")",
        ),
    ] {
        let mut play = Play::new(&format!(
            "return {{ initial = \"s\", states = {{ s = {{}} }},
  drivers = {{ tilt = function(self) if stage.step == 0 then return 0.75 end return {gives} end }} }}"
        ));
        assert!(play.step().is_empty());
        assert_eq!(play.step(), [format!("a error drivers.tilt {message}")]);
        let actor = play.stage.actors().next().expect("an actor");
        let tilt = actor.kind.param(b"tilt").expect("tilt");
        assert_eq!(actor.params[tilt], 0.75);
    }
}
