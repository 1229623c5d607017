//! Hostile scripts beside a benign actor, each in a process of its own under hard
//! limits: every one ends as its first line says, and the benign actor's trace is byte
//! for byte what it is alone. Files that are not scripts are in `hostile_files.rs`.

#![cfg(all(feature = "script", target_os = "linux"))]

mod support;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::Value;
use support::child::{Ended, run_limited};
use support::{root, sheet, write};
use tempfile::TempDir;

const STEPS: &str = "300";

/// The peak of a process, kB: it holds one full VM, what the host makes of it, and the program itself.
const PEAK: u64 = 200 << 10;

const BENIGN: &str = r#"
local function sound()
  if ("x"):upper() ~= "X" or math.sin(0) ~= 0 or #table.pack(1, 2) ~= 2 or select('#', 1, 2) ~= 2 then
    error("my library is another")
  end
  for _, read in { function() return LUPPET_LEAK end, function() return stolen end, function() return shared end } do
    if pcall(read) then error("a leak") end
  end
end
return {
  initial = "idle",
  data = { pokes = 0 },
  params = { mood = 0 },
  drivers = { mood = function(self) return (self.x / 10) % 1 end },
  on = { poke = function(self) self.pokes = self.pokes + 1 end },
  states = {
    idle = { clip = "idle", execute = function(self)
      sound()
      if self.state_time > 0.4 then return "walk" end
    end },
    walk = { clip = "walk", at = { step = function(self) print("step", self.pokes, math.random(1000)) end },
      execute = function(self, dt)
        sound()
        self.x = self.x + math.random(3) * dt
        self:send(self.name, "poke", { n = self.pokes })
        if self.state_time > 0.9 then return "idle" end
      end },
  },
}
"#;

/// A character with the clips `idle` and `walk` and the marker `step`.
fn character(script: &str) -> String {
    format!(
        r#"(sheet: Grid(image: "cells.png", cell: (8, 8)),
    clips: {{
        "idle": Clip(row: 1, frames: 2, each: 0.2),
        "walk": Clip(row: 2, frames: 3, each: 0.1, markers: {{ "step": 2 }}),
    }},
    script: "{script}")"#
    )
}

/// A project with the benign actor and, before it, the hostile one. Around it lie traps.
fn project(case: Option<&Path>) -> (TempDir, PathBuf) {
    let outside = TempDir::new().expect("a folder");
    let folder = outside.path().join("project");
    let trap = "error(\"BREACH: read what is outside\")";
    let mut actors = String::new();
    if let Some(case) = case {
        actors = r#"Actor(name: "hostile", character: "hostile", at: (100, 150)),"#.into();
        let name = if case.is_dir() {
            "hostile"
        } else {
            "hostile.lua"
        };
        place(case, &folder.join("scripts").join(name));
        let hostile = character(name);
        write(
            &folder,
            &[("assets/characters/hostile.character.ron", &hostile)],
        );
    }
    let scene = format!(
        r#"Scene(actors: [{actors} Actor(name: "benign", character: "benign", at: (200, 150))])"#
    );
    let benign = character("benign.lua");
    write(
        &folder,
        &[
            ("assets/scenes/arena.scene.ron", scene.as_str()),
            ("assets/characters/benign.character.ron", &benign),
            ("scripts/benign.lua", BENIGN),
            ("secret.lua", trap),
        ],
    );
    write(outside.path(), &[("secret.lua", trap)]);
    let link = folder.join("scripts/link.lua");
    std::os::unix::fs::symlink("../../secret.lua", link).expect("a link");
    sheet(&folder.join("assets/cells.png"), 3, 2);
    (outside, folder)
}

