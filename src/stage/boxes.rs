//! The named boxes of the clips in view, on the stage (api.md `box`, `touches`): mirrored
//! as the drawing is and raised with it (rule G1). What `self:look` does to the
//! picture does nothing to them. Whose boxes are compared is the caller's to say.

use super::{CharacterDef, View};
use crate::clip::{Clip, ClipId};
use crate::geom::Rect;

/// A box on the stage, logical pixels of the scene.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HitBox {
    /// Its left edge.
    pub x: f64,
    /// Its top edge.
    pub y: f64,
    /// Its width.
    pub w: f64,
    /// Its height.
    pub h: f64,
}

impl HitBox {
    /// True where the two have some area in common; edges that only meet are no touch.
    pub fn touches(&self, other: &HitBox) -> bool {
        let both = |from: f64, length: f64, other: f64, others: f64| {
            from.max(other) < (from + length).min(other + others)
        };
        both(self.x, self.w, other.x, other.w) && both(self.y, self.h, other.y, other.h)
    }
}

/// The frames of a character's clips where it stands on the stage: what has boxes. Of several clips in view (a
/// tree's) the boxes of all count that have at least half the weight of the heaviest; where two have a box
/// of one name, the first's.
#[derive(Clone, Copy, Debug)]
pub struct Standing<'a> {
    /// The character.
    pub character: &'a CharacterDef,
    /// The clips and their frames, from 1; none: no clip is in view, so there are no boxes.
    pub frames: &'a [(ClipId, u32)],
    /// Its pivot, logical pixels of the scene.
    pub x: f64,
    /// See `x`.
    pub y: f64,
    /// 1 or -1.
    pub facing: f64,
}

impl<'a> Standing<'a> {
    /// Another actor as the step began.
    pub fn of(view: &'a View) -> Standing<'a> {
        Standing {
            character: &view.kind.0.character,
            frames: &view.boxed,
            x: view.x,
            y: view.y,
            facing: view.facing,
        }
    }

    /// The box of that name; `None` where no frame in view has it.
    pub fn hit_box(&self, name: &str) -> Option<HitBox> {
        let mut found = self
            .shown()
            .filter_map(|(clip, frame)| Some((clip, clip.hit_box(name, frame)?)));
        found.next().map(|(clip, rect)| self.placed(clip, rect))
    }

    /// All boxes in view, clip by clip, by name.
    pub fn hit_boxes(&self) -> impl Iterator<Item = HitBox> + '_ {
        self.shown().flat_map(|(clip, frame)| {
            let rects = clip
                .box_names()
                .filter_map(move |name| clip.hit_box(name, frame));
            rects.map(|rect| self.placed(clip, rect))
        })
    }

    /// The names of the boxes of all the character's clips, in order, each once.
    pub fn box_names(&self) -> Vec<&'a str> {
        let clips = &self.character.clips;
        let all = (0..clips.len()).map(|id| clips.clip(ClipId(id as u16)));
        let mut names: Vec<&str> = all.flat_map(Clip::box_names).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// The clips and their frames from 0.
    fn shown(&self) -> impl Iterator<Item = (&'a Clip, usize)> + use<'a> {
        let clips = &self.character.clips;
        let known = self
            .frames
            .iter()
            .filter(|(id, _)| usize::from(id.0) < clips.len());
        known.map(|(id, frame)| (clips.clip(*id), (*frame as usize).saturating_sub(1)))
    }

    fn placed(&self, clip: &Clip, rect: Rect) -> HitBox {
        let [x, y, w, h] = [rect.x, rect.y, rect.w, rect.h].map(f64::from);
        let mirrored = self.facing * self.character.faces.sign() < 0.0;
        HitBox {
            x: self.x + if mirrored { -x - w } else { x },
            y: self.y + y - f64::from(clip.lift()),
            w,
            h,
        }
    }
}
