//! Actors that bring and remove actors.

use super::bench::{Bench, body};
use crate::stage::{Callback, Limits, Spawn};

#[test]
fn spawning_and_removing() {
    let mut bench = Bench::one(&body(
        "print(stage.spawn(\"puppet\", { x = 1, y = 2, facing = -5, with = { hp = 9 } }), stage.spawn(\"puppet\"), stage.spawn(\"puppet\", { name = \"pet\" }))
stage.remove(\"pet\") stage.remove(self) self:send(\"pet\", \"hi\")",
    ));
    let requests = bench.execute(0);
    assert_eq!(requests.logs, ["hero.puppet.1\thero.puppet.2\tpet"]);
    let spawn = Spawn {
        character: "puppet".into(),
        name: "hero.puppet.1".into(),
        x: Some(1.0),
        y: Some(2.0),
        facing: Some(-1.0),
        with: vec![("hp".into(), 9.0.into())],
    };
    assert_eq!(requests.spawns[0], spawn);
    assert_eq!(requests.removes, ["pet".into(), "hero".into()]);
    assert_eq!(
        bench.error(0).message,
        "stage.spawn: the name \"pet\" is taken"
    );
}

#[test]
fn spawns_that_are_refused() {
    for (script, message) in [
        (
            "stage.spawn(\"pupet\")",
            "stage.spawn: unknown character \"pupet\" (characters: puppet)",
        ),
        (
            "stage.spawn(\"puppet\", { name = \"hero\" })",
            "stage.spawn: the name \"hero\" is taken",
        ),
        (
            "stage.spawn(\"puppet\", { name = \"*\" })",
            "stage.spawn: \"*\" cannot name an actor (1 to 64 characters, no control characters, not \"*\" or \"host\")",
        ),
        (
            "stage.spawn(\"puppet\", { x = 0/0 })",
            "stage.spawn: x must be a finite number (it is nan)",
        ),
        (
            "stage.spawn(\"puppet\", { facing = 0 })",
            "stage.spawn: facing must be 1 or -1 (it is 0)",
        ),
        (
            "stage.spawn(\"puppet\", { xx = 1 })",
            "stage.spawn: unknown option \"xx\" (options: x, y, name, with, facing)",
        ),
        (
            "stage.spawn(\"puppet\", { with = { pace = 1 } })",
            "stage.spawn: with: unknown key \"pace\" (keys: hp) in the data of puppet",
        ),
        (
            "stage.spawn(\"puppet\", { with = { hp = print } })",
            "stage.spawn: with.hp: a function cannot be in it (only nil, booleans, numbers, strings and tables of these)",
        ),
        (
            "for i = 1, 17 do stage.spawn(\"puppet\") end",
            "stage.spawn: one behaviour spawns at most 16 actors in a step",
        ),
        (
            "stage.remove(\"foe\")",
            "stage.remove: \"foe\" is not this actor's to remove; send it a message",
        ),
        (
            "stage.remove(\"fo\")",
            "stage.remove: unknown actor \"fo\" (actors: foe, hero)",
        ),
        (
            "stage.remove()",
            "stage.remove needs a view or an actor's name (it is nil)",
        ),
        (
            "stage.pan(1)",
            "stage.pan: dy must be a finite number (it is nil)",
        ),
    ] {
        let mut bench = Bench::one(&body(script));
        bench.arrive("foe", "scripts/a.lua");
        let error = bench.error(0);
        assert_eq!(
            (error.message.as_str(), error.line),
            (message, 2),
            "{script}"
        );
    }
}

#[test]
fn spawned_actors_count_against_their_spawner() {
    let limits = Limits {
        spawns: 3,
        alive: 5,
        ..Limits::default()
    };
    let script = body("local n = 0 while pcall(stage.spawn, \"puppet\") do n = n + 1 end print(n)");
    let mut bench = Bench::empty(
        &[
            ("scripts/a.lua", &script),
            ("scripts/b.lua", &body("for i = 1, 1e5 do local x = i end")),
        ],
        &limits,
    );
    bench.arrive("hero", "scripts/a.lua");
    let first = bench.execute(0);
    assert_eq!(first.logs, ["3"]);
    bench.step();
    // They arrive, of another behaviour.
    for spawn in &first.spawns {
        bench.arrive(&spawn.name, "scripts/b.lua");
    }
    assert_eq!(bench.execute(0).logs, ["2"]);
    bench.step();
    bench.step();
    assert_eq!(
        bench.execute(0).logs,
        ["2"],
        "those of the last time never came, so they do not count"
    );
    // What spawn work is the spawner's.
    let limits = Limits {
        work_behaviour: 150_000,
        ..Limits::default()
    };
    let b = body("for i = 1, 1e5 do local x = i end");
    let mut bench = Bench::empty(
        &[
            (
                "scripts/a.lua",
                &body("stage.spawn(\"puppet\", { name = \"pet\" })"),
            ),
            ("scripts/b.lua", &b),
        ],
        &limits,
    );
    bench.arrive("hero", "scripts/a.lua");
    bench.execute(0);
    bench.step();
    let pet = bench.arrive("pet", "scripts/b.lua");
    let own = bench.arrive("own", "scripts/b.lua");
    bench.execute(pet);
    bench.execute(own);
    assert!(bench.ask(pet, Callback::Execute { dt: 0.1 }).0.is_err());
}

/// Rule M7, the last sentence: what another asks for in a step is settled at its end,
/// by name, and is not to be seen before.
#[test]
fn m7_spawns_of_others_in_a_step_are_not_seen_in_it() {
    let limits = Limits {
        spawns: 2,
        alive: 3,
        ..Limits::default()
    };
    let script = body(
        "print(pcall(stage.spawn, \"puppet\", { name = \"pet\" }))
print(pcall(self.send, self, \"pet\", \"hi\"))
print(stage.spawn(\"puppet\"), (pcall(stage.spawn, \"puppet\")))",
    );
    let late = body("self:send(\"pet\", \"hi\")");
    let remover = body("stage.remove(\"pet\")");
    for order in [["ann", "bob"], ["bob", "ann"]] {
        let mut bench = Bench::empty(
            &[
                ("scripts/a.lua", &script),
                ("scripts/late.lua", &late),
                ("scripts/remover.lua", &remover),
            ],
            &limits,
        );
        for name in order {
            let actor = bench.arrive(name, "scripts/a.lua");
            let logs = bench.execute(actor).logs;
            let next = format!("{name}.puppet.1\tfalse");
            assert_eq!(logs, ["true\tpet", "true", next.as_str()], "{order:?}");
        }
        let cat = bench.arrive("cat", "scripts/late.lua");
        let error = bench.error(cat).message;
        assert!(
            error.starts_with("self:send: unknown actor \"pet\""),
            "{error}"
        );
        let dan = bench.arrive("dan", "scripts/remover.lua");
        let error = bench.error(dan).message;
        assert!(
            error.starts_with("stage.remove: unknown actor \"pet\""),
            "{error}"
        );
    }
}

/// A name that was asked for but never came is not taken.
#[test]
fn a_name_that_the_stage_refused_is_free_again() {
    let script = body("print(stage.spawn(\"puppet\", { name = \"pet\" }))");
    let mut bench = Bench::one(&script);
    assert_eq!(bench.execute(0).logs, ["pet"]);
    bench.step();
    assert_eq!(bench.execute(0).logs, ["pet"]);
    bench.arrive("pet", "scripts/a.lua");
    bench.step();
    assert_eq!(
        bench.error(0).message,
        "stage.spawn: the name \"pet\" is taken"
    );
}
