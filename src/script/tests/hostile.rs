//! Hostile scripts: each ends within its bounds, at the same place each time, and
//! touches no other behaviour.

use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;
use std::time::{Duration, Instant};

use super::bench::{Bench, body};
use crate::fsm::StateId;
use crate::project::{FileChange, FileSet};
use crate::script::current::Shared;
use crate::script::guard::Budget;
use crate::script::vm::{Failure, Vm, offer};
use crate::stage::{Brain, Callback, Fault, Limits, Machine, Trip};

const EXECUTE: Callback<'static> = Callback::Execute { dt: 0.1 };

/// How a callback ended: a word for the kind, and the text.
fn ending(result: Result<crate::stage::Answer, Fault>) -> (String, String) {
    match result {
        Ok(_) => ("ok".into(), String::new()),
        Err(Fault::Error(error)) => ("error".into(), error.to_string()),
        Err(Fault::Trip(trip, error)) => (format!("{trip:?}"), error.to_string()),
    }
}

#[test]
fn each_ends_within_its_bounds_and_the_same_way_twice() {
    for (script, kind) in [
        ("while true do end", "Work"),
        ("repeat until false", "Work"),
        ("for _ in function() return 1 end do end", "Work"),
        (
            "while true do pcall(function() while true do end end) end",
            "Work",
        ),
        (
            "local function rung() while true do pcall(rung) end end rung()",
            "Work",
        ),
        (
            "xpcall(function() error(\"go\") end, function() while true do end end) while true do end",
            "Work",
        ),
        (
            "local co = coroutine.create(function() while true do coroutine.yield() end end) while true do coroutine.resume(co) end",
            "Work",
        ),
        (
            "error(setmetatable({}, { __tostring = function() while true do end end }))",
            "Work",
        ),
        (
            "tostring(setmetatable({}, { __tostring = function() while true do end end }))",
            "Work",
        ),
        (
            "(\"a\"):rep(60):gsub((\"a?\"):rep(60) .. (\"a\"):rep(60), \"\")",
            "Work",
        ),
        (
            "local t = {} for i = 1, 1000 do t[i] = i end table.sort(t, function() while true do end end)",
            "Work",
        ),
        (
            "local p = (\"a\"):rep(1e6) local x, y = p .. \"x\", p .. \"y\" local t = {} for i = 1, 50000 do t[i] = i % 2 == 0 and x or y end table.sort(t)",
            "Work",
        ),
        (
            "local s = (\"a\"):rep(2000) while true do s:find((\"a\"):rep(1000) .. \"b\", 1, true) end",
            "Work",
        ),
        (
            "local t = table.create(100000, 0) while true do table.insert(t, 1, 0) end",
            "Work",
        ),
        (
            "local t = table.create(100000, 0) while true do table.find(t, 1) end",
            "Work",
        ),
        (
            "local s = (\"a\"):rep(4e6) while true do s:upper() end",
            "Memory",
        ),
        (
            "local t = {} for i = 1, 1000 do t[\"k\" .. i] = i end while true do tostring(t) end",
            "Work",
        ),
        ("while true do stage.find(\"hero\") end", "Work"),
        ("local n = #(\"x\"):rep(1e9)", "Memory"),
        (
            "local t = {} for i = 1, math.huge do t[i] = { i, { i } } end",
            "Memory",
        ),
        (
            "local n = #((\"x\"):rep(1e5):gsub(\"\", (\"y\"):rep(1e5)))",
            "Memory",
        ),
        ("buffer.create(1073741823)", "Memory"),
        ("table.create(3e7)", "Memory"),
        (
            "local t = {} while true do local co = coroutine.wrap(function() coroutine.yield() end) co() t[#t + 1] = co end",
            "Memory",
        ),
        (
            "string.find((\"a\"):rep(2000000), (\"a\"):rep(1000000) .. \"b\", 1, true)",
            "error",
        ),
        (
            "string.split((\"a\"):rep(2000000), (\"a\"):rep(1000000) .. \"b\")",
            "error",
        ),
        ("table.move({}, 1, 2147483640, 3)", "error"),
        ("select(\"#\", unpack({}, 1, 8000000))", "error"),
        (
            "local function down(n) return 1 + down(n + 1) end down(0)",
            "error",
        ),
        (
            "local function down() return coroutine.wrap(down)() end down()",
            "error",
        ),
        (
            "local t = setmetatable({}, {}) getmetatable(t).__index = function(_, k) return t[k] end local v = t.x",
            "error",
        ),
        (
            "local t = setmetatable({}, { __tostring = function(self) return tostring(self) end }) tostring(t)",
            "error",
        ),
        ("coroutine.yield()", "error"),
        ("local function down() return pcall(down) end down()", "ok"),
        ("(\"\"):rep(2147483647) pcall(string.rep, \"\", 2^53)", "ok"),
        (
            "local line = (\"spam \"):rep(200) for i = 1, 20000 do print(line) end",
            "ok",
        ),
    ] {
        let run = || {
            let mut bench = Bench::empty(
                &[
                    ("scripts/a.lua", &body(script)),
                    (
                        "scripts/b.lua",
                        &body(
                            "self.hp = self.hp - 1 print(self.hp, math.random(1000), (\"x\"):upper())",
                        ),
                    ),
                ],
                &Limits::default(),
            );
            bench.arrive("hostile", "scripts/a.lua");
            let benign = bench.arrive("hero", "scripts/b.lua");
            let start = Instant::now();
            let (result, _) = bench.ask(0, EXECUTE);
            assert!(start.elapsed() < Duration::from_secs(5), "{script}");
            let actor = &bench.host.rooms[0].actors[&bench.actors[0].id];
            let work = actor.tally.work;
            let memory = bench.host.rooms[0].vm.lua.used_memory();
            (ending(result), work, memory, bench.execute(benign).logs)
        };
        let (first, second) = (run(), run());
        assert_eq!(first.0.0, kind, "{script}: {}", first.0.1);
        assert_eq!(first, second, "{script}");
        assert_eq!(first.3.len(), 1);
        assert!(first.2 < 16 << 20, "{script}: {} bytes", first.2);
    }
}

