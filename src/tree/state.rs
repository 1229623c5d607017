//! What moves in one actor's tree: parameters, fades, playheads. How a step
//! moves them is `advance`; what `self:play` asks is `play`.

use super::angles::nearest_side;
use super::block::{Block, BlockId, ParamId, TriggerId, Value};
use super::cycle::Cycle;
use super::def::TreeDef;
use super::fade::Fade;
use super::follow::Follow;
use super::play::Asked;
use super::scratch::{Flow, Room, Scratch};
use super::shot::Shot;
use super::trigger::Named;
use crate::clip::{Clip, ClipId, ClipSet, Happening, Playhead};
use crate::random::Stream;
use crate::time::{Speed, Time};

/// What an event is about. Clips come before triggers, each in order of names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    /// A clip.
    Clip(ClipId),
    /// A trigger; all it tells is its finish.
    Trigger(TriggerId),
}

/// Something a clip or a trigger of the tree came to, at its instant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TreeEvent {
    /// The instant of the run.
    pub at: Time,
    /// The clip or the trigger.
    pub source: Source,
    /// What happened.
    pub what: Happening,
    /// What the heaviest clip (for a play tree: the clip asked for last) showed at that instant.
    pub seen: Seen,
    /// The frame of the clip it is about at that instant, from 1; of a trigger 0.
    pub frame: u32,
}

/// A clip as a script sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seen {
    /// Which.
    pub clip: ClipId,
    /// Its frame, from 1.
    pub frame: u32,
    /// 0..=1 along its frames.
    pub progress: f64,
}

impl Seen {
    pub(super) fn of(id: ClipId, clip: &Clip, playhead: &Playhead) -> Seen {
        Seen {
            clip: id,
            frame: playhead.frame(clip) as u32 + 1,
            progress: playhead.progress(clip),
        }
    }
}

/// A clip in the output.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'a> {
    /// Which.
    pub clip: ClipId,
    /// More than 0, at most 1 under Transitions.
    pub weight: f64,
    /// Where it is.
    pub playhead: &'a Playhead,
}

/// What one block remembers.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum BlockState {
    /// Nothing.
    Still,
    Transition(Fade),
    Sides {
        fade: Fade,
        /// The side chosen, of all eight.
        side: usize,
    },
    Look {
        horizontal: Follow,
        vertical: Follow,
    },
    Trigger(Shot),
}

/// One clip of the character, shared by all blocks that name it (rule R2).
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ClipState {
    pub playhead: Playhead,
    /// After the last step, over all ways.
    pub weight: f64,
    /// It is in the output and runs on; what is not starts again when its weight rises (rule R5).
    pub on: bool,
    pub passed_at: Option<Time>,
    /// A firing lets it begin again with the next piece, whatever `carry` says.
    pub rewound: bool,
}

/// What moves in one actor's tree.
#[derive(Clone, Debug, PartialEq)]
pub struct TreeState {
    pub(super) values: Vec<f64>,
    /// By block.
    pub(super) blocks: Vec<BlockState>,
    /// By clip.
    pub(super) clips: Vec<ClipState>,
    /// By layer of the plan: its weight after the last step.
    pub(super) layers: Vec<f64>,
    /// By `sync` block of the plan.
    pub(super) cycles: Vec<Cycle>,
    /// By trigger.
    pub(super) triggers: Vec<Named>,
    /// What `play` asked since the last step.
    pub(super) asked: Option<Asked>,
    /// A step has been played.
    pub(super) begun: bool,
    /// The actor's rate in the last step.
    pub(super) rate: Speed,
    /// The root motion of the last step, in pixels.
    pub(super) root: (f64, f64),
    pub(super) room: Room,
}

