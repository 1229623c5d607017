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

pub(super) type Set = Rc<[Value]>;

/// Answers what expressions can be.
pub(super) struct Values<'a> {
    pub code: &'a Code,
    pub tables: Vec<Contents>,
    /// For each local, what calls in this file give to it.
    pub given: Vec<BTreeSet<Id>>,
    known: Vec<Option<Set>>,
    /// The same for each local, wherever it is named.
    known_locals: Vec<Option<Set>>,
    depth: usize,
}

/// Different values of one expression; with more, nothing is said.
const MOST: usize = 100;
/// Expressions that one may lead through.
const DEEPEST: usize = 5_000;
/// How often assignments are gone through: tables inside of tables need one each at worst.
const ROUNDS: usize = 8;

impl<'a> Values<'a> {
    pub fn new(code: &'a Code) -> Values<'a> {
        let mut values = Values {
            code,
            tables: vec![Contents::default(); code.tables.len()],
            given: vec![BTreeSet::new(); code.locals.len()],
            known: vec![None; code.nodes.len()],
            known_locals: vec![None; code.locals.len()],
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
            self.known_locals.fill(None);
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

    /// All that an expression can be, sorted.
    pub fn of(&mut self, id: Id) -> Set {
        if let Some(known) = self.memory(id) {
            return Rc::clone(known);
        }
        // Whoever leads back to itself finds this.
        *self.memory(id) = Some(Rc::from([Value::Unknown]));
        let mut found = BTreeSet::new();
        self.depth += 1;
        if self.depth > DEEPEST {
            found.insert(Value::Unknown);
        } else {
            self.collect(id, &mut found);
        }
        self.depth -= 1;
        let set = bounded(found);
        *self.memory(id) = Some(Rc::clone(&set));
        set
    }

    fn memory(&mut self, id: Id) -> &mut Option<Set> {
        match self.code.kind(id) {
            Kind::Local(local) => &mut self.known_locals[*local],
            _ => &mut self.known[id],
        }
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

    pub(super) fn all(&mut self, ids: &[Id], found: &mut BTreeSet<Value>) {
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
    pub(super) fn field(&mut self, table: usize, name: &str, found: &mut BTreeSet<Value>) {
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
}

pub(super) fn bounded(found: BTreeSet<Value>) -> Set {
    if found.len() > MOST {
        return Rc::from([Value::Unknown]);
    }
    found.into_iter().collect()
}
