//! The two kinds of error (design: a file that does not load, a script that
//! fails), the places they name, and the nearest name to a wrong one. How an
//! error is printed with its source line is `project::report`.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

/// A place in a text file; both count from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1; 0 where only the line is known.
    pub column: u32,
}

/// How bad something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// It does not load, or fails when it is reached.
    Error,
    /// It does no harm, but is hardly meant.
    Warning,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
        })
    }
}

/// One thing wrong in a file of the project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadError {
    /// The file, relative to the project, with `/`.
    pub file: String,
    /// Where in it, if that is known.
    pub place: Option<Place>,
    /// What is wrong: the thing, the value, and the choices. One line without control characters, of at most 2000
    /// bytes, no final full stop.
    pub message: String,
    /// The file's text, for showing the line; `None` for pictures and missing files.
    pub source: Option<Arc<str>>,
}

impl LoadError {
    /// An error about a whole file. Of a message over 2000 bytes the middle is left
    /// out: a name that a file gives may be of any length.
    pub fn new(file: impl Into<String>, message: impl Into<String>) -> LoadError {
        LoadError {
            file: file.into(),
            place: None,
            message: tellable(message.into()),
            source: None,
        }
    }

    /// The same error at a place in the file's text.
    #[must_use]
    pub fn at(mut self, place: Place, source: &Arc<str>) -> LoadError {
        self.place = Some(place);
        self.source = Some(Arc::clone(source));
        self
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            Some(Place { line, column: 0 }) => write!(f, "{}:{line}: {}", self.file, self.message),
            Some(Place { line, column }) => {
                write!(f, "{}:{line}:{column}: {}", self.file, self.message)
            }
            None => write!(f, "{}: {}", self.file, self.message),
        }
    }
}

impl std::error::Error for LoadError {}

/// Everything wrong that was found when a project, a scene or a save was loaded;
/// never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadErrors(pub Vec<LoadError>);

impl From<LoadError> for LoadErrors {
    fn from(error: LoadError) -> Self {
        LoadErrors(vec![error])
    }
}

impl fmt::Display for LoadErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, error) in self.0.iter().enumerate() {
            if i > 0 {
                writeln!(f)?;
            }
            write!(f, "{error}")?;
        }
        Ok(())
    }
}

impl std::error::Error for LoadErrors {}

/// A callback that failed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScriptError {
    /// The script's file, relative to the project.
    pub script: String,
    /// The line of the script, from 1; 0 where it is not known.
    pub line: u32,
    /// The actor whose callback it was.
    pub actor: String,
    /// The state it was in, empty where it had none.
    pub state: String,
    /// The callback, such as `execute` or `on.hit`.
    pub callback: String,
    /// What is wrong, cut to the bound on error texts and free of control characters.
    pub message: String,
    /// The calls that led there, one a line, innermost first; may be empty.
    pub traceback: String,
}

impl fmt::Display for ScriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}:{}: {} (in {} of {})",
            self.script, self.line, self.message, self.callback, self.actor
        )
    }
}

impl std::error::Error for ScriptError {}

/// A message as it may be shown: what files hold must neither reach a terminal as it is nor fill it.
fn tellable(message: String) -> String {
    if !message.chars().any(char::is_control) {
        return without_middle(message);
    }
    let mut told = String::new();
    for c in message.chars() {
        match c {
            '\n' | '\r' | '\t' => told.push(' '),
            c if c.is_control() => told.extend(c.escape_debug()),
            c => told.push(c),
        }
    }
    without_middle(told)
}

/// The choices ordered by likeness to `name`, the nearest first; ties in the
/// order given.
pub fn nearest<'a>(name: &str, choices: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let mut choices: Vec<(usize, &str)> = choices
        .into_iter()
        .map(|choice| {
            (
                strsim::damerau_levenshtein(&name.to_lowercase(), &choice.to_lowercase()),
                choice,
            )
        })
        .collect();
    choices.sort_by_key(|(distance, _)| *distance);
    choices.into_iter().map(|(_, choice)| choice).collect()
}