/// Copies a case, with what its first lines ask to be made.
fn place(from: &Path, to: &Path) {
    if from.is_dir() {
        fs::create_dir_all(to).expect("a folder");
        for entry in fs::read_dir(from).expect("a folder") {
            let entry = entry.expect("an entry");
            place(&entry.path(), &to.join(entry.file_name()));
        }
        return;
    }
    let mut content = fs::read(from).expect("a case");
    let text = String::from_utf8_lossy(&content).into_owned();
    let made = text
        .lines()
        .find_map(|line| line.strip_prefix("--@generate "));
    match made.map(str::trim) {
        Some("nest") => {
            content = format!("return {}{}", "{".repeat(100_000), "}".repeat(100_000)).into();
        }
        Some("large") => content = "local _ = 1\n".repeat(25_000).into(),
        Some("huge") => content = "local _ = 1\n".repeat(5 << 20).into(),
        Some("bytecode") => content = b"\x06\x03\x01\x05print\x01\x02\x00\x00\x01".to_vec(),
        Some("bytes") => content = b"local name = \"\xff\xfe\x1b[2J\" ) oops\r\n".to_vec(),
        Some(other) => panic!("unknown --@generate {other}"),
        None => {}
    }
    fs::create_dir_all(to.parent().expect("a parent")).expect("a folder");
    fs::write(to, content).expect("a file");
}

/// What the first lines of a case say.
#[allow(clippy::struct_excessive_bools)] // each is a line of its own
struct Expectation {
    words: Vec<String>,
    loads: bool,
    states: Option<BTreeSet<String>>,
    texts: Vec<String>,
    done: bool,
    rests: bool,
    messages: bool,
}

fn expectation(source: &str) -> Expectation {
    let first = source.lines().next().unwrap_or("");
    let first = first.strip_prefix("-- EXPECT: ").expect("an expectation");
    let (verdict, phase) = first.split_once(" @").expect("a phase");
    let notes = || source.lines().filter_map(|line| line.strip_prefix("--@"));
    let values = |key: &str| {
        let found = notes().filter_map(move |note| note.strip_prefix(key)?.strip_prefix(' '));
        found.map(str::to_owned).collect::<Vec<_>>()
    };
    let has = |key: &str| notes().any(|note| note == key);
    let words: Vec<String> = verdict.split("-or-").map(str::to_owned).collect();
    let fails = |word: &String| {
        [
            "error",
            "denied",
            "rejected",
            "syntax-error",
            "time-limit",
            "memory-limit",
        ]
        .contains(&word.as_str())
    };
    Expectation {
        loads: !(phase.starts_with("load") && words.iter().all(fails)) || has("done"),
        words,
        states: values("states").first().map(|states| {
            let states = states.split_whitespace();
            states.map(str::to_owned).collect()
        }),
        texts: values("text"),
        done: has("done") || (source.contains("DONE") && !first.contains("error @")),
        rests: has("rests"),
        messages: !has("allow message"),
    }
}

/// The benign actor's lines, without messages from others where they may come.
fn benign(stdout: &str, messages: bool) -> String {
    let mut lines = String::new();
    for line in stdout
        .lines()
        .filter(|line| line.contains("\"actor\":\"benign\""))
    {
        if messages {
            _ = writeln!(lines, "{line}");
            continue;
        }
        let mut line: Value = serde_json::from_str(line).expect("JSON");
        if let Some(events) = line["events"].as_array_mut() {
            events.retain(|event| event["kind"] != "message" || event["from"] == "benign");
        }
        _ = writeln!(lines, "{line}");
    }
    lines
}

