//! Reads the behaviour's own table.

use mlua::Value;

use super::data::{self, DATA, finite, kind, named, word};
use super::shape::{RawBehaviour, RawTransition, Reader, function};
use super::text;
use crate::error::unknown;
use crate::stage::Data;
use crate::tree::ParamDef;

/// Names that `self` has of its own; `data` may not use them.
const MEMBERS: &[&str] = &[
    "x",
    "y",
    "facing",
    "name",
    "state",
    "previous",
    "state_time",
    "clip",
    "frame",
    "progress",
    "tags",
    "change",
    "restart",
    "revert",
    "states",
    "is",
    "play",
    "finished",
    "rate",
    "set",
    "get",
    "fire",
    "cancel",
    "firing",
    "send",
    "say",
    "look",
    "box",
    "touches",
    "distance",
    "angle_to",
];

const BEHAVIOUR: &[&str] = &[
    "initial",
    "states",
    "data",
    "params",
    "drivers",
    "on",
    "at",
    "finish",
    "loop",
    "global",
    "transitions",
    "on_start",
    "on_reload",
    "tags",
];

impl Reader<'_> {
    /// The behaviour table.
    pub(super) fn behaviour(&mut self, value: &Value) -> RawBehaviour {
        let mut raw = RawBehaviour::default();
        let Value::Table(table) = value else {
            let message = match value {
                Value::Nil => "the script returns nothing; it must return its behaviour, a table such as { initial = \"idle\", states = { idle = {} } }".into(),
                other => format!("the script must return its behaviour, a table (it returns {})", named(other)),
            };
            self.fault(&["return"], message);
            return raw;
        };
        for (key, value) in self.named_entries(table, "the behaviour", &["return"]) {
            self.behaviour_field(&mut raw, &key, &value);
        }
        raw
    }

    fn behaviour_field(&mut self, raw: &mut RawBehaviour, key: &str, value: &Value) {
        let path = &[key][..];
        match key {
            "initial" => {
                raw.initial = self.take(path, word(value, "initial"));
                let line = self.words.line(path).unwrap_or(0);
                raw.lines.insert("initial".into(), (self.file.into(), line));
            }
            "states" => self.states(raw, value),
            "data" => raw.data = self.data(value),
            "params" => {
                raw.params = self.params(value);
                for param in &raw.params {
                    let line = self.words.line(&["params", &param.name]).unwrap_or(0);
                    raw.lines
                        .insert(format!("param {}", param.name), (self.file.into(), line));
                }
            }
            "drivers" => self.drivers(raw, value),
            "on" | "at" | "finish" | "loop" => {
                self.handler_field(&mut raw.handlers, key, value, "", path);
                if key == "at" {
                    for name in raw.handlers.at.keys() {
                        let line = self.words.line(&["at", name]).unwrap_or(0);
                        raw.lines
                            .insert(format!("at {name}"), (self.file.into(), line));
                    }
                }
            }
            "global" => raw.global = self.take(path, function(value, key)),
            "on_start" => raw.on_start = self.take(path, function(value, key)),
            "on_reload" => raw.on_reload = self.take(path, function(value, key)),
            "transitions" => raw.transitions = self.transitions(value),
            "tags" => raw.tags = self.tags(value, "tags", path),
            _ => {
                let wrong = unknown(
                    "key",
                    &text::name(key.as_bytes()),
                    BEHAVIOUR.iter().copied(),
                );
                self.fault(path, format!("behaviour: {wrong}"));
            }
        }
    }

    fn states(&mut self, raw: &mut RawBehaviour, value: &Value) {
        let Some(table) = self.table(value, "states", &["states"]) else {
            return;
        };
        for (name, value) in self.named_entries(&table, "states", &["states"]) {
            match self.state(&name, &value) {
                Some(state) => {
                    raw.states.insert(name, state);
                }
                None => {
                    self.broken.insert(name);
                }
            }
        }
    }

    fn data(&mut self, value: &Value) -> Vec<(String, Data)> {
        let Some(table) = self.table(value, "data", &["data"]) else {
            return Vec::new();
        };
        let mut read = Vec::new();
        let mut left = DATA.bytes;
        for (name, value) in self.named_entries(&table, "data", &["data"]) {
            let path = &["data", name.as_str()];
            if MEMBERS.contains(&name.as_str()) {
                self.fault(
                    path,
                    format!("data: {name:?} is a member of self; choose another name"),
                );
                continue;
            }
            let copy = data::part_from_lua(&value, DATA, &mut left)
                .map_err(|why| format!("data: {name}: {why}"));
            if let Some(copy) = self.take(path, copy) {
                read.push((name, copy));
            }
        }
        read
    }

    /// `NAME = default` or `NAME = { default, min, max }`.
    fn params(&mut self, value: &Value) -> Vec<ParamDef> {
        let Some(table) = self.table(value, "params", &["params"]) else {
            return Vec::new();
        };
        let mut params = Vec::new();
        for (name, value) in self.named_entries(&table, "params", &["params"]) {
            let param = param(&name, &value);
            params.extend(self.take(&["params", &name], param));
        }
        params
    }

    fn drivers(&mut self, raw: &mut RawBehaviour, value: &Value) {
        let Some(table) = self.table(value, "drivers", &["drivers"]) else {
            return;
        };
        let line = self.words.line(&["drivers"]).unwrap_or(0);
        raw.lines.insert("drivers".into(), (self.file.into(), line));
        for (name, value) in self.named_entries(&table, "drivers", &["drivers"]) {
            let path = &["drivers", name.as_str()];
            let line = self.words.line(path).unwrap_or(0);
            if let Some(driver) = self.take(path, function(&value, &format!("drivers.{name}"))) {
                raw.lines
                    .insert(format!("driver {name}"), (self.file.into(), line));
                raw.drivers.insert(name, driver);
            }
        }
    }

    fn transitions(&mut self, value: &Value) -> Vec<RawTransition> {
        let path = &["transitions"];
        let Some(table) = self.table(value, "transitions", path) else {
            return Vec::new();
        };
        let mut transitions = Vec::new();
        for (i, value) in self
            .list(&table, "transitions", path)
            .into_iter()
            .enumerate()
        {
            let what = format!("transitions[{}]", i + 1);
            let Some(table) = self.table(&value, &what, path) else {
                continue;
            };
            let (mut from, mut to, mut when) = (None, None, None);
            let before = self.errors.len();
            for (key, value) in self.named_entries(&table, &what, path) {
                let path = &["transitions", key.as_str()];
                let what = format!("{what}: {key}");
                match key.as_str() {
                    "from" => from = self.sources(&value, &what, path),
                    "to" => to = self.take(path, word(&value, &what)),
                    "when" => when = self.take(path, function(&value, &what)),
                    _ => {
                        let wrong =
                            unknown("key", &text::name(key.as_bytes()), ["from", "to", "when"]);
                        self.fault(path, format!("transitions[{}]: {wrong}", i + 1));
                    }
                }
            }
            match (from, to, when) {
                (Some(from), Some(to), Some(when)) => {
                    let from = (!from.is_empty()).then_some(from);
                    transitions.push(RawTransition { from, to, when });
                }
                _ if self.errors.len() == before => {
                    self.fault(path, format!("{what} must have from, to and when"));
                }
                _ => {}
            }
        }
        transitions
    }

    /// A state's name, a list of them, or `"*"`, which gives an empty list.
    fn sources(&mut self, value: &Value, what: &str, path: &[&str]) -> Option<Vec<String>> {
        let Value::Table(table) = value else {
            let from = self.take(path, word(value, what))?;
            return Some(if from == "*" { Vec::new() } else { vec![from] });
        };
        let before = self.errors.len();
        let mut names = Vec::new();
        for (_, value) in self.pairs(table, what, path) {
            names.extend(self.take(path, word(&value, &format!("{what}: each"))));
        }
        if self.errors.len() > before {
            return None;
        }
        if names.is_empty() {
            self.fault(path, format!("{what} names no state"));
            return None;
        }
        names.sort();
        names.dedup();
        Some(names)
    }
}

fn param(name: &str, value: &Value) -> Result<ParamDef, String> {
    let what = format!("params.{name}");
    let (default, min, max) = match value {
        Value::Table(table) => {
            let part = |i: i64| {
                let part = table.raw_get::<Value>(i).unwrap_or(Value::Nil);
                finite(&part, &format!("{what}[{i}]"))
            };
            (part(1)?, part(2)?, part(3)?)
        }
        Value::Integer(_) | Value::Number(_) => {
            (finite(value, &what)?, f64::NEG_INFINITY, f64::INFINITY)
        }
        other => {
            return Err(format!(
                "{what} must be a number or {{ default, min, max }} (it is a {})",
                kind(other)
            ));
        }
    };
    if min > max || default < min || default > max {
        return Err(format!("{what}: {default} does not lie in {min}..{max}"));
    }
    Ok(ParamDef {
        name: name.into(),
        default,
        min,
        max,
    })
}
