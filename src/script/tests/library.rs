//! The library scripts find: what is there, what is not, what repeats.

use super::bench::{Bench, body};

/// What a body prints.
fn printed(lua: &str) -> Vec<String> {
    Bench::one(&body(lua)).execute(0).logs
}

#[test]
fn the_globals_are_those_of_the_manual() {
    let there = "string table math utf8 bit32 buffer vector coroutine pairs ipairs next select type typeof tonumber tostring unpack \
                 assert error pcall xpcall setmetatable getmetatable rawget rawset rawequal rawlen print log require stage input";
    for name in there.split_whitespace() {
        assert_eq!(
            printed(&format!("print(type({name}) ~= \"nil\")")),
            ["true"],
            "{name}"
        );
    }
    let gone = "_G os io debug loadstring load loadfile dofile getfenv setfenv newproxy collectgarbage gcinfo package wait task love game _VERSION luppet host integer";
    for name in gone.split_whitespace() {
        let error = Bench::one(&body(&format!("print({name})"))).error(0);
        assert!(
            error.message.contains(name) && error.line == 2,
            "{name}: {error}"
        );
    }
    assert_eq!(
        printed(
            "print(math.randomseed, math.clamp(5, 1, 3), math.sign(-2), math.round(2.5), math.noise(0.5, 0.5) == math.noise(0.5, 0.5))"
        ),
        ["nil\t3\t-1\t3\ttrue"]
    );
}

#[test]
fn undefined_names_are_told_with_the_nearest() {
    for (script, message) in [
        (
            "prnt(1)",
            "undefined name \"prnt\" (nearest: print, next, error, input)",
        ),
        (
            "wait(1)",
            "there is no `wait` here: no callback waits; give the state `lasts` and `next`, or look at self.state_time",
        ),
        (
            "os.clock()",
            "there is no `os` here: use stage.time for the time of the run; there is no clock and no file here",
        ),
        (
            "_G.x = 1",
            "there is no `_G` here: globals are this file's own; share values with require or self:send",
        ),
        (
            "stage.widht()",
            "stage has no \"widht\" (nearest: width, height, find, time)",
        ),
        (
            "input.presed(\"a\")",
            "input has no \"presed\" (nearest: pressed, released, axis, pointer)",
        ),
        (
            "stage.width = 1",
            "stage is read only: .width cannot be written",
        ),
        (
            "input.down = 1",
            "input is read only: .down cannot be written",
        ),
    ] {
        let error = Bench::one(&body(script)).error(0);
        assert_eq!(
            (error.message.as_str(), error.line),
            (message, 2),
            "{script}"
        );
    }
}

