//! What the scripts of a project say by name: of each behaviour, its own files and the
//! modules they lead to.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::company::{Behaviour, Company};
use super::finding::Findings;
use super::{Mention, Mentions, Script, Word, mentions};
use crate::project::FileSet;
use crate::script::syntax_fault;
use crate::stage::Limits;

/// One file and what it says.
#[derive(Clone)]
pub(super) struct Source {
    pub path: String,
    pub mentions: Rc<Mentions>,
}

/// All that one behaviour's files say.
#[derive(Default)]
pub(super) struct Said {
    /// Its own files.
    pub own: Vec<Source>,
    /// What they require, and what that requires.
    pub modules: Vec<Source>,
    /// Every file could be read, so that what is not said is not there.
    pub is_whole: bool,
}

impl Said {
    /// Every mention in its files.
    pub fn all(&self) -> impl Iterator<Item = &Mention> {
        let sources = self.own.iter().chain(&self.modules);
        sources.flat_map(|source| &source.mentions.all)
    }

    /// True where something gives that name to one of these functions, or one that cannot be told from the source.
    pub fn says(&self, word: Word, by: &str, name: &str) -> bool {
        let mut mentions = self.all().filter(|m| m.word == word && m.by == by);
        mentions.any(|m| m.name.as_deref().is_none_or(|said| said == name))
    }

    /// True where one of these functions is given what cannot be told from the source.
    pub fn is_computed(&self, word: Word) -> bool {
        self.all().any(|m| m.word == word && m.name.is_none())
    }
}

/// Reads the scripts of all behaviours, by key.
pub(super) fn read(
    files: &FileSet,
    limits: &Limits,
    company: &Company,
    findings: &mut Findings,
) -> BTreeMap<String, Said> {
    let mut reader = Reader {
        files,
        limits,
        findings,
        known: BTreeMap::new(),
    };
    let behaviours = company.behaviours.iter();
    behaviours
        .map(|(key, behaviour)| (key.clone(), reader.behaviour(behaviour)))
        .collect()
}

struct Reader<'a, 'f> {
    files: &'a FileSet,
    limits: &'a Limits,
    findings: &'a mut Findings<'f>,
    /// By path and by what the file is; `None` where it cannot be read.
    known: BTreeMap<(String, String), Option<Rc<Mentions>>>,
}

impl Reader<'_, '_> {
    fn behaviour(&mut self, behaviour: &Behaviour) -> Said {
        let mut said = Said {
            is_whole: behaviour.is_whole,
            ..Said::default()
        };
        let Some(sources) = &behaviour.sources else {
            return said;
        };
        let main = (sources.main(), Script::Behaviour);
        let states = sources.states().iter();
        let states = states.map(|(state, path)| (path.as_str(), Script::State(state)));
        let mut seen = BTreeSet::new();
        let mut waiting = Vec::new();
        for (path, script) in [main].into_iter().chain(states) {
            seen.insert(path.to_owned());
            match self.file(path, script) {
                Some(source) => {
                    waiting.push(source.clone());
                    said.own.push(source);
                }
                None => said.is_whole = false,
            }
        }
        // What it requires by a name that it computes is known only from its loading.
        let read = behaviour.read.iter().cloned();
        let mut modules: Vec<String> = read.filter(|path| !seen.contains(path)).collect();
        loop {
            for source in waiting.drain(..) {
                for name in &source.mentions.requires {
                    match sources.resolve(&source.path, name) {
                        Ok(path) => modules.push(path),
                        Err(message) => self.unresolved(behaviour, &source.path, message),
                    }
                }
            }
            modules.retain(|path| seen.insert(path.clone()));
            if modules.is_empty() {
                return said;
            }
            for path in modules.drain(..) {
                match self.file(&path, Script::Module) {
                    Some(source) => {
                        waiting.push(source.clone());
                        said.modules.push(source);
                    }
                    None => said.is_whole = false,
                }
            }
        }
    }

    /// A behaviour that loads has not come by here yet, or has caught the error.
    fn unresolved(&mut self, behaviour: &Behaviour, path: &str, message: String) {
        if behaviour.def.is_some() {
            self.findings.warn(path, None, message);
        }
    }

    fn file(&mut self, path: &str, script: Script) -> Option<Source> {
        let key = (path.to_owned(), format!("{script:?}"));
        let mentions = if let Some(known) = self.known.get(&key) {
            known.clone()
        } else {
            let read = self.read(path, script);
            self.known.insert(key, read.clone());
            read
        }?;
        Some(Source {
            path: path.to_owned(),
            mentions,
        })
    }

    fn read(&mut self, path: &str, script: Script) -> Option<Rc<Mentions>> {
        // Only what Luau takes is parsed; what it does not take has been told.
        if syntax_fault(self.files, path, self.limits).is_some() {
            return None;
        }
        match mentions(&self.files.text(path).ok()?, script) {
            Ok(mentions) => Some(Rc::new(mentions)),
            Err(reason) => {
                let message = format!("the names in this script are not checked: {reason}");
                self.findings.warn(path, None, message);
                None
            }
        }
    }
}
