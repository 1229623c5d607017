//! The nearest layer: a plastered wall under a tiled cap, lamps, and the street the fighters stand on (their feet at y = 232).
//! 960 x 270 and a margin above and below, transparent above the wall, repeats sideways.
//! The wall behind the fighters is calm, warm and of middle brightness.

use crate::dice::{chance, pick};
use crate::geom::p;
use crate::picture::{Picture, Rgb, mix_rgb, rgb};

/// Rows that every layer has above and below the scene's own, so that the view can be moved up and down without an edge to be seen.
pub const MARGIN: i32 = 20;
/// The first row below a layer.
pub const BOTTOM: i32 = 270 + MARGIN;

const WIDTH: i32 = 960;
const CAP: i32 = 112;
const WALL: i32 = 124;
const BASE: i32 = 188;
const KERB: i32 = 204;

const PLASTER: Rgb = rgb(0x9a7670);
const WOOD: Rgb = rgb(0x5a3f4a);
const TILE: Rgb = rgb(0x3f3454);
const STONE: Rgb = rgb(0x76606c);
const PAVE: Rgb = rgb(0x7c6672);
const GLOW: Rgb = rgb(0xffc878);

const LAMPS: [i32; 4] = [60, 240, 520, 760];

pub fn draw() -> Picture {
    let mut street = Picture::with_margin(WIDTH, 270, MARGIN);
    wall(&mut street);
    ground(&mut street);
    gate(&mut street, 640);
    cap(&mut street);
    gate_roof(&mut street, 640);
    for x in LAMPS {
        lamp(&mut street, x);
    }
    barrels(&mut street, 428);
    bush(&mut street, 874);
    bush(&mut street, 10);
    street
}

fn wall(street: &mut Picture) {
    street.rect(0, WALL, WIDTH, BASE - WALL, PLASTER);
    // The cap's shadow, and a darker foot, in flat bands.
    street.rect(0, WALL, WIDTH, 6, mix_rgb(PLASTER, rgb(0x4a3550), 0.55));
    street.rect(0, WALL + 6, WIDTH, 5, mix_rgb(PLASTER, rgb(0x4a3550), 0.28));
    street.rect(
        0,
        BASE - 12,
        WIDTH,
        12,
        mix_rgb(PLASTER, rgb(0x4a3550), 0.16),
    );
    // Where plaster is worn: short flat strokes, close to the wall in colour.
    for n in 0..90 {
        let (x, y) = (pick(51, n, 0, WIDTH - 1), pick(52, n, WALL + 14, BASE - 6));
        let c = mix_rgb(
            PLASTER,
            if chance(53, n) > 0.5 {
                rgb(0xc09a88)
            } else {
                rgb(0x6b4d56)
            },
            0.22,
        );
        street.rect(x, y, pick(54, n, 4, 15), 1, c);
        street.rect(x + 2, y + 1, pick(55, n, 2, 8), 1, c);
    }
    for x in (0..WIDTH).step_by(160) {
        street.rect(x + 150, WALL, 8, BASE - WALL, WOOD);
        street.rect(
            x + 150,
            WALL,
            2,
            BASE - WALL,
            mix_rgb(WOOD, rgb(0xb07a6a), 0.45),
        );
        street.rect(x + 157, WALL, 1, BASE - WALL, rgb(0x3a2838));
    }
    street.rect(0, BASE - 2, WIDTH, 2, mix_rgb(WOOD, rgb(0x2d1f30), 0.3));
    // Blocks of stone under the wall.
    street.rect(0, BASE, WIDTH, KERB - BASE, STONE);
    for row in 0..2 {
        let y = BASE + row * 8;
        let mut x = row * 11;
        let mut n = row * 100;
        while x < WIDTH + row * 11 - 12 {
            let w = pick(56, n, 20, 34).min(WIDTH + row * 11 - x);
            let c = mix_rgb(
                STONE,
                if chance(57, n) > 0.5 {
                    rgb(0x8d7478)
                } else {
                    rgb(0x5f4c5c)
                },
                0.35,
            );
            street.rect(x, y, w, 8, c);
            street.rect(x, y, w, 1, mix_rgb(c, rgb(0xc9a08a), 0.3));
            street.rect(x + w - 1, y, 1, 8, rgb(0x4a3a4c));
            street.rect(x, y + 7, w, 1, rgb(0x4a3a4c));
            x += w;
            n += 1;
        }
    }
}

