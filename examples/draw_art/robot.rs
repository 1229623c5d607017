//! What the robot's shapes cannot do well: the plate on its chest, its pack, its gun, and its eyes in four moods.
//! Drawn twice as fine as the scene. The rest of it is shapes in `robot.character.ron`.

use crate::geom::{P, p};
use crate::painter::{Painter, Part, Tone, flat, tone};
use crate::picture::{Picture, Rgb, rgb};
use crate::shape::{Shape, dot, oval, poly, taper};

/// The line round everything; the shapes have the same.
const INK: Rgb = rgb(0x241b38);
const CREAM: Tone = tone(rgb(0xf6ead2), rgb(0xcdb6ac));
const ORANGE: Tone = Tone {
    light: rgb(0xf2883c),
    shade: rgb(0xb8522f),
    rim: rgb(0xffc27a),
};
const STEEL: Tone = Tone {
    light: rgb(0x625c8c),
    shade: rgb(0x453f68),
    rim: rgb(0x9a94c4),
};
const GLOW: Rgb = rgb(0x57e3e8);

const CHEST: (i32, i32) = (52, 44);
const PACK: (i32, i32) = (28, 44);
const GUN: (i32, i32) = (72, 30);
const FACE: (i32, i32) = (44, 26);

#[derive(Clone, Copy)]
enum Mood {
    Open,
    Half,
    Shut,
    Fierce,
}

pub fn draw() -> Picture {
    let mut sheet = Picture::new(176, 70);
    sheet.draw(&chest(), 0, 0);
    sheet.draw(&pack(), CHEST.0, 0);
    sheet.draw(&gun(), CHEST.0 + PACK.0, 0);
    for (i, mood) in [Mood::Open, Mood::Half, Mood::Shut, Mood::Fierce]
        .into_iter()
        .enumerate()
    {
        sheet.draw(&face(mood), i as i32 * FACE.0, CHEST.1);
    }
    sheet
}

/// A group without a line of its own.
fn bare() -> Part {
    Part::new(0.0).line(0.0).melt(0.0)
}

fn slab(x: f32, y: f32, w: f32, h: f32, round: f32) -> Shape {
    let (l, t, r, b) = (x + round, y + round, x + w - round, y + h - round);
    poly(&[p(l, t), p(r, t), p(r, b), p(l, b)], round)
}

/// A rivet: a dark ring under a bright head.
fn rivet(art: &mut Painter, at: P) {
    art.paint(&bare().add(dot(at + p(0.4, 0.6), 2.1), flat(rgb(0x9c8590))));
    art.paint(&bare().add(dot(at, 1.5), flat(rgb(0xfffaf0))));
}

fn chest() -> Picture {
    // A soft line: the plate lies flat on the chest.
    let mut art = Painter::new(CHEST.0, CHEST.1, rgb(0xa58d96));
    // The shadow under the chest, then the plate on it.
    let side = poly(
        &[
            p(3.0, 14.0),
            p(10.0, 34.0),
            p(20.0, 42.0),
            p(6.0, 36.0),
            p(2.0, 24.0),
        ],
        1.0,
    );
    art.paint(&bare().add(side, flat(CREAM.shade)));
    let plate = poly(
        &[
            p(15.0, 5.0),
            p(42.0, 5.0),
            p(47.0, 13.0),
            p(44.0, 30.0),
            p(34.0, 38.0),
            p(22.0, 38.0),
            p(11.0, 27.0),
            p(10.0, 13.0),
        ],
        2.0,
    );
    let band = poly(
        &[p(0.0, 23.0), p(52.0, 19.0), p(52.0, 26.0), p(0.0, 30.0)],
        0.0,
    );
    art.paint(
        &Part::new(4.0)
            .melt(0.0)
            .add(plate, tone(rgb(0xfff7e6), rgb(0xdcc6b4)))
            .detail(band, ORANGE),
    );
    // A round window with a light behind it.
    art.paint(
        &Part::new(0.0)
            .line(0.0)
            .add(dot(p(33.0, 15.0), 7.0), flat(INK))
            .detail(dot(p(33.0, 15.0), 5.4), flat(rgb(0x2f8fa6)))
            .detail(dot(p(33.4, 14.4), 3.6), flat(GLOW))
            .detail(dot(p(34.6, 13.2), 1.4), flat(rgb(0xe8ffff))),
    );
    for y in [11.0, 15.0, 19.0] {
        art.paint(&bare().add(
            taper(p(16.0, y), 0.8, p(23.0, y - 0.5), 0.8),
            flat(rgb(0x8d7888)),
        ));
    }
    for at in [p(16.0, 7.5), p(43.0, 8.5), p(25.0, 35.5), p(38.0, 33.0)] {
        rivet(&mut art, at);
    }
    art.finish(0)
}

fn pack() -> Picture {
    let mut art = Painter::new(PACK.0, PACK.1, INK);
    art.paint(&Part::new(2.0).add(slab(7.0, 35.0, 13.0, 7.0, 1.5), STEEL));
    art.paint(&Part::new(2.0).add(slab(9.0, 2.0, 9.0, 9.0, 2.0), STEEL));
    art.paint(
        &Part::new(4.0)
            .add(slab(3.0, 8.0, 22.0, 29.0, 6.0), ORANGE)
            .detail(slab(2.0, 20.0, 24.0, 2.0, 0.0), flat(rgb(0x8a3a2a))),
    );
    for y in [25.0, 28.5, 32.0] {
        art.paint(&bare().add(taper(p(8.0, y), 1.1, p(17.0, y), 1.1), flat(INK)));
    }
    art.paint(&bare().add(slab(8.0, 12.0, 9.0, 4.0, 1.5), flat(rgb(0xffd89a))));
    art.finish(0)
}

