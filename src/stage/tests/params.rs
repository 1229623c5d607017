//! Rule R10 on the stage: one name space of the behaviour's and the tree's
//! parameters; default, set, driver; clamped, and never anything but a number.

use super::scene::{Scene, tree};
use super::script::Script;
use crate::stage::{BehaviourDef, DriverDef, Kind};
use std::sync::Arc;

fn values(run: &super::scene::Run) -> Vec<String> {
    let shown = run.shown("a");
    let pairs = shown.kind.param_names().zip(shown.params);
    pairs
        .map(|(name, value)| format!("{name} {value}"))
        .collect()
}

#[test]
fn r10_a_parameter_is_its_default_then_what_is_set_then_what_its_driver_gives() {
    for (set, driven, after) in [
        (None, None, 0.5),
        (Some(0.75), None, 0.75),
        (Some(-3.0), None, 0.0),
        (Some(1e300), None, 1.0),
        (None, Some(0.25), 0.25),
        (Some(0.75), Some(0.25), 0.25),
        (Some(0.75), Some(7.0), 1.0),
    ] {
        let script = Script::default()
            .param("hp", 4.0, 0.0, 9.0)
            .state("s")
            .on("execute", move |ask| {
                if let Some(value) = set {
                    ask.set("tilt", value);
                }
                ask.set("hp", 5.0);
            })
            .all()
            .on("drivers.tilt", move |ask| {
                if let Some(value) = driven {
                    ask.number(value);
                }
            });
        for hz in [1, 10, 60, 144] {
            let mut scene = Scene::one(script.clone()).with_tree(tree);
            scene.hz = hz;
            let mut run = scene.open();
            run.step();
            let tilt = format!("tilt {after}");
            assert_eq!(values(&run), ["go 0", "hp 5", &tilt], "{set:?} {driven:?}");
            let shown = run.shown("a");
            let tree = &shown.kind.character.tree;
            let at = tree
                .params()
                .iter()
                .position(|p| p.name == "tilt")
                .expect("tilt");
            assert_eq!(shown.tree.get(crate::tree::ParamId(at as u16)), after);
        }
    }
}

#[test]
fn r10_what_is_no_finite_number_keeps_the_value_and_is_an_error_where_it_was_set() {
    let script = Script::default()
        .state("s")
        .on("execute", |ask| match ask.world().step {
            0 => ask.set("go", 1.0),
            1 => ask.set("go", f64::NAN),
            _ => ask.set("go", f64::INFINITY),
        })
        .all()
        .on("drivers.tilt", |ask| {
            let step = ask.world().step;
            ask.number(if step == 0 { 0.25 } else { f64::NAN });
        });
    let mut run = Scene::one(script).with_tree(tree).open();
    run.step();
    assert_eq!(values(&run), ["go 1", "tilt 0.25"]);
    for number in ["NaN", "inf"] {
        run.step();
        assert_eq!(values(&run), ["go 1", "tilt 0.25"]);
        let told = run.events();
        assert!(
            told.contains(&format!(
                r#"a error execute the parameter "go" must be a finite number (it was set to {number})"#
            )),
            "{told:?}"
        );
    }
    let mut run = Scene::one(
        Script::default()
            .all()
            .on("global", |ask| {
                ask.requests.sets.push((7, 1.0));
            })
            .state("s"),
    )
    .open();
    run.step();
    assert!(
        run.events()
            .contains(&"a error global there is no parameter of the number 7".into())
    );
}

