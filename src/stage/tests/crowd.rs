//! Spawning and removing (api.md `spawn`, `remove`), and their bounds.

use std::cell::Cell;
use std::rc::Rc;

use super::fake::Ask;
use super::scene::Scene;
use super::script::Script;
use crate::stage::Data;

fn at(step: u64, act: impl Fn(&mut Ask<'_>) + 'static) -> Script {
    Script::default().state("s").on("execute", move |ask| {
        if ask.world().step == step {
            act(ask);
        }
    })
}

fn there(run: &super::scene::Run) -> Vec<String> {
    run.stage
        .actors()
        .map(|actor| actor.name.to_string())
        .collect()
}

#[test]
fn spawn_is_on_stage_at_the_next_step() {
    let script = at(0, |ask| {
        ask.walk(7.0);
        ask.spawn("t", "shot");
    });
    let shot = Script::default()
        .state("fly")
        .on("enter", |_| {})
        .on("execute", |_| {});
    let mut run = Scene::one(script).script("t", shot).open();
    run.step();
    assert_eq!(run.events(), ["a start s", "a spawn shot t"]);
    assert_eq!(there(&run), ["a"]);
    assert!(run.stage.knows("shot"));
    run.calls();
    run.step();
    assert_eq!(there(&run), ["a", "shot"]);
    assert_eq!(run.events(), ["shot start fly"]);
    assert_eq!(
        run.calls(),
        ["shot fly.enter", "a s.execute", "shot fly.execute"]
    );
    assert_eq!(
        run.shown("shot").x,
        7.0,
        "beside its spawner where no place is given"
    );
}

#[test]
fn spawn_of_what_does_not_exist_is_an_error() {
    let script = at(0, |ask| {
        ask.spawn("stateu", "x");
        ask.spawn("broken", "y");
        ask.spawn("statue", "a");
    });
    let mut run = Scene::one(script).open();
    run.step();
    assert_eq!(
        run.events()[1..],
        [
            r#"a error execute unknown character "stateu" (characters: statue, broken, s)"#,
            r#"a error execute the character "broken" did not load: its sheet is missing"#,
            r#"a error execute there is an actor "a" already"#,
        ]
    );
    run.step();
    assert_eq!(there(&run), ["a"]);
}

#[test]
fn two_spawns_of_one_name_the_first_spawner_by_name_wins() {
    for order in [["y", "z"], ["z", "y"]] {
        let script = at(0, |ask| ask.spawn("statue", "stone"));
        let scene = Scene::new().script("s", script);
        let mut run = order
            .iter()
            .fold(scene, |scene, name| scene.actor(name, "s"))
            .open();
        run.step();
        assert_eq!(run.events_of("y"), ["y start s", "y spawn stone statue"]);
        assert_eq!(
            run.events_of("z"),
            [
                "z start s",
                r#"z error execute there is an actor "stone" already"#
            ]
        );
    }
}

#[test]
fn remove_runs_exit_and_that_steps_line_is_the_last() {
    let script = Script::default()
        .state("s")
        .clip("walk")
        .on("execute", |ask| {
            if ask.world().step == 1 {
                ask.remove("a");
            }
        })
        .on("loop", |ask| ask.log("loop"))
        .on("exit", |ask| {
            ask.send("b", "bye", Data::Nil, 0.0);
            ask.spawn("statue", "no");
        });
    let ear = Script::default().state("e").on("on.bye", |_| {});
    let mut run = Scene::one(script)
        .script("ear", ear)
        .actor("b", "ear")
        .open();
    run.step();
    run.calls();
    run.step();
    assert_eq!(run.calls(), ["a s.execute", "a s.loop", "a s.exit"]);
    assert_eq!(run.events(), ["a loop walk 0.20", "a log loop", "a remove"]);
    assert_eq!(there(&run), ["a", "b"], "its line of this step");
    assert_eq!(run.stage.figures(1.0).len(), 1, "but no longer its picture");
    assert_eq!(run.brain.last[0].name, "a".into());
    run.step();
    assert_eq!(there(&run), ["b"]);
    assert_eq!(run.events(), ["b message bye a"]);
}

#[test]
fn remove_is_for_oneself_and_what_ones_line_spawned() {
    // a spawns b, b spawns c and goes; a may remove c, d may not.
    let mother = Script::default()
        .state("s")
        .on("execute", |ask| match ask.world().step {
            0 => ask.spawn("child", "b"),
            4 => ask.remove("c"),
            _ => {}
        });
    let child = Script::default().state("s").on("execute", |ask| {
        if &**ask.me().name == "b" {
            match ask.world().step {
                1 => ask.spawn("child", "c"),
                2 => ask.remove("b"),
                _ => {}
            }
        }
    });
    let stranger = at(3, |ask| ask.remove("c"));
    let scene = Scene::one(mother)
        .script("child", child)
        .script("d", stranger);
    let mut run = scene.actor("d", "d").open();
    run.steps(4);
    assert_eq!(there(&run), ["a", "d", "c"]);
    assert_eq!(
        run.events(),
        [r#"d error execute "c" is not this actor's to remove: send it a message instead"#]
    );
    run.step();
    assert_eq!(run.events(), ["c remove"]);
    run.step();
    assert_eq!(there(&run), ["a", "d"]);
}

#[test]
fn one_may_spawn_and_go() {
    let script = at(0, |ask| {
        ask.spawn("statue", "spark");
        ask.remove("a");
    });
    let mut run = Scene::one(script).open();
    run.step();
    assert_eq!(
        run.events(),
        ["a start s", "a spawn spark statue", "a remove"]
    );
    run.step();
    assert_eq!(there(&run), ["spark"]);
}

#[test]
fn spawns_are_bounded_with_one_notice_a_step() {
    let script = Script::default().state("s").on("execute", |ask| {
        let step = ask.world().step;
        for i in 0..4 {
            ask.spawn("statue", &format!("{}-{step}-{i}", &**ask.call.me.name));
        }
    });
    let mut scene = Scene::new()
        .script("s", script)
        .actor("z", "s")
        .actor("y", "s");
    scene.limits.spawns = 6;
    scene.limits.alive = 9;
    let mut run = scene.open();
    run.step();
    let notices: Vec<String> = run
        .events()
        .into_iter()
        .filter(|e| e.contains("notice"))
        .collect();
    assert_eq!(
        notices,
        ["z notice more than 6 actors spawned in a step by one behaviour: the others do not come"]
    );
    assert_eq!(
        run.events_of("y")
            .iter()
            .filter(|e| e.contains("spawn "))
            .count(),
        4
    );
    run.step();
    let notices: Vec<String> = run
        .events()
        .into_iter()
        .filter(|e| e.contains("notice"))
        .collect();
    assert_eq!(
        notices,
        [
            "y notice more than 9 actors spawned by one behaviour on the stage: the others do not come"
        ]
    );
    run.steps(3);
    assert_eq!(run.stage.actors().count(), 2 + 9);

    scene.limits.alive = 128;
    scene.limits.actors = 5;
    let mut run = scene.open();
    run.steps(5);
    assert_eq!(run.stage.actors().count(), 5);
    assert!(
        run.events()
            .iter()
            .any(|e| e.contains("more than 5 actors on the stage"))
    );
}

#[test]
fn what_the_spawned_spawn_counts_for_the_spawner() {
    let spawner = Script::default().state("s").on("execute", |ask| {
        let step = ask.world().step;
        ask.spawn("child", &format!("{}-{step}", &**ask.call.me.name));
    });
    let child = Script::default().state("s").on("execute", |ask| {
        let step = ask.world().step;
        ask.spawn("statue", &format!("{}-{step}", &**ask.call.me.name));
    });
    let mut scene = Scene::new()
        .script("s", spawner)
        .script("child", child)
        .actor("greedy", "s")
        .actor("own", "child");
    scene.limits.alive = 5;
    let mut run = scene.open();
    run.steps(5);
    let names = there(&run);
    let of = |name: &str| names.iter().filter(|other| other.starts_with(name)).count();
    assert_eq!(of("greedy-"), 5, "{names:?}");
    assert_eq!(of("own-"), 4, "its own bound is its own: {names:?}");
}

#[test]
fn a_spawn_may_be_called_off_in_its_step() {
    let script = at(0, |ask| {
        ask.spawn("statue", "stone");
        ask.remove("stone");
    });
    let mut run = Scene::one(script).open();
    run.steps(2);
    assert_eq!(there(&run), ["a"]);
}

#[test]
fn names_of_those_who_left_are_forgotten_in_the_end() {
    let known = Rc::new(Cell::new(0));
    let seen = Rc::clone(&known);
    let come_and_go = move |ask: &mut Ask<'_>| {
        let step = ask.world().step;
        for i in 0..16 {
            ask.spawn("child", &format!("{step}.{i}"));
            if step > 0 {
                ask.remove(&format!("{}.{i}", step - 1));
            }
        }
        seen.set(ask.world().names.len());
    };
    let scene = Scene::new()
        .script("child", Script::default().state("c"))
        .script("s", Script::default().state("s").on("execute", come_and_go));
    let mut run = scene.actor("a", "s").open();
    run.steps(200);
    assert!(known.get() > 3000, "{}", known.get());
    run.steps(150);
    assert!((4096..4200).contains(&known.get()), "{}", known.get());
}
