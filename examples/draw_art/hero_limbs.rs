//! The hero's arms, legs and fists, and the ribbons of his scarf.

use crate::geom::{P, p};
use crate::painter::{Part, Tone, flat};
use crate::shape::{poly, taper};
use crate::skeleton::{Limb, Sole};

/// A strip of cloth along a chain, wider at its free end, with a notch cut into that end.
pub fn ribbon(chain: &[P], from: f32, to: f32, red: Tone) -> Part {
    let n = chain.len() - 1;
    let mut part = Part::new(1.8).melt(0.0);
    for i in 0..n {
        let w = |k: usize| from + (to - from) * (k as f32 / n as f32).sqrt();
        let along = |k: usize| (chain[(k + 1).min(n)] - chain[k.max(1) - 1]).unit().side();
        let (a, b) = (chain[i], chain[i + 1]);
        let (sa, sb) = (along(i) * w(i), along(i + 1) * w(i + 1));
        let piece = if i + 1 == n {
            let way = (b - a).unit();
            poly(
                &[
                    a + sa,
                    b + sb + way * 2.0,
                    b - way * 1.5,
                    b - sb + way * 3.5,
                    a - sa,
                ],
                0.4,
            )
        } else {
            poly(&[a + sa, b + sb, b - sb, a - sa], 0.4)
        };
        part = part.add(piece, red);
    }
    part
}

pub fn arm(l: &Limb, suit: Tone, wrap: Tone) -> Part {
    let way = l.end - l.mid;
    let ring = |t: f32| {
        taper(
            l.mid + way * t + way.unit().side() * 5.0,
            0.55,
            l.mid + way * t - way.unit().side() * 5.0,
            0.55,
        )
    };
    Part::new(2.6)
        .add(taper(l.root, 5.0, l.mid, 4.0), suit)
        .add(taper(l.mid, 4.0, l.end, 3.2), suit)
        .detail(taper(l.mid + way * 0.42, 5.0, l.end, 5.0), wrap)
        .detail(ring(0.55), flat(suit.shade))
}

pub fn fist(l: &Limb, skin: Tone, wrap: Tone) -> Part {
    let way = (l.end - l.mid).unit();
    let at = l.end + way * 1.0;
    Part::new(2.2)
        .add(
            poly(
                &[
                    at + way * 2.4 + way.side() * 2.0,
                    at + way * 2.4 - way.side() * 2.0,
                    at - way * 1.6 - way.side() * 1.9,
                    at - way * 1.6 + way.side() * 1.9,
                ],
                1.9,
            ),
            skin,
        )
        .detail(
            taper(
                at - way * 3.4 + way.side() * 4.0,
                1.6,
                at - way * 3.4 - way.side() * 4.0,
                1.6,
            ),
            wrap,
        )
        .detail(
            taper(
                at + way * 0.6 + way.side() * 0.4,
                0.45,
                at + way * 3.6 + way.side() * 0.4,
                0.45,
            ),
            flat(skin.shade),
        )
}

pub fn leg(l: &Limb, s: &Sole, suit: Tone, wrap: Tone) -> Part {
    let shin = l.end - l.mid;
    let up = (l.mid - l.end).unit();
    let cross = |t: f32| {
        let at = l.mid + shin * t;
        taper(
            at + shin.unit().side() * 5.5 - up * 1.2,
            0.55,
            at - shin.unit().side() * 5.5 + up * 1.2,
            0.55,
        )
    };
    let sole = (s.toe - s.heel).unit();
    let lift = p(sole.y, -sole.x) * 2.0;
    Part::new(3.0)
        .add(taper(l.root, 7.4, l.mid, 5.4), suit)
        .add(taper(l.mid, 5.4, l.end, 3.7), suit)
        .add(
            poly(
                &[
                    s.heel + lift + sole * 1.6,
                    s.heel + lift * 2.6 + sole * 1.4,
                    l.end,
                    s.ball + lift * 2.0 - sole * 1.0,
                    s.ball + lift * 0.95,
                ],
                2.0,
            ),
            wrap,
        )
        .add(taper(s.ball + lift, 2.1, s.toe + lift * 0.9, 1.9), suit)
        .detail(
            taper(l.mid + shin * 0.5, 6.5, l.end + shin * 0.1, 6.0),
            wrap,
        )
        .detail(cross(0.62), flat(wrap.shade))
        .detail(cross(0.8), flat(wrap.shade))
}
