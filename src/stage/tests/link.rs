//! Names between a behaviour and its character.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::scene::Scene;
use super::script::Script;
use crate::clip::ClipSet;
use crate::stage::{BehaviourDef, DriverDef, Kind};

fn link(behaviour: BehaviourDef, clips: Option<ClipSet>) -> Vec<String> {
    let mut scene = Scene::new().script("s", Script::default());
    if let Some(clips) = clips {
        scene.clips = Arc::new(clips);
    }
    let character = match &scene.cast().characters["s"] {
        Ok(kind) => Arc::clone(&kind.character),
        Err(wrong) => panic!("{wrong}"),
    };
    match Kind::link(character, Some(Arc::new(behaviour))) {
        Ok(_) => Vec::new(),
        Err(faults) => faults
            .into_iter()
            .map(|fault| format!("{}:{} {}", fault.file, fault.line, fault.message))
            .collect(),
    }
}

#[test]
fn every_name_that_does_not_exist_is_one_fault() {
    let script = Script::default()
        .state("hit")
        .clip("pnuch")
        .on("at.contcat", |_| {})
        .state("idle")
        .clip("idle")
        .on("at.contact", |_| {})
        .all()
        .on("at.other", |_| {})
        .param("speed", 0.0, 0.0, 1.0);
    let mut behaviour = script.build("scripts/s.lua");
    behaviour.drivers.push(DriverDef {
        param: "sped".into(),
    });
    behaviour.lines = BTreeMap::from([
        ("state hit".to_owned(), ("scripts/s/hit.lua".to_owned(), 3)),
        ("driver sped".to_owned(), ("scripts/s.lua".to_owned(), 9)),
    ]);
    assert_eq!(
        link(behaviour, None),
        [
            r#"scripts/s/hit.lua:3 state "hit": unknown marker "contcat" (markers: contact) in the clips of s"#,
            r#"scripts/s/hit.lua:3 state "hit": unknown clip "pnuch" (clips: punch, kick, idle, walk)"#,
            r#"scripts/s.lua:0 unknown marker "other" (markers: contact) in the clips of s"#,
            r#"scripts/s.lua:9 driver: unknown parameter "sped" (parameters: speed)"#,
        ]
    );
}

#[test]
fn a_character_without_clips_has_none_to_name() {
    let script = Script::default().state("a").clip("idle");
    assert_eq!(
        link(script.build("s"), Some(ClipSet::new(Vec::new()))),
        [r#"s:0 state "a": unknown clip "idle" (there is none)"#]
    );
}

#[test]
fn what_fits_links() {
    let script = Script::default()
        .state("a")
        .clip("idle")
        .state("b")
        .on("at.contact", |_| {});
    assert!(link(script.build("s"), None).is_empty());
}

#[test]
fn a_character_without_clips_is_stepped() {
    let mut scene = Scene::one(
        Script::default()
            .state("a")
            .on("execute", |ask| ask.walk(1.0)),
    );
    scene.clips = Arc::new(ClipSet::new(Vec::new()));
    let mut run = scene.open();
    run.steps(3);
    assert_eq!(run.shown("a").x, 3.0);
    assert!(run.stage.figures(1.0)[0].parts.is_empty());
}
