//! Words as sprites: letters, and the few shapes that text needs around it, are
//! drawn once into an atlas page at the size shown, then placed on whole device
//! pixels. So they are alike, and sharp, in window and raster. Text runs from
//! left to right only, one glyph for each character; nothing is shaped.

mod faces;
mod lines;
mod shapes;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use crate::draw::atlas::{Atlas, Cell};
use crate::draw::{Page, PageId, Pages, Sprite};
use crate::geom::{Rect, Rgba, Transform};
use lines::Line;

/// The most characters of one text that are laid out; the rest is left off.
pub const MOST_CHARACTERS: usize = 8000;

/// The atlas of letters (and the few shapes text needs) of a project.
#[derive(Debug)]
pub struct Letters {
    atlas: Atlas,
    /// By character, size in 64ths of a device pixel, and third of a pixel.
    glyphs: BTreeMap<(char, u32, u8), Glyph>,
    /// From a character's pen to the next, in ems.
    advances: BTreeMap<char, f32>,
    shapes: BTreeMap<shapes::Shape, Cell>,
}

/// A character drawn at one size; lengths in device pixels.
#[derive(Clone, Copy, Debug)]
struct Glyph {
    /// `None`: nothing to see (a space).
    cell: Option<Cell>,
    /// From the pen to the picture's left edge.
    left: i32,
    /// From the baseline up to the picture's top edge.
    top: i32,
}

/// A block of text, laid out with its top left corner at (0, 0). Lengths are logical pixels.
#[derive(Clone, Debug, PartialEq)]
pub struct Laid {
    /// A sprite for each visible glyph.
    pub sprites: Vec<Sprite>,
    /// The width of the longest line.
    pub width: f32,
    /// The height of all lines.
    pub height: f32,
    /// The number of lines.
    pub lines: usize,
}

impl Laid {
    /// Its sprites moved by whole device pixels (`x`, `y` in logical pixels).
    pub fn at(&self, x: f32, y: f32) -> impl Iterator<Item = Sprite> + '_ {
        self.sprites.iter().map(move |sprite| moved(*sprite, x, y))
    }
}

/// A sprite moved by `x`, `y` logical pixels.
pub(crate) fn moved(mut sprite: Sprite, x: f32, y: f32) -> Sprite {
    sprite.transform.e += x;
    sprite.transform.f += y;
    sprite
}

impl Letters {
    /// Letters that go to a page of their own in `pages`. The page is made when the first letter is.
    pub fn new(pages: &Pages) -> Letters {
        Letters {
            atlas: Atlas::new(pages),
            glyphs: BTreeMap::new(),
            advances: BTreeMap::new(),
            shapes: BTreeMap::new(),
        }
    }

    /// Lays out text of `size` logical pixels (from ascent to descent of the line it is about 1.15 times that), broken at
    /// `width` logical pixels, for a magnification of `scale`.
    ///
    /// Lines break at spaces; a word longer than a line is cut; `\n` ends a line. Of more than [`MOST_CHARACTERS`] characters
    /// the rest is left off. A character no face has is shown as a box.
    pub fn lay_out(&mut self, text: &str, size: f32, width: f32, scale: u32, colour: Rgba) -> Laid {
        self.lay_out_lines(text, size, width, usize::MAX, scale, colour)
    }

    /// The same in at most `most` lines; where text is left off, the last of them ends in `...`.
    pub fn lay_out_lines(
        &mut self,
        text: &str,
        size: f32,
        width: f32,
        most: usize,
        scale: u32,
        colour: Rgba,
    ) -> Laid {
        let (size, scale) = (sized(size), clamped(scale));
        let px = size * scale;
        let lines = self.broken(text, size, width, most);
        let metrics = faces::line(size);
        let mut sprites = Vec::new();
        for (row, line) in lines.iter().enumerate() {
            let baseline = ((row as f32 * metrics.height + metrics.ascent) * scale) as i32;
            for &(character, at) in &line.glyphs {
                let (pen, third) = faces::pen(at * scale, px);
                let glyph = self.glyph(character, px, third);
                if let Some(cell) = glyph.cell {
                    let (x, y) = (pen + glyph.left, baseline - glyph.top);
                    sprites.push(cell.sprite(x as f32, y as f32, scale, colour));
                }
            }
        }
        self.atlas.publish();
        Laid {
            sprites,
            width: lines
                .iter()
                .map(|line| line.width)
                .fold(0.0, f32::max)
                .ceil(),
            height: lines.len() as f32 * metrics.height,
            lines: lines.len(),
        }
    }

    /// The height of one line of that size, in whole logical pixels.
    pub fn line_height(size: f32) -> f32 {
        faces::line(sized(size)).height
    }

