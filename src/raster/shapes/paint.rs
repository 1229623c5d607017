//! One shape as pixels, at one scale. Which scale, and where the pixels are kept, is not
//! known here.

use tiny_skia::{FillRule, LineJoin, Paint, Path, PathBuilder, Pixmap, Stroke, Transform};

use crate::draw::{Outline, Shape};
use crate::geom::Rgba;

/// Empty pixels around a shape, so that its edges are mixed with nothing.
pub const BORDER: f64 = 1.0;

/// How far a quarter circle's control points are from its ends, in radii.
const KAPPA: f32 = 0.552_284_8;

/// A shape's pixels.
pub struct Painted {
    pub width: u32,
    pub height: u32,
    /// Straight RGBA, rows from the top; what nothing of is seen has the colour of what is beside it.
    pub pixels: Vec<u8>,
    /// From the shape's origin to the top left corner, in pixels of this picture.
    pub origin: (f64, f64),
}

/// Paints a shape at `scale` pixels a pixel of its own; `None` where that is no picture.
pub fn painted(shape: &Shape, scale: f64) -> Option<Painted> {
    let bounds = shape.bounds();
    let low = |at: f32| (f64::from(at) * scale).floor() - BORDER;
    let high = |at: f32| (f64::from(at) * scale).ceil() + BORDER;
    let (x, y) = (low(bounds.x), low(bounds.y));
    let width = (high(bounds.x + bounds.w) - x) as u32;
    let height = (high(bounds.y + bounds.h) - y) as u32;
    let mut picture = Pixmap::new(width, height)?;
    let path = path(&shape.outline)?;
    let size = scale as f32;
    let map = Transform::from_row(size, 0.0, 0.0, size, -x as f32, -y as f32);
    if shape.fill.a > 0 {
        picture.fill_path(&path, &colour(shape.fill), FillRule::Winding, map, None);
    }
    if let Some((width, line)) = shape.seen_line() {
        let stroke = Stroke {
            width,
            line_join: LineJoin::Round,
            ..Stroke::default()
        };
        picture.stroke_path(&path, &colour(line), &stroke, map, None);
    }
    Some(Painted {
        width,
        height,
        pixels: straight(&picture),
        origin: (x, y),
    })
}

fn colour(colour: Rgba) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color_rgba8(colour.r, colour.g, colour.b, colour.a);
    paint
}

fn path(outline: &Outline) -> Option<Path> {
    match outline {
        Outline::Circle { radius } => PathBuilder::from_circle(0.0, 0.0, *radius),
        Outline::Capsule { size } => rounded(*size, f32::INFINITY),
        Outline::Box { size, round } => rounded(*size, *round),
        Outline::Polygon { points } => {
            let mut path = PathBuilder::new();
            let (first, rest) = points.split_first()?;
            path.move_to(first.0, first.1);
            for point in rest {
                path.line_to(point.0, point.1);
            }
            path.close();
            path.finish()
        }
    }
}

/// A box about the origin with round corners, of at most half its shorter side.
fn rounded(size: (f32, f32), round: f32) -> Option<Path> {
    let (w, h) = (size.0 / 2.0, size.1 / 2.0);
    let round = round.max(0.0).min(w).min(h);
    let mut path = PathBuilder::new();
    path.move_to(round - w, -h);
    // Each corner: the end of the side before it, the corner itself, the start of the next side.
    let corners = [
        ((w - round, -h), (w, -h), (w, round - h)),
        ((w, h - round), (w, h), (w - round, h)),
        ((round - w, h), (-w, h), (-w, h - round)),
        ((-w, round - h), (-w, -h), (round - w, -h)),
    ];
    for (from, corner, to) in corners {
        path.line_to(from.0, from.1);
        if round > 0.0 {
            // A control point lies on the side, short of the corner.
            let toward = |end: (f32, f32)| {
                let near = |corner: f32, end: f32| corner + (end - corner) * (1.0 - KAPPA);
                (near(corner.0, end.0), near(corner.1, end.1))
            };
            let (one, two) = (toward(from), toward(to));
            path.cubic_to(one.0, one.1, two.0, two.1, to.0, to.1);
        }
    }
    path.close();
    path.finish()
}

/// Straight alpha, and colour where there is none: mixed without a dark fringe also by who does not premultiply.
fn straight(picture: &Pixmap) -> Vec<u8> {
    let (width, height) = (picture.width() as usize, picture.height() as usize);
    let mut pixels = picture.data().to_vec();
    for (pixel, premultiplied) in pixels.chunks_exact_mut(4).zip(picture.pixels()) {
        // What is opaque is what it is.
        if pixel[3] != 255 {
            let plain = premultiplied.demultiply();
            pixel.copy_from_slice(&[plain.red(), plain.green(), plain.blue(), plain.alpha()]);
        }
    }
    for at in 0..width * height {
        if pixels[at * 4 + 3] == 0 {
            let beside = beside(&pixels, (width, height), (at % width, at / width));
            pixels[at * 4..at * 4 + 3].copy_from_slice(&beside);
        }
    }
    pixels
}

/// The mean colour of what is seen around a pixel; white where nothing is.
fn beside(pixels: &[u8], size: (usize, usize), at: (usize, usize)) -> [u8; 3] {
    let (mut sum, mut all) = ([0_u32; 3], 0);
    for y in at.1.saturating_sub(1)..(at.1 + 2).min(size.1) {
        for x in at.0.saturating_sub(1)..(at.0 + 2).min(size.0) {
            let pixel = &pixels[(y * size.0 + x) * 4..][..4];
            let share = u32::from(pixel[3]);
            all += share;
            for (sum, channel) in sum.iter_mut().zip(pixel) {
                *sum += u32::from(*channel) * share;
            }
        }
    }
    sum.map(|sum| sum.checked_div(all).map_or(255, |channel| channel as u8))
}
