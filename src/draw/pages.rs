//! The pages: pictures in memory, shared by all who draw. How a page is filled is
//! not known here.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

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
    /// Its pixels are mixed (bilinear) where they do not fall on whole device pixels (drawn shapes); else the nearest is
    /// taken.
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
        self.push(width, height, pixels, false)
    }

    /// Adds a page whose pixels are mixed where they do not fall on whole device pixels. What a sprite shows of it
    /// must have a transparent pixel all around, so that turned edges are smooth too.
    pub fn add_smooth(&self, width: u32, height: u32, pixels: Vec<u8>) -> PageId {
        self.push(width, height, pixels, true)
    }

    fn push(&self, width: u32, height: u32, pixels: Vec<u8>, smooth: bool) -> PageId {
        debug_assert_eq!(pixels.len(), width as usize * height as usize * 4);
        let mut pages = self.lock();
        let id = PageId(pages.len() as u32);
        pages.push(Page {
            id,
            version: 1,
            width,
            height,
            pixels: Arc::new(pixels),
            smooth,
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
