//! Definitions and behaviours become a cast: everything a run may put on its
//! stage, with all names between files resolved.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::Mind;
use crate::error::{LoadError, LoadErrors, Place, unknown};
use crate::project::{Defs, FileSet};
use crate::stage::{ActorDef, BehaviourDef, Cast, CharacterDef, Kind, LinkFault, SceneDef};
use crate::time::Rate;

/// The Lua behaviours by key; what did not load holds its errors.
pub(super) type Behaviours = BTreeMap<String, Result<Arc<BehaviourDef>, LoadErrors>>;

/// What a cast is made of.
pub(super) struct Source<'a> {
    pub files: &'a FileSet,
    pub defs: &'a Defs,
    pub scene: &'a str,
    pub seed: u64,
    pub rate: Rate,
}

/// The behaviours that some character, or an actor of the scene, names.
fn wanted(defs: &Defs, scene: &str) -> BTreeSet<String> {
    let characters = defs
        .characters
        .values()
        .filter_map(|character| character.as_ref().ok());
    let of_characters = characters.filter_map(|character| character.script.clone());
    let scene = defs.scenes.get(scene).and_then(|scene| scene.as_ref().ok());
    let actors = scene.into_iter().flat_map(|scene| &scene.actors);
    of_characters
        .chain(actors.filter_map(|actor| actor.script.clone()))
        .collect()
}

/// The same at a reload: of what is at fault itself, those it named in `old`, so that
/// their faults are told too.
#[cfg(feature = "script")]
pub(super) fn wanted_anew(defs: &Defs, scene: &str, old: &Cast) -> BTreeSet<String> {
    let mut keys = wanted(defs, scene);
    let is_at_fault = |name: &str| matches!(defs.characters.get(name), Some(Err(_)));
    let characters = old.characters.iter().filter(|(name, _)| is_at_fault(name));
    let characters = characters.filter_map(|(_, kind)| kind.as_ref().ok());
    keys.extend(characters.filter_map(|kind| kind.character.script.clone()));
    if matches!(defs.scenes.get(scene), Some(Err(_))) {
        keys.extend(
            old.scene
                .actors
                .iter()
                .filter_map(|actor| actor.script.clone()),
        );
    }
    keys
}

/// Loads every wanted behaviour that is not there yet, or failed before. Broken state files that were left out are added to `left_out`.
pub(super) fn load_behaviours(
    mind: &mut Mind,
    files: &FileSet,
    defs: &Defs,
    scene: &str,
    behaviours: &mut Behaviours,
    left_out: &mut Vec<LoadError>,
) {
    #[cfg(feature = "script")]
    if let Mind::Lua(host) = mind {
        for key in wanted(defs, scene) {
            if matches!(behaviours.get(&key), Some(Ok(_))) {
                continue;
            }
            let loaded = host.load(files, &key).map(|(behaviour, broken)| {
                left_out.extend(broken);
                behaviour
            });
            behaviours.insert(key, loaded);
        }
    }
    #[cfg(not(feature = "script"))]
    let _ = (mind, files, wanted(defs, scene), behaviours, left_out);
}

/// What is wrong with the definitions of the scene, and of the characters that were whole in `old`.
pub(super) fn faults(defs: &Defs, scene: &str, old: &Cast) -> Vec<LoadError> {
    let scene = defs
        .scenes
        .get(scene)
        .and_then(|scene| scene.as_ref().err());
    let characters = defs.characters.iter().filter(|(name, _)| {
        let old = old.characters.get(*name);
        old.is_some_and(Result::is_ok)
    });
    let characters = characters.filter_map(|(_, character)| character.as_ref().err());
    let errors = scene.into_iter().chain(characters);
    errors.flat_map(|errors| errors.0.iter().cloned()).collect()
}

