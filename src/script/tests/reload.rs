//! Saving files while actors live: what stays, what is new, what changes nothing.

use super::bench::{Bench, body, files};
use crate::fsm::StateId;
use crate::script::ScriptHost;
use crate::stage::{Brain, Callback, Fault, Limits, Trip};

const KEY: &str = "scripts/a.lua";

#[test]
fn self_stays_and_functions_are_new() {
    let mut bench = Bench::one(&body(
        "self.hp = self.hp - 1 self.mine = 7 print(\"old\", self.hp)",
    ));
    assert_eq!(bench.execute(0).logs, ["old\t4"]);
    let new = "local K = 2 return { initial = \"s\", data = { hp = 50, shield = 3, mine = 9 }, states = { s = { execute = function(self) print(\"new\", self.hp, self.shield, self.mine, K) end } } }";
    bench.save(&[(KEY, new)]).unwrap();
    assert_eq!(bench.execute(0).logs, ["new\t4\t3\t7\t2"]);
    bench.step();
    assert_eq!(bench.execute(0).logs, ["new\t4\t3\t7\t2"]);
    bench.arrive("late", KEY);
    assert_eq!(bench.execute(1).logs, ["new\t50\t3\t9\t2"]);
}

#[test]
fn a_broken_save_changes_nothing_and_the_next_good_one_takes() {
    let mut bench = Bench::one(&body("print(1)"));
    for broken in [
        "return {",
        "error(\"no\")",
        "while true do end",
        "return { initial = \"gone\", states = { s = {} } }",
        "",
        "local t = {} while true do t[#t + 1] = (\"x\"):rep(1e5 + #t) end",
    ] {
        assert!(bench.save(&[(KEY, broken)]).is_err(), "{broken}");
        assert_eq!(bench.execute(0).logs, ["1"], "{broken}");
    }
    bench.save(&[(KEY, &body("print(2)"))]).unwrap();
    assert_eq!(bench.execute(0).logs, ["2"]);
}

#[test]
fn what_is_prepared_does_not_run_before_it_is_taken() {
    let mut bench = Bench::one(&body("print(1)"));
    let changed = files(&[(KEY, &body("print(2)"))]);
    let prepared = bench.host.prepare(&changed, |_| true).unwrap();
    assert_eq!(prepared.behaviours().len(), 1);
    assert_eq!(bench.execute(0).logs, ["1"]);
    drop(prepared);
    assert_eq!(bench.execute(0).logs, ["1"]);
    assert!(
        bench
            .host
            .prepare(&changed, |key| key != KEY)
            .unwrap()
            .behaviours()
            .is_empty()
    );
}

#[test]
fn all_behaviours_of_one_save_or_none() {
    let mut bench = Bench::empty(
        &[
            ("scripts/a.lua", &body("print(1)")),
            ("scripts/b.lua", &body("print(1)")),
        ],
        &Limits::default(),
    );
    bench.arrive("a", "scripts/a.lua");
    bench.arrive("b", "scripts/b.lua");
    assert!(
        bench
            .save(&[
                ("scripts/a.lua", &body("print(2)")),
                ("scripts/b.lua", "return")
            ])
            .is_err()
    );
    assert_eq!(
        (bench.execute(0).logs, bench.execute(1).logs),
        (vec!["1".into()], vec!["1".into()])
    );
    bench
        .save(&[
            ("scripts/a.lua", &body("print(2)")),
            ("scripts/b.lua", &body("print(2)")),
        ])
        .unwrap();
    assert_eq!(
        (bench.execute(0).logs, bench.execute(1).logs),
        (vec!["2".into()], vec!["2".into()])
    );
}

