//! The hero's head: a hood with a band, a slit for the eyes, and eyes for each mood.

use crate::geom::p;
use crate::hero::{INK, SKIN, SUIT, WRAP};
use crate::painter::{Painter, Part, flat};
use crate::picture::rgb;
use crate::shape::{dot, oval, poly, taper};
use crate::skeleton::{Joints, Look};

pub fn head(art: &mut Painter, j: &Joints) {
    // Head space: x forward, y up.
    let q = |x: f32, y: f32| j.head + p(x, -y).turned(j.head_turn);
    let hood = Part::new(3.4)
        .melt(2.5)
        .add(dot(q(-0.6, 1.6), 9.3), SUIT)
        .add(taper(q(1.5, -1.5), 7.6, q(4.2, -4.0), 4.8), SUIT)
        .add(taper(q(-7.0, 6.0), 2.6, q(-11.5, 8.5), 0.9), SUIT)
        .detail(
            poly(
                &[q(0.8, 3.2), q(10.5, 3.0), q(10.5, -1.2), q(1.8, -1.2)],
                1.5,
            ),
            SKIN,
        )
        .detail(taper(q(-9.5, 5.2), 1.5, q(10.5, 6.4), 1.5), WRAP)
        .detail(
            taper(q(0.4, -4.5), 0.5, q(8.0, -4.2), 0.5),
            flat(SUIT.shade),
        );
    art.paint(&hood);
    let eye = |x: f32, h: f32, w: f32| taper(q(x, 1.3 - h), w, q(x, 1.3 + h), w);
    let plain = |s| Part::new(0.0).line(0.0).melt(0.0).add(s, flat(INK));
    match j.look {
        Look::Calm | Look::Fierce => {
            for (x, w) in [(4.0, 2.0), (8.4, 1.6)] {
                art.paint(
                    &Part::new(0.0)
                        .line(0.0)
                        .add(oval(q(x, 1.1), w, 1.9, j.head_turn), flat(rgb(0xffffff))),
                );
            }
            art.paint(&plain(eye(4.9, 0.8, 1.05)));
            art.paint(&plain(eye(8.9, 0.8, 0.95)));
            let slant = if j.look == Look::Fierce { 1.5 } else { 0.7 };
            art.paint(&plain(taper(
                q(1.8, 3.0 + slant),
                0.8,
                q(6.2, 3.0 - slant * 0.4),
                0.8,
            )));
            art.paint(&plain(taper(
                q(7.4, 3.0 - slant * 0.3),
                0.7,
                q(10.0, 3.2),
                0.7,
            )));
        }
        Look::Pain => {
            art.paint(&plain(taper(q(2.4, 2.8), 0.7, q(5.4, 1.2), 0.7)));
            art.paint(&plain(taper(q(5.4, 1.2), 0.7, q(2.4, -0.4), 0.7)));
            art.paint(&plain(taper(q(9.6, 2.6), 0.6, q(7.8, 1.2), 0.6)));
            art.paint(&plain(taper(q(7.8, 1.2), 0.6, q(9.6, -0.2), 0.6)));
        }
        Look::Glad => {
            art.paint(&plain(taper(q(2.4, 0.6), 0.7, q(4.0, 2.3), 0.7)));
            art.paint(&plain(taper(q(4.0, 2.3), 0.7, q(5.6, 0.6), 0.7)));
            art.paint(&plain(taper(q(7.2, 0.6), 0.6, q(8.4, 2.2), 0.6)));
            art.paint(&plain(taper(q(8.4, 2.2), 0.6, q(9.6, 0.6), 0.6)));
        }
    }
}
