//! Rule I1: keys and names.

use std::collections::BTreeMap;

use super::fake::Ask;
use super::scene::Scene;
use super::script::Script;
use crate::stage::{Input, InputKey, InputState, KEYS};

fn key(name: &str, down: bool) -> Input {
    let key = InputKey::key(name).expect("a key");
    Input::Key { key, down }
}

fn name(name: &str, down: bool) -> Input {
    let key = InputKey::Name(name.into());
    Input::Key { key, down }
}

fn ask_all(ask: &mut Ask<'_>, name: &str) -> String {
    let input = &ask.call.world.input;
    let bindings = ask.me().bindings.map(|bindings| &**bindings);
    let now = ask.call.world.time;
    let letter = |truth: Option<bool>, letter| match truth {
        Some(true) => letter,
        Some(false) => "-",
        None => "?",
    };
    format!(
        "{}{}{} {:.1}",
        letter(input.down(bindings, name), "d"),
        letter(input.pressed(bindings, name), "p"),
        letter(input.released(bindings, name), "r"),
        input.since(bindings, name, now).unwrap_or(-1.0),
    )
}

fn listener(names: &'static [&'static str]) -> Script {
    Script::default().state("s").on("execute", move |ask| {
        for name in names {
            let heard = ask_all(ask, name);
            ask.log(format!("{name} {heard}"));
        }
    })
}

fn keys(pairs: &[(&str, &[&str])]) -> BTreeMap<String, Vec<String>> {
    let pairs = pairs.iter();
    pairs
        .map(|(name, keys)| {
            (
                (*name).to_owned(),
                keys.iter().map(|k| (*k).to_owned()).collect(),
            )
        })
        .collect()
}

/// Plays the inputs, a list for each step, and gives what was heard.
fn hear(scene: &Scene, who: &str, inputs: Vec<Vec<Input>>) -> Vec<String> {
    let mut run = scene.open();
    let mut heard = Vec::new();
    for inputs in inputs {
        run.input(inputs);
        let log = format!("{who} log ");
        heard.extend(
            run.events_of(who)
                .iter()
                .filter_map(|e| Some(e.strip_prefix(&log)?.to_owned())),
        );
    }
    heard
}

#[test]
fn i1_a_press_is_seen_by_one_step() {
    let heard = hear(
        &Scene::one(listener(&["j"])),
        "a",
        vec![
            vec![],
            vec![key("j", true)],
            vec![],
            vec![key("j", true)],
            vec![key("j", false)],
            vec![],
        ],
    );
    assert_eq!(
        heard,
        [
            "j --- inf",
            "j dp- 0.0",
            "j d-- 0.1",
            "j d-- 0.2",
            "j --r 0.3",
            "j --- 0.4"
        ],
        "pressing what is down does nothing"
    );
}

#[test]
fn i1_pressed_and_released_between_two_steps_are_both_true() {
    let heard = hear(
        &Scene::one(listener(&["j"])),
        "a",
        vec![
            vec![key("j", true), key("j", false)],
            vec![],
            vec![key("j", false)],
        ],
    );
    assert_eq!(heard, ["j -pr 0.0", "j --- 0.1", "j --- 0.2"]);
}

#[test]
fn i1_a_name_is_the_actors_own_else_the_characters_else_the_scenes_else_the_key() {
    let mut scene = Scene::one(listener(&["hit", "j"]))
        .actor("b", "s")
        .actor("deaf", "s");
    scene.keys = keys(&[("hit", &["k"])]);
    scene.actors[1].keys = keys(&[("hit", &["l", "m"])]);
    scene.actors[2].input = false;
    let press = |k: &str| vec![vec![key(k, true)]];
    for (who, k, heard) in [
        ("a", "k", ["hit dp- 0.0", "j --- inf"]),
        ("a", "l", ["hit --- inf", "j --- inf"]),
        ("a", "j", ["hit --- inf", "j dp- 0.0"]),
        ("b", "k", ["hit --- inf", "j --- inf"]),
        ("b", "m", ["hit dp- 0.0", "j --- inf"]),
        ("deaf", "k", ["hit --- inf", "j --- inf"]),
    ] {
        assert_eq!(hear(&scene, who, press(k)), heard, "{who} {k}");
    }
    scene.character_keys = keys(&[("hit", &["n"])]);
    assert_eq!(hear(&scene, "a", press("n"))[0], "hit dp- 0.0");
    assert_eq!(hear(&scene, "a", press("k"))[0], "hit --- inf");
}

