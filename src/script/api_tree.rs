//! What `self` says to its animation: parameters, triggers, and whether a clip or a
//! trigger is over. The tree itself lives on the stage; here are only requests.

// What a script passes comes by value.
#![allow(clippy::needless_pass_by_value)]

use std::rc::Rc;

use mlua::{Lua, Table, Value};

use super::api_self::{clip_named, request};
use super::current::{Current, Shared};
use super::data::{finite, word};
use super::text;
use super::vm::{offer, offer_request};
use crate::clip::ClipId;
use crate::stage::{Kind, TriggerAsk};
use crate::tree::TriggerId;

pub(super) fn install(lua: &Lua, shared: &Rc<Shared>, host: &Table) -> mlua::Result<()> {
    offer_request(lua, shared, host, "set", set)?;
    offer(lua, shared, host, "get", get)?;
    offer_request(lua, shared, host, "fire", fire)?;
    offer_request(lua, shared, host, "cancel", cancel)?;
    offer(lua, shared, host, "firing", firing)?;
    offer(lua, shared, host, "finished", finished)
}

/// The parameter of that name, of the behaviour's and the tree's together.
pub(super) fn param_named(
    s: &Shared,
    kind: &Kind,
    name: &Value,
    method: &str,
) -> Result<usize, String> {
    // A text that names one needs no copy.
    if let Value::String(text) = name
        && let Some(index) = kind.param(&text.as_bytes())
    {
        return Ok(index);
    }
    let name = word(name, &format!("{method}: the parameter"))?;
    let name = text::name(name.as_bytes());
    let wrong = s.unknown("parameter", &name, kind.param_names());
    Err(format!("{method}: {wrong}"))
}

fn set(_: &Lua, s: &Shared, (name, value): (Value, Value)) -> Result<(), String> {
    request(s, "set")?;
    let mut current = s.current.borrow_mut();
    let kind = current.kind()?;
    let index = param_named(s, kind, &name, "self:set")?;
    // Clamped here too, so that `get` in this callback tells what the step will use (R10).
    let value = kind.params[index].clamp(finite(&value, "self:set: the value")?);
    current.requests.sets.push((index, value));
    Ok(())
}

fn get(_: &Lua, s: &Shared, name: Value) -> Result<f64, String> {
    request(s, "get")?;
    let current = s.current.borrow();
    let index = param_named(s, current.kind()?, &name, "self:get")?;
    let sets = current.requests.sets.iter().rev();
    let set = sets
        .filter(|(i, _)| *i == index)
        .map(|(_, value)| *value)
        .next();
    Ok(set
        .or_else(|| current.params.get(index).copied())
        .unwrap_or(0.0))
}

/// The trigger of that name in the caller's tree.
fn trigger_named(
    s: &Shared,
    current: &Current,
    name: &Value,
    method: &str,
) -> Result<TriggerId, String> {
    let tree = &current.kind()?.character.tree;
    if tree.is_play() {
        return Err(format!(
            "{method}: this character has no tree, so it has no triggers; use self:play or self:change"
        ));
    }
    let name = word(name, &format!("{method}: the trigger"))?;
    tree.trigger(&name).ok_or_else(|| {
        let name = text::name(name.as_bytes());
        let names = tree.triggers().iter().map(String::as_str);
        format!("{method}: {}", s.unknown("trigger", &name, names))
    })
}

fn fire(_: &Lua, s: &Shared, trigger: Value) -> Result<(), String> {
    request(s, "fire")?;
    let mut current = s.current.borrow_mut();
    let trigger = trigger_named(s, &current, &trigger, "self:fire")?;
    pull(s, &mut current, TriggerAsk::Fire(trigger));
    Ok(())
}

fn cancel(_: &Lua, s: &Shared, trigger: Value) -> Result<(), String> {
    request(s, "cancel")?;
    let mut current = s.current.borrow_mut();
    let trigger = trigger_named(s, &current, &trigger, "self:cancel")?;
    pull(s, &mut current, TriggerAsk::Cancel(trigger));
    Ok(())
}

/// Asking again changes nothing, so that the list of what is asked stays short.
fn pull(s: &Shared, current: &mut Current, ask: TriggerAsk) {
    let asked = &mut current.requests.triggers;
    s.guard.count(asked.len() as u64 / 64);
    if !asked.contains(&ask) {
        asked.push(ask);
    }
}

fn firing(_: &Lua, s: &Shared, trigger: Value) -> Result<bool, String> {
    request(s, "firing")?;
    let current = s.current.borrow();
    let trigger = trigger_named(s, &current, &trigger, "self:firing")?;
    let seen = current.triggers.get(usize::from(trigger.0));
    Ok(fired(&current, trigger) || seen.is_some_and(|seen| seen.firing))
}

/// True where this callback fires it.
fn fired(current: &Current, trigger: TriggerId) -> bool {
    let asked = &current.requests.triggers;
    asked.contains(&TriggerAsk::Fire(trigger))
}

/// What `finished` can be asked about.
enum Passing {
    Clip(ClipId),
    Trigger(TriggerId),
}

/// The clip or trigger of that name; of both the trigger.
fn passing_named(s: &Shared, current: &Current, name: &Value) -> Result<Passing, String> {
    let name = word(name, "self:finished: the clip")?;
    let character = &current.kind()?.character;
    if let Some(trigger) = character.tree.trigger(&name) {
        return Ok(Passing::Trigger(trigger));
    }
    if let Some(clip) = character.clips.id(&name) {
        return Ok(Passing::Clip(clip));
    }
    let wrong = if character.tree.is_play() {
        let clip = clip_named(s, current, &name).map(Passing::Clip);
        return clip.map_err(|wrong| format!("self:finished: {wrong}"));
    } else {
        let clips = character.clips.names();
        let names = clips.chain(character.tree.triggers().iter().map(String::as_str));
        s.unknown("clip or trigger", &text::name(name.as_bytes()), names)
    };
    Err(format!("self:finished: {wrong}"))
}

fn finished(_: &Lua, s: &Shared, name: Value) -> Result<bool, String> {
    request(s, "finished")?;
    let current = s.current.borrow();
    let passing = match name {
        Value::Nil => match current.seen {
            Some(seen) => Passing::Clip(seen.clip),
            None => return Ok(false),
        },
        name => passing_named(s, &current, &name)?,
    };
    match passing {
        Passing::Clip(clip) => {
            let mut plays = current.requests.plays.iter();
            let begun = plays.any(|play| play.clip == clip && play.restart);
            let passed = current.passed.get(clip.0 as usize).copied();
            Ok(!begun && passed.unwrap_or(false))
        }
        Passing::Trigger(trigger) => {
            let seen = current.triggers.get(usize::from(trigger.0));
            Ok(!fired(&current, trigger) && seen.is_some_and(|seen| seen.finished))
        }
    }
}
