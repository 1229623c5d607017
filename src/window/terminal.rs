//! What a run tells the terminal it was started from: the scripts' log on standard
//! output; errors, each once, on standard error, where they can be copied.

use std::io::{self, Write as _};

use crate::error::{LoadError, LoadErrors};
use crate::project::report;
use crate::session::Session;
use crate::stage::EventKind;

/// Remembers what was told.
#[derive(Default)]
pub(super) struct Terminal {
    errors: Vec<LoadError>,
}

impl Terminal {
    /// Tells what is new. A terminal that is gone is no reason to stop.
    pub(super) fn tell(&mut self, session: &mut Session) {
        let now = session.load_errors();
        let new: Vec<_> = now
            .iter()
            .filter(|error| !self.errors.contains(error))
            .cloned()
            .collect();
        if !new.is_empty() {
            _ = io::stderr().write_all(report::plain(&LoadErrors(new)).as_bytes());
        }
        if self.errors != now {
            self.errors = now.to_vec();
        }
        for event in session.drain_events() {
            match &event.kind {
                EventKind::Log { text } => _ = writeln!(io::stdout(), "{}: {text}", event.name),
                EventKind::Error { error } | EventKind::Trip { error } => {
                    _ = writeln!(io::stderr(), "error: {error}");
                }
                EventKind::Notice { text } => {
                    _ = writeln!(io::stderr(), "notice: {}: {text}", event.name);
                }
                _ => {}
            }
        }
    }
}
