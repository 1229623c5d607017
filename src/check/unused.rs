//! What characters and behaviours define and nobody uses: clips, parameters, triggers.

use std::collections::{BTreeMap, BTreeSet};

use super::Word;
use super::company::{Company, Role};
use super::finding::Findings;
use super::said::Said;
use crate::clip::ClipId;
use crate::error::Place;
use crate::project::{FileSet, Spots, spots};
use crate::stage::{BehaviourDef, CharacterDef};

pub(super) fn check(
    files: &FileSet,
    company: &Company,
    said: &BTreeMap<String, Said>,
    findings: &mut Findings,
) {
    let mut trees = BTreeMap::new();
    for character in &company.characters {
        let roles: Vec<&Role> = company
            .roles
            .iter()
            .filter(|role| role.character.name == character.name)
            .collect();
        let spots = spots(files, character);
        clips(company, said, character, &roles, &spots, findings);
        tree(company, said, &roles, &spots, &mut trees);
    }
    // A tree may be shared: what one of its characters drives is driven.
    for ((file, place, message), is_used) in trees {
        if !is_used {
            findings.warn(&file, Some(place), message);
        }
    }
    params(company, said, findings);
}

/// What a role's scripts say; `None` where not all of it is known.
fn whole<'a>(said: &'a BTreeMap<String, Said>, role: &Role) -> Option<&'a Said> {
    said.get(role.key.as_ref()?).filter(|said| said.is_whole)
}

fn clips(
    company: &Company,
    said: &BTreeMap<String, Said>,
    character: &CharacterDef,
    roles: &[&Role],
    spots: &Spots,
    findings: &mut Findings,
) {
    let mut used: BTreeSet<&str> = BTreeSet::new();
    let clips = &character.clips;
    if character.tree.is_play() {
        for role in roles {
            if role.key.is_some() {
                let Some(said) = whole(said, role) else {
                    return;
                };
                // A folder that goes through its states by what they are is given new ones, for which clips may wait.
                let takes_states = company.is_folder(role) && said.is_computed(Word::State);
                if takes_states || said.is_computed(Word::Clip) {
                    return;
                }
                let named = said.all().filter(|m| m.word == Word::Clip);
                used.extend(named.filter_map(|m| m.name.as_deref()));
            }
            let def = company.def(role);
            let states = def.and_then(|def| def.fsm.as_ref());
            let states = states.map_or(&[][..], |fsm| &fsm.states);
            used.extend(states.iter().filter_map(|state| state.clip.as_deref()));
            // The first clip is in view until another one is asked for.
            if shows_first(def.map(|def| &**def)) && !clips.is_empty() {
                used.insert(clips.clip(ClipId(0)).name());
            }
        }
    } else {
        used.extend(character.tree.clips_used().map(|id| clips.clip(id).name()));
    }
    for name in clips.names().filter(|name| !used.contains(name)) {
        let message = format!("nobody plays the clip {name:?}");
        let place = spots.clips.get(name).copied();
        findings.warn(&character.file, place, message);
    }
}

/// True where an actor may be on the stage without a clip that it asked for.
fn shows_first(def: Option<&BehaviourDef>) -> bool {
    let fsm = def.and_then(|def| def.fsm.as_ref());
    fsm.is_none_or(|fsm| fsm.state(fsm.initial).clip.is_none())
}

/// By file, place and message, whether it is used after all.
type Trees = BTreeMap<(String, Place, String), bool>;

fn tree(
    company: &Company,
    said: &BTreeMap<String, Said>,
    roles: &[&Role],
    spots: &Spots,
    trees: &mut Trees,
) {
    let Some(file) = &spots.tree else { return };
    let mut note = |place: Place, message: String, is_used: bool| {
        let known = trees.entry((file.clone(), place, message)).or_default();
        *known |= is_used;
    };
    for (name, place) in &spots.params {
        let message = format!("nobody drives the parameter {name:?}: no driver and no self:set");
        let is_driven = |role: &&Role| is_driven(company, said, role, name);
        note(*place, message, roles.iter().any(is_driven));
    }
    for (name, place) in &spots.triggers {
        let message = format!("nobody fires the trigger {name:?}");
        let fires = |role: &&Role| match whole(said, role) {
            Some(said) => said.says(Word::Trigger, "fire", name),
            None => role.key.is_some(),
        };
        note(*place, message, roles.iter().any(fires));
    }
}

/// True where something gives the parameter a value, or may.
fn is_driven(company: &Company, said: &BTreeMap<String, Said>, role: &Role, name: &str) -> bool {
    let Some(said) = whole(said, role) else {
        return role.key.is_some();
    };
    let mut drivers = company.def(role).into_iter().flat_map(|def| &def.drivers);
    drivers.any(|driver| driver.param == name) || said.says(Word::Param, "set", name)
}

/// The behaviours' own: one that nobody sets may still tell something to those who read it.
fn params(company: &Company, said: &BTreeMap<String, Said>, findings: &mut Findings) {
    if !company.is_whole || said.values().any(|said| !said.is_whole) {
        return;
    }
    for (key, own) in said {
        let def = company.behaviours.get(key);
        let Some(def) = def.and_then(|behaviour| behaviour.def.as_deref()) else {
            continue;
        };
        for param in &def.params {
            let name = param.name.as_str();
            let is_used = def.drivers.iter().any(|driver| driver.param == name)
                || own.says(Word::Param, "set", name)
                || own.says(Word::Param, "get", name)
                || said
                    .values()
                    .any(|other| other.says(Word::OtherParam, "get", name));
            if is_used {
                continue;
            }
            let line = def.lines.get(&format!("param {name}"));
            let (file, line) = line.cloned().unwrap_or_else(|| (key.clone(), 0));
            let message = format!("nobody sets or reads the parameter {name:?}");
            findings.warn(&file, Some(Place { line, column: 0 }), message);
        }
    }
}
