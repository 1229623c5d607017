//! What the names of a script may be: by role, by scene, or anywhere in the project.

use std::collections::{BTreeMap, BTreeSet};

use super::Word;
use super::company::{Company, Role};
use super::said::Said;
use crate::stage::{BehaviourDef, CharacterDef, KEYS, Standing};

/// Someone a script may speak for, and the names that exist for them.
pub(super) struct Unit {
    /// A character, an actor of a scene, or a scene.
    pub who: String,
    pub names: BTreeSet<String>,
}

impl Unit {
    fn new<'a>(who: impl Into<String>, names: impl IntoIterator<Item = &'a str>) -> Unit {
        Unit {
            who: who.into(),
            names: names.into_iter().map(str::to_owned).collect(),
        }
    }
}

/// The units that a behaviour's names of one kind are looked up in; empty where nothing can be said.
pub(super) fn units(company: &Company, key: &str, word: Word) -> Vec<Unit> {
    let roles = || company.roles_of(key);
    match word {
        Word::State => {
            let behaviour = company.behaviours.get(key);
            let def = behaviour.and_then(|behaviour| behaviour.def.as_ref());
            let (Some(behaviour), Some(def)) = (behaviour, def) else {
                return Vec::new();
            };
            // A state whose file is broken is told as such.
            let sources = behaviour.sources.as_ref();
            let files = sources.map_or(&[][..], |sources| sources.states()).iter();
            let files = files.map(|(state, _)| state.as_str());
            vec![Unit::new(key, states(def).chain(files))]
        }
        Word::Clip => by_character(roles(), |character| {
            character.clips.names().map(str::to_owned).collect()
        }),
        Word::ClipOrTrigger => by_character(roles(), |character| {
            let clips = character.clips.names();
            let triggers = character.tree.triggers().iter().map(String::as_str);
            clips.chain(triggers).map(str::to_owned).collect()
        }),
        Word::Trigger => by_character(roles(), |character| {
            character.tree.triggers().iter().cloned().collect()
        }),
        Word::Box => by_character(roles(), box_names),
        Word::Param => params(company, key),
        Word::Actor => scenes(company, key),
        Word::Input => inputs(company, key),
        _ => Vec::new(),
    }
}

fn states(def: &BehaviourDef) -> impl Iterator<Item = &str> {
    let states = def.fsm.iter().flat_map(|fsm| &fsm.states);
    states.map(|state| state.name.as_str())
}

fn by_character<'a>(
    roles: impl Iterator<Item = &'a Role>,
    names: impl Fn(&CharacterDef) -> BTreeSet<String>,
) -> Vec<Unit> {
    roles
        .map(|role| Unit {
            who: role.character.name.clone(),
            names: names(&role.character),
        })
        .collect()
}

fn box_names(character: &CharacterDef) -> BTreeSet<String> {
    let standing = Standing {
        character,
        frames: &[],
        x: 0.0,
        y: 0.0,
        facing: 1.0,
    };
    standing
        .box_names()
        .into_iter()
        .map(str::to_owned)
        .collect()
}

/// The parameters of a character and a behaviour together.
fn params_of(character: &CharacterDef, def: Option<&BehaviourDef>) -> BTreeSet<String> {
    let own = def.into_iter().flat_map(|def| &def.params);
    let all = own.chain(character.tree.params());
    all.map(|param| param.name.clone()).collect()
}

fn params(company: &Company, key: &str) -> Vec<Unit> {
    let is_loaded = |role: &&Role| company.def(role).is_some();
    let roles = company.roles_of(key).filter(is_loaded);
    let unit = |role: &Role| Unit {
        who: role.character.name.clone(),
        names: params_of(&role.character, company.def(role).map(|def| &**def)),
    };
    roles.map(unit).collect()
}

