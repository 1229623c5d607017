//! Contact sheets: enlarged pictures on a plain ground, for looking at what was drawn. Not part of the art.

use std::path::Path;

use crate::picture::{Fault, Picture, Rgb, rgb};

/// All frames of a sheet's rows `from..to`, six a line, `k` times enlarged.
pub fn rows(
    sheet: &Picture,
    cell: (i32, i32),
    rows: std::ops::Range<i32>,
    k: i32,
    path: &Path,
) -> Result<(), Fault> {
    let used = |row: i32, column: i32| {
        crop(sheet, (column * cell.0, row * cell.1), cell)
            .data
            .iter()
            .any(|c| c[3] > 0)
    };
    let frames: Vec<(i32, i32)> = rows
        .flat_map(|row| (0..sheet.w / cell.0).map(move |column| (row, column)))
        .filter(|(r, c)| used(*r, *c))
        .collect();
    let mut page = plain(
        6 * cell.0,
        (frames.len() as i32 + 5) / 6 * cell.1,
        rgb(0x8e6a68),
    );
    for (i, (row, column)) in frames.iter().enumerate() {
        let at = (i as i32 % 6 * cell.0, i as i32 / 6 * cell.1);
        page.draw(
            &crop(sheet, (column * cell.0, row * cell.1), cell),
            at.0,
            at.1,
        );
        page.rect(at.0, at.1, 1, cell.1, rgb(0x6f5250));
    }
    page.enlarged(k).save(path)
}

/// The upper middle of a few cells (row, column, from 0) side by side, very large: faces, mostly.
pub fn close(
    sheet: &Picture,
    cell: (i32, i32),
    picks: &[(i32, i32)],
    k: i32,
    path: &Path,
) -> Result<(), Fault> {
    let (w, h) = (84, 66);
    let mut page = plain(w * k * picks.len() as i32, h * k, rgb(0x8e6a68));
    for (i, (row, column)) in picks.iter().enumerate() {
        let one = crop(sheet, (column * cell.0 + 44, row * cell.1 + 14), (w, h));
        page.draw(&one.enlarged(k), i as i32 * w * k, 0);
    }
    page.save(path)
}

pub fn crop(from: &Picture, at: (i32, i32), size: (i32, i32)) -> Picture {
    let mut out = Picture::new(size.0, size.1);
    for y in 0..size.1 {
        for x in 0..size.0 {
            out.set(x, y, from.get(at.0 + x, at.1 + y));
        }
    }
    out
}

pub fn plain(w: i32, h: i32, c: Rgb) -> Picture {
    let mut out = Picture::new(w, h);
    out.rect(0, 0, w, h, c);
    out
}
