//! What one piece of a step came to, as events (rule C6).

use super::advance::Piece;
use super::block::TriggerId;
use super::def::TreeDef;
use super::scratch::{Move, Scratch};
use super::state::{Seen, Source, TreeEvent, TreeState};
use crate::clip::{ClipId, ClipSet, Happening, Occurrence};
use crate::time::Time;

/// The most events that one step pushes, a guard against clips of a few flicks;
/// a `finish` is pushed beyond it.
pub const MOST_EVENTS: usize = 4096;

impl TreeState {
    /// Pushes what the clips of one piece came to, if they weighed enough at that instant, and the triggers.
    pub(super) fn tell(
        &self,
        def: &TreeDef,
        clips: &ClipSet,
        piece: Piece,
        scratch: &mut Scratch,
        first: usize,
        events: &mut Vec<TreeEvent>,
    ) {
        if scratch.told.is_empty() && scratch.finished.is_empty() {
            return;
        }
        let told = events.len();
        let length = piece.length().flicks() as f64;
        let target = def.play.and_then(|_| self.play_target(def));
        for (at, occurrence) in &scratch.told {
            let moved = &scratch.moves[*at];
            let done = occurrence.at.flicks() as f64 / length;
            let weight = moved.weight_at(done);
            // One that just rises from 0 counts as greater than 0 and as nothing more.
            let rises = moved.weight[0] == 0.0 && moved.weight[1] > 0.0 && def.event_weight == 0.0;
            let full = events.len() - first >= MOST_EVENTS && occurrence.what != Happening::Finish;
            if full || !(weight > def.event_weight || rises) {
                continue;
            }
            let heaviest = heaviest(&scratch.moves, done);
            let asked = target.and_then(|id| scratch.moves.iter().find(|moved| moved.clip == id));
            let seen = asked.or(heaviest).unwrap_or(moved);
            events.push(TreeEvent {
                at: piece.from + occurrence.at,
                source: Source::Clip(moved.clip),
                what: occurrence.what,
                seen: seen_at(clips, seen, moved.clip, occurrence, done),
                frame: occurrence.frame as u32 + 1,
            });
        }
        for trigger in &scratch.finished {
            self.tell_finish(clips, *trigger, piece.to, scratch, events);
        }
        scratch.sort(&mut events[told..]);
    }

    /// The one `finish` of a trigger, whether it is seen or not.
    fn tell_finish(
        &self,
        clips: &ClipSet,
        trigger: TriggerId,
        at: Time,
        scratch: &Scratch,
        events: &mut Vec<TreeEvent>,
    ) {
        let seen = heaviest(&scratch.moves, 1.0).map(|moved| {
            let playhead = &self.clips[usize::from(moved.clip.0)].playhead;
            Seen::of(moved.clip, clips.clip(moved.clip), playhead)
        });
        events.push(TreeEvent {
            at,
            source: Source::Trigger(trigger),
            what: Happening::Finish,
            seen: seen.unwrap_or(Seen {
                clip: ClipId(0),
                frame: 1,
                progress: 0.0,
            }),
            frame: 0,
        });
    }
}

impl Scratch {
    /// At one instant: clips by name, each along its playing, then triggers. A stable sort that, warmed up, allocates nothing.
    fn sort(&mut self, events: &mut [TreeEvent]) {
        let key = |event: &TreeEvent| (event.at, event.source);
        if events.is_sorted_by_key(key) {
            return;
        }
        self.order.clear();
        self.order.extend(0..events.len());
        self.order
            .sort_unstable_by_key(|at| (key(&events[*at]), *at));
        self.events.clear();
        self.events.extend(self.order.iter().map(|at| events[*at]));
        events.copy_from_slice(&self.events);
    }
}

fn heaviest(moves: &[Move], done: f64) -> Option<&Move> {
    moves.iter().reduce(|best, other| {
        let heavier = other.weight_at(done) > best.weight_at(done);
        if heavier { other } else { best }
    })
}

/// What one clip of a piece shows at the instant of an occurrence of clip `teller`.
fn seen_at(
    clips: &ClipSet,
    seen: &Move,
    teller: ClipId,
    occurrence: &Occurrence,
    done: f64,
) -> Seen {
    if seen.clip == teller {
        return Seen {
            clip: teller,
            frame: occurrence.frame as u32 + 1,
            progress: occurrence.progress,
        };
    }
    let clip = clips.clip(seen.clip);
    let mut playhead = seen.playhead;
    let time = match seen.turn {
        // Its own way, as far as the piece has come.
        Some(_) => Time::from_flicks((seen.time.flicks() as f64 * done) as i64),
        None => occurrence.at,
    };
    playhead.advance(clip, time, seen.speed, &mut |_| {});
    Seen::of(seen.clip, clip, &playhead)
}
