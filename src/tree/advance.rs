//! One step of a tree. It is cut where a fade, a Trigger's pass or weight, or an
//! angle's way ends and, while a weight moves, at each whole 1/240 s of the run
//! (rule R2); inside such a piece a clip moves at the mean of its weight-averaged
//! speeds at the two ends, so that its playhead is exact and any steps of whole
//! 240ths give the same.

use super::angles::nearest_side;
use super::block::{Block, Value};
use super::def::TreeDef;
use super::scratch::Scratch;
use super::state::{BlockState, TreeEvent, TreeState};
use crate::clip::ClipSet;
use crate::time::{FINE_RASTER, Speed, Time};

/// One piece of a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    pub from: Time,
    pub to: Time,
}

impl Piece {
    pub fn length(self) -> Time {
        self.to - self.from
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
        let mut scratch = self.room.take();
        (self.rate, self.root) = (rate, (0.0, 0.0));
        if scratch.steady {
            // Nothing has changed since the last step, and nothing will in this one but the clips' places.
            let piece = Piece {
                from: now,
                to: now + dt,
            };
            self.move_clips(def, clips, piece, &mut scratch);
            self.tell(def, clips, piece, &mut scratch, first, events);
        } else {
            self.change(def, clips, (now, now + dt), &mut scratch, events);
        }
        self.room.put(scratch);
    }

    /// A step in which weights may move, and what was asked takes effect.
    fn change(
        &mut self,
        def: &TreeDef,
        clips: &ClipSet,
        (mut from, end): (Time, Time),
        scratch: &mut Scratch,
        events: &mut Vec<TreeEvent>,
    ) {
        let first = events.len();
        self.take_asked(def, clips);
        self.begun = true;
        self.take_shots(def, scratch);
        self.choose(def);
        self.weigh(def, Time::ZERO, scratch);
        while from < end {
            let (piece, still) = self.next_piece(def, clips, from, end, scratch);
            self.start_clips(def, clips, scratch);
            self.move_clips(def, clips, piece, scratch);
            let jumped = self.pass_time(def, piece.length(), still, scratch);
            if jumped {
                self.weigh(def, Time::ZERO, scratch);
                self.stop_clips(def, clips, scratch);
            }
            // What starts at a piece's end comes after, as it would in the next step.
            self.tell(def, clips, piece, scratch, first, events);
            if jumped {
                self.jump(def, clips, scratch);
            }
            from = piece.to;
            scratch.steady = still;
        }
        self.layers.clone_from(&scratch.layers);
    }

    /// What the parameters of this step choose.
    fn choose(&mut self, def: &TreeDef) {
        for i in def.plan.timed.iter().map(|i| usize::from(*i)) {
            match &def.blocks[i] {
                Block::Transition {
                    inputs,
                    index,
                    time,
                    ..
                } => {
                    let chosen = self.chosen(inputs, *index);
                    let length = self.time(*time);
                    if let Some(BlockState::Transition(fade)) = self.blocks.get_mut(i) {
                        fade.astray = chosen.is_none();
                        if let Some(target) = chosen.filter(|target| *target != fade.target()) {
                            fade.choose(target, length);
                        }
                    }
                }
                Block::Direction8Sides {
                    angle, time, sides, ..
                } => {
                    let (angle, length) = (self.value(*angle), self.time(*time));
                    if let Some(BlockState::Sides { fade, side }) = self.blocks.get_mut(i) {
                        *side = nearest_side(sides, angle, Some(*side));
                        let block = sides[*side];
                        // Of sides that are one block, the first: going between them starts no fade.
                        let target = sides.iter().position(|other| *other == block);
                        if let Some(target) = target.filter(|target| *target != fade.target()) {
                            fade.choose(target, length);
                        }
                    }
                }
                Block::LookAt {
                    horizontal: h,
                    vertical: v,
                    horizontal_speed,
                    vertical_speed,
                    ..
                } => {
                    let sources = (self.value(*h), self.value(*v));
                    let speeds = (self.value(*horizontal_speed), self.value(*vertical_speed));
                    if let Some(BlockState::Look {
                        horizontal,
                        vertical,
                    }) = self.blocks.get_mut(i)
                    {
                        horizontal.aim(sources.0, speeds.0);
                        vertical.aim(sources.1, speeds.1);
                    }
                }
                _ => {}
            }
        }
    }

