//! Files of a behaviour: what counts as text, require, folders.

use super::bench::{Bench, files, refusal};
use crate::project::{FileChange, FileSet};
use crate::script::ScriptHost;
use crate::stage::Limits;

fn bytes(content: &[u8]) -> String {
    let change = FileChange {
        path: "scripts/a.lua".into(),
        content: Some(content.into()),
    };
    let set = FileSet::default().with(&[change]);
    match ScriptHost::new(&Limits::default()).load(&set, "scripts/a.lua") {
        Ok(_) => "loads".into(),
        Err(errors) => errors.to_string(),
    }
}

#[test]
fn sources_are_text() {
    let whole = b"return { initial = 's', states = { s = {} } }";
    assert_eq!(bytes(whole), "loads");
    assert_eq!(bytes(&[b"\xef\xbb\xbf", &whole[..]].concat()), "loads");
    assert_eq!(
        bytes(b"\xff\xfer\0e\0"),
        "scripts/a.lua: the file is UTF-16; save it as UTF-8"
    );
    assert_eq!(
        bytes(b"-- a\n-- caf\xe9"),
        "scripts/a.lua:2: the file is not UTF-8 (byte 0xe9); save it as UTF-8"
    );
    assert_eq!(
        bytes(b"\x06\x03\x00return"),
        "scripts/a.lua:1: the file is a binary chunk or other binary data, not text (byte 0x06); scripts are read as source only"
    );
    assert_eq!(
        bytes(&vec![b' '; 300_000]),
        "scripts/a.lua: the file is 300000 bytes long; a script may have at most 262144"
    );
    let nest = format!("return {}{}", "{".repeat(100_000), "}".repeat(100_000));
    assert!(
        bytes(nest.as_bytes()).starts_with("scripts/a.lua:1: Exceeded allowed recursion depth")
    );
    assert_eq!(
        refusal(&[], "scripts/none.lua"),
        "scripts/none.lua: there is no such script"
    );
}

