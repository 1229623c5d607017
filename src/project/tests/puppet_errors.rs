//! One labelled case for each way a puppet's parts, shapes, keys and boxes can be wrong.

use super::puppets::project;
use super::{faults, told};

const HERO: &str = "assets/characters/hero.character.ron";

type Case<'a> = (&'a str, &'a str, &'a [&'a str]);

/// Each text in a line of its own, so that columns count from its start.
fn check(cases: &[Case], wrap: impl Fn(&str) -> String) {
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
fn shapes() {
    let points = |n: usize| {
        let list: String = (0..n).map(|i| format!("({i}, {}), ", i * i)).collect();
        format!("Polygon(points: [{list}], fill: \"#ffffff\")")
    };
    let (few, many) = (points(2), points(257));
    let cases: &[Case] = &[
        (
            "no shape",
            "5",
            &[
                "1: `shape` should be one of Circle(...), Capsule(...), Box(...), Polygon(...), not 5",
            ],
        ),
        (
            "unknown",
            "Cirlce(radius: 1)",
            &["1: unknown shape \"Cirlce\" (shapes: Circle, Capsule, Box, Polygon)"],
        ),
        (
            "only a word",
            "Circle",
            &["1: this should be Circle(...), not `Circle`"],
        ),
        (
            "a field",
            "Circle(size: 1)",
            &["8: unknown field \"size\" (fields: fill, radius, outline)"],
        ),
        (
            "nothing given",
            "Circle()",
            &[
                "1: this Circle has no `radius`",
                "1: this shape has neither `fill` nor `outline`: nothing of it would be seen",
            ],
        ),
        (
            "nothing to see",
            "Box(size: (1, 2))",
            &["1: this shape has neither `fill` nor `outline`: nothing of it would be seen"],
        ),
        (
            "radius",
            "Circle(radius: 0, fill: \"#ffffff\")",
            &["16: `radius` should be a number, 0.5 to 2048, not 0"],
        ),
        (
            "too large",
            "Circle(radius: 1e5, fill: \"#ffffff\")",
            &["16: `radius` should be a number, 0.5 to 2048, not 1e5"],
        ),
        (
            "size",
            "Capsule(size: 5, fill: \"#ffffff\")",
            &["15: `size` should be two numbers (width, height), not 5"],
        ),
        (
            "sizes",
            "Capsule(size: (0, 5000), fill: \"#ffffff\")",
            &[
                "16: `size` should be a number, 1 to 4096, not 0",
                "19: `size` should be a number, 1 to 4096, not 5000",
            ],
        ),
        (
            "too round",
            "Box(size: (10, 6), round: 3.5, fill: \"#ffffff\")",
            &["27: `round` should be a number, 0 to 3, not 3.5"],
        ),
        (
            "few points",
            &few,
            &["17: a Polygon has 3 to 256 points, not 2"],
        ),
        (
            "many points",
            &many,
            &["17: a Polygon has 3 to 256 points, not 257"],
        ),
        (
            "points",
            "Polygon(points: [(0, 0), (1, x), 5, (0, 1)], fill: \"#ffffff\")",
            &[
                "30: `points` should be a number, not `x`",
                "34: `points` should be two numbers (x, y), not 5",
            ],
        ),
        (
            "far points",
            "Polygon(points: [(0, 0), (1, 2049), (0, 1)], fill: \"#ffffff\")",
            &["30: `points` should be a number, -2048 to 2048, not 2049"],
        ),
        (
            "a line",
            "Polygon(points: [(1, 1), (1, 1), (2, 3), (-1, -3)], fill: \"#ffffff\")",
            &["17: all points of this Polygon lie on one line"],
        ),
        (
            "a point",
            "Polygon(points: [(1, 1), (1, 1), (1, 1)], fill: \"#ffffff\")",
            &["17: all points of this Polygon lie on one line"],
        ),
        (
            "colours",
            "Circle(radius: 1, fill: \"red\", outline: (1, \"#12\"))",
            &[
                "25: `fill` should be a colour, \"#rrggbb\" or \"#rrggbbaa\", not the text \"red\"",
                "45: `outline` should be a colour, \"#rrggbb\" or \"#rrggbbaa\", not the text \"#12\"",
            ],
        ),
        (
            "no colour",
            "Circle(radius: 1, fill: Red)",
            &["25: `fill` should be a colour, \"#rrggbb\" or \"#rrggbbaa\", not `Red`"],
        ),
        (
            "outline",
            "Circle(radius: 1, outline: \"#ffffff\")",
            &[
                "28: `outline` should be a width and a colour (width, \"#rrggbb\"), not the text \"#ffffff\"",
            ],
        ),
        (
            "width",
            "Circle(radius: 1, outline: (0, \"#ffffff\"))",
            &["29: `outline` should be a number, 0.1 to 256, not 0"],
        ),
    ];
    check(cases, |shape| {
        format!("(parts: {{ \"a\": Part(shape: {shape}) }})")
    });
}

#[test]
fn clips_of_puppets() {
    let cases: &[Case] = &[
        (
            "nothing given",
            "Clip()",
            &[
                "1: this Clip does not say how long it lasts, and it has no `keys`: give `each`, `fps`, `total` or `times`",
            ],
        ),
        (
            "keys at 0 only",
            "Clip(keys: { \"arm\": Keys(turn: [(0, 5)]) })",
            &[
                "1: this Clip does not say how long it lasts, and no key is later than 0: give `each`, `fps`, `total` or `times`",
            ],
        ),
        (
            "a row",
            "Clip(row: 1, total: 1)",
            &["11: a puppet's clip has no `row`: `keys` say what its parts do"],
        ),
        (
            "columns",
            "Clip(frames: [1, 2], total: 1)",
            &[
                "14: `frames` of a puppet's clip is a count: which pictures its parts show stands in `keys`",
            ],
        ),
        (
            "no frames",
            "Clip(frames: 0, total: 1)",
            &["14: `frames` should be a whole number, 1 to 4096, not 0"],
        ),
        (
            "far too many",
            "Clip(frames: 1000000, each: 1)",
            &["14: `frames` should be a whole number, 1 to 4096, not 1000000"],
        ),
        (
            "times of another count",
            "Clip(times: [1, 2])",
            &["13: times has 2 entries for 1 frame"],
        ),
        (
            "a marker",
            "Clip(frames: 2, total: 1, markers: { \"a\": 3 })",
            &["43: marker \"a\": frame 3 is not one of the frames 1..2"],
        ),
        (
            "motion",
            "Clip(total: 1, motion: 5)",
            &["24: `motion` should be two numbers (x, y), not 5"],
        ),
        (
            "motions",
            "Clip(total: 1, motion: (NaN, 1e7))",
            &[
                "25: `motion` should be a finite number, not `NaN`",
                "30: `motion` should be a number, -1000000 to 1000000, not 1e7",
            ],
        ),
        (
            "keys are a list",
            "Clip(total: 1, keys: [])",
            &["22: `keys` should be a map { \"name\": .. }, not the list []"],
        ),
        (
            "unknown part",
            "Clip(total: 1, keys: { \"amr\": Keys(turn: [(0, 5)]) })",
            &["24: unknown part \"amr\" (parts: arm, head)"],
        ),
        (
            "a part twice",
            "Clip(total: 1, keys: { \"arm\": Keys(turn: [(0, 5)]), \"arm\": Keys(turn: [(0, 5)]) })",
            &["53: \"arm\" stands in `keys` twice (first in line 2)"],
        ),
        (
            "no Keys",
            "Clip(total: 1, keys: { \"arm\": [] })",
            &["31: this should be Keys(...), not the list []"],
        ),
        (
            "empty Keys",
            "Clip(total: 1, keys: { \"arm\": Keys() })",
            &["24: a part's keys give at least one of move, turn, scale, opacity, picture"],
        ),
        (
            "a channel",
            "Clip(total: 1, keys: { \"arm\": Keys(rotate: []) })",
            &["36: unknown field \"rotate\" (fields: move, scale, turn, opacity, picture)"],
        ),
    ];
    check(cases, |clip| {
        format!("(parts: {{ \"arm\": Part(), \"head\": Part() }}, clips: {{ \"a\": {clip} }})")
    });
}

#[test]
fn keys() {
    let cases: &[Case] = &[
        (
            "no list",
            "turn: 5",
            &["7: `turn` should be a list [..], not 5"],
        ),
        (
            "no pair",
            "turn: [5, (1), (1, 2, Step, 4)]",
            &[
                "8: `turn` should be (seconds, value) or (seconds, value, easing) at each key, not 5",
                "11: `turn` should be (seconds, value) or (seconds, value, easing) at each key, not the group (1)",
                "16: `turn` should be (seconds, value) or (seconds, value, easing) at each key, not the group (1, 2, Step, 4)",
            ],
        ),
        (
            "times",
            "turn: [(-1, 5), (NaN, 5), (\"a\", 5)]",
            &[
                "9: `turn` should be a number, 0 to 6000000, not -1",
                "18: `turn` should be a finite number, not `NaN`",
                "28: `turn` should be a number, not the text \"a\"",
            ],
        ),
        (
            "order of time",
            "turn: [(0.2, 5), (0.1, 5), (0.2, 5), (0.3, 5)]",
            &[
                "19: keys stand in order of time: 0.1 does not come after 0.2",
                "29: keys stand in order of time: 0.2 does not come after 0.2",
            ],
        ),
        (
            "beyond the end, each channel once",
            "turn: [(0.9, 5), (1.1, 5), (1.2, 5)], scale: [(7, 1)]",
            &[
                "19: a key at 1.1 seconds lies beyond the clip's end at 1",
                "48: a key at 7 seconds lies beyond the clip's end at 1",
            ],
        ),
        (
            "way",
            "turn: [(0, 5, Eased), (1, 5, 3)]",
            &[
                "15: unknown easing \"Eased\" (easings: Ease, Step, Linear)",
                "30: `turn` should be one of the words Linear, Step, Ease, not 3",
            ],
        ),
        (
            "values",
            "move: [(0, 5)], turn: [(0, (1, 2))], scale: [(0, \"a\")], opacity: [(0, 2)], picture: [(0, 5)]",
            &[
                "12: `move` should be two numbers (x, y), not 5",
                "28: `turn` should be a number, not the group (1, 2)",
                "50: `scale` should be a number, not the text \"a\"",
                "71: `opacity` should be a number, 0 to 1, not 2",
                "90: `picture` should be a text in \"quotes\", not 5",
            ],
        ),
        (
            "absurd values",
            "move: [(0, (1e7, 0))], turn: [(0, -1e99)], scale: [(0, inf)]",
            &[
                "13: `move` should be a number, -1000000 to 1000000, not 1e7",
                "35: `turn` should be a number, -1000000 to 1000000, not -1e99",
                "56: `scale` should be a finite number, not `inf`",
            ],
        ),
        (
            "pictures",
            "picture: [(0, \"hero.png\", Linear), (0.1, \"heor.png\"), (0.2, \"\"), (0.3, \"#a\")]",
            &[
                "27: unknown easing \"Linear\" (easings: Step)",
                "42: unknown picture \"heor.png\" (pictures: hero.png)",
                "72: this names the cell \"a\", but the character has no `sheet` that has cells",
            ],
        ),
    ];
    check(cases, |keys| {
        format!(
            "(parts: {{ \"arm\": Part() }}, clips: {{ \"a\": Clip(total: 1, keys: {{ \"arm\": Keys({keys}) }}) }})"
        )
    });
}

#[test]
fn the_end_of_a_clip_is_as_exact_as_its_frames() {
    let keyed = |clip: &str| {
        told(
            HERO,
            format!("(parts: {{ \"a\": () }}, clips: {{ \"c\": Clip({clip}) }})"),
        )
    };
    let keys = |time: &str| format!("keys: {{ \"a\": Keys(turn: [(0, 1), ({time}, 2)]) }}");
    let sound = [
        format!("frames: 3, each: 0.1, {}", keys("0.3")),
        format!("frames: 7, fps: 30, {}", keys("0.233333333333333333")),
        format!("frames: 7, {}", keys("0.7777777777777")),
        format!("times: [0.1, 0.2, 0.3], frames: 3, {}", keys("0.6")),
    ];
    for clip in &sound {
        assert_eq!(keyed(clip), Vec::<String>::new(), "{clip}");
    }
    let late = format!("frames: 3, each: 0.1, {}", keys("0.3001"));
    assert!(keyed(&late)[0].ends_with("a key at 0.3001 seconds lies beyond the clip's end at 0.3"));
}

#[test]
fn boxes() {
    let shape = "four numbers (x, y, width, height), or these by frame { 3: (..) }";
    let no_box = format!("8: `boxes` should be {shape}, not 5");
    let short = format!("16: `boxes` should be {shape}, not the group (1, 2, 3)");
    let no_box_at_frame = format!("11: `boxes` should be {shape}, not 5");
    let cases: &[Case] = &[
        (
            "no map",
            "[]",
            &["1: `boxes` should be a map { \"name\": .. }, not the list []"],
        ),
        (
            "no box",
            "{ \"a\": 5, \"b\": (1, 2, 3) }",
            &[&no_box, &short],
        ),
        (
            "at a frame",
            "{ \"a\": {1: 5} }",
            &[&no_box_at_frame.replacen("11", "12", 1)],
        ),
        (
            "numbers",
            "{ \"a\": (x, 1e7, -1, NaN) }",
            &[
                "9: `boxes` should be a number, not `x`",
                "12: `boxes` should be a number, -1000000 to 1000000, not 1e7",
                "17: `boxes` should be a number, 0 to 1000000, not -1",
                "21: `boxes` should be a finite number, not `NaN`",
            ],
        ),
        (
            "no size",
            "{ \"a\": (0, 0, 0, 1) }",
            &["8: box \"a\": w 0 is not above 0"],
        ),
        (
            "no frame",
            "{ \"a\": { 0: (0, 0, 1, 1), \"b\": (0, 0, 1, 1), 1.5: (0, 0, 1, 1) } }",
            &[
                "10: `boxes` should be a whole number from 1, not 0",
                "27: `boxes` should be a whole number from 1, not the text \"b\"",
                "46: `boxes` should be a whole number from 1, not 1.5",
            ],
        ),
        (
            "beyond the last",
            "{ \"a\": { 2: (0, 0, 1, 1), 3: (0, 0, 1, 1) } }",
            &["27: box \"a\": frame 3 is not one of the frames 1..2"],
        ),
        (
            "a frame twice",
            "{ \"a\": { 2: (0, 0, 1, 1), 2: (0, 0, 1, 1) } }",
            &["27: frame 2 stands here twice"],
        ),
        (
            "a name twice",
            "{ \"a\": (0, 0, 1, 1), \"a\": (0, 0, 1, 1) }",
            &["22: \"a\" stands in `boxes` twice (first in line 2)"],
        ),
    ];
    check(cases, |boxes| {
        format!(
            "(sheet: Grid(image: \"hero.png\", cell: (32, 32)), clips: {{ \"a\": Clip(row: 1, frames: 2, each: 1, boxes: {boxes}) }})"
        )
    });
}

#[test]
fn bounds() {
    let told_of = |text: String| {
        let told = told(HERO, text);
        assert_eq!(told.len(), 1, "{told:?}");
        told.into_iter().next().unwrap()
    };
    let parts: String = (0..257)
        .map(|i| format!("\"{i}\": (parent: \"300\"),"))
        .collect();
    let keyed = "clips: { \"c\": Clip(total: 1, keys: { \"nobody\": Keys(turn: [(0, 1)]) }) }";
    assert_eq!(
        told_of(format!("(parts: {{ {parts} }}, {keyed})")),
        "1:9: a character has at most 256 parts",
    );
    let keys = |n: usize| -> String { (0..n).map(|i| format!("({i},1),")).collect() };
    let clip = |n: usize| format!("Clip(keys: {{ \"a\": Keys(turn: [{}]) }})", keys(n));
    let clips = |counts: &[usize]| {
        let clips = counts.iter().enumerate();
        let clips: String = clips
            .map(|(i, n)| format!("\n\"{i}\": {},", clip(*n)))
            .collect();
        format!("(parts: {{ \"a\": () }}, clips: {{ {clips} }})")
    };
    assert_eq!(told(HERO, clips(&[9_999, 10_001])), Vec::<String>::new());
    let message = "the clips of a character have at most 20000 keys in all";
    assert_eq!(
        told_of(clips(&[9_999, 10_002, 3, 4])),
        format!("3:35: {message}")
    );
    let boxes: String = (1..=1025).map(|i| format!("{i}: (0, 0, 1, 1),")).collect();
    let text = format!(
        "(parts: {{ \"a\": () }}, clips: {{ \"c\": Clip(frames: 2000, total: 1, boxes: {{ \"b\": {{ {boxes} }} }}) }})"
    );
    assert!(told_of(text).ends_with(": a clip has at most 1024 boxes"));
    // However much is wrong, it is told in bounded time and number.
    let names: String = (0..5000)
        .map(|i| format!("\"x{i}\": Keys(turn: [(0, 1)]),"))
        .collect();
    let text = format!(
        "(parts: {{ \"a\": () }}, clips: {{ \"c\": Clip(total: 1, keys: {{ {names} }}) }})"
    );
    assert_eq!(told(HERO, text).len(), 100);
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
