//! The bounds on work: counts the VM's safepoints (loop turns, calls, steps of a
//! pattern), which repeats exactly from run to run, and reads a clock only as a
//! backstop. It touches no Lua: it is called where Lua's stack may be full.

use std::cell::Cell;
use std::time::{Duration, Instant};

use crate::stage::{Limits, Trip};
use crate::time::Time;

/// Safepoints between two looks at the clock. A library function may work for
/// some milliseconds between two safepoints, so this is small.
const LOOK: u64 = 64;

/// Which of the three budgets is the one that ends a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Budget {
    /// Of one callback.
    Call,
    /// Of one actor in a step.
    Actor,
    /// Of one behaviour in a step.
    Behaviour,
    /// Of a file that loads.
    Load,
}

/// Counts the work of one call at a time. A trip is sticky: every safepoint after
/// it fails too, until the host begins the next call, so `pcall` cannot swallow it.
#[derive(Debug)]
pub(super) struct Guard {
    used: Cell<u64>,
    spent: Cell<u64>,
    allowed: Cell<u64>,
    budget: Cell<Budget>,
    tripped: Cell<Option<Trip>>,
    /// A function of the host panicked in this call.
    broken: Cell<bool>,
    /// Read at the first look of a call: a short call reads no clock at all.
    started: Cell<Option<Instant>>,
    patience: Duration,
}

impl Guard {
    /// A guard that allows everything until the first `begin`.
    pub(super) fn new(limits: &Limits) -> Guard {
        Guard {
            used: Cell::new(0),
            spent: Cell::new(0),
            allowed: Cell::new(u64::MAX),
            budget: Cell::new(Budget::Call),
            tripped: Cell::new(None),
            broken: Cell::new(false),
            started: Cell::new(None),
            patience: duration(limits.clock),
        }
    }

    /// Begins a call that may pass `allowed` safepoints.
    pub(super) fn begin(&self, allowed: u64, budget: Budget) {
        self.used.set(0);
        self.allowed.set(allowed);
        self.budget.set(budget);
        self.tripped.set(None);
        self.broken.set(false);
        self.started.set(None);
    }

    /// Ends a call: what the host runs between calls is not counted.
    pub(super) fn rest(&self) {
        self.spent.set(self.used.get().min(self.allowed.get()));
        self.begin(u64::MAX, Budget::Call);
    }

    /// What ended the call, if a bound did.
    pub(super) fn tripped(&self) -> Option<Trip> {
        self.tripped.get()
    }

    /// Ends the call, since a function of the host panicked in it.
    pub(super) fn break_off(&self) -> mlua::Error {
        self.broken.set(true);
        self.error()
    }

    /// True where a function of the host panicked in the call.
    pub(super) fn is_broken(&self) -> bool {
        self.broken.get()
    }

    /// Safepoints passed in the last call, at most what was allowed.
    pub(super) fn spent(&self) -> u64 {
        self.spent.get()
    }

    /// One safepoint.
    pub(super) fn tick(&self) -> mlua::Result<mlua::VmState> {
        if self.broken.get() {
            return Err(self.error());
        }
        if self.allowed.get() == u64::MAX {
            return Ok(mlua::VmState::Continue);
        }
        let used = self.used.get().saturating_add(1);
        self.used.set(used);
        if used > self.allowed.get() {
            self.tripped.set(self.tripped.get().or(Some(Trip::Work)));
        } else if used.is_multiple_of(LOOK) {
            self.look();
        }
        if self.tripped.get().is_some() {
            return Err(self.error());
        }
        Ok(mlua::VmState::Continue)
    }

    /// Work done inside a library function, in safepoints.
    pub(super) fn charge(&self, units: u64) -> mlua::Result<()> {
        self.used.set(self.used.get().saturating_add(units));
        self.tick().map(|_| ())
    }

    /// As [`Guard::charge`], but the next safepoint raises what is over the bound.
    pub(super) fn count(&self, units: u64) {
        self.used.set(self.used.get().saturating_add(units));
    }

    fn look(&self) {
        match self.started.get() {
            None => self.started.set(Some(Instant::now())),
            Some(start) if start.elapsed() > self.patience && self.tripped.get().is_none() => {
                self.tripped.set(Some(Trip::Clock));
            }
            Some(_) => {}
        }
    }

    /// What is said about a trip; the same text each time.
    pub(super) fn sentence(&self, limits: &Limits) -> String {
        if self.tripped.get() == Some(Trip::Clock) {
            let seconds = limits.clock.seconds();
            return format!("time limit: the callback ran for more than {seconds} s");
        }
        let (work, where_) = match self.budget.get() {
            Budget::Call => (limits.work_call, "in one callback"),
            Budget::Actor => (limits.work_actor, "in all callbacks of one actor in a step"),
            Budget::Behaviour => (
                limits.work_behaviour,
                "in all callbacks of one behaviour in a step",
            ),
            Budget::Load => (limits.work_load, "while a file loads"),
        };
        format!("work limit: more than {work} turns of loops and calls {where_}")
    }

    fn error(&self) -> mlua::Error {
        let text = match self.tripped.get() {
            _ if self.broken.get() => "the host failed",
            Some(Trip::Clock) => "time limit",
            _ => "work limit",
        };
        mlua::Error::RuntimeError(text.into())
    }
}

fn duration(time: Time) -> Duration {
    Duration::from_secs_f64(time.seconds().max(0.0))
}
