//! Shapes as pictures.

use std::sync::Arc;

use super::*;
use crate::draw::{Outline, Shape};

const GREEN: Rgba = Rgba::rgb(40, 200, 80);
const INK: Rgba = Rgba::rgb(20, 10, 30);

fn shape(outline: Outline, line: Option<f32>) -> Arc<Shape> {
    Arc::new(Shape {
        outline,
        fill: GREEN,
        line: line.map(|width| (width, INK)),
    })
}

fn circle(radius: f32) -> Arc<Shape> {
    shape(Outline::Circle { radius }, None)
}

/// A shape shown with its origin in the middle of a picture.
fn shown(shape: &Arc<Shape>, size: (u32, u32), map: Transform, scale: u32) -> Image {
    let pages = Pages::default();
    let mut shapes = Shapes::new(&pages);
    shapes.begin();
    let grown = f64::from(map.a.hypot(map.b)) * f64::from(scale);
    let cell = shapes.cell(shape, grown).unwrap();
    shapes.publish();
    let mut list = DrawList::new(size);
    list.background = Rgba::WHITE.with_alpha(0);
    let middle = Transform::shift(size.0 as f32 / 2.0, size.1 as f32 / 2.0);
    list.items = vec![Item::Sprite(Sprite {
        page: cell.page,
        source: cell.source,
        transform: cell.transform.then(map).then(middle),
        tint: Rgba::WHITE,
    })];
    Raster::default().draw(&list, &pages, scale)
}

/// A picture by letters: `g` the fill, `i` the line, `+` something of them, `.` nothing.
fn letters(image: &Image) -> Vec<String> {
    let letter = |pixel: &[u8]| match pixel {
        [40, 200, 80, 255] => 'g',
        [20, 10, 30, 255] => 'i',
        [.., 0] => '.',
        _ => '+',
    };
    let rows = image.pixels.chunks(image.width as usize * 4);
    rows.map(|row| row.chunks(4).map(letter).collect())
        .collect()
}

/// Outlines, lines and corners, as seen at their own size.
#[test]
fn outlines() {
    let of =
        |outline, line, size| letters(&shown(&shape(outline, line), size, Transform::IDENTITY, 1));
    let square = |size, round| Outline::Box { size, round };
    assert_eq!(
        of(square((4.0, 2.0), 0.0), None, (6, 4)),
        ["......", ".gggg.", ".gggg.", "......"]
    );
    // Half of a line is inside; its corners are round.
    assert_eq!(
        of(square((6.0, 4.0), 0.0), Some(2.0), (10, 8)),
        [
            "..........",
            ".+iiiiii+.",
            ".iiiiiiii.",
            ".iiggggii.",
            ".iiggggii.",
            ".iiiiiiii.",
            ".+iiiiii+.",
            ".........."
        ]
    );
    assert_eq!(
        of(square((8.0, 4.0), 1.0), None, (8, 4)),
        ["+gggggg+", "gggggggg", "gggggggg", "+gggggg+"]
    );
    // A capsule stands or lies as it is long: its short ends are half discs.
    let lying = of(Outline::Capsule { size: (10.0, 4.0) }, None, (10, 4));
    assert_eq!(
        lying,
        ["++gggggg++", "+gggggggg+", "+gggggggg+", "++gggggg++"]
    );
    let standing = of(Outline::Capsule { size: (4.0, 10.0) }, None, (4, 10));
    let turned = |x: usize| lying.iter().map(|row| &row[x..=x]).collect::<String>();
    assert_eq!(standing, (0..10).map(turned).collect::<Vec<_>>());
    // A corner radius beyond half a side is that half.
    assert_eq!(
        of(square((10.0, 4.0), 9.0), None, (10, 4)),
        of(Outline::Capsule { size: (10.0, 4.0) }, None, (10, 4))
    );
    let points = vec![
        (-2.0, -1.0),
        (2.0, -1.0),
        (2.0, 1.0),
        (0.0, 1.0),
        (0.0, 0.0),
        (-2.0, 0.0),
    ];
    assert_eq!(
        of(Outline::Polygon { points }, None, (6, 4)),
        ["......", ".gggg.", "...gg.", "......"]
    );
}

