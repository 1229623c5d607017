//! An actor's clips: its tree, what was asked of it in this step, and what a
//! script sees of both (rule M7). How a tree moves is `tree`'s.

use std::ops::Range;
use std::sync::Arc;

use super::{Kind, Play, TriggerAsk, TriggerSeen};
use crate::clip::{ClipId, Happening};
use crate::time::{Speed, Time};
use crate::tree::{BlockId, Seen, Source, TreeEvent, TreeState, TriggerId};

/// An actor's clips: the tree, what was asked of it in this step, and what a
/// script reads of it (rule M7).
#[derive(Debug)]
pub(super) struct Clips {
    pub tree: TreeState,
    pub rate: Speed,
    /// Asked for and not yet handed to the tree: only the last play of a step is seen.
    pub asked: Option<Play>,
    /// `asked` begins at its first frame.
    pub fresh: bool,
    /// What was asked before the present state was entered: put back where that
    /// state hands on from its enter, so that its own clip is never seen (rule M6).
    pub under: Option<(Option<Play>, bool)>,
    /// In `at`, `finish` and `loop`: what is being handled.
    pub instant: Option<TreeEvent>,
    /// The clip a script speaks of.
    pub seen: Option<Seen>,
    /// The clips whose boxes count, with their frames, from 1: of two with a box of one name the first.
    pub boxed: Vec<(ClipId, u32)>,
    /// There are any.
    has_boxes: bool,
    /// Of each clip, whether its first pass is over.
    pub passed: Vec<bool>,
    /// By trigger, as a script sees it.
    pub triggers: Vec<TriggerSeen>,
    /// By trigger: it was fired since the tree last moved on.
    fired: Vec<bool>,
    /// By trigger: the instant at which its last pass ended, if that was in the tree's last move.
    ended: Vec<Option<Time>>,
    /// The Transitions whose index is out of range, told already (rule R6).
    astray: Vec<BlockId>,
    /// Its events of this step, in the stage's list.
    pub events: Range<usize>,
}

impl Clips {
    pub fn new(kind: &Kind, seed: u64, actor: &str) -> Clips {
        let character = &kind.character;
        let triggers = character.tree.triggers().len();
        Clips {
            tree: TreeState::new(&character.tree, &character.clips, seed, actor),
            rate: Speed::ONE,
            asked: None,
            fresh: false,
            under: None,
            instant: None,
            seen: None,
            boxed: Vec::new(),
            has_boxes: character.has_boxes(),
            passed: vec![false; character.clips.len()],
            triggers: vec![TriggerSeen::default(); triggers],
            fired: vec![false; triggers],
            ended: vec![None; triggers],
            astray: Vec::new(),
            events: 0..0,
        }
    }

    /// Asks for a clip; the last one asked for in a step is the one that is seen.
    pub fn ask(&mut self, kind: &Kind, mut play: Play) {
        if let Some(asked) = self.asked
            && asked.clip == play.clip
        {
            play.restart |= asked.restart;
        }
        self.fresh = play.restart || !self.runs(kind, play.clip);
        self.asked = Some(play);
        self.look(kind);
    }

    /// Asks for the clip of a state that is being entered.
    pub fn ask_for_state(&mut self, kind: &Kind, play: Play) {
        let under = (self.asked, self.fresh);
        self.ask(kind, play);
        self.under = Some(under);
    }

    /// The state just entered hands on: its clip was never asked for.
    pub fn put_back(&mut self, kind: &Kind) {
        if let Some((asked, fresh)) = self.under.take() {
            self.asked = asked;
            self.fresh = fresh;
            self.look(kind);
        }
    }

    /// A clip that is in view and not at its end goes on when it is asked for.
    fn runs(&self, kind: &Kind, clip: ClipId) -> bool {
        let clips = &kind.character.clips;
        let shown = self.tree.shown();
        let shown = shown.iter().find(|shown| shown.clip == clip);
        shown.is_some_and(|shown| !shown.playhead.ended(clips.clip(clip)))
    }

