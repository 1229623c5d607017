//! One labelled case for each way a puppet's parts, and what they show, can be wrong.

use super::puppets::project;
use super::{faults, told};

const HERO: &str = "assets/characters/hero.character.ron";

pub type Case<'a> = (&'a str, &'a str, &'a [&'a str]);

/// Each text in a line of its own, so that columns count from its start.
pub fn check(cases: &[Case], wrap: impl Fn(&str) -> String) {
    for (label, text, expected) in cases {
        let told: Vec<String> = told(HERO, wrap(&format!("\n{text}")))
            .into_iter()
            .map(|line| match line.strip_prefix("2:") {
                Some(column) => column.to_owned(),
                None => line,
            })
            .collect();
        assert_eq!(told, *expected, "{label}");
    }
}

#[test]
fn lists_of_parts() {
    let cases: &[Case] = &[
        (
            "a list",
            "[]",
            &["1: `parts` should be a map { \"name\": .. }, not the list []"],
        ),
        ("none", "{}", &["1: a puppet has at least one part"]),
        (
            "no part",
            "{ \"a\": 5, \"b\": Prat() }",
            &[
                "8: this should be Part(...), not 5",
                "16: this should be Part(...), not Prat(...)",
            ],
        ),
        (
            "a name twice",
            "{ \"a\": Part(), \"a\": Part() }",
            &["16: \"a\" stands in `parts` twice (first in line 2)"],
        ),
        (
            "a field",
            "{ \"a\": Part(rotate: 5) }",
            &[
                "13: unknown field \"rotate\" (fields: rotation, at, scale, shape, opacity, order, pivot, picture, parent)",
            ],
        ),
        (
            "unknown parent",
            "{ \"arm\": Part(parent: \"troso\"), \"leg\": Part(), \"torso\": Part() }",
            &["23: unknown part \"troso\" (parts: torso, arm, leg)"],
        ),
        (
            "parent is no name",
            "{ \"a\": Part(parent: 3) }",
            &["21: `parent` should be a text in \"quotes\", not 3"],
        ),
        (
            "on itself",
            "{ \"a\": Part(parent: \"a\") }",
            &["21: parts hang on each other in a circle: \"a\" on \"a\""],
        ),
        (
            "a circle, told once at its first",
            "{ \"d\": Part(parent: \"b\"), \"c\": Part(parent: \"a\"), \"a\": Part(parent: \"b\"), \"b\": Part(parent: \"c\") }",
            &["45: parts hang on each other in a circle: \"c\" on \"a\" on \"b\" on \"c\""],
        ),
        (
            "two circles",
            "{ \"a\": Part(parent: \"b\"), \"b\": Part(parent: \"a\"), \"c\": Part(parent: \"c\") }",
            &[
                "21: parts hang on each other in a circle: \"a\" on \"b\" on \"a\"",
                "69: parts hang on each other in a circle: \"c\" on \"c\"",
            ],
        ),
        (
            "numbers",
            "{ \"a\": Part(at: 3, rotation: \"up\", scale: (1, NaN), opacity: 1.5, order: inf, pivot: (1, 2, 3)) }",
            &[
                "17: `at` should be two numbers (x, y), not 3",
                "30: `rotation` should be a number, not the text \"up\"",
                "47: `scale` should be a finite number, not `NaN`",
                "62: `opacity` should be a number, 0 to 1, not 1.5",
                "74: `order` should be a finite number, not `inf`",
                "86: `pivot` should be two numbers (x, y), not the group (1, 2, 3)",
            ],
        ),
        (
            "absurd numbers",
            "{ \"a\": Part(at: (1e7, -1e300), rotation: 1e999, scale: -2000000) }",
            &[
                "18: `at` should be a number, -1000000 to 1000000, not 1e7",
                "23: `at` should be a number, -1000000 to 1000000, not -1e300",
                "42: `rotation` should be a finite number, not 1e999",
                "56: `scale` should be a number, -1000000 to 1000000, not -2000000",
            ],
        ),
        (
            "picture and shape",
            "{ \"a\": Part(picture: \"hero.png\", shape: Circle(radius: 1, fill: \"#ffffff\")) }",
            &["41: a part has a `picture` or a `shape`, not both"],
        ),
    ];
    check(cases, |parts| format!("(parts: {parts})"));
}

#[test]
#[allow(clippy::too_many_lines)] // a table
fn pictures_of_parts() {
    let part = |sheet: &str| {
        let sheet = sheet.to_owned();
        move |picture: &str| format!("({sheet} parts: {{ \"a\": Part(picture: {picture}) }})")
    };
    let no_sheet: &[Case] = &[
        (
            "no text",
            "5",
            &["1: `picture` should be a text in \"quotes\", not 5"],
        ),
        (
            "empty",
            "\"\"",
            &["1: a part without a picture has no `picture`"],
        ),
        (
            "no such picture",
            "\"heor.png\"",
            &["1: unknown picture \"heor.png\" (pictures: hero.png)"],
        ),
        (
            "another kind",
            "\"hero.jpg\"",
            &["1: picture \"hero.jpg\": .jpg is not read; save it as .png"],
        ),
        (
            "leaves its folder",
            "\"../hero.png\"",
            &[
                "1: picture \"../hero.png\" leaves its folder: `..` is not allowed, names are looked up inside the project",
            ],
        ),
        (
            "no picture of a cell",
            "\"heor.png#a\"",
            &["1: unknown picture \"heor.png\" (pictures: hero.png)"],
        ),
        (
            "no cells",
            "\"hero.png#a\"",
            &["1: this names the cell \"a\", but the character has no `sheet` that has cells"],
        ),
        (
            "no cells in short",
            "\"#a\"",
            &["1: this names the cell \"a\", but the character has no `sheet` that has cells"],
        ),
        (
            "neither",
            "\"head\"",
            &["1: unknown picture \"head\" (pictures: hero.png)"],
        ),
    ];
    check(no_sheet, part(""));
    let cells: &[Case] = &[
        (
            "unknown cell",
            "\"#haed\"",
            &["1: unknown cell \"haed\" (cells: hand, head)"],
        ),
        (
            "without the sign",
            "\"haed\"",
            &["1: unknown cell \"haed\" (cells: hand, head)"],
        ),
        (
            "with the file",
            "\"hero.png#haed\"",
            &["1: unknown cell \"haed\" (cells: hand, head)"],
        ),
        (
            "no name",
            "\"#\"",
            &["1: unknown cell \"\" (cells: hand, head)"],
        ),
    ];
    check(
        cells,
        part(
            "sheet: Cells(image: \"hero.png\", cells: { \"hand\": (0, 0, 8, 8), \"head\": (8, 0, 8, 8) }),",
        ),
    );
    let grid: &[Case] = &[
        (
            "outside",
            "\"#4,1\"",
            &[
                "1: cell \"4,1\" is outside the sheet: the sheet has 3 columns x 2 rows (cells of 32 x 32 pixels)",
            ],
        ),
        (
            "from 1",
            "\"0,1\"",
            &[
                "1: cell \"0,1\" is outside the sheet: the sheet has 3 columns x 2 rows (cells of 32 x 32 pixels)",
            ],
        ),
        (
            "a name",
            "\"#head\"",
            &["1: a cell of a Grid is named by its column and row, such as \"#2,1\", not \"head\""],
        ),
    ];
    check(
        grid,
        part("sheet: Grid(image: \"hero.png\", cell: (32, 32)),"),
    );
    // What is wrong with the sheet is told once, not at each of its cells.
    let broken: &[Case] = &[(
        "a cell of a faulty sheet",
        "\"#head\"",
        &["1:17: this Cells has no `image`"],
    )];
    check(broken, part("sheet:         Cells(cells: {}),"));
    // Of another picture's cells.
    let text = "(sheet: Grid(image: \"hero.png\", cell: (32, 32)), parts: { \"a\": Part(picture: \"hat.png#1,1\") })";
    let told = faults(&project(HERO, text)).to_string();
    assert_eq!(
        told,
        format!("{HERO}:1:78: only the sheet's own picture has cells")
    );
}

#[test]
fn a_damaged_picture_is_told_once_however_often_it_is_shown() {
    let mut files = super::files();
    files.insert("assets/hat.png".into(), b"GIF8".to_vec());
    let text = "(parts: { \"a\": Part(picture: \"hat.png\"), \"b\": Part(picture: \"hat.png\") })";
    files.insert(HERO.into(), text.into());
    let project = crate::project::Project::from_files(&files).unwrap();
    assert_eq!(
        faults(&project).to_string(),
        "assets/hat.png: this is no PNG picture but a GIF; save it as PNG"
    );
}

#[test]
fn sprites_and_puppets_are_not_mixed() {
    let sprite = |clip: &str| {
        let told = told(
            HERO,
            format!(
                "(sheet: Grid(image: \"hero.png\", cell: (32, 32)), clips: {{ \"a\":\n{clip} }})"
            ),
        );
        told.join("; ")
    };
    assert_eq!(
        sprite("Clip(row: 1, frames: 1, each: 1, keys: {})"),
        "2:40: `keys` move the parts of a puppet; this character has no `parts`"
    );
    let neither = "(clips: { \"a\": Clip(frames: 1, each: 1) })";
    assert_eq!(
        told(HERO, neither),
        ["1:9: clips need a `sheet` to take their frames from, or `parts` to move"]
    );
    // Parts that cannot be read are no reason to doubt what names them.
    let keyed = "(parts: 5, clips: { \"a\": Clip(keys: { \"arm\": Keys(turn: [(1, 5)]) }) })";
    assert_eq!(
        told(HERO, keyed),
        ["1:9: `parts` should be a map { \"name\": .. }, not 5"]
    );
    // Nor is a part that is at fault itself.
    let keyed = "(parts: { \"arm\": Part(at: 1) }, clips: { \"a\": Clip(keys: { \"arm\": Keys(turn: [(1, 5)]) }) })";
    assert_eq!(
        told(HERO, keyed),
        ["1:27: `at` should be two numbers (x, y), not 1"]
    );
    assert_eq!(
        told(HERO, "(crossfade: 1)"),
        ["1:13: `crossfade` should be true or false, not 1"]
    );
}
