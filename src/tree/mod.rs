//! Animation trees: a graph of blocks that says which clips play with which
//! weight (rules R1..R10), and the playheads that move by it. A character without
//! a tree file has a play tree, a Transition over its clips, so there is one fade
//! engine. Nothing here knows of poses or pictures.

mod advance;
mod angles;
mod block;
mod check;
mod cycle;
mod def;
mod fade;
mod follow;
mod moves;
mod plan;
mod play;
mod reload;
mod root;
mod scratch;
mod shot;
mod state;
mod tell;
#[cfg(test)]
mod tests;
mod trigger;
mod view;
mod weigh;

pub use crate::rig::{Layer, Mask};
pub use block::{Block, BlockId, ParamDef, ParamId, SumInput, TriggerId, Value};
pub use def::{MOST_BLOCKS, PlayHandles, TreeDef, TreeFault, TreeSpec};
pub use state::{Seen, Shown, Source, TreeEvent, TreeState};
pub use tell::MOST_EVENTS;
pub use view::{FadeSeen, LookSeen};
