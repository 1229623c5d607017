//! Sprites of smooth pages.

use super::*;

/// A smooth page of one row of opaque greys (and `None` for nothing), shown under a map on transparent black.
fn shown(row: &[Option<u8>], transform: Transform, width: u32) -> Vec<[u8; 2]> {
    let pages = Pages::default();
    let texel = |grey: &Option<u8>| grey.map_or([255, 255, 255, 0], |grey| [grey, grey, grey, 255]);
    let page = pages.add_smooth(row.len() as u32, 1, row.iter().flat_map(texel).collect());
    let mut list = DrawList::new((width, 1));
    list.background = Rgba::BLACK.with_alpha(0);
    list.items = vec![Item::Sprite(Sprite {
        page,
        source: Rect::new(0.0, 0.0, row.len() as f32, 1.0),
        transform,
        tint: Rgba::WHITE,
    })];
    let image = Raster::default().draw(&list, &pages, 1);
    image
        .pixels
        .chunks(4)
        .map(|pixel| [pixel[0], pixel[3]])
        .collect()
}

/// Grey and alpha of each pixel, worked out by hand.
#[test]
fn rows_by_hand() {
    let row = [None, Some(100), Some(200), None];
    // On whole pixels a smooth page is like any other.
    let whole = [[0, 0], [100, 255], [200, 255], [0, 0]];
    assert_eq!(shown(&row, Transform::IDENTITY, 4), whole);
    let mirrored = Transform::scale(-1.0, 1.0).then(Transform::shift(4.0, 0.0));
    assert_eq!(
        shown(&row, mirrored, 4),
        [[0, 0], [200, 255], [100, 255], [0, 0]]
    );
    // A quarter to the right: each takes a quarter of its left neighbour. Nothing counts as no colour, not as white.
    let shifted = shown(&row, Transform::shift(0.25, 0.0), 5);
    assert_eq!(shifted, [[0, 0], [100, 191], [175, 255], [200, 64], [0, 0]]);
    // Twice as large: pixel centres lie a quarter and three quarters between those of the page.
    let large = shown(&row, Transform::scale(2.0, 1.0), 8);
    assert_eq!(
        large,
        [
            [0, 0],
            [100, 64],
            [100, 191],
            [125, 255],
            [175, 255],
            [200, 191],
            [200, 64],
            [0, 0]
        ]
    );
}

/// Half a row down, half of it is nothing.
#[test]
fn the_outside_of_a_source_is_nothing() {
    let pages = Pages::default();
    // The neighbours left and right of the source are not to be seen.
    let page = pages.add_smooth(
        3,
        1,
        [[250, 0, 0, 255], [0, 80, 0, 255], [250, 0, 0, 255]].concat(),
    );
    let mut list = DrawList::new((3, 2));
    list.background = Rgba::BLACK.with_alpha(0);
    list.items = vec![Item::Sprite(Sprite {
        page,
        source: Rect::new(1.0, 0.0, 1.0, 1.0),
        transform: Transform::scale(3.0, 2.0),
        tint: Rgba::WHITE,
    })];
    let image = Raster::default().draw(&list, &pages, 1);
    // Of the pixel's width 2/3, 1, 2/3 and of its height 3/4: 127.5, 191.25, 127.5 (in 256ths of a pixel).
    let row = [[0, 80, 0, 128], [0, 80, 0, 191], [0, 80, 0, 128]].concat();
    assert_eq!(image.pixels, [row.clone(), row].concat());
}

/// A square turned by 45 degrees has soft edges on all four sides, alike.
#[test]
fn turned_edges_are_soft() {
    let pages = Pages::default();
    let side = 18;
    let inside = |at: u32| (1..side - 1).contains(&at);
    let square = (0..side * side).flat_map(|i| match (i % side, i / side) {
        (x, y) if inside(x) && inside(y) => [255; 4],
        _ => [255, 255, 255, 0],
    });
    let page = pages.add_smooth(side, side, square.collect());
    let mut list = DrawList::new((32, 32));
    list.items = vec![Item::Sprite(Sprite {
        page,
        source: Rect::new(0.0, 0.0, side as f32, side as f32),
        transform: Transform::shift(-9.0, -9.0)
            .then(Transform::turn(45.0))
            .then(Transform::shift(16.0, 16.0)),
        tint: Rgba::WHITE,
    })];
    let image = Raster::default().draw(&list, &pages, 1);
    let at = |x: usize, y: usize| image.pixels[(y * 32 + x) * 4];
    let mut between = 0;
    for y in 0..32 {
        for x in 0..32 {
            assert!(at(x, y).abs_diff(at(31 - x, y)) <= 1 && at(x, y).abs_diff(at(y, x)) <= 1);
            between += usize::from((1..255).contains(&at(x, y)));
        }
    }
    assert!(between > 40, "{between} pixels are mixed");
    // All of it: a square of 16 by 16.
    let sum: u32 = image
        .pixels
        .chunks(4)
        .map(|pixel| u32::from(pixel[0]))
        .sum();
    assert!(sum.abs_diff(256 * 255) < 256 * 4, "{sum}");
}
