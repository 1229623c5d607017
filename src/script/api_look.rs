//! How an actor is seen and heard: `self:say` and `self:look`.

// What a script passes comes by value.
#![allow(clippy::needless_pass_by_value)]

use std::rc::Rc;

use mlua::{Lua, Table, Value, Variadic};

use super::api_self::{boolean, options_of, request, seconds};
use super::current::Shared;
use super::data::{self, finite, string};
use super::text;
use super::vm::offer_request;
use crate::geom::Rgba;
use crate::stage::Look;
use crate::time::Time;

/// Characters of a speech bubble.
const SAID: usize = 200;

pub(super) fn install(lua: &Lua, shared: &Rc<Shared>, host: &Table) -> mlua::Result<()> {
    offer_request(lua, shared, host, "say", say)?;
    offer_request(lua, shared, host, "look", look)
}

fn say(_: &Lua, s: &Shared, (count, args): (usize, Variadic<Value>)) -> Result<(), String> {
    request(s, "say")?;
    let mut current = s.current.borrow_mut();
    let said = match args.first() {
        None | Some(Value::Nil) if count <= 1 => None,
        Some(value) => {
            let words = match value {
                Value::String(words) => {
                    let head: Vec<u8> = words
                        .as_bytes()
                        .iter()
                        .take(4 * SAID + 4)
                        .copied()
                        .collect();
                    text::clean(&head, s.limits.text)
                }
                Value::Integer(_) | Value::Number(_) => data::named(value),
                other => {
                    let is = data::named(other);
                    return Err(format!("self:say: the text must be a string (it is {is})"));
                }
            };
            let time = match args.get(1) {
                None | Some(Value::Nil) => Time::from_millis(2000),
                Some(Value::Number(n)) if *n > Time::LONGEST.seconds() && n.is_finite() => {
                    Time::LONGEST
                }
                Some(Value::Integer(n)) if *n as f64 > Time::LONGEST.seconds() => Time::LONGEST,
                Some(value) => seconds(value, "self:say: the seconds")?,
            };
            Some((words.chars().take(SAID).collect(), time))
        }
        None => None,
    };
    current.requests.say = Some(said);
    Ok(())
}

fn look(_: &Lua, s: &Shared, options: Value) -> Result<(), String> {
    request(s, "look")?;
    let mut current = s.current.borrow_mut();
    if !matches!(options, Value::Table(_)) {
        let is = data::named(&options);
        return Err(format!("self:look needs a table of options (it is {is})"));
    }
    let mut look = Look::default();
    options_of(&options, "self:look", |key, value| {
        match key {
            "visible" => look.visible = Some(boolean(value, "self:look: visible")?),
            "opacity" => look.opacity = Some(finite(value, "self:look: opacity")?.clamp(0.0, 1.0)),
            "tint" => look.tint = Some(colour(value)?),
            "scale" => look.scale = Some(scale(value)?),
            "rotation" => look.rotation = Some(finite(value, "self:look: rotation")?),
            "layer" => look.layer = Some(finite(value, "self:look: layer")?),
            _ => {
                return Ok(Some(&[
                    "visible", "opacity", "tint", "scale", "rotation", "layer",
                ]));
            }
        }
        Ok(None)
    })?;
    let asked = &mut current.requests.look;
    asked.visible = look.visible.or(asked.visible);
    asked.opacity = look.opacity.or(asked.opacity);
    asked.tint = look.tint.or(asked.tint);
    asked.scale = look.scale.or(asked.scale);
    asked.rotation = look.rotation.or(asked.rotation);
    asked.layer = look.layer.or(asked.layer);
    Ok(())
}

fn colour(value: &Value) -> Result<Rgba, String> {
    let hex = string(value, "self:look: tint")?;
    Rgba::from_hex(&hex).ok_or_else(|| {
        let hex = text::name(hex.as_bytes());
        format!("self:look: tint must be \"#rrggbb\" or \"#rrggbbaa\" (it is {hex:?})")
    })
}

/// A number, or `{ x, y }`.
fn scale(value: &Value) -> Result<(f64, f64), String> {
    let Value::Table(pair) = value else {
        let both = finite(value, "self:look: scale")?;
        return Ok((both, both));
    };
    let part = |i: i64| {
        let part = pair.raw_get::<Value>(i).unwrap_or(Value::Nil);
        finite(&part, &format!("self:look: scale[{i}]"))
    };
    Ok((part(1)?, part(2)?))
}
