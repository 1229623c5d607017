//! The blocks of a `.tree.ron` as they come together: named ones, those that stand where
//! they are used, and what `Use` leads to. What a record of each kind holds is `records`.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use super::records;
use crate::error::unknown;
use crate::project::at::{At, Entry, Reader};
use crate::project::scene::FAR;
use crate::project::tree_file::doc::{
    Added, BlockDoc, FADE, MOST, Named, ParamDoc, Timing, Value, circles, index_fault, round,
};
use crate::project::words;
use crate::time::Time;

/// The kinds of block, as written.
const KINDS: [&str; 9] = [
    "Clip",
    "Animation",
    "Blend",
    "Sum",
    "Transition",
    "Trigger",
    "Direction8Sides",
    "LookAt",
    "Use",
];

/// A block on its way into the list.
enum Slot {
    /// Not read yet, or at fault.
    Empty,
    /// A named block that is another.
    Alias(usize),
    Block(Box<BlockDoc>),
}

/// The blocks read so far: those with names first, in the order written, then the others.
pub(super) struct Graph<'r, 'a> {
    pub reader: &'r mut Reader<'a>,
    names: BTreeMap<String, usize>,
    slots: Vec<Slot>,
    /// The parameters' names.
    params: BTreeSet<String>,
    is_full: bool,
}

impl<'r, 'a> Graph<'r, 'a> {
    pub fn new(
        reader: &'r mut Reader<'a>,
        entries: &[Entry<'a>],
        params: &[ParamDoc],
    ) -> Graph<'r, 'a> {
        let named = entries.iter().enumerate();
        Graph {
            names: named.map(|(i, entry)| (entry.name.clone(), i)).collect(),
            slots: entries.iter().map(|_| Slot::Empty).collect(),
            params: params.iter().map(|param| param.name.clone()).collect(),
            is_full: false,
            reader,
        }
    }

    /// The block in a field; its number.
    pub fn block(&mut self, field: &str, at: At<'a>, path: &str) -> Option<usize> {
        let text = at.text();
        let kind = words::word(text).filter(|word| text.len() > word.len());
        match kind {
            Some("Use") => self.used(at),
            Some("Masked") => {
                self.reader.fault(
                    at,
                    "Masked(...) stands only among the `inputs` of a Sum, and holds a block itself",
                );
                None
            }
            Some(kind) if KINDS.contains(&kind) => {
                if self.slots.len() >= MOST {
                    self.too_many(at);
                    return None;
                }
                // Its number is taken before its inputs take theirs.
                let number = self.slots.len();
                self.slots.push(Slot::Empty);
                let kind = self.kind(kind, at, path)?;
                self.slots[number] = Slot::Block(Box::new(BlockDoc {
                    kind,
                    key: path.to_owned(),
                    name: None,
                    uin: None,
                    place: self.reader.place(at),
                }));
                Some(number)
            }
            Some(kind) => {
                self.reader.fault(at, unknown("block", kind, KINDS));
                None
            }
            None => {
                let message = self.no_block(field, at);
                self.reader.fault(at, message);
                None
            }
        }
    }

    /// What to say of a value where a block should be.
    fn no_block(&self, field: &str, at: At<'a>) -> String {
        let found = words::found(at.text());
        let name = at.text().trim_matches('"');
        let hint = if self.names.contains_key(name) {
            format!("; the block of that name is placed with Use({name:?})")
        } else if self.params.contains(name) {
            "; that is a parameter, and a parameter plays nothing".to_owned()
        } else {
            String::new()
        };
        format!("`{field}` should be a block such as Clip(\"idle\"), not {found}{hint}")
    }

    fn used(&mut self, at: At<'a>) -> Option<usize> {
        let records::Use(name_at) = self.reader.record(at, "Use")?;
        let name = self.reader.string("Use", name_at)?;
        let number = self.names.get(&name).copied();
        if number.is_none() && !self.reader.is_full() {
            let names = self.names.keys().map(String::as_str);
            self.reader.fault(name_at, unknown("block", &name, names));
        }
        number
    }

    pub fn named(&mut self, number: usize, entry: &Entry<'a>) {
        let (at, text) = (entry.value, entry.value.text());
        let kind = words::word(text).filter(|word| text.len() > word.len());
        match kind {
            Some("Use") => {
                if let Some(other) = self.used(at) {
                    self.slots[number] = Slot::Alias(other);
                }
            }
            Some(kind) if KINDS.contains(&kind) => {
                if let Some(kind) = self.kind(kind, at, &entry.name) {
                    self.slots[number] = Slot::Block(Box::new(BlockDoc {
                        kind,
                        key: entry.name.clone(),
                        name: Some(entry.name.clone()),
                        uin: None,
                        place: self.reader.place(entry.key),
                    }));
                }
            }
            // It is no block: the same is said as anywhere.
            _ => _ = self.block("blocks", at, &entry.name),
        }
    }

    pub fn too_many(&mut self, at: At<'a>) {
        if !self.is_full {
            self.is_full = true;
            self.reader
                .fault(at, format!("a tree has at most {MOST} blocks"));
        }
    }

    /// A number, or a parameter's name in quotes.
    pub fn value(&mut self, field: &str, at: At<'a>, range: RangeInclusive<f64>) -> Option<Value> {
        match at.text().chars().next() {
            Some('"') => {
                let name = self.reader.string(field, at)?;
                if !self.params.contains(&name) && !self.reader.is_full() {
                    let names = self.params.iter().map(String::as_str);
                    let message = unknown("parameter", &name, names);
                    self.reader.fault(at, message);
                    return None;
                }
                Some(Value::Param(name))
            }
            Some('0'..='9' | '+' | '-' | '.') => {
                let number = self.reader.number(field, at, range)?;
                Some(Value::Number(number))
            }
            _ => {
                let found = words::found(at.text());
                // `inf` and `NaN` are numbers to ron.
                let expected = match at.text() {
                    "inf" | "NaN" => "a finite number",
                    _ => "a number or a parameter's name in \"quotes\"",
                };
                self.reader
                    .fault(at, format!("`{field}` should be {expected}, not {found}"));
                None
            }
        }
    }

    pub fn or(
        &mut self,
        field: &str,
        at: Option<At<'a>>,
        range: RangeInclusive<f64>,
        default: f64,
    ) -> Option<Value> {
        match at {
            Some(at) => self.value(field, at, range),
            None => Some(Value::Number(default)),
        }
    }

    pub fn time(&mut self, at: Option<At<'a>>) -> Option<Value> {
        self.or("time", at, 0.0..=Time::LONGEST.seconds(), FADE)
    }

    pub fn timing(&mut self, carry: Option<At<'a>>, sync: Option<At<'a>>) -> Option<Timing> {
        let mut flag = |field, at: Option<At<'a>>| match at {
            Some(at) => self.reader.flag(field, at),
            None => Some(false),
        };
        let (carry, sync) = (flag("carry", carry), flag("sync", sync));
        Some(Timing {
            carry: carry?,
            sync: sync?,
        })
    }

