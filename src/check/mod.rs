//! All that is wrong in a project at once, without playing it for long: what does not
//! load, names that do not exist across files, what nobody reaches or uses. Nothing here
//! prints; how findings are told is the command line's matter.

mod lua;
mod mention;

pub use lua::{Mentions, Script, mentions};
pub use mention::{Mention, Within, Word};
