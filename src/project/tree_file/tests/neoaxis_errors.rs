//! One labelled case for each way an `.animationTree` can be wrong.

use super::neoaxis_good::file;
use super::*;

fn neo(text: &str) -> Vec<String> {
    told(Form::NeoAxis, text)
}

#[test]
fn shape() {
    let cases: &[(&str, &str)] = &[
        ("", "1:1: the file is empty; it should hold blocks { ... }"),
        (
            "// soon\n",
            "2:1: the file is empty; it should hold blocks { ... }",
        ),
        ("Tree()", "1:1: this should be blocks { ... }, not `Tree`"),
        (
            "blocks\nblock",
            "2:1: a `{` should stand after blocks, not `block`",
        ),
        (
            "blocks",
            "1:7: a `{` should stand after blocks, not the end of the file",
        ),
        ("blocks\n {", "2:2: this `{` is never closed"),
        (
            "blocks {} {",
            "1:11: nothing may follow after the end of blocks { ... }",
        ),
        (
            "blocks { Output {} }",
            "1:10: a block, as in `block Animation { ... }`, or the closing `}` should stand here, not `Output`",
        ),
        (
            "blocks { block { } }",
            "1:16: the block's type, such as Animation, should stand here, not `{`",
        ),
        (
            "blocks { block \"Sum\" { } }",
            "1:16: the block's type, such as Animation, should stand here, not the text \"Sum\"",
        ),
        (
            "blocks { block Output uin = 1 } }",
            "1:23: a `{` should stand after Output, not `uin`",
        ),
        (
            "blocks { block Output { uin = 1",
            "1:23: this `{` is never closed",
        ),
        (
            "blocks { block Output { uin = 1\n block Sum { } }",
            "1:23: this `{` is not closed before the next block",
        ),
        (
            "blocks { block Output { uin 1 } }",
            "1:29: a `=` should stand after `uin`, not `1`",
        ),
        (
            "blocks { block Output { 1 = uin } }",
            "1:25: a field, as in `speed = 1`, or the closing `}` should stand here, not `1`",
        ),
        (
            "blocks { block Output { uin = } }",
            "1:29: `uin` has no value: one should stand after this `=`",
        ),
        (
            "blocks { block Output { uin =\n in = 3 } }",
            "1:29: `uin` has no value: one should stand after this `=`",
        ),
        (
            "blocks { block Output { uin = // 1\n } }",
            "1:29: `uin` has no value: one should stand after this `=`",
        ),
        (
            "blocks { block Output { uin = 1; } }",
            "1:32: a field, as in `speed = 1`, or the closing `}` should stand here, not `;`",
        ),
        (
            "blocks { block Animation { animationName = \"idle\n} }",
            "1:44: this text is never closed: its second `\"` is missing",
        ),
        (
            "blocks { block Animation { animationName = \"C:\\art\" } }",
            "1:44: this text holds an unknown escape; a `\\` itself is written `\\\\`",
        ),
        ("blocks { /* ", "1:10: a comment `/*` is never closed"),
        (
            "blocks { block Sum { { } } }",
            "1:22: a field, as in `speed = 1`, or the closing `}` should stand here, not `{`",
        ),
        (
            "blocks { \u{1b}[31m }",
            "1:10: a block, as in `block Animation { ... }`, or the closing `}` should stand here, not `\\u{1b}`",
        ),
    ];
    let mut table = Table::default();
    for (text, expected) in cases {
        table.case(text, &neo(text), &[expected]);
    }
    table.holds();
}

#[test]
fn outputs_and_numbers() {
    let cases: &[(&str, &str, &[&str])] = &[
        (
            "no Output",
            "blocks { }",
            &["1:1: the tree has no Output: write block Output { uin = 1 in = .. }"],
        ),
        (
            "two Outputs",
            "blocks {\nblock Output { uin = 1 in = 3 }\nblock Output { uin = 2 in = 3 }\nblock Animation { uin = 3 animationName = \"idle\" } }",
            &["3:7: Output (uin 2): a tree has one Output; the first is in line 2"],
        ),
        (
            "an Output that leads nowhere",
            "blocks { block Output { uin = 1 } }",
            &["1:16: Output (uin 1): it has no `in`"],
        ),
        (
            "an Output to a number that is not there",
            "blocks { block Output { uin = 1 in = 3 } block Animation { uin = 30 animationName = \"idle\" } }",
            &["1:38: Output (uin 1): `in` leads to uin 3, which no block has (blocks: 30)"],
        ),
        (
            "an Output to itself",
            "blocks { block Output { uin = 1 in = 1 } }",
            &[
                "1:38: Output (uin 1): `in` should lead to a block that plays, but uin 1 is the Output, which feeds nothing",
            ],
        ),
        (
            "a misspelt Output is told alone",
            "blocks { block Outptu { uin = 1 in = 3 } }",
            &[
                "1:16: unknown block type \"Outptu\" (block types: Output, Sum, LookAt, Blend, Trigger, Animation, Parameter, Transition, AnimationSource, Direction8Sides) (uin 1)",
            ],
        ),
        (
            "a number given twice",
            "blocks { block Output { uin = 1 in = 3 }\nblock Animation { uin = 3 animationName = \"idle\" }\nblock Sum { uin = 3 animation0 = 3 } }",
            &["3:19: Sum (uin 3): the uin 3 is given twice: the Animation in line 2 has it too"],
        ),
        (
            "no number",
            "blocks { block Output { in = 3 }\nblock Animation { animationName = \"idle\" }\nblock Animation { uin = 3 animationName = \"idle\" } }",
            &["2:7: Animation: it has no `uin`, so nothing can lead to it"],
        ),
        (
            "odd numbers",
            "blocks { block Output { in = 3 uin = 1.0 }\nblock Animation { uin = -3 animationName = \"idle\" }\nblock Sum { uin = \"3\" animation0 = x }\nblock Animation { uin = 3 animationName = \"idle\" } }",
            &[
                "1:38: Output: `uin` should be a whole number from 0, not 1.0",
                "2:25: Animation: `uin` should be a whole number from 0, not -3",
                "3:19: Sum: `uin` should be a whole number from 0, not the text \"3\"",
                "3:36: Sum: `animation0` should be the uin of a block, not `x`",
            ],
        ),
    ];
    let mut table = Table::default();
    for (label, text, expected) in cases {
        table.case(label, &neo(text), expected);
    }
    table.holds();
}

