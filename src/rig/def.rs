//! What a rig is: its parts at rest, checked once, with what its clips do to them.
//! How the clips are made ready is `build`.

use super::score::Score;
use crate::clip::{ClipId, ClipSet, LARGEST, PictureId};
use crate::geom::Vec2;
use std::collections::BTreeMap;

/// One part at rest. Numbers are finite, and up to [`LARGEST`] either way.
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
    pub(super) parts: Vec<PartDef>,
    pub(super) is_sprite: bool,
    /// The parts at rest as a pose has them: x, y, scale along x and y; degrees; opacity.
    pub(super) places: Vec<[f32; 4]>,
    pub(super) turns: Vec<f32>,
    pub(super) opacities: Vec<f32>,
    /// By part, how many are painted before it.
    pub(super) ranks: Vec<u16>,
    /// The parts whose pictures clips change, in order.
    pub(super) pictured: Vec<u16>,
    /// By clip.
    pub(super) scores: Vec<Score>,
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
        let scores = clips.names().map(Score::empty).collect();
        RigDef {
            is_sprite: true,
            pictured: vec![0],
            ..RigDef::of(vec![part], scores)
        }
    }

    /// The rig of these parts, parents before their children, and what the clips key of them.
    ///
    /// # Errors
    /// A name given twice, a parent of the same or a higher number, a number that is not finite or too large, an opacity
    /// outside 0..=1, more than 65 535 parts, a clip that keys a part that is not there; the sentence names the part.
    pub fn new(parts: Vec<PartDef>, clips: &ClipSet) -> Result<RigDef, String> {
        if parts.len() > usize::from(u16::MAX) {
            let n = parts.len();
            return Err(format!("{n} parts: a rig has at most {}", u16::MAX));
        }
        let mut names = BTreeMap::new();
        for (i, part) in parts.iter().enumerate() {
            let name = &part.name;
            if names.insert(name, i).is_some() {
                return Err(format!("part {name:?} is given twice"));
            }
            check(part, i).map_err(|wrong| format!("part {name:?}: {wrong}"))?;
        }
        let mut scores = Vec::with_capacity(clips.len());
        for id in 0..clips.len() {
            let clip = clips.clip(ClipId(id as u16));
            let outside = |part: &u16| usize::from(*part) >= parts.len();
            if let Some(part) = clip.keys().iter().map(|keys| keys.part).find(outside) {
                let (clip, n) = (clip.name(), parts.len());
                return Err(format!(
                    "clip {clip:?} keys part number {part}, and there are {n} parts, numbered from 0"
                ));
            }
            scores.push(Score::new(clip, &parts));
        }
        Ok(RigDef::of(parts, scores))
    }

    /// The rig of sound parts.
    fn of(parts: Vec<PartDef>, scores: Vec<Score>) -> RigDef {
        let mut paint: Vec<u16> = (0..parts.len() as u16).collect();
        let order = |part: &u16| parts[usize::from(*part)].order;
        paint.sort_by(|a, b| {
            let orders = order(a).partial_cmp(&order(b));
            orders.unwrap_or(std::cmp::Ordering::Equal)
        });
        let mut ranks = vec![0; parts.len()];
        for (rank, part) in paint.iter().enumerate() {
            ranks[usize::from(*part)] = rank as u16;
        }
        let mut pictured: Vec<u16> = scores.iter().flat_map(Score::pictured).collect();
        pictured.sort_unstable();
        pictured.dedup();
        let place = |part: &PartDef| [part.at.x, part.at.y, part.scale.x, part.scale.y];
        RigDef {
            is_sprite: false,
            places: parts.iter().map(place).collect(),
            turns: parts.iter().map(|part| part.rotation).collect(),
            opacities: parts.iter().map(|part| part.opacity).collect(),
            parts,
            ranks,
            pictured,
            scores,
        }
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
        self.is_sprite
    }
}

/// What is wrong with the part of that number.
fn check(part: &PartDef, number: usize) -> Result<(), String> {
    if let Some(parent) = part.parent
        && usize::from(parent) >= number
    {
        return Err(format!(
            "its parent is part number {parent}, which does not come before it (it is number {number}, counted from 0)"
        ));
    }
    let numbers = [
        ("at", part.at.x),
        ("at", part.at.y),
        ("rotation", part.rotation),
        ("scale", part.scale.x),
        ("scale", part.scale.y),
        ("opacity", part.opacity),
        ("order", part.order),
    ];
    for (field, number) in numbers {
        if !number.is_finite() {
            return Err(format!("{field} {number} is not finite"));
        }
        if f64::from(number.abs()) > LARGEST {
            return Err(format!("{field} {number} is beyond {LARGEST} either way"));
        }
    }
    if !(0.0..=1.0).contains(&part.opacity) {
        return Err(format!("opacity {} is outside 0..1", part.opacity));
    }
    Ok(())
}
