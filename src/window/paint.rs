//! Draw lists become macroquad meshes: sprites that share a page are one call, a
//! group one more.

mod groups;
mod ink;

use std::collections::BTreeMap;

use macroquad::prelude as mq;

use crate::draw::{DrawList, Item, Page, PageId, Pages, Sprite, shares};
use crate::geom::{Rgba, Vec2};
use groups::{Groups, Spot};
use ink::Ink;

/// How many quads go into one call.
pub(super) const QUADS_A_CALL: usize = 2000;

/// Where a draw list stands in the window: `zoom` window units a logical pixel, from `(x, y)`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct View {
    x: f32,
    y: f32,
    zoom: f32,
    /// Device pixels a logical pixel.
    device: f32,
}

impl View {
    /// The scene as large as fits: a whole number of device pixels a logical pixel, so
    /// that pixels stay square and crisp, centred; smaller than 1 only in a window
    /// smaller than the scene.
    pub(super) fn of_window(size: (u32, u32)) -> View {
        let dpi = mq::screen_dpi_scale();
        View::fit(
            size,
            mq::screen_width() * dpi,
            mq::screen_height() * dpi,
            dpi,
        )
    }

    /// The window itself, one device pixel a logical pixel.
    pub(super) fn whole_window() -> View {
        View {
            x: 0.0,
            y: 0.0,
            zoom: 1.0 / mq::screen_dpi_scale(),
            device: 1.0,
        }
    }

    /// `width` and `height` are the window's device pixels.
    fn fit(size: (u32, u32), width: f32, height: f32, dpi: f32) -> View {
        let (w, h) = (size.0 as f32, size.1 as f32);
        let ratio = (width / w).min(height / h).max(0.01);
        let device = if ratio >= 1.0 { ratio.floor() } else { ratio };
        let x = ((width - w * device) / 2.0).floor();
        let y = ((height - h * device) / 2.0).floor();
        View {
            x: x / dpi,
            y: y / dpi,
            zoom: device / dpi,
            device,
        }
    }

    /// The magnification letters are to be drawn for.
    pub(super) fn letters_scale(self) -> u32 {
        (self.device as u32).clamp(1, 8)
    }

    /// The logical pixel of the scene under a point of the window; may lie outside the scene.
    pub(super) fn to_scene(self, x: f32, y: f32) -> (i32, i32) {
        (
            ((x - self.x) / self.zoom).floor() as i32,
            ((y - self.y) / self.zoom).floor() as i32,
        )
    }

    /// Device pixels a window unit.
    fn dpi(self) -> f32 {
        self.device / self.zoom
    }

    fn to_window(self, point: Vec2) -> Vec2 {
        Vec2::new(self.x + point.x * self.zoom, self.y + point.y * self.zoom)
    }
}

/// Draws lists; keeps the textures of the pages.
pub(super) struct Painter {
    ink: Ink,
    textures: BTreeMap<PageId, (u64, mq::Texture2D)>,
    groups: Groups,
    batch: Batch,
}

/// The quads being gathered for one call.
#[derive(Default)]
struct Batch {
    page: Option<PageId>,
    vertices: Vec<mq::Vertex>,
    indices: Vec<u16>,
}

impl Painter {
    /// A painter for the window that is open. The error is the graphics driver's.
    pub(super) fn new() -> Result<Painter, String> {
        Ok(Painter {
            ink: Ink::new()?,
            textures: BTreeMap::new(),
            groups: Groups::default(),
            batch: Batch::default(),
        })
    }

    /// Draws a list where `view` puts it; what stands out over its edges is cut off.
    pub(super) fn draw(&mut self, list: &DrawList, pages: &Pages, view: View) {
        for page in pages.all() {
            self.upload(&page);
        }
        let (width, height) = (
            list.size.0 as f32 * view.zoom,
            list.size.1 as f32 * view.zoom,
        );
        let Rgba { r, g, b, a } = list.background;
        if a > 0 {
            mq::draw_rectangle(
                view.x,
                view.y,
                width,
                height,
                mq::Color::from_rgba(r, g, b, a),
            );
        }
        mq::gl_use_material(&self.ink.over);
        self.groups.begin();
        for (i, item) in list.items.iter().enumerate() {
            match item {
                Item::Sprite(sprite) => self.batch.add(sprite, 1.0, view, &self.textures),
                Item::Group(_) => self.group(&list.items[i..], view),
            }
        }
        self.batch.flush(&self.textures);
        mq::gl_use_default_material();
        self.cover_outside(view, width, height);
    }

    /// Draws the group that `items` begins with.
    fn group(&mut self, items: &[Item], view: View) {
        self.batch.flush(&self.textures);
        let dpi = view.dpi();
        let window = (
            (mq::screen_width() * dpi).round() as u32,
            (mq::screen_height() * dpi).round() as u32,
        );
        let (batch, textures, ink) = (&mut self.batch, &self.textures, &self.ink);
        let found = self.groups.next(items, view, window, |members| {
            mq::gl_use_material(&ink.sum);
            for (sprite, share) in shares(members, 255) {
                batch.add(sprite, share as f32 / 255.0, view, textures);
            }
            batch.flush(textures);
        });
        mq::gl_use_material(&self.ink.over);
        if let Some((spot, texture)) = found {
            lay(spot, texture, view);
        }
    }

