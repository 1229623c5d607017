//! Rules L1, L2, L4: what stays and what does not when files change.

use std::sync::Arc;

use super::scene::{Scene, clip};
use super::script::Script;
use crate::clip::{ClipSet, Mode};
use crate::stage::{Input, Trip};

fn base() -> Script {
    Script::default()
        .param("p", 1.0, 0.0, 9.0)
        .state("a")
        .clip("idle")
        .on("exit", |ask| ask.log("old exit"))
        .state("b")
}

#[test]
fn l1_everything_stays_and_enter_and_exit_do_not_run() {
    let walk = |script: Script| {
        script
            .all()
            .on("global", |ask| match ask.world().step {
                0 => ask.requests.sets.push((0, 4.0)),
                1 => ask.change("b"),
                _ => {}
            })
            .on("on_reload", |ask| {
                let state = ask.state();
                ask.log(state);
            })
    };
    let mut run = Scene::one(walk(base())).actor("stone", "statue").open();
    run.steps(3);
    let before = run.shown("a").tree.clone();
    run.calls();
    let more = walk(base()).state("new").param("q", 3.0, 0.0, 9.0);
    run.reload(&Scene::one(more).actor("stone", "statue"));
    assert_eq!(run.calls(), ["a on_reload", "a global"]);
    assert_eq!(run.events(), ["a reload scripts/s.lua", "a log b"]);
    let shown = run.shown("a");
    assert_eq!((shown.state, shown.previous), (Some("b"), Some("a")));
    assert_eq!(shown.params, [4.0, 3.0]);
    assert_eq!(shown.state_time.seconds(), 0.3);
    assert_ne!(&before, shown.tree, "time went on");
    assert_eq!(run.picture("a"), "idle 5");
}

#[test]
fn l4_where_the_present_state_is_gone_its_old_exit_then_the_initial_one() {
    let mut run = Scene::one(base()).open();
    run.steps(2);
    run.calls();
    let new = Script::default()
        .state("c")
        .clip("walk")
        .on("enter", |ask| ask.log("new enter"));
    run.reload(&Scene::one(new));
    assert_eq!(run.calls(), ["a a.exit", "a c.enter"]);
    assert_eq!(
        run.events(),
        [
            "a log old exit",
            "a reload scripts/s.lua",
            "a change a>c reload",
            "a log new enter"
        ]
    );
    assert!(run.stage.events().iter().all(|event| event.step == 2));
    assert_eq!(run.picture("a"), "walk 2");
    let last = run.shown("a").history.back().cloned().expect("a change");
    assert_eq!((last.from.as_deref(), last.to.as_str()), (Some("a"), "c"));
}

#[test]
fn m6_going_back_to_a_state_that_is_gone_leads_to_the_initial_one() {
    let script = |gone: bool| {
        let script = Script::default()
            .all()
            .on("global", |ask| match ask.world().step {
                1 => ask.change("b"),
                4 => ask.revert(),
                _ => {}
            });
        let script = if gone {
            script.state("c")
        } else {
            script.state("a")
        };
        script.state("b")
    };
    let mut run = Scene::one(script(false)).open();
    run.steps(3);
    run.reload(&Scene::one(script(true)));
    assert_eq!(run.shown("a").previous, Some("a"));
    run.step();
    assert_eq!(
        run.events(),
        [
            r#"a notice the state "a" is gone: back to "c" instead"#,
            "a change b>c revert"
        ]
    );
}

#[test]
fn l2_clips_are_matched_by_name_and_keep_their_playhead_in_seconds() {
    let script = || Script::default().state("s").clip("walk");
    let mut scene = Scene::one(script());
    let mut run = scene.open();
    run.step();
    assert_eq!(run.picture("a"), "walk 2");
    // Walk gets a longer second frame's worth of pictures, and another number.
    scene.clips = Arc::new(ClipSet::new(vec![
        clip("aaa", 2, Mode::Loop, &[]),
        clip("idle", 4, Mode::Loop, &[]),
        clip("walk", 6, Mode::Loop, &[("early", 2, 0.0)]),
    ]));
    scene.scripts.insert("s".into(), script());
    run.reload(&scene);
    assert_eq!(run.picture("a"), "walk 3");
    assert_eq!(run.events(), ["a reload scripts/s.lua"], "nothing fires");
    run.step();
    assert_eq!(run.picture("a"), "walk 4");
}

#[test]
fn l2_a_clip_that_is_gone_leaves_the_first_one() {
    let mut scene = Scene::one(Script::default().state("s").clip("walk"));
    let mut run = scene.open();
    run.step();
    scene.clips = Arc::new(ClipSet::new(vec![clip("idle", 4, Mode::Loop, &[])]));
    scene
        .scripts
        .insert("s".into(), Script::default().state("s"));
    run.reload(&scene);
    run.steps(2);
    assert!(run.picture("a").starts_with("idle "));
}

