//! One labelled case for each way a `.tree.ron` can be wrong.

use super::*;

fn ron(text: &str) -> Vec<String> {
    told(Form::Ron, text)
}

#[test]
fn the_whole_file() {
    let cases: &[(&str, &str, &[&str])] = &[
        (
            "nothing",
            "",
            &["1:1: the file is empty; it should hold Tree(...)"],
        ),
        (
            "another record",
            "Character()",
            &["1:1: this should be Tree(...), not Character(...)"],
        ),
        ("no output", "Tree()", &["1:1: this Tree has no `output`"]),
        (
            "unknown field",
            "Tree(outptu: Clip(\"idle\"))",
            &["1:6: unknown field \"outptu\" (fields: output, blocks, parameters, event_weight)"],
        ),
        (
            "event_weight",
            "Tree(output: Clip(\"idle\"), event_weight: 1.5)",
            &["1:42: `event_weight` should be a number, 0 to 1, not 1.5"],
        ),
        (
            "not closed",
            "Tree(\n output: Sum(inputs: [Clip(\"idle\"),\n",
            &["2:22: this `[` is never closed"],
        ),
        (
            "not closed after a value",
            "Tree(output: Clip(\"a\"",
            &["1:18: this `(` is never closed"],
        ),
    ];
    let mut table = Table::default();
    for (label, text, expected) in cases {
        table.case(label, &ron(text), expected);
    }
    table.holds();
}

#[test]
fn parameters() {
    let cases: &[(&str, &[&str])] = &[
        (
            "{ \"a\": \"b\" }",
            &["1:25: `parameters` should be a number, not the text \"b\""],
        ),
        (
            "{ \"a\": inf }",
            &["1:25: `parameters` should be a finite number, not `inf`"],
        ),
        (
            "{ \"a\": 1e999 }",
            &["1:25: `parameters` should be a finite number, not 1e999"],
        ),
        (
            "{ \"a\": 1e7, \"b\": (0, -2000000, 1e9) }",
            &[
                "1:25: `parameters` should be a number, -1000000 to 1000000, not 1e7",
                "1:39: `parameters` should be a number, -1000000 to 1000000, not -2000000",
                "1:49: `parameters` should be a number, -1000000 to 1000000, not 1e9",
            ],
        ),
        (
            "{ \"a\": (1, 2) }",
            &[
                "1:25: `parameters` should be a number, or three (default, least, most), not the group (1, 2)",
            ],
        ),
        (
            "{ \"a\": (5, 0, 4), \"b\": (0, 4, 0), \"c\": (0, NaN, 1) }",
            &[
                "1:26: the default 5 of \"a\" is not in its range 0 to 4",
                "1:45: the range of \"b\" is empty: 4 to 0",
                "1:61: `parameters` should be a finite number, not `NaN`",
            ],
        ),
        (
            "{ \"a\": 1,\n \"a\": 2, \"\": 1 }",
            &[
                "2:2: \"a\" stands in `parameters` twice (first in line 1)",
                "2:10: a name in `parameters` is empty",
            ],
        ),
        (
            "[1]",
            &["1:18: `parameters` should be a map { \"name\": .. }, not the list [1]"],
        ),
    ];
    let mut table = Table::default();
    for (params, expected) in cases {
        let text = format!("Tree(parameters: {params}, output: Clip(\"idle\"))");
        table.case(params, &ron(&text), expected);
    }
    table.holds();
}

