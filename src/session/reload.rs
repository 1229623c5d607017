//! Saved files reach a run: one swap between two steps, all or nothing (rules L1, L3).

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{Logged, Mind, Session, cast};
use crate::error::LoadError;
#[cfg(feature = "watch")]
use crate::project::watch::Watcher;
use crate::project::{Defs, FileChange, FileSet, is_script};
use crate::stage::{Input, Kind};

/// The watcher of a run's folder, started at the first `advance`.
#[cfg(feature = "watch")]
#[derive(Default)]
pub(super) struct Watch {
    watcher: Option<Watcher>,
    started: bool,
    /// Without the system's watcher.
    polls: bool,
    /// The seconds `advance` was given: the clock of the watcher's settling.
    clock: f64,
}

#[cfg(feature = "watch")]
impl Session {
    /// Finds saved files by looking at them four times a second, instead of asking the
    /// system to tell of them: for disks of whose changes it does not tell at once, such
    /// as a network drive or a folder mounted into a container. A save is then taken
    /// within a second. Best called before the first [`Session::advance`].
    pub fn poll_files(&mut self) {
        self.watch.polls = true;
        self.watch.started = false;
    }

    /// True where saved files are found by looking at them, because that was asked for or
    /// because the system cannot watch them (a notice then says why).
    pub fn is_polling(&self) -> bool {
        let watcher = self.watch.watcher.as_ref();
        watcher.map_or(self.watch.polls, Watcher::is_polling)
    }

    /// Takes what settled in the project's folder.
    pub(super) fn look_for_changes(&mut self, dt: f64) {
        if !self.watch.started {
            self.watch.started = true;
            self.watch.watcher = if self.watch.polls {
                Watcher::polling(&self.project)
            } else {
                Watcher::new(&self.project)
            };
        }
        self.watch.clock += dt;
        if let Some(watcher) = &mut self.watch.watcher {
            let settled = watcher.poll(std::time::Duration::from_secs_f64(self.watch.clock));
            self.changes.extend(settled.changes);
            self.notices.extend(settled.notices);
        }
    }
}

impl Session {
    /// Swaps in the files that wait, and returns what the stage is to be told of it.
    pub(super) fn take_changes(&mut self) -> Vec<Input> {
        if self.changes.is_empty() {
            return Vec::new();
        }
        let changes = self.changes_of_the_project();
        if changes.is_empty() {
            return Vec::new();
        }
        self.saved = self.saved.with(&changes);
        let whole = self.saved.clone();
        match self.swap(whole, &changes, &[]) {
            Ok(inputs) => inputs,
            Err(errors) => {
                // An older fault may stand in the way: then this save alone on top of what
                // plays, so that one broken file does not hold up the others; but nothing
                // is made half of new files and half of what broken ones were before.
                let alone = self.files.with(&changes);
                let missing = differing(&alone, &self.saved);
                let alone = if alone == self.saved {
                    Err(Vec::new())
                } else {
                    self.swap(alone, &changes, &missing)
                };
                let standing = self.standing();
                let (inputs, more) = match alone {
                    Ok(inputs) => (inputs, standing),
                    // What the older fault hid of this save is told along with it.
                    Err(more) => (Vec::new(), more.into_iter().chain(standing).collect()),
                };
                self.load_errors = added(errors, more);
                inputs
            }
        }
    }

    /// The changes that wait; of what is no file of a project it is told that it was not taken.
    fn changes_of_the_project(&mut self) -> Vec<FileChange> {
        let (changes, others): (Vec<_>, Vec<_>) = std::mem::take(&mut self.changes)
            .into_iter()
            .partition(|change| FileSet::takes(&change.path));
        let told = others
            .iter()
            .map(|change| format!("{} is no file of a project; it was not taken", change.path));
        self.notices.extend(told);
        changes
    }

    /// What is wrong with the files that play.
    fn standing(&self) -> Vec<LoadError> {
        self.left_out
            .iter()
            .chain(&self.tolerated)
            .cloned()
            .collect()
    }

    fn tell_reloaded(&mut self, changed: &[String]) {
        // A broken file of a folder is told as such: its old version plays.
        let is_sound = |path: &&String| self.load_errors.iter().all(|error| error.file != **path);
        let sound: Vec<String> = changed.iter().filter(is_sound).cloned().collect();
        if !sound.is_empty() {
            self.notices.push(format!("reloaded {}", list(&sound)));
        }
    }

    /// The definitions in `files`, which differ in these from those that play. Of scripts they know only which there
    /// are: the most usual save needs none anew.
    fn defs_of(&self, files: &FileSet, changed: &[String]) -> Arc<Defs> {
        let rewritten = |path: &String| {
            is_script(path) && self.files.get(path).is_some() && files.get(path).is_some()
        };
        if changed.iter().all(rewritten) {
            Arc::clone(&self.defs)
        } else {
            Arc::new(self.project.load(files))
        }
    }

