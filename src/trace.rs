//! A run as text: one JSON object for each step and actor (design section 6). The
//! same run gives the same bytes in every build on one platform.

mod tree;

use std::fmt::Write as _;
use std::io::{self, Write};

use crate::error::ScriptError;
use crate::fsm::Why;
use crate::session::Session;
use crate::stage::{Data, Ended, Event, EventKind, Shown};
use crate::time::Time;

/// Bytes of a line, near enough: a script that shouts must not fill the disk of who listens.
const LINE: usize = 60_000;
/// Bytes of a line up to which its parameters are written, and what moves in its tree.
const PARAMS: usize = 16_000;
/// Bytes of a line up to which messages are written: what others send must not
/// drown an actor's own events.
const MESSAGES: usize = 36_000;

/// Writes the lines of the step a run has just played, an actor each, in order of arrival.
///
/// # Errors
/// What the output says.
pub fn write_step(session: &Session, out: &mut impl Write) -> io::Result<()> {
    let stage = session.stage();
    let mut line = String::new();
    let step = stage.steps().saturating_sub(1);
    let time = stage.steps() as f64 / f64::from(session.rate().hz());
    for actor in stage.actors() {
        line.clear();
        object(&mut line, |line| {
            field(line, "step", |line| number(line, step as f64));
            field(line, "time", |line| number(line, time));
            actor_fields(line, &actor, stage.events());
        });
        line.push('\n');
        out.write_all(line.as_bytes())?;
    }
    Ok(())
}

fn actor_fields(line: &mut String, actor: &Shown<'_>, events: &[Event]) {
    let character = &actor.kind.character;
    field(line, "actor", |line| text(line, actor.name));
    field(line, "state", |line| optional(line, actor.state));
    field(line, "previous", |line| optional(line, actor.previous));
    field(line, "state_time", |line| {
        number(line, actor.state_time.seconds());
    });
    field(line, "x", |line| number(line, actor.x));
    field(line, "y", |line| number(line, actor.y));
    field(line, "facing", |line| number(line, actor.facing));
    field(line, "clips", |line| {
        array(line, actor.tree.shown().into_iter(), |line, shown| {
            let clip = character.clips.clip(shown.clip);
            object(line, |line| {
                field(line, "clip", |line| text(line, clip.name()));
                field(line, "time", |line| number(line, shown.playhead.time(clip)));
                field(line, "frame", |line| {
                    tree::frame(line, character, clip, shown.playhead);
                });
                field(line, "weight", |line| number(line, shown.weight));
            });
        });
    });
    let mut left_out = 0;
    field(line, "params", |line| {
        object(line, |line| {
            for (param, value) in actor.kind.params.iter().zip(actor.params) {
                if line.len() > PARAMS {
                    left_out += 1;
                    continue;
                }
                field(line, &param.def.name, |line| number(line, *value));
            }
        });
    });
    left_out += tree::fields(line, character, actor.tree);
    let own = events.iter().filter(|event| event.actor == actor.id);
    field(line, "events", |line| {
        write_events(line, own.map(|event| &event.kind), left_out);
    });
}

/// Writes the events for which the line has room, and how much was left out of it.
fn write_events<'a>(
    line: &mut String,
    events: impl Iterator<Item = &'a EventKind>,
    mut left_out: usize,
) {
    line.push('[');
    let open = line.len();
    let mut text = String::new();
    let mut add = |line: &mut String, kind: &EventKind, most: usize| {
        if line.len() > most {
            return false;
        }
        text.clear();
        object(&mut text, |text| event_fields(text, kind));
        let fits = line.len() + text.len() <= most;
        if fits {
            if line.len() > open {
                line.push(',');
            }
            line.push_str(&text);
        }
        fits
    };
    for kind in events {
        let most = match kind {
            EventKind::Message { .. } | EventKind::ToHost { .. } => MESSAGES,
            _ => LINE,
        };
        left_out += usize::from(!add(line, kind, most));
    }
    if left_out > 0 {
        let text = format!("this line has no room for {left_out} more entries");
        add(line, &EventKind::Notice { text }, usize::MAX);
    }
    line.push(']');
}

