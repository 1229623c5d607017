//! Scenes, characters and behaviours as definitions: immutable, shared, all names resolved.
use super::{Data, Param};
use crate::clip::{ClipId, ClipSet};
use crate::draw::{PageId, Shape};
use crate::error::Place;
use crate::fsm::FsmDef;
use crate::geom::{Rect, Vec2};
use crate::rig::RigDef;
use crate::time::{Rate, Time};
use crate::tree::TreeDef;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Which way something looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Facing {
    /// Left.
    Left,
    /// Right.
    #[default]
    Right,
}

impl Facing {
    /// -1 or 1.
    pub fn sign(self) -> f64 {
        match self {
            Facing::Left => -1.0,
            Facing::Right => 1.0,
        }
    }
}

/// One cell of a sheet. `pivot` is in pixels from the cell's top left corner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Picture {
    /// The page its pixels are on.
    pub page: PageId,
    /// Which of them.
    pub source: Rect,
    /// What stands on the actor's place.
    pub pivot: Vec2,
}

/// What a [`PictureId`](crate::clip::PictureId) stands for.
#[derive(Clone, Debug, PartialEq)]
pub enum Art {
    /// A cell of a sheet.
    Cell(Picture),
    /// A drawn shape; `pivot` in pixels from the shape's own origin.
    Shape {
        /// Which.
        shape: Arc<Shape>,
        /// What stands on the part's place.
        pivot: Vec2,
    },
}

impl Art {
    /// The cell, where it is one.
    pub fn cell(&self) -> Option<Picture> {
        match self {
            Art::Cell(picture) => Some(*picture),
            Art::Shape { .. } => None,
        }
    }
}

/// A character file, loaded.
#[derive(Clone, Debug, PartialEq)]
pub struct CharacterDef {
    /// Its name.
    pub name: String,
    /// Its file, relative to the project.
    pub file: String,
    /// Its clips (may be none: nothing is drawn).
    pub clips: Arc<ClipSet>,
    /// Its tree; of a character without one `TreeDef::play`.
    pub tree: Arc<TreeDef>,
    /// Its pictures; `PictureId` counts in this list.
    pub pictures: Vec<Art>,
    /// Its parts; of a sprite `RigDef::sprite`.
    pub rig: Arc<RigDef>,
    /// Pictures that change are mixed by weight (rule R12).
    pub crossfade: bool,
    /// The behaviour's key, as in `BehaviourDef::key`; `None`: an actor without a state.
    pub script: Option<String>,
    /// Its tags.
    pub tags: Vec<String>,
    /// Its key bindings: name -> keys.
    pub keys: BTreeMap<String, Vec<String>>,
    /// Which way the drawing looks.
    pub faces: Facing,
    /// The fade of a state or play that names none.
    pub fade: Time,
}

impl CharacterDef {
    /// True where a clip of it has boxes.
    pub fn has_boxes(&self) -> bool {
        let clips = &self.clips;
        let mut all = (0..clips.len()).map(|id| clips.clip(ClipId(id as u16)));
        all.any(|clip| clip.box_names().next().is_some())
    }
}

/// One actor of a scene.
#[derive(Clone, Debug, PartialEq)]
pub struct ActorDef {
    /// Its name.
    pub name: String,
    /// Its character's name.
    pub character: String,
    /// The behaviour's key, if not the character's.
    pub script: Option<String>,
    /// Its pivot, logical pixels of the scene.
    pub x: f64,
    /// See `x`.
    pub y: f64,
    /// Which way it faces at first.
    pub facing: Facing,
    /// It hears keys.
    pub input: bool,
    /// Its own key bindings: name -> keys.
    pub keys: BTreeMap<String, Vec<String>>,
    /// Tags besides its character's and behaviour's.
    pub tags: Vec<String>,
    /// Values over the behaviour's `data`.
    pub with: Vec<(String, Data)>,
    /// Where its fields stand in the scene file: `character`, `script`, `with.NAME`.
    pub places: BTreeMap<String, Place>,
}

