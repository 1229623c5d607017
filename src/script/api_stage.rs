//! `stage`: its size and time, who is on it, and requests to bring and remove
//! actors and to pan.

// What a script passes comes by value.
#![allow(clippy::needless_pass_by_value)]

use std::rc::Rc;

use mlua::{Lua, Table, Value};

use super::api_self::{asks_for, options_of};
use super::current::{Current, Shared, Spawned};
use super::data::{self, Bounds, finite, word};
use super::vm::{fenced, offer, offer_request};
use super::{text, view};
use crate::stage::{ActorId, Data, Spawn, View, World};

pub(super) fn install(lua: &Lua, shared: &Rc<Shared>, host: &Table) -> mlua::Result<()> {
    view::install(lua, shared, host)?;
    host.raw_set(
        "stage_field",
        fenced(lua, shared, |_, s, key: Value| {
            Ok(match field(s, &key) {
                Ok(Some(value)) => (None, Some(value), true),
                Ok(None) => (None, None, false),
                Err(refusal) => (Some(refusal), None, false),
            })
        })?,
    )?;
    host.raw_set(
        "nearest",
        fenced(lua, shared, |_, s, (tag, x, y): (Value, Value, Value)| {
            Ok(match nearest(s, &tag, &x, &y) {
                Ok(Some((id, distance))) => (None, Some(id), Some(distance)),
                Ok(None) => (None, None, None),
                Err(refusal) => (Some(refusal), None, None),
            })
        })?,
    )?;
    offer(lua, shared, host, "find", find)?;
    offer(lua, shared, host, "actors", actors)?;
    offer(lua, shared, host, "spawn", spawn)?;
    offer_request(lua, shared, host, "remove", remove)?;
    offer_request(lua, shared, host, "pan", pan)
}

fn field(s: &Shared, key: &Value) -> Result<Option<f64>, String> {
    let Value::String(key) = key else {
        return Ok(None);
    };
    let read: fn(&World) -> f64 = match &*key.as_bytes() {
        b"width" => |world| world.width,
        b"height" => |world| world.height,
        b"time" => |world| world.time,
        b"step" => |world| world.step as f64,
        _ => return Ok(None),
    };
    s.in_callback(&format!("stage.{}", key.to_string_lossy()))?;
    Ok(Some(read(s.current.borrow().world()?)))
}

fn find(_: &Lua, s: &Shared, name: Value) -> Result<Option<u32>, String> {
    s.in_callback("stage.find")?;
    let name = word(&name, "stage.find: the name")?;
    let current = s.current.borrow();
    let mut views = current.world()?.views.iter();
    Ok(views.find(|view| *view.name == *name).map(|view| view.id.0))
}

fn has(view: &View, tag: Option<&str>) -> bool {
    tag.is_none_or(|tag| view.tags.iter().any(|known| **known == *tag))
}

fn tag_of(tag: &Value, method: &str) -> Result<Option<String>, String> {
    match tag {
        Value::Nil => Ok(None),
        tag => word(tag, &format!("{method}: the tag")).map(Some),
    }
}

fn actors(lua: &Lua, s: &Shared, tag: Value) -> Result<Table, String> {
    s.in_callback("stage.actors")?;
    let tag = tag_of(&tag, "stage.actors")?;
    let current = s.current.borrow();
    let views = current.world()?.views.iter();
    view::ids(lua, views.filter(|view| has(view, tag.as_deref())))
}

fn nearest(s: &Shared, tag: &Value, x: &Value, y: &Value) -> Result<Option<(u32, f64)>, String> {
    s.in_callback("stage.nearest")?;
    let tag = tag_of(tag, "stage.nearest")?;
    let x = finite(x, "stage.nearest: self.x")?;
    let y = finite(y, "stage.nearest: self.y")?;
    let current = s.current.borrow();
    let mut best: Option<(u32, f64)> = None;
    for view in &current.world()?.views {
        if Some(view.id) == current.id || !has(view, tag.as_deref()) {
            continue;
        }
        let distance = (view.x - x).hypot(view.y - y);
        if best.is_none_or(|(_, least)| distance < least) {
            best = Some((view.id.0, distance));
        }
    }
    Ok(best)
}

/// Safepoints that a spawn is worth: who is there, and who pays for them, is looked through.
const SPAWN: u64 = 256;

