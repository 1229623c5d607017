//! New definitions reach a living stage between two steps (rules L1, L2, L4):
//! everything that still has its name stays as it is. What failed to load never
//! comes here.

use std::collections::BTreeMap;
use std::mem;
use std::rc::Rc;
use std::sync::Arc;

use super::actor::{Actor, Origin};
use super::crowd::adopt;
use super::posing::Posed;
use super::{ActorDef, ActorId, Brain, Callback, Cast, Event, EventKind, Kind, Stage, view};
use crate::fsm::{StateId, Why};

impl Stage {
    /// Runs the exits that new definitions make necessary, while the brain still
    /// has the old code: of states that will be gone, and of actors that will
    /// leave (rule L4). To be called before the brain takes the new code over and
    /// before the step that gets [`Input::Reload`](super::Input::Reload) with the
    /// same cast; without it those exits do not run. Its events belong to that step.
    pub fn before_reload(&mut self, brain: &mut dyn Brain, cast: &Cast) {
        let mut actors = mem::take(&mut self.actors);
        let shown = mem::take(&mut self.events);
        self.now = self.cast.rate.start_of(self.step);
        self.snapshot(&actors);
        for actor in actors.iter_mut().filter(|actor| !actor.left) {
            let to = match kind_in(cast, actor) {
                None => None,
                Some((kind, _)) if keeps_state(actor, &kind) => continue,
                Some((kind, _)) => initial_in_old(actor, &kind),
            };
            actor.used.clear();
            actor.tripped = false;
            self.exit(brain, actor, to);
            actor.clips.give(&actor.kind);
            actor.clips.look(&actor.kind);
        }
        self.early.append(&mut self.events);
        self.events = shown;
        self.actors = actors;
    }

    /// Takes new definitions over. The actors whose behaviour must be called about
    /// it are returned. Step rate and seed stay what the run began with.
    pub(super) fn swap(
        &mut self,
        brain: &mut dyn Brain,
        actors: &mut Vec<Actor>,
        cast: Cast,
        files: &[String],
    ) -> Vec<ActorId> {
        let old = mem::replace(&mut self.cast, cast);
        (self.cast.rate, self.cast.seed) = (old.rate, old.seed);
        self.learn_names();
        let mut touched = Vec::new();
        let mut some_left = false;
        for actor in actors.iter_mut().filter(|actor| !actor.left) {
            let Some((kind, def)) = kind_in(&self.cast, actor) else {
                self.leave(brain, actor);
                some_left = true;
                continue;
            };
            let def = def.cloned();
            if differs(&actor.kind, &kind) {
                let call = !same_behaviour(&actor.kind, &kind) || !actor.memory;
                self.become_kind(actor, kind);
                if !actor.new {
                    let file = files.join(", ");
                    self.tell(actor, EventKind::Reload { file });
                    touched.push((actor.id, call));
                }
            }
            actor.dress(&self.cast, def.as_ref());
        }
        if some_left {
            adopt(actors);
        }
        let scene = Arc::clone(&self.cast.scene);
        for (index, def) in scene.actors.iter().enumerate() {
            if !old.scene.actors.iter().any(|known| known.name == def.name) {
                self.let_in_newcomer(actors, index, def);
            }
        }
        let touched = touched.into_iter();
        touched
            .filter_map(|(id, call)| call.then_some(id))
            .collect()
    }

    fn let_in_newcomer(&mut self, actors: &mut Vec<Actor>, index: usize, def: &ActorDef) {
        if actors
            .iter()
            .any(|actor| !actor.left && *actor.name == *def.name)
        {
            let text = format!(
                "the scene's new actor {:?} does not come: there is one already",
                def.name
            );
            self.events.push(Event {
                step: self.step,
                actor: ActorId::HOST,
                name: "host".into(),
                kind: EventKind::Notice { text },
            });
        } else {
            self.let_in_scene(actors, index, def.name.as_str().into());
        }
    }

