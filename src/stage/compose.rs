//! A scene's picture as data: backdrop, figures, speech bubbles (rule G1).
//! Nothing is decided here: what is shown was settled by the last step, and
//! only places are taken between the last two.
//!
//! Between two steps, positions and pan are interpolated; everything else (the
//! picture, facing, look, bubble) is the last step's. A move of more than half
//! the scene's width or height in one step is a jump: it is shown done. Who has
//! just arrived has `before` equal to `now`.
//!
//! Every upright picture is put on a whole device pixel (1 / scale of a
//! logical one), so that motion is as fine as the screen and pixels stay
//! square and sharp. A puppet is put there as a whole, by its pivot: so its
//! parts never move against each other, or its feet against the ground, while
//! it stands, walks, or the backdrop moves under it.

mod bubbles;
#[cfg(test)]
mod tests;

use std::rc::Rc;

use super::{Art, LayerDef, Picture, SceneDef};
use crate::draw::{DrawList, Item, Sprite};
use crate::geom::{Rect, Rgba, Transform, Vec2};
use crate::raster::Shapes;
use crate::text::Letters;

/// What a part shows.
#[derive(Clone, Debug)]
pub enum Shows {
    /// A picture.
    One(Art),
    /// Pictures as one weighted sum (`crossfade`); weights above 0, together at most 1.
    Mix(Vec<(Art, f32)>),
}

/// One part of a figure that is to be seen.
#[derive(Clone, Debug)]
pub struct PartFigure {
    /// What it shows.
    pub shows: Shows,
    /// From the part's own pixels (origin at its pivot) to the figure's (origin at the actor's pivot, y down, not mirrored).
    pub transform: Transform,
    /// 0..=1, its parents' included; the figure's comes on top.
    pub opacity: f32,
}

/// What drawing needs to know of one actor.
#[derive(Clone, Debug)]
pub struct Figure {
    /// Its parts in paint order (of a sprite one, or none): none, and nothing is drawn, but it may speak.
    pub parts: Vec<PartFigure>,
    /// It is a puppet: its parts are not put on whole device pixels one by one.
    pub puppet: bool,
    /// Logical pixels above the ground line.
    pub lift: f32,
    /// The drawing is mirrored about the pivot's vertical.
    pub mirrored: bool,
    /// Its pivot after the last step but one, in logical pixels.
    pub before: (f64, f64),
    /// Its pivot after the last step.
    pub now: (f64, f64),
    /// 0..=1, clamped; multiplies the tint's alpha.
    pub opacity: f64,
    /// Multiplies the picture's colours.
    pub tint: Rgba,
    /// Along the picture's own axes, about the pivot; negative mirrors.
    pub scale: (f64, f64),
    /// Degrees, clockwise as seen (mirrored or not), about the pivot.
    pub rotation: f64,
    /// Higher is in front; equal layers in order of arrival.
    pub layer: f64,
    /// What it says. Bubbles are in front of everything, never mirrored, tinted or turned.
    pub bubble: Option<Rc<str>>,
}

/// The frame of a scene between two steps: `fraction` 0 is the last but one, 1 the last (clamped). `pan` likewise before
/// and now. Letters, shapes, and the grid that pictures are put on, are for a magnification of `scale`.
///
/// `figures` in order of arrival. Layers are drawn first to last. One with `repeat` is repeated sideways over the whole
/// width, never up and down: it is as high as its picture. A layer's `at` is its picture's top left corner.
pub fn compose(
    scene: &SceneDef,
    pan: [(f64, f64); 2],
    figures: &[Figure],
    fraction: f64,
    scale: u32,
    letters: &mut Letters,
    shapes: &mut Shapes,
) -> DrawList {
    shapes.begin();
    let view = View {
        size: (f64::from(scene.size.0), f64::from(scene.size.1)),
        fraction: fraction.clamp(0.0, 1.0),
        scale: f64::from(scale.max(1)),
    };
    let mut list = DrawList::new(scene.size);
    let pan = view.between(pan[0], pan[1]);
    for layer in &scene.backdrop {
        view.backdrop(layer, pan, &mut list.items);
    }
    let mut order: Vec<&Figure> = figures.iter().collect();
    order.sort_by(|a, b| {
        a.layer
            .partial_cmp(&b.layer)
            .unwrap_or(std::cmp::Ordering::Equal)
    });
    for figure in order {
        view.figure(figure, shapes, &mut list.items);
    }
    shapes.publish();
    let bubbles = bubbles::all(&view, figures, letters);
    list.items.extend(bubbles.into_iter().map(Item::Sprite));
    list
}

