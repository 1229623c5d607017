//! Input files (design section 6): lines such as `0.50 press punch`, read against
//! a run and fed to it step by step.

use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;

use super::Session;
use crate::error::{LoadError, LoadErrors, Place, short, unknown};
use crate::project::{ENDINGS, FileChange, FileSet};
use crate::stage::Data;
use crate::time::Time;

/// The most that is told of one file.
const FAULT_CAP: usize = 100;

/// The words a line may have after its time.
const VERBS: [&str; 5] = ["press", "release", "pointer", "send", "reload"];

#[derive(Clone, Debug)]
enum Command {
    Press(String),
    Release(String),
    Pointer(i32, i32),
    Send {
        actor: String,
        name: String,
        data: Data,
    },
    Reload(FileChange),
}

#[derive(Clone, Debug)]
struct Item {
    at: Time,
    line: u32,
    command: Command,
}

/// The inputs of a file, in order of time.
#[derive(Clone, Debug)]
pub struct Schedule {
    file: String,
    source: Arc<str>,
    items: Vec<Item>,
    next: usize,
}

impl Schedule {
    /// Reads an input file for a run; `read` gives the content of files that `reload` lines name, each asked for once.
    ///
    /// # Errors
    /// Every line that cannot be read or names an input that does not exist, with its place; the first hundred of them.
    pub fn parse(
        file: &str,
        text: &str,
        session: &Session,
        read: &dyn Fn(&str) -> io::Result<Vec<u8>>,
    ) -> Result<Schedule, LoadErrors> {
        let source: Arc<str> = Arc::from(text.strip_prefix('\u{feff}').unwrap_or(text));
        let mut items = Vec::new();
        let mut errors = Vec::new();
        let mut contents = Contents {
            read,
            known: BTreeMap::new(),
        };
        for (i, line) in source.lines().enumerate() {
            let line_number = i as u32 + 1;
            match parse_line(line, session, &mut contents) {
                Ok(Some((at, command))) => items.push(Item {
                    at,
                    line: line_number,
                    command,
                }),
                Ok(None) => {}
                Err((byte, message)) => {
                    let before = line.char_indices().take_while(|(at, _)| *at < byte);
                    let place = Place {
                        line: line_number,
                        column: before.count() as u32 + 1,
                    };
                    errors.push(LoadError::new(file, message).at(place, &source));
                }
            }
            if errors.len() == FAULT_CAP {
                break;
            }
        }
        if !errors.is_empty() {
            return Err(LoadErrors(errors));
        }
        // Stable: lines of one instant stay in the order of the file.
        items.sort_by_key(|item| item.at);
        Ok(Schedule {
            file: file.to_owned(),
            source,
            items,
            next: 0,
        })
    }

    /// Gives the run what is due in its next step: an input at time t is seen by the
    /// first step that starts at or after t (rule I1).
    ///
    /// # Errors
    /// A message to an actor that never was on the stage.
    pub fn feed(&mut self, session: &mut Session) -> Result<(), LoadErrors> {
        let start = session.rate().start_of(session.steps());
        while let Some(item) = self.items.get(self.next).filter(|item| item.at <= start) {
            self.next += 1;
            match item.command.clone() {
                Command::Press(name) => _ = session.press(&name),
                Command::Release(name) => _ = session.release(&name),
                Command::Pointer(x, y) => session.pointer(x, y),
                Command::Reload(change) => session.reload(vec![change]),
                Command::Send { actor, name, data } => {
                    session.send_data(&actor, &name, data).map_err(|error| {
                        let place = Place {
                            line: item.line,
                            column: 0,
                        };
                        LoadError::new(&self.file, error.message).at(place, &self.source)
                    })?;
                }
            }
        }
        Ok(())
    }

    /// True once everything has been fed.
    pub fn is_over(&self) -> bool {
        self.next == self.items.len()
    }
}

/// The words of a line with the byte each begins at.
fn words(line: &str) -> Vec<(usize, &str)> {
    let mut words = Vec::new();
    let mut rest = line;
    while let Some(start) = rest.find(|c: char| !c.is_whitespace()) {
        let word = &rest[start..];
        let end = word.find(char::is_whitespace).unwrap_or(word.len());
        words.push((line.len() - word.len(), &word[..end]));
        rest = &word[end..];
    }
    words
}

/// The files that `reload` lines name, each read once: many lines may name one.
struct Contents<'a> {
    read: &'a dyn Fn(&str) -> io::Result<Vec<u8>>,
    known: BTreeMap<String, Arc<[u8]>>,
}

impl Contents<'_> {
    fn of(&mut self, file: &str) -> io::Result<Arc<[u8]>> {
        if let Some(content) = self.known.get(file) {
            return Ok(Arc::clone(content));
        }
        let content: Arc<[u8]> = (self.read)(file)?.into();
        self.known.insert(file.to_owned(), Arc::clone(&content));
        Ok(content)
    }
}

/// The byte of the line where something is wrong, and what.
type Fault = (usize, String);

