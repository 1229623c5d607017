//! A behaviour meets its character: the names it uses are looked up once, so
//! that a running stage knows only numbers. No file is read here.

use std::sync::Arc;

use super::{BehaviourDef, CharacterDef, Kind, LinkFault, Param, params};
use crate::clip::ClipId;
use crate::error::unknown;
use crate::fsm::{Handler, StateDef};

impl Kind {
    /// Resolves a behaviour's clips, markers, parameters and drivers against a character.
    ///
    /// # Errors
    /// One fault for each name that does not exist, with the nearest ones.
    pub fn link(
        character: Arc<CharacterDef>,
        behaviour: Option<Arc<BehaviourDef>>,
    ) -> Result<Kind, Vec<LinkFault>> {
        let params = params::all(&character, behaviour.as_deref());
        let (mut state_clips, mut drivers) = (Vec::new(), Vec::new());
        if let Some(behaviour) = &behaviour {
            let mut linker = Linker {
                character: &character,
                behaviour,
                params: &params,
                faults: Vec::new(),
            };
            state_clips = linker.states();
            linker.markers("at", &behaviour.at);
            linker.params();
            drivers = linker.drivers();
            if !linker.faults.is_empty() {
                return Err(linker.faults);
            }
        }
        Ok(Kind {
            character,
            behaviour,
            state_clips,
            params,
            drivers,
        })
    }
}

struct Linker<'a> {
    character: &'a CharacterDef,
    behaviour: &'a BehaviourDef,
    /// Of both, in order of names.
    params: &'a [Param],
    faults: Vec<LinkFault>,
}

impl Linker<'_> {
    /// A fault at the first of these keys that `BehaviourDef::lines` knows.
    fn fault(&mut self, keys: &[&str], message: String) {
        let place = keys.iter().find_map(|key| self.behaviour.lines.get(*key));
        let (file, line) = place
            .cloned()
            .unwrap_or_else(|| (self.behaviour.key.clone(), 0));
        self.faults.push(LinkFault {
            file,
            line,
            message,
        });
    }

    fn states(&mut self) -> Vec<Option<ClipId>> {
        let behaviour = self.behaviour;
        let states = behaviour.fsm.iter().flat_map(|fsm| &fsm.states);
        states
            .map(|state| {
                self.markers(&format!("state {}", state.name), &state.at);
                self.clip(state)
            })
            .collect()
    }

    fn clip(&mut self, state: &StateDef) -> Option<ClipId> {
        let name = state.clip.as_deref()?;
        let key = format!("state {}", state.name);
        let clips = &self.character.clips;
        if !self.character.tree.is_play() {
            self.fault(
                &[&key],
                format!(
                    "state {:?} names the clip {name:?}, but {} has a tree: set its parameters instead",
                    state.name, self.character.name
                ),
            );
            return None;
        }
        let id = clips.id(name);
        if id.is_none() {
            let wrong = unknown("clip", name, clips.names());
            self.fault(&[&key], format!("state {:?}: {wrong}", state.name));
        }
        id
    }

    fn markers(&mut self, owner: &str, handlers: &[(String, Handler)]) {
        let clips = &self.character.clips;
        let mut markers: Vec<&str> = (0..clips.len())
            .flat_map(|clip| clips.clip(ClipId(clip as u16)).marker_names())
            .map(String::as_str)
            .collect();
        markers.sort_unstable();
        markers.dedup();
        for (name, _) in handlers {
            if !markers.contains(&name.as_str()) {
                let wrong = unknown("marker", name, markers.iter().copied());
                let of = format!("{owner} at {name}");
                let at = format!("at {name}");
                let keys = match owner {
                    "at" => [at.as_str(), "at"],
                    state => [of.as_str(), state],
                };
                let what = match owner.strip_prefix("state ") {
                    Some(state) => format!("state {state:?}: {wrong}"),
                    None => wrong,
                };
                self.fault(
                    &keys,
                    format!("{what} in the clips of {}", self.character.name),
                );
            }
        }
    }

    /// A script must know which of two parameters it speaks of.
    fn params(&mut self) {
        let params = self.params;
        for pair in params.windows(2) {
            let name = &pair[0].def.name;
            if *name == pair[1].def.name {
                let of = format!("param {name}");
                let message = format!(
                    "params: {name:?} is a parameter of the tree of {} too: choose another name",
                    self.character.name
                );
                self.fault(&[&of, "params"], message);
            }
        }
    }

    fn drivers(&mut self) -> Vec<usize> {
        let (params, behaviour) = (self.params, self.behaviour);
        let mut places = Vec::new();
        for driver in &behaviour.drivers {
            let place = params.iter().position(|p| p.def.name == driver.param);
            if place.is_none() {
                let names = params.iter().map(|param| param.def.name.as_str());
                let mut names: Vec<&str> = names.collect();
                names.dedup();
                let wrong = unknown("parameter", &driver.param, names);
                let key = format!("driver {}", driver.param);
                self.fault(&[&key, "drivers"], format!("driver: {wrong}"));
            }
            places.extend(place);
        }
        places
    }
}
