//! Shapes as signed distances in pixels: below 0 inside. Limbs are tapered capsules, cloth and feet rounded polygons.

use crate::geom::{P, mix, p};

#[derive(Clone, Debug)]
pub enum Shape {
    /// A capsule whose radius goes from `ra` at `a` to `rb` at `b`.
    Taper { a: P, ra: f32, b: P, rb: f32 },
    /// A polygon grown by `round`.
    Poly { points: Vec<P>, round: f32 },
    /// An ellipse with half axes `r`, its long axis turned by `turn` degrees.
    Oval { c: P, r: P, turn: f32 },
}

pub fn taper(a: P, ra: f32, b: P, rb: f32) -> Shape {
    Shape::Taper { a, ra, b, rb }
}

pub fn dot(c: P, r: f32) -> Shape {
    Shape::Taper {
        a: c,
        ra: r,
        b: c,
        rb: r,
    }
}

pub fn poly(points: &[P], round: f32) -> Shape {
    Shape::Poly {
        points: points.to_vec(),
        round,
    }
}

pub fn oval(c: P, rx: f32, ry: f32, turn: f32) -> Shape {
    Shape::Oval {
        c,
        r: p(rx, ry),
        turn,
    }
}

impl Shape {
    pub fn distance(&self, q: P) -> f32 {
        match self {
            Shape::Taper { a, ra, b, rb } => {
                let ab = *b - *a;
                let h = ab.dot(ab);
                let t = if h < 1e-6 {
                    0.0
                } else {
                    ((q - *a).dot(ab) / h).clamp(0.0, 1.0)
                };
                (q - a.lerp(*b, t)).len() - mix(*ra, *rb, t)
            }
            Shape::Poly { points, round } => polygon(points, q) - round,
            Shape::Oval { c, r, turn } => {
                // Not the exact distance, but near enough to it close to the edge, which is all that is looked at.
                let d = (q - *c).turned(-turn);
                let k = p(d.x / r.x, d.y / r.y).len();
                (k - 1.0) * r.x.min(r.y)
            }
        }
    }

    /// Lowest and highest corner of a box that holds the shape.
    pub fn bounds(&self) -> (P, P) {
        let around = |points: &[P], r: f32| {
            points.iter().fold(
                (p(f32::MAX, f32::MAX), p(f32::MIN, f32::MIN)),
                |(lo, hi), q| {
                    (
                        p(lo.x.min(q.x - r), lo.y.min(q.y - r)),
                        p(hi.x.max(q.x + r), hi.y.max(q.y + r)),
                    )
                },
            )
        };
        match self {
            Shape::Taper { a, ra, b, rb } => around(&[*a, *b], ra.max(*rb)),
            Shape::Poly { points, round } => around(points, *round),
            Shape::Oval { c, r, .. } => around(&[*c], r.x.max(r.y)),
        }
    }
}

/// Distance to a polygon's edge, negative inside (even-odd).
fn polygon(points: &[P], q: P) -> f32 {
    let mut best = f32::MAX;
    let mut inside = false;
    for (i, &a) in points.iter().enumerate() {
        let b = points[(i + 1) % points.len()];
        let ab = b - a;
        let t = ((q - a).dot(ab) / ab.dot(ab).max(1e-6)).clamp(0.0, 1.0);
        best = best.min((q - a.lerp(b, t)).len());
        if (a.y > q.y) != (b.y > q.y) && q.x < a.x + (q.y - a.y) / (b.y - a.y) * ab.x {
            inside = !inside;
        }
    }
    if inside { -best } else { best }
}
