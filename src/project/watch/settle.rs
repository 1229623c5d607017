//! When a file that is being saved may be read, and which saves belong together
//! (rule L5). No file, no clock and no watcher is known here: hints come in with
//! the time, paths to read and settled changes come out.
//!
//! Editors write in place, in pieces, or beside the file and rename. So a hint
//! only says "look again": a path is read once it has been quiet, sooner where
//! the system told that the writer is done; what is missing or empty is given
//! time to come back; and only other content than the one known counts. Whoever
//! reads makes sure that nothing settled was written again meanwhile, so that
//! what comes out together is how the files stood at one moment.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use crate::project::{FileChange, FileSet};

/// Quiet time after the writer is done (closed, renamed, removed).
const QUIET_DONE: Duration = Duration::from_millis(50);
/// Quiet time where nothing tells that the writer is done.
const QUIET_OPEN: Duration = Duration::from_millis(100);
/// A path that is saved again and again is read this long after its first hint, in
/// the first pause of [`QUIET_LEAST`]; what is missing or empty that long after it is
/// believed.
const PATIENCE: Duration = Duration::from_millis(500);
/// Quiet time when patience is at its end.
const QUIET_LEAST: Duration = Duration::from_millis(20);
/// A path is read this long after its first hint whatever goes on.
const LONGEST: Duration = Duration::from_secs(2);
/// Looks that must find nothing before that is believed: time alone may have passed
/// in one leap, while the program slept.
const LOOKS: u32 = 3;
/// Between two looks at what is missing or empty.
const RETRY: Duration = Duration::from_millis(50);
/// How long a settled file waits for others that are being saved.
const COMPANY: Duration = Duration::from_millis(100);

/// Why a path should be looked at again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hint {
    /// Its writer closed it, or it was renamed, or removed.
    Done,
    /// It is being written.
    Open,
    /// It looks different; nothing is known of a writer.
    Look,
}

/// What a look at a path found.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Outcome {
    Content(Arc<[u8]>),
    Missing,
    /// It is there and cannot be taken.
    Refused,
}

/// A path that was hinted at.
#[derive(Clone, Debug)]
struct Pending {
    first: Duration,
    /// When it may be read.
    due: Duration,
    /// Looks since the first hint.
    looks: u32,
    /// The last look found it missing or empty, which is not believed yet.
    is_blank: bool,
    /// What was found, and when.
    settled: Option<(Option<Arc<[u8]>>, Duration)>,
}

/// All paths that are being saved, and the content of those that are known.
#[derive(Clone, Debug)]
pub(super) struct Settle {
    /// The system tells when a writer closes a file.
    closes: bool,
    known: BTreeMap<String, Arc<[u8]>>,
    pending: BTreeMap<String, Pending>,
    /// Folders to be walked: first hint, and when.
    folders: BTreeMap<String, (Duration, Duration)>,
}

impl Settle {
    /// Nothing is being saved; `files` are known.
    pub fn new(files: &FileSet, closes: bool) -> Settle {
        let content = |path: &str| {
            files
                .get(path)
                .map(|content| (path.to_owned(), Arc::clone(content)))
        };
        Settle {
            closes,
            known: files.paths().filter_map(content).collect(),
            pending: BTreeMap::new(),
            folders: BTreeMap::new(),
        }
    }

    /// The system no longer tells when files are closed.
    pub fn no_more_closes(&mut self) {
        self.closes = false;
    }

    /// The known paths at or under a folder; of `""`, all.
    pub fn known_under(&self, folder: &str) -> Vec<String> {
        let known = self.known.keys();
        known
            .filter(|path| is_under(path, folder))
            .cloned()
            .collect()
    }

    /// A path should be looked at.
    pub fn hint(&mut self, path: &str, hint: Hint, now: Duration) {
        let pending = self.pending.entry(path.to_owned()).or_insert(Pending {
            first: now,
            due: now,
            looks: 0,
            is_blank: false,
            settled: None,
        });
        let was_settled = pending.settled.take().is_some();
        if was_settled {
            (pending.first, pending.looks) = (now, 0);
        }
        let impatient = (pending.first + PATIENCE).max(now + QUIET_LEAST);
        let due = match hint {
            Hint::Done => (now + QUIET_DONE).min(impatient),
            // Its close will be told: only a writer that does nothing is not waited for.
            Hint::Open if self.closes => now + PATIENCE,
            // Nor does who only looks know of a writer that has it open.
            Hint::Look => (now + QUIET_OPEN).min(impatient).max(pending.due),
            Hint::Open => (now + QUIET_OPEN).min(impatient),
        };
        pending.due = due.min(pending.first + LONGEST);
        if was_settled {
            // What settled beside it may belong to it: its waiting begins anew.
            let others = self.pending.values_mut();
            others
                .filter_map(|other| other.settled.as_mut())
                .for_each(|(_, since)| *since = now);
        }
    }

