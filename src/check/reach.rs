//! States that nobody reaches: nothing leads to them from where a machine begins.

use std::collections::{BTreeMap, BTreeSet};

use super::company::Company;
use super::finding::Findings;
use super::said::Said;
use super::{Within, Word};
use crate::error::Place;
use crate::fsm::{FsmDef, Handler, StateDef, StateId};
use crate::stage::BehaviourDef;

pub(super) fn check(company: &Company, said: &BTreeMap<String, Said>, findings: &mut Findings) {
    for (key, said) in said {
        let behaviour = company.behaviours.get(key);
        let Some(def) = behaviour.and_then(|behaviour| behaviour.def.as_deref()) else {
            continue;
        };
        // Where a name is computed, or a file missing, every state may be meant.
        let Some(fsm) = def.fsm.as_ref().filter(|_| said.is_whole) else {
            continue;
        };
        if said.is_computed(Word::State) {
            continue;
        }
        let reached = reached(def, fsm, said);
        for (number, state) in fsm.states.iter().enumerate() {
            if reached.contains(&StateId(number as u16)) {
                continue;
            }
            let line = def.lines.get(&format!("state {}", state.name));
            let (file, line) = line.cloned().unwrap_or_else(|| (key.clone(), 0));
            let initial = &fsm.state(fsm.initial).name;
            let message = format!(
                "no way leads to the state {:?} from {initial:?}",
                state.name
            );
            findings.warn(&file, Some(Place { line, column: 0 }), message);
        }
    }
}

/// The states that can be present.
fn reached(def: &BehaviourDef, fsm: &FsmDef, said: &Said) -> BTreeSet<StateId> {
    let mut ways = Ways::default();
    ways.roots.push(fsm.initial);
    ways.roots.extend(targets(&def.on));
    ways.roots.extend(targets(&def.at));
    ways.roots.extend(target(def.finish));
    ways.roots.extend(target(def.r#loop));
    for (number, state) in fsm.states.iter().enumerate() {
        let from = ways.from.entry(StateId(number as u16)).or_default();
        from.extend(leads_to(state));
    }
    for transition in &fsm.transitions {
        match &transition.from {
            None => ways.roots.push(transition.to),
            Some(from) => {
                for from in from {
                    ways.from.entry(*from).or_default().push(transition.to);
                }
            }
        }
    }
    for mention in said.all().filter(|m| m.word == Word::State) {
        let Some(to) = mention.name.as_deref().and_then(|name| fsm.id(name)) else {
            continue;
        };
        let from = match &mention.within {
            Within::State(state) => fsm.id(state),
            Within::Elsewhere | Within::Behaviour => None,
        };
        match from {
            Some(from) => ways.from.entry(from).or_default().push(to),
            None => ways.roots.push(to),
        }
    }
    ways.walk()
}

/// Where a state itself says that it goes.
fn leads_to(state: &StateDef) -> impl Iterator<Item = StateId> + '_ {
    let handlers = targets(&state.on).chain(targets(&state.at));
    let ends = target(state.finish).into_iter().chain(target(state.r#loop));
    handlers.chain(ends).chain(state.next)
}

fn targets(handlers: &[(String, Handler)]) -> impl Iterator<Item = StateId> + '_ {
    handlers
        .iter()
        .filter_map(|(_, handler)| target(Some(*handler)))
}

fn target(handler: Option<Handler>) -> Option<StateId> {
    match handler {
        Some(Handler::Change(state)) => Some(state),
        _ => None,
    }
}

#[derive(Default)]
struct Ways {
    roots: Vec<StateId>,
    from: BTreeMap<StateId, Vec<StateId>>,
}

impl Ways {
    fn walk(mut self) -> BTreeSet<StateId> {
        let mut reached = BTreeSet::new();
        while let Some(state) = self.roots.pop() {
            if reached.insert(state) {
                self.roots
                    .extend(self.from.remove(&state).unwrap_or_default());
            }
        }
        reached
    }
}
