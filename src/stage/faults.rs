//! The script errors of one actor that are going on (rule M5): each is told
//! once, then only counted.

use crate::error::ScriptError;

/// Errors remembered of one actor; beyond, the one seen longest ago is forgotten.
const KEPT: usize = 16;

/// An actor's errors since its behaviour was read.
#[derive(Debug, Default)]
pub(super) struct Faults(Vec<Fault>);

#[derive(Debug)]
struct Fault {
    error: ScriptError,
    count: u64,
    /// The step it last happened in.
    step: u64,
}

impl Faults {
    /// Counts an error that happened in `step`. True where it is to be told: when
    /// it is new, when line or text differ, and after a step without it.
    pub fn add(&mut self, error: &ScriptError, step: u64) -> bool {
        let same = |fault: &&mut Fault| {
            let known = &fault.error;
            known.line == error.line
                && known.message == error.message
                && known.script == error.script
        };
        if let Some(fault) = self.0.iter_mut().find(same) {
            let goes_on = fault.step + 1 >= step;
            fault.count += 1;
            fault.step = step;
            return !goes_on;
        }
        if self.0.len() == KEPT {
            let oldest = (0..KEPT).min_by_key(|i| self.0[*i].step).unwrap_or(0);
            self.0.remove(oldest);
        }
        self.0.push(Fault {
            error: error.clone(),
            count: 1,
            step,
        });
        true
    }

    /// Forgets all, as a reload does.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// The errors that happened in step `since` or later, each with how often it happened.
    pub fn since(&self, since: u64) -> impl Iterator<Item = (&ScriptError, u64)> {
        let going_on = self.0.iter().filter(move |fault| fault.step >= since);
        going_on.map(|fault| (&fault.error, fault.count))
    }
}
