//! What is kept of a parsed script: its expressions in one flat list, who is assigned what,
//! and which calls there are. Names of locals are looked up; blocks and order are forgotten.

use std::collections::BTreeMap;

/// An expression: its place in [`Code::nodes`].
pub(super) type Id = usize;

/// One expression.
#[derive(Clone, Debug)]
pub(super) struct Node {
    /// Where it begins, in bytes.
    pub at: usize,
    pub kind: Kind,
}

#[derive(Clone, Debug)]
pub(super) enum Kind {
    Text(String),
    /// nil, a boolean, a number: never a name.
    Nothing,
    /// Something that cannot be told.
    Unknown,
    /// `...`
    Rest,
    Local(usize),
    Global(String),
    Field {
        of: Id,
        key: Id,
    },
    /// What a loop over this table meets.
    Items(Id),
    Call {
        /// The function, or what stands before the colon.
        callee: Id,
        method: Option<String>,
        args: Vec<Id>,
        /// The function it stands in.
        inside: usize,
    },
    Table(usize),
    Function(usize),
    /// One of these.
    Either(Vec<Id>),
}

/// A local or a parameter.
#[derive(Clone, Debug)]
pub(super) struct Local {
    pub name: String,
    /// All that is ever assigned to it.
    pub values: Vec<Id>,
    /// It also holds what nobody sees here: a parameter, a loop's variable.
    pub is_open: bool,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Function {
    /// The function around it; the file's own has none.
    pub parent: Option<usize>,
    pub params: Vec<usize>,
    /// Written with a colon: its first parameter is not written.
    pub has_colon: bool,
    /// The first value of each of its returns.
    pub returns: Vec<Id>,
}

/// What a table's constructor holds.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    pub fields: Vec<(Id, Id)>,
    pub items: Vec<Id>,
}

/// `of[key] = value`
#[derive(Clone, Copy, Debug)]
pub(super) struct Store {
    pub of: Id,
    pub key: Id,
    pub value: Id,
}

/// One script.
#[derive(Clone, Debug, Default)]
pub(super) struct Code {
    pub nodes: Vec<Node>,
    pub locals: Vec<Local>,
    /// The first is the file itself.
    pub functions: Vec<Function>,
    pub tables: Vec<Table>,
    pub stores: Vec<Store>,
    /// In the order of the source, inner ones first.
    pub calls: Vec<Id>,
    /// All that the file assigns to globals of its own.
    pub globals: BTreeMap<String, Vec<Id>>,
}

/// Methods of `self` and of views; none gives a text or keeps a table.
const METHODS: &[&str] = &[
    "change", "restart", "revert", "states", "is", "play", "finished", "rate", "set", "get",
    "fire", "cancel", "firing", "send", "say", "look", "box", "touches", "distance", "angle_to",
];

impl Code {
    pub fn add(&mut self, at: usize, kind: Kind) -> Id {
        self.nodes.push(Node { at, kind });
        self.nodes.len() - 1
    }

    pub fn kind(&self, id: Id) -> &Kind {
        &self.nodes[id].kind
    }

    pub fn is_global(&self, id: Id, name: &str) -> bool {
        let id = self.follow(id);
        matches!(self.kind(id), Kind::Global(global) if global == name)
            && !self.globals.contains_key(name)
    }

    /// What a local that is assigned once stands for; anything else is itself.
    pub fn follow(&self, mut id: Id) -> Id {
        const STEPS: usize = 8;
        for _ in 0..STEPS {
            let Kind::Local(local) = self.kind(id) else {
                break;
            };
            match &self.locals[*local] {
                Local {
                    values,
                    is_open: false,
                    ..
                } if values.len() == 1 => id = values[0],
                _ => break,
            }
        }
        id
    }

    /// The object and the name of `object.name`, however it is reached.
    pub fn member(&self, id: Id) -> Option<(Id, &str)> {
        let Kind::Field { of, key } = self.kind(self.follow(id)) else {
            return None;
        };
        match self.kind(*key) {
            Kind::Text(name) => Some((*of, name)),
            _ => None,
        }
    }

    /// True for a method that every actor has, of something that may be one: it gives no text.
    pub fn is_actors(&self, receiver: Id, method: &str) -> bool {
        let is_actor = match self.kind(self.follow(receiver)) {
            Kind::Local(local) => self.locals[*local].is_open,
            Kind::Global(name) => name == "self",
            _ => false,
        };
        is_actor && METHODS.contains(&method)
    }
}
