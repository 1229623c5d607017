//! Messages on their way (rule M4): what is due when and in which order, and the
//! bound of every mailbox. Who handles a message is decided in `step`.

use std::collections::BTreeMap;
use std::mem;
use std::rc::Rc;

use super::{ActorId, Data, To};
use crate::time::Time;

/// A message on its way.
#[derive(Clone, Debug)]
pub(super) struct Letter {
    /// The instant of the run from which on it is delivered.
    pub due: Time,
    /// The sender's name; `None` is the host, who comes first.
    pub sender: Option<Rc<str>>,
    pub from: Option<ActorId>,
    /// Counts the letters of all senders; compared only between those of one.
    pub number: u64,
    pub to: To,
    pub name: String,
    pub data: Data,
}

impl Letter {
    fn order(&self) -> (Time, Option<&str>, u64) {
        (self.due, self.sender.as_deref(), self.number)
    }
}

/// The post: letters sent in this step, and letters on their way.
#[derive(Debug, Default)]
pub(super) struct Mail {
    sent: Vec<Letter>,
    /// In the order in which they are delivered.
    waiting: Vec<Letter>,
    /// Letters on their way by recipient.
    boxes: BTreeMap<Rc<str>, usize>,
    number: u64,
}

impl Mail {
    /// Takes a letter; it is on its way once the step ends.
    pub fn post(&mut self, mut letter: Letter) {
        self.number += 1;
        letter.number = self.number;
        self.sent.push(letter);
    }

    /// Takes a letter of the host, to be delivered in this very step.
    pub fn post_now(&mut self, mut letter: Letter) {
        self.number += 1;
        letter.number = self.number;
        *self.boxes.entry(recipient(&letter.to)).or_default() += 1;
        let at = self.waiting.partition_point(|l| l.order() < letter.order());
        self.waiting.insert(at, letter);
    }

    /// Sends the step's letters on their way: by sender, as sent, so that it does
    /// not matter in which order the actors stood. Those that a full mailbox
    /// turns away are returned.
    pub fn collect(&mut self, mailbox: usize) -> Vec<Letter> {
        let mut refused = Vec::new();
        if self.sent.is_empty() {
            return refused;
        }
        self.sent
            .sort_by(|a, b| (&a.sender, a.number).cmp(&(&b.sender, b.number)));
        for letter in self.sent.drain(..) {
            let count = self.boxes.entry(recipient(&letter.to)).or_default();
            if *count < mailbox {
                *count += 1;
                self.waiting.push(letter);
            } else {
                refused.push(letter);
            }
        }
        self.waiting.sort_by(|a, b| a.order().cmp(&b.order()));
        refused
    }

    /// Takes the letters that are due at `now`, in order.
    pub fn take_due(&mut self, now: Time) -> Vec<Letter> {
        let late = self.waiting.partition_point(|letter| letter.due <= now);
        if late == 0 {
            return Vec::new();
        }
        let rest = self.waiting.split_off(late);
        let due = mem::replace(&mut self.waiting, rest);
        for letter in &due {
            let to = recipient(&letter.to);
            if let Some(count) = self.boxes.get_mut(&to) {
                *count -= 1;
                if *count == 0 {
                    self.boxes.remove(&to);
                }
            }
        }
        due
    }
}

/// A mailbox: the names that no actor may have stand for all, and for the host.
fn recipient(to: &To) -> Rc<str> {
    match to {
        To::Actor(name) => Rc::clone(name),
        To::All => "*".into(),
        To::Host => "host".into(),
    }
}
