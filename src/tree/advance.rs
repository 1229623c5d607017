//! One step of a tree. It is cut where a fade ends and, while a weight moves, at
//! each whole 1/240 s of the run (rule R2); inside such a piece a clip moves at
//! the mean of its weight-averaged speeds at the two ends, so that its playhead
//! is exact and any steps of whole 240ths give the same. Weights are handed down
//! from the output, each block once (rule R1).

use super::def::{Block, TreeDef};
use super::state::{BlockState, Seen, TreeEvent, TreeState, goes_backward};
use crate::clip::{ClipId, ClipSet, Happening, Occurrence, Playhead};
use crate::time::{FINE_RASTER, Speed, Time};

/// The most events that one step pushes, a guard against clips of a few flicks;
/// a `finish` is pushed beyond it.
pub const MOST_EVENTS: usize = 4096;

/// What reaches a clip at one instant.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Flow {
    /// The sum over all ways to it.
    pub weight: f64,
    /// The sum of weight times speed.
    speed: f64,
}

impl Flow {
    fn mean_speed(self) -> Option<f64> {
        (self.weight > 0.0).then(|| self.speed / self.weight)
    }
}

/// One clip in one piece.
#[derive(Clone, Copy, Debug)]
struct Move {
    clip: ClipId,
    /// At the piece's beginning.
    playhead: Playhead,
    speed: Speed,
    /// At the two ends.
    weight: [f64; 2],
}

impl Move {
    /// Its weight at a share of the piece's time.
    fn weight_at(&self, done: f64) -> f64 {
        self.weight[0] + (self.weight[1] - self.weight[0]) * done
    }
}

/// Room that a step works in, kept so that a warmed-up tree allocates nothing;
/// no part of the state.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    blocks: Vec<f64>,
    flows: Vec<Flow>,
    before: Vec<Flow>,
    moves: Vec<Move>,
    told: Vec<(usize, Occurrence)>,
}

impl Clone for Scratch {
    fn clone(&self) -> Scratch {
        Scratch::default()
    }
}

impl PartialEq for Scratch {
    fn eq(&self, _: &Scratch) -> bool {
        true
    }
}

impl TreeState {
    /// Advances everything by `dt` from the run's instant `now`, at the actor's `rate`; events are pushed in order (C6).
    /// A step of no time changes nothing.
    #[allow(clippy::too_many_arguments)] // the definition, the state's clock, and where events go
    pub fn advance(
        &mut self,
        def: &TreeDef,
        clips: &ClipSet,
        now: Time,
        dt: Time,
        rate: Speed,
        events: &mut Vec<TreeEvent>,
    ) {
        debug_assert_eq!(clips.len(), self.clips.len(), "another set of clips");
        if dt <= Time::ZERO || clips.len() != self.clips.len() {
            return;
        }
        let first = events.len();
        let mut scratch = std::mem::take(&mut self.scratch);
        self.rate = rate;
        self.take_asked(def, clips);
        self.begun = true;
        self.choose_inputs(def);
        self.weigh(def, &mut scratch);
        let (mut from, end) = (now, now + dt);
        while from < end {
            let to = self.next_cut(from, end);
            std::mem::swap(&mut scratch.flows, &mut scratch.before);
            for block in &mut self.blocks {
                if let BlockState::Transition(fade) = block {
                    fade.pass(to - from);
                }
            }
            self.weigh(def, &mut scratch);
            self.move_clips(clips, from, to, &mut scratch);
            self.tell(def, clips, from, to, &scratch, first, events);
            from = to;
        }
        // At one instant: clips by name, each along its playing; the sort is stable.
        events[first..].sort_by_key(|event| (event.at, event.clip));
        self.scratch = scratch;
    }

    /// What a script's `set` made the Transitions choose.
    fn choose_inputs(&mut self, def: &TreeDef) {
        for (i, block) in def.blocks.iter().enumerate() {
            let Block::Transition {
                inputs,
                index,
                time,
            } = block
            else {
                continue;
            };
            let chosen = self.chosen(inputs, *index);
            let seconds = self.value(*time).max(0.0);
            let length = Time::from_seconds(seconds).unwrap_or(Time::LONGEST);
            if let Some(BlockState::Transition(fade)) = self.blocks.get_mut(i) {
                fade.astray = chosen.is_none();
                if let Some(target) = chosen.filter(|target| *target != fade.target()) {
                    fade.choose(target, length);
                }
            }
        }
    }

    /// Where the piece that begins at `from` ends.
    fn next_cut(&self, from: Time, end: Time) -> Time {
        let fades = self.blocks.iter().filter_map(|block| match block {
            BlockState::Transition(fade) if fade.is_running() => Some(from + fade.left()),
            _ => None,
        });
        let Some(fade_end) = fades.min() else {
            return end;
        };
        let raster = FINE_RASTER.flicks();
        let next = (from.flicks().div_euclid(raster) + 1) * raster;
        end.min(fade_end).min(Time::from_flicks(next))
    }

