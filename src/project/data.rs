//! Plain values in RON (an actor's `with`) as the data of scripts.

use super::at::{At, Reader};
use super::words;
use crate::stage::{Data, Limits};

/// A value: a boolean, a number, a text, a list or a map of these.
pub(super) fn read_data<'a>(reader: &mut Reader<'a>, field: &str, at: At<'a>) -> Option<Data> {
    read(reader, field, at, Limits::default().depth)
}

fn read<'a>(reader: &mut Reader<'a>, field: &str, at: At<'a>, depth: usize) -> Option<Data> {
    if depth == 0 {
        reader.fault(
            at,
            format!(
                "`{field}` goes too deep: at most {} levels",
                Limits::default().depth
            ),
        );
        return None;
    }
    match at.text().chars().next() {
        Some('"') => reader.string(field, at).map(|text| text.as_str().into()),
        Some('0'..='9' | '+' | '-' | '.') => reader
            .number(field, at, f64::MIN..=f64::MAX)
            .map(Data::Number),
        Some('[') => {
            let mut pairs = Vec::new();
            for (index, at) in reader.list(field, at)?.into_iter().enumerate() {
                let value = read(reader, field, at, depth - 1)?;
                pairs.push((Data::Number((index + 1) as f64), value));
            }
            Some(Data::Table(pairs))
        }
        Some('{') => {
            let mut pairs = Vec::new();
            for entry in reader.map(field, at)? {
                let value = read(reader, field, entry.value, depth - 1)?;
                pairs.push((entry.name, value));
            }
            pairs.sort_by(|a, b| a.0.cmp(&b.0));
            let pairs = pairs
                .into_iter()
                .map(|(name, value)| (name.as_str().into(), value));
            Some(Data::Table(pairs.collect()))
        }
        _ => match at.text() {
            "true" => Some(Data::Bool(true)),
            "false" => Some(Data::Bool(false)),
            other => {
                let found = words::found(other);
                reader.fault(
                    at,
                    format!("a value in `{field}` is true, false, a number, a \"text\", a list [..] or a map {{ \"name\": .. }}, not {found}"),
                );
                None
            }
        },
    }
}
