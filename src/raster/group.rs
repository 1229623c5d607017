//! Groups: quads drawn as one weighted sum. Each member is drawn on a clear canvas
//! of its own, these are added up by weight, and the sum is laid over the picture.

use super::blend::{Sum, over};
use super::place::{Canvas, Place};
use crate::draw::{Sprite, shares};

/// The buffers groups are added up in.
#[derive(Debug, Default)]
pub(super) struct Mixer {
    member: Vec<u8>,
    sums: Vec<Sum>,
}

impl Mixer {
    /// Draws a group; `draw` draws one member where it is told to.
    pub fn draw(
        &mut self,
        picture: &mut Canvas,
        members: &[(Sprite, f32)],
        scale: u32,
        mut draw: impl FnMut(&mut Canvas, &Sprite),
    ) {
        let (mut columns, mut rows) = (0..0, 0..0);
        for (sprite, _) in members {
            let place = Place::of(sprite, f64::from(scale));
            let (w, h) = (f64::from(sprite.source.w), f64::from(sprite.source.h));
            let (xs, ys) = place.covered(w, h, picture);
            if !xs.is_empty() && !ys.is_empty() {
                columns = joined(&columns, &xs);
                rows = joined(&rows, &ys);
            }
        }
        let pixels = columns.len() * rows.len();
        self.sums.clear();
        self.sums.resize(pixels, Sum::default());
        for (sprite, share) in shares(members, Sum::WHOLE) {
            self.member.clear();
            self.member.resize(pixels * 4, 0);
            let mut canvas = Canvas {
                pixels: &mut self.member,
                columns: columns.clone(),
                rows: rows.clone(),
            };
            draw(&mut canvas, sprite);
            for (sum, pixel) in self.sums.iter_mut().zip(self.member.chunks_exact(4)) {
                if pixel[3] > 0 {
                    sum.add(pixel, share);
                }
            }
        }
        let mut sums = self.sums.chunks_exact(columns.len().max(1));
        for (y, sums) in rows.zip(&mut sums) {
            let start = picture.index(columns.start, y);
            let out = picture.pixels[start..].chunks_exact_mut(4);
            for (sum, out) in sums.iter().zip(out) {
                over(out, sum.colour());
            }
        }
    }
}

/// The range from the start of the first to the end of the last; an empty one counts for nothing.
fn joined(one: &std::ops::Range<u32>, other: &std::ops::Range<u32>) -> std::ops::Range<u32> {
    if one.is_empty() {
        return other.clone();
    }
    one.start.min(other.start)..one.end.max(other.end)
}