/// What places are computed from.
struct View {
    /// The scene's size.
    size: (f64, f64),
    fraction: f64,
    scale: f64,
}

/// A part's picture as it is placed.
struct Piece<'a> {
    figure: &'a Figure,
    part: &'a PartFigure,
    art: &'a Art,
}

impl Piece<'_> {
    /// The box its picture fills, in its own pixels.
    fn area(&self) -> Rect {
        match self.art {
            Art::Cell(Picture { source, .. }) => Rect::new(0.0, 0.0, source.w, source.h),
            Art::Shape { shape, .. } => shape.bounds(),
        }
    }

    /// From its picture's own pixels to the figure's.
    fn inner(&self) -> Transform {
        let (Art::Cell(Picture { pivot, .. }) | Art::Shape { pivot, .. }) = self.art;
        Transform::shift(-pivot.x, -pivot.y).then(self.part.transform)
    }
}

impl View {
    /// A point between two steps.
    fn between(&self, before: (f64, f64), now: (f64, f64)) -> (f64, f64) {
        let (dx, dy) = (now.0 - before.0, now.1 - before.1);
        if dx.abs() * 2.0 > self.size.0 || dy.abs() * 2.0 > self.size.1 {
            return now;
        }
        // Counted back from now, so that fraction 1 is exactly now.
        let back = 1.0 - self.fraction;
        (now.0 - dx * back, now.1 - dy * back)
    }

    /// The nearest whole device pixel, in logical pixels.
    fn snap(&self, at: f64) -> f64 {
        (at * self.scale + 0.5).floor() / self.scale
    }

    /// Whether anything of that box is in the scene.
    fn sees(&self, x: f64, y: f64, w: f64, h: f64) -> bool {
        x < self.size.0 && y < self.size.1 && x + w > 0.0 && y + h > 0.0
    }

    fn backdrop(&self, layer: &LayerDef, pan: (f64, f64), items: &mut Vec<Item>) {
        let source = layer.picture.source;
        let (w, h) = (f64::from(source.w), f64::from(source.h));
        if w < 1.0 || h < 1.0 {
            return;
        }
        let x = self.snap(layer.at.0 + pan.0 * layer.scroll);
        let y = self.snap(layer.at.1 + pan.1 * layer.scroll);
        // The last copy that starts at or left of the scene's edge.
        let mut at = if layer.repeat {
            x - (x / w).ceil() * w
        } else {
            x
        };
        loop {
            if self.sees(at, y, w, h) {
                items.push(Item::Sprite(Sprite {
                    page: layer.picture.page,
                    source,
                    transform: Transform::shift(at as f32, y as f32),
                    tint: Rgba::WHITE,
                }));
            }
            at += w;
            if !layer.repeat || at >= self.size.0 {
                break;
            }
        }
    }

