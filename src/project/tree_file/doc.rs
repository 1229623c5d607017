//! A tree as its file says it, in either form: blocks by number, clips and parts still by
//! name. What a file may hold is decided by the readers (`ron_form`, `neoaxis`), what the
//! names lead to by `resolve`.

use crate::error::Place;
use crate::tree::MOST_BLOCKS;

/// Blocks of one file, and parameters.
pub(super) const MOST: usize = MOST_BLOCKS;
/// How long a fade lasts where the file does not say.
pub(super) const FADE: f64 = 0.2;

/// The sides of a `Direction8Sides` in the order of their slots.
pub(super) const SIDES: [&str; 8] = [
    "forward",
    "forwardLeft",
    "left",
    "backwardLeft",
    "backward",
    "backwardRight",
    "right",
    "forwardRight",
];

/// The poses of a `LookAt` in the order of their slots.
pub(super) const POSES: [&str; 9] = [
    "leftUp",
    "leftCenter",
    "leftDown",
    "centerUp",
    "centerCenter",
    "centerDown",
    "rightUp",
    "rightCenter",
    "rightDown",
];

/// A whole file.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct TreeDoc {
    /// Each name once.
    pub params: Vec<ParamDoc>,
    /// Inputs count in this list; no cycles.
    pub blocks: Vec<BlockDoc>,
    pub output: usize,
    /// 0..=1.
    pub event_weight: f64,
}

/// A parameter.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ParamDoc {
    pub name: String,
    pub default: f64,
    /// Infinite where there is no range.
    pub min: f64,
    pub max: f64,
    /// Where the file names it first.
    pub place: Place,
}

/// A block.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct BlockDoc {
    pub kind: Kind,
    /// What it is known by when the file is read anew: `uin`, name or path.
    pub key: String,
    /// Its name among the `blocks` of a RON file.
    pub name: Option<String>,
    /// Its number in an `.animationTree`.
    pub uin: Option<u64>,
    pub place: Place,
}

/// What a block is.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Kind {
    Animation {
        clip: Named,
        speed: Value,
    },
    Blend {
        inputs: Vec<usize>,
        weight: Value,
        timing: Timing,
    },
    Sum {
        inputs: Vec<Added>,
    },
    Transition {
        inputs: Vec<usize>,
        index: Value,
        time: Value,
        timing: Timing,
    },
    Trigger {
        name: String,
        on: usize,
        off: usize,
        time: Value,
    },
    Sides {
        angle: Value,
        speed: Value,
        time: Value,
        sides: [Option<usize>; 8],
        timing: Timing,
    },
    Look {
        horizontal: Value,
        vertical: Value,
        horizontal_speed: Value,
        vertical_speed: Value,
        speed: Value,
        poses: [Option<usize>; 9],
        timing: Timing,
    },
}

/// A name of something outside the file, and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Named {
    pub name: String,
    pub place: Place,
}

/// A number, or a parameter's name.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Number(f64),
    Param(String),
}

/// An input of a Sum.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Added {
    pub block: usize,
    /// The parts it moves; `None`: all.
    pub parts: Option<Vec<Named>>,
}

/// Whether a block's clips take over progress, or share one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Timing {
    pub carry: bool,
    pub sync: bool,
}

