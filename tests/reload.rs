//! Saved files reach a run, or change nothing (rules L1 to L5): real files, saved as
//! editors save them, under a session that plays in real time.
//!
//! What is expected of a reload, and where it is looked at (`u` a test of the scripts'
//! or the watcher's own, in `src/script/tests/reload.rs`, `src/project/watch/tests.rs`
//! and `src/project/watch/settle/tests.rs`; all others are here or in `tests/storm.rs`):
//!
//! | given | expected | test |
//! |---|---|---|
//! | a syntax error is saved | the old plays on, the error has its line, the mended file takes | `a_syntax_error_changes_nothing_and_the_mended_file_takes` |
//! | a required module changes | all its users have it in one step | `a_module_reaches_all_its_users_in_one_step` |
//! | a module was broken once | the next good one takes | same |
//! | a module returns a function, a number, a nested table | the new value is used | same |
//! | an actor counts in `self`, in a state | count, state and time in it go on, no `enter` | `what_an_actor_knows_stays` |
//! | only a file's constant changes | the new value in the next step | `a_constant_is_new_and_globals_are_fresh` |
//! | ten reloads | a handler, a callback runs once | `ten_reloads_leave_one_handler` |
//! | a coroutine waits in old code | no crash, no old code runs by itself, a notice names it; resumed by new code it is old code still (rule L1) | `a_coroutine_of_old_code_sleeps_and_is_told`, u `old_code_in_self_is_told_at_each_reload` |
//! | two saves within 50 ms, saves while it reloads | the last content, at most two reloads | `the_last_of_quick_saves_wins`, `a_save_during_a_reload_is_seen` |
//! | editors that write and rename | one reload for each save | `each_way_of_saving_is_one_reload_each_time` |
//! | emptied, written 200 ms later | no error is ever shown | same |
//! | the same content | no reload, no word | `the_same_content_is_silent` |
//! | the present state is gone | its old `exit`, the initial state, and an event that says why | `a_state_that_is_gone_gives_way_to_the_initial_one` |
//! | a file that three others build on | all four are new in one step | `what_others_build_on_is_new_for_all` |
//! | an error or a trip in `execute` | the others play on; a good save revives | `a_good_save_revives_who_rests` (an error does not stop an actor: rule M5) |
//! | reload during a change of state | one version a step | `a_step_is_of_one_version` |
//! | the folder is deleted and checked out again | all files are taken up | `a_folder_checked_out_again_is_taken_up` |
//! | the scene is named by its file | reload as ever | `a_scene_named_by_its_file_reloads` |
//! | another program has the focus | reload as ever | `a_broken_save_shows_and_goes_when_mended` in `tests/window.rs`: its window has no focus |
//! | RON, tree or picture together with the script | one swap or none; a missing clip names the file | `files_saved_together_are_one_swap_or_none` |
//! | a picture and the file that cuts it up | one swap | `a_picture_and_its_character_are_one_swap` |
//! | several faults in one save | all are told at once, also beside an older one | `all_faults_of_a_save_are_told_at_once`, `an_older_fault_does_not_hide_a_new_one` |
//! | a file stands broken | what is made of it waits and a notice says so; other saves are taken | `nothing_is_half_of_a_save_and_half_of_what_was_before` |
//! | a script is renamed, with who names it | one swap; the old name is nobody's | `a_renamed_script_is_one_swap` |
//! | `LOADS = (LOADS or 0) + 1` | fresh each time | `a_constant_is_new_and_globals_are_fresh` |
//! | a file that never ends loading | as a syntax error | `a_load_without_end_changes_nothing` |
//! | a disk whose system tells nothing | within 2 s | `polling_takes_a_save_within_two_seconds`, u `a_watcher_that_tells_nothing_is_not_trusted` |
//!
//! And of watching:
//!
//! | rule | test |
//! |---|---|
//! | folders are watched, by real paths | `links_are_followed`, u `through_links` |
//! | reading is no change; a lost queue is looked up | u `more_events_than_can_wait_are_found_by_looking` |
//! | only files of a project count | u `new_files_and_folders` |
//! | quiet, patience, other content only | u `saves_settle` |
//! | nothing waits without bound | u `more_events_than_can_wait_are_found_by_looking` |
//! | a sweep finds what was not told | u `a_watcher_that_tells_nothing_is_not_trusted` |
//! | polling where the system cannot watch, with a notice | u `falling_back_says_so_and_what_to_do`, `polling_takes_a_save_within_two_seconds` |
//! | the project's folder gone and back | u `the_project_removed_and_put_back` |
//! | links do not leave the project | `links_are_followed` |
//! | new files, removed files | `a_new_file_is_a_new_state`, `a_removed_file_is_told_and_missed_by_nobody` |