/// What is wrong with how a case ended; nothing where all is as it should be.
#[allow(clippy::too_many_lines)] // a list of checks
fn faults(case: &Path, ended: &Ended, alone: &str) -> Vec<String> {
    let main = if case.is_dir() {
        case.join("init.lua")
    } else {
        case.to_path_buf()
    };
    let source = String::from_utf8_lossy(&fs::read(main).expect("a case")).into_owned();
    let expected = expectation(&source);
    let mut faults = Vec::new();
    let mut check = |is_right: bool, what: &dyn Fn() -> String| {
        if !is_right {
            faults.push(what());
        }
    };
    let (stdout, stderr) = (&ended.stdout, &ended.stderr);
    let head = || stderr.chars().take(600).collect::<String>();
    check(ended.status == Some(i32::from(!expected.loads)), &|| {
        format!("status {:?}, {}: {}", ended.status, ended.how, head())
    });
    check(ended.peak < PEAK, &|| {
        format!("a peak of {} kB", ended.peak)
    });
    check(
        !stdout.contains("BREACH") && !stderr.contains("BREACH"),
        &|| {
            let all = format!("{stdout}{stderr}");
            let at = all.find("BREACH").unwrap_or(0);
            all[at..].chars().take(200).collect()
        },
    );
    check(!stderr.contains("panicked"), &|| {
        format!("a panic: {}", head())
    });
    for text in stderr.split('\n') {
        check(text.len() <= 4096, &|| {
            format!("{} bytes on stderr", text.len())
        });
    }
    check(
        !stderr
            .chars()
            .any(|c| c.is_control() && c != '\n' && c != '\t'),
        &|| format!("control bytes on stderr: {:?}", head()),
    );
    if !expected.loads {
        check(stdout.is_empty(), &|| {
            "a trace, though it does not load".into()
        });
        check(stderr.contains("scripts/hostile"), &|| {
            format!("no file is named: {}", head())
        });
        let word = |word: &String| match word.as_str() {
            "time-limit" => stderr.contains("work limit") || stderr.contains("time limit"),
            "memory-limit" => stderr.contains("memory"),
            _ => stderr.contains("error"),
        };
        check(expected.words.iter().any(word), &|| head());
        return faults;
    }
    check(
        benign(stdout, expected.messages) == benign(alone, expected.messages),
        &|| "the benign actor is touched".into(),
    );
    let mut texts: Vec<(String, String)> = Vec::new();
    let (mut trips, mut most) = (BTreeSet::new(), 0);
    let mut errors_by_step = 0;
    for line in stdout.lines() {
        check(line.len() <= 200 << 10, &|| {
            format!("a line of {} bytes", line.len())
        });
        let value: Value = serde_json::from_str(line).expect("JSON");
        let events = value["events"].as_array().cloned().unwrap_or_default();
        let facing = value["facing"].as_f64();
        check(facing == Some(1.0) || facing == Some(-1.0), &|| {
            format!("facing {facing:?}")
        });
        if value["actor"] == "benign" {
            continue;
        }
        if value["actor"] == "hostile"
            && let Some(states) = &expected.states
        {
            let state = value["state"].as_str().unwrap_or("").to_owned();
            check(states.contains(&state), &|| {
                format!("in the state {state:?}")
            });
        }
        let count = |kind: &str| events.iter().filter(|event| event["kind"] == kind).count();
        check(count("change") <= 16, &|| "more than 16 changes".into());
        check(count("log") <= 65, &|| {
            format!("{} lines of log", count("log"))
        });
        if count("trip") > 0 {
            trips.insert(value["step"].as_u64().expect("a step"));
        }
        most = most.max(count("trip"));
        errors_by_step += count("error");
        for event in &events {
            let kind = event["kind"].as_str().unwrap_or("").to_owned();
            let text = event["text"].as_str().unwrap_or("").to_owned();
            check(text.len() <= 2048, &|| {
                format!("{} bytes of {kind}", text.len())
            });
            let bad = text
                .chars()
                .find(|c| c.is_control() && *c != '\n' && *c != '\t');
            check(bad.is_none(), &|| format!("{bad:?} in {kind}"));
            texts.push((kind, text));
        }
    }
    check(errors_by_step <= 16 * 300 * 64, &|| {
        format!("{errors_by_step} errors")
    });
    let told = |kinds: &[&str], words: &[&str]| {
        texts.iter().any(|(kind, text)| {
            kinds.contains(&kind.as_str())
                && (words.is_empty() || words.iter().any(|word| text.contains(word)))
        })
    };
    let done = texts
        .iter()
        .any(|(kind, text)| kind == "log" && text.contains("DONE"));
    let any = ["error", "trip", "notice"];
    let word = |word: &String| match word.as_str() {
        "time-limit" => told(&["trip"], &["work limit", "time limit"]),
        "memory-limit" => told(&any, &["memory"]),
        "argument-cap" => told(&["error"], &["refuses"]),
        "contained" | "no-effect" | "ok" => !source.contains("DONE") || done,
        "rate-limited" | "capped" | "clamped" => done || told(&any, &[]),
        _ => told(&["error"], &[]) || stderr.contains("error"),
    };
    check(expected.words.iter().any(word), &|| {
        let last: Vec<_> = texts.iter().rev().take(3).collect();
        format!("it did not end as it says: {last:?} {}", head())
    });
    check(!expected.done || done, &|| {
        format!("not tried to the end: {:?}", texts.first())
    });
    for text in &expected.texts {
        let found = stderr.contains(text.as_str()) || told(&any, &[text.as_str()]);
        check(found, &|| format!("no word of {text:?}"));
    }
    if expected.rests {
        check(trips.len() == 3, &|| format!("trips in steps {trips:?}"));
    }
    faults
}

