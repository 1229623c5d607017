//! The Luau host: loads behaviours, calls them, keeps them within bounds. Nothing of mlua leaves this folder.
//!
//! A behaviour has a room of its own: one VM, what is loaded in it, its actors.
//! Rooms share only what the stage knows anyway. Bounds on work are counted in the
//! VM's safepoints, so that a run repeats exactly; the clock behind them is only a
//! backstop, for the few library functions that work long between two safepoints.

mod actor;
mod api_boxes;
mod api_input;
mod api_look;
mod api_self;
mod api_stage;
mod api_tree;
mod behaviour_shape;
mod call;
mod current;
mod data;
mod errors;
mod files;
mod guard;
mod library;
mod load;
mod loader;
mod old_code;
mod resolve;
mod room;
mod shape;
mod show;
mod sources;
mod state_shape;
mod text;
mod view;
mod vm;
mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::rc::Rc;
use std::sync::Arc;

use self::actor::Birth;
use self::current::Common;
use self::load::Generation;
use self::room::{Candidate, Room};
use crate::error::{LoadError, LoadErrors, ScriptError};
use crate::project::FileSet;
use crate::random::Stream;
use crate::stage::{
    ActorId, Answer, BehaviourDef, Brain, Call, Data, Fault, Kind, Limits, Requests, View,
};

pub use self::sources::{Sources, syntax_fault};

/// All behaviours of a session, one VM each.
pub struct ScriptHost {
    limits: Limits,
    common: Rc<Common>,
    rooms: Vec<Room>,
    /// Room of each behaviour, by key.
    keys: BTreeMap<String, usize>,
    /// Room of each actor.
    actors: BTreeMap<ActorId, usize>,
    /// Of each room: the latest step in which it worked, and the safepoints passed in it.
    work: Vec<(u64, u64)>,
    generations: u32,
    notices: Vec<(String, String)>,
    /// VMs that were rebuilt, by behaviour, and what that cost.
    rebuilt: Vec<(String, String)>,
    /// Time spent in callbacks, how many there were, and their safepoints, to measure it.
    #[cfg(test)]
    pub(crate) busy: (std::time::Duration, u64, u64),
}

impl fmt::Debug for ScriptHost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("ScriptHost");
        debug
            .field("behaviours", &self.keys)
            .field("actors", &self.actors);
        debug.finish_non_exhaustive()
    }
}

/// Behaviours that were read anew and wait to be swapped in. Dropping it changes nothing.
pub struct Prepared {
    candidates: Vec<Candidate>,
    /// Of rooms whose change was all refused: what was tried.
    refused: Vec<(usize, Rc<Generation>)>,
    /// What was read from.
    files: FileSet,
    behaviours: Vec<Arc<BehaviourDef>>,
    left_out: Vec<LoadError>,
}

impl fmt::Debug for Prepared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let keys = self.behaviours.iter().map(|behaviour| &behaviour.key);
        f.debug_list().entries(keys).finish()
    }
}

impl Prepared {
    /// The behaviours that were read anew, by key; as it was where nothing of it took.
    pub fn behaviours(&self) -> &[Arc<BehaviourDef>] {
        &self.behaviours
    }

    /// True where something that was read anew uses this file.
    pub fn uses(&self, path: &str) -> bool {
        let mut candidates = self.candidates.iter();
        candidates.any(|candidate| candidate.loaded.generation.uses(path))
    }

    /// Faults that did not stop the load (a folder's broken state file whose old version stays).
    pub fn left_out(&self) -> &[LoadError] {
        &self.left_out
    }
}

impl ScriptHost {
    /// A host without behaviours.
    pub fn new(limits: &Limits) -> ScriptHost {
        ScriptHost {
            limits: *limits,
            common: Rc::default(),
            rooms: Vec::new(),
            keys: BTreeMap::new(),
            actors: BTreeMap::new(),
            work: Vec::new(),
            generations: 0,
            notices: Vec::new(),
            rebuilt: Vec::new(),
            #[cfg(test)]
            busy: (std::time::Duration::ZERO, 0, 0),
        }
    }

    /// A host whose scripts nothing bounds, to measure what the guard costs.
    #[cfg(test)]
    pub(crate) fn bare(limits: &Limits) -> ScriptHost {
        let host = ScriptHost::new(limits);
        host.common.bare.set(true);
        host
    }