impl TreeState {
    /// The tree of one actor before its first step: parameters at their defaults, nothing started.
    /// `seed` and `actor` seed the random clips.
    pub fn new(def: &TreeDef, clips: &ClipSet, seed: u64, actor: &str) -> TreeState {
        let clip_state = |name| ClipState {
            playhead: Playhead::new(Stream::new(seed, &[actor, name])),
            weight: 0.0,
            on: false,
            passed_at: None,
            rewound: false,
        };
        let mut state = TreeState {
            values: def.params.iter().map(|param| param.default).collect(),
            blocks: Vec::with_capacity(def.blocks.len()),
            clips: clips.names().map(clip_state).collect(),
            layers: vec![0.0; def.plan.layers.len()],
            cycles: vec![Cycle::default(); def.plan.cycles.len()],
            triggers: vec![Named::new(); def.triggers.len()],
            asked: None,
            begun: false,
            rate: Speed::ONE,
            root: (0.0, 0.0),
            room: Room::default(),
        };
        for block in &def.blocks {
            let block = state.first(block);
            state.blocks.push(block);
        }
        state
    }

    /// What a block remembers before the first step: what the parameters' defaults choose.
    pub(super) fn first(&self, block: &Block) -> BlockState {
        match block {
            Block::Animation { .. } | Block::Blend { .. } | Block::Sum { .. } => BlockState::Still,
            Block::Transition { inputs, index, .. } => {
                let chosen = self.chosen(inputs, *index);
                let mut fade = Fade::new(inputs.len(), chosen.unwrap_or(0));
                fade.astray = chosen.is_none();
                BlockState::Transition(fade)
            }
            Block::Trigger { name, .. } => BlockState::Trigger(Shot::new(*name)),
            Block::Direction8Sides { angle, sides, .. } => {
                let side = nearest_side(sides, self.value(*angle), None);
                let target = sides.iter().position(|other| *other == sides[side]);
                let fade = Fade::new(sides.len(), target.unwrap_or(side));
                BlockState::Sides { fade, side }
            }
            Block::LookAt {
                horizontal,
                vertical,
                ..
            } => BlockState::Look {
                horizontal: Follow::new(self.value(*horizontal)),
                vertical: Follow::new(self.value(*vertical)),
            },
        }
    }

    /// Sets a parameter (clamped to its range); what is not finite is ignored and gives false.
    pub fn set(&mut self, def: &TreeDef, param: ParamId, value: f64) -> bool {
        let index = usize::from(param.0);
        let (Some(slot), Some(range)) = (self.values.get_mut(index), def.params.get(index)) else {
            return false;
        };
        if value.is_finite() {
            let value = value.max(range.min).min(range.max);
            if *slot != value {
                *slot = value;
                self.room.disturb();
            }
        }
        value.is_finite()
    }

    /// A parameter's value; 0 of one that does not exist.
    pub fn get(&self, param: ParamId) -> f64 {
        self.values
            .get(usize::from(param.0))
            .copied()
            .unwrap_or(0.0)
    }

