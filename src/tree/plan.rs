//! What a tree's structure says once and for all: the ways from the output to
//! the clips, with the masks they lead through, and which clips lie below which
//! block. Weights are handed down the ways by `weigh`.

use super::block::{Block, BlockId, TriggerId, Value};
use super::def::TreeFault;
use crate::clip::{ClipId, ClipSet, Mode, Playhead};
use crate::random::Stream;
use crate::rig::Mask;
use crate::time::Speed;
use std::collections::BTreeMap;

/// The most nodes a plan has; beyond, a tree's masks are refused.
const MOST_NODES: usize = 65_535;

/// No node, no layer.
pub(super) const NONE: u32 = u32::MAX;

/// A block as it is reached through one mask.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Node {
    pub block: usize,
    /// The links of its slots begin here; an Animation's one link is its layer.
    pub links: usize,
}

/// A clip through one mask; each pair once.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct LayerDef {
    pub clip: ClipId,
    /// Index in the plan's masks.
    pub mask: Option<u16>,
    /// A way to it leads through a Sum of several inputs: its rotations are taken from rest (rule R11).
    pub summed: bool,
}

/// The clips that a firing of one Trigger block concerns.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ShotDef {
    pub block: usize,
    pub name: TriggerId,
    /// All clips below `on`.
    pub clips: Vec<ClipId>,
    /// The cycles that lie below `on` as a whole.
    pub cycles: Vec<usize>,
}

/// A block and the clips below it, in order of names.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Below {
    pub block: usize,
    pub clips: Vec<ClipId>,
}

/// While ways are laid: a mask that a block is reached through, and its node.
#[derive(Clone, Copy, Debug)]
struct Reached {
    mask: Option<u16>,
    node: u32,
    /// A way to it leads through a Sum of several inputs.
    summed: bool,
}

impl Reached {
    fn by(mask: Option<u16>) -> Reached {
        Reached {
            mask,
            node: NONE,
            summed: false,
        }
    }
}

/// All of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Plan {
    /// Each before its inputs.
    pub nodes: Vec<Node>,
    pub links: Vec<u32>,
    pub masks: Vec<Mask>,
    pub layers: Vec<LayerDef>,
    pub shots: Vec<ShotDef>,
    /// The blocks with `carry`, the lowest first.
    pub carries: Vec<Below>,
    /// The blocks with `sync`.
    pub cycles: Vec<Below>,
    /// The blocks that remember something.
    pub timed: Vec<u16>,
    /// By block: what it scales its clip's or its inputs' time by; `None` where a parameter says it.
    pub factors: Vec<Option<f64>>,
    /// By clip: the cycle it belongs to.
    pub cycle_of: Vec<Option<u16>>,
}

impl Plan {
    pub fn new(
        blocks: &[Block],
        order: &[BlockId],
        output: Option<BlockId>,
        clips: &ClipSet,
    ) -> Result<Plan, TreeFault> {
        let mut plan = Plan {
            cycle_of: vec![None; clips.len()],
            timed: timed(blocks).collect(),
            factors: blocks.iter().map(constant_factor).collect(),
            ..Plan::default()
        };
        plan.lay_ways(blocks, order, output)?;
        for id in order.iter().rev() {
            let block = usize::from(id.0);
            let (carry, sync) = blocks[block].timing();
            if carry {
                let clips = below(blocks, block);
                plan.carries.push(Below { block, clips });
            }
            if sync {
                let shared = below(blocks, block);
                plan.share(blocks, block, shared, clips)?;
            }
        }
        for (block, def) in blocks.iter().enumerate() {
            if let Block::Trigger { name, on, .. } = def {
                let inside = blocks_below(blocks, usize::from(on.0));
                let cycles = plan.cycles.iter().enumerate();
                let whole = cycles.filter(|(_, cycle)| inside[cycle.block]);
                plan.shots.push(ShotDef {
                    block,
                    name: *name,
                    clips: below(blocks, usize::from(on.0)),
                    cycles: whole.map(|(i, _)| i).collect(),
                });
            }
        }
        Ok(plan)
    }

