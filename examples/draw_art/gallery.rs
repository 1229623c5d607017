//! The backdrop of the gallery scene: a place with a label for the face and for each play mode. 480 x 270, opaque.

use crate::geom::p;
use crate::picture::{Picture, Rgb, rgb};
use crate::shape::poly;
use crate::text::Pen;

const WALL: Rgb = rgb(0x2b3350);
const PANEL: Rgb = rgb(0x3a4468);
const EDGE: Rgb = rgb(0x55618c);
const SLOT: Rgb = rgb(0x303959);
const WORDS: Rgb = rgb(0xf2ecd8);
const SOFT: Rgb = rgb(0xb9c0da);

/// Where the pivot (bottom middle) of the face stands.
pub const FACE: (i32, i32) = (72, 85);

/// The labels, and where the pivot (bottom middle) of each one's card stands.
pub const PLACES: [(&str, i32, i32); 8] = [
    ("Normal", 66, 160),
    ("Reversed", 182, 160),
    ("Loop", 298, 160),
    ("LoopReversed", 414, 160),
    ("LoopPingPong", 66, 243),
    ("LoopRandom", 182, 243),
    ("OncePingPong", 298, 243),
    ("Loop from 4", 414, 243),
];

pub fn draw(pen: &Pen) -> Picture {
    let mut wall = Picture::new(480, 270);
    wall.rect(0, 0, 480, 270, WALL);
    // A faint weave, so the ground is not a dead plane.
    for y in (0..270).step_by(6) {
        for x in (0..480).step_by(6) {
            wall.put(x + (y / 6 % 2) * 3, y, rgb(0x303957));
        }
    }
    panel(&mut wall, 8, 8, 464, 90, PANEL);
    panel(&mut wall, FACE.0 - 44, 14, 88, 78, SLOT);
    pen.write(
        &mut wall,
        "Clips and their play modes",
        132,
        36,
        16.0,
        WORDS,
    );
    pen.write(
        &mut wall,
        "blink: open 2.4 s, shut 0.1 s",
        132,
        60,
        13.3,
        WORDS,
    );
    pen.write(
        &mut wall,
        "Below: frames 1 to 6, one mode each.",
        132,
        80,
        12.0,
        SOFT,
    );
    for (name, x, y) in PLACES {
        panel(&mut wall, x - 54, y - 54, 108, 77, PANEL);
        panel(&mut wall, x - 28, y - 51, 56, 54, SLOT);
        pen.centred(&mut wall, name, x, y + 16, 13.3, WORDS);
    }
    wall
}

fn panel(on: &mut Picture, x: i32, y: i32, w: i32, h: i32, c: Rgb) {
    let (l, t, r, b) = (
        x as f32 + 4.0,
        y as f32 + 4.0,
        (x + w) as f32 - 4.0,
        (y + h) as f32 - 4.0,
    );
    let shape = poly(&[p(l, t), p(r, t), p(r, b), p(l, b)], 4.0);
    for yy in y..y + h {
        for xx in x..x + w {
            let d = shape.distance(p(xx as f32 + 0.5, yy as f32 + 0.5));
            if d < -1.0 {
                on.put(xx, yy, c);
            } else if d < 0.0 {
                on.put(xx, yy, EDGE);
            }
        }
    }
}
