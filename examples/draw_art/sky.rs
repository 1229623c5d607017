//! The farthest layer: a dusk sky in flat bands, a moon, a few stars and thin clouds. Opaque, repeats sideways.
//! 480 x 270 and a margin above and below.

use std::f32::consts::TAU;

use crate::dice::{chance, pick};
use crate::geom::p;
use crate::picture::{Picture, Rgb, mix_rgb, rgb};
use crate::street::MARGIN;

/// Colour from each height down to the next.
const BANDS: [(i32, Rgb); 14] = [
    (-30, rgb(0x17163a)),
    (-8, rgb(0x1d1a45)),
    (12, rgb(0x262052)),
    (24, rgb(0x33265f)),
    (36, rgb(0x452d6b)),
    (47, rgb(0x5a3574)),
    (57, rgb(0x733e79)),
    (66, rgb(0x8e487a)),
    (74, rgb(0xa95476)),
    (82, rgb(0xc2636f)),
    (89, rgb(0xd67768)),
    (96, rgb(0xe58f66)),
    (104, rgb(0xf0a96e)),
    (116, rgb(0xf6c383)),
];

pub fn draw() -> Picture {
    let mut sky = Picture::with_margin(480, 270, MARGIN);
    for y in sky.rows() {
        for x in 0..sky.w {
            // The edges of the bands roll a little; whole waves in the width, so that both ends meet.
            let turn = x as f32 / 480.0 * TAU;
            let roll = (turn * 2.0).sin() * 1.6 + (turn * 5.0 + 1.0).sin() * 0.9;
            let at = y as f32 + roll;
            let band = BANDS
                .iter()
                .rposition(|(top, _)| at >= *top as f32)
                .unwrap_or(0);
            let edge = at - BANDS[band].0 as f32;
            // Two rows of checkered pixels soften each edge.
            let above = band > 0
                && ((edge < 1.0 && (x + y).rem_euclid(2) == 0)
                    || ((1.0..2.0).contains(&edge) && (x + y * 2).rem_euclid(4) == 0));
            sky.put(x, y, BANDS[if above { band - 1 } else { band }].1);
        }
    }
    stars(&mut sky);
    moon(&mut sky, 366, 47, 18.4);
    clouds(&mut sky);
    sky
}

fn stars(sky: &mut Picture) {
    for n in 0..54 {
        let y = if n < 46 {
            (chance(2, n).powf(1.5) * 74.0) as i32
        } else {
            pick(2, n, 2 - MARGIN, -2)
        };
        let x = pick(1, n, 0, 479);
        let bright = (1.0 - y as f32 / 92.0).min(1.0);
        sky.blend_wrapped(x, y, rgb(0xfff0d8), bright * (0.45 + 0.5 * chance(3, n)));
        if chance(4, n) > 0.86 {
            for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                sky.blend_wrapped(x + dx, y + dy, rgb(0xd9c4f0), bright * 0.4);
            }
        }
    }
}

fn moon(sky: &mut Picture, cx: i32, cy: i32, r: f32) {
    let (light, shade) = (rgb(0xfff1cf), rgb(0xf0d3b0));
    for y in cy - 48..=cy + 48 {
        for x in cx - 48..=cx + 48 {
            let q = p((x - cx) as f32, (y - cy) as f32);
            let d = q.len();
            if d <= r {
                let dark = (q - p(-6.0, -4.0)).len() < 5.0
                    || (q - p(5.0, 6.0)).len() < 4.0
                    || (q - p(-2.0, 9.0)).len() < 2.5
                    || (q - p(7.0, -6.0)).len() < 2.6
                    || (q - p(3.0, -3.0)).len() > r + 1.0;
                sky.put(x, y, if dark { shade } else { light });
            } else if d <= r + 7.0 {
                sky.blend(x, y, light, 0.16);
            } else if d <= r + 16.0 {
                sky.blend(x, y, light, 0.08);
            } else if d <= r + 28.0 {
                sky.blend(x, y, light, 0.04);
            }
        }
    }
}

/// Long flat lenses, each made of a few strips; warm below, where the sun has just gone.
fn clouds(sky: &mut Picture) {
    for (n, (x, y, half)) in [
        (60, 58, 62),
        (232, 44, 44),
        (328, 72, 72),
        (150, 80, 54),
        (440, 54, 38),
        (30, 88, 46),
        (270, 94, 60),
    ]
    .iter()
    .enumerate()
    {
        let n = n as i32;
        for strip in 0..4 {
            let seed = n * 10 + strip;
            let w =
                (*half as f32 * (1.0 - 0.2 * strip as f32) * (0.7 + 0.3 * chance(7, seed))) as i32;
            let shift = pick(8, seed, -14, 14);
            let yy = y - strip + i32::from(strip == 0);
            let under = sky.get((x + shift).rem_euclid(480), yy.max(0));
            let under = [under[0], under[1], under[2]];
            let tint = if strip == 0 {
                mix_rgb(under, rgb(0xffc09a), 0.55)
            } else {
                mix_rgb(under, rgb(0x9a5a8a), 0.5)
            };
            for dx in -w..=w {
                // Ragged ends: every other pixel of the last few is left out.
                if dx.abs() > w - 5 && (dx + strip) % 2 != 0 {
                    continue;
                }
                sky.blend_wrapped(x + shift + dx, yy, tint, 1.0);
            }
        }
    }
}
