//! What actors see of each other: the world's views as the step began, and the
//! last ones of those who left (rule M7). Read only.

use std::rc::Rc;

use mlua::{Lua, Table, Value};

use super::api_self::words;
use super::api_tree::param_named;
use super::current::{Current, Shared};
use super::data::{finite, word};
use super::text;
use super::vm::{NO_MEMORY, fenced, offer};
use crate::fsm::StateDef;
use crate::stage::{ActorId, View};

/// Known, alive, x, y, facing, `state_time`.
type Fields = (bool, bool, f64, f64, f64, f64);

pub(super) fn install(lua: &Lua, shared: &Rc<Shared>, host: &Table) -> mlua::Result<()> {
    host.raw_set(
        "view",
        fenced(lua, shared, |_, s, id: u32| {
            let fields = of(s, &s.current.borrow(), ActorId(id), fields);
            Ok(fields.unwrap_or((false, false, 0.0, 0.0, 0.0, 0.0)))
        })?,
    )?;
    host.raw_set(
        "view_name",
        fenced(lua, shared, |_, s, id: u32| {
            let current = s.current.borrow();
            Ok(of(s, &current, ActorId(id), |view, _| {
                view.name.to_string()
            }))
        })?,
    )?;
    host.raw_set(
        "view_word",
        fenced(lua, shared, |_, s, (id, state): (u32, bool)| {
            let current = s.current.borrow();
            Ok(of(s, &current, ActorId(id), |view, _| word_of(view, state)).flatten())
        })?,
    )?;
    host.raw_set(
        "view_tags",
        fenced(lua, shared, |lua, s, id: u32| {
            let tags = of(s, &s.current.borrow(), ActorId(id), |view, _| {
                Rc::clone(&view.tags)
            });
            let tags = tags.iter().flat_map(|tags| tags.iter().map(|tag| &**tag));
            let list = lua.create_sequence_from(tags)?;
            list.set_readonly(true);
            Ok(list)
        })?,
    )?;
    offer(lua, shared, host, "view_is", is)?;
    offer(lua, shared, host, "view_get", get)?;
    offer(lua, shared, host, "distance", distance)?;
    offer(lua, shared, host, "angle_to", angle_to)
}

/// Applies `f` to the view of an actor and whether it is on the stage; `None`
/// where nothing of it is known any more.
pub(super) fn of<R>(
    s: &Shared,
    current: &Current,
    id: ActorId,
    f: impl FnOnce(&View, bool) -> R,
) -> Option<R> {
    let views = current.world.as_ref().map_or(&[][..], |world| &world.views);
    // Actors arrive in the order of their numbers.
    let found = match views.binary_search_by_key(&id, |view| view.id) {
        Ok(i) => Some(&views[i]),
        Err(_) => views.iter().find(|view| view.id == id),
    };
    match found {
        Some(view) => Some(f(view, true)),
        None => s.common.left.borrow().get(&id).map(|view| f(view, false)),
    }
}

fn state_of(view: &View) -> Option<&StateDef> {
    let fsm = view.kind.0.behaviour.as_ref()?.fsm.as_ref()?;
    fsm.states.get(view.state?.0 as usize)
}

fn fields(view: &View, alive: bool) -> Fields {
    let View { x, y, facing, .. } = *view;
    (true, alive, x, y, facing, view.state_time)
}

/// The name of its state, or of its clip.
fn word_of(view: &View, state: bool) -> Option<String> {
    if state {
        return state_of(view).map(|state| state.name.clone());
    }
    let clips = &view.kind.0.character.clips;
    view.clip.map(|clip| clips.clip(clip).name().to_owned())
}

fn seen(s: &Shared, id: Option<u32>, method: &str) -> Result<ActorId, String> {
    s.in_callback(method)?;
    id.map(ActorId)
        .ok_or_else(|| format!("{method} needs a view (as stage.find gives it)"))
}

fn is(_: &Lua, s: &Shared, (id, name): (Option<u32>, Value)) -> Result<bool, String> {
    let id = seen(s, id, "view:is")?;
    let name = word(&name, "view:is: the state or tag")?;
    let answer = of(s, &s.current.borrow(), id, |view, _| {
        let present = state_of(view);
        let fsm = view.kind.0.behaviour.as_ref().and_then(|b| b.fsm.as_ref());
        let known = fsm.is_some_and(|fsm| words(fsm).any(|word| word == name));
        let is = present.is_some_and(|state| state.name == name || state.tags.contains(&name));
        (is, known)
    });
    let Some((is, known)) = answer else {
        return Ok(false);
    };
    // A tag that only others have is no slip of the pen.
    let words = s.common.words.borrow();
    if known || words.values().any(|words| words.contains(&name)) {
        return Ok(is);
    }
    let all = words.values().flatten().map(String::as_str);
    let name = text::name(name.as_bytes());
    Err(format!(
        "view:is: {}",
        s.unknown("state or tag", &name, all)
    ))
}

fn get(_: &Lua, s: &Shared, (id, name): (Option<u32>, Value)) -> Result<f64, String> {
    let id = seen(s, id, "view:get")?;
    let found = of(s, &s.current.borrow(), id, |view, _| {
        let kind = &view.kind.0;
        let index = param_named(s, kind, &name, "view:get")?;
        let default = kind.params[index].def.default;
        Ok(view.params.get(index).copied().unwrap_or(default))
    });
    found.unwrap_or_else(|| Err("view:get: nothing is known of this actor any more".into()))
}

type Place = (Option<u32>, Value, Value);

fn distance(_: &Lua, s: &Shared, (id, x, y): Place) -> Result<f64, String> {
    let id = seen(s, id, "self:distance")?;
    let x = finite(&x, "self:distance: self.x")?;
    let y = finite(&y, "self:distance: self.y")?;
    let place = of(s, &s.current.borrow(), id, |view, _| (view.x, view.y));
    let (vx, vy) = place.ok_or("self:distance: nothing is known of this actor any more")?;
    Ok((vx - x).hypot(vy - y))
}

type Angle = (Value, Value, Value, Value, Value);

/// Degrees in the mirrored drawing: 0 ahead, 90 up.
fn angle_to(_: &Lua, s: &Shared, (x, y, mine_x, mine_y, facing): Angle) -> Result<f64, String> {
    s.in_callback("self:angle_to")?;
    let x = finite(&x, "self:angle_to: x")?;
    let y = finite(&y, "self:angle_to: y")?;
    let mine_x = finite(&mine_x, "self:angle_to: self.x")?;
    let mine_y = finite(&mine_y, "self:angle_to: self.y")?;
    let facing = finite(&facing, "self:angle_to: self.facing")?;
    // Adding 0 makes 0 of -0, for which the angle would be 180.
    let ahead = (x - mine_x) * facing.signum() + 0.0;
    let angle = (mine_y - y).atan2(ahead).to_degrees();
    Ok(if angle == 0.0 { 0.0 } else { angle }) // no -0
}

/// A list of actors' numbers for the prelude.
pub(super) fn ids<'a>(lua: &Lua, views: impl Iterator<Item = &'a View>) -> Result<Table, String> {
    lua.create_sequence_from(views.map(|view| view.id.0))
        .map_err(|_| NO_MEMORY.into())
}
