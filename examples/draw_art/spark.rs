//! A contact flash: a star that bursts open, hollows out and leaves a few sparks. Row 1 light, row 2 heavy; six frames of 64 x 64,
//! the point of contact in the middle of the cell.

use std::f32::consts::TAU;

use crate::dice::chance;
use crate::geom::{P, p};
use crate::painter::{Painter, Part, flat};
use crate::picture::{Picture, Rgb, rgb};
use crate::shape::{Shape, poly, taper};

pub const CELL: (i32, i32) = (64, 64);
const MIDDLE: P = p(32.0, 32.0);

struct Burst {
    seed: u32,
    spikes: usize,
    size: f32,
    sparks: i32,
    hot: Rgb,
    warm: Rgb,
    edge: Rgb,
}

pub fn draw() -> Picture {
    let light = Burst {
        seed: 81,
        spikes: 7,
        size: 20.0,
        sparks: 7,
        hot: rgb(0xffffff),
        warm: rgb(0xffe27a),
        edge: rgb(0xf5a13c),
    };
    let heavy = Burst {
        seed: 91,
        spikes: 10,
        size: 29.0,
        sparks: 13,
        hot: rgb(0xffffff),
        warm: rgb(0xffc24a),
        edge: rgb(0xe8502f),
    };
    let mut sheet = Picture::new(CELL.0 * 6, CELL.1 * 2);
    for (row, burst) in [light, heavy].iter().enumerate() {
        for frame in 0..6 {
            sheet.draw(&cell(burst, frame), frame * CELL.0, row as i32 * CELL.1);
        }
    }
    sheet
}

fn cell(b: &Burst, frame: i32) -> Picture {
    let mut art = Painter::new(CELL.0, CELL.1, rgb(0x000000));
    let plain = |s: Shape, c: Rgb| Part::new(0.0).line(0.0).melt(0.0).add(s, flat(c));
    // Outer size, size of the hole, and how far the sparks have flown, by frame.
    let (size, hole, flown) = [
        (0.5, 0.0, 0.3),
        (1.0, 0.0, 0.62),
        (0.92, 0.42, 0.8),
        (0.74, 0.68, 0.92),
        (0.0, 0.0, 1.0),
        (0.0, 0.0, 1.05),
    ][frame as usize];
    if size > 0.0 {
        let r = b.size * size;
        art.paint(&plain(star(b, r, frame), b.edge));
        art.paint(&plain(star(b, r * 0.8, frame), b.warm));
        if hole == 0.0 {
            art.paint(&plain(star(b, r * 0.55, frame), b.hot));
        }
    }
    for n in 0..b.sparks {
        let turn = (n as f32 + 0.6 * chance(b.seed + 1, n)) / b.sparks as f32 * TAU;
        let far = b.size * (0.75 + 0.3 * chance(b.seed + 2, n)) * flown;
        let dir = p(turn.cos(), turn.sin());
        // Sparks slow down and fall as they cool.
        let fall = p(0.0, (frame as f32 - 2.0).max(0.0).powi(2) * 0.45);
        let long = [3.0, 8.0, 6.0, 4.5, 3.0, 1.2][frame as usize];
        let thick =
            [1.0, 1.5, 1.5, 1.3, 1.1, 0.8][frame as usize] * (0.75 + 0.5 * chance(b.seed + 3, n));
        let head = MIDDLE + dir * far + fall;
        let c = [b.hot, b.hot, b.warm, b.warm, b.edge, b.edge][frame as usize];
        if frame > 0 && !(frame == 5 && n % 2 == 0) {
            art.paint(&plain(taper(head, thick, head - dir * long, 0.4), c));
        }
    }
    let mut out = art.finish(0);
    if hole > 0.0 {
        carve(&mut out, &star(b, b.size * size * hole, frame));
    }
    if b.sparks > 9 && (1..4).contains(&frame) {
        ring(
            &mut out,
            [0.0, 24.0, 28.5, 30.5][frame as usize],
            [0.0, 3.0, 2.0, 1.0][frame as usize],
            b.warm,
        );
    }
    out
}

fn star(b: &Burst, r: f32, frame: i32) -> Shape {
    let tips: Vec<P> = (0..b.spikes * 2)
        .map(|k| {
            let turn = (k as f32 + 0.35 * chance(b.seed + 4, k as i32)) / (b.spikes * 2) as f32
                * TAU
                + frame as f32 * 0.07
                - 0.3;
            let long = if k % 2 == 0 {
                0.78 + 0.22 * chance(b.seed + 5, k as i32)
            } else {
                0.42
            };
            MIDDLE + p(turn.cos(), turn.sin()) * (r * long)
        })
        .collect();
    poly(&tips, 0.3)
}

fn carve(out: &mut Picture, hole: &Shape) {
    for y in 0..out.h {
        for x in 0..out.w {
            if hole.distance(p(x as f32 + 0.5, y as f32 + 0.5)) < 0.0 {
                out.set(x, y, [0; 4]);
            }
        }
    }
}

fn ring(out: &mut Picture, r: f32, width: f32, c: Rgb) {
    for y in 0..out.h {
        for x in 0..out.w {
            let d = (p(x as f32 + 0.5, y as f32 + 0.5) - MIDDLE).len();
            let q = p(x as f32 + 0.5, y as f32 + 0.5) - MIDDLE;
            // Broken into five arcs, so that it reads as a blast and not as a hoop.
            let part = (q.y.atan2(q.x) / TAU * 5.0 + 0.2).rem_euclid(1.0);
            let thin = 1.0 - (part - 0.5).abs() * 2.0;
            if (d - r).abs() < width * (0.3 + 0.7 * thin) / 2.0
                && thin > 0.3
                && out.get(x, y)[3] == 0
            {
                out.blend(x, y, c, 0.7);
            }
        }
    }
}
