//! Files on disk become definitions: RON, pictures; and the report of what is wrong.
//!
//! Nothing here runs a scene or a script. A script is only looked for; the host reads it.

mod arts;
mod at;
mod boxes_form;
mod character;
mod clip_form;
mod context;
mod data;
mod examples;
mod fileset;
mod frames_form;
mod keys_form;
mod markers_form;
mod names;
mod open;
mod parts;
mod pictures;
mod places;
pub mod report;
mod scene;
mod settings;
mod shape_form;
mod sheet;
mod spots;
mod tree_file;
#[cfg(feature = "watch")]
pub mod watch;
mod words;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;

use crate::draw::PageId;
use crate::error::LoadErrors;
use crate::stage::{CharacterDef, Limits, SceneDef};
use crate::time::Rate;

pub use fileset::{ENDINGS, FileSet, SETTINGS, TEXT_CAP, is_script};
pub use names::script_key;
pub use open::Project;
pub use pictures::picture_fault;
pub use spots::{Spots, spots};
pub use tree_file::{import_tree, is_tree};

/// Where a project's files come from: a folder, an archive, or memory.
pub trait Files {
    /// The paths of all files, relative, with `/`.
    /// # Errors
    /// What the source says.
    fn paths(&self) -> io::Result<Vec<String>>;
    /// The content of one.
    /// # Errors
    /// What the source says.
    fn read(&self, path: &str) -> io::Result<Vec<u8>>;
}

/// Files in memory: path -> content.
impl Files for BTreeMap<String, Vec<u8>> {
    fn paths(&self) -> io::Result<Vec<String>> {
        Ok(self.keys().cloned().collect())
    }
    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        self.get(path)
            .cloned()
            .ok_or_else(|| io::ErrorKind::NotFound.into())
    }
}

/// A file that changed.
#[derive(Clone, Debug, PartialEq)]
pub struct FileChange {
    /// Relative to the project, with `/`.
    pub path: String,
    /// Its new content, or `None` where it is gone.
    pub content: Option<Arc<[u8]>>,
}

/// luppet.ron; without the file, all as it is by default.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The scene to start with, if it names one.
    pub start: Option<String>,
    /// Steps a second.
    pub rate: Rate,
    /// The seed of a run that is given none.
    pub seed: u64,
    /// The bounds on scripts, perhaps lowered.
    pub limits: Limits,
}

/// All definitions of a project at one moment; what did not load holds its errors.
///
/// A scene is whole without its characters: a character that did not load holds its own errors, so that each fault is told once.
#[derive(Clone, Debug)]
pub struct Defs {
    /// luppet.ron.
    pub settings: Result<Settings, LoadErrors>,
    /// By name.
    pub scenes: BTreeMap<String, Result<Arc<SceneDef>, LoadErrors>>,
    /// By name.
    pub characters: BTreeMap<String, Result<Arc<CharacterDef>, LoadErrors>>,
    /// Pages whose pixels are to be replaced when these definitions are taken ([`Project::take`]): id, width, height, pixels.
    pub repaint: Vec<(PageId, u32, u32, Arc<Vec<u8>>)>,
}
