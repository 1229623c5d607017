//! What stands and hangs in the workshop: pipes, a bench with a screen, crates, a locker, a note.

use crate::dice::{chance, pick};
use crate::picture::{Picture, Rgb, mix_rgb, rgb};
use crate::workshop::{DARK, FLOOR};

const INK: Rgb = rgb(0x221a38);

/// A box with a lit top edge and a dark outline.
fn block(shop: &mut Picture, (x, y, w, h): (i32, i32, i32, i32), c: Rgb) {
    shop.rect(x, y, w, h, INK);
    shop.rect(x + 1, y + 1, w - 2, h - 2, c);
    shop.rect(x + 1, y + 1, w - 2, 1, mix_rgb(c, rgb(0xffe0c0), 0.4));
    shop.rect(x + 1, y + h - 3, w - 2, 2, mix_rgb(c, DARK, 0.35));
}

fn shadow(shop: &mut Picture, x: i32, w: i32, y: i32) {
    for yy in 0..6 {
        for xx in x - yy..x + w + 2 - yy {
            if (0..480).contains(&xx) {
                shop.blend(xx, y + yy, DARK, 0.4 - yy as f32 * 0.06);
            }
        }
    }
}

/// Pipes under the roof, with collars; one comes down the wall.
pub fn pipes(shop: &mut Picture) {
    for (y, h, c) in [(4, 7, rgb(0x6a5074)), (14, 4, rgb(0x7d5a56))] {
        shop.rect(0, y - 1, 480, h + 2, INK);
        shop.rect(0, y, 480, h, c);
        shop.rect(0, y + 1, 480, 1, mix_rgb(c, rgb(0xf0c8a8), 0.5));
        shop.rect(0, y + h - 1, 480, 1, mix_rgb(c, DARK, 0.5));
        for x in (30..480).step_by(96) {
            shop.rect(x, y - 2, 7, h + 4, INK);
            shop.rect(x + 1, y - 1, 5, h + 2, mix_rgb(c, rgb(0xd0b0b0), 0.25));
        }
    }
    for x in [164, 310] {
        shop.rect(x - 1, 18, 7, 130, INK);
        shop.rect(x, 18, 5, 130, rgb(0x5c4668));
        shop.rect(x + 1, 18, 1, 130, rgb(0xa08498));
        for y in [40, 92, 138] {
            shop.rect(x - 3, y, 11, 5, INK);
            shop.rect(x - 2, y + 1, 9, 3, rgb(0x76607e));
        }
    }
    // A wheel to turn it off.
    for (dx, dy) in [
        (-5, 0),
        (5, 0),
        (0, -5),
        (0, 5),
        (-4, -3),
        (4, 3),
        (-4, 3),
        (4, -3),
        (-3, -4),
        (3, 4),
        (3, -4),
        (-3, 4),
    ] {
        shop.rect(166 + dx, 68 + dy, 2, 2, rgb(0xc8543c));
    }
    shop.rect(163, 68, 8, 1, rgb(0xe88a5a));
    shop.rect(166, 65, 1, 8, rgb(0xe88a5a));
}