/// Runs all cases of a folder, a few at a time. Returns how many there were.
fn run_all(cases: &Path) -> usize {
    let mut paths: Vec<PathBuf> = fs::read_dir(cases)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_none_or(|ending| ending == "lua"))
        .collect();
    paths.sort();
    let arguments = ["trace", "arena", "--steps", STEPS];
    let (_outside, folder) = project(None);
    let alone = run_limited(&folder, &arguments);
    assert_eq!(alone.status, Some(0), "{}", alone.stderr);
    assert_eq!(alone.stdout.lines().count(), 300);
    for word in ["\"log\"", "\"message\"", "\"change\"", "\"marker\""] {
        assert!(alone.stdout.contains(word), "the benign actor does little");
    }
    assert!(!alone.stdout.contains("\"error\""), "{}", alone.stdout);
    let next = AtomicUsize::new(0);
    let report = Mutex::new(Vec::new());
    let watched = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                while let Some(case) = paths.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let name = case
                        .file_name()
                        .expect("a name")
                        .to_string_lossy()
                        .into_owned();
                    let (_outside, folder) = project(Some(case));
                    let ended = run_limited(&folder, &arguments);
                    // A process that refuses its script may end before it is looked at.
                    watched.fetch_add(usize::from(ended.peak > 0), Ordering::Relaxed);
                    let faults = faults(case, &ended, &alone.stdout);
                    println!("{name}: {:.2} s, {} MB", ended.seconds, ended.peak >> 10);
                    let mut report = report.lock().expect("no panic");
                    report.extend(
                        faults
                            .iter()
                            .take(5)
                            .map(|fault| format!("{name}: {fault}")),
                    );
                }
            });
        }
    });
    let mut report = report.into_inner().expect("no panic");
    report.sort();
    assert!(report.is_empty(), "{}", report.join("\n"));
    let watched = watched.into_inner();
    assert!(
        watched * 4 >= paths.len() * 3,
        "only {watched} were watched"
    );
    paths.len()
}

#[test]
fn each_script_ends_as_it_says_and_touches_nobody() {
    assert!(run_all(&root().join("tests/hostile")) >= 35);
}

/// The runner finds what it is there to find.
#[test]
fn a_breach_would_be_seen() {
    let outside = TempDir::new().expect("a folder");
    let verdict = |name: &str, source: &str| {
        let case = outside.path().join(name);
        fs::write(&case, source).expect("a file");
        let (_outside, folder) = project(Some(&case));
        let ended = run_limited(&folder, &["trace", "arena", "--steps", STEPS]);
        let (_outside, folder) = project(None);
        let alone = run_limited(&folder, &["trace", "arena", "--steps", STEPS]);
        faults(&case, &ended, &alone.stdout).join("\n")
    };
    let body = |lua: &str| {
        format!(
            "return {{ initial = \"s\", states = {{ s = {{ execute = function(self) {lua} end }} }} }}"
        )
    };
    for (i, (head, lua, word)) in [
        ("error @execute", "print(1)", "did not end as it says"),
        (
            "ok @execute",
            "if self.state_time > 1 then error(\"BREACH\") end",
            "BREACH",
        ),
        ("ok @execute", "self:send(\"benign\", \"poke\")", "touched"),
        (
            "time-limit @execute",
            "error(\"no\")",
            "did not end as it says",
        ),
        ("ok @execute\n--@states t", "print(1)", "state"),
        ("error @load", "print(1)", "status"),
    ]
    .into_iter()
    .enumerate()
    {
        let said = verdict(
            &format!("{i}.lua"),
            &format!("-- EXPECT: {head}\n{}", body(lua)),
        );
        assert!(said.contains(word), "{head}: {lua}: {said}");
    }
}

/// Cases that lie beside the repository, where there are any, run the same way.
#[test]
fn cases_from_elsewhere_end_as_they_say() {
    let places = ["../shared/cases/hostile", "../../shared/cases/hostile"];
    let found = places
        .iter()
        .map(|place| root().join(place))
        .find(|place| place.is_dir());
    if let Some(cases) = found {
        println!("{} cases", run_all(&cases));
    }
}
