//! Real scripts and damaged ones.

use std::fs;
use std::path::{Path, PathBuf};

use super::{lines, of};
use crate::check::{Script, mentions};

fn scripts(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            scripts(&path, found);
        } else if path
            .extension()
            .is_some_and(|end| end == "lua" || end == "luau")
        {
            found.push(path);
        }
    }
}

/// The scripts that come with the program, by path.
fn bundled() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    scripts(&root.join("scripts"), &mut found);
    scripts(&root.join("assets"), &mut found);
    assert!(found.len() >= 9, "{found:?}");
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap();
        (path, text)
    };
    found.into_iter().map(read).collect()
}

#[test]
fn every_bundled_script_is_read() {
    for (path, source) in bundled() {
        for script in [Script::Behaviour, Script::State("s"), Script::Module] {
            assert!(mentions(&source, script).is_ok(), "{}", path.display());
        }
    }
}

/// The hero's states, keys and module, as somebody reads them.
#[test]
fn the_hero() {
    let source = include_str!("../../../../scripts/hero.lua");
    assert_eq!(of(source, Script::Behaviour).requires, ["lib/fighting"]);
    insta::assert_snapshot!(lines(source, Script::Behaviour).join("\n"), @r"
    10:17 State return dodge in idle
    10:17 State return dodge in walk
    10:17 Input since dodge in -
    10:26 State return punch in idle
    10:26 State return punch in walk
    10:26 Input since punch in -
    10:35 State return heavy in idle
    10:35 State return heavy in walk
    10:35 Input since heavy in -
    10:44 State return kick in idle
    10:44 State return kick in walk
    10:44 Input since kick in -
    23:17 Input axis left in idle
    23:25 Input axis right in idle
    23:51 State return walk_or_turn in idle
    29:17 Input axis left in walk_or_turn
    29:25 Input axis right in walk_or_turn
    29:62 State return turn in walk_or_turn
    30:10 State return walk in walk_or_turn
    36:10 State return walk in turn
    43:26 Input axis left in walk
    43:34 Input axis right in walk
    44:27 State return idle in walk
    45:37 State return walk_or_turn in walk
    78:28 Input axis up in *
    78:34 Input axis down in *
    85:20 State return ? in *
    86:16 State return ? in *
    ");
}

/// What is cut off or damaged is read or refused, and never ends the process.
#[test]
fn damaged_scripts() {
    const WORDS: &[&str] = &[
        "", "(", ")", "end", "\"", "[[", "function", "=", ".", "\u{e9}", "`{",
    ];
    let (mut read, mut refused) = (0, 0);
    for (_, source) in bundled() {
        let places: Vec<usize> = source.char_indices().map(|(at, _)| at).collect();
        for (i, at) in places.iter().step_by(97).enumerate() {
            let word = WORDS[i % WORDS.len()];
            let (before, after) = source.split_at(*at);
            let without = after
                .char_indices()
                .nth(1 + i % 7)
                .map_or("", |(at, _)| &after[at..]);
            for damaged in [
                before.to_owned(),
                format!("{before}{word}{after}"),
                format!("{before}{word}{without}"),
            ] {
                match mentions(&damaged, Script::Behaviour) {
                    Ok(_) => read += 1,
                    Err(message) => {
                        assert!(!message.contains("the parser failed"), "{damaged}");
                        refused += 1;
                    }
                }
            }
        }
    }
    assert!(read > 50 && refused > 50, "{read} read, {refused} refused");
}