#[test]
fn modules_are_found_once_and_kept() {
    let sources = [
        ("assets/characters/bot/main.lua", "local a, b, c = require(\"lib/util\"), require(\"./lib/util\"), require(\"shared\")
return { initial = \"s\", states = { s = { execute = function() print(a == b, a.where, c.where, require(\"shared\") == c, require(\"lib/late\")) end } } }"),
        ("assets/characters/bot/lib/util.lua", "return { where = \"own\" }"),
        ("scripts/lib/util.lua", "return { where = \"scripts\" }"),
        ("scripts/shared.luau", "return { where = require(\"lib/util\").where }"),
        ("scripts/lib/late.lua", "return false"),
    ];
    let mut bench = Bench::empty(&sources, &Limits::default());
    bench.arrive("hero", "assets/characters/bot/main.lua");
    assert_eq!(bench.execute(0).logs, ["true\town\town\ttrue\tfalse"]);
}

#[test]
fn requires_that_are_refused() {
    let others = [
        ("scripts/a1.lua", "return { require(\"a2\") }"),
        ("scripts/a2.lua", "return { require(\"./a1\") }"),
        ("scripts/me.lua", "return require(\"me\")"),
        ("scripts/nothing.lua", "local x = 1"),
        ("scripts/raises.lua", "\nerror(\"no\")"),
        ("scripts/syntax.lua", "\n\nreturn { = }"),
        ("scripts/back.lua", "return require(\"a\")"),
        ("scripts/lib/util.lua", "return 1"),
        ("secret.lua", "return \"BREACH\""),
    ];
    for (path, message) in [
        (
            "../secret",
            "scripts/a.lua:1: require: \"../secret\" leaves its folder or names nothing (write \"lib/util\" or \"./util\")",
        ),
        (
            "./../secret",
            "scripts/a.lua:1: require: \"./../secret\" leaves its folder or names nothing (write \"lib/util\" or \"./util\")",
        ),
        (
            "/etc/hostname",
            "scripts/a.lua:1: require: \"/etc/hostname\" leaves its folder or names nothing (write \"lib/util\" or \"./util\")",
        ),
        (
            "..\\\\secret",
            "scripts/a.lua:1: require: \"..\\\\secret\" is no name of a module (write \"lib/util\" or \"./util\")",
        ),
        (
            "secret",
            "scripts/a.lua:1: require: \"secret\" names no module (looked for scripts/secret.lua, scripts/secret.luau; the nearest is scripts/back)",
        ),
        (
            "lib/utl",
            "scripts/a.lua:1: require: \"lib/utl\" names no module (looked for scripts/lib/utl.lua, scripts/lib/utl.luau; the nearest is scripts/lib/util)",
        ),
        (
            "lib/util.lua",
            "scripts/a.lua:1: require: \"lib/util.lua\" names no module: write it without the ending, \"lib/util\"",
        ),
        (
            "",
            "scripts/a.lua:1: require: \"\" leaves its folder or names nothing (write \"lib/util\" or \"./util\")",
        ),
        (
            "a1",
            "scripts/a2.lua:1: require goes in a circle: scripts/a1.lua > scripts/a2.lua > scripts/a1.lua",
        ),
        (
            "me",
            "scripts/me.lua:1: require goes in a circle: scripts/me.lua > scripts/me.lua",
        ),
        (
            "nothing",
            "scripts/a.lua:1: require: scripts/nothing.lua returns nothing; a module must return its table",
        ),
        ("raises", "scripts/raises.lua:2: no"),
        (
            "syntax",
            "scripts/syntax.lua:3: Expected identifier when parsing expression, got '='",
        ),
        (
            "back",
            "scripts/back.lua:1: require: scripts/a.lua is the behaviour itself",
        ),
    ] {
        let script = format!("require(\"{path}\")");
        let sources: Vec<_> = others
            .into_iter()
            .chain([("scripts/a.lua", script.as_str())])
            .collect();
        let told = refusal(&sources, "scripts/a.lua");
        let nearest = told.split("; the nearest").next().unwrap();
        assert_eq!(
            nearest,
            message.split("; the nearest").next().unwrap(),
            "{path}"
        );
    }
    assert_eq!(
        refusal(&[("scripts/a.lua", "require(5)")], "scripts/a.lua"),
        "scripts/a.lua:1: require: the name must be a string (it is 5)"
    );
}

#[test]
fn a_failed_module_is_not_kept() {
    let mut bench = Bench::empty(
        &[
            (
                "scripts/a.lua",
                "return { initial = \"s\", states = { s = { execute = function() print(pcall(require, \"m\")) end } } }",
            ),
            ("scripts/m.lua", "error({ \"odd\" })"),
        ],
        &Limits::default(),
    );
    bench.arrive("hero", "scripts/a.lua");
    for _ in 0..3 {
        assert_eq!(bench.execute(0).logs, ["false\t{ \"odd\" }"]);
    }
}

#[test]
fn a_folder_is_a_behaviour() {
    let sources = [
        (
            "scripts/dog/init.lua",
            "return { initial = \"sit\", states = { lie = {} } }",
        ),
        (
            "scripts/dog/sit.lua",
            "local lib = require(\"./_lib\") return { clip = \"idle\", execute = function(self) print(lib, self:states()) return \"run\" end }",
        ),
        ("scripts/dog/run.luau", "return {}"),
        ("scripts/dog/_lib.lua", "return \"lib\""),
        ("scripts/dog/deep/x.lua", "return {}"),
        ("scripts/dog/readme.md", "no script"),
    ];
    let mut bench = Bench::empty(&sources, &Limits::default());
    bench.arrive("dog", "scripts/dog");
    let fsm = bench.actors[0]
        .kind
        .behaviour
        .as_ref()
        .unwrap()
        .fsm
        .clone()
        .unwrap();
    let names: Vec<&str> = fsm.states.iter().map(|state| state.name.as_str()).collect();
    assert_eq!(names, ["lie", "run", "sit"]);
    assert_eq!(
        bench.execute(0).logs,
        ["lib\t{ \"lie\", \"run\", \"sit\" }"]
    );
    let lines = &bench.actors[0].kind.behaviour.as_ref().unwrap().lines;
    assert_eq!(lines["state sit"], ("scripts/dog/sit.lua".to_string(), 1));

    let more = |path, text| {
        let sources: Vec<_> = sources.into_iter().chain([(path, text)]).collect();
        refusal(&sources, "scripts/dog")
    };
    assert_eq!(
        more("scripts/dog/lie.lua", "return {}"),
        "scripts/dog/lie.lua: state \"lie\" stands both here and in scripts/dog/init.lua"
    );
    assert_eq!(
        more("scripts/dog/run.lua", "return {}"),
        "scripts/dog/run.luau: \"run\" has two files, this one and scripts/dog/run.lua"
    );
    assert_eq!(
        refusal(&[("scripts/cat/sit.lua", "return {}")], "scripts/cat"),
        "scripts/cat: the folder has no init.lua, so it is no behaviour"
    );
}

#[test]
fn broken_state_files_are_left_out_at_first() {
    let sources = files(&[
        (
            "scripts/dog/init.lua",
            "return { initial = \"sit\", on = { go = \"raises\", stop = \"sit\" }, transitions = { { from = \"*\", to = \"syntax\", when = function() end } } }",
        ),
        (
            "scripts/dog/sit.lua",
            "return { clip = \"idle\", next = \"far\" }",
        ),
        (
            "scripts/dog/far.lua",
            "return { clip = \"idle\", next = \"nowhere\" }",
        ),
        ("scripts/dog/raises.lua", "\nerror(\"no\")"),
        ("scripts/dog/syntax.lua", "return { , }"),
        (
            "scripts/dog/shape.lua",
            "return { enter = 5,\n exti = print }",
        ),
        ("scripts/dog/spins.lua", "while true do end"),
        ("scripts/dog/empty.lua", ""),
    ]);
    let mut host = ScriptHost::new(&Limits::default());
    let (def, left_out) = host.load(&sources, "scripts/dog").unwrap();
    let fsm = def.fsm.as_ref().unwrap();
    let names: Vec<&str> = fsm.states.iter().map(|state| state.name.as_str()).collect();
    assert_eq!(names, ["sit"]);
    assert_eq!(fsm.states[0].next, None);
    assert!(fsm.transitions.is_empty());
    let on: Vec<&str> = def.on.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(on, ["stop"]);
    let told = left_out.iter().map(ToString::to_string);
    let told: Vec<String> = told
        .map(|t| t.split(", next, at").next().unwrap().to_string())
        .collect();
    assert_eq!(
        told,
        [
            "scripts/dog/empty.lua: the file of state \"empty\" returns nothing; it must return the state's table",
            "scripts/dog/raises.lua:2: no",
            "scripts/dog/shape.lua:1: state \"shape\": enter must be a function (it is 5)",
            "scripts/dog/shape.lua:2: state \"shape\": unknown key \"exti\" (keys: exit",
            "scripts/dog/spins.lua: work limit: more than 200000 turns of loops and calls while a file loads",
            "scripts/dog/syntax.lua:1: Expected identifier when parsing expression, got ','",
            "scripts/dog/far.lua:1: state \"far\": next: unknown state \"nowhere\" (states: far, sit)",
        ]
    );
    let broken = [
        ("scripts/dog/init.lua", "return { initial = \"sit\" }"),
        ("scripts/dog/sit.lua", "error(\"no\")"),
    ];
    let told = refusal(&broken, "scripts/dog");
    assert!(
        told.contains("initial: the state \"sit\" did not load"),
        "{told}"
    );
}