#![cfg(all(feature = "script", feature = "watch"))]

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::thread::sleep;
use std::time::Duration;

use luppet::fsm::Why;
use luppet::project::Project;
use luppet::session::Session;
use luppet::stage::EventKind;
use support::live::{DOT, Live, WAYS, body, in_place, scene};
use support::write;

const HERO: &str = "scripts/hero.lua";

fn says(text: &str) -> String {
    body(&format!("log({text:?})"))
}

#[test]
fn a_syntax_error_changes_nothing_and_the_mended_file_takes() {
    let mut live = Live::hero(&says("one"));
    live.save(HERO, "local a = 1\nlocal b = 2\nreturn { initial = }\n");
    live.until("an error", |live| live.faults() == [HERO]);
    live.play(0.3);
    let error = &live.session.load_errors()[0];
    assert_eq!(error.place.map(|place| place.line), Some(3), "{error}");
    assert!(live.logged().iter().all(|line| *line == "one"));
    assert_eq!((live.swaps(), live.session.log().len()), (0, 0));
    live.save(HERO, &says("two"));
    live.until_log("two");
    assert_eq!(live.faults(), [""; 0]);
    live.play(0.2);
    assert_eq!(live.swaps(), 1);
}

#[test]
fn a_module_reaches_all_its_users_in_one_step() {
    let user = |module: &str| {
        let read = "local function read(m) if type(m) == \"function\" then m = m() end if type(m) == \"table\" then m = m.v end if type(m) == \"table\" then m = m.deep end return tostring(m) end";
        format!(
            "{read}\nlocal m = require(\"{module}\")\n{}",
            body("log(read(m))")
        )
    };
    let field = scene(&[("a", "a.lua"), ("b", "b.lua"), ("c", "c.lua")]);
    let mut live = Live::of(&[
        ("assets/scenes/field.scene.ron", &field),
        ("scripts/a.lua", &user("lib/m")),
        ("scripts/b.lua", &user("lib/mid")),
        ("scripts/c.lua", &says("c")),
        ("scripts/lib/mid.lua", "return require(\"./m\")"),
        ("scripts/lib/m.lua", "return { v = \"table\" }"),
    ]);
    let module = "scripts/lib/m.lua";
    for (text, expected) in [
        ("return { v = \"second\" }", "second"),
        ("return function() return \"function\" end", "function"),
        ("return { v = 7, extra = { deep = { 1 } } }", "7"),
        ("return { v = { deep = \"deep\" } }", "deep"),
        ("return 8", "8"),
        ("return {", ""),
        ("error(\"no\")", ""),
        ("return { v = \"mended\" }", "mended"),
    ] {
        live.forget();
        live.save(module, text);
        if expected.is_empty() {
            live.until("an error", |live| live.faults() == [module]);
            continue;
        }
        live.until_log(expected);
        live.play(0.1);
        let first = |name: &str| {
            live.logs()
                .find(|(_, who, line)| *who == name && *line == expected)
        };
        let (a, b) = (first("a").expect("a"), first("b").expect("b"));
        assert_eq!(a.0, b.0, "{text}");
        assert_eq!(live.faults(), [""; 0], "{text}");
        assert_eq!(live.swaps(), 1, "{text}");
    }
    let reloaded = live
        .events
        .iter()
        .filter(|e| matches!(e.kind, EventKind::Reload { .. }));
    let names: BTreeSet<&str> = reloaded.map(|event| &*event.name).collect();
    assert_eq!(names, BTreeSet::from(["a", "b"]), "c does not use it");
}

