//! How clips start and move in one piece of a step (rules R2, R4, R5).

use super::advance::Piece;
use super::def::TreeDef;
use super::plan::Below;
use super::scratch::{Flow, Move, Scratch, Start};
use super::state::{TreeState, goes_backward};
use crate::clip::{Clip, ClipId, ClipSet, Happening, Mode};
use crate::time::{Speed, Time};

impl TreeState {
    /// Starts the clips that come into the output with this piece. What they take over is looked up before any starts.
    pub(super) fn start_clips(&mut self, def: &TreeDef, clips: &ClipSet, scratch: &mut Scratch) {
        let Scratch {
            before,
            flows,
            starts,
            rewound,
            ..
        } = scratch;
        starts.clear();
        for (i, state) in self.clips.iter().enumerate() {
            let weighs = before[i].weight > 0.0 || flows[i].weight > 0.0;
            if !weighs || state.on || def.plan.cycle_of[i].is_some() {
                continue;
            }
            if let Some(speed) = between(before[i].mean_speed(), flows[i].mean_speed()) {
                starts.push(Start {
                    clip: ClipId(i as u16),
                    backward: goes_backward(speed, self.rate),
                    carried: self.carried(def, clips, ClipId(i as u16)),
                });
            }
        }
        let single = starts.len();
        for (i, cycle) in def.plan.cycles.iter().enumerate() {
            if self.cycles[i].on {
                continue;
            }
            let ends = (
                self.passes(cycle, clips, before),
                self.passes(cycle, clips, flows),
            );
            if let (Some(passes), Some(first)) = (between(ends.0, ends.1), cycle.clips.first()) {
                let carried = self.carried(def, clips, *first);
                starts.extend(cycle.clips.iter().map(|clip| Start {
                    clip: *clip,
                    backward: passes < 0.0,
                    carried,
                }));
                self.cycles[i].start(0.0);
            }
        }
        for (at, start) in starts.iter().enumerate() {
            let clip = clips.clip(start.clip);
            let state = &mut self.clips[usize::from(start.clip.0)];
            match start.carried {
                Some(progress) => state.playhead.start_at(clip, progress, start.backward),
                None => state.playhead.start(clip, start.backward),
            }
            (state.passed_at, state.on) = (None, true);
            if let (true, Some(progress), Some(cycle)) = (
                at >= single,
                start.carried,
                def.plan.cycle_of[usize::from(start.clip.0)],
            ) {
                self.cycles[usize::from(cycle)].start(progress);
            }
        }
        if std::mem::take(rewound) {
            self.clips
                .iter_mut()
                .for_each(|state| state.rewound = false);
        }
    }

    /// The progress a clip that starts takes over: that of the heaviest clip of the nearest `carry` block above it.
    fn carried(&self, def: &TreeDef, clips: &ClipSet, starting: ClipId) -> Option<f64> {
        if self.clips[usize::from(starting.0)].rewound {
            return None;
        }
        def.plan.carries.iter().find_map(|carry| {
            carry.clips.binary_search(&starting).ok()?;
            let weight = |clip: &ClipId| self.clips[usize::from(clip.0)].weight;
            let shown = carry.clips.iter().filter(|clip| weight(clip) > 0.0);
            let heaviest = shown.reduce(|best, clip| {
                if weight(clip) > weight(best) {
                    clip
                } else {
                    best
                }
            })?;
            let state = &self.clips[usize::from(heaviest.0)];
            Some(state.playhead.progress(clips.clip(*heaviest)))
        })
    }

    /// Passes a flick of a cycle, by the flows at one end; `None` without weight.
    fn passes(&self, cycle: &Below, clips: &ClipSet, flows: &[Flow]) -> Option<f64> {
        let (mut weights, mut lengths) = (0.0, 0.0);
        let mut heaviest = (0.0, 0.0);
        for id in &cycle.clips {
            let flow = flows[usize::from(id.0)];
            let Some(mean) = flow.mean_speed() else {
                continue;
            };
            let speed = mean * self.rate.factor();
            weights += flow.weight;
            lengths += flow.weight * clips.clip(*id).pass().flicks() as f64 / speed.abs();
            if flow.weight > heaviest.0 {
                heaviest = (flow.weight, speed);
            }
        }
        // A clip that is held makes the mean length endless: nothing moves.
        let way = if heaviest.1 < 0.0 { -1.0 } else { 1.0 };
        (weights > 0.0).then(|| way * weights / lengths)
    }