    fn generation(&mut self, files: &FileSet, key: &str) -> Result<Rc<Generation>, Vec<LoadError>> {
        self.generations += 1;
        Generation::new(self.generations, key, files, self.limits.source).map(Rc::new)
    }

    /// Reads one behaviour for the first time. A broken state file of a folder is left out and told in the second part.
    ///
    /// # Errors
    /// Syntax, shape, names, bounds: each with file and line.
    pub fn load(
        &mut self,
        files: &FileSet,
        key: &str,
    ) -> Result<(Arc<BehaviourDef>, Vec<LoadError>), LoadErrors> {
        let room = if let Some(room) = self.keys.get(key) {
            *room
        } else {
            let generation = self.generation(files, key).map_err(LoadErrors)?;
            let opened = Room::open(&self.limits, &self.common, &generation);
            self.rooms.push(opened.map_err(LoadErrors)?);
            self.work.push((0, 0));
            self.keys.insert(key.into(), self.rooms.len() - 1);
            self.rooms.len() - 1
        };
        self.told(room);
        let loaded = &self.rooms[room].loaded;
        Ok((Arc::clone(&loaded.def), loaded.left_out.clone()))
    }

    /// Reads anew every behaviour that is wanted (by key) and uses a file that is other in `files` than when it was read (as a script, state file or
    /// module; a new state file in its folder counts), in a scratch VM and then in the living one; nothing that runs changes yet.
    ///
    /// # Errors
    /// As `load`; nothing is prepared then.
    pub fn prepare(
        &mut self,
        files: &FileSet,
        is_wanted: impl Fn(&str) -> bool,
    ) -> Result<Prepared, LoadErrors> {
        let mut prepared = Prepared {
            candidates: Vec::new(),
            refused: Vec::new(),
            files: files.clone(),
            behaviours: Vec::new(),
            left_out: Vec::new(),
        };
        let mut errors = Vec::new();
        let keys = self.keys.iter().filter(|(key, _)| is_wanted(key));
        let keys: Vec<(String, usize)> = keys.map(|(k, r)| (k.clone(), *r)).collect();
        for (key, room) in keys {
            if self.rooms[room].is_up_to_date(files) {
                continue;
            }
            let generation = self.generation(files, &key);
            let read = generation.and_then(|generation| self.rooms[room].read(room, &generation));
            match read {
                Ok(candidate) => {
                    let read = &candidate.loaded;
                    prepared.left_out.extend(read.left_out.iter().cloned());
                    let playing = &self.rooms[room].loaded;
                    let changed = playing.generation.changed(&read.generation, files);
                    if !changed.is_empty() && read.is_refused(&changed) {
                        prepared.behaviours.push(Arc::clone(&playing.def));
                        prepared.refused.push((room, Rc::clone(&read.generation)));
                        continue;
                    }
                    prepared.behaviours.push(Arc::clone(&read.def));
                    prepared.candidates.push(candidate);
                }
                // A module's fault is one, however many use it.
                Err(faults) => {
                    for fault in faults {
                        if !errors.contains(&fault) {
                            errors.push(fault);
                        }
                    }
                }
            }
        }
        if errors.is_empty() {
            Ok(prepared)
        } else {
            errors.extend(prepared.left_out);
            Err(LoadErrors(errors))
        }
    }

    /// Swaps in what was prepared: functions are new, each actor's `self` stays, keys of `data` that it lacks are filled in, trips are cleared.
    pub fn commit(&mut self, prepared: Prepared) {
        for (room, tried) in prepared.refused {
            self.rooms[room].tried = Some(tried);
        }
        for candidate in prepared.candidates {
            let room = candidate.room;
            let (rebuilt, kept) = self.rooms[room].take(candidate);
            self.tell(room, rebuilt);
            let key = self.rooms[room].loaded.generation.key.clone();
            let kept = kept.into_iter().map(|notice| (key.clone(), notice));
            self.notices.extend(kept);
            self.told(room);
        }
        for room in &self.rooms {
            room.move_on(&prepared.files);
        }
    }

    /// True where the behaviour of that key, as it runs, uses this file.
    pub fn uses(&self, key: &str, path: &str) -> bool {
        let room = self.keys.get(key);
        room.is_some_and(|room| self.rooms[*room].loaded.generation.uses(path))
    }

