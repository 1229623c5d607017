//! Old code that lives on over a reload because an actor keeps it in `self`
//! (rule L1): functions and waiting coroutines. It is told, and left alone.

use mlua::thread::ThreadStatus;
use mlua::{Function, Table, Value};

use super::text;

/// Levels of tables in `self` that are looked into.
const DEPTH: usize = 4;
/// Entries that are looked at, of all actors together.
const LOOKED_AT: usize = 4096;
/// Fields named of one actor.
const FIELDS: usize = 4;
/// Bytes of one sentence.
const LENGTH: usize = 400;
/// Actors told of.
const ACTORS: usize = 4;

/// What to tell of actors, by name and `self`, at a reload that took.
pub(super) fn notices<'a>(actors: impl Iterator<Item = (&'a str, &'a Table)>) -> Vec<String> {
    let mut left = LOOKED_AT;
    let mut told = Vec::new();
    let mut more = 0;
    for (name, this) in actors {
        let mut found = Vec::new();
        look(this, "self", DEPTH, &mut left, &mut found);
        if found.is_empty() {
            continue;
        }
        if told.len() == ACTORS {
            more += 1;
            continue;
        }
        // Lua's order is no order to show.
        found.sort();
        told.push(sentence(name, &found));
    }
    if more > 0 {
        told.push(format!(
            "{more} more actors keep old code from before the reload"
        ));
    }
    told
}

fn sentence(name: &str, found: &[String]) -> String {
    let shown = found[..found.len().min(FIELDS)].join(", ");
    let more = match found.len().saturating_sub(FIELDS) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let text =
        format!("{name} keeps {shown}{more} from before the reload: old code until replaced");
    text::clean(text.as_bytes(), LENGTH)
}

fn look(table: &Table, path: &str, depth: usize, left: &mut usize, found: &mut Vec<String>) {
    for pair in table.pairs::<Value, Value>() {
        let Ok((key, value)) = pair else { return };
        if *left == 0 {
            return;
        }
        *left -= 1;
        let name = || match &key {
            Value::String(key) => {
                let key = key.to_string_lossy();
                format!("{path}.{}", text::name(key.as_bytes()))
            }
            Value::Integer(key) => format!("{path}[{key}]"),
            Value::Number(key) => format!("{path}[{key}]"),
            _ => format!("{path}[..]"),
        };
        match value {
            Value::Function(function) if is_of_a_file(&function) => {
                found.push(format!("{} (a function)", name()));
            }
            Value::Function(function) if is_wrapped(&function) => {
                found.push(format!("{} (a coroutine)", name()));
            }
            Value::Thread(thread) if thread.status() == ThreadStatus::Resumable => {
                found.push(format!("{} (a coroutine)", name()));
            }
            Value::Table(inner) if depth > 1 => look(&inner, &name(), depth - 1, left, found),
            _ => {}
        }
    }
}

/// Made in a file of the project, not by the library.
fn is_of_a_file(function: &Function) -> bool {
    let source = function.info().source;
    source.is_some_and(|source| source.starts_with('@'))
}

/// What `coroutine.wrap` returns: of all functions in C it alone has no name.
fn is_wrapped(function: &Function) -> bool {
    let info = function.info();
    info.what == "C" && info.name.is_none()
}
