//! What a tree's parts may refer to, and that it has no cycle.

use super::block::{Block, BlockId, ParamDef, TriggerId, Value};
use super::def::{MOST_BLOCKS, TreeFault, TreeSpec};
use crate::clip::ClipSet;
use std::collections::BTreeSet;

/// All but what only the whole graph shows.
pub(super) fn check_spec(spec: &TreeSpec, clips: &ClipSet) -> Result<(), TreeFault> {
    let TreeSpec {
        params,
        triggers,
        blocks,
        keys,
        output,
        event_weight,
    } = spec;
    let counts = (params.len(), triggers.len(), blocks.len());
    let (words, numbers) = (
        ["parameters", "triggers", "blocks"],
        [counts.0, counts.1, counts.2],
    );
    for (word, n) in words.iter().zip(numbers) {
        if n > MOST_BLOCKS {
            let text = format!("{n} {word}, a tree has at most {MOST_BLOCKS}");
            return Err(TreeFault::new(text));
        }
    }
    check_params(params)?;
    if !(0.0..=1.0).contains(event_weight) {
        let text = format!("event_weight {event_weight} is not in 0..1");
        return Err(TreeFault::new(text));
    }
    check_keys(keys, blocks)?;
    for (i, block) in blocks.iter().enumerate() {
        check(block, counts, clips).map_err(|wrong| TreeFault::of(blocks, i, &wrong))?;
    }
    if usize::from(output.0) >= blocks.len() {
        let text = format!("the output is block {}, which does not exist", output.0);
        return Err(TreeFault::new(text));
    }
    Ok(())
}

/// Names and ranges.
fn check_params(params: &[ParamDef]) -> Result<(), TreeFault> {
    let mut names = BTreeSet::new();
    for param in params {
        let ParamDef {
            name,
            default,
            min,
            max,
        } = param;
        if !names.insert(name) {
            let text = format!("parameter {name:?} is given twice");
            return Err(TreeFault::new(text));
        }
        if !(default.is_finite() && min <= default && default <= max) {
            return Err(TreeFault::new(format!(
                "parameter {name:?}: default {default} is not in its range {min}..{max}"
            )));
        }
    }
    Ok(())
}

/// None at all, or one a block, each once.
fn check_keys(keys: &[String], blocks: &[Block]) -> Result<(), TreeFault> {
    if !keys.is_empty() && keys.len() != blocks.len() {
        let (keys, blocks) = (keys.len(), blocks.len());
        return Err(TreeFault::new(format!("{keys} keys for {blocks} blocks")));
    }
    let mut seen = BTreeSet::new();
    match keys.iter().position(|key| !seen.insert(key)) {
        Some(i) => {
            let wrong = format!("the key {:?} is given twice", keys[i]);
            Err(TreeFault::of(blocks, i, &wrong))
        }
        None => Ok(()),
    }
}

/// Puts the triggers in the order of their names.
pub(super) fn sort_triggers(
    triggers: &mut [String],
    blocks: &mut [Block],
) -> Result<(), TreeFault> {
    let given = triggers.to_vec();
    triggers.sort_unstable();
    let twice = triggers.iter().zip(triggers.iter().skip(1));
    if let Some((name, _)) = twice.into_iter().find(|(one, other)| one == other) {
        let text = format!("trigger {name:?} is given twice");
        return Err(TreeFault::new(text));
    }
    for block in blocks {
        if let Block::Trigger { name, .. } = block {
            let sorted = triggers.binary_search(&given[usize::from(name.0)]);
            *name = TriggerId(sorted.unwrap_or_default() as u16);
        }
    }
    Ok(())
}

/// What one block refers to.
fn check(
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

/// What a block may weigh through Sums that feed Sums; the sums of a run stay far from infinity.
const MOST_WEIGHT: f64 = 1e12;

/// That no block can come to weigh more than [`MOST_WEIGHT`] times the output.
pub(super) fn check_weights(
    blocks: &[Block],
    order: &[BlockId],
    output: BlockId,
) -> Result<(), TreeFault> {
    let mut most = vec![0.0; blocks.len()];
    most[usize::from(output.0)] = 1.0;
    for id in order {
        let index = usize::from(id.0);
        let (block, weight) = (&blocks[index], most[index]);
        if weight > MOST_WEIGHT {
            return Err(TreeFault {
                block: Some(index),
                message: format!(
                    "{}: Sums that feed Sums make it weigh more than 1e12 times the output",
                    block.kind()
                ),
            });
        }
        let sums = matches!(block, Block::Sum { .. });
        let mut fed: Vec<BlockId> = block.inputs().collect();
        if !sums {
            // However many of its inputs are one block, that block gets its weight once at most.
            fed.sort_unstable();
            fed.dedup();
        }
        for input in fed {
            most[usize::from(input.0)] += weight;
        }
    }
    Ok(())
}

/// All blocks, each before its inputs.
pub(super) fn users_first(blocks: &[Block]) -> Result<Vec<BlockId>, TreeFault> {
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
            Err(TreeFault::of(blocks, at, "it feeds itself, a cycle"))
        }
        None => Ok(order),
    }
}
