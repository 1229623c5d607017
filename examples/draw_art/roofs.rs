//! The middle layer: two rows of roofs against the sky, with lit windows. Transparent above, repeats
//! sideways; 960 x 270 and a margin above and below.

use crate::dice::{chance, pick};
use crate::picture::{Picture, Rgb, mix_rgb, rgb};
use crate::street::{BOTTOM, MARGIN};

struct Row {
    wall: Rgb,
    roof: Rgb,
    rim: Rgb,
    lit: Rgb,
    dim: Rgb,
}

const FAR: Row = Row {
    wall: rgb(0x8a4f78),
    roof: rgb(0x7b4674),
    rim: rgb(0xb8667f),
    lit: rgb(0xffd08a),
    dim: rgb(0xc97b7c),
};
const NEAR: Row = Row {
    wall: rgb(0x50325f),
    roof: rgb(0x3d2853),
    rim: rgb(0x7d4a78),
    lit: rgb(0xffdf94),
    dim: rgb(0x8d5a6c),
};

pub fn draw() -> Picture {
    let mut town = Picture::with_margin(960, 270, MARGIN);
    town.rect(0, 104, 960, BOTTOM - 104, FAR.wall);
    let mut x = 0;
    let mut n = 0;
    while x < 940 {
        let w = pick(21, n, 40, 74).min(960 - x);
        house(
            &mut town,
            &FAR,
            x,
            w,
            88 - pick(22, n, 0, 24),
            pick(23, n, 12, 20),
            n,
        );
        x += w - 6;
        n += 1;
    }
    pagoda(&mut town, &FAR, 300, 104);
    pagoda(&mut town, &FAR, 806, 98);
    haze(&mut town, 72, 112, rgb(0xe58f66));

    town.rect(0, 124, 960, BOTTOM - 124, NEAR.wall);
    for (n, (x, w, top)) in [
        (0, 92, 106),
        (88, 70, 96),
        (166, 96, 112),
        (258, 74, 101),
        (338, 108, 110),
        (448, 66, 98),
        (520, 92, 112),
        (618, 80, 102),
        (704, 104, 110),
        (812, 68, 97),
        (884, 84, 108),
    ]
    .iter()
    .enumerate()
    {
        house(&mut town, &NEAR, *x, *w, *top - 20, 16, 100 + n as i32);
    }
    tower(&mut town, 236);
    for (x, top) in [(150, 72), (436, 78), (606, 68), (694, 80), (948, 76)] {
        tree(&mut town, x, top);
    }
    haze(&mut town, 104, 200, rgb(0xb0606f));
    town
}

/// A house whose gabled roof sags a little and turns up at the eaves. `top` is the ridge.
fn house(town: &mut Picture, row: &Row, x: i32, w: i32, top: i32, roof: i32, n: i32) {
    let half = w as f32 / 2.0;
    let ridge = half * (0.35 + 0.25 * chance(31, n));
    for dx in 0..w {
        let from_middle = (dx as f32 + 0.5 - half).abs();
        let slope = ((from_middle - ridge) / (half - ridge)).max(0.0);
        let sag = slope.powf(0.72) * roof as f32;
        let eave = if slope > 0.86 {
            (slope - 0.86) / 0.14 * 4.0
        } else {
            0.0
        };
        let y0 = top + (sag - eave).round() as i32;
        let y1 = top + roof + 3 - (eave * 0.7).round() as i32;
        town.rect(x + dx, y0, 1, (y1 - y0).max(2), row.roof);
        town.rect(x + dx, y0, 1, 1, row.rim);
        if slope < 0.86 {
            town.rect(x + dx, y1, 1, BOTTOM - y1, row.wall);
            town.rect(x + dx, y1, 1, 2, mix_rgb(row.roof, row.wall, 0.4));
            // Ribs of the tiles.
            if dx % 5 == 2 && y1 - y0 > 5 {
                town.rect(
                    x + dx,
                    y0 + 2,
                    1,
                    y1 - y0 - 3,
                    mix_rgb(row.roof, row.rim, 0.28),
                );
            }
        }
    }
    town.rect(
        x + (half - ridge) as i32,
        top - 2,
        (ridge * 2.0) as i32 + 1,
        2,
        row.roof,
    );
    town.rect(
        x + (half - ridge) as i32,
        top - 3,
        (ridge * 2.0) as i32 + 1,
        1,
        row.rim,
    );
    let under = top + roof + 6;
    for k in 0..(w - 22) / 12 {
        let seed = n * 16 + k;
        let wx = x + 13 + k * 12;
        match pick(32, seed, 0, 5) {
            0..=2 => window(town, wx, under, row.lit, row.wall),
            3 => window(town, wx, under, row.dim, row.wall),
            _ => {}
        }
    }
}

