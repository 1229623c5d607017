//! Who comes and who goes: spawns within their bounds, removals, and the order
//! of arrival (api.md `spawn`, `remove`). Both are settled when a step ends, by
//! the spawners' names, so that the order of actors never matters.

use std::collections::{BTreeMap, VecDeque};
use std::mem;
use std::rc::Rc;
use std::sync::Arc;

use super::actor::{Actor, Origin};
use super::{ActorId, Brain, EventKind, Kind, Spawn, Stage, view};
use crate::error::unknown;

/// A spawn that was asked for in this step.
#[derive(Debug)]
pub(super) struct SpawnAsk {
    spawner: ActorId,
    /// The nearest of the spawner's line, itself included, who will be there.
    parent: Option<ActorId>,
    spawner_name: Rc<str>,
    /// The one whose bounds it counts for: who is spawned spawns at the cost of its spawner.
    behaviour: Rc<str>,
    /// The callback that asked.
    callback: String,
    spawn: Spawn,
    /// Where it will stand and how it faces.
    place: (f64, f64, f64),
}

impl SpawnAsk {
    /// What `spawner` asks for; a place that is not given is its own.
    pub fn new(spawner: &Actor, spawn: Spawn, callback: String) -> SpawnAsk {
        SpawnAsk {
            spawner: spawner.id,
            parent: Some(spawner.id),
            spawner_name: Rc::clone(&spawner.name),
            behaviour: spawner.payer(),
            callback,
            place: (
                spawn.x.unwrap_or(spawner.x),
                spawn.y.unwrap_or(spawner.y),
                spawn.facing.map_or(spawner.facing, f64::signum),
            ),
            spawn,
        }
    }
}

/// What was asked of the crowd in this step, and who comes in the next.
#[derive(Debug, Default)]
pub(super) struct Crowd {
    pub asked: Vec<SpawnAsk>,
    /// Who asked, the name of who is to go, and the callback that asked.
    pub removals: Vec<(ActorId, Rc<str>, String)>,
    /// In order of arrival.
    coming: Vec<SpawnAsk>,
    next: u32,
    /// Names of those who left, in that order.
    gone: VecDeque<Rc<str>>,
}

/// Names that are remembered of those who left; a name that is forgotten is free
/// again. A run in which actors come and go for days must not grow.
const GONE: usize = 4096;

impl Crowd {
    /// A number that was never used.
    pub fn number(&mut self) -> ActorId {
        self.next += 1;
        ActorId(self.next - 1)
    }
}

impl Stage {
    /// Puts those who come on the stage, as placed; their callbacks are for phase 1.
    pub(super) fn let_in(&mut self, actors: &mut Vec<Actor>) {
        if self.step == 0 {
            let scene = Arc::clone(&self.cast.scene);
            for (i, def) in scene.actors.iter().enumerate() {
                self.let_in_scene(actors, i, def.name.as_str().into());
            }
        }
        for ask in mem::take(&mut self.crowd.coming) {
            let kind = match self.kind_of(&ask.spawn.character) {
                Ok(kind) => kind,
                Err(wrong) => {
                    // The character has gone since; its name was never on the stage.
                    if let Some(spawner) = find(actors, ask.spawner) {
                        self.blame(spawner, &ask.callback, wrong);
                    }
                    continue;
                }
            };
            let origin = Origin::Spawned {
                parent: ask.parent,
                behaviour: ask.behaviour,
            };
            let id = self.crowd.number();
            let name = ask.spawn.name.as_str().into();
            let seed = self.cast.seed;
            let mut actor = Actor::new(id, name, kind, ask.place, origin, seed);
            actor.with = ask.spawn.with;
            actor.dress(&self.cast, None);
            actors.push(actor);
        }
    }

