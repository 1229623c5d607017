//! Rough handling: outputs that are in the way, ends that come too early, names
//! that mean two things, files of absurd size.

#![cfg(feature = "script")]

mod support;

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use support::{luppet, run_in, sheet, stderr, stdout, write};
use tempfile::TempDir;

const SCENE: &str = r#"Scene(actors: [Actor(name: "dot", character: "dot", at: (120, 200))])"#;

/// A project of one actor without a script; `sheet` and `frames` are its cells.
fn project(cells: &str, frames: &str) -> TempDir {
    let folder = TempDir::new().expect("a folder");
    let character = format!(r#"(sheet: {cells}, clips: {{ "still": Clip({frames}, each: 0.1) }})"#);
    let files = [
        ("assets/scenes/field.scene.ron", SCENE),
        ("assets/characters/dot.character.ron", character.as_str()),
    ];
    write(folder.path(), &files);
    sheet(&folder.path().join("assets/dot.png"), 2, 1);
    folder
}

fn plain() -> TempDir {
    project(
        r#"Grid(image: "dot.png", cell: (8, 8))"#,
        "row: 1, frames: 2",
    )
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let name = |entry: fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
    let mut names: Vec<_> = entries.flatten().map(name).collect();
    names.sort();
    names
}

#[test]
fn a_recording_touches_no_other_file() {
    let folder = plain();
    let others = ["movie.part", ".movie.gif.part", ".movie.gif.1.part"];
    write(folder.path(), &others.map(|name| (name, "precious")));
    let before = names(folder.path());
    let record = |output: &str, seconds: &str| {
        run_in(
            folder.path(),
            &["record", "field", "-o", output, "--seconds", seconds],
        )
    };
    fs::create_dir(folder.path().join("folder.gif")).expect("a folder");
    for (output, words) in [("folder.gif", "directory"), ("gone/x.gif", "gone/x.gif")] {
        let run = record(output, "600");
        assert_eq!(run.status.code(), Some(1), "{output}: {}", stderr(&run));
        assert!(stderr(&run).contains(words), "{}", stderr(&run));
    }
    fs::remove_dir(folder.path().join("folder.gif")).expect("an empty folder");
    assert_eq!(names(folder.path()), before);
    for _ in 0..2 {
        let run = record("movie.gif", "0.2");
        assert!(run.status.success(), "{}", stderr(&run));
    }
    for name in others {
        let kept = fs::read_to_string(folder.path().join(name)).expect("the file");
        assert_eq!(kept, "precious", "{name}");
    }
    assert_eq!(names(folder.path()).len(), before.len() + 1);
}

/// Whatever ends a recording leaves the folder as it was.
#[cfg(unix)]
#[test]
fn a_recording_that_is_killed_leaves_nothing() {
    let folder = plain();
    write(folder.path(), &[("movie.apng", "the older one")]);
    let before = names(folder.path());
    let mut child = luppet()
        .current_dir(folder.path())
        .args(["record", "field", "-o", "movie.apng", "--fps", "120"])
        .args(["--seconds", "160", "--scale", "8"])
        .stderr(Stdio::null())
        .spawn()
        .expect("the program runs");
    std::thread::sleep(Duration::from_millis(700));
    assert!(child.try_wait().expect("a child").is_none(), "still at it");
    child.kill().expect("killed");
    child.wait().expect("ended");
    assert_eq!(names(folder.path()), before);
    let kept = fs::read_to_string(folder.path().join("movie.apng")).expect("the file");
    assert_eq!(kept, "the older one");
}

/// A folder or a file that happens to be called like a scene does not hide it.
#[test]
fn a_scene_is_found_behind_a_folder_of_its_name() {
    let folder = plain();
    let trace = || run_in(folder.path(), &["trace", "field", "--steps", "2"]);
    fs::create_dir(folder.path().join("field")).expect("a folder");
    assert_eq!(stdout(&trace()).lines().count(), 2, "{}", stderr(&trace()));
    fs::remove_dir(folder.path().join("field")).expect("an empty folder");
    write(folder.path(), &[("field", "")]);
    assert_eq!(stdout(&trace()).lines().count(), 2, "{}", stderr(&trace()));
}

/// An input file without end is refused, not read.
#[cfg(target_os = "linux")]
#[test]
fn an_input_without_end_is_refused() {
    let folder = plain();
    write(
        folder.path(),
        &[("keys.txt", "0 reload scripts/a.lua /dev/zero")],
    );
    for input in ["/dev/zero", "keys.txt"] {
        let run = run_in(folder.path(), &["trace", "field", "--input", input]);
        assert!(!run.status.success());
        assert!(stderr(&run).contains("too large"), "{}", stderr(&run));
    }
}

/// Twenty thousand values in one file, right or wrong, in one line or many, take no minutes.
#[test]
fn a_file_of_many_values_is_read_at_once() {
    for (end, rect) in [
        ("\n", "0, 0, 1, 1"),
        (" ", "0, 0, 1, 1"),
        (" ", "0, 0, 99, 1"),
    ] {
        let mut cells = String::from(r#"Cells(image: "dot.png", cells: {"#);
        for n in 0..20_000 {
            _ = write!(cells, "\"c{n}\": ({rect}),{end}");
        }
        cells.push_str("})");
        for frames in ["\"c1\"".to_owned(), "\"d\", ".repeat(20_000)] {
            let is_right = rect == "0, 0, 1, 1" && frames == "\"c1\"";
            let folder = project(&cells, &format!("frames: [{frames}]"));
            let begun = Instant::now();
            let run = run_in(folder.path(), &["trace", "field", "--steps", "1"]);
            assert_eq!(run.status.success(), is_right, "{}", stderr(&run));
            assert!(
                begun.elapsed() < Duration::from_secs(20),
                "{:?}",
                begun.elapsed()
            );
            assert!(stderr(&run).lines().count() < 200);
        }
    }
}
