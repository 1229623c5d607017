//! `input`: keys by the names that mean something to the calling actor (rule I1).

use std::rc::Rc;

use mlua::{Lua, Table, Value};

use super::current::Shared;
use super::data::word;
use super::text;
use super::vm::{fenced, offer};
use crate::stage::{Bindings, InputState, KEYS};

pub(super) fn install(lua: &Lua, shared: &Rc<Shared>, host: &Table) -> mlua::Result<()> {
    ask(lua, shared, host, "down", |input, bindings, name, _| {
        input.down(bindings, name)
    })?;
    ask(lua, shared, host, "pressed", |input, bindings, name, _| {
        input.pressed(bindings, name)
    })?;
    ask(lua, shared, host, "released", |input, bindings, name, _| {
        input.released(bindings, name)
    })?;
    ask(lua, shared, host, "since", |input, bindings, name, now| {
        input.since(bindings, name, now)
    })?;
    offer(lua, shared, host, "axis", axis)?;
    host.raw_set(
        "pointer",
        fenced(lua, shared, |_, s, ()| {
            if let Err(refusal) = s.in_callback("input.pointer") {
                return Ok((Some(refusal), None, None));
            }
            let current = s.current.borrow();
            let pointer = current
                .world
                .as_ref()
                .map_or((0.0, 0.0), |world| world.input.pointer);
            Ok((None, Some(pointer.0), Some(pointer.1)))
        })?,
    )
}

/// One question about one name.
fn ask<R: mlua::IntoLua + 'static>(
    lua: &Lua,
    shared: &Rc<Shared>,
    host: &Table,
    name: &'static str,
    answer: fn(&InputState, Option<&Bindings>, &str, f64) -> Option<R>,
) -> mlua::Result<()> {
    let method = format!("input.{name}");
    let what = format!("{method}: the name");
    offer(lua, shared, host, name, move |_, s: &Shared, key: Value| {
        s.in_callback(&method)?;
        let key = word(&key, &what)?;
        let current = s.current.borrow();
        let world = current.world()?;
        let bindings = current.bindings.as_deref();
        answer(&world.input, bindings, &key, world.time)
            .ok_or_else(|| no_key(s, &method, &key, bindings))
    })
}

fn axis(_: &Lua, s: &Shared, (negative, positive): (Value, Value)) -> Result<f64, String> {
    s.in_callback("input.axis")?;
    let negative = word(&negative, "input.axis: the negative name")?;
    let positive = word(&positive, "input.axis: the positive name")?;
    let current = s.current.borrow();
    let bindings = current.bindings.as_deref();
    let input = &current.world()?.input;
    input
        .axis(bindings, &negative, &positive)
        .map_err(|name| no_key(s, "input.axis", name, bindings))
}

fn no_key(s: &Shared, method: &str, name: &str, bindings: Option<&Bindings>) -> String {
    let bound = bindings.into_iter().flat_map(|bindings| bindings.keys());
    let names = bound.map(String::as_str).chain(KEYS.iter().copied());
    let name = text::name(name.as_bytes());
    format!("{method}: {}", s.unknown("key", &name, names))
}