    /// Moves every clip in the output through one piece, and notes what it came to.
    pub(super) fn move_clips(
        &mut self,
        def: &TreeDef,
        clips: &ClipSet,
        piece: Piece,
        scratch: &mut Scratch,
    ) {
        let steady = scratch.steady;
        scratch.turns.clear();
        for (i, cycle) in def.plan.cycles.iter().enumerate() {
            let ends = (
                self.passes(cycle, clips, &scratch.before),
                self.passes(cycle, clips, &scratch.flows),
            );
            let passes = between(ends.0, ends.1);
            self.cycles[i].on = ends.1.is_some();
            let turn = passes.map(|passes| self.cycles[i].pass(piece.length(), passes));
            scratch.turns.push(turn);
        }
        let Scratch {
            before,
            flows,
            moves,
            told,
            turns,
            ..
        } = scratch;
        moves.clear();
        told.clear();
        let root = &mut self.root;
        for (i, state) in self.clips.iter_mut().enumerate() {
            let (begin, end) = (before[i], flows[i]);
            if steady && end.weight == 0.0 && def.plan.cycle_of[i].is_none() {
                // It was out of the output already.
                continue;
            }
            state.weight = end.weight;
            let clip = clips.clip(ClipId(i as u16));
            let (time, speed, turn) = if let Some(cycle) = def.plan.cycle_of[i] {
                let cycle = usize::from(cycle);
                state.on = self.cycles[cycle].on;
                let Some(turn) = turns[cycle] else { continue };
                let (time, speed) = turn.of(clip);
                (time, speed, Some(turn))
            } else {
                let Some(speed) = between(begin.mean_speed(), end.mean_speed()) else {
                    state.on = false;
                    continue;
                };
                // What falls to 0 leaves: should it rise in the next piece, it starts again.
                state.on = end.weight > 0.0;
                let speed = Speed::new(speed * self.rate.factor());
                (piece.length(), speed, None)
            };
            let moved = Move {
                clip: ClipId(i as u16),
                playhead: state.playhead,
                time,
                speed,
                turn,
                weight: [begin.weight, end.weight],
            };
            let (x, y) = moved.root(clip);
            *root = (root.0 + x, root.1 + y);
            let at = moves.len();
            let instant = |at: Time| turn.map_or(at, |turn| turn.instant(clip, at));
            let passed = state
                .playhead
                .advance(clip, time, speed, &mut |occurrence| {
                    let at_instant = instant(occurrence.at);
                    told.push((at, super::cycle::moved(occurrence, at_instant)));
                });
            if let Some(after) = passed {
                state.passed_at = Some(piece.from + instant(after));
            }
            moves.push(moved);
        }
    }

    /// Stops the clips of the passes that ended with the piece: one just at the end of a pass of its own shows
    /// that pass's last frame, and tells nothing that the trigger's finish stands for. One that another block moves
    /// runs on.
    pub(super) fn stop_clips(&mut self, def: &TreeDef, clips: &ClipSet, scratch: &mut Scratch) {
        let Scratch {
            flows,
            moves,
            told,
            ended,
            ..
        } = scratch;
        for shot in ended.iter().filter_map(|at| def.plan.shots.get(*at)) {
            for id in &shot.clips {
                let found = moves.iter().position(|moved| moved.clip == *id);
                let Some(at) = found.filter(|_| flows[usize::from(id.0)].speed == 0.0) else {
                    continue;
                };
                let (moved, clip) = (moves[at], clips.clip(*id));
                let end = moved.playhead_end();
                let last = |told: &&(usize, crate::clip::Occurrence)| {
                    let (of, occurrence) = told;
                    *of == at && occurrence.at == end
                };
                let wraps =
                    |told: &(usize, crate::clip::Occurrence)| told.1.what == Happening::Loop;
                if clip.mode() == Mode::LoopRandom || told.iter().filter(last).any(wraps) {
                    self.clips[usize::from(id.0)].playhead = moved.just_before_end(clip);
                }
                let frame = self.clips[usize::from(id.0)].playhead.frame(clip);
                let random = clip.mode() == Mode::LoopRandom;
                let mut over = false;
                told.retain(|entry| {
                    if !last(&entry) {
                        return true;
                    }
                    let what = entry.1.what;
                    over |= what == Happening::Loop || random && entry.1.frame != frame;
                    !over && what != Happening::Finish
                });
            }
        }
    }

    /// Takes the weights as they are right after a jump at the piece's end: what rises starts, and moves with the next piece.
    pub(super) fn jump(&mut self, def: &TreeDef, clips: &ClipSet, scratch: &mut Scratch) {
        scratch.before.clone_from(&scratch.flows);
        self.start_clips(def, clips, scratch);
        for (i, state) in self.clips.iter_mut().enumerate() {
            state.weight = scratch.flows[i].weight;
            if def.plan.cycle_of[i].is_none() {
                state.on = state.weight > 0.0;
            }
        }
        for (i, cycle) in def.plan.cycles.iter().enumerate() {
            let weighs = |clip: &ClipId| scratch.flows[usize::from(clip.0)].weight > 0.0;
            self.cycles[i].on = cycle.clips.iter().any(weighs);
        }
    }
}

impl Move {
    /// The instant of the piece's end, as its occurrences count.
    fn playhead_end(&self) -> Time {
        self.turn.map_or(self.time, |turn| turn.time())
    }

    /// Its playhead a flick before the piece's end.
    fn just_before_end(&self, clip: &Clip) -> crate::clip::Playhead {
        let mut playhead = self.playhead;
        let time = self.time - Time::from_flicks(1);
        playhead.advance(clip, time, self.speed, &mut |_| {});
        playhead
    }
}

/// The mean of two ends, of which one may be missing.
fn between(one: Option<f64>, other: Option<f64>) -> Option<f64> {
    Some(f64::midpoint(one.or(other)?, other.or(one)?))
}
