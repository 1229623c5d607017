//! One labelled case for each way a character, its sheet or its clips can be wrong.

use super::told;

const HERO: &str = "assets/characters/hero.character.ron";

#[test]
fn sheets() {
    let cases: &[(&str, &str, &[&str])] = &[
        (
            "no kind",
            "(image: \"hero.png\")",
            &[
                "1:9: `sheet` should be Grid(...) or Cells(...), not the group (image: \"hero.png\")",
            ],
        ),
        (
            "unknown kind",
            "Gird(image: \"hero.png\")",
            &["1:9: unknown sheet \"Gird\" (sheets: Grid, Cells)"],
        ),
        (
            "nothing given",
            "Grid()",
            &[
                "1:9: this Grid has no `image`",
                "1:9: this Grid has no `cell`",
            ],
        ),
        (
            "numbers",
            "Grid(image: \"hero.png\", cell: (0, 32), margin: -1, pivot: \"foot\")",
            &[
                "1:40: `cell` should be a whole number, 1 to 8192, not 0",
                "1:56: `margin` should be a whole number, 0 to 8192, not -1",
                "1:67: `pivot` should be two numbers (x, y), not the text \"foot\"",
            ],
        ),
        (
            "too large a cell",
            "Grid(image: \"hero.png\", cell: (97, 32))",
            &["1:39: no cell of 97 x 32 pixels fits in the picture, which is 96 x 64"],
        ),
        (
            "cells",
            "Cells(image: \"hero.png\", cells: { \"a\": (90, 0, 10, 10), \"b\": (0, 0, 0, 1), \"c\": 5 })",
            &[
                "1:48: the cell (90, 0, 10, 10) lies outside the picture, which is 96 x 64 pixels",
                "1:77: `cells` should be a whole number, 1 to 8192, not 0",
                "1:89: `cells` should be four numbers (x, y, width, height), not 5",
            ],
        ),
    ];
    for (label, sheet, expected) in cases {
        assert_eq!(
            told(HERO, format!("(sheet: {sheet})")),
            *expected,
            "{label}"
        );
    }
}

#[test]
fn characters() {
    let cases: &[(&str, &str, &[&str])] = &[
        (
            "unknown field",
            "(part: {})",
            &[
                "1:2: unknown field \"part\" (fields: parts, tags, fade, sheet, script, keys, faces, tree, clips, crossfade)",
            ],
        ),
        (
            "clips without sheet",
            "(clips: { \"a\": Clip(row: 1, frames: 1, each: 1) })",
            &["1:9: clips need a `sheet` to take their frames from, or `parts` to move"],
        ),
        (
            "values",
            "(tags: [\"a\", 5], faces: Down, fade: -1, script: 7)",
            &[
                "1:14: `tags` should be a text in \"quotes\", not 5",
                "1:25: unknown direction \"Down\" (directions: Left, Right)",
                "1:37: `fade` should be a number, 0 to 6000000, not -1",
                "1:49: `script` should be a text in \"quotes\", not 7",
            ],
        ),
    ];
    for (label, text, expected) in cases {
        assert_eq!(told(HERO, text), *expected, "{label}");
    }
}