#[test]
fn i1_a_name_pressed_as_such_is_heard_by_all_who_have_it() {
    let mut scene = Scene::one(listener(&["left"])).actor("b", "s");
    scene.actors[0].keys = keys(&[("left", &["a"])]);
    let press = || vec![vec![name("left", true)]];
    assert_eq!(hear(&scene, "a", press()), ["left dp- 0.0"]);
    assert_eq!(
        hear(&scene, "b", press()),
        ["left --- inf"],
        "to it `left` is the key"
    );
    scene.actors[0].keys.clear();
    assert_eq!(
        hear(&scene, "b", press()),
        ["left dp- 0.0"],
        "bound by nobody: the key"
    );
}

#[test]
fn i1_a_second_key_of_a_name_that_is_held_presses_nothing() {
    let mut scene = Scene::one(listener(&["go"]));
    scene.keys = keys(&[("go", &["a", "left"])]);
    let heard = hear(
        &scene,
        "a",
        vec![
            vec![key("a", true)],
            vec![key("left", true)],
            vec![key("a", false)],
            vec![key("left", false)],
        ],
    );
    assert_eq!(
        heard,
        ["go dp- 0.0", "go d-- 0.0", "go d-- 0.1", "go --r 0.2"]
    );
}

#[test]
fn i1_an_unknown_name_is_told() {
    let input = InputState::default();
    let none = crate::stage::Bindings::new();
    assert_eq!(input.down(Some(&none), "pnuch"), None);
    assert_eq!(input.pressed(Some(&none), "pnuch"), None);
    assert_eq!(input.released(Some(&none), "pnuch"), None);
    assert_eq!(input.since(Some(&none), "pnuch", 1.0), None);
    assert_eq!(input.axis(Some(&none), "left", "rihgt"), Err("rihgt"));
    assert_eq!(input.axis(Some(&none), "left", "right"), Ok(0.0));
}

#[test]
fn i1_an_axis_is_the_positive_less_the_negative() {
    let script = Script::default().state("s").on("execute", |ask| {
        let bindings = ask.me().bindings.map(|b| &**b);
        let axis = ask.call.world.input.axis(bindings, "left", "right");
        let text = format!("{:?} {:?}", axis, ask.call.world.input.pointer);
        ask.log(text);
    });
    let heard = hear(
        &Scene::one(script),
        "a",
        vec![
            vec![key("right", true), Input::Pointer { x: 3, y: -4 }],
            vec![key("left", true)],
            vec![key("right", false)],
        ],
    );
    assert_eq!(
        heard,
        [
            "Ok(1.0) (3.0, -4.0)",
            "Ok(0.0) (3.0, -4.0)",
            "Ok(-1.0) (3.0, -4.0)"
        ]
    );
}

#[test]
fn every_key_has_one_name() {
    let mut sorted = KEYS.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(sorted.len(), KEYS.len());
    for key in ["a", "0", "space", "f12", "mouse3", "-", "\\"] {
        assert_eq!(InputKey::key(key), Some(InputKey::Key(key)));
    }
    assert_eq!(InputKey::key("A"), None);
}

#[test]
fn a_stage_tells_which_names_are_bound_and_known() {
    let mut scene = Scene::one(listener(&["x"]));
    scene.keys = keys(&[("pan", &["k"])]);
    scene.character_keys = keys(&[("punch", &["j"])]);
    scene.actors[0].keys = keys(&[("wave", &["w"])]);
    let run = scene.open();
    for name in ["pan", "punch", "wave"] {
        assert!(run.stage.binds(name), "{name}");
    }
    assert!(!run.stage.binds("j"));
    assert!(run.stage.knows("a") && !run.stage.knows("b"));
}