    /// Hands the tree what was asked for.
    pub fn give(&mut self, kind: &Kind) {
        self.under = None;
        if let Some(play) = self.asked.take() {
            let character = &kind.character;
            self.tree.play(
                &character.tree,
                &character.clips,
                play.clip,
                Speed::new(play.speed),
                play.fade.unwrap_or(character.fade),
                self.fresh,
            );
        }
    }

    /// Reads anew what a script may see: the tree's clips, at the instant of the
    /// event being handled if there is one, and over it what was asked for.
    pub fn look(&mut self, kind: &Kind) {
        let (def, clips) = (&kind.character.tree, &kind.character.clips);
        self.seen = match self.instant {
            Some(event) => Some(event.seen),
            None => self.tree.seen(def, clips),
        };
        for (i, passed) in self.passed.iter_mut().enumerate() {
            let at = self.tree.passed_at(ClipId(i as u16));
            *passed = match (at, self.instant) {
                (Some(at), Some(event)) => at <= event.at,
                (at, _) => at.is_some(),
            };
        }
        self.look_at_triggers();
        self.look_at_asked(kind);
        self.look_at_boxes(kind);
    }

    fn look_at_asked(&mut self, kind: &Kind) {
        let clips = &kind.character.clips;
        let Some(play) = self.asked else { return };
        if self.fresh {
            self.seen = Some(first_frame(play.clip));
            self.passed[play.clip.0 as usize] = false;
        } else if self.seen.is_none_or(|seen| seen.clip != play.clip) {
            let shown = self.tree.shown();
            let shown = shown.iter().find(|shown| shown.clip == play.clip);
            let clip = clips.clip(play.clip);
            self.seen = shown.map(|shown| Seen {
                clip: play.clip,
                frame: shown.playhead.frame(clip) as u32 + 1,
                progress: shown.playhead.progress(clip),
            });
        }
    }

    /// In a tree several clips are in view, each with boxes of its own: first comes the one whose event is being
    /// handled, at that instant; then the one a script speaks of; then the others, the heaviest first. One of less
    /// than half the heaviest's weight is on its way in or out: it counts for nothing.
    fn look_at_boxes(&mut self, kind: &Kind) {
        let character = &kind.character;
        self.boxed.clear();
        if !self.has_boxes {
            return;
        }
        let told = self.instant.and_then(|event| match event.source {
            Source::Clip(clip) => Some((clip, event.frame)),
            Source::Trigger(_) => None,
        });
        let seen = self.seen.map(|seen| (seen.clip, seen.frame));
        if character.tree.is_play() {
            self.boxed.extend(seen);
            return;
        }
        let shown = self.tree.shown();
        let least = shown.first().map_or(0.0, |first| first.weight / 2.0);
        let heavy = shown.iter().filter(|shown| shown.weight >= least);
        let others = heavy.map(|shown| {
            let clip = character.clips.clip(shown.clip);
            (shown.clip, shown.playhead.frame(clip) as u32 + 1)
        });
        for (clip, frame) in told.into_iter().chain(seen).chain(others) {
            if self.boxed.iter().all(|(known, _)| *known != clip) {
                self.boxed.push((clip, frame));
            }
        }
    }

    /// A trigger is fired or cancelled with the tree's next move. One fired counts as firing from now on.
    pub fn pull(&mut self, ask: TriggerAsk) {
        match ask {
            TriggerAsk::Fire(trigger) => {
                self.tree.fire(trigger);
                if let Some(fired) = self.fired.get_mut(usize::from(trigger.0)) {
                    *fired = true;
                }
            }
            TriggerAsk::Cancel(trigger) => self.tree.cancel(trigger),
        }
        self.look_at_triggers();
    }

