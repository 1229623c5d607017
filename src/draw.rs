//! The frame as data: textured, tinted quads in paint order, and the pages
//! their pixels come from. No pixel is drawn here; `raster`, and the window, do.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::geom::{Rect, Rgba, Transform};

#[cfg(test)]
mod tests;

/// A page's number, for good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PageId(pub u32);

/// A picture in memory: a sheet, or an atlas of letters and shapes.
#[derive(Clone, Debug)]
pub struct Page {
    /// Its number.
    pub id: PageId,
    /// Grows whenever the pixels change; upload again then.
    pub version: u64,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Rows from the top, four bytes a pixel: red, green, blue, straight alpha.
    pub pixels: Arc<Vec<u8>>,
    /// Its pixels are mixed where a sprite is turned or scaled (drawn shapes); else the nearest is taken.
    pub smooth: bool,
}

/// All pages of a project and its sessions; clones share them.
#[derive(Clone, Debug, Default)]
pub struct Pages(Arc<Mutex<Vec<Page>>>);

impl Pages {
    fn lock(&self) -> MutexGuard<'_, Vec<Page>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a page of RGBA pixels, `width * height * 4` bytes.
    pub fn add(&self, width: u32, height: u32, pixels: Vec<u8>) -> PageId {
        debug_assert_eq!(pixels.len(), width as usize * height as usize * 4);
        let mut pages = self.lock();
        let id = PageId(pages.len() as u32);
        pages.push(Page {
            id,
            version: 1,
            width,
            height,
            pixels: Arc::new(pixels),
            smooth: false,
        });
        id
    }

    /// Gives a page other pixels (and size), and the next version.
    pub fn replace(&self, id: PageId, width: u32, height: u32, pixels: Vec<u8>) {
        if let Some(page) = self.lock().get_mut(id.0 as usize) {
            *page = Page {
                id,
                version: page.version + 1,
                width,
                height,
                pixels: Arc::new(pixels),
                smooth: page.smooth,
            };
        }
    }

    /// The page of that number, its pixels shared.
    pub fn page(&self, id: PageId) -> Option<Page> {
        self.lock().get(id.0 as usize).cloned()
    }

    /// All pages in order of number, their pixels shared.
    pub fn all(&self) -> Vec<Page> {
        self.lock().clone()
    }
}

#[allow(clippy::into_iter_without_iter)] // `all` is the method: what it gives are shared copies
impl IntoIterator for &Pages {
    type Item = Page;
    type IntoIter = std::vec::IntoIter<Page>;

    fn into_iter(self) -> Self::IntoIter {
        self.all().into_iter()
    }
}

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

/// A shape's outline, in pixels.
#[derive(Clone, Debug, PartialEq)]
pub enum Outline {
    /// A disc about its origin.
    Circle {
        /// More than 0.
        radius: f32,
    },
    /// A box about its origin whose short ends are half discs.
    Capsule {
        /// Width and height, more than 0.
        size: (f32, f32),
    },
    /// A box about its origin.
    Box {
        /// Width and height, more than 0.
        size: (f32, f32),
        /// The corners' radius, 0 to half the shorter side.
        round: f32,
    },
    /// A polygon, at least three points in order round it.
    Polygon {
        /// From its origin, y down.
        points: Vec<(f32, f32)>,
    },
}

/// A drawn shape: rasterised once for each scale it is shown at.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// Its outline.
    pub outline: Outline,
    /// What it is filled with; alpha 0: not at all.
    pub fill: Rgba,
    /// A line's width in pixels (half of it inside) and colour.
    pub line: Option<(f32, Rgba)>,
}

/// What is painted: a quad, or quads mixed by weight.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// A quad.
    Sprite(Sprite),
    /// Quads drawn as one weighted sum (weights above 0, together at most 1): where two are opaque and the
    /// weights add up to 1 the sum is opaque.
    Group(Vec<(Sprite, f32)>),
}

/// One frame of a scene, in paint order.
#[derive(Clone, Debug, PartialEq)]
pub struct DrawList {
    /// The scene's logical size in pixels.
    pub size: (u32, u32),
    /// What is under everything.
    pub background: Rgba,
    /// The quads, first painted first.
    pub items: Vec<Sprite>,
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

    /// The quads, first painted first.
    pub fn sprites(&self) -> impl Iterator<Item = &Sprite> {
        self.items.iter()
    }
}

/// The list as text, one line a sprite, for goldens: page, source
/// (`x y w h`), transform (`a b c d e f`), tint where it is not plain white.
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
