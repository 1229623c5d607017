//! What Lua says of an error, made into what the reports of this project say:
//! file, line, message, the calls that led there.

use super::load::Generation;
use super::text;
use crate::error::{LoadError, Place};

/// An error taken apart.
#[derive(Debug, Default)]
pub(super) struct Parts {
    /// The script it was raised in, if that is known.
    pub file: Option<String>,
    /// The line, from 1; 0 where it is not known.
    pub line: u32,
    pub message: String,
    /// One call a line, innermost first.
    pub traceback: String,
}

/// Takes an error apart. `thrown` tells what its object was, where that was no text.
pub(super) fn parts(
    error: &mlua::Error,
    generation: &Generation,
    limit: usize,
    thrown: impl FnOnce() -> String,
) -> Parts {
    let (message, traceback) = raw(error);
    let calls = calls(&traceback, generation);
    let mut parts = Parts {
        traceback: text::clean(calls.join("\n").as_bytes(), limit),
        ..Parts::default()
    };
    let message = message.trim_start_matches("luppet:0: ");
    let mut rest = message;
    // An error that was raised again, or left a coroutine, has several: the innermost is where it began.
    while let Some((file, line, inner)) = placed(rest, generation) {
        parts.file = Some(file.into());
        parts.line = line;
        rest = inner.trim_start_matches("luppet:0: ");
    }
    let mut message = rest.to_owned();
    if parts.file.is_none() {
        // A library function raised it on behalf of the script.
        let first = calls.first().and_then(|call| place_of(call));
        if let Some((file, line)) = first {
            parts.file = Some(file.into());
            parts.line = line;
        }
    }
    if message == "nil" || is_address(&message) {
        message = thrown();
    }
    if message.starts_with("attempt to yield") {
        message =
            "a callback cannot yield: coroutine.yield works only in a coroutine of your own".into();
    } else if message == "attempt to call a nil value"
        && let Some(file) = &parts.file
        && let Some(what) = called(generation, file, parts.line)
    {
        message = format!("attempt to call a nil value: `{what}` is nil");
    }
    parts.message = text::clean(message.as_bytes(), limit);
    parts
}

/// The same as a load error of `path`, where it names no other file.
pub(super) fn load_error(parts: Parts, generation: &Generation, path: &str) -> LoadError {
    let file = parts.file.unwrap_or_else(|| path.into());
    let mut error = LoadError::new(file, parts.message);
    if parts.line > 0 {
        error.place = Some(Place {
            line: parts.line,
            column: 0,
        });
    }
    error.source = generation.source(&error.file).ok();
    error
}

/// Message and traceback as Lua gives them.
fn raw(error: &mlua::Error) -> (String, String) {
    const TRACEBACK: &str = "\nstack traceback:\n";
    match error {
        mlua::Error::RuntimeError(text) => match text.rfind(TRACEBACK) {
            Some(at) => (text[..at].into(), text[at + TRACEBACK.len()..].into()),
            None => (text.clone(), String::new()),
        },
        mlua::Error::SyntaxError { message, .. } => (message.clone(), String::new()),
        mlua::Error::CallbackError { traceback, cause } => (raw(cause).0, traceback.clone()),
        other => (other.to_string(), String::new()),
    }
}

/// The calls in scripts of a traceback, each `path:line: in function 'name'`.
fn calls<'a>(traceback: &'a str, generation: &Generation) -> Vec<&'a str> {
    let lines = traceback.lines().map(str::trim);
    lines
        .filter(|line| place_of(line).is_some_and(|(file, _)| generation.knows(file)))
        .collect()
}

/// File and line at the start of `path:line: ...`.
fn place_of(text: &str) -> Option<(&str, u32)> {
    let mut from = 0;
    while let Some(at) = text[from..].find(':') {
        let at = from + at;
        let digits = text[at + 1..]
            .bytes()
            .take_while(u8::is_ascii_digit)
            .count();
        if digits > 0 && text[at + 1 + digits..].starts_with(':') {
            return Some((&text[..at], text[at + 1..at + 1 + digits].parse().ok()?));
        }
        from = at + 1;
    }
    None
}

/// File, line and rest of a message that begins with a place in a script.
fn placed<'a>(message: &'a str, generation: &Generation) -> Option<(&'a str, u32, &'a str)> {
    let head = message.get(..message.len().min(400)).unwrap_or(message);
    let (file, line) = place_of(head)?;
    if !generation.knows(file) {
        return None;
    }
    let rest = message[file.len() + 1..].split_once(": ")?.1;
    Some((file, line, rest))
}

/// The line a message about this file names.
pub(super) fn line_after(message: &str, path: &str) -> Option<u32> {
    place_of(message)
        .filter(|(file, line)| *file == path && *line > 0)
        .map(|(_, line)| line)
}

/// `table: 0x5581c0ffee`, or `<table 0x5581c0ffee>` where its own text fails: what
/// is made of an error object that is no text.
fn is_address(message: &str) -> bool {
    let inner = message.strip_prefix('<');
    let parts = match inner.and_then(|inner| inner.strip_suffix('>')) {
        Some(inner) => inner.split_once(" 0x"),
        None => message.split_once(": 0x"),
    };
    parts.is_some_and(|(kind, digits)| {
        kind.len() <= 64 && !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_hexdigit())
    })
}

/// What a line calls, where it calls just one thing.
fn called(generation: &Generation, file: &str, line: u32) -> Option<String> {
    let source = generation.source(file).ok()?;
    let text = source.lines().nth(line.checked_sub(1)? as usize)?;
    let text = text.split("--").next()?;
    let mut found = Vec::new();
    for (at, _) in text.match_indices('(') {
        let before = text[..at].trim_end();
        let start = before
            .rfind(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '.')))
            .map_or(0, |i| i + 1);
        let name = &before[start..];
        let is_function = before[..start].trim_end().ends_with("function");
        let keyword = matches!(
            name,
            "" | "if"
                | "and"
                | "or"
                | "not"
                | "while"
                | "return"
                | "function"
                | "elseif"
                | "until"
                | "in"
        );
        if !keyword && !is_function && !name.starts_with(|c: char| c.is_ascii_digit()) {
            found.push(name);
        }
    }
    match found[..] {
        [only] => Some(only.into()),
        _ => None,
    }
}