    /// Hands the output's weight down to the clips as the fades stand now.
    pub(super) fn weigh<'s>(&self, def: &TreeDef, scratch: &'s mut Scratch) -> &'s [Flow] {
        let Scratch { blocks, flows, .. } = scratch;
        blocks.clear();
        blocks.resize(def.blocks.len(), 0.0);
        flows.clear();
        flows.resize(self.clips.len(), Flow::default());
        if let Some(output) = def.output {
            blocks[usize::from(output.0)] = 1.0;
        }
        for id in &def.order {
            let weight = blocks[usize::from(id.0)];
            if weight == 0.0 {
                continue;
            }
            match (def.block(*id), &self.blocks[usize::from(id.0)]) {
                (Block::Animation { clip, speed }, _) => {
                    let speed = Speed::new(self.value(*speed)).factor();
                    if let Some(flow) = flows.get_mut(usize::from(clip.0)) {
                        flow.weight += weight;
                        flow.speed += weight * speed;
                    }
                }
                (Block::Transition { inputs, .. }, BlockState::Transition(fade)) => {
                    for (input, block) in inputs.iter().enumerate() {
                        blocks[usize::from(block.0)] += weight * fade.share(input);
                    }
                }
                (Block::Transition { .. }, BlockState::Animation) => {}
            }
        }
        flows
    }

    /// Moves every clip in the output through one piece, and notes what it came to.
    fn move_clips(&mut self, clips: &ClipSet, from: Time, to: Time, scratch: &mut Scratch) {
        let Scratch {
            before,
            flows,
            moves,
            told,
            ..
        } = scratch;
        moves.clear();
        told.clear();
        for (i, state) in self.clips.iter_mut().enumerate() {
            let (begin, end) = (before[i], flows[i]);
            state.weight = end.weight;
            let speeds = (begin.mean_speed(), end.mean_speed());
            let (Some(one), Some(other)) = (speeds.0.or(speeds.1), speeds.1.or(speeds.0)) else {
                state.on = false;
                continue;
            };
            let speed = f64::midpoint(one, other);
            let id = ClipId(i as u16);
            let clip = clips.clip(id);
            if !state.on {
                state.playhead.start(clip, goes_backward(speed, self.rate));
                state.passed_at = None;
            }
            // What falls to 0 leaves: should it rise in the next piece, it starts again.
            state.on = end.weight > 0.0;
            let turn = Move {
                clip: id,
                playhead: state.playhead,
                speed: Speed::new(speed * self.rate.factor()),
                weight: [begin.weight, end.weight],
            };
            let at = moves.len();
            let mut note = |occurrence| told.push((at, occurrence));
            let passed = state
                .playhead
                .advance(clip, to - from, turn.speed, &mut note);
            if let Some(after) = passed {
                state.passed_at = Some(from + after);
            }
            moves.push(turn);
        }
    }

    /// Pushes what the clips of one piece came to, if they weighed enough at that instant.
    #[allow(clippy::too_many_arguments)] // the parts of one piece, which live in one place
    fn tell(
        &self,
        def: &TreeDef,
        clips: &ClipSet,
        from: Time,
        to: Time,
        scratch: &Scratch,
        first: usize,
        events: &mut Vec<TreeEvent>,
    ) {
        let length = (to - from).flicks() as f64;
        let target = def.play.and_then(|_| self.play_target(def));
        for (at, occurrence) in &scratch.told {
            let turn = &scratch.moves[*at];
            let done = occurrence.at.flicks() as f64 / length;
            let weight = turn.weight_at(done);
            // One that just rises from 0 counts as greater than 0 and as nothing more.
            let rises = turn.weight[0] == 0.0 && def.event_weight == 0.0;
            let full = events.len() - first >= MOST_EVENTS && occurrence.what != Happening::Finish;
            if full || !(weight > def.event_weight || rises) {
                continue;
            }
            let heaviest = scratch.moves.iter().reduce(|best, other| {
                let heavier = other.weight_at(done) > best.weight_at(done);
                if heavier { other } else { best }
            });
            let asked = target.and_then(|id| scratch.moves.iter().find(|turn| turn.clip == id));
            let seen = asked.or(heaviest).unwrap_or(turn);
            events.push(TreeEvent {
                at: from + occurrence.at,
                clip: turn.clip,
                what: occurrence.what,
                seen: seen_at(clips, seen, turn.clip, occurrence),
            });
        }
    }

    /// The weight-averaged speed of a clip as the fades stand; its own where it has no weight.
    pub(super) fn speed_now(&self, def: &TreeDef, clip: ClipId) -> f64 {
        let mut scratch = Scratch::default();
        let flows = self.weigh(def, &mut scratch);
        let mean = flows.get(usize::from(clip.0)).and_then(|f| f.mean_speed());
        mean.unwrap_or_else(|| {
            let own = def.blocks.iter().find_map(|block| match block {
                Block::Animation { clip: id, speed } if *id == clip => Some(self.value(*speed)),
                _ => None,
            });
            own.unwrap_or(1.0)
        })
    }
}

/// What one clip of a piece shows at the instant of an occurrence of clip `teller`.
fn seen_at(clips: &ClipSet, seen: &Move, teller: ClipId, occurrence: &Occurrence) -> Seen {
    if seen.clip == teller {
        return Seen {
            clip: teller,
            frame: occurrence.frame as u32 + 1,
            progress: occurrence.progress,
        };
    }
    let clip = clips.clip(seen.clip);
    let mut playhead = seen.playhead;
    playhead.advance(clip, occurrence.at, seen.speed, &mut |_| {});
    Seen::of(seen.clip, clip, &playhead)
}
