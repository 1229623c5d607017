//! A character's `parts`: each `Part(..)` at rest, parents before their children.
//! What clips do to them is `keys_form`'s, how they are posed is not known here.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::arts::Arts;
use super::at::{At, Entry, Reader};
use super::context::Context;
use super::scene::FAR;
use super::shape_form;
use crate::error::unknown;
use crate::geom::Vec2;
use crate::rig::PartDef;

/// Parts of one character.
pub(super) const PART_CAP: usize = 256;

#[derive(Deserialize)]
#[serde(rename = "Part", deny_unknown_fields)]
struct PartForm<'a> {
    #[serde(borrow)]
    parent: Option<At<'a>>,
    #[serde(borrow)]
    at: Option<At<'a>>,
    #[serde(borrow)]
    rotation: Option<At<'a>>,
    #[serde(borrow)]
    scale: Option<At<'a>>,
    #[serde(borrow)]
    opacity: Option<At<'a>>,
    #[serde(borrow)]
    order: Option<At<'a>>,
    #[serde(borrow)]
    pivot: Option<At<'a>>,
    #[serde(borrow)]
    picture: Option<At<'a>>,
    #[serde(borrow)]
    shape: Option<At<'a>>,
}

/// The parts of a puppet by number.
#[derive(Debug, Default)]
pub(super) struct Parts {
    defs: Vec<PartDef>,
    /// What is given as `pivot`, by number.
    pivots: Vec<Option<Vec2>>,
    /// `None` where even the names could not be read.
    numbers: Option<BTreeMap<String, u16>>,
    /// Keys that all clips have so far.
    pub keys: usize,
}

impl Parts {
    /// The part named at `at`; one that is not there is told.
    pub fn number<'a>(&self, reader: &mut Reader<'a>, at: At<'a>, name: &str) -> Option<u16> {
        let numbers = self.numbers.as_ref()?;
        let found = numbers.get(name).copied();
        if found.is_none() && !reader.is_full() {
            reader.fault(
                at,
                unknown("part", name, numbers.keys().map(String::as_str)),
            );
        }
        found
    }

    /// The `pivot` that is given for a part.
    pub fn pivot(&self, part: u16) -> Option<Vec2> {
        self.pivots.get(usize::from(part)).copied().flatten()
    }

    /// The parts, parents before their children.
    pub fn into_defs(self) -> Vec<PartDef> {
        self.defs
    }
}

/// A part as read: its parent is a place among the names.
struct Read<'a> {
    def: PartDef,
    pivot: Option<Vec2>,
    /// The parent's index in the file, and where it is named.
    parent: Option<(usize, At<'a>)>,
}

/// Reads all parts. Of a part at fault its name stands.
pub(super) fn read<'a>(
    context: &mut Context,
    reader: &mut Reader<'a>,
    arts: &mut Arts,
    at: At<'a>,
) -> Parts {
    let Some(entries) = reader.map("parts", at) else {
        return Parts::default();
    };
    if entries.is_empty() {
        reader.fault(at, "a puppet has at least one part");
    }
    if entries.len() > PART_CAP {
        reader.fault(at, format!("a character has at most {PART_CAP} parts"));
        return Parts::default();
    }
    let mut read = Vec::new();
    for entry in &entries {
        let part = read_part(context, reader, arts, entry, &entries);
        read.push(part.unwrap_or_else(|| Read {
            def: at_rest(&entry.name),
            pivot: None,
            parent: None,
        }));
    }
    tell_circles(reader, &read);
    let order = order(&read);
    let mut number = vec![0; read.len()];
    for (n, index) in order.iter().enumerate() {
        number[*index] = n as u16;
    }
    let names = entries.iter().zip(&number);
    let numbers = names.map(|(entry, n)| (entry.name.clone(), *n)).collect();
    for part in &mut read {
        part.def.parent = part.parent.map(|(parent, _)| number[parent]);
    }
    let mut slots: Vec<Option<Read>> = read.into_iter().map(Some).collect();
    let sorted = order.into_iter().filter_map(|index| slots[index].take());
    let (defs, pivots) = sorted.map(|part| (part.def, part.pivot)).unzip();
    Parts {
        defs,
        pivots,
        numbers: Some(numbers),
        keys: 0,
    }
}

fn at_rest(name: &str) -> PartDef {
    PartDef {
        name: name.to_owned(),
        parent: None,
        at: Vec2::default(),
        rotation: 0.0,
        scale: Vec2::new(1.0, 1.0),
        opacity: 1.0,
        order: 0.0,
        picture: None,
    }
}

