//! The workshop the robot walks in, at dusk: a wall with tall windows, and a floor seen a little from above.
//! 480 x 270, opaque. Who stands on the floor has his feet between y = 182 and y = 258.

use crate::dice::{chance, pick};
use crate::geom::p;
use crate::picture::{Picture, Rgb, mix_rgb, rgb};
use crate::shape::{dot, oval};
use crate::workshop_things as things;

/// The first row of the floor.
pub const FLOOR: i32 = 166;

pub const DARK: Rgb = rgb(0x221a38);
pub const WALL: Rgb = rgb(0x4a3f66);
const PANEL_EDGE: Rgb = rgb(0x3a3054);
const FRAME: Rgb = rgb(0x2d2446);
const TILE: Rgb = rgb(0x84708a);
pub const GLOW: Rgb = rgb(0xffc878);

/// Colour of the sky behind the windows from each height down to the next.
const SKY: [(i32, Rgb); 9] = [
    (0, rgb(0x3d2a68)),
    (34, rgb(0x553474)),
    (48, rgb(0x733e79)),
    (60, rgb(0x96497a)),
    (71, rgb(0xb95872)),
    (81, rgb(0xd87168)),
    (90, rgb(0xeb9666)),
    (98, rgb(0xf4b777)),
    (106, rgb(0xf9d596)),
];

/// Left edges of the windows; each is 84 wide.
const WINDOWS: [i32; 3] = [66, 198, 330];
/// Where the lamps hang.
const LAMPS: [i32; 3] = [42, 240, 438];

pub fn draw() -> Picture {
    let mut shop = Picture::new(480, 270);
    wall(&mut shop);
    for x in WINDOWS {
        window(&mut shop, x);
    }
    things::pipes(&mut shop);
    skirting(&mut shop);
    floor(&mut shop);
    marking(&mut shop);
    for x in WINDOWS {
        daylight(&mut shop, x);
    }
    things::bench(&mut shop, 4);
    things::crates(&mut shop, 414);
    things::locker(&mut shop, 168);
    things::note(&mut shop, 290, 128);
    for x in LAMPS {
        lamp(&mut shop, x);
    }
    edges(&mut shop);
    shop
}

fn wall(shop: &mut Picture) {
    shop.rect(0, 0, 480, FLOOR, WALL);
    // Panels of sheet metal, no two of quite the same colour.
    for row in 0..4 {
        for column in 0..13 {
            let n = row * 16 + column;
            let (x, y) = (column * 40 - (row % 2) * 20, row * 42 - 8);
            let tint = if chance(81, n) > 0.5 {
                rgb(0x6a5a86)
            } else {
                rgb(0x382d54)
            };
            let c = mix_rgb(WALL, tint, 0.18 * chance(82, n));
            panel(shop, x, y, 40, 42, c);
        }
    }
    // It grows dark towards the roof, in flat bands.
    for (y, alpha) in [(10, 0.3), (20, 0.22), (30, 0.16), (42, 0.1)] {
        for yy in 0..y {
            for x in 0..480 {
                shop.blend(x, yy, DARK, alpha);
            }
        }
    }
}

fn panel(shop: &mut Picture, x: i32, y: i32, w: i32, h: i32, c: Rgb) {
    for yy in y.max(0)..(y + h).min(FLOOR) {
        for xx in x.max(0)..(x + w).min(480) {
            let edge = xx == x + w - 1 || yy == y + h - 1;
            let light = xx == x || yy == y;
            let shown = if edge {
                PANEL_EDGE
            } else if light {
                mix_rgb(c, rgb(0x9a84b0), 0.25)
            } else {
                c
            };
            shop.put(xx, yy, shown);
        }
    }
    for (dx, dy) in [(3, 3), (w - 5, 3), (3, h - 5), (w - 5, h - 5)] {
        let (xx, yy) = (x + dx, y + dy);
        if (0..480).contains(&xx) && (0..FLOOR).contains(&yy) {
            shop.put(xx, yy, mix_rgb(c, rgb(0xb6a2cc), 0.4));
            shop.put(xx, yy + 1, PANEL_EDGE);
        }
    }
}