/// How much of the fill's colour a picture has, in whole pixels.
fn area(image: &Image) -> f64 {
    let alphas = image.pixels.chunks(4).map(|pixel| f64::from(pixel[3]));
    alphas.sum::<f64>() / 255.0
}

/// Discs have the area of discs, whatever the scale, the stretch and the magnification.
#[test]
fn areas() {
    let disc = std::f64::consts::PI * 64.0;
    for (map, scale, times) in [
        (Transform::IDENTITY, 1, 1.0),
        (Transform::turn(33.0), 1, 1.0),
        (Transform::shift(0.3, 0.7), 2, 4.0),
        (Transform::scale(2.7, 2.7), 1, 7.29),
        (Transform::scale(0.5, 0.5), 1, 0.25),
        (Transform::scale(-3.0, 3.0), 2, 36.0),
    ] {
        let seen = area(&shown(&circle(8.0), (60, 60), map, scale));
        let expected = disc * times;
        assert!(
            (seen / expected - 1.0).abs() < 0.03,
            "{map:?} x{scale}: {seen} of {expected}"
        );
    }
}

/// Nothing of a shape has a colour that is not its own, however faint: no fringe.
#[test]
fn edges_keep_their_colour() {
    for map in [
        Transform::turn(20.0),
        Transform::scale(1.3, 1.3),
        Transform::shift(0.4, 0.2),
    ] {
        let image = shown(&circle(7.0), (24, 24), map, 2);
        let mut soft = 0;
        for pixel in image.pixels.chunks(4) {
            soft += usize::from((1..255).contains(&pixel[3]));
            if pixel[3] > 16 {
                let near = |channel: usize, of: u8| pixel[channel].abs_diff(of) <= 10;
                assert!(
                    near(0, 40) && near(1, 200) && near(2, 80),
                    "{map:?}: {pixel:?}"
                );
            }
        }
        assert!(soft > 20, "{map:?}: {soft}");
    }
    // The page itself: colour goes one pixel beyond the edge, for who mixes straight alpha.
    let pages = Pages::default();
    let mut shapes = Shapes::new(&pages);
    let cell = shapes.cell(&circle(4.0), 1.0).unwrap();
    shapes.publish();
    let page = pages.page(cell.page).unwrap();
    let at = |x: u32, y: u32| {
        let from =
            ((cell.source.y as u32 + y) * page.width + cell.source.x as u32 + x) as usize * 4;
        &page.pixels[from..from + 4]
    };
    let [r, g, b, a] = at(5, 0) else {
        unreachable!()
    };
    assert_eq!(*a, 0);
    assert!(
        r.abs_diff(40) < 9 && g.abs_diff(200) < 9 && b.abs_diff(80) < 9,
        "{r} {g} {b}"
    );
    let side = cell.source.w as u32 - 1;
    for i in 0..=side {
        for edge in [at(i, 0), at(i, side), at(0, i), at(side, i)] {
            assert_eq!(edge[3], 0);
        }
    }
}

/// A scale shown and the one a shape is rasterised at: the next step up, which is the width of the cell.
#[test]
fn scales_go_in_steps() {
    let pages = Pages::default();
    let mut shapes = Shapes::new(&pages);
    let ten = circle(5.0);
    let cases = [
        (0.01, 0.25),
        (0.4, 0.5),
        (1.0, 1.0),
        (1.000_01, 1.0),
        (1.1, 1.5),
        (2.9, 3.0),
        (3.000_000_1, 3.0),
        (7.0, 8.0),
        (16.0, 16.0),
        (500.0, 16.0),
    ];
    for (shown, drawn) in cases {
        let cell = shapes.cell(&ten, shown).unwrap();
        // The origin is in whole pixels: up to one more at each side, and the border.
        let inner = f64::from(cell.source.w) - 2.0;
        assert!(
            (10.0 * drawn..10.0 * drawn + 2.0).contains(&inner),
            "{shown}: {inner}"
        );
        assert_eq!(
            f64::from(cell.transform.a),
            f64::from((1.0 / drawn) as f32),
            "{shown}"
        );
    }
    // A part that grows from 1 to 3 in a thousand frames makes four pictures.
    let mut seen: Vec<Rect> = Vec::new();
    for i in 0..=1000 {
        let source = shapes
            .cell(&circle(6.0), 1.0 + f64::from(i) / 500.0)
            .unwrap()
            .source;
        if !seen.contains(&source) {
            seen.push(source);
        }
    }
    assert_eq!(seen.len(), 4);
    for senseless in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert_eq!(shapes.cell(&ten, senseless), None, "{senseless}");
    }
}

