//! Finds the names in a script by parsing it.

mod calls;
mod code;
mod expression;
mod lower;
mod own;
mod owners;
#[cfg(test)]
mod tests;
mod text;
mod values;

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;

use full_moon::LuaVersion;

use self::code::{Code, Kind};
use self::own::Selves;
use self::text::Lines;
use self::values::{Value, Values};
use super::{Mention, Within, Word};

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
    let mut values = Values::new(&code);
    let requires = requires(&mut values);
    let owners = owners::owners(&mut values, script);
    let (roles, unseen) = (owners.roles.clone(), owners.unseen.clone());
    let within: Vec<Vec<Within>> = (0..roles.len()).map(|f| owners.within(f)).collect();
    let selves = Selves::new(&mut values, &roles);

    let mut found = BTreeSet::new();
    let mut add = |at: usize, word, name: Option<String>, by: &str, within: &Within| {
        found.insert((at, word, name, by.to_owned(), within.clone()));
    };
    for call in &code.calls {
        let Kind::Call { inside, .. } = code.kind(*call) else {
            continue;
        };
        for given in calls::given(&mut values, &selves, *call) {
            for whose in &within[*inside] {
                add(given.at, given.word, given.name.clone(), given.by, whose);
            }
        }
    }
    for (function, _) in roles.iter().enumerate().filter(|(_, role)| role.answers) {
        for (name, at) in answers(&mut values, &code, function) {
            for whose in &within[function] {
                add(at, Word::State, name.clone(), "return", whose);
            }
        }
    }
    for (at, whose) in &unseen {
        add(*at, Word::State, None, "return", whose);
    }
    let all = found
        .into_iter()
        .map(|(at, word, name, by, within)| Mention {
            word,
            name,
            by,
            place: lines.place(at),
            within,
        });
    Ok(Mentions {
        all: all.collect(),
        requires,
    })
}

fn told(errors: &[full_moon::Error], lines: &Lines<'_>) -> String {
    let Some(error) = errors.first() else {
        return "the parser gave no reason".into();
    };
    let place = lines.place(error.range().0.bytes());
    format!("{}:{}: {}", place.line, place.column, error.error_message())
}

/// The states' names that a callback can return, each with its place in bytes.
fn answers(values: &mut Values<'_>, code: &Code, function: usize) -> Vec<(Option<String>, usize)> {
    let mut answers = Vec::new();
    for id in &code.functions[function].returns {
        for value in values.of(*id).iter() {
            match value {
                Value::Text { at, text } => answers.push((Some(text.to_string()), *at)),
                Value::Unknown => answers.push((None, code.nodes[*id].at)),
                _ => {}
            }
        }
    }
    answers
}

fn requires(values: &mut Values<'_>) -> Vec<String> {
    let code = values.code;
    let mut requires = Vec::new();
    for call in &code.calls {
        let Kind::Call {
            callee,
            method: None,
            args,
            ..
        } = code.kind(*call)
        else {
            continue;
        };
        if let Some(path) = args.first()
            && code.is_global(*callee, "require")
        {
            for value in values.of(*path).iter() {
                if let Value::Text { at, text } = value {
                    requires.push((*at, text.to_string()));
                }
            }
        }
    }
    requires.sort();
    requires.dedup();
    requires.into_iter().map(|(_, path)| path).collect()
}
