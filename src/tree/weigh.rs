//! How the output's weight comes down to the clips (rules R1, R2, R7..R9), now or
//! a little ahead: every block once for each mask it is reached through. Also how
//! long a Trigger's pass takes (rule R4), which comes up from the clips.

use super::angles::each_pose;
use super::block::Block;
use super::def::TreeDef;
use super::plan::NONE;
use super::scratch::{Flow, Scratch};
use super::shot::Pass;
use super::state::{BlockState, TreeState};
use crate::clip::ClipSet;
use crate::time::{Speed, Time};

/// What reaches a block at one instant.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Load {
    weight: f64,
    /// The sum of weight times the factors of time above it; what stands counts 0.
    moving: f64,
    /// The same, but what stands counts as if it moved.
    free: f64,
}

impl Load {
    fn add(&mut self, other: Load, share: f64, factor: f64, stands: bool) {
        self.weight += other.weight * share;
        if !stands {
            self.moving += other.moving * share * factor;
        }
        self.free += other.free * share * factor;
    }
}

impl TreeState {
    /// Hands the output's weight down to the clips as things stand in `ahead`, which is not beyond the next cut.
    pub(super) fn weigh<'s>(
        &self,
        def: &TreeDef,
        ahead: Time,
        scratch: &'s mut Scratch,
    ) -> &'s [Flow] {
        let Scratch {
            loads,
            flows,
            layers,
            ..
        } = scratch;
        let plan = &def.plan;
        loads.clear();
        loads.resize(plan.nodes.len(), Load::default());
        flows.clear();
        flows.resize(self.clips.len(), Flow::default());
        layers.clear();
        layers.resize(plan.layers.len(), 0.0);
        if let Some(output) = loads.first_mut() {
            // The output feeds nobody that counts: it is the first node.
            (output.weight, output.moving, output.free) = (1.0, 1.0, 1.0);
        }
        for (at, node) in plan.nodes.iter().enumerate() {
            let load = loads[at];
            if load.weight == 0.0 {
                continue;
            }
            let factor = self.factor(def, node.block);
            if let Block::Animation { clip, .. } = &def.blocks[node.block] {
                if let Some(flow) = flows.get_mut(usize::from(clip.0)) {
                    flow.weight += load.weight;
                    flow.speed += load.moving * factor;
                }
                if let Some(layer) = layers.get_mut(plan.links[node.links] as usize) {
                    *layer += load.weight;
                }
                continue;
            }
            let stands = self.stands(node.block);
            self.each_share(def, node.block, ahead, &mut |slot, share| {
                let to = plan.links[node.links + slot];
                if share > 0.0 && to != NONE {
                    loads[to as usize].add(load, share, factor, stands && slot == 0);
                }
            });
        }
        flows
    }

    /// Calls `to` with the slots of a block and their shares of its weight in `ahead`.
    pub(super) fn each_share(
        &self,
        def: &TreeDef,
        block: usize,
        ahead: Time,
        to: &mut impl FnMut(usize, f64),
    ) {
        match (&def.blocks[block], &self.blocks[block]) {
            (_, BlockState::Transition(fade) | BlockState::Sides { fade, .. }) => {
                fade.each_share(ahead, to);
            }
            (Block::Blend { inputs, weight, .. }, _) => {
                let last = inputs.len().saturating_sub(1);
                let place = self.value(*weight).clamp(0.0, 1.0) * last as f64;
                let below = (place.floor() as usize).min(last);
                let above = place - below as f64;
                to(below, 1.0 - above);
                if above > 0.0 {
                    to(below + 1, above);
                }
            }
            (Block::Sum { inputs }, _) => (0..inputs.len()).for_each(|slot| to(slot, 1.0)),
            (Block::Trigger { .. }, BlockState::Trigger(shot)) => {
                let on = shot.weight(ahead);
                to(0, on);
                to(1, 1.0 - on);
            }
            (
                Block::LookAt { poses, .. },
                BlockState::Look {
                    horizontal,
                    vertical,
                },
            ) => each_pose(poses, horizontal.at(ahead), vertical.at(ahead), to),
            _ => {}
        }
    }

    /// What a block scales its clip's or its inputs' time by.
    pub(super) fn factor(&self, def: &TreeDef, block: usize) -> f64 {
        def.plan.factors[block].unwrap_or_else(|| {
            let speed = def.blocks[block].speed();
            speed.map_or(1.0, |speed| Speed::new(self.value(speed)).factor())
        })
    }

    /// True where the clips of a Trigger's `on` stand, their pass over.
    fn stands(&self, block: usize) -> bool {
        matches!(&self.blocks[block], BlockState::Trigger(shot) if shot.held)
    }

    /// By block, how long what it shows takes at speed 1, where that is asked for: what governs it is the input
    /// chosen, or the longest with a weight inside the piece that lasts `ahead`.
    pub(super) fn measure(
        &self,
        def: &TreeDef,
        clips: &ClipSet,
        ahead: Time,
        scratch: &mut Scratch,
    ) {
        scratch.passes.clear();
        scratch.passes.resize(def.blocks.len(), None);
        for id in def.order.iter().rev() {
            let block = usize::from(id.0);
            let factor = self.factor(def, block);
            let passes = &scratch.passes;
            let of_slot = |slot: usize| {
                let input = def.blocks[block].slot(slot)?;
                passes[usize::from(input.0)]
            };
            let pass = match (&def.blocks[block], &self.blocks[block]) {
                (Block::Animation { clip, .. }, _) => {
                    // Its own factor is its speed, and no input's.
                    scratch.passes[block] = Some(Pass::of(clips.clip(*clip), factor));
                    continue;
                }
                (_, BlockState::Transition(fade) | BlockState::Sides { fade, .. }) => {
                    of_slot(fade.target())
                }
                (Block::Trigger { .. }, _) => of_slot(1),
                _ => {
                    let mut longest: Option<Pass> = None;
                    for instant in [Time::ZERO, ahead] {
                        self.each_share(def, block, instant, &mut |slot, share| {
                            if let (true, Some(pass)) = (share > 0.0, of_slot(slot)) {
                                longest = Some(longest.map_or(pass, |most| most.longer(pass)));
                            }
                        });
                    }
                    longest
                }
            };
            scratch.passes[block] = pass.map(|pass| pass.times(factor));
        }
    }

    /// By block, the factor of time above it: the mean over the ways that have weight, else over all.
    /// The loads are those of the last `weigh`.
    pub(super) fn factors_above(&self, def: &TreeDef, scratch: &mut Scratch) {
        let Scratch {
            loads,
            whole,
            above,
            ..
        } = scratch;
        whole.clear();
        whole.resize(def.blocks.len(), Load::default());
        for (node, load) in def.plan.nodes.iter().zip(loads.iter()) {
            whole[node.block].weight += load.weight;
            whole[node.block].free += load.free;
        }
        above.clear();
        // The sum over the ways, and their number.
        above.resize(def.blocks.len(), (0.0, 0.0));
        for id in &def.order {
            let block = usize::from(id.0);
            let (load, (sum, ways)) = (whole[block], above[block]);
            let mean = if load.weight > 0.0 {
                load.free / load.weight
            } else if ways > 0.0 {
                sum / ways
            } else {
                1.0
            };
            above[block] = (mean, 0.0);
            let factor = mean * self.factor(def, block);
            for input in def.blocks[block].inputs() {
                let (sum, ways) = &mut above[usize::from(input.0)];
                *sum += factor;
                *ways += 1.0;
            }
        }
    }
}
