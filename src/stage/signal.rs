//! What a handler can be for: a message, a marker, a clip's end, a new pass. The
//! state's handler takes it; the behaviour's only where the state has none or
//! declined (api.md `on`, `at`).

use super::actor::Actor;
use super::{ActorId, Answer, Brain, Callback, Data, Level, Machine, Stage};
use crate::clip::ClipId;
use crate::fsm::{Handler, Why};
use crate::tree::Source;

/// Something that happened to an actor and that it may handle.
#[derive(Clone, Copy, Debug)]
pub(super) enum Signal<'a> {
    Message {
        name: &'a str,
        data: &'a Data,
        from: Option<ActorId>,
    },
    Marker {
        name: &'a str,
        clip: ClipId,
    },
    Finish(Source),
    Loop(ClipId),
}

impl<'a> Signal<'a> {
    /// The handlers of the present state and of the behaviour.
    fn handlers(&self, actor: &Actor) -> [(Level, Option<Handler>); 2] {
        let behaviour = actor.kind.behaviour.as_ref();
        let fsm = behaviour.and_then(|b| b.fsm.as_ref());
        let state = fsm.zip(actor.fsm.current).map(|(fsm, id)| fsm.state(id));
        let (own, shared) = match *self {
            Signal::Message { name, .. } => (
                state.and_then(|s| named(&s.on, name)),
                behaviour.and_then(|b| named(&b.on, name)),
            ),
            Signal::Marker { name, .. } => (
                state.and_then(|s| named(&s.at, name)),
                behaviour.and_then(|b| named(&b.at, name)),
            ),
            Signal::Finish(_) => (
                state.and_then(|s| s.finish),
                behaviour.and_then(|b| b.finish),
            ),
            Signal::Loop(_) => (
                state.and_then(|s| s.r#loop),
                behaviour.and_then(|b| b.r#loop),
            ),
        };
        [(Level::State, own), (Level::Behaviour, shared)]
    }

    /// True where the actor has a handler for it.
    pub fn is_handled(&self, actor: &Actor) -> bool {
        self.handlers(actor)
            .iter()
            .any(|(_, handler)| handler.is_some())
    }

    fn callback(self, level: Level) -> Callback<'a> {
        match self {
            Signal::Message { name, data, from } => Callback::Message {
                level,
                name,
                data,
                from,
            },
            Signal::Marker { name, clip } => Callback::Marker { level, name, clip },
            Signal::Finish(of) => Callback::Finish { level, of },
            Signal::Loop(clip) => Callback::Loop { level, clip },
        }
    }

    fn why(&self) -> Why {
        match *self {
            Signal::Message { name, .. } => Why::Message(name.to_owned()),
            Signal::Marker { name, .. } => Why::Marker(name.to_owned()),
            Signal::Finish(_) => Why::Finish,
            Signal::Loop(_) => Why::Loop,
        }
    }
}

fn named(handlers: &[(String, Handler)], name: &str) -> Option<Handler> {
    let found = handlers.iter().find(|(known, _)| known == name);
    found.map(|(_, handler)| *handler)
}

impl Stage {
    /// Lets an actor handle what happened to it.
    pub(super) fn handle(&mut self, brain: &mut dyn Brain, actor: &mut Actor, signal: Signal<'_>) {
        for (level, handler) in signal.handlers(actor) {
            match handler {
                None => {}
                Some(Handler::Change(to)) => {
                    self.change(brain, actor, Machine::Change(to), signal.why());
                    return;
                }
                Some(Handler::Call) => {
                    let Some(outcome) = self.call(brain, actor, &signal.callback(level)) else {
                        return;
                    };
                    if let Some(machine) = outcome.machine {
                        self.change(brain, actor, machine, signal.why());
                    }
                    if outcome.answer != Answer::Declined {
                        return;
                    }
                }
            }
        }
    }
}
