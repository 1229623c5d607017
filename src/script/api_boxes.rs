//! The boxes of the clips in view: `self:box` and `self:touches`. Where a box lies is
//! the stage's to know; here is what a script may ask.

// What a script passes comes by value.
#![allow(clippy::needless_pass_by_value)]

use std::rc::Rc;

use mlua::{Lua, Table, Value};

use super::api_self::request;
use super::current::{Current, Shared};
use super::data::{finite, word};
use super::vm::offer;
use super::{text, view};
use crate::stage::{ActorId, HitBox, Standing};

pub(super) fn install(lua: &Lua, shared: &Rc<Shared>, host: &Table) -> mlua::Result<()> {
    let s = Rc::clone(shared);
    host.raw_set(
        "box",
        lua.create_function(
            move |_, (name, x, y, facing): (Value, Value, Value, Value)| {
                Ok(match hit_box(&s, &name, (&x, &y, &facing)) {
                    Ok(Some(HitBox { x, y, w, h })) => (None, Some(x), Some(y), Some(w), Some(h)),
                    Ok(None) => (None, None, None, None, None),
                    Err(refusal) => {
                        s.guard.count(super::vm::REFUSAL);
                        (Some(refusal), None, None, None, None)
                    }
                })
            },
        )?,
    )?;
    offer(lua, shared, host, "touches", touches)
}

/// The caller where it is now, with what the script has written so far.
fn me<'a>(
    current: &'a Current,
    (x, y, facing): (&Value, &Value, &Value),
    method: &str,
) -> Result<Standing<'a>, String> {
    Ok(Standing {
        character: &current.kind()?.character,
        frames: &current.boxed,
        x: finite(x, &format!("{method}: self.x"))?,
        y: finite(y, &format!("{method}: self.y"))?,
        facing: finite(facing, &format!("{method}: self.facing"))?.signum(),
    })
}

/// The box of that name, if a frame in view has it; a name that no clip of the character has is refused.
fn named(
    s: &Shared,
    who: &Standing<'_>,
    name: &str,
    method: &str,
) -> Result<Option<HitBox>, String> {
    if let Some(found) = who.hit_box(name) {
        return Ok(Some(found));
    }
    let names = who.box_names();
    s.guard.count(names.len() as u64 / 8);
    if names.contains(&name) {
        return Ok(None);
    }
    let name = text::name(name.as_bytes());
    let wrong = s.unknown("box", &name, names);
    let of = &who.character.name;
    Err(format!("{method}: {wrong} in the clips of {of}"))
}

fn hit_box(
    s: &Shared,
    name: &Value,
    place: (&Value, &Value, &Value),
) -> Result<Option<HitBox>, String> {
    request(s, "box")?;
    let current = s.current.borrow();
    let me = me(&current, place, "self:box")?;
    named(s, &me, &word(name, "self:box: the box")?, "self:box")
}

type Touch = (Option<u32>, Value, Value, Value, Value, Value);

/// Mine from where the caller is now, theirs as the step began (rule M7). Who has left is touched by nobody.
fn touches(_: &Lua, s: &Shared, (id, mine, theirs, x, y, facing): Touch) -> Result<bool, String> {
    request(s, "touches")?;
    let id = id.ok_or("self:touches needs a view (as stage.find gives it)")?;
    let current = s.current.borrow();
    let me = me(&current, (&x, &y, &facing), "self:touches")?;
    let mine = boxes(s, &me, &mine, "mine")?;
    let found = view::of(s, &current, ActorId(id), |view, alive| {
        let theirs = boxes(s, &Standing::of(view), &theirs, "theirs")?;
        s.guard.count((mine.len() * theirs.len()) as u64 / 8);
        let meet = |a: &HitBox| theirs.iter().any(|b| a.touches(b));
        Ok(alive && mine.iter().any(meet))
    });
    found.unwrap_or_else(|| Err("self:touches: nothing is known of this actor any more".into()))
}

/// The boxes of one side: the one of that name, or all.
fn boxes(s: &Shared, who: &Standing<'_>, name: &Value, side: &str) -> Result<Vec<HitBox>, String> {
    if name.is_nil() {
        return Ok(who.hit_boxes().collect());
    }
    let name = word(name, &format!("self:touches: {side}"))?;
    let found = named(s, who, &name, &format!("self:touches: {side}"))?;
    Ok(found.into_iter().collect())
}
