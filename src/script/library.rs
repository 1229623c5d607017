//! The library's side in Rust: text of values, the log, random numbers, work
//! that library functions pay for, and what is said about names that do not exist.

use std::rc::Rc;

use mlua::{Lua, Table, Value, Variadic};

use super::current::Shared;
use super::vm::{fenced, offer};
use super::{data, show, text};
use crate::error::nearest;

pub(super) fn install(lua: &Lua, shared: &Rc<Shared>, host: &Table) -> mlua::Result<()> {
    host.raw_set(
        "charge",
        fenced(lua, shared, |_, s, units: f64| {
            s.guard.charge(units.max(0.0) as u64)
        })?,
    )?;
    let count = |_: &Lua, s: &Shared, units: u32| {
        s.guard.count(u64::from(units));
        Ok(())
    };
    host.raw_set("count", fenced(lua, shared, count)?)?;
    host.raw_set(
        "show",
        fenced(lua, shared, |_, s, value: Value| {
            let own = match &value {
                Value::Table(table) => match table.metatable() {
                    Some(meta) => !meta.raw_get::<Value>("__tostring")?.is_nil(),
                    None => false,
                },
                _ => false,
            };
            if own {
                return Ok(None);
            }
            show::show(&value, s.limits.text, &s.guard).map(Some)
        })?,
    )?;
    host.raw_set("log_open", fenced(lua, shared, |_, s, ()| Ok(log_open(s)))?)?;
    host.raw_set(
        "log",
        fenced(lua, shared, |_, s, parts: Variadic<mlua::LuaString>| {
            let mut line = Vec::new();
            for (i, part) in parts.iter().enumerate() {
                if i > 0 {
                    line.push(b'\t');
                }
                let bytes = part.as_bytes();
                line.extend_from_slice(&bytes[..bytes.len().min(s.limits.text + 1)]);
                if line.len() > s.limits.text {
                    break;
                }
            }
            log(s, text::clean(&line, s.limits.text));
            Ok(())
        })?,
    )?;
    offer(lua, shared, host, "random", random)?;
    let function = fenced(lua, shared, |_, s, arguments| no_member(s, arguments))?;
    host.raw_set("no_member", function)?;
    let function = fenced(lua, shared, |_, s, arguments| undefined(s, arguments))?;
    host.raw_set("undefined", function)
}

/// True while the actor, or a file that loads, may print.
fn log_open(s: &Shared) -> bool {
    let mut current = s.current.borrow_mut();
    if !current.active {
        return s.load_log.borrow().len() < s.limits.logs;
    }
    if current.tally.logs < s.limits.logs {
        return true;
    }
    if current.tally.logs == s.limits.logs {
        current.tally.logs += 1;
        let line = format!(
            "(more than {} lines in a step: the rest is dropped)",
            s.limits.logs
        );
        current.requests.logs.push(line);
    }
    false
}

fn log(s: &Shared, line: String) {
    let mut current = s.current.borrow_mut();
    if current.active {
        current.tally.logs += 1;
        current.requests.logs.push(line);
    } else {
        s.load_log.borrow_mut().push(line);
    }
}

/// `math.random`: as Lua's, over the actor's own stream.
fn random(_: &Lua, s: &Shared, (count, args): (usize, Variadic<Value>)) -> Result<f64, String> {
    s.in_callback("math.random")?;
    let whole = |i: usize| {
        let what = format!("argument {} of math.random", i + 1);
        let value = args.get(i).unwrap_or(&Value::Nil);
        data::finite(value, &what).map(|n| n.trunc() as i64)
    };
    let range = match count {
        0 => None,
        1 => Some((1, whole(0)?)),
        2 => Some((whole(0)?, whole(1)?)),
        _ => return Err("math.random takes at most 2 arguments".into()),
    };
    let mut current = s.current.borrow_mut();
    let stream = current
        .random
        .as_mut()
        .ok_or("math.random works only in a callback")?;
    let Some((low, high)) = range else {
        return Ok(stream.unit());
    };
    if low > high {
        return Err(format!("math.random: the range {low}..{high} is empty"));
    }
    // At most 2^64 - 1 numbers; the full range of i64 would wrap to none.
    let span = (i128::from(high) - i128::from(low) + 1).min(i128::from(u64::MAX)) as u64;
    Ok((i128::from(low) + i128::from(stream.below(span))) as f64)
}

