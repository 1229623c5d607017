//! Phase 6 of a step: what the clips came to, in the order it happened, then
//! `next` and `lasts` (rule S1).

use std::sync::Arc;

use super::actor::Actor;
use super::signal::Signal;
use super::{Brain, Ended, EventKind, Machine, Stage};
use crate::clip::Happening;
use crate::fsm::{StateId, Why};
use crate::tree::{Source, TreeEvent};

impl Stage {
    /// Phase 6: markers, loops and ends in order, then `next` and `lasts`.
    pub(super) fn follow_clips(
        &mut self,
        brain: &mut dyn Brain,
        actor: &mut Actor,
        events: &[TreeEvent],
    ) {
        if actor.left {
            return;
        }
        for event in &events[actor.clips.events.clone()] {
            self.follow_clip(brain, actor, event);
        }
        actor.clips.instant = None;
        let kind = Arc::clone(&actor.kind);
        while let Some((to, why)) = up(actor) {
            if actor.used.changes >= self.limits.changes && actor.used.told_changes {
                break;
            }
            actor.clips.look(&kind);
            self.change(brain, actor, Machine::Change(to), why);
        }
        actor.clips.give(&kind);
        actor.clips.look(&kind);
        actor.pose();
    }

    fn follow_clip(&mut self, brain: &mut dyn Brain, actor: &mut Actor, event: &TreeEvent) {
        let kind = Arc::clone(&actor.kind);
        let (clips, tree, at) = (&kind.character.clips, &kind.character.tree, event.at);
        let id = match event.source {
            Source::Clip(id) => id,
            Source::Trigger(trigger) => {
                // All that a trigger tells is its finish.
                let name = tree.triggers().get(usize::from(trigger.0));
                let of = Ended::Trigger(name.cloned().unwrap_or_default());
                let told = EventKind::Finish { of, at };
                self.follow_event(brain, actor, event, told, Signal::Finish(event.source));
                return;
            }
        };
        let clip = clips.clip(id);
        let name = clip.name().to_owned();
        let (told, signal) = match event.what {
            Happening::Marker(marker) => {
                let marker = clip.marker_names()[marker as usize].as_str();
                let told = EventKind::Marker {
                    clip: name,
                    name: marker.to_owned(),
                    at,
                };
                let clip = id;
                (told, Signal::Marker { name: marker, clip })
            }
            Happening::Loop => (EventKind::Loop { clip: name, at }, Signal::Loop(id)),
            Happening::Finish => {
                let of = Ended::Clip(name);
                (EventKind::Finish { of, at }, Signal::Finish(event.source))
            }
        };
        self.follow_event(brain, actor, event, told, signal);
    }

    fn follow_event(
        &mut self,
        brain: &mut dyn Brain,
        actor: &mut Actor,
        event: &TreeEvent,
        told: EventKind,
        signal: Signal<'_>,
    ) {
        self.tell(actor, told);
        if signal.is_handled(actor) {
            actor.clips.instant = Some(*event);
            let kind = Arc::clone(&actor.kind);
            actor.clips.look(&kind);
            self.handle(brain, actor, signal);
        }
    }
}

/// The state that `next` or `lasts` leads to now. A time given with `lasts`
/// stands for the clip's pass.
fn up(actor: &Actor) -> Option<(StateId, Why)> {
    let present = actor.fsm.current.filter(|_| !actor.is_silent())?;
    let state = actor.kind.fsm()?.state(present);
    let next = state.next.filter(|next| *next != present)?;
    if let Some(lasts) = state.lasts {
        return (actor.fsm.state_time >= lasts).then_some((next, Why::Lasts));
    }
    let clip = actor.kind.state_clips.get(present.0 as usize).copied()??;
    actor.clips.has_passed(clip).then_some((next, Why::Next))
}
