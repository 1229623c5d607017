//! Loads a behaviour into a VM: runs its files under the load limits, reads what
//! they returned, and looks up the names. Broken state files of a folder do not
//! stop it: their old version stays, or they are left out.

use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use mlua::{LuaString, Value};

use super::errors;
use super::guard::Budget;
use super::load::Generation;
use super::resolve::{Functions, resolve};
use super::shape::{RawBehaviour, Reader};
use super::vm::{Failure, Vm};
use crate::error::LoadError;
use crate::stage::BehaviourDef;

/// A behaviour in a VM.
#[derive(Debug)]
pub(super) struct Loaded {
    pub generation: Rc<Generation>,
    pub def: Arc<BehaviourDef>,
    pub functions: Functions,
    raw: RawBehaviour,
    /// The states' names as Lua strings, in order of their numbers.
    pub names: Vec<LuaString>,
    /// What is wrong with state files that were left out or whose old version stays.
    pub left_out: Vec<LoadError>,
    /// The states of those files.
    pub refused: BTreeSet<String>,
}

impl Loaded {
    /// True where all these changed files are of states that were refused, so that
    /// nothing of it is new.
    pub(super) fn is_refused(&self, changed: &BTreeSet<String>) -> bool {
        let states = &self.generation.states;
        let refused = |path: &String| {
            let mut states = states.iter().filter(|(_, file)| file == path);
            states.any(|(name, _)| self.refused.contains(name))
        };
        changed.iter().all(refused)
    }
}

/// Loads the files of `generation`. `old` is what runs now, if anything does.
///
/// # Errors
/// All faults that were found; the VM is as before then.
pub(super) fn load(
    vm: &Vm,
    generation: &Rc<Generation>,
    old: Option<&Loaded>,
) -> Result<Loaded, Vec<LoadError>> {
    let mut generations = vm.shared.generations.borrow_mut();
    generations.insert(generation.id, Rc::clone(generation));
    drop(generations);
    let mut loading = Loading {
        vm,
        generation,
        old,
        raw: RawBehaviour::default(),
        left_out: Vec::new(),
        refused: BTreeSet::new(),
        gone: BTreeSet::new(),
    };
    let result = loading.read().and_then(|()| loading.finish());
    if result.is_err() {
        forget(vm, generation.id);
    }
    vm.settle();
    result
}

/// Drops the modules of a generation.
pub(super) fn forget(vm: &Vm, generation: u32) {
    vm.shared.generations.borrow_mut().remove(&generation);
    let _ = vm.prelude.forget.call::<()>(generation);
}

struct Loading<'a> {
    vm: &'a Vm,
    generation: &'a Rc<Generation>,
    old: Option<&'a Loaded>,
    raw: RawBehaviour,
    left_out: Vec<LoadError>,
    /// States whose files are broken.
    refused: BTreeSet<String>,
    /// States whose files are broken and have no old version.
    gone: BTreeSet<String>,
}

