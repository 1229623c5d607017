//! A scene as a draw list: backdrop, figures, interpolation.

use std::collections::BTreeMap;
use std::sync::Arc;

use proptest::prelude::*;

use super::*;
use crate::draw::{PageId, Pages};
use crate::geom::Rect;
use crate::raster::Raster;

const CELL: u32 = 8;

/// Page 0: a wall of 20 by 10; page 1: two cells of 8 by 8, their upper three rows empty.
pub(super) fn pages() -> Pages {
    let pages = Pages::default();
    pages.add(20, 10, [90, 60, 60, 255].repeat(200));
    let cells = (0..CELL * CELL * 2).flat_map(|i| match (i % (2 * CELL), i / (2 * CELL)) {
        (_, 0..3) => [0, 0, 0, 0],
        // The left column is dark, so that a mirrored picture is seen to be one.
        (0 | 8, _) => [20, 20, 40, 255],
        _ => [200, 160, 120, 255],
    });
    pages.add(2 * CELL, CELL, cells.collect());
    pages
}

fn scene(size: (u32, u32), backdrop: Vec<LayerDef>) -> SceneDef {
    SceneDef {
        name: "test".into(),
        file: "assets/scenes/test.scene.ron".into(),
        size,
        backdrop,
        actors: Vec::new(),
        keys: BTreeMap::new(),
        source: Arc::from(""),
    }
}

fn wall(scroll: f64, at: (f64, f64), repeat: bool) -> LayerDef {
    LayerDef {
        picture: Picture {
            page: PageId(0),
            source: Rect::new(0.0, 0.0, 20.0, 10.0),
            pivot: Vec2::new(10.0, 10.0),
        },
        scroll,
        at,
        repeat,
    }
}

pub(super) fn figure(x: f64, y: f64) -> Figure {
    Figure {
        parts: vec![PartFigure {
            shows: Shows::One(Art::Cell(Picture {
                page: PageId(1),
                source: Rect::new(0.0, 0.0, CELL as f32, CELL as f32),
                pivot: Vec2::new(4.0, 8.0),
            })),
            transform: Transform::IDENTITY,
            opacity: 1.0,
        }],
        puppet: false,
        lift: 0.0,
        mirrored: false,
        before: (x, y),
        now: (x, y),
        opacity: 1.0,
        tint: Rgba::WHITE,
        scale: (1.0, 1.0),
        rotation: 0.0,
        layer: 0.0,
        bubble: None,
    }
}

pub(super) fn says(figure: Figure, text: &str) -> Figure {
    let mut speaker = figure;
    speaker.bubble = Some(text.into());
    speaker
}

/// The frame's sprites as text, at fraction 1 and magnification 1.
fn lines(backdrop: Vec<LayerDef>, pan: (f64, f64), figures: &[Figure]) -> String {
    composed(backdrop, [pan; 2], figures, 1.0, 1)
}

fn composed(
    backdrop: Vec<LayerDef>,
    pan: [(f64, f64); 2],
    figures: &[Figure],
    fraction: f64,
    scale: u32,
) -> String {
    let scene = scene((48, 27), backdrop);
    let pages = pages();
    let list = compose(
        &scene,
        pan,
        figures,
        fraction,
        scale,
        &mut Letters::new(&pages),
        &mut Shapes::new(&pages),
    );
    let text = list.to_string();
    text.split_once('\n').unwrap().1.trim_end().to_owned()
}

