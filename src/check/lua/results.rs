//! What calls give back, and what they do with what they are given.

use std::collections::BTreeSet;

use super::code::{Id, Kind};
use super::values::{Set, Value, Values, bounded};

/// Functions of the language that keep and change no table.
const HARMLESS: &[&str] = &[
    "pairs",
    "ipairs",
    "next",
    "select",
    "type",
    "typeof",
    "tostring",
    "tonumber",
    "unpack",
    "print",
    "log",
    "error",
    "assert",
    "rawget",
    "rawlen",
    "rawequal",
    "setmetatable",
    "getmetatable",
    "require",
];

impl Values<'_> {
    /// What a call does to tables and parameters.
    pub(super) fn hand_over(&mut self, call: Id) -> bool {
        let code = self.code;
        let Kind::Call { args, .. } = code.kind(call) else {
            return false;
        };
        let mut is_new = false;
        for (function, args) in self.called(call) {
            for (param, arg) in code.functions[function].params.iter().zip(args) {
                is_new |= self.given[*param].insert(arg);
            }
        }
        if !self.is_seen(call) {
            for arg in args {
                for value in self.of(*arg).iter() {
                    if let Value::Table(table) = value
                        && self.tables[*table].handed.is_none()
                    {
                        self.tables[*table].handed = Some(code.nodes[call].at);
                        is_new = true;
                    }
                }
            }
        }
        is_new
    }

    /// The functions of this file that a call may run, with their arguments.
    pub fn called(&mut self, call: Id) -> Vec<(usize, Vec<Id>)> {
        let code = self.code;
        let Kind::Call {
            callee,
            method,
            args,
            ..
        } = code.kind(call)
        else {
            return Vec::new();
        };
        let (functions, args) = match method {
            None => (self.of(*callee), args.clone()),
            Some(name) => {
                let with_self = std::iter::once(*callee).chain(args.iter().copied());
                (self.methods(*callee, name), with_self.collect())
            }
        };
        let functions = functions.iter().filter_map(|value| match value {
            Value::Function(function) => Some((*function, args.clone())),
            _ => None,
        });
        functions.collect()
    }

    fn methods(&mut self, of: Id, name: &str) -> Set {
        let mut found = BTreeSet::new();
        for value in self.of(of).iter() {
            if let Value::Table(table) = value {
                self.field(*table, name, &mut found);
            }
        }
        bounded(found)
    }

    /// True where all that a call may run is of this file or of the language.
    fn is_seen(&mut self, call: Id) -> bool {
        let code = self.code;
        let Kind::Call { callee, method, .. } = code.kind(call) else {
            return true;
        };
        if let Some(method) = method {
            let methods = self.methods(*callee, method);
            return code.is_actors(*callee, method)
                || !methods.is_empty() && methods.iter().all(is_function);
        }
        if HARMLESS.iter().any(|name| code.is_global(*callee, name)) {
            return true;
        }
        if let Some((of, name)) = code.member(*callee)
            && (["stage", "input", "math", "string"]
                .iter()
                .any(|own| code.is_global(of, own))
                || code.is_actors(of, name)
                || code.is_global(of, "table") && !matches!(name, "insert" | "move" | "clear"))
        {
            return true;
        }
        self.of(*callee).iter().all(is_function)
    }

    pub(super) fn result(&mut self, call: Id, found: &mut BTreeSet<Value>) {
        let code = self.code;
        let Kind::Call {
            callee,
            method,
            args,
            ..
        } = code.kind(call)
        else {
            return;
        };
        if let Some(method) = method {
            let methods = self.methods(*callee, method);
            if methods.is_empty() && code.is_actors(*callee, method) {
                found.insert(Value::Nothing);
            } else {
                self.returned(&methods, found);
            }
            return;
        }
        if ["print", "log", "error"]
            .iter()
            .any(|name| code.is_global(*callee, name))
        {
            found.insert(Value::Nothing);
            return;
        }
        let member = code.member(*callee);
        let is_frozen =
            member.is_some_and(|(of, name)| name == "freeze" && code.is_global(of, "table"));
        if (is_frozen || code.is_global(*callee, "setmetatable"))
            && let Some(table) = args.first()
        {
            self.all(&[*table], found);
            return;
        }
        let functions = self.of(*callee);
        if member.is_some_and(|(of, name)| code.is_actors(of, name))
            && !functions.iter().any(is_function)
        {
            found.insert(Value::Nothing);
            return;
        }
        self.returned(&functions, found);
    }

    fn returned(&mut self, functions: &Set, found: &mut BTreeSet<Value>) {
        let code = self.code;
        if functions.is_empty() {
            found.insert(Value::Unknown);
        }
        for function in functions.iter() {
            match function {
                Value::Function(function) => {
                    found.insert(Value::Nothing);
                    self.all(&code.functions[*function].returns, found);
                }
                _ => {
                    found.insert(Value::Unknown);
                }
            }
        }
    }
}

fn is_function(value: &Value) -> bool {
    matches!(value, Value::Function(_))
}