    /// A time that a block is given in seconds.
    pub(super) fn time(&self, value: Value) -> Time {
        let seconds = self.value(value).max(0.0);
        Time::from_seconds(seconds).unwrap_or(Time::LONGEST)
    }

    /// The piece that begins at `from`, with the flows at its two ends and the paces of its shots; true where no weight, speed or pass
    /// moves in it, nor would after it.
    fn next_piece(
        &self,
        def: &TreeDef,
        clips: &ClipSet,
        from: Time,
        end: Time,
        scratch: &mut Scratch,
    ) -> (Piece, bool) {
        let (mut to, moving) = self.next_cut(def, from, end);
        let firing = self.is_any_firing(def);
        if !moving && !firing {
            scratch.before.clone_from(&scratch.flows);
            return (Piece { from, to }, true);
        }
        if firing {
            self.measure(def, clips, to - from, scratch);
            self.factors_above(def, scratch);
            scratch.paces.clear();
            self.add_paces(def, scratch);
        }
        std::mem::swap(&mut scratch.flows, &mut scratch.before);
        self.weigh(def, to - from, scratch);
        if firing {
            self.factors_above(def, scratch);
            self.mean_paces(def, scratch);
            let paces = scratch.paces.iter().zip(self.shots());
            let ends = paces.filter_map(|(pace, shot)| shot.time_left(*pace));
            if let Some(left) = ends.min().filter(|left| from + *left < to) {
                // It ends an instant into the piece, never before it.
                to = from + left.max(Time::from_flicks(1));
                self.weigh(def, to - from, scratch);
            }
        }
        (Piece { from, to }, false)
    }

    /// Where the piece that begins at `from` ends as far as weights say, and whether any moves.
    fn next_cut(&self, def: &TreeDef, from: Time, end: Time) -> (Time, bool) {
        let timed = def.plan.timed.iter();
        let cuts = timed.filter_map(|i| match &self.blocks[usize::from(*i)] {
            BlockState::Transition(fade) | BlockState::Sides { fade, .. } => {
                fade.is_running().then(|| fade.left())
            }
            BlockState::Trigger(shot) => shot.is_moving().then(|| shot.left()),
            BlockState::Look {
                horizontal,
                vertical,
            } => horizontal
                .next_cut()
                .into_iter()
                .chain(vertical.next_cut())
                .min(),
            BlockState::Still => None,
        });
        let Some(cut) = cuts.min() else {
            return (end, false);
        };
        let raster = FINE_RASTER.flicks();
        let next = (from.flicks().div_euclid(raster) + 1) * raster;
        (end.min(from + cut).min(Time::from_flicks(next)), true)
    }

    /// Fades, angles, shots and what they come to; true where a weight or a speed jumps at the end.
    fn pass_time(&mut self, def: &TreeDef, time: Time, still: bool, scratch: &mut Scratch) -> bool {
        let mut jumped = false;
        scratch.ended.clear();
        scratch.finished.clear();
        if still {
            return false;
        }
        let mut shot_at = 0;
        for i in &def.plan.timed {
            match &mut self.blocks[usize::from(*i)] {
                BlockState::Transition(fade) | BlockState::Sides { fade, .. } => fade.pass(time),
                BlockState::Look {
                    horizontal,
                    vertical,
                } => {
                    jumped |= horizontal.pass(time);
                    jumped |= vertical.pass(time);
                }
                BlockState::Trigger(shot) => {
                    let pace = scratch.paces.get(shot_at).copied().unwrap_or(0);
                    shot.pass(time, pace);
                    if shot.is_over() {
                        scratch.ended.push(shot_at);
                    }
                    shot_at += 1;
                }
                BlockState::Still => {}
            }
        }
        for at in &scratch.ended {
            let finished = self.end_shot(def, *at);
            scratch.finished.extend(finished);
        }
        jumped || !scratch.ended.is_empty()
    }
}