fn window(town: &mut Picture, x: i32, y: i32, light: Rgb, bar: Rgb) {
    town.rect(x, y, 6, 6, light);
    town.rect(x + 2, y, 1, 6, mix_rgb(light, bar, 0.55));
    town.rect(x, y + 3, 6, 1, mix_rgb(light, bar, 0.55));
}

fn pagoda(town: &mut Picture, row: &Row, x: i32, base: i32) {
    for tier in 0..4 {
        let w = 52 - tier * 9;
        let y = base - 16 - tier * 15;
        town.rect(x - w / 2 + 9, y + 4, w - 18, 14, row.wall);
        if tier < 3 {
            window(town, x - 3, y + 9, row.lit, row.wall);
        }
        for dx in -w / 2..=w / 2 {
            let t = dx.abs() as f32 / (w as f32 / 2.0);
            let top = y - 3 + (t.powf(0.8) * 8.0 - (t - 0.8).max(0.0) * 22.0).round() as i32;
            let end = y + 6 - ((t - 0.75).max(0.0) * 18.0) as i32;
            town.rect(x + dx, top, 1, (end - top).max(2), row.roof);
            town.rect(x + dx, top, 1, 1, row.rim);
        }
    }
    town.rect(x, base - 16 - 45 - 16, 1, 14, row.roof);
    town.rect(x - 1, base - 16 - 45 - 12, 3, 2, row.roof);
}

/// A fire watch: four legs, a platform, a little roof and a lamp.
fn tower(town: &mut Picture, x: i32) {
    for k in 0..70 {
        let spread = k / 12;
        town.rect(x - 5 - spread, 66 + k, 2, 1, NEAR.roof);
        town.rect(x + 4 + spread, 66 + k, 2, 1, NEAR.roof);
        if k % 14 == 10 {
            town.rect(x - 5 - spread, 66 + k, 11 + spread * 2, 1, NEAR.roof);
        }
    }
    town.rect(x - 10, 64, 21, 3, NEAR.roof);
    town.rect(x - 10, 63, 21, 1, NEAR.rim);
    town.rect(x - 8, 52, 1, 12, NEAR.roof);
    town.rect(x + 8, 52, 1, 12, NEAR.roof);
    town.rect(x - 1, 54, 3, 5, NEAR.lit);
    for k in 0..8 {
        town.rect(x - 3 - k * 5 / 4, 44 + k, 7 + k * 5 / 2, 1, NEAR.roof);
    }
    town.rect(x - 3, 43, 7, 1, NEAR.rim);
}

fn tree(town: &mut Picture, x: i32, top: i32) {
    town.rect(x - 1, top + 14, 3, 60, NEAR.roof);
    for (n, (dx, dy, r)) in [
        (0, 8, 10),
        (-9, 17, 9),
        (10, 18, 9),
        (-2, 26, 13),
        (-14, 30, 8),
        (13, 31, 9),
    ]
    .iter()
    .enumerate()
    {
        for yy in -r..=*r {
            for xx in -r..=*r {
                let edge = (r * r) as f32 * (0.8 + 0.3 * chance(41, xx * 31 + yy * 7 + n as i32));
                let d = (xx * xx + yy * yy * 2) as f32;
                if d < edge {
                    let c = if yy < -r / 3 && d > edge * 0.35 {
                        mix_rgb(NEAR.roof, NEAR.rim, 0.45)
                    } else {
                        NEAR.roof
                    };
                    town.blend_wrapped(x + dx + xx, top + dy + yy, c, 1.0);
                }
            }
        }
    }
}

/// Dusk lies between the rows: the lower, the more, in bands.
fn haze(town: &mut Picture, from: i32, to: i32, c: Rgb) {
    for y in from..BOTTOM {
        let bands = ((y - from) * 6 / (to - from)).min(5);
        for x in 0..town.w {
            if town.get(x, y)[3] > 0 {
                town.blend(x, y, c, 0.05 * bands as f32);
            }
        }
    }
}
