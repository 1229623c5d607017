//! What the files' readers share: the files, the pictures, and the names of the
//! definitions there are.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::FileSet;
use super::at::{At, Entry, Reader};
use super::names::find_picture;
use super::pictures::{PageSize, Pictures};
use crate::draw::{PageId, Pages};
use crate::error::{LoadError, unknown};
use crate::stage::KEYS;

/// One load of all definitions.
pub(super) struct Context<'a> {
    pub files: &'a FileSet,
    pub pages: &'a Pages,
    pub pictures: &'a mut Pictures,
    pub repaint: Vec<(PageId, u32, u32, Arc<Vec<u8>>)>,
    /// Name -> file.
    pub characters: BTreeMap<&'a str, &'a str>,
}

impl Context<'_> {
    /// The page of a picture named in a file; what is wrong with the name is told there, what is wrong with the picture
    /// as the picture's own fault.
    pub fn picture<'a>(&mut self, reader: &mut Reader<'a>, at: At<'a>) -> Option<PageSize> {
        let name = reader.string("image", at)?;
        self.picture_named(reader, at, &name)
    }

    /// As [`picture`](Context::picture), the name already read.
    pub fn picture_named<'a>(
        &mut self,
        reader: &mut Reader<'a>,
        at: At<'a>,
        name: &str,
    ) -> Option<PageSize> {
        let path = match find_picture(self.files, reader.file(), name) {
            Ok(path) => path,
            Err(message) => {
                reader.fault(at, message);
                return None;
            }
        };
        match self
            .pictures
            .page(&path, self.files, self.pages, &mut self.repaint)
        {
            Ok(page) => Some(page),
            Err(message) => {
                let error = LoadError::new(path, message);
                // A picture may be named many times: it is one fault.
                if !reader.errors.contains(&error) {
                    reader.errors.push(error);
                }
                None
            }
        }
    }
}

/// Key bindings `{ "name": ["key", ...] }`.
pub(super) fn bindings<'a>(
    reader: &mut Reader<'a>,
    at: Option<At<'a>>,
) -> BTreeMap<String, Vec<String>> {
    let mut bindings = BTreeMap::new();
    for Entry { name, value, .. } in at.and_then(|at| reader.map("keys", at)).unwrap_or_default() {
        let mut keys = Vec::new();
        for (key, at) in reader.names("keys", value).unwrap_or_default() {
            if !KEYS.contains(&key.as_str()) {
                reader.fault(at, unknown("key", &key, KEYS.iter().copied()));
            } else if !keys.contains(&key) {
                keys.push(key);
            }
        }
        bindings.insert(name, keys);
    }
    bindings
}

/// Tags of one character or actor.
const TAG_CAP: usize = 256;

/// A list of tags; one given twice counts once.
pub(super) fn tags<'a>(reader: &mut Reader<'a>, at: Option<At<'a>>) -> Vec<String> {
    let named = at.and_then(|at| {
        let is_short = reader.is_short(at, TAG_CAP, |n| format!("{n} tags, at most {TAG_CAP}"));
        is_short.then(|| reader.names("tags", at))?
    });
    let mut tags: Vec<_> = named
        .unwrap_or_default()
        .into_iter()
        .map(|(tag, _)| tag)
        .collect();
    let mut seen = BTreeSet::new();
    tags.retain(|tag| seen.insert(tag.clone()));
    tags
}
