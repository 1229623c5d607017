//! Every bound on what scripts may use, with its default, in one place. A
//! project may lower them in luppet.ron (`limits: (work_call: 50000, ...)`).

use crate::time::Time;

/// The bounds of one session.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Safepoints (loop turns, calls, pattern steps) in one callback.
    pub work_call: u64,
    /// Safepoints in all callbacks of one actor in a step.
    pub work_actor: u64,
    /// Safepoints in all callbacks of one behaviour's actors in a step.
    pub work_behaviour: u64,
    /// Safepoints while a file loads.
    pub work_load: u64,
    /// Bytes of one behaviour's VM.
    pub memory: usize,
    /// Bytes of one source file.
    pub source: usize,
    /// Bytes of one error text or log line.
    pub text: usize,
    /// Log lines of one actor in a step.
    pub logs: usize,
    /// Messages one actor sends in a step.
    pub sends: usize,
    /// Messages of one behaviour on their way to one actor.
    pub mailbox: usize,
    /// Bytes of one behaviour's messages on their way; to one actor a sixteenth, to all a sixty-fourth of it.
    pub post: usize,
    /// Bytes of one message's data.
    pub message: usize,
    /// Levels of one message's data.
    pub depth: usize,
    /// Actors spawned by one behaviour in a step.
    pub spawns: usize,
    /// Spawned actors of one behaviour alive at once.
    pub alive: usize,
    /// Actors on the stage at once.
    pub actors: usize,
    /// Changes of one actor in a step (rule M1).
    pub changes: usize,
    /// Names a machine remembers (rule M6).
    pub path: usize,
    /// Changes kept for display.
    pub history: usize,
    /// Events of one actor's clips in a step; beyond, they are dropped with a notice.
    pub events: usize,
    /// Steps in a row with a trip until the actor rests (rule M5).
    pub strikes: u32,
    /// The clock behind the count of work, for one callback.
    pub clock: Time,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            work_call: 200_000,
            work_actor: 400_000,
            work_behaviour: 2_000_000,
            work_load: 200_000,
            memory: 16 << 20,
            source: 256 << 10,
            text: 2000,
            logs: 64,
            sends: 64,
            mailbox: 256,
            post: 1 << 20,
            message: 4096,
            depth: 16,
            spawns: 16,
            alive: 128,
            actors: 1024,
            changes: 16,
            path: 16,
            history: 256,
            events: 1024,
            strikes: 3,
            clock: Time::SECOND,
        }
    }
}
