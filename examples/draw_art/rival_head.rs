//! The rival's head: a square jaw, a tuft of hair, a headband, and a face for each mood.

use crate::geom::{P, p};
use crate::painter::{Painter, Part, flat, tone};
use crate::picture::{Rgb, rgb};
use crate::rival::{BAND, HAIR, INK, SKIN};
use crate::shape::{Shape, dot, oval, poly, taper};
use crate::skeleton::{Joints, Look};

const WHITE: Rgb = rgb(0xffffff);

pub fn head(art: &mut Painter, j: &Joints) {
    // Places on the head: x forward, y up.
    let q = |(x, y): (f32, f32)| j.head + p(x, -y).turned(j.head_turn);
    skull(art, &q, j.head_turn);
    eyes(art, &q, j);
    mouth(art, &q, j);
}

type Place<'a> = &'a dyn Fn((f32, f32)) -> P;

fn bare(shape: Shape, c: Rgb) -> Part {
    Part::new(0.0).line(0.0).melt(0.0).add(shape, flat(c))
}

fn stroke(art: &mut Painter, q: Place, points: &[(f32, f32)], r: f32) {
    for two in points.windows(2) {
        art.paint(&bare(taper(q(two[0]), r, q(two[1]), r), INK));
    }
}

fn skull(art: &mut Painter, q: Place, turn: f32) {
    let patch =
        |points: &[(f32, f32)]| poly(&points.iter().map(|xy| q(*xy)).collect::<Vec<_>>(), 0.4);
    let crown = patch(&[
        (-14.0, 5.0),
        (-14.0, 15.0),
        (13.0, 15.0),
        (11.0, 7.5),
        (0.5, 6.5),
    ]);
    let nape = patch(&[
        (-14.0, -3.5),
        (-14.0, 7.0),
        (-3.6, 7.0),
        (-3.8, 1.0),
        (-6.0, -3.5),
    ]);
    let stubble = patch(&[
        (-4.0, -4.8),
        (2.0, -7.2),
        (5.0, -6.6),
        (12.0, -6.8),
        (9.0, -14.0),
        (-3.0, -14.0),
    ]);
    let face = Part::new(3.0)
        .melt(2.0)
        .add(dot(q((-0.6, 2.0)), 9.6), SKIN)
        .add(taper(q((0.0, -4.2)), 6.8, q((4.4, -6.2)), 5.0), SKIN)
        .add(taper(q((8.0, 1.2)), 1.2, q((9.7, -1.4)), 1.1), SKIN)
        .detail(crown, HAIR)
        .detail(nape, HAIR)
        .detail(stubble, tone(rgb(0xc08c6c), rgb(0x96604b)))
        .detail(taper(q((-12.0, 5.4)), 1.8, q((12.0, 7.0)), 1.8), BAND);
    art.paint(&face);
    art.paint(
        &Part::new(0.8)
            .line(0.7)
            .add(oval(q((-3.4, -0.8)), 1.6, 2.2, turn), SKIN),
    );
    art.paint(&Part::new(0.9).line(0.8).add(dot(q((-9.9, 5.0)), 1.8), BAND));
    // A tuft that stands up over the band.
    let tuft = Part::new(1.8)
        .line(0.8)
        .melt(1.0)
        .add(taper(q((0.5, 10.0)), 2.6, q((5.2, 13.4)), 0.8), HAIR)
        .add(taper(q((-3.0, 10.6)), 2.6, q((-0.2, 14.4)), 0.8), HAIR)
        .add(taper(q((-6.4, 9.6)), 2.2, q((-5.0, 13.0)), 0.7), HAIR);
    art.paint(&tuft);
}

fn eyes(art: &mut Painter, q: Place, j: &Joints) {
    match j.look {
        Look::Calm | Look::Fierce => {
            art.paint(&bare(oval(q((3.6, 0.7)), 2.3, 1.9, j.head_turn), WHITE));
            art.paint(&bare(oval(q((7.6, 0.8)), 1.3, 1.7, j.head_turn), WHITE));
            stroke(art, q, &[(4.6, 1.3), (4.6, -0.2)], 1.15);
            stroke(art, q, &[(8.1, 1.3), (8.1, 0.0)], 0.95);
            let slant = if j.look == Look::Fierce { 1.2 } else { 0.3 };
            stroke(
                art,
                q,
                &[(1.2, 3.2 + slant * 0.4), (5.8, 3.2 - slant * 0.7)],
                0.9,
            );
            stroke(art, q, &[(7.0, 3.0 - slant * 0.5), (9.0, 3.4)], 0.8);
        }
        Look::Pain => {
            stroke(art, q, &[(2.2, 2.8), (5.2, 1.0), (2.2, -0.8)], 0.75);
            stroke(art, q, &[(9.0, 2.6), (7.4, 1.0), (9.0, -0.6)], 0.7);
        }
        Look::Glad => {
            stroke(art, q, &[(1.8, 0.2), (3.7, 2.2), (5.6, 0.2)], 0.75);
            stroke(art, q, &[(7.0, 0.4), (8.0, 2.0), (8.8, 0.6)], 0.7);
        }
    }
}

fn mouth(art: &mut Painter, q: Place, j: &Joints) {
    match j.look {
        Look::Calm => stroke(art, q, &[(4.2, -5.2), (8.2, -4.8)], 0.6),
        Look::Fierce => {
            let teeth = taper(q((4.8, -5.4)), 1.1, q((7.8, -5.0)), 1.1);
            art.paint(&Part::new(0.0).line(0.8).add(teeth, flat(WHITE)));
        }
        Look::Pain => {
            let open = oval(q((6.2, -5.4)), 2.1, 1.8, j.head_turn);
            art.paint(&Part::new(0.0).line(0.7).add(open, flat(rgb(0x7a2f36))));
        }
        Look::Glad => {
            let grin = poly(
                &[(3.6, -3.6), (8.8, -3.6), (7.6, -7.0), (5.0, -7.0)].map(q),
                0.5,
            );
            art.paint(&Part::new(0.0).line(0.7).add(grin, flat(rgb(0xfff6e8))));
        }
    }
}