fn event_fields(line: &mut String, kind: &EventKind) {
    let clip_event = |line: &mut String, kind: &str, clip: &str, name: Option<&str>, at: Time| {
        word(line, "kind", kind);
        word(line, "clip", clip);
        if let Some(name) = name {
            word(line, "name", name);
        }
        field(line, "at", |line| number(line, at.seconds()));
    };
    match kind {
        EventKind::Start { state } => {
            word(line, "kind", "start");
            field(line, "state", |line| optional(line, state.as_deref()));
        }
        EventKind::Change { from, to, why } => {
            word(line, "kind", "change");
            field(line, "from", |line| optional(line, from.as_deref()));
            word(line, "to", to);
            word(line, "why", &why_word(why));
        }
        EventKind::Marker { clip, name, at } => clip_event(line, "marker", clip, Some(name), *at),
        EventKind::Loop { clip, at } => clip_event(line, "loop", clip, None, *at),
        EventKind::Finish {
            of: Ended::Clip(clip),
            at,
        } => clip_event(line, "finish", clip, None, *at),
        EventKind::Finish {
            of: Ended::Trigger(trigger),
            at,
        } => {
            word(line, "kind", "finish");
            word(line, "trigger", trigger);
            field(line, "at", |line| number(line, at.seconds()));
        }
        EventKind::Message { name, from, data } => {
            word(line, "kind", "message");
            word(line, "name", name);
            field(line, "from", |line| optional(line, from.as_deref()));
            field(line, "data", |line| write_data(line, data));
        }
        EventKind::ToHost { name, data } => {
            word(line, "kind", "message");
            word(line, "name", name);
            word(line, "to", "host");
            field(line, "data", |line| write_data(line, data));
        }
        EventKind::Say { text } => told(line, "say", text),
        EventKind::Log { text } => told(line, "log", text),
        EventKind::Notice { text } => told(line, "notice", text),
        EventKind::Spawn { name, character } => {
            word(line, "kind", "spawn");
            word(line, "name", name);
            word(line, "character", character);
        }
        EventKind::Remove { name } => {
            word(line, "kind", "remove");
            word(line, "name", name);
        }
        EventKind::Trip { error } => fault(line, "trip", error),
        EventKind::Error { error } => fault(line, "error", error),
        EventKind::Reload { file } => {
            word(line, "kind", "reload");
            word(line, "file", file);
        }
    }
}

fn told(line: &mut String, kind: &str, told: &str) {
    word(line, "kind", kind);
    word(line, "text", told);
}

fn fault(line: &mut String, kind: &str, error: &ScriptError) {
    word(line, "kind", kind);
    word(line, "script", &error.script);
    field(line, "line", |line| number(line, f64::from(error.line)));
    word(line, "state", &error.state);
    word(line, "callback", &error.callback);
    word(line, "text", &error.message);
}

/// The trace's `why` of a change.
pub fn why_word(why: &Why) -> String {
    match why {
        Why::Start => "start".into(),
        Why::Enter => "enter".into(),
        Why::Execute => "execute".into(),
        Why::Global => "global".into(),
        Why::Transition => "transition".into(),
        Why::Message(name) => format!("on.{name}"),
        Why::Marker(name) => format!("at.{name}"),
        Why::Driver(name) => format!("drivers.{name}"),
        Why::Finish => "finish".into(),
        Why::Loop => "loop".into(),
        Why::Next => "next".into(),
        Why::Lasts => "lasts".into(),
        Why::Reload => "reload".into(),
        Why::Revert => "revert".into(),
    }
}

