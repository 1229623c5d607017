//! What a script may return, and what is said about everything else.

use super::bench::{Bench, refusal};
use crate::fsm::{Handler, StateId};
use crate::time::Time;

const KEY: &str = "scripts/a.lua";

/// All that is wrong with a script of one file.
fn wrong(script: &str) -> String {
    refusal(&[(KEY, script)], KEY)
}

#[test]
fn a_whole_behaviour() {
    let bench = Bench::one(
        "local idle = { clip = \"idle\", keep = true, fade = 0.2, tags = { \"calm\", \"b\" } }
function idle.enter(self) end
return {
  initial = \"idle\", tags = { \"t\" }, data = { hp = 1, name_of = { \"x\" } },
  params = { lean = { 0, -1, 1 }, tilt = 2 }, drivers = { lean = function() end },
  on = { hit = \"hurt\", go = function() end }, at = { step = function() end }, finish = function() end, loop = \"idle\",
  global = function() end, on_start = function() end,
  transitions = { { from = \"idle\", to = \"hurt\", when = function() end }, { from = { \"hurt\", \"idle\" }, to = \"idle\", when = function() end }, { from = \"*\", to = \"hurt\", when = function() end } },
  states = { idle = idle, hurt = { clip = \"hurt\", next = \"idle\" }, rest = { lasts = 1.5, next = \"hurt\", execute = function() end, exit = function() end, on = { hit = function() end } } },
}",
    );
    let def = bench.actors[0].kind.behaviour.clone().unwrap();
    let fsm = def.fsm.as_ref().unwrap();
    let names: Vec<&str> = fsm.states.iter().map(|state| state.name.as_str()).collect();
    assert_eq!(names, ["hurt", "idle", "rest"]);
    assert_eq!(fsm.initial, StateId(1));
    let from: Vec<_> = fsm
        .transitions
        .iter()
        .map(|t| (t.from.clone(), t.to))
        .collect();
    assert_eq!(
        from,
        [
            (Some(vec![StateId(1)]), StateId(0)),
            (Some(vec![StateId(0), StateId(1)]), StateId(1)),
            (None, StateId(0)),
        ]
    );
    let idle = fsm.state(StateId(1));
    assert_eq!(
        (idle.keep, idle.fade, idle.enter, idle.execute),
        (true, Time::from_seconds(0.2), true, false)
    );
    assert_eq!(idle.tags, ["calm", "b"]);
    let rest = fsm.state(StateId(2));
    assert_eq!(
        (rest.lasts, rest.next, rest.exit),
        (Time::from_seconds(1.5), Some(StateId(0)), true)
    );
    assert_eq!(rest.on, [("hit".into(), Handler::Call)]);
    assert_eq!(
        def.on,
        [
            ("go".into(), Handler::Call),
            ("hit".into(), Handler::Change(StateId(0)))
        ]
    );
    assert_eq!(
        (def.finish, def.r#loop),
        (Some(Handler::Call), Some(Handler::Change(StateId(1))))
    );
    assert_eq!(
        (def.global, def.on_start, def.on_reload),
        (true, true, false)
    );
    let data: Vec<&str> = def.data.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(data, ["hp", "name_of"]);
    let params: Vec<_> = def
        .params
        .iter()
        .map(|p| (p.name.as_str(), p.default, p.min))
        .collect();
    assert_eq!(
        params,
        [("lean", 0.0, -1.0), ("tilt", 2.0, f64::NEG_INFINITY)]
    );
    assert_eq!(def.drivers[0].param, "lean");
    assert_eq!(def.lines["state idle"], (KEY.to_string(), 1));
    assert_eq!(def.lines["state rest"], (KEY.to_string(), 9));
    assert_eq!(def.lines["at step"], (KEY.to_string(), 6));
    assert_eq!(def.lines["driver lean"], (KEY.to_string(), 5));
}

#[test]
fn one_thing_wrong() {
    for (script, message) in [
        (
            "",
            "scripts/a.lua: the script returns nothing; it must return its behaviour, a table such as { initial = \"idle\", states = { idle = {} } }",
        ),
        (
            "return 5",
            "scripts/a.lua:1: the script must return its behaviour, a table (it returns 5)",
        ),
        (
            "return {\n  initial = \"a\",\n  stats = {},\n}",
            "scripts/a.lua:3: behaviour: unknown key \"stats\" (keys: states, ",
        ),
        (
            "return {\n  states = { a = {} } }",
            "scripts/a.lua: initial is missing: which of the states (a) comes first?",
        ),
        (
            "return { initial = \"b\",\n states = { a = {}, bb = {} } }",
            "scripts/a.lua:1: initial: unknown state \"b\" (states: a, bb)",
        ),
        (
            "return { initial = \"a\", states = {\n a = { nxt = 5 } } }",
            "scripts/a.lua:2: state \"a\": unknown key \"nxt\" (keys: next, ",
        ),
        (
            "return { initial = \"a\", states = {\n a = { next = \"a\" } } }",
            "scripts/a.lua:2: state \"a\": next without clip or lasts: nothing would ever lead there",
        ),
        (
            "return { initial = \"a\", states = {\n a = { clip = \"x\",\n lasts = 1 } } }",
            "scripts/a.lua:3: state \"a\": lasts without next: nowhere to go then",
        ),
        (
            "return { initial = \"a\", states = {\n a = { clip = \"x\", next = \"bb\" }, b = {} } }",
            "scripts/a.lua:2: state \"a\": next: unknown state \"bb\" (states: b, a)",
        ),
        (
            "return { initial = \"a\", states = { a = { lasts = -1, next = \"a\" } } }",
            "scripts/a.lua:1: state \"a\": lasts must not be negative (it is -1)",
        ),
        (
            "return { initial = \"a\", states = { a = { enter = 5 } } }",
            "scripts/a.lua:1: state \"a\": enter must be a function (it is 5)",
        ),
        (
            "return { initial = \"a\", states = { a = 5 } }",
            "scripts/a.lua:1: state \"a\" must be a table (it is 5)",
        ),
        (
            "return { initial = \"a\", states = { a = {}, {} } }",
            "scripts/a.lua:1: states: a name must be a string (it is 1)",
        ),
        (
            "return { initial = \"a\", states = { a = {} }, on = { hit = \"b\" } }",
            "scripts/a.lua:1: on.hit: unknown state \"b\" (states: a)",
        ),
        (
            "return { initial = \"a\", states = { a = {} }, on = { hit = 5 } }",
            "scripts/a.lua:1: on.hit must be a function or the name of a state (it is 5)",
        ),
        (
            "return { initial = \"a\", states = { a = {} }, at = { finish = function() end } }",
            "scripts/a.lua:1: at: \"finish\" is no marker; write finish = beside `at`",
        ),
        (
            "return { initial = \"a\", states = { a = {} }, data = { x = 5 } }",
            "scripts/a.lua:1: data: \"x\" is a member of self; choose another name",
        ),
        (
            "return { initial = \"a\", states = { a = {} }, data = { touches = 5 } }",
            "scripts/a.lua:1: data: \"touches\" is a member of self; choose another name",
        ),
        (
            "return { initial = \"a\", states = { a = {} }, data = { f = print } }",
            "scripts/a.lua:1: data: f: a function cannot be in it (only nil, booleans, numbers, strings and tables of these)",
        ),
        (
            "return { initial = \"a\", states = { a = {} }, params = { p = \"1\" } }",
            "scripts/a.lua:1: params.p must be a number or { default, min, max } (it is a string)",
        ),
        (
            "return { initial = \"a\", states = { a = {} }, params = { p = { 5, 0, 1 } } }",
            "scripts/a.lua:1: params.p: 5 does not lie in 0..1",
        ),
        (
            "return { initial = \"a\", states = { a = {} }, tags = { 5 } }",
            "scripts/a.lua:1: tags[1] must be a string (it is 5)",
        ),
        (
            "return { initial = \"a\", states = { a = {} }, tags = { x = \"y\" } }",
            "scripts/a.lua:1: tags must be a list (it has the key the string \"x\")",
        ),
        (
            "return { initial = \"a\", states = { a = {} }, transitions = { { from = \"a\", to = \"a\" } } }",
            "scripts/a.lua:1: transitions[1] must have from, to and when",
        ),
        (
            "return { initial = \"a\", states = { a = {} }, transitions = { { from = {}, to = \"a\", when = print } } }",
            "scripts/a.lua:1: transitions[1]: from names no state",
        ),
        (
            "return { initial = \"a\", states = { a = {} }, transitions = { { from = \"x\", to = \"a\", when = function() end } } }",
            "scripts/a.lua:1: transitions[1]: from: unknown state \"x\" (states: a)",
        ),
        (
            "local x = = 5",
            "scripts/a.lua:1: Expected identifier when parsing expression, got '='",
        ),
        (
            "goto done",
            "scripts/a.lua:1: Incomplete statement: expected assignment or a function call; there is no `goto` here: use continue, break or a function",
        ),
        ("\n\nerror(\"no\")", "scripts/a.lua:3: no"),
        ("error({ code = 5 })", "scripts/a.lua: { code = 5 }"),
        (
            "while true do end",
            "scripts/a.lua: work limit: more than 200000 turns of loops and calls while a file loads",
        ),
        (
            "local t = {} while true do t[#t + 1] = (\"x\"):rep(100000 + #t) end",
            "scripts/a.lua: memory limit: the behaviour uses more than 16 MiB",
        ),
        (
            "return { initial = stage.width }",
            "scripts/a.lua:1: stage.width cannot be used while a file loads",
        ),
        (
            "input.down(\"a\")",
            "scripts/a.lua:1: input.down cannot be used while a file loads",
        ),
        (
            "math.random()",
            "scripts/a.lua:1: math.random cannot be used while a file loads",
        ),
        (
            "coroutine.yield()",
            "scripts/a.lua: a callback cannot yield: coroutine.yield works only in a coroutine of your own",
        ),
    ] {
        let told = wrong(script);
        if message.ends_with(", ") {
            assert!(told.starts_with(message), "{script}: {told}");
        } else {
            assert_eq!(told, message, "{script}");
        }
    }
}

#[test]
fn everything_wrong_is_told_at_once() {
    let all = wrong(
        "local function run() error(\"BREACH\") end
return {
  initial = 42,
  states = {
    s = { enter = \"no\", execute = 42, clip = print, next = 1, lasts = \"long\", fade = -1, tags = 5 },
    t = \"s\",
    [7] = { execute = run },
  },
  drivers = 9,
  global = \"x\",
  data = run,
  params = { p = \"1\" },
  tags = { {} },
  transitions = { { from = {}, to = 3, when = \"now\" }, 5 },
  on_start = 1,
  [(\"\\27[2J\"):rep(20000)] = true,
}",
    );
    for (line, what) in [
        (3, "initial must"),
        (5, "state \"s\": enter must"),
        (5, "state \"s\": execute must"),
        (5, "state \"s\": clip must"),
        (5, "state \"s\": next must"),
        (5, "state \"s\": lasts must"),
        (5, "state \"s\": fade must"),
        (5, "state \"s\": tags must"),
        (6, "state \"t\" must"),
        (4, "states: a name must be"),
        (9, "drivers must"),
        (10, "global must"),
        (11, "data must"),
        (12, "params.p must"),
        (13, "tags[1] must"),
        (14, "transitions[1]: from names"),
        (14, "transitions[1]: to must"),
        (14, "transitions[1]: when must"),
        (14, "transitions[2] must be a table"),
        (15, "on_start must"),
    ] {
        let start = format!("scripts/a.lua:{line}: {what}");
        assert!(
            all.lines().any(|told| told.starts_with(&start)),
            "{start}\n{all}"
        );
    }
    assert!(all.contains("cannot be a name") && !all.contains('\u{1b}') && !all.contains("BREACH"));
}

#[test]
fn metatables_do_nothing_and_later_changes_do_nothing() {
    let mut bench = Bench::one(
        "local function spin() while true do end end
local s = setmetatable({}, { __index = spin, __iter = spin, __len = spin })
local b = setmetatable({ initial = \"s\", states = setmetatable({ s = s }, { __index = spin, __iter = spin }) }, { __index = spin, __call = spin })
function s.execute(self)
  s.execute, s.exit, b.initial = nil, 7, nil
  rawset(b, \"states\", nil)
  print(\"on\")
end
return b",
    );
    assert_eq!(bench.execute(0).logs, ["on"]);
    assert_eq!(bench.execute(0).logs, ["on"]);
}