/// Fields of a block of uin 10 in line 2, and what is told.
const FIELDS: &[(&str, &str, &[&str])] = &[
    (
        "Animation",
        "animationName = \"wlak\"",
        &[
            "2:44: Animation (uin 10): unknown clip \"wlak\" (clips: walk, kick, aim, idle, jump, run, stand, aim left, aim right) in hero.character.ron",
        ],
    ),
    (
        "AnimationSource",
        "animationName = walk",
        &[
            "2:50: AnimationSource (uin 10): `animationName` should be a text in \"quotes\", not `walk`",
        ],
    ),
    (
        "Animation",
        "animationName = \"\"",
        &["2:44: Animation (uin 10): `animationName` is empty"],
    ),
    (
        "Animation",
        "",
        &["2:7: Animation (uin 10): it has no `animationName`"],
    ),
    (
        "Animation",
        "animationName = \"idle\" sped = 1",
        &[
            "2:51: Animation (uin 10): unknown field \"sped\" (fields: speed, uin, speedSource, animationName)",
        ],
    ),
    (
        "Animation",
        "animationName = \"idle\"\nspeed = 1\nspeed = 2",
        &["4:1: Animation (uin 10): `speed` is given twice (first in line 3)"],
    ),
    (
        "Animation",
        "animationName = \"idle\" speed = 1\nspeedSource = 2",
        &[
            "3:1: Animation (uin 10): `speed` and `speedSource` both say the same value: give only one",
        ],
    ),
    (
        "Animation",
        "animationName = \"idle\" speed = NaN",
        &["2:59: Animation (uin 10): `speed` should be a finite number, not `NaN`"],
    ),
    (
        "Animation",
        "animationName = \"idle\" speed = -1e999",
        &["2:59: Animation (uin 10): `speed` should be a finite number, not -1e999"],
    ),
    (
        "Animation",
        "animationName = \"idle\" speed = 2000000",
        &["2:59: Animation (uin 10): `speed` should be a number, -1000000 to 1000000, not 2000000"],
    ),
    (
        "Animation",
        "animationName = \"idle\" speed = 0,6",
        &["2:59: Animation (uin 10): `speed` should be a number, not 0,6"],
    ),
    (
        "Animation",
        "animationName = \"idle\" speedSource = 11",
        &[
            "2:65: Animation (uin 10): `speedSource` should lead to a Parameter, but uin 11 is an Animation",
        ],
    ),
    (
        "Animation",
        "animationName = \"idle\" speedSource = 3",
        &[
            "2:65: Animation (uin 10): `speedSource` leads to uin 3, which no block has (Parameters: 2)",
        ],
    ),
    (
        "Animation",
        "animationName = \"idle\" speedSource = \"pace\"",
        &[
            "2:65: Animation (uin 10): `speedSource` should be the uin of a Parameter, not the text \"pace\"",
        ],
    ),
    (
        "Sum",
        "animation0 = 11 animation1 = 2",
        &[
            "2:51: Sum (uin 10): `animation1` should lead to a block that plays, but uin 2 is a Parameter, which is a number and plays nothing",
        ],
    ),
    (
        "Sum",
        "animation0 = 1",
        &[
            "2:35: Sum (uin 10): `animation0` should lead to a block that plays, but uin 1 is the Output, which feeds nothing",
        ],
    ),
    (
        "Sum",
        "",
        &["2:7: Sum (uin 10): it needs at least one input, such as `animation0`"],
    ),
    (
        "Sum",
        "animation0 = 11 animation2 = 11",
        &[
            "2:38: Sum (uin 10): `animation1` is missing before `animation2`: inputs are numbered 0, 1, 2 without a gap",
        ],
    ),
    (
        "Sum",
        "animation00 = 11",
        &[
            // That no input is left is not told too: this may be it, misspelt.
            "2:22: Sum (uin 10): unknown field \"animation00\" (fields: animation0, animation1, uin)",
        ],
    ),
    (
        "Blend",
        "animation0 = 11 weight = 1\nweightValue = 1",
        &[
            "3:1: Blend (uin 10): `weightValue` and `weight` (line 2) are the same field: give only one",
        ],
    ),
    (
        "Transition",
        "animation0 = 11 animation1 = 11 selectedIndex = 2",
        &[
            "2:77: Transition (uin 10): `selectedIndex` 2 is out of range: there are 2 inputs, 0 to 1",
        ],
    ),
    (
        "Transition",
        "animation0 = 11 transitionTime = -1",
        &["2:62: Transition (uin 10): `transitionTime` should be a number, 0 to 6000000, not -1"],
    ),
    (
        "Trigger",
        "on = 11",
        &[
            "2:7: Trigger (uin 10): it has no `triggerName`",
            "2:7: Trigger (uin 10): it has no `off`",
        ],
    ),
    (
        "Trigger",
        "triggerName = \"t\" on = 11 off = 99",
        &["2:58: Trigger (uin 10): `off` leads to uin 99, which no block has (blocks: 10, 11)"],
    ),
    (
        "Direction8Sides",
        "angle = 1",
        &["2:7: Direction8Sides (uin 10): it needs at least one side, such as `forward`"],
    ),
    (
        "LookAt",
        "speedMultiplier = 1",
        &["2:7: LookAt (uin 10): it needs at least one pose, such as `leftUp`"],
    ),
    (
        "LookAt",
        "leftUp = 2 forward = 11",
        &[
            "2:34: LookAt (uin 10): `leftUp` should lead to a block that plays, but uin 2 is a Parameter, which is a number and plays nothing",
            "2:36: LookAt (uin 10): unknown field \"forward\" (fields: uin, leftUp, centerUp, rightUp, leftDown, centerDown, leftCenter, rightDown, centerCenter, rightCenter, verticalAngle, horizontalAngle, ...)",
        ],
    ),
];

