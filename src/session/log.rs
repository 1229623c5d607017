//! What comes to a run from outside, as it is recorded.

use std::rc::Rc;

use crate::project::FileChange;
use crate::stage::{Data, Input, InputKey};

/// One input of a run.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Logged {
    /// A key or a bound name went down or up.
    Key {
        /// Which.
        key: InputKey,
        /// Down, or up.
        down: bool,
    },
    /// The pointer moved; whole logical pixels of the scene.
    Pointer {
        /// From the left edge.
        x: i32,
        /// From the top edge.
        y: i32,
    },
    /// The host sent an actor a message.
    Send {
        /// The actor's name.
        to: Rc<str>,
        /// The message's name.
        name: String,
        /// What it carries.
        data: Data,
    },
    /// Saved files were swapped in, with their content.
    Reload {
        /// The files that changed.
        changes: Vec<FileChange>,
    },
    /// Resting actors began again.
    Reset,
}

impl Logged {
    /// The stage's form of it; `None` for a reload, of whose files definitions are made first.
    pub(super) fn input(&self) -> Option<Input> {
        Some(match self.clone() {
            Logged::Key { key, down } => Input::Key { key, down },
            Logged::Pointer { x, y } => Input::Pointer { x, y },
            Logged::Send { to, name, data } => Input::Send { to, name, data },
            Logged::Reset => Input::Reset,
            Logged::Reload { .. } => return None,
        })
    }
}
