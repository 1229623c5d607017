//! Drawn shapes as data. How they become pixels is `raster::shapes`'s.

use crate::geom::{Rect, Rgba};

/// A shape's outline, in pixels.
#[derive(Clone, Debug, PartialEq)]
pub enum Outline {
    /// A disc about its origin.
    Circle {
        /// More than 0.
        radius: f32,
    },
    /// A box about its origin whose short ends are half discs.
    Capsule {
        /// Width and height, more than 0.
        size: (f32, f32),
    },
    /// A box about its origin.
    Box {
        /// Width and height, more than 0.
        size: (f32, f32),
        /// The corners' radius, 0 to half the shorter side.
        round: f32,
    },
    /// A polygon, at least three points in order round it.
    Polygon {
        /// From its origin, y down.
        points: Vec<(f32, f32)>,
    },
}

/// A drawn shape: rasterised once for each scale it is shown at.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// Its outline.
    pub outline: Outline,
    /// What it is filled with; alpha 0: not at all.
    pub fill: Rgba,
    /// A line's width in pixels (half of it inside) and colour.
    pub line: Option<(f32, Rgba)>,
}

impl Outline {
    /// The box it fills without a line, from its origin.
    fn bounds(&self) -> Rect {
        let about_origin = |(w, h): (f32, f32)| Rect::new(-w / 2.0, -h / 2.0, w, h);
        match self {
            Outline::Circle { radius } => about_origin((radius * 2.0, radius * 2.0)),
            Outline::Capsule { size } | Outline::Box { size, .. } => about_origin(*size),
            Outline::Polygon { points } => {
                let least = |of: fn(&(f32, f32)) -> f32| points.iter().map(of).reduce(f32::min);
                let most = |of: fn(&(f32, f32)) -> f32| points.iter().map(of).reduce(f32::max);
                let side = |of| Some((least(of)?, most(of)?));
                match (side(|at| at.0), side(|at| at.1)) {
                    (Some((x, right)), Some((y, bottom))) => Rect::new(x, y, right - x, bottom - y),
                    _ => Rect::default(),
                }
            }
        }
    }
}

impl Shape {
    /// The box all of it fills, its line included, in pixels from its origin.
    pub fn bounds(&self) -> Rect {
        let inner = self.outline.bounds();
        let out = self.seen_line().map_or(0.0, |(width, _)| width / 2.0);
        Rect::new(
            inner.x - out,
            inner.y - out,
            inner.w + 2.0 * out,
            inner.h + 2.0 * out,
        )
    }

    /// Its line, where there is anything to see of it.
    pub(crate) fn seen_line(&self) -> Option<(f32, Rgba)> {
        self.line
            .filter(|(width, colour)| *width > 0.0 && colour.a > 0)
    }
}
