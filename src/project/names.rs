//! Where the names in a file lead: pictures and scripts are looked up beside
//! the file that names them, then in assets/ or scripts/. A name never leaves
//! the project. Nothing is read here but the list of paths.

use super::FileSet;
use crate::error::{short as cut, unknown};

/// Folder of the characters.
pub(super) const CHARACTERS: &str = "assets/characters";
/// Folder of the scenes.
pub(super) const SCENES: &str = "assets/scenes";

/// The behaviour's key of a script named in a character or scene: a `.lua`/`.luau` file, or a folder with an init file;
/// looked up in the character's folder first, then in `scripts/`. `None` where there is none.
pub fn script_key(files: &FileSet, character_file: &str, script: &str) -> Option<String> {
    find_script(files, character_file, script).ok()
}

/// As [`script_key`].
/// # Errors
/// The sentence that says what is wrong with the name.
pub(super) fn find_script(
    files: &FileSet,
    character_file: &str,
    script: &str,
) -> Result<String, String> {
    let script = clean(script).map_err(|fault| format!("script {:?} {fault}", cut(script)))?;
    let folders = [own_folder(character_file), Some("scripts")];
    let candidates = candidates(&folders, &script);
    for path in &candidates {
        let has_init = ["init.lua", "init.luau"]
            .iter()
            .any(|init| files.get(&format!("{path}/{init}")).is_some());
        if has_init || (is_script(path) && files.get(path).is_some()) {
            return Ok(path.clone());
        }
    }
    if let Some(reason) = candidates.iter().find_map(|path| files.refusal(path)) {
        return Err(format!("script {:?} was not read: {reason}", cut(&script)));
    }
    let is_folder = |path: &&String| {
        files.paths().any(|other| {
            other
                .strip_prefix(path.as_str())
                .is_some_and(|rest| rest.starts_with('/'))
        })
    };
    if let Some(folder) = candidates.iter().find(is_folder) {
        return Err(format!(
            "the folder {folder} has no init.lua, so it is no behaviour"
        ));
    }
    let choices = choices(files, &folders, is_script);
    Err(unknown(
        "script",
        &script,
        choices.iter().map(String::as_str),
    ))
}

/// How a tree's file is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// `NAME.tree.ron`.
    Ron,
    /// `NAME.animationTree`.
    NeoAxis,
}

const TREE_ENDINGS: [(&str, Form); 2] =
    [(".tree.ron", Form::Ron), (".animationTree", Form::NeoAxis)];

/// The path and the form of the tree that a character names: with its ending, or without where only one form of it is
/// there. Looked up in the character's own folder first, then in `assets/trees/`.
/// # Errors
/// The sentence that says what is wrong with the name.
pub(super) fn find_tree(
    files: &FileSet,
    character_file: &str,
    tree: &str,
) -> Result<(String, Form), String> {
    let tree = clean(tree).map_err(|fault| format!("tree {:?} {fault}", cut(tree)))?;
    let folders = [own_folder(character_file), Some("assets/trees")];
    let candidates = candidates(&folders, &tree);
    for path in &candidates {
        if files.get(path).is_some() {
            return match tree_form(path) {
                Some(form) => Ok((path.clone(), form)),
                None => Err(format!(
                    "{:?} is no tree; trees end in .tree.ron or .animationTree",
                    cut(&tree)
                )),
            };
        }
        let forms = TREE_ENDINGS.map(|(ending, form)| (format!("{path}{ending}"), form));
        let mut there = forms
            .into_iter()
            .filter(|(path, _)| files.get(path).is_some());
        match (there.next(), there.next()) {
            (Some(found), None) => return Ok(found),
            (Some((one, _)), Some((other, _))) => {
                return Err(format!(
                    "tree {:?} is there in both forms: name one, {:?} or {:?}",
                    cut(&tree),
                    short(&folders, &one),
                    short(&folders, &other)
                ));
            }
            _ => {}
        }
    }
    let refused = |path: &String| {
        let endings = ["", ".tree.ron", ".animationTree"].into_iter();
        let mut paths = endings.map(|ending| format!("{path}{ending}"));
        paths.find_map(|path| files.refusal(&path))
    };
    if let Some(reason) = candidates.iter().find_map(refused) {
        return Err(format!("tree {:?} was not read: {reason}", cut(&tree)));
    }
    let choices = choices(files, &folders, |path| tree_form(path).is_some());
    let mut message = unknown("tree", &tree, choices.iter().map(String::as_str));
    if tree
        .rsplit('/')
        .next()
        .is_some_and(|name| name.contains('.'))
        && tree_form(&tree).is_none()
    {
        message += "; trees end in .tree.ron or .animationTree";
    }
    Err(message)
}

/// The form that a path's ending says, whatever its case.
pub(super) fn tree_form(path: &str) -> Option<Form> {
    let name = path.rsplit('/').next()?.to_lowercase();
    let of = |(ending, form): (&str, Form)| {
        let stem = name.strip_suffix(&ending.to_lowercase())?;
        (!stem.is_empty()).then_some(form)
    };
    TREE_ENDINGS.into_iter().find_map(of)
}