#[test]
fn globals_are_the_files_own() {
    let mut bench = Bench::empty(
        &[
            (
                "scripts/a.lua",
                "COUNT = 1 function bump() COUNT = COUNT + 1 return COUNT end
local m = require(\"m\")
return { initial = \"s\", states = { s = { execute = function() print(bump(), m()) end } } }",
            ),
            (
                "scripts/m.lua",
                "return function() return (pcall(function() return COUNT end)) end",
            ),
        ],
        &crate::stage::Limits::default(),
    );
    bench.arrive("hero", "scripts/a.lua");
    assert_eq!(bench.execute(0).logs, ["2\tfalse"]);
    assert_eq!(bench.execute(0).logs, ["3\tfalse"]);
}

#[test]
fn values_print_by_content() {
    for (script, line) in [
        (
            "print({ 1, 2, x = { y = \"z\" }, [10] = true })",
            "{ 1, 2, [10] = true, x = { y = \"z\" } }",
        ),
        (
            "print({}, print, coroutine.create(print), buffer.create(1))",
            "{}\tfunction\tthread\tbuffer",
        ),
        ("local t = {} t.t = t print(t)", "{ t = {...} }"),
        (
            "print({ { { { { { { 1 } } } } } } })",
            "{ { { { { { {...} } } } } } }",
        ),
        (
            "print(self, stage, input, { stage.find(\"hero\") })",
            "self\tstage\tinput\t{ a view }",
        ),
        (
            "print(tostring({ 1 }), tostring(nil), tostring(1.5), tostring(true))",
            "{ 1 }\tnil\t1.5\ttrue",
        ),
        ("print(`{{ 1 }}`, `{1}{\"a\"}{nil}`)", ""),
        (
            "print(string.format(\"%s %d %s\", { 1 }, 3, print))",
            "{ 1 } 3 function",
        ),
        ("print((\"%s\"):format({ a = 1 }))", "{ a = 1 }"),
        (
            "print(setmetatable({}, { __tostring = function() return \"mine\" end }))",
            "mine",
        ),
        (
            "print(vector.create(1, 2, 3), 1e300, 0/0, -1/0, 0.1)",
            "1, 2, 3\t1e+300\tnan\t-inf\t0.1",
        ),
        (
            "print({ 0/0, 1/0, 1e300, -0.5 })",
            "{ nan, inf, 1e300, -0.5 }",
        ),
        ("print(\"a\\0b\\27c\\nd\")", "a\\x00b\\x1bc\nd"),
        ("log(\"same\")", "same"),
        ("print()", ""),
    ] {
        let script = if script.contains('`') {
            "local t = { 1 } print(`<{t}>`)"
        } else {
            script
        };
        let line = if script.contains('`') {
            "<{ 1 }>"
        } else {
            line
        };
        assert_eq!(printed(script), [line], "{script}");
    }
}

#[test]
fn a_log_is_bounded() {
    let lines = printed("for i = 1, 1000 do print(i) end");
    assert_eq!(lines.len(), 65);
    assert_eq!(lines[63], "64");
    assert_eq!(
        lines[64],
        "(more than 64 lines in a step: the rest is dropped)"
    );
    let lines = printed("print((\"x\"):rep(5000))");
    assert_eq!(lines[0].len(), 2000);
    assert!(lines[0].ends_with("..."));
    let mut bench = Bench::one(&body("for i = 1, 40 do print(i) end"));
    assert_eq!(bench.execute(0).logs.len(), 40);
    assert_eq!(bench.execute(0).logs.len(), 25);
    assert_eq!(bench.execute(0).logs.len(), 0);
    bench.step();
    assert_eq!(bench.execute(0).logs.len(), 40);
}

#[test]
fn chance_is_one_stream_for_each_actor() {
    let script = body("print(math.random(), math.random(6), math.random(-3, 3))");
    let run = |others: usize| {
        let mut bench = Bench::one(&script);
        for i in 0..others {
            let other = bench.arrive(&format!("other{i}"), "scripts/a.lua");
            bench.execute(other);
        }
        [bench.execute(0).logs, bench.execute(0).logs].concat()
    };
    let alone = run(0);
    assert_eq!(alone, run(3));
    assert_ne!(alone[0], alone[1]);
    let mut bench = Bench::one(&body(
        "local n = {} for i = 1, 600 do local r = math.random(6) n[r] = (n[r] or 0) + 1 end print(n)",
    ));
    let line = &bench.execute(0).logs[0];
    let counts: Vec<u32> = line
        .trim_matches(['{', '}', ' '])
        .split(", ")
        .map(|n| n.parse().unwrap())
        .collect();
    assert!(
        counts.len() == 6 && counts.iter().all(|n| (60..140).contains(n)),
        "{line}"
    );
    for (script, message) in [
        ("math.random(0)", "math.random: the range 1..0 is empty"),
        ("math.random(2, 1)", "math.random: the range 2..1 is empty"),
        (
            "math.random(\"6\")",
            "argument 1 of math.random must be a finite number (it is the string \"6\")",
        ),
        (
            "math.random(1, 2, 3)",
            "math.random takes at most 2 arguments",
        ),
    ] {
        assert_eq!(Bench::one(&body(script)).error(0).message, message);
    }
}

#[test]
fn the_order_of_pairs_repeats() {
    let script = body(
        "local t = {} for i = 1, 50 do t[\"k\" .. i * 7919 % 101] = i end local keys = {} for k in pairs(t) do keys[#keys + 1] = k end print(table.concat(keys, \" \"))",
    );
    assert_eq!(printed_of(&script), printed_of(&script));
}

fn printed_of(script: &str) -> Vec<String> {
    Bench::one(script).execute(0).logs
}

#[test]
fn the_library_works_as_it_should_through_its_wrappers() {
    for (script, line) in [
        (
            "print((\"hello\"):find(\"l\"), (\"a.b\"):find(\".\", 1, true), (\"abc\"):find(\"b\", 3))",
            "3\t2\tnil",
        ),
        ("print((\"k=v\"):match(\"(%w+)=(%w+)\"))", "k\tv"),
        (
            "local s = \"\" for w in (\"a b c\"):gmatch(\"%a\") do s = s .. w end print(s)",
            "abc",
        ),
        ("print((\"hello\"):gsub(\"l\", \"L\", 1))", "heLlo\t1"),
        ("print((\"hello\"):gsub(\"l\", { l = \"1\" }))", "he11o\t2"),
        (
            "print(table.concat((\"a,b,c\"):split(\",\"), \"|\"))",
            "a|b|c",
        ),
        (
            "print((\"ab\"):rep(3), (\"ab\"):upper(), (\"AB\"):lower(), (\"ab\"):reverse())",
            "ababab\tAB\tab\tba",
        ),
        (
            "local t = { 3, 1, 2 } table.sort(t) print(table.concat(t, \",\"))",
            "1,2,3",
        ),
        (
            "local t = { 3, 1, 2 } table.sort(t, function(a, b) return a > b end) print(table.concat(t, \",\"))",
            "3,2,1",
        ),
        (
            "local t = { 1, 2 } table.insert(t, 3) table.insert(t, 1, 0) print(table.concat(t, \",\"), table.remove(t), table.remove(t, 1), table.find(t, 2), #t)",
            "0,1,2,3\t3\t0\t2\t2",
        ),
        (
            "print(table.concat(table.move({ 1, 2, 3 }, 2, 3, 1), \",\"), table.concat(table.move({ 1, 2 }, 1, 2, 2, { 9 }), \",\"))",
            "2,3,3\t9,1,2",
        ),
        ("print(pcall(error, \"x\", 0))", "false\tx"),
        (
            "print(select(2, pcall(function() error(\"here\") end)))",
            "scripts/a.lua:2: here",
        ),
        (
            "print(select(2, pcall(function() error(\"there\", 2) end)))",
            "there",
        ),
        (
            "print(tostring(setmetatable({}, { __tostring = function() return \"t\" end })))",
            "t",
        ),
    ] {
        assert_eq!(printed(script), [line], "{script}");
    }
    for (script, message) in [
        (
            "local n = (\"x\"):rep({})",
            "invalid argument #2 to 'rep' (number expected, got table)",
        ),
        (
            "string.find()",
            "invalid argument #1 to 'find' (string expected, got nil)",
        ),
        ("(\"x\"):find(\"%\")", "malformed pattern (ends with '%')"),
        ("table.sort({ 1, \"a\" })", ""),
        (
            "table.insert()",
            "invalid argument #1 to 'insert' (table expected, got nil)",
        ),
        (
            "table.move({}, 1, 2147483640, 3)",
            "table.move refuses more than 1000000 items",
        ),
    ] {
        let error = Bench::one(&body(script)).error(0);
        assert_eq!(error.line, 2, "{script}: {error}");
        if !message.is_empty() {
            assert_eq!(error.message, message, "{script}");
        }
        assert!(!error.message.contains("luppet"), "{error}");
    }
}
