//! What happened to actors, as the trace and the host tell it.
use super::{ActorId, Data};
use crate::error::ScriptError;
use crate::time::Time;
use std::rc::Rc;

/// Something that happened to an actor in a step.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// The step, from 0.
    pub step: u64,
    /// The actor; [`ActorId::HOST`] where there is none.
    pub actor: ActorId,
    /// The actor's name.
    pub name: Rc<str>,
    /// What happened.
    pub kind: EventKind,
}

/// What came to its end, by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// A clip.
    Clip(String),
    /// A trigger of the tree.
    Trigger(String),
}

/// What happened; the trace's `kind` is the variant's name in lower case.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum EventKind {
    /// The actor arrived, or begins again.
    Start {
        /// Its first state; `None` where it has no machine.
        state: Option<String>,
    },
    /// Its state changed.
    Change {
        /// The state left; `None` where it had none.
        from: Option<String>,
        /// The state entered.
        to: String,
        /// What asked for it.
        why: crate::fsm::Why,
    },
    /// A clip passed a marker.
    Marker {
        /// The clip.
        clip: String,
        /// The marker.
        name: String,
        /// The instant of the run.
        at: Time,
    },
    /// A clip began again.
    Loop {
        /// The clip.
        clip: String,
        /// The instant of the run.
        at: Time,
    },
    /// A clip or a trigger came to its end.
    Finish {
        /// Which.
        of: Ended,
        /// The instant of the run.
        at: Time,
    },
    /// A message was delivered.
    Message {
        /// Its name.
        name: String,
        /// Its sender; `None` is the host.
        from: Option<Rc<str>>,
        /// What it carries.
        data: Data,
    },
    /// A message for the host.
    ToHost {
        /// Its name.
        name: String,
        /// What it carries.
        data: Data,
    },
    /// It says something.
    Say {
        /// The words, at most 200 characters.
        text: String,
    },
    /// A line of print or log.
    Log {
        /// The line.
        text: String,
    },
    /// A spawn it asked for will come in the next step.
    Spawn {
        /// The new actor's name.
        name: String,
        /// Its character.
        character: String,
    },
    /// It leaves; this step's line is its last.
    Remove {
        /// Its name.
        name: String,
    },
    /// A callback passed a bound.
    Trip {
        /// Which, and where.
        error: ScriptError,
    },
    /// A callback failed.
    Error {
        /// What is wrong, and where.
        error: ScriptError,
    },
    /// What it is made of was read anew.
    Reload {
        /// The files, parted by `, `.
        file: String,
    },
    /// Something was dropped, cut or taken otherwise than asked.
    Notice {
        /// The sentence.
        text: String,
    },
}