fn spawn(_: &Lua, s: &Shared, (character, options): (Value, Value)) -> Result<String, String> {
    s.in_callback("stage.spawn")?;
    s.guard.count(SPAWN);
    let mut current = s.current.borrow_mut();
    current.may_decide("stage.spawn")?;
    let world = Rc::clone(current.world()?);
    let character = word(&character, "stage.spawn: the character")?;
    let Some(fields) = world.characters.get(&character) else {
        let name = text::name(character.as_bytes());
        let all = world.characters.keys().map(String::as_str);
        return Err(format!(
            "stage.spawn: {}",
            s.unknown("character", &name, all)
        ));
    };
    let mut asked = Asked::default();
    options_of(&options, "stage.spawn", |key, value| {
        match key {
            "name" => asked.name = Some(word(value, "stage.spawn: the name")?),
            "x" => asked.x = Some(finite(value, "stage.spawn: x")?),
            "y" => asked.y = Some(finite(value, "stage.spawn: y")?),
            "facing" => asked.facing = Some(facing(value)?),
            "with" => asked.with = with(value, fields, s, &character)?,
            _ => return Ok(Some(&["name", "x", "y", "facing", "with"])),
        }
        Ok(None)
    })?;
    within_bounds(s, &current, &world)?;
    let name = match asked.name {
        Some(name) => free(s, &current, &world, name)?,
        None => next_name(s, &mut current, &world, &character)?,
    };
    current.requests.spawns.push(Spawn {
        character,
        name: name.clone(),
        x: asked.x,
        y: asked.y,
        facing: asked.facing,
        with: asked.with,
    });
    Ok(name)
}

#[derive(Default)]
struct Asked {
    name: Option<String>,
    x: Option<f64>,
    y: Option<f64>,
    facing: Option<f64>,
    with: Vec<(String, Data)>,
}

/// The sign of what is written.
fn facing(value: &Value) -> Result<f64, String> {
    let facing = finite(value, "stage.spawn: facing")?;
    if facing == 0.0 {
        return Err("stage.spawn: facing must be 1 or -1 (it is 0)".into());
    }
    Ok(facing.signum())
}

fn with(
    value: &Value,
    fields: &[String],
    s: &Shared,
    character: &str,
) -> Result<Vec<(String, Data)>, String> {
    let bounds = Bounds {
        bytes: s.limits.message,
        depth: s.limits.depth,
        infinite: true,
    };
    let mut with = Vec::new();
    let mut left = bounds.bytes; // of all together: each of many spawned actors keeps its copy
    let Value::Table(table) = value else {
        let is = data::named(value);
        return Err(format!("stage.spawn: `with` must be a table (it is {is})"));
    };
    for pair in table.pairs::<Value, Value>().take(1000) {
        let (key, value) = pair.map_err(|_| super::vm::NO_MEMORY.to_string())?;
        let key = word(&key, "stage.spawn: a key of `with`")?;
        if !fields.contains(&key) {
            let key = text::name(key.as_bytes());
            let names = fields.iter().map(String::as_str);
            let wrong = s.unknown("key", &key, names);
            return Err(format!(
                "stage.spawn: with: {wrong} in the data of {character}"
            ));
        }
        let data = data::part_from_lua(&value, bounds, &mut left)
            .map_err(|e| format!("stage.spawn: with.{key}: {e}"))?;
        with.push((key, data));
    }
    with.sort_by(|(a, _), (b, _)| a.cmp(b));
    Ok(with)
}

/// Refuses what is over the bounds of one behaviour as far as this actor can tell; what
/// its others ask for in this step the stage adds up at the step's end, by name (rule M7).
fn within_bounds(s: &Shared, current: &Current, world: &World) -> Result<(), String> {
    let limits = &s.limits;
    let before = s.common.count_asked(world.step, current.name.as_ref());
    let asked = before + current.requests.spawns.len();
    if asked >= limits.spawns {
        return Err(format!(
            "stage.spawn: one behaviour spawns at most {} actors in a step",
            limits.spawns
        ));
    }
    // Whoever was asked for long ago and is not there was refused by the stage.
    let mut alive = 0;
    s.common.spawned.borrow_mut().retain(|name, spawned| {
        if spawned.payer != current.payer || spawned.step >= world.step {
            return true;
        }
        let young = spawned.step + 1 == world.step;
        let there = young || world.views.iter().any(|view| view.name == *name);
        alive += usize::from(there);
        there
    });
    if alive + asked >= limits.alive {
        return Err(format!(
            "stage.spawn: at most {} actors spawned by one behaviour may be alive",
            limits.alive
        ));
    }
    if world.views.len() + asked >= limits.actors {
        return Err(format!(
            "stage.spawn: at most {} actors may be on the stage",
            limits.actors
        ));
    }
    Ok(())
}

