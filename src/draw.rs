//! The frame as data: textured, tinted quads and weighted groups of them in
//! paint order, and the pages their pixels come from. No pixel is drawn here;
//! `raster`, and the window, do.

use std::fmt;

use crate::geom::{Rect, Rgba, Transform};

pub(crate) mod atlas;
mod pages;
mod shape;
#[cfg(test)]
mod tests;

pub use pages::{Page, PageId, Pages};
pub use shape::{Outline, Shape};

/// A textured, tinted quad.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprite {
    /// Where its pixels come from.
    pub page: PageId,
    /// Which of them, in pixels of the page.
    pub source: Rect,
    /// From the source's own pixels, (0, 0) at its top left, to the scene.
    pub transform: Transform,
    /// Multiplies each pixel; its alpha is the opacity.
    pub tint: Rgba,
}

/// What is painted: a quad, or quads mixed by weight.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// A quad.
    Sprite(Sprite),
    /// Quads drawn as one weighted sum (weights above 0, together at most 1): where two are opaque and the
    /// weights add up to 1 the sum is opaque.
    ///
    /// At a pixel each member has a colour c of alpha a, its tint included (0 where it does not cover); the group's alpha
    /// there is the sum of weight * a, its colour the sum of weight * a * c over that alpha; and that is laid over what is
    /// below, as a sprite's pixel is.
    Group(Vec<(Sprite, f32)>),
}

impl From<Sprite> for Item {
    fn from(sprite: Sprite) -> Item {
        Item::Sprite(sprite)
    }
}

/// One frame of a scene, in paint order.
#[derive(Clone, Debug, PartialEq)]
pub struct DrawList {
    /// The scene's logical size in pixels.
    pub size: (u32, u32),
    /// What is under everything.
    pub background: Rgba,
    /// What is painted, the first first.
    pub items: Vec<Item>,
}

impl DrawList {
    /// An empty frame of that size on black.
    pub fn new(size: (u32, u32)) -> DrawList {
        DrawList {
            size,
            background: Rgba::BLACK,
            items: Vec::new(),
        }
    }

    /// All quads, first painted first, each to be laid over what is below it. Those of a group come with their tint's
    /// alpha times their weight.
    ///
    /// For a group that is an approximation: of two opaque quads at .5 each a quarter of what is below shines through.
    /// Only characters that ask for `crossfade` make groups; to draw those exactly, walk [`DrawList::items`] and add a
    /// group up as [`Item::Group`] says (on a GPU: into a clear target, blending ONE ONE, premultiplied colours times
    /// the weight, and then the target over the picture, blending ONE `ONE_MINUS_SRC_ALPHA`).
    pub fn sprites(&self) -> impl Iterator<Item = Sprite> {
        self.items.iter().flat_map(|item| {
            let (single, group) = match item {
                Item::Sprite(sprite) => (Some(*sprite), &[][..]),
                Item::Group(members) => (None, &members[..]),
            };
            single.into_iter().chain(group.iter().map(faded))
        })
    }
}

/// A member of a group as a quad of its own.
fn faded((sprite, weight): &(Sprite, f32)) -> Sprite {
    let alpha = (f32::from(sprite.tint.a) * weight.clamp(0.0, 1.0)).round() as u8;
    Sprite {
        tint: sprite.tint.with_alpha(alpha),
        ..*sprite
    }
}

/// The weights of a group in whole shares of `whole`, so that weights that add up to 1 give `whole` exactly, and never
/// more than that together.
pub(crate) fn shares(
    members: &[(Sprite, f32)],
    whole: u32,
) -> impl Iterator<Item = (&Sprite, u32)> {
    let (mut sum, mut given) = (0.0_f64, 0);
    members.iter().map(move |(sprite, weight)| {
        // `max` turns what is not a number into 0.
        sum += f64::from(weight.max(0.0));
        let until = (sum.min(1.0) * f64::from(whole)).round() as u32;
        let share = until - given;
        given = until;
        (sprite, share)
    })
}

/// The list as text, one line a sprite, for goldens: page, source
/// (`x y w h`), transform (`a b c d e f`), tint where it is not plain white.
/// A group is a line `group` and its members, indented, each after its weight.
/// Numbers are rounded to three decimals.
impl fmt::Display for DrawList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (w, h) = self.size;
        writeln!(f, "{w}x{h} on {}", Hex(self.background))?;
        for item in &self.items {
            writeln!(f, "{item}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Item::Sprite(sprite) => write!(f, "{sprite}"),
            Item::Group(members) => {
                f.write_str("group")?;
                for (sprite, weight) in members {
                    f.write_str("\n  ")?;
                    numbers(f, &[*weight])?;
                    write!(f, " {sprite}")?;
                }
                Ok(())
            }
        }
    }
}

impl fmt::Display for Sprite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (s, t) = (self.source, self.transform);
        write!(f, "page {} [", self.page.0)?;
        numbers(f, &[s.x, s.y, s.w, s.h])?;
        f.write_str("] at [")?;
        numbers(f, &[t.a, t.b, t.c, t.d, t.e, t.f])?;
        f.write_str("]")?;
        if self.tint != Rgba::WHITE {
            write!(f, " {}", Hex(self.tint))?;
        }
        Ok(())
    }
}

fn numbers(f: &mut fmt::Formatter<'_>, numbers: &[f32]) -> fmt::Result {
    for (i, number) in numbers.iter().enumerate() {
        if i > 0 {
            f.write_str(" ")?;
        }
        // Adding 0 turns the -0 that rounding may leave into 0.
        let rounded = (f64::from(*number) * 1000.0).round() / 1000.0 + 0.0;
        write!(f, "{rounded}")?;
    }
    Ok(())
}

struct Hex(Rgba);

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Rgba { r, g, b, a } = self.0;
        write!(f, "#{r:02x}{g:02x}{b:02x}")?;
        if a == 255 {
            Ok(())
        } else {
            write!(f, "{a:02x}")
        }
    }
}
