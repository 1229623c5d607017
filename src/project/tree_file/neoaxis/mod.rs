//! NAME.animationTree: the text form of `NeoAxis` SDK 3. Blocks lead to each other by number
//! (`uin`), values come from a constant or from a Parameter (`...Source`). How the text is
//! cut is `text`; the types and their fields are
//! `types`, what they become is `block`.

mod block;
mod text;
mod types;

use std::collections::BTreeMap;

use super::doc::{BlockDoc, Kind, MOST, ParamDoc, TreeDoc, circles, round};
use crate::error::{Place, nearest, unknown};
use crate::project::at::{At, Reader};
use crate::project::scene::FAR;
use crate::project::words;
use block::Block;
use text::{Raw, RawField, RawValue};
use types::{Slot, Type};

/// Reads a file.
pub(super) fn read<'a>(reader: &mut Reader<'a>, source: &'a str) -> Option<TreeDoc> {
    let raw = text::cut(reader, source)?;
    if let Some(over) = raw.get(2 * MOST) {
        let message = format!("a tree has at most {MOST} blocks and {MOST} parameters");
        reader.fault(over.kind, message);
        return None;
    }
    let mut file = File {
        forms: Vec::with_capacity(raw.len()),
        uins: BTreeMap::new(),
        params: BTreeMap::new(),
        reader,
    };
    for block in raw {
        file.head(block);
    }
    file.read()
}

/// A block whose type and number are known.
struct Form<'a> {
    kind: Option<Type>,
    uin: Option<u64>,
    raw: Raw<'a>,
    /// The parameter's name, of a Parameter that has one.
    name: Option<String>,
    /// A field of it is unknown: it may be the one that is missing.
    is_misspelt: bool,
}

impl Form<'_> {
    /// The block in a sentence.
    fn label(&self) -> String {
        let kind = self.raw.kind.text();
        match self.uin {
            Some(uin) => format!("{kind} (uin {uin})"),
            None => kind.to_owned(),
        }
    }
}

/// A file on its way.
struct File<'r, 'a> {
    reader: &'r mut Reader<'a>,
    forms: Vec<Form<'a>>,
    /// uin -> place in `forms`.
    uins: BTreeMap<u64, usize>,
    /// Name -> value and line.
    params: BTreeMap<String, (f64, u32)>,
}

