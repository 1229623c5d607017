//! Reads what a script returned, once and raw: metatables do nothing, later
//! changes of the tables do nothing. Names are looked up in `resolve`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use mlua::{Function, Table, Value};

use super::data::{named, string, word};
use super::text;
use super::words::Words;
use crate::error::{LoadError, Place};
use crate::stage::Data;
use crate::time::Time;
use crate::tree::ParamDef;

/// Entries of one table that a behaviour may have.
const ENTRIES: usize = 1000;

/// Entries of all tables of one file together, a table counted wherever it stands:
/// one table in a thousand places is copied a thousand times.
const ALL: usize = 20_000;

/// Faults that are told of one file. Each costs a search for its line and for the nearest names.
pub(super) const FAULTS: usize = 100;

/// A function, or the name of a state that stands for one.
#[derive(Clone, Debug)]
pub(super) enum RawHandler {
    Call(Function),
    Change(String),
}

/// Handlers of a state or of the behaviour, by name, sorted.
#[derive(Clone, Debug, Default)]
pub(super) struct RawHandlers {
    pub on: BTreeMap<String, RawHandler>,
    pub at: BTreeMap<String, RawHandler>,
    pub finish: Option<RawHandler>,
    pub r#loop: Option<RawHandler>,
}

/// A state as it was read; its names are not looked up yet.
#[derive(Clone, Debug, Default)]
pub(super) struct RawState {
    pub file: String,
    pub line: u32,
    pub clip: Option<String>,
    pub keep: bool,
    pub next: Option<String>,
    pub lasts: Option<Time>,
    pub fade: Option<Time>,
    pub tags: Vec<String>,
    pub enter: Option<Function>,
    pub execute: Option<Function>,
    pub exit: Option<Function>,
    pub handlers: RawHandlers,
    /// Lines of its markers' handlers, for errors.
    pub lines: BTreeMap<String, u32>,
}

/// One declared transition.
#[derive(Clone, Debug)]
pub(super) struct RawTransition {
    /// `None` is `"*"`.
    pub from: Option<Vec<String>>,
    pub to: String,
    pub when: Function,
}

/// A behaviour as it was read.
#[derive(Clone, Debug, Default)]
pub(super) struct RawBehaviour {
    pub initial: Option<String>,
    pub states: BTreeMap<String, RawState>,
    pub data: Vec<(String, Data)>,
    pub params: Vec<ParamDef>,
    pub drivers: BTreeMap<String, Function>,
    pub handlers: RawHandlers,
    pub global: Option<Function>,
    pub on_start: Option<Function>,
    pub on_reload: Option<Function>,
    pub transitions: Vec<RawTransition>,
    pub tags: Vec<String>,
    /// As `BehaviourDef::lines`, but for the states.
    pub lines: BTreeMap<String, (String, u32)>,
}

