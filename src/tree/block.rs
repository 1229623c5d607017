//! The blocks of a tree and what they refer to. How they are checked is `check`;
//! how they share their weight is `weigh`.

use crate::clip::ClipId;
use crate::rig::Mask;

/// A parameter's number in its tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ParamId(pub u16);

/// A trigger's number in its tree; numbers follow the order of names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TriggerId(pub u16);

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

/// One input of a [`Block::Sum`].
#[derive(Clone, Debug, PartialEq)]
pub struct SumInput {
    /// The block that is added.
    pub block: BlockId,
    /// The parts it moves; `None` is all of them.
    pub mask: Option<Mask>,
}

/// A block; inputs are blocks of a lower or higher number alike, without cycles.
///
/// `carry`: a clip that starts anywhere below takes the progress of the block's clip that was heaviest just
/// before. `sync`: the block's clips, loops only and used nowhere else, share one progress (rule R5).
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
        /// Clips take over progress.
        carry: bool,
        /// Clips share one progress.
        sync: bool,
    },
    /// Mixes the two inputs next to a position (rule R7).
    Blend {
        /// At least one, evenly spaced over 0..=1.
        inputs: Vec<BlockId>,
        /// The position, clamped to 0..=1.
        weight: Value,
        /// Clips take over progress.
        carry: bool,
        /// Clips share one progress.
        sync: bool,
    },
    /// Hands its whole weight to each input (rule R7).
    Sum {
        /// At least one.
        inputs: Vec<SumInput>,
    },
    /// Shows `on` for one pass when it is fired (rule R4).
    Trigger {
        /// What is fired; all triggers of one name act together.
        name: TriggerId,
        /// What a shot shows.
        on: BlockId,
        /// What is shown else.
        off: BlockId,
        /// Seconds from the one to the other; read when the weight turns, negative is 0.
        time: Value,
    },
    /// Shows the side nearest to an angle, fading where another is (rule R8).
    Direction8Sides {
        /// Degrees, 0 forward, positive left.
        angle: Value,
        /// A factor of its inputs' time.
        speed: Value,
        /// How long a fade lasts, as of a Transition.
        time: Value,
        /// Forward, forwardLeft, left, backwardLeft, backward, backwardRight, right, forwardRight; at least one.
        sides: [Option<BlockId>; 8],
        /// Clips take over progress.
        carry: bool,
        /// Clips share one progress.
        sync: bool,
    },
    /// Mixes poses by two angles that follow their sources (rule R9).
    LookAt {
        /// Degrees, positive left.
        horizontal: Value,
        /// Degrees, positive up.
        vertical: Value,
        /// Degrees a second at which the horizontal angle follows; 0 or less is at once.
        horizontal_speed: Value,
        /// The same of the vertical angle.
        vertical_speed: Value,
        /// A factor of its inputs' time.
        speed: Value,
        /// leftUp, leftCenter, leftDown, centerUp, centerCenter, centerDown, rightUp, rightCenter, rightDown; at least one.
        poses: [Option<BlockId>; 9],
        /// Clips take over progress.
        carry: bool,
        /// Clips share one progress.
        sync: bool,
    },
}

impl Block {
    /// Its name in messages.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Block::Animation { .. } => "Animation",
            Block::Transition { .. } => "Transition",
            Block::Blend { .. } => "Blend",
            Block::Sum { .. } => "Sum",
            Block::Trigger { .. } => "Trigger",
            Block::Direction8Sides { .. } => "Direction8Sides",
            Block::LookAt { .. } => "LookAt",
        }
    }

    /// How many slots for inputs it has; a Trigger's are `on` and `off`.
    pub(super) fn slots(&self) -> usize {
        match self {
            Block::Animation { .. } => 0,
            Block::Transition { inputs, .. } | Block::Blend { inputs, .. } => inputs.len(),
            Block::Sum { inputs } => inputs.len(),
            Block::Trigger { .. } => 2,
            Block::Direction8Sides { .. } => 8,
            Block::LookAt { .. } => 9,
        }
    }

    /// The input in a slot, if it is given.
    pub(super) fn slot(&self, slot: usize) -> Option<BlockId> {
        match self {
            Block::Animation { .. } => None,
            Block::Transition { inputs, .. } | Block::Blend { inputs, .. } => {
                inputs.get(slot).copied()
            }
            Block::Sum { inputs } => inputs.get(slot).map(|input| input.block),
            Block::Trigger { on, off, .. } => [*on, *off].get(slot).copied(),
            Block::Direction8Sides { sides, .. } => sides.get(slot).copied().flatten(),
            Block::LookAt { poses, .. } => poses.get(slot).copied().flatten(),
        }
    }

    pub(super) fn inputs(&self) -> impl Iterator<Item = BlockId> + '_ {
        (0..self.slots()).filter_map(|slot| self.slot(slot))
    }

    /// The parts that a slot's input moves; `None` is all of them.
    pub(super) fn mask(&self, slot: usize) -> Option<&Mask> {
        match self {
            Block::Sum { inputs } => inputs.get(slot)?.mask.as_ref(),
            _ => None,
        }
    }

    /// What scales its clip's or its inputs' time.
    pub(super) fn speed(&self) -> Option<Value> {
        match self {
            Block::Animation { speed, .. }
            | Block::Direction8Sides { speed, .. }
            | Block::LookAt { speed, .. } => Some(*speed),
            _ => None,
        }
    }

    pub(super) fn values(&self) -> Vec<Value> {
        match self {
            Block::Animation { speed, .. } => vec![*speed],
            Block::Transition { index, time, .. } => vec![*index, *time],
            Block::Blend { weight, .. } => vec![*weight],
            Block::Sum { .. } => Vec::new(),
            Block::Trigger { time, .. } => vec![*time],
            Block::Direction8Sides {
                angle, speed, time, ..
            } => vec![*angle, *speed, *time],
            Block::LookAt {
                horizontal,
                vertical,
                horizontal_speed,
                vertical_speed,
                speed,
                ..
            } => vec![
                *horizontal,
                *vertical,
                *horizontal_speed,
                *vertical_speed,
                *speed,
            ],
        }
    }

    /// Its `carry` and its `sync`.
    pub(super) fn timing(&self) -> (bool, bool) {
        match self {
            Block::Transition { carry, sync, .. }
            | Block::Blend { carry, sync, .. }
            | Block::Direction8Sides { carry, sync, .. }
            | Block::LookAt { carry, sync, .. } => (*carry, *sync),
            Block::Animation { .. } | Block::Sum { .. } | Block::Trigger { .. } => (false, false),
        }
    }
}
