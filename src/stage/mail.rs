//! Messages on their way (rule M4): what is due when and in which order, and the
//! bound of every mailbox. Who handles a message is decided in `step`.

use std::collections::BTreeMap;
use std::mem;
use std::rc::Rc;

use super::{ActorId, Data, Limits, To};
use crate::time::Time;

/// A message on its way.
#[derive(Clone, Debug)]
pub(super) struct Letter {
    /// The instant of the run from which on it is delivered.
    pub due: Time,
    /// The sender's name; `None` is the host, who comes first.
    pub sender: Option<Rc<str>>,
    pub from: Option<ActorId>,
    /// The behaviour whose bounds it counts for; empty is the host.
    pub payer: Rc<str>,
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
    /// What is on its way, by who pays and recipient: a mailbox that one behaviour
    /// fills is open to the others.
    boxes: BTreeMap<(Rc<str>, Rc<str>), Load>,
    /// Bytes on their way, by who pays.
    bytes: BTreeMap<Rc<str>, usize>,
    number: u64,
}

/// What lies in a mailbox.
#[derive(Clone, Copy, Debug, Default)]
struct Load {
    letters: usize,
    bytes: usize,
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
        self.put(&letter);
        let at = self.waiting.partition_point(|l| l.order() < letter.order());
        self.waiting.insert(at, letter);
    }

    /// Sends the step's letters on their way: by sender, as sent, so that it does
    /// not matter in which order the actors stood. Those that a full mailbox
    /// turns away are returned.
    pub fn collect(&mut self, limits: &Limits) -> Vec<Letter> {
        let mut refused = Vec::new();
        if self.sent.is_empty() {
            return refused;
        }
        self.sent
            .sort_by(|a, b| (&a.sender, a.number).cmp(&(&b.sender, b.number)));
        for letter in mem::take(&mut self.sent) {
            if self.has_room(&letter, limits) {
                self.put(&letter);
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
            self.remove(letter);
        }
        due
    }

    fn has_room(&self, letter: &Letter, limits: &Limits) -> bool {
        let weight = weight(letter);
        let key = (Rc::clone(&letter.payer), recipient(&letter.to));
        let load = self.boxes.get(&key).copied().unwrap_or_default();
        let all = self.bytes.get(&letter.payer).copied().unwrap_or(0);
        load.letters < limits.mailbox
            && load.bytes + weight <= limits.post / share(&letter.to)
            && all + weight <= limits.post
    }

    fn put(&mut self, letter: &Letter) {
        let weight = weight(letter);
        let key = (Rc::clone(&letter.payer), recipient(&letter.to));
        let load = self.boxes.entry(key).or_default();
        load.letters += 1;
        load.bytes += weight;
        *self.bytes.entry(Rc::clone(&letter.payer)).or_default() += weight;
    }

    fn remove(&mut self, letter: &Letter) {
        let weight = weight(letter);
        let key = (Rc::clone(&letter.payer), recipient(&letter.to));
        if let Some(load) = self.boxes.get_mut(&key) {
            load.letters -= 1;
            load.bytes -= weight;
            if load.letters == 0 {
                self.boxes.remove(&key);
            }
        }
        if let Some(bytes) = self.bytes.get_mut(&letter.payer) {
            *bytes -= weight;
            if *bytes == 0 {
                self.bytes.remove(&letter.payer);
            }
        }
    }
}

/// A mailbox takes this part of all that a behaviour may have on its way; a letter
/// to all others is copied for each of them.
fn share(to: &To) -> usize {
    match to {
        To::All => 64,
        To::Actor(_) | To::Host => 16,
    }
}

/// The room a letter takes, in bytes.
fn weight(letter: &Letter) -> usize {
    64 + letter.name.len() + size(&letter.data)
}

fn size(data: &Data) -> usize {
    match data {
        Data::Nil | Data::Bool(_) | Data::Number(_) => 8,
        Data::Text(bytes) => 8 + bytes.len(),
        Data::Table(pairs) => {
            let pairs = pairs.iter().map(|(key, value)| size(key) + size(value));
            8 + pairs.sum::<usize>()
        }
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
