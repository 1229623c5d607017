//! Watching a project's folder: saved files come out as settled changes, read and
//! compared (rule L5). When they are taken is the session's matter.
//!
//! The system's watcher (notify) only gives hints; `settle` decides when to
//! read. A slow sweep over the files' stamps finds what the system did not tell
//! (network drives, folders made and filled at once), and becomes the only way
//! where the system's watcher fails. It takes the place of notify's own polling,
//! which knows a file's time in whole seconds only, so that the second save of a
//! second is lost, or else reads every file of the folder each time, other
//! programs' too: 34 % of a core beside 200 MB of layered pictures, this one 1 %.

mod failure;
mod look;
mod settle;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use notify::event::{AccessKind, AccessMode, EventKind, MetadataKind, ModifyKind};
use notify::{Config, RecommendedWatcher, RecursiveMode, Watcher as _, WatcherKind};

use super::fileset::{FOLDERS, SETTINGS, Stamp, Walk, counts, slashes, stamp_of, walk};
use super::{FileChange, Project};
use failure::{is_missing, remedy};
use look::{look, may_be_other};
use settle::{Hint, Outcome, Settle, is_under};

/// Between two sweeps while the system's watcher works.
const SWEEP: Duration = Duration::from_millis(1500);
/// Between two sweeps without it.
const POLL: Duration = Duration::from_millis(250);
/// Bytes read in one call of [`Watcher::poll`], so that a frame is not held up; at least one file.
const READ_CAP: usize = 16 << 20;

/// Signals that wait for [`Watcher::poll`] at most; where more come, all is looked at.
const WAITING: usize = 4096;

/// What came of watching since the last call.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settled {
    /// Files that settled together: one swap.
    pub changes: Vec<FileChange>,
    /// What a user should know: watching fell back to polling, a file was too large.
    pub notices: Vec<String>,
}

/// What reaches the watcher from its threads.
#[derive(Debug)]
enum Signal {
    Event(notify::Result<notify::Event>),
    /// A sweep; `None` where the project's folder is gone.
    Walked(Option<Walk>),
}

/// Watches one project's folder.
#[derive(Debug)]
pub struct Watcher {
    root: PathBuf,
    settle: Settle,
    sender: SyncSender<Signal>,
    signals: Receiver<Signal>,
    /// More came than could wait.
    overflown: Arc<AtomicBool>,
    system: Option<RecommendedWatcher>,
    /// Of `""` (the top itself) and [`FOLDERS`]: is watched by the system.
    watched: BTreeMap<&'static str, bool>,
    stamps: BTreeMap<String, Stamp>,
    /// How what was read and waits to be released looked just before.
    read_as: BTreeMap<String, Option<Stamp>>,
    /// Paths that lead through links, and where to.
    links: Vec<(String, String)>,
    next_sweep: Duration,
    is_sweeping: bool,
    is_gone: bool,
    notices: Vec<String>,
}

impl Watcher {
    /// Watches the folder of a project; `None` where the project has none. Files that changed since it was opened come
    /// out as changes.
    pub fn new(project: &Project) -> Option<Watcher> {
        let mut watcher = Watcher::polling(project)?;
        let (sender, overflown) = (watcher.sender.clone(), Arc::clone(&watcher.overflown));
        let config = Config::default().with_follow_symlinks(false);
        let handler = move |event| {
            // Nobody looks while a run is paused: what comes then is not kept for ever.
            if sender.try_send(Signal::Event(event)).is_err() {
                overflown.store(true, Ordering::Relaxed);
            }
        };
        match RecommendedWatcher::new(handler, config) {
            Ok(system) => {
                watcher.system = Some(system);
                let closes = RecommendedWatcher::kind() == WatcherKind::Inotify;
                watcher.settle = Settle::new(project.files(), closes);
                watcher.watch_folders(Duration::ZERO);
            }
            Err(error) => watcher.fall_back(&error),
        }
        Some(watcher)
    }

    /// The same without the system's watcher: looks at the files four times a second.
    pub fn polling(project: &Project) -> Option<Watcher> {
        let root = fs::canonicalize(project.folder()?).ok()?;
        let (sender, signals) = sync_channel(WAITING);
        let tops = FOLDERS.iter().chain(&[""]);
        Some(Watcher {
            root,
            settle: Settle::new(project.files(), false),
            sender,
            signals,
            overflown: Arc::default(),
            system: None,
            watched: tops.map(|top| (*top, false)).collect(),
            stamps: BTreeMap::new(),
            read_as: BTreeMap::new(),
            links: Vec::new(),
            next_sweep: Duration::ZERO,
            is_sweeping: false,
            is_gone: false,
            notices: Vec::new(),
        })
    }

