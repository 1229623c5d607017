//! Reads one state's table, from the behaviour or from a file of its own.

use mlua::Value;

use super::api_self::seconds;
use super::data::{named, word};
use super::shape::{RawState, Reader, function};
use super::text;
use crate::error::unknown;

const STATE: &[&str] = &[
    "clip", "keep", "next", "lasts", "fade", "tags", "on", "at", "finish", "loop", "enter",
    "execute", "exit",
];

impl Reader<'_> {
    /// A state of the behaviour's table; `None` where it is no table.
    pub(super) fn state(&mut self, name: &str, value: &Value) -> Option<RawState> {
        let place = [name];
        self.state_at(name, value, &place)
    }

    /// A state of a file of its own.
    pub(super) fn state_file(&mut self, name: &str, value: &Value) -> Option<RawState> {
        if value.is_nil() {
            let message = format!(
                "the file of state {name:?} returns nothing; it must return the state's table"
            );
            self.fault(&["return"], message);
            return None;
        }
        self.state_at(name, value, &[])
    }

    fn state_at(&mut self, name: &str, value: &Value, place: &[&str]) -> Option<RawState> {
        let before = self.errors.len();
        let of = format!("state {name:?}: ");
        let Value::Table(table) = value else {
            self.fault(
                place,
                format!("state {name:?} must be a table (it is {})", named(value)),
            );
            return None;
        };
        let mut state = RawState {
            file: self.file.into(),
            line: self
                .words
                .line(if place.is_empty() { &["return"] } else { place })
                .unwrap_or(0),
            ..RawState::default()
        };
        for (key, value) in self.named_entries(table, &format!("state {name:?}"), place) {
            let path: Vec<&str> = place.iter().copied().chain([key.as_str()]).collect();
            self.state_field(&mut state, &key, &value, &of, &path);
        }
        for marker in state.handlers.at.keys() {
            let path: Vec<&str> = place.iter().copied().chain(["at", marker]).collect();
            let line = self.words.line(&path).unwrap_or(state.line);
            state.lines.insert(marker.clone(), line);
        }
        if self.errors.len() == before {
            self.ends(&state, &of, place);
        }
        Some(state)
    }

    fn state_field(
        &mut self,
        state: &mut RawState,
        key: &str,
        value: &Value,
        of: &str,
        path: &[&str],
    ) {
        let what = format!("{of}{key}");
        match key {
            "clip" => state.clip = self.take(path, word(value, &what)),
            "keep" => {
                let keep = value.as_boolean().ok_or_else(|| {
                    format!("{what} must be true or false (it is {})", named(value))
                });
                state.keep = self.take(path, keep).unwrap_or_default();
            }
            "next" => state.next = self.take(path, word(value, &what)),
            "lasts" => state.lasts = self.take(path, seconds(value, &what)),
            "fade" => state.fade = self.take(path, seconds(value, &what)),
            "tags" => state.tags = self.tags(value, &what, path),
            "on" | "at" | "finish" | "loop" => {
                self.handler_field(&mut state.handlers, key, value, of, path);
            }
            "enter" => state.enter = self.take(path, function(value, &what)),
            "execute" => state.execute = self.take(path, function(value, &what)),
            "exit" => state.exit = self.take(path, function(value, &what)),
            _ => {
                let wrong = unknown("key", &text::name(key.as_bytes()), STATE.iter().copied());
                self.fault(path, format!("{of}{wrong}"));
            }
        }
    }

    /// `next` needs an end to follow; `lasts` needs somewhere to go.
    fn ends(&mut self, state: &RawState, of: &str, place: &[&str]) {
        let path = |key| place.iter().copied().chain([key]).collect::<Vec<&str>>();
        if state.next.is_some() && state.clip.is_none() && state.lasts.is_none() {
            let message = format!("{of}next without clip or lasts: nothing would ever lead there");
            self.fault(&path("next"), message);
        }
        if state.lasts.is_some() && state.next.is_none() {
            self.fault(
                &path("lasts"),
                format!("{of}lasts without next: nowhere to go then"),
            );
        }
    }
}
