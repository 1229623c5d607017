//! State files of a folder that do not load while it runs: their old version stays.

use std::sync::Arc;

use super::bench::{Bench, files};
use crate::fsm::StateId;
use crate::stage::Limits;

/// Rules L1 and L3: a state's file that does not load changes nothing at all.
#[test]
fn l3_a_refused_state_file_keeps_its_old_version_and_is_no_reload() {
    for broken in [
        "return {",
        "error(\"no\")",
        "return 5",
        "return { enter = 5 }",
        "return { next = \"nowhere\", lasts = 1 }",
        "return { on = { go = \"nowhere\" } }",
    ] {
        let sources = [
            ("scripts/dog/init.lua", "return { initial = \"sit\" }"),
            ("scripts/dog/sit.lua", "return {}"),
            (
                "scripts/dog/run.lua",
                "return { execute = function() print(\"run\") end }",
            ),
        ];
        let mut bench = Bench::empty(&sources, &Limits::default());
        bench.arrive("dog", "scripts/dog");
        bench.actors[0].state = Some(StateId(0));
        let playing = bench.actors[0].kind.behaviour.clone().unwrap();
        let mut broken_run = sources;
        broken_run[2].1 = broken;
        let prepared = bench.host.prepare(&files(&broken_run), |_| true).unwrap();
        assert_eq!(prepared.left_out().len(), 1, "{broken}");
        assert!(Arc::ptr_eq(&prepared.behaviours()[0], &playing), "{broken}");
        bench.host.commit(prepared);
        assert_eq!(bench.execute(0).logs, ["run"], "{broken}");

        // Another file takes; the broken one still stands for its old version.
        let mut other = broken_run;
        other[1].1 = "return { tags = { \"calm\" } }";
        let prepared = bench.host.prepare(&files(&other), |_| true).unwrap();
        let def = prepared.behaviours()[0].clone();
        let states = &def.fsm.as_ref().unwrap().states;
        let found: Vec<_> = states.iter().map(|s| (&*s.name, s.tags.len())).collect();
        assert_eq!(found, [("run", 0), ("sit", 1)], "{broken}");
    }
}

/// A module that only the playing code asked for, late, is read anew all the same.
#[test]
fn l1_a_module_asked_for_late_is_followed_beside_a_refused_state_file() {
    let mut sources = [
        ("scripts/dog/init.lua", "return { initial = \"sit\" }"),
        (
            "scripts/dog/sit.lua",
            "return { execute = function() print(require(\"late\")) end }",
        ),
        ("scripts/dog/run.lua", "return {}"),
        ("scripts/late.lua", "return 1"),
    ];
    let mut bench = Bench::empty(&sources, &Limits::default());
    bench.arrive("dog", "scripts/dog");
    bench.actors[0].state = Some(StateId(1));
    assert_eq!(bench.execute(0).logs, ["1"]);
    let playing = bench.actors[0].kind.behaviour.clone().unwrap();
    sources[2].1 = "return {";
    sources[3].1 = "return 2";
    let prepared = bench.host.prepare(&files(&sources), |_| true).unwrap();
    assert!(!Arc::ptr_eq(&prepared.behaviours()[0], &playing));
}
