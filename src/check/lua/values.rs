//! What an expression can be: texts, tables and functions of this file, or something unseen.
//! The order of statements does not count: a local is all that is ever assigned to it.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::code::{Code, Id, Kind};

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Value {
    /// A text and where it is written, in bytes.
    Text {
        at: usize,
        text: Rc<str>,
    },
    Table(usize),
    Function(usize),
    /// No text, table or function.
    Nothing,
    /// Anything, from outside of this file.
    Unknown,
}

/// What may be in a table; more comes with assignments.
#[derive(Clone, Debug, Default)]
pub(super) struct Contents {
    /// `None` where the key is not written as a text.
    pub fields: BTreeMap<Option<Rc<str>>, BTreeSet<Id>>,
    pub items: Vec<Id>,
    /// Where it was handed to code that is not seen here, in bytes.
    pub handed: Option<usize>,
}

type Set = Rc<[Value]>;

/// Answers what expressions can be.
pub(super) struct Values<'a> {
    pub code: &'a Code,
    pub tables: Vec<Contents>,
    /// For each local, what calls in this file give to it.
    given: Vec<BTreeSet<Id>>,
    known: Vec<Option<Set>>,
    depth: usize,
}

/// Different values of one expression; with more, nothing is said.
const MOST: usize = 100;
/// Expressions that one may lead through.
const DEEPEST: usize = 5_000;
/// How often assignments are gone through: tables inside of tables need one each at worst.
const ROUNDS: usize = 8;

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

impl<'a> Values<'a> {
    pub fn new(code: &'a Code) -> Values<'a> {
        let mut values = Values {
            code,
            tables: vec![Contents::default(); code.tables.len()],
            given: vec![BTreeSet::new(); code.locals.len()],
            known: vec![None; code.nodes.len()],
            depth: 0,
        };
        values.fill();
        values
    }

    fn fill(&mut self) {
        let code = self.code;
        for (number, table) in code.tables.iter().enumerate() {
            self.tables[number].items.clone_from(&table.items);
        }
        for _ in 0..ROUNDS {
            let mut is_new = false;
            for (number, table) in code.tables.iter().enumerate() {
                for (key, value) in &table.fields {
                    is_new |= self.put(number, *key, *value);
                }
            }
            for store in &code.stores {
                for value in self.of(store.of).iter() {
                    if let Value::Table(table) = value {
                        is_new |= self.put(*table, store.key, store.value);
                    }
                }
            }
            for call in &code.calls {
                is_new |= self.hand_over(*call);
            }
            if !is_new {
                break;
            }
            self.known.fill(None);
        }
    }

    fn put(&mut self, table: usize, key: Id, value: Id) -> bool {
        let mut is_new = false;
        for key in self.of(key).iter() {
            let key = match key {
                Value::Text { text, .. } => Some(Rc::clone(text)),
                _ => None,
            };
            let fields = &mut self.tables[table].fields;
            is_new |= fields.entry(key).or_default().insert(value);
        }
        is_new
    }

    /// What a call does to tables and parameters.
    fn hand_over(&mut self, call: Id) -> bool {
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

    /// All that an expression can be, sorted.
    pub fn of(&mut self, id: Id) -> Set {
        if let Some(known) = &self.known[id] {
            return Rc::clone(known);
        }
        // Whoever leads back to itself finds this.
        self.known[id] = Some(Rc::from([Value::Unknown]));
        let mut found = BTreeSet::new();
        self.depth += 1;
        if self.depth > DEEPEST {
            found.insert(Value::Unknown);
        } else {
            self.collect(id, &mut found);
        }
        self.depth -= 1;
        let set = bounded(found);
        self.known[id] = Some(Rc::clone(&set));
        set
    }

    fn collect(&mut self, id: Id, found: &mut BTreeSet<Value>) {
        let code = self.code;
        match code.kind(id) {
            Kind::Text(text) => {
                let text = Rc::from(text.as_str());
                let at = code.nodes[id].at;
                found.insert(Value::Text { at, text });
            }
            Kind::Nothing => {
                found.insert(Value::Nothing);
            }
            Kind::Unknown | Kind::Rest => {
                found.insert(Value::Unknown);
            }
            Kind::Local(local) => {
                if code.locals[*local].is_open {
                    found.insert(Value::Unknown);
                }
                let given: Vec<Id> = self.given[*local].iter().copied().collect();
                self.all(&code.locals[*local].values, found);
                self.all(&given, found);
            }
            Kind::Global(name) => match code.globals.get(name) {
                Some(values) => self.all(values, found),
                None => {
                    found.insert(Value::Unknown);
                }
            },
            Kind::Field { of, key } => self.read(*of, *key, found),
            Kind::Items(of) => {
                for value in self.of(*of).iter() {
                    match value {
                        Value::Table(table) => self.everything(*table, found),
                        _ => {
                            found.insert(Value::Unknown);
                        }
                    }
                }
            }
            Kind::Call { .. } => self.result(id, found),
            Kind::Table(table) => {
                found.insert(Value::Table(*table));
            }
            Kind::Function(function) => {
                found.insert(Value::Function(*function));
            }
            Kind::Either(choices) => self.all(choices, found),
        }
    }

    fn all(&mut self, ids: &[Id], found: &mut BTreeSet<Value>) {
        if ids.len() > MOST {
            found.insert(Value::Unknown);
            return;
        }
        for id in ids {
            found.extend(self.of(*id).iter().cloned());
        }
    }

    fn read(&mut self, of: Id, key: Id, found: &mut BTreeSet<Value>) {
        let keys = self.of(key);
        for value in self.of(of).iter() {
            let Value::Table(table) = value else {
                found.insert(Value::Unknown);
                continue;
            };
            for key in keys.iter() {
                match key {
                    Value::Text { text, .. } => self.field(*table, text, found),
                    _ => self.everything(*table, found),
                }
            }
        }
    }

    /// What stands under a name in a table.
    fn field(&mut self, table: usize, name: &str, found: &mut BTreeSet<Value>) {
        let fields = &self.tables[table].fields;
        let mut values: Vec<Id> = Vec::new();
        for key in [Some(Rc::from(name)), None] {
            values.extend(fields.get(&key).into_iter().flatten());
        }
        self.some(table, &values, found);
    }

    /// What stands anywhere in a table.
    fn everything(&mut self, table: usize, found: &mut BTreeSet<Value>) {
        let contents = &self.tables[table];
        let fields = contents.fields.values().flatten();
        let values = fields.chain(&contents.items).copied();
        let values: Vec<Id> = values.take(MOST + 1).collect();
        self.some(table, &values, found);
    }

    fn some(&mut self, table: usize, values: &[Id], found: &mut BTreeSet<Value>) {
        if values.is_empty() || self.tables[table].handed.is_some() {
            found.insert(Value::Unknown);
        }
        self.all(values, found);
    }

    fn result(&mut self, call: Id, found: &mut BTreeSet<Value>) {
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

fn bounded(found: BTreeSet<Value>) -> Set {
    if found.len() > MOST {
        return Rc::from([Value::Unknown]);
    }
    found.into_iter().collect()
}
