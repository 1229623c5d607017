//! What an actor's tree becomes when its files change (rules L1 and L2). Blocks are
//! matched by key and kind, clips, parameters and triggers by name; what did not
//! change keeps its state. What is new begins as it would at first, on the values
//! of now.

use super::angles::nearest_side;
use super::block::{Block, BlockId, ParamId};
use super::cycle::Cycle;
use super::def::TreeDef;
use super::plan::Below;
use super::play::Asked;
use super::scratch::Scratch;
use super::state::{BlockState, TreeState};
use crate::clip::{ClipId, ClipSet};
use crate::time::Time;
use std::collections::BTreeMap;

/// A tree with its clips.
type Whole<'a> = (&'a TreeDef, &'a ClipSet);

impl TreeState {
    /// The state this one becomes under another version of its tree and clips. A block whose key and kind stay keeps what it
    /// remembers: a fade runs on in the time it began with, its inputs matched by key (one that is gone leaves its share to the
    /// rest; where the chosen one is gone, the value chooses anew, at once); a Trigger's pass and weight; smoothed angles; a
    /// `sync` block's progress. A clip keeps its playhead (one that changed, in seconds) and fires nothing; one that no way
    /// leads to any more leaves the output. Parameters keep their values, clamped to the new range.
    #[must_use]
    pub fn reloaded(&self, old: Whole<'_>, new: Whole<'_>, seed: u64, actor: &str) -> TreeState {
        let mut next = TreeState::new(new.0, new.1, seed, actor);
        (next.begun, next.rate, next.root) = (self.begun, self.rate, self.root);
        let changed = self.keep_clips(&mut next, old.1, new.1);
        self.keep_values(&mut next, old, new);
        self.keep_triggers(&mut next, old.0, new.0);
        self.keep_asked(&mut next, old, new);
        let matched = Matched::new(old, new);
        // On the values of now, which are not the defaults.
        next.blocks = new.0.blocks.iter().map(|block| next.first(block)).collect();
        for at in 0..new.0.blocks.len() {
            if let Some(was) = matched.was(at) {
                next.blocks[at] = self.kept_block(&next, &matched, was, at);
            }
        }
        self.keep_cycles(&mut next, &matched, &changed);
        let same = old.0 == new.0 && old.1.names().eq(new.1.names());
        if same {
            next.layers.clone_from(&self.layers);
        } else if next.begun {
            // What rises now starts, what has lost its ways is gone.
            let mut scratch = Scratch::default();
            next.weigh(new.0, Time::ZERO, &mut scratch);
            next.jump(new.0, new.1, &mut scratch);
            next.layers.clone_from(&scratch.layers);
        }
        next
    }

    /// Clips by name; gives, by clip, whether its playhead is elsewhere now, as it is of a new one.
    fn keep_clips(&self, next: &mut TreeState, old: &ClipSet, new: &ClipSet) -> Vec<bool> {
        let keep = |(at, name): (usize, &str)| {
            let Some(id) = old.id(name) else { return true };
            let mut state = self.clips[usize::from(id.0)].clone();
            let clip = new.clip(ClipId(at as u16));
            let moved = state.playhead.changed(old.clip(id), clip);
            next.clips[at] = state;
            moved
        };
        new.names().enumerate().map(keep).collect()
    }

    /// Parameters by name; those of a play tree by what they are for.
    fn keep_values(&self, next: &mut TreeState, (old, old_clips): Whole<'_>, new: Whole<'_>) {
        let (new, new_clips) = new;
        if let (Some(before), Some(handles)) = (old.play, new.play) {
            for (at, name) in new_clips.names().enumerate() {
                if let Some(id) = old_clips.id(name) {
                    let speed = TreeDef::speed_of(ClipId(at as u16));
                    next.set(new, speed, self.get(TreeDef::speed_of(id)));
                }
            }
            next.set(new, handles.fade, self.get(before.fade));
            let name = self.play_target(old).map(|id| old_clips.clip(id).name());
            let target = name.and_then(|name| new_clips.id(name));
            next.set(new, handles.index, target.map_or(0.0, |id| f64::from(id.0)));
            return;
        }
        for at in 0..new.params().len() {
            if let Some(was) = old.param(&new.params[at].name) {
                next.set(new, ParamId(at as u16), self.get(was));
            }
        }
    }

