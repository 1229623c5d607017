//! Names in scripts that do not exist. What a run would refuse is an error; what it would
//! answer with nil or nobody, a warning; so is a name that only some of those who play the script know.

use std::collections::{BTreeMap, BTreeSet};

use super::company::Company;
use super::finding::Findings;
use super::known::{Everywhere, Unit, is_key, units};
use super::said::{Said, Source};
use super::{Mention, Word};
use crate::error::{Severity, unknown};
use crate::stage::KEYS;

/// Names of those who know a name, or do not, that are told.
const TOLD: usize = 3;

/// Looks up every name that scripts give as one text.
pub(super) fn check<'a>(
    company: &Company,
    characters: impl Iterator<Item = &'a str>,
    said: &BTreeMap<String, Said>,
    findings: &mut Findings,
) {
    let everywhere = Everywhere::new(company, characters, said);
    let mut checker = Checker {
        company,
        everywhere: &everywhere,
        units: BTreeMap::new(),
    };
    let mut modules: BTreeMap<&str, (&Source, Vec<&str>)> = BTreeMap::new();
    for (key, said) in said {
        for source in &said.own {
            checker.source(source, &[key], false, findings);
        }
        for source in &said.modules {
            let users = modules
                .entry(&source.path)
                .or_insert_with(|| (source, Vec::new()));
            users.1.push(key);
        }
    }
    for (source, keys) in modules.values() {
        checker.source(source, keys, true, findings);
    }
}

type Verdict = Option<(Severity, String)>;

struct Checker<'a> {
    company: &'a Company,
    everywhere: &'a Everywhere,
    /// By behaviour and kind of name.
    units: BTreeMap<(String, Word), Vec<Unit>>,
}

impl Checker<'_> {
    /// The names in one file that these behaviours use.
    fn source(&mut self, source: &Source, keys: &[&str], is_module: bool, findings: &mut Findings) {
        // Each search for the nearest names costs, and a name is often said again.
        let mut verdicts: BTreeMap<(Word, &str, &str), Verdict> = BTreeMap::new();
        for mention in &source.mentions.all {
            let Some(name) = mention.name.as_deref() else {
                continue;
            };
            let verdict = verdicts
                .entry((mention.word, &mention.by, name))
                .or_insert_with(|| self.judge(mention, name, keys, is_module));
            if let Some((severity, message)) = verdict {
                // What comes through other code may be sorted out there.
                if *severity == Severity::Error && !mention.direct {
                    continue;
                }
                let place = Some(mention.place);
                findings.at(*severity, &source.path, place, message.clone());
            }
        }
    }

    fn judge(&mut self, mention: &Mention, name: &str, keys: &[&str], is_module: bool) -> Verdict {
        let all = self.everywhere;
        let is_whole = self.company.is_whole;
        let method = method(mention);
        let missing = |kind: &str, names: &BTreeSet<String>| {
            let wrong = unknown(kind, name, names.iter().map(String::as_str));
            format!("{method}: {wrong}")
        };
        match mention.word {
            Word::Character if !all.characters.contains(name) => {
                Some((Severity::Error, missing("character", &all.characters)))
            }
            Word::Tag if is_whole && !all.tags.contains(name) => {
                Some((Severity::Warning, missing("tag", &all.tags)))
            }
            Word::StateOrTag if is_whole && !all.words.contains(name) => {
                Some((Severity::Error, missing("state or tag", &all.words)))
            }
            Word::OtherParam if is_whole && !all.params.contains(name) => {
                Some((Severity::Error, missing("parameter", &all.params)))
            }
            Word::Message if is_whole && !all.handled.contains(name) => {
                let wrong = unknown("message", name, all.handled.iter().map(String::as_str));
                let message = format!("{method}: nobody answers to this: {wrong}");
                Some((Severity::Warning, message))
            }
            Word::Character | Word::Tag | Word::StateOrTag | Word::OtherParam | Word::Message => {
                None
            }
            Word::Actor if mention.by == "spawn" => None,
            Word::Actor => self.actor(mention, name, keys, is_module),
            Word::Input if is_key(name) => None,
            _ => self
                .tree_player(mention, keys, is_module)
                .or_else(|| self.by_unit(mention, name, keys, is_module)),
        }
    }

    /// Who has a tree plays no clips, whatever their names.
    fn tree_player(&self, mention: &Mention, keys: &[&str], is_module: bool) -> Verdict {
        if mention.by != "play" {
            return None;
        }
        let roles = keys.iter().flat_map(|key| self.company.roles_of(key));
        let (with, without): (Vec<_>, Vec<_>) =
            roles.partition(|role| !role.character.tree.is_play());
        if with.is_empty() || (is_module && !without.is_empty()) {
            return None;
        }
        let names = with.iter().map(|role| role.character.name.as_str());
        let (who, has) = list(names, "has", "have");
        let severity = if without.is_empty() {
            Severity::Error
        } else {
            Severity::Warning
        };
        let message = format!("self:play: {who} {has} a tree; use self:set and self:fire");
        Some((severity, message))
    }

    fn units(&mut self, keys: &[&str], word: Word) -> Vec<&Unit> {
        for key in keys {
            let company = self.company;
            self.units
                .entry(((*key).to_owned(), word))
                .or_insert_with(|| units(company, key, word));
        }
        let of = |key: &&str| self.units.get(&((*key).to_owned(), word));
        keys.iter().filter_map(of).flatten().collect()
    }

    fn by_unit(
        &mut self,
        mention: &Mention,
        name: &str,
        keys: &[&str],
        is_module: bool,
    ) -> Verdict {
        let is_whole = self.company.is_whole;
        let kind = kind(mention.word);
        let units = self.units(keys, mention.word);
        let (having, missing): (Vec<&Unit>, Vec<&Unit>) = units
            .into_iter()
            .partition(|unit| unit.names.contains(name));
        if missing.is_empty() || (is_module && !(having.is_empty() && is_whole)) {
            return None;
        }
        let method = method(mention);
        if having.is_empty() {
            let names: BTreeSet<&str> = missing
                .iter()
                .flat_map(|unit| unit.names.iter().map(String::as_str))
                .collect();
            let keys = KEYS.iter().copied().filter(|_| mention.word == Word::Input);
            let wrong = unknown(kind, name, names.into_iter().chain(keys));
            return Some((Severity::Error, format!("{method}: {wrong}")));
        }
        let message = partly(&method, kind, name, &missing, &having);
        Some((Severity::Warning, message))
    }

    fn actor(&mut self, mention: &Mention, name: &str, keys: &[&str], is_module: bool) -> Verdict {
        let all = self.everywhere;
        let is_whole = self.company.is_whole;
        if all.spawned.contains(name) || is_given(name) {
            return None;
        }
        let asks = mention.by == "find";
        let method = method(mention);
        let units = self.units(keys, Word::Actor);
        let (having, missing): (Vec<&Unit>, Vec<&Unit>) = units
            .into_iter()
            .partition(|unit| unit.names.contains(name));
        if missing.is_empty() {
            return None;
        }
        if !having.is_empty() {
            let is_fine = asks || is_module || all.spawns_anybody;
            let message = || partly(&method, "actor", name, &missing, &having);
            return (!is_fine).then(|| (Severity::Warning, message()));
        }
        // Who is in a scene that does not load is not known.
        if !is_whole {
            return None;
        }
        let names: BTreeSet<&str> = missing
            .iter()
            .flat_map(|unit| &unit.names)
            .chain(&all.spawned)
            .map(String::as_str)
            .collect();
        let severity = if asks || all.spawns_anybody {
            Severity::Warning
        } else {
            Severity::Error
        };
        let wrong = unknown("actor", name, names);
        Some((severity, format!("{method}: {wrong}")))
    }
}

