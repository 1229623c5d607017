//! One Luau VM: made, stripped to the library of api.md, locked, and kept within
//! its bounds whenever scripts run in it. It knows no behaviour.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::Once;

use mlua::chunk::{ChunkMode, Compiler};
use mlua::{Function, Lua, LuaOptions, StdLib, Table, Value};

use super::current::{Common, Current, Shared};
use super::guard::{Budget, Guard};
use super::{api_input, api_self, api_stage, files, library};
use crate::stage::{Limits, Trip};

/// What a script finds as globals; everything else is removed.
const GLOBALS: &[&str] = &[
    "string",
    "table",
    "math",
    "utf8",
    "bit32",
    "buffer",
    "vector",
    "coroutine",
    "pairs",
    "ipairs",
    "next",
    "select",
    "type",
    "typeof",
    "tonumber",
    "tostring",
    "unpack",
    "assert",
    "error",
    "pcall",
    "xpcall",
    "setmetatable",
    "getmetatable",
    "rawget",
    "rawset",
    "rawequal",
    "rawlen",
    "print",
    "log",
];

/// Garbage left lying before a VM is collected, bytes.
const SLACK: usize = 1 << 20;

/// Safepoints in which an error's object may tell what it is.
const THROWN: u64 = 1000;

/// Why a call into the VM gave nothing.
#[derive(Debug)]
pub(super) enum Failure {
    /// A script error.
    Error(mlua::Error),
    /// A bound was passed; for memory, the VM may still be full.
    Trip(Trip, String),
    /// A fault of the host itself.
    Broken(String),
}

/// The functions of the prelude.
#[derive(Debug)]
pub(super) struct Prelude {
    pub run: Function,
    pub load: Function,
    pub forget: Function,
    pub new_self: Function,
    pub view_of: Function,
    pub last_thrown: Function,
    pub set_stamp: Function,
}

/// A VM of one behaviour.
#[derive(Debug)]
pub(super) struct Vm {
    pub lua: Lua,
    pub shared: Rc<Shared>,
    pub prelude: Prelude,
    /// Bytes in use when it was last collected.
    settled: Cell<usize>,
    /// Counts the worlds seen by its scripts.
    pub stamp: Cell<u64>,
}

impl Vm {
    /// A fresh VM, locked, with nothing loaded.
    ///
    /// # Errors
    /// What Lua says, when memory is short.
    pub(super) fn new(limits: &Limits, common: &Rc<Common>) -> mlua::Result<Vm> {
        static FLAGS: Once = Once::new();
        // Without it `table.move` with far indices runs for minutes inside one call.
        FLAGS.call_once(|| {
            let _ = Lua::set_fflag("LuauTableMoveTimeoutFix", true);
        });
        let libs = StdLib::COROUTINE
            | StdLib::TABLE
            | StdLib::STRING
            | StdLib::UTF8
            | StdLib::BIT
            | StdLib::MATH
            | StdLib::BUFFER
            | StdLib::VECTOR;
        let lua = Lua::new_with(libs, LuaOptions::new())?;
        // Its pace depends on the wall clock, and a memory limit that hits elsewhere each run with it.
        lua.gc_stop();
        let shared = Rc::new(Shared {
            limits: *limits,
            guard: Guard::new(limits),
            common: Rc::clone(common),
            current: RefCell::default(),
            loading: RefCell::default(),
            generations: RefCell::default(),
            load_log: RefCell::default(),
        });
        let prelude = prelude(&lua, &shared)?;
        lua.sandbox(true)?;
        let watch = Rc::clone(&shared);
        #[cfg(test)]
        let is_bare = shared.common.bare.get();
        #[cfg(not(test))]
        let is_bare = false;
        if !is_bare {
            lua.set_interrupt(move |_| watch.guard.tick());
        }
        let vm = Vm {
            lua,
            shared,
            prelude,
            settled: Cell::new(0),
            stamp: Cell::new(0),
        };
        vm.collect();
        Ok(vm)
    }