/// One picture for each scale of a shape, for equal shapes too; another only if shape or scale differ.
#[test]
fn cells_are_kept() {
    let pages = Pages::default();
    let mut shapes = Shapes::new(&pages);
    let one = circle(5.0);
    let first = shapes.cell(&one, 2.0);
    assert_eq!(shapes.cell(&one, 1.9), first);
    assert_eq!(shapes.cell(&circle(5.0), 2.0), first);
    assert_ne!(shapes.cell(&one, 1.0), first);
    assert_ne!(shapes.cell(&circle(5.5), 2.0), first);
    shapes.publish();
    let version = pages.all()[0].version;
    shapes.begin();
    assert_eq!(shapes.cell(&one, 2.0), first);
    shapes.publish();
    assert_eq!((pages.all().len(), pages.all()[0].version), (1, version));
}

/// A shape of any size has a picture of at most 2048 pixels a side that fills the same place.
#[test]
fn large_shapes() {
    for radius in [300.0_f32, 1e7] {
        let pages = Pages::default();
        let mut shapes = Shapes::new(&pages);
        let shape = circle(radius);
        let cell = shapes.cell(&shape, 8.0).unwrap();
        let (w, size) = (cell.source.w, cell.transform.a);
        assert!(w <= 2048.0 && w > 1600.0, "{radius}: {w}");
        assert!((w * size / (2.0 * radius) - 1.0).abs() < 0.01, "{radius}");
        assert_eq!(shapes.cell(&shape, 16.0), Some(cell));
    }
    let pages = Pages::default();
    let mut shapes = Shapes::new(&pages);
    for none in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        assert_eq!(shapes.cell(&circle(none), 1.0), None, "{none}");
    }
    let flat = Outline::Polygon {
        points: vec![(3.0, 3.0); 3],
    };
    assert_eq!(shapes.cell(&shape(flat, None), 1.0), None);
}

/// Memory does not grow with the frames drawn: where each frame shows other shapes, pages are used again; what one frame
/// shows stays right to its end, if coarser than asked for.
#[test]
fn memory_is_bounded() {
    const MOST: u64 = 1 << 20;
    let pages = Pages::default();
    let mut shapes = Shapes::bounded(&pages, MOST);
    let held = || {
        let pages = pages.all();
        pages.iter().map(|page| page.pixels.len()).sum::<usize>()
    };
    let mut most = 0;
    for frame in 0..60_u16 {
        shapes.begin();
        let large = circle(100.0 + f32::from(frame));
        shapes.cell(&large, 2.0).unwrap();
        shapes.publish();
        most = most.max(held());
    }
    // Four bytes a pixel, and what pages waste.
    assert!(most < 3 * 4 * MOST as usize, "{most} bytes");
    shapes.begin();
    let mut places = Vec::new();
    let mut coarse = 0;
    for i in 0..20_u16 {
        let cell = shapes.cell(&circle(180.0 + f32::from(i)), 1.0).unwrap();
        coarse += usize::from(cell.source.w <= 256.0);
        let place = (cell.page, cell.source.x, cell.source.y);
        assert!(!places.contains(&place));
        places.push(place);
    }
    assert!((8..20).contains(&coarse), "{coarse}");
    // What is shown in every frame is not drawn anew in every frame, though there is too much of it.
    shapes.publish();
    let versions = || {
        pages
            .all()
            .iter()
            .map(|page| page.version)
            .collect::<Vec<_>>()
    };
    let before = versions();
    for _ in 0..5 {
        shapes.begin();
        for i in 0..20_u16 {
            shapes.cell(&circle(180.0 + f32::from(i)), 1.0).unwrap();
        }
        shapes.publish();
    }
    assert_eq!(versions(), before);
}
