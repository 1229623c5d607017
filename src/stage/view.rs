//! What is seen of a stage: by its actors (the snapshot of rule M7), by drawing,
//! and by the trace. Nothing is changed here but the snapshot.

use std::rc::Rc;
use std::sync::Arc;

use super::actor::Actor;
use super::posing::figure;
use super::{Event, Figure, InputKey, KindRef, SceneDef, Shown, Stage, View, World};
use crate::clip::ClipId;
use crate::error::ScriptError;
use crate::time::Time;
use crate::tree::Seen;

/// What others see of an actor as it is now.
pub(super) fn view_of(actor: &Actor) -> View {
    let seen = seen_of(actor);
    View {
        id: actor.id,
        name: Rc::clone(&actor.name),
        kind: KindRef(Arc::clone(&actor.kind)),
        x: actor.x,
        y: actor.y,
        facing: actor.facing,
        state: actor.fsm.current,
        state_time: actor.fsm.state_time.seconds(),
        clip: seen.map(|seen| seen.clip),
        frame: seen.map_or(0, |seen| seen.frame),
        boxed: boxed_of(actor).into(),
        tags: Rc::clone(&actor.tags),
        params: actor.params.as_slice().into(),
    }
}

/// Its clip; one who has just arrived is seen as placed.
fn seen_of(actor: &Actor) -> Option<Seen> {
    actor.clips.seen.filter(|_| !actor.new)
}

fn boxed_of(actor: &Actor) -> &[(ClipId, u32)] {
    if actor.new { &[] } else { &actor.clips.boxed }
}

/// Brings a view up to date without making anew what has not changed.
fn refresh(view: &mut View, actor: &Actor) {
    if !Arc::ptr_eq(&view.kind.0, &actor.kind) || !Rc::ptr_eq(&view.tags, &actor.tags) {
        *view = view_of(actor);
        return;
    }
    view.x = actor.x;
    view.y = actor.y;
    view.facing = actor.facing;
    view.state = actor.fsm.current;
    view.state_time = actor.fsm.state_time.seconds();
    let seen = seen_of(actor);
    view.clip = seen.map(|seen| seen.clip);
    view.frame = seen.map_or(0, |seen| seen.frame);
    if *view.boxed != *boxed_of(actor) {
        view.boxed = boxed_of(actor).into();
    }
    if *view.params != *actor.params {
        view.params = actor.params.as_slice().into();
    }
}

/// How long an error counts as going on after it last happened: long enough to be read.
const ERROR_SHOWN: Time = Time::from_millis(8000);

/// The world, to be changed. Between callbacks nobody else holds it, so that it is
/// changed where it is; a brain that keeps one keeps the old one.
pub(super) fn change(world: &mut Rc<World>) -> &mut World {
    let world = Rc::make_mut(world);
    world.version += 1;
    world
}

impl Stage {
    /// Takes the snapshot that all callbacks of a step see.
    pub(super) fn snapshot(&mut self, actors: &[Actor]) {
        let world = change(&mut self.world);
        world.step = self.step;
        world.time = self.now.seconds();
        let (width, height) = self.cast.scene.size;
        (world.width, world.height) = (f64::from(width), f64::from(height));
        // Both lists are in order of arrival, and who has left never comes back.
        let mut kept = 0;
        world.views.retain(|view| {
            while actors
                .get(kept)
                .is_some_and(|actor| actor.left || actor.id < view.id)
            {
                kept += 1;
            }
            actors.get(kept).is_some_and(|actor| actor.id == view.id)
        });
        let there = actors.iter().filter(|actor| !actor.left);
        for (i, actor) in there.enumerate() {
            match world.views.get_mut(i) {
                Some(view) => refresh(view, actor),
                None => world.views.push(view_of(actor)),
            }
        }
    }

    /// Steps played.
    pub fn steps(&self) -> u64 {
        self.step
    }

    /// The instant the stage shows: the end of the last step.
    pub fn now(&self) -> Time {
        self.cast.rate.start_of(self.step)
    }

    /// The actors in order of arrival, with those that left in the step just played.
    pub fn actors(&self) -> impl Iterator<Item = Shown<'_>> {
        self.actors.iter().map(|actor| {
            let fsm = actor.kind.fsm();
            Shown {
                id: actor.id,
                name: &actor.name,
                kind: &actor.kind,
                state: actor.state_name(),
                previous: fsm.and_then(|def| actor.fsm.previous(def)),
                state_time: actor.fsm.state_time,
                x: actor.x,
                y: actor.y,
                facing: actor.facing,
                tree: &actor.clips.tree,
                params: &actor.params,
                history: &actor.fsm.history,
                resting: actor.resting,
            }
        })
    }

    /// What happened in the step just played, in order.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// Script errors of the actors on the stage, each with how often it happened:
    /// those of the last eight seconds, and all of an actor that rests, until its
    /// behaviour is read anew.
    pub fn script_errors(&self) -> Vec<(ScriptError, u64)> {
        let there = self.actors.iter().filter(|actor| !actor.left);
        let shown = ERROR_SHOWN.seconds() * f64::from(self.cast.rate.hz());
        let recent = self.step.saturating_sub(shown as u64);
        let errors = there.flat_map(|actor| {
            let since = if actor.resting { 0 } else { recent };
            actor.faults.since(since)
        });
        errors
            .map(|(error, count)| (error.clone(), count))
            .collect()
    }

    /// What drawing needs of each actor that is to be seen, in order of arrival. The parts of puppets, and
    /// what stands above the ground by a tree, are `fraction` (clamped to 0..=1) of the way from how they
    /// stood before the last step to how they stand after it.
    pub fn figures(&self, fraction: f64) -> Vec<Figure> {
        let seen = |actor: &&Actor| !actor.left && actor.look.visible;
        let seen = self.actors.iter().filter(seen);
        seen.map(|actor| figure(actor, fraction.clamp(0.0, 1.0)))
            .collect()
    }

    /// The pan before and after the last step, in pixels.
    pub fn pan(&self) -> [(f64, f64); 2] {
        self.pan
    }

    /// The scene being played.
    pub fn scene(&self) -> &Arc<SceneDef> {
        &self.cast.scene
    }

    /// True where an actor of that name is, or ever was, on the stage, or is about
    /// to arrive.
    pub fn knows(&self, name: &str) -> bool {
        self.world.names.contains(name)
    }

    /// True where some actor's binding, its character's or the scene's has that name.
    pub fn binds(&self, name: &str) -> bool {
        let cast = &self.cast;
        let kinds = cast.actors.iter();
        let kinds = kinds.chain(
            cast.characters
                .values()
                .filter_map(|kind| kind.as_ref().ok()),
        );
        cast.scene.keys.contains_key(name)
            || cast
                .scene
                .actors
                .iter()
                .any(|actor| actor.keys.contains_key(name))
            || kinds
                .into_iter()
                .any(|kind| kind.character.keys.contains_key(name))
    }

    /// What a pressed key or name stands for: a name that is bound nowhere is the
    /// key of that name.
    pub(super) fn resolve(&self, key: InputKey) -> InputKey {
        match &key {
            InputKey::Name(name) if !self.binds(name) => InputKey::key(name).unwrap_or(key),
            _ => key,
        }
    }
}