    fn figure(&self, figure: &Figure, shapes: &mut Shapes, items: &mut Vec<Item>) {
        for part in &figure.parts {
            let mut sprite = |art| self.sprite(&Piece { figure, part, art }, shapes);
            match &part.shows {
                Shows::One(art) => items.extend(sprite(art).map(Item::Sprite)),
                Shows::Mix(arts) => {
                    let members = arts
                        .iter()
                        .filter(|(_, weight)| *weight > 0.0)
                        .filter_map(|(art, weight)| Some((sprite(art)?, *weight)));
                    let members: Vec<_> = members.collect();
                    match members[..] {
                        [] => {}
                        [(only, weight)] if weight >= 1.0 => items.push(Item::Sprite(only)),
                        _ => items.push(Item::Group(members)),
                    }
                }
            }
        }
    }

    /// A picture as a sprite; `None` if nothing of it is in the scene.
    fn sprite(&self, piece: &Piece, shapes: &mut Shapes) -> Option<Sprite> {
        let (figure, part) = (piece.figure, piece.part);
        let opacity = figure.opacity.clamp(0.0, 1.0) * f64::from(part.opacity.clamp(0.0, 1.0));
        let alpha = (f64::from(figure.tint.a) * opacity).round() as u8;
        let placed = self.placed(figure, piece.inner());
        let (x, y, w, h) = bounds(placed, piece.area());
        if alpha == 0 || !self.sees(x, y, w, h) {
            return None;
        }
        let (page, source, transform) = match piece.art {
            Art::Cell(picture) => (picture.page, picture.source, placed),
            Art::Shape { shape, .. } => {
                let cell = shapes.cell(shape, stretch(placed) * self.scale)?;
                let inner = cell.transform.then(piece.inner());
                (cell.page, cell.source, self.placed(figure, inner))
            }
        };
        Some(Sprite {
            page,
            source,
            transform,
            tint: figure.tint.with_alpha(alpha),
        })
    }

    /// The map to the scene from what `inner` maps to the figure's own pixels.
    fn placed(&self, figure: &Figure, inner: Transform) -> Transform {
        let (x, y) = self.between(figure.before, figure.now);
        let way = if figure.mirrored { -1.0 } else { 1.0 };
        let mut placed = inner
            .then(Transform::scale(
                (figure.scale.0 * way) as f32,
                figure.scale.1 as f32,
            ))
            .then(Transform::turn(figure.rotation as f32));
        // In f64 to the end: far out, f32 has no fractions left to round.
        let (e, f) = (f64::from(placed.e), f64::from(placed.f));
        let lift = f64::from(figure.lift);
        let upright = placed.b == 0.0 && placed.c == 0.0;
        let (e, f) = if figure.puppet {
            (e + self.snap(x), f + self.snap(y - lift))
        } else if upright {
            (self.snap(e + x), self.snap(f + y - lift))
        } else {
            (e + x, f + y - lift)
        };
        (placed.e, placed.f) = (e as f32, f as f32);
        placed
    }
}

/// How much longer a map makes what it makes longest of its two axes.
fn stretch(map: Transform) -> f64 {
    let axis = |x: f32, y: f32| f64::from(x).hypot(f64::from(y));
    axis(map.a, map.b).max(axis(map.c, map.d))
}

/// The box that a box fills under a map: x, y, w, h.
fn bounds(transform: Transform, area: Rect) -> (f64, f64, f64, f64) {
    let (right, bottom) = (area.x + area.w, area.y + area.h);
    let corners = [
        (area.x, area.y),
        (right, area.y),
        (area.x, bottom),
        (right, bottom),
    ];
    let corners = corners.map(|(x, y)| transform.apply(Vec2::new(x, y)));
    let least = |of: fn(Vec2) -> f32| corners.map(of).into_iter().fold(f32::INFINITY, f32::min);
    let most = |of: fn(Vec2) -> f32| {
        corners
            .map(of)
            .into_iter()
            .fold(f32::NEG_INFINITY, f32::max)
    };
    let (x, y) = (f64::from(least(|at| at.x)), f64::from(least(|at| at.y)));
    let (right, bottom) = (f64::from(most(|at| at.x)), f64::from(most(|at| at.y)));
    (x, y, right - x, bottom - y)
}
