//! All that is wrong in a project at once, without playing it for long: what does not
//! load, names that do not exist across files, what nobody reaches or uses. Nothing here
//! prints; how findings are told is the command line's matter.

mod company;
mod files;
mod finding;
mod known;
mod lua;
mod mention;
mod names;
mod reach;
mod said;
mod trial;
mod unused;

pub use finding::Finding;
pub use lua::{Mentions, Script, mentions};
pub use mention::{Mention, Within, Word};

use company::Company;
use finding::Findings;

use crate::project::Project;
use crate::stage::Limits;

/// Everything wrong in a project, by file, place and message, each thing once. The same files give the same
/// findings.
///
/// Errors are what does not load, what a script would be refused when it gets there, and what fails in the first
/// second of a scene. Warnings are what is hardly meant: a name that not everybody who plays a script knows, states
/// that nobody reaches, clips, parameters and triggers that nobody uses.
///
/// Every scene is played for a second of its own time, without inputs: a script may spend all that its limits
/// allow in that.
pub fn check(project: &Project) -> Vec<Finding> {
    let (all, defs) = (project.files(), project.defs());
    let settings = defs.settings.as_ref();
    let limits = settings.map_or_else(|_| Limits::default(), |settings| settings.limits);
    let mut findings = Findings::new(all);
    files::check(project, &limits, &mut findings);
    let company = Company::gather(project, &limits, &mut findings);
    let said = said::read(all, &limits, &company, &mut findings);
    let characters = defs.characters.keys().map(String::as_str);
    names::check(&company, characters, &said, &mut findings);
    reach::check(&company, &said, &mut findings);
    unused::check(all, &company, &said, &mut findings);
    trial::check(project, &mut findings);
    findings.done()
}