#[test]
fn trips_leave_nothing_behind_for_the_next_call() {
    for script in [
        "while true do end",
        "local t = {} while true do t[#t + 1] = {} end",
    ] {
        let mut bench = Bench::one(&body(&format!(
            "if self.state_time == 0 then {script} end print(self.hp)"
        )));
        bench.actors[0].state_time = crate::time::Time::ZERO;
        for _ in 0..3 {
            assert_ne!(ending(bench.ask(0, EXECUTE).0).0, "ok");
            bench.step();
        }
        bench.actors[0].state_time = crate::time::Time::SECOND;
        assert_eq!(bench.execute(0).logs, ["5"], "{script}");
    }
}

#[test]
fn the_three_budgets() {
    // Each loop turn is a safepoint, and there are a few calls.
    let spin = "for i = 1, 900 do local x = i end";
    let limits = Limits {
        work_call: 1000,
        work_actor: 2500,
        work_behaviour: 4000,
        ..Limits::default()
    };
    let mut bench = Bench::empty(&[("scripts/a.lua", &body(spin))], &limits);
    bench.arrive("a", "scripts/a.lua");
    bench.arrive("b", "scripts/a.lua");
    bench.arrive("c", "scripts/a.lua");
    for _ in 0..2 {
        let mut kinds = Vec::new();
        for who in [0, 0, 0, 1, 1, 2] {
            let (kind, text) = ending(bench.ask(who, EXECUTE).0);
            let place = ["one callback", "one actor", "one behaviour"]
                .iter()
                .position(|place| text.contains(place));
            kinds.push((kind, place));
        }
        let ok = || ("ok".to_string(), None);
        let trip = |place| ("Work".to_string(), Some(place));
        assert_eq!(kinds, [ok(), ok(), trip(1), ok(), trip(2), trip(2)]);
        bench.step(); // each step has its own
    }
}

