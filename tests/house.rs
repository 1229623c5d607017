//! The house's import rule: rooms are listed from the top down, and a file may
//! only use rooms below its own. Also: which foreign crate lives in which room.

use std::fs;
use std::path::{Path, PathBuf};

/// The rooms by level, the highest first. Rooms of one level do not see each other.
const LEVELS: &[&[&str]] = &[
    &["main"],
    &["cli"],
    &["inspect"],
    &["window"],
    &["export"],
    &["check", "graph", "trace"],
    &["session"],
    &["script"],
    &["project"],
    &["stage"],
    &["raster", "text"],
    &["draw"],
    &["fsm"],
    &["tree"],
    &["rig"],
    &["clip"],
    &["time", "geom", "random", "error"],
];

/// A foreign crate and the rooms that may name it.
const HOMES: &[(&str, &[&str])] = &[
    ("mlua", &["script"]),
    ("full_moon", &["check"]),
    ("macroquad", &["window"]),
    ("egui_macroquad", &["window"]),
    ("notify", &["project"]),
    ("ron", &["project"]),
    ("serde", &["project"]),
    ("tiny_skia", &["raster", "text"]),
    ("fontdue", &["text"]),
    ("clap", &["cli"]),
    ("indicatif", &["cli"]),
    ("codespan_reporting", &["project"]),
    ("gif", &["export"]),
    ("png", &["export", "project"]),
    ("include_dir", &["cli"]),
];

fn level(room: &str) -> Option<usize> {
    LEVELS.iter().position(|rooms| rooms.contains(&room))
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut entries: Vec<_> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// The room of a source file: its folder or file right under `src`.
fn room_of(path: &Path, src: &Path) -> String {
    let inside = path.strip_prefix(src).expect("under src");
    let first = inside.components().next().expect("a name").as_os_str();
    first.to_string_lossy().trim_end_matches(".rs").to_owned()
}

fn is_test(path: &Path) -> bool {
    path.components()
        .any(|part| matches!(part.as_os_str().to_str(), Some("tests" | "tests.rs")))
}

/// The names right after `prefix` in a line, such as the rooms after `crate::`; a
/// group in braces gives each of its names.
fn names_after(line: &str, prefix: &str) -> Vec<String> {
    let name = |text: &str| {
        text.chars()
            .take_while(|c| c.is_alphanumeric() || *c == '_')
            .collect::<String>()
    };
    let mut names = Vec::new();
    for (at, _) in line.match_indices(prefix) {
        let before = line[..at].chars().next_back();
        if before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':') {
            continue;
        }
        let rest = &line[at + prefix.len()..];
        match rest.strip_prefix('{') {
            Some(group) => names.extend(group.split(',').map(|part| name(part.trim()))),
            None => names.push(name(rest)),
        }
    }
    names.retain(|name| !name.is_empty());
    names
}

fn code_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let code = |line: &&str| !line.trim_start().starts_with("//");
    text.lines()
        .enumerate()
        .map(|(i, line)| (i + 1, line))
        .filter(move |(_, line)| code(line))
}

#[test]
fn imports_only_go_down() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&src, &mut files);
    let mut wrong = Vec::new();
    for path in files.iter().filter(|path| !is_test(path)) {
        let room = room_of(path, &src);
        if room == "lib" {
            continue;
        }
        let Some(own) = level(&room) else {
            wrong.push(format!(
                "{}: the room {room} has no place in the house",
                path.display()
            ));
            continue;
        };
        let text = fs::read_to_string(path).expect("a source");
        for (line, code) in code_lines(&text) {
            for used in ["crate::", "luppet::"]
                .iter()
                .flat_map(|way| names_after(code, way))
            {
                let Some(other) = level(&used) else { continue };
                if used != room && other <= own {
                    wrong.push(format!(
                        "{}:{line}: {room} uses {used}, above it",
                        path.display()
                    ));
                }
            }
            for (foreign, homes) in HOMES {
                let named = !names_after(code, &format!("{foreign}::")).is_empty();
                if named && !homes.contains(&room.as_str()) {
                    wrong.push(format!(
                        "{}:{line}: {foreign} belongs in {homes:?}",
                        path.display()
                    ));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn an_upward_import_would_be_found() {
    assert_eq!(
        names_after("use crate::stage::Stage;", "crate::"),
        ["stage"]
    );
    assert_eq!(
        names_after("use crate::{clip::Clip, window};", "crate::"),
        ["clip", "window"]
    );
    assert_eq!(names_after("let x = mlua::Lua::new();", "mlua::"), ["Lua"]);
    assert!(names_after("pub(crate) fn f()", "crate::").is_empty());
    assert!(level("window") < level("stage"));
}

#[test]
fn every_file_says_what_it_is() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&src, &mut files);
    let text = |path: &PathBuf| fs::read_to_string(path).expect("a source");
    files.retain(|path| !text(path).trim_start().starts_with("//!"));
    assert!(
        files.is_empty(),
        "these files do not begin with //!: {files:?}"
    );
}
