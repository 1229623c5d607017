//! The files of one behaviour at one moment: its sources as text, its states'
//! files, and where `require` leads. Reads only from a [`FileSet`], never the disk.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::sync::Arc;

use super::text;
use crate::error::{LoadError, Place, nearest};
use crate::project::FileSet;

/// The endings of a script's name.
const ENDINGS: [&str; 2] = [".lua", ".luau"];

/// Paths remembered of one behaviour.
const USES: usize = 4096;

/// The sources a behaviour was, or is to be, loaded from.
#[derive(Debug)]
pub(super) struct Generation {
    /// Its number, never used twice by a host.
    pub id: u32,
    /// The behaviour's key.
    pub key: String,
    /// The file that returns the behaviour.
    pub main: String,
    /// State files by state's name, where the behaviour is a folder.
    pub states: Vec<(String, String)>,
    /// Where it reads; later moments take its place while nothing it has used differs.
    files: RefCell<FileSet>,
    is_folder: bool,
    largest: usize,
    /// Every path that was read or looked for.
    uses: RefCell<BTreeSet<String>>,
}

impl Generation {
    /// The files behind a key.
    ///
    /// # Errors
    /// There are none; a folder with two files for one thing.
    pub(super) fn new(
        id: u32,
        key: &str,
        files: &FileSet,
        largest: usize,
    ) -> Result<Generation, Vec<LoadError>> {
        let mut generation = Generation {
            id,
            key: key.into(),
            main: key.into(),
            states: Vec::new(),
            files: RefCell::new(files.clone()),
            is_folder: false,
            largest,
            uses: RefCell::default(),
        };
        if files.get(key).is_none() {
            generation.open_folder()?;
        }
        Ok(generation)
    }

    fn open_folder(&mut self) -> Result<(), Vec<LoadError>> {
        let folder = format!("{}/", self.key);
        let mut found: Vec<(String, String)> = Vec::new();
        let mut errors = Vec::new();
        for path in self.files.get_mut().paths() {
            let Some(name) = state_of(path, &folder) else {
                continue;
            };
            if let Some((_, other)) = found.iter().find(|(known, _)| known == name) {
                let message = format!("{name:?} has two files, this one and {other}");
                errors.push(LoadError::new(path, message));
                continue;
            }
            found.push((name.into(), path.into()));
        }
        let main = found.iter().position(|(name, _)| name == "init");
        let Some(main) = main else {
            let message = if found.is_empty() {
                "there is no such script"
            } else {
                "the folder has no init.lua, so it is no behaviour"
            };
            return Err(vec![LoadError::new(&self.key, message)]);
        };
        if !errors.is_empty() {
            return Err(errors);
        }
        self.main = found.remove(main).1;
        found.sort();
        self.states = found;
        self.is_folder = true;
        Ok(())
    }

    /// The paths that concern the behaviour, or `other` of its versions, and whose
    /// content is not the same in `files`.
    pub(super) fn changed(&self, other: &Generation, files: &FileSet) -> BTreeSet<String> {
        let own = self.files.borrow();
        let uses = self.uses.borrow();
        let mut paths: BTreeSet<&str> = uses.iter().map(String::as_str).collect();
        let late = other.uses.borrow();
        paths.extend(late.iter().map(String::as_str));
        let folder = format!("{}/", self.key);
        let states = files.paths().filter(|_| self.is_folder);
        paths.extend(states.filter(|path| state_of(path, &folder).is_some()));
        paths.extend([self.main.as_str(), self.key.as_str()]);
        let differ = |path: &&str| own.get(path) != files.get(path);
        paths
            .into_iter()
            .filter(differ)
            .map(str::to_owned)
            .collect()
    }

    /// True where it was read from this file, or looked for it.
    pub(super) fn uses(&self, path: &str) -> bool {
        self.uses.borrow().contains(path)
    }

    /// Nothing it has used differs in `files`: what it asks for from now on comes from there.
    pub(super) fn move_on(&self, files: &FileSet) {
        *self.files.borrow_mut() = files.clone();
    }

    /// Remembers a path that was read or looked for; a script that looks for ever
    /// new ones is not followed to the end.
    fn used(&self, path: String) {
        let mut uses = self.uses.borrow_mut();
        if uses.len() < USES {
            uses.insert(path);
        }
    }

    /// The files that were read so far, in order.
    pub(super) fn files_read(&self) -> Vec<String> {
        let uses = self.uses.borrow();
        let files = self.files.borrow();
        let there = uses.iter().filter(|path| files.get(path).is_some());
        there.cloned().collect()
    }

    /// True where a script of the project has this path.
    pub(super) fn knows(&self, path: &str) -> bool {
        self.files.borrow().get(path).is_some()
    }

