//! Every bound on what scripts may use, in one place: its default, and how far a
//! project may lower or raise it in luppet.ron (`limits: (work_call: 50000, ...)`).

use crate::time::Time;

/// Each line: name, type, default, least, most.
macro_rules! limits {
    ($($(#[$doc:meta])* $field:ident: $kind:ty = $default:expr, $least:expr => $most:expr;)*) => {
        /// The bounds of one session.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Limits {
            $($(#[$doc])* pub $field: $kind,)*
        }

        impl Limits {
            /// The least that a project may set.
            pub const LEAST: Limits = Limits { $($field: $least,)* };

            /// The most that a project may set: with all of it, a run still holds its
            /// picture back for seconds at worst, and never for good.
            pub const MOST: Limits = Limits { $($field: $most,)* };
        }

        impl Default for Limits {
            fn default() -> Self {
                Limits { $($field: $default,)* }
            }
        }
    };
}

limits! {
    /// Safepoints (loop turns, calls, pattern steps) in one callback.
    work_call: u64 = 200_000, 1 => 800_000;
    /// Safepoints in all callbacks of one actor in a step.
    work_actor: u64 = 400_000, 1 => 1_600_000;
    /// Safepoints in all callbacks of one behaviour's actors in a step.
    work_behaviour: u64 = 2_000_000, 1 => 8_000_000;
    /// Safepoints while a file loads.
    work_load: u64 = 200_000, 1 => 800_000;
    /// Bytes of one behaviour's VM; a fresh one takes about 0.4 MB.
    memory: usize = 16 << 20, 1 << 20 => 64 << 20;
    /// Bytes of one source file: compiling counts in no other bound.
    source: usize = 256 << 10, 1 => 1 << 20;
    /// Bytes of one error text or log line.
    text: usize = 2000, 16 => 8000;
    /// Log lines of one actor in a step.
    logs: usize = 64, 0 => 1024;
    /// Messages one actor sends in a step.
    sends: usize = 64, 0 => 1024;
    /// Messages of one behaviour on their way to one actor.
    mailbox: usize = 256, 0 => 4096;
    /// Bytes of one behaviour's messages on their way; to one actor a sixteenth, to all a sixty-fourth of it.
    post: usize = 1 << 20, 0 => 16 << 20;
    /// Bytes of one message's data.
    message: usize = 4096, 0 => 64 << 10;
    /// Levels of one message's data.
    depth: usize = 16, 0 => 64;
    /// Actors spawned by one behaviour in a step.
    spawns: usize = 16, 0 => 128;
    /// Spawned actors of one behaviour alive at once.
    alive: usize = 128, 0 => 1024;
    /// Actors on the stage at once.
    actors: usize = 1024, 1 => 4096;
    /// Changes of one actor in a step (rule M1).
    changes: usize = 16, 1 => 64;
    /// Names a machine remembers (rule M6).
    path: usize = 16, 0 => 256;
    /// Changes kept for display.
    history: usize = 256, 0 => 4096;
    /// Events of one actor's clips in a step; beyond, they are dropped with a notice.
    events: usize = 1024, 1 => 16_384;
    /// Steps in a row with a trip until the actor rests (rule M5).
    strikes: u32 = 3, 1 => 100;
    /// The clock behind the count of work, for one callback.
    clock: Time = Time::SECOND, Time::from_millis(10) => Time::from_millis(5000);
}
