//! Plain data across the border of a VM: copied, bounded, without metatables.

use mlua::{Lua, Table, Value};

use super::show::{self, ordered};
use super::text;
use crate::stage::Data;

/// What a copy may be.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    /// Bytes, counted for each value.
    pub bytes: usize,
    /// Levels of tables.
    pub depth: usize,
    /// Infinite numbers may be in it.
    pub infinite: bool,
}

/// A bound on the entries of a behaviour's `data`, generous: it is read once.
pub(super) const DATA: Bounds = Bounds {
    bytes: 64 << 10,
    depth: 16,
    infinite: true,
};

/// Copies a Lua value.
///
/// # Errors
/// The sentence that says what in it cannot be copied.
pub(super) fn from_lua(value: &Value, bounds: Bounds) -> Result<Data, String> {
    part_from_lua(value, bounds, &mut bounds.bytes.clone())
}

/// As [`from_lua`], of one of several values that share the bound: `left` bytes of it are left.
///
/// # Errors
/// As [`from_lua`].
pub(super) fn part_from_lua(
    value: &Value,
    bounds: Bounds,
    left: &mut usize,
) -> Result<Data, String> {
    let shared = if *left < bounds.bytes {
        "with what stands before "
    } else {
        ""
    };
    let mut copier = Copier {
        bounds,
        left: *left,
        shared,
        path: Vec::new(),
    };
    let data = copier.value(value)?;
    *left = copier.left;
    Ok(data)
}

struct Copier {
    bounds: Bounds,
    left: usize,
    /// Said where others have used up some of the bound.
    shared: &'static str,
    path: Vec<Table>,
}

impl Copier {
    fn pay(&mut self, bytes: usize) -> Result<(), String> {
        match self.left.checked_sub(bytes) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => Err(format!(
                "{}it is larger than {} bytes",
                self.shared, self.bounds.bytes
            )),
        }
    }

    fn value(&mut self, value: &Value) -> Result<Data, String> {
        match value {
            Value::Nil => Ok(Data::Nil),
            Value::Boolean(b) => self.pay(1).map(|()| Data::Bool(*b)),
            Value::Integer(i) => self.number(*i as f64),
            Value::Number(n) => self.number(*n),
            Value::String(s) => {
                let bytes = s.as_bytes();
                self.pay(bytes.len() + 1)?;
                Ok(Data::Text(bytes.to_vec()))
            }
            Value::Table(table) => self.table(table),
            other => Err(format!(
                "a {} cannot be in it (only nil, booleans, numbers, strings and tables of these)",
                kind(other)
            )),
        }
    }

    fn number(&mut self, n: f64) -> Result<Data, String> {
        self.pay(8)?;
        if n.is_nan() || (n.is_infinite() && !self.bounds.infinite) {
            return Err(format!("the number {} cannot be in it", show::number(n)));
        }
        Ok(Data::Number(n))
    }

    fn table(&mut self, table: &Table) -> Result<Data, String> {
        if let Some(kind) = show::special(table) {
            return Err(format!("{kind} cannot be in it (send a name instead)"));
        }
        if self.path.contains(table) {
            return Err("a table that contains itself cannot be in it".into());
        }
        if self.path.len() >= self.bounds.depth {
            return Err(format!("it is deeper than {} levels", self.bounds.depth));
        }
        self.pay(2)?;
        self.path.push(table.clone());
        let mut pairs = Vec::new();
        for pair in table.pairs::<Value, Value>() {
            let (key, value) = pair.map_err(|_| super::vm::NO_MEMORY.to_string())?;
            let key = match &key {
                Value::Table(_) | Value::Boolean(_) => {
                    return Err(format!("a {} cannot be a key in it", kind(&key)));
                }
                key => self.value(key)?,
            };
            pairs.push((key, self.value(&value)?));
        }
        self.path.pop();
        Ok(Data::Table(sorted(pairs)))
    }
}

/// 1, 2, 3.. first, then the other numbers, then texts.
fn sorted(mut pairs: Vec<(Data, Data)>) -> Vec<(Data, Data)> {
    let place = |key: &Data| match key {
        Data::Number(n) => (0, ordered(*n)),
        _ => (1, 0),
    };
    pairs.sort_by(|(a, _), (b, _)| {
        place(a).cmp(&place(b)).then_with(|| match (a, b) {
            (Data::Text(a), Data::Text(b)) => a.cmp(b),
            _ => std::cmp::Ordering::Equal,
        })
    });
    // Numbers below 1 were sorted before the list's first: they follow it.
    let first = pairs.iter().position(|(key, _)| *key == Data::Number(1.0));
    if let Some(first) = first {
        let length = pairs[first..]
            .iter()
            .zip(1..)
            .take_while(|((key, _), n)| *key == Data::Number(f64::from(*n)))
            .count();
        pairs[..first + length].rotate_left(first);
    }
    pairs
}

/// Makes a Lua value of plain data.
///
/// # Errors
/// A lack of memory.
pub(super) fn to_lua(lua: &Lua, data: &Data) -> mlua::Result<Value> {
    Ok(match data {
        Data::Nil => Value::Nil,
        Data::Bool(b) => Value::Boolean(*b),
        Data::Number(n) => Value::Number(*n),
        Data::Text(bytes) => Value::String(lua.create_string(bytes)?),
        Data::Table(pairs) => {
            let table = lua.create_table()?;
            for (key, value) in pairs {
                table.raw_set(to_lua(lua, key)?, to_lua(lua, value)?)?;
            }
            Value::Table(table)
        }
    })
}

/// The kind of a value as scripts name it.
pub(super) fn kind(value: &Value) -> &'static str {
    match value {
        Value::Integer(_) => "number",
        Value::Error(_) => "error",
        other => other.type_name(),
    }
}

/// A value for an error text: `nan`, `the string "x"`, `a table`.
pub(super) fn named(value: &Value) -> String {
    match value {
        Value::Nil => "nil".into(),
        Value::Boolean(b) => b.to_string(),
        Value::Integer(i) => i.to_string(),
        Value::Number(n) => show::number(*n),
        Value::String(s) => format!("the string {:?}", text::name(&s.as_bytes())),
        Value::Table(t) => show::special(t).unwrap_or_else(|| "a table".into()),
        other => format!("a {}", kind(other)),
    }
}

/// A finite number, named `what` in the refusal.
///
/// # Errors
/// What it is instead.
pub(super) fn finite(value: &Value, what: &str) -> Result<f64, String> {
    let number = match value {
        Value::Integer(i) => Some(*i as f64),
        Value::Number(n) if n.is_finite() => Some(*n),
        _ => None,
    };
    number.ok_or_else(|| format!("{what} must be a finite number (it is {})", named(value)))
}

/// A text, named `what` in the refusal.
///
/// # Errors
/// What it is instead; bytes that are no UTF-8.
pub(super) fn string(value: &Value, what: &str) -> Result<String, String> {
    match value {
        Value::String(s) => match s.to_str() {
            Ok(s) => Ok(s.to_string()),
            Err(_) => Err(format!("{what} must be UTF-8 (it is {})", named(value))),
        },
        _ => Err(format!("{what} must be a string (it is {})", named(value))),
    }
}

/// A name: as [`string`], of at most 64 bytes... longer ones name nothing.
///
/// # Errors
/// As [`string`].
pub(super) fn word(value: &Value, what: &str) -> Result<String, String> {
    if let Value::String(s) = value
        && s.as_bytes().len() > 1024
    {
        let start = text::name(&s.as_bytes());
        return Err(format!("{what} is too long: {start:?}"));
    }
    string(value, what)
}
