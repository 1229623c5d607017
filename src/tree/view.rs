//! What a trace and a poser see of a tree beyond its clips: triggers, smoothed
//! angles, fades in progress, and clips by mask.

use super::block::{BlockId, TriggerId};
use super::def::TreeDef;
use super::follow::wrapped;
use super::state::{BlockState, TreeState};
use crate::rig::Layer;
use crate::time::Time;

/// The smoothed angles of a `LookAt`, in degrees, -180 excluded to 180.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LookSeen {
    /// Which.
    pub block: BlockId,
    /// Positive left.
    pub horizontal: f64,
    /// Positive up.
    pub vertical: f64,
}

/// A fade in progress, of a Transition or a `Direction8Sides`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FadeSeen {
    /// Which.
    pub block: BlockId,
    /// The input (from 0) that weighed most when it began; of equal blocks the first.
    pub from: usize,
    /// The input it goes to.
    pub to: usize,
    /// Its time so far.
    pub elapsed: Time,
    /// Its whole time.
    pub length: Time,
}

impl TreeState {
    /// All triggers with the weights of their `on`, in order of names.
    pub fn triggers(&self) -> impl Iterator<Item = (TriggerId, f64)> + '_ {
        let all = (0..self.triggers.len()).map(|at| TriggerId(at as u16));
        all.map(|trigger| (trigger, self.trigger_weight(trigger)))
    }

    /// The smoothed angles of every `LookAt`, in block order.
    pub fn angles(&self) -> impl Iterator<Item = LookSeen> + '_ {
        self.each_block().filter_map(|(block, state)| match state {
            BlockState::Look {
                horizontal,
                vertical,
            } => Some(LookSeen {
                block,
                horizontal: wrapped(horizontal.at(Time::ZERO)),
                vertical: wrapped(vertical.at(Time::ZERO)),
            }),
            _ => None,
        })
    }

    /// The fades in progress, in block order.
    pub fn fades(&self) -> impl Iterator<Item = FadeSeen> + '_ {
        self.each_block().filter_map(|(block, state)| match state {
            BlockState::Transition(fade) | BlockState::Sides { fade, .. } if fade.is_running() => {
                let (elapsed, length) = fade.times();
                Some(FadeSeen {
                    block,
                    from: fade.source(),
                    to: fade.target(),
                    elapsed,
                    length,
                })
            }
            _ => None,
        })
    }

    /// The clips in the output by the parts they move, as after the last step, in the order of the tree.
    pub fn layers<'a>(&'a self, def: &'a TreeDef) -> impl Iterator<Item = Layer<'a>> + Clone {
        let at_once = self.asked.as_ref().filter(|asked| asked.at_once);
        let plan = &def.plan;
        let layers = plan.layers.iter().zip(&self.layers);
        layers.filter_map(move |(layer, after)| {
            let weight = match at_once {
                Some(asked) if asked.clip == layer.clip => 1.0,
                Some(_) => 0.0,
                None => *after,
            };
            let clip = self.clips.get(usize::from(layer.clip.0))?;
            (weight > 0.0).then(|| Layer {
                clip: layer.clip,
                mask: layer.mask.map(|mask| &plan.masks[usize::from(mask)]),
                weight,
                summed: layer.summed,
                playhead: self.started(layer.clip).unwrap_or(&clip.playhead),
            })
        })
    }

    fn each_block(&self) -> impl Iterator<Item = (BlockId, &BlockState)> {
        let blocks = self.blocks.iter().enumerate();
        blocks.map(|(i, state)| (BlockId(i as u16), state))
    }
}
