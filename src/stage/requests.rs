//! What a callback may ask for. Nothing of it is done here.

use std::rc::Rc;

use super::Data;
use crate::clip::ClipId;
use crate::fsm::StateId;
use crate::time::Time;
use crate::tree::TriggerId;

/// What a machine is asked; the last one of a callback counts (M1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Machine {
    /// Go to this state; the present one does nothing.
    Change(StateId),
    /// Leave and enter the present state.
    Restart,
    /// Go back along the path (rule M6).
    Revert,
}

/// `self:play`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Play {
    /// Which clip.
    pub clip: ClipId,
    /// Its speed, a factor.
    pub speed: f64,
    /// The fade to it; `None`: the character's.
    pub fade: Option<Time>,
    /// From the first frame even if it plays.
    pub restart: bool,
}

/// `self:fire` and `self:cancel`. In one step fire beats cancel, whichever came first (rule R4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TriggerAsk {
    /// Begins a pass.
    Fire(TriggerId),
    /// Ends it; one that is not firing stays as it is.
    Cancel(TriggerId),
}

/// Who a message is for.
#[derive(Clone, Debug, PartialEq)]
pub enum To {
    /// The actor of that name.
    Actor(Rc<str>),
    /// All others on the stage when it is delivered.
    All,
    /// The host: an event.
    Host,
}

/// `self:send`.
#[derive(Clone, Debug, PartialEq)]
pub struct Send {
    /// Who it is for.
    pub to: To,
    /// Its name.
    pub name: String,
    /// What it carries.
    pub data: Data,
    /// How long until it is delivered; at the next step at the earliest.
    pub delay: Time,
}

/// `self:look`: those set are given.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Look {
    /// Drawn at all, its bubble too.
    pub visible: Option<bool>,
    /// 0..=1; beyond, clamped.
    pub opacity: Option<f64>,
    /// Multiplies the picture's colours.
    pub tint: Option<crate::geom::Rgba>,
    /// About the pivot, across and down.
    pub scale: Option<(f64, f64)>,
    /// Degrees, clockwise as seen, about the pivot.
    pub rotation: Option<f64>,
    /// Higher is in front.
    pub layer: Option<f64>,
}

/// `stage.spawn`.
#[derive(Clone, Debug, PartialEq)]
pub struct Spawn {
    /// Which character.
    pub character: String,
    /// The new actor's name.
    pub name: String,
    /// Its pivot; `None`: the spawner's.
    pub x: Option<f64>,
    /// See `x`.
    pub y: Option<f64>,
    /// 1 or -1; `None`: as the spawner.
    pub facing: Option<f64>,
    /// Values over the behaviour's `data`.
    pub with: Vec<(String, Data)>,
}

/// What one callback asked for; nothing of it is done if the callback failed, but for `log`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Requests {
    /// Of the machine.
    pub machine: Option<Machine>,
    /// x, y, facing after the callback.
    pub place: Option<(f64, f64, f64)>,
    /// Clips to play, in order; of a character without a tree.
    pub plays: Vec<Play>,
    /// The factor of all its clips' speeds.
    pub rate: Option<f64>,
    /// Parameter (its place in `Kind::params`) and value, in order.
    pub sets: Vec<(usize, f64)>,
    /// Triggers of the tree, in order.
    pub triggers: Vec<TriggerAsk>,
    /// Messages, in order.
    pub sends: Vec<Send>,
    /// Text and seconds; `None` clears.
    pub say: Option<Option<(String, Time)>>,
    /// How it is drawn.
    pub look: Look,
    /// New actors, in order.
    pub spawns: Vec<Spawn>,
    /// Names.
    pub removes: Vec<Rc<str>>,
    /// Pixels by which the background moves, across and down.
    pub pan: (f64, f64),
    /// Lines of print and log: kept even if the callback failed.
    pub logs: Vec<String>,
}

impl Requests {
    /// Takes all back, keeping the room of the lists.
    pub(super) fn clear(&mut self) {
        self.machine = None;
        self.place = None;
        self.plays.clear();
        self.rate = None;
        self.sets.clear();
        self.triggers.clear();
        self.sends.clear();
        self.say = None;
        self.look = Look::default();
        self.spawns.clear();
        self.removes.clear();
        self.pan = (0.0, 0.0);
        self.logs.clear();
    }
}