/// A tall window with a rounded top, and the town behind it.
fn window(shop: &mut Picture, x: i32) {
    let (w, top, bottom) = (84, 22, 126);
    let inside = |xx: i32, yy: i32, grow: f32| {
        let half = w as f32 / 2.0 + grow;
        let dx = (xx as f32 + 0.5 - (x as f32 + w as f32 / 2.0)).abs();
        let spring = top as f32 + 26.0;
        let arch = p(dx, (yy as f32 + 0.5 - spring) * half / (26.0 + grow)).len();
        let low = (yy as f32) < bottom as f32 + grow;
        dx < half && low && (yy as f32 >= spring || arch < half)
    };
    for yy in top - 6..bottom + 8 {
        for xx in x - 6..x + w + 6 {
            if inside(xx, yy, 0.0) {
                shop.put(xx, yy, outside(xx, yy));
            } else if inside(xx, yy, 4.0) {
                shop.put(
                    xx,
                    yy,
                    if inside(xx, yy + 1, 0.0) || inside(xx + 1, yy, 0.0) {
                        DARK
                    } else {
                        FRAME
                    },
                );
            } else if inside(xx, yy + 1, 4.0) {
                shop.put(xx, yy, rgb(0x8a6a96));
            }
        }
    }
    // The bars, lit from outside along one edge.
    for n in 1..4 {
        let xx = x + n * w / 4 - 1;
        for yy in top..bottom {
            if inside(xx, yy, -1.0) {
                shop.rect(xx, yy, 2, 1, FRAME);
                shop.put(xx + 2, yy, mix_rgb(outside(xx + 2, yy), DARK, 0.35));
            }
        }
    }
    for yy in [54, 78, 102] {
        for xx in x..x + w {
            if inside(xx, yy, -1.0) {
                shop.put(xx, yy, FRAME);
                shop.put(xx, yy + 1, FRAME);
            }
        }
    }
    // Some panes catch the light.
    for n in 0..5 {
        let (px, py) = (
            x + 4 + pick(83, x + n, 0, 3) * w / 4,
            58 + pick(84, x + n, 0, 2) * 24,
        );
        for k in 0..11 {
            for t in 0..3 {
                let (xx, yy) = (px + 2 + k + t, py + 14 - k);
                if inside(xx, yy, -2.0) {
                    shop.blend(xx, yy, rgb(0xfff0d8), 0.16);
                }
            }
        }
    }
    // The sill.
    shop.rect(x - 8, bottom + 3, w + 16, 4, rgb(0x7d6488));
    shop.rect(x - 8, bottom + 3, w + 16, 1, rgb(0xd29a8c));
    shop.rect(x - 8, bottom + 7, w + 16, 2, DARK);
}

/// The town and the sky at a place behind the windows.
fn outside(x: i32, y: i32) -> Rgb {
    let band = SKY.iter().rposition(|(top, _)| y >= *top).unwrap_or(0);
    let edge = y - SKY[band].0;
    let sky = if band > 0 && edge == 0 && x % 2 == 0 {
        SKY[band - 1].1
    } else {
        SKY[band].1
    };
    let far = 94 - (chance(85, x / 17) * 16.0) as i32 - i32::from(x / 17 % 5 == 2) * 10;
    let near = 108 - (chance(86, x / 23) * 15.0) as i32;
    if y >= near {
        let lit = x % 23 > 3
            && x % 23 < 19
            && x % 4 == 1
            && y % 6 < 2
            && y > near + 3
            && chance(87, x * 64 + y / 6) > 0.62;
        return if lit { rgb(0xffc66e) } else { rgb(0x4b2f5e) };
    }
    if y >= far {
        return mix_rgb(rgb(0x7b4272), sky, 0.22);
    }
    let sun = dot(p(256.0, 78.0), 13.0);
    if sun.distance(p(x as f32, y as f32)) < 0.0 {
        return rgb(0xfff1cf);
    }
    sky
}