/// True for a name as those get who are spawned without one: `SPAWNER.CHARACTER.N`.
fn is_given(name: &str) -> bool {
    let mut parts = name.rsplit('.');
    let number = parts.next().is_some_and(|n| n.parse::<u64>().is_ok());
    number && parts.count() >= 2
}

/// `self:play: rival has no clip "heavy", hero has`.
fn partly(method: &str, kind: &str, name: &str, missing: &[&Unit], having: &[&Unit]) -> String {
    let (without, lack) = list(missing.iter().map(|unit| unit.who.as_str()), "has", "have");
    let (with, have) = list(having.iter().map(|unit| unit.who.as_str()), "has", "have");
    format!("{method}: {without} {lack} no {kind} {name:?}, {with} {have}")
}

/// `a`, `a and b`, `a, b, c and 2 more`, with the verb that follows.
fn list<'a>(
    names: impl Iterator<Item = &'a str>,
    one: &'static str,
    several: &'static str,
) -> (String, &'static str) {
    let names: BTreeSet<&str> = names.collect();
    let names: Vec<&str> = names.into_iter().collect();
    let verb = if names.len() == 1 { one } else { several };
    let text = match names[..] {
        [] => String::new(),
        [one] => one.to_owned(),
        _ if names.len() > TOLD => {
            let more = names.len() - TOLD;
            format!("{} and {more} more", names[..TOLD].join(", "))
        }
        [ref first @ .., last] => format!("{} and {last}", first.join(", ")),
    };
    (text, verb)
}

fn kind(word: Word) -> &'static str {
    match word {
        Word::State => "state",
        Word::StateOrTag => "state or tag",
        Word::Clip => "clip",
        Word::ClipOrTrigger => "clip or trigger",
        Word::Param | Word::OtherParam => "parameter",
        Word::Trigger => "trigger",
        Word::Actor => "actor",
        Word::Message => "message",
        Word::Input => "key",
        Word::Character => "character",
        Word::Tag => "tag",
        Word::Box => "box",
    }
}

/// What gives a name, as a run's own errors call it.
fn method(mention: &Mention) -> String {
    let by = mention.by.as_str();
    let of = match (by, mention.word) {
        ("return", _) => return by.into(),
        (_, Word::OtherParam) => "view:",
        // One's own, or a view's.
        ("is", _) => ":",
        (_, Word::Input) => "input.",
        ("find" | "remove" | "nearest" | "actors" | "spawn", _) => "stage.",
        _ => "self:",
    };
    format!("{of}{by}")
}
