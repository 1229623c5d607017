//! What is found in scripts, as tables of cases.

mod depth;
mod files;
mod names;
mod returns;
mod within;

use super::{Mentions, Script, mentions};
use crate::check::{Mention, Within};

fn of(source: &str, script: Script<'_>) -> Mentions {
    mentions(source, script).unwrap_or_else(|error| panic!("{error} in\n{source}"))
}

/// `LINE:COLUMN WORD by NAME in WHOSE`, the name `?` where there is none.
fn line(mention: &Mention) -> String {
    let whose = match &mention.within {
        Within::Elsewhere => "-",
        Within::State(state) => state,
        Within::Behaviour => "*",
    };
    format!(
        "{}:{} {:?} {} {} in {whose}",
        mention.place.line,
        mention.place.column,
        mention.word,
        mention.by,
        mention.name.as_deref().unwrap_or("?"),
    )
}

fn lines(source: &str, script: Script<'_>) -> Vec<String> {
    of(source, script).all.iter().map(line).collect()
}

/// The mentions without their places: `WORD by NAME in WHOSE`.
fn short(source: &str, script: Script<'_>) -> Vec<String> {
    let lines = lines(source, script).into_iter();
    lines
        .map(|line| {
            line.split_once(' ')
                .map_or(line.clone(), |(_, rest)| rest.to_owned())
        })
        .collect()
}

/// Compares each case's mentions, without places, with what is expected of it.
fn check(cases: &[(&str, &[&str])], script: Script<'_>) {
    let mut wrong = Vec::new();
    for (source, expected) in cases {
        let found = short(source, script);
        if found != *expected {
            wrong.push(format!(
                "{source}\n  gives    {found:?}\n  expected {expected:?}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
