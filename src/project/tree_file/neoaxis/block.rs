//! One block of an `.animationTree`: its fields become names, numbers and inputs.

use std::ops::RangeInclusive;

use super::File;
use super::text::{RawField, RawValue};
use super::types::{
    ANGLE, FACTOR, HORIZONTAL, HORIZONTAL_SPEED, INDEX, SPEED, Slot, TIME, Type, VERTICAL,
    VERTICAL_SPEED, ValueField, WEIGHT, list_number, small,
};
use crate::project::at::{At, name_fault};
use crate::project::scene::FAR;
use crate::project::tree_file::doc::{
    Added, FADE, Kind, MOST, Named, POSES, SIDES, Timing, Value, index_fault,
};
use crate::project::words;
use crate::time::Time;

/// One block, being read.
pub(super) struct Block<'f, 'r, 'a> {
    file: &'f mut File<'r, 'a>,
    number: usize,
    /// The inputs found so far, also of a block that is at fault.
    pub inputs: Vec<usize>,
}

impl<'f, 'r, 'a> Block<'f, 'r, 'a> {
    pub fn new(file: &'f mut File<'r, 'a>, number: usize) -> Block<'f, 'r, 'a> {
        Block {
            file,
            number,
            inputs: Vec::new(),
        }
    }

    fn fault(&mut self, at: At<'a>, message: &str) {
        self.file.fault(self.number, at, message);
    }

    /// A field is missing; not told where one that is unknown was, which may be it misspelt.
    fn missing(&mut self, message: &str) {
        if !self.file.forms[self.number].is_misspelt {
            self.fault(self.at(), message);
        }
    }

    /// Where the block begins.
    fn at(&self) -> At<'a> {
        self.file.forms[self.number].raw.kind
    }

