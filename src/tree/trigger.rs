//! Firing and cancelling (rule R4). What is asked takes effect with the next step
//! that takes time; all Triggers of one name act together.

use super::block::{Block, BlockId, TriggerId};
use super::def::TreeDef;
use super::scratch::Scratch;
use super::shot::Shot;
use super::state::{BlockState, TreeState};
use crate::time::Time;

/// What a script asked of a trigger since the last step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Ask {
    Nothing,
    Cancel,
    /// Beats a cancel, whichever came first.
    Fire,
}

/// What all Triggers of one name share.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Named {
    pub ask: Ask,

    /// Its last pass has ended, and none has begun.
    pub finished: bool,
}

impl Named {
    pub fn new() -> Named {
        Named {
            ask: Ask::Nothing,
            finished: false,
        }
    }
}

impl TreeState {
    /// Fires a trigger with the next step; one that is firing begins anew, without a dip. A number the tree
    /// does not have is ignored.
    pub fn fire(&mut self, trigger: TriggerId) {
        self.ask(trigger, Ask::Fire);
    }

    /// Ends a trigger's pass with the next step, unless it is also fired; one that is not firing stays as it is.
    pub fn cancel(&mut self, trigger: TriggerId) {
        self.ask(trigger, Ask::Cancel);
    }

    fn ask(&mut self, trigger: TriggerId, ask: Ask) {
        if let Some(named) = self.triggers.get_mut(usize::from(trigger.0)) {
            named.ask = named.ask.max(ask);
            self.room.disturb();
        }
    }

    /// True where a pass of the trigger was under way when the last step ended.
    pub fn is_firing(&self, trigger: TriggerId) -> bool {
        self.shots().any(|shot| shot.name == trigger && shot.firing)
    }

    /// True where the trigger's last pass came to its end, and it was not fired since.
    pub fn has_finished(&self, trigger: TriggerId) -> bool {
        let named = self.triggers.get(usize::from(trigger.0));
        named.is_some_and(|named| named.finished)
    }

    /// The weight of `on`, 0..=1; of several Triggers of the name the greatest.
    pub fn trigger_weight(&self, trigger: TriggerId) -> f64 {
        let own = self.shots().filter(|shot| shot.name == trigger);
        own.map(|shot| shot.weight(Time::ZERO)).fold(0.0, f64::max)
    }

    pub(super) fn shots(&self) -> impl Iterator<Item = &Shot> {
        self.blocks.iter().filter_map(|block| match block {
            BlockState::Trigger(shot) => Some(shot),
            _ => None,
        })
    }

    pub(super) fn is_any_firing(&self, def: &TreeDef) -> bool {
        let firing =
            |block: usize| matches!(&self.blocks[block], BlockState::Trigger(shot) if shot.firing);
        def.plan.shots.iter().any(|shot| firing(shot.block))
    }

    /// At the beginning of a step: what was fired and cancelled.
    pub(super) fn take_shots(&mut self, def: &TreeDef, scratch: &mut Scratch) {
        if self.triggers.iter().all(|named| named.ask == Ask::Nothing) {
            return;
        }
        for shot in &def.plan.shots {
            let Some(ask) = self.triggers.get(usize::from(shot.name.0)).map(|n| n.ask) else {
                continue;
            };
            let time = self.time_of(def, shot.block);
            if let Some(BlockState::Trigger(state)) = self.blocks.get_mut(shot.block) {
                match ask {
                    Ask::Fire => state.fire(time),
                    Ask::Cancel => state.cancel(time),
                    Ask::Nothing => {}
                }
            }
            if ask == Ask::Fire {
                self.rewind(def, &shot.clips, &shot.cycles);
                scratch.rewound = true;
            }
        }
        for named in &mut self.triggers {
            if named.ask == Ask::Fire {
                named.finished = false;
            }
            named.ask = Ask::Nothing;
        }
    }

    /// Lets clips begin again with the next piece, also where another block shows them. A clip whose
    /// cycle reaches beyond stays in phase with the others.
    fn rewind(&mut self, def: &TreeDef, clips: &[crate::clip::ClipId], cycles: &[usize]) {
        for clip in clips {
            let at = usize::from(clip.0);
            if def.plan.cycle_of[at].is_none() {
                self.clips[at].on = false;
                self.clips[at].rewound = true;
            }
        }
        for cycle in cycles {
            self.cycles[*cycle].on = false;
            for clip in &def.plan.cycles[*cycle].clips {
                self.clips[usize::from(clip.0)].rewound = true;
            }
        }
    }

    /// The pass of one shot has ended; the trigger, where it was the last of its name.
    pub(super) fn end_shot(&mut self, def: &TreeDef, at: usize) -> Option<TriggerId> {
        let shot = def.plan.shots.get(at)?;
        let time = self.time_of(def, shot.block);
        if let Some(BlockState::Trigger(state)) = self.blocks.get_mut(shot.block) {
            state.end(time);
        }
        if self.is_firing(shot.name) {
            return None;
        }
        let named = self.triggers.get_mut(usize::from(shot.name.0))?;
        named.finished = true;
        Some(shot.name)
    }

    fn time_of(&self, def: &TreeDef, block: usize) -> Time {
        match &def.blocks[block] {
            Block::Trigger { time, .. } => self.time(*time),
            _ => Time::ZERO,
        }
    }

    /// The paces of the shots by the factors above them now.
    pub(super) fn add_paces(&self, def: &TreeDef, scratch: &mut Scratch) {
        for shot in &def.plan.shots {
            let pace = self.pace(def, shot.block, scratch);
            scratch.paces.push(pace);
        }
    }

    /// Makes the paces the mean of what they were and what they are by the factors above the shots now.
    pub(super) fn mean_paces(&self, def: &TreeDef, scratch: &mut Scratch) {
        for (at, shot) in def.plan.shots.iter().enumerate() {
            let pace = self.pace(def, shot.block, scratch);
            scratch.paces[at] = u128::midpoint(scratch.paces[at], pace);
        }
    }

    fn pace(&self, def: &TreeDef, block: usize, scratch: &Scratch) -> u128 {
        let Block::Trigger {
            on: BlockId(on), ..
        } = def.blocks[block]
        else {
            return 0;
        };
        let above = scratch.above[block].0 * self.rate.factor();
        scratch.passes[usize::from(on)].map_or(0, |pass| pass.pace(above))
    }
}
