//! Phase 2 of a step: messages that are due reach their actors (rule M4).

use std::rc::Rc;

use super::actor::Actor;
use super::crowd::find;
use super::mail::Letter;
use super::signal::Signal;
use super::{ActorId, Brain, Event, EventKind, Stage, To};

impl Stage {
    /// Phase 2: messages due, by actor, each actor's in order.
    pub(super) fn deliver_due(&mut self, brain: &mut dyn Brain, actors: &mut [Actor]) {
        let letters = self.mail.take_due(self.now);
        if letters.is_empty() {
            return;
        }
        let mut by_name: Vec<(Rc<str>, usize)> = actors
            .iter()
            .enumerate()
            .filter(|(_, actor)| !actor.left)
            .map(|(i, actor)| (Rc::clone(&actor.name), i))
            .collect();
        by_name.sort_unstable();
        let mut rounds: Vec<(usize, usize)> = Vec::new();
        for (i, letter) in letters.iter().enumerate() {
            match &letter.to {
                To::All => {
                    let others = by_name.iter().map(|(_, actor)| *actor);
                    let others = others.filter(|actor| Some(actors[*actor].id) != letter.from);
                    rounds.extend(others.map(|actor| (actor, i)));
                }
                To::Actor(name) => {
                    let found = by_name.binary_search_by(|(known, _)| known.cmp(name));
                    if let Ok(at) = found {
                        rounds.push((by_name[at].1, i));
                        continue;
                    }
                    let what = &letter.name;
                    let text = format!("the message {what:?} to {name:?} is dropped: it has left");
                    self.notice_to(actors, letter.from, text);
                }
                To::Host => self.events.push(Event {
                    step: self.step,
                    actor: letter.from.unwrap_or(ActorId::HOST),
                    name: letter.sender.clone().unwrap_or_else(|| "host".into()),
                    kind: EventKind::ToHost {
                        name: letter.name.clone(),
                        data: letter.data.clone(),
                    },
                }),
            }
        }
        rounds.sort_unstable();
        for (actor, letter) in rounds {
            self.deliver(brain, &mut actors[actor], &letters[letter]);
        }
    }

    /// A notice to the sender of a letter, if it is still there; the host always is.
    pub(super) fn notice_to(&mut self, actors: &mut [Actor], from: Option<ActorId>, text: String) {
        let kind = EventKind::Notice { text };
        match from {
            Some(id) => {
                if let Some(actor) = find(actors, id) {
                    self.tell(actor, kind);
                }
            }
            None => self.events.push(Event {
                step: self.step,
                actor: ActorId::HOST,
                name: "host".into(),
                kind,
            }),
        }
    }

    fn deliver(&mut self, brain: &mut dyn Brain, actor: &mut Actor, letter: &Letter) {
        if actor.is_silent() {
            return;
        }
        self.tell(
            actor,
            EventKind::Message {
                name: letter.name.clone(),
                from: letter.sender.clone(),
                data: letter.data.clone(),
            },
        );
        let signal = Signal::Message {
            name: &letter.name,
            data: &letter.data,
            from: letter.from,
        };
        self.handle(brain, actor, signal);
    }
}
