//! Rule M5: what a fault costs, how often it is told, when an actor rests.

use super::fake::Ask;
use super::scene::Scene;
use super::script::Script;
use crate::stage::{Data, Input, Trip};

fn one(execute: impl FnMut(&mut Ask<'_>) + 'static) -> Scene {
    Scene::one(Script::default().state("a").on("execute", execute))
}

#[test]
fn m5_a_failed_callback_changes_nothing_but_its_log_stays() {
    let script = Script::default()
        .param("p", 1.0, 0.0, 9.0)
        .state("a")
        .clip("idle")
        .on("execute", |ask| {
            ask.walk(5.0);
            ask.change("b");
            ask.play("walk", true);
            ask.requests.sets.push((0, 5.0));
            ask.send("host", "hello", Data::Nil, 0.0);
            ask.spawn("statue", "stone");
            ask.requests.pan = (3.0, 0.0);
            ask.requests.say = Some(Some(("ow".into(), crate::time::Time::SECOND)));
            ask.log("before");
            ask.fail(3, "broken");
        })
        .state("b");
    let mut run = Scene::one(script).open();
    run.step();
    assert_eq!(
        run.events(),
        ["a start a", "a log before", "a error execute broken"]
    );
    let shown = run.shown("a");
    assert_eq!(
        (shown.x, shown.state, shown.params),
        (0.0, Some("a"), &[1.0][..])
    );
    assert_eq!(run.picture("a"), "idle 2");
    assert_eq!(run.stage.pan()[1], (0.0, 0.0));
    assert!(run.stage.figures(1.0)[0].bubble.is_none());
    run.step();
    assert_eq!(run.stage.actors().count(), 1);
    assert_eq!(run.calls(), ["a a.execute", "a a.execute"], "called again");
}

#[test]
fn m5_an_error_is_told_once_and_counted() {
    let mut run = one(|ask| match ask.world().step {
        0..=3 | 5 => ask.fail(3, "broken"),
        6 => ask.fail(3, "other"),
        7 => ask.fail(4, "other"),
        _ => {}
    })
    .open();
    let mut told = Vec::new();
    for _ in 0..9 {
        run.step();
        told.push(run.events().iter().filter(|e| e.contains("error")).count());
    }
    assert_eq!(told, [1, 0, 0, 0, 0, 1, 1, 1, 0]);
    let counts: Vec<u64> = run.stage.script_errors().iter().map(|(_, n)| *n).collect();
    assert_eq!(counts, [5, 1, 1]);
    let (error, _) = &run.stage.script_errors()[0];
    assert_eq!((error.script.as_str(), error.actor.as_str()), ("s", "a"));
    assert_eq!(
        (error.state.as_str(), error.callback.as_str()),
        ("a", "execute")
    );
}

#[test]
fn m5_two_errors_taking_turns_are_each_told_once() {
    let script = Script::default()
        .state("a")
        .on("execute", |ask| ask.fail(1, "one"));
    let script = script.all().on("global", |ask| ask.fail(2, "two"));
    let mut run = Scene::one(script).open();
    run.step();
    assert_eq!(run.events().len(), 3);
    run.steps(5);
    assert!(run.events().is_empty());
}

#[test]
fn m5_a_trip_ends_the_callbacks_of_its_step() {
    let script = Script::default()
        .param("p", 0.0, 0.0, 9.0)
        .all()
        .on("global", |ask| {
            if ask.world().step == 1 {
                ask.trip(Trip::Work);
            }
        })
        .on("drivers.p", |_| {})
        .state("a")
        .on("execute", |_| {});
    let mut run = Scene::one(script).open();
    run.step();
    run.calls();
    run.step();
    assert_eq!(run.calls(), ["a global"]);
    assert_eq!(run.events(), ["a trip too much"]);
    run.step();
    assert_eq!(run.calls(), ["a global", "a a.execute", "a drivers.p"]);
}

#[test]
fn m5_three_steps_in_a_row_with_a_trip_and_the_actor_rests() {
    let script = Script::default().state("a").on("execute", |ask| {
        // Steps 0 and 1, then 3, 4, 5: only the three in a row count.
        if ask.world().step != 2 {
            ask.trip(Trip::Memory);
        }
    });
    let other = Script::default()
        .state("a")
        .on("execute", |ask| ask.walk(1.0));
    let mut run = Scene::one(script).script("t", other).actor("b", "t").open();
    run.steps(5);
    assert!(!run.shown("a").resting);
    run.step();
    assert!(run.shown("a").resting);
    run.calls();
    run.steps(4);
    assert!(run.calls().iter().all(|call| call.starts_with('b')));
    assert_eq!(run.shown("b").x, 10.0, "the others play on");
    run.input(vec![Input::Reset]);
    assert!(!run.shown("a").resting);
    assert_eq!(run.events_of("a"), ["a start a", "a trip too much"]);
}

#[test]
fn m5_one_trip_of_the_clock_is_enough() {
    let script = Script::default()
        .state("a")
        .next("b")
        .lasts(0.2)
        .on("execute", |ask| {
            ask.trip(Trip::Clock);
        });
    let mut run = Scene::one(script.state("b").on("on.hit", |_| {})).open();
    run.step();
    assert!(run.shown("a").resting);
    run.calls();
    run.input(vec![Input::Send {
        to: "a".into(),
        name: "hit".into(),
        data: Data::Nil,
    }]);
    run.steps(3);
    assert!(run.calls().is_empty());
    assert_eq!(run.state("a"), "a", "its machine rests too");
}

#[test]
fn m2_a_change_under_way_goes_on_though_its_exit_fails() {
    let script = Script::default()
        .state("a")
        .on("execute", |ask| ask.change("b"))
        .on("exit", |ask| ask.fail(9, "no"))
        .state("b")
        .on("enter", |_| {});
    let mut run = Scene::one(script).open();
    run.step();
    assert_eq!(
        run.events(),
        ["a start a", "a error exit no", "a change a>b execute"]
    );
    assert_eq!(run.calls(), ["a a.execute", "a a.exit", "a b.enter"]);
}

#[test]
fn m5_an_actor_that_cannot_arrive_rests_until_the_reset_key() {
    let scene = one(|ask| ask.walk(1.0)).actor("b", "s");
    let mut run = scene.open();
    run.brain.refuse.push("a".into());
    run.step();
    assert_eq!(run.events_of("a"), ["a error data no memory", "a start -"]);
    assert!(run.shown("a").resting);
    assert_eq!(run.shown("b").x, 1.0);
    run.brain.refuse.clear();
    run.input(vec![Input::Reset]);
    assert_eq!(run.state("a"), "a");
    assert_eq!(run.shown("a").x, 1.0);
}

#[test]
fn logs_are_bounded_with_one_notice() {
    let mut scene = one(|ask| {
        for i in 0..5 {
            ask.log(format!("{i}"));
        }
    });
    scene.limits.logs = 2;
    let mut run = scene.open();
    run.steps(2);
    assert_eq!(
        run.events(),
        [
            "a log 0",
            "a log 1",
            "a notice more than 2 lines of log in a step"
        ]
    );
}

#[test]
fn what_befell_a_behaviour_is_told_to_each_of_its_actors_once() {
    let other = Script::default().state("a").on("execute", |_| {});
    let scene = one(|_| {})
        .actor("b", "s")
        .script("t", other)
        .actor("c", "t");
    let mut run = scene.open();
    run.step();
    run.brain.befallen = vec![("s".into(), "its VM was rebuilt".into()); 2];
    run.step();
    assert_eq!(
        run.events(),
        ["a notice its VM was rebuilt", "b notice its VM was rebuilt"]
    );
    run.step();
    assert_eq!(run.events(), [""; 0]);
}
