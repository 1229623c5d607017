//! Finds the names in a script by parsing it.

mod calls;
mod code;
mod expression;
mod gather;
mod lower;
mod own;
mod owners;
mod results;
#[cfg(test)]
mod tests;
mod text;
mod values;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;

use full_moon::LuaVersion;

use self::text::Lines;
use super::Mention;

/// What one source says by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mentions {
    /// In the order of the source. A function that is a callback of several states gives
    /// each of its names once for each of them.
    pub all: Vec<Mention>,
    /// The paths it requires, as written.
    pub requires: Vec<String>,
}

/// What a source is to its character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Script<'a> {
    /// The main file: it returns the behaviour.
    Behaviour,
    /// The file of the state of this name: it returns the state's table.
    State(&'a str),
    /// A file that others require. Nobody can tell whose callbacks its functions are.
    Module,
}

/// The stack that the parser is given: it goes down with each pair of parentheses.
const STACK: usize = 256 << 20;

/// Finds the names in a source.
///
/// The source must be one that Luau has compiled: nested deeper than Luau allows, it
/// would overflow the parser's stack, and that ends the process.
///
/// A name that is not written as one text gives a mention without a name. So does what may
/// lead to a state unseen: a callback that another file makes, a table of states that is
/// handed to another file's function.
///
/// # Errors
/// One sentence where the source cannot be read: the parser knows less than Luau does, so
/// that this need not be the script's fault.
pub fn mentions(source: &str, script: Script<'_>) -> Result<Mentions, String> {
    thread::scope(|scope| {
        thread::Builder::new()
            .name("names".into())
            .stack_size(STACK)
            .spawn_scoped(scope, || {
                // The tree is dropped in here too: that goes as deep as parsing does.
                catch_unwind(AssertUnwindSafe(|| find(source, script)))
                    .unwrap_or_else(|_| Err("the parser failed on this source".into()))
            })
            .map_err(|error| format!("there is no thread to parse it on: {error}"))?
            .join()
            .unwrap_or_else(|_| Err("the parser failed on this source".into()))
    })
}

fn find(source: &str, script: Script<'_>) -> Result<Mentions, String> {
    let parsed = full_moon::parse_fallible(source, LuaVersion::luau());
    let lines = Lines::new(source);
    let code = match parsed.into_result() {
        Ok(ast) => lower::lower(&ast),
        Err(errors) => return Err(told(&errors, &lines)),
    };
    Ok(gather::gather(&code, &lines, script))
}

fn told(errors: &[full_moon::Error], lines: &Lines<'_>) -> String {
    let Some(error) = errors.first() else {
        return "the parser gave no reason".into();
    };
    let place = lines.place(error.range().0.bytes());
    format!("{}:{}: {}", place.line, place.column, error.error_message())
}