    fn upload(&mut self, page: &Page) {
        let known = self.textures.get(&page.id);
        if known.is_none_or(|(version, _)| *version != page.version) {
            let texture = ink::texture(page);
            self.textures.insert(page.id, (page.version, texture));
        }
    }
    /// The bars beside a scene that does not fill the window.
    #[allow(clippy::unused_self)]
    fn cover_outside(&self, view: View, width: f32, height: f32) {
        let (right, bottom) = (view.x + width, view.y + height);
        let (w, h) = (mq::screen_width(), mq::screen_height());
        let bars = [
            (0.0, 0.0, view.x, h),
            (right, 0.0, w - right, h),
            (0.0, 0.0, w, view.y),
            (0.0, bottom, w, h - bottom),
        ];
        for (x, y, w, h) in bars.into_iter().filter(|(_, _, w, h)| *w > 0.0 && *h > 0.0) {
            mq::draw_rectangle(x, y, w, h, mq::BLACK);
        }
    }
}

impl Batch {
    /// Adds a quad, after a call for those of another page, or for a full batch.
    fn add(
        &mut self,
        sprite: &Sprite,
        share: f32,
        view: View,
        textures: &BTreeMap<PageId, (u64, mq::Texture2D)>,
    ) {
        if self.page != Some(sprite.page) || self.vertices.len() >= QUADS_A_CALL * 4 {
            self.flush(textures);
            self.page = Some(sprite.page);
        }
        let Some((_, texture)) = textures.get(&sprite.page) else {
            return;
        };
        let source = sprite.source;
        let (u, v) = (source.x / texture.width(), source.y / texture.height());
        let (u2, v2) = (
            (source.x + source.w) / texture.width(),
            (source.y + source.h) / texture.height(),
        );
        let corners = [
            ((0.0, 0.0), (u, v)),
            ((source.w, 0.0), (u2, v)),
            ((source.w, source.h), (u2, v2)),
            ((0.0, source.h), (u, v2)),
        ];
        let corners = corners.map(|((x, y), uv)| {
            let at = view.to_window(sprite.transform.apply(Vec2::new(x, y)));
            ((at.x, at.y), uv)
        });
        self.quad(corners, sprite.tint, share);
    }

    /// Adds a quad of window units and parts of the texture, clockwise from its first corner.
    fn quad(&mut self, corners: [((f32, f32), (f32, f32)); 4], tint: Rgba, share: f32) {
        let colour = mq::Color::from_rgba(tint.r, tint.g, tint.b, tint.a);
        let first = self.vertices.len() as u16;
        for ((x, y), (u, v)) in corners {
            let mut vertex = mq::Vertex::new(x, y, 0.0, u, v, colour);
            vertex.normal.x = share;
            self.vertices.push(vertex);
        }
        self.indices
            .extend([0, 1, 2, 0, 2, 3].map(|corner| first + corner));
    }

    fn flush(&mut self, textures: &BTreeMap<PageId, (u64, mq::Texture2D)>) {
        let page = self.page.take();
        let texture = page.and_then(|page| textures.get(&page));
        if let Some((_, texture)) = texture {
            self.send(texture.clone());
        }
        self.vertices.clear();
        self.indices.clear();
    }

    /// One call.
    fn send(&mut self, texture: mq::Texture2D) {
        if !self.vertices.is_empty() {
            let mesh = mq::Mesh {
                vertices: std::mem::take(&mut self.vertices),
                indices: std::mem::take(&mut self.indices),
                texture: Some(texture),
            };
            mq::draw_mesh(&mesh);
            (self.vertices, self.indices) = (mesh.vertices, mesh.indices);
        }
    }
}

/// Lays a group that is added up over the window, pixel on pixel.
fn lay(spot: Spot, texture: mq::Texture2D, view: View) {
    let Spot { window, target } = spot;
    let (width, height) = (texture.width(), texture.height());
    let corner = |x: u32, y: u32| {
        let at = |from: u32, by: u32| (from + by) as f32;
        (
            (at(window.x, x) / view.dpi(), at(window.y, y) / view.dpi()),
            (at(target.0, x) / width, at(target.1, y) / height),
        )
    };
    let mut batch = Batch::default();
    let (w, h) = (window.w, window.h);
    let corners = [corner(0, 0), corner(w, 0), corner(w, h), corner(0, h)];
    batch.quad(corners, Rgba::WHITE, 1.0);
    batch.send(texture);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Window size and dpi; expected device pixels a logical pixel and left, top in device pixels.
    #[test]
    fn the_scene_is_as_large_as_fits_and_centred() {
        let cases = [
            ((960.0, 540.0, 1.0), (2.0, 0.0, 0.0)),
            ((1000.0, 540.0, 1.0), (2.0, 20.0, 0.0)),
            ((1439.0, 2000.0, 1.0), (2.0, 239.0, 730.0)),
            ((1920.0, 1080.0, 2.0), (4.0, 0.0, 0.0)),
            ((240.0, 135.0, 1.0), (0.5, 0.0, 0.0)),
        ];
        for ((width, height, dpi), (device, x, y)) in cases {
            let view = View::fit((480, 270), width, height, dpi);
            assert_eq!(
                (view.device, view.x * dpi, view.y * dpi),
                (device, x, y),
                "{width}x{height}"
            );
            assert_eq!(view.to_scene(view.x, view.y), (0, 0));
            let last = (view.x + 479.5 * view.zoom, view.y + 269.5 * view.zoom);
            assert_eq!(view.to_scene(last.0, last.1), (479, 269));
        }
    }

    #[test]
    fn a_window_of_no_size_does_no_harm() {
        let view = View::fit((480, 270), 0.0, 0.0, 1.0);
        assert!(view.zoom > 0.0 && view.x.is_finite());
        assert_eq!(view.letters_scale(), 1);
    }
}