/// Slabs in rows that grow wider towards the viewer.
fn ground(street: &mut Picture) {
    let rows = [
        (KERB, 5, 0.30),
        (KERB + 5, 9, 0.10),
        (KERB + 14, 12, 0.0),
        (KERB + 26, 16, 0.06),
        (KERB + 42, 24, 0.3),
        (KERB + 66, 30, 0.42),
    ];
    for (n, (y, h, dark)) in rows.iter().enumerate() {
        let n = n as i32;
        let base = mix_rgb(PAVE, rgb(0x3b2c45), *dark);
        street.rect(0, *y, WIDTH, *h, base);
        let slabs = (48 - n * 8).max(12);
        for k in 0..slabs {
            let x = k * WIDTH / slabs + (n % 2) * (WIDTH / slabs / 2);
            let end = (k + 1) * WIDTH / slabs + (n % 2) * (WIDTH / slabs / 2);
            let c = mix_rgb(
                base,
                if chance(61, n * 64 + k) > 0.5 {
                    rgb(0x9a807e)
                } else {
                    rgb(0x5e4a5e)
                },
                0.22 * chance(62, n * 64 + k),
            );
            street.rect(x, *y, end - x, *h, c);
            street.rect(x, *y, end - x - 1, 1, mix_rgb(c, rgb(0xd0a890), 0.22));
            street.rect(end - 1, *y, 1, *h, mix_rgb(base, rgb(0x2d2036), 0.38));
        }
        street.rect(0, y + h - 1, WIDTH, 1, mix_rgb(base, rgb(0x2d2036), 0.42));
    }
    street.rect(0, KERB, WIDTH, 1, rgb(0x3a2c40));
    street.rect(0, KERB + 1, WIDTH, 1, rgb(0xb08e84));
    for (y, alpha) in [
        (252, 0.12),
        (258, 0.14),
        (264, 0.16),
        (276, 0.1),
        (284, 0.1),
    ] {
        for yy in y..BOTTOM {
            for x in 0..WIDTH {
                street.blend(x, yy, rgb(0x1d1430), alpha);
            }
        }
    }
}

fn cap(street: &mut Picture) {
    street.rect(0, CAP, WIDTH, WALL - CAP, TILE);
    street.rect(0, CAP, WIDTH, 1, rgb(0xa8738a));
    street.rect(0, CAP + 1, WIDTH, 2, mix_rgb(TILE, rgb(0xa8738a), 0.35));
    for x in (0..WIDTH).step_by(8) {
        street.rect(x, CAP + 4, 1, 7, rgb(0x2b2340));
        street.rect(x + 1, CAP + 4, 2, 6, mix_rgb(TILE, rgb(0xa8738a), 0.25));
        // Round ends of the tiles.
        street.rect(x + 1, WALL - 2, 6, 2, mix_rgb(TILE, rgb(0x2b2340), 0.3));
        street.rect(x + 2, WALL, 4, 1, rgb(0x2b2340));
    }
}

fn gate(street: &mut Picture, x: i32) {
    street.rect(x - 34, WALL - 22, 68, KERB - WALL + 22, rgb(0x3a2a3c));
    for k in 0..2 {
        let left = x - 28 + k * 29;
        street.rect(left, WALL - 14, 27, KERB - WALL + 14, rgb(0x74505a));
        for plank in 0..4 {
            street.rect(
                left + plank * 7,
                WALL - 14,
                1,
                KERB - WALL + 14,
                rgb(0x553944),
            );
        }
        for y in [WALL - 4, WALL + 36, KERB - 12] {
            street.rect(left, y, 27, 3, rgb(0x4a3342));
            street.rect(left, y, 27, 1, rgb(0x92686c));
        }
        street.rect(
            if k == 0 { left + 22 } else { left + 2 },
            WALL + 24,
            3,
            5,
            rgb(0xd9a760),
        );
    }
    for side in [-34, 28] {
        street.rect(x + side, WALL - 22, 6, KERB - WALL + 22, WOOD);
        street.rect(
            x + side,
            WALL - 22,
            2,
            KERB - WALL + 22,
            mix_rgb(WOOD, rgb(0xb07a6a), 0.45),
        );
    }
}

fn gate_roof(street: &mut Picture, x: i32) {
    for dx in -48..=48_i32 {
        // Flat along the ridge, then down to eaves that turn up.
        let t = (dx.abs() - 16).max(0) as f32 / 32.0;
        let top = 86 + (t.powf(0.8) * 15.0 - (t - 0.8).max(0.0) * 30.0).round() as i32;
        let end = 106 - ((t - 0.8).max(0.0) * 24.0) as i32;
        street.rect(
            x + dx,
            top,
            1,
            end - top,
            if dx.rem_euclid(8) == 0 {
                rgb(0x2b2340)
            } else {
                TILE
            },
        );
        street.rect(x + dx, top, 1, 1, rgb(0xa8738a));
        street.rect(x + dx, end - 2, 1, 2, rgb(0x2b2340));
    }
    street.rect(x - 16, 84, 33, 3, TILE);
    street.rect(x - 16, 83, 33, 1, rgb(0xa8738a));
}

