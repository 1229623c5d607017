//! Who plays what: each pair of a character and a behaviour that the files put together,
//! loaded and linked as a run would.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::finding::Findings;
use crate::project::{FileSet, Project};
use crate::script::{ScriptHost, Sources};
use crate::session::{link_fault, with_faults};
use crate::stage::{ActorDef, BehaviourDef, CharacterDef, Kind, Limits, SceneDef};

/// A character with a behaviour.
pub(super) struct Role {
    pub character: Arc<CharacterDef>,
    /// The behaviour's key; `None`: an actor without a state.
    pub key: Option<String>,
    /// Who plays it. Nobody of a scene, perhaps: then only who is spawned.
    pub actors: Vec<(Arc<SceneDef>, ActorDef)>,
}

/// A behaviour that some role has.
pub(super) struct Behaviour {
    /// Its definition; `None` where it does not load.
    pub def: Option<Arc<BehaviourDef>>,
    /// Its files; `None` where there is none.
    pub sources: Option<Sources>,
    /// The files that were read when it loaded, in order.
    pub read: Vec<String>,
    /// All of it loads, state files too.
    pub is_whole: bool,
}

/// All roles and behaviours of a project.
pub(super) struct Company {
    pub roles: Vec<Role>,
    pub behaviours: BTreeMap<String, Behaviour>,
    pub scenes: Vec<Arc<SceneDef>>,
    pub characters: Vec<Arc<CharacterDef>>,
    /// Everything loads, so that what is not found is not there.
    pub is_whole: bool,
}

impl Company {
    /// Gathers them, and tells what keeps behaviours from loading and from fitting their characters.
    pub fn gather(project: &Project, limits: &Limits, findings: &mut Findings) -> Company {
        let defs = project.defs();
        let characters = defs.characters.values().flatten().map(Arc::clone);
        let characters: Vec<_> = characters.collect();
        let scenes: Vec<_> = defs.scenes.values().flatten().map(Arc::clone).collect();
        let roles = roles(&characters, &scenes);
        let mut behaviours = BTreeMap::new();
        for key in roles.iter().filter_map(|role| role.key.clone()) {
            behaviours
                .entry(key)
                .or_insert_with_key(|key| load(project.files(), key, limits, findings));
        }
        let is_whole = characters.len() == defs.characters.len()
            && scenes.len() == defs.scenes.len()
            && behaviours.values().all(|behaviour| behaviour.is_whole);
        let company = Company {
            roles,
            behaviours,
            scenes,
            characters,
            is_whole,
        };
        company.link(project.files(), findings);
        company
    }

    /// The definition of a role's behaviour, if it has one that loads.
    pub fn def(&self, role: &Role) -> Option<&Arc<BehaviourDef>> {
        self.behaviours.get(role.key.as_ref()?)?.def.as_ref()
    }

    /// Its behaviour is a folder, where each file is a state.
    pub fn is_folder(&self, role: &Role) -> bool {
        let behaviour = role.key.as_ref().and_then(|key| self.behaviours.get(key));
        let sources = behaviour.and_then(|behaviour| behaviour.sources.as_ref());
        sources.is_some_and(|sources| !sources.states().is_empty())
    }

    /// The roles that have this behaviour.
    pub fn roles_of<'a>(&'a self, key: &'a str) -> impl Iterator<Item = &'a Role> {
        let has = move |role: &&Role| role.key.as_deref() == Some(key);
        self.roles.iter().filter(has)
    }

    fn link(&self, files: &FileSet, findings: &mut Findings) {
        for role in &self.roles {
            let def = self.def(role);
            if role.key.is_some() && def.is_none() {
                continue;
            }
            let linked = Kind::link(Arc::clone(&role.character), def.cloned());
            let faults = linked.err().unwrap_or_default().into_iter();
            findings.errors(faults.map(|fault| link_fault(files, fault)));
            for (scene, actor) in &role.actors {
                findings.errors(with_faults(scene, actor, def.map(|def| &**def)));
            }
        }
    }
}

/// Each pair once: those of the characters' own files, and those of the scenes' actors.
fn roles(characters: &[Arc<CharacterDef>], scenes: &[Arc<SceneDef>]) -> Vec<Role> {
    let mut roles: BTreeMap<(&str, Option<&str>), Role> = BTreeMap::new();
    for character in characters {
        let key = character.script.as_deref();
        roles
            .entry((&character.name, key))
            .or_insert_with(|| role(character, key));
    }
    for scene in scenes {
        for actor in &scene.actors {
            let character = characters.iter().find(|c| c.name == actor.character);
            let Some(character) = character else { continue };
            let key = actor.script.as_deref().or(character.script.as_deref());
            roles
                .entry((&character.name, key))
                .or_insert_with(|| role(character, key))
                .actors
                .push((Arc::clone(scene), actor.clone()));
        }
    }
    roles.into_values().collect()
}

fn role(character: &Arc<CharacterDef>, key: Option<&str>) -> Role {
    Role {
        character: Arc::clone(character),
        key: key.map(str::to_owned),
        actors: Vec::new(),
    }
}

fn load(files: &FileSet, key: &str, limits: &Limits, findings: &mut Findings) -> Behaviour {
    // A host of its own: its VM is given back at once.
    let mut host = ScriptHost::new(limits);
    let (def, is_whole) = match host.load(files, key) {
        Ok((def, left_out)) => {
            let is_whole = left_out.is_empty();
            findings.errors(left_out);
            (Some(def), is_whole)
        }
        Err(errors) => {
            findings.errors(errors.0);
            (None, false)
        }
    };
    Behaviour {
        def,
        sources: Sources::of(files, key, limits).ok(),
        read: host.files_of(key),
        is_whole,
    }
}
