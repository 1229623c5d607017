//! Callbacks: what goes in, what comes back, what they ask for, what their errors say.

use super::bench::{Bench, body};
use crate::fsm::StateId;
use crate::stage::{Answer, Callback, Data, Fault, Level, Machine, Trip};
use crate::time::Time;

const EXECUTE: Callback<'static> = Callback::Execute { dt: 0.1 };

#[test]
fn execute_moves_the_actor_and_changes_its_state() {
    let mut bench = Bench::one(
        "local s = {}
function s.execute(self, dt)
  self.x = self.x + 10 * dt
  self.facing = -3
  print(\"hp\", self.hp, self.name, self.state, self.clip, self.frame, self.progress, self.state_time)
  return \"t\"
end
return { initial = \"s\", data = { hp = 5 }, states = { s = s, t = {} } }",
    );
    bench.actors[0].state_time = Time::from_millis(500);
    let requests = bench.execute(0);
    assert_eq!(requests.place, Some((101.0, 50.0, -1.0)));
    assert_eq!(requests.machine, Some(Machine::Change(StateId(1))));
    assert_eq!(requests.logs, ["hp\t5\thero\ts\tidle\t1\t0\t0.5"]);
}

#[test]
fn the_arguments_of_each_callback() {
    let mut bench = Bench::one(
        "local function show(what) return function(self, ...) print(what, ...) end end
return { initial = \"a\", params = { lean = 2 }, tags = { \"x\" },
  on_start = show(\"start\"), on_reload = show(\"reload\"), global = show(\"global\"), finish = show(\"finish\"), loop = show(\"loop\"),
  on = { hit = function(self, data, from) print(\"hit\", data.damage, from and from.name) end },
  at = { step = show(\"step\") },
  drivers = { lean = function(self, dt) return self:get(\"lean\") + dt end },
  transitions = { { from = \"*\", to = \"b\", when = function(self) return self.x > 10, \"x\" end } },
  states = { a = { enter = show(\"enter\"), exit = show(\"exit\"), execute = show(\"execute\") }, b = {} } }",
    );
    let hit = super::bench::numbers(&[("damage", 3.0)]);
    let other = bench.arrive("other", "scripts/a.lua");
    let from = Some(bench.actors[other].id);
    let (level, clip) = (Level::Behaviour, crate::clip::ClipId(1));
    let message = |from| Callback::Message {
        level,
        name: "hit",
        data: &hit,
        from,
    };
    let (name, of) = ("step", crate::tree::Source::Clip(clip));
    let b = Some(StateId(1));
    for (callback, log) in [
        (Callback::Start, "start\tnil\tnil"),
        (Callback::Reload, "reload\tnil\tnil"),
        (Callback::Enter { from: b }, "enter\tb\tnil"),
        (Callback::Enter { from: None }, "enter\tnil\tnil"),
        (Callback::Exit { to: b }, "exit\tb\tnil"),
        (EXECUTE, "execute\t0.1\tnil"),
        (Callback::Global { dt: 0.5 }, "global\t0.5\tnil"),
        (Callback::Marker { level, name, clip }, "step\twalk\tnil"),
        (Callback::Finish { level, of }, "finish\twalk\tnil"),
        (Callback::Loop { level, clip }, "loop\twalk\tnil"),
        (message(from), "hit\t3\tother"),
        (message(None), "hit\t3\tnil"),
    ] {
        let (answer, requests) = bench.ask(0, callback);
        assert_eq!(answer, Ok(Answer::Nothing));
        assert_eq!(requests.logs, [log]);
    }
    let when = bench.ask(0, Callback::When { transition: 0 }).0;
    assert_eq!(when, Ok(Answer::When(true, Some("x".into()))));
    let drive = bench.ask(0, Callback::Drive { driver: 0, dt: 0.5 }).0;
    assert_eq!(drive, Ok(Answer::Number(2.5)));
}

#[test]
fn own_fields_stay_between_calls_and_are_each_actors_own() {
    let mut bench = Bench::one(&body("self.hp = self.hp - 1 print(self.hp)"));
    bench.arrive("other", "scripts/a.lua");
    assert_eq!(bench.execute(0).logs, ["4"]);
    assert_eq!(bench.execute(0).logs, ["3"]);
    assert_eq!(bench.execute(1).logs, ["4"]);
}

#[test]
fn what_self_refuses() {
    for (script, message) in [
        (
            "print(self.hq)",
            "self has no \"hq\" (nearest: hp, is, x, y): put it in `data`, or assign it first",
        ),
        (
            "self.state = \"t\"",
            "self.state is read only: use self:change(state)",
        ),
        (
            "self.progress = 1",
            "self.progress is read only: use self:play or self:rate",
        ),
        (
            "self.change = 1",
            "self.change is a method: choose another name for the field",
        ),
        (
            "self.change(\"t\")",
            "self:change(...) must be called with a colon",
        ),
        (
            "self.change({}, \"t\")",
            "self:change works only on self, in that actor's own callback",
        ),
        (
            "setmetatable(self, {})",
            "cannot change a protected metatable",
        ),
        (
            "self.x = 0/0",
            "after the callback, self.x must be a finite number (it is nan)",
        ),
        (
            "self.y = \"up\"",
            "after the callback, self.y must be a finite number (it is the string \"up\")",
        ),
        (
            "self.facing = 0",
            "after the callback, self.facing is 0; it must be 1 or -1",
        ),
        (
            "rawset(self, \"x\", nil)",
            "after the callback, self.x must be a finite number (it is nil)",
        ),
        (
            "self:change(\"tt\")",
            "self:change: unknown state \"tt\" (states: t, s)",
        ),
        (
            "self:change(7)",
            "self:change: the state must be a string (it is 7)",
        ),
        (
            "self:fire(\"boom\")",
            "self:fire: this character has no tree, so it has no triggers; use self:play or self:change",
        ),
        (
            "return 7",
            "execute may return a state's name or nothing (it returned 7)",
        ),
        (
            "return false",
            "execute may return a state's name or nothing (it returned false)",
        ),
        (
            "return \"tt\"",
            "execute returned an unknown state \"tt\" (states: t, s)",
        ),
        (
            "coroutine.yield()",
            "a callback cannot yield: coroutine.yield works only in a coroutine of your own",
        ),
        (
            "self:rate(1/0)",
            "self:rate: the factor must be a finite number (it is inf)",
        ),
        (
            "self:rate()",
            "self:rate: the factor must be a finite number (it is nil)",
        ),
        (
            "self:set(\"x\", 1)",
            "self:set: unknown parameter \"x\" (there is none)",
        ),
        (
            "self:look { opactiy = 1 }",
            "self:look: unknown option \"opactiy\" (options: opacity, rotation, tint, scale, layer, visible)",
        ),
        (
            "self:look { tint = \"red\" }",
            "self:look: tint must be \"#rrggbb\" or \"#rrggbbaa\" (it is \"red\")",
        ),
        (
            "self:say({})",
            "self:say: the text must be a string (it is a table)",
        ),
        (
            "self:say(\"a\", -1)",
            "self:say: the seconds must not be negative (it is -1)",
        ),
        (
            "self:is(\"tt\")",
            "self:is: unknown state or tag \"tt\" (states or tags: t, s)",
        ),
        ("local f f()", "attempt to call a nil value: `f` is nil"),
    ] {
        let mut bench = Bench::one(&body(script));
        let error = bench.error(0);
        assert_eq!(error.message, message, "{script}");
        assert_eq!(
            (error.script.as_str(), error.callback.as_str()),
            ("scripts/a.lua", "execute")
        );
        assert!(matches!(error.line, 1 | 2), "{script}: {}", error.line);
    }
}

#[test]
fn fields_assigned_once_may_be_nil_again() {
    let mut bench = Bench::one(&body(
        "if self.state_time == 0 then self.foe = 1 self.foe = nil self.hp = nil end print(self.foe, self.hp, self.previous)",
    ));
    assert_eq!(bench.execute(0).logs, ["nil\tnil\tnil"]);
    bench.actors[0].state_time = Time::SECOND;
    bench.actors[0].previous = Some("t".into());
    assert_eq!(bench.execute(0).logs, ["nil\tnil\tt"]);
}

#[test]
fn the_last_request_for_the_machine_counts() {
    for (script, machine) in [
        ("self:change(\"t\") self:restart()", Some(Machine::Restart)),
        (
            "self:restart() self:change(\"s\")",
            Some(Machine::Change(StateId(0))),
        ),
        (
            "self:restart() return \"t\"",
            Some(Machine::Change(StateId(1))),
        ),
        (
            "self:change(\"t\") print(self:revert())",
            Some(Machine::Change(StateId(1))),
        ),
        ("pcall(self.change, self, \"nowhere\")", None),
    ] {
        let mut bench = Bench::one(&body(script));
        assert_eq!(bench.execute(0).machine, machine, "{script}");
    }
    let mut bench = Bench::one(&body("print(self:revert())"));
    bench.actors[0].previous = Some("t".into());
    let requests = bench.execute(0);
    assert_eq!(
        (requests.machine, requests.logs),
        (Some(Machine::Revert), vec!["true".into()])
    );
}

#[test]
fn a_failed_callback_asks_for_nothing_but_keeps_its_log() {
    let mut bench = Bench::one(&body(
        "self.x = 0 self.hp = 1 self:say(\"a\") self:send(\"*\", \"hi\") self:rate(2) print(\"so far\") error(\"no\")",
    ));
    let (answer, requests) = bench.ask(0, EXECUTE);
    assert!(matches!(answer, Err(Fault::Error(_))), "{answer:?}");
    assert_eq!(requests.logs, ["so far"]);
    let rest = crate::stage::Requests {
        logs: requests.logs.clone(),
        ..Default::default()
    };
    assert_eq!(requests, rest);
}

#[test]
fn exit_and_when_and_drivers_only_answer() {
    let script = |request: &str| {
        format!(
            "return {{ initial = \"s\", params = {{ lean = 0 }}, drivers = {{ lean = function(self) {request} end }},
transitions = {{ {{ from = \"*\", to = \"t\", when = function(self) {request} end }} }},
states = {{ s = {{ exit = function(self) {request} end }}, t = {{}} }} }}"
        )
    };
    let exit = Callback::Exit {
        to: Some(StateId(1)),
    };
    let when = Callback::When { transition: 0 };
    let drive = Callback::Drive { driver: 0, dt: 0.1 };
    for (request, refused) in [
        ("self:change(\"t\")", [true, true, false]),
        ("self:restart()", [true, true, false]),
        ("self:revert()", [true, true, false]),
        ("stage.spawn(\"puppet\")", [true, true, false]),
        ("stage.remove(\"hero\")", [true, true, false]),
        ("self.x = 5", [false, true, true]),
        ("self.facing = -1", [false, true, true]),
        ("self.hp = 5", [false, false, false]),
        ("self:send(\"*\", \"hi\")", [false, false, false]),
    ] {
        for (callback, refused) in [&exit, &when, &drive].into_iter().zip(refused) {
            let mut bench = Bench::one(&script(request));
            let answer = bench.ask(0, callback.clone()).0;
            assert_eq!(
                answer.is_err(),
                refused,
                "{request} in {callback:?}: {answer:?}"
            );
        }
    }
    let mut bench = Bench::one(&script("return \"t\""));
    for callback in [exit, drive] {
        assert!(bench.ask(0, callback).0.is_err());
    }
    assert_eq!(bench.ask(0, when).0, Ok(Answer::When(true, None)));
}

#[test]
fn a_place_locked_in_when_is_free_again_afterwards() {
    let mut bench = Bench::one(
        "return { initial = \"s\", transitions = { { from = \"s\", to = \"s\", when = function(self) return self.x == 100 end } },
states = { s = { execute = function(self) self.x = self.x + 1 end } } }",
    );
    let when = bench.ask(0, Callback::When { transition: 0 }).0;
    assert_eq!(when, Ok(Answer::When(true, None)));
    assert_eq!(bench.execute(0).place, Some((101.0, 50.0, 1.0)));
    let when = bench.ask(0, Callback::When { transition: 0 }).0;
    assert_eq!(when, Ok(Answer::When(false, None)));
    assert_eq!(bench.execute(0).place, Some((102.0, 50.0, 1.0)));
}

#[test]
fn what_handlers_may_return() {
    let mut bench = Bench::one(
        "return { initial = \"s\", states = { s = { on = { a = function() return false end, b = function() return \"t\" end, c = function() return true end } }, t = {} } }",
    );
    let mut ask = |name| {
        let message = Callback::Message {
            level: Level::State,
            name,
            data: &Data::Nil,
            from: None,
        };
        let (answer, requests) = bench.ask(0, message);
        (answer, requests.machine)
    };
    assert_eq!(ask("a"), (Ok(Answer::Declined), None));
    assert_eq!(
        ask("b"),
        (Ok(Answer::Nothing), Some(Machine::Change(StateId(1))))
    );
    let Err(Fault::Error(error)) = ask("c").0 else {
        panic!()
    };
    assert_eq!(
        error.message,
        "on.c may return a state's name, false or nothing (it returned true)"
    );
    assert_eq!(error.callback, "on.c");
}

#[test]
fn an_error_names_file_line_callback_and_the_calls() {
    let mut bench = Bench::one(
        "local function inner(foe)
  return foe.x
end
return { initial = \"s\", states = { s = { execute = function(self)
  inner(nil)
end } } }",
    );
    let error = bench.error(0);
    assert_eq!(error.script, "scripts/a.lua");
    assert_eq!(error.line, 2);
    assert_eq!(
        (
            error.actor.as_str(),
            error.state.as_str(),
            error.callback.as_str()
        ),
        ("hero", "s", "execute")
    );
    assert_eq!(error.message, "attempt to index nil with 'x'");
    let calls: Vec<&str> = error.traceback.lines().collect();
    assert_eq!(calls.len(), 2, "{calls:?}");
    assert!(
        calls[0].starts_with("scripts/a.lua:2:") && calls[1].starts_with("scripts/a.lua:5:"),
        "{calls:?}"
    );
}

#[test]
fn error_objects_are_told_by_content() {
    for (script, message) in [
        ("error(nil)", "an error without a message (nil)"),
        ("error({ code = 7, 1, 2 })", "{ 1, 2, code = 7 }"),
        ("error(function() end)", "function"),
        ("error(coroutine.create(print))", "thread"),
        ("error(0/0)", "nan"),
        (
            "error(setmetatable({}, { __tostring = function() return \"mine\" end }))",
            "mine",
        ),
        (
            "local ok, e = pcall(error, { code = 1 }) error(e)",
            "{ code = 1 }",
        ),
        (
            "error(\"\\27[2J\\r\\255 bad\")",
            "\\x1b[2J\\x0d\u{fffd} bad",
        ),
        ("error(string.rep(\"long \", 1000))", ""),
        (
            "pcall(function() error(\"x\") end) error(\"again\")",
            "again",
        ),
        ("error(\"plain\", 0)", "plain"),
    ] {
        let mut bench = Bench::one(&body(script));
        let error = bench.error(0);
        if message.is_empty() {
            assert_eq!(error.message.len(), 2000);
        } else {
            assert_eq!(error.message, message, "{script}");
        }
        assert_eq!(error.line, 2, "{script}");
    }
}

#[test]
fn a_trip_ends_the_callback_and_the_next_one_runs() {
    let mut bench = Bench::one(&body(
        "if self.hp == 5 then self.hp = 4 while true do pcall(function() while true do end end) end end print(self.hp)",
    ));
    let (answer, requests) = bench.ask(0, EXECUTE);
    let Err(Fault::Trip(Trip::Work, error)) = answer else {
        panic!("{answer:?}");
    };
    assert_eq!(
        error.message,
        "work limit: more than 200000 turns of loops and calls in one callback"
    );
    assert_eq!((error.script.as_str(), error.line), ("scripts/a.lua", 1));
    assert_eq!(requests, crate::stage::Requests::default());
    assert_eq!(bench.execute(0).logs, ["4"]);
    bench.arrive("late", "scripts/a.lua");
}