/// A post before the wall with a paper lantern; its light lies on everything near in flat rings.
fn lamp(street: &mut Picture, x: i32) {
    let (lx, ly) = (x + 14, 100);
    for y in ly - 60..ly + 130 {
        for dx in -100..=100 {
            let q = p(dx as f32, (y - ly) as f32 * if y > ly { 0.72 } else { 1.2 });
            let d = q.len();
            if d >= 92.0 {
                continue;
            }
            // Nine flat rings, each a little paler.
            let alpha = 0.34 * (((1.0 - d / 92.0).powf(1.5) * 9.0).ceil() / 9.0);
            // In the open sky only the nearest rings show, or the layer's edge would be seen as it moves.
            let open = street.get((lx + dx).rem_euclid(WIDTH), y)[3] < 255;
            let alpha = if open {
                0.3 * (((1.0 - d / 40.0).max(0.0).powf(1.6) * 6.0).ceil() / 6.0)
            } else {
                alpha
            };
            if alpha > 0.0 {
                street.blend_wrapped(lx + dx, y, GLOW, alpha);
            }
        }
    }
    street.rect(x - 2, 84, 4, KERB - 82, rgb(0x33253a));
    street.rect(x - 2, 84, 1, KERB - 82, rgb(0x7a5560));
    street.rect(x - 4, KERB - 4, 8, 5, rgb(0x33253a));
    street.rect(x - 4, 86, 20, 2, rgb(0x33253a));
    street.rect(x - 4, 86, 20, 1, rgb(0x7a5560));
    street.rect(lx, 88, 1, 3, rgb(0x33253a));
    for y in -10..=10_i32 {
        let half = (7.5 * (1.0 - (y as f32 / 12.5).powi(2)).max(0.0).sqrt()).round() as i32;
        for dx in -half..=half {
            let c = if dx < -half / 2 {
                rgb(0xf29a4e)
            } else if dx.abs() <= 2 {
                rgb(0xfff2c4)
            } else {
                rgb(0xffd184)
            };
            let c = if y.rem_euclid(4) == 0 {
                mix_rgb(c, rgb(0xd9742f), 0.4)
            } else {
                c
            };
            street.blend_wrapped(
                lx + dx,
                ly + 1 + y,
                if dx.abs() == half { rgb(0xb85a33) } else { c },
                1.0,
            );
        }
    }
    street.rect(lx - 4, 90, 9, 2, rgb(0x33253a));
    street.rect(lx - 4, 111, 9, 2, rgb(0x33253a));
    street.rect(lx, 113, 1, 4, rgb(0xc23a40));
}

fn barrels(street: &mut Picture, x: i32) {
    for (dx, y) in [(0, 184), (20, 184), (10, 164)] {
        street.rect(x + dx, y, 18, 22, rgb(0x2d1f30));
        for yy in 1..21 {
            let bulge = i32::from(!(4..17).contains(&yy));
            street.rect(x + dx + 1 + bulge, y + yy, 16 - bulge * 2, 1, rgb(0x8a5f52));
            street.rect(x + dx + 1 + bulge, y + yy, 4, 1, rgb(0x63434a));
            street.rect(x + dx + 12, y + yy, 2, 1, rgb(0xa87a62));
        }
        for yy in [4, 15] {
            street.rect(x + dx + 1, y + yy, 16, 2, rgb(0x4a3846));
        }
    }
}

/// Leaves in clumps: dark below and behind, lighter on the crowns.
fn bush(street: &mut Picture, x: i32) {
    let crown = |n: i32| (x + n * 2 + pick(71, n, 0, 4), 186 + pick(72, n, 0, 15));
    for (shade, c) in [
        (0, rgb(0x2c3040)),
        (1, rgb(0x3d4a4c)),
        (2, rgb(0x566653)),
        (3, rgb(0x7a835c)),
    ] {
        for n in 0..17 {
            let (cx, cy) = crown(n);
            let arch = (cx - x - 17).abs() / 3;
            let r = 8 - shade * 2;
            for yy in -r..=r {
                for xx in -r..=r {
                    let (px, py) = (cx + xx + shade, cy + yy + arch - shade * 2);
                    if xx * xx + yy * yy <= r * r + 1 && py < KERB + 2 {
                        street.blend_wrapped(px, py, c, 1.0);
                    }
                }
            }
        }
    }
}
