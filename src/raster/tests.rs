//! Frames on the CPU, pixel by pixel.

mod groups;
mod shapes;
mod smooth;

use super::blend::times;
use super::*;
use crate::draw::PageId;
use crate::geom::{Rect, Rgba, Transform};

/// A page of 3 by 2: red, green, blue over white, half grey, nothing.
fn page(pages: &Pages) -> PageId {
    let rows: [[u8; 4]; 6] = [
        [255, 0, 0, 255],
        [0, 255, 0, 255],
        [0, 0, 255, 255],
        [255, 255, 255, 255],
        [100, 100, 100, 128],
        [9, 9, 9, 0],
    ];
    pages.add(3, 2, rows.concat())
}

fn draw(size: (u32, u32), transform: Transform, tint: Rgba, scale: u32) -> Image {
    let pages = Pages::default();
    let page = page(&pages);
    let mut list = DrawList::new(size);
    list.items.push(Item::Sprite(Sprite {
        page,
        source: Rect::new(0.0, 0.0, 3.0, 2.0),
        transform,
        tint,
    }));
    Raster::default().draw(&list, &pages, scale)
}

/// A picture as letters: the colours of the page, `.` for black, `?` for others.
fn letters(image: &Image) -> String {
    image
        .pixels
        .chunks(image.width as usize * 4)
        .map(|row| {
            row.chunks(4)
                .map(|pixel| match pixel {
                    [255, 0, 0, 255] => 'R',
                    [0, 255, 0, 255] => 'G',
                    [0, 0, 255, 255] => 'B',
                    [255, 255, 255, 255] => 'W',
                    [50, 50, 50, 255] => 'h',
                    [0, 0, 0, 255] => '.',
                    _ => '?',
                })
                .collect::<String>()
        })
        .collect::<Vec<_>>()
        .join(" ")
}

/// Shifts, mirrors, magnifications, quarter turns and stretches place every pixel exactly.
#[test]
fn places_pixels_exactly() {
    let mirrored = Transform::scale(-1.0, 1.0);
    let cases = [
        ((3, 2), Transform::IDENTITY, 1, "RGB Wh."),
        ((5, 3), Transform::shift(1.0, 1.0), 1, "..... .RGB. .Wh.."),
        ((2, 2), Transform::shift(-1.0, 0.0), 1, "GB h."),
        ((2, 2), Transform::shift(-9.0, 0.0), 1, ".. .."),
        ((2, 2), Transform::shift(9.0, 9.0), 1, ".. .."),
        (
            (3, 2),
            mirrored.then(Transform::shift(3.0, 0.0)),
            1,
            "BGR .hW",
        ),
        (
            (3, 2),
            mirrored.then(Transform::shift(2.0, 0.0)),
            1,
            "GR. hW.",
        ),
        ((3, 1), Transform::IDENTITY, 2, "RRGGBB RRGGBB"),
        // Half a logical pixel is one device pixel at a magnification of two.
        ((2, 1), Transform::shift(0.5, 0.0), 2, ".RRG .RRG"),
        (
            (6, 4),
            Transform::scale(2.0, 2.0),
            1,
            "RRGGBB RRGGBB WWhh.. WWhh..",
        ),
        ((3, 1), Transform::scale(1.0, 0.5), 1, "Wh."),
        (
            (2, 3),
            Transform::turn(90.0).then(Transform::shift(2.0, 0.0)),
            1,
            "WR hG .B",
        ),
        (
            (3, 2),
            Transform::turn(180.0).then(Transform::shift(3.0, 2.0)),
            1,
            ".hW BGR",
        ),
        (
            (2, 3),
            Transform::turn(270.0).then(Transform::shift(0.0, 3.0)),
            1,
            "B. Gh RW",
        ),
        ((3, 2), Transform::scale(0.0, 1.0), 1, "... ..."),
        ((3, 2), Transform::scale(f32::NAN, 1.0), 1, "... ..."),
    ];
    for (size, transform, scale, expected) in cases {
        let image = draw(size, transform, Rgba::WHITE, scale);
        assert_eq!(letters(&image), expected, "{transform:?} x{scale}");
    }
}

/// The way for turned sprites agrees with the way for upright ones where the turn is next to nothing.
#[test]
fn a_tiny_turn_changes_no_pixel() {
    for x in [1.0, -1.0, 2.0, -3.0] {
        let upright = Transform::scale(x, 2.0).then(Transform::shift(9.0, 1.0));
        let nearly = Transform {
            b: 1e-5,
            c: 1e-5,
            ..upright
        };
        assert_eq!(
            draw((20, 6), upright, Rgba::WHITE, 3),
            draw((20, 6), nearly, Rgba::WHITE, 3)
        );
    }
}

/// Tint multiplies each channel, its alpha the opacity, rounded to the nearest.
#[test]
fn tint_and_opacity() {
    let first = |tint, transform| draw((1, 1), transform, tint, 1).pixels;
    let white = Transform::shift(0.0, -1.0);
    assert_eq!(first(Rgba::rgb(10, 20, 30), white), [10, 20, 30, 255]);
    assert_eq!(
        first(Rgba::WHITE.with_alpha(128), white),
        [128, 128, 128, 255]
    );
    assert_eq!(first(Rgba::WHITE.with_alpha(0), white), [0, 0, 0, 255]);
    // A half-transparent 100 at three quarters: 128 * 191 / 255 = 96 of 255.
    let half = Transform::shift(-1.0, -1.0);
    assert_eq!(first(Rgba::WHITE.with_alpha(191), half), [38, 38, 38, 255]);
    for (a, b) in (0..=255).flat_map(|a| (0..=255).map(move |b| (a, b))) {
        let exact = (f64::from(a) * f64::from(b) / 255.0).round();
        assert_eq!(f64::from(times(a, b)), exact, "{a} {b}");
    }
}

/// On a background that is not opaque the picture keeps straight alpha.
#[test]
fn straight_alpha_out() {
    let pages = Pages::default();
    let page = page(&pages);
    let mut list = DrawList::new((1, 1));
    list.background = Rgba::rgb(0, 0, 0).with_alpha(0);
    let mut half_grey = |times: usize| {
        list.items = vec![
            Item::Sprite(Sprite {
                page,
                source: Rect::new(1.0, 1.0, 1.0, 1.0),
                transform: Transform::IDENTITY,
                tint: Rgba::WHITE,
            });
            times
        ];
        Raster::default().draw(&list, &pages, 1).pixels
    };
    assert_eq!(half_grey(0), [0, 0, 0, 0]);
    assert_eq!(half_grey(1), [100, 100, 100, 128]);
    assert_eq!(half_grey(2), [100, 100, 100, 192]);
}

/// A page that is missing, and a source beyond its page, draw nothing there.
#[test]
fn what_is_outside_a_page_is_not_drawn() {
    let pages = Pages::default();
    let inside = page(&pages);
    let mut sprite = Sprite {
        page: inside,
        source: Rect::new(-1.0, 1.0, 9.0, 4.0),
        transform: Transform::IDENTITY,
        tint: Rgba::WHITE,
    };
    let mut list = DrawList::new((5, 2));
    list.items = vec![
        Item::Sprite(Sprite {
            page: PageId(9),
            ..sprite
        }),
        sprite.into(),
    ];
    let image = Raster::default().draw(&list, &pages, 1);
    assert_eq!(letters(&image), ".Wh.. .....");
    sprite.transform.b = 1e-6;
    list.items[1] = sprite.into();
    assert_eq!(Raster::default().draw(&list, &pages, 1), image);
}