    /// Runs scripts within the bounds: at most `allowed` safepoints, the memory
    /// limit in force, panics caught.
    ///
    /// # Errors
    /// What ended it early.
    pub(super) fn guarded<R>(
        &self,
        allowed: u64,
        budget: Budget,
        f: impl FnOnce() -> mlua::Result<R>,
    ) -> Result<R, Failure> {
        #[cfg(test)]
        if self.shared.common.bare.get() {
            return f().map_err(Failure::Error);
        }
        let Shared {
            guard,
            limits,
            loading,
            ..
        } = &*self.shared;
        loading.borrow_mut().clear();
        guard.begin(allowed, budget);
        let limited = self.lua.set_memory_limit(limits.memory);
        let result = limited.and_then(|_| {
            catch_unwind(AssertUnwindSafe(f))
                .unwrap_or_else(|_| Err(mlua::Error::external(Panicked)))
        });
        // The host's own work between calls is not charged to the script.
        let _ = self.lua.set_memory_limit(0);
        let is_broken = guard.is_broken();
        let tripped = guard.tripped().map(|trip| (trip, guard.sentence(limits)));
        guard.rest();
        if is_broken {
            return Err(broken());
        }
        if let Some((trip, sentence)) = tripped {
            return Err(Failure::Trip(trip, sentence));
        }
        result.map_err(|error| {
            if is_memory(&error) {
                let mib = limits.memory as f64 / f64::from(1 << 20);
                let text = format!("memory limit: the behaviour uses more than {mib} MiB");
                Failure::Trip(Trip::Memory, text)
            } else if error.downcast_ref::<Panicked>().is_some() {
                broken()
            } else {
                Failure::Error(error)
            }
        })
    }

    /// Collects garbage where more than 1 MiB has come up since the last time.
    pub(super) fn settle(&self) {
        if self.lua.used_memory() > self.settled.get() + SLACK {
            self.collect();
        }
    }

    /// Collects all garbage.
    pub(super) fn collect(&self) {
        // Twice: what the first pass lets go of may hold more.
        let _ = self.lua.gc_collect();
        let _ = self.lua.gc_collect();
        // A full collection starts the collector again.
        self.lua.gc_stop();
        self.settled.set(self.lua.used_memory());
    }

    /// True where what is reachable leaves little room under the limit.
    pub(super) fn is_full(&self) -> bool {
        self.lua.used_memory() > self.shared.limits.memory / 4 * 3
    }

    /// Makes views read before now be read anew.
    pub(super) fn next_stamp(&self) {
        self.stamp.set(self.stamp.get() + 1);
    }

    /// What the object of an error was that was no text.
    /// A `__tostring` of the script's may run for it.
    pub(super) fn last_thrown(&self) -> String {
        let thrown = self.guarded(THROWN, Budget::Call, || {
            self.prelude.last_thrown.call::<mlua::LuaString>(())
        });
        thrown.map_or_else(
            |_| "an error without a message".into(),
            |text| text.to_string_lossy(),
        )
    }

    /// The callback's frame.
    pub(super) fn current(&self) -> std::cell::RefMut<'_, Current> {
        self.shared.current.borrow_mut()
    }
}

fn broken() -> Failure {
    Failure::Broken("the host failed in this call".into())
}

/// A panic that was caught on its way through Lua.
#[derive(Debug)]
struct Panicked;

impl std::fmt::Display for Panicked {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("panic in the host")
    }
}

impl std::error::Error for Panicked {}

/// The same words wherever Lua, or a file it compiles, runs out of memory.
pub(super) const NO_MEMORY: &str = "not enough memory";

fn is_memory(error: &mlua::Error) -> bool {
    match error {
        mlua::Error::MemoryError(_) => true,
        mlua::Error::RuntimeError(text) => text
            .strip_prefix(NO_MEMORY)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with("\nstack traceback:")),
        mlua::Error::CallbackError { cause, .. } => is_memory(cause),
        _ => false,
    }
}

