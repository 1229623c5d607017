//! The files of a project at one moment, read with bounds: from a folder, or
//! from any other source. What counts is luppet.ron and, under assets/ and
//! scripts/, the endings in [`ENDINGS`]. Nothing is parsed here.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{FileChange, Files};
use crate::error::{LoadError, Place, nearest};

/// The endings of files that count, compared without regard to case.
pub const ENDINGS: [&str; 5] = ["lua", "luau", "ron", "png", "animationTree"];
/// The endings of scripts, as they are written.
const SCRIPTS: [&str; 2] = ["lua", "luau"];
/// The file of settings at the top of a project.
pub const SETTINGS: &str = "luppet.ron";
/// The folders that are read.
pub(super) const FOLDERS: &[&str] = &["assets", "scripts"];

/// Bytes of one text file.
pub const TEXT_CAP: u64 = 1 << 20;
/// Bytes of one picture file.
const PICTURE_CAP: u64 = 64 << 20;
/// Bytes of all files together.
const TOTAL_CAP: u64 = 512 << 20;
/// How many files.
const COUNT_CAP: usize = 20_000;
/// Folders inside folders.
const DEPTH_CAP: usize = 32;
/// How many folders: links between a few can lead on through millions.
const FOLDER_CAP: usize = 4_000;
/// The end of a sentence that begins with the path.
const NO_FILE: &str = "is no plain file";

/// The content of every file that counts (luppet.ron, assets/**, scripts/**), read at one moment. Cheap to clone.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FileSet {
    files: Arc<BTreeMap<String, Arc<[u8]>>>,
    /// What is there but was not read, and why; a path may be a folder's.
    refused: Arc<BTreeMap<String, String>>,
}

impl FileSet {
    /// Reads all that counts of a source.
    /// # Errors
    /// What the source says, or too much in all.
    pub(super) fn read(source: &impl Files) -> io::Result<FileSet> {
        let mut set = Gather::default();
        for path in source.paths()? {
            if counts(&path) {
                let content = source.read(&path)?;
                set.add(path, Ok(content))?;
            }
        }
        Ok(set.done())
    }

    /// Reads all that counts in a folder; links that leave it, and what is too large or unreadable, are refused one by one.
    /// # Errors
    /// Too much in all.
    pub(super) fn read_folder(root: &Path) -> io::Result<FileSet> {
        let mut set = Gather::default();
        let found = walk(root);
        if found.folders > FOLDER_CAP {
            return Err(io::Error::other(format!(
                "too much for one project: at most {FOLDER_CAP} folders under assets/ and scripts/, those that links lead to included"
            )));
        }
        for (path, reason) in found.refused {
            set.refused.insert(path, reason);
        }
        for file in found.files {
            let content = read_file(root, &file.path);
            set.add(file.path, content)?;
        }
        Ok(set.done())
    }

    /// True for a path that may belong to a project: luppet.ron, or under `assets/` or `scripts/` with one of
    /// [`ENDINGS`], relative and with `/`.
    pub fn takes(path: &str) -> bool {
        counts(path)
    }

    /// The content of a file.
    pub fn get(&self, path: &str) -> Option<&Arc<[u8]>> {
        self.files.get(path)
    }

    /// All paths in order.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// What is there but was not read, in order: path and reason.
    pub fn refused(&self) -> impl Iterator<Item = (&str, &str)> {
        self.refused
            .iter()
            .map(|(path, reason)| (path.as_str(), reason.as_str()))
    }