    /// The items of `inputs`, at least one.
    pub fn inputs(
        &mut self,
        kind: &str,
        inputs: Option<At<'a>>,
        block: At<'a>,
    ) -> Option<Vec<At<'a>>> {
        let at = self.reader.need("inputs", inputs, kind, block)?;
        let list = self.reader.list("inputs", at)?;
        if list.is_empty() {
            self.reader
                .fault(at, format!("this {kind} needs at least one input"));
            return None;
        }
        Some(list)
    }

    /// Blocks in a list.
    pub fn list(
        &mut self,
        kind: &str,
        inputs: Option<At<'a>>,
        at: At<'a>,
        path: &str,
    ) -> Option<Vec<usize>> {
        let list = self.inputs(kind, inputs, at)?;
        let read: Vec<Option<usize>> = list
            .into_iter()
            .enumerate()
            .map(|(i, at)| self.block("inputs", at, &format!("{path}.inputs[{i}]")))
            .collect();
        read.into_iter().collect()
    }

    /// Blocks in fields of their own, at least one; the whole is `None` where one is at fault.
    pub fn slots<const N: usize>(
        &mut self,
        fields: [(&'static str, Option<At<'a>>); N],
        (kind, slot): (&str, &str),
        at: At<'a>,
        path: &str,
    ) -> Option<[Option<usize>; N]> {
        if fields.iter().all(|(_, at)| at.is_none()) {
            let first = fields[0].0;
            let message = format!("this {kind} needs at least one {slot}, such as `{first}`");
            self.reader.fault(at, message);
            return None;
        }
        let mut is_whole = true;
        let read = fields.map(|(field, at)| {
            let at = at?;
            let number = self.block(field, at, &format!("{path}.{field}"));
            is_whole &= number.is_some();
            number
        });
        is_whole.then_some(read)
    }

    pub fn added(&mut self, at: At<'a>, path: &str) -> Option<Added> {
        if words::word(at.text()) != Some("Masked") {
            let block = self.block("inputs", at, path)?;
            return Some(Added { block, parts: None });
        }
        let form = self.reader.record::<records::Masked>(at, "Masked")?;
        let block = self.reader.need("block", form.block, "Masked", at);
        let block = block.and_then(|at| self.block("block", at, path));
        let parts = self.reader.need("parts", form.parts, "Masked", at);
        let parts = parts.and_then(|at| {
            let names = self.reader.names("parts", at)?;
            if names.is_empty() {
                self.reader
                    .fault(at, "`parts` names at least one part, or leave Masked out");
            }
            Some(names)
        });
        let named = |(name, at)| Named {
            name,
            place: self.reader.place(at),
        };
        let parts = Some(parts?.into_iter().map(named).collect());
        Some(Added {
            block: block?,
            parts,
        })
    }

    pub fn index(&mut self, at: Option<At<'a>>, record: At<'a>, inputs: usize) -> Option<Value> {
        let at = self.reader.need("index", at, "Transition", record)?;
        let index = self.value("index", at, -FAR..=FAR)?;
        if let Some(fault) = index_fault(&index, inputs) {
            self.reader.fault(at, format!("`index` {fault}"));
            return None;
        }
        Some(index)
    }

    /// Tells the blocks that feed themselves.
    pub fn circles(&mut self, entries: &[Entry<'a>]) {
        let inputs: Vec<Vec<usize>> = self
            .slots
            .iter()
            .map(|slot| match slot {
                Slot::Empty => Vec::new(),
                Slot::Alias(other) => vec![*other],
                Slot::Block(block) => block.kind.inputs(),
            })
            .collect();
        for circle in circles(&inputs) {
            // Every way round leads through a name: only `Use` leads back.
            let names: Vec<&Entry> = circle.iter().filter_map(|at| entries.get(*at)).collect();
            let Some(first) = names.first() else { continue };
            let way: Vec<String> = names.iter().map(|entry| entry.name.clone()).collect();
            let message = format!("block {:?} feeds itself: {}", first.name, round(&way));
            self.reader.fault(first.key, message);
        }
    }

    /// Tells the names that are also the path of a block without a name.
    pub fn double_keys(&mut self, entries: &[Entry<'a>]) {
        let nameless = self.slots.iter().skip(entries.len());
        let paths: BTreeSet<&str> = nameless
            .filter_map(|slot| match slot {
                Slot::Block(block) => Some(block.key.as_str()),
                _ => None,
            })
            .collect();
        let double: Vec<&Entry> = entries
            .iter()
            .filter(|entry| paths.contains(entry.name.as_str()))
            .collect();
        for entry in double {
            let message = format!(
                "{:?} is what another block is known by, the one that stands there: choose another name",
                entry.name
            );
            self.reader.fault(entry.key, message);
        }
    }

    /// The list of blocks and the output's number in it, if all was well.
    pub fn blocks(self, output: usize) -> Option<(Vec<BlockDoc>, usize)> {
        if !self.reader.errors.is_empty() {
            return None;
        }
        // Aliases are followed to their ends; there are no circles.
        let end_of = |mut at: usize| {
            while let Some(Slot::Alias(other)) = self.slots.get(at) {
                at = *other;
            }
            at
        };
        let ends: Vec<usize> = (0..self.slots.len()).map(end_of).collect();
        let mut count = 0;
        let numbers: Vec<usize> = self
            .slots
            .iter()
            .map(|slot| {
                let number = count;
                count += usize::from(matches!(slot, Slot::Block(_)));
                number
            })
            .collect();
        let number = |at: usize| Some(*numbers.get(*ends.get(at)?)?);
        let output = number(output)?;
        let mut blocks = Vec::with_capacity(count);
        for slot in self.slots {
            if let Slot::Block(mut block) = slot {
                for input in block.kind.inputs_mut() {
                    *input = number(*input)?;
                }
                blocks.push(*block);
            }
        }
        Some((blocks, output))
    }
}