#[test]
fn modules_are_followed_also_missing_and_late_ones() {
    let main = "local ok, m = pcall(require, \"lib/m\")
return { initial = \"s\", states = { s = { execute = function() print(ok and m(), (select(2, pcall(require, \"late\")))) end } } }";
    let mut bench = Bench::empty(
        &[(KEY, main), ("scripts/late.lua", "return 1")],
        &Limits::default(),
    );
    bench.arrive("hero", KEY);
    assert_eq!(bench.execute(0).logs, ["false\t1"]);
    bench
        .save(&[(
            "scripts/lib/m.lua",
            "return function() return \"first\" end",
        )])
        .unwrap();
    assert_eq!(bench.execute(0).logs, ["first\t1"]);
    bench
        .save(&[(
            "scripts/lib/m.lua",
            "return function() return \"second\" end",
        )])
        .unwrap();
    assert_eq!(bench.execute(0).logs, ["second\t1"]);
    bench.save(&[("scripts/late.lua", "return 2")]).unwrap();
    assert_eq!(bench.execute(0).logs, ["second\t2"]);
}

#[test]
fn a_new_state_file_is_a_new_state_and_a_broken_one_keeps_its_old_version() {
    let mut bench = Bench::empty(
        &[
            ("scripts/dog/init.lua", "return { initial = \"sit\" }"),
            (
                "scripts/dog/sit.lua",
                "return { execute = function(self) print(\"sit\", table.concat(self:states(), \" \")) end }",
            ),
        ],
        &Limits::default(),
    );
    bench.arrive("dog", "scripts/dog");
    assert_eq!(bench.execute(0).logs, ["sit\tsit"]);
    bench
        .save(&[(
            "scripts/dog/run.lua",
            "return { enter = function() print(\"running\") end }",
        )])
        .unwrap();
    bench.actors[0].state = Some(StateId(1));
    assert_eq!(bench.execute(0).logs, ["sit\trun sit"]);
    let changed = files(&[
        ("scripts/dog/init.lua", "return { initial = \"sit\" }"),
        (
            "scripts/dog/sit.lua",
            "return { execute = function(self) print(\"SIT\", table.concat(self:states(), \" \")) end }",
        ),
        ("scripts/dog/run.lua", "return { enter = 5 }"),
    ]);
    let prepared = bench.host.prepare(&changed, |_| true).unwrap();
    assert_eq!(prepared.left_out().len(), 1);
    let def = prepared.behaviours()[0].clone();
    bench.host.commit(prepared);
    let kind = crate::stage::Kind {
        behaviour: Some(def),
        ..(*bench.actors[0].kind).clone()
    };
    bench.actors[0].kind = kind.into();
    assert_eq!(bench.execute(0).logs, ["SIT\trun sit"]);
    bench.actors[0].state = Some(StateId(0));
    let (_, requests) = bench.ask(0, Callback::Enter { from: None });
    assert_eq!(requests.logs, ["running"]);
}

#[test]
fn the_exit_of_a_state_that_is_gone_is_the_old_one() {
    let mut bench = Bench::one(
        "return { initial = \"s\", states = { s = { exit = function(self, to) print(\"old exit\") end } } }",
    );
    let old = bench.actors[0].clone();
    bench.save(&[(KEY, "return { initial = \"t\", states = { t = { enter = function() print(\"new\") end } } }")]).unwrap();
    let new = bench.actors[0].kind.clone();
    bench.actors[0] = old;
    assert_eq!(
        bench.ask(0, Callback::Exit { to: None }).1.logs,
        ["old exit"]
    );
    bench.actors[0].kind = new;
    assert_eq!(bench.ask(0, Callback::Enter { from: None }).1.logs, ["new"]);
}

#[test]
fn an_actor_may_get_another_behaviour() {
    let b = body("print(\"b\", self.hp)");
    let mut bench = Bench::empty(
        &[(KEY, &body("self.hp = 1")), ("scripts/b.lua", &b)],
        &Limits::default(),
    );
    bench.arrive("hero", KEY);
    bench.arrive("other", "scripts/b.lua");
    bench.execute(0);
    let (id, kind) = (bench.actors[0].id, bench.actors[1].kind.clone());
    let name = bench.actors[0].name.clone();
    let random = crate::random::Stream::new(7, &[&name]);
    bench.host.arrive(id, &name, &kind, &[], random).unwrap();
    bench.actors[0].kind = kind;
    assert_eq!(bench.execute(0).logs, ["b\t5"]);
    assert!(bench.host.rooms[0].actors.is_empty());
}

#[test]
fn old_code_kept_in_self_still_runs() {
    let mut bench = Bench::one(&body(
        "self.hp = function() return pcall(require, \"lib\") end print(self.hp())",
    ));
    assert_eq!(bench.execute(0).logs.len(), 1);
    bench.save(&[(KEY, &body("print(self.hp())"))]).unwrap();
    bench.execute(0);
    bench.step();
    let log = &bench.execute(0).logs[0];
    assert!(
        log.starts_with("false\t")
            && log.ends_with("this code is from before a reload and loads nothing more"),
        "{log}"
    );
}

#[test]
fn many_reloads_keep_memory_flat() {
    let mut bench = Bench::one(&body("print(1)"));
    let mut sizes = Vec::new();
    for i in 0..30 {
        bench
            .save(&[(
                KEY,
                &body(&format!(
                    "local t = {{ {} }} print({i})",
                    "1, ".repeat(2000)
                )),
            )])
            .unwrap();
        bench.execute(0);
        bench.step();
        bench.execute(0);
        sizes.push(bench.host.rooms[0].vm.lua.used_memory());
    }
    assert!(sizes[29] < sizes[3] + 200_000, "{sizes:?}");
}

#[test]
fn files_print_to_the_notices_while_they_load() {
    let mut host = ScriptHost::new(&Limits::default());
    host.load(
        &files(&[(
            KEY,
            "print(\"loading\", { 1 }) return { initial = \"s\", states = { s = {} } }",
        )]),
        KEY,
    )
    .unwrap();
    assert_eq!(
        host.take_notices(),
        [(KEY.to_string(), "loading\t{ 1 }".to_string())]
    );
    assert!(host.take_notices().is_empty());
}

#[test]
fn a_full_vm_is_rebuilt_and_its_actors_begin_with_their_data() {
    let script = "local kept = {}
return { initial = \"s\", data = { hp = 5, fill = false }, states = { s = { execute = function(self)
  print(self.hp, math.random(1000))
  self.hp = self.hp - 1
  if self.fill then for i = 1, 1e6 do kept[#kept + 1] = { i, {} } end end
end } } }";
    let run = |fill: bool| {
        let mut bench = Bench::one(script);
        bench.arrive("other", KEY);
        bench.execute(0);
        bench.execute(1);
        if fill {
            bench
                .save(&[(
                    KEY,
                    &script.replace("if self.fill", "if self.name == \"other\""),
                )])
                .unwrap();
            let (answer, _) = bench.ask(1, Callback::Execute { dt: 0.1 });
            assert!(
                matches!(answer, Err(Fault::Trip(Trip::Memory, _))),
                "{answer:?}"
            );
            let notices = bench.host.befallen();
            assert_eq!(notices.len(), 1);
            assert_eq!(
                notices[0].1,
                "its memory was full: its VM was rebuilt; the memory (self) of 2 actors is back at `data`"
            );
        }
        bench.execute(0).logs
    };
    let (whole, rebuilt) = (run(false), run(true));
    let number = |logs: &[String]| logs[0].split('\t').nth(1).map(String::from);
    assert!(
        whole[0].starts_with("4\t") && rebuilt[0].starts_with("5\t"),
        "{whole:?} {rebuilt:?}"
    );
    assert_eq!(
        number(&whole),
        number(&rebuilt),
        "the random stream goes on"
    );
}