/// A band of warning stripes where the wall meets the floor, and its shadow.
fn skirting(shop: &mut Picture) {
    shop.rect(0, 147, 480, FLOOR - 147, rgb(0x3b3156));
    shop.rect(0, 147, 480, 1, rgb(0x7a6690));
    for x in 0..480 {
        for y in 150..156_i32 {
            let stripe = (x + y).rem_euclid(16) < 8;
            let c = if stripe { rgb(0xd99a3c) } else { rgb(0x3a2c40) };
            // Worn off here and there.
            let worn = chance(88, x / 5 + y / 3 * 128) > 0.86;
            shop.put(
                x,
                y,
                if worn {
                    mix_rgb(c, rgb(0x3b3156), 0.6)
                } else {
                    c
                },
            );
        }
    }
    shop.rect(0, 156, 480, 1, DARK);
    shop.rect(0, FLOOR - 2, 480, 2, DARK);
}

/// Slabs that grow towards the viewer; their joints run to a point far behind the wall.
fn floor(shop: &mut Picture) {
    let rows: [i32; 9] = [FLOOR, 172, 180, 190, 202, 216, 233, 252, 276];
    for y in FLOOR..270 {
        let row = rows.iter().rposition(|top| y >= *top).unwrap_or(0) as i32;
        let top = y == rows[row as usize];
        let last = y + 1 == rows[row as usize + 1];
        let depth = (y - 60) as f32;
        for x in 0..480 {
            let along = (x - 240) as f32 / depth * 3.6 + if row % 2 == 0 { 0.0 } else { 0.5 };
            let slab = along.floor() as i32;
            let joint = ((x - 241) as f32 / depth * 3.6 + if row % 2 == 0 { 0.0 } else { 0.5 })
                .floor() as i32
                != slab;
            let n = row * 64 + slab;
            let tint = if chance(91, n) > 0.5 {
                rgb(0xa48c9c)
            } else {
                rgb(0x6a5878)
            };
            let mut c = mix_rgb(TILE, tint, 0.28 * chance(92, n));
            if top {
                c = mix_rgb(c, rgb(0xd8b8b0), 0.25);
            }
            if joint || last {
                c = mix_rgb(c, rgb(0x3c2c4c), 0.5);
            }
            // Flat bands of shadow along the wall.
            let dark = match y - FLOOR {
                0..=3 => 0.5,
                4..=8 => 0.3,
                9..=15 => 0.14,
                _ => 0.0,
            };
            shop.put(x, y, mix_rgb(c, DARK, dark));
        }
    }
    for n in 0..70 {
        let (x, y) = (pick(93, n, 4, 470), pick(94, n, FLOOR + 8, 266));
        let long = 2 + (y - FLOOR) / 12;
        for k in 0..pick(95, n, 1, long) {
            shop.blend(
                x + k,
                y,
                if chance(96, n) > 0.5 {
                    rgb(0xc8aeb0)
                } else {
                    rgb(0x4c3c5c)
                },
                0.35,
            );
        }
    }
}