    /// Gives an actor what it is now made of; what still has its name stays.
    fn become_kind(&mut self, actor: &mut Actor, kind: Arc<Kind>) {
        let old = mem::replace(&mut actor.kind, kind);
        let kind = &actor.kind;
        actor.resting = false;
        actor.strikes = 0;
        actor.faults.clear();
        let kept = actor.clips.carry(&old, kind, self.cast.seed, &actor.name);
        actor.posed = Posed::carry(actor.posed.take(), &old, kind);
        actor.carry_params(&old);
        let kind = &actor.kind;
        let same_mind = same_key(&old, kind);
        if !same_mind {
            actor.memory = false;
            actor.fsm.path.clear();
        }
        let name = old
            .fsm()
            .and_then(|def| actor.fsm.present(def))
            .map(str::to_owned);
        let found = name
            .as_ref()
            .filter(|_| same_mind)
            .and_then(|name| kind.fsm()?.id(name));
        actor.fsm.current = found;
        actor.fsm.gone = name.filter(|_| found.is_none());
        if !kept && let Some(state) = found {
            actor.play_state(state, true);
            actor.clips.give(&actor.kind);
        }
    }

    /// Phase 0: an actor's behaviour was read anew. Where the present state is
    /// gone the initial one is entered; then `on_reload` runs.
    pub(super) fn after_swap(&mut self, brain: &mut dyn Brain, actor: &mut Actor) {
        let kind = Arc::clone(&actor.kind);
        let Some(behaviour) = &kind.behaviour else {
            return;
        };
        if !actor.memory {
            self.arrive(brain, actor);
            return;
        }
        if let Some(fsm) = &behaviour.fsm
            && actor.fsm.current.is_none()
        {
            self.begin(brain, actor, fsm.initial, Why::Reload);
        }
        if behaviour.on_reload
            && let Some(outcome) = self.call(brain, actor, &Callback::Reload)
            && let Some(machine) = outcome.machine
        {
            self.change(brain, actor, machine, Why::Reload);
        }
    }

    /// Makes the cast's names known to all who ask.
    pub(super) fn learn_names(&mut self) {
        let world = view::change(&mut self.world);
        let actors = self.cast.scene.actors.iter();
        world
            .names
            .extend(actors.map(|actor| Rc::from(actor.name.as_str())));
        let data = |kind: &Arc<Kind>| -> Vec<String> {
            let data = kind.behaviour.iter().flat_map(|b| &b.data);
            data.map(|(name, _)| name.clone()).collect()
        };
        let characters = self.cast.characters.iter();
        let characters: BTreeMap<String, Vec<String>> = characters
            .map(|(name, kind)| (name.clone(), kind.as_ref().map(data).unwrap_or_default()))
            .collect();
        world.characters = Rc::new(characters);
    }
}

/// What an actor is made of under another cast; `None` where it must leave.
fn kind_in<'a>(cast: &'a Cast, actor: &Actor) -> Option<(Arc<Kind>, Option<&'a ActorDef>)> {
    if actor.origin != Origin::Scene {
        let kind = cast.characters.get(&actor.kind.character.name)?;
        return kind.as_ref().ok().map(|kind| (Arc::clone(kind), None));
    }
    let index = cast
        .scene
        .actors
        .iter()
        .position(|def| *def.name == *actor.name)?;
    let kind = Arc::clone(cast.actors.get(index)?);
    Some((kind, cast.scene.actors.get(index)))
}

/// Only what differs is touched: a behaviour that was read anew differs even where
/// it declares the same.
fn differs(old: &Arc<Kind>, new: &Arc<Kind>) -> bool {
    let same = Arc::ptr_eq(old, new)
        || (same_behaviour(old, new)
            && (Arc::ptr_eq(&old.character, &new.character) || old.character == new.character));
    !same
}

fn same_behaviour(old: &Kind, new: &Kind) -> bool {
    match (&old.behaviour, &new.behaviour) {
        (Some(old), Some(new)) => Arc::ptr_eq(old, new),
        (None, None) => true,
        _ => false,
    }
}

/// The same behaviour, old or new: its actors keep their memory.
fn same_key(old: &Kind, new: &Kind) -> bool {
    let key = |kind: &Kind| kind.behaviour.as_ref().map(|b| b.key.clone());
    key(old) == key(new)
}

/// True where the actor's present state will be there under `kind`.
fn keeps_state(actor: &Actor, kind: &Kind) -> bool {
    let Some(name) = actor.state_name() else {
        return true;
    };
    same_key(&actor.kind, kind) && kind.fsm().is_some_and(|def| def.id(name).is_some())
}

/// The new initial state as the old machine knows it.
fn initial_in_old(actor: &Actor, kind: &Kind) -> Option<StateId> {
    let new = kind.fsm()?;
    actor.kind.fsm()?.id(&new.state(new.initial).name)
}