#[test]
fn a_driver_that_gives_no_number_is_told_under_its_own_name() {
    let script = Script::default()
        .state("s")
        .all()
        .on("drivers.tilt", |ask| ask.number(f64::NAN));
    let mut run = Scene::one(script).with_tree(tree).open();
    run.step();
    assert!(run.events().iter().any(|event| event
        == r#"a error drivers.tilt the driver of "tilt" gave NaN: it must be a finite number"#));
    assert_eq!(values(&run), ["go 0", "tilt 0.5"]);
}

#[test]
fn all_that_one_callback_sets_and_fires_is_seen_by_that_step() {
    let script = Script::default().state("s").on("execute", |ask| {
        if ask.world().step == 0 {
            ask.set("go", 1.0);
            ask.set("tilt", 0.0);
            ask.fire("fire");
        }
    });
    let mut run = Scene::one(script).with_tree(tree).open();
    run.step();
    assert_eq!(values(&run), ["go 1", "tilt 0"]);
    assert_eq!(run.mix("a"), ["punch 0.50", "idle 0.25", "walk 0.25"]);
    run.step();
    assert_eq!(run.mix("a"), ["punch 1.00"]);
}

#[test]
fn r3_a_tree_begins_on_its_defaults_and_what_the_first_step_sets_is_a_change() {
    let script = Script::default()
        .state("s")
        .on("enter", |ask| ask.set("go", 1.0));
    let mut run = Scene::one(script).with_tree(tree).open();
    run.step();
    assert_eq!(run.mix("a"), ["idle 0.50", "walk 0.50"]);
}

/// What is set in a step is the tree's from the step's end on; the clips a script sees
/// in the step are as it began.
#[test]
fn m7_a_set_does_not_move_what_the_script_sees_in_that_step() {
    let script = Script::default()
        .state("s")
        .on("execute", |ask| {
            let seen = ask.seen();
            ask.log(seen);
            ask.set("go", 1.0);
        })
        .all()
        .on("drivers.tilt", |ask| {
            let seen = ask.seen();
            ask.log(seen);
        });
    let mut run = Scene::one(script).with_tree(tree).open();
    let mut seen = Vec::new();
    for _ in 0..4 {
        run.step();
        let logs = run.events().into_iter().filter(|e| e.contains(" log "));
        seen.push(
            logs.map(|e| e["a log ".len()..].to_owned())
                .collect::<Vec<_>>(),
        );
    }
    // Half and half after the first step: the first by name.
    assert_eq!(
        seen,
        [
            ["-", "-"],
            ["idle 2 0.10", "idle 2 0.10"],
            ["walk 1 0.00 passed", "walk 1 0.00 passed"],
            ["walk 2 0.50 passed", "walk 2 0.50 passed"],
        ]
    );
}

fn link(behaviour: BehaviourDef) -> Vec<String> {
    let scene = Scene::new().script("s", Script::default()).with_tree(tree);
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
fn a_name_in_both_and_a_driver_of_neither_are_told_with_their_lines() {
    let script = Script::default()
        .param("hp", 0.0, 0.0, 1.0)
        .param("tilt", 0.0, 0.0, 1.0)
        .state("s")
        .clip("idle");
    let mut behaviour = script.build("scripts/s.lua");
    for param in ["go", "hp", "tlit"] {
        let param = param.into();
        behaviour.drivers.push(DriverDef { param });
    }
    let line = |line| ("scripts/s.lua".to_owned(), line);
    behaviour.lines.insert("param tilt".into(), line(4));
    behaviour.lines.insert("driver tlit".into(), line(9));
    behaviour.lines.insert("state s".into(), line(2));
    assert_eq!(
        link(behaviour),
        [
            r#"scripts/s.lua:2 state "s" names the clip "idle", but s has a tree: set its parameters instead"#,
            r#"scripts/s.lua:4 params: "tilt" is a parameter of the tree of s too: choose another name"#,
            r#"scripts/s.lua:9 driver: unknown parameter "tlit" (parameters: tilt, go, hp)"#,
        ]
    );
}

#[test]
fn parameters_of_both_kinds_stay_by_name_over_a_reload() {
    let script = |range: f64| {
        Script::default()
            .param("hp", 1.0, 0.0, range)
            .state("s")
            .on("execute", |ask| {
                if ask.world().step == 0 {
                    ask.set("hp", 7.0);
                    ask.set("go", 1.0);
                    ask.set("tilt", 0.75);
                }
            })
    };
    let mut run = Scene::one(script(9.0)).with_tree(tree).open();
    run.steps(4);
    assert_eq!(run.mix("a"), ["walk 1.00"]);
    // The same tree: everything goes on. A narrower range holds what is in it.
    run.reload(&Scene::one(script(3.0)).with_tree(tree));
    assert_eq!(values(&run), ["go 1", "hp 3", "tilt 0.75"]);
    assert_eq!(run.mix("a"), ["walk 1.00"]);
    // Without a tree its parameters are gone; with it again they are at their defaults.
    run.reload(&Scene::one(script(3.0)));
    assert_eq!(values(&run), ["hp 3"]);
    run.reload(&Scene::one(script(3.0)).with_tree(tree));
    assert_eq!(values(&run), ["go 0", "hp 3", "tilt 0.5"]);
}

#[test]
fn l2_a_character_that_loses_its_tree_plays_the_clip_of_its_state() {
    let with = |clip: Option<&str>| {
        let script = Script::default().state("s");
        match clip {
            Some(clip) => script.clip(clip),
            None => script,
        }
    };
    let mut run = Scene::one(with(None)).with_tree(tree).open();
    run.steps(2);
    run.reload(&Scene::one(with(Some("walk"))));
    assert_eq!(run.mix("a"), ["walk 1.00"]);
    run.reload(&Scene::one(with(None)).with_tree(tree));
    assert_eq!(run.mix("a"), ["idle 1.00"]);
}

#[test]
fn r6_an_index_out_of_range_keeps_the_last_input_and_gives_one_notice_until_it_is_back() {
    let script = || {
        Script::default().state("s").on("execute", |ask| {
            let way = [0.0, 5.0, 5.0, 1.0, -1.0, -1.0, -1.0, 0.0, 7.0];
            let step = ask.world().step as usize;
            ask.set("go", way[step]);
        })
    };
    let scene = || Scene::one(script()).with_tree(tree);
    let mut run = scene().open();
    let mut told = Vec::new();
    for step in 0..9 {
        if step == 6 {
            // Still out of range after a reload: that was told already.
            run.reload(&scene());
        } else {
            run.step();
        }
        let notices = run.events().into_iter().filter(|e| e.contains("notice"));
        told.extend(notices.map(|notice| format!("{step} {notice}")));
    }
    let notice = "a notice the index of the Transition legs is out of range: its last input stays";
    assert_eq!(told, [1, 4, 8].map(|step| format!("{step} {notice}")));
}
