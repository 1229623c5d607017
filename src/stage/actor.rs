//! One actor on the stage: its place in its machine, its clips, its look, and
//! what it has used of its bounds. What it is made of is a [`Kind`].

use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

use super::faults::Faults;
use super::input::bind;
use super::{ActorDef, ActorId, Bindings, Cast, Data, Kind, Look, Me, Play};
use crate::clip::ClipId;
use crate::fsm::{Fsm, StateId};
use crate::geom::Rgba;
use crate::time::{Speed, Time};
use crate::tree::{Seen, TreeState};

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
    pub params: Vec<f64>,
    pub clips: Clips,

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

/// An actor's clips: the tree, what was asked of it in this step, and what a
/// script reads of it (rule M7).
#[derive(Debug)]
pub(super) struct Clips {
    pub tree: TreeState,
    pub rate: Speed,
    /// Asked for and not yet handed to the tree: only the last play of a step is seen.
    pub asked: Option<Play>,
    /// `asked` begins at its first frame.
    pub fresh: bool,
    /// What was asked before the present state was entered: put back where that
    /// state hands on from its enter, so that its own clip is never seen (rule M6).
    pub under: Option<(Option<Play>, bool)>,
    /// In `at`, `finish` and `loop`: the instant, and the clip then.
    pub instant: Option<(Time, Seen)>,
    /// The clip a script speaks of.
    pub seen: Option<Seen>,
    /// Of each clip, whether its first pass is over.
    pub passed: Vec<bool>,
    /// Its events of this step, in the stage's list.
    pub events: Range<usize>,
}

impl Clips {
    pub fn new(kind: &Kind, seed: u64, actor: &str) -> Clips {
        let character = &kind.character;
        Clips {
            tree: TreeState::new(&character.tree, &character.clips, seed, actor),
            rate: Speed::ONE,
            asked: None,
            fresh: false,
            under: None,
            instant: None,
            seen: None,
            passed: vec![false; character.clips.len()],
            events: 0..0,
        }
    }

    /// Asks for a clip; the last one asked for in a step is the one that is seen.
    pub fn ask(&mut self, kind: &Kind, mut play: Play) {
        if let Some(asked) = self.asked
            && asked.clip == play.clip
        {
            play.restart |= asked.restart;
        }
        self.fresh = play.restart || !self.runs(kind, play.clip);
        self.asked = Some(play);
        self.look(kind);
    }

    /// Asks for the clip of a state that is being entered.
    pub fn ask_for_state(&mut self, kind: &Kind, play: Play) {
        let under = (self.asked, self.fresh);
        self.ask(kind, play);
        self.under = Some(under);
    }

    /// The state just entered hands on: its clip was never asked for.
    pub fn put_back(&mut self, kind: &Kind) {
        if let Some((asked, fresh)) = self.under.take() {
            self.asked = asked;
            self.fresh = fresh;
            self.look(kind);
        }
    }

    /// A clip that is in view and not at its end goes on when it is asked for.
    fn runs(&self, kind: &Kind, clip: ClipId) -> bool {
        let clips = &kind.character.clips;
        let shown = self.tree.shown();
        let shown = shown.iter().find(|shown| shown.clip == clip);
        shown.is_some_and(|shown| !shown.playhead.ended(clips.clip(clip)))
    }

    /// Hands the tree what was asked for.
    pub fn give(&mut self, kind: &Kind) {
        self.under = None;
        if let Some(play) = self.asked.take() {
            let character = &kind.character;
            self.tree.play(
                &character.tree,
                &character.clips,
                play.clip,
                Speed::new(play.speed),
                play.fade.unwrap_or(character.fade),
                self.fresh,
            );
        }
    }

    /// Reads anew what a script may see: the tree's clips, at the instant of the
    /// event being handled if there is one, and over it what was asked for.
    pub fn look(&mut self, kind: &Kind) {
        let (def, clips) = (&kind.character.tree, &kind.character.clips);
        self.seen = match self.instant {
            Some((_, seen)) => Some(seen),
            None => self.tree.seen(def, clips),
        };
        for (i, passed) in self.passed.iter_mut().enumerate() {
            let at = self.tree.passed_at(ClipId(i as u16));
            *passed = match (at, self.instant) {
                (Some(at), Some((now, _))) => at <= now,
                (at, _) => at.is_some(),
            };
        }
        let Some(play) = self.asked else { return };
        if self.fresh {
            self.seen = Some(first_frame(play.clip));
            self.passed[play.clip.0 as usize] = false;
        } else if self.seen.is_none_or(|seen| seen.clip != play.clip) {
            let shown = self.tree.shown();
            let shown = shown.iter().find(|shown| shown.clip == play.clip);
            let clip = clips.clip(play.clip);
            self.seen = shown.map(|shown| Seen {
                clip: play.clip,
                frame: shown.playhead.frame(clip) as u32 + 1,
                progress: shown.playhead.progress(clip),
            });
        }
    }

    /// True where the first pass of a clip is over and nothing asked for begins it again.
    pub fn has_passed(&self, clip: ClipId) -> bool {
        let again = self.fresh && self.asked.is_some_and(|play| play.clip == clip);
        !again && self.tree.passed_at(clip).is_some()
    }
}

fn first_frame(clip: ClipId) -> Seen {
    Seen {
        clip,
        frame: 1,
        progress: 0.0,
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
        let params = kind.behaviour.iter().flat_map(|b| &b.params);
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
            params: params.map(|param| param.default).collect(),
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
            passed: &self.clips.passed,
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