#[test]
fn the_clock_is_only_a_backstop() {
    let limits = Limits {
        clock: crate::time::Time::from_millis(20),
        work_call: u64::MAX / 2,
        work_actor: u64::MAX / 2,
        work_behaviour: u64::MAX / 2,
        ..Limits::default()
    };
    let mut bench = Bench::empty(&[("scripts/a.lua", &body("while true do end"))], &limits);
    bench.arrive("hero", "scripts/a.lua");
    let (result, _) = bench.ask(0, EXECUTE);
    let Err(Fault::Trip(Trip::Clock, error)) = result else {
        panic!("{result:?}");
    };
    assert_eq!(
        error.message,
        "time limit: the callback ran for more than 0.02 s"
    );
}

#[test]
fn a_panic_of_the_host_stays_in_its_call() {
    let vm = Vm::new(&Limits::default(), &Rc::default()).unwrap();
    let broken: Result<(), Failure> = vm.guarded(10, Budget::Call, || panic!("meant to"));
    assert!(matches!(broken, Err(Failure::Broken(_))), "{broken:?}");
    let function = vm
        .lua
        .create_function(|_, ()| -> mlua::Result<()> { panic!("meant to") });
    let inside = vm.guarded(10, Budget::Call, || function.unwrap().call::<()>(()));
    assert!(matches!(inside, Err(Failure::Broken(_))), "{inside:?}");
    assert!(
        vm.guarded(10, Budget::Call, || vm.lua.load("return 1").call::<i64>(()))
            .is_ok()
    );
}

#[test]
fn a_panic_in_a_function_of_the_host_ends_the_call_whatever_pcall_does() {
    let vm = Vm::new(&Limits::default(), &Rc::default()).unwrap();
    let host = vm.lua.create_table().unwrap();
    let boom = |_: &mlua::Lua, _: &Shared, fails: bool| {
        assert!(!fails, "meant to");
        Ok(1)
    };
    offer(&vm.lua, &vm.shared, &host, "boom", boom).unwrap();
    let chunk =
        "local boom = ... boom(false) pcall(boom, true) while true do pcall(boom, false) end";
    let chunk = vm.lua.load(chunk).into_function().unwrap();
    let boom: mlua::Function = host.raw_get("boom").unwrap();
    let run = |allowed| vm.guarded(allowed, Budget::Call, || chunk.call::<()>(&boom));
    let ended = run(100_000);
    assert!(matches!(ended, Err(Failure::Broken(_))), "{ended:?}");
    assert!(vm.shared.guard.spent() < 20, "at once");
    // The next call is as any other.
    let after = vm.guarded(10, Budget::Call, || vm.lua.load("return 1").call::<i64>(()));
    assert_eq!(after.unwrap(), 1);
}

/// The words of an error's object are asked for after its call has ended.
#[test]
fn the_object_of_an_error_tells_what_it_is_within_bounds() {
    for rest in [
        "while true do end",
        "while true do pcall(function() while true do end end) end",
        "return (\"x\"):rep(1e9)",
        "self:change(\"s\") return \"no\"",
        "error({})",
        "return {}",
    ] {
        for first in ["nil", "table: 0x1234"] {
            let mut bench = Bench::one(&body(&format!(
                "local asked = false
error(setmetatable({{}}, {{ __tostring = function()
  if asked then {rest} end
  asked = true
  return \"{first}\"
end }}))"
            )));
            for _ in 0..3 {
                let start = Instant::now();
                let error = bench.error(0);
                let words = [first, "an error without a message"];
                assert!(
                    words.contains(&&*error.message),
                    "{rest}: {}",
                    error.message
                );
                assert!(start.elapsed() < Duration::from_secs(2), "{rest}");
            }
        }
    }
}

