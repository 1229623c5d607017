//! Sprites of pages that are not smooth, pixel by pixel: every pixel of the canvas takes
//! the nearest of the page.

use std::ops::Range;

use super::blend::{over, tinted};
use crate::draw::{Page, Sprite};
use crate::geom::Rgba;

/// A part of a picture that is drawn on: pixels by device pixel of the whole picture.
pub(super) struct Canvas<'a> {
    /// Rows from the top, four bytes a pixel, straight alpha.
    pub pixels: &'a mut [u8],
    pub columns: Range<u32>,
    pub rows: Range<u32>,
}

impl Canvas<'_> {
    /// Where a pixel's bytes begin; it must be on the canvas.
    #[inline]
    pub fn index(&self, x: u32, y: u32) -> usize {
        let width = (self.columns.end - self.columns.start) as usize;
        ((y - self.rows.start) as usize * width + (x - self.columns.start) as usize) * 4
    }
}

/// A sprite whose rows stay rows: the usual case, mirrored or stretched or not.
/// `columns` is a buffer: for each column of the sprite, the page's.
pub(super) fn upright(
    canvas: &mut Canvas,
    page: &Page,
    sprite: &Sprite,
    place: &Place,
    columns: &mut Vec<usize>,
) {
    let (w, h) = (f64::from(sprite.source.w), f64::from(sprite.source.h));
    let xs = covered(place.e, place.e + place.a * w, canvas.columns.clone());
    let ys = covered(place.f, place.f + place.d * h, canvas.rows.clone());
    columns.clear();
    let mut first = xs.start;
    for x in xs {
        let along = (f64::from(x) + 0.5 - place.e) / place.a;
        match texel(f64::from(sprite.source.x), along, w, page.width) {
            Some(column) => columns.push(column * 4),
            // Outside the page: only at the two ends.
            None if columns.is_empty() => first = x + 1,
            None => break,
        }
    }
    let stride = page.width as usize * 4;
    let tint = sprite.tint;
    for y in ys {
        let down = (f64::from(y) + 0.5 - place.f) / place.d;
        let Some(row) = texel(f64::from(sprite.source.y), down, h, page.height) else {
            continue;
        };
        let Some(row) = page.pixels.get(row * stride..(row + 1) * stride) else {
            continue;
        };
        let start = canvas.index(first, y);
        let out = canvas.pixels[start..].chunks_exact_mut(4);
        if tint == Rgba::WHITE {
            for (&at, out) in columns.iter().zip(out) {
                over(out, [row[at], row[at + 1], row[at + 2], row[at + 3]]);
            }
        } else {
            for (&at, out) in columns.iter().zip(out) {
                if row[at + 3] > 0 {
                    over(out, tinted(&row[at..at + 4], tint));
                }
            }
        }
    }
}

/// A sprite under any other map: each pixel is looked up through the inverse.
pub(super) fn turned(canvas: &mut Canvas, page: &Page, sprite: &Sprite, place: &Place) {
    let determinant = place.a * place.d - place.b * place.c;
    if determinant == 0.0 || !determinant.is_finite() {
        return;
    }
    let (w, h) = (f64::from(sprite.source.w), f64::from(sprite.source.h));
    let (xs, ys) = place.covered(w, h, canvas);
    for y in ys {
        for x in xs.clone() {
            let (dx, dy) = (f64::from(x) + 0.5 - place.e, f64::from(y) + 0.5 - place.f);
            let along = (place.d * dx - place.c * dy) / determinant;
            let down = (place.a * dy - place.b * dx) / determinant;
            if !((0.0..w).contains(&along) && (0.0..h).contains(&down)) {
                continue;
            }
            let column = texel(f64::from(sprite.source.x), along, w, page.width);
            let row = texel(f64::from(sprite.source.y), down, h, page.height);
            if let (Some(column), Some(row)) = (column, row) {
                let from = (row * page.width as usize + column) * 4;
                let to = canvas.index(x, y);
                if let Some(pixel) = page.pixels.get(from..from + 4) {
                    over(&mut canvas.pixels[to..to + 4], tinted(pixel, sprite.tint));
                }
            }
        }
    }
}

/// A sprite's map onto device pixels.
pub(super) struct Place {
    pub a: f64,
    pub b: f64,
    pub c: f64,
    pub d: f64,
    pub e: f64,
    pub f: f64,
}

impl Place {
    pub fn of(sprite: &Sprite, scale: f64) -> Place {
        let at = |number: f32| f64::from(number) * scale;
        let t = sprite.transform;
        Place {
            a: at(t.a),
            b: at(t.b),
            c: at(t.c),
            d: at(t.d),
            e: at(t.e),
            f: at(t.f),
        }
    }

    /// The pixels of a canvas that a source of that size may cover.
    pub fn covered(&self, w: f64, h: f64, canvas: &Canvas) -> (Range<u32>, Range<u32>) {
        let span = |p: f64, q: f64, at: f64, limits| {
            let corners = [at, at + p * w, at + q * h, at + p * w + q * h];
            let low = corners.into_iter().fold(f64::INFINITY, f64::min);
            let high = corners.into_iter().fold(f64::NEG_INFINITY, f64::max);
            covered(low, high, limits)
        };
        (
            span(self.a, self.c, self.e, canvas.columns.clone()),
            span(self.b, self.d, self.f, canvas.rows.clone()),
        )
    }
}

/// The pixels in `limits` whose centres lie between two edges, in either order.
fn covered(one: f64, other: f64, limits: Range<u32>) -> Range<u32> {
    // A pixel whose centre is on the left edge belongs to the sprite, on the right edge not.
    // The casts saturate, and take what is not a number as 0.
    let edge = |at: f64| ((at - 0.5).ceil() as u32).clamp(limits.start, limits.end);
    edge(one.min(other))..edge(one.max(other))
}

/// The page's row or column that lies `along` a source that starts at `start`
/// and is `length` long; `None` outside the page.
fn texel(start: f64, along: f64, length: f64, limit: u32) -> Option<usize> {
    // The sprite covers this pixel's centre, but the division may say so only almost:
    // the nearest pixel of the source is meant, never its neighbour.
    let along = along.clamp(0.0, (length - 1.0 / 1024.0).max(0.0));
    let at = (start + along).floor();
    (at >= 0.0 && at < f64::from(limit)).then_some(at as usize)
}