    /// The field of one of these spellings.
    fn field(&self, spellings: &[&str]) -> Option<RawField<'a>> {
        let fields = &self.file.forms[self.number].raw.fields;
        let found = fields
            .iter()
            .find(|field| spellings.contains(&small(field.name.text()).as_str()));
        found.cloned()
    }

    /// What it is; `None` of what does not play, or is at fault.
    pub fn kind(&mut self) -> Option<Kind> {
        match self.file.forms[self.number].kind? {
            Type::Output | Type::Parameter => None,
            Type::Animation => self.animation(),
            Type::Blend => {
                let inputs = self.list();
                let weight = self.value(WEIGHT, -FAR..=FAR, 0.0);
                Some(Kind::Blend {
                    inputs: inputs?,
                    weight: weight?,
                    timing: Timing::default(),
                })
            }
            Type::Sum => {
                let inputs = self.list()?.into_iter();
                let added = |block| Added { block, parts: None };
                Some(Kind::Sum {
                    inputs: inputs.map(added).collect(),
                })
            }
            Type::Transition => self.transition(),
            Type::Trigger => self.trigger(),
            Type::Sides => self.sides(),
            Type::Look => self.look(),
        }
    }

    fn animation(&mut self) -> Option<Kind> {
        let clip = self.name("animationName");
        let speed = self.value(SPEED, -FAR..=FAR, 1.0);
        Some(Kind::Animation {
            clip: clip?,
            speed: speed?,
        })
    }

    fn transition(&mut self) -> Option<Kind> {
        let inputs = self.list();
        let index = self.value(INDEX, -FAR..=FAR, 0.0);
        let time = self.time();
        let (inputs, index) = (inputs?, index?);
        if let Some(fault) = index_fault(&index, inputs.len()) {
            let at = self
                .field(INDEX.constant)
                .map_or(self.at(), |field| field.at);
            self.fault(at, &format!("`selectedIndex` {fault}"));
            return None;
        }
        Some(Kind::Transition {
            inputs,
            index,
            time: time?,
            timing: Timing::default(),
        })
    }

    fn trigger(&mut self) -> Option<Kind> {
        let name = self.name("triggerName");
        let (on, off) = (self.input("on", true), self.input("off", true));
        let time = self.time();
        Some(Kind::Trigger {
            name: name?.name,
            on: on?,
            off: off?,
            time: time?,
        })
    }

    fn sides(&mut self) -> Option<Kind> {
        let sides = self.slots(SIDES, "side");
        let angle = self.value(ANGLE, -FAR..=FAR, 0.0);
        let speed = self.value(FACTOR, -FAR..=FAR, 1.0);
        let time = self.time();
        Some(Kind::Sides {
            angle: angle?,
            speed: speed?,
            time: time?,
            sides: sides?,
            timing: Timing::default(),
        })
    }

    fn look(&mut self) -> Option<Kind> {
        let poses = self.slots(POSES, "pose");
        let horizontal = self.value(HORIZONTAL, -FAR..=FAR, 0.0);
        let vertical = self.value(VERTICAL, -FAR..=FAR, 0.0);
        let horizontal_speed = self.value(HORIZONTAL_SPEED, 0.0..=FAR, 0.0);
        let vertical_speed = self.value(VERTICAL_SPEED, 0.0..=FAR, 0.0);
        let speed = self.value(FACTOR, -FAR..=FAR, 1.0);
        Some(Kind::Look {
            horizontal: horizontal?,
            vertical: vertical?,
            horizontal_speed: horizontal_speed?,
            vertical_speed: vertical_speed?,
            speed: speed?,
            poses: poses?,
            timing: Timing::default(),
        })
    }

    /// A name in quotes that must be there.
    pub fn name(&mut self, field: &str) -> Option<Named> {
        let Some(given) = self.field(&[field]) else {
            self.missing(&format!("it has no `{field}`"));
            return None;
        };
        let RawValue::Text(name) = given.value else {
            let found = words::found(given.at.text());
            let message = format!("`{field}` should be a text in \"quotes\", not {found}");
            self.fault(given.at, &message);
            return None;
        };
        if let Some(fault) = name_fault(&name) {
            self.fault(given.at, &format!("`{field}` {fault}"));
            return None;
        }
        let place = self.file.reader.place(given.at);
        Some(Named { name, place })
    }

    /// A number that may be missing.
    pub fn number(&mut self, field: &str, range: RangeInclusive<f64>, default: f64) -> Option<f64> {
        match self.field(&[field]) {
            Some(given) => self.number_at(&given, &range),
            None => Some(default),
        }
    }

    fn number_at(&mut self, field: &RawField<'a>, range: &RangeInclusive<f64>) -> Option<f64> {
        let (name, text) = (field.name.text(), field.at.text());
        let number: Option<f64> = match field.value {
            RawValue::Number => text.parse().ok(),
            RawValue::Word | RawValue::Text(_) => None,
        };
        let is_odd = matches!(
            text.to_lowercase().as_str(),
            "nan" | "inf" | "infinity" | "-inf" | "+inf" | "-nan" | "-infinity"
        );
        let expected = match number {
            Some(number) if range.contains(&number) => return Some(number),
            Some(number) if number.is_finite() => {
                format!("a number, {} to {}", range.start(), range.end())
            }
            Some(_) => "a finite number".into(),
            None if is_odd => "a finite number".into(),
            None => "a number".into(),
        };
        let found = words::found(text);
        self.fault(
            field.at,
            &format!("`{name}` should be {expected}, not {found}"),
        );
        None
    }

    fn time(&mut self) -> Option<Value> {
        self.value(TIME, 0.0..=Time::LONGEST.seconds(), FADE)
    }

    /// A constant or a Parameter; neither: the default.
    fn value(
        &mut self,
        field: ValueField,
        range: RangeInclusive<f64>,
        default: f64,
    ) -> Option<Value> {
        let constant = self.field(field.constant);
        match (constant, self.field(field.source)) {
            (None, None) => Some(Value::Number(default)),
            (Some(constant), None) => {
                let number = self.number_at(&constant, &range)?;
                Some(Value::Number(number))
            }
            (Some(constant), Some(source)) => {
                let (one, other) = (constant.name.text(), source.name.text());
                let message =
                    format!("`{one}` and `{other}` both say the same value: give only one");
                self.fault(source.name, &message);
                None
            }
            (None, Some(source)) => {
                let at = self.file.follow(self.number, &source, Slot::Parameter)?;
                let name = self.file.forms[at].name.clone()?;
                Some(Value::Param(name))
            }
        }
    }

    /// The block that a field leads to.
    pub fn input(&mut self, field: &str, needed: bool) -> Option<usize> {
        let Some(given) = self.field(&[field]) else {
            if needed {
                self.missing(&format!("it has no `{field}`"));
            }
            return None;
        };
        let at = self.file.follow(self.number, &given, Slot::Plays)?;
        self.inputs.push(at);
        Some(at)
    }

    /// The blocks that these fields lead to, at least one; the whole is `None` where one leads nowhere.
    fn slots<const N: usize>(
        &mut self,
        fields: [&str; N],
        what: &str,
    ) -> Option<[Option<usize>; N]> {
        let mut is_whole = true;
        let mut given = 0;
        let read = fields.map(|field| {
            self.field(&[field])?;
            given += 1;
            let at = self.input(field, false);
            is_whole &= at.is_some();
            at
        });
        if given == 0 {
            let message = format!("it needs at least one {what}, such as `{}`", fields[0]);
            self.missing(&message);
            return None;
        }
        is_whole.then_some(read)
    }

    /// `animation0` and so on, without a gap: a number left out would give the others another meaning.
    fn list(&mut self) -> Option<Vec<usize>> {
        let form = &self.file.forms[self.number];
        let fields = form.raw.fields.iter();
        let mut given: Vec<(usize, RawField)> = fields
            .filter_map(|field| Some((list_number(&small(field.name.text()))?, field.clone())))
            .collect();
        given.sort_by_key(|(number, _)| *number);
        given.dedup_by_key(|(number, _)| *number);
        if given.is_empty() {
            self.missing("it needs at least one input, such as `animation0`");
            return None;
        }
        if given.len() > MOST {
            self.fault(self.at(), &format!("it has more than {MOST} inputs"));
            return None;
        }
        let gap = given
            .iter()
            .enumerate()
            .find(|(i, (number, _))| i != number);
        if let Some((i, (_, field))) = gap {
            let message = format!(
                "`animation{i}` is missing before `{}`: inputs are numbered 0, 1, 2 without a gap",
                field.name.text()
            );
            let at = field.name;
            self.fault(at, &message);
        }
        let read: Vec<Option<usize>> = given
            .iter()
            .map(|(_, field)| {
                let at = self.file.follow(self.number, field, Slot::Plays)?;
                self.inputs.push(at);
                Some(at)
            })
            .collect();
        read.into_iter().collect()
    }
}
