//! What `self` can do: requests for the machine, the clip, messages. The prelude has checked that it is the caller's own self.

// What a script passes comes by value.
#![allow(clippy::needless_pass_by_value)]

use std::rc::Rc;

use mlua::{Lua, Table, Value};

use super::current::{Current, Rights, Shared};
use super::data::{self, Bounds, finite, word};
use super::show;
use super::text;
use super::vm::{offer, offer_request};
use super::{api_boxes, api_look, api_tree};
use crate::clip::ClipId;
use crate::fsm::{FsmDef, StateId};
use crate::stage::{ActorId, Machine, Play, Send, To};
use crate::time::Time;

pub(super) fn install(lua: &Lua, shared: &Rc<Shared>, host: &Table) -> mlua::Result<()> {
    offer_request(lua, shared, host, "change", change)?;
    offer_request(lua, shared, host, "restart", restart)?;
    offer(lua, shared, host, "revert", revert)?;
    offer(lua, shared, host, "states", states)?;
    offer(lua, shared, host, "is", is)?;
    offer_request(lua, shared, host, "play", play)?;
    offer_request(lua, shared, host, "rate", rate)?;
    offer_request(lua, shared, host, "send", send)?;
    api_tree::install(lua, shared, host)?;
    api_boxes::install(lua, shared, host)?;
    api_look::install(lua, shared, host)
}

/// The state of that name in the caller's machine.
pub(super) fn state_named(s: &Shared, fsm: Option<&FsmDef>, name: &str) -> Result<StateId, String> {
    let found = fsm.and_then(|fsm| fsm.id(name));
    found.ok_or_else(|| {
        let names = fsm.iter().flat_map(|fsm| &fsm.states);
        let name = text::name(name.as_bytes());
        s.unknown("state", &name, names.map(|state| state.name.as_str()))
    })
}

/// Refuses a request outside a callback.
pub(super) fn request(s: &Shared, method: &str) -> Result<(), String> {
    s.in_callback(&format!("self:{method}"))
}

fn change(_: &Lua, s: &Shared, state: Value) -> Result<(), String> {
    request(s, "change")?;
    let mut current = s.current.borrow_mut();
    current.may_decide("self:change")?;
    let name = word(&state, "self:change: the state")?;
    let id = state_named(s, current.fsm()?, &name).map_err(|e| format!("self:change: {e}"))?;
    current.requests.machine = Some(Machine::Change(id));
    Ok(())
}

fn restart(_: &Lua, s: &Shared, (): ()) -> Result<(), String> {
    request(s, "restart")?;
    let mut current = s.current.borrow_mut();
    current.may_decide("self:restart")?;
    current.requests.machine = Some(Machine::Restart);
    Ok(())
}

fn revert(_: &Lua, s: &Shared, (): ()) -> Result<bool, String> {
    request(s, "revert")?;
    let mut current = s.current.borrow_mut();
    current.may_decide("self:revert")?;
    if current.can_revert {
        current.requests.machine = Some(Machine::Revert);
    }
    Ok(current.can_revert)
}

fn states(lua: &Lua, s: &Shared, tag: Value) -> Result<Table, String> {
    request(s, "states")?;
    let current = s.current.borrow();
    let tag = match tag {
        Value::Nil => None,
        tag => Some(word(&tag, "self:states: the tag")?),
    };
    let states = current.fsm()?.into_iter().flat_map(|fsm| &fsm.states);
    let names = states
        .filter(|state| tag.as_ref().is_none_or(|tag| state.tags.contains(tag)))
        .map(|state| state.name.as_str());
    lua.create_sequence_from(names)
        .map_err(|_| super::vm::NO_MEMORY.into())
}

fn is(_: &Lua, s: &Shared, name: Value) -> Result<bool, String> {
    request(s, "is")?;
    let name = word(&name, "self:is: the state or tag")?;
    let current = s.current.borrow();
    let Some(fsm) = current.fsm()? else {
        return Err(format!(
            "self:is: {}",
            s.unknown("state", &text::name(name.as_bytes()), [])
        ));
    };
    let present = current.state.map(|id| fsm.state(id));
    if present.is_some_and(|state| state.name == name || state.tags.contains(&name)) {
        return Ok(true);
    }
    let mut words: Vec<&str> = words(fsm).collect();
    words.sort_unstable();
    words.dedup();
    if words.contains(&name.as_str()) {
        return Ok(false);
    }
    let name = text::name(name.as_bytes());
    Err(format!(
        "self:is: {}",
        s.unknown("state or tag", &name, words)
    ))
}

/// The names of a machine's states and of their tags.
pub(super) fn words(fsm: &FsmDef) -> impl Iterator<Item = &str> {
    let names = fsm.states.iter().map(|state| state.name.as_str());
    let tags = fsm.states.iter().flat_map(|state| &state.tags);
    names.chain(tags.map(String::as_str))
}

pub(super) fn clip_named(s: &Shared, current: &Current, name: &str) -> Result<ClipId, String> {
    let clips = &current.kind()?.character.clips;
    clips
        .id(name)
        .ok_or_else(|| s.unknown("clip", &text::name(name.as_bytes()), clips.names()))
}

