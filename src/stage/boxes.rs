//! The named boxes of a clip's frame, on the stage (api.md `box`, `touches`): mirrored
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

/// A frame of a character's clip where it stands on the stage: what has boxes.
#[derive(Clone, Copy, Debug)]
pub struct Standing<'a> {
    /// The character.
    pub character: &'a CharacterDef,
    /// The clip and its frame, from 1; `None`: no clip is in view, so there are no boxes.
    pub frame: Option<(ClipId, u32)>,
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
            frame: view.clip.map(|clip| (clip, view.frame)),
            x: view.x,
            y: view.y,
            facing: view.facing,
        }
    }

    /// The box of that name in this frame; `None` where the frame has none.
    pub fn hit_box(&self, name: &str) -> Option<HitBox> {
        let (clip, frame) = self.shown()?;
        Some(self.placed(clip, clip.hit_box(name, frame)?))
    }

    /// All boxes of this frame, by name.
    pub fn hit_boxes(&self) -> impl Iterator<Item = HitBox> + '_ {
        let shown = self.shown().into_iter();
        shown.flat_map(|(clip, frame)| {
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

    /// The clip and its frame from 0.
    fn shown(&self) -> Option<(&'a Clip, usize)> {
        let (id, frame) = self.frame?;
        let clips = &self.character.clips;
        let known = usize::from(id.0) < clips.len();
        known.then(|| (clips.clip(id), (frame as usize).saturating_sub(1)))
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