    /// Puts the scene's actor `index` on the stage.
    pub(super) fn let_in_scene(&mut self, actors: &mut Vec<Actor>, index: usize, name: Rc<str>) {
        let scene = Arc::clone(&self.cast.scene);
        let Some((def, kind)) = scene.actors.get(index).zip(self.cast.actors.get(index)) else {
            return;
        };
        let place = (def.x, def.y, def.facing.sign());
        let (id, kind) = (self.crowd.number(), Arc::clone(kind));
        let mut actor = Actor::new(id, name, kind, place, Origin::Scene, self.cast.seed);
        actor.with.clone_from(&def.with);
        actor.dress(&self.cast, Some(def));
        actors.push(actor);
    }

    /// What a character's name stands for, or the sentence that says why it cannot come.
    pub(super) fn kind_of(&self, character: &str) -> Result<Arc<Kind>, String> {
        match self.cast.characters.get(character) {
            Some(Ok(kind)) => Ok(Arc::clone(kind)),
            Some(Err(wrong)) => Err(format!("the character {character:?} did not load: {wrong}")),
            None => {
                let names = self.cast.characters.keys().map(String::as_str);
                Err(unknown("character", character, names))
            }
        }
    }

    /// Decides who leaves at the end of this step: an actor itself, or one that it
    /// or its spawn spawned.
    pub(super) fn settle_removals(&mut self, actors: &mut [Actor]) {
        for (asker, name, callback) in mem::take(&mut self.crowd.removals) {
            let Some(index) = actors.iter().position(|a| a.name == name && !a.left) else {
                self.call_off(actors, asker, &name);
                continue;
            };
            if is_of(actors, Some(actors[index].id), asker) {
                actors[index].leaving = true;
            } else if let Some(asker) = find(actors, asker) {
                let message =
                    format!("{name:?} is not this actor's to remove: send it a message instead");
                self.blame(asker, &callback, message);
            }
        }
    }

    /// Those who are to leave go: exit with no state to go to, then the event.
    pub(super) fn let_out(&mut self, brain: &mut dyn Brain, actors: &mut [Actor]) {
        let mut some = false;
        for actor in actors.iter_mut().filter(|actor| actor.leaving) {
            some = true;
            self.exit(brain, actor, None);
            actor.clips.give(&actor.kind);
            self.leave(brain, actor);
        }
        if some {
            adopt(actors);
        }
    }

    /// An actor is no longer there; its line of this step is its last.
    pub(super) fn leave(&mut self, brain: &mut dyn Brain, actor: &mut Actor) {
        actor.leaving = false;
        actor.left = true;
        let name = actor.name.to_string();
        self.tell(actor, EventKind::Remove { name });
        brain.leave(actor.id, &super::view::view_of(actor));
        if actor.origin == Origin::Scene {
            return; // its name stands in the scene
        }
        self.crowd.gone.push_back(Rc::clone(&actor.name));
        if self.crowd.gone.len() > GONE
            && let Some(name) = self.crowd.gone.pop_front()
        {
            Rc::make_mut(&mut self.world).names.remove(&name);
        }
    }

    /// A spawn is called off before it came.
    fn call_off(&mut self, actors: &[Actor], asker: ActorId, name: &Rc<str>) {
        self.crowd
            .asked
            .retain(|ask| *ask.spawn.name != **name || !is_of(actors, Some(ask.spawner), asker));
    }

