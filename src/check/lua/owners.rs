//! Whose callback a function is: of which states, or of the behaviour.

use std::collections::BTreeSet;

use super::Script;
use super::code::{Id, Kind};
use super::values::{Value, Values};
use crate::check::Within;

/// What a function is for the machine.
#[derive(Clone, Debug, Default)]
pub(super) struct Role {
    /// Whose callback it is; nobody's where empty.
    pub owners: BTreeSet<Within>,
    /// A text that it returns is a state's name.
    pub answers: bool,
    /// Others call it too.
    is_shared: bool,
}

/// The roles of a file's functions.
pub(super) struct Owners<'v, 'a> {
    values: &'v mut Values<'a>,
    pub roles: Vec<Role>,
    /// Where there is a callback that cannot be seen, in bytes.
    pub unseen: BTreeSet<(usize, Within)>,
}

/// Owners of one function that are told one by one.
const MOST: usize = 16;

/// Finds the roles of all functions.
pub(super) fn owners<'v, 'a>(values: &'v mut Values<'a>, script: Script<'_>) -> Owners<'v, 'a> {
    let roles = vec![Role::default(); values.code.functions.len()];
    let mut owners = Owners {
        values,
        roles,
        unseen: BTreeSet::new(),
    };
    let returned = owners.values.code.functions[0].returns.clone();
    for id in returned {
        match script {
            Script::Behaviour => owners.behaviour(id),
            Script::State(name) => owners.state(id, &Within::State(name.to_owned())),
            Script::Module => {}
        }
    }
    owners.share();
    owners
}

impl Owners<'_, '_> {
    /// Whose callback this function is, or the one around it.
    pub fn within(&self, mut function: usize) -> Vec<Within> {
        loop {
            let role = &self.roles[function];
            if !role.owners.is_empty() {
                if role.is_shared || role.owners.len() > MOST {
                    return vec![Within::Elsewhere];
                }
                return role.owners.iter().cloned().collect();
            }
            match self.values.code.functions[function].parent {
                Some(parent) => function = parent,
                None => return vec![Within::Elsewhere],
            }
        }
    }

    fn behaviour(&mut self, id: Id) {
        let whose = Within::Behaviour;
        for (key, value) in self.entries(id, &whose) {
            match key.as_deref() {
                Some("states") => self.states(value),
                Some("on" | "at") => self.handlers(value, &whose),
                Some("finish" | "loop" | "global" | "on_start" | "on_reload") => {
                    self.callback(value, &whose, true);
                }
                Some("drivers") => {
                    for (_, driver) in self.quiet_entries(value) {
                        self.callback(driver, &whose, false);
                    }
                }
                Some("transitions") => {
                    for (_, one) in self.quiet_entries(value) {
                        for (key, when) in self.quiet_entries(one) {
                            if key.as_deref() == Some("when") {
                                self.callback(when, &whose, false);
                            }
                        }
                    }
                }
                Some(_) => {}
                None => self.unseen(value, &whose),
            }
        }
    }

    fn states(&mut self, id: Id) {
        for (name, state) in self.entries(id, &Within::Elsewhere) {
            let whose = name.map_or(Within::Elsewhere, Within::State);
            self.state(state, &whose);
        }
    }

    fn state(&mut self, id: Id, whose: &Within) {
        for (key, value) in self.entries(id, whose) {
            match key.as_deref() {
                Some("enter" | "execute" | "finish" | "loop") => {
                    self.callback(value, whose, true);
                }
                Some("exit") => self.callback(value, whose, false),
                Some("on" | "at") => self.handlers(value, whose),
                Some(_) => {}
                None => self.unseen(value, whose),
            }
        }
    }

    fn handlers(&mut self, id: Id, whose: &Within) {
        for (_, handler) in self.entries(id, whose) {
            self.callback(handler, whose, true);
        }
    }

    fn callback(&mut self, id: Id, whose: &Within, answers: bool) {
        for value in self.values.of(id).iter() {
            match value {
                Value::Function(function) => {
                    let role = &mut self.roles[*function];
                    role.owners.insert(whose.clone());
                    role.answers |= answers;
                }
                Value::Unknown if answers => self.unseen(id, whose),
                _ => {}
            }
        }
    }

    fn unseen(&mut self, id: Id, whose: &Within) {
        let at = self.values.code.nodes[id].at;
        self.unseen.insert((at, whose.clone()));
    }

    /// What a table of callbacks holds; where not all is seen, that is noted.
    fn entries(&mut self, id: Id, whose: &Within) -> Vec<(Option<String>, Id)> {
        for value in self.values.of(id).iter() {
            match value {
                Value::Table(table) => {
                    if let Some(at) = self.values.tables[*table].handed {
                        self.unseen.insert((at, whose.clone()));
                    }
                }
                Value::Unknown => self.unseen(id, whose),
                _ => {}
            }
        }
        self.quiet_entries(id)
    }

    fn quiet_entries(&mut self, id: Id) -> Vec<(Option<String>, Id)> {
        let mut entries = Vec::new();
        for value in self.values.of(id).iter() {
            if let Value::Table(table) = value {
                let table = &self.values.tables[*table];
                for (key, values) in &table.fields {
                    let key = key.as_deref().map(str::to_owned);
                    entries.extend(values.iter().map(|value| (key.clone(), *value)));
                }
                entries.extend(table.items.iter().map(|item| (None, *item)));
            }
        }
        entries
    }

    /// Notes which functions are called by name, or handed to a call.
    fn share(&mut self) {
        let code = self.values.code;
        for call in &code.calls {
            for (function, _) in self.values.called(*call) {
                self.roles[function].is_shared = true;
            }
            let Kind::Call { args, .. } = code.kind(*call) else {
                continue;
            };
            for arg in args {
                for value in self.values.of(*arg).iter() {
                    if let Value::Function(function) = value {
                        self.roles[*function].is_shared = true;
                    }
                }
            }
        }
    }
}
