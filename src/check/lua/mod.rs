//! Finds the names in a script by parsing it.

use super::Mention;

/// What one source says by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mentions {
    /// In the order of the source.
    pub all: Vec<Mention>,
    /// The paths it requires, as written.
    pub requires: Vec<String>,
}