    /// Why this path was not read, if it, or a folder it is in, was refused.
    pub(super) fn refusal(&self, path: &str) -> Option<String> {
        self.refused.iter().find_map(|(refused, reason)| {
            let inside = path
                .strip_prefix(refused.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
            inside.then(|| format!("{refused} {reason}"))
        })
    }

    /// These files with some changed.
    #[must_use]
    pub fn with(&self, changes: &[FileChange]) -> FileSet {
        let mut files = (*self.files).clone();
        let mut refused = (*self.refused).clone();
        for change in changes {
            refused.remove(&change.path);
            match &change.content {
                Some(content) => files.insert(change.path.clone(), Arc::clone(content)),
                None => files.remove(&change.path),
            };
        }
        FileSet {
            files: Arc::new(files),
            refused: Arc::new(refused),
        }
    }

    /// A file as text: UTF-8, a BOM stripped, line ends as they are.
    /// # Errors
    /// Missing (with the nearest path), not UTF-8 (UTF-16 is recognised and named), too large.
    pub fn text(&self, path: &str) -> Result<Arc<str>, LoadError> {
        let Some(content) = self.get(path) else {
            return Err(LoadError::new(path, self.missing(path)));
        };
        text_of(path, content)
    }

    /// The sentence for a path that is not there.
    fn missing(&self, path: &str) -> String {
        if let Some(reason) = self.refusal(path) {
            return format!("not read: {reason}");
        }
        let ending = path.rsplit('.').next().unwrap_or_default();
        let alike = self.paths().filter(|other| other.ends_with(ending));
        match nearest(path, alike).first() {
            Some(near) => format!("no such file (the nearest is {near})"),
            None => "no such file".into(),
        }
    }
}

/// A file's content as text: as of [`FileSet::text`].
pub(super) fn text_of(path: &str, content: &[u8]) -> Result<Arc<str>, LoadError> {
    if content.len() as u64 > TEXT_CAP {
        return Err(LoadError::new(
            path,
            too_large(content.len() as u64, TEXT_CAP),
        ));
    }
    if content.starts_with(&[0xff, 0xfe]) || content.starts_with(&[0xfe, 0xff]) {
        return Err(LoadError::new(path, "this is UTF-16; save it as UTF-8"));
    }
    let content = content.strip_prefix(b"\xef\xbb\xbf").unwrap_or(content);
    match std::str::from_utf8(content) {
        Ok(text) => Ok(Arc::from(text)),
        Err(error) => {
            let good = String::from_utf8_lossy(&content[..error.valid_up_to()]);
            let line = 1 + good.matches('\n').count() as u32;
            let mut error = LoadError::new(path, "this line is not UTF-8; save the file as UTF-8");
            error.place = Some(Place { line, column: 0 });
            Err(error)
        }
    }
}

/// True for a path that belongs to a project: relative, of a known ending, nothing hidden on the way.
pub(super) fn counts(path: &str) -> bool {
    if path == SETTINGS {
        return true;
    }
    let mut parts = path.split('/');
    let top = parts.next().unwrap_or_default();
    FOLDERS.contains(&top)
        && path.split('/').all(|part| !is_hidden(part))
        && parts.next_back().is_some_and(has_ending)
}

fn has_ending(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(stem, ending)| {
        !stem.is_empty()
            && ENDINGS
                .iter()
                .any(|known| known.eq_ignore_ascii_case(ending))
    })
}

/// Hidden files, and the copies editors leave: `.x`, `#x#`, `x~`.
fn is_hidden(name: &str) -> bool {
    name.is_empty() || name.starts_with(['.', '#']) || name.ends_with(['~', '#'])
}

fn cap(path: &str) -> u64 {
    let is_picture = path
        .rsplit_once('.')
        .is_some_and(|(_, ending)| ending.eq_ignore_ascii_case("png"));
    if is_picture { PICTURE_CAP } else { TEXT_CAP }
}

fn too_large(size: u64, cap: u64) -> String {
    format!(
        "is too large: {} KiB, at most {} KiB",
        size.div_ceil(1024),
        cap / 1024
    )
}

/// Reads one file of a folder within its bound.
/// # Errors
/// The reason as the end of a sentence that begins with the path.
pub(super) fn read_file(root: &Path, path: &str) -> Result<Vec<u8>, String> {
    let full = root.join(path);
    let cannot = |error: io::Error| format!("cannot be read: {error}");
    let meta = fs::metadata(&full).map_err(cannot)?;
    // Reading a pipe would wait for whoever fills it.
    if !meta.is_file() {
        return Err(NO_FILE.into());
    }
    let size = meta.len();
    if size > cap(path) {
        return Err(too_large(size, cap(path)));
    }
    fs::read(&full).map_err(cannot)
}

/// What tells that a file changed without reading it: its length and the time of its last change.
pub(super) type Stamp = (u64, Option<std::time::SystemTime>);

/// How a file of a folder looks now; `None` where there is none.
#[cfg(feature = "watch")]
pub(super) fn stamp_of(root: &Path, path: &str) -> Option<Stamp> {
    let meta = fs::metadata(root.join(path)).ok()?;
    Some((meta.len(), meta.modified().ok()))
}

/// A file that a walk found.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Found {
    /// Relative to the root, with `/`.
    pub path: String,
    /// How it looked.
    pub stamp: Stamp,
    /// Where a link on the way leads, relative to the root, if there is one.
    pub real: Option<String>,
}

