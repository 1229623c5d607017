//! The pictures and shapes of one character, each once: a sprite's cells by
//! rectangle, a puppet's by the names its parts and keys give. How a sheet is cut
//! is `sheet`'s, what a shape is `shape_form`'s.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::at::{At, Reader};
use super::context::Context;
use super::pictures::PageSize;
use super::sheet::{self, Sheet};
use crate::clip::PictureId;
use crate::draw::{PageId, Shape};
use crate::error::short;
use crate::geom::{Rect, Vec2};
use crate::stage::{Art, Picture};

/// The sheet of a character, and what its clips and parts show.
#[derive(Debug)]
pub(super) struct Arts {
    sheet: Option<Sheet>,
    /// It names a sheet, which may be at fault itself.
    has_sheet: bool,
    list: Vec<Art>,
    /// Page, rectangle and pivot (its bits) -> the picture.
    cells: BTreeMap<(PageId, [u32; 4], [u32; 2]), PictureId>,
}

impl Arts {
    /// None yet, and the sheet that stands at `at`.
    pub fn read<'a>(context: &mut Context, reader: &mut Reader<'a>, at: Option<At<'a>>) -> Arts {
        Arts {
            sheet: at.and_then(|at| sheet::read(context, reader, at)),
            has_sheet: at.is_some(),
            list: Vec::new(),
            cells: BTreeMap::new(),
        }
    }

    /// The sheet, if there is one without fault.
    pub fn sheet(&self) -> Option<&Sheet> {
        self.sheet.as_ref()
    }

    /// All of them; [`PictureId`] counts in this list.
    pub fn into_list(self) -> Vec<Art> {
        self.list
    }

    /// A sprite's picture: a rectangle of the sheet on the sheet's pivot, else on its bottom middle.
    pub fn frame(&mut self, rect: [u32; 4]) -> Option<PictureId> {
        let sheet = self.sheet.as_ref()?;
        let page = sheet.page;
        let pivot = sheet.pivot().unwrap_or_else(|| {
            let [_, _, w, h] = rect;
            Vec2::new(w as f32 / 2.0, h as f32)
        });
        Some(self.picture(page, rect, pivot))
    }

    /// A part's picture by name: a cell of the sheet (`sheet.png#cell`, `#cell`, `cell`) or a whole picture's file. It
    /// hangs on the part's pivot, else on the Grid's, else on its middle.
    pub fn named<'a>(
        &mut self,
        context: &mut Context,
        reader: &mut Reader<'a>,
        at: At<'a>,
        name: &str,
        pivot: Option<Vec2>,
    ) -> Option<PictureId> {
        let cut = self.sheet.as_ref().and_then(|sheet| sheet.cell(name));
        let (file, cell) = match name.split_once('#') {
            _ if cut.is_some() => ("", Some(name)),
            Some((file, cell)) => (file, Some(cell)),
            None if self.has_sheet && !name.contains(['.', '/', '\\']) => ("", Some(name)),
            None => (name, None),
        };
        let page = if file.is_empty() {
            None
        } else {
            Some(context.picture_named(reader, at, file)?)
        };
        let (page, rect, middle) = match (cell, page) {
            (Some(cell), page) => self.cut(reader, at, cell, page)?,
            (None, page) => {
                let page = page?;
                (page, [0, 0, page.width, page.height], None)
            }
        };
        let [_, _, w, h] = rect;
        let middle = middle.unwrap_or(Vec2::new(w as f32 / 2.0, h as f32 / 2.0));
        Some(self.picture(page, rect, pivot.unwrap_or(middle)))
    }

    /// A cell of the sheet, whose picture `page` must be if it is named; with it the pivot of all its cells.
    fn cut<'a>(
        &self,
        reader: &mut Reader<'a>,
        at: At<'a>,
        cell: &str,
        page: Option<PageSize>,
    ) -> Option<(PageSize, [u32; 4], Option<Vec2>)> {
        let Some(sheet) = &self.sheet else {
            if !self.has_sheet {
                reader.fault(
                    at,
                    format!(
                        "this names the cell {:?}, but the character has no `sheet` that has cells",
                        short(cell)
                    ),
                );
            }
            return None;
        };
        if page.is_some_and(|page| page.page != sheet.page.page) {
            reader.fault(at, "only the sheet's own picture has cells");
            return None;
        }
        let Some(rect) = sheet.cell(cell) else {
            reader.fault(at, sheet.no_cell(cell));
            return None;
        };
        Some((sheet.page, rect, sheet.pivot()))
    }

    fn picture(&mut self, page: PageSize, rect: [u32; 4], pivot: Vec2) -> PictureId {
        let [x, y, w, h] = rect.map(|side| side as f32);
        let key = (page.page, rect, [pivot.x.to_bits(), pivot.y.to_bits()]);
        let list = &mut self.list;
        *self.cells.entry(key).or_insert_with(|| {
            list.push(Art::Cell(Picture {
                page: page.page,
                source: Rect::new(x, y, w, h),
                pivot,
            }));
            PictureId(list.len() as u32 - 1)
        })
    }

    /// A part's shape; `pivot` in pixels from its origin.
    pub fn shape(&mut self, shape: Shape, pivot: Vec2) -> PictureId {
        let same = |art: &Art| matches!(art, Art::Shape { shape: other, pivot: at } if **other == shape && *at == pivot);
        let found = self.list.iter().position(same);
        let number = found.unwrap_or_else(|| {
            let shape = Arc::new(shape);
            self.list.push(Art::Shape { shape, pivot });
            self.list.len() - 1
        });
        PictureId(number as u32)
    }
}
