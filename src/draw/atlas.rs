//! Pages that fill up with small pictures, in rows (shelves). A cell never moves,
//! so sprites made earlier stay right when the page grows; what is drawn there is
//! not known here.

use crate::draw::{PageId, Pages};
use crate::geom::Rect;

/// A page is this wide (wider only for a picture that needs it).
const WIDTH: u32 = 512;
/// The height a page starts with; it doubles when full.
const FIRST_HEIGHT: u32 = 64;
/// The most a page grows to; then another page is begun.
const MOST_HEIGHT: u32 = 2048;
/// Empty pixels between cells, so that no rounding on a GPU picks a neighbour's.
const GAP: u32 = 1;

/// Where in which page a picture is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cell {
    /// Its page.
    pub page: PageId,
    /// Left edge in the page.
    pub x: u32,
    /// Top edge in the page.
    pub y: u32,
    /// Width in pixels.
    pub w: u32,
    /// Height in pixels.
    pub h: u32,
}

impl Cell {
    /// Its pixels in the page.
    pub fn source(&self) -> Rect {
        Rect::new(self.x as f32, self.y as f32, self.w as f32, self.h as f32)
    }
}

/// The pages being filled.
#[derive(Debug)]
pub struct Atlas {
    pages: Pages,
    /// Its pages are smooth ones.
    smooth: bool,
    sheet: Option<Sheet>,
    /// The pages full of cells.
    full: Vec<PageId>,
    /// Pages emptied, to be filled again: a page's number is for good.
    free: Vec<PageId>,
}

/// The page in hand; full ones are never touched again.
#[derive(Debug)]
struct Sheet {
    id: PageId,
    width: u32,
    height: u32,
    pixels: Vec<u8>,
    shelves: Vec<Shelf>,
    /// Something is here that the page does not show yet.
    fresh: bool,
}

#[derive(Debug)]
struct Shelf {
    top: u32,
    height: u32,
    used: u32,
}

impl Atlas {
    /// An atlas whose pages will be in `pages`.
    pub fn new(pages: &Pages) -> Atlas {
        Atlas {
            pages: pages.clone(),
            smooth: false,
            sheet: None,
            full: Vec::new(),
            free: Vec::new(),
        }
    }

    /// The same on smooth pages: each picture's outermost pixels should be transparent.
    pub fn smooth(pages: &Pages) -> Atlas {
        Atlas {
            smooth: true,
            ..Atlas::new(pages)
        }
    }

    /// Forgets all cells: sprites made of them show other pictures from now on.
    pub fn clear(&mut self) {
        let last = self.sheet.take().map(|sheet| sheet.id);
        for id in self.full.drain(..).chain(last) {
            self.pages.replace(id, 1, 1, blank(1, 1));
            self.free.push(id);
        }
    }

    /// The pages it was made with.
    pub fn pages(&self) -> &Pages {
        &self.pages
    }

    /// Copies a picture in: `width * height` pixels of four bytes (straight RGBA), rows from the top. It is seen after
    /// [`Atlas::publish`].
    pub fn place(&mut self, width: u32, height: u32, pixels: &[u8]) -> Cell {
        let mut found = self
            .sheet
            .as_mut()
            .and_then(|sheet| sheet.room(width, height));
        if found.is_none() {
            self.publish();
            let wide = WIDTH.max(width + 2 * GAP);
            let mut sheet = self.new_sheet(wide, FIRST_HEIGHT.max(height + 2 * GAP));
            found = sheet.room(width, height);
            let old = self.sheet.replace(sheet);
            self.full.extend(old.map(|sheet| sheet.id));
        }
        let (x, y) = found.unwrap_or((0, 0));
        let page = self.sheet.as_mut().map_or(PageId(u32::MAX), |sheet| {
            sheet.copy(x, y, width, pixels);
            sheet.id
        });
        Cell {
            page,
            x,
            y,
            w: width,
            h: height,
        }
    }

    /// Makes what was placed part of the pages.
    pub fn publish(&mut self) {
        if let Some(sheet) = self.sheet.as_mut().filter(|sheet| sheet.fresh) {
            sheet.fresh = false;
            self.pages
                .replace(sheet.id, sheet.width, sheet.height, sheet.pixels.clone());
        }
    }

    fn new_sheet(&mut self, width: u32, height: u32) -> Sheet {
        let pixels = blank(width, height);
        let id = match self.free.pop() {
            Some(id) => id,
            None if self.smooth => self.pages.add_smooth(width, height, pixels.clone()),
            None => self.pages.add(width, height, pixels.clone()),
        };
        Sheet {
            id,
            width,
            height,
            pixels,
            shelves: Vec::new(),
            fresh: false,
        }
    }
}

impl Sheet {
    /// A free place of that size; `None` when even a grown page has none.
    fn room(&mut self, w: u32, h: u32) -> Option<(u32, u32)> {
        let width = self.width;
        // The lowest shelf that takes it without wasting more than a third of its height.
        let fits = |shelf: &&mut Shelf| {
            shelf.used + w + GAP <= width && h <= shelf.height && shelf.height <= h + h / 2 + 2
        };
        if let Some(shelf) = self
            .shelves
            .iter_mut()
            .filter(fits)
            .min_by_key(|shelf| shelf.height)
        {
            let x = shelf.used;
            shelf.used += w + GAP;
            return Some((x, shelf.top));
        }
        let top = self
            .shelves
            .last()
            .map_or(GAP, |shelf| shelf.top + shelf.height + GAP);
        if top + h + GAP > MOST_HEIGHT.max(self.height) || w + 2 * GAP > width {
            return None;
        }
        let old = self.height;
        while top + h + GAP > self.height {
            self.height *= 2;
        }
        self.pixels.extend(blank(width, self.height - old));
        self.shelves.push(Shelf {
            top,
            height: h,
            used: GAP + w + GAP,
        });
        Some((GAP, top))
    }

    fn copy(&mut self, x: u32, y: u32, width: u32, pixels: &[u8]) {
        let (stride, length) = (self.width as usize, width as usize * 4);
        for (row, line) in pixels.chunks_exact(length.max(1)).enumerate() {
            let start = ((y as usize + row) * stride + x as usize) * 4;
            self.pixels[start..start + length].copy_from_slice(line);
        }
        self.fresh = true;
    }
}

/// White that nothing of is seen.
fn blank(width: u32, height: u32) -> Vec<u8> {
    [255, 255, 255, 0].repeat(width as usize * height as usize)
}