/// Attackers fill their VM again and again: each time it is loaded anew, which is
/// their behaviour's work.
#[test]
fn a_vm_is_not_rebuilt_without_end_in_a_step() {
    let hoard = "keep = {} while true do keep[#keep + 1] = buffer.create(1000000) end";
    let limits = Limits {
        memory: 2 << 20,
        ..Limits::default()
    };
    let mut bench = Bench::empty(&[("scripts/a.lua", &body(hoard))], &limits);
    for name in 0..40 {
        bench.arrive(&name.to_string(), "scripts/a.lua");
    }
    for _ in 0..2 {
        let kinds: Vec<String> = (0..40)
            .map(|who| ending(bench.ask(who, EXECUTE).0).0)
            .collect();
        let memory = kinds.iter().filter(|kind| *kind == "Memory").count();
        assert_eq!(memory, 10, "{kinds:?}");
        assert_eq!(kinds[10..], vec!["Work"; 30]);
        assert_eq!(bench.host.befallen().len(), 10);
        bench.step();
    }
}

#[test]
fn coroutines_carry_nothing_from_one_callback_into_another() {
    let mut bench = Bench::one(
        "local carrier
return { initial = \"s\", data = { n = 0 }, states = { t = {}, s = {
  enter = function(self)
    carrier = coroutine.create(function() while true do coroutine.yield() self:change(\"t\") end end)
    coroutine.resume(carrier)
  end,
  execute = function(self) print(coroutine.resume(carrier)) end,
  exit = function(self) print(coroutine.resume(carrier)) end,
} } }",
    );
    bench.arrive("other", "scripts/a.lua");
    assert!(bench.ask(0, Callback::Enter { from: None }).0.is_ok());
    assert_eq!(bench.execute(0).machine, Some(Machine::Change(StateId(1))));
    let requests = bench
        .ask(
            0,
            Callback::Exit {
                to: Some(StateId(1)),
            },
        )
        .1;
    assert_eq!(requests.machine, None);
    assert!(
        requests.logs[0].starts_with("false\t"),
        "{:?}",
        requests.logs
    );
    assert!(bench.ask(0, Callback::Enter { from: None }).0.is_ok());
    let requests = bench.execute(1);
    assert_eq!(requests.machine, None, "that self is another's");
    assert!(
        requests.logs[0].starts_with("false\t"),
        "{:?}",
        requests.logs
    );
}

/// The files of a case under the key it is loaded by: one file, or a folder.
fn case(path: &Path, key: &str, changes: &mut Vec<FileChange>) {
    if path.is_dir() {
        for entry in std::fs::read_dir(path).unwrap() {
            let entry = entry.unwrap();
            let key = format!("{key}/{}", entry.file_name().to_string_lossy());
            case(&entry.path(), &key, changes);
        }
        return;
    }
    let mut content = std::fs::read(path).unwrap();
    let text = String::from_utf8_lossy(&content).into_owned();
    if text.contains("--@generate nest") {
        content = format!("return {}{}", "{".repeat(100_000), "}".repeat(100_000)).into();
    } else if text.contains("--@generate huge") {
        content = "local _ = 1\n".repeat(5 << 20).into();
    } else if text.contains("--@generate bytecode") {
        content = mlua::chunk::Compiler::new()
            .compile("error('BREACH')")
            .unwrap();
    }
    changes.push(FileChange {
        path: key.into(),
        content: Some(content.into()),
    });
}

