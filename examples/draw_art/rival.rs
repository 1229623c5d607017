//! The rival's costume: a broad karateka in a white gi with a black belt, bare feet and a headband, hung on the joints back to front.

use crate::chain::Cloth;
use crate::fighter::{CellSize, Fighter, Hanging};
use crate::geom::{P, p};
use crate::painter::{Painter, Part, Tone, flat, tone};
use crate::picture::{Picture, Rgb, rgb};
use crate::rival_head::head;
use crate::rival_limbs::{arm, fist, foot, leg, strip};
use crate::rival_moves;
use crate::shape::{poly, taper};
use crate::skeleton::Joints;

pub const INK: Rgb = rgb(0x1c1220);
pub const GI: Tone = tone(rgb(0xf7f1e2), rgb(0xbfb8cc));
pub const GI_FAR: Tone = tone(rgb(0xcdc6d4), rgb(0x958da8));
pub const BELT: Tone = Tone {
    light: rgb(0x2f2b38),
    shade: rgb(0x1c1220),
    rim: rgb(0x5d566c),
};
pub const SKIN: Tone = tone(rgb(0xe0a377), rgb(0xb0704f));
pub const SKIN_FAR: Tone = tone(rgb(0xb97c5c), rgb(0x8f5a47));
pub const HAIR: Tone = tone(rgb(0x4a3026), rgb(0x2d1c1c));
pub const BAND: Tone = tone(rgb(0x3fae8f), rgb(0x277564));
pub const BAND_FAR: Tone = tone(rgb(0x277564), rgb(0x1b5450));

pub fn fighter() -> Fighter {
    let knot = |j: &Joints| belt(j) + across(j) * (6.5 + j.twist.clamp(-1.0, 1.0) * 1.5);
    let end = |length: f32, phase: f32, breeze: f32| Cloth {
        joints: 5,
        length,
        weight: 1700.0,
        breeze,
        waver: 0.5,
        drag: 12.0,
        phase,
        stiff: 0.5,
    };
    let nape = |j: &Joints| j.head + p(-9.5, -2.0).turned(j.head_turn);
    Fighter {
        name: "rival",
        build: rival_moves::BUILD,
        guard: rival_moves::GUARD,
        moves: rival_moves::moves(),
        cloths: vec![
            Hanging {
                cloth: end(19.0, 0.0, -300.0),
                from: knot,
            },
            Hanging {
                cloth: end(16.0, 0.3, 120.0),
                from: knot,
            },
            Hanging {
                cloth: Cloth {
                    weight: 1300.0,
                    breeze: -1250.0,
                    ..end(17.0, 0.1, 0.0)
                },
                from: nape,
            },
            Hanging {
                cloth: Cloth {
                    weight: 1500.0,
                    breeze: -800.0,
                    ..end(14.0, 0.5, 0.0)
                },
                from: nape,
            },
        ],
        dress,
        streak: rgb(0xffd9a0),
        girth: 27.0,
    }
}

fn belt(j: &Joints) -> P {
    j.waist.lerp(j.hip, 0.62)
}

/// Forward, along the belt.
fn across(j: &Joints) -> P {
    (j.hip - j.waist).unit().side() * -1.0
}

fn dress(j: &Joints, chains: &[Vec<P>], cell: CellSize) -> Picture {
    let mut art = Painter::new(cell.0, cell.1, INK);
    if let [.., long, short] = chains {
        art.paint(&strip(short, 1.9, BAND_FAR));
        art.paint(&strip(long, 2.2, BAND));
    }
    art.paint(&arm(&j.far_arm, GI_FAR, SKIN_FAR));
    art.paint(&fist(&j.far_arm, SKIN_FAR));
    art.paint(&foot(&j.far_sole, &j.far_leg, SKIN_FAR));
    art.paint(&leg(&j.far_leg, GI_FAR));
    let kicking = j.near_leg.end.y < j.hip.y + 14.0 && j.chest_turn > -60.0;
    if !kicking {
        art.paint(&foot(&j.near_sole, &j.near_leg, SKIN));
        art.paint(&leg(&j.near_leg, GI));
    }
    art.paint(&torso(j));
    belt_round(&mut art, j, chains);
    if kicking {
        art.paint(&foot(&j.near_sole, &j.near_leg, SKIN));
        art.paint(&leg(&j.near_leg, GI));
    }
    head(&mut art, j);
    art.paint(&arm(&j.near_arm, GI, SKIN));
    art.paint(&fist(&j.near_arm, SKIN));
    art.finish(1)
}

