//! How an actor's state changes (rules M1, M2, M6): exit of the old, the clip of
//! the new, enter of the new, and on while an enter hands on. It decides nothing.

use std::sync::Arc;

use super::actor::Actor;
use super::{Brain, Callback, EventKind, Machine, Stage};
use crate::fsm::{Back, FsmDef, Memory, StateId, Why};

/// One change, decided.
struct Going {
    to: StateId,
    why: Why,
    /// The state left goes on the path.
    remember: bool,
    /// The clip begins again even if the state keeps it.
    restart: bool,
}

impl Stage {
    /// Does what a callback asked of the machine, at once, with all that the
    /// enters on the way ask for. `why` names the callback.
    pub(super) fn change(
        &mut self,
        brain: &mut dyn Brain,
        actor: &mut Actor,
        machine: Machine,
        why: Why,
    ) {
        self.follow(brain, actor, Some((machine, why)), false);
    }

    /// Enters the first state of an actor that has none.
    pub(super) fn begin(
        &mut self,
        brain: &mut dyn Brain,
        actor: &mut Actor,
        to: StateId,
        why: Why,
    ) {
        let going = Going {
            to,
            why,
            remember: false,
            restart: true,
        };
        let asked = self.enter(brain, actor, going);
        let asked = asked.map(|machine| (machine, Why::Enter));
        self.follow(brain, actor, asked, true);
    }

    fn follow(
        &mut self,
        brain: &mut dyn Brain,
        actor: &mut Actor,
        mut asked: Option<(Machine, Why)>,
        mut passing: bool,
    ) {
        while let Some((machine, why)) = asked.take() {
            if actor.is_silent() {
                return;
            }
            let Some(going) = self.decide(actor, machine, why, passing) else {
                return;
            };
            self.exit(brain, actor, Some(going.to));
            if passing {
                actor.clips.put_back(&actor.kind);
            }
            let machine = self.enter(brain, actor, going);
            asked = machine.map(|machine| (machine, Why::Enter));
            passing = true;
        }
    }

    /// What a request comes to; `None` where nothing changes. A state that is
    /// passed through, one gone back from and one begun again stay off the path.
    fn decide(
        &mut self,
        actor: &mut Actor,
        machine: Machine,
        why: Why,
        passing: bool,
    ) -> Option<Going> {
        let kind = Arc::clone(&actor.kind);
        let def = kind.fsm()?;
        let present = actor.fsm.current?;
        let target = match machine {
            Machine::Change(to) => (to != present).then_some(to),
            Machine::Restart => Some(present),
            Machine::Revert => actor.fsm.previous(def).map(|name| {
                let back = def.id(name);
                back.unwrap_or(def.initial)
            }),
        };
        if actor.used.changes >= self.limits.changes {
            if let Some(to) = target {
                self.one_too_many(actor, def, to);
            }
            return None;
        }
        let to = target?;
        if machine != Machine::Revert {
            return Some(Going {
                to,
                why,
                remember: !passing && machine != Machine::Restart,
                restart: machine == Machine::Restart,
            });
        }
        if let Back::Gone(name) = actor.fsm.take_back(def) {
            let initial = &def.state(def.initial).name;
            let text = format!("the state {name:?} is gone: back to {initial:?} instead");
            self.tell(actor, EventKind::Notice { text });
        }
        (to != present).then_some(Going {
            to,
            why: Why::Revert,
            remember: false,
            restart: false,
        })
    }

    /// The change that is one too many in this step: told once, with the way here.
    fn one_too_many(&mut self, actor: &mut Actor, def: &FsmDef, to: StateId) {
        if actor.used.told_changes {
            return;
        }
        actor.used.told_changes = true;
        let mut way = actor.used.trail.join(" > ");
        way.push_str(" > ");
        way.push_str(&def.state(to).name);
        let message = format!(
            "more than {} changes in a step: {way}; the last is dropped",
            self.limits.changes
        );
        self.blame(actor, "change", message);
    }

    /// Runs the present state's exit.
    pub(super) fn exit(&mut self, brain: &mut dyn Brain, actor: &mut Actor, to: Option<StateId>) {
        let Some(from) = actor.fsm.current else {
            return;
        };
        let exists = actor.kind.fsm().is_some_and(|def| def.state(from).exit);
        if exists {
            self.call(brain, actor, &Callback::Exit { to });
        }
    }

    /// Makes a state the present one, starts its clip, runs its enter; what that
    /// asks of the machine is returned.
    fn enter(&mut self, brain: &mut dyn Brain, actor: &mut Actor, going: Going) -> Option<Machine> {
        let kind = Arc::clone(&actor.kind);
        let def = kind.fsm()?;
        let from = actor.fsm.current;
        let state = def.state(going.to);
        let left = actor.fsm.present(def).map(str::to_owned);
        if actor.used.trail.is_empty() {
            actor.used.trail.extend(left.clone());
        }
        actor.used.trail.push(state.name.clone());
        actor.used.changes += usize::from(from.is_some());
        let kind_of_event = if left.is_none() && going.why == Why::Start {
            EventKind::Start {
                state: Some(state.name.clone()),
            }
        } else {
            EventKind::Change {
                from: left,
                to: state.name.clone(),
                why: going.why.clone(),
            }
        };
        self.tell(actor, kind_of_event);
        let memory = Memory {
            path: self.limits.path,
            history: self.limits.history,
        };
        let why = (self.step, going.why);
        let fsm = &mut actor.fsm;
        fsm.change(def, going.to, going.remember, why, memory);
        actor.clips.under = None;
        actor.play_state(going.to, going.restart);
        if !state.enter {
            return None;
        }
        let outcome = self.call(brain, actor, &Callback::Enter { from });
        outcome.and_then(|outcome| outcome.machine)
    }
}
