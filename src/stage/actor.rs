//! One actor on the stage: its place in its machine, its clips, its look, and
//! what it has used of its bounds. What it is made of is a [`Kind`].

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use super::clips::Clips;
use super::faults::Faults;
use super::input::bind;
use super::posing::Posed;
use super::{ActorDef, ActorId, Bindings, Cast, Data, Kind, Look, Me, Play};
use crate::fsm::{Fsm, StateId};
use crate::geom::Rgba;
use crate::time::Time;

/// An actor.
#[allow(clippy::struct_excessive_bools)] // each is told in its own line
#[derive(Debug)]
pub(super) struct Actor {
    pub id: ActorId,
    pub name: Rc<str>,
    pub kind: Arc<Kind>,
    pub with: Vec<(String, Data)>,
    pub origin: Origin,
    pub tags: Rc<[Rc<str>]>,
    pub bindings: Option<Rc<Bindings>>,

    pub x: f64,
    pub y: f64,
    /// 1 or -1.
    pub facing: f64,
    /// Its pivot before the last step, for drawing between steps.
    pub before: (f64, f64),
    pub look: Appearance,
    pub bubble: Option<Bubble>,

    pub fsm: Fsm,
    /// By place in `Kind::params`.
    pub params: Vec<f64>,
    /// Some parameter of the tree was set since the tree last moved on.
    pub params_set: bool,
    pub clips: Clips,
    /// How its parts stand; `None` of a sprite without a tree, whose picture is the clip's frame's.
    pub posed: Option<Posed>,

    /// It has not had its first callbacks yet.
    pub new: bool,
    /// The brain keeps a memory for it.
    pub memory: bool,
    /// It leaves at the end of this step.
    pub leaving: bool,
    /// It left in the step just played.
    pub left: bool,
    pub used: Used,
    /// Its callbacks of this step have ended.
    pub tripped: bool,
    /// Steps in a row with a trip.
    pub strikes: u32,
    pub resting: bool,
    pub faults: Faults,
}

/// Where an actor came from.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Origin {
    /// The scene file.
    Scene,
    /// A script.
    Spawned {
        /// Its spawner; when that has left, the nearest one of its line who is there.
        parent: Option<ActorId>,
        /// The behaviour whose bounds it counts for.
        behaviour: Rc<str>,
    },
}

/// How an actor is drawn, apart from its picture.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Appearance {
    pub visible: bool,
    pub opacity: f64,
    pub tint: Rgba,
    pub scale: (f64, f64),
    pub rotation: f64,
    pub layer: f64,
}

impl Default for Appearance {
    fn default() -> Self {
        Appearance {
            visible: true,
            opacity: 1.0,
            tint: Rgba::WHITE,
            scale: (1.0, 1.0),
            rotation: 0.0,
            layer: 0.0,
        }
    }
}

impl Appearance {
    /// Takes over what is given.
    pub fn set(&mut self, look: &Look) {
        self.visible = look.visible.unwrap_or(self.visible);
        self.opacity = look.opacity.map_or(self.opacity, |o| o.clamp(0.0, 1.0));
        self.tint = look.tint.unwrap_or(self.tint);
        self.scale = look.scale.unwrap_or(self.scale);
        self.rotation = look.rotation.unwrap_or(self.rotation);
        self.layer = look.layer.unwrap_or(self.layer);
    }
}

/// A speech bubble and the instant it goes.
#[derive(Clone, Debug)]
pub(super) struct Bubble {
    pub text: Rc<str>,
    pub until: Time,
}

/// What an actor has used in this step.
#[derive(Debug, Default)]
pub(super) struct Used {
    pub changes: usize,
    /// The states it was in, for the error of one change too many.
    pub trail: Vec<String>,
    /// The change that was one too many has been told.
    pub told_changes: bool,
    pub sends: usize,
    pub logs: usize,
    /// The sends that were too many have been told.
    pub told_sends: bool,
}

impl Used {
    pub fn clear(&mut self) {
        self.changes = 0;
        self.trail.clear();
        self.told_changes = false;
        self.sends = 0;
        self.logs = 0;
        self.told_sends = false;
    }
}

