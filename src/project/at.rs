//! Values as they stand in a RON file: each with its place, read one level at a
//! time, so that everything wrong in a file is found at once. The shape of
//! records and the syntax are ron's business; what ron says is reworded in
//! `words`.
//!
//! A field is read as an [`At`]: the slice of the file it is written in
//! (`ron::value::RawValue`, borrowed). Its place follows from where the slice
//! begins in the file; its value is read from it when the kind is known.

use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;

use ron::Options;
use ron::extensions::Extensions;
use ron::value::RawValue;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};

use super::places::Places;
use super::words;
use crate::error::{LoadError, LoadErrors, Place, unknown};

/// The most that anything is counted to: frames, plays, columns.
pub(super) const COUNT_CAP: u64 = 1_000_000;
/// The most that is told of one file; each costs a search for the nearest names.
pub(super) const FAULT_CAP: usize = 100;

/// A value as written, not yet looked into.
#[derive(Clone, Copy, Debug)]
pub(super) struct At<'a>(&'a str);

impl<'a> At<'a> {
    /// A slice of the file's text that another reader than ron's found.
    pub fn slice(text: &'a str) -> At<'a> {
        At(text)
    }

    /// The value as written, without white space and comments around it.
    pub fn text(self) -> &'a str {
        self.0
    }

    /// So many values in parentheses, if that is what it is.
    pub fn group<const N: usize>(self) -> Option<[At<'a>; N]> {
        let group = options().from_str::<Group<'a, N>>(self.0);
        group.ok().map(|group| group.0)
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for At<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        <&'a RawValue>::deserialize(deserializer).map(|raw| At(raw.trim().get_ron()))
    }
}

/// The entries of a map in the order written, keys given twice included.
struct Pairs<'a>(Vec<(At<'a>, At<'a>)>);

impl<'de: 'a, 'a> Deserialize<'de> for Pairs<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries;
        impl<'de> Visitor<'de> for Entries {
            type Value = Pairs<'de>;
            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a map")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Pairs<'de>, A::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(Pairs(pairs))
            }
        }
        deserializer.deserialize_map(Entries)
    }
}

/// A named entry of a map.
#[derive(Clone, Debug)]
pub(super) struct Entry<'a> {
    pub name: String,
    /// The name's place.
    pub key: At<'a>,
    pub value: At<'a>,
}

/// Reads the values of one file and collects what is wrong.
pub(super) struct Reader<'a> {
    file: &'a str,
    source: &'a Arc<str>,
    places: Places,
    /// What is wrong so far, at most about [`FAULT_CAP`].
    pub errors: Vec<LoadError>,
}

