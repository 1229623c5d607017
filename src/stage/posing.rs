//! How an actor stands before and after a step, and the figure it is drawn as
//! (rules R11, R12, R13). A sprite without a tree has no pose: it shows the clip a
//! script speaks of. Where a figure is painted is `compose`'s.
//!
//! A drawing's height above the ground is a number like any other of its pose: the
//! lifts of the clips in the output, each times its weight.

use std::mem;
use std::rc::Rc;

use super::actor::Actor;
use super::{Art, CharacterDef, Figure, Kind, PartFigure, Shows};
use crate::clip::PictureId;
use crate::geom::Transform;
use crate::rig::{Placed, Pose};
use crate::tree::TreeState;

/// How an actor's parts stand.
#[derive(Clone, Debug)]
pub(super) struct Posed {
    now: Pose,
    /// Before the last step.
    before: Pose,
    /// Logical pixels above the ground line, before the last step and now.
    lift: (f64, f64),
    /// It has stood in some step: before that there is nothing to come from.
    stood: bool,
}

impl Posed {
    /// At rest; `None` of a kind that needs no pose.
    pub fn of(kind: &Kind) -> Option<Posed> {
        let character = &kind.character;
        if character.tree.is_play() && character.rig.is_sprite() {
            return None;
        }
        let rest = Pose::new(&character.rig);
        Some(Posed {
            before: rest.clone(),
            now: rest,
            lift: (0.0, 0.0),
            stood: false,
        })
    }

    /// The pose under another kind: parts keep how they stand, by name (rule L2).
    pub fn carry(posed: Option<Posed>, old: &Kind, kind: &Kind) -> Option<Posed> {
        let new = Posed::of(kind)?;
        let Some(posed) = posed else { return Some(new) };
        let (was, is) = (&old.character.rig, &kind.character.rig);
        Some(Posed {
            now: posed.now.reloaded(was, is),
            before: posed.before.reloaded(was, is),
            ..posed
        })
    }

    fn update(&mut self, character: &CharacterDef, tree: &TreeState) {
        let (def, clips) = (&character.tree, &character.clips);
        self.before.clone_from(&self.now);
        self.now.update(&character.rig, clips, tree.layers(def));
        let lifts = tree.layers(def);
        let lift = lifts.map(|layer| layer.weight * f64::from(clips.clip(layer.clip).lift()));
        self.lift = (self.lift.1, lift.sum());
        if !mem::replace(&mut self.stood, true) {
            self.before.clone_from(&self.now);
            self.lift.0 = self.lift.1;
        }
    }
}

impl Actor {
    /// Takes the pose from the tree, at the end of a step.
    pub fn pose(&mut self) {
        if let Some(posed) = &mut self.posed {
            posed.update(&self.kind.character, &self.clips.tree);
        }
    }

    /// The root motion of the step just played (rule R13).
    pub fn walk_root(&mut self) {
        let (x, y) = self.clips.tree.root();
        if (x, y) != (0.0, 0.0) {
            self.x += x * self.facing;
            self.y += y;
        }
    }
}

/// What drawing needs to know of an actor, `fraction` (0..=1) of the way through the last step.
pub(super) fn figure(actor: &Actor, fraction: f64) -> Figure {
    let character = &*actor.kind.character;
    let (parts, lift) = match &actor.posed {
        Some(posed) => {
            let (before, now) = posed.lift;
            let lift = now - (now - before) * (1.0 - fraction);
            (posed_parts(actor, posed, fraction), lift)
        }
        None => sprite(actor),
    };
    Figure {
        parts,
        puppet: !character.rig.is_sprite(),
        lift: lift as f32,
        mirrored: actor.facing * character.faces.sign() < 0.0,
        before: actor.before,
        now: (actor.x, actor.y),
        opacity: actor.look.opacity,
        tint: actor.look.tint,
        scale: actor.look.scale,
        rotation: actor.look.rotation,
        layer: actor.look.layer,
        bubble: actor.bubble.as_ref().map(|bubble| Rc::clone(&bubble.text)),
    }
}

/// The picture of a sprite without a tree: of the clip faded to, at once; or of all mixed.
fn sprite(actor: &Actor) -> (Vec<PartFigure>, f64) {
    let character = &*actor.kind.character;
    let Some(seen) = actor.clips.seen else {
        return (Vec::new(), 0.0);
    };
    let clip = character.clips.clip(seen.clip);
    let frame = (seen.frame as usize).saturating_sub(1);
    let shows = if character.crossfade {
        mixed(actor, 0, &mut Vec::new())
    } else {
        let art = clip.picture(frame).and_then(|id| art(character, id));
        art.map(Shows::One)
    };
    let part = shows.map(|shows| PartFigure {
        shows,
        transform: Transform::IDENTITY,
        opacity: 1.0,
    });
    (part.into_iter().collect(), f64::from(clip.lift()))
}

/// The parts of a pose that show something, in paint order.
fn posed_parts(actor: &Actor, posed: &Posed, fraction: f64) -> Vec<PartFigure> {
    let character = &*actor.kind.character;
    let mut placed: Vec<Placed> = Vec::new();
    posed
        .now
        .place(&character.rig, &posed.before, fraction as f32, &mut placed);
    let mut room = Vec::new();
    let seen = placed.into_iter().filter(|placed| placed.opacity > 0.0);
    seen.filter_map(|placed| {
        let shows = if character.crossfade {
            mixed(actor, placed.part, &mut room)
        } else {
            let picture = posed.now.picture(placed.part);
            picture.and_then(|id| art(character, id)).map(Shows::One)
        };
        Some(PartFigure {
            shows: shows?,
            transform: placed.transform,
            opacity: placed.opacity,
        })
    })
    .collect()
}

/// A part's pictures as one weighted sum (`crossfade`); `None` where it shows nothing.
fn mixed(actor: &Actor, part: u16, room: &mut Vec<(PictureId, f32)>) -> Option<Shows> {
    let character = &*actor.kind.character;
    let layers = actor.clips.tree.layers(&character.tree);
    room.clear();
    Pose::mixed(&character.rig, &character.clips, layers, part, room);
    let shown = room.iter().filter(|(_, weight)| *weight > 0.0);
    let shown = shown.filter_map(|(id, weight)| Some((art(character, *id)?, *weight)));
    let mut shown: Vec<(Art, f32)> = shown.collect();
    match shown.as_slice() {
        [] => None,
        [(_, weight)] if *weight >= 1.0 => shown.pop().map(|(art, _)| Shows::One(art)),
        _ => Some(Shows::Mix(shown)),
    }
}

fn art(character: &CharacterDef, id: PictureId) -> Option<Art> {
    character.pictures.get(id.0 as usize).cloned()
}