    /// Takes `files` for those that play, or changes nothing. What is new must not be made
    /// of the files in `missing`, which were saved otherwise.
    fn swap(
        &mut self,
        files: FileSet,
        changes: &[FileChange],
        missing: &[String],
    ) -> Result<Vec<Input>, Vec<LoadError>> {
        let changed = differing(&self.files, &files);
        if changed.is_empty() {
            // Saved back to what plays: nothing to do but to forget the fault.
            self.load_errors = self.standing();
            return Ok(Vec::new());
        }
        let defs = self.defs_of(&files, &changed);
        let scene = self.scene.clone();
        let mut behaviours = self.behaviours.clone();
        let mut left_out = self.left_out.clone();
        let settings = defs.settings.as_ref().err();
        let mut errors = settings.map_or(Vec::new(), |errors| errors.0.clone());
        #[cfg(feature = "script")]
        let prepared = match &mut self.mind {
            Mind::Lua(host) => {
                let wanted = cast::wanted_anew(&defs, &scene, &self.cast);
                match host.prepare(&files, |key| wanted.contains(key)) {
                    Ok(prepared) => {
                        for behaviour in prepared.behaviours() {
                            left_out.retain(|error| !is_of(&error.file, &behaviour.key));
                            behaviours.insert(behaviour.key.clone(), Ok(Arc::clone(behaviour)));
                        }
                        left_out.extend(prepared.left_out().iter().cloned());
                        Some(prepared)
                    }
                    Err(faults) => {
                        errors.extend(faults.0);
                        None
                    }
                }
            }
            Mind::Rust(..) => None,
        };
        if !errors.is_empty() {
            // All that is wrong with a save is told at once.
            errors.extend(cast::faults(&defs, &scene, &self.cast));
            return Err(errors);
        }
        let mut broken = Vec::new();
        cast::load_behaviours(
            &mut self.mind,
            &files,
            &defs,
            &scene,
            &mut behaviours,
            &mut broken,
        );
        left_out.extend(broken);
        let source = cast::Source {
            files: &files,
            defs: &defs,
            scene: &scene,
            seed: self.seed,
            rate: self.rate,
        };
        let built = cast::build(&source, &self.mind, &behaviours, Some(&self.cast));
        let (cast, tolerated) = built.map_err(|errors| added(errors, left_out.clone()))?;
        #[cfg(feature = "script")]
        let reads = |path: &str| {
            prepared
                .as_ref()
                .is_some_and(|prepared| prepared.uses(path))
        };
        #[cfg(not(feature = "script"))]
        let reads = |_: &str| false;
        let changed_kinds = cast::changed_kinds(&cast, &self.cast);
        let needs = |path: &&String| {
            reads(path) || changed_kinds.iter().any(|kind| self.is_made_of(kind, path))
        };
        if let Some(path) = missing.iter().find(needs) {
            let waiting = list(&changed);
            self.notices
                .push(format!("{waiting} not taken until {path} is mended"));
            return Err(Vec::new());
        }
        self.stage.before_reload(self.mind.brain(), &cast);
        #[cfg(feature = "script")]
        if let (Mind::Lua(host), Some(prepared)) = (&mut self.mind, prepared) {
            host.commit(prepared);
        }
        if !Arc::ptr_eq(&defs, &self.defs) {
            self.project.take(&defs);
            self.defs = defs;
        }
        self.files = files;
        self.behaviours = behaviours;
        self.cast = cast.clone();
        self.left_out = left_out;
        self.tolerated = tolerated;
        self.load_errors = self.standing();
        self.tell_reloaded(&changed);
        self.log.push((
            self.stage.steps(),
            Logged::Reload {
                changes: changes.to_vec(),
            },
        ));
        Ok(vec![Input::Reload {
            cast: Box::new(cast),
            files: changed,
        }])
    }
}

impl Session {
    /// True where a kind's character, or its behaviour as it runs, is of this file.
    fn is_made_of(&self, kind: &Kind, path: &str) -> bool {
        let behaviour = kind.behaviour.as_ref();
        let of_behaviour = match &self.mind {
            #[cfg(feature = "script")]
            Mind::Lua(host) => behaviour.is_some_and(|behaviour| host.uses(&behaviour.key, path)),
            Mind::Rust(..) => behaviour.is_some_and(|behaviour| behaviour.key == path),
        };
        of_behaviour || kind.character.file == path
    }
}

/// True for the file, or a file in the folder, that a behaviour's key names.
#[cfg(feature = "script")]
fn is_of(file: &str, key: &str) -> bool {
    file.strip_prefix(key)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Errors, and those of `more` that are of other files.
fn added(mut errors: Vec<LoadError>, more: Vec<LoadError>) -> Vec<LoadError> {
    let other = |error: &LoadError| errors.iter().all(|known| known.file != error.file);
    let more: Vec<LoadError> = more.into_iter().filter(other).collect();
    errors.extend(more);
    errors
}

/// The paths whose content is not the same in both, in order.
fn differing(old: &FileSet, new: &FileSet) -> Vec<String> {
    let paths: BTreeSet<&str> = old.paths().chain(new.paths()).collect();
    let changed = paths
        .into_iter()
        .filter(|path| old.get(path) != new.get(path));
    changed.map(str::to_owned).collect()
}

/// `a.lua`, `a.lua and b.lua`, `a.lua and 3 more`.
fn list(files: &[String]) -> String {
    match files {
        [] => String::new(),
        [one] => one.clone(),
        [one, two] => format!("{one} and {two}"),
        [one, rest @ ..] => format!("{one} and {} more", rest.len()),
    }
}
