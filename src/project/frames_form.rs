//! The frames of a sprite's clip: which cells of the sheet it shows.

use super::at::{At, COUNT_CAP, Reader};
use super::clip_form::FRAME_CAP;
use super::pictures::SIDE_CAP;
use super::sheet::{Cut, Sheet};
use crate::error::unknown;

/// The rectangles of a clip's frames: cells of a row, or cells by name; at least one.
pub(super) fn read<'a>(
    reader: &mut Reader<'a>,
    sheet: &Sheet,
    row: Option<At<'a>>,
    frames: At<'a>,
    clip: At<'a>,
) -> Option<Vec<[u32; 4]>> {
    let message = |n| format!("{n} frames: a list names at most {FRAME_CAP}");
    if frames.text().starts_with('[') && !reader.is_short(frames, FRAME_CAP as usize, message) {
        return None;
    }
    let rects = match &sheet.cut {
        Cut::Grid(grid) => {
            let inside = |n: u32, of: u32| n >= 1 && n <= of;
            let size = grid.words();
            let row_at = reader.need("row", row, "Clip", clip);
            let row = row_at.and_then(|at| {
                let row = reader.whole("row", at, 1..=COUNT_CAP)? as u32;
                if !inside(row, grid.rows) {
                    reader.fault(at, format!("row {row} is outside the sheet: {size}"));
                    return None;
                }
                Some(row)
            });
            let columns = read_columns(reader, frames)?;
            let mut rects = Vec::new();
            let mut is_outside = false;
            for (column, at) in columns {
                if !inside(column, grid.columns) {
                    is_outside = true;
                    reader.fault(at, format!("frame {column} is outside the sheet: {size}"));
                    break;
                }
                rects.extend(row.map(|row| grid.rect(column, row)));
            }
            if is_outside {
                return None;
            }
            row?;
            rects
        }
        Cut::Cells(cells) => {
            if let Some(at) = row {
                reader.fault(at, "`row` is for a Grid; of Cells, `frames` lists names");
            }
            let mut rects = Vec::new();
            let mut is_whole = true;
            for (name, at) in reader.names("frames", frames)? {
                if let Some(rect) = cells.get(&name) {
                    rects.push(*rect);
                } else if reader.is_full() {
                    return None;
                } else {
                    reader.fault(at, unknown("cell", &name, cells.keys().map(String::as_str)));
                    is_whole = false;
                }
            }
            is_whole.then_some(rects)?
        }
    };
    if rects.is_empty() {
        reader.fault(frames, "a clip has at least one frame");
        return None;
    }
    Some(rects)
}

/// The columns that `frames` names, each with its place: a count, or a list.
fn read_columns<'a>(reader: &mut Reader<'a>, frames: At<'a>) -> Option<Vec<(u32, At<'a>)>> {
    if !frames.text().starts_with('[') {
        // One more than any sheet has columns is enough to be told of.
        let count = reader.whole("frames", frames, 1..=COUNT_CAP)?;
        let last = count.min(u64::from(SIDE_CAP) + 1);
        if count > last {
            return Some(vec![(count as u32, frames)]);
        }
        return Some((1..=count as u32).map(|column| (column, frames)).collect());
    }
    let mut columns = Vec::new();
    for at in reader.list("frames", frames)? {
        columns.push((reader.whole("frames", at, 1..=COUNT_CAP)? as u32, at));
    }
    Some(columns)
}