impl Kind {
    /// Its name in both forms.
    pub fn name(&self) -> &'static str {
        match self {
            Kind::Animation { .. } => "Animation",
            Kind::Blend { .. } => "Blend",
            Kind::Sum { .. } => "Sum",
            Kind::Transition { .. } => "Transition",
            Kind::Trigger { .. } => "Trigger",
            Kind::Sides { .. } => "Direction8Sides",
            Kind::Look { .. } => "LookAt",
        }
    }

    /// Its inputs in the order of slots, so that a change reaches all of them.
    pub fn inputs_mut(&mut self) -> Vec<&mut usize> {
        match self {
            Kind::Animation { .. } => Vec::new(),
            Kind::Blend { inputs, .. } | Kind::Transition { inputs, .. } => {
                inputs.iter_mut().collect()
            }
            Kind::Sum { inputs } => inputs.iter_mut().map(|input| &mut input.block).collect(),
            Kind::Trigger { on, off, .. } => vec![on, off],
            Kind::Sides { sides, .. } => sides.iter_mut().flatten().collect(),
            Kind::Look { poses, .. } => poses.iter_mut().flatten().collect(),
        }
    }

    /// Its inputs in the order of slots.
    pub fn inputs(&self) -> Vec<usize> {
        match self {
            Kind::Animation { .. } => Vec::new(),
            Kind::Blend { inputs, .. } | Kind::Transition { inputs, .. } => inputs.clone(),
            Kind::Sum { inputs } => inputs.iter().map(|input| input.block).collect(),
            Kind::Trigger { on, off, .. } => vec![*on, *off],
            Kind::Sides { sides, .. } => sides.iter().flatten().copied().collect(),
            Kind::Look { poses, .. } => poses.iter().flatten().copied().collect(),
        }
    }
}

impl TreeDoc {
    /// The blocks that the output leads to: depth first, slots in order, each once.
    pub fn reached(&self) -> Vec<usize> {
        let mut seen = vec![false; self.blocks.len()];
        let mut order = Vec::new();
        let mut waiting = vec![self.output];
        while let Some(next) = waiting.pop() {
            if std::mem::replace(&mut seen[next], true) {
                continue;
            }
            order.push(next);
            waiting.extend(self.blocks[next].kind.inputs().into_iter().rev());
        }
        order
    }
}

/// The circles in a graph, each as the blocks on the way round: one for each way that leads back.
pub(super) fn circles(inputs: &[Vec<usize>]) -> Vec<Vec<usize>> {
    #[derive(Clone, Copy, PartialEq)]
    enum Mark {
        New,
        Open,
        Done,
    }
    let mut marks = vec![Mark::New; inputs.len()];
    let mut found = Vec::new();
    for start in 0..inputs.len() {
        // The way from `start`: each block, and how many of its inputs were gone into. No recursion: a file may
        // chain thousands.
        let mut way: Vec<(usize, usize)> = Vec::new();
        if marks[start] == Mark::New {
            marks[start] = Mark::Open;
            way.push((start, 0));
        }
        while let Some((at, taken)) = way.last_mut() {
            let Some(next) = inputs[*at].get(*taken).copied() else {
                marks[*at] = Mark::Done;
                way.pop();
                continue;
            };
            *taken += 1;
            match marks[next] {
                Mark::New => {
                    marks[next] = Mark::Open;
                    way.push((next, 0));
                }
                Mark::Open => {
                    let from = way.iter().position(|(block, _)| *block == next);
                    let round = way.iter().skip(from.unwrap_or_default());
                    found.push(round.map(|(block, _)| *block).collect());
                    if found.len() >= super::FAULT_CAP {
                        return found;
                    }
                }
                Mark::Done => {}
            }
        }
    }
    found
}

/// A way round as it is told: `10 -> 20 -> 10`, a long one shortened.
pub(super) fn round(names: &[String]) -> String {
    const SHOWN: usize = 8;
    let first = names.first().map_or("", String::as_str);
    let mut way: Vec<&str> = names.iter().take(SHOWN).map(String::as_str).collect();
    if names.len() > SHOWN {
        way.push("...");
    }
    way.push(first);
    way.join(" -> ")
}

/// What is wrong with a constant `index` of so many inputs.
pub(super) fn index_fault(index: &Value, inputs: usize) -> Option<String> {
    let Value::Number(number) = index else {
        return None;
    };
    let chosen = (number + 0.5).floor();
    if inputs == 0 || (0.0..inputs as f64).contains(&chosen) {
        return None;
    }
    Some(match inputs {
        1 => format!("{number} is out of range: there is one input, number 0"),
        n => format!(
            "{number} is out of range: there are {n} inputs, 0 to {}",
            n - 1
        ),
    })
}