fn is_taken(s: &Shared, current: &Current, world: &World, name: &str) -> Result<bool, String> {
    Ok(world.names.contains(name) || asks_for(s, current, name)?)
}

/// A name the script chose.
fn free(s: &Shared, current: &Current, world: &World, name: String) -> Result<String, String> {
    let shown = text::name(name.as_bytes());
    let length = name.chars().count();
    if !(1..=64).contains(&length)
        || name.chars().any(char::is_control)
        || matches!(name.as_str(), "*" | "host")
    {
        return Err(format!(
            "stage.spawn: {shown:?} cannot name an actor (1 to 64 characters, no control characters, not \"*\" or \"host\")"
        ));
    }
    if is_taken(s, current, world, &name)? {
        return Err(format!("stage.spawn: the name {shown:?} is taken"));
    }
    Ok(name)
}

/// SPAWNER.CHARACTER.N, the first that is free.
fn next_name(
    s: &Shared,
    current: &mut Current,
    world: &World,
    character: &str,
) -> Result<String, String> {
    let spawner = current.name.clone().unwrap_or_default();
    loop {
        current.spawned += 1;
        let number = current.spawned;
        let mut name = format!("{spawner}.{character}.{number}");
        if name.chars().count() > 64 {
            // Descendants of descendants: the beginning of the line is what is cut.
            let tail: Vec<char> = name.chars().rev().take(64).collect();
            name = tail.into_iter().rev().collect();
        }
        if !is_taken(s, current, world, &name)? {
            return Ok(name);
        }
    }
}

fn remove(_: &Lua, s: &Shared, (id, who): (Option<u32>, Value)) -> Result<(), String> {
    s.in_callback("stage.remove")?;
    let mut current = s.current.borrow_mut();
    current.may_decide("stage.remove")?;
    let name: Rc<str> = match id {
        Some(id) => view::of(s, &current, ActorId(id), |view, _| Rc::clone(&view.name))
            .ok_or("stage.remove: nothing is known of this actor any more")?,
        None if matches!(who, Value::String(_)) => word(&who, "stage.remove: the name")?.into(),
        None => {
            // `stage.remove(self)` is what comes to mind first.
            let own = match &who {
                Value::Table(table) if super::show::special(table).as_deref() == Some("self") => {
                    table.get::<String>("name").ok()
                }
                _ => None,
            };
            let is = data::named(&who);
            own.ok_or_else(|| format!("stage.remove needs a view or an actor's name (it is {is})"))?
                .into()
        }
    };
    let world = Rc::clone(current.world()?);
    let asked = asks_for(s, &current, &name)?;
    let known = world.names.contains(&name) || asked;
    if !known {
        let all = world.names.iter().map(|name| &**name);
        let name = text::name(name.as_bytes());
        return Err(format!("stage.remove: {}", s.unknown("actor", &name, all)));
    }
    if !asked && !is_own(s, &current, &name) {
        let name = text::name(name.as_bytes());
        return Err(format!(
            "stage.remove: {name:?} is not this actor's to remove; send it a message"
        ));
    }
    current.requests.removes.push(name);
    Ok(())
}

/// True of the caller itself, and of what it or its spawn spawned.
fn is_own(s: &Shared, current: &Current, name: &Rc<str>) -> bool {
    let Some(me) = &current.name else {
        return false;
    };
    let spawned = s.common.spawned.borrow();
    let mut name = Rc::clone(name);
    // A name that was forgotten may be used again, by one of its own line even: the climb is bounded.
    for _ in 0..=s.limits.actors {
        if name == *me {
            return true;
        }
        match spawned.get(&name) {
            Some(Spawned { by, .. }) => name = Rc::clone(by),
            None => return false,
        }
    }
    false
}

fn pan(_: &Lua, s: &Shared, (dx, dy): (Value, Value)) -> Result<(), String> {
    s.in_callback("stage.pan")?;
    let dx = finite(&dx, "stage.pan: dx")?;
    let dy = finite(&dy, "stage.pan: dy")?;
    let pan = &mut s.current.borrow_mut().requests.pan;
    let (x, y) = (pan.0 + dx, pan.1 + dy);
    if !x.is_finite() || !y.is_finite() {
        return Err("stage.pan: the sum of this callback's pans is not finite".into());
    }
    *pan = (x, y);
    Ok(())
}