/// What a walk found, in order of paths.
#[derive(Debug, Default)]
pub(super) struct Walk {
    pub files: Vec<Found>,
    /// Path and reason.
    pub refused: Vec<(String, String)>,
    /// How many folders were entered; beyond [`FOLDER_CAP`] the rest was left out.
    folders: usize,
    root: PathBuf,
    real_root: PathBuf,
    /// Real paths of the folders above the present one: a link back to one of them is a circle.
    above: Vec<PathBuf>,
}

/// Finds all files that count in a folder, following links only inside it.
pub(super) fn walk(root: &Path) -> Walk {
    let mut walk = Walk {
        root: root.to_path_buf(),
        real_root: fs::canonicalize(root).unwrap_or_else(|_| root.to_path_buf()),
        ..Walk::default()
    };
    walk.visit(SETTINGS, false);
    for folder in FOLDERS {
        walk.visit(folder, false);
    }
    walk
}

impl Walk {
    fn refuse(&mut self, path: &str, reason: impl Into<String>) {
        self.refused.push((path.to_owned(), reason.into()));
    }

    fn visit(&mut self, path: &str, mut linked: bool) {
        let full = self.root.join(path);
        let Ok(meta) = fs::symlink_metadata(&full) else {
            return;
        };
        linked |= meta.is_symlink();
        let mut real = None;
        if linked {
            let Ok(target) = fs::canonicalize(&full) else {
                return self.refuse(path, "is a link that leads nowhere");
            };
            match target.strip_prefix(&self.real_root) {
                Ok(inside) => real = Some(slashes(inside)),
                Err(_) => return self.refuse(path, "is a link that leaves the project"),
            }
        }
        let Ok(meta) = fs::metadata(&full) else {
            return;
        };
        if meta.is_dir() {
            self.visit_folder(path, &full, linked);
        } else if meta.is_file() && counts(path) {
            self.files.push(Found {
                path: path.to_owned(),
                stamp: (meta.len(), meta.modified().ok()),
                real,
            });
        } else if counts(path) {
            self.refuse(path, NO_FILE);
        }
    }

    fn visit_folder(&mut self, path: &str, full: &Path, linked: bool) {
        let Ok(real) = fs::canonicalize(full) else {
            return;
        };
        if self.above.contains(&real) {
            return self.refuse(path, "is a link to a folder it is in");
        }
        if self.above.len() >= DEPTH_CAP {
            return self.refuse(path, "is nested too deeply");
        }
        self.folders += 1;
        if self.folders > FOLDER_CAP {
            return;
        }
        let entries = match fs::read_dir(full) {
            Ok(entries) => entries,
            Err(error) => return self.refuse(path, format!("cannot be read: {error}")),
        };
        let names: BTreeSet<String> = entries
            .flatten()
            .filter_map(|entry| entry.file_name().into_string().ok())
            .filter(|name| !is_hidden(name))
            .collect();
        self.above.push(real);
        for name in names {
            self.visit(&format!("{path}/{name}"), linked);
        }
        self.above.pop();
    }
}

/// A relative path with `/` on all systems.
pub(super) fn slashes(path: &Path) -> String {
    let parts: Vec<_> = path
        .components()
        .map(|part| part.as_os_str().to_string_lossy())
        .collect();
    parts.join("/")
}

/// A file set being collected.
#[derive(Default)]
struct Gather {
    files: BTreeMap<String, Arc<[u8]>>,
    refused: BTreeMap<String, String>,
    total: u64,
}

impl Gather {
    fn add(&mut self, path: String, content: Result<Vec<u8>, String>) -> io::Result<()> {
        let content = content.and_then(|content| {
            let size = content.len() as u64;
            if size > cap(&path) {
                return Err(too_large(size, cap(&path)));
            }
            Ok(content)
        });
        match content {
            Ok(content) => {
                self.total += content.len() as u64;
                self.files.insert(path, content.into());
            }
            Err(reason) => {
                self.refused.insert(path, reason);
            }
        }
        if self.total > TOTAL_CAP || self.files.len() > COUNT_CAP {
            return Err(io::Error::other(format!(
                "too much for one project: at most {COUNT_CAP} files and {} MiB under assets/ and scripts/",
                TOTAL_CAP >> 20
            )));
        }
        Ok(())
    }

    fn done(self) -> FileSet {
        FileSet {
            files: Arc::new(self.files),
            refused: Arc::new(self.refused),
        }
    }
}

/// True for a path that ends as scripts do, in `.lua` or `.luau`.
pub fn is_script(path: &str) -> bool {
    path.rsplit_once('.')
        .is_some_and(|(_, ending)| SCRIPTS.contains(&ending))
}