#[test]
fn fields() {
    let mut table = Table::default();
    for (kind, fields, expected) in FIELDS {
        let text = file(&format!(
            "block {kind} {{ uin = 10 {fields} }}\nblock Animation {{ uin = 11 animationName = \"idle\" }}\nblock Parameter {{ uin = 2 parameterName = \"pace\" }}"
        ));
        let mut expected = expected.to_vec();
        let mut told = neo(&text);
        expected.sort_unstable();
        told.sort_unstable();
        table.case(&format!("{kind} {fields}"), &told, &expected);
    }
    table.holds();
}

#[test]
fn circles() {
    let cases: &[(&str, &[&str])] = &[
        (
            "block Sum { uin = 10 animation0 = 10 }",
            &["2:7: Sum (uin 10): it feeds itself: 10 -> 10"],
        ),
        (
            "block Transition { uin = 10 animation0 = 20 }\nblock Transition { uin = 20 animation0 = 10 }",
            &["2:7: Transition (uin 10): it feeds itself: 10 -> 20 -> 10"],
        ),
        (
            "block Animation { uin = 10 animationName = \"idle\" }\nblock Trigger { uin = 20 triggerName = \"t\" on = 10 off = 30 }\nblock Sum { uin = 30 animation0 = 20 }",
            &["3:7: Trigger (uin 20): it feeds itself: 20 -> 30 -> 20"],
        ),
    ];
    let mut table = Table::default();
    for (blocks, expected) in cases {
        table.case(blocks, &neo(&file(blocks)), expected);
    }
    table.holds();
}

#[test]
fn two_parameters_of_one_name_and_two_values() {
    let text = file(
        "block Animation { uin = 10 animationName = \"idle\" }\nblock Parameter { uin = 2 parameterName = \"pace\" value = 1 }\nblock Parameter { uin = 3 parameterName = \"pace\" }",
    );
    assert_eq!(
        neo(&text),
        [
            "4:7: Parameter (uin 3): the parameter \"pace\" is given twice with two values: 0 here, 1 in line 3"
        ]
    );
}

#[test]
fn all_that_is_wrong_is_told_at_once() {
    let text = "blocks {
block Output { uin = 1 in = 2 }
block Sum { uin = 2 animation0 = 3 animation1 = 4 animation2 = 99 }
block Animation { uin = 3 animationName = \"idle\" speed = x }
block Animatoin { uin = 4 animationName = \"walk\" }
block Parameter { uin = 5 value = 1 }
}";
    let told = neo(text);
    let lines: Vec<&str> = told
        .iter()
        .map(|line| line.split(' ').next().unwrap())
        .collect();
    assert_eq!(lines, ["3:64:", "4:58:", "5:7:", "6:7:"], "{told:#?}");
}