/// A path as it would be named.
fn short<'p>(folders: &[Option<&str>], path: &'p str) -> &'p str {
    folders
        .iter()
        .flatten()
        .find_map(|folder| path.strip_prefix(folder)?.strip_prefix('/'))
        .unwrap_or(path)
}

/// The path of a picture named in `file`.
/// # Errors
/// The sentence that says what is wrong with the name.
pub(super) fn find_picture(files: &FileSet, file: &str, name: &str) -> Result<String, String> {
    let name = clean(name).map_err(|fault| format!("picture {:?} {fault}", cut(name)))?;
    let folders = [folder_of(file), Some("assets")];
    let candidates = candidates(&folders, &name);
    if let Some(path) = candidates.iter().find(|path| files.get(path).is_some()) {
        if is_picture(path) {
            return Ok(path.clone());
        }
        return Err(format!(
            "{:?} is no picture; pictures end in .png",
            cut(&name)
        ));
    }
    if let Some(reason) = candidates.iter().find_map(|path| files.refusal(path)) {
        return Err(format!("picture {:?} was not read: {reason}", cut(&name)));
    }
    let ending = name
        .rsplit_once('.')
        .map(|(_, ending)| ending.to_lowercase());
    if let Some(ending @ ("jpg" | "jpeg" | "gif" | "bmp" | "webp" | "svg" | "aseprite" | "ase")) =
        ending.as_deref()
    {
        return Err(format!(
            "picture {:?}: .{ending} is not read; save it as .png",
            cut(&name)
        ));
    }
    let choices = choices(files, &folders, is_picture);
    Err(unknown(
        "picture",
        &name,
        choices.iter().map(String::as_str),
    ))
}

/// A name as a path inside the project, `./` left out.
/// # Errors
/// The end of a sentence that begins with the name.
fn clean(name: &str) -> Result<String, &'static str> {
    let mut start = name.chars();
    let drive = start.next().is_some_and(|c| c.is_ascii_alphabetic()) && start.next() == Some(':');
    if name.is_empty() {
        return Err("is empty");
    }
    if drive || name.starts_with('/') || name.starts_with("\\\\") {
        return Err("is a path of this machine; names are looked up inside the project");
    }
    if name.contains('\\') {
        return Err("has a `\\`; folders are separated by `/`");
    }
    if name.chars().any(char::is_control) {
        return Err("holds control characters");
    }
    let parts: Vec<&str> = name.split('/').filter(|part| *part != ".").collect();
    if parts.contains(&"..") {
        return Err(
            "leaves its folder: `..` is not allowed, names are looked up inside the project",
        );
    }
    if parts.is_empty() || parts.contains(&"") {
        return Err("has a folder without a name");
    }
    Ok(parts.join("/"))
}

/// The folder a file is in.
fn folder_of(file: &str) -> Option<&str> {
    file.rsplit_once('/').map(|(folder, _)| folder)
}

/// A character's own folder, if it has one.
fn own_folder(character_file: &str) -> Option<&str> {
    folder_of(character_file).filter(|folder| {
        folder
            .strip_prefix(CHARACTERS)
            .is_some_and(|rest| rest.starts_with('/'))
    })
}

/// The paths a name may stand for, first come first served; last, the name as a path from the project's top.
fn candidates(folders: &[Option<&str>], name: &str) -> Vec<String> {
    let mut paths: Vec<String> = folders
        .iter()
        .flatten()
        .map(|folder| format!("{folder}/{name}"))
        .collect();
    paths.push(name.to_owned());
    paths
}

/// What may be named instead, as it would be written.
fn choices(files: &FileSet, folders: &[Option<&str>], fits: fn(&str) -> bool) -> Vec<String> {
    let mut choices = Vec::new();
    for path in files.paths().filter(|path| fits(path)) {
        let short = folders
            .iter()
            .flatten()
            .find_map(|folder| path.strip_prefix(folder)?.strip_prefix('/'));
        let Some(short) = short else { continue };
        let short = match short.rsplit_once('/') {
            Some((folder, "init.lua" | "init.luau")) => folder,
            _ => short,
        };
        choices.push(short.to_owned());
    }
    choices
}

fn is_script(path: &str) -> bool {
    ends_with(path, &["lua", "luau"])
}

fn is_picture(path: &str) -> bool {
    ends_with(path, &["png"])
}

fn ends_with(path: &str, endings: &[&str]) -> bool {
    path.rsplit_once('.').is_some_and(|(_, ending)| {
        endings
            .iter()
            .any(|known| known.eq_ignore_ascii_case(ending))
    })
}

/// The definitions of a kind among the files: name and file, in order of files. Below `folder`, a name is the file's
/// own without `ending`.
pub(super) fn definitions<'a>(
    files: &'a FileSet,
    folder: &str,
    ending: &str,
) -> Vec<(&'a str, &'a str)> {
    let refused = files.refused().map(|(path, _)| path);
    let mut found: Vec<_> = files
        .paths()
        .chain(refused)
        .filter(|path| {
            path.strip_prefix(folder)
                .is_some_and(|rest| rest.starts_with('/'))
        })
        .filter_map(|path| {
            let name = path.rsplit('/').next()?.strip_suffix(ending)?;
            (!name.is_empty()).then_some((name, path))
        })
        .collect();
    found.sort_by_key(|(_, path)| *path);
    found
}
