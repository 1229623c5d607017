//! How files become running code: compiled as text under their own names, each
//! with globals of its own, and `require` among them.

use std::rc::Rc;

use mlua::chunk::{Chunk, ChunkMode};
use mlua::{Function, Lua, Table, Value};

use super::current::Shared;
use super::data::string;
use super::load::Generation;
use super::vm::{NO_MEMORY, compiler, fenced, offer};
use super::{errors, library};

pub(super) fn install(lua: &Lua, shared: &Rc<Shared>, host: &Table) -> mlua::Result<()> {
    offer(lua, shared, host, "resolve", resolve)?;
    host.raw_set(
        "compile",
        fenced(
            lua,
            shared,
            |lua, s, (generation, path, env): (u32, String, Table)| {
                Ok(match compile(lua, s, generation, &path, env) {
                    Ok(function) => (None, Some(function)),
                    Err(message) => (Some(message), None),
                })
            },
        )?,
    )?;
    let begin = |_: &Lua, s: &Shared, path: String| {
        s.loading.borrow_mut().push(path);
        Ok(())
    };
    host.raw_set("begin", fenced(lua, shared, begin)?)?;
    let finish = |_: &Lua, s: &Shared, ()| {
        s.loading.borrow_mut().pop();
        Ok(())
    };
    host.raw_set("finish", fenced(lua, shared, finish)?)
}

fn generation(s: &Shared, id: u32) -> Result<Rc<Generation>, String> {
    let generations = s.generations.borrow();
    generations
        .get(&id)
        .cloned()
        .ok_or_else(|| "this code is from before a reload and loads nothing more".into())
}

/// Safepoints that a look for a module is worth: where there is none, all are compared.
const SEARCH: u64 = 500;

fn resolve(_: &Lua, s: &Shared, (id, from, name): (u32, String, Value)) -> Result<String, String> {
    let name = string(&name, "require: the name")?;
    let generation = generation(s, id)?;
    s.guard.count(SEARCH);
    let path = generation.resolve(&from, &name)?;
    if path == generation.main {
        return Err(format!("require: {path} is the behaviour itself"));
    }
    let loading = s.loading.borrow();
    if let Some(first) = loading.iter().position(|loading| *loading == path) {
        let mut ring: Vec<&str> = loading[first..].iter().map(String::as_str).collect();
        ring.push(&path);
        return Err(format!("require goes in a circle: {}", ring.join(" > ")));
    }
    Ok(path)
}

fn compile(lua: &Lua, s: &Shared, id: u32, path: &str, env: Table) -> Result<Function, String> {
    let source = generation(s, id)?
        .source(path)
        .map_err(|error| error.to_string())?;
    env.set_safeenv(true);
    let compiled = chunk(lua, &source, path)
        .set_environment(env)
        .into_function();
    compiled.map_err(|error| refused(error, &source, path))
}

/// A source under its own name, to be compiled.
pub(super) fn chunk<'a>(lua: &Lua, source: &'a str, path: &str) -> Chunk<'a> {
    lua.load(source)
        .set_name(format!("@{path}"))
        .set_mode(ChunkMode::Text)
        .set_compiler(compiler())
}

/// What is said of a source that does not compile.
pub(super) fn refused(error: mlua::Error, source: &str, path: &str) -> String {
    match error {
        mlua::Error::SyntaxError { message, .. } => {
            let line = errors::line_after(&message, path);
            let text = line.and_then(|line| source.lines().nth(line as usize - 1));
            match text.and_then(misplaced) {
                Some(advice) => format!("{message}; {advice}"),
                None => message,
            }
        }
        mlua::Error::MemoryError(_) => NO_MEMORY.into(),
        other => other.to_string(),
    }
}

/// A word on what this language has not, where a line that does not parse has it.
fn misplaced(line: &str) -> Option<String> {
    let line = line.trim_start();
    let is_goto = line
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .any(|word| word == "goto");
    let is_label = line.starts_with("::");
    (is_goto || is_label).then(|| {
        let advice = library::advice("goto").unwrap_or_default();
        format!("there is no `goto` here: {advice}")
    })
}
