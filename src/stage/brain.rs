//! How a stage asks for decisions, and what may be asked of it in answer.
use super::{ActorId, Data, InputKey, InputState, Kind, Requests};
use crate::clip::ClipId;
use crate::error::ScriptError;
use crate::fsm::StateId;
use crate::random::Stream;
use crate::time::Time;
use crate::tree::{Seen, Source};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

/// Whose handler a call means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// The present state's.
    State,
    /// The behaviour's own.
    Behaviour,
}

/// A callback.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Callback<'a> {
    /// `on_start`: the actor has no state yet.
    Start,
    /// `on_reload`, after the new code was taken over.
    Reload,
    /// The present state's enter.
    Enter {
        /// The state left; `None` for the first one, and where a reload took it away.
        from: Option<StateId>,
    },
    /// The present state's execute.
    Execute {
        /// The step's length, seconds.
        dt: f64,
    },
    /// The present state's exit; what it asks of the machine is not done (rule M2).
    Exit {
        /// The state to come; `None` where the actor leaves.
        to: Option<StateId>,
    },
    /// The behaviour's `global`.
    Global {
        /// The step's length, seconds.
        dt: f64,
    },
    /// A declared transition's `when`: only [`Answer::When`] counts.
    When {
        /// Its place in `FsmDef::transitions`.
        transition: usize,
    },
    /// `on.NAME`.
    Message {
        /// Whose handler.
        level: Level,
        /// The message's name.
        name: &'a str,
        /// What it carries.
        data: &'a Data,
        /// Its sender, who may have left since; `None` is the host.
        from: Option<ActorId>,
    },
    /// `at.NAME`.
    Marker {
        /// Whose handler.
        level: Level,
        /// The marker's name.
        name: &'a str,
        /// The clip that passed it.
        clip: ClipId,
    },
    /// `finish`.
    Finish {
        /// Whose handler.
        level: Level,
        /// The clip or the trigger that came to its end.
        of: Source,
    },
    /// `loop`.
    Loop {
        /// Whose handler.
        level: Level,
        /// The clip that began again.
        clip: ClipId,
    },
    /// A driver: only [`Answer::Number`] counts.
    Drive {
        /// Its place in `BehaviourDef::drivers`.
        driver: usize,
        /// The step's length, seconds.
        dt: f64,
    },
}

impl Callback<'_> {
    /// Its name as scripts and errors write it: `execute`, `on.hit`,
    /// `drivers.speed`, `transitions[1]` (from 1).
    pub fn label(&self, kind: &Kind) -> String {
        match self {
            Callback::Start => "on_start".into(),
            Callback::Reload => "on_reload".into(),
            Callback::Enter { .. } => "enter".into(),
            Callback::Execute { .. } => "execute".into(),
            Callback::Exit { .. } => "exit".into(),
            Callback::Global { .. } => "global".into(),
            Callback::When { transition } => format!("transitions[{}].when", transition + 1),
            Callback::Message { name, .. } => format!("on.{name}"),
            Callback::Marker { name, .. } => format!("at.{name}"),
            Callback::Finish { .. } => "finish".into(),
            Callback::Loop { .. } => "loop".into(),
            Callback::Drive { driver, .. } => {
                let behaviour = kind.behaviour.as_ref();
                let driver = behaviour.and_then(|b| b.drivers.get(*driver));
                driver.map_or("drivers".into(), |d| format!("drivers.{}", d.param))
            }
        }
    }
}

/// One call of a callback that exists.
#[derive(Debug)]
pub struct Call<'a> {
    /// Which callback.
    pub callback: Callback<'a>,
    /// The actor it is for.
    pub me: &'a Me<'a>,
    /// All actors as the step began.
    pub world: &'a Rc<World>,
}

/// Key names by bound name: what one actor understands.
pub type Bindings = BTreeMap<String, Vec<InputKey>>;

/// The actor that is called, as it is now.
#[derive(Debug)]
pub struct Me<'a> {
    /// Its number.
    pub id: ActorId,
    /// Its name.
    pub name: &'a Rc<str>,
    /// What it is made of.
    pub kind: &'a Arc<Kind>,
    /// Its pivot, logical pixels of the scene.
    pub x: f64,
    /// See `x`.
    pub y: f64,
    /// 1 or -1.
    pub facing: f64,
    /// Its present state.
    pub state: Option<StateId>,
    /// Where `revert` would go.
    pub previous: Option<&'a str>,
    /// Names on the path, oldest first.
    pub path: &'a [String],
    /// How long it has been in its state.
    pub state_time: Time,
    /// The clip a script speaks of.
    pub seen: Option<Seen>,
    /// The clips whose boxes count, with their frames, from 1; see [`Standing`](super::Standing).
    pub boxed: &'a [(ClipId, u32)],
    /// The clips (by `ClipId`) whose first pass is over, as `finished` answers.
    pub passed: &'a [bool],
    /// The character's, the behaviour's and the scene's tags together.
    pub tags: &'a Rc<[Rc<str>]>,
    /// Of the tree's triggers (by `TriggerId`), what is to be seen of each.
    pub triggers: &'a [TriggerSeen],
    /// The parameters as they are now, in order of `Kind::params`.
    pub params: &'a [f64],
    /// What its key names mean; `None`: it hears no keys.
    pub bindings: Option<&'a Rc<Bindings>>,
}