/// Plain data as JSON: a table whose keys are 1, 2, 3.. is an array, any other an object.
fn write_data(line: &mut String, data: &Data) {
    match data {
        Data::Nil => line.push_str("null"),
        Data::Bool(bool) => line.push_str(if *bool { "true" } else { "false" }),
        Data::Number(value) => number(line, *value),
        Data::Text(bytes) => text(line, &String::from_utf8_lossy(bytes)),
        Data::Table(pairs) => {
            let numbered = pairs.iter().enumerate();
            let is_list = numbered
                .into_iter()
                .all(|(i, (key, _))| *key == Data::Number(i as f64 + 1.0));
            if is_list && !pairs.is_empty() {
                array(line, pairs.iter(), |line, (_, value)| {
                    write_data(line, value);
                });
            } else {
                object(line, |line| {
                    for (key, value) in pairs {
                        field(line, &key_word(key), |line| write_data(line, value));
                    }
                });
            }
        }
    }
}

fn key_word(key: &Data) -> String {
    match key {
        Data::Text(bytes) => String::from_utf8_lossy(bytes).into_owned(),
        Data::Number(value) => {
            let mut word = String::new();
            number(&mut word, *value);
            word
        }
        Data::Bool(bool) => bool.to_string(),
        Data::Nil | Data::Table(_) => String::new(),
    }
}

fn object(line: &mut String, inside: impl FnOnce(&mut String)) {
    line.push('{');
    inside(line);
    line.push('}');
}

/// One `"name":value`, with a comma where something stands before it.
fn field(line: &mut String, name: &str, value: impl FnOnce(&mut String)) {
    if !line.ends_with('{') {
        line.push(',');
    }
    text(line, name);
    line.push(':');
    value(line);
}

fn word(line: &mut String, name: &str, value: &str) {
    field(line, name, |line| text(line, value));
}

fn optional(line: &mut String, value: Option<&str>) {
    match value {
        Some(value) => text(line, value),
        None => line.push_str("null"),
    }
}

fn array<T>(
    line: &mut String,
    items: impl Iterator<Item = T>,
    mut write: impl FnMut(&mut String, T),
) {
    line.push('[');
    for (i, item) in items.enumerate() {
        if i > 0 {
            line.push(',');
        }
        write(line, item);
    }
    line.push(']');
}

fn text(line: &mut String, value: &str) {
    // Nearly all texts are plain names: those are copied whole.
    let plain = |byte: u8| (b' '..=b'~').contains(&byte) && byte != b'"' && byte != b'\\';
    line.push('"');
    if value.bytes().all(plain) {
        line.push_str(value);
        line.push('"');
        return;
    }
    for c in value.chars() {
        match c {
            '"' => line.push_str("\\\""),
            '\\' => line.push_str("\\\\"),
            '\n' => line.push_str("\\n"),
            '\r' => line.push_str("\\r"),
            '\t' => line.push_str("\\t"),
            // C0, DEL and C1 would reach a terminal raw.
            c if c.is_control() => _ = write!(line, "\\u{:04x}", c as u32),
            c => line.push(c),
        }
    }
    line.push('"');
}

/// A number rounded to six decimals, without trailing zeros, exponent or `-0`.
/// Beyond plus or minus 1e15 the decimals mean nothing and are left out.
pub(crate) fn number(line: &mut String, value: f64) {
    if !value.is_finite() {
        line.push_str("null");
        return;
    }
    // Most numbers are small: whole millionths are written as integers, several times
    // faster than a formatted float.
    let millionths = (value * 1e6).round();
    if millionths.abs() < 9e15 {
        write_millionths(line, millionths as i64);
    } else {
        let start = line.len();
        let decimals = if value.abs() < 1e15 { 6 } else { 0 };
        _ = write!(line, "{value:.decimals$}");
        if line[start..].contains('.') {
            let trimmed = line.trim_end_matches('0').trim_end_matches('.').len();
            line.truncate(trimmed);
        }
    }
}

fn write_millionths(line: &mut String, millionths: i64) {
    if millionths < 0 {
        line.push('-');
    }
    let (whole, mut rest) = (
        millionths.unsigned_abs() / 1_000_000,
        millionths.unsigned_abs() % 1_000_000,
    );
    _ = write!(line, "{whole}");
    if rest > 0 {
        line.push('.');
        let mut place = 100_000;
        while rest > 0 {
            line.push(char::from(b'0' + (rest / place) as u8));
            rest %= place;
            place /= 10;
        }
    }
}

#[cfg(test)]
mod tests;
