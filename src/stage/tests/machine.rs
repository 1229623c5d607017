//! Rules M1, M2, M3, M6.

use super::scene::{Run, Scene};
use super::script::Script;
use crate::stage::Limits;

fn states(names: &[&str]) -> Script {
    names
        .iter()
        .fold(Script::default(), |script, name| script.state(name))
}

/// Asks for what `way` says in the steps it lists.
fn walk(ways: &'static [(u64, &'static str)], names: &[&str]) -> Run {
    let mut script = states(names).all().on("global", move |ask| {
        let step = ask.world().step;
        for (at, way) in ways {
            if *at == step {
                match *way {
                    "<" => ask.revert(),
                    "!" => ask.restart(),
                    name => ask.change(name),
                }
            }
        }
    });
    for name in names {
        script = script.state(name).on("enter", |_| {}).on("exit", |_| {});
    }
    Scene::one(script).open()
}

#[test]
fn m1_the_last_request_wins() {
    let script = states(&["a", "b", "c"]).state("a").on("execute", |ask| {
        ask.change("b");
        ask.change("c");
    });
    let mut run = Scene::one(script).open();
    run.step();
    assert_eq!(run.events(), ["a start a", "a change a>c execute"]);
}

#[test]
fn m1_the_present_state_wins_too_and_then_does_nothing() {
    let script = states(&["a", "b"])
        .state("a")
        .on("exit", |_| {})
        .on("execute", |ask| {
            ask.change("b");
            ask.change("a");
        });
    let mut run = Scene::one(script).open();
    run.steps(3);
    assert_eq!(run.state("a"), "a");
    assert_eq!(run.calls(), ["a a.execute", "a a.execute", "a a.execute"]);
}

#[test]
fn m1_a_driver_may_ask_for_a_change_too() {
    let script = states(&["a", "b"])
        .param("p", 0.0, 0.0, 9.0)
        .all()
        .on("drivers.p", |ask| ask.change("b"));
    let mut run = Scene::one(script).open();
    run.step();
    assert_eq!(run.state("a"), "b");
}

#[test]
fn m1_exit_of_the_old_then_enter_of_the_new() {
    let mut run = walk(&[(1, "b")], &["a", "b"]);
    run.step();
    run.calls();
    run.step();
    assert_eq!(run.calls(), ["a global", "a a.exit", "a b.enter"]);
    assert_eq!(run.events(), ["a change a>b global"]);
}

#[test]
fn m1_restart_runs_exit_and_enter_and_the_clip_again() {
    let script = Script::default()
        .state("a")
        .clip("idle")
        .on("enter", |_| {})
        .on("exit", |_| {});
    let script = script.on("execute", |ask| {
        if ask.world().step == 2 {
            ask.restart();
        }
    });
    let mut run = Scene::one(script).open();
    run.steps(2);
    assert_eq!(run.picture("a"), "idle 3");
    run.calls();
    run.step();
    assert_eq!(run.calls(), ["a a.execute", "a a.exit", "a a.enter"]);
    assert_eq!(run.picture("a"), "idle 2");
    assert_eq!(run.shown("a").state_time.seconds(), 0.1);
    assert_eq!(run.shown("a").previous, None);
}

#[test]
fn m2_the_seventeenth_change_is_dropped_with_one_error_that_names_the_path() {
    let script = Script::default()
        .state("a")
        .on("enter", |ask| ask.change("b"))
        .state("b")
        .on("enter", |ask| ask.change("a"));
    let script = script.state("c").on("execute", |ask| ask.change("a"));
    let mut scene = Scene::one(script.all().on("on_start", |ask| ask.change("c")));
    scene.limits = Limits {
        changes: 4,
        ..Limits::default()
    };
    let mut run = scene.open();
    run.step();
    let errors: Vec<String> = run
        .events()
        .into_iter()
        .filter(|e| e.contains("error"))
        .collect();
    assert_eq!(
        errors,
        [
            "a error change more than 4 changes in a step: c > a > b > a > b > a; the last is dropped"
        ]
    );
    assert_eq!(run.state("a"), "b");
    let changes = run
        .events()
        .iter()
        .filter(|e| e.contains("change "))
        .count();
    assert_eq!(changes, 5, "four changes and the error");
}

#[test]
fn m2_sixteen_changes_in_a_step_are_free() {
    let script = Script::default().state("a").on("enter", |ask| {
        if ask.me().path.is_empty() && ask.me().state_time.flicks() == 0 && ask.world().step == 1 {
            ask.restart();
        }
    });
    let script = script.on("execute", |ask| {
        if ask.world().step == 1 {
            ask.restart();
        }
    });
    let mut run = Scene::one(script).open();
    run.steps(2);
    let changes = run
        .events()
        .iter()
        .filter(|e| e.starts_with("a change a>a"))
        .count();
    assert_eq!(changes, 16);
    assert_eq!(
        run.events().iter().filter(|e| e.contains("error")).count(),
        1
    );
    run.step();
    assert!(run.events().is_empty(), "{:?}", run.events());
}

