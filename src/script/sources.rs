//! Scripts as files, for whoever looks through them without running them: which files
//! a behaviour is made of, where their `require`s lead, whether a source compiles.

use std::sync::Arc;

use mlua::{Lua, LuaOptions, StdLib};

use super::load::Generation;
use super::{ScriptHost, errors, files};
use crate::error::{LoadError, LoadErrors};
use crate::project::FileSet;
use crate::stage::Limits;

/// The files behind a behaviour's key.
#[derive(Debug)]
pub struct Sources(Generation);

impl Sources {
    /// Finds the behaviour's own files; nothing of them is read yet.
    ///
    /// # Errors
    /// There are none, or two for one thing.
    pub fn of(files: &FileSet, key: &str, limits: &Limits) -> Result<Sources, LoadErrors> {
        let generation = Generation::new(0, key, files, limits.source);
        generation.map(Sources).map_err(LoadErrors)
    }

    /// The file that returns the behaviour.
    pub fn main(&self) -> &str {
        &self.0.main
    }

    /// Of a behaviour that is a folder, its state files: state and path, in order of states.
    pub fn states(&self) -> &[(String, String)] {
        &self.0.states
    }

    /// A file's text.
    ///
    /// # Errors
    /// It is missing, too large, or no text.
    pub fn text(&self, path: &str) -> Result<Arc<str>, LoadError> {
        self.0.source(path)
    }

    /// The path that `require(name)` in the file `from` leads to.
    ///
    /// # Errors
    /// The sentence that says why to none.
    pub fn resolve(&self, from: &str, name: &str) -> Result<String, String> {
        self.0.resolve(from, name)
    }
}

impl ScriptHost {
    /// The files that a behaviour has read so far, in order: its own and those it required. None of one that is not loaded.
    pub fn files_of(&self, key: &str) -> Vec<String> {
        let room = self.keys.get(key).and_then(|room| self.rooms.get(*room));
        room.map_or(Vec::new(), |room| room.loaded.generation.files_read())
    }
}

/// What keeps a script from compiling, just as loading it would tell; `None`: it compiles. Nothing of it runs.
pub fn syntax_fault(project: &FileSet, path: &str, limits: &Limits) -> Option<LoadError> {
    let generation = match Generation::new(0, path, project, limits.source) {
        Ok(generation) => generation,
        Err(errors) => return errors.into_iter().next(),
    };
    let source = match generation.source(path) {
        Ok(source) => source,
        Err(error) => return Some(error),
    };
    let fault = |message| {
        let error = mlua::Error::RuntimeError(message);
        let parts = errors::parts(&error, &generation, limits.text, String::new);
        errors::load_error(parts, &generation, path)
    };
    let lua = match Lua::new_with(StdLib::NONE, LuaOptions::default()) {
        Ok(lua) => lua,
        Err(error) => return Some(LoadError::new(path, error.to_string())),
    };
    files::chunk(&lua, &source, path)
        .into_function()
        .err()
        .map(|error| fault(files::refused(error, &source, path)))
}
