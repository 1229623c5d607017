//! Paints parts (groups of shapes) into a cell: two tones, a dark line round each group, hard edges. Works on a grid four times
//! finer than the picture; each pixel then takes the colour most of its sixteen samples have, so no colour is ever invented.

use crate::geom::{P, p};
use crate::picture::{Picture, Rgb};
use crate::shape::Shape;

const FINE: i32 = 4;

/// The light and the shadow side of one material, and the bright edge towards the light (the same as `light` where there is none).
#[derive(Clone, Copy)]
pub struct Tone {
    pub light: Rgb,
    pub shade: Rgb,
    pub rim: Rgb,
}

pub const fn tone(light: Rgb, shade: Rgb) -> Tone {
    Tone {
        light,
        shade,
        rim: light,
    }
}

pub const fn flat(c: Rgb) -> Tone {
    Tone {
        light: c,
        shade: c,
        rim: c,
    }
}

/// A group of shapes that share one outline. `details` are seen only inside the group.
#[derive(Default)]
pub struct Part {
    pub shapes: Vec<(Shape, Tone)>,
    pub details: Vec<(Shape, Tone)>,
    /// How softly the shapes melt into each other, pixels.
    pub melt: f32,
    /// Width of the shadow side, pixels.
    pub depth: f32,
    /// Width of the line round the group, pixels.
    pub line: f32,
}

impl Part {
    pub fn new(depth: f32) -> Part {
        Part {
            melt: 2.0,
            depth,
            line: 1.0,
            ..Part::default()
        }
    }

    pub fn add(mut self, shape: Shape, tone: Tone) -> Part {
        self.shapes.push((shape, tone));
        self
    }

    pub fn detail(mut self, shape: Shape, tone: Tone) -> Part {
        self.details.push((shape, tone));
        self
    }

    pub fn melt(mut self, melt: f32) -> Part {
        self.melt = melt;
        self
    }

    pub fn line(mut self, line: f32) -> Part {
        self.line = line;
        self
    }

    fn distance(&self, q: P) -> f32 {
        self.shapes
            .iter()
            .fold(f32::MAX, |d, (s, _)| melted(d, s.distance(q), self.melt))
    }

    /// The tone of the last detail that covers the point, else of the last shape that does, else of the nearest shape.
    fn tone_at(&self, q: P) -> Option<Tone> {
        if let Some((_, t)) = self.details.iter().rev().find(|(s, _)| s.distance(q) < 0.0) {
            return Some(*t);
        }
        if let Some((_, t)) = self.shapes.iter().rev().find(|(s, _)| s.distance(q) < 0.0) {
            return Some(*t);
        }
        let nearest = self
            .shapes
            .iter()
            .min_by(|(a, _), (b, _)| a.distance(q).total_cmp(&b.distance(q)));
        nearest.map(|(_, t)| *t)
    }
}

/// A minimum without a crease (Inigo Quilez's polynomial smooth minimum).
fn melted(a: f32, b: f32, k: f32) -> f32 {
    if k <= 0.0 || a == f32::MAX {
        return a.min(b);
    }
    let h = (k - (a - b).abs()).max(0.0) / k;
    a.min(b) - h * h * k * 0.25
}

pub struct Painter {
    w: i32,
    h: i32,
    fine: Vec<Option<Rgb>>,
    ink: Rgb,
    /// Towards the light, length 1.
    light: P,
}

impl Painter {
    pub fn new(w: i32, h: i32, ink: Rgb) -> Painter {
        Painter {
            w,
            h,
            fine: vec![None; (w * h * FINE * FINE) as usize],
            ink,
            light: p(0.5, -0.85).unit(),
        }
    }

    pub fn paint(&mut self, part: &Part) {
        let grow = part.line + part.melt;
        let (mut lo, mut hi) = (p(f32::MAX, f32::MAX), p(f32::MIN, f32::MIN));
        for (s, _) in &part.shapes {
            let (a, b) = s.bounds();
            lo = p(lo.x.min(a.x - grow), lo.y.min(a.y - grow));
            hi = p(hi.x.max(b.x + grow), hi.y.max(b.y + grow));
        }
        let k = FINE as f32;
        let span = |a: f32, b: f32, end: i32| {
            ((a * k).floor().max(0.0) as i32)..((b * k).ceil().min((end * FINE) as f32) as i32)
        };
        for y in span(lo.y, hi.y, self.h) {
            for x in span(lo.x, hi.x, self.w) {
                let q = p((x as f32 + 0.5) / k, (y as f32 + 0.5) / k);
                if let Some(c) = self.colour(part, q) {
                    self.fine[(y * self.w * FINE + x) as usize] = Some(c);
                }
            }
        }
    }

    fn colour(&self, part: &Part, q: P) -> Option<Rgb> {
        let d = part.distance(q);
        if d > part.line {
            return None;
        }
        if d > 0.0 {
            return Some(self.ink);
        }
        let t = part.tone_at(q)?;
        if part.depth > 0.0 && part.distance(q - self.light * part.depth) > 0.0 {
            return Some(t.shade);
        }
        if t.rim != t.light && part.distance(q + self.light * 1.1) > 0.0 {
            return Some(t.rim);
        }
        Some(t.light)
    }

    /// The finished cell, with `outer` more pixels of ink all round the figure.
    pub fn finish(&self, outer: i32) -> Picture {
        let mut out = Picture::new(self.w, self.h);
        for y in 0..self.h {
            for x in 0..self.w {
                if let Some(c) = self.vote(x, y) {
                    out.put(x, y, c);
                }
            }
        }
        for _ in 0..outer {
            let before = out.clone();
            for y in 0..self.h {
                for x in 0..self.w {
                    let beside = [(1, 0), (-1, 0), (0, 1), (0, -1)];
                    if before.get(x, y)[3] == 0
                        && beside
                            .iter()
                            .any(|(dx, dy)| before.get(x + dx, y + dy)[3] > 0)
                    {
                        out.put(x, y, self.ink);
                    }
                }
            }
        }
        out
    }

    fn vote(&self, x: i32, y: i32) -> Option<Rgb> {
        let mut seen: Vec<(Rgb, i32)> = Vec::new();
        let mut full = 0;
        for sy in 0..FINE {
            for sx in 0..FINE {
                let Some(c) = self.fine[((y * FINE + sy) * self.w * FINE + x * FINE + sx) as usize]
                else {
                    continue;
                };
                full += 1;
                match seen.iter_mut().find(|(s, _)| *s == c) {
                    Some((_, n)) => *n += 1,
                    None => seen.push((c, 1)),
                }
            }
        }
        if full * 2 < FINE * FINE {
            return None;
        }
        // A thin line is easily outvoted by what lies on both sides of it, so ink counts for a little more than it covers.
        seen.into_iter()
            .max_by_key(|(c, n)| if *c == self.ink { n * 5 } else { n * 4 })
            .map(|(c, _)| c)
    }
}
