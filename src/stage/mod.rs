//! The stage: what scenes, characters and behaviours are, the actors in order
//! of arrival, and one step of all of them (rule S1). It knows no Lua, no file
//! and no window; decisions come from a [`Brain`].

mod actor;
mod boxes;
mod brain;
mod call;
mod change;
mod clips;
mod compose;
mod crowd;
mod data;
mod defs;
mod deliver;
mod event;
mod faults;
mod follow;
mod input;
mod limits;
mod link;
mod mail;
mod params;
mod posing;
mod reload;
mod requests;
mod signal;
mod step;
mod view;

use std::collections::BTreeSet;
use std::rc::Rc;

use crate::time::Time;
use crate::tree::TreeEvent;

pub use boxes::{HitBox, Standing};
pub use brain::{
    Answer, Bindings, Brain, Call, Callback, Fault, KindRef, Level, Me, TriggerSeen, Trip, View,
    World,
};
pub use compose::{Figure, PartFigure, Shows, compose};
pub use data::Data;
pub use defs::{
    ActorDef, Art, BehaviourDef, Cast, CharacterDef, DriverDef, Facing, Kind, LayerDef, LinkFault,
    Picture, SceneDef,
};
pub use event::{Ended, Event, EventKind};
pub use input::{InputKey, InputState, KEYS, KeyState};
pub use limits::Limits;
pub use params::Param;
pub use requests::{Look, Machine, Play, Requests, Send, Spawn, To, TriggerAsk};

/// An actor's number, never used twice in a run; numbers rise in order of arrival.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ActorId(pub u32);

impl ActorId {
    /// Stands for the host in events that belong to no actor, such as a notice
    /// that its message came too late.
    pub const HOST: ActorId = ActorId(u32::MAX);
}

/// What comes to a stage from outside, in order, at the start of a step.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Input {
    /// A key or a bound name goes down or up.
    Key {
        /// Which; a name that is bound nowhere is the key of that name.
        key: InputKey,
        /// Down, or up.
        down: bool,
    },
    /// The pointer moves.
    Pointer {
        /// To the right, logical pixels of the scene.
        x: i32,
        /// Down, logical pixels of the scene.
        y: i32,
    },
    /// A message from the host; delivered in this step.
    Send {
        /// An actor's name, or `*` for all.
        to: Rc<str>,
        /// The message's name.
        name: String,
        /// What it carries.
        data: Data,
    },
    /// New definitions (files that settled together). Only actors whose kind
    /// differs from the one they have are touched (L1, L2, L4): a kind whose
    /// behaviour is another `Arc`, or whose character is not equal. Step rate and
    /// seed are not taken over.
    Reload {
        /// The new definitions.
        cast: Box<Cast>,
        /// The files, named in the actors' `reload` events.
        files: Vec<String>,
    },
    /// Resting actors begin again: trips cleared, callbacks called, the machine in its initial state.
    Reset,
}

/// One actor as the trace shows it.
#[derive(Debug)]
pub struct Shown<'a> {
    /// Its number.
    pub id: ActorId,
    /// Its name.
    pub name: &'a Rc<str>,
    /// What it is made of.
    pub kind: &'a std::sync::Arc<Kind>,
    /// The present state's name.
    pub state: Option<&'a str>,
    /// Where `revert` would go.
    pub previous: Option<&'a str>,
    /// How long it has been in its state.
    pub state_time: Time,
    /// Its pivot, logical pixels of the scene.
    pub x: f64,
    /// See `x`.
    pub y: f64,
    /// 1 or -1.
    pub facing: f64,
    /// Its clips.
    pub tree: &'a crate::tree::TreeState,
    /// Its parameters, in order of `Kind::params`.
    pub params: &'a [f64],
    /// Its changes, oldest first.
    pub history: &'a std::collections::VecDeque<crate::fsm::Change>,
    /// Rests after trips.
    pub resting: bool,
}

/// All actors of a running scene.
#[derive(Debug)]
pub struct Stage {
    cast: Cast,
    limits: Limits,
    /// In order of arrival.
    actors: Vec<actor::Actor>,
    /// The snapshot that callbacks see; between steps nobody else holds it.
    world: Rc<World>,
    /// Steps played; while one is played, its number from 0.
    step: u64,
    /// The start of the step being played, and its length.
    now: Time,
    dt: Time,
    events: Vec<Event>,
    /// Events of the next step that happened before it, at a reload.
    early: Vec<Event>,
    mail: mail::Mail,
    crowd: crowd::Crowd,
    pan: [(f64, f64); 2],
    pans: Vec<(f64, f64)>,
    /// Lists that every step fills anew.
    tree_events: Vec<TreeEvent>,
    requests: Requests,
}

impl Stage {
    /// A stage on which nothing has happened yet: the first step brings the scene's actors.
    pub fn new(cast: Cast, limits: Limits) -> Stage {
        let (width, height) = cast.scene.size;
        let world = World {
            version: 0,
            step: 0,
            time: 0.0,
            width: f64::from(width),
            height: f64::from(height),
            views: Vec::new(),
            names: BTreeSet::new(),
            characters: Rc::default(),
            input: InputState::default(),
        };
        let mut stage = Stage {
            cast,
            limits,
            actors: Vec::new(),
            world: Rc::new(world),
            step: 0,
            now: Time::ZERO,
            dt: Time::ZERO,
            events: Vec::new(),
            early: Vec::new(),
            mail: mail::Mail::default(),
            crowd: crowd::Crowd::default(),
            pan: [(0.0, 0.0); 2],
            pans: Vec::new(),
            tree_events: Vec::new(),
            requests: Requests::default(),
        };
        stage.learn_names();
        stage
    }
}

#[cfg(test)]
pub(crate) mod tests;