/// Builds the cast. Kinds that are as in `old` are taken from there, so that the
/// stage sees which actors are untouched. The second part are faults of characters
/// that the scene does not name: they stop nothing.
///
/// # Errors
/// Everything wrong with what the scene itself needs, and with a character that was
/// whole in `old`.
pub(super) fn build(
    source: &Source<'_>,
    mind: &Mind,
    behaviours: &Behaviours,
    old: Option<&Cast>,
) -> Result<(Cast, Vec<LoadError>), Vec<LoadError>> {
    let scene = match source.defs.scenes.get(source.scene) {
        Some(Ok(scene)) => Arc::clone(scene),
        Some(Err(errors)) => {
            // Who is needed is not known then: whatever else is wrong is told along with it.
            let characters = source
                .defs
                .characters
                .values()
                .filter_map(|c| c.as_ref().err());
            let others = characters.flat_map(|errors| errors.0.iter());
            return Err(errors.0.iter().chain(others).cloned().collect());
        }
        None => {
            let file = format!("assets/scenes/{}.scene.ron", source.scene);
            return Err(vec![LoadError::new(file, "the scene's file is gone")]);
        }
    };
    let mut builder = Builder {
        source,
        mind,
        behaviours,
        old,
        errors: Vec::new(),
    };
    let (characters, tolerated) = builder.characters(&scene);
    let actors = scene
        .actors
        .iter()
        .filter_map(|actor| builder.actor(&scene, actor, &characters));
    let actors: Vec<_> = actors.collect();
    if !builder.errors.is_empty() {
        let mut errors = builder.errors;
        let mut seen = BTreeSet::new();
        errors.retain(|error| seen.insert(error.to_string()));
        return Err(errors);
    }
    let characters = characters
        .into_iter()
        .map(|(name, kind)| (name, kind.map_err(|errors| LoadErrors(errors).to_string())))
        .collect();
    Ok((
        Cast {
            scene,
            actors,
            characters,
            rate: source.rate,
            seed: source.seed,
        },
        tolerated,
    ))
}

/// The kinds of a cast that are not as they were.
pub(super) fn changed_kinds(new: &Cast, old: &Cast) -> Vec<Arc<Kind>> {
    fn all(cast: &Cast) -> impl Iterator<Item = &Arc<Kind>> {
        let characters = cast
            .characters
            .values()
            .filter_map(|kind| kind.as_ref().ok());
        cast.actors.iter().chain(characters)
    }
    let is_new = |kind: &&Arc<Kind>| !all(old).any(|known| Arc::ptr_eq(known, kind));
    all(new).filter(is_new).cloned().collect()
}

struct Builder<'a> {
    source: &'a Source<'a>,
    mind: &'a Mind,
    behaviours: &'a Behaviours,
    old: Option<&'a Cast>,
    errors: Vec<LoadError>,
}

type Characters = BTreeMap<String, Result<Arc<Kind>, Vec<LoadError>>>;

