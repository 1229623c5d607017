//! What `self:play` does to a play tree. What is asked takes effect with the
//! next step that takes time, and only the last of a step counts: a state that
//! is only passed through leaves no trace in the clips (rule M6).

use super::def::TreeDef;
use super::fade::Fade;
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

    /// The state this one becomes when its files change (rules L1 and L2): by name, a clip keeps its
    /// playhead (one that changed, in seconds, firing nothing), its weight and its fade. A clip that is gone leaves its share
    /// to the rest; where the chosen one is gone, the first clip is there. A tree that is not a play tree is
    /// kept where nothing of it or its clips' names changed, else it begins anew.
    #[must_use]
    pub fn reloaded(
        &self,
        (old, old_clips): (&TreeDef, &ClipSet),
        (new, new_clips): (&TreeDef, &ClipSet),
        seed: u64,
        actor: &str,
    ) -> TreeState {
        let mut next = TreeState::new(new, new_clips, seed, actor);
        let same_names = old_clips.names().eq(new_clips.names());
        let kept = old.is_play() && new.is_play() || (old == new && same_names);
        if !kept {
            return next;
        }
        (next.begun, next.rate) = (self.begun, self.rate);
        let was = |name: &str| old_clips.id(name).map(|id| usize::from(id.0));
        for (i, name) in new_clips.names().enumerate() {
            let id = ClipId(i as u16);
            let Some(old_index) = was(name) else { continue };
            let mut state = self.clips[old_index].clone();
            let before = old_clips.clip(ClipId(old_index as u16));
            state.playhead.changed(before, new_clips.clip(id));
            next.clips[i] = state;
            if new.is_play() {
                let speed = usize::from(TreeDef::speed_of(id).0);
                next.values[speed] = self.get(TreeDef::speed_of(ClipId(old_index as u16)));
            }
        }
        if new.is_play() {
            for (layer, weight) in new.plan.layers.iter().zip(&mut next.layers) {
                *weight = next.clips[usize::from(layer.clip.0)].weight;
            }
        }
        if !new.is_play() {
            next.values.clone_from(&self.values);
            next.blocks.clone_from(&self.blocks);
            next.cycles.clone_from(&self.cycles);
            next.triggers.clone_from(&self.triggers);
            next.layers.clone_from(&self.layers);
            return next;
        }
        if let Some(handles) = new.play {
            if let Some(before) = old.play {
                next.set(new, handles.fade, self.get(before.fade));
            }
            let name = self.play_target(old).map(|id| old_clips.clip(id).name());
            let target = name.and_then(|name| new_clips.id(name));
            next.set(new, handles.index, target.map_or(0.0, |id| f64::from(id.0)));
            let names: Vec<&str> = new_clips.names().collect();
            if let (Some(now), Some(fade), Some(target)) =
                (next.output_fade(new), self.output_fade_ref(old), target)
            {
                let renamed = |input: usize| names.get(input).and_then(|name| was(name));
                *now = fade.renamed(names.len(), usize::from(target.0), renamed);
            }
        }
        next.asked = self.asked.as_ref().and_then(|asked| {
            let before = old_clips.clip(asked.clip);
            let clip = new_clips.id(before.name())?;
            let started = asked.started.map(|mut playhead| {
                playhead.changed(before, new_clips.clip(clip));
                playhead
            });
            Some(Asked {
                clip,
                started,
                ..asked.clone()
            })
        });
        next
    }

    fn output_fade(&mut self, def: &TreeDef) -> Option<&mut Fade> {
        match self.blocks.get_mut(usize::from(def.output?.0))? {
            BlockState::Transition(fade) => Some(fade),
            _ => None,
        }
    }

    fn output_fade_ref(&self, def: &TreeDef) -> Option<&Fade> {
        match self.blocks.get(usize::from(def.output?.0))? {
            BlockState::Transition(fade) => Some(fade),
            _ => None,
        }
    }
}