/// A bench with tools, a vice, and a screen that shows a wave.
pub fn bench(shop: &mut Picture, x: i32) {
    shadow(shop, x, 104, 181);
    for dx in [4, 92] {
        block(shop, (x + dx, 144, 8, 38), rgb(0x5a4a6c));
    }
    block(shop, (x + 14, 152, 44, 26), rgb(0x6c4c58));
    for y in [153, 161, 169] {
        block(shop, (x + 16, y, 40, 8), rgb(0x8a5f52));
        shop.rect(x + 32, y + 3, 8, 2, rgb(0xd9a760));
    }
    block(shop, (x, 138, 104, 8), rgb(0x9a6f5a));
    // The screen.
    block(shop, (x + 8, 108, 40, 28), rgb(0x55507c));
    shop.rect(x + 11, 111, 34, 21, rgb(0x14283c));
    for k in 0..34 {
        let y = 121.0 - (k as f32 * 0.55).sin() * 6.0 * (-((k - 17) as f32 / 9.0).powi(2)).exp();
        shop.rect(x + 11 + k, y.round() as i32, 1, 2, rgb(0x57e3e8));
    }
    for y in (113..132).step_by(4) {
        for k in 0..34 {
            shop.blend(x + 11 + k, y, rgb(0x57e3e8), 0.12);
        }
    }
    shop.rect(x + 24, 136, 8, 3, INK);
    // A vice, a can with brushes, a spare arm.
    block(shop, (x + 56, 126, 12, 12), rgb(0x4f6f7c));
    shop.rect(x + 52, 130, 20, 3, INK);
    block(shop, (x + 74, 128, 8, 10), rgb(0xc8543c));
    for (dx, h, c) in [
        (75, 9, rgb(0xe8d8c8)),
        (78, 12, rgb(0xd9a760)),
        (80, 7, rgb(0x7cb0a0)),
    ] {
        shop.rect(x + dx, 128 - h, 1, h, c);
    }
    shop.rect(x + 86, 130, 12, 8, INK);
    shop.rect(x + 87, 131, 10, 6, rgb(0xf6ead2));
    shop.rect(x + 95, 128, 6, 10, INK);
    shop.rect(x + 96, 129, 4, 8, rgb(0xf2883c));
}

/// Crates, one on two.
pub fn crates(shop: &mut Picture, x: i32) {
    shadow(shop, x - 2, 62, 182);
    for (dx, y, w, h, c) in [
        (0, 150, 30, 32, rgb(0x8a5f52)),
        (28, 146, 34, 36, rgb(0x7c5650)),
        (10, 120, 32, 30, rgb(0x9a6d58)),
    ] {
        let left = x + dx;
        block(shop, (left, y, w, h), c);
        for plank in 1..4 {
            shop.rect(
                left + 2,
                y + plank * h / 4,
                w - 4,
                1,
                mix_rgb(c, DARK, 0.45),
            );
        }
        for side in [2, w - 6] {
            shop.rect(left + side, y + 1, 4, h - 2, mix_rgb(c, rgb(0xd0a080), 0.3));
            shop.rect(left + side + 4, y + 2, 1, h - 4, mix_rgb(c, DARK, 0.5));
            for yy in [4, h - 6] {
                shop.rect(left + side + 1, y + yy, 1, 1, rgb(0x3a2838));
            }
        }
    }
    // A stencilled sign.
    for (dx, h) in [(0, 7), (3, 7), (6, 7)] {
        shop.rect(x + 21 + dx, 130, 2, h, rgb(0x4a3036));
    }
}

/// A locker with slots and a light.
pub fn locker(shop: &mut Picture, x: i32) {
    shadow(shop, x, 24, FLOOR + 5);
    block(shop, (x, 106, 24, FLOOR - 100), rgb(0x4f6f7c));
    shop.rect(x + 12, 108, 1, FLOOR - 105, rgb(0x2a3c50));
    for side in [3, 15] {
        for y in [111, 114, 117] {
            shop.rect(x + side, y, 6, 1, rgb(0x2a3c50));
        }
        shop.rect(x + side + 5, 136, 1, 6, rgb(0xd9d0c0));
    }
    shop.rect(x + 2, 104, 20, 3, INK);
    shop.rect(x + 4, 102, 6, 2, rgb(0xc8543c));
}

/// A sheet of paper with notes.
pub fn note(shop: &mut Picture, x: i32, y: i32) {
    block(shop, (x, y, 18, 16), rgb(0xe8d8c0));
    for k in 0..5 {
        let red = chance(99, k) > 0.5;
        let c = if red { rgb(0xb07060) } else { rgb(0x6a5a86) };
        shop.rect(x + 3, y + 3 + k * 2, pick(98, k, 5, 13), 1, c);
    }
}
