//! The rest of api.md: input, stage, views, messages, requests with options.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::bench::{Bench, body};
use crate::clip::ClipId;
use crate::geom::Rgba;
use crate::stage::{Brain, Data, InputKey, KeyState, Look, Play, Send, To};
use crate::time::Time;

#[test]
fn input_speaks_in_the_actors_own_names() {
    let mut bench = Bench::one(&body(
        "print(input.down(\"punch\"), input.pressed(\"punch\"), input.released(\"punch\"), input.axis(\"left\", \"go\"), input.since(\"punch\"), input.since(\"k\"), input.pointer())",
    ));
    let key = |name| InputKey::key(name).unwrap();
    let bindings = BTreeMap::from([
        ("punch".to_string(), vec![key("j")]),
        ("go".to_string(), vec![key("right")]),
    ]);
    bench.actors[0].bindings = Some(Rc::new(bindings));
    let pressed = KeyState {
        down: true,
        pressed: true,
        released: false,
        since: Some(0.25),
    };
    bench.world.input.keys.insert(key("j"), pressed);
    bench.world.input.keys.insert(key("right"), pressed);
    bench.world.input.pointer = (7.0, 8.0);
    bench.world.time = 0.75;
    bench.look();
    assert_eq!(
        bench.execute(0).logs,
        ["true\ttrue\tfalse\t1\t0.5\tinf\t7\t8"]
    );
    bench.actors[0].bindings = None;
    assert_eq!(
        bench.execute(0).logs,
        ["false\tfalse\tfalse\t0\tinf\tinf\t7\t8"]
    );
    for (script, message) in [
        (
            "input.down(\"punhc\")",
            "input.down: unknown key \"punhc\" (keys: ",
        ),
        (
            "input.axis(\"left\", \"rigth\")",
            "input.axis: unknown key \"rigth\" (keys: right, ",
        ),
        (
            "input.down(5)",
            "input.down: the name must be a string (it is 5)",
        ),
    ] {
        let error = Bench::one(&body(script)).error(0);
        assert!(error.message.starts_with(message), "{error}");
    }
}