/// What an actor keeps of the old code is named, with where it is kept.
#[test]
fn old_code_in_self_is_told_at_each_reload() {
    let cases = [
        ("self.f = math.sin self.n = 1 self.t = { 1, {} }", None),
        (
            "self.f = function() end",
            Some("hero keeps self.f (a function)"),
        ),
        (
            "self.co = coroutine.create(function() coroutine.yield() end) coroutine.resume(self.co)",
            Some("hero keeps self.co (a coroutine)"),
        ),
        (
            "self.co = coroutine.wrap(function() coroutine.yield() end) self.co()",
            Some("hero keeps self.co (a coroutine)"),
        ),
        (
            "self.co = coroutine.create(function() end) coroutine.resume(self.co)",
            None,
        ),
        (
            "self.ai = { plan = { print, function() end } } self.z = function() end",
            Some("hero keeps self.ai.plan[2] (a function), self.z (a function)"),
        ),
    ];
    for (kept, expected) in cases {
        let mut bench = Bench::one(&body(kept));
        bench.execute(0);
        bench.host.take_notices();
        for round in 0..2 {
            bench
                .save(&[(KEY, &body(&format!("print({round})")))])
                .unwrap();
            let notices = bench.host.take_notices();
            let expected = expected
                .map(|start| format!("{start} from before the reload: old code until replaced"));
            let texts: Vec<String> = notices.into_iter().map(|(_, text)| text).collect();
            assert_eq!(texts, Vec::from_iter(expected), "{kept}");
        }
    }
}

