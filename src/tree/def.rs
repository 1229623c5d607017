//! What a tree is, checked once when it is built; immutable and shared.

use crate::clip::{ClipId, ClipSet};

/// A parameter's number in its tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ParamId(pub u16);

/// A block's number in its tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BlockId(pub u16);

/// A number or a parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// Always this.
    Number(f64),
    /// What this parameter holds.
    Param(ParamId),
}

/// A parameter: its name, default and range.
#[derive(Clone, Debug, PartialEq)]
pub struct ParamDef {
    /// Its name, unlike the others'.
    pub name: String,
    /// What it holds at first, within the range.
    pub default: f64,
    /// The least it takes; what is set below is clamped.
    pub min: f64,
    /// The most it takes; what is set above is clamped.
    pub max: f64,
}

/// A block; inputs are blocks of a lower or higher number alike, without cycles.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Block {
    /// Plays a clip.
    Animation {
        /// Which.
        clip: ClipId,
        /// A factor of its time; negative runs backward.
        speed: Value,
    },
    /// Shows one of its inputs, fading where another is chosen.
    Transition {
        /// At least one; two that are the same block are one input.
        inputs: Vec<BlockId>,
        /// The input chosen, from 0, rounded half up; out of range keeps the last valid one.
        index: Value,
        /// How long a fade lasts, in seconds; read when it starts, negative is 0.
        time: Value,
    },
}

impl Block {
    /// Its name in messages.
    fn kind(&self) -> &'static str {
        match self {
            Block::Animation { .. } => "Animation",
            Block::Transition { .. } => "Transition",
        }
    }

    fn inputs(&self) -> &[BlockId] {
        match self {
            Block::Animation { .. } => &[],
            Block::Transition { inputs, .. } => inputs,
        }
    }

    fn values(&self) -> Vec<Value> {
        match self {
            Block::Animation { speed, .. } => vec![*speed],
            Block::Transition { index, time, .. } => vec![*index, *time],
        }
    }
}

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
    /// `None` of a play tree without clips.
    pub(super) output: Option<BlockId>,
    /// Every block, each before its inputs: weights are handed down in this order.
    pub(super) order: Vec<BlockId>,
    pub(super) event_weight: f64,
    pub(super) play: Option<PlayHandles>,
}

impl TreeDef {
    /// Checks and builds a tree of these blocks over these clips.
    ///
    /// # Errors
    /// A cycle, an input, clip or parameter that does not exist, a parameter or value that does not hold, an
    /// `event_weight` outside 0..=1; the sentence names the block.
    pub fn new(
        params: Vec<ParamDef>,
        blocks: Vec<Block>,
        output: BlockId,
        event_weight: f64,
        clips: &ClipSet,
    ) -> Result<TreeDef, String> {
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
        if !(0.0..=1.0).contains(&event_weight) {
            return Err(format!("event_weight {event_weight} is not in 0..1"));
        }
        for (i, block) in blocks.iter().enumerate() {
            check(block, params.len(), blocks.len(), clips)
                .map_err(|wrong| format!("block {i} ({}): {wrong}", block.kind()))?;
        }
        if usize::from(output.0) >= blocks.len() {
            return Err(format!(
                "the output is block {}, which does not exist",
                output.0
            ));
        }
        let order = users_first(&blocks)?;
        Ok(TreeDef {
            params,
            blocks,
            output: Some(output),
            order,
            event_weight,
            play: None,
        })
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
            });
        }
        TreeDef {
            params: [param(0.0), param(0.0)].into_iter().chain(speeds).collect(),
            order: output.into_iter().chain((0..n).map(BlockId)).collect(),
            blocks,
            output,
            event_weight: 0.0,
            play: Some(handles),
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

    pub(super) fn block(&self, id: BlockId) -> &Block {
        &self.blocks[usize::from(id.0)]
    }

    /// The hidden parameter of a play tree that is that clip's speed.
    pub(super) fn speed_of(clip: ClipId) -> ParamId {
        ParamId(FIRST_SPEED.saturating_add(clip.0))
    }
}

/// What one block refers to.
fn check(block: &Block, params: usize, blocks: usize, clips: &ClipSet) -> Result<(), String> {
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
    if let Some(input) = block
        .inputs()
        .iter()
        .find(|input| usize::from(input.0) >= blocks)
    {
        return Err(format!("input block {} does not exist", input.0));
    }
    match block {
        Block::Animation { clip, .. } if usize::from(clip.0) >= clips.len() => {
            Err(format!("clip {} does not exist", clip.0))
        }
        Block::Transition { inputs, .. } if inputs.is_empty() => {
            Err("it needs at least one input".into())
        }
        _ => Ok(()),
    }
}

/// All blocks, each before its inputs.
fn users_first(blocks: &[Block]) -> Result<Vec<BlockId>, String> {
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
                        stuck && blocks[*user].inputs().contains(&BlockId(at as u16))
                    })
                    .unwrap_or(at);
            }
            let kind = blocks[at].kind();
            Err(format!("block {at} ({kind}) feeds itself: a cycle"))
        }
        None => Ok(order),
    }
}