/// The sentence for a name that does not exist:
/// `unknown clip "pnuch" (clips: punch, kick, idle)`, the nearest first and at
/// most twelve of them.
pub fn unknown<'a>(kind: &str, name: &str, choices: impl IntoIterator<Item = &'a str>) -> String {
    const SHOWN: usize = 12;
    let name = short(name);
    let choices = nearest(&name, choices);
    if choices.is_empty() {
        return format!("unknown {kind} {name:?} (there is none)");
    }
    let more = if choices.len() > SHOWN { ", ..." } else { "" };
    let list = choices
        .iter()
        .take(SHOWN)
        .copied()
        .collect::<Vec<_>>()
        .join(", ");
    format!("unknown {kind} {name:?} ({}: {list}{more})", plural(kind))
}

/// A message of at most 2000 bytes: the names stand in front, what is wrong behind.
fn without_middle(message: String) -> String {
    const LONGEST: usize = 2000;
    const MORE: &str = " ... ";
    if message.len() <= LONGEST {
        return message;
    }
    let kept = (LONGEST - MORE.len()) / 2;
    let end = (0..=kept).rev().find(|i| message.is_char_boundary(*i));
    let start = (message.len() - kept..message.len()).find(|i| message.is_char_boundary(*i));
    let (head, tail) = (
        &message[..end.unwrap_or(0)],
        &message[start.unwrap_or(message.len())..],
    );
    format!("{head}{MORE}{tail}")
}

/// A name for a message: what is too long for one is cut after 64 characters.
pub(crate) fn short(name: &str) -> Cow<'_, str> {
    const LONGEST: usize = 64;
    match name.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &name[..end]).into(),
        None => name.into(),
    }
}

fn plural(kind: &str) -> String {
    if let Some((one, other)) = kind.split_once(" or ") {
        return format!("{} or {}", plural(one), plural(other));
    }
    match kind {
        "key" => "keys".into(),
        kind if kind.ends_with('x') => format!("{kind}es"),
        kind if kind.ends_with('y') => format!("{}ies", &kind[..kind.len() - 1]),
        kind => format!("{kind}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_messages_keep_both_ends() {
        for (unit, times) in [
            ("a", 1980),
            ("a", 5000),
            ("ö", 3000),
            ("日", 3001),
            ("🐎", 2000),
        ] {
            let message = format!("x {} is wrong", unit.repeat(times));
            let told = LoadError::new("a.ron", message.clone()).message;
            assert_eq!(told == message, message.len() <= 2000, "{unit}");
            assert!(told.len() <= 2000 && told.len() > 1900, "{}", told.len());
            assert!(told.starts_with("x ") && told.ends_with(" is wrong"));
        }
    }

    #[test]
    fn a_message_is_one_short_line() {
        let cases = [
            ("as it is: \"ü\"", "as it is: \"ü\""),
            ("a\nb\tc\r\n", "a b c  "),
            (
                "\0 \u{1b}[31m \u{7f} \u{85}",
                "\\0 \\u{1b}[31m \\u{7f} \\u{85}",
            ),
        ];
        for (message, told) in cases {
            assert_eq!(LoadError::new("a.ron", message).message, told);
        }
        let hostile = LoadError::new("a.ron", "\0".repeat(9000)).message;
        assert!(
            hostile.len() <= 2000 && hostile.starts_with("\\0\\0"),
            "{hostile}"
        );
    }

    #[test]
    fn a_long_name_is_cut() {
        let most = "n".repeat(64);
        assert_eq!(short(&most), most);
        let long = "n".repeat(65);
        assert_eq!(short(&long), format!("{most}..."));
        let told = format!("unknown part \"{most}...\" (parts: arm)");
        assert_eq!(unknown("part", &long, ["arm"]), told);
    }
}