#[test]
fn the_stage_and_who_is_on_it() {
    let mut bench = Bench::one(&body(
        "local foe, gap = stage.nearest() local list = {}
for i, actor in stage.actors(\"fighter\") do list[i] = actor.name end
print(stage.width, stage.height, stage.step, stage.time, foe.name, gap, foe == stage.find(\"far\"), stage.find(\"nobody\"), stage.nearest(\"ghost\"), table.concat(list, \" \"), self:distance(foe), self:angle_to(110, 40))",
    ));
    bench.arrive("far", "scripts/a.lua");
    bench.actors[1].place = (103.0, 46.0, -1.0);
    bench.step();
    assert_eq!(
        bench.execute(0).logs,
        ["480\t270\t1\t0.016666666666666666\tfar\t5\ttrue\tnil\tnil\thero far\t5\t45"]
    );
    // The angle is that of the mirrored drawing.
    let mut bench = Bench::one(&body(
        "print(self:angle_to(110, 50), self:angle_to(90, 50), self:angle_to(100, 60), self:angle_to(100, 50))",
    ));
    assert_eq!(bench.execute(0).logs, ["0\t180\t-90\t0"]);
    bench.actors[0].place.2 = -1.0;
    assert_eq!(bench.execute(0).logs, ["180\t0\t-90\t0"]);
}

#[test]
fn views_show_the_step_as_it_began_and_the_last_of_those_who_left() {
    let mut bench = Bench::one(
        "local kept
return { initial = \"s\", states = { s = { execute = function(self)
  kept = kept or stage.find(\"foe\")
  print(kept.alive, kept.x, kept.state, kept.clip, kept.tags[1], kept:is(\"s\"), kept:get(\"lean\"))
end } }, params = { lean = 1 } }",
    );
    bench.arrive("foe", "scripts/a.lua");
    assert_eq!(
        bench.execute(0).logs,
        ["true\t100\ts\tidle\tfighter\ttrue\t1"]
    );
    bench.actors[1].place.0 = 120.0;
    assert_eq!(
        bench.execute(0).logs,
        ["true\t100\ts\tidle\tfighter\ttrue\t1"]
    );
    bench.step();
    assert_eq!(
        bench.execute(0).logs,
        ["true\t120\ts\tidle\tfighter\ttrue\t1"]
    );
    let gone = bench.actors.pop().unwrap();
    let mut last = bench.world.views[1].clone();
    last.x = 130.0;
    bench.host.leave(gone.id, &last);
    bench.step();
    assert_eq!(
        bench.execute(0).logs,
        ["false\t130\ts\tidle\tfighter\ttrue\t1"]
    );
    bench.step();
    assert_eq!(
        bench.execute(0).logs,
        ["false\t130\ts\tidle\tfighter\ttrue\t1"]
    );
}

#[test]
fn views_are_read_only() {
    for (script, message) in [
        (
            "stage.find(\"hero\").x = 1",
            "a view is read only: .x cannot be written; ask that actor with self:send",
        ),
        (
            "rawset(stage.find(\"hero\"), \"x\", 1)",
            "attempt to modify a readonly table",
        ),
        (
            "setmetatable(stage.find(\"hero\"), {})",
            "cannot change a protected metatable",
        ),
        (
            "print(stage.find(\"hero\").hp)",
            "a view has no \"hp\" (nearest: is, x, y, clip)",
        ),
        (
            "stage.find(\"hero\"):change(\"t\")",
            "a view has no \"change\" (nearest: name, state, tags, alive)",
        ),
        (
            "stage.find(\"hero\"):get(\"lean\")",
            "view:get: unknown parameter \"lean\" (there is none)",
        ),
        (
            "stage.find(\"hero\"):is(\"tt\")",
            "view:is: unknown state or tag \"tt\" (states or tags: t, s)",
        ),
        (
            "table.insert(stage.find(\"hero\").tags, \"x\")",
            "attempt to modify a readonly table",
        ),
        (
            "self:distance({})",
            "self:distance needs a view (as stage.find gives it)",
        ),
    ] {
        let error = Bench::one(&body(script)).error(0);
        assert_eq!(error.message, message, "{script}");
    }
}

#[test]
fn messages_carry_copies_of_plain_data() {
    let mut bench = Bench::one(&body(
        "local t = { damage = 5, [2] = true, 1, deep = { { x = \"y\" } } } self:send(\"hero\", \"hit\", t, 0.5) t.damage = 6
self:send(\"*\", \"all\") self:send(\"host\", \"done\", 7) self:send(stage.find(\"hero\"), \"me\", nil)",
    ));
    let sends = bench.execute(0).sends;
    let data = Data::Table(vec![
        (1.0.into(), 1.0.into()),
        (2.0.into(), true.into()),
        ("damage".into(), 5.0.into()),
        (
            "deep".into(),
            Data::Table(vec![(1.0.into(), Data::record([("x", "y".into())]))]),
        ),
    ]);
    let send = |to, name: &str, data, delay| Send {
        to,
        name: name.into(),
        data,
        delay,
    };
    let me = || To::Actor("hero".into());
    assert_eq!(
        sends,
        [
            send(me(), "hit", data, Time::from_millis(500)),
            send(To::All, "all", Data::Nil, Time::ZERO),
            send(To::Host, "done", 7.0.into(), Time::ZERO),
            send(me(), "me", Data::Nil, Time::ZERO),
        ]
    );
}

#[test]
fn messages_that_are_refused() {
    let nest = "local function nest(n) local t = {} for i = 1, n do t = { t } end return t end ";
    for (script, message) in [
        (
            "local t = {} t.t = t self:send(\"hero\", \"m\", t)",
            "self:send: the data: a table that contains itself cannot be in it",
        ),
        (
            "self:send(\"hero\", \"m\", nest(100000))",
            "self:send: the data: it is deeper than 16 levels",
        ),
        (
            "self:send(\"hero\", \"m\", nest(16))",
            "self:send: the data: it is deeper than 16 levels",
        ),
        (
            "self:send(\"hero\", \"m\", (\"x\"):rep(5000))",
            "self:send: the data: it is larger than 4096 bytes",
        ),
        (
            "local b = { 1 } for i = 1, 12 do b = { b, b } end self:send(\"hero\", \"m\", b)",
            "self:send: the data: it is larger than 4096 bytes",
        ),
        (
            "self:send(\"hero\", \"m\", { print })",
            "self:send: the data: a function cannot be in it (only nil, booleans, numbers, strings and tables of these)",
        ),
        (
            "self:send(\"hero\", \"m\", { [{}] = 1 })",
            "self:send: the data: a table cannot be a key in it",
        ),
        (
            "self:send(\"hero\", \"m\", { stage.find(\"hero\") })",
            "self:send: the data: a view cannot be in it (send a name instead)",
        ),
        (
            "self:send(\"hero\", \"m\", self)",
            "self:send: the data: self cannot be in it (send a name instead)",
        ),
        (
            "self:send(\"hero\", \"m\", 0/0)",
            "self:send: the data: the number nan cannot be in it",
        ),
        (
            "self:send(\"hreo\", \"m\")",
            "self:send: unknown actor \"hreo\" (actors: hero)",
        ),
        (
            "self:send(5, \"m\")",
            "self:send: the receiver must be a view, an actor's name, \"*\" or \"host\" (it is 5)",
        ),
        (
            "self:send(\"hero\")",
            "self:send: the message's name must be a string (it is nil)",
        ),
        (
            "self:send(\"hero\", \"\\0\")",
            "self:send: \"\\0\" cannot name a message (1 to 64 characters, no control characters)",
        ),
        (
            "self:send(\"hero\", \"m\", 1, -1)",
            "self:send: the delay must not be negative (it is -1)",
        ),
        (
            "self:send(\"hero\", \"m\", 1, 1/0)",
            "self:send: the delay must be a finite number (it is inf)",
        ),
        (
            "for i = 1, 65 do self:send(\"hero\", \"m\") end",
            "self:send: an actor sends at most 64 messages in a step",
        ),
    ] {
        let error = Bench::one(&body(&format!("{nest}{script}"))).error(0);
        assert_eq!(error.message, message, "{script}");
    }
    let mut bench = Bench::one(&body(&format!(
        "{nest} self:send(\"hero\", \"m\", nest(15))"
    )));
    assert_eq!(bench.execute(0).sends.len(), 1);
}

#[test]
fn requests_with_options() {
    let mut bench = Bench::one(&body(
        "self:rate(-0.5) self:say(\"Hurray!\", 1) self:look { opacity = 2, tint = \"#102030\" } self:look { scale = { 2, 3 }, visible = false, rotation = 90, layer = 4 }
stage.pan(1, 2) stage.pan(3, 4)",
    ));
    let requests = bench.execute(0);
    assert_eq!(requests.rate, Some(-0.5));
    assert_eq!(requests.say, Some(Some(("Hurray!".into(), Time::SECOND))));
    assert_eq!(requests.pan, (4.0, 6.0));
    let look = Look {
        visible: Some(false),
        opacity: Some(1.0),
        tint: Some(Rgba::rgb(16, 32, 48)),
        scale: Some((2.0, 3.0)),
        rotation: Some(90.0),
        layer: Some(4.0),
    };
    assert_eq!(requests.look, look);
    let mut bench = Bench::one(&body("self:say(\"x\") self:say()"));
    assert_eq!(bench.execute(0).say, Some(None));
    let mut bench = Bench::one(&body("self:say((\"é\"):rep(300), 1e12)"));
    let said = bench.execute(0).say.flatten().unwrap();
    assert_eq!((said.0.chars().count(), said.1), (200, Time::LONGEST));
}

#[test]
fn playing_clips() {
    let mut bench = Bench::one(&body(
        "self:play(\"walk\") self:play(\"idle\", { speed = -2, fade = 0.5, restart = true }) print(self:finished(\"idle\"), self:finished(\"walk\"))",
    ));
    bench.actors[0].passed = vec![true, true];
    let requests = bench.execute(0);
    let play = |clip, speed, fade, restart| Play {
        clip: ClipId(clip),
        speed,
        fade,
        restart,
    };
    assert_eq!(
        requests.plays,
        [
            play(1, 1.0, None, false),
            play(0, -2.0, Some(Time::from_millis(500)), true)
        ]
    );
    assert_eq!(
        requests.logs,
        ["false\ttrue"],
        "one begins again, the other goes on"
    );
    for (script, message) in [
        (
            "self:play(\"wlak\")",
            "self:play: unknown clip \"wlak\" (clips: walk, idle)",
        ),
        (
            "self:play(\"walk\", { fade = -1 })",
            "self:play: fade must not be negative (it is -1)",
        ),
        (
            "self:play(\"walk\", { sped = 1 })",
            "self:play: unknown option \"sped\" (options: speed, fade, restart)",
        ),
        (
            "self:play(\"walk\", 2)",
            "self:play: the options must be a table (they are 2)",
        ),
        (
            "self:play(\"walk\", { restart = 1 })",
            "self:play: restart must be true or false (it is 1)",
        ),
        (
            "self:play()",
            "self:play: the clip must be a string (it is nil)",
        ),
    ] {
        assert_eq!(
            Bench::one(&body(script)).error(0).message,
            message,
            "{script}"
        );
    }
}

#[test]
fn parameters_are_clamped_and_read_back() {
    let mut bench = Bench::one(
        "return { initial = \"s\", params = { lean = { 0, -1, 1 }, tilt = 3 }, states = { s = { execute = function(self)
print(self:get(\"lean\"), self:get(\"tilt\")) self:set(\"lean\", 5) self:set(\"lean\", -7) print(self:get(\"lean\")) end } } }",
    );
    let requests = bench.execute(0);
    assert_eq!(requests.logs, ["0\t3", "-1"]);
    assert_eq!(requests.sets, [(0, 1.0), (0, -1.0)]);
}

#[test]
fn finished_and_states_and_is() {
    let mut bench = Bench::one(
        "return { initial = \"s\", states = { s = { tags = { \"attack\" }, execute = function(self)
print(self:finished(), self:finished(\"walk\"), self:is(\"s\"), self:is(\"attack\"), self:is(\"t\"), self:states(), self:states(\"attack\"), self:states(\"none\"), self.tags[1]) end }, t = {} } }",
    );
    bench.actors[0].passed = vec![false, true];
    assert_eq!(
        bench.execute(0).logs,
        ["false\ttrue\ttrue\ttrue\tfalse\t{ \"s\", \"t\" }\t{ \"s\" }\t{}\tfighter"]
    );
    let error = Bench::one(&body("self:finished(\"wakl\")")).error(0);
    assert_eq!(
        error.message,
        "self:finished: unknown clip \"wakl\" (clips: walk, idle)"
    );
}