    /// Decides which spawns of this step come in the next one.
    pub(super) fn admit(&mut self, actors: &mut [Actor]) {
        if self.crowd.asked.is_empty() {
            return;
        }
        let mut asked = mem::take(&mut self.crowd.asked);
        // Stable: each spawner's own stay as asked.
        asked.sort_by(|a, b| a.spawner_name.cmp(&b.spawner_name));
        let mut alive: BTreeMap<Rc<str>, usize> = BTreeMap::new();
        for actor in actors.iter().filter(|actor| actor.stays()) {
            if let Origin::Spawned { behaviour, .. } = &actor.origin {
                *alive.entry(Rc::clone(behaviour)).or_default() += 1;
            }
        }
        let mut on_stage = actors.iter().filter(|actor| actor.stays()).count();
        let mut in_step: BTreeMap<Rc<str>, (usize, bool)> = BTreeMap::new();
        for mut ask in asked {
            ask.parent = nearest_staying(actors, ask.spawner);
            if let Err(wrong) = self
                .kind_of(&ask.spawn.character)
                .and(self.free(actors, &ask))
            {
                if let Some(spawner) = find(actors, ask.spawner) {
                    self.blame(spawner, &ask.callback, wrong);
                }
                continue;
            }
            let alive = alive.entry(Rc::clone(&ask.behaviour)).or_default();
            let (count, told) = in_step.entry(Rc::clone(&ask.behaviour)).or_default();
            let over = [
                (
                    *count,
                    self.limits.spawns,
                    "spawned in a step by one behaviour",
                ),
                (
                    *alive,
                    self.limits.alive,
                    "spawned by one behaviour on the stage",
                ),
                (on_stage, self.limits.actors, "on the stage"),
            ];
            let over = over.iter().find(|(now, most, _)| now >= most);
            let Some(spawner) = find(actors, ask.spawner) else {
                continue;
            };
            if let Some((_, most, what)) = over {
                if !mem::replace(told, true) {
                    let text = format!("more than {most} actors {what}: the others do not come");
                    self.tell(spawner, EventKind::Notice { text });
                }
                continue;
            }
            *alive += 1;
            *count += 1;
            on_stage += 1;
            self.tell(
                spawner,
                EventKind::Spawn {
                    name: ask.spawn.name.clone(),
                    character: ask.spawn.character.clone(),
                },
            );
            let world = view::change(&mut self.world);
            world.names.insert(ask.spawn.name.as_str().into());
            self.crowd.coming.push(ask);
        }
    }

    /// Whether nobody on the stage or on the way has the name.
    fn free(&self, actors: &[Actor], ask: &SpawnAsk) -> Result<(), String> {
        let name = ask.spawn.name.as_str();
        let taken = actors
            .iter()
            .any(|actor| actor.stays() && *actor.name == *name)
            || self
                .crowd
                .coming
                .iter()
                .any(|other| other.spawn.name == name);
        if taken {
            return Err(format!("there is an actor {name:?} already"));
        }
        Ok(())
    }
}

/// The actor of that number, if it is still there; numbers rise in order of arrival.
pub(super) fn find(actors: &mut [Actor], id: ActorId) -> Option<&mut Actor> {
    let index = actors.binary_search_by_key(&id, |actor| actor.id).ok()?;
    Some(&mut actors[index]).filter(|actor| !actor.left)
}

/// The one who brought an actor on the stage.
fn parent_of(actors: &[Actor], id: ActorId) -> Option<ActorId> {
    let index = actors.binary_search_by_key(&id, |actor| actor.id).ok()?;
    match &actors[index].origin {
        Origin::Spawned { parent, .. } => *parent,
        Origin::Scene => None,
    }
}

/// True where `whose` is `who`, or spawned it, or spawned its spawner, and so on.
fn is_of(actors: &[Actor], mut who: Option<ActorId>, whose: ActorId) -> bool {
    while let Some(id) = who {
        if id == whose {
            return true;
        }
        who = parent_of(actors, id);
    }
    false
}

/// `id`, or the nearest of those who brought it on the stage, who stays there.
fn nearest_staying(actors: &[Actor], id: ActorId) -> Option<ActorId> {
    let mut line = Some(id);
    while let Some(id) = line {
        let index = actors.binary_search_by_key(&id, |actor| actor.id).ok()?;
        if actors[index].stays() {
            return Some(id);
        }
        line = parent_of(actors, id);
    }
    None
}

/// Those whose spawner has left belong to the nearest of its line who is there.
pub(super) fn adopt(actors: &mut [Actor]) {
    for i in 0..actors.len() {
        let Origin::Spawned {
            parent: Some(parent),
            ..
        } = actors[i].origin
        else {
            continue;
        };
        let nearest = nearest_staying(actors, parent);
        if let Origin::Spawned { parent, .. } = &mut actors[i].origin {
            *parent = nearest;
        }
    }
}
