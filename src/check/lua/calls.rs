//! The functions of the API that are given names, and the calls of them in a script.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::code::{Code, Id, Kind};
use super::own::{Own, Selves};
use super::values::{Value, Values};
use crate::check::Word;

/// A name that a call gives: what it stands for, the text and its place, in bytes.
pub(super) struct Given {
    pub word: Word,
    pub name: Option<Rc<str>>,
    pub by: &'static str,
    pub at: usize,
    /// The text stands in the call itself.
    pub direct: bool,
}

/// A function's name and which of its arguments are names.
type Function = (&'static str, &'static [(usize, Word)]);

const SELF: &[Function] = &[
    ("change", &[(0, Word::State)]),
    ("play", &[(0, Word::Clip)]),
    ("set", &[(0, Word::Param)]),
    ("get", &[(0, Word::Param)]),
    ("fire", &[(0, Word::Trigger)]),
    ("cancel", &[(0, Word::Trigger)]),
    ("firing", &[(0, Word::Trigger)]),
    ("finished", &[(0, Word::ClipOrTrigger)]),
    ("is", &[(0, Word::StateOrTag)]),
    ("send", &[(0, Word::Actor), (1, Word::Message)]),
    ("box", &[(0, Word::Box)]),
    // The third names a box of the other's.
    ("touches", &[(1, Word::Box)]),
];

/// A view's own `get`.
const OTHER_GET: &Function = &("get", &[(0, Word::OtherParam)]);

const INPUT: &[Function] = &[
    ("down", &[(0, Word::Input)]),
    ("pressed", &[(0, Word::Input)]),
    ("released", &[(0, Word::Input)]),
    ("since", &[(0, Word::Input)]),
    ("axis", &[(0, Word::Input), (1, Word::Input)]),
];

const STAGE: &[Function] = &[
    ("find", &[(0, Word::Actor)]),
    ("remove", &[(0, Word::Actor)]),
    ("nearest", &[(0, Word::Tag)]),
    ("actors", &[(0, Word::Tag)]),
    ("spawn", &[(0, Word::Character)]),
];

/// The names that one call gives.
pub(super) fn given(values: &mut Values<'_>, selves: &Selves, call: Id) -> Vec<Given> {
    let code = values.code;
    let Kind::Call {
        callee,
        method,
        args,
        ..
    } = code.kind(call)
    else {
        return Vec::new();
    };
    if let Some(method) = method {
        return of_actor(values, selves, call, (*callee, method), args);
    }
    let Some((of, name)) = code.member(*callee) else {
        return Vec::new();
    };
    for (object, functions) in [("input", INPUT), ("stage", STAGE)] {
        if code.is_global(of, object) {
            let Some(function) = function(functions, name) else {
                return Vec::new();
            };
            let mut given = texts(values, call, function, args, true);
            if name == "spawn" {
                given.extend(spawned(values, call, args.get(1).copied()));
            }
            return given;
        }
    }
    match args.split_first() {
        Some((first, rest)) if selves.of(values, of) == Own::Yes || is_same(code, of, *first) => {
            of_actor(values, selves, call, (*first, name), rest)
        }
        _ => Vec::new(),
    }
}