/// What stands in `output`, and what is told of it; it begins at column 14.
const BLOCKS: &[(&str, &[&str])] = &[
    (
        "Clop(\"idle\")",
        &[
            "1:14: unknown block \"Clop\" (blocks: Clip, Blend, Sum, Use, LookAt, Trigger, Animation, Transition, Direction8Sides)",
        ],
    ),
    (
        "Clip(\"idel\")",
        &[
            "1:19: unknown clip \"idel\" (clips: idle, aim, jump, kick, run, walk, stand, aim left, aim right) in hero.character.ron",
        ],
    ),
    ("Clip(\"\")", &["1:19: `Clip` is empty"]),
    (
        "Clip(5)",
        &["1:19: `Clip` should be a text in \"quotes\", not 5"],
    ),
    (
        "Animation(speed: 1)",
        &["1:14: this Animation has no `clip`"],
    ),
    (
        "Animation(clip: \"idle\", sped: 1)",
        &["1:38: unknown field \"sped\" (fields: speed, clip)"],
    ),
    (
        "Animation(clip: \"idle\", clip: \"walk\")",
        &["1:38: `clip` is given twice"],
    ),
    (
        "Animation(clip: \"idle\", speed: inf)",
        &["1:45: `speed` should be a finite number, not `inf`"],
    ),
    (
        "Animation(clip: \"idle\", speed: 1e9)",
        &["1:45: `speed` should be a number, -1000000 to 1000000, not 1e9"],
    ),
    (
        "Animation(clip: \"idle\", speed: \"pase\")",
        &["1:45: unknown parameter \"pase\" (parameters: pace, move)"],
    ),
    (
        "Animation(clip: \"idle\", speed: Clip(\"walk\"))",
        &["1:45: `speed` should be a number or a parameter's name in \"quotes\", not Clip(...)"],
    ),
    (
        "5",
        &["1:14: `output` should be a block such as Clip(\"idle\"), not 5"],
    ),
    (
        "\"move\"",
        &[
            "1:14: `output` should be a block such as Clip(\"idle\"), not the text \"move\"; that is a parameter, and a parameter plays nothing",
        ],
    ),
    (
        "\"ahead\"",
        &[
            "1:14: `output` should be a block such as Clip(\"idle\"), not the text \"ahead\"; the block of that name is placed with Use(\"ahead\")",
        ],
    ),
    (
        "Clip",
        &["1:14: `output` should be a block such as Clip(\"idle\"), not `Clip`"],
    ),
    (
        "Use(\"ahed\")",
        &["1:18: unknown block \"ahed\" (blocks: ahead)"],
    ),
    (
        "Masked(block: Clip(\"idle\"), parts: [\"arm\"])",
        &["1:14: Masked(...) stands only among the `inputs` of a Sum, and holds a block itself"],
    ),
    (
        "Sum(inputs: [Masked(Clip(\"idle\"), parts: [\"arm\"])])",
        &[
            "1:34: a field's name is missing before this, as in Masked(block: Clip(\"idle\"), parts: [\"arm\"])",
        ],
    ),
    (
        "Sum(inputs: [Masked(Clip(\"idle\"), [\"arm\"])])",
        &[
            "1:34: a field's name is missing before this, as in Masked(block: Clip(\"idle\"), parts: [\"arm\"])",
        ],
    ),
    (
        "Sum(inputs: [Masked(block: Clip(\"idle\"), [\"arm\"])])",
        &[
            "1:55: a field's name is missing before this, as in Masked(block: Clip(\"idle\"), parts: [\"arm\"])",
        ],
    ),
    (
        "Blend([Clip(\"idle\")], \"move\")",
        &["1:20: a field's name is missing before this, as in Blend(inputs: [..], weight: 0.5)"],
    ),
    (
        "Blend( [Clip(\"idle\")], weight: \"move\")",
        &["1:21: a field's name is missing before this, as in Blend(inputs: [..], weight: 0.5)"],
    ),
    (
        "Animation(\"idle\")",
        &["1:24: a field's name is missing before this, as in Animation(clip: \"idle\", speed: 1)"],
    ),
    (
        "Clip(\"idle\", speed: 2)",
        &["1:19: a field's name is missing before this, as in Animation(clip: \"idle\", speed: 1)"],
    ),
    (
        "LookAt(horizontal: -1e7, vertical: 0, horizontal_speed: -1, vertical_speed: -0.5, leftUp: Clip(\"idle\"))",
        &[
            "1:33: `horizontal` should be a number, -1000000 to 1000000, not -1e7",
            "1:70: `horizontal_speed` should be a number, 0 to 1000000, not -1",
            "1:90: `vertical_speed` should be a number, 0 to 1000000, not -0.5",
        ],
    ),
    (
        "Blend(inputs: [], weight: 0)",
        &["1:28: this Blend needs at least one input"],
    ),
    (
        "Blend()",
        &[
            "1:14: this Blend has no `weight`",
            "1:14: this Blend has no `inputs`",
        ],
    ),
    (
        "Blend(inputs: Clip(\"idle\"), weight: 0)",
        &["1:28: `inputs` should be a list [..], not Clip(...)"],
    ),
    (
        "Blend(inputs: [Clip(\"idle\"), 3], weight: 0, carry: 1)",
        &[
            "1:43: `inputs` should be a block such as Clip(\"idle\"), not 3",
            "1:65: `carry` should be true or false, not 1",
        ],
    ),
    ("Sum()", &["1:14: this Sum has no `inputs`"]),
    (
        "Sum(inputs: [Masked(block: Clip(\"idle\"), parts: [\"amr\", \"leg\", \"tail\"])])",
        &[
            "1:63: unknown part \"amr\" (parts: arm, leg, torso) in hero.character.ron",
            "1:77: unknown part \"tail\" (parts: arm, torso, leg) in hero.character.ron",
        ],
    ),
    (
        "Sum(inputs: [Masked(block: Clip(\"idle\"), parts: []), Masked(parts: [\"arm\"])])",
        &[
            "1:62: `parts` names at least one part, or leave Masked out",
            "1:67: this Masked has no `block`",
        ],
    ),
    (
        "Sum(inputs: [Masked(block: Masked(block: Clip(\"idle\"), parts: [\"arm\"]), parts: [\"arm\"])])",
        &["1:41: Masked(...) stands only among the `inputs` of a Sum, and holds a block itself"],
    ),
    (
        "Transition(inputs: [Clip(\"idle\"), Clip(\"walk\")])",
        &["1:14: this Transition has no `index`"],
    ),
    (
        "Transition(index: 2, inputs: [Clip(\"idle\"), Clip(\"walk\")])",
        &["1:32: `index` 2 is out of range: there are 2 inputs, 0 to 1"],
    ),
    (
        "Transition(index: -1, inputs: [Clip(\"idle\")])",
        &["1:32: `index` -1 is out of range: there is one input, number 0"],
    ),
    (
        "Transition(index: 0, time: -0.1, inputs: [Clip(\"idle\")])",
        &["1:41: `time` should be a number, 0 to 6000000, not -0.1"],
    ),
    (
        "Trigger(on: Clip(\"kick\"))",
        &[
            "1:14: this Trigger has no `name`",
            "1:14: this Trigger has no `off`",
        ],
    ),
    (
        "Trigger(name: 5, on: \"kick\", off: Clip(\"ilde\"))",
        &[
            "1:28: `name` should be a text in \"quotes\", not 5",
            "1:35: `on` should be a block such as Clip(\"idle\"), not the text \"kick\"",
        ],
    ),
    (
        "Direction8Sides(angle: 0)",
        &["1:14: this Direction8Sides needs at least one side, such as `forward`"],
    ),
    (
        "Direction8Sides(angle: 0, foward: Clip(\"idle\"))",
        &[
            "1:40: unknown field \"foward\" (fields: forward, backward, speed, forwardLeft, carry, angle, time, left, right, forwardRight, sync, backwardLeft, ...)",
        ],
    ),
    (
        "LookAt(horizontal: 0, leftUp: \"move\")",
        &[
            "1:14: this LookAt has no `vertical`",
            "1:44: `leftUp` should be a block such as Clip(\"idle\"), not the text \"move\"; that is a parameter, and a parameter plays nothing",
        ],
    ),
    (
        "LookAt(horizontal: 0, vertical: 0)",
        &["1:14: this LookAt needs at least one pose, such as `leftUp`"],
    ),
];