    /// Its triggers as a script sees them. No pass begins inside a step, so that one which ended later in it
    /// was under way at the instant of the event being handled.
    fn look_at_triggers(&mut self) {
        for (i, seen) in self.triggers.iter_mut().enumerate() {
            let id = TriggerId(i as u16);
            let ends_later = self
                .instant
                .zip(self.ended[i])
                .is_some_and(|(event, end)| end > event.at);
            let fired = self.fired[i];
            seen.firing = fired || ends_later || self.tree.is_firing(id);
            seen.finished = !fired && !ends_later && self.tree.has_finished(id);
        }
    }

    /// Lets time pass; what the clips and triggers come to is appended to `events`.
    pub fn advance(&mut self, kind: &Kind, now: Time, dt: Time, events: &mut Vec<TreeEvent>) {
        let first = events.len();
        let character = &kind.character;
        let (def, clips) = (&character.tree, &character.clips);
        self.tree.advance(def, clips, now, dt, self.rate, events);
        self.fired.fill(false);
        self.ended.fill(None);
        for event in &events[first..] {
            if let (Source::Trigger(id), Happening::Finish) = (event.source, event.what) {
                self.ended[usize::from(id.0)] = Some(event.at);
            }
        }
    }

    /// The keys of the Transitions whose index went out of range in the tree's last move.
    pub fn gone_astray(&mut self, kind: &Kind) -> Vec<String> {
        let def = &kind.character.tree;
        if def.is_play() || (self.astray.is_empty() && self.tree.astray().next().is_none()) {
            return Vec::new();
        }
        let now: Vec<BlockId> = self.tree.astray().collect();
        let new = now.iter().filter(|block| !self.astray.contains(block));
        let keys = new.map(|block| def.key(*block)).collect();
        self.astray = now;
        keys
    }

    /// Goes over to another character's tree and clips: what is matched by name stays as it
    /// is, and nothing fires (rule L2). False where the clip that was in view is gone.
    pub fn carry(&mut self, old: &Kind, kind: &Kind, seed: u64, actor: &str) -> bool {
        let (was, is) = (&old.character, &kind.character);
        if Arc::ptr_eq(&was.clips, &is.clips) && Arc::ptr_eq(&was.tree, &is.tree) {
            return true;
        }
        let shown = self.tree.seen(&was.tree, &was.clips);
        let kept = was.tree.is_play() == is.tree.is_play()
            && shown.is_none_or(|shown| {
                let name = was.clips.clip(shown.clip).name();
                is.clips.id(name).is_some()
            });
        let (before, now) = ((&*was.tree, &*was.clips), (&*is.tree, &*is.clips));
        self.tree = self.tree.reloaded(before, now, seed, actor);
        self.asked = None;
        self.under = None;
        self.has_boxes = is.has_boxes();
        self.passed = vec![false; is.clips.len()];
        let told: Vec<String> = self
            .astray
            .iter()
            .map(|block| was.tree.key(*block))
            .collect();
        let astray = self.tree.astray();
        self.astray = astray
            .filter(|block| told.contains(&is.tree.key(*block)))
            .collect();
        let names = is.tree.triggers().iter();
        self.fired = names
            .map(|name| {
                let old = was.tree.trigger(name);
                old.is_some_and(|old| self.fired[usize::from(old.0)])
            })
            .collect();
        self.ended = vec![None; self.fired.len()];
        self.triggers = vec![TriggerSeen::default(); self.fired.len()];
        self.look(kind);
        kept
    }

    /// True where the first pass of a clip is over and nothing asked for begins it again.
    pub fn has_passed(&self, clip: ClipId) -> bool {
        let again = self.fresh && self.asked.is_some_and(|play| play.clip == clip);
        !again && self.tree.passed_at(clip).is_some()
    }
}

fn first_frame(clip: ClipId) -> Seen {
    Seen {
        clip,
        frame: 1,
        progress: 0.0,
    }
}