/// A layer is repeated sideways over the whole width, wherever it is panned; one that is not stands alone;
/// what is outside the scene is left out.
#[test]
fn backdrop() {
    let at = |x: &str, y: &str| format!("page 0 [0 0 20 10] at [1 0 0 1 {x} {y}]");
    let cases = [
        (
            wall(1.0, (0.0, 0.0), true),
            (0.0, 0.0),
            vec![("0", "0"), ("20", "0"), ("40", "0")],
        ),
        (
            wall(1.0, (5.0, 17.0), true),
            (0.0, 0.0),
            vec![("-15", "17"), ("5", "17"), ("25", "17"), ("45", "17")],
        ),
        (
            wall(0.5, (0.0, 0.0), true),
            (-21.0, 4.0),
            vec![("-10", "2"), ("10", "2"), ("30", "2")],
        ),
        (
            wall(0.0, (0.0, 0.0), true),
            (7.0, 7.0),
            vec![("0", "0"), ("20", "0"), ("40", "0")],
        ),
        (wall(1.0, (3.0, 0.0), false), (2.0, 0.0), vec![("5", "0")]),
        (wall(1.0, (48.0, 0.0), false), (0.0, 0.0), vec![]),
        (wall(1.0, (0.0, -10.0), true), (0.0, 0.0), vec![]),
        (
            wall(1.0, (1e12, 0.0), true),
            (0.0, 0.0),
            vec![("0", "0"), ("20", "0"), ("40", "0")],
        ),
    ];
    for (layer, pan, expected) in cases {
        let expected: Vec<String> = expected.into_iter().map(|(x, y)| at(x, y)).collect();
        assert_eq!(
            lines(vec![layer.clone()], pan, &[]),
            expected.join("\n"),
            "{layer:?}"
        );
    }
}

/// A picture stands on its pivot; mirroring keeps its middle; lift raises it; look is applied about the pivot.
#[test]
fn figures_on_their_pivots() {
    let base = figure(20.0, 25.0);
    let cases = [
        (base.clone(), "[1 0 0 1 16 17]"),
        (
            Figure {
                mirrored: true,
                ..base.clone()
            },
            "[-1 0 0 1 24 17]",
        ),
        (
            Figure {
                lift: 6.0,
                ..base.clone()
            },
            "[1 0 0 1 16 11]",
        ),
        (
            Figure {
                scale: (2.0, 3.0),
                ..base.clone()
            },
            "[2 0 0 3 12 1]",
        ),
        (
            Figure {
                scale: (-2.0, 1.0),
                mirrored: true,
                ..base.clone()
            },
            "[2 0 0 1 12 17]",
        ),
        // A quarter turn clockwise: what stood up from the pivot lies to its right, mirrored or not.
        (
            Figure {
                rotation: 90.0,
                ..base.clone()
            },
            "[0 1 -1 0 28 21]",
        ),
        (
            Figure {
                rotation: 90.0,
                mirrored: true,
                ..base.clone()
            },
            "[0 -1 -1 0 28 29]",
        ),
        (
            Figure {
                tint: Rgba::rgb(255, 0, 0),
                opacity: 0.5,
                ..base.clone()
            },
            "[1 0 0 1 16 17] #ff000080",
        ),
        (
            Figure {
                opacity: 7.0,
                ..base.clone()
            },
            "[1 0 0 1 16 17]",
        ),
    ];
    for (figure, expected) in cases {
        assert_eq!(
            lines(Vec::new(), (0.0, 0.0), std::slice::from_ref(&figure)),
            format!("page 1 [0 0 8 8] at {expected}"),
            "{figure:?}"
        );
    }
    for unseen in [
        Figure {
            opacity: 0.0,
            ..base.clone()
        },
        Figure {
            parts: Vec::new(),
            ..base.clone()
        },
        figure(-4.0, 20.0),
        figure(1e30, 20.0),
    ] {
        assert_eq!(
            lines(Vec::new(), (0.0, 0.0), std::slice::from_ref(&unseen)),
            "",
            "{unseen:?}"
        );
    }
}

/// Figures are painted by layer, equal ones in order of arrival; minus zero is zero.
#[test]
fn order() {
    let at = |x: f64, layer: f64| Figure {
        layer,
        ..figure(x, 8.0)
    };
    let figures = [
        at(4.0, 1.0),
        at(5.0, 0.0),
        at(6.0, -0.0),
        at(7.0, -1.0),
        at(8.0, 0.0),
    ];
    let xs: Vec<String> = lines(Vec::new(), (0.0, 0.0), &figures)
        .lines()
        .map(|line| line.split(' ').nth(11).unwrap().to_owned())
        .collect();
    assert_eq!(xs, ["3", "1", "2", "4", "0"]);
}

