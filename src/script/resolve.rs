//! Makes a behaviour's definition of what was read: states get their numbers,
//! and every name of a state is looked up.

use std::collections::{BTreeMap, BTreeSet};

use mlua::Function;

use super::shape::{FAULTS, RawBehaviour, RawHandler, RawHandlers, RawState};
use super::text;
use crate::error::{LoadError, Place, unknown};
use crate::fsm::{FsmDef, Handler, StateDef, StateId, TransitionDef};
use crate::stage::{BehaviourDef, DriverDef};

/// Functions that handle messages, markers and ends.
#[derive(Debug, Default)]
pub(super) struct Handlers {
    pub on: BTreeMap<String, Function>,
    pub at: BTreeMap<String, Function>,
    pub finish: Option<Function>,
    pub r#loop: Option<Function>,
}

/// One state's functions.
#[derive(Debug, Default)]
pub(super) struct StateFunctions {
    pub enter: Option<Function>,
    pub execute: Option<Function>,
    pub exit: Option<Function>,
    pub handlers: Handlers,
}

/// The functions of a behaviour, in the order of its definition.
#[derive(Debug, Default)]
pub(super) struct Functions {
    pub states: Vec<StateFunctions>,
    pub handlers: Handlers,
    pub global: Option<Function>,
    pub on_start: Option<Function>,
    pub on_reload: Option<Function>,
    pub when: Vec<Function>,
    pub drivers: Vec<Function>,
}

/// A behaviour whose names are looked up.
pub(super) struct Resolved {
    pub def: BehaviourDef,
    pub functions: Functions,
    /// Names of states that do not exist.
    pub errors: Vec<LoadError>,
}

/// Looks up all names. References to states in `left_out` (broken files) are
/// dropped and are no errors.
pub(super) fn resolve(
    key: &str,
    main: &str,
    raw: &RawBehaviour,
    left_out: &BTreeSet<String>,
) -> Resolved {
    let mut resolver = Resolver {
        names: raw.states.keys().map(String::as_str).collect(),
        left_out,
        errors: Vec::new(),
    };
    let mut functions = Functions::default();
    let mut lines = raw.lines.clone();
    let mut states = Vec::new();
    for (name, state) in &raw.states {
        lines.insert(format!("state {name}"), (state.file.clone(), state.line));
        for (marker, line) in &state.lines {
            lines.insert(
                format!("state {name} at {marker}"),
                (state.file.clone(), *line),
            );
        }
        let (def, made) = resolver.state(name, state);
        states.push(def);
        functions.states.push(made);
    }
    let file = (main, raw.lines.get("initial").map_or(0, |(_, line)| *line));
    let (on, at, finish, r#loop, handlers) = resolver.handlers(&raw.handlers, "", file);
    functions.handlers = handlers;
    functions.global.clone_from(&raw.global);
    functions.on_start.clone_from(&raw.on_start);
    functions.on_reload.clone_from(&raw.on_reload);
    functions.drivers = raw.drivers.values().cloned().collect();
    let transitions = resolver.transitions(raw, &mut functions, main);
    let fsm = resolver.machine(raw, states, transitions, file);
    let def = BehaviourDef {
        key: key.into(),
        fsm,
        data: raw.data.clone(),
        params: raw.params.clone(),
        drivers: raw
            .drivers
            .keys()
            .map(|param| DriverDef {
                param: param.clone(),
            })
            .collect(),
        on,
        at,
        finish,
        r#loop,
        global: raw.global.is_some(),
        on_start: raw.on_start.is_some(),
        on_reload: raw.on_reload.is_some(),
        tags: raw.tags.clone(),
        lines,
    };
    Resolved {
        def,
        functions,
        errors: resolver.errors,
    }
}

type Named = Vec<(String, Handler)>;

struct Resolver<'a> {
    /// In order: a state's number is its place here.
    names: Vec<&'a str>,
    left_out: &'a BTreeSet<String>,
    errors: Vec<LoadError>,
}