#[test]
fn what_an_actor_knows_stays() {
    let script = |version: u32| {
        format!(
            "local function enter() log(\"enter\") end
return {{ initial = \"a\", states = {{
  a = {{ execute = function(self) self.count = 5 return \"b\" end, enter = enter, exit = enter }},
  b = {{ enter = enter, exit = enter, execute = function(self) log({version}, self.count) end }},
}}, on_reload = function(self) log(\"on_reload\", self.count) end }}"
        )
    };
    let mut live = Live::hero(&script(1));
    let time = |live: &Live| {
        let hero = live.session.stage().actors().next().expect("the hero");
        (live.session.steps(), hero.state_time.seconds())
    };
    let (steps, before) = time(&live);
    live.save(HERO, &script(2));
    live.until_log("2\t5");
    live.play(0.1);
    assert_eq!(live.state("hero"), Some("b"));
    let (now, after) = time(&live);
    assert!((after - before - (now - steps) as f64 / 60.0).abs() < 1e-6);
    let logged = live.logged();
    assert!(!logged.contains(&"enter"), "{logged:?}");
    let told = logged.iter().filter(|line| **line == "on_reload\t5");
    assert_eq!(told.count(), 1);
}

#[test]
fn a_constant_is_new_and_globals_are_fresh() {
    let script = |pace: u32| {
        format!(
            "LOADS = (pcall(function() return LOADS end) and LOADS or 0) + 1\nlocal PACE = {pace}\n{}",
            body("log(PACE, LOADS)")
        )
    };
    let mut live = Live::hero(&script(1));
    for pace in 2..6 {
        live.save(HERO, &script(pace));
        live.until_log(&format!("{pace}\t1"));
    }
}

#[test]
fn ten_reloads_leave_one_handler() {
    let script = |version: u32| {
        format!(
            "return {{ initial = \"s\", states = {{ s = {{ execute = function(self) log(\"step\", {version}) end }} }},
on = {{ hit = function(self) log(\"hit\", {version}) end }} }}"
        )
    };
    let mut live = Live::hero(&script(0));
    for version in 1..=10 {
        live.save(HERO, &script(version));
        live.until_log(&format!("step\t{version}"));
    }
    live.forget();
    live.session.send("hero", "hit", []).expect("an actor");
    live.play(0.2);
    let hits = live
        .logged()
        .iter()
        .filter(|line| **line == "hit\t10")
        .count();
    assert_eq!(hits, 1);
    let mut steps: BTreeMap<u64, usize> = BTreeMap::new();
    for (step, _, line) in live.logs().filter(|(_, _, line)| line.starts_with("step")) {
        assert_eq!(line, "step\t10");
        *steps.entry(step).or_default() += 1;
    }
    assert!(
        steps.len() > 3 && steps.values().all(|count| *count == 1),
        "{steps:?}"
    );
}

#[test]
fn a_coroutine_of_old_code_sleeps_and_is_told() {
    let old = body(
        "if not rawget(self, \"co\") then self.co = coroutine.create(function() while true do log(\"old\") coroutine.yield() end end) end coroutine.resume(self.co)",
    );
    let mut live = Live::hero(&old);
    live.until_log("old");
    live.forget();
    live.save(HERO, &says("new"));
    live.until_log("new");
    let first = live
        .logs()
        .find(|(_, _, line)| *line == "new")
        .expect("new")
        .0;
    live.play(0.2);
    assert!(
        live.logs()
            .all(|(step, _, line)| step < first || line == "new")
    );
    let notice = "hero.lua: hero keeps self.co (a coroutine) from before the reload: old code until replaced";
    assert!(
        live.notices.iter().any(|line| line.ends_with(notice)),
        "{:?}",
        live.notices
    );
    // New code that resumes it runs old code, as of any function it keeps (rule L1).
    live.forget();
    live.save(
        HERO,
        &body("log(\"newer\", coroutine.resume(self.co), coroutine.status(self.co))"),
    );
    live.until_log("newer\ttrue\tsuspended");
    assert!(live.logged().contains(&"old"));
    live.save(HERO, &body("self.co = 0 log(\"newest\")"));
    live.until_log("newest");
    live.forget();
    live.save(HERO, &says("last"));
    live.until_log("last");
    assert_eq!(live.notices, ["reloaded scripts/hero.lua"]);
    assert!(live.session.script_errors().is_empty());
}

#[test]
fn the_last_of_quick_saves_wins() {
    let mut live = Live::hero(&says("0"));
    for round in 1..6 {
        live.forget();
        live.save(HERO, &says(&format!("{round} first")));
        sleep(Duration::from_millis(20));
        live.save(HERO, &says(&format!("{round} last")));
        live.until_log(&format!("{round} last"));
        live.play(0.2);
        assert!(live.swaps() <= 2, "{:?}", live.notices);
    }
}

#[test]
fn a_save_during_a_reload_is_seen() {
    // Reading it takes a while, so that some of the saves come in the midst of it.
    let slow = |n: u32| {
        format!(
            "for i = 1, 30000 do local _ = i end\n{}",
            says(&n.to_string())
        )
    };
    let mut live = Live::hero(&slow(0));
    for round in 0..4 {
        let path = live.path(HERO);
        let saves = std::thread::spawn(move || {
            for i in 1..=20 {
                sleep(Duration::from_millis(5 + (i * 37) % 90));
                fs::write(&path, slow(round * 100 + i as u32)).expect("a save");
            }
        });
        while !saves.is_finished() {
            live.turn();
        }
        saves.join().expect("saved");
        live.until_log(&(round * 100 + 20).to_string());
        assert!(live.swaps() <= 20, "{:?}", live.notices);
        live.forget();
    }
    assert_eq!(live.faults(), [""; 0]);
}

#[test]
fn each_way_of_saving_is_one_reload_each_time() {
    let mut live = Live::hero(&says("begin"));
    for (way, save) in WAYS {
        for round in 1..=3 {
            live.forget();
            let text = format!("{way} {round}");
            let (path, script) = (live.path(HERO), says(&text));
            let saved = std::thread::spawn(move || save(&path, &script));
            while !saved.is_finished() {
                live.turn();
                assert_eq!(live.faults(), [""; 0], "{text}");
            }
            saved.join().expect("saved");
            live.until_log(&text);
            live.play(0.15);
            assert_eq!(live.swaps(), 1, "{text}: {:?}", live.notices);
            assert_eq!(live.faults(), [""; 0], "{text}");
        }
    }
}

#[test]
fn the_same_content_is_silent() {
    let script = says("one");
    let mut live = Live::hero(&script);
    for (way, save) in WAYS {
        let (path, text) = (live.path(HERO), script.clone());
        save(&path, &text);
        live.play(0.3);
        assert_eq!(live.notices, [""; 0], "{way}");
        assert!(live.session.log().is_empty(), "{way}");
    }
    assert!(
        !live
            .events
            .iter()
            .any(|e| matches!(e.kind, EventKind::Reload { .. }))
    );
}

#[test]
fn a_state_that_is_gone_gives_way_to_the_initial_one() {
    let mut live = Live::hero(
        "return { initial = \"a\", states = { a = { next = \"b\", lasts = 0.01 }, b = { exit = function(self, to) log(\"old exit\", to) end } } }",
    );
    live.until("state b", |live| live.state("hero") == Some("b"));
    live.save(HERO, "return { initial = \"a\", states = { a = { enter = function(self, from) log(\"enter\", from) end } } }");
    live.until_log("enter\tnil");
    assert!(
        live.logged().contains(&"old exit\ta"),
        "{:?}",
        live.logged()
    );
    assert_eq!(live.state("hero"), Some("a"));
    let change = live.events.iter().find_map(|event| match &event.kind {
        EventKind::Change { from, to, why } => Some((from.clone(), to.clone(), why.clone())),
        _ => None,
    });
    let (from, to, why) = change.expect("an event that tells");
    assert_eq!((from.as_deref(), to.as_str()), (Some("b"), "a"));
    assert!(matches!(why, Why::Reload), "{why:?}");
}

#[test]
fn what_others_build_on_is_new_for_all() {
    let proto = |version: u32| {
        format!("return {{ version = {version}, initial = \"s\", states = {{ s = {{ execute = function() log({version}) end }} }} }}").replace(&format!("version = {version}, "), "")
    };
    let user = "local proto = require(\"proto\")\nreturn { initial = \"s\", states = { s = { execute = proto.states.s.execute } } }";
    let deep = "local mid = require(\"mid\")\nreturn { initial = \"s\", states = { s = { execute = mid.run } } }";
    let field = scene(&[
        ("a", "a.lua"),
        ("b", "b.lua"),
        ("c", "c.lua"),
        ("p", "proto.lua"),
    ]);
    let mut live = Live::of(&[
        ("assets/scenes/field.scene.ron", &field),
        ("scripts/proto.lua", &proto(1)),
        (
            "scripts/mid.lua",
            "return { run = require(\"proto\").states.s.execute }",
        ),
        ("scripts/a.lua", user),
        ("scripts/b.lua", user),
        ("scripts/c.lua", deep),
    ]);
    live.save("scripts/proto.lua", &proto(2));
    live.until_log("2");
    live.play(0.2);
    let mut versions: BTreeMap<u64, BTreeSet<&str>> = BTreeMap::new();
    let mut names = BTreeSet::new();
    for (step, name, line) in live.logs() {
        versions.entry(step).or_default().insert(line);
        if line == "2" {
            names.insert(name);
        }
    }
    assert!(
        versions.values().all(|seen| seen.len() == 1),
        "{versions:?}"
    );
    assert_eq!(names.len(), 4);
}

#[test]
fn a_good_save_revives_who_rests() {
    let field = scene(&[("hero", "hero.lua"), ("other", "other.lua")]);
    let mut live = Live::of(&[
        ("assets/scenes/field.scene.ron", &field),
        (HERO, &body("self.n = 1 while true do end")),
        ("scripts/other.lua", &says("other")),
    ]);
    let rests = |live: &Live| live.session.stage().actors().any(|actor| actor.resting);
    live.until("a rest", rests);
    live.forget();
    live.play(0.1);
    assert!(live.logged().contains(&"other"));
    live.save(HERO, &body("log(\"awake\", self.n)"));
    live.until_log("awake\t1");
    assert!(!rests(&live));
    // An error costs its callback only: the next step calls again, the others never notice.
    live.save(HERO, &body("self.n = self.n + 1 error(\"no\")"));
    live.until("an error", |live| {
        live.session.script_errors().iter().any(|(_, n)| *n > 2)
    });
    live.forget();
    live.save(HERO, &body("log(\"well\", self.n > 2)"));
    live.until_log("well\ttrue");
    assert!(live.logged().contains(&"other"));
    assert!(live.session.script_errors().is_empty());
}

#[test]
fn a_step_is_of_one_version() {
    let script = |version: u32| {
        let state = |next: &str| {
            format!(
                "{{ enter = function() log({version}) end, exit = function() log({version}) end, execute = function() log({version}) return \"{next}\" end }}"
            )
        };
        format!(
            "return {{ initial = \"a\", states = {{ a = {}, b = {} }}, global = function() log({version}) end }}",
            state("b"),
            state("a")
        )
    };
    let mut live = Live::hero(&script(0));
    for version in 1..=8 {
        live.save(HERO, &script(version));
        live.until_log(&version.to_string());
    }
    let mut versions: BTreeMap<u64, Vec<&str>> = BTreeMap::new();
    for (step, _, line) in live.logs() {
        versions.entry(step).or_default().push(line);
    }
    for (step, seen) in &versions {
        assert_eq!(
            seen.len(),
            4,
            "global, execute, exit, enter in step {step}: {seen:?}"
        );
        assert!(
            seen.iter().all(|version| version == &seen[0]),
            "{step}: {seen:?}"
        );
    }
    assert!(live.session.script_errors().is_empty());
}

#[test]
fn a_folder_checked_out_again_is_taken_up() {
    let field = scene(&[("hero", "hero.lua"), ("dog", "dog")]);
    let branch = |name: &str| -> Vec<(&'static str, String)> {
        vec![
            (
                HERO,
                format!(
                    "local m = require(\"lib/m\")\n{}",
                    body(&format!("log(\"hero\", \"{name}\", m)"))
                ),
            ),
            ("scripts/lib/m.lua", format!("return \"{name}\"")),
            (
                "scripts/dog/init.lua",
                "return { initial = \"sit\" }".into(),
            ),
            (
                "scripts/dog/sit.lua",
                format!("return {{ execute = function() log(\"dog\", \"{name}\") end }}"),
            ),
        ]
    };
    let main = branch("main");
    let mut files: Vec<(&str, &str)> = main
        .iter()
        .map(|(path, text)| (*path, text.as_str()))
        .collect();
    files.push(("assets/scenes/field.scene.ron", &field));
    let mut live = Live::of(&files);
    for (name, gone) in [("quick", 0.0), ("slow", 0.9), ("again", 0.0)] {
        fs::remove_dir_all(live.path("scripts")).expect("the folder");
        live.play(gone);
        for (path, text) in branch(name) {
            live.save(path, &text);
        }
        live.until_log(&format!("hero\t{name}\t{name}"));
        live.until_log(&format!("dog\t{name}"));
        live.until("no error", |live| live.faults().is_empty());
        let mixed = live.logs().find(|(_, _, line)| {
            let words: Vec<&str> = line.split('\t').collect();
            words.len() == 3 && words[1] != words[2]
        });
        assert_eq!(mixed, None);
        live.forget();
    }
    live.save(HERO, &says("after"));
    live.until_log("after");
}

#[test]
fn a_scene_named_by_its_file_reloads() {
    let field = scene(&[("hero", "hero.lua")]);
    let files = [
        ("assets/scenes/field.scene.ron", field.as_str()),
        (HERO, &says("one")),
    ];
    let mut live = Live::with(&files, |project| {
        // Named as a command line names it: by a path that is not the shortest.
        let folder = project
            .folder()
            .expect("a folder")
            .join("assets/../scripts/..");
        let project = Project::open(&folder).expect("a project");
        let file = folder.join("assets/scenes/field.scene.ron");
        Session::new(&project, &file.to_string_lossy(), 1).expect("a run")
    });
    live.save(HERO, &says("two"));
    live.until_log("two");
    assert_eq!(live.swaps(), 1);
}

#[test]
fn files_saved_together_are_one_swap_or_none() {
    let field = scene(&[("hero", "hero.lua")]);
    let character = |clip: &str| {
        let tree = ", tree: \"assets/trees/dot.tree.ron\")";
        let text = DOT.replace("\"still\"", &format!("\"{clip}\""));
        text.trim_end()
            .trim_end_matches(')')
            .trim_end()
            .trim_end_matches(',')
            .to_owned()
            + tree
    };
    let tree = |clip: &str| {
        format!("Tree(parameters: {{ \"{clip}_heat\": 0 }}, output: Clip(\"{clip}\"))")
    };
    let script = |clip: &str| body(&format!("log(\"{clip}\", self:get(\"{clip}_heat\"))"));
    let save = |live: &Live, clip: &str, script: &str| {
        live.save("assets/characters/dot.character.ron", &character(clip));
        live.save("assets/trees/dot.tree.ron", &tree(clip));
        live.save(HERO, script);
    };
    let mut live = Live::of(&[
        ("assets/scenes/field.scene.ron", &field),
        ("assets/characters/dot.character.ron", &character("one")),
        ("assets/trees/dot.tree.ron", &tree("one")),
        (HERO, &script("one")),
    ]);
    save(&live, "two", &script("two"));
    live.until_log("two\t0");
    assert_eq!(live.swaps(), 1, "{:?}", live.notices);
    assert!(live.session.script_errors().is_empty());
    // Any of them at fault: none.
    live.forget();
    save(&live, "three", "return {");
    live.until("an error", |live| live.faults() == [HERO]);
    live.play(0.2);
    save(&live, "four", &script("four"));
    live.save("assets/trees/dot.tree.ron", &tree("fuor"));
    live.until("an error", |live| {
        live.faults() == ["assets/trees/dot.tree.ron"]
    });
    live.play(0.2);
    let error = live.session.load_errors()[0].to_string();
    assert!(error.contains("fuor") && error.contains("four"), "{error}");
    assert!(live.logged().iter().all(|line| *line == "two\t0"));
    assert_eq!(live.swaps(), 0);
    live.save("assets/trees/dot.tree.ron", &tree("four"));
    live.until_log("four\t0");
    assert_eq!(live.faults(), [""; 0]);
    assert!(live.session.script_errors().is_empty());
    // A clip that a script names and the character lacks.
    let missing = "return { initial = \"s\", states = {\n s = { clip = \"fuor\" } } }";
    live.save(HERO, missing);
    live.until("an error", |live| live.faults() == [HERO]);
    let error = &live.session.load_errors()[0];
    assert!(error.message.contains("fuor"), "{error}");
}

/// A script is renamed, and whoever names it with it.
#[test]
fn a_renamed_script_is_one_swap() {
    let mut live = Live::hero(&says("one"));
    fs::rename(live.path(HERO), live.path("scripts/champ.lua")).expect("a rename");
    live.save(
        "assets/scenes/field.scene.ron",
        &scene(&[("hero", "champ.lua")]),
    );
    live.save("scripts/champ.lua", &says("two"));
    live.until_log("two");
    live.until("no error", |live| live.faults().is_empty());
    // The old name may come back broken: nobody plays it.
    live.save(HERO, "return {");
    live.play(0.4);
    assert_eq!(live.faults(), [""; 0]);
    live.save(HERO, &says("three"));
    live.save(
        "assets/scenes/field.scene.ron",
        &scene(&[("hero", "hero.lua")]),
    );
    live.until_log("three");
}

/// Several files of one save at fault: all are told at once.
#[test]
fn all_faults_of_a_save_are_told_at_once() {
    let field = scene(&[("hero", "hero.lua"), ("dog", "dog")]);
    let mut live = Live::of(&[
        ("assets/scenes/field.scene.ron", &field),
        (HERO, &says("one")),
        ("scripts/dog/init.lua", "return { initial = \"sit\" }"),
        ("scripts/dog/sit.lua", "return {}"),
    ]);
    let files = [
        "assets/characters/dot.character.ron",
        "assets/scenes/field.scene.ron",
        "luppet.ron",
        "scripts/dog/sit.lua",
        HERO,
    ];
    let good: Vec<Option<Vec<u8>>> = files.map(|path| fs::read(live.path(path)).ok()).into();
    for path in files {
        live.save(path, "(");
    }
    live.until("all errors", |live| {
        let faults: BTreeSet<&str> = live.faults().into_iter().collect();
        faults == BTreeSet::from(files)
    });
    for (path, good) in files.iter().zip(good) {
        match good {
            Some(good) => fs::write(live.path(path), good).expect("a file"),
            None => live.remove(path),
        }
    }
    live.until("no error", |live| live.faults().is_empty());
    assert!(live.session.log().is_empty());
}

/// A module stands broken: what is made of it waits, what is not does not.
#[test]
fn nothing_is_half_of_a_save_and_half_of_what_was_before() {
    let user = |text: &str| {
        format!(
            "local m = require(\"lib/m\")\n{}",
            body(&format!("log(\"{text}\", m)"))
        )
    };
    let field = scene(&[("hero", "hero.lua"), ("other", "other.lua")]);
    let module = "scripts/lib/m.lua";
    let mut live = Live::of(&[
        ("assets/scenes/field.scene.ron", &field),
        (HERO, &user("one")),
        (module, "return 1"),
        ("scripts/other.lua", &says("other one")),
    ]);
    live.remove(module);
    live.until("an error", |live| live.faults() == [HERO]);
    live.save(HERO, &user("two"));
    live.until("a notice", |live| {
        live.notices
            .iter()
            .any(|line| line == "scripts/hero.lua not taken until scripts/lib/m.lua is mended")
    });
    live.save("scripts/other.lua", &says("other two"));
    live.until_log("other two");
    live.play(0.1);
    assert!(!live.logged().contains(&"two\t1"));
    live.save(module, "return 2");
    live.until_log("two\t2");
    live.until("no error", |live| live.faults().is_empty());
    // The same of a character and its script.
    let character = "assets/characters/dot.character.ron";
    live.save(character, "Character(");
    live.until("an error", |live| live.faults() == [character]);
    live.forget();
    live.save(HERO, &user("three"));
    live.until("a notice", |live| !live.notices.is_empty());
    live.save(character, DOT);
    live.until_log("three\t2");
    live.save(HERO, "return {");
    live.until("an error", |live| live.faults() == [HERO]);
    live.forget();
    live.save(character, &DOT.replace("0.1", "0.2"));
    live.until("a notice", |live| !live.notices.is_empty());
    live.save(HERO, &user("four"));
    live.until_log("four\t2");
    assert_eq!(live.faults(), [""; 0]);
}

/// A picture and the file that cuts it up fit only together.
#[test]
fn a_picture_and_its_character_are_one_swap() {
    let mut live = Live::hero(&says("one"));
    let character = |frames: u32| DOT.replace("frames: 2", &format!("frames: {frames}"));
    for (columns, frames) in [(5, 5), (3, 3), (4, 4)] {
        live.forget();
        support::sheet(&live.path("assets/dot.png"), columns, 1);
        live.save("assets/characters/dot.character.ron", &character(frames));
        live.until("a swap", |live| live.swaps() > 0);
        live.play(0.15);
        assert_eq!(
            (live.swaps(), live.faults().len()),
            (1, 0),
            "{:?}",
            live.notices
        );
        let pages = live.session.pages().all();
        assert!(pages.iter().any(|page| page.width == columns * 8));
    }
    // A picture that ends in the midst is refused, and no pixel of it is shown.
    let whole = fs::read(live.path("assets/dot.png")).expect("a picture");
    let before = live.session.pages().all();
    fs::write(live.path("assets/dot.png"), &whole[..whole.len() - 20]).expect("a save");
    live.until("an error", |live| live.faults() == ["assets/dot.png"]);
    let versions =
        |pages: &[luppet::draw::Page]| pages.iter().map(|page| page.version).collect::<Vec<_>>();
    assert_eq!(versions(&live.session.pages().all()), versions(&before));
}

/// All that is wrong with a save is told, also where an older fault stands.
#[test]
fn an_older_fault_does_not_hide_a_new_one() {
    let mut live = Live::hero(&says("one"));
    live.save(HERO, "return {");
    live.until("an error", |live| live.faults() == [HERO]);
    let character = "assets/characters/dot.character.ron";
    live.save(character, "Character(");
    live.until("both errors", |live| {
        live.faults().iter().copied().collect::<BTreeSet<_>>() == BTreeSet::from([HERO, character])
    });
    live.save(HERO, &says("two"));
    live.until("one error", |live| live.faults() == [character]);
    live.save(character, DOT);
    live.until("no error", |live| live.faults().is_empty());
    assert!(live.logged().contains(&"two"));
}

#[test]
fn a_load_without_end_changes_nothing() {
    let mut live = Live::hero(&says("one"));
    for endless in [
        "while true do end",
        "repeat until false",
        "while true do pcall(error) end",
    ] {
        live.forget();
        live.save(HERO, endless);
        live.until("an error", |live| {
            live.faults() == [HERO] && live.session.load_errors()[0].message.contains("work")
        });
        live.play(0.1);
        assert!(live.logged().iter().all(|line| *line == "one"));
        assert_eq!(live.swaps(), 0);
        live.save(HERO, &says("one"));
        live.until("no error", |live| live.faults().is_empty());
    }
}

#[test]
fn polling_takes_a_save_within_two_seconds() {
    let field = scene(&[("hero", "hero.lua")]);
    let files = [
        ("assets/scenes/field.scene.ron", field.as_str()),
        (HERO, &says("one")),
    ];
    let mut live = Live::with(&files, |project| {
        let mut session = Session::new(project, "field", 1).expect("a run");
        session.poll_files();
        session
    });
    assert!(live.session.is_polling());
    for (way, save) in WAYS {
        let text = format!("by {way}");
        let (path, script) = (live.path(HERO), says(&text));
        live.forget();
        let saved = std::thread::spawn(move || save(&path, &script));
        while !saved.is_finished() {
            live.turn();
        }
        saved.join().expect("saved");
        let seconds = live.until_log(&text);
        assert!(seconds < 2.0, "{way}: {seconds}");
        assert_eq!(live.faults(), [""; 0], "{way}");
    }
}

#[test]
fn a_new_file_is_a_new_state() {
    let field = scene(&[("dog", "dog")]);
    let mut live = Live::of(&[
        ("assets/scenes/field.scene.ron", &field),
        (
            "scripts/dog/init.lua",
            "return { initial = \"sit\", on_reload = function(self) log(\"I know\", table.concat(self:states(\"trick\"), \" \")) end }",
        ),
        ("scripts/dog/sit.lua", "return {}"),
    ]);
    live.save("scripts/dog/roll.lua", "return { tags = { \"trick\" } }");
    live.until_log("I know\troll");
    // A folder made and filled at once.
    live.save("scripts/dog/_lib/deep/m.lua", "return 1");
    live.save("scripts/dog/jump.lua", "return { tags = { \"trick\" } }");
    live.until_log("I know\tjump roll");
    live.remove("scripts/dog/roll.lua");
    live.until_log("I know\tjump");
    assert_eq!(live.faults(), [""; 0]);
}

#[test]
fn a_removed_file_is_told_and_missed_by_nobody() {
    let mut live = Live::hero(&says("one"));
    let files = [
        (HERO, "in place"),
        ("assets/characters/dot.character.ron", "of the character"),
        ("assets/dot.png", "of the picture"),
        ("assets/scenes/field.scene.ron", "of the scene"),
    ];
    for (path, label) in files {
        let content = fs::read(live.path(path)).expect("a file");
        live.remove(path);
        live.until("an error", |live| !live.faults().is_empty());
        live.forget();
        live.play(0.1);
        assert!(live.logged().contains(&"one"), "{label}");
        fs::write(live.path(path), content).expect("a file");
        live.until("no error", |live| live.faults().is_empty());
    }
    assert!(live.session.log().is_empty(), "nothing was swapped");
}

#[cfg(unix)]
#[test]
fn links_are_followed() {
    use std::os::unix::fs::symlink;
    let mut live = Live::hero(&says("one"));
    let outside = tempfile::tempdir().expect("a folder");
    // The script becomes a link to a file of the project.
    live.save("scripts/real/hero.lua", &says("linked"));
    live.remove(HERO);
    symlink("real/hero.lua", live.path(HERO)).expect("a link");
    live.until_log("linked");
    for (way, path) in [
        ("through the link", HERO),
        ("at its end", "scripts/real/hero.lua"),
    ] {
        in_place(&live.path(path), &says(way));
        live.until_log(way);
    }
    // A link that leads out is told and not followed; what played plays on.
    write(outside.path(), &[("secret.lua", &says("secret"))]);
    live.remove(HERO);
    symlink(outside.path().join("secret.lua"), live.path(HERO)).expect("a link");
    live.until("a notice", |live| {
        live.notices
            .iter()
            .any(|line| line.contains("leaves the project"))
    });
    live.play(0.3);
    assert!(!live.logged().contains(&"secret"));
    live.remove(HERO);
    live.save(HERO, &says("a file again"));
    live.until_log("a file again");
}
