//! The reports, whole.

use std::sync::Arc;

use super::{faults, with};
use crate::error::{LoadError, LoadErrors, Place};
use crate::project::report::{coloured, plain};

#[test]
fn a_report_shows_line_and_place() {
    let text = "Scene(\n    size: (480, 270),\n    actors: [\n        Actor(name: \"ninja\", character: \"hreo\", at: (1, 2)),\n    ],\n    backdrop: [Layer(image: \"sky.png\", scroll: fast)],\n)";
    let errors = faults(&with("assets/scenes/arena.scene.ron", text));
    let expected = r#"error: unknown character "hreo" (characters: hero)
  --> assets/scenes/arena.scene.ron:4:41
  |
4 |         Actor(name: "ninja", character: "hreo", at: (1, 2)),
  |                                         ^^^^^^

error: unknown picture "sky.png" (pictures: hero.png)
  --> assets/scenes/arena.scene.ron:6:29
  |
6 |     backdrop: [Layer(image: "sky.png", scroll: fast)],
  |                             ^^^^^^^^^

error: `scroll` should be a number, not `fast`
  --> assets/scenes/arena.scene.ron:6:48
  |
6 |     backdrop: [Layer(image: "sky.png", scroll: fast)],
  |                                                ^^^^
"#;
    assert_eq!(plain(&errors), expected);
    let coloured = coloured(&errors);
    assert!(coloured.contains("\u{1b}["));
    assert!(coloured.contains("unknown character"));
}

fn at(file: &str, line: u32, column: u32, source: &str) -> LoadError {
    LoadError::new(file, "wrong").at(Place { line, column }, &Arc::from(source))
}

#[test]
fn places_at_the_edges() {
    let report = |error: LoadError| plain(&LoadErrors(vec![error]));
    let cases = [
        (
            "the line alone is known",
            at("a.lua", 2, 0, "one\n  two three\n"),
            "error: wrong\n  --> a.lua:2:1\n  |\n2 |   two three\n  |   ^^^^^^^^^\n",
        ),
        (
            "behind the end of a line",
            at("a.lua", 1, 9, "one"),
            "error: wrong\n  --> a.lua:1:9\n  |\n1 | one\n  |    ^\n",
        ),
        (
            "letters of more than one byte before it",
            at("a.ron", 1, 6, "öäü (x)"),
            "error: wrong\n  --> a.ron:1:6\n  |\n1 | öäü (x)\n  |      ^\n",
        ),
        (
            "no place",
            LoadError::new("a.png", "wrong"),
            "error: a.png: wrong\n",
        ),
        (
            "a line that is not there",
            at("a.ron", 9, 1, "x"),
            "error: a.ron:9: wrong\n",
        ),
        (
            "escapes are harmless",
            at("a.ron", 1, 3, "x \u{1b}[31m"),
            "error: wrong\n  --> a.ron:1:3\n  |\n1 | x \u{fffd}[31m\n  |   ^\n",
        ),
    ];
    for (label, error, expected) in cases {
        assert_eq!(report(error), expected, "{label}");
    }
    let mut message = LoadError::new("a.lua", "bad \u{1b}[2J\r");
    message.place = None;
    assert_eq!(report(message), "error: a.lua: bad \\u{1b}[2J\n");
}

#[test]
fn long_lines_are_cut_around_the_place() {
    let line = format!("{}HERE{}", "x".repeat(5000), "y ".repeat(5000));
    let text = plain(&LoadErrors(vec![at("a.ron", 1, 5001, &line)]));
    assert!(text.contains("a.ron:1:5001"), "{text}");
    assert!(text.contains("xHERE"), "{text}");
    assert!(
        text.lines().all(|line| line.chars().count() < 160),
        "{text}"
    );
}

#[test]
fn long_lists_are_cut_and_one_fault_is_told_once() {
    let error = |i: u32| LoadError::new("a.ron", format!("wrong {i}"));
    let twice = LoadErrors(vec![error(1), error(1)]);
    assert_eq!(plain(&twice), "error: a.ron: wrong 1\n");
    let many = LoadErrors((0..34).map(error).collect());
    let text = plain(&many);
    assert!(
        text.ends_with("error: a.ron: wrong 19\n\n... and 14 more errors that are not shown\n"),
        "{text}"
    );
}