/// A script that nobody plays any more may go, or break, without harm; when it is played again it is read as it is then.
#[test]
fn what_is_not_wanted_is_not_read() {
    let b = "scripts/b.lua";
    let mut bench = Bench::empty(
        &[(KEY, &body("print(1)")), (b, &body("print(1)"))],
        &Limits::default(),
    );
    bench.arrive("hero", KEY);
    bench.arrive("other", b);
    let broken = bench.files.with(&[crate::project::FileChange {
        path: b.into(),
        content: Some(b"return {"[..].into()),
    }]);
    let gone = bench.files.with(&[crate::project::FileChange {
        path: b.into(),
        content: None,
    }]);
    for files in [&broken, &gone] {
        assert!(bench.host.prepare(files, |_| true).is_err());
        let prepared = bench.host.prepare(files, |key| key == KEY).unwrap();
        assert!(prepared.behaviours().is_empty());
        bench.host.commit(prepared);
    }
    // The same as before it went: nothing to read.
    let prepared = bench.host.prepare(&bench.files, |_| true).unwrap();
    assert!(prepared.behaviours().is_empty());
    bench.save(&[(b, &body("print(2)"))]).unwrap();
    assert_eq!(bench.execute(1).logs, ["2"]);
}

/// A module that is asked for first long after the load is the one saved last.
#[test]
fn a_module_asked_for_late_is_the_last_one_saved() {
    let late = "scripts/late.lua";
    let main = body("if self.hp then print(require(\"late\")) end");
    let mut bench = Bench::empty(&[(KEY, &main), (late, "return 1")], &Limits::default());
    bench.arrive("hero", KEY);
    bench.save(&[(late, "return 2")]).unwrap();
    assert_eq!(bench.execute(0).logs, ["2"]);
    bench.save(&[(late, "return 3")]).unwrap();
    bench.step();
    assert_eq!(bench.execute(0).logs, ["3"]);
}

/// A state file that was refused and is saved back to what plays leaves no error behind.
#[test]
fn a_refused_state_file_saved_back_is_mended() {
    let (init, run) = ("scripts/dog/init.lua", "scripts/dog/run.lua");
    let sources = [(init, "return { initial = \"run\" }"), (run, "return {}")];
    let mut bench = Bench::empty(&sources, &Limits::default());
    bench.arrive("dog", "scripts/dog");
    let whole = bench.files.clone();
    let broken = whole.with(&[crate::project::FileChange {
        path: run.into(),
        content: Some(b"return {"[..].into()),
    }]);
    let prepared = bench.host.prepare(&broken, |_| true).unwrap();
    assert_eq!(prepared.left_out().len(), 1);
    bench.host.commit(prepared);
    let again = bench.host.prepare(&broken, |_| true).unwrap();
    assert!(again.behaviours().is_empty(), "it is not tried twice");
    let mended = bench.host.prepare(&whole, |_| true).unwrap();
    assert_eq!(mended.behaviours().len(), 1);
    assert!(mended.left_out().is_empty());
}
