//! One callback: what goes in, what comes back, and what an error or a trip
//! makes of it. The one door into a behaviour's functions.

use std::rc::Rc;
use std::sync::Arc;

use mlua::{Function, Value};

use super::actor::Actor;
use super::api_self::{locks_place, state_named};
use super::current::{Rights, Spawned};
use super::data::{finite, named};
use super::guard::Budget;
use super::loader::Loaded;
use super::resolve::{Functions, Handlers};
use super::vm::{Failure, Vm};
use super::{data, errors, show};
use crate::error::ScriptError;
use crate::fsm::StateId;
use crate::stage::{Answer, Call, Callback, Data, Fault, Level, Machine, Requests, Trip};
use crate::tree::Source;

/// What a callback leaves behind, whether it went well or not.
pub(super) struct Outcome {
    pub result: Result<Answer, Fault>,
    /// Safepoints passed.
    pub work: u64,
    /// The VM is of no use any more.
    pub is_broken: bool,
}

type Returned = (Value, Value, Value, Value, Value);

/// Calls a callback of `actor`.
pub(super) fn call(
    vm: &Vm,
    loaded: &Loaded,
    actor: &mut Actor,
    call: &Call<'_>,
    (allowed, budget): (u64, Budget),
    requests: &mut Requests,
) -> Outcome {
    let Some(function) = function_of(&loaded.functions, call) else {
        return Outcome {
            result: Ok(Answer::Nothing),
            work: 0,
            is_broken: false,
        };
    };
    let rights = match call.callback {
        Callback::Exit { .. } => Rights::Exit,
        Callback::When { .. } => Rights::When,
        Callback::Drive { .. } => Rights::Drive,
        _ => Rights::All,
    };
    begin(vm, actor, call, rights);
    let returned = run(vm, loaded, actor, call, function, (allowed, budget), rights);
    let work = vm.shared.guard.spent();
    let mut made = end(vm, actor);
    let teller = Teller {
        vm,
        loaded,
        call,
        function,
    };
    let mut is_broken = false;
    let result = match returned {
        Ok(returned) => teller
            .answer(&returned, &mut made)
            .map_err(|message| Fault::Error(teller.error(&message))),
        Err(failure) => {
            is_broken = matches!(failure, Failure::Broken(_));
            Err(teller.fault(failure))
        }
    };
    if result.is_ok() {
        register(vm, actor, call, &made);
        *requests = made;
    } else {
        *requests = Requests {
            logs: made.logs,
            ..Requests::default()
        };
    }
    Outcome {
        result,
        work,
        is_broken,
    }
}

/// The fault of a call for which no work is left.
pub(super) fn used_up(vm: &Vm, loaded: &Loaded, call: &Call<'_>, budget: Budget) -> Fault {
    vm.shared.guard.begin(0, budget);
    let text = vm.shared.guard.sentence(&vm.shared.limits);
    vm.shared.guard.rest();
    let mut error = blank(call, &loaded.generation.main);
    if let Some(function) = function_of(&loaded.functions, call) {
        (error.script, error.line) = defined(function, &loaded.generation.main);
    }
    error.message = text;
    Fault::Trip(Trip::Work, error)
}

fn begin(vm: &Vm, actor: &mut Actor, call: &Call<'_>, rights: Rights) {
    let mut current = vm.current();
    if current.version != call.world.version {
        vm.next_stamp();
    }
    if actor.tally.step != call.world.step {
        actor.tally = super::current::Tally {
            step: call.world.step,
            ..Default::default()
        };
    }
    current.begin(call.me, call.world, rights);
    current.random = Some(actor.random);
    current.tally = actor.tally;
    current.spawned = actor.spawned;
    current.payer = actor.payer;
}

fn end(vm: &Vm, actor: &mut Actor) -> Requests {
    let mut current = vm.current();
    current.active = false;
    // Kept, it would make the stage copy the whole of it at its next change.
    current.world = None;
    actor.random = current.random.unwrap_or(actor.random);
    actor.tally = current.tally;
    actor.spawned = current.spawned;
    std::mem::take(&mut current.requests)
}

fn run(
    vm: &Vm,
    loaded: &Loaded,
    actor: &mut Actor,
    call: &Call<'_>,
    function: &Function,
    (allowed, budget): (u64, Budget),
    rights: Rights,
) -> Result<Returned, Failure> {
    let me = call.me;
    let made = (|| {
        let state = name_of(loaded, me.state);
        let previous = actor.previous(vm, me.previous)?;
        let clip = match me.seen {
            Some(seen) => actor.clip(vm, me.kind, seen.clip)?,
            None => None,
        };
        let (a, b) = arguments(vm, loaded, actor, call)?;
        Ok((state, previous, clip, a, b))
    })();
    let (state, previous, clip, a, b) = made.map_err(Failure::Error)?;
    let (frame, progress) = match me.seen {
        Some(seen) => (Some(seen.frame), Some(seen.progress)),
        None => (None, None),
    };
    vm.guarded(allowed, budget, || {
        vm.prelude.run.call((
            function,
            &actor.this,
            &actor.members,
            me.x,
            me.y,
            me.facing,
            state,
            previous,
            me.state_time.seconds(),
            clip,
            frame,
            progress,
            vm.stamp.get(),
            locks_place(rights),
            a,
            b,
        ))
    })
}

