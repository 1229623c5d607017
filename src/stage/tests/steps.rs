//! Rule S1: the phases of a step.

use super::fake::Ask;
use super::scene::Scene;
use super::script::Script;
use crate::stage::{Data, Input};

fn hit(to: &str) -> Input {
    Input::Send {
        to: to.into(),
        name: "hit".into(),
        data: Data::Nil,
    }
}

#[test]
fn s1_the_phases_come_in_order() {
    let script = || {
        Script::default()
            .param("p", 0.0, 0.0, 9.0)
            .all()
            .on("on_start", |_| {})
            .on("global", |_| {})
            .on("drivers.p", |_| {})
            .on("loop", |_| {})
            .transition(&["*"], "b", |_| {})
            .state("a")
            .clip("walk")
            .on("enter", |_| {})
            .on("execute", |_| {})
            .on("on.hit", |_| {})
            .state("b")
    };
    let scene = Scene::new().script("s", script()).script("t", script());
    let mut run = scene.actor("a", "s").actor("b", "t").open();
    run.step();
    assert_eq!(
        run.calls(),
        [
            "a on_start",
            "a a.enter",
            "b on_start",
            "b a.enter",
            "a global",
            "a a.execute",
            "a transitions[1].when",
            "b global",
            "b a.execute",
            "b transitions[1].when",
            "a drivers.p",
            "b drivers.p"
        ]
    );
    run.input(vec![hit("a"), hit("b")]);
    assert_eq!(
        run.calls(),
        [
            "a a.on.hit",
            "b a.on.hit",
            "a global",
            "a a.execute",
            "a transitions[1].when",
            "b global",
            "b a.execute",
            "b transitions[1].when",
            "a drivers.p",
            "b drivers.p",
            "a loop",
            "b loop"
        ]
    );
}

#[test]
fn s1_a_change_asked_for_in_on_start_takes_the_place_of_the_initial_state() {
    let script = Script::default()
        .state("a")
        .state("b")
        .clip("walk")
        .on("enter", |_| {});
    let mut run = Scene::one(script.all().on("on_start", |ask| ask.change("b"))).open();
    run.step();
    assert_eq!(run.events(), ["a start b"]);
    assert_eq!(run.calls(), ["a on_start", "a b.enter"]);
    assert_eq!(run.shown("a").previous, None);
}

#[test]
fn s1_who_is_executed_in_the_step_it_was_entered_in() {
    // Entered by a message or by `global`: executed. By execute or a transition: not.
    for (phase, executed) in [
        ("on.hit", true),
        ("global", true),
        ("execute", false),
        ("when", false),
    ] {
        let go = move |want: &'static str| {
            move |ask: &mut Ask<'_>| {
                if phase == want {
                    ask.change("b");
                }
            }
        };
        let script = Script::default()
            .all()
            .on("global", move |ask| {
                if ask.world().step == 1 && phase == "global" {
                    ask.change("b");
                }
            })
            .transition(&["a"], "b", move |ask| {
                ask.when(phase == "when" && ask.world().step == 1);
            })
            .state("a")
            .on("on.hit", go("on.hit"))
            .on("execute", move |ask| {
                if ask.world().step == 1 && phase == "execute" {
                    ask.change("b");
                }
            })
            .state("b")
            .on("execute", |_| {});
        let mut run = Scene::one(script).open();
        run.step();
        run.calls();
        run.input(vec![hit("a")]);
        assert_eq!(run.state("a"), "b", "{phase}");
        assert_eq!(
            run.calls().contains(&"a b.execute".to_owned()),
            executed,
            "{phase}"
        );
        assert_eq!(run.shown("a").state_time.seconds(), 0.1, "{phase}");
    }
}

#[test]
fn s1_transitions_are_tried_in_order_and_the_first_true_one_is_taken() {
    let script = Script::default()
        .transition(&["b"], "a", |ask| ask.when(true))
        .transition(&["*"], "a", |ask| ask.when(true))
        .transition(&["a"], "c", |ask| ask.when(false))
        .transition(&["a", "c"], "b", |ask| ask.fail(1, "no"))
        .transition(&["*"], "c", |ask| ask.when(true))
        .state("b")
        .state("c")
        .state("a");
    let mut scene = Scene::one(script.all().on("on_start", |ask| ask.change("a")));
    scene.limits.changes = 16;
    let mut run = scene.open();
    run.step();
    assert_eq!(
        run.calls(),
        [
            "a on_start",
            "a transitions[3].when",
            "a transitions[4].when",
            "a transitions[5].when"
        ]
    );
    assert_eq!(
        run.events().last().map(String::as_str),
        Some("a change a>c transition")
    );
}