    fn keep_triggers(&self, next: &mut TreeState, old: &TreeDef, new: &TreeDef) {
        for (named, name) in next.triggers.iter_mut().zip(new.triggers()) {
            if let Some(was) = old.trigger(name) {
                named.clone_from(&self.triggers[usize::from(was.0)]);
            }
        }
    }

    /// What `play` asked, of a play tree that stays one.
    fn keep_asked(&self, next: &mut TreeState, (old, old_clips): Whole<'_>, new: Whole<'_>) {
        let both = old.is_play() && new.0.is_play();
        next.asked = self.asked.as_ref().filter(|_| both).and_then(|asked| {
            let before = old_clips.clip(asked.clip);
            let clip = new.1.id(before.name())?;
            let started = asked.started.map(|mut playhead| {
                playhead.changed(before, new.1.clip(clip));
                playhead
            });
            Some(Asked {
                clip,
                started,
                ..asked.clone()
            })
        });
    }

    /// What block `was` remembers, as block `at` of the new tree.
    fn kept_block(
        &self,
        next: &TreeState,
        matched: &Matched<'_>,
        was: usize,
        at: usize,
    ) -> BlockState {
        let fresh = &next.blocks[at];
        let kept = match (&self.blocks[was], &matched.new.blocks[at]) {
            (BlockState::Transition(fade), Block::Transition { .. }) => {
                let fade = fade.remapped(&matched.slots(was, at));
                fade.map(BlockState::Transition)
            }
            (BlockState::Sides { fade, side }, Block::Direction8Sides { angle, sides, .. }) => {
                let fade = fade.remapped(&matched.slots(was, at));
                let side = match sides.get(*side) {
                    Some(Some(_)) => *side,
                    _ => nearest_side(sides, next.value(*angle), None),
                };
                fade.map(|fade| BlockState::Sides { fade, side })
            }
            (BlockState::Trigger(shot), Block::Trigger { name, .. }) => {
                let mut shot = shot.clone();
                shot.name = *name;
                Some(BlockState::Trigger(shot))
            }
            (look @ BlockState::Look { .. }, Block::LookAt { .. }) => Some(look.clone()),
            _ => None,
        };
        kept.unwrap_or_else(|| fresh.clone())
    }

    /// The progress of `sync` blocks. A clip that joins, or is elsewhere because it changed, takes the progress of the heaviest.
    fn keep_cycles(&self, next: &mut TreeState, matched: &Matched<'_>, changed: &[bool]) {
        let (old, new) = (matched.old, matched.new);
        for (at, cycle) in new.plan.cycles.iter().enumerate() {
            let was = matched.was(cycle.block).and_then(|block| {
                let cycles = &old.plan.cycles;
                cycles.iter().position(|cycle| cycle.block == block)
            });
            let member = |clip: &ClipId| {
                let of = was.map(|was| &old.plan.cycles[was].clips);
                let before = matched.clips.0.id(matched.clips.1.clip(*clip).name());
                of.zip(before).is_some_and(|(of, id)| of.contains(&id))
            };
            if let Some(was) = was {
                next.cycles[at] = self.cycles[was].clone();
            }
            let stays = |clip: &ClipId| member(clip) && !changed[usize::from(clip.0)];
            next.align(matched.clips.1, at, cycle, stays);
        }
    }