fn function(list: &'static [Function], name: &str) -> Option<&'static Function> {
    list.iter().find(|(own, _)| *own == name)
}

fn is_same(code: &Code, one: Id, other: Id) -> bool {
    match (code.kind(one), code.kind(other)) {
        (Kind::Local(one), Kind::Local(other)) => one == other,
        _ => false,
    }
}

/// A method of an actor: one's own, or another's view.
fn of_actor(
    values: &mut Values<'_>,
    selves: &Selves,
    call: Id,
    (receiver, name): (Id, &str),
    args: &[Id],
) -> Vec<Given> {
    let Some(function) = function(SELF, name) else {
        return Vec::new();
    };
    let is_table = values
        .of(receiver)
        .iter()
        .any(|value| matches!(value, Value::Table(_)));
    match selves.of(values, receiver) {
        _ if is_table => Vec::new(),
        Own::Yes => texts(values, call, function, args, true),
        // A view has these two methods only: who calls another may well be the actor itself.
        _ if name == "is" => texts(values, call, function, args, true),
        Own::No if name == "get" => texts(values, call, OTHER_GET, args, true),
        own => {
            let mut given = Vec::new();
            if name == "get" {
                given = texts(values, call, OTHER_GET, args, false);
            }
            if name != "get" || own == Own::No || is_passed_on(values.code, receiver) {
                given.extend(texts(values, call, function, args, false));
            }
            given
        }
    }
}

/// The name that a new actor is given; none where it cannot be told, or where it has none of its own.
fn spawned(values: &mut Values<'_>, call: Id, options: Option<Id>) -> Vec<Given> {
    let mut names = BTreeSet::new();
    let options = options.map(|options| values.of(options));
    for option in options.iter().flat_map(|options| options.iter()) {
        let named = match option {
            Value::Table(table) if values.tables[*table].handed.is_none() => {
                let fields = &values.tables[*table].fields;
                let is_plain = !fields.contains_key(&None);
                let named = fields.get(&Some("name".into())).filter(|_| is_plain);
                named.cloned().unwrap_or_default()
            }
            _ => BTreeSet::new(),
        };
        if named.is_empty() {
            names.insert(None);
        }
        for id in named {
            for value in values.of(id).iter() {
                names.insert(match value {
                    Value::Text { text, at } => Some((*at, Rc::clone(text))),
                    _ => None,
                });
            }
        }
    }
    if names.is_empty() {
        names.insert(None);
    }
    let at = values.code.nodes[call].at;
    let given = names.into_iter().map(|name| Given {
        word: Word::Actor,
        at: name.as_ref().map_or(at, |(at, _)| *at),
        name: name.map(|(_, name)| name),
        by: "spawn",
        direct: true,
    });
    given.collect()
}

/// True for a parameter, which may be the actor under another name.
fn is_passed_on(code: &Code, receiver: Id) -> bool {
    let Kind::Local(local) = code.kind(receiver) else {
        return false;
    };
    code.functions
        .iter()
        .any(|function| function.params.contains(local))
}

fn is_host(values: &mut Values<'_>, to: Id) -> bool {
    let to = values.of(to);
    let is_host = |value: &Value| matches!(value, Value::Text { text, .. } if &**text == "host");
    !to.is_empty() && to.iter().all(is_host)
}

/// One name for each text that an argument can be; none is told where the receiver is not sure.
fn texts(
    values: &mut Values<'_>,
    call: Id,
    (by, words): &'static Function,
    args: &[Id],
    is_sure: bool,
) -> Vec<Given> {
    let code = values.code;
    let mut given = Vec::new();
    let to_host = *by == "send" && args.first().is_some_and(|to| is_host(values, *to));
    for (place, word) in *words {
        // What the host answers to is its own matter.
        if to_host && *word == Word::Message {
            continue;
        }
        let at = code.nodes[call].at;
        let arg_at = args.get(*place).map(|arg| code.nodes[*arg].at);
        let mut add = |name, at| {
            given.push(Given {
                word: *word,
                name,
                by,
                at,
                direct: Some(at) == arg_at,
            });
        };
        let Some(arg) = args.get(*place) else {
            let last = args.last().map(|last| code.kind(*last));
            if matches!(last, Some(Kind::Call { .. } | Kind::Rest)) {
                add(None, at);
            }
            continue;
        };
        for value in values.of(*arg).iter() {
            match value {
                Value::Text { text, .. }
                    if *word == Word::Actor && matches!(&**text, "*" | "host") => {}
                Value::Text { at, text } if is_sure => add(Some(Rc::clone(text)), *at),
                Value::Text { .. } | Value::Unknown => add(None, at),
                _ => {}
            }
        }
    }
    given
}
