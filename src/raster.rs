//! A draw list on the CPU: tests, PNG and GIF need no GPU. Every pixel of the
//! picture takes, of each sprite that covers its centre, the nearest pixel of
//! the page, as a GPU without filtering does. No shape and no letter is made
//! here: those are sprites already.
//!
//! All arithmetic on colours is in whole numbers and all on places is plain
//! f64 (no fused or reordered operations), so every build draws the same.

use crate::draw::{DrawList, Page, Pages, Sprite};
use crate::geom::Rgba;

#[cfg(test)]
mod tests;

/// A finished picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Image {
    /// Width in device pixels.
    pub width: u32,
    /// Height in device pixels.
    pub height: u32,
    /// Rows from the top, four bytes a pixel: red, green, blue, straight alpha.
    pub pixels: Vec<u8>,
}

/// The magnifications [`Raster::draw`] knows.
pub const SCALES: std::ops::RangeInclusive<u32> = 1..=8;

/// Draws frames; keeps its buffers between them.
#[derive(Debug, Default)]
pub struct Raster {
    /// For each column of the sprite in hand, the page's column.
    columns: Vec<usize>,
}

impl Raster {
    /// Draws a frame at a whole magnification of 1..=8 (others are clamped):
    /// the picture is `frame.size` times `scale` device pixels.
    ///
    /// A sprite of a page that does not exist, and the part of a source that
    /// lies outside its page, draw nothing.
    pub fn draw(&mut self, frame: &DrawList, pages: &Pages, scale: u32) -> Image {
        let scale = scale.clamp(*SCALES.start(), *SCALES.end());
        let (width, height) = (frame.size.0 * scale, frame.size.1 * scale);
        let mut image = Image {
            width,
            height,
            pixels: bytes(frame.background).repeat(width as usize * height as usize),
        };
        let pages = pages.all();
        for sprite in &frame.items {
            if let Some(page) = pages.get(sprite.page.0 as usize)
                && sprite.tint.a > 0
            {
                let place = Place::of(sprite, f64::from(scale));
                if place.b == 0.0 && place.c == 0.0 {
                    self.upright(&mut image, page, sprite, &place);
                } else {
                    turned(&mut image, page, sprite, &place);
                }
            }
        }
        image
    }

    /// A sprite whose rows stay rows: the usual case, mirrored or stretched or not.
    fn upright(&mut self, image: &mut Image, page: &Page, sprite: &Sprite, place: &Place) {
        let (w, h) = (f64::from(sprite.source.w), f64::from(sprite.source.h));
        let xs = covered(place.e, place.e + place.a * w, image.width);
        let ys = covered(place.f, place.f + place.d * h, image.height);
        self.columns.clear();
        let mut first = xs.start;
        for x in xs {
            let along = (f64::from(x) + 0.5 - place.e) / place.a;
            match texel(f64::from(sprite.source.x), along, w, page.width) {
                Some(column) => self.columns.push(column * 4),
                // Outside the page: only at the two ends.
                None if self.columns.is_empty() => first = x + 1,
                None => break,
            }
        }
        let (stride, width) = (page.width as usize * 4, image.width as usize);
        let tint = sprite.tint;
        for y in ys {
            let down = (f64::from(y) + 0.5 - place.f) / place.d;
            let Some(row) = texel(f64::from(sprite.source.y), down, h, page.height) else {
                continue;
            };
            let Some(row) = page.pixels.get(row * stride..(row + 1) * stride) else {
                continue;
            };
            let start = (y as usize * width + first as usize) * 4;
            let out = image.pixels[start..].chunks_exact_mut(4);
            if tint == Rgba::WHITE {
                for (&at, out) in self.columns.iter().zip(out) {
                    over(out, [row[at], row[at + 1], row[at + 2], row[at + 3]]);
                }
            } else {
                for (&at, out) in self.columns.iter().zip(out) {
                    if row[at + 3] > 0 {
                        over(out, tinted(&row[at..at + 4], tint));
                    }
                }
            }
        }
    }
}

/// A sprite under any other map: each pixel is looked up through the inverse.
fn turned(image: &mut Image, page: &Page, sprite: &Sprite, place: &Place) {
    let determinant = place.a * place.d - place.b * place.c;
    if determinant == 0.0 || !determinant.is_finite() {
        return;
    }
    let (w, h) = (f64::from(sprite.source.w), f64::from(sprite.source.h));
    let corners = |p: f64, q: f64, at: f64| [at, at + p * w, at + q * h, at + p * w + q * h];
    let span = |corners: [f64; 4], limit: u32| {
        let low = corners.into_iter().fold(f64::INFINITY, f64::min);
        let high = corners.into_iter().fold(f64::NEG_INFINITY, f64::max);
        covered(low, high, limit)
    };
    let ys = span(corners(place.b, place.d, place.f), image.height);
    let xs = span(corners(place.a, place.c, place.e), image.width);
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
                let to = (y as usize * image.width as usize + x as usize) * 4;
                if let Some(pixel) = page.pixels.get(from..from + 4) {
                    over(&mut image.pixels[to..to + 4], tinted(pixel, sprite.tint));
                }
            }
        }
    }
}

/// A sprite's map onto device pixels.
struct Place {
    a: f64,
    b: f64,
    c: f64,
    d: f64,
    e: f64,
    f: f64,
}

impl Place {
    fn of(sprite: &Sprite, scale: f64) -> Place {
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
}

/// The pixels in 0..`limit` whose centres lie between two edges, in either order.
fn covered(one: f64, other: f64, limit: u32) -> std::ops::Range<u32> {
    // A pixel whose centre is on the left edge belongs to the sprite, on the right edge not.
    // The casts saturate, and take what is not a number as 0.
    let edge = |at: f64| ((at - 0.5).ceil() as u32).min(limit);
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

fn bytes(colour: Rgba) -> [u8; 4] {
    [colour.r, colour.g, colour.b, colour.a]
}

/// `a * b / 255`, rounded to the nearest.
fn times(a: u8, b: u8) -> u8 {
    let product = u32::from(a) * u32::from(b) + 128;
    // Exact for products of two bytes (Blinn 1995).
    ((product + (product >> 8)) >> 8) as u8
}

fn tinted(pixel: &[u8], tint: Rgba) -> [u8; 4] {
    let tint = bytes(tint);
    std::array::from_fn(|i| times(pixel[i], tint[i]))
}

/// Lays a colour over a pixel, both in straight alpha.
#[inline]
fn over(out: &mut [u8], colour: [u8; 4]) {
    let alpha = colour[3];
    if alpha == 0 {
        return;
    }
    if alpha == 255 || out[3] == 0 {
        out.copy_from_slice(&colour);
    } else if out[3] == 255 {
        for i in 0..3 {
            let mixed = u32::from(colour[i]) * u32::from(alpha)
                + u32::from(out[i]) * u32::from(255 - alpha)
                + 128;
            out[i] = ((mixed + (mixed >> 8)) >> 8) as u8;
        }
    } else {
        // Shares of the result in 255ths of 255ths.
        let mine = u32::from(alpha) * 255;
        let theirs = u32::from(out[3]) * u32::from(255 - alpha);
        let all = mine + theirs;
        for i in 0..3 {
            let mixed = u32::from(colour[i]) * mine + u32::from(out[i]) * theirs;
            out[i] = ((mixed + all / 2) / all) as u8;
        }
        out[3] = ((all + 127) / 255) as u8;
    }
}
