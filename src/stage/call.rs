//! The one door to the brain: calls a callback, then does what it asked for
//! (rules M1, M5), all but the machine's part, which `change` does. A failed
//! callback changes nothing.

use std::mem;

use super::actor::{Actor, Bubble};
use super::crowd::SpawnAsk;
use super::mail::Letter;
use super::{
    Answer, Brain, Call, Callback, Event, EventKind, Fault, Machine, Requests, Send, Stage, To,
    Trip,
};
use crate::error::ScriptError;
use crate::time::Speed;

/// Letters of a speech bubble; beyond, the text is cut (api.md).
const SAID: usize = 200;

/// What a callback that succeeded came to.
pub(super) struct Outcome {
    pub answer: Answer,
    /// What it asked of the machine, not yet done.
    pub machine: Option<Machine>,
}

impl Stage {
    /// Calls a callback that exists. `None` where it failed or the actor's
    /// callbacks have ended.
    pub(super) fn call(
        &mut self,
        brain: &mut dyn Brain,
        actor: &mut Actor,
        callback: &Callback<'_>,
    ) -> Option<Outcome> {
        if actor.is_silent() || !actor.memory {
            return None;
        }
        let mut requests = mem::take(&mut self.requests);
        let result = brain.call(
            &Call {
                callback: callback.clone(),
                me: &actor.me(),
                world: &self.world,
            },
            &mut requests,
        );
        self.log(actor, &mut requests.logs);
        let outcome = match result {
            Ok(answer) => {
                let machine = requests.machine.take();
                self.act(actor, callback, &mut requests);
                Some(Outcome { answer, machine })
            }
            Err(fault) => {
                self.fault(actor, fault, &callback.label(&actor.kind));
                None
            }
        };
        requests.clear();
        self.requests = requests;
        outcome
    }

    fn log(&mut self, actor: &mut Actor, logs: &mut Vec<String>) {
        for text in logs.drain(..) {
            actor.used.logs += 1;
            if actor.used.logs <= self.limits.logs {
                self.tell(actor, EventKind::Log { text });
            } else if actor.used.logs == self.limits.logs + 1 {
                let text = format!("more than {} lines of log in a step", self.limits.logs);
                self.tell(actor, EventKind::Notice { text });
            }
        }
    }

    /// Does what a callback asked for. Where rule M2 forbids something the brain
    /// has raised; what a careless one lets through is not done.
    fn act(&mut self, actor: &mut Actor, callback: &Callback<'_>, requests: &mut Requests) {
        let looking = matches!(callback, Callback::When { .. } | Callback::Drive { .. });
        let leaving = matches!(callback, Callback::When { .. } | Callback::Exit { .. });
        if let Some((x, y, facing)) = requests.place
            && !looking
        {
            actor.x = x;
            actor.y = y;
            actor.facing = facing.signum();
        }
        if let Some(rate) = requests.rate {
            actor.clips.rate = Speed::new(rate);
        }
        for (index, value) in requests.sets.drain(..) {
            if let Err(wrong) = actor.set_param(index, value) {
                self.blame(actor, &callback.label(&actor.kind), wrong);
            }
        }
        for ask in requests.triggers.drain(..) {
            actor.clips.pull(ask);
        }
        for play in requests.plays.drain(..) {
            if actor.kind.character.tree.is_play() {
                actor.clips.under = None;
                actor.clips.ask(&actor.kind, play);
            }
        }
        for send in requests.sends.drain(..) {
            self.send(actor, send);
        }
        if let Some(say) = requests.say.take() {
            self.say(actor, say);
        }
        actor.look.set(&requests.look);
        if !leaving {
            for spawn in requests.spawns.drain(..) {
                let callback = callback.label(&actor.kind);
                self.crowd.asked.push(SpawnAsk::new(actor, spawn, callback));
            }
            for name in requests.removes.drain(..) {
                let callback = callback.label(&actor.kind);
                self.crowd.removals.push((actor.id, name, callback));
            }
        }
        if requests.pan != (0.0, 0.0) {
            self.pans.push(requests.pan);
        }
    }

    fn say(&mut self, actor: &mut Actor, say: Option<(String, crate::time::Time)>) {
        let Some((mut text, seconds)) = say else {
            actor.bubble = None;
            return;
        };
        if let Some((cut, _)) = text.char_indices().nth(SAID) {
            text.truncate(cut);
        }
        actor.bubble = Some(Bubble {
            text: text.as_str().into(),
            until: self.now + seconds,
        });
        self.tell(actor, EventKind::Say { text });
    }

    fn send(&mut self, actor: &mut Actor, send: Send) {
        actor.used.sends += 1;
        if actor.used.sends > self.limits.sends {
            if !actor.used.told_sends {
                actor.used.told_sends = true;
                let text = format!("more than {} messages in a step", self.limits.sends);
                self.tell(actor, EventKind::Notice { text });
            }
            return;
        }
        let (name, data) = (send.name, send.data);
        if send.to == To::Host && send.delay.flicks() <= 0 {
            self.tell(actor, EventKind::ToHost { name, data });
            return;
        }
        let next = self.cast.rate.start_of(self.step + 1);
        self.mail.post(Letter {
            due: next.max(self.now + send.delay),
            sender: Some(actor.name.clone()),
            from: Some(actor.id),
            payer: actor.payer(),
            number: 0,
            to: send.to,
            name,
            data,
        });
    }

    /// Tells a callback's fault and what follows from it (rule M5).
    pub(super) fn fault(&mut self, actor: &mut Actor, fault: Fault, callback: &str) {
        let (trip, mut error) = match fault {
            Fault::Error(error) => (None, error),
            Fault::Trip(trip, error) => (Some(trip), error),
        };
        complete(&mut error, actor, callback);
        let new = actor.faults.add(&error, self.step);
        match trip {
            Some(trip) => {
                actor.tripped = true;
                actor.resting |= trip == Trip::Clock;
                self.tell(actor, EventKind::Trip { error });
            }
            None if new => self.tell(actor, EventKind::Error { error }),
            None => {}
        }
    }

    /// Tells an error that the stage itself found in what an actor asked for.
    pub(super) fn blame(&mut self, actor: &mut Actor, callback: &str, mut message: String) {
        let most = self.limits.text.saturating_sub(3);
        if message.len() > self.limits.text {
            let ends = message.char_indices().map(|(end, _)| end);
            let end = ends.take_while(|end| *end <= most).last().unwrap_or(0);
            message.truncate(end);
            message.push_str("...");
        }
        let error = ScriptError {
            message,
            ..ScriptError::default()
        };
        self.fault(actor, Fault::Error(error), callback);
    }

    /// Adds an event of the step being played.
    pub(super) fn tell(&mut self, actor: &Actor, kind: EventKind) {
        self.events.push(Event {
            step: self.step,
            actor: actor.id,
            name: actor.name.clone(),
            kind,
        });
    }
}

/// Fills in what a brain may leave out of an error.
fn complete(error: &mut ScriptError, actor: &Actor, callback: &str) {
    let fill = |field: &mut String, value: Option<&str>| {
        if field.is_empty() {
            field.push_str(value.unwrap_or(""));
        }
    };
    let behaviour = actor.kind.behaviour.as_ref();
    fill(&mut error.script, behaviour.map(|b| b.key.as_str()));
    fill(&mut error.actor, Some(&actor.name));
    fill(&mut error.state, actor.state_name());
    fill(&mut error.callback, Some(callback));
}
