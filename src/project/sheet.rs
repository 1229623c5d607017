//! A sheet: one picture cut into cells, by a grid or by a list of named
//! rectangles. Which clip or part shows which cell is not decided here.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::at::{At, Reader};
use super::context::Context;
use super::pictures::{PageSize, SIDE_CAP};
use super::scene::FAR;
use super::words;
use crate::error::{short, unknown};
use crate::geom::Vec2;

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

/// A cut sheet.
#[derive(Debug)]
pub(super) struct Sheet {
    /// Its picture.
    pub page: PageSize,
    pub cut: Cut,
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

    /// How large it is, for errors.
    pub fn words(&self) -> String {
        let (columns, rows) = (self.columns, self.rows);
        let (w, h) = self.cell;
        format!("the sheet has {columns} columns x {rows} rows (cells of {w} x {h} pixels)")
    }
}

impl Sheet {
    /// The pivot a Grid gives to all its cells.
    pub fn pivot(&self) -> Option<Vec2> {
        match &self.cut {
            Cut::Grid(grid) => grid.pivot.map(|(x, y)| Vec2::new(x as f32, y as f32)),
            Cut::Cells(_) => None,
        }
    }

    /// The rectangle of a cell by name; of a Grid that is `column,row`.
    pub fn cell(&self, name: &str) -> Option<[u32; 4]> {
        match &self.cut {
            Cut::Grid(grid) => {
                let (column, row) = grid_name(name)?;
                let inside = (1..=grid.columns).contains(&column) && (1..=grid.rows).contains(&row);
                inside.then(|| grid.rect(column, row))
            }
            Cut::Cells(cells) => cells.get(name).copied(),
        }
    }

    /// Why it has no cell of that name.
    pub fn no_cell(&self, name: &str) -> String {
        match &self.cut {
            Cut::Grid(grid) if grid_name(name).is_some() => {
                format!(
                    "cell {:?} is outside the sheet: {}",
                    short(name),
                    grid.words()
                )
            }
            Cut::Grid(_) => format!(
                "a cell of a Grid is named by its column and row, such as \"#2,1\", not {:?}",
                short(name)
            ),
            Cut::Cells(cells) => unknown("cell", name, cells.keys().map(String::as_str)),
        }
    }
}

/// The column and row that `column,row` stands for.
fn grid_name(name: &str) -> Option<(u32, u32)> {
    let (column, row) = name.split_once(',')?;
    Some((column.trim().parse().ok()?, row.trim().parse().ok()?))
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
    Some(Sheet { page, cut })
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