#[test]
fn blocks() {
    let mut table = Table::default();
    for (block, expected) in BLOCKS {
        let text = format!(
            "Tree(output: {block}, parameters: {{ \"move\": 0, \"pace\": 1 }}, blocks: {{ \"ahead\": Clip(\"walk\") }})"
        );
        table.case(block, &ron(&text), expected);
    }
    table.holds();
}

#[test]
fn named_blocks() {
    let cases: &[(&str, &[&str])] = &[
        (
            "\"a\": Use(\"a\")",
            &["2:1: block \"a\" feeds itself: a -> a"],
        ),
        (
            "\"a\": Use(\"b\"),\n\"b\": Sum(inputs: [Clip(\"idle\"), Sum(inputs: [Use(\"a\")])])",
            &["2:1: block \"a\" feeds itself: a -> b -> a"],
        ),
        (
            "\"a\": Clip(\"idle\"),\n\"b\": Trigger(name: \"t\", on: Use(\"c\"), off: Use(\"b\")),\n\"c\": Use(\"b\")",
            &[
                "3:1: block \"b\" feeds itself: b -> c -> b",
                "3:1: block \"b\" feeds itself: b -> b",
            ],
        ),
        (
            "\"a\": Clip(\"idle\"),\n\"a\": Clip(\"walk\")",
            &["3:1: \"a\" stands in `blocks` twice (first in line 2)"],
        ),
        (
            "\"a\": Clip(\"idle\"),\n\"unused\": Clip(\"wlak\")",
            &[
                "3:16: unknown clip \"wlak\" (clips: walk, kick, aim, idle, jump, run, stand, aim left, aim right) in hero.character.ron",
            ],
        ),
        (
            "\"a\": 5",
            &["2:6: `blocks` should be a block such as Clip(\"idle\"), not 5"],
        ),
        (
            "\"a\": Sum(inputs: [Clip(\"idle\")]),\n\"a.inputs[0]\": Clip(\"walk\")",
            &[
                "3:1: \"a.inputs[0]\" is what another block is known by, the one that stands there: choose another name",
            ],
        ),
    ];
    let mut table = Table::default();
    for (blocks, expected) in cases {
        let text = format!("Tree(output: Use(\"a\"), blocks: {{\n{blocks}\n}})");
        table.case(blocks, &ron(&text), expected);
    }
    table.holds();
}

/// A value without its field's name: the record is shown as it should be.
#[test]
fn values_without_names() {
    let cases: &[(&str, &[&str])] = &[
        (
            "Sum(inputs: [Clip(\"idle\"), Masked(Clip(\"idle\"), parts: [\"arm\"])])",
            &[
                "1:48: a field's name is missing before this, as in Masked(block: Clip(\"idle\"), parts: [\"arm\"])",
            ],
        ),
        (
            "Blend([Clip(\"idle\")], weight: 0.5)",
            &[
                "1:20: a field's name is missing before this, as in Blend(inputs: [..], weight: 0.5)",
            ],
        ),
        (
            "Animation(\"idle\")",
            &[
                "1:24: a field's name is missing before this, as in Animation(clip: \"idle\", speed: 1)",
            ],
        ),
        (
            "LookAt(horizontal: 0, vertical: 0, centerCenter: Clip(\"idle\"), vertical_speed: -5)",
            &["1:93: `vertical_speed` should be a number, 0 to 1000000, not -5"],
        ),
    ];
    let mut table = Table::default();
    for (output, expected) in cases {
        let text = format!("Tree(output: {output})");
        table.case(output, &ron(&text), expected);
    }
    table.holds();
}
