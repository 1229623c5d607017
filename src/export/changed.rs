//! What differs between two frames of one size.

use crate::raster::Image;

/// A rectangle of whole pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    pub x: u32,
    pub y: u32,
    pub w: u32,
    pub h: u32,
}

impl Area {
    /// All of a picture.
    pub fn whole(image: &Image) -> Area {
        Area {
            x: 0,
            y: 0,
            w: image.width,
            h: image.height,
        }
    }

    /// Its rows in a picture, as bytes.
    pub fn rows<'a>(&self, image: &'a Image) -> impl Iterator<Item = &'a [u8]> + use<'a> {
        let Area { x, y, w, h } = *self;
        let stride = image.width as usize * 4;
        (y as usize..(y + h) as usize).map(move |row| {
            let start = row * stride + x as usize * 4;
            &image.pixels[start..start + w as usize * 4]
        })
    }
}

/// The smallest rectangle that holds all pixels that differ; `None` where none does.
pub fn changed(before: &Image, now: &Image) -> Option<Area> {
    let stride = (now.width as usize * 4).max(4);
    let (mut left, mut right, mut top, mut bottom) = (usize::MAX, 0, None, 0);
    let rows = before
        .pixels
        .chunks_exact(stride)
        .zip(now.pixels.chunks_exact(stride));
    for (y, (before, now)) in rows.enumerate() {
        if before == now {
            continue;
        }
        top.get_or_insert(y);
        bottom = y + 1;
        let differs = |(a, b): (&[u8], &[u8])| a != b;
        let mut pixels = before.chunks_exact(4).zip(now.chunks_exact(4));
        if let Some(first) = pixels.clone().position(differs) {
            left = left.min(first);
        }
        if let Some(last) = pixels.rposition(differs) {
            right = right.max(last + 1);
        }
    }
    top.map(|top| Area {
        x: left as u32,
        y: top as u32,
        w: (right - left) as u32,
        h: (bottom - top) as u32,
    })
}
