//! Rigs: parts in parent order, poses as plain arrays, and their blending (rules R11
//! and R12). How a clip's time moves is `clip`'s, which clips weigh how much is
//! `tree`'s, what a picture looks like is not known here.

mod mask;

pub use mask::Mask;

use crate::clip::{ClipId, ClipSet, PictureId, Playhead};
use crate::geom::{Transform, Vec2};

/// One part at rest.
#[derive(Clone, Debug, PartialEq)]
pub struct PartDef {
    /// Its name, unlike the others'.
    pub name: String,
    /// The part it hangs on, of a lower number; `None`: the actor's pivot.
    pub parent: Option<u16>,
    /// Where its pivot is, in pixels of its parent (from the parent's pivot, y down).
    pub at: Vec2,
    /// Degrees, clockwise as seen, within its parent.
    pub rotation: f32,
    /// Factors along its own axes; its children's too.
    pub scale: Vec2,
    /// 0..=1; its children's too.
    pub opacity: f32,
    /// Higher is in front; equal ones in order of number.
    pub order: f32,
    /// Its picture at rest.
    pub picture: Option<PictureId>,
}

/// The parts of a character and what its clips do to them; a sprite has one part, whose picture is the clip's frame's.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RigDef {
    parts: Vec<PartDef>,
}

/// A clip in the output by one set of parts; a clip may have several.
#[derive(Clone, Copy, Debug)]
pub struct Layer<'a> {
    /// Which.
    pub clip: ClipId,
    /// The parts it moves; `None` is all of them.
    pub mask: Option<&'a Mask>,
    /// More than 0.
    pub weight: f64,
    /// A way to it leads through a Sum of several inputs: its rotations are taken from rest (rule R11).
    pub summed: bool,
    /// Where it is.
    pub playhead: &'a Playhead,
}

/// Where a part is within its parent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PartPose {
    /// See [`PartDef::at`].
    pub at: Vec2,
    /// See [`PartDef::rotation`]; any finite angle.
    pub rotation: f32,
    /// See [`PartDef::scale`].
    pub scale: Vec2,
    /// 0..=1.
    pub opacity: f32,
}

/// A part in the actor's own space: origin at its pivot, y down, not mirrored.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placed {
    /// Its number.
    pub part: u16,
    /// From the part's own pixels (origin at its pivot) to the actor's.
    pub transform: Transform,
    /// 0..=1, its parents' included.
    pub opacity: f32,
}

/// How an actor's parts stand, and their pictures.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pose {
    parts: Vec<PartPose>,
    pictures: Vec<Option<PictureId>>,
}

impl RigDef {
    /// The rig of a sprite: one part at the actor's pivot.
    pub fn sprite(clips: &ClipSet) -> RigDef {
        let part = PartDef {
            name: String::new(),
            parent: None,
            at: Vec2::default(),
            rotation: 0.0,
            scale: Vec2::new(1.0, 1.0),
            opacity: 1.0,
            order: 0.0,
            picture: None,
        };
        _ = clips;
        RigDef { parts: vec![part] }
    }

    /// The rig of these parts, parents before their children, and what the clips key of them.
    ///
    /// # Errors
    /// A name given twice, a parent of a higher number, a number that is not finite, an opacity outside 0..=1, a
    /// clip that keys a part that is not there or one part twice; the sentence names the part.
    pub fn new(parts: Vec<PartDef>, clips: &ClipSet) -> Result<RigDef, String> {
        todo!("{} {}", parts.len(), clips.len())
    }

    /// Its parts by number.
    pub fn parts(&self) -> &[PartDef] {
        &self.parts
    }

    /// The part of that name.
    pub fn part(&self, name: &str) -> Option<u16> {
        let found = self.parts.iter().position(|part| part.name == name);
        found.map(|index| index as u16)
    }

    /// True of a sprite's.
    pub fn is_sprite(&self) -> bool {
        todo!()
    }
}

impl Pose {
    /// At rest.
    pub fn new(rig: &RigDef) -> Pose {
        todo!("{}", rig.parts.len())
    }

    /// Poses the parts by the clips in the output: rest + sum of weight * (clip - rest) (rule R11), and chooses each part's
    /// picture (rule R12). Allocates nothing.
    pub fn update<'a>(
        &mut self,
        rig: &RigDef,
        clips: &ClipSet,
        layers: impl Iterator<Item = Layer<'a>> + Clone,
    ) {
        todo!("{} {} {}", rig.parts.len(), clips.len(), layers.count())
    }

    /// The parts by number.
    pub fn parts(&self) -> &[PartPose] {
        &self.parts
    }

    /// A part's picture; beyond the last part none.
    pub fn picture(&self, part: u16) -> Option<PictureId> {
        self.pictures.get(usize::from(part)).copied().flatten()
    }

    /// The pictures of a part as the clips in the output have it, each once, with weights that add up to at most 1 (what is
    /// left of 1 is nothing): what `crossfade` draws.
    pub fn mixed<'a>(
        rig: &RigDef,
        clips: &ClipSet,
        layers: impl Iterator<Item = Layer<'a>>,
        part: u16,
        out: &mut Vec<(PictureId, f32)>,
    ) {
        todo!(
            "{} {} {} {part} {}",
            rig.parts.len(),
            clips.len(),
            layers.count(),
            out.len()
        )
    }

    /// The parts in paint order, `fraction` (0..=1) of the way from `before` to this pose: places, scales and opacities evenly,
    /// rotations the shorter way round.
    pub fn place(&self, rig: &RigDef, before: &Pose, fraction: f32, out: &mut Vec<Placed>) {
        todo!(
            "{} {} {fraction} {}",
            rig.parts.len(),
            before.parts.len(),
            out.len()
        )
    }

    /// The pose of another version of the rig: parts by name keep how they stand (rule L2).
    #[must_use]
    pub fn reloaded(&self, old: &RigDef, new: &RigDef) -> Pose {
        todo!("{} {}", old.parts.len(), new.parts.len())
    }
}
