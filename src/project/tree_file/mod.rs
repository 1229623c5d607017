//! Tree files, in either form: `NAME.tree.ron` and `NAME.animationTree`, `NeoAxis`'s. Both become
//! one document of named things; against a character's clips and parts it becomes a tree.

mod doc;
mod neoaxis;
mod print;
mod resolve;
mod ron_form;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::sync::Arc;

use super::FileSet;
use super::at::{At, FAULT_CAP, Reader};
use super::context::Context;
use super::fileset;
use super::names::{Form, find_tree, tree_form};
use crate::clip::ClipSet;
use crate::error::{LoadError, LoadErrors, Place};
use crate::rig::RigDef;
use crate::tree::TreeDef;
use doc::{Kind, TreeDoc};
use resolve::Figure;

/// Reads the tree that a character's `tree` field names (looked up in the character's folder, then in `assets/trees`), over
/// that character's clips and parts. What is wrong in the tree's own file is told there, with its place.
pub(super) fn load<'a>(
    context: &mut Context,
    reader: &mut Reader<'a>,
    at: At<'a>,
    clips: &ClipSet,
    rig: &RigDef,
) -> Option<TreeDef> {
    let name = reader.string("tree", at)?;
    let (path, form) = match find_tree(context.files, reader.file(), &name) {
        Ok(found) => found,
        Err(message) => {
            reader.fault(at, message);
            return None;
        }
    };
    let source = match context.files.text(&path) {
        Ok(source) => source,
        Err(error) => {
            reader.errors.push(error);
            return None;
        }
    };
    let figure = Figure::new(reader.file(), clips, rig);
    match of_figure(&path, form, &source, &figure) {
        Ok(tree) => Some(tree),
        Err(errors) => {
            reader.errors.extend(errors.0);
            None
        }
    }
}

/// The tree of a file for a figure.
fn of_figure(
    path: &str,
    form: Form,
    source: &Arc<str>,
    figure: &Figure,
) -> Result<TreeDef, LoadErrors> {
    let mut reader = Reader::new(path, source);
    let doc = read(&mut reader, form, source);
    let tree = doc.and_then(|doc| match resolve::build(&doc, figure) {
        Ok(tree) => Some(tree),
        Err(wrong) => {
            for (place, message) in wrong {
                reader.fault_at(place, message);
            }
            None
        }
    });
    reader.done(tree)
}

fn read<'a>(reader: &mut Reader<'a>, form: Form, source: &'a str) -> Option<TreeDoc> {
    match form {
        Form::Ron => ron_form::read(reader, source),
        Form::NeoAxis => neoaxis::read(reader, source),
    }
}

/// Where the parameters of a character's tree are named, and its triggers: each where the file names it first.
pub(super) struct TreeSpots {
    /// The tree's file.
    pub path: String,
    pub params: BTreeMap<String, Place>,
    pub triggers: BTreeMap<String, Place>,
}

/// Those of the tree that a character's file calls `name`; `None` where it does not read.
pub(super) fn spots(files: &FileSet, character_file: &str, name: &str) -> Option<TreeSpots> {
    let (path, form) = find_tree(files, character_file, name).ok()?;
    let source = files.text(&path).ok()?;
    let doc = read(&mut Reader::new(&path, &source), form, &source)?;
    let params = doc.params.into_iter();
    let params = params.map(|param| (param.name, param.place)).collect();
    let mut triggers = BTreeMap::new();
    for block in doc.blocks {
        if let Kind::Trigger { name, .. } = block.kind {
            let place = triggers.entry(name).or_insert(block.place);
            *place = block.place.min(*place);
        }
    }
    Some(TreeSpots {
        path,
        params,
        triggers,
    })
}

/// True for a path that ends as trees do, in `.animationTree` or `.tree.ron`.
pub fn is_tree(path: &str) -> bool {
    tree_form(&path.replace('\\', "/")).is_some()
}

/// The RON form of a tree file of either form, as `luppet import tree` prints it. `path` says the form, and stands in
/// errors; the clips and parts the tree names need not exist.
/// # Errors
/// All that is wrong in the file; a path that ends neither in `.animationTree` nor in `.tree.ron`.
pub fn import_tree(path: &str, content: &[u8]) -> Result<String, LoadErrors> {
    let Some(form) = tree_form(path) else {
        let message = "this is no tree; trees end in .animationTree or .tree.ron";
        return Err(LoadError::new(path, message).into());
    };
    let source = fileset::text_of(path, content)?;
    let mut reader = Reader::new(path, &source);
    let doc = read(&mut reader, form, &source);
    let doc = reader.done(doc)?;
    let file = path.rsplit(['/', '\\']).next().unwrap_or(path);
    Ok(print::print(&doc, file))
}