#[test]
fn l2_where_the_clip_in_view_is_gone_the_states_own_plays() {
    let script = |clip: &str| Script::default().state("s").clip(clip);
    let mut scene = Scene::one(script("walk"));
    let mut run = scene.open();
    run.steps(2);
    scene.clips = Arc::new(ClipSet::new(vec![
        clip("idle", 4, Mode::Loop, &[]),
        clip("run", 4, Mode::Loop, &[]),
    ]));
    scene.scripts.insert("s".into(), script("run"));
    run.reload(&scene);
    assert_eq!(run.picture("a"), "run 2");
    assert_eq!(run.state("a"), "s");
}

#[test]
fn only_what_differs_is_touched() {
    let scene = Scene::one(base()).script("t", base()).actor("b", "t");
    let mut run = scene.open();
    run.steps(2);
    let mut cast = scene.cast();
    // Of `b` everything is as it was.
    let old = run.shown("b").kind.clone();
    cast.actors[1] = old;
    run.input(vec![Input::Reload {
        cast: Box::new(cast),
        files: vec!["x".into(), "y".into()],
    }]);
    assert_eq!(run.events(), ["a reload x, y"]);
}

#[test]
fn m5_a_reload_ends_the_rest() {
    let bad = || {
        Script::default()
            .state("s")
            .on("execute", |ask| ask.trip(Trip::Clock))
    };
    let mut run = Scene::one(bad()).open();
    run.steps(2);
    assert!(run.shown("a").resting && !run.stage.script_errors().is_empty());
    run.reload(&Scene::one(
        Script::default()
            .state("s")
            .on("execute", |ask| ask.walk(1.0)),
    ));
    assert!(!run.shown("a").resting);
    assert_eq!(run.shown("a").x, 1.0);
    assert!(run.stage.script_errors().is_empty());
    assert_eq!(run.state("a"), "s");
}

#[test]
fn an_actor_that_could_not_arrive_does_so_after_a_reload() {
    let mut run = Scene::one(base()).open();
    run.brain.refuse.push("a".into());
    run.steps(2);
    assert_eq!(run.state("a"), "");
    run.brain.refuse.clear();
    run.reload(&Scene::one(base()));
    assert_eq!(run.events(), ["a reload scripts/s.lua", "a start a"]);
}

#[test]
fn a_scene_that_changed_lets_new_actors_in_and_old_ones_out() {
    let mut run = Scene::one(base()).actor("b", "s").open();
    run.steps(2);
    let mut scene = Scene::one(base()).actor("c", "s");
    scene.actors[0].x = 99.0;
    scene.actors[0].tags = vec!["red".into()];
    scene.actors[1].x = 5.0;
    run.reload(&scene);
    assert_eq!(run.events_of("b"), ["b log old exit", "b remove"]);
    assert_eq!(run.events_of("c"), ["c start a"]);
    assert_eq!(
        (run.shown("a").x, run.shown("c").x),
        (0.0, 5.0),
        "a living actor stays where it is"
    );
    assert_eq!(run.stage.actors().count(), 3);
    run.step();
    let names: Vec<&str> = run.stage.actors().map(|a| &**a.name).collect();
    assert_eq!(names, ["a", "c"]);
    assert_eq!(run.brain.there.len(), 2);
}

#[test]
fn an_actor_that_left_by_itself_does_not_come_back_with_a_reload() {
    let script = || {
        Script::default()
            .state("s")
            .on("execute", |ask| ask.remove("a"))
    };
    let mut run = Scene::one(script()).open();
    run.steps(2);
    run.reload(&Scene::one(script()));
    run.step();
    assert_eq!(run.stage.actors().count(), 0);
}

#[test]
fn another_behaviour_is_another_mind() {
    let old = base();
    let mut scene = Scene::new().script("s", old).script(
        "t",
        Script::default().state("z").all().on("on_start", |_| {}),
    );
    scene = scene.actor("a", "s");
    let mut run = scene.open();
    run.steps(2);
    run.calls();
    scene.actors[0].character = "t".into();
    run.reload(&scene);
    assert_eq!(run.calls(), ["a a.exit", "a on_start"]);
    assert_eq!(run.state("a"), "z");
    assert_eq!(run.shown("a").previous, None);
}

#[test]
fn states_may_come_and_go_altogether() {
    let none = || Script::default().all().on("global", |_| {});
    let mut run = Scene::one(base()).open();
    run.steps(2);
    run.reload(&Scene::one(none()));
    assert_eq!(run.shown("a").state, None);
    run.steps(2);
    run.reload(&Scene::one(base()));
    assert_eq!(run.state("a"), "a");
}
