//! One behaviour: its VM, what is loaded in it, its actors; its rebuilding when
//! the VM is full or broken.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use super::actor::{Actor, Birth};
use super::call::{self, Outcome};
use super::current::Common;
use super::guard::Budget;
use super::load::Generation;
use super::loader::{self, Loaded};
use super::old_code;
use super::vm::Vm;
use crate::error::LoadError;
use crate::project::FileSet;
use crate::stage::{ActorId, Call, Fault, Limits, Requests, Trip};

/// A behaviour's room.
#[derive(Debug)]
pub(super) struct Room {
    pub vm: Vm,
    pub loaded: Loaded,
    /// A later version of its files of which nothing took: all that changed are broken
    /// files of states.
    pub tried: Option<Rc<Generation>>,
    /// What ran until the last reload: exits of states that are gone are called in it.
    previous: Option<Loaded>,
    /// The first step after the reload.
    previous_step: Option<u64>,
    pub actors: BTreeMap<ActorId, Actor>,
}

/// A behaviour read anew.
#[derive(Debug)]
pub(super) struct Candidate {
    pub room: usize,
    pub loaded: Loaded,
    /// A fresh VM it is in, where the living one could not take it.
    pub vm: Option<Vm>,
}

impl Room {
    /// Loads a behaviour for the first time.
    ///
    /// # Errors
    /// Its faults.
    pub(super) fn open(
        limits: &Limits,
        common: &Rc<Common>,
        generation: &Rc<Generation>,
    ) -> Result<Room, Vec<LoadError>> {
        let vm = fresh(limits, common, generation)?;
        let loaded = loader::load(&vm, generation, None)?;
        Ok(Room {
            vm,
            loaded,
            tried: None,
            previous: None,
            previous_step: None,
            actors: BTreeMap::new(),
        })
    }

    /// Reads it anew, in a scratch VM first and then beside what runs.
    ///
    /// # Errors
    /// Its faults.
    pub(super) fn read(
        &mut self,
        room: usize,
        generation: &Rc<Generation>,
    ) -> Result<Candidate, Vec<LoadError>> {
        self.tidy();
        let shared = &self.vm.shared;
        let scratch = fresh(&shared.limits, &shared.common, generation)?;
        let tried = loader::load(&scratch, generation, Some(&self.loaded))?;
        Ok(
            match loader::load(&self.vm, generation, Some(&self.loaded)) {
                Ok(loaded) => Candidate {
                    room,
                    loaded,
                    vm: None,
                },
                // It loads, only not here: this VM has no room for it. States that
                // only the old VM has are lost then.
                Err(_) => Candidate {
                    room,
                    loaded: if tried.left_out.is_empty() {
                        tried
                    } else {
                        loader::load(&scratch, generation, None)?
                    },
                    vm: Some(scratch),
                },
            },
        )
    }

    /// True where reading it anew from `files` would give what is known.
    pub(super) fn is_up_to_date(&self, files: &FileSet) -> bool {
        let playing = &self.loaded.generation;
        let last = self.tried.as_ref().unwrap_or(playing);
        last.changed(playing, files).is_empty()
    }

    /// What its code asks for from now on comes from `files`, if all it has used is the same there.
    pub(super) fn move_on(&self, files: &FileSet) {
        let playing = &self.loaded.generation;
        if playing.changed(playing, files).is_empty() {
            playing.move_on(files);
        }
    }

    /// Forgets candidates that were never taken.
    fn tidy(&mut self) {
        let keep = [Some(&self.loaded), self.previous.as_ref()];
        let keep: Vec<u32> = keep
            .into_iter()
            .flatten()
            .map(|l| l.generation.id)
            .collect();
        let all: Vec<u32> = self
            .vm
            .shared
            .generations
            .borrow()
            .keys()
            .copied()
            .collect();
        for id in all.into_iter().filter(|id| !keep.contains(id)) {
            loader::forget(&self.vm, id);
        }
    }

    /// Takes a candidate. Returns what that cost, if the VM had to be replaced, and
    /// which old code lives on.
    pub(super) fn take(&mut self, candidate: Candidate) -> (Option<String>, Vec<String>) {
        self.tried = None;
        if let Some(vm) = candidate.vm {
            return (Some(self.replace(vm, candidate.loaded)), Vec::new());
        }
        self.drop_previous();
        let old = std::mem::replace(&mut self.loaded, candidate.loaded);
        self.previous = Some(old);
        self.previous_step = None;
        for actor in self.actors.values_mut() {
            // Memory is not limited here; a failure leaves the field away.
            let _ = actor.fill(&self.vm, &self.loaded.def);
        }
        let kept = self
            .actors
            .values()
            .map(|actor| (&*actor.name, &actor.this));
        (None, old_code::notices(kept))
    }

    fn drop_previous(&mut self) {
        if let Some(old) = self.previous.take() {
            loader::forget(&self.vm, old.generation.id);
        }
        self.previous_step = None;
    }