impl Resolver<'_> {
    fn fault(&mut self, (file, line): (&str, u32), message: String) {
        let mut error = LoadError::new(file, message);
        error.place = (line > 0).then_some(Place { line, column: 0 });
        self.errors.push(error);
    }

    /// The state of that name; `None` with an error, or without where it was left out.
    fn id(&mut self, name: &str, what: &str, place: (&str, u32)) -> Option<StateId> {
        if let Ok(i) = self.names.binary_search(&name) {
            return Some(StateId(i as u16));
        }
        if !self.left_out.contains(name) && self.errors.len() < FAULTS {
            let wrong = unknown(
                "state",
                &text::name(name.as_bytes()),
                self.names.iter().copied(),
            );
            self.fault(place, format!("{what}: {wrong}"));
        }
        None
    }

    fn state(&mut self, name: &str, raw: &RawState) -> (StateDef, StateFunctions) {
        let place = (raw.file.as_str(), raw.line);
        let of = format!("state {name:?}: ");
        let next = raw
            .next
            .as_ref()
            .and_then(|next| self.id(next, &format!("{of}next"), place));
        let (on, at, finish, r#loop, handlers) = self.handlers(&raw.handlers, &of, place);
        let def = StateDef {
            name: name.into(),
            clip: raw.clip.clone(),
            keep: raw.keep,
            next,
            lasts: raw.lasts,
            fade: raw.fade,
            tags: raw.tags.clone(),
            enter: raw.enter.is_some(),
            execute: raw.execute.is_some(),
            exit: raw.exit.is_some(),
            on,
            at,
            finish,
            r#loop,
        };
        let functions = StateFunctions {
            enter: raw.enter.clone(),
            execute: raw.execute.clone(),
            exit: raw.exit.clone(),
            handlers,
        };
        (def, functions)
    }

    fn handlers(
        &mut self,
        raw: &RawHandlers,
        of: &str,
        place: (&str, u32),
    ) -> (Named, Named, Option<Handler>, Option<Handler>, Handlers) {
        let mut made = Handlers::default();
        let on = self.named(&raw.on, &format!("{of}on"), place, &mut made.on);
        let at = self.named(&raw.at, &format!("{of}at"), place, &mut made.at);
        let finish = raw.finish.as_ref().and_then(|raw| {
            self.handler(raw, &format!("{of}finish"), place, |f| {
                made.finish = Some(f);
            })
        });
        let r#loop = raw.r#loop.as_ref().and_then(|raw| {
            self.handler(raw, &format!("{of}loop"), place, |f| {
                made.r#loop = Some(f);
            })
        });
        (on, at, finish, r#loop, made)
    }

    fn named(
        &mut self,
        raw: &BTreeMap<String, RawHandler>,
        what: &str,
        place: (&str, u32),
        made: &mut BTreeMap<String, Function>,
    ) -> Named {
        let mut named = Vec::new();
        for (name, raw) in raw {
            let what = format!("{what}.{name}");
            let keep = |f| {
                made.insert(name.clone(), f);
            };
            if let Some(handler) = self.handler(raw, &what, place, keep) {
                named.push((name.clone(), handler));
            }
        }
        named
    }

    fn handler(
        &mut self,
        raw: &RawHandler,
        what: &str,
        place: (&str, u32),
        keep: impl FnOnce(Function),
    ) -> Option<Handler> {
        match raw {
            RawHandler::Call(function) => {
                keep(function.clone());
                Some(Handler::Call)
            }
            RawHandler::Change(name) => self.id(name, what, place).map(Handler::Change),
        }
    }

    fn transitions(
        &mut self,
        raw: &RawBehaviour,
        functions: &mut Functions,
        main: &str,
    ) -> Vec<TransitionDef> {
        let mut transitions = Vec::new();
        for (i, raw) in raw.transitions.iter().enumerate() {
            let what = format!("transitions[{}]", i + 1);
            let line = raw.when.info().line_defined.unwrap_or(0) as u32;
            let place = (main, line);
            let to = self.id(&raw.to, &format!("{what}: to"), place);
            let from: Option<Vec<StateId>> = raw.from.as_ref().map(|names| {
                let what = format!("{what}: from");
                names
                    .iter()
                    .filter_map(|name| self.id(name, &what, place))
                    .collect()
            });
            if let Some(to) = to {
                transitions.push(TransitionDef { from, to });
                functions.when.push(raw.when.clone());
            }
        }
        transitions
    }

    fn machine(
        &mut self,
        raw: &RawBehaviour,
        states: Vec<StateDef>,
        transitions: Vec<TransitionDef>,
        place: (&str, u32),
    ) -> Option<FsmDef> {
        let initial = match &raw.initial {
            // A broken file may be what it names: then that file's error is enough to know.
            Some(name) => {
                let known = self.left_out.contains(name);
                if known {
                    self.fault(place, format!("initial: the state {name:?} did not load"));
                }
                self.id(name, "initial", place)?
            }
            None if states.is_empty() => return None,
            None => {
                let names = self.names.join(", ");
                self.fault(
                    place,
                    format!("initial is missing: which of the states ({names}) comes first?"),
                );
                return None;
            }
        };
        Some(FsmDef {
            states,
            initial,
            transitions,
        })
    }
}