    /// The narrowest whole width, in logical pixels, at which text breaks into no more lines than at `width`: its lines come
    /// out about equally long. `width` itself where these are more than `most`.
    pub fn balanced(&mut self, text: &str, size: f32, width: f32, most: usize) -> f32 {
        let size = sized(size);
        let widest = width.clamp(1.0, 65_536.0) as u32;
        let lines = self.broken(text, size, widest as f32, usize::MAX).len();
        if lines > most {
            return widest as f32;
        }
        let (mut low, mut high) = (1, widest);
        while low < high {
            let middle = u32::midpoint(low, high);
            if self.broken(text, size, middle as f32, usize::MAX).len() > lines {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        high as f32
    }

    /// A filled rectangle with corners of `round` logical pixels, as sprites that do not overlap (so `fill` may be translucent);
    /// its top left corner is (0, 0). Sides are rounded to whole device pixels.
    pub fn panel(&mut self, w: f32, h: f32, round: f32, scale: u32, fill: Rgba) -> Vec<Sprite> {
        let scale = clamped(scale);
        // `max` turns what is not a number into 0.
        let side = |length: f32| (length.max(0.0) * scale).round().clamp(0.0, 65_536.0);
        let (w, h) = (side(w), side(h));
        let r = side(round)
            .min(512.0)
            .min((w / 2.0).floor())
            .min((h / 2.0).floor());
        let mut sprites = Vec::new();
        let dot = self.shape(shapes::Shape::Dot);
        let mut bar = |x: f32, y: f32, w: f32, h: f32| {
            if w > 0.0 && h > 0.0 {
                let mut sprite = dot.sprite(x, y, scale, fill);
                sprite.source = Rect::new(sprite.source.x + 1.0, sprite.source.y + 1.0, 1.0, 1.0);
                sprite.transform.a *= w;
                sprite.transform.d *= h;
                sprites.push(sprite);
            }
        };
        bar(r, 0.0, w - 2.0 * r, r);
        bar(0.0, r, w, h - 2.0 * r);
        bar(r, h - r, w - 2.0 * r, r);
        if r > 0.0 {
            // One corner, mirrored for the others: so all four are alike.
            let corner = self.shape(shapes::Shape::Corner { radius: r as u32 });
            for (x, y) in [(0.0, 0.0), (w, 0.0), (0.0, h), (w, h)] {
                let mut sprite = corner.sprite(x, y, scale, fill);
                if x > 0.0 {
                    sprite.transform.a = -sprite.transform.a;
                }
                if y > 0.0 {
                    sprite.transform.d = -sprite.transform.d;
                }
                sprites.push(sprite);
            }
        }
        self.atlas.publish();
        sprites
    }

    /// A triangle that points down: its top edge from (0, 0) to (`w`, 0), its tip at (`tip`, `h`), all in logical pixels
    /// rounded to device pixels.
    pub fn tail(&mut self, w: f32, h: f32, tip: f32, scale: u32, fill: Rgba) -> Sprite {
        let scale = clamped(scale);
        let side = |length: f32| (length * scale).round().clamp(1.0, 1024.0) as u32;
        let cell = self.shape(shapes::Shape::Tail {
            w: side(w),
            h: side(h),
            tip: (tip * scale).round().clamp(0.0, 1024.0) as u32,
        });
        self.atlas.publish();
        cell.sprite(0.0, 0.0, scale, fill)
    }

    /// A page of those these letters were made with, whatever is on it.
    pub(crate) fn page(&self, id: PageId) -> Option<Page> {
        self.atlas.pages().page(id)
    }

    fn broken(&mut self, text: &str, size: f32, width: f32, most: usize) -> Vec<Line> {
        lines::broken(text, width, most, |character| {
            let ems = self
                .advances
                .entry(character)
                .or_insert_with(|| faces::advance(character));
            *ems * size
        })
    }

    fn glyph(&mut self, character: char, px: f32, third: u8) -> Glyph {
        let key = (character, (px * 64.0) as u32, third);
        if let Some(glyph) = self.glyphs.get(&key) {
            return *glyph;
        }
        let drawn = faces::draw(character, px, third);
        let glyph = Glyph {
            cell: (drawn.width > 0 && drawn.height > 0).then(|| {
                let pixels = white(&drawn.coverage);
                self.atlas.place(drawn.width, drawn.height, &pixels)
            }),
            left: drawn.left,
            top: drawn.top,
        };
        self.glyphs.insert(key, glyph);
        glyph
    }

    fn shape(&mut self, shape: shapes::Shape) -> Cell {
        if let Some(cell) = self.shapes.get(&shape) {
            return *cell;
        }
        let (width, height, coverage) = shape.draw();
        let cell = self.atlas.place(width, height, &white(&coverage));
        self.shapes.insert(shape, cell);
        cell
    }
}

impl Cell {
    /// The cell as a sprite with its top left corner at a place in device pixels.
    fn sprite(&self, x: f32, y: f32, scale: f32, tint: Rgba) -> Sprite {
        Sprite {
            page: self.page,
            source: self.source(),
            transform: Transform {
                e: x / scale,
                f: y / scale,
                ..Transform::scale(1.0 / scale, 1.0 / scale)
            },
            tint,
        }
    }
}

/// White pixels of that coverage: a sprite's tint gives their colour.
fn white(coverage: &[u8]) -> Vec<u8> {
    coverage
        .iter()
        .flat_map(|alpha| [255, 255, 255, *alpha])
        .collect()
}

/// A magnification as a factor, 1..=16 (a window may be larger than any picture).
fn clamped(scale: u32) -> f32 {
    scale.clamp(1, 16) as f32
}

/// A size of letters, 4..=64 logical pixels (what is not a number is 4), in whole 64ths.
#[allow(clippy::manual_clamp)] // which would let NaN through
fn sized(size: f32) -> f32 {
    (size.max(4.0).min(64.0) * 64.0).round() / 64.0
}