    /// True where the system's watcher does not serve and files are looked at four times a second.
    pub fn is_polling(&self) -> bool {
        self.system.is_none()
    }

    /// Looks after what is being saved; call it every frame. `now` is the time since any fixed instant and never goes back.
    pub fn poll(&mut self, now: Duration) -> Settled {
        self.take_signals(now);
        self.rescan(now);
        self.read_due(now);
        if now >= self.next_sweep && !self.is_sweeping {
            self.start_sweep();
        }
        Settled {
            changes: self.release(now),
            notices: std::mem::take(&mut self.notices),
        }
    }

    fn take_signals(&mut self, now: Duration) {
        while let Ok(signal) = self.signals.try_recv() {
            match signal {
                Signal::Event(Ok(event)) => self.event(&event, now),
                Signal::Event(Err(error)) => self.failed(&error, now),
                Signal::Walked(walk) => self.walked(walk, now),
            }
        }
        if self.overflown.swap(false, Ordering::Relaxed) {
            self.hint_all(now);
        }
    }

    /// The changes that settled together, if none of them was written again since it
    /// was read: else half of them would be of this save and half of the next.
    fn release(&mut self, now: Duration) -> Vec<FileChange> {
        let ready = self.settle.ready(now);
        if ready.is_empty() {
            return Vec::new();
        }
        for path in &ready {
            if self.read_as.get(path) != Some(&stamp_of(&self.root, path)) {
                self.settle.hint(path, Hint::Look, now);
            }
        }
        self.take_signals(now);
        let changes = self.settle.release(now);
        for change in &changes {
            self.read_as.remove(&change.path);
        }
        changes
    }

    /// Puts the system's watcher on the folders that are there and not yet watched.
    fn watch_folders(&mut self, now: Duration) {
        let Some(system) = &mut self.system else {
            return;
        };
        let mut failure = None;
        for (top, watched) in &mut self.watched {
            let path = self.root.join(top);
            if *watched || !path.is_dir() {
                continue;
            }
            let mode = if top.is_empty() {
                RecursiveMode::NonRecursive
            } else {
                RecursiveMode::Recursive
            };
            // A folder of that name may have been watched and removed.
            let _ = system.unwatch(&path);
            match system.watch(&path, mode) {
                Ok(()) => {
                    *watched = true;
                    self.settle.hint_folder(top, now);
                }
                Err(error) if is_missing(&error) => {}
                Err(error) => failure = Some(error),
            }
        }
        if let Some(error) = failure {
            self.fall_back(&error);
        }
    }

    fn fall_back(&mut self, error: &notify::Error) {
        self.system = None;
        self.settle.no_more_closes();
        self.next_sweep = Duration::ZERO;
        let remedy = remedy(error).map_or(String::new(), |remedy| format!(" ({remedy})"));
        self.notices.push(format!(
            "the system cannot watch the project's files: {error}{remedy}; looking at them four times a second instead"
        ));
    }

    fn failed(&mut self, error: &notify::Error, now: Duration) {
        if self.system.is_some() && remedy(error).is_some() {
            self.fall_back(error);
        }
        self.hint_all(now);
    }

    fn hint_all(&mut self, now: Duration) {
        for top in FOLDERS {
            self.settle.hint_folder(top, now);
        }
        self.settle.hint(SETTINGS, Hint::Look, now);
    }

    fn event(&mut self, event: &notify::Event, now: Duration) {
        if event.need_rescan() {
            return self.hint_all(now);
        }
        let hint = match event.kind {
            EventKind::Access(AccessKind::Close(AccessMode::Write))
            | EventKind::Modify(ModifyKind::Name(_))
            | EventKind::Remove(_) => Hint::Done,
            // Reading a file is no change, and we read them ourselves.
            EventKind::Access(_)
            | EventKind::Modify(ModifyKind::Metadata(MetadataKind::AccessTime)) => return,
            EventKind::Modify(ModifyKind::Metadata(_)) => Hint::Look,
            _ => Hint::Open,
        };
        for path in &event.paths {
            let Ok(inside) = path.strip_prefix(&self.root) else {
                continue;
            };
            let path = slashes(inside);
            if let Some(watched) = self.watched.get_mut(path.as_str()) {
                // The folder itself came or went.
                if !matches!(event.kind, EventKind::Modify(ModifyKind::Metadata(_))) {
                    *watched = false;
                    self.watch_folders(now);
                    self.settle.hint_folder(&path, now);
                }
            } else if counts(&path) {
                self.hint(&path, hint, now);
            } else if hint != Hint::Look && self.is_folder(&path) {
                self.settle.hint_folder(&path, now);
            }
        }
    }