fn name_of(loaded: &Loaded, state: Option<StateId>) -> Option<&mlua::LuaString> {
    loaded.names.get(state?.0 as usize)
}

/// What follows `self`.
fn arguments(
    vm: &Vm,
    loaded: &Loaded,
    actor: &mut Actor,
    call: &Call<'_>,
) -> mlua::Result<(Value, Value)> {
    let text = |name: Option<&mlua::LuaString>| {
        name.map_or(Value::Nil, |name| Value::String(name.clone()))
    };
    let first = match &call.callback {
        Callback::Enter { from: other } | Callback::Exit { to: other } => {
            text(name_of(loaded, *other))
        }
        Callback::Execute { dt } | Callback::Global { dt } | Callback::Drive { dt, .. } => {
            Value::Number(*dt)
        }
        Callback::Marker { clip, .. }
        | Callback::Loop { clip, .. }
        | Callback::Finish {
            of: Source::Clip(clip),
            ..
        } => text(actor.clip(vm, call.me.kind, *clip)?.as_ref()),
        Callback::Finish {
            of: Source::Trigger(trigger),
            ..
        } => text(actor.trigger(vm, call.me.kind, *trigger)?.as_ref()),
        Callback::Message { data, from, .. } => {
            let data = data::to_lua(&vm.lua, data)?;
            let known = from
                .filter(|id| super::view::of(&vm.shared, &vm.current(), *id, |_, _| ()).is_some());
            let view = match known {
                Some(id) => {
                    vm.prelude.set_stamp.call::<()>(vm.stamp.get())?;
                    vm.prelude.view_of.call(id.0)?
                }
                None => Value::Nil,
            };
            return Ok((data, view));
        }
        _ => Value::Nil,
    };
    Ok((first, Value::Nil))
}

/// The function a callback means, if the behaviour has it.
fn function_of<'a>(functions: &'a Functions, call: &Call<'_>) -> Option<&'a Function> {
    let state = call
        .me
        .state
        .and_then(|id| functions.states.get(id.0 as usize));
    let handlers = |level: &Level| -> Option<&'a Handlers> {
        match level {
            Level::State => state.map(|state| &state.handlers),
            Level::Behaviour => Some(&functions.handlers),
        }
    };
    match &call.callback {
        Callback::Start => functions.on_start.as_ref(),
        Callback::Reload => functions.on_reload.as_ref(),
        Callback::Enter { .. } => state?.enter.as_ref(),
        Callback::Execute { .. } => state?.execute.as_ref(),
        Callback::Exit { .. } => state?.exit.as_ref(),
        Callback::Global { .. } => functions.global.as_ref(),
        Callback::When { transition } => functions.when.get(*transition),
        Callback::Drive { driver, .. } => functions.drivers.get(*driver),
        Callback::Message { level, name, .. } => handlers(level)?.on.get(*name),
        Callback::Marker { level, name, .. } => handlers(level)?.at.get(*name),
        Callback::Finish { level, .. } => handlers(level)?.finish.as_ref(),
        Callback::Loop { level, .. } => handlers(level)?.r#loop.as_ref(),
    }
}

/// Remembers who answers for what was spawned.
fn register(vm: &Vm, actor: &Actor, call: &Call<'_>, made: &Requests) {
    for spawn in &made.spawns {
        let by = Spawned {
            by: Rc::clone(&actor.name),
            payer: actor.payer,
            step: call.world.step,
        };
        vm.shared.common.ask(&spawn.name.as_str().into(), by);
    }
}

/// Makes answers and errors of what came back.
struct Teller<'a> {
    vm: &'a Vm,
    loaded: &'a Loaded,
    call: &'a Call<'a>,
    function: &'a Function,
}