/// Reads the tables of one file and keeps what is wrong with them.
pub(super) struct Reader<'a> {
    pub file: &'a str,
    source: &'a Arc<str>,
    pub words: Words<'a>,
    pub errors: Vec<LoadError>,
    /// States that could not be read: their names are no unknown ones.
    pub broken: BTreeSet<String>,
    /// Entries that may still be read; `None` once there were too many.
    left: Option<usize>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(file: &'a str, source: &'a Arc<str>) -> Reader<'a> {
        Reader {
            file,
            source,
            words: Words::new(source),
            errors: Vec::new(),
            broken: BTreeSet::new(),
            left: Some(ALL),
        }
    }

    /// An error where the last of these names stands in the source.
    pub(super) fn fault(&mut self, path: &[&str], message: impl Into<String>) {
        if self.is_fed_up() {
            return;
        }
        let line = self.words.line(path);
        let mut error = LoadError::new(self.file, message);
        error.place = line.map(|line| Place { line, column: 0 });
        error.source = Some(Arc::clone(self.source));
        self.errors.push(error);
    }

    /// True where so much is wrong already that more need not be told.
    pub(super) fn is_fed_up(&self) -> bool {
        self.errors.len() >= FAULTS || self.left.is_none()
    }

    /// Keeps the value where there is one; else the error, at the place of `path`.
    pub(super) fn take<T>(&mut self, path: &[&str], read: Result<T, String>) -> Option<T> {
        read.map_err(|message| self.fault(path, message)).ok()
    }

    /// `on`, `at`, `finish` or `loop`; `of` names whose, such as `state "s": `.
    pub(super) fn handler_field(
        &mut self,
        handlers: &mut RawHandlers,
        key: &str,
        value: &Value,
        of: &str,
        path: &[&str],
    ) {
        let what = format!("{of}{key}");
        match key {
            "finish" => handlers.finish = self.take(path, handler(value, &what)),
            "loop" => handlers.r#loop = self.take(path, handler(value, &what)),
            _ => {
                let Some(table) = self.table(value, &what, path) else {
                    return;
                };
                for (name, value) in self.named_entries(&table, &what, path) {
                    let path: Vec<&str> = path.iter().copied().chain([name.as_str()]).collect();
                    if key == "at" && matches!(name.as_str(), "finish" | "loop") {
                        let message =
                            format!("{of}at: {name:?} is no marker; write {name} = beside `at`");
                        self.fault(&path, message);
                        continue;
                    }
                    let read = handler(&value, &format!("{what}.{}", text::name(name.as_bytes())));
                    if let Some(read) = self.take(&path, read) {
                        let list = if key == "on" {
                            &mut handlers.on
                        } else {
                            &mut handlers.at
                        };
                        list.insert(name, read);
                    }
                }
            }
        }
    }

    pub(super) fn tags(&mut self, value: &Value, what: &str, path: &[&str]) -> Vec<String> {
        let Some(table) = self.table(value, what, path) else {
            return Vec::new();
        };
        let mut tags = Vec::new();
        for (i, value) in self.list(&table, what, path).into_iter().enumerate() {
            let tag = word(&value, &format!("{what}[{}]", i + 1));
            tags.extend(self.take(path, tag));
        }
        tags
    }

    pub(super) fn table(&mut self, value: &Value, what: &str, path: &[&str]) -> Option<Table> {
        if let Value::Table(table) = value {
            return Some(table.clone());
        }
        self.fault(
            path,
            format!("{what} must be a table (it is {})", named(value)),
        );
        None
    }

    /// The entries of a table whose keys are names, in their order.
    pub(super) fn named_entries(
        &mut self,
        table: &Table,
        what: &str,
        path: &[&str],
    ) -> Vec<(String, Value)> {
        let mut entries = BTreeMap::new();
        for (key, value) in self.pairs(table, what, path) {
            let name = match &key {
                Value::String(_) => string(&key, "a name"),
                other => Err(format!("a name must be a string (it is {})", named(other))),
            };
            match name {
                Ok(name) if !is_word(&name) => {
                    let name = text::name(name.as_bytes());
                    self.fault(path, format!("{what}: {name:?} cannot be a name (1 to 64 characters, no control characters)"));
                }
                Ok(name) => {
                    entries.insert(name, value);
                }
                Err(message) => self.fault(path, format!("{what}: {message}")),
            }
        }
        entries.into_iter().collect()
    }

    /// The items of a table whose keys are 1, 2, 3..
    pub(super) fn list(&mut self, table: &Table, what: &str, path: &[&str]) -> Vec<Value> {
        let mut items = BTreeMap::new();
        for (key, value) in self.pairs(table, what, path) {
            match key {
                Value::Integer(i) => {
                    items.insert(i, value);
                }
                key => self.fault(
                    path,
                    format!("{what} must be a list (it has the key {})", named(&key)),
                ),
            }
        }
        if items.keys().zip(1..).any(|(key, place)| *key != place) {
            self.fault(
                path,
                format!("{what} must be a list without gaps, from 1 on"),
            );
        }
        items.into_values().collect()
    }

    pub(super) fn pairs(
        &mut self,
        table: &Table,
        what: &str,
        path: &[&str],
    ) -> Vec<(Value, Value)> {
        if self.is_fed_up() {
            return Vec::new();
        }
        let pairs: Vec<_> = table
            .pairs()
            .take(ENTRIES + 1)
            .filter_map(Result::ok)
            .collect();
        if pairs.len() > ENTRIES {
            self.fault(path, format!("{what} has more than {ENTRIES} entries"));
            return Vec::new();
        }
        let left = self.left.and_then(|left| left.checked_sub(pairs.len()));
        if left.is_none() {
            let message = format!("{what}: the tables of one file have more than {ALL} entries");
            self.fault(path, message);
        }
        self.left = left;
        if left.is_some() { pairs } else { Vec::new() }
    }
}

fn is_word(name: &str) -> bool {
    (1..=64).contains(&name.chars().count()) && !name.chars().any(char::is_control)
}

/// A function.
pub(super) fn function(value: &Value, what: &str) -> Result<Function, String> {
    match value {
        Value::Function(function) => Ok(function.clone()),
        other => Err(format!(
            "{what} must be a function (it is {})",
            named(other)
        )),
    }
}

fn handler(value: &Value, what: &str) -> Result<RawHandler, String> {
    match value {
        Value::Function(function) => Ok(RawHandler::Call(function.clone())),
        Value::String(_) => word(value, what).map(RawHandler::Change),
        other => Err(format!(
            "{what} must be a function or the name of a state (it is {})",
            named(other)
        )),
    }
}
