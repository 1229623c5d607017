//! A draw list on the CPU: tests, PNG and GIF need no GPU. Every pixel of the
//! picture takes, of each sprite that covers its centre, the nearest pixel of
//! the page, as a GPU without filtering does; of a smooth page it mixes the four
//! around it, as a GPU with linear filtering does. No letter is made here: those
//! are sprites already; shapes become sprites in `shapes`.
//!
//! All arithmetic on colours is in whole numbers and all on places is plain
//! f64 (no fused or reordered operations), so every build draws the same.

mod blend;
mod group;
mod place;
mod shapes;
mod smooth;
#[cfg(test)]
mod tests;

use crate::draw::{DrawList, Item, Page, Pages, Sprite};
use blend::bytes;
use group::Mixer;
use place::{Canvas, Place};

pub use shapes::{ShapeCell, Shapes};

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
    mixer: Mixer,
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
        let mut canvas = Canvas {
            pixels: &mut image.pixels,
            columns: 0..width,
            rows: 0..height,
        };
        let pages = pages.all();
        for item in &frame.items {
            match item {
                Item::Sprite(sprite) => {
                    draw(&mut canvas, &pages, sprite, scale, &mut self.columns);
                }
                Item::Group(members) => {
                    let columns = &mut self.columns;
                    self.mixer
                        .draw(&mut canvas, members, scale, |canvas, sprite| {
                            draw(canvas, &pages, sprite, scale, columns);
                        });
                }
            }
        }
        image
    }
}

/// Draws one sprite, if there is anything to see of it.
fn draw(
    canvas: &mut Canvas,
    pages: &[Page],
    sprite: &Sprite,
    scale: u32,
    columns: &mut Vec<usize>,
) {
    let page = pages.get(sprite.page.0 as usize);
    if let Some(page) = page.filter(|_| sprite.tint.a > 0) {
        let place = Place::of(sprite, f64::from(scale));
        if page.smooth {
            smooth::smooth(canvas, page, sprite, &place);
        } else if place.b == 0.0 && place.c == 0.0 {
            place::upright(canvas, page, sprite, &place, columns);
        } else {
            place::turned(canvas, page, sprite, &place);
        }
    }
}
