//! What a tree is, checked once when it is built; immutable and shared.

use super::block::{Block, BlockId, ParamDef, ParamId, TriggerId, Value};
use super::check::{check_spec, check_weights, sort_triggers, users_first};
use super::plan::Plan;
use crate::clip::{ClipId, ClipSet};
use std::fmt;

/// The play tree's handles: `self:play` sets these (no tree file: a Transition over all clips).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayHandles {
    /// The clip's number.
    pub index: ParamId,
    /// The fade's seconds.
    pub fade: ParamId,
}

/// The first of a play tree's speed parameters, one by clip.
const FIRST_SPEED: u16 = 2;

/// A checked tree, shared by all actors that use it.
#[derive(Clone, Debug, PartialEq)]
pub struct TreeDef {
    pub(super) params: Vec<ParamDef>,
    pub(super) blocks: Vec<Block>,
    /// By block; or none, where blocks are known by their places.
    pub(super) keys: Vec<String>,
    /// `None` of a play tree without clips.
    pub(super) output: Option<BlockId>,
    /// Every block, each before its inputs: weights are handed down in this order.
    pub(super) order: Vec<BlockId>,
    pub(super) event_weight: f64,
    pub(super) play: Option<PlayHandles>,
    /// Sorted, each once.
    pub(super) triggers: Vec<String>,
    pub(super) plan: Plan,
}

/// The most blocks a tree has; also the most parameters, and the most triggers.
pub const MOST_BLOCKS: usize = 4096;

/// What a tree is built from.
#[derive(Clone, Debug, PartialEq)]
pub struct TreeSpec {
    /// Its parameters; [`ParamId`] counts in this list.
    pub params: Vec<ParamDef>,
    /// The names that the blocks' [`TriggerId`]s count in; the tree sorts them, and numbers its Triggers anew.
    pub triggers: Vec<String>,
    /// Its blocks.
    pub blocks: Vec<Block>,
    /// By block, what it is known by when the tree is read anew (rule L2): its number or name in the file, else the path to
    /// it. A block whose key and kind stay keeps its state. Unique; empty: blocks are known by their place in the list.
    pub keys: Vec<String>,
    /// The block whose clips are the output.
    pub output: BlockId,
    /// What a clip must weigh more than for its markers, loops and ends to be told (rule C6), 0..=1.
    pub event_weight: f64,
}

/// Why a tree was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeFault {
    /// The block it is about, by its place in the spec's list; of a cycle, a block in it.
    pub block: Option<usize>,
    /// What is wrong, with the block's kind (`Transition: it needs at least one input`) but without its place.
    pub message: String,
}

impl TreeFault {
    /// One that is about no block.
    pub(super) fn new(message: impl Into<String>) -> TreeFault {
        TreeFault {
            block: None,
            message: message.into(),
        }
    }

    /// One about that block.
    pub(super) fn of(blocks: &[Block], block: usize, wrong: &str) -> TreeFault {
        let kind = blocks.get(block).map_or("block", Block::kind);
        TreeFault {
            block: Some(block),
            message: format!("{kind}: {wrong}"),
        }
    }
}