impl Actor {
    /// The behaviour whose bounds its messages count for.
    pub fn payer(&self) -> Rc<str> {
        match &self.origin {
            Origin::Spawned { behaviour, .. } => Rc::clone(behaviour),
            Origin::Scene => {
                let behaviour = self.kind.behaviour.as_ref();
                behaviour.map_or("", |b| b.key.as_str()).into()
            }
        }
    }

    /// An actor that has not had its first callbacks.
    pub fn new(
        id: ActorId,
        name: Rc<str>,
        kind: Arc<Kind>,
        (x, y, facing): (f64, f64, f64),
        origin: Origin,
        seed: u64,
    ) -> Actor {
        let clips = Clips::new(&kind, seed, &name);
        Actor {
            id,
            with: Vec::new(),
            origin,
            tags: Rc::from([]),
            bindings: None,
            x,
            y,
            facing,
            before: (x, y),
            look: Appearance::default(),
            bubble: None,
            fsm: Fsm::default(),
            params: kind.first_params(),
            params_set: false,
            posed: Posed::of(&kind),
            clips,
            new: true,
            memory: false,
            leaving: false,
            left: false,
            used: Used::default(),
            tripped: false,
            strikes: 0,
            resting: false,
            faults: Faults::default(),
            name,
            kind,
        }
    }

    /// Takes tags and key names from the definitions (the scene's for it, if it
    /// came with the scene).
    pub fn dress(&mut self, cast: &Cast, def: Option<&ActorDef>) {
        let none = BTreeMap::new();
        let character = &self.kind.character;
        let mut tags: Vec<&String> = character.tags.iter().collect();
        tags.extend(self.kind.behaviour.iter().flat_map(|b| &b.tags));
        tags.extend(def.iter().flat_map(|def| &def.tags));
        let mut once: Vec<Rc<str>> = Vec::with_capacity(tags.len());
        for tag in tags {
            if !once.iter().any(|known| **known == **tag) {
                once.push(tag.as_str().into());
            }
        }
        self.tags = once.into();
        let hears = def.is_none_or(|def| def.input);
        self.bindings = hears.then(|| {
            let own = def.map_or(&none, |def| &def.keys);
            Rc::new(bind([own, &character.keys, &cast.scene.keys]))
        });
    }

    /// Asks for the clip of a state, if it has one.
    pub fn play_state(&mut self, id: StateId, restart: bool) {
        let clip = self.kind.state_clips.get(id.0 as usize).copied().flatten();
        if let Some((clip, fsm)) = clip.zip(self.kind.fsm()) {
            let state = fsm.state(id);
            let play = Play {
                clip,
                speed: 1.0,
                fade: state.fade,
                restart: restart || !state.keep,
            };
            self.clips.ask_for_state(&self.kind, play);
        }
    }

    /// It will be there in the next step.
    pub fn stays(&self) -> bool {
        !self.left && !self.leaving
    }

    /// No callback of it runs now.
    pub fn is_silent(&self) -> bool {
        self.tripped || self.resting || self.left
    }

    /// The actor as a callback sees it.
    pub fn me(&self) -> Me<'_> {
        let fsm = self.kind.fsm();
        Me {
            id: self.id,
            name: &self.name,
            kind: &self.kind,
            x: self.x,
            y: self.y,
            facing: self.facing,
            state: self.fsm.current,
            previous: fsm.and_then(|def| self.fsm.previous(def)),
            path: &self.fsm.path,
            state_time: self.fsm.state_time,
            seen: self.clips.seen,
            boxed: &self.clips.boxed,
            passed: &self.clips.passed,
            triggers: &self.clips.triggers,
            tags: &self.tags,
            params: &self.params,
            bindings: self.bindings.as_ref(),
        }
    }

    /// The present state's name.
    pub fn state_name(&self) -> Option<&str> {
        let def = self.kind.fsm()?;
        self.fsm.current.map(|id| def.state(id).name.as_str())
    }
}