/// `self has no "hq" (nearest: hp, x)`.
fn no_member(
    s: &Shared,
    (owner, name, choices): (String, mlua::LuaString, Vec<Table>),
) -> mlua::Result<String> {
    let mut names = Vec::new();
    for table in &choices {
        collect_names(table, &mut names)?;
    }
    let name = text::name(&name.as_bytes());
    let call = if owner == "self" {
        ": put it in `data`, or assign it first"
    } else {
        ""
    };
    Ok(format!(
        "{owner} has no {name:?}{}{call}",
        near(s, &name, &mut names)
    ))
}

/// What is said about a global that does not exist.
fn undefined(
    s: &Shared,
    (name, env, lib): (mlua::LuaString, Table, Table),
) -> mlua::Result<String> {
    let name = text::name(&name.as_bytes());
    if let Some(advice) = advice(&name) {
        return Ok(format!("there is no `{name}` here: {advice}"));
    }
    let mut names = Vec::new();
    collect_names(&env, &mut names)?;
    collect_names(&lib, &mut names)?;
    Ok(format!(
        "undefined name {name:?}{}",
        near(s, &name, &mut names)
    ))
}

fn collect_names(table: &Table, names: &mut Vec<String>) -> mlua::Result<()> {
    for pair in table.pairs::<Value, Value>().take(500) {
        if let (Value::String(name), _) = pair?
            && name.as_bytes().len() <= 64
        {
            names.push(name.to_string_lossy());
        }
    }
    Ok(())
}

fn near(s: &Shared, name: &str, names: &mut Vec<String>) -> String {
    s.pay_nearest(name, names.iter().map(String::len));
    names.sort();
    names.dedup();
    let near = nearest(name, names.iter().map(String::as_str));
    let near: Vec<&str> = near.into_iter().take(4).collect();
    if near.is_empty() {
        return String::new();
    }
    format!(" (nearest: {})", near.join(", "))
}

/// One sentence for what people bring along from elsewhere.
pub(super) fn advice(name: &str) -> Option<&'static str> {
    Some(match name {
        "wait" | "delay" | "sleep" => {
            "no callback waits; give the state `lasts` and `next`, or look at self.state_time"
        }
        "task" | "spawn" | "coroutine.wait" => {
            "give the state `lasts` and `next`, send yourself a message with a delay, or use stage.spawn for an actor"
        }
        "love" => "use self, input and stage; drawing is what the clips do",
        "game" | "workspace" | "script" | "Instance" => {
            "use self for the actor, and stage.find and stage.actors for the others"
        }
        "Vector2" | "Vector3" => "use self.x and self.y, or the `vector` library",
        "os" => "use stage.time for the time of the run; there is no clock and no file here",
        "io" | "file" => "scripts read no files; values come from `data` and the scene's `with`",
        "debug" => "use print, or read the traceback of an error",
        "_G" | "shared" | "_ENV" | "getfenv" | "setfenv" => {
            "globals are this file's own; share values with require or self:send"
        }
        "load" | "loadstring" | "loadfile" | "dofile" => {
            "no code is made while it runs; put it in a file and use require"
        }
        "package" => "modules come through require(\"name\")",
        "collectgarbage" | "gcinfo" => "memory is the host's concern",
        "newproxy" => "use a table with a metatable",
        "ffi" | "jit" => "scripts are plain Luau",
        "update" | "dt" => "callbacks get dt as their second argument: execute(self, dt)",
        "goto" => "use continue, break or a function",
        _ => return None,
    })
}
