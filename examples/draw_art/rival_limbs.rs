//! The rival's arms, legs, fists and feet, and the strips of cloth that hang on him.

use crate::geom::{P, p};
use crate::painter::{Part, Tone, flat};
use crate::rival::INK;
use crate::shape::{poly, taper};
use crate::skeleton::{Limb, Sole};

pub fn strip(chain: &[P], width: f32, t: Tone) -> Part {
    let n = chain.len() - 1;
    let mut part = Part::new(1.2).melt(0.0);
    for i in 0..n {
        let along = |k: usize| (chain[(k + 1).min(n)] - chain[k.max(1) - 1]).unit().side() * width;
        let (a, b) = (chain[i], chain[i + 1]);
        part = part.add(
            poly(
                &[
                    a + along(i),
                    b + along(i + 1),
                    b - along(i + 1),
                    a - along(i),
                ],
                0.3,
            ),
            t,
        );
    }
    part
}

pub fn arm(l: &Limb, gi: Tone, skin: Tone) -> Part {
    let way = l.end - l.mid;
    let cuff = l.mid + way * 0.34;
    let side = way.unit().side();
    Part::new(3.2)
        .add(taper(l.root, 7.2, l.mid, 6.0), gi)
        .add(taper(l.mid + way * 0.36, 4.9, l.end, 4.3), skin)
        .add(
            poly(
                &[
                    l.mid + side * 3.4,
                    cuff + side * 4.6,
                    cuff - side * 4.6,
                    l.mid - side * 3.4,
                ],
                1.6,
            ),
            gi,
        )
        .detail(
            taper(
                cuff + way.unit() * 1.6 + side * 7.0,
                0.6,
                cuff + way.unit() * 1.6 - side * 7.0,
                0.6,
            ),
            flat(INK),
        )
}

pub fn fist(l: &Limb, skin: Tone) -> Part {
    let way = (l.end - l.mid).unit();
    let s = way.side();
    let at = l.end + way * 1.4;
    Part::new(2.6)
        .add(
            poly(
                &[
                    at + way * 2.6 + s * 2.6,
                    at + way * 2.6 - s * 2.6,
                    at - way * 2.2 - s * 2.2,
                    at - way * 2.2 + s * 2.2,
                ],
                2.4,
            ),
            skin,
        )
        .detail(
            taper(at + way * 0.8 + s * 0.8, 0.5, at + way * 5.0 + s * 0.8, 0.5),
            flat(skin.shade),
        )
        .detail(
            taper(at - way * 0.6 - s * 1.6, 0.5, at + way * 5.0 - s * 1.8, 0.5),
            flat(skin.shade),
        )
}

pub fn leg(l: &Limb, gi: Tone) -> Part {
    let shin = l.end - l.mid;
    let side = shin.unit().side();
    let hem = l.mid + shin * 0.84;
    Part::new(3.8)
        .melt(3.0)
        .add(taper(l.root, 9.4, l.mid, 7.2), gi)
        .add(
            poly(
                &[
                    l.mid + side * 5.2,
                    hem + side * 5.6,
                    hem - side * 5.6,
                    l.mid - side * 5.2,
                ],
                1.8,
            ),
            gi,
        )
        .detail(
            taper(
                l.mid + side * 1.0 + shin * 0.1,
                0.5,
                l.mid + side * 3.6 + shin * 0.35,
                0.5,
            ),
            flat(gi.shade),
        )
        .detail(
            taper(hem + side * 1.5, 0.5, hem + side * 1.0 - shin * 0.3, 0.5),
            flat(gi.shade),
        )
}

pub fn foot(s: &Sole, l: &Limb, skin: Tone) -> Part {
    let sole = (s.toe - s.heel).unit();
    let lift = p(sole.y, -sole.x) * 2.0;
    Part::new(2.2)
        .melt(2.5)
        .add(taper(l.mid.lerp(l.end, 0.7), 3.8, l.end, 3.7), skin)
        .add(
            poly(
                &[
                    s.heel + lift + sole * 1.4,
                    s.heel + lift * 2.4 + sole * 1.6,
                    l.end,
                    s.ball + lift * 1.9 - sole * 1.5,
                    s.ball + lift,
                ],
                2.0,
            ),
            skin,
        )
        .add(taper(s.ball + lift, 2.1, s.toe + lift * 0.95, 2.0), skin)
        .detail(
            taper(
                s.toe + lift * 0.4 - sole * 0.5,
                0.45,
                s.toe + lift * 1.8 - sole * 0.8,
                0.45,
            ),
            flat(skin.shade),
        )
}