/// How a script is compiled. Builtins that the prelude replaces must not be
/// called past it by the compiler's short cut.
pub(super) fn compiler() -> Compiler {
    Compiler::new().set_disabled_builtins([
        "tostring",
        "tonumber",
        "unpack",
        "table.unpack",
        "string.sub",
        "string.byte",
    ])
}

fn prelude(lua: &Lua, shared: &Rc<Shared>) -> mlua::Result<Prelude> {
    let globals = lua.globals();
    let mut gone = Vec::new();
    for pair in globals.pairs::<Value, Value>() {
        let (name, _) = pair?;
        let known = name.as_string().is_some_and(|name| {
            GLOBALS
                .iter()
                .any(|known| known.as_bytes() == &*name.as_bytes())
        });
        if !known {
            gone.push(name);
        }
    }
    for name in gone {
        globals.raw_set(name, Value::Nil)?;
    }
    let math: Table = globals.raw_get("math")?;
    math.raw_set("randomseed", Value::Nil)?;

    let host = lua.create_table()?;
    library::install(lua, shared, &host)?;
    files::install(lua, shared, &host)?;
    api_self::install(lua, shared, &host)?;
    api_stage::install(lua, shared, &host)?;
    api_input::install(lua, shared, &host)?;
    let (run, load, forget, new_self, view_of, last_thrown, set_stamp) = lua
        .load(include_str!("prelude.luau"))
        .set_name("=luppet")
        .set_mode(ChunkMode::Text)
        .set_compiler(Compiler::new().set_debug_level(0))
        .call((host, globals))?;
    Ok(Prelude {
        run,
        load,
        forget,
        new_self,
        view_of,
        last_thrown,
        set_stamp,
    })
}

/// Safepoints that a refusal of the API is worth.
pub(super) const REFUSAL: u64 = 24;

/// A function of the host for scripts. A panic of ours ends in it: none of it unwinds
/// through Lua, and the call it happened in is over, whatever `pcall` stands around it.
pub(super) fn fenced<A, R>(
    lua: &Lua,
    shared: &Rc<Shared>,
    f: impl Fn(&Lua, &Shared, A) -> mlua::Result<R> + 'static,
) -> mlua::Result<Function>
where
    A: mlua::FromLuaMulti + 'static,
    R: mlua::IntoLuaMulti + 'static,
{
    let shared = Rc::clone(shared);
    lua.create_function(move |lua, arguments: A| {
        let call = AssertUnwindSafe(|| f(lua, &shared, arguments));
        catch_unwind(call).unwrap_or_else(|_| Err(shared.guard.break_off()))
    })
}

/// Makes a function of the API: what it refuses comes back as its first result,
/// so that the prelude can raise it at the script's own line.
pub(super) fn offer<A, R>(
    lua: &Lua,
    shared: &Rc<Shared>,
    host: &Table,
    name: &str,
    f: impl Fn(&Lua, &Shared, A) -> Result<R, String> + 'static,
) -> mlua::Result<()>
where
    A: mlua::FromLuaMulti + 'static,
    R: mlua::IntoLua + 'static,
{
    let function = fenced(lua, shared, move |lua, shared, arguments: A| {
        Ok(match f(lua, shared, arguments) {
            Ok(result) => (None, Some(result)),
            Err(refusal) => {
                // To say no costs more than a safepoint: the words are made, an error is raised.
                shared.guard.count(REFUSAL);
                (Some(refusal), None)
            }
        })
    })?;
    host.raw_set(name, function)
}

/// As [`offer`], of a function that has no result but its refusal.
pub(super) fn offer_request<A>(
    lua: &Lua,
    shared: &Rc<Shared>,
    host: &Table,
    name: &str,
    f: impl Fn(&Lua, &Shared, A) -> Result<(), String> + 'static,
) -> mlua::Result<()>
where
    A: mlua::FromLuaMulti + 'static,
{
    let function = fenced(lua, shared, move |lua, shared, arguments: A| {
        let refusal = f(lua, shared, arguments).err();
        if refusal.is_some() {
            shared.guard.count(REFUSAL);
        }
        Ok(refusal)
    })?;
    host.raw_set(name, function)
}
