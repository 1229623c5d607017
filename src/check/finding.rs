//! What a check finds, and the list that it grows in: sorted, each thing once.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::error::{LoadError, Place, Severity};
use crate::project::FileSet;

/// Something wrong in a project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// How bad it is.
    pub severity: Severity,
    /// Where it is, and what.
    pub error: LoadError,
}

/// What makes two findings the same: file, place, message.
type Key = (String, Option<Place>, String);

/// The findings so far.
pub(super) struct Findings<'a> {
    files: &'a FileSet,
    found: BTreeMap<Key, (Severity, Option<Arc<str>>)>,
}

impl<'a> Findings<'a> {
    pub fn new(files: &'a FileSet) -> Findings<'a> {
        Findings {
            files,
            found: BTreeMap::new(),
        }
    }

    /// Adds one that its finder made; of two that say the same the worse stays.
    pub fn add(&mut self, severity: Severity, error: LoadError) {
        let source = match (error.place, error.source) {
            (Some(_), None) => self.files.text(&error.file).ok(),
            (_, source) => source,
        };
        let key = (error.file, error.place, error.message);
        let known = self.found.entry(key).or_insert((severity, source));
        known.0 = known.0.min(severity);
    }

    pub fn errors(&mut self, errors: impl IntoIterator<Item = LoadError>) {
        for error in errors {
            self.add(Severity::Error, error);
        }
    }

    /// Adds one at a place of a file; line 0: nowhere in it.
    pub fn at(&mut self, severity: Severity, file: &str, place: Option<Place>, message: String) {
        let mut error = LoadError::new(file, message);
        error.place = place.filter(|place| place.line > 0);
        self.add(severity, error);
    }

    pub fn warn(&mut self, file: &str, place: Option<Place>, message: String) {
        self.at(Severity::Warning, file, place, message);
    }

    /// The messages of the errors found so far in one line of a file.
    pub fn in_line<'f>(&'f self, file: &'f str, line: u32) -> impl Iterator<Item = &'f str> {
        let of_file = self.found.range((file.to_owned(), None, String::new())..);
        of_file
            .take_while(move |((other, ..), _)| other == file)
            .filter(move |((_, place, _), (severity, _))| {
                *severity == Severity::Error && place.is_some_and(|place| place.line == line)
            })
            .map(|((_, _, message), _)| message.as_str())
    }

    /// All of them by file, place and message.
    pub fn done(self) -> Vec<Finding> {
        let found = self.found.into_iter();
        found
            .map(|((file, place, message), (severity, source))| Finding {
                severity,
                error: LoadError {
                    file,
                    place,
                    message,
                    source,
                },
            })
            .collect()
    }
}