    /// Puts another VM in place of this one; every `self` goes back to its data.
    fn replace(&mut self, vm: Vm, loaded: Loaded) -> String {
        self.previous = None;
        self.previous_step = None;
        let mut lost = 0;
        self.actors = std::mem::take(&mut self.actors)
            .into_iter()
            .filter_map(|(id, actor)| {
                lost += 1;
                Some((id, actor.moved(&vm, &loaded.def).ok()?))
            })
            .collect();
        // What is dropped here refers to the old VM: it goes first.
        self.loaded = loaded;
        self.vm = vm;
        let actors = if lost == 1 { "actor" } else { "actors" };
        format!("its VM was rebuilt; the memory (self) of {lost} {actors} is back at `data`")
    }

    /// Builds a new VM from the same files. Returns what to tell.
    pub(super) fn rebuild(&mut self, why: &str) -> String {
        let generation = Rc::clone(&self.loaded.generation);
        let shared = Rc::clone(&self.vm.shared);
        let fresh = fresh(&shared.limits, &shared.common, &generation)
            .and_then(|vm| loader::load(&vm, &generation, None).map(|loaded| (vm, loaded)));
        match fresh {
            Ok((vm, mut loaded)) if *loaded.def == *self.loaded.def => {
                // The stage's actors know the behaviour by this definition.
                loaded.def = Arc::clone(&self.loaded.def);
                format!("{why}: {}", self.replace(vm, loaded))
            }
            Ok(_) => format!("{why}, and its files are another behaviour when they load again"),
            Err(errors) => {
                let first = errors.first().map_or(String::new(), ToString::to_string);
                format!("{why}, and its files do not load again: {first}")
            }
        }
    }

    /// An actor arrives.
    ///
    /// # Errors
    /// A lack of memory.
    pub(super) fn arrive(&mut self, birth: &Birth<'_>) -> mlua::Result<()> {
        let actor = Actor::new(&self.vm, &self.loaded.def, birth)?;
        self.vm.settle();
        if self.vm.is_full() {
            self.vm.collect();
        }
        if self.vm.is_full() {
            // Those who are there keep what they have: the one who comes finds no room.
            drop(actor);
            self.vm.collect();
            return Err(mlua::Error::runtime(
                "the behaviour's memory has no room for another actor",
            ));
        }
        self.actors.insert(birth.id, actor);
        Ok(())
    }

    /// An actor has left.
    pub(super) fn leave(&mut self, id: ActorId) {
        self.actors.remove(&id);
        self.vm.settle();
    }

    /// A callback, with at most `left` safepoints left to the behaviour in this
    /// step. Returns the outcome and a notice, if the VM had to be replaced.
    pub(super) fn call(
        &mut self,
        call: &Call<'_>,
        left: u64,
        requests: &mut Requests,
    ) -> (Outcome, Option<String>) {
        self.pass(call.world.step);
        let Some(actor) = self.actors.get_mut(&call.me.id) else {
            let mut error = call::blank(call, &self.loaded.generation.main);
            error.message = "the actor has no memory: it could not be made when it arrived".into();
            return (failed(Fault::Error(error)), None);
        };
        let loaded = match &self.previous {
            Some(old) if call::is_of(old, call) => old,
            _ => &self.loaded,
        };
        let limits = self.vm.shared.limits;
        let used = if actor.tally.step == call.world.step {
            actor.tally.work
        } else {
            0
        };
        let own = limits.work_actor.saturating_sub(used);
        let (allowed, budget) = [
            (limits.work_call, Budget::Call),
            (own, Budget::Actor),
            (left, Budget::Behaviour),
        ]
        .into_iter()
        .min_by_key(|(allowed, _)| *allowed)
        .unwrap_or((0, Budget::Call));
        if allowed == 0 {
            return (failed(call::used_up(&self.vm, loaded, call, budget)), None);
        }
        let outcome = call::call(&self.vm, loaded, actor, call, (allowed, budget), requests);
        actor.tally.work += outcome.work;
        let notice = self.after(&outcome);
        (outcome, notice)
    }

    /// Collects what the callback left; replaces a VM that is full or broken.
    fn after(&mut self, outcome: &Outcome) -> Option<String> {
        if outcome.is_broken {
            return Some(self.rebuild("the VM was broken"));
        }
        if matches!(outcome.result, Err(Fault::Trip(Trip::Memory, _))) {
            self.vm.collect();
            if self.vm.is_full() {
                return Some(self.rebuild("its memory was full"));
            }
        }
        self.vm.settle();
        None
    }

    /// The old functions live on for the step that takes the reload.
    fn pass(&mut self, step: u64) {
        if self.previous.is_some() {
            let first = *self.previous_step.get_or_insert(step);
            if step > first {
                self.drop_previous();
                self.vm.collect();
            }
        }
    }
}

fn failed(fault: Fault) -> Outcome {
    Outcome {
        result: Err(fault),
        work: 0,
        is_broken: false,
    }
}

fn fresh(
    limits: &Limits,
    common: &Rc<Common>,
    generation: &Generation,
) -> Result<Vm, Vec<LoadError>> {
    Vm::new(limits, common)
        .map_err(|error| vec![LoadError::new(&generation.key, format!("no VM: {error}"))])
}
