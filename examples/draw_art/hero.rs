//! The hero's costume: a ninja in dark blue with pale wraps, a red sash and a long red scarf, hung on the joints back to front.

use crate::chain::Cloth;
use crate::fighter::{CellSize, Fighter, Hanging};
use crate::geom::{P, p};
use crate::hero_head::head;
use crate::hero_limbs::{arm, fist, leg, ribbon};
use crate::hero_moves;
use crate::painter::{Painter, Part, Tone, flat, tone};
use crate::picture::{Picture, Rgb, rgb};
use crate::shape::{dot, poly, taper};
use crate::skeleton::Joints;

pub const INK: Rgb = rgb(0x0d1026);
pub const SUIT: Tone = Tone {
    light: rgb(0x34539b),
    shade: rgb(0x22366f),
    rim: rgb(0x7d9fe0),
};
const SUIT_FAR: Tone = tone(rgb(0x263f7c), rgb(0x1a2a58));
pub const WRAP: Tone = tone(rgb(0xc9d3e6), rgb(0x8490b4));
const WRAP_FAR: Tone = tone(rgb(0x929dbf), rgb(0x66709a));
pub const SKIN: Tone = tone(rgb(0xf2c394), rgb(0xcb8f6a));
const SKIN_FAR: Tone = tone(rgb(0xc99470), rgb(0xa3705a));
const RED: Tone = Tone {
    light: rgb(0xe23b45),
    shade: rgb(0xa81f3a),
    rim: rgb(0xff7a6b),
};
const RED_FAR: Tone = tone(rgb(0xa81f3a), rgb(0x76162f));

pub fn fighter() -> Fighter {
    let nape = |j: &Joints| j.neck + p(-5.0, -1.5).turned(j.chest_turn * 0.6);
    let scarf = |length: f32, phase: f32, breeze: f32| Cloth {
        joints: 9,
        length,
        weight: 1450.0,
        breeze,
        waver: 0.32,
        drag: 13.0,
        phase,
        stiff: 0.8,
    };
    Fighter {
        name: "hero",
        build: hero_moves::BUILD,
        guard: hero_moves::GUARD,
        moves: hero_moves::moves(),
        cloths: vec![
            Hanging {
                cloth: scarf(52.0, 0.0, -1800.0),
                from: nape,
            },
            Hanging {
                cloth: scarf(41.0, 0.3, -1150.0),
                from: nape,
            },
            Hanging {
                cloth: Cloth {
                    joints: 4,
                    length: 17.0,
                    weight: 1800.0,
                    breeze: -500.0,
                    waver: 0.5,
                    drag: 12.0,
                    phase: 0.2,
                    stiff: 0.5,
                },
                from: |j| j.waist.lerp(j.hip, 0.55) + p(-7.0, 0.0).turned(j.chest_turn * 0.5),
            },
        ],
        dress,
        streak: rgb(0x9cc4ff),
        girth: 21.0,
    }
}

fn dress(j: &Joints, chains: &[Vec<P>], cell: CellSize) -> Picture {
    let mut art = Painter::new(cell.0, cell.1, INK);
    // The scarf of one who is thrown on his back lies over him.
    let over = j.chest_turn < -60.0;
    if !over {
        scarf(&mut art, chains);
    }
    art.paint(&arm(&j.far_arm, SUIT_FAR, WRAP_FAR));
    art.paint(&fist(&j.far_arm, SKIN_FAR, WRAP_FAR));
    art.paint(&leg(&j.far_leg, &j.far_sole, SUIT_FAR, WRAP_FAR));
    // A leg kicked up high passes in front of the body, a standing one behind the tunic's hem.
    let kicking = j.near_leg.end.y < j.hip.y + 14.0 && j.chest_turn > -60.0;
    if !kicking {
        art.paint(&leg(&j.near_leg, &j.near_sole, SUIT, WRAP));
    }
    art.paint(&torso(j));
    if kicking {
        art.paint(&leg(&j.near_leg, &j.near_sole, SUIT, WRAP));
    }
    head(&mut art, j);
    if over {
        scarf(&mut art, chains);
    }
    art.paint(&collar(j));
    art.paint(&arm(&j.near_arm, SUIT, WRAP));
    art.paint(&fist(&j.near_arm, SKIN, WRAP));
    art.finish(1)
}

fn scarf(art: &mut Painter, chains: &[Vec<P>]) {
    if let [long, short, sash] = chains {
        art.paint(&ribbon(short, 2.2, 4.2, RED_FAR));
        art.paint(&ribbon(long, 2.6, 5.0, RED));
        art.paint(&ribbon(sash, 1.8, 2.6, RED_FAR));
    }
}

fn torso(j: &Joints) -> Part {
    let up = (j.neck - j.waist).unit();
    let ahead = up.side();
    let chest = j.neck - up * 7.5;
    let pelvis = j.hip + p(0.0, 0.5);
    let down = (j.hip - j.waist).unit();
    let knees = (j.near_leg.mid - j.near_leg.root) * 0.42;
    let far_knee = (j.far_leg.mid - j.far_leg.root) * 0.40;
    let belt = j.waist.lerp(j.hip, 0.45);
    let across = down.side();
    Part::new(4.2)
        .melt(3.0)
        .add(taper(j.waist, 7.6, chest, 8.8), SUIT)
        .add(taper(j.near_arm.root, 5.0, j.far_arm.root, 4.6), SUIT)
        .add(taper(pelvis, 7.4, j.waist, 7.0), SUIT)
        .add(
            poly(
                &[
                    belt - across * 6.5,
                    belt + across * 6.5,
                    j.near_leg.root + knees + p(3.0, 0.0),
                    j.near_leg.root + knees - p(6.0, 0.5),
                ],
                1.6,
            ),
            SUIT,
        )
        .add(
            poly(
                &[
                    belt - across * 4.0,
                    belt + across * 6.5,
                    j.far_leg.root + far_knee + p(4.0, 0.5),
                    j.far_leg.root + far_knee - p(3.0, 0.0),
                ],
                1.4,
            ),
            SUIT,
        )
        .detail(
            taper(
                chest + ahead * 5.5 + up * 6.5,
                0.7,
                belt + ahead * (1.0 + j.twist),
                0.7,
            ),
            flat(SUIT_FAR.shade),
        )
        .detail(
            taper(
                chest - ahead * 1.5 + up * 7.0,
                0.6,
                chest + ahead * 3.0 - up * 2.5,
                0.6,
            ),
            flat(SUIT_FAR.shade),
        )
        .detail(
            taper(belt - across * 12.0, 2.5, belt + across * 12.0, 2.5),
            RED,
        )
        .detail(
            taper(
                belt - across * 12.0 + down * 2.9,
                0.6,
                belt + across * 12.0 + down * 2.9,
                0.6,
            ),
            flat(INK),
        )
}

/// The scarf's turns round the neck, with the knot at the nape.
fn collar(j: &Joints) -> Part {
    let q = |x: f32, y: f32| j.neck + p(x, y).turned(j.chest_turn * 0.6);
    Part::new(1.8)
        .melt(1.5)
        .add(taper(q(-5.0, -1.8), 3.2, q(5.5, 0.2), 3.6), RED)
        .add(dot(q(-6.4, -1.0), 2.8), RED)
        .detail(taper(q(-4.0, 0.8), 0.5, q(6.0, -1.0), 0.5), flat(RED.shade))
}
