//! Tree files, in either form: `NAME.tree.ron` and NeoAxis's `NAME.animationTree`. Both become one
//! document of named things; against a character's clips and parts it becomes a tree.

use super::at::{At, Reader};
use super::context::Context;
use crate::clip::ClipSet;
use crate::rig::RigDef;
use crate::tree::TreeDef;

/// Reads the tree that a character's `tree` field names (looked up in the character's folder, then in `assets/trees`), over
/// that character's clips and parts. What is wrong in the tree's own file is told there, with its place.
pub(super) fn load<'a>(
    context: &mut Context,
    reader: &mut Reader<'a>,
    at: At<'a>,
    clips: &ClipSet,
    rig: &RigDef,
) -> Option<TreeDef> {
    _ = (context, clips, rig);
    reader.fault(at, "trees cannot be read yet");
    None
}