/// Between two steps places are in between, on whole device pixels; a jump of more than half the scene is shown done.
#[test]
fn between_steps() {
    let cases: [(f64, f64, f64, u32, &str); 11] = [
        (10.0, 20.0, 0.0, 1, "6"),
        (10.0, 20.0, 0.5, 1, "11"),
        (10.0, 20.0, 1.0, 1, "16"),
        (10.0, 20.0, 9.0, 1, "16"),
        (10.0, 11.0, 0.5, 1, "7"),
        (10.0, 11.0, 0.5, 2, "6.5"),
        (10.0, 11.0, 0.4, 3, "6.333"),
        (10.0, 11.0, 0.6, 3, "6.667"),
        // 24 is half of 48.
        (10.0, 34.0, 0.5, 1, "18"),
        (10.0, 34.5, 0.0, 1, "31"),
        (34.5, 10.0, 0.0, 1, "6"),
    ];
    for (before, now, fraction, scale, expected) in cases {
        let moving = Figure {
            before: (before, 20.0),
            now: (now, 20.0),
            ..figure(0.0, 0.0)
        };
        assert_eq!(
            composed(Vec::new(), [(0.0, 0.0); 2], &[moving], fraction, scale),
            format!("page 1 [0 0 8 8] at [1 0 0 1 {expected} 12]"),
            "{before} {now} {fraction} {scale}"
        );
    }
    let layer = || vec![wall(0.5, (0.0, 0.0), false)];
    let pan =
        |before, now, fraction| composed(layer(), [(before, 0.0), (now, 0.0)], &[], fraction, 2);
    assert_eq!(pan(0.0, 2.0, 0.5), "page 0 [0 0 20 10] at [1 0 0 1 0.5 0]");
    assert_eq!(pan(0.0, 30.0, 0.5), "page 0 [0 0 20 10] at [1 0 0 1 15 0]");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// The same figures give the same list, whatever was drawn with these letters before; nothing panics.
    #[test]
    fn composing_is_pure(
        size in (1_u32..300, 1_u32..200), x in -1e9..1e9, y in -1e3..1e3, rotation in -1e3..1e3,
        fraction in 0.0..1.0, scale in 1_u32..=8, text in "\\PC{0,40}",
    ) {
        let scene = scene(size, vec![wall(0.3, (x, 0.0), true)]);
        let figures = [says(Figure { rotation, before: (0.0, 0.0), ..figure(x, y) }, &text)];
        let pages = pages();
        let (mut letters, mut shapes) = (Letters::new(&pages), Shapes::new(&pages));
        let mut list =
            || compose(&scene, [(0.0, 0.0), (x, y)], &figures, fraction, scale, &mut letters, &mut shapes);
        let first = list();
        prop_assert_eq!(list(), first);
    }
}

/// A picture of it all, compared pixel by pixel: rewritten with `UPDATE_GOLDEN=1`.
#[test]
fn golden_picture() {
    let pages = pages();
    let scene = scene((64, 40), vec![wall(0.5, (0.0, 30.0), true)]);
    let figures = [
        says(
            Figure {
                mirrored: true,
                ..figure(16.0, 38.0)
            },
            "Hi!",
        ),
        Figure {
            rotation: 30.0,
            opacity: 0.6,
            tint: Rgba::rgb(120, 200, 255),
            ..figure(44.0, 36.0)
        },
    ];
    let mut letters = Letters::new(&pages);
    let list = compose(
        &scene,
        [(0.0, 0.0), (7.0, 0.0)],
        &figures,
        0.5,
        2,
        &mut letters,
        &mut Shapes::new(&pages),
    );
    let image = Raster::default().draw(&list, &pages, 2);
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/stage/compose/golden.png");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, image.width, image.height);
        encoder.set_color(png::ColorType::Rgba);
        encoder
            .write_header()
            .unwrap()
            .write_image_data(&image.pixels)
            .unwrap();
        std::fs::write(path, bytes).unwrap();
    }
    let mut reader = png::Decoder::new(std::fs::File::open(path).unwrap())
        .read_info()
        .unwrap();
    let mut pixels = vec![0; reader.output_buffer_size()];
    reader.next_frame(&mut pixels).unwrap();
    let different = pixels
        .iter()
        .zip(&image.pixels)
        .filter(|(a, b)| a != b)
        .count();
    assert_eq!((pixels.len(), different), (image.pixels.len(), 0));
}
