//! A round friendly face: eyes open, half shut, shut; then a smile, a wink and a surprise. Six frames of 64 x 64 in a row.

use crate::geom::p;
use crate::painter::{Painter, Part, flat, tone};
use crate::picture::{Picture, Rgb, rgb};
use crate::shape::{dot, oval, poly, taper};

pub const CELL: (i32, i32) = (64, 64);

const INK: Rgb = rgb(0x4a2430);
const WHITE: Rgb = rgb(0xfffaf0);
const IRIS: Rgb = rgb(0x3d6e8f);

#[derive(Clone, Copy, PartialEq)]
enum Eye {
    Open,
    Half,
    Shut,
    Happy,
    Wide,
}

#[derive(Clone, Copy)]
enum Mouth {
    Gentle,
    Laugh,
    Grin,
    Oh,
}

const FRAMES: [(Eye, Eye, Mouth); 6] = [
    (Eye::Open, Eye::Open, Mouth::Gentle),
    (Eye::Half, Eye::Half, Mouth::Gentle),
    (Eye::Shut, Eye::Shut, Mouth::Gentle),
    (Eye::Happy, Eye::Happy, Mouth::Laugh),
    (Eye::Open, Eye::Happy, Mouth::Grin),
    (Eye::Wide, Eye::Wide, Mouth::Oh),
];

pub fn draw() -> Picture {
    let mut sheet = Picture::new(CELL.0 * FRAMES.len() as i32, CELL.1);
    for (i, (left, right, mouth)) in FRAMES.iter().enumerate() {
        sheet.draw(&cell(*left, *right, *mouth), i as i32 * CELL.0, 0);
    }
    sheet
}

fn cell(left: Eye, right: Eye, mouth: Mouth) -> Picture {
    let mut art = Painter::new(CELL.0, CELL.1, INK);
    let skin = tone(rgb(0xffd66e), rgb(0xf0a94e));
    let blush = flat(rgb(0xf79a72));
    let head = Part::new(6.0)
        .add(dot(p(32.0, 33.0), 27.0), skin)
        .detail(oval(p(15.5, 41.0), 5.0, 3.0, 0.0), blush)
        .detail(oval(p(48.5, 41.0), 5.0, 3.0, 0.0), blush)
        .detail(oval(p(43.0, 12.5), 5.0, 2.0, 28.0), flat(rgb(0xfff0b8)));
    art.paint(&head);
    eye(&mut art, 22.5, left);
    eye(&mut art, 41.5, right);
    mouth_in(&mut art, mouth);
    art.finish(1)
}

fn bare() -> Part {
    Part::new(0.0).line(0.0).melt(0.0)
}

fn stroke(art: &mut Painter, points: &[(f32, f32)], r: f32) {
    for two in points.windows(2) {
        art.paint(&bare().add(
            taper(p(two[0].0, two[0].1), r, p(two[1].0, two[1].1), r),
            flat(INK),
        ));
    }
}

fn eye(art: &mut Painter, x: f32, eye: Eye) {
    let y = 28.0;
    match eye {
        Eye::Open | Eye::Half | Eye::Wide => {
            let (rx, ry) = if eye == Eye::Wide {
                (6.6, 8.6)
            } else {
                (5.8, 7.4)
            };
            let pupil = if eye == Eye::Wide { 2.4 } else { 3.1 };
            let mut ball = Part::new(0.0)
                .line(1.2)
                .add(oval(p(x, y), rx, ry, 0.0), flat(WHITE))
                .detail(dot(p(x + 0.5, y + 1.5), pupil + 1.4), flat(IRIS))
                .detail(dot(p(x + 0.5, y + 1.5), pupil), flat(rgb(0x1d1626)))
                .detail(dot(p(x + 2.0, y - 0.8), 1.4), flat(WHITE));
            if eye == Eye::Half {
                // The lid comes down over the upper half.
                let lid = poly(
                    &[
                        p(x - 9.0, y - 12.0),
                        p(x + 9.0, y - 12.0),
                        p(x + 9.0, y + 0.4),
                        p(x - 9.0, y + 0.4),
                    ],
                    0.0,
                );
                let seam = taper(p(x - 9.0, y + 1.0), 0.9, p(x + 9.0, y + 1.0), 0.9);
                ball = ball
                    .detail(lid, flat(rgb(0xf0a94e)))
                    .detail(seam, flat(INK));
            }
            art.paint(&ball);
        }
        Eye::Shut => stroke(
            art,
            &[
                (x - 5.5, y + 2.0),
                (x - 3.0, y + 4.0),
                (x, y + 4.6),
                (x + 3.0, y + 4.0),
                (x + 5.5, y + 2.0),
            ],
            1.2,
        ),
        Eye::Happy => stroke(
            art,
            &[
                (x - 5.5, y + 3.0),
                (x - 3.2, y - 0.6),
                (x, y - 2.0),
                (x + 3.2, y - 0.6),
                (x + 5.5, y + 3.0),
            ],
            1.3,
        ),
    }
    let brow = match eye {
        Eye::Wide => 12.5,
        Eye::Open => 15.0,
        Eye::Half | Eye::Shut | Eye::Happy => 16.5,
    };
    stroke(
        art,
        &[
            (x - 4.0, brow + 0.8),
            (x, brow - 0.6),
            (x + 4.0, brow + 0.8),
        ],
        0.9,
    );
}

fn mouth_in(art: &mut Painter, mouth: Mouth) {
    match mouth {
        Mouth::Gentle => stroke(
            art,
            &[
                (24.0, 44.0),
                (27.5, 47.0),
                (32.0, 48.0),
                (36.5, 47.0),
                (40.0, 44.0),
            ],
            1.1,
        ),
        Mouth::Grin => stroke(
            art,
            &[
                (22.0, 43.0),
                (26.0, 47.0),
                (32.0, 49.0),
                (38.0, 47.0),
                (42.5, 41.5),
            ],
            1.2,
        ),
        Mouth::Laugh => art.paint(
            &Part::new(0.0)
                .line(1.2)
                .add(
                    poly(
                        &[
                            p(21.5, 42.0),
                            p(42.5, 42.0),
                            p(40.0, 48.0),
                            p(35.5, 52.0),
                            p(28.5, 52.0),
                            p(24.0, 48.0),
                        ],
                        1.0,
                    ),
                    flat(rgb(0x8a2f3e)),
                )
                .detail(oval(p(32.0, 53.0), 6.5, 4.0, 0.0), flat(rgb(0xf2757a)))
                .detail(
                    poly(
                        &[p(20.0, 40.0), p(44.0, 40.0), p(44.0, 44.0), p(20.0, 44.0)],
                        0.0,
                    ),
                    flat(WHITE),
                ),
        ),
        Mouth::Oh => art.paint(
            &Part::new(0.0)
                .line(1.2)
                .add(oval(p(32.0, 47.5), 4.0, 5.0, 0.0), flat(rgb(0x8a2f3e))),
        ),
    }
}
