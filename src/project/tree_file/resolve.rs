//! A tree's file against a character: its names of clips and parts become numbers, and its
//! blocks are numbered as they are reached from the output, so that both forms of one tree
//! give the same tree.

use std::collections::BTreeMap;

use super::doc::{BlockDoc, Kind, Named, TreeDoc, Value};
use crate::clip::{ClipId, ClipSet};
use crate::error::{Place, unknown};
use crate::rig::{Mask, RigDef};
use crate::tree::{
    Block, BlockId, ParamDef, ParamId, SumInput, TreeDef, TreeSpec, TriggerId, Value as TreeValue,
};

/// The clips and parts of a character.
pub(super) struct Figure<'a> {
    /// Its file, for errors: the tree may fit another character.
    pub file: &'a str,
    pub clips: &'a ClipSet,
    pub parts: Vec<&'a str>,
}

/// Something wrong, and where.
pub(super) type Wrong = (Place, String);

impl<'a> Figure<'a> {
    pub fn new(file: &'a str, clips: &'a ClipSet, rig: &'a RigDef) -> Figure<'a> {
        let parts = rig.parts().iter().map(|part| part.name.as_str());
        Figure {
            file,
            clips,
            // A sprite's only part has no name.
            parts: parts.filter(|name| !name.is_empty()).collect(),
        }
    }
}

/// The tree of a file for a figure.
pub(super) fn build(doc: &TreeDoc, figure: &Figure) -> Result<TreeDef, Vec<Wrong>> {
    let spec = resolve(doc, figure)?;
    TreeDef::build(spec, figure.clips).map_err(|fault| {
        let block = fault.block.and_then(|at| {
            let reached = doc.reached();
            doc.blocks.get(*reached.get(at)?)
        });
        let (place, message) = match block {
            Some(block) => {
                let kind = format!("{}: ", block.kind.name());
                let message = fault.message.strip_prefix(&kind);
                let message = message.unwrap_or(&fault.message);
                (block.place, said(block, message))
            }
            None => (Place { line: 1, column: 1 }, fault.message),
        };
        vec![(place, message)]
    })
}

/// A sentence about a block with the block's name.
pub(super) fn said(block: &BlockDoc, message: &str) -> String {
    let kind = block.kind.name();
    match block.uin {
        Some(uin) => format!("{kind} (uin {uin}): {message}"),
        None => format!("{kind} {:?}: {message}", block.key),
    }
}

/// What the tree is built from.
/// # Errors
/// All names of clips and parts that the figure does not have.
pub(super) fn resolve(doc: &TreeDoc, figure: &Figure) -> Result<TreeSpec, Vec<Wrong>> {
    let reached = doc.reached();
    let mut params = doc.params.clone();
    params.sort_by(|a, b| a.name.cmp(&b.name));
    let mut triggers: Vec<&str> = Vec::new();
    for at in &reached {
        if let Kind::Trigger { name, .. } = &doc.blocks[*at].kind {
            triggers.push(name);
        }
    }
    triggers.sort_unstable();
    triggers.dedup();
    let ids = reached.iter().enumerate();
    let mut names = Names {
        figure,
        params: params
            .iter()
            .enumerate()
            .map(|(i, param)| (param.name.as_str(), ParamId(i as u16)))
            .collect(),
        triggers: &triggers,
        ids: ids.map(|(id, at)| (*at, BlockId(id as u16))).collect(),
        wrong: Vec::new(),
    };
    let blocks: Vec<Block> = reached
        .iter()
        .map(|at| names.block(&doc.blocks[*at]))
        .collect();
    // What is never used is looked through all the same.
    for (at, block) in doc.blocks.iter().enumerate() {
        if !names.ids.contains_key(&at) {
            names.block(block);
        }
    }
    if !names.wrong.is_empty() {
        return Err(names.wrong);
    }
    let param = |param: super::doc::ParamDoc| ParamDef {
        name: param.name,
        default: param.default,
        min: param.min,
        max: param.max,
    };
    Ok(TreeSpec {
        blocks,
        keys: reached
            .iter()
            .map(|at| doc.blocks[*at].key.clone())
            .collect(),
        output: BlockId(0),
        event_weight: doc.event_weight,
        triggers: triggers.into_iter().map(str::to_owned).collect(),
        params: params.into_iter().map(param).collect(),
    })
}

struct Names<'a> {
    figure: &'a Figure<'a>,
    params: BTreeMap<&'a str, ParamId>,
    triggers: &'a [&'a str],
    /// By the block's place in the file's list.
    ids: BTreeMap<usize, BlockId>,
    wrong: Vec<Wrong>,
}

