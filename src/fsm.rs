//! A machine's states and one actor's place among them: current, path, pending,
//! history; the one place where states change (rules M1, M2, M6). It knows no
//! actor, no clip and no script.

use crate::time::Time;
use std::collections::VecDeque;

/// A state's number in its machine; numbers follow the order of names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StateId(pub u16);

/// What handles a message, a marker, `finish` or `loop`: a function, or a state's name standing for one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Handler {
    /// The brain is called.
    Call,
    /// This state is entered.
    Change(StateId),
}

/// One state, as its behaviour declares it.
#[allow(clippy::struct_excessive_bools)] // four facts that have nothing to do with each other
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StateDef {
    /// Its name.
    pub name: String,
    /// The clip it plays from the first frame before enter.
    pub clip: Option<String>,
    /// The clip is not rewound where it is already in view.
    pub keep: bool,
    /// The state after the clip's first pass, or after `lasts`.
    pub next: Option<StateId>,
    /// How long until `next`.
    pub lasts: Option<Time>,
    /// The fade to its clip; `None`: the character's.
    pub fade: Option<Time>,
    /// Its tags.
    pub tags: Vec<String>,
    /// Which of its callbacks exist.
    pub enter: bool,
    /// See `enter`.
    pub execute: bool,
    /// See `enter`.
    pub exit: bool,
    /// Messages it handles, by name.
    pub on: Vec<(String, Handler)>,
    /// Markers it handles, by name.
    pub at: Vec<(String, Handler)>,
    /// What a clip's end does.
    pub finish: Option<Handler>,
    /// What a clip's new pass does.
    pub r#loop: Option<Handler>,
}

/// `{ from, to, when }`.
#[derive(Clone, Debug, PartialEq)]
pub struct TransitionDef {
    /// The states it leaves; `None` is `"*"`.
    pub from: Option<Vec<StateId>>,
    /// Where it goes.
    pub to: StateId,
}

/// A machine: states sorted by name, the initial one, declared transitions in order.
#[derive(Clone, Debug, PartialEq)]
pub struct FsmDef {
    /// The states, sorted by name; a [`StateId`] counts in this list.
    pub states: Vec<StateDef>,
    /// The state an actor begins in.
    pub initial: StateId,
    /// The declared transitions, tried in this order.
    pub transitions: Vec<TransitionDef>,
}

impl FsmDef {
    /// The state of that name.
    pub fn id(&self, name: &str) -> Option<StateId> {
        self.states
            .binary_search_by(|state| state.name.as_str().cmp(name))
            .ok()
            .map(|i| StateId(i as u16))
    }
    /// The state of that number.
    pub fn state(&self, id: StateId) -> &StateDef {
        &self.states[id.0 as usize]
    }
}

/// Why a state changed: the trace's `why`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Why {
    /// The actor arrived, or begins again; `on_start` may have asked for it.
    Start,
    /// The state's own enter handed on.
    Enter,
    /// Its execute asked.
    Execute,
    /// The behaviour's `global` asked.
    Global,
    /// A declared transition was true.
    Transition,
    /// The handler of this message asked.
    Message(String),
    /// The handler of this marker asked.
    Marker(String),
    /// The handler of a clip's end asked.
    Finish,
    /// The handler of a clip's new pass asked.
    Loop,
    /// The driver of this parameter asked.
    Driver(String),
    /// The clip's first pass is over.
    Next,
    /// The state has lasted as long as it may.
    Lasts,
    /// The state is gone from the new files, or `on_reload` asked.
    Reload,
    /// A callback asked to go back.
    Revert,
}

/// One change, for display.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// The step it happened in, from 0.
    pub step: u64,
    /// The state left; `None` for the first one.
    pub from: Option<String>,
    /// The state entered.
    pub to: String,
    /// What asked for it.
    pub why: Why,
}

/// How long a machine's memory is, in names and in changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memory {
    /// Names on the path (rule M6).
    pub path: usize,
    /// Changes in the history.
    pub history: usize,
}

/// One actor's place in its machine. The path and the history keep names, not
/// numbers, so that they outlive a reload.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fsm {
    /// The present state; `None` before the first one.
    pub current: Option<StateId>,
    /// The states left, oldest first.
    pub path: Vec<String>,
    /// How long the present state has been there.
    pub state_time: Time,
    /// The changes so far, oldest first.
    pub history: VecDeque<Change>,
    /// The name of the state that a reload took away, until the next is entered.
    pub gone: Option<String>,
}

/// Where `revert` leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Back {
    /// The path is empty.
    Nowhere,
    /// To this state.
    To(StateId),
    /// To a state that is gone: this was its name. The initial one stands for it.
    Gone(String),
}

impl Fsm {
    /// The present state's name, or that of the state a reload took away.
    pub fn present<'a>(&'a self, def: &'a FsmDef) -> Option<&'a str> {
        let present = self.current.map(|id| def.state(id).name.as_str());
        present.or(self.gone.as_deref())
    }

    /// Where `revert` would go: the last name on the path that is not the
    /// present state's.
    pub fn previous(&self, def: &FsmDef) -> Option<&str> {
        let present = self.current.map(|id| def.state(id).name.as_str());
        let mut path = self.path.iter().rev().map(String::as_str);
        path.find(|name| Some(*name) != present)
    }

    /// Takes the place that `revert` leads to off the path. The change itself is
    /// then made with [`Fsm::change`] and `remember: false`, so that going back
    /// twice goes further back.
    pub fn take_back(&mut self, def: &FsmDef) -> Back {
        let present = self.current.map(|id| def.state(id).name.as_str());
        while let Some(name) = self.path.pop() {
            if Some(name.as_str()) != present {
                return def.id(&name).map_or(Back::Gone(name), Back::To);
            }
        }
        Back::Nowhere
    }

    /// Makes `to` the present state, in which no time has been spent. With
    /// `remember` the state left goes on the path: not where it was only passed
    /// through, reverted from, or is entered again.
    pub fn change(
        &mut self,
        def: &FsmDef,
        to: StateId,
        remember: bool,
        (step, why): (u64, Why),
        memory: Memory,
    ) {
        let from = self.present(def).map(str::to_owned);
        self.gone = None;
        if remember && let Some(from) = &from {
            self.path.push(from.clone());
            let over = self.path.len().saturating_sub(memory.path);
            self.path.drain(..over);
        }
        self.history.push_back(Change {
            step,
            from,
            to: def.state(to).name.clone(),
            why,
        });
        while self.history.len() > memory.history {
            self.history.pop_front();
        }
        self.current = Some(to);
        self.state_time = Time::ZERO;
    }
}

#[cfg(test)]
mod tests;
