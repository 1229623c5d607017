//! One labelled case for each way a puppet's clips, their keys and boxes can be wrong; and bounds.

use super::puppet_errors::{Case, check};
use super::told;

const HERO: &str = "assets/characters/hero.character.ron";

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
                "17: `boxes` should be a number more than 0, at most 1000000, not -1",
                "21: `boxes` should be a finite number, not `NaN`",
            ],
        ),
        (
            "no size",
            "{ \"a\": (0, 0, 0, 1) }",
            &["15: `boxes` should be a number more than 0, at most 1000000, not 0"],
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
    let parts = (0..257)
        .map(|i| format!("\"{i}\": (parent: \"300\"),"))
        .collect::<Vec<_>>()
        .concat();
    let keyed = "clips: { \"c\": Clip(total: 1, keys: { \"nobody\": Keys(turn: [(0, 1)]) }) }";
    assert_eq!(
        told_of(format!("(parts: {{ {parts} }}, {keyed})")),
        "1:9: a character has at most 256 parts",
    );
    let keys = |n: usize| -> String {
        (0..n)
            .map(|i| format!("({i},1),"))
            .collect::<Vec<_>>()
            .concat()
    };
    let clip = |n: usize| format!("Clip(keys: {{ \"a\": Keys(turn: [{}]) }})", keys(n));
    let clips = |counts: &[usize]| {
        let clips = counts.iter().enumerate();
        let clips = clips
            .map(|(i, n)| format!("\n\"{i}\": {},", clip(*n)))
            .collect::<Vec<_>>()
            .concat();
        format!("(parts: {{ \"a\": () }}, clips: {{ {clips} }})")
    };
    assert_eq!(told(HERO, clips(&[9_999, 10_001])), Vec::<String>::new());
    let message = "the clips of a character have at most 20000 keys in all";
    assert_eq!(
        told_of(clips(&[9_999, 10_002, 3, 4])),
        format!("3:35: {message}")
    );
    let boxes = (1..=1025)
        .map(|i| format!("{i}: (0, 0, 1, 1),"))
        .collect::<Vec<_>>()
        .concat();
    let text = format!(
        "(parts: {{ \"a\": () }}, clips: {{ \"c\": Clip(frames: 2000, total: 1, boxes: {{ \"b\": {{ {boxes} }} }}) }})"
    );
    assert!(told_of(text).ends_with(": a clip has at most 1024 boxes"));
    // However much is wrong, it is told in bounded time and number.
    let names = (0..5000)
        .map(|i| format!("\"x{i}\": Keys(turn: [(0, 1)]),"))
        .collect::<Vec<_>>()
        .concat();
    let text = format!(
        "(parts: {{ \"a\": () }}, clips: {{ \"c\": Clip(total: 1, keys: {{ {names} }}) }})"
    );
    assert_eq!(told(HERO, text).len(), 100);
}

/// Lists are counted before what is in them is read.
#[test]
fn floods_are_counted_first() {
    let times = format!("times: [{}]", "0.1, ".repeat(200_000));
    let markers = format!("each: 1, markers: {{ \"m\": [{}] }}", "1, ".repeat(130_000));
    for (clip, expected) in [
        (times, "`times` of 200000 frames: a clip has at most 4096"),
        (markers, "a clip has at most 1000 markers"),
    ] {
        let text = format!("(parts: {{ \"a\": Part() }}, clips: {{ \"x\": Clip({clip}) }})");
        let found = told(HERO, text);
        assert!(
            found.iter().any(|fault| fault.contains(expected)),
            "{found:?}"
        );
    }
    let tags = format!("(tags: [{}])", "\"t\", ".repeat(100_000));
    let found = told(HERO, tags);
    assert!(found[0].contains("100000 tags, at most 256"), "{found:?}");
}
