//! Animation trees: a graph of blocks that says which clips play with which
//! weight (rules R1..R5 for the two blocks there are: Animation, Transition), and
//! the playheads that move by it. A character without a tree file has a play
//! tree, a Transition over its clips, so there is one fade engine. Nothing here
//! knows of poses or pictures.

mod advance;
mod def;
mod fade;
mod play;
mod state;
#[cfg(test)]
mod tests;

pub use advance::MOST_EVENTS;
pub use def::{Block, BlockId, ParamDef, ParamId, PlayHandles, TreeDef, Value};
pub use state::{Seen, Shown, TreeEvent, TreeState};