impl<'a> Reader<'a> {
    pub fn new(file: &'a str, source: &'a Arc<str>) -> Reader<'a> {
        Reader {
            file,
            source,
            places: Places::of(source),
            errors: Vec::new(),
        }
    }

    /// The file, for errors.
    pub fn file(&self) -> &'a str {
        self.file
    }

    /// The value if nothing was wrong, else all that was.
    pub fn done<T>(mut self, value: Option<T>) -> Result<T, LoadErrors> {
        // From the top of the file down; what has no place, such as a damaged picture, last.
        self.errors
            .sort_by_key(|error| (error.place.is_none(), error.place));
        match value {
            Some(value) if self.errors.is_empty() => Ok(value),
            _ => Err(LoadErrors(self.errors)),
        }
    }

    /// Where a value begins in the file. Addresses are compared, never followed: a value is a slice of the file's text.
    fn byte_of(&self, at: At<'a>) -> usize {
        at.0.as_ptr() as usize - self.source.as_ptr() as usize
    }

    /// Where a value begins.
    pub fn place(&self, at: At<'a>) -> Place {
        self.places.place(self.source, self.byte_of(at))
    }

    /// True where so much is wrong that the rest need not be told.
    pub fn is_full(&self) -> bool {
        self.errors.len() >= FAULT_CAP
    }

    /// Something is wrong with this value.
    pub fn fault(&mut self, at: At<'a>, message: impl Into<String>) {
        if !self.is_full() {
            self.fault_at(self.place(at), message);
        }
    }

    /// Something is wrong at this place.
    pub fn fault_at(&mut self, place: Place, message: impl Into<String>) {
        if !self.is_full() {
            let error = LoadError::new(self.file, message).at(place, self.source);
            self.errors.push(error);
        }
    }

    /// The whole file as a record; the first shape error is told.
    pub fn root<T: Deserialize<'a>>(&mut self, name: &'static str) -> Option<(T, At<'a>)> {
        let start = words::skip_blank(self.source);
        let at = At(&self.source[start..]);
        if at.0.is_empty() {
            self.fault(at, format!("the file is empty; it should hold {name}(...)"));
            return None;
        }
        // The deserializer sees the whole file, so that ron's own attributes work where it wants them.
        self.record_of(At(self.source), name).map(|form| (form, at))
    }

    /// A value as a record with named fields.
    pub fn record<T: Deserialize<'a>>(&mut self, at: At<'a>, name: &'static str) -> Option<T> {
        self.record_of(at, name)
    }

    fn record_of<T: Deserialize<'a>>(&mut self, at: At<'a>, name: &'static str) -> Option<T> {
        match options().from_str(at.0) {
            Ok(form) => Some(form),
            Err(error) => {
                let base = self.byte_of(at);
                let fault = words::explain(at.0, name, &error);
                let place = self.places.place(self.source, base + fault.byte);
                self.errors
                    .push(LoadError::new(self.file, fault.message).at(place, self.source));
                None
            }
        }
    }

    /// A field that must be there.
    pub fn need(
        &mut self,
        field: &str,
        value: Option<At<'a>>,
        of: &str,
        record: At<'a>,
    ) -> Option<At<'a>> {
        if value.is_none() {
            self.fault(record, format!("this {of} has no `{field}`"));
        }
        value
    }

    /// A value that is not what its field should be.
    pub fn wrong<T>(&mut self, at: At<'a>, field: &str, expected: &str) -> Option<T> {
        let found = words::found(at.0);
        self.fault(at, format!("`{field}` should be {expected}, not {found}"));
        None
    }

    /// A text.
    pub fn string(&mut self, field: &str, at: At<'a>) -> Option<String> {
        match options().from_str(at.0) {
            Ok(text) => Some(text),
            Err(_) => self.wrong(at, field, "a text in \"quotes\""),
        }
    }

    /// A finite number within a range.
    pub fn number(&mut self, field: &str, at: At<'a>, range: RangeInclusive<f64>) -> Option<f64> {
        match options().from_str::<f64>(at.0) {
            Ok(number) if range.contains(&number) => Some(number),
            Ok(number) if number.is_finite() => self.wrong(at, field, &number_words(&range)),
            Ok(_) => self.wrong(at, field, "a finite number"),
            Err(_) => self.wrong(at, field, "a number"),
        }
    }

    /// A whole number within a range.
    pub fn whole(&mut self, field: &str, at: At<'a>, range: RangeInclusive<u64>) -> Option<u64> {
        match options().from_str::<u64>(at.0) {
            Ok(number) if range.contains(&number) => Some(number),
            _ => {
                let (low, high) = (range.start(), range.end());
                let expected = match *high {
                    // A bound that nobody means to reach says nothing.
                    COUNT_CAP | u64::MAX => format!("a whole number from {low}"),
                    _ => format!("a whole number, {low} to {high}"),
                };
                self.wrong(at, field, &expected)
            }
        }
    }

    /// `true` or `false`.
    pub fn flag(&mut self, field: &str, at: At<'a>) -> Option<bool> {
        match options().from_str(at.0) {
            Ok(flag) => Some(flag),
            Err(_) => self.wrong(at, field, "true or false"),
        }
    }

    /// One of some words; `kind` is what they are.
    pub fn choice<T: Copy>(
        &mut self,
        field: &str,
        kind: &str,
        at: At<'a>,
        choices: &[(&str, T)],
    ) -> Option<T> {
        if let Some((_, value)) = choices.iter().find(|(word, _)| *word == at.0) {
            return Some(*value);
        }
        if words::word(at.0) == Some(at.0) {
            self.fault(
                at,
                unknown(kind, at.0, choices.iter().map(|(word, _)| *word)),
            );
            return None;
        }
        let list: Vec<&str> = choices.iter().map(|(word, _)| *word).collect();
        self.wrong(at, field, &format!("one of the words {}", list.join(", ")))
    }

    /// So many values in parentheses; `shape` is how they are written.
    pub fn group<const N: usize>(
        &mut self,
        field: &str,
        at: At<'a>,
        shape: &str,
    ) -> Option<[At<'a>; N]> {
        at.group().or_else(|| self.wrong(at, field, shape))
    }

    /// Two numbers `(x, y)`.
    pub fn pair(
        &mut self,
        field: &str,
        at: At<'a>,
        range: RangeInclusive<f64>,
    ) -> Option<(f64, f64)> {
        let [x, y] = self.group(field, at, "two numbers (x, y)")?;
        let x = self.number(field, x, range.clone());
        let y = self.number(field, y, range);
        Some((x?, y?))
    }

    /// True for a list or map of at most so many entries; more is told before any of them is read, for each costs.
    pub fn is_short(
        &mut self,
        at: At<'a>,
        most: usize,
        message: impl FnOnce(usize) -> String,
    ) -> bool {
        let count = words::entries(at.0);
        if count > most {
            self.fault(at, message(count));
        }
        count <= most
    }

    /// A list.
    pub fn list(&mut self, field: &str, at: At<'a>) -> Option<Vec<At<'a>>> {
        match options().from_str(at.0) {
            Ok(list) => Some(list),
            Err(_) => self.wrong(at, field, "a list [..]"),
        }
    }

    /// A map of named values in the order written; what is named twice is told, the first stays.
    pub fn map(&mut self, field: &str, at: At<'a>) -> Option<Vec<Entry<'a>>> {
        let Ok(Pairs(pairs)) = options().from_str(at.0) else {
            return self.wrong(at, field, "a map { \"name\": .. }");
        };
        let mut entries: Vec<Entry<'a>> = Vec::new();
        let mut lines = std::collections::BTreeMap::new();
        for (key, value) in pairs {
            let Ok(name) = options().from_str::<String>(key.0) else {
                self.fault(
                    key,
                    format!(
                        "a name in `{field}` stands in \"quotes\", not {}",
                        words::found(key.0)
                    ),
                );
                continue;
            };
            if let Some(fault) = name_fault(&name) {
                self.fault(key, format!("a name in `{field}` {fault}"));
                continue;
            }
            let line = self.place(key).line;
            if let Some(first) = lines.get(&name) {
                self.fault(
                    key,
                    format!("{name:?} stands in `{field}` twice (first in line {first})"),
                );
                continue;
            }
            lines.insert(name.clone(), line);
            entries.push(Entry { name, key, value });
        }
        Some(entries)
    }

    /// A map of values by frame in the order written, each with its frame's place; what stands for a frame twice is told,
    /// the first stays.
    pub fn frames(&mut self, field: &str, at: At<'a>) -> Option<Vec<(usize, At<'a>, At<'a>)>> {
        let Ok(Pairs(pairs)) = options().from_str(at.0) else {
            return self.wrong(at, field, "a map { frame: .. }");
        };
        let mut frames = Vec::new();
        let mut seen = std::collections::BTreeSet::new();
        for (key, value) in pairs {
            let Some(frame) = self.whole(field, key, 1..=COUNT_CAP) else {
                continue;
            };
            if seen.insert(frame) {
                frames.push((frame as usize, key, value));
            } else {
                self.fault(key, format!("frame {frame} stands here twice"));
            }
        }
        Some(frames)
    }

    /// A list of names.
    pub fn names(&mut self, field: &str, at: At<'a>) -> Option<Vec<(String, At<'a>)>> {
        let mut names = Vec::new();
        for at in self.list(field, at)? {
            if let Some(name) = self.name(field, at) {
                names.push((name, at));
            }
        }
        Some(names)
    }

    /// A text that may be a name.
    pub fn name(&mut self, field: &str, at: At<'a>) -> Option<String> {
        let name = self.string(field, at)?;
        if let Some(fault) = name_fault(&name) {
            self.fault(at, format!("`{field}` {fault}"));
            return None;
        }
        Some(name)
    }
}

/// What keeps a text from being a name.
pub(super) fn name_fault(name: &str) -> Option<&'static str> {
    const LONGEST: usize = 64;
    if name.is_empty() {
        Some("is empty")
    } else if name.chars().any(char::is_control) {
        Some("holds control characters")
    } else if name.chars().count() > LONGEST {
        Some("is too long: a name has at most 64 characters")
    } else {
        None
    }
}

