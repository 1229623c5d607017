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
        let mut scratch = std::mem::take(&mut self.scratch);
        self.rate = rate;
        self.root = (0.0, 0.0);
        self.take_asked(def, clips);
        self.begun = true;
        self.take_shots(def);
        self.choose(def);
        self.weigh(def, Time::ZERO, &mut scratch);
        let (mut from, end) = (now, now + dt);
        while from < end {
            let told = events.len();
            let piece = self.next_piece(def, clips, from, end, &mut scratch);
            self.start_clips(def, clips, &mut scratch);
            self.move_clips(def, clips, piece, &mut scratch);
            let jumped = self.pass_time(def, piece.length(), &mut scratch);
            if jumped {
                self.weigh(def, Time::ZERO, &mut scratch);
                self.stop_clips(def, clips, &mut scratch);
            }
            self.tell(def, clips, piece, &scratch, first, events);
            // At one instant: clips by name, each along its playing, then triggers; the sort is stable. What starts
            // at a piece's end comes after, as it would in the next step.
            events[told..].sort_by_key(|event| (event.at, event.source));
            if jumped {
                self.jump(def, clips, &mut scratch);
            }
            from = piece.to;
        }
        self.layers.clone_from(&scratch.layers);
        self.scratch = scratch;
    }

    /// What the parameters of this step choose.
    fn choose(&mut self, def: &TreeDef) {
        for (i, block) in def.blocks.iter().enumerate() {
            match block {
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

    /// The piece that begins at `from`, with the flows at its two ends and the paces of its shots.
    fn next_piece(
        &self,
        def: &TreeDef,
        clips: &ClipSet,
        from: Time,
        end: Time,
        scratch: &mut Scratch,
    ) -> Piece {
        let mut to = self.next_cut(from, end);
        let firing = self.shots().any(|shot| shot.firing);
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
        Piece { from, to }
    }

    /// Where the piece that begins at `from` ends as far as weights say.
    fn next_cut(&self, from: Time, end: Time) -> Time {
        let cuts = self.blocks.iter().filter_map(|block| match block {
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
            return end;
        };
        let raster = FINE_RASTER.flicks();
        let next = (from.flicks().div_euclid(raster) + 1) * raster;
        end.min(from + cut).min(Time::from_flicks(next))
    }

    /// Fades, angles, shots and what they come to; true where a weight or a speed jumps at the end.
    fn pass_time(&mut self, def: &TreeDef, time: Time, scratch: &mut Scratch) -> bool {
        let mut jumped = false;
        scratch.ended.clear();
        scratch.finished.clear();
        let mut shot_at = 0;
        for block in &mut self.blocks {
            match block {
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