/// The scenes a behaviour plays in with their actors; of one that only spawned actors have, all of them together.
fn scenes(company: &Company, key: &str) -> Vec<Unit> {
    let actors = company.roles_of(key).flat_map(|role| &role.actors);
    let plays_in: BTreeMap<&str, _> = actors
        .map(|(scene, _)| (scene.name.as_str(), scene))
        .collect();
    if plays_in.is_empty() {
        let all = company.scenes.iter().flat_map(|scene| &scene.actors);
        return vec![Unit::new(key, all.map(|actor| actor.name.as_str()))];
    }
    let unit = |(name, scene): (&str, &std::sync::Arc<crate::stage::SceneDef>)| {
        let actors = scene.actors.iter().map(|actor| actor.name.as_str());
        Unit::new(name, actors)
    };
    plays_in.into_iter().map(unit).collect()
}

/// The bound names of each actor that hears keys; of who is only spawned, the character's and those of any scene.
fn inputs(company: &Company, key: &str) -> Vec<Unit> {
    let mut units = Vec::new();
    for role in company.roles_of(key) {
        let own = role.character.keys.keys();
        if role.actors.is_empty() {
            let scenes = company.scenes.iter().flat_map(|scene| scene.keys.keys());
            let names = own.chain(scenes).map(String::as_str);
            units.push(Unit::new(&role.character.name, names));
            continue;
        }
        // For one who hears none, every name is one.
        for (scene, actor) in role.actors.iter().filter(|(_, actor)| actor.input) {
            let names = own
                .clone()
                .chain(actor.keys.keys())
                .chain(scene.keys.keys());
            let who = format!("{} in {}", actor.name, scene.name);
            units.push(Unit::new(who, names.map(String::as_str)));
        }
    }
    units
}

/// Names that are looked up in the whole project.
pub(super) struct Everywhere {
    pub characters: BTreeSet<String>,
    pub tags: BTreeSet<String>,
    /// States and their tags.
    pub words: BTreeSet<String>,
    pub params: BTreeSet<String>,
    /// Messages that some behaviour answers to.
    pub handled: BTreeSet<String>,
    /// The names that spawned actors are given.
    pub spawned: BTreeSet<String>,
    /// Some are given names that cannot be told from the source, or none.
    pub spawns_anybody: bool,
}

impl Everywhere {
    pub fn new<'a>(
        company: &Company,
        characters: impl Iterator<Item = &'a str>,
        said: &BTreeMap<String, Said>,
    ) -> Everywhere {
        let mut all = Everywhere {
            characters: characters.map(str::to_owned).collect(),
            tags: BTreeSet::new(),
            words: BTreeSet::new(),
            params: BTreeSet::new(),
            handled: BTreeSet::new(),
            spawned: BTreeSet::new(),
            spawns_anybody: said.values().any(|said| !said.is_whole),
        };
        for character in &company.characters {
            all.tags.extend(character.tags.iter().cloned());
            all.params.extend(params_of(character, None));
        }
        let actors = company.scenes.iter().flat_map(|scene| &scene.actors);
        all.tags.extend(actors.flat_map(|actor| actor.tags.clone()));
        let behaviours = company.behaviours.values();
        for def in behaviours.filter_map(|behaviour| behaviour.def.as_deref()) {
            all.behaviour(def);
        }
        let mentions = said.values().flat_map(Said::all);
        for mention in mentions.filter(|m| m.word == Word::Actor && m.by == "spawn") {
            match &mention.name {
                Some(name) => _ = all.spawned.insert(name.clone()),
                None => all.spawns_anybody = true,
            }
        }
        all
    }

    fn behaviour(&mut self, def: &BehaviourDef) {
        self.tags.extend(def.tags.iter().cloned());
        let own = def.params.iter().map(|param| param.name.clone());
        self.params.extend(own);
        let on = def.on.iter().map(|(message, _)| message.clone());
        self.handled.extend(on);
        for state in def.fsm.iter().flat_map(|fsm| &fsm.states) {
            self.words.insert(state.name.clone());
            self.words.extend(state.tags.iter().cloned());
            let on = state.on.iter().map(|(message, _)| message.clone());
            self.handled.extend(on);
        }
    }
}

/// True for the name of a key, which every actor may ask for.
pub(super) fn is_key(name: &str) -> bool {
    KEYS.contains(&name)
}