fn play(_: &Lua, s: &Shared, (clip, options): (Value, Value)) -> Result<(), String> {
    request(s, "play")?;
    let mut current = s.current.borrow_mut();
    if !current.kind()?.character.tree.is_play() {
        return Err("self:play: this character has a tree; use self:set and self:fire".into());
    }
    let name = word(&clip, "self:play: the clip")?;
    let clip = clip_named(s, &current, &name).map_err(|e| format!("self:play: {e}"))?;
    let mut play = Play {
        clip,
        speed: 1.0,
        fade: None,
        restart: false,
    };
    options_of(&options, "self:play", |key, value| {
        match key {
            "speed" => play.speed = finite(value, "self:play: speed")?,
            "fade" => play.fade = Some(seconds(value, "self:play: fade")?),
            "restart" => play.restart = boolean(value, "self:play: restart")?,
            _ => return Ok(Some(&["speed", "fade", "restart"])),
        }
        Ok(None)
    })?;
    current.requests.plays.push(play);
    Ok(())
}

fn rate(_: &Lua, s: &Shared, factor: Value) -> Result<(), String> {
    request(s, "rate")?;
    let factor = finite(&factor, "self:rate: the factor")?;
    s.current.borrow_mut().requests.rate = Some(factor);
    Ok(())
}

type SendArgs = (Option<u32>, Value, Value, Value, Value);

fn send(_: &Lua, s: &Shared, (view, to, name, data, delay): SendArgs) -> Result<(), String> {
    request(s, "send")?;
    let mut current = s.current.borrow_mut();
    let to = receiver(s, &current, view, &to)?;
    let name = word(&name, "self:send: the message's name")?;
    if name.is_empty() || name.chars().count() > 64 || name.chars().any(char::is_control) {
        let name = text::name(name.as_bytes());
        return Err(format!(
            "self:send: {name:?} cannot name a message (1 to 64 characters, no control characters)"
        ));
    }
    let bounds = Bounds {
        bytes: s.limits.message,
        depth: s.limits.depth,
        infinite: false,
    };
    let data = data::from_lua(&data, bounds).map_err(|e| format!("self:send: the data: {e}"))?;
    let delay = match delay {
        Value::Nil => Time::ZERO,
        delay => seconds(&delay, "self:send: the delay")?,
    };
    if current.tally.sends >= s.limits.sends {
        return Err(format!(
            "self:send: an actor sends at most {} messages in a step",
            s.limits.sends
        ));
    }
    current.tally.sends += 1;
    current.requests.sends.push(Send {
        to,
        name,
        data,
        delay,
    });
    Ok(())
}

fn receiver(s: &Shared, current: &Current, view: Option<u32>, to: &Value) -> Result<To, String> {
    if let Some(id) = view {
        let name = super::view::of(s, current, ActorId(id), |view, _| Rc::clone(&view.name));
        return name
            .map(To::Actor)
            .ok_or_else(|| "self:send: this view is too old to tell whose it was".into());
    }
    if !matches!(to, Value::String(_)) {
        return Err(format!(
            "self:send: the receiver must be a view, an actor's name, \"*\" or \"host\" (it is {})",
            data::named(to)
        ));
    }
    let name = word(to, "self:send: the receiver")?;
    match name.as_str() {
        "*" => return Ok(To::All),
        "host" => return Ok(To::Host),
        _ => {}
    }
    let names = &current.world()?.names;
    if let Some(known) = names.get(name.as_str()) {
        return Ok(To::Actor(Rc::clone(known)));
    }
    if asks_for(s, current, &name)? {
        return Ok(To::Actor(name.into()));
    }
    let name = text::name(name.as_bytes());
    Err(format!(
        "self:send: {}",
        s.unknown("actor", &name, names.iter().map(|name| &**name))
    ))
}

/// True where the caller asked for an actor of that name in this step.
pub(super) fn asks_for(s: &Shared, current: &Current, name: &str) -> Result<bool, String> {
    let step = current.world()?.step;
    let mut now = current.requests.spawns.iter();
    let before = || s.common.has_asked(step, current.name.as_ref(), name);
    Ok(now.any(|spawn| spawn.name == name) || before())
}

/// Reads an option table raw; `take` answers with the known keys where it knows one not.
pub(super) fn options_of(
    options: &Value,
    method: &str,
    mut take: impl FnMut(&str, &Value) -> Result<Option<&'static [&'static str]>, String>,
) -> Result<(), String> {
    let table = match options {
        Value::Nil => return Ok(()),
        Value::Table(table) => table,
        other => {
            let is = data::named(other);
            return Err(format!(
                "{method}: the options must be a table (they are {is})"
            ));
        }
    };
    for pair in table.pairs::<Value, Value>().take(100) {
        let (key, value) = pair.map_err(|_| super::vm::NO_MEMORY.to_string())?;
        let key = word(&key, &format!("{method}: an option's name"))?;
        if let Some(known) = take(&key, &value)? {
            let key = text::name(key.as_bytes());
            return Err(format!(
                "{method}: {}",
                crate::error::unknown("option", &key, known.iter().copied())
            ));
        }
    }
    Ok(())
}

/// True or false.
pub(super) fn boolean(value: &Value, what: &str) -> Result<bool, String> {
    value.as_boolean().ok_or_else(|| {
        format!(
            "{what} must be true or false (it is {})",
            data::named(value)
        )
    })
}

/// A length of time, not negative.
pub(super) fn seconds(value: &Value, what: &str) -> Result<Time, String> {
    let seconds = finite(value, what)?;
    if seconds < 0.0 {
        return Err(format!(
            "{what} must not be negative (it is {})",
            show::number(seconds)
        ));
    }
    Time::from_seconds(seconds).ok_or_else(|| {
        let longest = Time::LONGEST.seconds();
        format!(
            "{what} must be at most {longest} seconds (it is {})",
            show::number(seconds)
        )
    })
}

/// True where the caller may not write x, y, facing.
pub(super) fn locks_place(rights: Rights) -> bool {
    matches!(rights, Rights::When | Rights::Drive)
}
