//! Shapes become cells of smooth pages: each is rasterised once for each scale it is
//! shown at (with tiny-skia, anti-aliased), then drawn as a sprite like any picture. Where
//! a shape stands is not known here.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::draw::atlas::Atlas;
use crate::draw::{PageId, Pages, Shape};
use crate::geom::{Rect, Transform};

mod paint;

/// The scales shapes are rasterised at, in device pixels a pixel: the first that is no less than
/// what is shown. So a part that grows slowly does not make a new cell a frame.
const SCALES: [f64; 11] = [0.25, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0, 16.0];

/// The longest side of a cell; what is larger is drawn from a smaller cell.
const MOST_SIDE: u32 = 2048;

/// How many pixels of cells (four bytes each) are kept, about. A frame begins anew with empty pages when
/// there are more and less than half of them were in the last frame, or when there are twice as many.
/// Within a frame that goes on beyond this, shapes are drawn coarser.
const MOST_PIXELS: u64 = 16 << 20;

/// How many shapes are known at most before a frame begins anew.
const MOST_SHAPES: usize = 4096;

/// A shape's picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShapeCell {
    /// The page, a smooth one.
    pub page: PageId,
    /// Which pixels of it.
    pub source: Rect,
    /// From the source's own pixels to the shape's, whose origin is (0, 0).
    pub transform: Transform,
}

/// The shapes of a run, as pictures.
#[derive(Debug)]
pub struct Shapes {
    /// See [`MOST_PIXELS`].
    most: u64,
    atlas: Atlas,
    /// Each shape by its address, which stays its own as long as it is in `kept`.
    numbers: BTreeMap<usize, usize>,
    kept: Vec<Arc<Shape>>,
    /// By number of the shape and of the scale; `None`: nothing can be seen of it.
    cells: BTreeMap<(usize, usize), Option<Drawn>>,
    /// Pixels of all cells, and of those asked for in this frame.
    pixels: u64,
    shown: u64,
    frame: u64,
}

#[derive(Clone, Copy, Debug)]
struct Drawn {
    cell: ShapeCell,
    pixels: u64,
    /// The last frame it was asked for in.
    frame: u64,
}

impl Shapes {
    /// Shapes that go to pages of their own in `pages`. The first is made when the first shape is.
    pub fn new(pages: &Pages) -> Shapes {
        Shapes::bounded(pages, MOST_PIXELS)
    }

    pub(super) fn bounded(pages: &Pages, most: u64) -> Shapes {
        Shapes {
            most,
            atlas: Atlas::smooth(pages),
            numbers: BTreeMap::new(),
            kept: Vec::new(),
            cells: BTreeMap::new(),
            pixels: 0,
            shown: 0,
            frame: 0,
        }
    }

    /// A new frame begins: cells of earlier frames may make room for others.
    pub fn begin(&mut self) {
        let full = self.pixels > self.most && self.shown < self.pixels / 2;
        if full || self.pixels > 2 * self.most || self.kept.len() > MOST_SHAPES {
            self.atlas.clear();
            self.numbers.clear();
            self.kept.clear();
            self.cells.clear();
            self.pixels = 0;
        }
        self.shown = 0;
        self.frame += 1;
    }

    /// Makes the cells of this frame part of the pages.
    pub fn publish(&mut self) {
        self.atlas.publish();
    }

    /// A shape's picture for a scale of device pixels a pixel of the shape; `None` if there is nothing to see.
    /// Its pixels are in the page after [`Shapes::publish`].
    pub fn cell(&mut self, shape: &Arc<Shape>, scale: f64) -> Option<ShapeCell> {
        let number = self.number(shape);
        let (mut step, mut size) = step(shape, scale, MOST_SIDE)?;
        if !self.cells.contains_key(&(number, step)) {
            let side = match self.pixels {
                pixels if pixels <= self.most => MOST_SIDE,
                pixels if pixels <= self.most / 2 * 3 => 256,
                _ => 32,
            };
            (step, size) = self::step(shape, scale, side)?;
        }
        let found = match self.cells.get(&(number, step)) {
            Some(found) => *found,
            None => self.draw(shape, size),
        };
        let found = found.map(|drawn| {
            if drawn.frame != self.frame {
                self.shown += drawn.pixels;
            }
            Drawn {
                frame: self.frame,
                ..drawn
            }
        });
        self.cells.insert((number, step), found);
        found.map(|drawn| drawn.cell)
    }

    /// A shape's number: that of an equal one, since each reload brings new copies of all.
    fn number(&mut self, shape: &Arc<Shape>) -> usize {
        let address = Arc::as_ptr(shape) as usize;
        if let Some(number) = self.numbers.get(&address) {
            return *number;
        }
        let equal = self.kept.iter().position(|other| other == shape);
        let number = equal.unwrap_or(self.kept.len());
        self.kept.push(Arc::clone(shape));
        self.numbers.insert(address, number);
        number
    }

    fn draw(&mut self, shape: &Shape, scale: f64) -> Option<Drawn> {
        let painted = paint::painted(shape, scale)?;
        let cell = self
            .atlas
            .place(painted.width, painted.height, &painted.pixels);
        let pixels = u64::from(painted.width) * u64::from(painted.height);
        self.pixels += pixels;
        let (x, y) = painted.origin;
        let size = (1.0 / scale) as f32;
        Some(Drawn {
            cell: ShapeCell {
                page: cell.page,
                source: cell.source(),
                transform: Transform {
                    e: (x / scale) as f32,
                    f: (y / scale) as f32,
                    ..Transform::scale(size, size)
                },
            },
            pixels,
            frame: 0,
        })
    }
}

/// The scale to rasterise at and its number, for a cell of at most `side` pixels a side.
fn step(shape: &Shape, shown: f64, side: u32) -> Option<(usize, f64)> {
    let bounds = shape.bounds();
    let longest = f64::from(bounds.w.max(bounds.h));
    if !(longest.is_finite() && longest > 0.0 && shown.is_finite() && shown > 0.0) {
        return None;
    }
    // Both edges are rounded outward.
    let most = (f64::from(side) - 2.0 * paint::BORDER - 2.0) / longest;
    // Products of a scale's parts come out a little more or less than it is.
    let wanted = shown.min(most) * 0.9999;
    let step = SCALES.iter().position(|scale| *scale >= wanted);
    let step = step.unwrap_or(SCALES.len() - 1);
    Some((step, SCALES[step].min(most)))
}