fn belt_round(art: &mut Painter, j: &Joints, chains: &[Vec<P>]) {
    let (at, ahead) = (belt(j), across(j));
    let up = (j.waist - j.hip).unit();
    let band = Part::new(1.6).melt(0.0).line(0.8).add(
        poly(
            &[
                at - ahead * 11.0 + up * 1.6,
                at + ahead * 10.5 + up * 0.8,
                at + ahead * 10.5 - up * 1.8,
                at - ahead * 11.0 - up * 1.2,
            ],
            0.8,
        ),
        BELT,
    );
    art.paint(&band);
    if let [front, back, ..] = chains {
        art.paint(&strip(back, 1.8, BELT));
        art.paint(&strip(front, 2.0, BELT));
    }
    let knot = at + ahead * (6.5 + j.twist.clamp(-1.0, 1.0) * 1.5);
    art.paint(&Part::new(1.4).line(0.8).add(
        poly(
            &[
                knot + p(-2.0, -1.2),
                knot + p(2.0, -1.6),
                knot + p(2.2, 1.4),
                knot + p(-1.8, 1.8),
            ],
            1.2,
        ),
        BELT,
    ));
}

fn torso(j: &Joints) -> Part {
    let up = (j.neck - j.waist).unit();
    let ahead = up.side();
    let chest = j.neck - up * 9.5;
    let (at, front) = (belt(j), across(j));
    let open = j.twist * -1.2;
    let near_hem = j.near_leg.root.lerp(j.near_leg.mid, 0.34);
    let far_hem = j.far_leg.root.lerp(j.far_leg.mid, 0.32);
    let line = |a: P, b: P| taper(a, 0.7, b, 0.7);
    let vee = at + front * (4.0 + open * 0.6);
    let throat = j.neck + ahead * 4.2 - up * 0.4;
    let nape = j.neck - ahead * 3.5 + up * 1.0;
    Part::new(5.2)
        .melt(4.0)
        .add(taper(j.neck - up * 2.0, 5.0, j.neck + up * 2.0, 4.6), SKIN)
        .add(taper(j.waist, 10.6, chest, 12.4), GI)
        .add(taper(j.near_arm.root, 6.8, j.far_arm.root, 6.4), GI)
        .add(taper(at, 9.8, j.waist, 9.6), GI)
        .add(
            poly(
                &[
                    at - front * 9.0,
                    at + front * 5.0,
                    near_hem + p(6.0, 0.5),
                    near_hem - p(7.5, -0.5),
                ],
                1.8,
            ),
            GI,
        )
        .add(
            poly(
                &[
                    at - front * 2.0,
                    at + front * 8.5,
                    far_hem + p(7.5, 0.5),
                    far_hem - p(2.0, 0.0),
                ],
                1.6,
            ),
            GI,
        )
        .detail(
            poly(
                &[
                    throat,
                    nape + ahead * 2.0,
                    chest + ahead * (3.0 + open) - up * 4.0,
                    chest + ahead * 7.0,
                ],
                0.8,
            ),
            SKIN,
        )
        .detail(
            line(
                chest + ahead * 8.0 + up * 3.0,
                chest + ahead * (4.0 + open) - up * 4.5,
            ),
            flat(SKIN.shade),
        )
        .detail(
            line(nape, chest + ahead * (2.5 + open) - up * 5.0),
            flat(INK),
        )
        .detail(
            line(chest + ahead * (2.5 + open) - up * 5.0, vee),
            flat(INK),
        )
        .detail(
            line(
                throat + ahead * 3.0,
                chest + ahead * (3.5 + open) - up * 5.0,
            ),
            flat(INK),
        )
}
