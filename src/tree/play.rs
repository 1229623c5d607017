//! What `self:play` does to a play tree. What is asked takes effect with the
//! next step that takes time, and only the last of a step counts: a state that
//! is only passed through leaves no trace in the clips (rule M6).

use super::def::TreeDef;
use super::state::{BlockState, TreeState, goes_backward};
use crate::clip::{ClipId, ClipSet, Playhead};
use crate::time::{Speed, Time};

/// A `play` that no step has seen yet.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Asked {
    pub clip: ClipId,
    pub speed: Speed,
    pub fade: Time,
    /// It begins (again): where it begins. `None` where it plays on.
    pub started: Option<Playhead>,
    /// It is all that is shown from now on.
    pub at_once: bool,
}

impl TreeState {
    /// Play tree: chooses a clip, its speed, the fade's time; `restart` rewinds it even in view. A clip that has ended begins again;
    /// one that plays goes on. Where nothing has been shown yet, the clip is there at once. Of several calls between two steps the last counts.
    pub fn play(
        &mut self,
        def: &TreeDef,
        clips: &ClipSet,
        clip: ClipId,
        speed: Speed,
        fade: Time,
        restart: bool,
    ) {
        if !def.is_play() || usize::from(clip.0) >= self.clips.len() {
            return;
        }
        let state = &self.clips[usize::from(clip.0)];
        let asked = self.asked.as_ref();
        let started_before = asked.is_some_and(|a| a.clip == clip && a.started.is_some());
        let over = state.playhead.ended(clips.clip(clip));
        let begins = restart || started_before || !state.on || over;
        let started = begins.then(|| {
            let mut playhead = state.playhead;
            let backward = goes_backward(speed.factor(), self.rate);
            playhead.start(clips.clip(clip), backward);
            playhead
        });
        let another = self.play_target(def) != Some(clip);
        self.room.disturb();
        self.asked = Some(Asked {
            clip,
            speed,
            fade,
            started,
            at_once: !self.begun || (another && fade <= Time::ZERO),
        });
    }

    /// The clip a play tree has chosen, as of the last step.
    pub(super) fn play_target(&self, def: &TreeDef) -> Option<ClipId> {
        match self.blocks.get(usize::from(def.output?.0))? {
            BlockState::Transition(fade) => Some(ClipId(fade.target() as u16)),
            _ => None,
        }
    }

    /// Takes what was asked into the tree, at the beginning of a step.
    pub(super) fn take_asked(&mut self, def: &TreeDef, clips: &ClipSet) {
        let (Some(asked), Some(handles)) = (self.asked.take(), def.play) else {
            return;
        };
        let fade = if self.begun { asked.fade } else { Time::ZERO };
        self.set(def, handles.index, f64::from(asked.clip.0));
        self.set(def, handles.fade, fade.seconds());
        self.set(def, TreeDef::speed_of(asked.clip), asked.speed.factor());
        if asked.started.is_some() {
            let state = &mut self.clips[usize::from(asked.clip.0)];
            // From the same stream as the one that was looked at, in the direction of this step.
            let backward = goes_backward(asked.speed.factor(), self.rate);
            state.playhead.start(clips.clip(asked.clip), backward);
            state.passed_at = None;
            state.on = true;
        }
    }
}
