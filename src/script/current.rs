//! What the functions of the API read and write while a callback runs: the
//! calling actor, the world it sees, and what it has asked for so far. Nothing
//! of it is kept between callbacks.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;
use std::sync::Arc;

use super::guard::Guard;
use super::load::Generation;
use crate::clip::ClipId;
use crate::error::unknown;
use crate::fsm::FsmDef;
use crate::random::Stream;
use crate::stage::{ActorId, Bindings, Kind, Limits, Me, Requests, TriggerSeen, View, World};
use crate::tree::Seen;

/// What a callback may ask for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Rights {
    /// Everything.
    #[default]
    All,
    /// No change, revert, restart, spawn, remove (rule M2).
    Exit,
    /// Nor writes of x, y, facing.
    When,
    /// A driver: no writes of x, y, facing.
    Drive,
}

/// What one actor has used of its bounds in a step.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    pub step: u64,
    pub work: u64,
    pub logs: usize,
    pub sends: usize,
}

/// The callback that runs, if one does.
#[derive(Debug, Default)]
pub(super) struct Current {
    pub active: bool,
    pub rights: Rights,
    pub id: Option<ActorId>,
    pub name: Option<Rc<str>>,
    pub kind: Option<Arc<Kind>>,
    pub world: Option<Rc<World>>,
    /// Of the world last seen.
    pub version: u64,
    pub state: Option<crate::fsm::StateId>,
    pub can_revert: bool,
    pub seen: Option<Seen>,
    pub boxed: Vec<(ClipId, u32)>,
    pub passed: Vec<bool>,
    pub triggers: Vec<TriggerSeen>,
    pub params: Vec<f64>,
    pub bindings: Option<Rc<Bindings>>,
    pub place: (f64, f64, f64),
    pub random: Option<Stream>,
    pub tally: Tally,
    /// Actors this one has spawned, for their names.
    pub spawned: u64,
    /// The room whose bounds this actor's spawns and work count against.
    pub payer: usize,
    pub requests: Requests,
}

impl Current {
    /// Takes over what a callback of this actor may see.
    pub(super) fn begin(&mut self, me: &Me<'_>, world: &Rc<World>, rights: Rights) {
        self.active = true;
        self.rights = rights;
        self.id = Some(me.id);
        self.name = Some(Rc::clone(me.name));
        self.kind = Some(Arc::clone(me.kind));
        self.world = Some(Rc::clone(world));
        self.version = world.version;
        self.state = me.state;
        self.can_revert = me.previous.is_some();
        self.seen = me.seen;
        self.boxed.clear();
        self.boxed.extend_from_slice(me.boxed);
        self.passed.clear();
        self.passed.extend_from_slice(me.passed);
        self.triggers.clear();
        self.triggers.extend_from_slice(me.triggers);
        self.params.clear();
        self.params.extend_from_slice(me.params);
        self.bindings = me.bindings.map(Rc::clone);
        self.place = (me.x, me.y, me.facing);
        self.requests = Requests::default();
    }

    /// The world, while a callback runs.
    pub(super) fn world(&self) -> Result<&Rc<World>, String> {
        match &self.world {
            Some(world) if self.active => Ok(world),
            _ => Err(OUTSIDE.into()),
        }
    }

    /// The calling actor's kind, while a callback runs.
    pub(super) fn kind(&self) -> Result<&Arc<Kind>, String> {
        match &self.kind {
            Some(kind) if self.active => Ok(kind),
            _ => Err(OUTSIDE.into()),
        }
    }

    /// The calling actor's machine; an actor without states has none.
    pub(super) fn fsm(&self) -> Result<Option<&FsmDef>, String> {
        let behaviour = self.kind()?.behaviour.as_ref();
        Ok(behaviour.and_then(|behaviour| behaviour.fsm.as_ref()))
    }

    /// Refuses what neither exit nor `when` may ask for.
    pub(super) fn may_decide(&self, what: &str) -> Result<(), String> {
        self.world()?;
        match self.rights {
            Rights::Exit => Err(format!(
                "{what} cannot be asked for in exit: the change is under way"
            )),
            Rights::When => Err(format!(
                "{what} cannot be asked for in `when`: it only answers"
            )),
            Rights::All | Rights::Drive => Ok(()),
        }
    }
}

const OUTSIDE: &str = "this works only inside a callback";

