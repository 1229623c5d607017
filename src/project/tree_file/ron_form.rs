//! NAME.tree.ron: a tree as records. A block stands where it is used, or has a name in
//! `blocks` and is placed with `Use`.

mod graph;
mod records;

use serde::Deserialize;

use super::doc::{MOST, ParamDoc, TreeDoc};
use crate::project::at::{At, Entry, Reader};
use crate::project::scene::FAR;
use crate::project::words;
use graph::Graph;

/// Brackets inside each other: each level is read once more than the one around it.
const DEEPEST: usize = 60;

#[derive(Deserialize)]
#[serde(rename = "Tree", deny_unknown_fields)]
struct TreeForm<'a> {
    #[serde(borrow)]
    parameters: Option<At<'a>>,
    #[serde(borrow)]
    output: Option<At<'a>>,
    #[serde(borrow)]
    blocks: Option<At<'a>>,
    #[serde(borrow)]
    event_weight: Option<At<'a>>,
}

/// Reads a file.
pub(super) fn read<'a>(reader: &mut Reader<'a>, source: &'a str) -> Option<TreeDoc> {
    if let Some(byte) = words::too_deep(source, DEEPEST) {
        let message = format!(
            "too many brackets inside each other, at most {DEEPEST}: give inner blocks names in `blocks`, and place them with Use(\"name\")"
        );
        reader.fault(At::slice(&source[byte..]), message);
        return None;
    }
    let (form, top) = reader.root::<TreeForm>("Tree")?;
    let params = read_params(reader, form.parameters);
    let entries = form
        .blocks
        .and_then(|at| reader.map("blocks", at))
        .unwrap_or_default();
    let mut graph = Graph::new(reader, &entries, &params);
    if let Some(over) = entries.get(MOST) {
        graph.too_many(over.key);
    }
    let output = graph
        .reader
        .need("output", form.output, "Tree", top)
        .and_then(|at| graph.block("output", at, "output"));
    for (i, entry) in entries.iter().enumerate() {
        graph.named(i, entry);
    }
    let event_weight = form
        .event_weight
        .and_then(|at| graph.reader.number("event_weight", at, 0.0..=1.0));
    graph.circles(&entries);
    graph.double_keys(&entries);
    let (blocks, output) = graph.blocks(output?)?;
    Some(TreeDoc {
        params,
        blocks,
        output,
        event_weight: event_weight.unwrap_or(0.0),
    })
}

/// `{ "name": default, or (default, min, max) }`.
fn read_params<'a>(reader: &mut Reader<'a>, at: Option<At<'a>>) -> Vec<ParamDoc> {
    let entries = at.and_then(|at| reader.map("parameters", at));
    let entries = entries.unwrap_or_default();
    if let Some(over) = entries.get(MOST) {
        reader.fault(over.key, format!("a tree has at most {MOST} parameters"));
    }
    let mut params = Vec::new();
    for entry in entries.into_iter().take(MOST) {
        let known = read_param(reader, &entry);
        // Whose values are wrong is known by name all the same.
        let (default, min, max) = known.unwrap_or((0.0, f64::NEG_INFINITY, f64::INFINITY));
        let place = reader.place(entry.key);
        params.push(ParamDoc {
            name: entry.name,
            default,
            min,
            max,
            place,
        });
    }
    params
}

fn read_param<'a>(reader: &mut Reader<'a>, entry: &Entry<'a>) -> Option<(f64, f64, f64)> {
    let at = entry.value;
    if !at.text().starts_with('(') {
        let default = reader.number("parameters", at, -FAR..=FAR)?;
        return Some((default, f64::NEG_INFINITY, f64::INFINITY));
    }
    let shape = "a number, or three (default, least, most)";
    let values = reader.group::<3>("parameters", at, shape)?;
    let [default, min, max] = values.map(|at| reader.number("parameters", at, -FAR..=FAR));
    let (default, min, max) = (default?, min?, max?);
    if min > max {
        let message = format!("the range of {:?} is empty: {min} to {max}", entry.name);
        reader.fault(values[1], message);
        return None;
    }
    if !(min..=max).contains(&default) {
        let message = format!(
            "the default {default} of {:?} is not in its range {min} to {max}",
            entry.name
        );
        reader.fault(values[0], message);
        return None;
    }
    Some((default, min, max))
}
