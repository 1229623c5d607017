//! A sheet: one picture cut into cells, by a grid or by a list of named
//! rectangles. Which clip shows which cell is in `clip_form`.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::at::{At, Reader};
use super::context::Context;
use super::pictures::{PageSize, SIDE_CAP};
use super::scene::FAR;
use super::words;
use crate::clip::PictureId;
use crate::error::unknown;
use crate::geom::{Rect, Vec2};
use crate::stage::Picture;

#[derive(Deserialize)]
#[serde(rename = "Grid", deny_unknown_fields)]
struct GridForm<'a> {
    #[serde(borrow)]
    image: Option<At<'a>>,
    #[serde(borrow)]
    cell: Option<At<'a>>,
    #[serde(borrow)]
    margin: Option<At<'a>>,
    #[serde(borrow)]
    spacing: Option<At<'a>>,
    #[serde(borrow)]
    pivot: Option<At<'a>>,
}

#[derive(Deserialize)]
#[serde(rename = "Cells", deny_unknown_fields)]
struct CellsForm<'a> {
    #[serde(borrow)]
    image: Option<At<'a>>,
    #[serde(borrow)]
    cells: Option<At<'a>>,
}

/// A cut sheet; hands out the pictures that clips use, each once.
#[derive(Debug)]
pub(super) struct Sheet {
    page: PageSize,
    pub cut: Cut,
    pictures: Vec<Picture>,
    /// Left, top, width, height -> its picture.
    ids: BTreeMap<[u32; 4], PictureId>,
}

/// How a sheet is cut.
#[derive(Debug)]
pub(super) enum Cut {
    Grid(Grid),
    /// Name -> left, top, width, height.
    Cells(BTreeMap<String, [u32; 4]>),
}

/// A regular grid, in pixels.
#[derive(Debug)]
pub(super) struct Grid {
    pub columns: u32,
    pub rows: u32,
    pub cell: (u32, u32),
    margin: u32,
    spacing: u32,
    pivot: Option<(f64, f64)>,
}

impl Grid {
    /// The rectangle of a cell; both count from 1 and lie in the grid.
    pub fn rect(&self, column: u32, row: u32) -> [u32; 4] {
        let (w, h) = self.cell;
        let x = self.margin + (column - 1) * (w + self.spacing);
        let y = self.margin + (row - 1) * (h + self.spacing);
        [x, y, w, h]
    }
}

impl Sheet {
    /// The picture of a rectangle that lies in the sheet.
    pub fn picture(&mut self, rect: [u32; 4]) -> PictureId {
        if let Some(id) = self.ids.get(&rect) {
            return *id;
        }
        let [x, y, w, h] = rect.map(|side| side as f32);
        let pivot = match &self.cut {
            Cut::Grid(Grid {
                pivot: Some((x, y)),
                ..
            }) => Vec2::new(*x as f32, *y as f32),
            _ => Vec2::new(w / 2.0, h),
        };
        let id = PictureId(self.pictures.len() as u32);
        self.pictures.push(Picture {
            page: self.page.page,
            source: Rect::new(x, y, w, h),
            pivot,
        });
        self.ids.insert(rect, id);
        id
    }

    /// All pictures handed out, in order of their numbers.
    pub fn into_pictures(self) -> Vec<Picture> {
        self.pictures
    }
}

/// Reads `Grid(..)` or `Cells(..)`.
pub(super) fn read<'a>(
    context: &mut Context,
    reader: &mut Reader<'a>,
    at: At<'a>,
) -> Option<Sheet> {
    let (page, cut) = match words::word(at.text()) {
        Some("Grid") => read_grid(context, reader, at)?,
        Some("Cells") => read_cells(context, reader, at)?,
        Some(other) => {
            reader.fault(at, unknown("sheet", other, ["Grid", "Cells"]));
            return None;
        }
        None => {
            let found = words::found(at.text());
            reader.fault(
                at,
                format!("`sheet` should be Grid(...) or Cells(...), not {found}"),
            );
            return None;
        }
    };
    Some(Sheet {
        page,
        cut,
        pictures: Vec::new(),
        ids: BTreeMap::new(),
    })
}

fn read_grid<'a>(
    context: &mut Context,
    reader: &mut Reader<'a>,
    at: At<'a>,
) -> Option<(PageSize, Cut)> {
    let side = u64::from(SIDE_CAP);
    let form = reader.record::<GridForm>(at, "Grid")?;
    let image = reader.need("image", form.image, "Grid", at);
    let page = image.and_then(|image| context.picture(reader, image));
    let cell_at = reader.need("cell", form.cell, "Grid", at);
    let cell = cell_at.and_then(|at| {
        let [w, h] = reader.group("cell", at, "two numbers (width, height)")?;
        let w = reader.whole("cell", w, 1..=side);
        let h = reader.whole("cell", h, 1..=side);
        Some((w? as u32, h? as u32))
    });
    let gap = |reader: &mut Reader<'a>, field, at: Option<At<'a>>| match at {
        Some(at) => reader.whole(field, at, 0..=side).map(|gap| gap as u32),
        None => Some(0),
    };
    let margin = gap(reader, "margin", form.margin);
    let spacing = gap(reader, "spacing", form.spacing);
    let pivot = form
        .pivot
        .and_then(|at| reader.pair("pivot", at, -FAR..=FAR));
    let (page, (w, h), margin, spacing) = (page?, cell?, margin?, spacing?);
    let fits = |whole: u32, side: u32| (whole.saturating_sub(margin) + spacing) / (side + spacing);
    let (columns, rows) = (fits(page.width, w), fits(page.height, h));
    if columns == 0 || rows == 0 {
        let (width, height) = (page.width, page.height);
        reader.fault(
            cell_at?,
            format!("no cell of {w} x {h} pixels fits in the picture, which is {width} x {height}"),
        );
        return None;
    }
    let grid = Grid {
        columns,
        rows,
        cell: (w, h),
        margin,
        spacing,
        pivot,
    };
    Some((page, Cut::Grid(grid)))
}

fn read_cells<'a>(
    context: &mut Context,
    reader: &mut Reader<'a>,
    at: At<'a>,
) -> Option<(PageSize, Cut)> {
    let form = reader.record::<CellsForm>(at, "Cells")?;
    let image = reader.need("image", form.image, "Cells", at);
    let page = image.and_then(|image| context.picture(reader, image));
    let cells_at = reader.need("cells", form.cells, "Cells", at);
    let entries = cells_at.and_then(|at| reader.map("cells", at));
    let page = page?;
    let mut cells = BTreeMap::new();
    for entry in entries? {
        if let Some(rect) = read_rect(reader, entry.value, &page) {
            cells.insert(entry.name, rect);
        }
    }
    Some((page, Cut::Cells(cells)))
}

fn read_rect<'a>(reader: &mut Reader<'a>, at: At<'a>, page: &PageSize) -> Option<[u32; 4]> {
    let sides: [At; 4] = reader.group("cells", at, "four numbers (x, y, width, height)")?;
    let mut rect = [0; 4];
    for (i, side) in sides.into_iter().enumerate() {
        let low = u64::from(i >= 2);
        rect[i] = reader.whole("cells", side, low..=u64::from(SIDE_CAP))? as u32;
    }
    let [x, y, w, h] = rect;
    if x + w > page.width || y + h > page.height {
        let (width, height) = (page.width, page.height);
        reader.fault(
            at,
            format!("the cell ({x}, {y}, {w}, {h}) lies outside the picture, which is {width} x {height} pixels"),
        );
        return None;
    }
    Some(rect)
}