    /// Puts the clips of a cycle that do not `stay` in it where the heaviest is.
    fn align(
        &mut self,
        clips: &ClipSet,
        at: usize,
        cycle: &Below,
        stays: impl Fn(&ClipId) -> bool,
    ) {
        let weight = |clip: &ClipId| self.clips[usize::from(clip.0)].weight;
        let shown = cycle.clips.iter().filter(|clip| weight(clip) > 0.0);
        let lead = shown.reduce(|best, clip| {
            if weight(clip) > weight(best) {
                clip
            } else {
                best
            }
        });
        let Some(lead) = lead.filter(|_| !cycle.clips.iter().all(&stays)) else {
            return;
        };
        let playhead = self.clips[usize::from(lead.0)].playhead;
        let progress = playhead.progress(clips.clip(*lead));
        let leads_anew = !stays(lead);
        if leads_anew {
            self.cycles[at] = Cycle::default();
            self.cycles[at].start(progress);
        }
        for id in &cycle.clips {
            if id != lead && (leads_anew || !stays(id)) {
                let clip = clips.clip(*id);
                let flicks = (progress * clip.length().flicks() as f64).round() as i64;
                let state = &mut self.clips[usize::from(id.0)];
                state.playhead.seek(clip, Time::from_flicks(flicks));
            }
        }
    }
}

/// The blocks of two versions of a tree, matched.
struct Matched<'a> {
    old: &'a TreeDef,
    new: &'a TreeDef,
    clips: (&'a ClipSet, &'a ClipSet),
    old_keys: Vec<String>,
    new_keys: Vec<String>,
    /// By new block: the old one of its key and kind.
    was: Vec<Option<usize>>,
}

impl<'a> Matched<'a> {
    fn new((old, old_clips): Whole<'a>, (new, new_clips): Whole<'a>) -> Matched<'a> {
        let (old_keys, new_keys) = (keys(old, old_clips), keys(new, new_clips));
        let kinds =
            |def: &TreeDef| -> Vec<&'static str> { def.blocks.iter().map(Block::kind).collect() };
        let olds = old_keys.iter().zip(kinds(old)).enumerate();
        let olds: BTreeMap<_, _> = olds.map(|(at, known)| (known, at)).collect();
        // A play tree's blocks are no file's.
        let alike = old.is_play() == new.is_play();
        let news = new_keys.iter().zip(kinds(new));
        let was = news.map(|known| olds.get(&known).copied().filter(|_| alike));
        Matched {
            was: was.collect(),
            old,
            new,
            clips: (old_clips, new_clips),
            old_keys,
            new_keys,
        }
    }

    fn was(&self, block: usize) -> Option<usize> {
        self.was.get(block).copied().flatten()
    }

    /// By slot of new block `at`: the slot of old block `was` whose input has that key. Of equal inputs only the first counts, as in
    /// fades.
    fn slots(&self, was: usize, at: usize) -> Vec<Option<usize>> {
        let firsts = first_slots(&self.old.blocks[was], &self.old_keys);
        let mut slots = vec![None; self.new.blocks[at].slots()];
        for (key, slot) in first_slots(&self.new.blocks[at], &self.new_keys) {
            slots[slot] = firsts.get(key).copied();
        }
        slots
    }
}

/// By key of an input: the first slot it is in.
fn first_slots<'k>(block: &Block, keys: &'k [String]) -> BTreeMap<&'k str, usize> {
    let mut firsts = BTreeMap::new();
    for slot in 0..block.slots() {
        if let Some(input) = block.slot(slot) {
            let key = keys[usize::from(input.0)].as_str();
            firsts.entry(key).or_insert(slot);
        }
    }
    firsts
}

/// What the blocks are known by; of a play tree, the clips' names.
fn keys(def: &TreeDef, clips: &ClipSet) -> Vec<String> {
    let key = |at: usize| match &def.blocks[at] {
        Block::Animation { clip, .. } if def.is_play() => clips.clip(*clip).name().to_string(),
        _ if def.is_play() => String::new(),
        _ => def.key(BlockId(at as u16)),
    };
    (0..def.blocks.len()).map(key).collect()
}