#[test]
fn clips() {
    const SIZE: &str = "the sheet has 3 columns x 2 rows (cells of 32 x 32 pixels)";
    let outside = |what: &str| format!("{what} is outside the sheet: {SIZE}");
    let cases: Vec<(&str, &str, Vec<String>)> = vec![
        ("unknown field", "Clip(motions: (1, 0))", vec![
            "1:6: unknown field \"motions\" (fields: motion, times, total, mode, markers, boxes, row, frames, fps, from, repeats, legs, ...)".into(),
        ]),
        ("nothing given", "Clip()", vec![
            "1:1: this Clip has no `frames`".into(),
            "1:1: this Clip does not say how long its frames last: give `each`, `fps`, `total` or `times`".into(),
        ]),
        ("no row", "Clip(frames: 1, each: 1)", vec!["1:1: this Clip has no `row`".into()]),
        ("no such row", "Clip(row: 3, frames: 1, each: 1)", vec![format!("1:11: {}", outside("row 3"))]),
        ("row 0", "Clip(row: 0, frames: 1, each: 1)", vec![
            "1:11: `row` should be a whole number from 1, not 0".into(),
        ]),
        ("too many frames", "Clip(row: 1, frames: 4, each: 1)", vec![format!("1:22: {}", outside("frame 4"))]),
        ("far too many", "Clip(row: 1, frames: 1000000, each: 1)", vec![format!("1:22: {}", outside("frame 1000000"))]),
        ("listed column", "Clip(row: 1, frames: [1, 2, 9], each: 1)", vec![format!("1:29: {}", outside("frame 9"))]),
        ("no frames", "Clip(row: 1, frames: [], each: 1)", vec!["1:22: a clip has at least one frame".into()]),
        ("cells of a grid", "Clip(row: 1, frames: [\"a\"], each: 1)", vec![
            "1:23: `frames` should be a whole number from 1, not the text \"a\"".into(),
        ]),
        ("two durations", "Clip(row: 1, frames: 1, each: 1, fps: 1)", vec![
            "1:39: `each` and `fps` both say how long the frames last: give only one of `each`, `fps`, `total` or `times`".into(),
        ]),
        ("negative", "Clip(row: 1, frames: 1, each: -0.5)", vec![
            "1:31: `each` should be a number, 0 to 6000000, not -0.5".into(),
        ]),
        ("not finite", "Clip(row: 1, frames: 2, times: [0.1, NaN])", vec![
            "1:38: `times` should be a finite number, not `NaN`".into(),
        ]),
        ("all zero", "Clip(row: 1, frames: 2, each: 0)", vec![
            "1:31: all durations are 0: nothing would ever be shown".into(),
        ]),
        ("fps 0", "Clip(row: 1, frames: 2, fps: 0)", vec!["1:30: fps 0 is not a number above 0".into()]),
        ("times of another count", "Clip(row: 1, frames: 2, times: [0.1])", vec![
            "1:32: times has 1 entries for 2 frames".into(),
        ]),
        ("mode", "Clip(row: 1, frames: 2, each: 1, mode: PingPong)", vec![
            "1:40: unknown mode \"PingPong\" (modes: LoopPingPong, OncePingPong, Normal, Loop, Reversed, LoopRandom, LoopReversed)".into(),
        ]),
        ("from and legs", "Clip(row: 1, frames: 2, each: 1, from: 3, legs: 2)", vec![
            "1:40: from 3 is not one of the frames 1..2".into(),
            "1:49: legs are a ping-pong's, and the mode is Loop".into(),
        ]),
        ("repeats", "Clip(row: 1, frames: 2, each: 1, repeats: 0)", vec![
            "1:43: `repeats` should be a whole number from 1, not 0".into(),
        ]),
        ("lift", "Clip(row: 1, frames: 2, each: 1, lift: high)", vec![
            "1:40: `lift` should be a number, not `high`".into(),
        ]),
        ("marker's shape", "Clip(row: 1, frames: 2, each: 1, markers: { \"a\": \"b\", \"c\": (1, 2, 3), \"d\": 0 })", vec![
            "1:50: marker \"a\" should be a frame, (frame, seconds), or a list of these, not the text \"b\"".into(),
            "1:60: `markers` should be a frame, (frame, seconds), or a list of these, not the group (1, 2, 3)".into(),
            "1:76: `markers` should be a whole number from 1, not 0".into(),
        ]),
    ];
    for (label, clip, expected) in cases {
        let text = format!(
            "(sheet: Grid(image: \"hero.png\", cell: (32, 32)), clips: {{ \"idle\":\n{clip} }})"
        );
        let expected: Vec<String> = expected
            .into_iter()
            .map(|line| line.replacen("1:", "2:", 1))
            .collect();
        assert_eq!(told(HERO, text), expected, "{label}");
    }
}

#[test]
fn a_markers_fault_stands_at_its_own_entry() {
    let clip = "Clip(row: 1, frames: 2, each: 0.1, markers: {\n \"a\": [1, (2, 0.5)],\n \"b\": 1,\n \"c\": 3,\n \"loop\": 1 })";
    let text = format!(
        "(sheet: Grid(image: \"hero.png\", cell: (32, 32)), clips: {{ \"idle\": {clip} }})"
    );
    let told = told(HERO, text);
    let places: Vec<&str> = told
        .iter()
        .map(|line| line.split(": ").next().unwrap())
        .collect();
    assert_eq!(places, ["2:11", "4:7", "5:10"], "{told:?}");
}

#[test]
fn cells_by_name() {
    let clip = |clip: &str| {
        let cells = "{ \"up\": (0, 0, 8, 8), \"down\": (8, 0, 8, 8) }";
        told(
            HERO,
            format!(
                "(sheet: Cells(image: \"hero.png\", cells: {cells}), clips: {{ \"idle\":\n{clip} }})"
            ),
        )
    };
    assert_eq!(
        clip("Clip(frames: [\"up\", \"down\"], each: 1)"),
        Vec::<String>::new()
    );
    assert_eq!(
        clip("Clip(frames: [\"pu\"], each: 1)"),
        ["2:15: unknown cell \"pu\" (cells: up, down)"]
    );
    assert_eq!(
        clip("Clip(row: 1, frames: [\"up\"], each: 1)"),
        ["2:11: `row` is for a Grid; of Cells, `frames` lists names"]
    );
    assert_eq!(
        clip("Clip(frames: 2, each: 1)"),
        ["2:14: `frames` should be a list [..], not 2"]
    );
}

#[test]
fn all_faults_of_a_file_are_told_at_once() {
    let text = r#"(
    sheet: Grid(image: "hero.png", cell: (32, 32)),
    clips: {
        "idle": Clip(row: 9, frames: 3, each: 0.1),
        "walk": Clip(row: 1, frames: 3, fsp: 10),
        "punch": Clip(row: 1, frames: 7, each: 0.1),
        "walk": Clip(row: 1, frames: 3, fps: 10),
    },
    script: "herp.lua",
    keys: { "punch": ["jj"] },
)"#;
    let told = told(HERO, text);
    let places: Vec<&str> = told
        .iter()
        .map(|line| line.split(": ").next().unwrap())
        .collect();
    assert_eq!(
        places,
        ["4:27", "5:41", "6:39", "7:9", "9:13", "10:23"],
        "{told:?}"
    );
}
