//! Where the names that a character's files define stand: definitions know their names
//! only, so that moving a line changes nothing that runs. For whoever tells of such a name.

use std::collections::BTreeMap;

use super::at::Reader;
use super::{FileSet, character, tree_file};
use crate::error::Place;
use crate::stage::CharacterDef;

/// The places of one character's clips, and of what its tree names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spots {
    /// The clips, in the character's own file.
    pub clips: BTreeMap<String, Place>,
    /// The tree's file, if the character has one.
    pub tree: Option<String>,
    /// The tree's parameters, in the tree's file; the column is 0 where only the line is known.
    pub params: BTreeMap<String, Place>,
    /// The tree's triggers, in the tree's file: of each the first.
    pub triggers: BTreeMap<String, Place>,
}

/// Reads the places of a character that was loaded from these files; what does not read has none.
pub fn spots(files: &FileSet, character: &CharacterDef) -> Spots {
    let Ok(source) = files.text(&character.file) else {
        return Spots::default();
    };
    let mut reader = Reader::new(&character.file, &source);
    let Some((clips, tree)) = character::spots(&mut reader) else {
        return Spots::default();
    };
    let tree = tree.and_then(|name| tree_file::spots(files, &character.file, &name));
    let Some(tree) = tree else {
        return Spots {
            clips,
            ..Spots::default()
        };
    };
    Spots {
        clips,
        tree: Some(tree.path),
        params: tree.params,
        triggers: tree.triggers,
    }
}
