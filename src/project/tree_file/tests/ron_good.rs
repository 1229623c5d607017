//! What a `.tree.ron` may hold.

use super::*;
use crate::rig::Mask;
use crate::tree::{Block, BlockId, ParamId, SumInput, Value};

fn blocks(text: &str) -> Vec<Block> {
    spec(Form::Ron, text).blocks
}

#[test]
fn the_shortest_tree_is_a_clip() {
    let spec = spec(Form::Ron, "Tree(output: Clip(\"idle\"))");
    let clips = some_clips();
    let idle = Block::Animation {
        clip: clips.id("idle").unwrap(),
        speed: Value::Number(1.0),
    };
    assert_eq!(spec.blocks, [idle]);
    assert_eq!(spec.keys, ["output"]);
    assert_eq!(spec.output, BlockId(0));
    assert_eq!(spec.event_weight, 0.0);
    assert_eq!(spec.params, []);
    let spelt = "(output: Animation(clip: \"idle\", speed: 1.0), event_weight: 0.0, blocks: {}, parameters: {},)";
    assert_eq!(super::spec(Form::Ron, spelt), spec);
}

#[test]
fn what_is_left_out_has_its_default() {
    let cases = [
        (
            "Transition(index: 1, inputs: [Clip(\"idle\"), Clip(\"walk\")])",
            "Transition(index: 1, inputs: [Clip(\"idle\"), Clip(\"walk\")], time: 0.2, carry: false, sync: false)",
        ),
        (
            "Trigger(name: \"t\", on: Clip(\"kick\"), off: Clip(\"idle\"))",
            "Trigger(name: \"t\", on: Clip(\"kick\"), off: Clip(\"idle\"), time: 0.2)",
        ),
        (
            "Direction8Sides(angle: 0, left: Clip(\"idle\"))",
            "Direction8Sides(angle: 0, left: Clip(\"idle\"), speed: 1, time: 0.2, carry: false, sync: false)",
        ),
        (
            "LookAt(horizontal: 0, vertical: 0, leftUp: Clip(\"idle\"))",
            "LookAt(horizontal: 0, vertical: 0, leftUp: Clip(\"idle\"), horizontal_speed: 0, vertical_speed: 0, speed: 1, carry: false, sync: false)",
        ),
        (
            "Blend(weight: 0, inputs: [Clip(\"idle\")])",
            "Blend(weight: 0.0, inputs: [Clip(\"idle\")], sync: false, carry: false)",
        ),
    ];
    for (short, long) in cases {
        let tree = |block: &str| format!("Tree(output: {block})");
        assert_eq!(blocks(&tree(short)), blocks(&tree(long)), "{short}");
    }
}

#[test]
fn values_are_numbers_or_parameters_in_order_of_names() {
    let text = "Tree(
        parameters: { \"z\": (1, 0, 4), \"a\": -0.5 },
        output: Blend(inputs: [Animation(clip: \"walk\", speed: \"z\"), Clip(\"run\")], weight: \"a\", carry: true),
        event_weight: 0.25)";
    let spec = spec(Form::Ron, text);
    assert_eq!(spec.event_weight, 0.25);
    let params: Vec<_> = spec
        .params
        .iter()
        .map(|p| (p.name.as_str(), p.default, p.min, p.max))
        .collect();
    let free = (f64::NEG_INFINITY, f64::INFINITY);
    assert_eq!(params, [("a", -0.5, free.0, free.1), ("z", 1.0, 0.0, 4.0)]);
    assert_eq!(
        spec.blocks[0],
        Block::Blend {
            inputs: vec![BlockId(1), BlockId(2)],
            weight: Value::Param(ParamId(0)),
            carry: true,
            sync: false,
        }
    );
    assert!(matches!(
        spec.blocks[1],
        Block::Animation {
            speed: Value::Param(ParamId(1)),
            ..
        }
    ));
}

#[test]
fn a_sum_masks_its_inputs_by_parts() {
    let text = "Tree(output: Sum(inputs: [
        Masked(block: Use(\"idle\"), parts: [\"leg\", \"torso\", \"leg\"]),
        Use(\"idle\"),
        Masked(block: Clip(\"walk\"), parts: [\"arm\"]),
    ]), blocks: { \"idle\": Clip(\"idle\") })";
    let spec = spec(Form::Ron, text);
    let input = |block, parts: Option<&[u16]>| SumInput {
        block: BlockId(block),
        mask: parts.map(|parts| Mask::new(parts.iter().copied())),
    };
    assert_eq!(
        spec.blocks[0],
        Block::Sum {
            inputs: vec![
                input(1, Some(&[0, 2])),
                input(1, None),
                input(2, Some(&[1]))
            ],
        }
    );
    assert_eq!(spec.keys, ["output", "idle", "output.inputs[2]"]);
}

#[test]
fn named_blocks_may_name_others_and_be_unused() {
    let text = "Tree(output: Use(\"a\"), blocks: {
        \"unused\": Trigger(name: \"never\", on: Use(\"a\"), off: Clip(\"idle\")),
        \"a\": Use(\"b\"),
        \"b\": Transition(index: 0, inputs: [Use(\"c\"), Clip(\"walk\"), Use(\"c\")]),
        \"c\": Clip(\"run\"),
    })";
    let spec = spec(Form::Ron, text);
    assert_eq!(spec.keys, ["b", "c", "b.inputs[1]"]);
    assert_eq!(spec.triggers, [""; 0], "of a trigger that is never reached");
}

#[test]
fn blocks_stand_well_inside_each_other() {
    let (mut text, n) = ("Clip(\"idle\")".to_owned(), 28);
    for _ in 0..n {
        text = format!("Sum(inputs: [{text}])");
    }
    let spec = spec(Form::Ron, &format!("Tree(output: {text})"));
    assert_eq!(spec.blocks.len(), n + 1);
}