/// One backdrop layer.
#[derive(Clone, Debug, PartialEq)]
pub struct LayerDef {
    /// Its picture.
    pub picture: Picture,
    /// How far it moves for a pan of one pixel.
    pub scroll: f64,
    /// Where its top left corner is, logical pixels of the scene.
    pub at: (f64, f64),
    /// It repeats to the left and right.
    pub repeat: bool,
}

/// A scene file, loaded.
#[derive(Clone, Debug, PartialEq)]
pub struct SceneDef {
    /// Its name.
    pub name: String,
    /// Its file, relative to the project.
    pub file: String,
    /// Logical pixels, across and down.
    pub size: (u32, u32),
    /// What is behind the actors, drawn first to last.
    pub backdrop: Vec<LayerDef>,
    /// Its actors, in order of arrival.
    pub actors: Vec<ActorDef>,
    /// Bindings for actors that have none of that name.
    pub keys: BTreeMap<String, Vec<String>>,
    /// The file's text, for errors.
    pub source: Arc<str>,
}

/// A driver: the parameter it feeds.
#[derive(Clone, Debug, PartialEq)]
pub struct DriverDef {
    /// Its name.
    pub param: String,
}

/// What a behaviour declares, read once.
#[derive(Clone, Debug, PartialEq)]
pub struct BehaviourDef {
    /// Its key: the file or folder relative to the project, such as `scripts/hero.lua`.
    pub key: String,
    /// Its machine; `None`: no states at all.
    pub fsm: Option<FsmDef>,
    /// `data`: the names, sorted, with their values.
    pub data: Vec<(String, Data)>,
    /// `params`: numbers the host knows: name, default, min, max.
    pub params: Vec<crate::tree::ParamDef>,
    /// `drivers`, sorted by parameter name.
    pub drivers: Vec<DriverDef>,
    /// Messages the behaviour itself handles.
    pub on: Vec<(String, crate::fsm::Handler)>,
    /// Markers it handles.
    pub at: Vec<(String, crate::fsm::Handler)>,
    /// What a clip's end does.
    pub finish: Option<crate::fsm::Handler>,
    /// What a clip's new pass does.
    pub r#loop: Option<crate::fsm::Handler>,
    /// Which callbacks exist.
    pub global: bool,
    /// See `global`.
    pub on_start: bool,
    /// See `global`.
    pub on_reload: bool,
    /// Its tags.
    pub tags: Vec<String>,
    /// Where names stand, for errors: file and line. Keys: `state NAME`,
    /// `state NAME at MARKER`, `at MARKER`, `param NAME`, `driver PARAM`; those that are missing
    /// are told with the state's, or without a line.
    pub lines: BTreeMap<String, (String, u32)>,
}

/// A character with a behaviour, names between them resolved: what an actor is made of.
#[derive(Clone, Debug)]
pub struct Kind {
    /// The character.
    pub character: Arc<CharacterDef>,
    /// Its behaviour; `None`: an actor without a state.
    pub behaviour: Option<Arc<BehaviourDef>>,
    /// Of each state, its clip.
    pub state_clips: Vec<Option<ClipId>>,
    /// The behaviour's and the tree's parameters, in order of names.
    pub params: Vec<Param>,
    /// Of each of the behaviour's drivers, its parameter's place in `params`.
    pub drivers: Vec<usize>,
}

/// A name in a behaviour that its character does not know.
#[derive(Clone, Debug, PartialEq)]
pub struct LinkFault {
    /// The script.
    pub file: String,
    /// The line, from 1; 0 where it is not known.
    pub line: u32,
    /// What is wrong, with the nearest names.
    pub message: String,
}

impl Kind {
    /// Its machine, if its behaviour has one.
    pub fn fsm(&self) -> Option<&FsmDef> {
        self.behaviour.as_ref()?.fsm.as_ref()
    }
}

/// What a stage is set up with: everything a run may put on it.
#[derive(Clone, Debug)]
pub struct Cast {
    /// The scene.
    pub scene: Arc<SceneDef>,
    /// One for each of `scene.actors`.
    pub actors: Vec<Arc<Kind>>,
    /// What `stage.spawn` may name; a character that did not load holds its error.
    pub characters: BTreeMap<String, Result<Arc<Kind>, String>>,
    /// Steps a second.
    pub rate: Rate,
    /// What all of the run's randomness comes from.
    pub seed: u64,
}