/// What all behaviours of a host share. No budget is in it.
#[derive(Debug, Default)]
pub(super) struct Common {
    /// Last views of those who left, of the latest `LEFT`.
    pub left: RefCell<BTreeMap<ActorId, View>>,
    /// By actor's name: who spawned it, which room (behaviour) pays for it, and the step it was asked for.
    pub spawned: RefCell<BTreeMap<Rc<str>, Spawned>>,
    /// Names of states and of their tags, by behaviour.
    pub words: RefCell<BTreeMap<String, BTreeSet<String>>>,
    /// Names in `spawned` of those who left, in that order.
    gone: RefCell<VecDeque<Rc<str>>>,
    /// The latest step in which actors were asked for, and these.
    pub asked: RefCell<(u64, BTreeSet<Asked>)>,
}

/// A spawner and the name of an actor it asked for.
type Asked = (Rc<str>, Rc<str>);

/// Who answers for a spawned actor.
#[derive(Clone, Debug)]
pub(super) struct Spawned {
    pub by: Rc<str>,
    pub payer: usize,
    pub step: u64,
}

/// Views, names and spawners kept of those who left.
const LEFT: usize = 4096;

impl Common {
    /// Remembers who asked for an actor and answers for it. Of two who ask for one
    /// name in a step it is the one whom the stage lets have it, the first by name.
    pub(super) fn ask(&self, name: &Rc<str>, by: Spawned) {
        let mut asked = self.asked.borrow_mut();
        if asked.0 != by.step {
            *asked = (by.step, BTreeSet::new());
        }
        asked.1.insert((Rc::clone(&by.by), Rc::clone(name)));
        let mut spawned = self.spawned.borrow_mut();
        let other = spawned.get(name).filter(|other| other.step == by.step);
        if other.is_none_or(|other| by.by < other.by) {
            spawned.insert(Rc::clone(name), by);
        }
    }

    /// True where `by` asked for that actor in this step. What others ask for in a
    /// step is not to be seen in it, or the actors' order would matter (rule M7).
    pub(super) fn has_asked(&self, step: u64, by: Option<&Rc<str>>, name: &str) -> bool {
        let asked = self.asked.borrow();
        let mut all = asked.1.iter().filter(|_| asked.0 == step);
        all.any(|(asker, asked)| Some(asker) == by && **asked == *name)
    }

    /// How many actors `by` has asked for in this step.
    pub(super) fn count_asked(&self, step: u64, by: Option<&Rc<str>>) -> usize {
        let asked = self.asked.borrow();
        let all = asked.1.iter().filter(|_| asked.0 == step);
        all.filter(|(asker, _)| Some(asker) == by).count()
    }

    /// Keeps the last view of one who leaves; the oldest give way.
    pub(super) fn leave(&self, last: &View) {
        let mut left = self.left.borrow_mut();
        left.insert(last.id, last.clone());
        while left.len() > LEFT {
            left.pop_first();
        }
        let mut all = self.spawned.borrow_mut();
        let Some(spawned) = all.get_mut(&last.name) else {
            return;
        };
        spawned.payer = usize::MAX; // it costs nothing any more, but its family stays known
        let mut gone = self.gone.borrow_mut();
        gone.push_back(Rc::clone(&last.name));
        if gone.len() > LEFT
            && let Some(name) = gone.pop_front()
        {
            all.remove(&name);
        }
    }
}

/// One VM's side of the API.
#[derive(Debug)]
pub(super) struct Shared {
    pub limits: Limits,
    pub guard: Guard,
    pub common: Rc<Common>,
    pub current: RefCell<Current>,
    /// Files that are being run now, outermost first.
    pub loading: RefCell<Vec<String>>,
    pub generations: RefCell<BTreeMap<u32, Rc<Generation>>>,
    /// What files printed while they loaded.
    pub load_log: RefCell<Vec<String>>,
}

impl Shared {
    /// The sentence for a name that does not exist. The search for the nearest is
    /// work of the script that asks: a thousand names take as long as a long loop.
    pub(super) fn unknown<'a>(
        &self,
        kind: &str,
        name: &str,
        choices: impl IntoIterator<Item = &'a str>,
    ) -> String {
        let choices: Vec<&str> = choices.into_iter().collect();
        self.pay_nearest(name, choices.iter().map(|choice| choice.len()));
        unknown(kind, name, choices)
    }

    /// Pays for the search of the names nearest to one.
    pub(super) fn pay_nearest(&self, name: &str, lengths: impl Iterator<Item = usize>) {
        let work: usize = lengths.map(|length| 32 + length * name.len()).sum();
        self.guard.count(work as u64 / 64);
    }

    /// Refuses what a file may not use while it loads.
    pub(super) fn in_callback(&self, what: &str) -> Result<(), String> {
        if self.loading.borrow().is_empty() && self.current.borrow().active {
            Ok(())
        } else {
            Err(format!("{what} cannot be used while a file loads"))
        }
    }
}
