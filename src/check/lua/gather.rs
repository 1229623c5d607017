//! From a script's code to what it says by name.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::code::{Code, Kind};
use super::own::Selves;
use super::owners::owners;
use super::text::Lines;
use super::values::{Value, Values};
use super::{Mentions, Script, calls};
use crate::check::{Mention, Within, Word};

/// A name, before its place and its owners are told; sorted as the source is.
type Found = (usize, Word, Option<Rc<str>>, &'static str, Whose, bool);

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Whose {
    /// All whose callback this function is.
    Function(usize),
    One(Within),
}

pub(super) fn gather(code: &Code, lines: &Lines<'_>, script: Script<'_>) -> Mentions {
    let mut values = Values::new(code);
    let requires = requires(&mut values);
    let owners = owners(&mut values, script);
    let (roles, unseen) = (owners.roles.clone(), owners.unseen.clone());
    let within: Vec<Vec<Within>> = (0..roles.len()).map(|f| owners.within(f)).collect();
    let selves = Selves::new(&mut values, &roles);

    let mut found: BTreeSet<Found> = BTreeSet::new();
    for call in &code.calls {
        let Kind::Call { inside, .. } = code.kind(*call) else {
            continue;
        };
        let whose = Whose::Function(*inside);
        let given = calls::given(&mut values, &selves, *call).into_iter();
        found.extend(given.map(|given| {
            let whose = whose.clone();
            (
                given.at,
                given.word,
                given.name,
                given.by,
                whose,
                given.direct,
            )
        }));
    }
    for (function, role) in roles.iter().enumerate() {
        if role.answers {
            answers(&mut values, code, function, &mut found);
        }
    }
    for (at, within) in unseen {
        found.insert((at, Word::State, None, "return", Whose::One(within), true));
    }
    let mut all: Vec<Mention> = Vec::new();
    for (at, word, name, by, whose, direct) in found {
        let owners = match &whose {
            Whose::Function(function) => &within[*function][..],
            Whose::One(within) => std::slice::from_ref(within),
        };
        let place = lines.place(at);
        all.extend(owners.iter().map(|within| Mention {
            word,
            name: name.as_deref().map(str::to_owned),
            by: by.to_owned(),
            place,
            direct,
            within: within.clone(),
        }));
    }
    // Two functions of one state may say the same by a local that both know.
    all.sort_by(|a, b| {
        let order = |m: &Mention| (m.place, m.word);
        let names = |m: &Mention| (m.name.clone(), m.by.clone(), m.within.clone());
        order(a)
            .cmp(&order(b))
            .then_with(|| names(a).cmp(&names(b)))
    });
    all.dedup();
    Mentions { all, requires }
}

/// The states' names that a callback can return.
fn answers(values: &mut Values<'_>, code: &Code, function: usize, found: &mut BTreeSet<Found>) {
    for id in &code.functions[function].returns {
        for value in values.of(*id).iter() {
            let (name, at) = match value {
                Value::Text { at, text } => (Some(Rc::clone(text)), *at),
                Value::Unknown => (None, code.nodes[*id].at),
                _ => continue,
            };
            let direct = at == code.nodes[*id].at;
            found.insert((
                at,
                Word::State,
                name,
                "return",
                Whose::Function(function),
                direct,
            ));
        }
    }
}

/// The paths of `require`, in the order of the source.
fn requires(values: &mut Values<'_>) -> Vec<String> {
    let code = values.code;
    let mut requires = BTreeSet::new();
    for call in &code.calls {
        let Kind::Call {
            callee,
            method: None,
            args,
            ..
        } = code.kind(*call)
        else {
            continue;
        };
        if let Some(path) = args.first()
            && code.is_global(*callee, "require")
        {
            for value in values.of(*path).iter() {
                if let Value::Text { at, text } = value {
                    requires.insert((*at, text.to_string()));
                }
            }
        }
    }
    requires.into_iter().map(|(_, path)| path).collect()
}