/// The gun, its grip at (18, 14), its muzzle at the right edge.
fn gun() -> Picture {
    let mut art = Painter::new(GUN.0, GUN.1, INK);
    let butt = poly(
        &[p(3.0, 8.0), p(14.0, 6.0), p(14.0, 17.0), p(5.0, 19.0)],
        1.5,
    );
    art.paint(&Part::new(3.0).add(butt, STEEL));
    let grip = poly(
        &[p(17.0, 14.0), p(24.0, 14.0), p(21.0, 26.0), p(14.0, 26.0)],
        1.5,
    );
    art.paint(&Part::new(2.0).add(grip, tone(rgb(0x453f68), rgb(0x332d52))));
    let barrel = slab(46.0, 8.0, 22.0, 8.0, 1.0);
    art.paint(&Part::new(3.0).add(barrel, STEEL));
    art.paint(&Part::new(3.0).add(slab(63.0, 5.5, 7.0, 13.0, 2.0), ORANGE));
    let body = poly(
        &[
            p(12.0, 5.0),
            p(44.0, 4.0),
            p(50.0, 9.0),
            p(49.0, 17.0),
            p(38.0, 20.0),
            p(13.0, 18.0),
        ],
        1.5,
    );
    art.paint(
        &Part::new(4.0)
            .melt(0.0)
            .add(body, tone(rgb(0xf6ead2), rgb(0xc3aaa8)))
            .detail(slab(24.0, 8.0, 21.0, 6.0, 3.0), flat(INK))
            .detail(slab(25.5, 9.2, 18.0, 3.6, 1.8), flat(rgb(0x2f8fa6)))
            .detail(slab(25.5, 9.2, 13.0, 3.6, 1.8), flat(GLOW))
            .detail(slab(27.0, 9.6, 6.0, 1.2, 0.6), flat(rgb(0xe8ffff))),
    );
    // A sight, and the coils round the barrel.
    art.paint(
        &Part::new(1.0)
            .line(0.8)
            .add(slab(32.0, 0.8, 8.0, 3.0, 1.0), STEEL),
    );
    for x in [53.0, 57.0] {
        art.paint(&bare().add(taper(p(x, 8.0), 0.9, p(x, 16.0), 0.9), flat(GLOW)));
    }
    art.finish(0)
}

fn face(mood: Mood) -> Picture {
    let mut art = Painter::new(FACE.0, FACE.1, INK);
    let glass = poly(
        &[
            p(6.0, 5.0),
            p(36.0, 4.0),
            p(40.0, 9.0),
            p(38.0, 19.0),
            p(33.0, 22.0),
            p(9.0, 21.0),
            p(4.0, 16.0),
        ],
        1.6,
    );
    // A gleam across the glass.
    let gleam = poly(
        &[p(8.0, 2.0), p(14.0, 2.0), p(6.0, 24.0), p(0.0, 24.0)],
        0.0,
    );
    art.paint(
        &Part::new(0.0)
            .line(1.6)
            .melt(0.0)
            .add(glass, flat(rgb(0x232a52)))
            .detail(gleam, flat(rgb(0x35407a))),
    );
    for x in [19.0, 32.0] {
        eye(&mut art, x, mood);
    }
    art.finish(0)
}

fn eye(art: &mut Painter, x: f32, mood: Mood) {
    let y = 12.5;
    let halo = flat(rgb(0x2f6f9a));
    match mood {
        Mood::Open => {
            art.paint(&bare().add(oval(p(x, y), 5.0, 7.0, 0.0), halo));
            art.paint(
                &bare().add(oval(p(x, y), 3.6, 5.6, 0.0), flat(GLOW)).detail(
                    oval(p(x + 0.8, y - 1.8), 1.4, 2.0, 0.0),
                    flat(rgb(0xe8ffff)),
                ),
            );
        }
        Mood::Half => {
            art.paint(&bare().add(oval(p(x, y + 1.0), 5.0, 4.0, 0.0), halo));
            art.paint(&bare().add(oval(p(x, y + 1.0), 3.8, 2.8, 0.0), flat(GLOW)));
        }
        Mood::Shut => {
            art.paint(&bare().add(
                taper(p(x - 3.6, y + 2.0), 1.1, p(x + 3.6, y + 2.0), 1.1),
                flat(GLOW),
            ));
        }
        Mood::Fierce => {
            // The brow cuts the upper half off, steeper towards the nose.
            let cut = |grow: f32| {
                poly(
                    &[
                        p(x - 4.0, y - 5.0),
                        p(x + 4.0, y - 0.5),
                        p(x + 3.0, y + 5.0),
                        p(x - 3.0, y + 5.0),
                    ],
                    grow,
                )
            };
            art.paint(&bare().add(cut(1.8), flat(rgb(0x9a3a4a))));
            art.paint(&bare().add(cut(0.4), flat(rgb(0xff8a4a))).detail(
                oval(p(x + 0.6, y + 1.4), 1.6, 1.8, 0.0),
                flat(rgb(0xfff3c4)),
            ));
        }
    }
}
