//! The bundled scenes: they run, they repeat, and their keys do what they say.

#![cfg(feature = "script")]

mod support;

use luppet::project::Project;
use luppet::session::Session;
use luppet::stage::EventKind;
use luppet::trace;
use support::{bundled, file, lines, root, run_in, stderr, stdout};

fn scenes() -> Vec<String> {
    Project::open(root()).expect("the bundled project").scenes()
}

#[test]
fn every_scene_runs_600_steps_without_an_error() {
    let project = Project::open(root()).expect("the bundled project");
    assert!(scenes().len() >= 2);
    for scene in scenes() {
        let mut session =
            Session::new(&project, &scene, 1).unwrap_or_else(|e| panic!("{scene}: {e}"));
        assert!(
            session.load_errors().is_empty(),
            "{scene}: {:?}",
            session.load_errors()
        );
        for _ in 0..600 {
            session.step();
            for event in session.drain_events() {
                let wrong = matches!(
                    event.kind,
                    EventKind::Error { .. } | EventKind::Trip { .. } | EventKind::Notice { .. }
                );
                assert!(!wrong, "{scene}: {event:?}");
            }
        }
    }
}

#[test]
fn two_processes_give_the_same_bytes() {
    for scene in scenes() {
        let run = || run_in(root(), &["trace", &scene, "--steps", "600", "--seed", "7"]);
        let (one, two) = (run(), run());
        assert!(one.status.success(), "{scene}: {}", stderr(&one));
        assert!(
            one.stdout.len() > 10_000,
            "{scene}: the trace is {} bytes",
            one.stdout.len()
        );
        assert!(one.stdout == two.stdout, "{scene}: two processes differ");
    }
}

#[test]
fn a_later_step_of_time_zero_changes_nothing() {
    let project = Project::open(root()).expect("the bundled project");
    let mut session = Session::new(&project, "brawler", 3).expect("a run");
    for _ in 0..50 {
        session.step();
    }
    let tell = |session: &Session| {
        let mut out = Vec::new();
        trace::write_step(session, &mut out).expect("a trace");
        out
    };
    let before = tell(&session);
    assert_eq!(session.advance(0.0), 0.0);
    assert_eq!(session.advance(f64::NAN), 0.0);
    assert_eq!(session.advance(-1.0), 0.0);
    assert_eq!(tell(&session), before);
}

/// The states of the hero when one input is held from 0.5 s on.
fn states_with(input: &str) -> Vec<String> {
    let folder = bundled();
    support::write(
        folder.path(),
        &[(
            "keys.txt",
            &format!("0.5 press {input}\n0.9 release {input}\n"),
        )],
    );
    let run = run_in(
        folder.path(),
        &["trace", "brawler", "--steps", "90", "--input", "keys.txt"],
    );
    assert!(run.status.success(), "{}", stderr(&run));
    let lines = lines(&stdout(&run));
    let own = lines.iter().filter(|line| line["actor"] == "hero");
    let events = own.flat_map(|line| line["events"].as_array().cloned().unwrap_or_default());
    let changes = events.filter(|event| event["kind"] == "change");
    changes
        .map(|event| event["to"].as_str().unwrap_or("").to_owned())
        .collect()
}

#[test]
fn the_inputs_do_what_they_say() {
    let cases = [
        ("punch", vec!["punch", "idle"]),
        ("heavy", vec!["heavy"]),
        ("kick", vec!["kick", "idle"]),
        ("right", vec!["walk_or_turn", "walk", "idle"]),
        ("left", vec!["walk_or_turn", "turn", "walk", "idle"]),
        ("j", vec!["punch", "idle"]),
    ];
    for (input, expected) in cases {
        let states = states_with(input);
        let begun: Vec<_> = states
            .iter()
            .map(String::as_str)
            .take(expected.len())
            .collect();
        assert_eq!(begun, expected, "{input}: {states:?}");
    }
}

#[test]
fn up_and_down_move_the_background() {
    let project = Project::open(root()).expect("the bundled project");
    let mut session = Session::new(&project, "brawler", 1).expect("a run");
    let mut pan_after = |key: &str, steps: u32| {
        assert!(session.press(key));
        for _ in 0..steps {
            session.step();
        }
        assert!(session.release(key));
        session.step();
        session.stage().pan()[1].1
    };
    let up = pan_after("up", 20);
    let down = pan_after("down", 40);
    assert!(up < 0.0 && down > up, "up {up}, down {down}");
}

/// The order of actors in a scene never changes what they do.
#[test]
fn swapping_the_fighters_changes_nothing_of_what_they_do() {
    let folder = bundled();
    let scene = file(&folder, "assets/scenes/brawler.scene.ron");
    let text = std::fs::read_to_string(&scene).expect("the scene");
    let starts: Vec<_> = text.match_indices("Actor(").map(|(at, _)| at).collect();
    let end = text[starts[starts.len() - 1]..]
        .find("\n    ]")
        .map(|at| at + starts[starts.len() - 1])
        .expect("the list's end");
    let bounds: Vec<_> = starts.iter().copied().chain([end]).collect();
    let mut actors: Vec<&str> = bounds
        .windows(2)
        .map(|pair| &text[pair[0]..pair[1]])
        .collect();
    assert!(actors.len() >= 2);
    let run = || {
        let arguments = [
            "trace", "brawler", "--steps", "900", "--seed", "5", "--input", "keys.txt",
        ];
        let run = run_in(folder.path(), &arguments);
        assert!(run.status.success(), "{}", stderr(&run));
        let mut lines: Vec<_> = stdout(&run).lines().map(str::to_owned).collect();
        lines.sort_by_key(|line| {
            let line: serde_json::Value = serde_json::from_str(line).expect("a JSON line");
            (line["step"].as_u64(), line["actor"].to_string())
        });
        lines
    };
    let keys = "0.5 press right\n1.2 release right\n1.3 press kick\n2.5 press heavy\n4 press punch\n5 press right\n6 press kick\n";
    support::write(folder.path(), &[("keys.txt", keys)]);
    let before = run();
    actors.reverse();
    let swapped = format!("{}{}{}", &text[..starts[0]], actors.join(""), &text[end..]);
    assert_ne!(swapped, text);
    std::fs::write(&scene, swapped).expect("the scene");
    let after = run();
    assert_eq!(before.len(), after.len());
    for (a, b) in before.iter().zip(&after) {
        assert_eq!(a, b);
    }
}