/// Runs a case for some steps, every callback it has; the texts it led to.
fn play(files: &FileSet, key: &str, steps: u32) -> Vec<String> {
    let mut bench = Bench::empty(
        &[("scripts/benign.lua", &body("print(self.hp)"))],
        &Limits::default(),
    );
    let benign = bench.files.get("scripts/benign.lua").cloned();
    bench.files = files.with(&[FileChange {
        path: "scripts/benign.lua".into(),
        content: benign,
    }]);
    let characters =
        ["hostile", "benign"].map(|name| (name.to_string(), vec!["child".into(), "pokes".into()]));
    bench.world.characters = Rc::new(BTreeMap::from(characters));
    let mut told = match bench.host.load(files, key) {
        Err(errors) => return errors.0.iter().map(ToString::to_string).collect(),
        Ok((_, left_out)) => left_out.iter().map(ToString::to_string).collect::<Vec<_>>(),
    };
    bench.arrive("hostile", key);
    bench.arrive("benign", "scripts/benign.lua");
    let def = bench.actors[0].kind.behaviour.clone().unwrap();
    let transitions = def.fsm.as_ref().map_or(0, |fsm| fsm.transitions.len());
    let mut ask = |bench: &mut Bench, callback: Callback<'_>| {
        let (result, requests) = bench.ask(0, callback);
        told.push(ending(result).1);
        told.extend(requests.logs.iter().cloned());
        told.extend(requests.say.iter().flatten().map(|(text, _)| text.clone()));
        requests
    };
    for step in 0..steps {
        let mut all = Vec::new();
        if step == 0 {
            all.push(Callback::Enter { from: None });
        }
        all.push(EXECUTE);
        all.extend((0..transitions).map(|transition| Callback::When { transition }));
        all.extend((0..def.drivers.len()).map(|driver| Callback::Drive { driver, dt: 0.1 }));
        for callback in all {
            let requests = ask(&mut bench, callback);
            if let Some(place) = requests.place {
                assert!(place.0.is_finite() && place.1.is_finite() && place.2.abs() == 1.0);
                bench.actors[0].place = place;
            }
            if let Some(Machine::Change(to)) = requests.machine {
                let from = bench.actors[0].state;
                ask(&mut bench, Callback::Exit { to: Some(to) });
                bench.actors[0].state = Some(to);
                ask(&mut bench, Callback::Enter { from });
            }
        }
        assert_eq!(bench.execute(1).logs, ["5"]);
        bench.step();
    }
    told.extend(bench.host.take_notices().into_iter().map(|(_, text)| text));
    told.extend(bench.host.befallen().into_iter().map(|(_, text)| text));
    told.retain(|text| !text.is_empty());
    told
}

#[test]
fn the_shared_cases_are_survived() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/cases/hostile");
    let cases = [
        cases,
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/cases/hostile"),
    ];
    let Some(entries) = cases.iter().find_map(|cases| std::fs::read_dir(cases).ok()) else {
        return; // they are no part of the project
    };
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if name == "README.md" {
            continue;
        }
        let key = format!("scripts/{name}");
        let mut changes = Vec::new();
        case(&path, &key, &mut changes);
        let main = changes
            .iter()
            .find(|change| change.path == key || change.path.ends_with("/init.lua"));
        let head = String::from_utf8_lossy(main.unwrap().content.as_ref().unwrap()).into_owned();
        let files = FileSet::default().with(&changes);
        let told = play(&files, &key, 3);
        for text in &told {
            assert!(text.len() <= 2200, "{name}: {} bytes", text.len());
            let bad = text
                .chars()
                .find(|c| c.is_control() && *c != '\n' && *c != '\t');
            assert_eq!(bad, None, "{name}: {text:?}");
            // Smuggled `when`s are called here out of their states.
            assert!(
                !text.contains("BREACH") || name.starts_with("a11"),
                "{name}: {text}"
            );
        }
        let expects_load = head.lines().next().is_some_and(|line| {
            line.contains("@load")
                && ["error", "denied", "rejected", "limit"]
                    .iter()
                    .any(|word| line[..40].contains(word))
                && !line.contains("contained")
                && !line.contains("ok @load")
        });
        if expects_load {
            let names = told.iter().any(|text| text.starts_with("scripts/"));
            assert!(names, "{name}: {told:?}");
        }
    }
}