    /// A file as text.
    ///
    /// # Errors
    /// It is missing, too large, or no text.
    pub(super) fn source(&self, path: &str) -> Result<Arc<str>, LoadError> {
        self.used(path.into());
        let bytes = self.files.borrow().get(path).cloned();
        let bytes = bytes.ok_or_else(|| LoadError::new(path, "there is no such script"))?;
        decode(&bytes, self.largest).map_err(|(line, message)| {
            let mut error = LoadError::new(path, message);
            error.place = line.map(|line| Place { line, column: 0 });
            error
        })
    }

    /// Where `require(name)` in the file `from` leads.
    ///
    /// # Errors
    /// The sentence that says why nowhere.
    pub(super) fn resolve(&self, from: &str, name: &str) -> Result<String, String> {
        let shown = text::name(name.as_bytes());
        let refuse = |why: &str| Err(format!("require: {shown:?} {why}"));
        let (local, rest) = match name.strip_prefix("./") {
            Some(rest) => (true, rest),
            None => (false, name),
        };
        if rest.len() > 200
            || rest
                .chars()
                .any(|c| c.is_control() || c == '\\' || c == ':')
        {
            return refuse("is no name of a module (write \"lib/util\" or \"./util\")");
        }
        if rest.split('/').any(|part| matches!(part, "" | "." | ".."))
            || rest.starts_with(['@', '~'])
        {
            return refuse("leaves its folder or names nothing (write \"lib/util\" or \"./util\")");
        }
        let folders = if local {
            vec![from.rsplit_once('/').map_or("", |(folder, _)| folder)]
        } else {
            self.roots()
        };
        let mut looked = Vec::new();
        for folder in folders {
            for ending in ENDINGS {
                let path = match folder {
                    "" => format!("{rest}{ending}"),
                    folder => format!("{folder}/{rest}{ending}"),
                };
                self.used(path.clone());
                if self.knows(&path) {
                    return Ok(path);
                }
                looked.push(path);
            }
        }
        if let Some(bare) = stem(rest) {
            let start = if local { "./" } else { "" };
            return refuse(&format!(
                "names no module: write it without the ending, \"{start}{bare}\""
            ));
        }
        let files = self.files.borrow();
        let modules = files.paths().filter_map(stem);
        let near = nearest(&looked[0], modules);
        let near = near
            .first()
            .map_or(String::new(), |near| format!("; the nearest is {near}"));
        refuse(&format!(
            "names no module (looked for {}{near})",
            looked.join(", ")
        ))
    }

    /// The folders a plain name is looked up in: the character's own, then `scripts`.
    fn roots(&self) -> Vec<&str> {
        const CHARACTERS: &str = "assets/characters/";
        let own = self.key.strip_prefix(CHARACTERS).and_then(|rest| {
            let (name, _) = rest
                .split_once('/')
                .or(self.is_folder.then_some((rest, "")))?;
            Some(&self.key[..CHARACTERS.len() + name.len()])
        });
        own.into_iter().chain(["scripts"]).collect()
    }
}

/// The state (or `init`) whose file in a behaviour's folder this path is; `None` of modules and others.
fn state_of<'a>(path: &'a str, folder: &str) -> Option<&'a str> {
    let name = path.strip_prefix(folder).and_then(stem)?;
    (!name.contains('/') && !name.starts_with('_')).then_some(name)
}

/// A script's path without its ending; `None` of other files.
fn stem(path: &str) -> Option<&str> {
    ENDINGS.iter().find_map(|ending| path.strip_suffix(ending))
}

/// Bytes as a script's text; else the line, if it has one, and what is wrong.
fn decode(bytes: &[u8], largest: usize) -> Result<Arc<str>, (Option<u32>, String)> {
    if bytes.len() > largest {
        let length = bytes.len();
        let message =
            format!("the file is {length} bytes long; a script may have at most {largest}");
        return Err((None, message));
    }
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return Err((None, "the file is UTF-16; save it as UTF-8".into()));
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let binary = |b: &u8| *b < b' ' && !b"\t\n\r\x0c\x0b".contains(b);
    if let Some(at) = bytes.iter().position(binary) {
        let byte = bytes[at];
        let what = "the file is a binary chunk or other binary data, not text";
        return Err((
            Some(line_of(bytes, at)),
            format!("{what} (byte {byte:#04x}); scripts are read as source only"),
        ));
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text.into()),
        Err(error) => {
            let at = error.valid_up_to();
            let byte = bytes[at];
            Err((
                Some(line_of(bytes, at)),
                format!("the file is not UTF-8 (byte {byte:#04x}); save it as UTF-8"),
            ))
        }
    }
}

fn line_of(bytes: &[u8], at: usize) -> u32 {
    bytes[..at].split(|b| *b == b'\n').count() as u32
}