    /// Nodes and links from the output down, and the layers they end in.
    fn lay_ways(
        &mut self,
        blocks: &[Block],
        order: &[BlockId],
        output: Option<BlockId>,
    ) -> Result<(), TreeFault> {
        let mut reached: Vec<Vec<Reached>> = vec![Vec::new(); blocks.len()];
        if let Some(output) = output {
            reached[usize::from(output.0)].push(Reached::by(None));
        }
        let mut ways: Vec<(usize, usize, Option<u16>)> = Vec::new();
        let mut layers = BTreeMap::new();
        for id in order {
            let block = usize::from(id.0);
            let adds = matches!(&blocks[block], Block::Sum { inputs } if inputs.len() > 1);
            for at in 0..reached[block].len() {
                let Reached { mask, summed, .. } = reached[block][at];
                let (node, links) = (self.nodes.len(), self.links.len());
                if node >= MOST_NODES || ways.len() >= 16 * MOST_NODES {
                    let wrong = "masks reach it in too many ways";
                    return Err(TreeFault::of(blocks, block, wrong));
                }
                reached[block][at].node = node as u32;
                self.nodes.push(Node { block, links });
                if let Block::Animation { clip, .. } = blocks[block] {
                    let layer = *layers.entry((clip, mask)).or_insert_with(|| {
                        self.layers.push(LayerDef {
                            clip,
                            mask,
                            summed: false,
                        });
                        self.layers.len() - 1
                    });
                    self.layers[layer].summed |= summed;
                    self.links.push(layer as u32);
                }
                for slot in 0..blocks[block].slots() {
                    self.links.push(NONE);
                    let Some(input) = blocks[block].slot(slot) else {
                        continue;
                    };
                    let through = self.narrowed(mask, blocks[block].mask(slot));
                    let input = usize::from(input.0);
                    let known = &mut reached[input];
                    let found = known.iter().position(|way| way.mask == through);
                    let way = found.unwrap_or_else(|| {
                        known.push(Reached::by(through));
                        known.len() - 1
                    });
                    // Every user of a block comes before it, so this is whole when its turn comes.
                    known[way].summed |= summed || adds;
                    ways.push((links + slot, input, through));
                }
            }
        }
        for (link, input, through) in ways {
            let way = reached[input].iter().find(|way| way.mask == through);
            self.links[link] = way.map_or(NONE, |way| way.node);
        }
        Ok(())
    }

    /// The mask of what is in both; equal masks are one.
    fn narrowed(&mut self, outer: Option<u16>, inner: Option<&Mask>) -> Option<u16> {
        let Some(inner) = inner else { return outer };
        let outer = outer.map(|outer| &self.masks[usize::from(outer)]);
        let both = outer.map_or_else(|| inner.clone(), |outer| outer.and(inner));
        let found = self.masks.iter().position(|mask| *mask == both);
        let index = found.unwrap_or_else(|| {
            self.masks.push(both);
            self.masks.len() - 1
        });
        Some(index as u16)
    }

    /// Makes the clips below a `sync` block one cycle.
    fn share(
        &mut self,
        blocks: &[Block],
        block: usize,
        shared: Vec<ClipId>,
        clips: &ClipSet,
    ) -> Result<(), TreeFault> {
        let wrong = |clip: ClipId, why: &str| {
            let text = format!("sync: clip {:?} {why}", clips.clip(clip).name());
            Err(TreeFault::of(blocks, block, &text))
        };
        let inside = blocks_below(blocks, block);
        for clip in &shared {
            if !loops_whole(clips, *clip) {
                return wrong(*clip, "is not a loop of all its frames");
            }
            let names =
                |def: &Block| matches!(def, Block::Animation { clip: id, .. } if id == clip);
            let elsewhere = blocks
                .iter()
                .zip(&inside)
                .any(|(def, inside)| names(def) && !inside);
            let slot = &mut self.cycle_of[usize::from(clip.0)];
            if elsewhere || slot.is_some() {
                return wrong(*clip, "is used elsewhere too");
            }
            *slot = Some(self.cycles.len() as u16);
        }
        self.cycles.push(Below {
            block,
            clips: shared,
        });
        Ok(())
    }
}

fn timed(blocks: &[Block]) -> impl Iterator<Item = u16> + '_ {
    let remembers = |block: &Block| {
        matches!(
            block,
            Block::Transition { .. }
                | Block::Direction8Sides { .. }
                | Block::LookAt { .. }
                | Block::Trigger { .. }
        )
    };
    let blocks = blocks.iter().enumerate();
    blocks.filter_map(move |(i, block)| remembers(block).then_some(i as u16))
}

fn constant_factor(block: &Block) -> Option<f64> {
    match block.speed() {
        Some(Value::Number(speed)) => Some(Speed::new(speed).factor()),
        Some(Value::Param(_)) => None,
        None => Some(1.0),
    }
}

/// By block: it lies below `top`, or is it.
fn blocks_below(blocks: &[Block], top: usize) -> Vec<bool> {
    let mut seen = vec![false; blocks.len()];
    let mut open = vec![top];
    while let Some(block) = open.pop() {
        if !std::mem::replace(&mut seen[block], true) {
            open.extend(blocks[block].inputs().map(|input| usize::from(input.0)));
        }
    }
    seen
}

/// The clips below a block, in order of names.
fn below(blocks: &[Block], top: usize) -> Vec<ClipId> {
    let inside = blocks_below(blocks, top);
    let named = blocks.iter().zip(inside).filter(|(_, inside)| *inside);
    let mut clips: Vec<ClipId> = named
        .filter_map(|(def, _)| match def {
            Block::Animation { clip, .. } => Some(*clip),
            _ => None,
        })
        .collect();
    clips.sort_unstable();
    clips.dedup();
    clips
}

/// True of a loop without a part that is played only once.
fn loops_whole(clips: &ClipSet, id: ClipId) -> bool {
    let clip = clips.clip(id);
    if matches!(clip.mode(), Mode::LoopRandom) || !clip.is_endless() {
        return false;
    }
    // After one pass such a loop stands where it began.
    let mut playhead = Playhead::new(Stream::new(0, &[]));
    playhead.start(clip, false);
    let begin = playhead.time(clip);
    playhead.advance(clip, clip.pass(), Speed::ONE, &mut |_| {});
    playhead.time(clip) == begin
}
