//! Groups on the GPU: as many as fit are added up side by side in a target of the
//! window's size, each in a box of its own, pixel for pixel as they will stand in the
//! window. How their quads are drawn is not known here.

use std::collections::VecDeque;

use macroquad::prelude as mq;

use super::View;
use crate::draw::{Item, Sprite};
use crate::geom::Vec2;

/// A box in device pixels, from the top left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    pub x: u32,
    pub y: u32,
    pub w: u32,
    pub h: u32,
}

/// Where a group stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spot {
    /// In the window.
    pub window: Area,
    /// Its corner in the target, which counts rows the same way.
    pub target: (u32, u32),
}

/// The target, made when the first group is seen, and the groups that are in it.
#[derive(Default)]
pub struct Groups {
    target: Option<((u32, u32), mq::RenderTarget)>,
    ready: VecDeque<Option<Spot>>,
}

impl Groups {
    /// Forgets the last frame's groups.
    pub fn begin(&mut self) {
        self.ready.clear();
    }

    /// The next group's place and the target; first, if it is not in it yet, it and all that fit of those that follow
    /// are given to `draw`. `items` are what is still to be painted, from this group on. The spot is `None` if
    /// nothing of the group is in the scene.
    pub fn next(
        &mut self,
        items: &[Item],
        view: View,
        window: (u32, u32),
        mut draw: impl FnMut(&[(Sprite, f32)]),
    ) -> Option<(Spot, mq::Texture2D)> {
        if self.ready.is_empty() {
            let groups = items.iter().filter_map(|item| match item {
                Item::Group(members) => Some(&members[..]),
                Item::Sprite(_) => None,
            });
            self.ready = packed(groups.clone().map(|group| view.area(group, window)), window);
            if self.ready.iter().any(Option::is_some) {
                let target = self.target(window);
                for (i, (group, spot)) in groups.zip(&self.ready).enumerate() {
                    let Some(spot) = spot else { continue };
                    mq::set_camera(&camera(*spot, view, &target));
                    if i == 0 || self.ready.range(..i).all(Option::is_none) {
                        mq::clear_background(mq::Color::new(0.0, 0.0, 0.0, 0.0));
                    }
                    draw(group);
                }
                mq::set_default_camera();
            }
        }
        let spot = self.ready.pop_front()??;
        Some((spot, self.target(window).texture))
    }

    fn target(&mut self, size: (u32, u32)) -> mq::RenderTarget {
        match &self.target {
            Some((made, target)) if *made == size => target.clone(),
            _ => {
                let target = mq::render_target(size.0, size.1);
                target.texture.set_filter(mq::FilterMode::Nearest);
                self.target = Some((size, target.clone()));
                target
            }
        }
    }
}

/// Looks at a group's box of the window and draws to its box of the target.
fn camera(spot: Spot, view: View, target: &mq::RenderTarget) -> mq::Camera2D {
    let unit = |device: u32| device as f32 / view.dpi();
    let area = spot.window;
    let (w, h) = (unit(area.w), unit(area.h));
    mq::Camera2D {
        target: mq::vec2(unit(area.x) + w / 2.0, unit(area.y) + h / 2.0),
        // The upper edge is row 0 of the target, as it is of any texture here.
        zoom: mq::vec2(2.0 / w, 2.0 / h),
        render_target: Some(target.clone()),
        viewport: Some((
            spot.target.0 as i32,
            spot.target.1 as i32,
            area.w as i32,
            area.h as i32,
        )),
        ..mq::Camera2D::default()
    }
}

/// Places boxes side by side, in rows, until one does not fit; `None` takes no place.
fn packed(
    areas: impl Iterator<Item = Option<Area>>,
    (width, height): (u32, u32),
) -> VecDeque<Option<Spot>> {
    let (mut x, mut y, mut row) = (0, 0, 0);
    let mut spots = VecDeque::new();
    for area in areas {
        let Some(window) = area else {
            spots.push_back(None);
            continue;
        };
        if x + window.w > width {
            (x, y, row) = (0, y + row, 0);
        }
        if y + window.h > height {
            break;
        }
        spots.push_back(Some(Spot {
            window,
            target: (x, y),
        }));
        x += window.w;
        row = row.max(window.h);
    }
    spots
}

impl View {
    /// The device pixels that a group may cover: of the window, inside the scene.
    fn area(self, members: &[(Sprite, f32)], window: (u32, u32)) -> Option<Area> {
        let corners = members.iter().flat_map(|(sprite, _)| {
            let (w, h) = (sprite.source.w, sprite.source.h);
            [(0.0, 0.0), (w, 0.0), (0.0, h), (w, h)]
                .map(|(x, y)| self.to_window(sprite.transform.apply(Vec2::new(x, y))))
        });
        let (mut low, mut high) = (Vec2::new(f32::MAX, f32::MAX), Vec2::new(f32::MIN, f32::MIN));
        for corner in corners {
            low = Vec2::new(low.x.min(corner.x), low.y.min(corner.y));
            high = Vec2::new(high.x.max(corner.x), high.y.max(corner.y));
        }
        let span = |low: f32, high: f32, limit: u32| {
            // The casts saturate; a pixel more, since the GPU rounds its own way.
            let from = ((low * self.dpi()).floor() as u32).saturating_sub(1);
            let to = ((high * self.dpi()).ceil() as u32).saturating_add(1);
            let to = to.min(limit);
            (from < to).then(|| (from, to - from))
        };
        let (x, w) = span(low.x, high.x, window.0)?;
        let (y, h) = span(low.y, high.y, window.1)?;
        Some(Area { x, y, w, h })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Boxes (width, height) in a target of 10 by 8, and the corners they get; the rest waits for the next turn.
    #[test]
    fn boxes_side_by_side() {
        type Case<'a> = (&'a [(u32, u32)], &'a [Option<(u32, u32)>]);
        let cases: [Case; 5] = [
            (&[], &[]),
            (&[(10, 8), (1, 1)], &[Some((0, 0))]),
            (
                &[(4, 3), (6, 2), (5, 4), (5, 5), (5, 6)],
                &[Some((0, 0)), Some((4, 0)), Some((0, 3)), Some((5, 3))],
            ),
            (&[(0, 0), (3, 3)], &[None, Some((0, 0))]),
            (&[(6, 4), (6, 4), (6, 4)], &[Some((0, 0)), Some((0, 4))]),
        ];
        for (boxes, expected) in cases {
            let areas = boxes.iter().map(|&(w, h)| {
                let (x, y) = (7, 9);
                (w > 0).then_some(Area { x, y, w, h })
            });
            let spots = packed(areas, (10, 8));
            let corners: Vec<_> = spots
                .iter()
                .map(|spot| spot.map(|spot| spot.target))
                .collect();
            assert_eq!(corners, expected, "{boxes:?}");
        }
    }
}