    /// A folder came, went or moved: what is in it may have changed unseen.
    pub fn hint_folder(&mut self, folder: &str, now: Duration) {
        let (first, due) = self.folders.entry(folder.to_owned()).or_insert((now, now));
        *due = (now + QUIET_DONE).min(*first + PATIENCE);
    }

    /// The folders to be walked now.
    pub fn due_folders(&mut self, now: Duration) -> Vec<String> {
        let due: Vec<String> = self
            .folders
            .iter()
            .filter(|(_, (_, due))| *due <= now)
            .map(|(folder, _)| folder.clone())
            .collect();
        for folder in &due {
            self.folders.remove(folder);
        }
        due
    }

    /// The paths to be read now.
    pub fn due(&self, now: Duration) -> Vec<String> {
        self.pending
            .iter()
            .filter(|(_, pending)| pending.settled.is_none() && pending.due <= now)
            .map(|(path, _)| path.clone())
            .collect()
    }

    /// True for a path that was hinted at and whose change, if it is one, was not released yet.
    pub fn is_pending(&self, path: &str) -> bool {
        self.pending.contains_key(path)
    }

    /// A path was read.
    pub fn read(&mut self, path: &str, outcome: Outcome, now: Duration) {
        let Some(pending) = self.pending.get_mut(path) else {
            return;
        };
        let known = self.known.get(path);
        pending.looks += 1;
        pending.is_blank = false;
        let patient = now < pending.first + PATIENCE || pending.looks < LOOKS;
        let found = match outcome {
            Outcome::Content(content)
                if content.is_empty() && patient && known.is_none_or(|k| !k.is_empty()) =>
            {
                (pending.due, pending.is_blank) = (now + RETRY, true);
                return;
            }
            Outcome::Missing if known.is_some() && patient => {
                (pending.due, pending.is_blank) = (now + RETRY, true);
                return;
            }
            Outcome::Content(content) => Some(content),
            Outcome::Missing => None,
            Outcome::Refused => known.cloned(),
        };
        if found.as_ref() == known {
            self.pending.remove(path);
        } else {
            pending.settled = Some((found, now));
        }
    }

    /// The paths of the changes that [`Settle::release`] would give now: all that settled once nothing else is being saved, or
    /// once one has waited long enough.
    pub fn ready(&self, now: Duration) -> Vec<String> {
        let settled = |pending: &&Pending| pending.settled.is_some();
        let waited = |pending: &Pending| {
            pending
                .settled
                .as_ref()
                .is_some_and(|(_, since)| *since + COMPANY <= now)
        };
        // What is gone may have gone together with what was written: one swap too.
        if self.pending.values().any(|pending| pending.is_blank) {
            return Vec::new();
        }
        let is_quiet = self.folders.is_empty() && self.pending.values().all(|p| settled(&p));
        if !is_quiet && !self.pending.values().any(waited) {
            return Vec::new();
        }
        let ready = self.pending.iter().filter(|(_, p)| settled(p));
        ready.map(|(path, _)| path.clone()).collect()
    }

    /// The changes that settled together, in order of their paths.
    pub fn release(&mut self, now: Duration) -> Vec<FileChange> {
        if self.ready(now).is_empty() {
            return Vec::new();
        }
        let mut changes = Vec::new();
        self.pending.retain(|path, pending| {
            let Some((content, _)) = pending.settled.take() else {
                return true;
            };
            match &content {
                Some(content) => self.known.insert(path.clone(), Arc::clone(content)),
                None => self.known.remove(path),
            };
            changes.push(FileChange {
                path: path.clone(),
                content,
            });
            false
        });
        changes
    }
}

/// True for a path at or under a folder; all are under `""`.
pub(super) fn is_under(path: &str, folder: &str) -> bool {
    folder.is_empty()
        || path
            .strip_prefix(folder)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}