fn parse_line(
    line: &str,
    session: &Session,
    contents: &mut Contents,
) -> Result<Option<(Time, Command)>, Fault> {
    let words = words(line);
    let Some(&(at, time)) = words.first().filter(|(_, word)| !word.starts_with('#')) else {
        return Ok(None);
    };
    let seconds = time
        .parse::<f64>()
        .ok()
        .and_then(Time::from_seconds)
        .filter(|t| *t >= Time::ZERO);
    let Some(seconds) = seconds else {
        let message = format!(
            "a line begins with a time in seconds, 0 or more; this is {:?}",
            short(time)
        );
        return Err((at, message));
    };
    let Some(&(at, verb)) = words.get(1) else {
        let message = format!("after the time comes one of {}", VERBS.join(", "));
        return Err((line.len(), message));
    };
    // A `#` after the arguments begins a comment; data may contain one, so `send` sees to it itself.
    let mut arguments = &words[2..];
    if verb != "send" {
        let comment = arguments.iter().position(|(_, word)| word.starts_with('#'));
        arguments = &arguments[..comment.unwrap_or(arguments.len())];
    }
    let command = match (verb, arguments) {
        ("press" | "release", &[(at, name)]) => {
            if !session.knows_input(name) {
                return Err((at, unknown("input", name, session.input_names())));
            }
            if verb == "press" {
                Command::Press(name.into())
            } else {
                Command::Release(name.into())
            }
        }
        ("pointer", &[x, y]) => Command::Pointer(pixel(x)?, pixel(y)?),
        ("send", &[(_, actor), (name_at, name), ..]) => {
            let data = data(line, name_at + name.len())?;
            Command::Send {
                actor: actor.into(),
                name: name.into(),
                data,
            }
        }
        ("reload", &[(path_at, path), (at, other)]) => {
            let path = path.replace('\\', "/");
            if !FileSet::takes(&path) {
                let message = format!(
                    "{:?} is no file of a project: luppet.ron, or under assets/ or scripts/ and ending in {}",
                    short(&path),
                    ENDINGS.map(|ending| format!(".{ending}")).join(", ")
                );
                return Err((path_at, message));
            }
            let content = contents
                .of(other)
                .map_err(|error| (at, format!("{}: {error}", short(other))))?;
            let content = Some(content);
            Command::Reload(FileChange { path, content })
        }
        ("press" | "release", _) => return Err((at, format!("the form is TIME {verb} NAME"))),
        ("pointer", _) => return Err((at, "the form is TIME pointer X Y".into())),
        ("send", _) => return Err((at, "the form is TIME send ACTOR NAME JSON".into())),
        ("reload", _) => return Err((at, "the form is TIME reload PATH FILE".into())),
        _ => return Err((at, unknown("command", verb, VERBS))),
    };
    Ok(Some((seconds, command)))
}

fn pixel((at, word): (usize, &str)) -> Result<i32, Fault> {
    word.parse().map_err(|_| {
        (
            at,
            format!(
                "a whole number of pixels is wanted; this is {:?}",
                short(word)
            ),
        )
    })
}

/// The JSON after the message's name; none at all is nil.
fn data(line: &str, from: usize) -> Result<Data, Fault> {
    let rest = &line[from..];
    let text = rest.trim();
    let start = from + (rest.len() - rest.trim_start().len());
    if text.is_empty() || text.starts_with('#') {
        return Ok(Data::Nil);
    }
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<serde_json::Value>();
    let value = match values.next() {
        Some(Ok(value)) => value,
        Some(Err(error)) => {
            let column = start + error.column().saturating_sub(1);
            // It tells a place of its own, which is that of the caret.
            let told = error.to_string();
            let reason = told.split(" at line ").next().unwrap_or_default();
            return Err((column, format!("this is not JSON: {reason}")));
        }
        None => return Ok(Data::Nil),
    };
    let after = text[values.byte_offset()..].trim_start();
    if !after.is_empty() && !after.starts_with('#') {
        return Err((
            start + values.byte_offset(),
            "one JSON value is wanted, not more".into(),
        ));
    }
    Ok(from_json(value))
}

fn from_json(value: serde_json::Value) -> Data {
    use serde_json::Value;
    match value {
        Value::Null => Data::Nil,
        Value::Bool(bool) => Data::Bool(bool),
        Value::Number(number) => Data::Number(number.as_f64().unwrap_or(0.0)),
        Value::String(text) => Data::Text(text.into_bytes()),
        Value::Array(items) => {
            let numbered = items.into_iter().enumerate();
            Data::Table(
                numbered
                    .map(|(i, item)| (Data::Number(i as f64 + 1.0), from_json(item)))
                    .collect(),
            )
        }
        Value::Object(fields) => {
            let mut fields: Vec<_> = fields.into_iter().collect();
            fields.sort_by(|a, b| a.0.cmp(&b.0));
            Data::Table(
                fields
                    .into_iter()
                    .map(|(name, item)| (Data::Text(name.into_bytes()), from_json(item)))
                    .collect(),
            )
        }
    }
}