fn number_words(range: &RangeInclusive<f64>) -> String {
    match (*range.start(), *range.end()) {
        (f64::MIN, f64::MAX) => "a number".into(),
        (low, f64::MAX) => format!("a number from {low}"),
        (f64::MIN_POSITIVE, high) => format!("a number more than 0, at most {high}"),
        (low, high) => format!("a number, {low} to {high}"),
    }
}

/// Values in parentheses.
struct Group<'a, const N: usize>([At<'a>; N]);

impl<'de: 'a, 'a, const N: usize> Deserialize<'de> for Group<'a, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Values<const N: usize>;
        impl<'de, const N: usize> Visitor<'de> for Values<N> {
            type Value = Group<'de, N>;
            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                write!(f, "{N} values")
            }
            fn visit_seq<A: serde::de::SeqAccess<'de>>(
                self,
                mut seq: A,
            ) -> Result<Self::Value, A::Error> {
                let mut values = Vec::with_capacity(N);
                while values.len() < N
                    && let Some(value) = seq.next_element()?
                {
                    values.push(value);
                }
                let count = values.len();
                let values = values
                    .try_into()
                    .map_err(|_| serde::de::Error::invalid_length(count, &self))?;
                Ok(Group(values))
            }
        }
        deserializer.deserialize_tuple(N, Values::<N>)
    }
}

/// How all files are read.
pub(super) fn options() -> Options {
    Options::default().with_default_extension(Extensions::IMPLICIT_SOME)
}