impl Builder<'_> {
    /// All characters of the project; what is wrong with one that nobody needs is returned apart.
    fn characters(&mut self, scene: &SceneDef) -> (Characters, Vec<LoadError>) {
        let mut characters = BTreeMap::new();
        let mut tolerated = Vec::new();
        for (name, loaded) in &self.source.defs.characters {
            let old = self.old.and_then(|cast| cast.characters.get(name));
            let kind = match loaded {
                Ok(character) => {
                    let script = character.script.as_deref();
                    self.kind(character, script, old.and_then(|old| old.as_ref().ok()))
                }
                Err(errors) => Err(errors.0.clone()),
            };
            if let Err(errors) = &kind {
                // One that an actor plays with a script of its own may lack its usual one.
                let needed = scene.actors.iter().any(|actor| actor.character == *name);
                let was_whole = old.is_some_and(Result::is_ok);
                if was_whole || (needed && loaded.is_err()) {
                    self.errors.extend(errors.iter().cloned());
                } else if !needed {
                    tolerated.extend(errors.iter().cloned());
                }
            }
            characters.insert(name.clone(), kind);
        }
        (characters, tolerated)
    }

    /// The kind of one actor of the scene.
    fn actor(
        &mut self,
        scene: &SceneDef,
        actor: &ActorDef,
        characters: &Characters,
    ) -> Option<Arc<Kind>> {
        let Some(Ok(character)) = self.source.defs.characters.get(&actor.character) else {
            if !characters.contains_key(&actor.character) {
                let names = characters.keys().map(String::as_str);
                let message = unknown("character", &actor.character, names);
                self.errors
                    .push(error_in(scene, actor.places.get("character"), message));
            }
            return None;
        };
        let kind = if let (None, Some(kind)) = (&actor.script, characters.get(&actor.character)) {
            kind.clone()
        } else {
            let old = self.old_actor(&actor.name);
            self.kind(character, actor.script.as_deref(), old.as_ref())
        };
        match kind {
            Ok(kind) => {
                let faults = with_faults(scene, actor, kind.behaviour.as_deref());
                self.errors.extend(faults);
                Some(kind)
            }
            Err(errors) => {
                self.errors.extend(errors);
                None
            }
        }
    }

    fn old_actor(&self, name: &str) -> Option<Arc<Kind>> {
        let old = self.old?;
        let at = old
            .scene
            .actors
            .iter()
            .position(|actor| actor.name == name)?;
        old.actors.get(at).cloned()
    }

    /// A character with a behaviour; `old` itself where nothing of it changed.
    fn kind(
        &self,
        character: &Arc<CharacterDef>,
        script: Option<&str>,
        old: Option<&Arc<Kind>>,
    ) -> Result<Arc<Kind>, Vec<LoadError>> {
        let behaviour = match self.mind {
            Mind::Rust(_, behaviour_of) => behaviour_of(character),
            #[cfg(feature = "script")]
            Mind::Lua(_) => match script.map(|key| (key, self.behaviours.get(key))) {
                None => None,
                Some((_, Some(Ok(behaviour)))) => Some(Arc::clone(behaviour)),
                Some((_, Some(Err(errors)))) => return Err(errors.0.clone()),
                Some((key, None)) => return Err(vec![LoadError::new(key, "the script is gone")]),
            },
        };
        #[cfg(not(feature = "script"))]
        let _ = (script, self.behaviours);
        if let Some(old) = old {
            let same_behaviour = match (&old.behaviour, &behaviour) {
                (None, None) => true,
                (Some(a), Some(b)) => Arc::ptr_eq(a, b),
                _ => false,
            };
            if same_behaviour && old.character == *character {
                return Ok(Arc::clone(old));
            }
        }
        let linked = Kind::link(Arc::clone(character), behaviour);
        linked.map(Arc::new).map_err(|faults| {
            faults
                .into_iter()
                .map(|f| link_fault(self.source.files, f))
                .collect()
        })
    }
}

/// A name that a character does not know, as a fault of the script.
pub(crate) fn link_fault(files: &FileSet, fault: LinkFault) -> LoadError {
    let error = LoadError::new(&fault.file, fault.message);
    match files.text(&fault.file) {
        Ok(text) if fault.line > 0 => error.at(
            Place {
                line: fault.line,
                column: 0,
            },
            &text,
        ),
        _ => error,
    }
}

/// The scene's `with` may only name what the behaviour's `data` has.
pub(crate) fn with_faults(
    scene: &SceneDef,
    actor: &ActorDef,
    behaviour: Option<&BehaviourDef>,
) -> Vec<LoadError> {
    let data = behaviour.map_or(&[][..], |behaviour| &behaviour.data);
    let is_known = |name: &String| data.iter().any(|(known, _)| known == name);
    let wrong = actor.with.iter().filter(|(name, _)| !is_known(name));
    wrong
        .map(|(name, _)| {
            let choices = data.iter().map(|(known, _)| known.as_str());
            let message = format!("{} in the behaviour's data", unknown("key", name, choices));
            let place = actor.places.get(&format!("with.{name}"));
            error_in(scene, place, message)
        })
        .collect()
}

fn error_in(scene: &SceneDef, place: Option<&Place>, message: String) -> LoadError {
    let error = LoadError::new(&scene.file, message);
    match place {
        Some(place) => error.at(*place, &scene.source),
        None => error,
    }
}