    fn is_folder(&self, path: &str) -> bool {
        let is_inside = FOLDERS.iter().any(|top| path.starts_with(top));
        is_inside && (!self.settle.known_under(path).is_empty() || self.root.join(path).is_dir())
    }

    /// Hints at a path and at the links that lead to it.
    fn hint(&mut self, path: &str, hint: Hint, now: Duration) {
        self.settle.hint(path, hint, now);
        for (link, real) in &self.links {
            if real == path && link != path {
                self.settle.hint(link, hint, now);
            }
        }
    }

    /// Walks the folders in which things may have happened unseen.
    fn rescan(&mut self, now: Duration) {
        let folders = self.settle.due_folders(now);
        if folders.is_empty() {
            return;
        }
        let walk = walk(&self.root);
        for folder in folders {
            self.compare(&walk, &folder, now);
        }
    }

    fn start_sweep(&mut self) {
        self.is_sweeping = true;
        let (sender, root) = (self.sender.clone(), self.root.clone());
        thread::spawn(move || {
            let found = root.is_dir().then(|| walk(&root));
            let _ = sender.send(Signal::Walked(found));
        });
    }

    fn walked(&mut self, walk: Option<Walk>, now: Duration) {
        self.is_sweeping = false;
        self.next_sweep = now + if self.is_polling() { POLL } else { SWEEP };
        let Some(walk) = walk else {
            if !self.is_gone {
                self.is_gone = true;
                let folder = self.root.display();
                self.notices.push(format!(
                    "the project's folder {folder} is gone; waiting for it"
                ));
                self.watched
                    .values_mut()
                    .for_each(|watched| *watched = false);
            }
            return;
        };
        if self.is_gone {
            self.is_gone = false;
            self.notices.push("the project's folder is back".into());
        }
        let root = &self.root;
        self.watched
            .iter_mut()
            .filter(|(top, _)| !root.join(top).is_dir())
            .for_each(|(_, watched)| *watched = false);
        self.watch_folders(now);
        self.compare(&walk, "", now);
    }

    /// Hints at what looks other than it did when last walked, in one folder or (`""`) in all.
    fn compare(&mut self, walk: &Walk, folder: &str, now: Duration) {
        for file in walk
            .files
            .iter()
            .filter(|file| is_under(&file.path, folder))
        {
            let is_other = self.stamps.get(&file.path) != Some(&file.stamp);
            if is_other {
                self.stamps.insert(file.path.clone(), file.stamp);
            }
            if is_other || (self.is_polling() && may_be_other(file.stamp)) {
                self.settle.hint(&file.path, Hint::Look, now);
            }
        }
        let found: BTreeSet<&str> = walk.files.iter().map(|file| file.path.as_str()).collect();
        for path in self.settle.known_under(folder) {
            if !found.contains(path.as_str()) {
                self.stamps.remove(&path);
                self.settle.hint(&path, Hint::Look, now);
            }
        }
        self.links = walk
            .files
            .iter()
            .filter_map(|file| Some((file.path.clone(), file.real.clone()?)))
            .collect();
    }

    fn read_due(&mut self, now: Duration) {
        let mut bytes = 0;
        for path in self.settle.due(now) {
            if bytes > READ_CAP {
                break;
            }
            let stamp = stamp_of(&self.root, &path);
            let outcome = match look(&self.root, &path) {
                Ok(Some(content)) => {
                    bytes += content.len();
                    Outcome::Content(content.into())
                }
                Ok(None) => Outcome::Missing,
                Err(reason) => {
                    self.notices
                        .push(format!("{path} {reason}; it was not taken"));
                    Outcome::Refused
                }
            };
            self.settle.read(&path, outcome, now);
            self.read_as.insert(path, stamp);
        }
        self.read_as.retain(|path, _| self.settle.is_pending(path));
    }
}
