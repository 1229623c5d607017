//! What a tree's parts may refer to, and that it has no cycle.

use super::block::{Block, BlockId, ParamDef, Value};
use crate::clip::ClipSet;

/// Names and ranges.
pub(super) fn check_params(params: &[ParamDef]) -> Result<(), String> {
    for (i, param) in params.iter().enumerate() {
        let ParamDef {
            name,
            default,
            min,
            max,
        } = param;
        if params[..i].iter().any(|other| other.name == *name) {
            return Err(format!("parameter {name:?} is given twice"));
        }
        if !(default.is_finite() && min <= default && default <= max) {
            return Err(format!(
                "parameter {name:?}: default {default} is not in its range {min}..{max}"
            ));
        }
    }
    Ok(())
}

/// What one block refers to.
pub(super) fn check(
    block: &Block,
    (params, triggers, blocks): (usize, usize, usize),
    clips: &ClipSet,
) -> Result<(), String> {
    for value in block.values() {
        match value {
            Value::Number(number) if !number.is_finite() => {
                return Err(format!("value {number} is not finite"));
            }
            Value::Param(id) if usize::from(id.0) >= params => {
                return Err(format!("parameter {} does not exist", id.0));
            }
            _ => {}
        }
    }
    if let Some(input) = block.inputs().find(|input| usize::from(input.0) >= blocks) {
        return Err(format!("input block {} does not exist", input.0));
    }
    match block {
        Block::Animation { clip, .. } if usize::from(clip.0) >= clips.len() => {
            Err(format!("clip {} does not exist", clip.0))
        }
        Block::Trigger { name, .. } if usize::from(name.0) >= triggers => {
            Err(format!("trigger {} does not exist", name.0))
        }
        Block::Animation { .. } => Ok(()),
        Block::Direction8Sides { .. } if block.inputs().next().is_none() => {
            Err("it needs at least one side".into())
        }
        Block::LookAt { .. } if block.inputs().next().is_none() => {
            Err("it needs at least one pose".into())
        }
        _ if block.inputs().next().is_none() => Err("it needs at least one input".into()),
        _ => Ok(()),
    }
}

/// All blocks, each before its inputs.
pub(super) fn users_first(blocks: &[Block]) -> Result<Vec<BlockId>, String> {
    // Kahn's algorithm, from the blocks that feed none; among those ready, the lowest number first.
    let mut users = vec![0_usize; blocks.len()];
    for input in blocks.iter().flat_map(Block::inputs) {
        users[usize::from(input.0)] += 1;
    }
    let mut ready: Vec<usize> = (0..blocks.len()).filter(|i| users[*i] == 0).collect();
    let mut order = Vec::with_capacity(blocks.len());
    while let Some(next) = ready.pop() {
        order.push(BlockId(next as u16));
        for input in blocks[next].inputs() {
            let input = usize::from(input.0);
            users[input] -= 1;
            if users[input] == 0 {
                ready.push(input);
            }
        }
    }
    match (0..blocks.len()).find(|i| users[*i] > 0) {
        Some(stuck) => {
            // Follow users that are stuck themselves until one comes twice: that one is in the cycle.
            let mut seen = Vec::new();
            let mut at = stuck;
            while !seen.contains(&at) {
                seen.push(at);
                at = (0..blocks.len())
                    .find(|user| {
                        let stuck = users[*user] > 0;
                        stuck
                            && blocks[*user]
                                .inputs()
                                .any(|input| usize::from(input.0) == at)
                    })
                    .unwrap_or(at);
            }
            let kind = blocks[at].kind();
            Err(format!("block {at} ({kind}) feeds itself: a cycle"))
        }
        None => Ok(order),
    }
}