impl Names<'_> {
    fn block(&mut self, block: &BlockDoc) -> Block {
        match &block.kind {
            Kind::Animation { clip, speed } => Block::Animation {
                clip: self.clip(block, clip),
                speed: self.value(speed),
            },
            Kind::Blend {
                inputs,
                weight,
                timing,
            } => Block::Blend {
                inputs: self.list(inputs),
                weight: self.value(weight),
                carry: timing.carry,
                sync: timing.sync,
            },
            Kind::Sum { inputs } => Block::Sum {
                inputs: inputs
                    .iter()
                    .map(|input| SumInput {
                        block: self.id(input.block),
                        mask: input.parts.as_ref().map(|parts| self.mask(block, parts)),
                    })
                    .collect(),
            },
            Kind::Transition {
                inputs,
                index,
                time,
                timing,
            } => Block::Transition {
                inputs: self.list(inputs),
                index: self.value(index),
                time: self.value(time),
                carry: timing.carry,
                sync: timing.sync,
            },
            Kind::Trigger {
                name,
                on,
                off,
                time,
            } => Block::Trigger {
                name: TriggerId(self.triggers.binary_search(&name.as_str()).unwrap_or(0) as u16),
                on: self.id(*on),
                off: self.id(*off),
                time: self.value(time),
            },
            Kind::Sides {
                angle,
                speed,
                time,
                sides,
                timing,
            } => Block::Direction8Sides {
                angle: self.value(angle),
                speed: self.value(speed),
                time: self.value(time),
                sides: sides.map(|side| side.map(|side| self.id(side))),
                carry: timing.carry,
                sync: timing.sync,
            },
            Kind::Look {
                horizontal,
                vertical,
                horizontal_speed,
                vertical_speed,
                speed,
                poses,
                timing,
            } => Block::LookAt {
                horizontal: self.value(horizontal),
                vertical: self.value(vertical),
                horizontal_speed: self.value(horizontal_speed),
                vertical_speed: self.value(vertical_speed),
                speed: self.value(speed),
                poses: poses.map(|pose| pose.map(|pose| self.id(pose))),
                carry: timing.carry,
                sync: timing.sync,
            },
        }
    }

    fn list(&self, inputs: &[usize]) -> Vec<BlockId> {
        inputs.iter().map(|input| self.id(*input)).collect()
    }

    fn id(&self, input: usize) -> BlockId {
        self.ids.get(&input).copied().unwrap_or(BlockId(0))
    }

    fn value(&self, value: &Value) -> TreeValue {
        match value {
            Value::Number(number) => TreeValue::Number(*number),
            // The readers let no other name through.
            Value::Param(name) => match self.params.get(name.as_str()) {
                Some(param) => TreeValue::Param(*param),
                None => TreeValue::Number(0.0),
            },
        }
    }

    fn clip(&mut self, block: &BlockDoc, clip: &Named) -> ClipId {
        self.figure.clips.id(&clip.name).unwrap_or_else(|| {
            let clips = self.figure.clips;
            self.miss(block, clip, "clip", &mut clips.names());
            ClipId(0)
        })
    }

    fn mask(&mut self, block: &BlockDoc, parts: &[Named]) -> Mask {
        let mut numbers = Vec::new();
        for part in parts {
            let figure = self.figure;
            match figure.parts.iter().position(|name| *name == part.name) {
                Some(number) => numbers.push(number as u16),
                None => self.miss(block, part, "part", &mut figure.parts.iter().copied()),
            }
        }
        Mask::new(numbers)
    }

    fn miss(
        &mut self,
        block: &BlockDoc,
        name: &Named,
        what: &str,
        choices: &mut dyn Iterator<Item = &str>,
    ) {
        // Each search for the nearest names costs; the reader tells no more of one file.
        if self.wrong.len() >= super::FAULT_CAP {
            return;
        }
        let file = self.figure.file;
        let message = format!("{} in {file}", unknown(what, &name.name, choices));
        let message = match block.uin {
            Some(_) => said(block, &message),
            None => message,
        };
        self.wrong.push((name.place, message));
    }
}