    /// The clips in the output, heaviest first, then by name.
    pub fn shown(&self) -> Vec<Shown<'_>> {
        if let Some(asked) = self.asked.as_ref().filter(|asked| asked.at_once) {
            let clip = &self.clips[usize::from(asked.clip.0)];
            return vec![Shown {
                clip: asked.clip,
                weight: 1.0,
                playhead: asked.started.as_ref().unwrap_or(&clip.playhead),
            }];
        }
        let mut shown: Vec<Shown> = self
            .each_clip()
            .filter(|(_, clip)| clip.weight > 0.0)
            .map(|(id, clip)| Shown {
                clip: id,
                weight: clip.weight,
                playhead: self.started(id).unwrap_or(&clip.playhead),
            })
            .collect();
        shown.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        shown
    }

    /// The clip a script speaks of: of a play tree the one asked for last, else the heaviest (tie: first by name).
    pub fn seen(&self, def: &TreeDef, clips: &ClipSet) -> Option<Seen> {
        let id = match (&self.asked, def.play) {
            (Some(asked), _) => asked.clip,
            (None, Some(_)) => self.play_target(def)?,
            (None, None) => self.heaviest(def)?,
        };
        let state = self.clips.get(usize::from(id.0))?;
        let clip = clips.clip(id);
        if let Some(started) = self.started(id) {
            return Some(Seen::of(id, clip, started));
        }
        if state.on {
            return Some(Seen::of(id, clip, &state.playhead));
        }
        // It starts with the next step: what it will show then.
        let mut playhead = state.playhead;
        playhead.start(clip, goes_backward(self.speed_now(def, id), self.rate));
        Some(Seen::of(id, clip, &playhead))
    }

    /// The instant of the run at which a clip's first pass since it began was complete; `None` before.
    pub fn passed_at(&self, clip: ClipId) -> Option<Time> {
        if self.started(clip).is_some() {
            return None;
        }
        self.clips.get(usize::from(clip.0))?.passed_at
    }

    /// The Transitions whose index is out of range, so that the last valid one stands (rule R6).
    pub fn astray(&self) -> impl Iterator<Item = BlockId> + '_ {
        let blocks = self.blocks.iter().enumerate();
        blocks.filter_map(|(i, block)| match block {
            BlockState::Transition(fade) if fade.astray => Some(BlockId(i as u16)),
            _ => None,
        })
    }

    pub(super) fn value(&self, value: Value) -> f64 {
        match value {
            Value::Number(number) => number,
            Value::Param(param) => self.get(param),
        }
    }

    /// The input an index means, of equal ones the first; `None` out of range.
    pub(super) fn chosen(&self, inputs: &[BlockId], index: Value) -> Option<usize> {
        let index = (self.value(index) + 0.5).floor();
        if !(0.0..inputs.len() as f64).contains(&index) {
            return None;
        }
        let block = inputs.get(index as usize)?;
        inputs.iter().position(|input| input == block)
    }

    fn each_clip(&self) -> impl Iterator<Item = (ClipId, &ClipState)> {
        let clips = self.clips.iter().enumerate();
        clips.map(|(i, clip)| (ClipId(i as u16), clip))
    }

    /// The playhead that `play` has started but no step has moved yet.
    pub(super) fn started(&self, clip: ClipId) -> Option<&Playhead> {
        let asked = self.asked.as_ref().filter(|asked| asked.clip == clip)?;
        asked.started.as_ref()
    }

    /// What reaches the clips as the fades stand.
    fn flows_now<'s>(&'s self, def: &TreeDef, scratch: &'s mut Scratch) -> &'s [Flow] {
        match self.room.steady_flows() {
            Some(flows) => flows,
            None => self.weigh(def, Time::ZERO, scratch),
        }
    }

    /// The weight-averaged speed of a clip as the fades stand; its own where it has no weight.
    pub(super) fn speed_now(&self, def: &TreeDef, clip: ClipId) -> f64 {
        let mut scratch = Scratch::default();
        let flows = self.flows_now(def, &mut scratch);
        let mean = flows.get(usize::from(clip.0)).and_then(|f| f.mean_speed());
        mean.unwrap_or_else(|| {
            let own = def.blocks.iter().find_map(|block| match block {
                Block::Animation { clip: id, speed } if *id == clip => Some(self.value(*speed)),
                _ => None,
            });
            own.unwrap_or(1.0)
        })
    }

    /// The heaviest clip as the fades stand now; before the first step nothing has a weight of its own yet.
    fn heaviest(&self, def: &TreeDef) -> Option<ClipId> {
        let mut best: Option<(ClipId, f64)> = None;
        let mut scratch = Scratch::default();
        let flows = self.flows_now(def, &mut scratch);
        for (i, flow) in flows.iter().enumerate() {
            if flow.weight > best.map_or(0.0, |(_, weight)| weight) {
                best = Some((ClipId(i as u16), flow.weight));
            }
        }
        best.map(|(id, _)| id)
    }
}

/// The direction in which a clip starts: that of its movement, or of its own speed while the actor is held.
pub(super) fn goes_backward(speed: f64, rate: Speed) -> bool {
    (speed < 0.0) != rate.is_backward() && speed != 0.0
}