fn read_part<'a>(
    context: &mut Context,
    reader: &mut Reader<'a>,
    arts: &mut Arts,
    entry: &Entry<'a>,
    all: &[Entry<'a>],
) -> Option<Read<'a>> {
    let form = reader.record::<PartForm>(entry.value, "Part")?;
    let parent = form.parent.and_then(|at| read_parent(reader, at, all));
    let mut def = at_rest(&entry.name);
    if let Some(place) = form.at.and_then(|at| reader.pair("at", at, -FAR..=FAR)) {
        def.at = vec2(place);
    }
    let mut number = |field, at: Option<At<'a>>, range| reader.number(field, at?, range);
    let rotation = number("rotation", form.rotation, -FAR..=FAR);
    let opacity = number("opacity", form.opacity, 0.0..=1.0);
    let order = number("order", form.order, -FAR..=FAR);
    def.rotation = rotation.unwrap_or(0.0) as f32;
    def.opacity = opacity.unwrap_or(1.0) as f32;
    def.order = order.unwrap_or(0.0) as f32;
    if let Some(scale) = form.scale.and_then(|at| read_scale(reader, at)) {
        def.scale = vec2(scale);
    }
    let pivot = form
        .pivot
        .and_then(|at| reader.pair("pivot", at, -FAR..=FAR));
    let pivot = pivot.map(vec2);
    if let Some(at) = form.picture {
        let name = reader.string("picture", at);
        match name.as_deref() {
            Some("") => reader.fault(at, "a part without a picture has no `picture`"),
            Some(name) => def.picture = arts.named(context, reader, at, name, pivot),
            None => {}
        }
    }
    if let Some(at) = form.shape {
        if form.picture.is_some() {
            reader.fault(at, "a part has a `picture` or a `shape`, not both");
        }
        let shape = shape_form::read(reader, at);
        def.picture = shape.map(|shape| arts.shape(shape, pivot.unwrap_or_default()));
    }
    Some(Read { def, pivot, parent })
}

fn vec2((x, y): (f64, f64)) -> Vec2 {
    Vec2::new(x as f32, y as f32)
}

/// Two factors, or one for both.
pub(super) fn read_scale<'a>(reader: &mut Reader<'a>, at: At<'a>) -> Option<(f64, f64)> {
    if at.text().starts_with('(') {
        return reader.pair("scale", at, -FAR..=FAR);
    }
    let both = reader.number("scale", at, -FAR..=FAR)?;
    Some((both, both))
}

fn read_parent<'a>(
    reader: &mut Reader<'a>,
    at: At<'a>,
    all: &[Entry<'a>],
) -> Option<(usize, At<'a>)> {
    let name = reader.string("parent", at)?;
    let found = all.iter().position(|entry| entry.name == name);
    if found.is_none() && !reader.is_full() {
        let names = all.iter().map(|entry| entry.name.as_str());
        reader.fault(at, unknown("part", &name, names));
    }
    Some((found?, at))
}

/// Tells each circle of parents, at its part that stands first in the file.
fn tell_circles<'a>(reader: &mut Reader<'a>, parts: &[Read<'a>]) {
    // The part from whose chain each was first reached.
    let mut seen_from = vec![None; parts.len()];
    for start in 0..parts.len() {
        let mut at = start;
        while seen_from[at].is_none() {
            seen_from[at] = Some(start);
            let Some((parent, _)) = parts[at].parent else {
                break;
            };
            at = parent;
            if seen_from[at] == Some(start) {
                tell_circle(reader, parts, at);
            }
        }
    }
}

/// Tells the circle through this part.
fn tell_circle<'a>(reader: &mut Reader<'a>, parts: &[Read<'a>], through: usize) {
    const SHOWN: usize = 12;
    let mut circle = vec![through];
    let mut next = parts[through].parent;
    while let Some((parent, _)) = next
        && parent != through
    {
        circle.push(parent);
        next = parts[parent].parent;
    }
    let least = circle.iter().enumerate().min_by_key(|(_, part)| **part);
    let least = least.map_or(0, |(index, _)| index);
    circle.rotate_left(least);
    let first = circle[0];
    let mut names: Vec<String> = circle
        .iter()
        .take(SHOWN)
        .map(|part| format!("{:?}", parts[*part].def.name))
        .collect();
    if circle.len() > SHOWN {
        names.push("...".into());
    }
    names.push(format!("{:?}", parts[first].def.name));
    if let Some((_, at)) = parts[first].parent {
        let names = names.join(" on ");
        reader.fault(at, format!("parts hang on each other in a circle: {names}"));
    }
}

/// The indices of the file in the order of the parts' numbers: as they stand there, but a parent that stands after its
/// child comes right before it.
fn order(parts: &[Read]) -> Vec<usize> {
    let mut order = Vec::with_capacity(parts.len());
    let mut is_placed = vec![false; parts.len()];
    for start in 0..parts.len() {
        let mut chain = Vec::new();
        let mut next = Some(start);
        while let Some(part) = next.filter(|part| !is_placed[*part]) {
            is_placed[part] = true;
            chain.push(part);
            next = parts[part].parent.map(|(parent, _)| parent);
        }
        order.extend(chain.into_iter().rev());
    }
    order
}