/// What an actor sees of one of its triggers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TriggerSeen {
    /// A pass of it is under way, or it was fired in this step.
    pub firing: bool,
    /// Its last pass came to its end, and it was not fired since.
    pub finished: bool,
}

/// What all actors see alike: the stage as the step began (rule M7).
#[derive(Clone, Debug)]
pub struct World {
    /// Grows whenever anything here changes: what was read under another version is stale.
    pub version: u64,
    /// The step being played, from 0.
    pub step: u64,
    /// Seconds since the run began, at the start of this step.
    pub time: f64,
    /// The scene's size, logical pixels.
    pub width: f64,
    /// See `width`.
    pub height: f64,
    /// In order of arrival.
    pub views: Vec<View>,
    /// Every name that ever was on the stage, and those about to arrive.
    pub names: BTreeSet<Rc<str>>,
    /// What `spawn` may name, with the names of each one's `data`.
    pub characters: Rc<BTreeMap<String, Vec<String>>>,
    /// Keys and pointer.
    pub input: InputState,
}

/// What one actor sees of another.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// Its number.
    pub id: ActorId,
    /// Its name.
    pub name: Rc<str>,
    /// What it is made of.
    pub kind: KindRef,
    /// Its pivot, logical pixels of the scene.
    pub x: f64,
    /// See `x`.
    pub y: f64,
    /// 1 or -1.
    pub facing: f64,
    /// Its state; `None` also for one who arrives in this step.
    pub state: Option<StateId>,
    /// Seconds in the state.
    pub state_time: f64,
    /// The clip in view; `None` also for one who arrives in this step.
    pub clip: Option<ClipId>,
    /// The frame of that clip, from 1; 0 where there is none.
    pub frame: u32,
    /// The clips whose boxes count, with their frames, from 1; see [`Standing`](super::Standing).
    pub boxed: Rc<[(ClipId, u32)]>,
    /// The character's, the behaviour's and the scene's tags together.
    pub tags: Rc<[Rc<str>]>,
    /// Its parameters, in order of `Kind::params`.
    pub params: Rc<[f64]>,
}

/// A kind, compared by address.
#[derive(Clone, Debug)]
pub struct KindRef(pub Arc<Kind>);
impl PartialEq for KindRef {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// What a callback returned.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Answer {
    /// nil; a state's name is in `Requests::machine`.
    #[default]
    Nothing,
    /// A handler that returned false: the behaviour's is asked.
    Declined,
    /// `when`: its answer, and the second value for display.
    When(bool, Option<Data>),
    /// A driver's number.
    Number(f64),
}

/// Why a callback ended early.
#[derive(Clone, Debug, PartialEq)]
pub enum Fault {
    /// The callback failed.
    Error(ScriptError),
    /// The callback passed a bound.
    Trip(Trip, ScriptError),
}

/// Which bound was passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trip {
    /// Safepoints.
    Work,
    /// Bytes of the VM.
    Memory,
    /// Time, the backstop.
    Clock,
}

/// What decides for the actors of a stage. Lua implements it, and so can a game in Rust.
///
/// The stage calls only callbacks that the actor's behaviour declares, and never
/// those of an actor that rests or whose [`Brain::arrive`] failed.
#[allow(clippy::result_large_err)] // faults are rare; the good way costs nothing
pub trait Brain {
    /// An actor comes on stage: make its memory from the behaviour's `data` with the scene's `with` over it.
    /// Called only where there is a behaviour. Called again for an `id` that is
    /// there when the reset key begins an actor again that could not arrive, and
    /// when a reload gave it another behaviour: it then starts with a new memory.
    /// # Errors
    /// What went wrong; the actor then has no memory and rests.
    fn arrive(
        &mut self,
        id: ActorId,
        name: &Rc<str>,
        kind: &Arc<Kind>,
        with: &[(String, Data)],
        random: Stream,
    ) -> Result<(), Fault>;
    /// An actor has left, one without a behaviour too; `last` is what others may still see of it.
    fn leave(&mut self, id: ActorId, last: &View);
    /// Calls a callback that the behaviour declares. Requests of a failed call are dropped by the stage (its logs are kept).
    /// # Errors
    /// The fault that ended it.
    fn call(&mut self, call: &Call<'_>, requests: &mut Requests) -> Result<Answer, Fault>;
}