#[test]
fn m3_an_actor_without_a_state_is_stepped_safely() {
    let bare = Script::default()
        .all()
        .on("global", |ask| ask.walk(1.0))
        .on("on.hit", |_| {});
    let mut scene = Scene::new().script("bare", bare).actor("bare", "bare");
    scene = scene.actor("stone", "statue");
    let mut run = scene.open();
    run.step();
    assert_eq!(run.events(), ["bare start -", "stone start -"]);
    run.steps(3);
    assert_eq!(run.shown("bare").x, 4.0);
    assert_eq!(run.shown("stone").state, None);
    assert_eq!(run.picture("stone"), "idle 5", "its first clip plays");
}

#[test]
fn m6_going_back_twice_goes_further_back() {
    let mut run = walk(
        &[(1, "b"), (2, "c"), (3, "<"), (4, "<"), (5, "<")],
        &["a", "b", "c"],
    );
    let mut seen = Vec::new();
    for _ in 0..6 {
        run.step();
        let shown = run.shown("a");
        seen.push(format!(
            "{}<{}",
            shown.state.unwrap_or("-"),
            shown.previous.unwrap_or("-")
        ));
    }
    assert_eq!(seen, ["a<-", "b<a", "c<b", "b<a", "a<-", "a<-"]);
    assert_eq!(run.shown("a").history.len(), 5);
}

#[test]
fn m6_a_state_that_hands_on_is_in_the_history_never_on_the_path() {
    let script = Script::default()
        .state("a")
        .clip("idle")
        .on("execute", |ask| {
            if ask.world().step == 1 {
                ask.change("pass");
            }
        })
        .state("pass")
        .clip("punch")
        .on("enter", |ask| {
            let seen = ask.seen();
            ask.log(seen);
            ask.change("b");
        })
        .state("b")
        .on("execute", |ask| {
            if ask.world().step == 3 {
                ask.revert();
            }
        });
    let mut run = Scene::one(script).open();
    run.step();
    assert_eq!(run.picture("a"), "idle 2");
    run.step();
    assert_eq!(
        run.events(),
        [
            "a change a>pass execute",
            "a log punch 1 0.00",
            "a change pass>b enter"
        ]
    );
    assert_eq!(run.shown("a").previous, Some("a"));
    assert_eq!(
        run.picture("a"),
        "idle 3",
        "its clip is never shown and nothing is rewound"
    );
    let way: Vec<&str> = run
        .shown("a")
        .history
        .iter()
        .map(|c| c.to.as_str())
        .collect();
    assert_eq!(way, ["a", "pass", "b"]);
    run.steps(2);
    assert_eq!(run.state("a"), "a");
}

#[test]
fn m6_a_state_passed_through_on_the_way_back_is_forgotten() {
    let script = Script::default()
        .state("a")
        .state("b")
        .on("enter", |ask| {
            if ask.world().step == 3 {
                ask.change("d");
            }
        })
        .state("c")
        .state("d")
        .all()
        .on("global", |ask| match ask.world().step {
            1 => ask.change("b"),
            2 => ask.change("c"),
            3 => ask.revert(),
            _ => {}
        });
    let mut run = Scene::one(script).open();
    run.steps(4);
    assert_eq!(run.state("a"), "d");
    assert_eq!(run.events(), ["a change c>b revert", "a change b>d enter"]);
    assert_eq!(run.shown("a").previous, Some("a"));
}

#[test]
fn m6_the_initial_state_may_hand_on() {
    let script = Script::default()
        .state("a")
        .clip("punch")
        .on("enter", |ask| ask.change("b"))
        .state("b")
        .clip("walk");
    let mut run = Scene::one(script).open();
    run.step();
    assert_eq!(run.events(), ["a start a", "a change a>b enter"]);
    assert_eq!(run.shown("a").previous, None);
    assert_eq!(run.picture("a"), "walk 2");
}

#[test]
fn the_history_is_bounded() {
    let names: Vec<&str> = vec!["a", "b"];
    let script = states(&names)
        .state("a")
        .on("execute", |ask| ask.change("b"));
    let mut scene = Scene::one(script.state("b").on("execute", |ask| ask.change("a")));
    scene.limits.history = 5;
    let mut run = scene.open();
    run.steps(20);
    let shown = run.shown("a");
    assert_eq!(shown.history.len(), 5);
    assert_eq!(shown.history.back().map(|c| c.step), Some(19));
}
