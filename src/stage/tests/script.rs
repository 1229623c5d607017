//! Behaviours for tests, written as tables of closures.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::fake::Ask;
use crate::fsm::{FsmDef, Handler, StateDef, StateId, TransitionDef};
use crate::stage::{BehaviourDef, DriverDef};
use crate::time::Time;
use crate::tree::ParamDef;

pub type Act = Rc<RefCell<dyn FnMut(&mut Ask<'_>)>>;

/// A behaviour being written. Clones share their closures.
#[derive(Clone, Default)]
pub struct Script {
    initial: Option<String>,
    states: BTreeMap<String, (StateDef, Option<String>)>,
    at: Option<String>,
    transitions: Vec<(Vec<String>, String)>,
    handlers: Vec<(String, String, String)>,
    pub params: Vec<ParamDef>,
    drivers: Vec<String>,
    pub tags: Vec<String>,
    pub acts: BTreeMap<String, Act>,
}

impl Script {
    /// The states that follow are this one's; the first named is the initial one.
    pub fn state(mut self, name: &str) -> Script {
        self.initial.get_or_insert(name.into());
        let def = StateDef {
            name: name.into(),
            ..StateDef::default()
        };
        self.states.insert(name.into(), (def, None));
        self.at = Some(name.into());
        self
    }
    /// What follows is the behaviour's own.
    pub fn all(mut self) -> Script {
        self.at = None;
        self
    }
    fn def(&mut self) -> &mut (StateDef, Option<String>) {
        let at = self.at.clone().expect("inside a state");
        self.states.get_mut(&at).expect("a state")
    }
    pub fn clip(mut self, clip: &str) -> Script {
        self.def().0.clip = Some(clip.into());
        self
    }
    pub fn keep(mut self) -> Script {
        self.def().0.keep = true;
        self
    }
    pub fn next(mut self, state: &str) -> Script {
        self.def().1 = Some(state.into());
        self
    }
    pub fn lasts(mut self, seconds: f64) -> Script {
        self.def().0.lasts = Time::from_seconds(seconds);
        self
    }
    pub fn fade(mut self, seconds: f64) -> Script {
        self.def().0.fade = Time::from_seconds(seconds);
        self
    }
    /// A callback: `enter`, `on.hit`, `at.contact`, `finish`, `drivers.speed`, ...
    pub fn on(mut self, callback: &str, act: impl FnMut(&mut Ask<'_>) + 'static) -> Script {
        let key = match &self.at {
            Some(state) => format!("{state}.{callback}"),
            None => callback.into(),
        };
        if let Some(param) = callback.strip_prefix("drivers.") {
            self.drivers.push(param.into());
            self.drivers.sort();
        }
        self.acts.insert(key, Rc::new(RefCell::new(act)));
        self
    }
    /// A state's name standing for a handler.
    pub fn goes(mut self, callback: &str, state: &str) -> Script {
        let at = self.at.clone().unwrap_or_default();
        self.handlers.push((at, callback.into(), state.into()));
        self
    }
    pub fn transition(
        mut self,
        from: &[&str],
        to: &str,
        when: impl FnMut(&mut Ask<'_>) + 'static,
    ) -> Script {
        let from = from.iter().map(|s| (*s).to_owned()).collect();
        self.transitions.push((from, to.into()));
        let key = format!("transitions[{}].when", self.transitions.len());
        self.acts.insert(key, Rc::new(RefCell::new(when)));
        self
    }
    pub fn param(mut self, name: &str, default: f64, min: f64, max: f64) -> Script {
        self.params.push(ParamDef {
            name: name.into(),
            default,
            min,
            max,
        });
        self
    }

    /// The definition, as Lua would have declared it.
    pub fn build(&self, key: &str) -> BehaviourDef {
        let names: Vec<&String> = self.states.keys().collect();
        let id = |name: &String| {
            let i = names
                .binary_search(&name)
                .unwrap_or_else(|_| panic!("no state {name}"));
            StateId(i as u16)
        };
        let has = |key: &str| self.acts.contains_key(key);
        let handlers = |owner: &str, group: &str| -> Vec<(String, Handler)> {
            let prefix = match owner {
                "" => format!("{group}."),
                state => format!("{state}.{group}."),
            };
            let calls = self.acts.keys().filter_map(|key| key.strip_prefix(&prefix));
            let mut all: Vec<_> = calls.map(|name| (name.to_owned(), Handler::Call)).collect();
            for (at, callback, to) in &self.handlers {
                if let Some(name) = callback.strip_prefix(&format!("{group}."))
                    && at == owner
                {
                    all.push((name.into(), Handler::Change(id(to))));
                }
            }
            all
        };
        let one = |owner: &str, name: &str| {
            let goes = self
                .handlers
                .iter()
                .find(|(at, callback, _)| at == owner && callback == name);
            let key = if owner.is_empty() {
                name.into()
            } else {
                format!("{owner}.{name}")
            };
            match goes {
                Some((_, _, to)) => Some(Handler::Change(id(to))),
                None => has(&key).then_some(Handler::Call),
            }
        };
        let states = self.states.iter().map(|(name, (def, next))| StateDef {
            next: next.as_ref().map(&id),
            enter: has(&format!("{name}.enter")),
            execute: has(&format!("{name}.execute")),
            exit: has(&format!("{name}.exit")),
            on: handlers(name, "on"),
            at: handlers(name, "at"),
            finish: one(name, "finish"),
            r#loop: one(name, "loop"),
            ..def.clone()
        });
        let transitions = self.transitions.iter().map(|(from, to)| TransitionDef {
            from: (from.as_slice() != ["*"]).then(|| from.iter().map(&id).collect()),
            to: id(to),
        });
        BehaviourDef {
            key: key.into(),
            fsm: self.initial.as_ref().map(|initial| FsmDef {
                states: states.collect(),
                initial: id(initial),
                transitions: transitions.collect(),
            }),
            data: Vec::new(),
            params: self.params.clone(),
            drivers: self
                .drivers
                .iter()
                .map(|param| DriverDef {
                    param: param.clone(),
                })
                .collect(),
            on: handlers("", "on"),
            at: handlers("", "at"),
            finish: one("", "finish"),
            r#loop: one("", "loop"),
            global: has("global"),
            on_start: has("on_start"),
            on_reload: has("on_reload"),
            tags: self.tags.clone(),
            lines: BTreeMap::new(),
        }
    }
}