impl fmt::Display for TreeFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.block {
            Some(block) => write!(f, "block {block}, {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl TreeDef {
    /// Checks and builds a tree.
    ///
    /// # Errors
    /// A cycle, an input, clip, trigger or parameter that does not exist, a parameter or value that does not hold,
    /// a block without inputs, a name or key given twice, a `sync` over what is no loop or is used elsewhere, an
    /// `event_weight` outside 0..=1, more than [`MOST_BLOCKS`] blocks, parameters or triggers. The first that is found.
    pub fn build(spec: TreeSpec, clips: &ClipSet) -> Result<TreeDef, TreeFault> {
        check_spec(&spec, clips)?;
        let TreeSpec {
            params,
            mut triggers,
            mut blocks,
            keys,
            output,
            event_weight,
        } = spec;
        sort_triggers(&mut triggers, &mut blocks)?;
        let order = users_first(&blocks)?;
        check_weights(&blocks, &order, output)?;
        let plan = Plan::new(&blocks, &order, Some(output), clips)?;
        Ok(TreeDef {
            params,
            blocks,
            keys,
            output: Some(output),
            order,
            event_weight,
            play: None,
            triggers,
            plan,
        })
    }

    /// What a block is known by when the tree is read anew, and shown as in a trace: without keys, its number.
    pub fn key(&self, block: BlockId) -> String {
        let key = self.keys.get(usize::from(block.0));
        key.map_or_else(|| block.0.to_string(), String::clone)
    }

    /// Checks and builds a tree without triggers of these blocks over these clips.
    ///
    /// # Errors
    /// As of [`TreeDef::build`], as a sentence that names the block.
    pub fn new(
        params: Vec<ParamDef>,
        blocks: Vec<Block>,
        output: BlockId,
        event_weight: f64,
        clips: &ClipSet,
    ) -> Result<TreeDef, String> {
        TreeDef::with_triggers(params, Vec::new(), blocks, output, event_weight, clips)
    }

    /// Checks and builds a tree. `triggers` are the names that the blocks' [`TriggerId`]s count in; the tree
    /// sorts them, and numbers its Triggers anew. Blocks are known by their places.
    ///
    /// # Errors
    /// As of [`TreeDef::build`], as a sentence that names the block.
    pub fn with_triggers(
        params: Vec<ParamDef>,
        triggers: Vec<String>,
        blocks: Vec<Block>,
        output: BlockId,
        event_weight: f64,
        clips: &ClipSet,
    ) -> Result<TreeDef, String> {
        let spec = TreeSpec {
            params,
            triggers,
            blocks,
            keys: Vec::new(),
            output,
            event_weight,
        };
        TreeDef::build(spec, clips).map_err(|fault| fault.to_string())
    }

    /// The tree of a character without one: a Transition over its clips, one input a clip in order of id,
    /// each clip's speed a parameter of its own. It begins on the first clip.
    pub fn play(clips: &ClipSet) -> TreeDef {
        let n = clips.len() as u16;
        let param = |default| ParamDef {
            name: String::new(),
            default,
            min: f64::NEG_INFINITY,
            max: f64::INFINITY,
        };
        let handles = PlayHandles {
            index: ParamId(0),
            fade: ParamId(1),
        };
        let speeds = (0..n).map(|_| param(1.0));
        let animation = |clip| Block::Animation {
            clip: ClipId(clip),
            speed: Value::Param(ParamId(FIRST_SPEED + clip)),
        };
        let mut blocks: Vec<Block> = (0..n).map(animation).collect();
        let output = (n > 0).then_some(BlockId(n));
        if n > 0 {
            blocks.push(Block::Transition {
                inputs: (0..n).map(BlockId).collect(),
                index: Value::Param(handles.index),
                time: Value::Param(handles.fade),
                carry: false,
                sync: false,
            });
        }
        let order: Vec<BlockId> = output.into_iter().chain((0..n).map(BlockId)).collect();
        // Only masks and `sync` can be refused, and there are none.
        let plan = Plan::new(&blocks, &order, output, clips).unwrap_or_default();
        TreeDef {
            params: [param(0.0), param(0.0)].into_iter().chain(speeds).collect(),
            order,
            blocks,
            keys: Vec::new(),
            output,
            event_weight: 0.0,
            play: Some(handles),
            triggers: Vec::new(),
            plan,
        }
    }

    /// True where this is a play tree.
    pub fn is_play(&self) -> bool {
        self.play.is_some()
    }

    /// The public parameters (none of a play tree's are).
    pub fn params(&self) -> &[ParamDef] {
        if self.is_play() { &[] } else { &self.params }
    }

    /// The public parameter of that name.
    pub fn param(&self, name: &str) -> Option<ParamId> {
        let found = self.params().iter().position(|param| param.name == name);
        found.map(|index| ParamId(index as u16))
    }

    /// Its blocks; [`BlockId`] counts in this list.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// The clips that some way from the output leads to, in order of names, each once.
    pub fn clips_used(&self) -> impl Iterator<Item = ClipId> + '_ {
        let all = (0..self.plan.cycle_of.len()).map(|clip| ClipId(clip as u16));
        let leads = |clip: &ClipId| self.plan.layers.iter().any(|layer| layer.clip == *clip);
        all.filter(leads)
    }

    /// The names of its triggers in order; [`TriggerId`] counts in this list.
    pub fn triggers(&self) -> &[String] {
        &self.triggers
    }

    /// The trigger of that name.
    pub fn trigger(&self, name: &str) -> Option<TriggerId> {
        let found = self
            .triggers
            .binary_search_by(|trigger| trigger.as_str().cmp(name));
        Some(TriggerId(found.ok()? as u16))
    }

    /// The hidden parameter of a play tree that is that clip's speed.
    pub(super) fn speed_of(clip: ClipId) -> ParamId {
        ParamId(FIRST_SPEED.saturating_add(clip.0))
    }
}