impl Teller<'_> {
    /// The answer, with x, y, facing and a state's name put into the requests.
    fn answer(
        &self,
        (result, second, x, y, facing): &Returned,
        made: &mut Requests,
    ) -> Result<Answer, String> {
        match self.call.callback {
            Callback::When { .. } => {
                let yes = !matches!(result, Value::Nil | Value::Boolean(false));
                return Ok(Answer::When(yes, self.shown(second)));
            }
            Callback::Drive { .. } => {
                if result.is_nil() {
                    return Ok(Answer::Nothing);
                }
                return match finite(result, "") {
                    Ok(number) => Ok(Answer::Number(number)),
                    Err(_) => Err(format!(
                        "{} must return a finite number or nil (it returned {})",
                        self.call.callback.label(self.call.me.kind),
                        named(result)
                    )),
                };
            }
            _ => {}
        }
        let me = self.call.me;
        let x = finite(x, "after the callback, self.x")?;
        let y = finite(y, "after the callback, self.y")?;
        let facing = finite(facing, "after the callback, self.facing")?;
        if facing == 0.0 {
            return Err("after the callback, self.facing is 0; it must be 1 or -1".into());
        }
        let place = (x, y, facing.signum());
        if place != (me.x, me.y, me.facing) {
            made.place = Some(place);
        }
        self.decided(result, made)
    }

    fn decided(&self, result: &Value, made: &mut Requests) -> Result<Answer, String> {
        let is_handler = matches!(
            self.call.callback,
            Callback::Message { .. }
                | Callback::Marker { .. }
                | Callback::Finish { .. }
                | Callback::Loop { .. }
        );
        let label = || self.call.callback.label(self.call.me.kind);
        match result {
            Value::Nil => Ok(Answer::Nothing),
            Value::Boolean(false) if is_handler => Ok(Answer::Declined),
            Value::String(_) if !matches!(self.call.callback, Callback::Exit { .. }) => {
                let name = data::word(result, "the state it returned")?;
                let fsm = self.loaded.def.fsm.as_ref();
                let id = state_named(&self.vm.shared, fsm, &name)
                    .map_err(|wrong| format!("{} returned an {wrong}", label()))?;
                made.machine = Some(Machine::Change(id));
                Ok(Answer::Nothing)
            }
            other => {
                let may = match self.call.callback {
                    Callback::Exit { .. } => "must return nothing: the change is under way",
                    _ if is_handler => "may return a state's name, false or nothing",
                    _ => "may return a state's name or nothing",
                };
                Err(format!("{} {may} (it returned {})", label(), named(other)))
            }
        }
    }

    /// The second value of `when`, for display.
    fn shown(&self, value: &Value) -> Option<Data> {
        let limits = &self.vm.shared.limits;
        match value {
            Value::Nil => None,
            Value::Boolean(b) => Some(Data::Bool(*b)),
            Value::Integer(i) => Some(Data::Number(*i as f64)),
            Value::Number(n) if n.is_finite() => Some(Data::Number(*n)),
            other => {
                let guard = &self.vm.shared.guard; // at rest: this is bounded by its own measure
                let text = show::show(other, limits.text, guard).ok()?;
                Some(Data::Text(text.into_bytes()))
            }
        }
    }

    fn fault(&self, failure: Failure) -> Fault {
        let limits = &self.vm.shared.limits;
        match failure {
            Failure::Error(error) => {
                let thrown = || self.vm.last_thrown();
                let parts = errors::parts(&error, &self.loaded.generation, limits.text, thrown);
                let mut error = self.error(&parts.message);
                if let Some(file) = parts.file {
                    error.script = file;
                    error.line = parts.line;
                }
                error.traceback = parts.traceback;
                Fault::Error(error)
            }
            Failure::Trip(trip, text) => Fault::Trip(trip, self.error(&text)),
            Failure::Broken(text) => Fault::Error(self.error(&text)),
        }
    }

    /// An error at the line where the function begins.
    fn error(&self, message: &str) -> ScriptError {
        let mut error = blank(self.call, &self.loaded.generation.main);
        (error.script, error.line) = defined(self.function, &self.loaded.generation.main);
        error.message = super::text::clean(message.as_bytes(), self.vm.shared.limits.text);
        error
    }
}

/// Where a function begins.
fn defined(function: &Function, main: &str) -> (String, u32) {
    let info = function.info();
    let source = info
        .source
        .as_deref()
        .and_then(|source| source.strip_prefix('@'));
    let line = info.line_defined.filter(|_| source.is_some()).unwrap_or(0);
    (source.unwrap_or(main).into(), line as u32)
}

/// An error of this call that says nothing yet.
pub(super) fn blank(call: &Call<'_>, script: &str) -> ScriptError {
    let me = call.me;
    let fsm = me
        .kind
        .behaviour
        .as_ref()
        .and_then(|behaviour| behaviour.fsm.as_ref());
    let state = me
        .state
        .zip(fsm)
        .and_then(|(id, fsm)| fsm.states.get(id.0 as usize));
    ScriptError {
        script: script.into(),
        actor: me.name.to_string(),
        state: state.map_or(String::new(), |state| state.name.clone()),
        callback: call.callback.label(me.kind),
        ..ScriptError::default()
    }
}

/// True where two definitions are one and the same.
pub(super) fn is_of(loaded: &Loaded, call: &Call<'_>) -> bool {
    let behaviour = call.me.kind.behaviour.as_ref();
    behaviour.is_some_and(|behaviour| Arc::ptr_eq(behaviour, &loaded.def))
}
