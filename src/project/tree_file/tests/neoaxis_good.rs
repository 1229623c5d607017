//! Every syntax fact of real `.animationTree` files, and both spellings of each field.

use super::*;
use crate::tree::{Block, BlockId, ParamId, Value};

fn neo(text: &str) -> TreeSpec {
    spec(Form::NeoAxis, text)
}

/// A file of these blocks after an Output that leads to uin 10.
pub fn file(blocks: &str) -> String {
    format!("blocks {{ block Output {{ uin = 1 in = 10 }}\n{blocks} }}")
}

/// The values of the block 10 of these fields; parameters `a` and `b` have the uins 2 and 3, blocks that play 11 and 12.
fn of(kind: &str, fields: &str) -> Block {
    let text = file(&format!(
        "block {kind} {{ uin = 10 {fields} }}
        block Animation {{ uin = 11 animationName = \"idle\" }}
        block Animation {{ uin = 12 animationName = \"walk\" }}
        block Parameter {{ uin = 2 parameterName = \"a\" }}
        block Parameter {{ uin = 3 parameterName = \"b\" }}"
    ));
    neo(&text).blocks.remove(0)
}

#[test]
fn marks_and_white_space() {
    let plain = file("block Animation { uin = 10 animationName = \"walk\" speed = 0.5 }");
    let expected = neo(&plain);
    let cases = [
        ("a BOM", format!("\u{feff}{plain}")),
        ("no-break spaces", plain.replace(' ', "\u{a0}")),
        ("tabs", plain.replace(' ', "\t")),
        ("a line for each", plain.replace(' ', "\n")),
        ("CRLF", plain.replace(' ', " // end\r\n\t\r\n")),
        ("a comment first", format!("// first\n{plain}")),
        ("rulers", plain.replace('\n', "\n/////////////////////\n////\n")),
        ("comments in values' lines", plain.replace("0.5", "0.5//so\n//more\n")),
        ("a comment that holds signs", plain.replace("speed", "// } \" { = block\nspeed")),
        ("a comment between", plain.replace("in = 10", "in //to\n= //what\n10")),
        ("a comment last", format!("{plain}// end")),
        ("comments as in C", plain.replace("0.5", "/* 3 \n*/ 0.5 /**/")),
        ("no spaces", plain.replace(" = ", "=").replace(" {", "{")),
        ("no leading zero", plain.replace("0.5", ".5")),
        ("plus", plain.replace("0.5", "+0.50")),
        ("an exponent", plain.replace("0.5", "5e-1")),
        ("the alias", plain.replace("Animation {", "AnimationSource {")),
        ("capitals", plain.replace("animationName", "AnimationName").replace("speed", "Speed")),
        ("escapes", plain.replace("walk", "w\\x0061l\\u006b")),
        (
            "blocks in any order",
            "blocks { block Animation { speed = 0.5 animationName = \"walk\" uin = 10 } block Output { in = 10 uin = 1 } }"
                .to_owned(),
        ),
        ("an output without number", plain.replace("uin = 1 in", "in")),
    ];
    for (label, text) in cases {
        assert_eq!(neo(&text), expected, "{label}: {text}");
    }
}

#[test]
fn escapes_in_names() {
    let text = file(
        "block Trigger { uin = 10 triggerName = \"a \\\"b\\\" \\\\ \\' // no comment }\" on = 11 off = 11 }
        block Animation { uin = 11 animationName = \"idle\" }",
    );
    assert_eq!(neo(&text).triggers, ["a \"b\" \\ ' // no comment }"]);
}

#[test]
fn what_is_left_out_has_its_default() {
    let (a, b) = (BlockId(1), BlockId(2));
    let idle = some_clips().id("idle").unwrap();
    let number = Value::Number;
    assert_eq!(
        of("Animation", "animationName = \"idle\""),
        Block::Animation {
            clip: idle,
            speed: number(1.0)
        }
    );
    assert_eq!(
        of("Blend", "animation1 = 12 animation0 = 11"),
        Block::Blend {
            inputs: vec![a, b],
            weight: number(0.0),
            carry: false,
            sync: false
        }
    );
    assert_eq!(
        of(
            "Transition",
            "animation0 = 11 animation1 = 12 animation2 = 11"
        ),
        Block::Transition {
            inputs: vec![a, b, a],
            index: number(0.0),
            time: number(0.2),
            carry: false,
            sync: false
        }
    );
    let trigger = of("Trigger", "triggerName = \"t\" off = 12 on = 11");
    let Block::Trigger { on, off, time, .. } = trigger else {
        panic!("{trigger:?}");
    };
    assert_eq!((on, off, time), (a, b, number(0.2)));
    let none = None;
    assert_eq!(
        of("Direction8Sides", "backward = 12 forwardRight = 11"),
        Block::Direction8Sides {
            angle: number(0.0),
            speed: number(1.0),
            time: number(0.2),
            sides: [none, none, none, none, Some(a), none, none, Some(b)],
            carry: false,
            sync: false
        }
    );
    assert_eq!(
        of("LookAt", "leftDown = 11 rightUp = 12"),
        Block::LookAt {
            horizontal: number(0.0),
            vertical: number(0.0),
            horizontal_speed: number(0.0),
            vertical_speed: number(0.0),
            speed: number(1.0),
            poses: [none, none, Some(a), none, none, none, Some(b), none, none],
            carry: false,
            sync: false
        }
    );
}

#[test]
fn both_spellings_of_each_value() {
    let lists = "animation0 = 11 animation1 = 12";
    // The type, its other fields, the spellings of a value's constant and of its source, and how many times it is told.
    let cases: &[(&str, &str, &[&str], &[&str])] = &[
        (
            "Animation",
            "animationName = \"idle\"",
            &["speed"],
            &["speedSource"],
        ),
        (
            "Blend",
            lists,
            &["weightValue", "weight"],
            &["weightSource"],
        ),
        (
            "Transition",
            lists,
            &["selectedIndex"],
            &["selectedIndexSource"],
        ),
        (
            "Transition",
            lists,
            &["transitionTime"],
            &[
                "transitionTimeSource",
                "TransitionTimeSource",
                "transitionTimeBlock",
            ],
        ),
        (
            "Trigger",
            "triggerName = \"t\" on = 11 off = 12",
            &["transitionTime", "TransitionTime"],
            &["transitionTimeBlock", "transitionTimeSource"],
        ),
        ("Direction8Sides", "left = 11", &["angle"], &["angleSource"]),
        (
            "Direction8Sides",
            "left = 11",
            &["speedMultiplier"],
            &["speedMultiplierSource"],
        ),
        (
            "Direction8Sides",
            "left = 11",
            &["transitionTime"],
            &["transitionTimeSource"],
        ),
        (
            "LookAt",
            "leftUp = 11",
            &["horizontalAngle"],
            &["horizontalAngleSource"],
        ),
        (
            "LookAt",
            "leftUp = 11",
            &["verticalAngle"],
            &["verticalAngleSource"],
        ),
        (
            "LookAt",
            "leftUp = 11",
            &["horizontalAngleSpeed"],
            &["horizontalAngleSpeedSource"],
        ),
        (
            "LookAt",
            "leftUp = 11",
            &["verticalAngleSpeed"],
            &["verticalAngleSpeedSource"],
        ),
        (
            "LookAt",
            "leftUp = 11",
            &["speedMultiplier"],
            &["speedMultiplierSource"],
        ),
    ];
    for (kind, rest, constants, sources) in cases {
        let default = of(kind, rest);
        let all = |names: &[&str], value: &str| {
            let read = |name: &&str| of(kind, &format!("{rest} {name} = {value}"));
            let mut blocks: Vec<Block> = names.iter().map(read).collect();
            blocks.dedup();
            assert_eq!(blocks.len(), 1, "{kind} {names:?}");
            assert_ne!(blocks[0], default, "{kind} {names:?}");
            blocks.remove(0)
        };
        let constant = all(constants, "0.75");
        let shown = format!("{constant:?}");
        assert!(shown.contains("Number(0.75)"), "{shown}");
        let source = format!("{:?}", all(sources, "3"));
        assert!(source.contains("Param(ParamId(1))"), "{source}");
        assert_eq!(shown.matches("0.75").count(), 1, "{shown}");
    }
}

#[test]
fn parameters_stay_whoever_uses_them() {
    let text = file(
        "block Parameter { uin = 5 parameterName = \"unused\" value = 3 }
        block Parameter { uin = 6 parameterName = \"pace\" }
        block Parameter { uin = 7 parameterName = \"pace\" value = 0.0 }
        block Animation { uin = 10 animationName = \"idle\" speedSource = 7 }",
    );
    let spec = neo(&text);
    let params: Vec<_> = spec
        .params
        .iter()
        .map(|p| (p.name.as_str(), p.default))
        .collect();
    assert_eq!(params, [("pace", 0.0), ("unused", 3.0)]);
    let speed = Value::Param(ParamId(0));
    assert!(matches!(spec.blocks[0], Block::Animation { speed: s, .. } if s == speed));
}

#[test]
fn blocks_that_nobody_uses_are_left_out() {
    let text = file(
        "block Animation { uin = 10 animationName = \"idle\" }
        block Animation { uin = 11 animationName = \"no clip of this name\" }
        block Trigger { uin = 12 triggerName = \"never\" on = 11 off = 10 }",
    );
    let spec = neo(&text);
    assert_eq!(spec.keys, ["10"]);
    assert_eq!(spec.triggers, [""; 0]);
}

#[test]
fn a_block_used_often_is_one_block() {
    let text = file(
        "block Direction8Sides { uin = 10 forward = 12 left = 12 right = 12 backward = 15 }
        block Animation { uin = 12 animationName = \"walk\" speed = 0.6 }
        block Animation { uin = 15 animationName = \"walk\" speed = -0.6 }",
    );
    assert_eq!(neo(&text).keys, ["10", "12", "15"]);
}
