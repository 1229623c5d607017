//! Bounds on what the host itself does for a script: reading its tables, making
//! its errors, keeping copies of its data.

use std::time::{Duration, Instant};

use super::bench::{Bench, body, files};
use crate::script::ScriptHost;
use crate::stage::{Callback, Fault, Limits, Trip};
use crate::time::Time;

/// The first thing wrong with a script, and how much is.
fn wrong(script: &str) -> (String, usize) {
    let files = files(&[("scripts/a.lua", script)]);
    let mut host = ScriptHost::new(&Limits::default());
    let started = Instant::now();
    let errors = host.load(&files, "scripts/a.lua").expect_err("a fault").0;
    assert!(started.elapsed() < Duration::from_secs(10));
    (errors[0].message.clone(), errors.len())
}

#[test]
fn one_table_in_many_places_is_not_copied_without_end() {
    let (message, _) = wrong(
        "local long = (\"x\"):rep(1000000)
return { tags = table.create(900, long) }",
    );
    assert!(message.starts_with("tags[1] is too long"), "{message}");
    let (message, _) = wrong(
        "local names, list = table.create(900, \"a\"), {}
for i = 1, 900 do list[i] = { from = names, to = \"a\", when = print } end
return { initial = \"a\", states = { a = {} }, transitions = list }",
    );
    assert!(
        message.ends_with("the tables of one file have more than 20000 entries"),
        "{message}"
    );
}

#[test]
fn what_is_wrong_is_told_a_hundred_times_at_most() {
    for script in [
        "local states = {} for i = 1, 900 do states[\"s\" .. i] = { ender = 1, clap = 2 } end
return { initial = \"s1\", states = states }",
        "local states, on = {}, {} for i = 1, 900 do states[\"s\" .. i] = {} on[\"m\" .. i] = \"t\" .. i end
return { initial = \"s1\", states = states, on = on }",
    ] {
        let (_, count) = wrong(script);
        assert!(count <= 100, "{count}");
    }
}

#[test]
fn data_and_with_are_bounded_as_a_whole() {
    let (message, _) = wrong(
        "local data = {} for i = 1, 100 do data[\"d\" .. i] = (\"x\"):rep(1000) end
return { data = data }",
    );
    assert!(
        message.contains("with what stands before it is larger than 65536 bytes"),
        "{message}"
    );
    let mut bench = Bench::one(&body(
        "stage.spawn(\"puppet\", { with = { hp = (\"x\"):rep(5000) } })",
    ));
    let error = bench.error(0);
    assert!(error.message.contains("larger than 4096 bytes"), "{error}");
}

#[test]
fn who_finds_no_room_in_memory_does_not_come() {
    let limits = Limits {
        memory: 2 << 20,
        ..Limits::default()
    };
    let script = "return { data = { list = table.create(1000, \"x\") } }";
    let mut bench = Bench::empty(&[("scripts/a.lua", script)], &limits);
    let mut come = 0;
    while come < 1000
        && bench
            .try_arrive(&format!("a{come}"), "scripts/a.lua")
            .is_some()
    {
        come += 1;
    }
    assert!((5..200).contains(&come), "{come}");
}

/// Errors, refusals and copies cost more than a turn of a loop: their work must end
/// a callback well before the clock does.
#[test]
fn costly_turns_are_counted_as_such() {
    // Of a build that is not optimised, on a machine that does other things too.
    let limits = Limits {
        clock: Time::from_millis(20_000),
        ..Limits::default()
    };
    for script in [
        "while true do pcall(error) end",
        "while true do pcall(nil) end",
        "while true do xpcall(error, print) end",
        "while true do coroutine.resume(coroutine.create(error)) end",
        "while true do pcall(function() return self.zzz end) end",
        "while true do pcall(function() return zzz end) end",
        "while true do pcall(self.change, self, \"zzz\") end",
        "while true do pcall(self.is, self, \"zzz\") end",
        "while true do pcall(stage.find(\"hero\").is, stage.find(\"hero\"), \"zzz\") end",
        "while true do pcall(input.down, \"zzz\") end",
        "while true do pcall(require, \"zzz\") end",
        "local function rung(n) while true do pcall(rung, n + 1) end end rung(1)",
        "local s = (\"x\"):rep(1e6) while true do local t = s:sub(1, 999999) end",
        "local s = (\"x\"):rep(1e6) while true do pcall(string.byte, s, 1, 7000) end",
        "local s = (\"1\"):rep(1e6) while true do tonumber(s) end",
        "local s = (\"x\"):rep(1e6) while true do utf8.len(s) end",
        "local s = (\"x\"):rep(1e6) .. \"\\0\" while true do string.unpack(\"z\", s) end",
        "local b = buffer.create(1e6) while true do local s = buffer.tostring(b) end",
        "local b = buffer.create(1e6) while true do buffer.copy(b, 0, b, 0) end",
        "local t = table.create(5000, 1) while true do local a = select(\"#\", unpack(t)) end",
        "local t = table.create(5000, 1) while true do pcall(math.random, unpack(t)) end",
        "local t = table.create(5000, 1) while true do self:say(\"x\", unpack(t)) end",
    ] {
        let states = "for i = 1, 300 do states[\"state\" .. i] = {} end";
        let source = format!(
            "local states = {{ s = {{ execute = function(self, dt) {script} end }} }} {states} return {{ initial = \"s\", states = states }}"
        );
        let mut bench = Bench::empty(&[("scripts/a.lua", &source)], &limits);
        bench.arrive("hero", "scripts/a.lua");
        let (result, _) = bench.ask(0, Callback::Execute { dt: 0.1 });
        assert!(
            matches!(result, Err(Fault::Trip(Trip::Work | Trip::Memory, _))),
            "{script}: {result:?}"
        );
    }
}

#[test]
fn the_library_behind_the_counts_is_the_same() {
    let mut bench = Bench::one(&body(
        "print((\"abc\"):sub(2), (\"abc\"):sub(-2, -2), (\"abc\"):byte(2), (\"abc\"):byte(1, 3))
print(tonumber(\"ff\", 16), tonumber(\"x\"), unpack({ 1, 2, 3 }, 2), utf8.len(\"h\u{e9}\"))
print(pcall(error, \"e\", 0), select(\"#\", pcall(function() return nil, nil end)))
print(xpcall(function(a, b) return a + b end, print, 1, 2))
local co = coroutine.create(function(a) local b = coroutine.yield(a + 1) error(b, 0) end)
print(coroutine.resume(co, 1)) print(coroutine.resume(co, \"b\"))
print(coroutine.wrap(function() return pcall(function() return coroutine.yield(7) end) end)())
print(buffer.tostring(buffer.fromstring(\"xyz\")))",
    ));
    let logs = bench.execute(0).logs;
    assert_eq!(
        logs,
        [
            "bc\tb\t98\t97\t98\t99",
            "255\tnil\t2\t2",
            "false\t3",
            "true\t3",
            "true\t2",
            "false\tb",
            "7",
            "xyz"
        ]
    );
}
