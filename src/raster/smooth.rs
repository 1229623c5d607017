//! Sprites of smooth pages: each pixel is mixed from the four of the page around it
//! (bilinear, in premultiplied colour), what is outside the source being nothing.

use super::blend::{Sum, over, tinted};
use super::place::{Canvas, Place};
use crate::draw::{Page, Sprite};

/// Steps from one pixel of the page to the next.
const FINE: i64 = 256;

/// Draws a sprite of a smooth page, under any map.
pub(super) fn smooth(canvas: &mut Canvas, page: &Page, sprite: &Sprite, place: &Place) {
    let determinant = place.a * place.d - place.b * place.c;
    if determinant == 0.0 || !determinant.is_finite() {
        return;
    }
    let source = sprite.source;
    let (left, top) = (f64::from(source.x), f64::from(source.y));
    let (w, h) = (f64::from(source.w), f64::from(source.h));
    let taps = Taps {
        page,
        columns: within(left, w, page.width),
        rows: within(top, h, page.height),
    };
    let (xs, ys) = place.covered(w, h, canvas);
    // The inverse map's columns.
    let (right, down) = (
        (place.d / determinant, -place.b / determinant),
        (-place.c / determinant, place.a / determinant),
    );
    for y in ys {
        let dy = f64::from(y) + 0.5 - place.f;
        for x in xs.clone() {
            let dx = f64::from(x) + 0.5 - place.e;
            let (u, v) = (right.0 * dx + down.0 * dy, right.1 * dx + down.1 * dy);
            if (0.0..w).contains(&u) && (0.0..h).contains(&v) {
                let pixel = taps.at(left + u, top + v);
                if pixel[3] > 0 {
                    let to = canvas.index(x, y);
                    over(&mut canvas.pixels[to..to + 4], tinted(&pixel, sprite.tint));
                }
            }
        }
    }
}

/// The page's rows or columns that a source covers.
fn within(start: f64, length: f64, limit: u32) -> std::ops::Range<i64> {
    let start = start.floor().max(0.0) as i64;
    let end = (start as f64 + length).ceil().min(f64::from(limit));
    start..end as i64
}

struct Taps<'a> {
    page: &'a Page,
    columns: std::ops::Range<i64>,
    rows: std::ops::Range<i64>,
}

impl Taps<'_> {
    /// The page at a place between its pixels' centres.
    #[inline]
    fn at(&self, x: f64, y: f64) -> [u8; 4] {
        let fine = |at: f64| ((at - 0.5) * FINE as f64 + 0.5).floor() as i64;
        let (x, y) = (fine(x), fine(y));
        // Floored, also left of and above the first pixel's centre.
        let (column, row) = (x >> 8, y >> 8);
        let corners = [
            self.pixel(column, row),
            self.pixel(column + 1, row),
            self.pixel(column, row + 1),
            self.pixel(column + 1, row + 1),
        ];
        if corners[1..].iter().all(|corner| *corner == corners[0]) {
            return corners[0];
        }
        let (right, below) = ((x & (FINE - 1)) as u32, (y & (FINE - 1)) as u32);
        let (whole, mut sum) = (FINE as u32, Sum::default());
        sum.add(&corners[0], (whole - right) * (whole - below));
        sum.add(&corners[1], right * (whole - below));
        sum.add(&corners[2], (whole - right) * below);
        sum.add(&corners[3], right * below);
        sum.colour()
    }

    #[inline]
    fn pixel(&self, column: i64, row: i64) -> [u8; 4] {
        if !self.columns.contains(&column) || !self.rows.contains(&row) {
            return [0; 4];
        }
        let from = (row as usize * self.page.width as usize + column as usize) * 4;
        match self.page.pixels.get(from..from + 4) {
            Some(pixel) => [pixel[0], pixel[1], pixel[2], pixel[3]],
            None => [0; 4],
        }
    }
}