impl Loading<'_> {
    /// Runs a file.
    fn run(&self, path: &str) -> Result<Value, LoadError> {
        let generation = self.generation;
        let limits = &self.vm.shared.limits;
        let run = || self.vm.prelude.load.call((generation.id, path));
        // Its source is looked at first: such an error has no place inside Lua.
        generation.source(path)?;
        self.vm
            .guarded(limits.work_load, Budget::Load, run)
            .map_err(|failure| match failure {
                Failure::Error(error) => {
                    let thrown = || self.vm.last_thrown();
                    let parts = errors::parts(&error, generation, limits.text, thrown);
                    errors::load_error(parts, generation, path)
                }
                Failure::Trip(_, text) | Failure::Broken(text) => LoadError::new(path, text),
            })
    }

    fn read(&mut self) -> Result<(), Vec<LoadError>> {
        let generation = Rc::clone(self.generation);
        let main = generation.main.as_str();
        let value = self.run(main).map_err(|error| vec![error])?;
        let source = generation.source(main).map_err(|error| vec![error])?;
        let mut reader = Reader::new(main, &source);
        self.raw = reader.behaviour(&value);
        let (mut errors, mut broken) = (reader.errors, reader.broken);
        for (name, path) in &generation.states {
            if self
                .raw
                .states
                .get(name)
                .is_some_and(|state| state.file == main)
            {
                let message = format!("state {name:?} stands both here and in {main}");
                errors.push(LoadError::new(path, message));
            } else {
                self.state(name, path);
            }
        }
        if errors.is_empty() {
            return Ok(());
        }
        if !self.raw.states.is_empty() {
            // Names can be looked up all the same, so that all is told at once.
            self.gone.append(&mut broken);
            let resolved = resolve(&generation.key, main, &self.raw, &self.gone);
            let names = resolved
                .errors
                .into_iter()
                .filter(|error| !error.message.starts_with("initial"));
            errors.extend(self.with_sources(names.collect()));
        }
        Err(errors)
    }

    /// A state's own file.
    fn state(&mut self, name: &str, path: &str) {
        let generation = Rc::clone(self.generation);
        let value = match self.run(path) {
            Ok(value) => value,
            Err(error) => return self.leave_out(name, vec![error]),
        };
        let source = match generation.source(path) {
            Ok(source) => source,
            Err(error) => return self.leave_out(name, vec![error]),
        };
        let mut reader = Reader::new(path, &source);
        let state = reader.state_file(name, &value);
        match state {
            Some(state) if reader.errors.is_empty() => {
                self.raw.states.insert(name.into(), state);
            }
            _ => self.leave_out(name, reader.errors),
        }
    }

    fn leave_out(&mut self, name: &str, errors: Vec<LoadError>) {
        self.left_out.extend(errors);
        self.fall_back(name);
    }

    /// Takes the old version of a state whose file is broken; none where there is
    /// none, or where it is the old version that does not fit any more.
    fn fall_back(&mut self, name: &str) {
        let is_first = self.refused.insert(name.into());
        let old = self.old.filter(|_| is_first);
        if let Some(old) = old.and_then(|old| old.raw.states.get(name)) {
            self.raw.states.insert(name.into(), old.clone());
        } else {
            self.raw.states.remove(name);
            self.gone.insert(name.into());
        }
    }

    fn finish(&mut self) -> Result<Loaded, Vec<LoadError>> {
        let this = self;
        let generation = this.generation;
        let (key, main) = (&generation.key, &generation.main);
        let resolved = loop {
            let resolved = resolve(key, main, &this.raw, &this.gone);
            let blamed = |error: &LoadError| {
                let states = this.raw.states.iter();
                let of_file =
                    states.filter(|(_, state)| state.file == error.file && state.file != *main);
                of_file.map(|(name, _)| name.clone()).next()
            };
            if resolved.errors.is_empty() {
                break resolved;
            }
            let broken: BTreeSet<String> = resolved.errors.iter().filter_map(blamed).collect();
            if broken.is_empty() {
                return Err(this.with_sources(resolved.errors));
            }
            let (states, rest): (Vec<_>, Vec<_>) = resolved
                .errors
                .into_iter()
                .partition(|error| blamed(error).is_some());
            if !rest.is_empty() {
                return Err(this.with_sources(rest));
            }
            let states = this.with_sources(states);
            this.left_out.extend(states);
            for name in broken {
                this.fall_back(&name);
            }
        };
        let mut names = Vec::new();
        for name in this.raw.states.keys() {
            match this.vm.lua.create_string(name) {
                Ok(name) => names.push(name),
                Err(error) => return Err(vec![LoadError::new(main, error.to_string())]),
            }
        }
        Ok(Loaded {
            generation: Rc::clone(this.generation),
            def: Arc::new(resolved.def),
            functions: resolved.functions,
            raw: std::mem::take(&mut this.raw),
            names,
            left_out: std::mem::take(&mut this.left_out),
            refused: std::mem::take(&mut this.refused),
        })
    }

    fn with_sources(&self, mut errors: Vec<LoadError>) -> Vec<LoadError> {
        for error in &mut errors {
            error.source = self.generation.source(&error.file).ok();
        }
        errors
    }
}