impl<'a> File<'_, 'a> {
    fn fault(&mut self, form: usize, at: At<'a>, message: &str) {
        let label = self.forms[form].label();
        self.reader.fault(at, format!("{label}: {message}"));
    }

    /// A block's type, its number, and that all its fields are known and given once.
    fn head(&mut self, raw: Raw<'a>) {
        let number = self.forms.len();
        let kind = Type::named(raw.kind.text());
        let is_uin = |field: &&RawField| field.name.text() == "uin";
        let given = raw.fields.iter().find(is_uin).cloned();
        let uin = given.as_ref().and_then(|field| uin_of(field));
        let known: Vec<RawField> = raw.fields.clone();
        self.forms.push(Form {
            kind,
            uin,
            raw,
            name: None,
            is_misspelt: false,
        });
        let at = self.forms[number].raw.kind;
        let Some(kind) = kind else {
            if !self.reader.is_full() {
                let message = unknown("block type", at.text(), types::NAMES);
                let message = match uin {
                    Some(uin) => format!("{message} (uin {uin})"),
                    None => message,
                };
                self.reader.fault(at, message);
            }
            self.number(number, uin, given.as_ref());
            return;
        };
        if uin.is_none() {
            match &given {
                Some(field) => {
                    let found = words::found(field.at.text());
                    let message = format!("`uin` should be a whole number from 0, not {found}");
                    self.fault(number, field.at, &message);
                }
                // Nothing leads to the output.
                None if kind == Type::Output => {}
                None => self.fault(number, at, "it has no `uin`, so nothing can lead to it"),
            }
        }
        self.number(number, uin, given.as_ref());
        self.check_fields(number, kind, &known);
    }

    fn number(&mut self, number: usize, uin: Option<u64>, field: Option<&RawField<'a>>) {
        let (Some(uin), Some(field)) = (uin, field) else {
            return;
        };
        if let Some(first) = self.uins.get(&uin) {
            let first = self.forms[*first].raw.kind;
            let line = self.reader.place(first).line;
            let message = format!(
                "the uin {uin} is given twice: the {} in line {line} has it too",
                first.text()
            );
            self.fault(number, field.at, &message);
        } else {
            self.uins.insert(uin, number);
        }
    }

    fn check_fields(&mut self, number: usize, kind: Type, fields: &[RawField<'a>]) {
        let mut seen: BTreeMap<String, At<'a>> = BTreeMap::new();
        for field in fields {
            let Some(meant) = kind.meaning(field.name.text()) else {
                self.forms[number].is_misspelt = true;
                if !self.reader.is_full() {
                    let message = unknown("field", field.name.text(), kind.spellings());
                    self.fault(number, field.name, &message);
                }
                continue;
            };
            if let Some(first) = seen.get(&meant) {
                let (line, first) = (self.reader.place(*first).line, first.text());
                let message = if first == field.name.text() {
                    format!("`{first}` is given twice (first in line {line})")
                } else {
                    format!(
                        "`{}` and `{first}` (line {line}) are the same field: give only one",
                        field.name.text()
                    )
                };
                self.fault(number, field.name, &message);
            } else {
                seen.insert(meant, field.name);
            }
        }
    }

    /// The whole, once every block's head is known.
    fn read(mut self) -> Option<TreeDoc> {
        for number in 0..self.forms.len() {
            if self.forms[number].kind == Some(Type::Parameter) {
                self.parameter(number);
            }
        }
        let output = self.output();
        let mut kinds: Vec<Option<Kind>> = Vec::with_capacity(self.forms.len());
        let mut inputs = Vec::with_capacity(self.forms.len());
        for number in 0..self.forms.len() {
            let mut block = Block::new(&mut self, number);
            kinds.push(block.kind());
            inputs.push(block.inputs);
        }
        for circle in circles(&inputs) {
            let names: Vec<String> = circle
                .iter()
                .map(|at| {
                    self.forms[*at]
                        .uin
                        .map_or("?".into(), |uin| uin.to_string())
                })
                .collect();
            let first = circle[0];
            let at = self.forms[first].raw.kind;
            self.fault(first, at, &format!("it feeds itself: {}", round(&names)));
        }
        let count = kinds.iter().flatten().count();
        if count > MOST {
            let message = format!("{count} blocks, a tree has at most {MOST}");
            self.reader.fault(self.forms[0].raw.kind, message);
        }
        let output = output?;
        if !self.reader.errors.is_empty() {
            return None;
        }
        self.doc(kinds, output)
    }

    /// The blocks that the output leads to; the others play no part.
    fn doc(self, kinds: Vec<Option<Kind>>, output: usize) -> Option<TreeDoc> {
        let mut numbers = vec![None; kinds.len()];
        let mut order = Vec::new();
        let mut waiting = vec![output];
        while let Some(next) = waiting.pop() {
            if numbers[next].is_none() {
                numbers[next] = Some(order.len());
                order.push(next);
                waiting.extend(kinds[next].as_ref()?.inputs().into_iter().rev());
            }
        }
        let mut kinds = kinds;
        let mut blocks = Vec::with_capacity(order.len());
        for at in order {
            let mut kind = kinds[at].take()?;
            for input in kind.inputs_mut() {
                *input = numbers[*input]?;
            }
            let form = &self.forms[at];
            blocks.push(BlockDoc {
                kind,
                key: form.uin?.to_string(),
                name: None,
                uin: form.uin,
                place: self.reader.place(form.raw.kind),
            });
        }
        let params = self
            .params
            .into_iter()
            .map(|(name, (default, line))| ParamDoc {
                name,
                default,
                min: f64::NEG_INFINITY,
                max: f64::INFINITY,
                place: Place { line, column: 0 },
            });
        Some(TreeDoc {
            params: params.collect(),
            blocks,
            output: 0,
            event_weight: 0.0,
        })
    }

    fn parameter(&mut self, number: usize) {
        let mut block = Block::new(self, number);
        let name = block.name("parameterName");
        let value = block.number("value", -FAR..=FAR, 0.0);
        let (Some(name), Some(value)) = (name, value) else {
            return;
        };
        let at = self.forms[number].raw.kind;
        let line = self.reader.place(at).line;
        self.forms[number].name = Some(name.name.clone());
        let (first, first_line) = *self
            .params
            .entry(name.name.clone())
            .or_insert((value, line));
        if first != value {
            let message = format!(
                "the parameter {:?} is given twice with two values: {value} here, {first} in line {first_line}",
                name.name
            );
            self.fault(number, at, &message);
        }
        if self.params.len() == MOST + 1 && first_line == line {
            self.fault(number, at, &format!("a tree has at most {MOST} parameters"));
        }
    }

    /// The block that the only Output leads to.
    fn output(&mut self) -> Option<usize> {
        let outputs: Vec<usize> = (0..self.forms.len())
            .filter(|at| self.forms[*at].kind == Some(Type::Output))
            .collect();
        let Some((first, others)) = outputs.split_first() else {
            let has_unknown = self.forms.iter().any(|form| form.kind.is_none());
            // A type that is misspelt may have been it.
            if !has_unknown || self.reader.errors.is_empty() {
                let place = crate::error::Place { line: 1, column: 1 };
                self.reader.fault_at(
                    place,
                    "the tree has no Output: write block Output { uin = 1 in = .. }",
                );
            }
            return None;
        };
        for other in others {
            let at = self.forms[*first].raw.kind;
            let line = self.reader.place(at).line;
            let at = self.forms[*other].raw.kind;
            let message = format!("a tree has one Output; the first is in line {line}");
            self.fault(*other, at, &message);
        }
        let mut block = Block::new(self, *first);
        block.input("in", true)
    }

    /// Where a number leads, if that is of the wanted sort.
    fn follow(&mut self, from: usize, field: &RawField<'a>, slot: Slot) -> Option<usize> {
        let name = field.name.text();
        let Some(uin) = uin_of(field) else {
            let found = words::found(field.at.text());
            let of = match slot {
                Slot::Plays => "a block",
                Slot::Parameter => "a Parameter",
            };
            let message = format!("`{name}` should be the uin of {of}, not {found}");
            self.fault(from, field.at, &message);
            return None;
        };
        let Some(at) = self.uins.get(&uin).copied() else {
            self.dangling(from, field, uin, slot);
            return None;
        };
        // An unknown type was told itself.
        let kind = self.forms[at].kind?;
        let fits = match slot {
            Slot::Plays => !matches!(kind, Type::Output | Type::Parameter),
            Slot::Parameter => kind == Type::Parameter,
        };
        if !fits {
            let kind_text = self.forms[at].raw.kind.text();
            let found = match kind {
                Type::Output => "the Output, which feeds nothing".into(),
                Type::Parameter => "a Parameter, which is a number and plays nothing".into(),
                Type::Animation => format!("an {kind_text}"),
                _ => format!("a {kind_text}"),
            };
            let wanted = match slot {
                Slot::Plays => "a block that plays",
                Slot::Parameter => "a Parameter",
            };
            let message = format!("`{name}` should lead to {wanted}, but uin {uin} is {found}");
            self.fault(from, field.at, &message);
            return None;
        }
        Some(at)
    }

    fn dangling(&mut self, from: usize, field: &RawField<'a>, uin: u64, slot: Slot) {
        const SHOWN: usize = 12;
        if self.reader.is_full() {
            return;
        }
        let fits = |at: &usize| match (slot, self.forms[*at].kind) {
            (Slot::Parameter, kind) => kind == Some(Type::Parameter),
            (Slot::Plays, kind) => !matches!(kind, Some(Type::Parameter | Type::Output)),
        };
        let there = self.uins.iter().filter(|(_, at)| fits(at));
        let there: Vec<String> = there.map(|(uin, _)| uin.to_string()).collect();
        let near = nearest(&uin.to_string(), there.iter().map(String::as_str));
        let more = if near.len() > SHOWN { ", ..." } else { "" };
        let list = near.into_iter().take(SHOWN).collect::<Vec<_>>().join(", ");
        let name = field.name.text();
        let of = match slot {
            Slot::Plays => "blocks",
            Slot::Parameter => "Parameters",
        };
        let message = match list.as_str() {
            "" => format!("`{name}` leads to uin {uin}, which no block has"),
            list => {
                format!("`{name}` leads to uin {uin}, which no block has ({of}: {list}{more})")
            }
        };
        self.fault(from, field.at, &message);
    }
}

/// A field's value as the number of a block.
fn uin_of(field: &RawField) -> Option<u64> {
    match field.value {
        RawValue::Number => field.at.text().parse().ok(),
        _ => None,
    }
}