#[test]
fn s1_a_request_of_execute_comes_before_the_transitions() {
    let script = Script::default()
        .transition(&["*"], "b", |ask| ask.when(true))
        .state("a")
        .on("execute", |ask| ask.change("a"))
        .state("b");
    let mut run = Scene::one(script).open();
    run.steps(2);
    assert_eq!(run.state("a"), "a");
}

#[test]
fn s1_markers_loops_and_ends_are_handled_as_they_happened() {
    let script = Script::default()
        .state("punch")
        .clip("punch")
        .on("at.contact", |ask| {
            let seen = ask.seen();
            ask.log(seen);
        })
        .on("finish", |ask| {
            let seen = ask.seen();
            ask.log(seen);
            ask.change("idle");
        })
        .next("kick")
        .state("kick")
        .state("idle")
        .clip("idle")
        .on("enter", |ask| {
            let seen = ask.seen();
            ask.log(seen);
        });
    // One step is longer than the whole punch.
    let mut scene = Scene::one(script);
    scene.hz = 2;
    let mut run = scene.open();
    run.step();
    assert_eq!(
        run.events(),
        [
            "a start punch",
            "a marker punch.contact 0.15",
            "a log punch 2 0.50",
            "a finish punch 0.30",
            "a log punch 3 1.00 passed",
            "a change punch>idle finish",
            "a log idle 1 0.00",
        ]
    );
    assert_eq!(run.picture("a"), "idle 1", "it moves from the next step");
    assert_eq!(run.shown("a").state_time.seconds(), 0.0);
}

#[test]
fn s1_next_follows_the_clips_first_pass() {
    for mode in ["punch", "walk"] {
        let script = Script::default()
            .state("a")
            .clip(mode)
            .next("b")
            .state("b")
            .clip("idle");
        let mut run = Scene::one(script).open();
        let whole = if mode == "punch" { 3 } else { 2 };
        run.steps(whole - 1);
        assert_eq!(run.state("a"), "a");
        run.step();
        assert_eq!(
            run.events().last().map(String::as_str),
            Some("a change a>b next")
        );
        assert_eq!(run.picture("a"), "idle 1");
        run.step();
        assert_eq!(run.picture("a"), "idle 2");
    }
}

#[test]
fn s1_lasts_is_up_in_the_step_at_whose_end_it_is_reached() {
    for (lasts, steps) in [(0.1, 1), (0.25, 3), (0.3, 3), (0.31, 4)] {
        let script = Script::default()
            .state("a")
            .clip("walk")
            .lasts(lasts)
            .next("b")
            .state("b");
        let mut run = Scene::one(script).open();
        run.steps(steps - 1);
        assert!(steps == 1 || run.state("a") == "a", "{lasts}");
        run.step();
        assert_eq!(run.state("a"), "b", "{lasts}");
        assert_eq!(
            run.shown("a").state_time.seconds(),
            0.0,
            "nothing is carried over"
        );
    }
}

#[test]
fn s1_drivers_set_parameters_within_their_range() {
    let values = [5.0, 50.0, f64::NAN, 7.0];
    let script = Script::default()
        .state("a")
        .all()
        .param("p", 1.0, 0.0, 9.0)
        .on("drivers.p", move |ask| {
            if let Some(value) = values.get(ask.world().step as usize) {
                ask.number(*value);
            }
        });
    let mut run = Scene::one(script).open();
    let mut seen = Vec::new();
    let mut errors = Vec::new();
    for _ in 0..5 {
        run.step();
        seen.push(run.shown("a").params[0]);
        errors.extend(run.events().into_iter().filter(|e| e.contains("error")));
    }
    assert_eq!(seen, [5.0, 9.0, 9.0, 7.0, 7.0]);
    assert_eq!(
        errors,
        [r#"a error drivers.p the driver of "p" gave NaN: it must be a finite number"#]
    );
}

#[test]
fn the_events_of_clips_in_one_step_are_bounded() {
    let mut scene = Scene::one(Script::default().state("a").clip("walk"));
    scene.hz = 1;
    scene.limits.events = 3;
    let mut run = scene.open();
    run.step();
    assert_eq!(
        run.events().iter().filter(|e| e.contains("loop")).count(),
        3
    );
    assert!(
        run.events()
            .iter()
            .any(|e| e.contains("notice more than 3 events"))
    );
}