    /// Notices since the last call, by the behaviour's key: what files printed while they loaded.
    pub fn take_notices(&mut self) -> Vec<(String, String)> {
        std::mem::take(&mut self.notices)
    }

    fn tell(&mut self, room: usize, notice: Option<String>) {
        let key = &self.rooms[room].loaded.generation.key;
        self.rebuilt
            .extend(notice.map(|notice| (key.clone(), notice)));
    }

    /// After a load: its log becomes notices, its words are known to all.
    fn told(&mut self, room: usize) {
        let Room { vm, loaded, .. } = &self.rooms[room];
        let key = &loaded.generation.key;
        for line in vm.shared.load_log.borrow_mut().drain(..) {
            self.notices.push((key.clone(), line));
        }
        let fsm = loaded.def.fsm.iter();
        let words: BTreeSet<String> = fsm.flat_map(api_self::words).map(String::from).collect();
        self.common.words.borrow_mut().insert(key.clone(), words);
    }
}

impl Brain for ScriptHost {
    fn arrive(
        &mut self,
        id: ActorId,
        name: &Rc<str>,
        kind: &Arc<Kind>,
        with: &[(String, Data)],
        random: Stream,
    ) -> Result<(), Fault> {
        let Some(behaviour) = &kind.behaviour else {
            return Ok(());
        };
        let fault = |message: String| {
            Fault::Error(ScriptError {
                script: behaviour.key.clone(),
                actor: name.to_string(),
                callback: "data".into(),
                message,
                ..ScriptError::default()
            })
        };
        let Some(room) = self.keys.get(&behaviour.key).copied() else {
            return Err(fault("this behaviour was never loaded".into()));
        };
        let unknown = with
            .iter()
            .find(|(key, _)| !behaviour.data.iter().any(|(known, _)| known == key));
        if let Some((key, _)) = unknown {
            let names = behaviour.data.iter().map(|(name, _)| name.as_str());
            let wrong = crate::error::unknown("key", key, names);
            return Err(fault(format!("with: {wrong} in `data`")));
        }
        let spawned = self
            .common
            .spawned
            .borrow()
            .get(name)
            .map(|spawned| spawned.payer);
        let birth = Birth {
            id,
            name,
            kind,
            with,
            random,
            payer: spawned
                .filter(|payer| *payer < self.rooms.len())
                .unwrap_or(room),
        };
        self.rooms[room]
            .arrive(&birth)
            .map_err(|error| fault(error.to_string()))?;
        // A reload may give an actor another behaviour: its memory in the old one goes.
        if let Some(old) = self.actors.insert(id, room)
            && old != room
        {
            self.rooms[old].leave(id);
        }
        Ok(())
    }

    fn leave(&mut self, id: ActorId, last: &View) {
        self.common.leave(last);
        if let Some(room) = self.actors.remove(&id) {
            self.rooms[room].leave(id);
        }
    }

    fn call(&mut self, call: &Call<'_>, requests: &mut Requests) -> Result<Answer, Fault> {
        let room = self.actors.get(&call.me.id).copied();
        let Some(room) = room else {
            let mut error = call::blank(call, "");
            error.message = "the actor has no memory: it could not be made when it arrived".into();
            return Err(Fault::Error(error));
        };
        let payer = self.rooms[room]
            .actors
            .get(&call.me.id)
            .map_or(room, |actor| actor.payer);
        let work = &mut self.work[payer];
        if work.0 != call.world.step {
            *work = (call.world.step, 0);
        }
        let left = self.limits.work_behaviour.saturating_sub(work.1);
        #[cfg(test)]
        let begun = std::time::Instant::now();
        let (outcome, notice) = self.rooms[room].call(call, left, requests);
        #[cfg(test)]
        {
            self.busy.0 += begun.elapsed();
            self.busy.1 += 1;
            self.busy.2 += outcome.work;
        }
        self.work[payer].1 += outcome.work;
        if notice.is_some() {
            // Loading again is this behaviour's work too: a VM that is filled again and
            // again is not built without end in a step.
            self.work[room].1 += self.limits.work_load;
            self.tell(room, notice);
            self.told(room);
        }
        outcome.result
    }

    fn befallen(&mut self) -> Vec<(String, String)> {
        std::mem::take(&mut self.rebuilt)
    }
}

#[cfg(test)]
mod tests;