/// A ring of worn paint on the floor: where robots are set down.
fn marking(shop: &mut Picture) {
    let (cx, cy) = (240.0, 222.0);
    let paint = |shop: &mut Picture, x: i32, y: i32, c: Rgb| {
        let worn = chance(97, x / 3 + y / 2 * 256);
        if worn < 0.9 {
            shop.blend(x, y, c, if worn < 0.7 { 0.62 } else { 0.4 });
        }
    };
    let ring = |rx: f32| oval(p(cx, cy), rx, rx * 0.36, 0.0);
    for y in FLOOR..270 {
        for x in 0..480 {
            let q = p(x as f32 + 0.5, y as f32 + 0.5);
            let within = |shape: &crate::shape::Shape| shape.distance(q) < 0.0;
            let turn = (q.y - cy)
                .atan2((q.x - cx) * 0.36)
                .to_degrees()
                .rem_euclid(45.0);
            if within(&ring(104.0)) && !within(&ring(97.0)) {
                paint(shop, x, y, rgb(0xf0a848));
            } else if within(&ring(90.0)) && !within(&ring(86.0)) && turn > 6.0 && turn < 39.0 {
                paint(shop, x, y, rgb(0xe8d8c8));
            }
        }
    }
}

/// What falls through a window onto the floor, drawn out to the left.
fn daylight(shop: &mut Picture, x: i32) {
    for y in FLOOR + 3..262 {
        let down = (y - FLOOR) as f32;
        let fade = 0.2 * (1.0 - ((down - 20.0) / 86.0).clamp(0.0, 1.0));
        let fade = (fade * 40.0).ceil() / 40.0;
        let left = x as f32 - down * 0.42;
        let wide = 84.0 + down * 0.2;
        for k in 0..wide as i32 {
            let pane = (k as f32 / wide * 4.0).fract();
            if pane > 0.05 && pane < 0.95 && (y - FLOOR) % 34 > 1 {
                shop.blend(left as i32 + k, y, rgb(0xffb486), fade);
            }
        }
    }
}

/// A lamp on its cord, and its light on all that is near, in flat rings.
fn lamp(shop: &mut Picture, x: i32) {
    let y = 34;
    for yy in 0..270 {
        for dx in -110..=110_i32 {
            // A cone below the shade, and a pool on the floor.
            let down = (yy - y) as f32;
            let pool = p(dx as f32 / 92.0, (yy - 214) as f32 / 34.0).len();
            let cone = dx.abs() as f32 / (12.0 + down * 0.4);
            let mut alpha = 0.0;
            if yy >= y && yy < FLOOR + 30 && cone < 1.0 {
                alpha += 0.11 * (((1.0 - cone) * 4.0).ceil() / 4.0) * (1.0 - down / 190.0).max(0.0);
            }
            if yy >= FLOOR && pool < 1.0 {
                alpha += 0.2 * (((1.0 - pool) * 5.0).ceil() / 5.0);
            }
            let near = p(dx as f32, down * 1.1).len();
            if near < 30.0 {
                alpha += 0.3 * (((1.0 - near / 30.0) * 4.0).ceil() / 4.0);
            }
            if alpha > 0.0 {
                shop.blend(x + dx, yy, GLOW, alpha);
            }
        }
    }
    shop.rect(x, 0, 1, 22, DARK);
    for row in 0..9 {
        let half = 3 + row * 12 / 9;
        shop.rect(
            x - half,
            y - 11 + row,
            half * 2 + 1,
            1,
            if row == 8 {
                rgb(0x1d2a3a)
            } else {
                rgb(0x2f5a66)
            },
        );
        shop.rect(x - half, y - 11 + row, 2 + row / 3, 1, rgb(0x5a98a0));
    }
    shop.rect(x - 3, y - 14, 7, 3, DARK);
    shop.rect(x - 6, y - 2, 13, 3, rgb(0xfff2c4));
    shop.rect(x - 4, y + 1, 9, 1, rgb(0xffe09a));
}

/// The corners of the picture are a little darker, so that the eye stays in its middle.
fn edges(shop: &mut Picture) {
    for y in 0..270 {
        for x in 0..480 {
            let q = p((x - 240) as f32 / 300.0, (y - 140) as f32 / 190.0).len();
            let dark = ((q - 0.78).max(0.0) * 1.3 * 7.0).ceil() / 7.0 * 0.5;
            if dark > 0.0 {
                shop.blend(x, y, rgb(0x1d1430), dark);
            }
        }
    }
}
