//! Values as text, for `print`, `tostring` and error objects: tables by content,
//! in an order that repeats, and nothing by its address.

use mlua::{Table, Value};

use super::guard::Guard;
use super::text;

/// Levels of a table that are shown.
const DEPTH: usize = 6;
/// Safepoints that an entry is worth.
const ENTRY: u64 = 16;
/// Entries of one table that are looked at.
const WIDTH: usize = 256;

/// The value as text of about `limit` bytes. Pays for the entries it visits.
///
/// # Errors
/// A trip of the guard; a lack of memory.
pub(super) fn show(value: &Value, limit: usize, guard: &Guard) -> mlua::Result<String> {
    let mut shown = Shower {
        out: String::new(),
        limit,
        guard,
        path: Vec::new(),
    };
    shown.value(value, false)?;
    Ok(text::clean(shown.out.as_bytes(), limit))
}

struct Shower<'a> {
    out: String,
    limit: usize,
    guard: &'a Guard,
    path: Vec<Table>,
}

impl Shower<'_> {
    fn value(&mut self, value: &Value, quoted: bool) -> mlua::Result<()> {
        match value {
            Value::Nil => self.out.push_str("nil"),
            Value::Boolean(b) => self.out.push_str(if *b { "true" } else { "false" }),
            Value::Integer(i) => self.out.push_str(&i.to_string()),
            Value::Number(n) => self.out.push_str(&number(*n)),
            Value::String(s) => {
                let bytes = s.as_bytes();
                let bytes = &bytes[..bytes.len().min(self.limit)];
                let shown = if quoted {
                    format!("{:?}", String::from_utf8_lossy(bytes))
                } else {
                    text::clean(bytes, self.limit)
                };
                self.out.push_str(&shown);
            }
            Value::Vector(v) => {
                let parts = [v.x(), v.y(), v.z()].map(|part| number(f64::from(part)));
                self.out.push_str(&parts.join(", "));
            }
            Value::Table(table) => self.table(table)?,
            Value::Function(_) => self.out.push_str("function"),
            Value::Thread(_) => self.out.push_str("thread"),
            Value::Buffer(_) => self.out.push_str("buffer"),
            Value::Error(_) => self.out.push_str("error"),
            _ => self.out.push_str("userdata"),
        }
        Ok(())
    }

    fn table(&mut self, table: &Table) -> mlua::Result<()> {
        if let Some(kind) = special(table) {
            self.out.push_str(&kind);
            return Ok(());
        }
        if self.path.contains(table) || self.path.len() >= DEPTH {
            self.out.push_str("{...}");
            return Ok(());
        }
        let mut entries = Vec::new();
        for pair in table.pairs::<Value, Value>().take(WIDTH) {
            self.guard.charge(ENTRY)?;
            entries.push(pair?);
        }
        if entries.is_empty() {
            self.out.push_str("{}");
            return Ok(());
        }
        entries.sort_by_cached_key(|(key, _)| order(key));
        self.path.push(table.clone());
        let mut next = 1_i64;
        for (i, (key, value)) in entries.iter().enumerate() {
            if self.out.len() > self.limit {
                break; // it is cut there anyway
            }
            self.out.push_str(if i == 0 { "{ " } else { ", " });
            match key {
                Value::Integer(k) if *k == next => next += 1,
                Value::String(s) if is_name(&s.as_bytes()) => {
                    self.out.push_str(&s.to_string_lossy());
                    self.out.push_str(" = ");
                }
                key => {
                    self.out.push('[');
                    self.value(key, true)?;
                    self.out.push_str("] = ");
                }
            }
            self.value(value, true)?;
        }
        self.path.pop();
        self.out.push_str(" }");
        Ok(())
    }
}

/// What a table of the API is: `self`, `a view`, `stage`, `input`.
pub(super) fn special(table: &Table) -> Option<String> {
    let meta = table.metatable()?;
    let Ok(Value::String(kind)) = meta.raw_get::<Value>("__metatable") else {
        return None;
    };
    let kind = kind.as_bytes();
    [b"self" as &[u8], b"a view", b"stage", b"input"]
        .contains(&&*kind)
        .then(|| String::from_utf8_lossy(&kind).into_owned())
}

/// A number as Lua writes it, near enough: whole ones without a point.
pub(super) fn number(n: f64) -> String {
    if n.is_nan() {
        "nan".into()
    } else if n.is_infinite() {
        if n > 0.0 { "inf".into() } else { "-inf".into() }
    } else if n.abs() >= 1e15 || (n != 0.0 && n.abs() < 1e-5) {
        format!("{n:e}")
    } else {
        format!("{n}")
    }
}

fn is_name(bytes: &[u8]) -> bool {
    bytes.len() <= 64
        && bytes.first().is_some_and(|b| !b.is_ascii_digit())
        && bytes
            .iter()
            .all(|b| b.is_ascii_alphanumeric() || *b == b'_')
}

/// Numbers first, then texts, then truth values; others last, alike, in the order found.
fn order(key: &Value) -> (u8, u64, Vec<u8>) {
    match key {
        Value::Integer(i) => (0, ordered(*i as f64), Vec::new()),
        Value::Number(n) => (0, ordered(*n), Vec::new()),
        Value::String(s) => (1, 0, s.as_bytes().iter().take(256).copied().collect()),
        Value::Boolean(b) => (2, u64::from(*b), Vec::new()),
        _ => (3, 0, Vec::new()),
    }
}

/// The number as bits that sort as numbers do.
pub(super) fn ordered(n: f64) -> u64 {
    let bits = n.to_bits();
    if bits >> 63 == 1 {
        !bits
    } else {
        bits | 1 << 63
    }
}
