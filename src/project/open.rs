//! A project: its files read, its definitions, its pages. What is wrong inside
//! the files is kept with the definitions, and told by the scene that needs them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::context::Context;
use super::names::{CHARACTERS, SCENES, definitions};
use super::pictures::Pictures;
use super::{Defs, FileSet, Files, character, scene, settings};
use crate::draw::Pages;
use crate::error::{LoadError, LoadErrors, unknown};

/// What a folder must have, for errors.
const EXPECTED: &str =
    "a Luppet project is a folder with assets/ (scenes, characters, pictures) and scripts/";

/// A project: its files, its definitions, its pages. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Project(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    folder: Option<PathBuf>,
    files: FileSet,
    defs: Arc<Defs>,
    pages: Pages,
    pictures: Mutex<Pictures>,
}

impl Project {
    /// Opens the project in a folder.
    /// # Errors
    /// No such folder, or no `assets/` in it; too much to read. What is wrong *inside* files is told
    /// by the scene that needs them.
    pub fn open(folder: impl AsRef<Path>) -> Result<Project, LoadErrors> {
        let folder = folder.as_ref();
        let fault = |message: String| LoadError::new(folder.display().to_string(), message);
        if !folder.exists() {
            return Err(fault(format!("no such folder; {EXPECTED}")).into());
        }
        if !folder.is_dir() {
            return Err(fault(format!("this is a file; {EXPECTED}")).into());
        }
        if !folder.join("assets").is_dir() {
            return Err(fault(format!("there is no assets/ in this folder; {EXPECTED}")).into());
        }
        let files = FileSet::read_folder(folder).map_err(|error| fault(error.to_string()))?;
        Ok(Project::of(Some(folder.to_path_buf()), files))
    }

    /// A project from any source of files.
    /// # Errors
    /// What the source says; nothing under `assets/`; too much to read.
    pub fn from_files(files: &impl Files) -> Result<Project, LoadErrors> {
        let fault = |message: String| LoadError::new("project", message);
        let files = FileSet::read(files).map_err(|error| fault(error.to_string()))?;
        if !files.paths().any(|path| path.starts_with("assets/")) {
            return Err(fault(format!("there is nothing in assets/; {EXPECTED}")).into());
        }
        Ok(Project::of(None, files))
    }

    fn of(folder: Option<PathBuf>, files: FileSet) -> Project {
        let pages = Pages::default();
        let mut pictures = Pictures::default();
        let defs = load(&files, &pages, &mut pictures);
        Project(Arc::new(Inner {
            folder,
            files,
            defs: Arc::new(defs),
            pages,
            pictures: Mutex::new(pictures),
        }))
    }

    /// Its folder, if it has one.
    pub fn folder(&self) -> Option<&Path> {
        self.0.folder.as_deref()
    }

    /// Its files as they were when it was opened.
    pub fn files(&self) -> &FileSet {
        &self.0.files
    }

    /// Its definitions as they were when it was opened.
    pub fn defs(&self) -> &Arc<Defs> {
        &self.0.defs
    }

    /// The definitions of other files, against the same pages. A picture that is as before is not decoded again.
    /// Nothing that is shown changes before these are taken.
    pub fn load(&self, files: &FileSet) -> Defs {
        let mut pictures = self
            .0
            .pictures
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        load(files, &self.0.pages, &mut pictures)
    }

    /// Takes definitions that were loaded: their changed pictures are put on the pages.
    pub fn take(&self, defs: &Defs) {
        let mut pictures = self
            .0
            .pictures
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        pictures.take(defs, &self.0.pages);
    }

    /// Its scenes' names in order.
    pub fn scenes(&self) -> Vec<String> {
        self.0.defs.scenes.keys().cloned().collect()
    }

    /// The scene it starts with: luppet.ron's, else the only one, else the first by name.
    pub fn start_scene(&self) -> Option<String> {
        let settings = self.0.defs.settings.as_ref().ok();
        settings
            .and_then(|settings| settings.start.clone())
            .or_else(|| self.0.defs.scenes.keys().next().cloned())
    }

    /// The pages shared by this project and its sessions.
    pub fn pages(&self) -> &Pages {
        &self.0.pages
    }

    /// A scene's name from its name, its file's name, or the path of its file (from the project's top or from anywhere).
    /// # Errors
    /// No such scene, with the nearest names.
    pub fn scene_named(&self, name_or_path: &str) -> Result<String, LoadErrors> {
        const ENDING: &str = ".scene.ron";
        let scenes = &self.0.defs.scenes;
        if scenes.contains_key(name_or_path) {
            return Ok(name_or_path.to_owned());
        }
        let path = name_or_path.replace('\\', "/");
        let found = definitions(&self.0.files, SCENES, ENDING)
            .into_iter()
            .find(|(_, file)| {
                let file_name = file.rsplit('/').next();
                file_name == Some(path.as_str())
                    || path
                        .strip_suffix(file)
                        .is_some_and(|before| before.is_empty() || before.ends_with('/'))
            });
        if let Some((name, _)) = found {
            return Ok(name.to_owned());
        }
        if let Some(elsewhere) = self.0.files.paths().find(|file| path.ends_with(file)) {
            let message = format!("this is no scene; scenes are {SCENES}/NAME{ENDING}");
            return Err(LoadError::new(elsewhere, message).into());
        }
        let name = path.rsplit('/').next().unwrap_or(&path);
        let name = name.strip_suffix(ENDING).unwrap_or(name);
        let message = match scenes.len() {
            0 => format!("there is no scene; scenes are {SCENES}/NAME{ENDING}"),
            _ => unknown("scene", name, scenes.keys().map(String::as_str)),
        };
        Err(LoadError::new(SCENES, message).into())
    }
}

/// Loads all definitions.
fn load(files: &FileSet, pages: &Pages, pictures: &mut Pictures) -> Defs {
    let (scene_files, mut scenes) = by_name(definitions(files, SCENES, ".scene.ron"), "scene");
    let (character_files, mut characters) = by_name(
        definitions(files, CHARACTERS, ".character.ron"),
        "character",
    );
    let settings = settings::load(files, &scene_files);
    let mut context = Context {
        files,
        pages,
        pictures,
        repaint: Vec::new(),
        characters: character_files.clone(),
    };
    for (name, file) in &character_files {
        let def = character::load(&mut context, name, file);
        characters
            .entry((*name).to_owned())
            .or_insert_with(|| def.map(Arc::new));
    }
    for (name, file) in &scene_files {
        let def = scene::load(&mut context, name, file);
        scenes
            .entry((*name).to_owned())
            .or_insert_with(|| def.map(Arc::new));
    }
    Defs {
        settings,
        scenes,
        characters,
        repaint: context.repaint,
    }
}

/// Name -> file; and the names that two files claim, with the error that says so.
#[allow(clippy::type_complexity)]
fn by_name<'a, T>(
    found: Vec<(&'a str, &'a str)>,
    kind: &str,
) -> (
    BTreeMap<&'a str, &'a str>,
    BTreeMap<String, Result<T, LoadErrors>>,
) {
    let mut files = BTreeMap::new();
    let mut claimed = BTreeMap::new();
    for (name, file) in found {
        if let Some(first) = files.get(name) {
            let message = format!("two files define the {kind} {name:?}; the other is {first}");
            claimed
                .entry(name.to_owned())
                .or_insert_with(|| Err(LoadError::new(file, message).into()));
        } else {
            files.insert(name, file);
        }
    }
    (files, claimed)
}
