//! Six numbered cards for showing play modes: a digit, a colour that goes round the rainbow, and a ball on its way along an arc, so that
//! order and direction are seen at a glance. Six frames of 48 x 48 in a row.

use crate::geom::{P, p};
use crate::painter::{Painter, Part, flat, tone};
use crate::picture::{Picture, Rgb, mix_rgb, rgb};
use crate::shape::{dot, poly};
use crate::text::Pen;

pub const CELL: (i32, i32) = (48, 48);

const COLOURS: [Rgb; 6] = [
    rgb(0xd9484f),
    rgb(0xe58438),
    rgb(0xd9b53a),
    rgb(0x55a862),
    rgb(0x4687c9),
    rgb(0x8a62c4),
];
const INK: Rgb = rgb(0x241a33);

pub fn draw(pen: &Pen) -> Picture {
    let mut sheet = Picture::new(CELL.0 * 6, CELL.1);
    for frame in 0..6 {
        sheet.draw(&cell(pen, frame), frame as i32 * CELL.0, 0);
    }
    sheet
}

fn place(frame: usize) -> P {
    let turn = (180.0 + 36.0 * frame as f32).to_radians();
    p(24.0 + 14.5 * turn.cos(), 24.0 + 15.0 * turn.sin())
}

fn cell(pen: &Pen, frame: usize) -> Picture {
    let mut art = Painter::new(CELL.0, CELL.1, INK);
    let c = COLOURS[frame];
    let card = poly(
        &[p(7.0, 7.0), p(41.0, 7.0), p(41.0, 41.0), p(7.0, 41.0)],
        4.0,
    );
    art.paint(&Part::new(3.0).add(card, tone(c, mix_rgb(c, INK, 0.35))));
    for k in 0..6 {
        let mark = if k < frame {
            rgb(0xffffff)
        } else {
            mix_rgb(c, INK, 0.55)
        };
        art.paint(&Part::new(0.0).line(0.0).add(dot(place(k), 1.6), flat(mark)));
    }
    art.paint(
        &Part::new(1.4)
            .line(1.0)
            .add(dot(place(frame), 3.6), tone(rgb(0xfffbe8), rgb(0xf2cf8a))),
    );
    let mut out = art.finish(1);
    let digit = (frame + 1).to_string();
    for (dx, dy, c) in [
        (-1, 0, INK),
        (1, 0, INK),
        (0, -1, INK),
        (0, 1, INK),
        (1, 1, INK),
        (2, 1, INK),
        (0, 0, rgb(0xffffff)),
        (1, 0, rgb(0xffffff)),
    ] {
        pen.centred(&mut out, &digit, 23 + dx, 40 + dy, 26.0, c);
    }
    out
}
