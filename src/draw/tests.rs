//! A draw list's text form, and the pages.

use std::sync::Arc;

use super::atlas::Atlas;
use super::*;

/// A list is one line a sprite, a group's members indented after their weights; numbers are rounded, without `-0`.
#[test]
fn a_list_as_text() {
    let mut list = DrawList::new((48, 27));
    list.background = Rgba::rgb(1, 2, 255).with_alpha(16);
    let first = Sprite {
        page: PageId(3),
        source: Rect::new(0.0, 8.0, 16.0, 16.0),
        transform: Transform::scale(-1.0, 1.0).then(Transform::shift(10.000_04, -0.000_01)),
        tint: Rgba::WHITE,
    };
    let second = Sprite {
        tint: Rgba::rgb(255, 0, 16).with_alpha(128),
        transform: Transform::shift(1.0 / 3.0, 0.5),
        ..first
    };
    list.items = vec![
        Item::Sprite(first),
        Item::Group(vec![(first, 0.3), (second, 0.700_000_1)]),
        second.into(),
    ];
    assert_eq!(
        list.to_string(),
        "48x27 on #0102ff10\n\
         page 3 [0 8 16 16] at [-1 0 0 1 10 0]\n\
         group\n  \
           0.3 page 3 [0 8 16 16] at [-1 0 0 1 10 0]\n  \
           0.7 page 3 [0 8 16 16] at [1 0 0 1 0.333 0.5] #ff001080\n\
         page 3 [0 8 16 16] at [1 0 0 1 0.333 0.5] #ff001080\n"
    );
}

/// A replaced page keeps its number and gets the next version; pixels are shared, not copied.
#[test]
fn pages_are_replaced_by_version() {
    let pages = Pages::default();
    let shared = pages.clone();
    let id = pages.add(1, 1, vec![1, 2, 3, 4]);
    let before = shared.page(id).unwrap();
    pages.replace(id, 1, 2, vec![9; 8]);
    let after = shared.page(id).unwrap();
    assert_eq!((before.version, before.height), (1, 1));
    assert_eq!((after.version, after.height), (2, 2));
    assert_eq!(*before.pixels, [1, 2, 3, 4]);
    assert!(Arc::ptr_eq(&after.pixels, &shared.page(id).unwrap().pixels));
    assert!(shared.page(PageId(7)).is_none());
    assert_eq!(shared.all().len(), 1);
}

/// The quads of a group come in their place, each with its weight in its opacity.
#[test]
fn groups_as_sprites() {
    let sprite = |x: f32, a: u8| Sprite {
        page: PageId(0),
        source: Rect::new(0.0, 0.0, 1.0, 1.0),
        transform: Transform::shift(x, 0.0),
        tint: Rgba::rgb(1, 2, 3).with_alpha(a),
    };
    let mut list = DrawList::new((1, 1));
    list.items = vec![
        sprite(0.0, 255).into(),
        Item::Group(vec![
            (sprite(1.0, 255), 0.3),
            (sprite(2.0, 128), 0.5),
            (sprite(3.0, 255), 2.0),
            (sprite(4.0, 255), f32::NAN),
        ]),
        sprite(5.0, 9).into(),
    ];
    let seen: Vec<_> = list
        .sprites()
        .map(|sprite| (sprite.transform.e, sprite.tint.a))
        .collect();
    // .3 of 255 is 76.5, .5 of 128 is 64.
    let expected = [
        (0.0, 255),
        (1.0, 77),
        (2.0, 64),
        (3.0, 255),
        (4.0, 0),
        (5.0, 9),
    ];
    assert_eq!(seen, expected);
}

/// Shares add up to the whole where weights add up to 1, and never to more.
#[test]
fn shares_of_a_group() {
    let sprite = Sprite {
        page: PageId(0),
        source: Rect::default(),
        transform: Transform::IDENTITY,
        tint: Rgba::WHITE,
    };
    let cases: [(&[f32], &[u32]); 6] = [
        (&[1.0], &[255]),
        // 76.5 is rounded up, and the other gets the rest.
        (&[0.3, 0.7], &[77, 178]),
        (&[0.1; 10], &[26, 25, 26, 25, 26, 25, 26, 25, 26, 25]),
        (&[0.2, 0.2], &[51, 51]),
        (&[0.8, 0.8], &[204, 51]),
        (&[f32::NAN, -1.0, 0.5], &[0, 0, 128]),
    ];
    for (weights, expected) in cases {
        let members: Vec<_> = weights.iter().map(|weight| (sprite, *weight)).collect();
        let given: Vec<_> = shares(&members, 255).map(|(_, share)| share).collect();
        assert_eq!(given, expected, "{weights:?}");
    }
}

/// A shape's box has half of its line outside, and none of a line that is not seen.
#[test]
fn bounds_of_shapes() {
    let of = |outline: Outline, line: Option<(f32, Rgba)>| {
        let fill = Rgba::WHITE;
        let Rect { x, y, w, h } = Shape {
            outline,
            fill,
            line,
        }
        .bounds();
        (x, y, w, h)
    };
    let size = (6.0, 4.0);
    let line = Some((2.0, Rgba::BLACK));
    let points = vec![(1.0, 2.0), (5.0, -1.0), (3.0, 8.0)];
    let cases = [
        (
            Outline::Circle { radius: 3.0 },
            None,
            (-3.0, -3.0, 6.0, 6.0),
        ),
        (
            Outline::Circle { radius: 3.0 },
            line,
            (-4.0, -4.0, 8.0, 8.0),
        ),
        (Outline::Capsule { size }, None, (-3.0, -2.0, 6.0, 4.0)),
        (
            Outline::Box { size, round: 1.0 },
            line,
            (-4.0, -3.0, 8.0, 6.0),
        ),
        (
            Outline::Box { size, round: 1.0 },
            Some((2.0, Rgba::BLACK.with_alpha(0))),
            (-3.0, -2.0, 6.0, 4.0),
        ),
        (Outline::Polygon { points }, None, (1.0, -1.0, 4.0, 9.0)),
        (
            Outline::Polygon { points: vec![] },
            None,
            (0.0, 0.0, 0.0, 0.0),
        ),
    ];
    for (outline, line, expected) in cases {
        assert_eq!(of(outline.clone(), line), expected, "{outline:?} {line:?}");
    }
}

/// An atlas that is cleared fills the pages it had, under other versions.
#[test]
fn a_cleared_atlas_reuses_its_pages() {
    let pages = Pages::default();
    let mut atlas = Atlas::smooth(&pages);
    let fill = |atlas: &mut Atlas, colour: u8| {
        // 600 rows a cell: a page takes four, and then another is begun.
        let cells: Vec<_> = (0..5)
            .map(|_| atlas.place(500, 600, &vec![colour; 500 * 600 * 4]))
            .collect();
        atlas.publish();
        cells
    };
    fill(&mut atlas, 7);
    assert_eq!(pages.all().len(), 2);
    let before = pages.all();
    atlas.clear();
    assert!(pages.all().iter().all(|page| page.pixels.len() == 4));
    let again = fill(&mut atlas, 9);
    assert_eq!(pages.all().len(), 2);
    for (page, before) in pages.all().iter().zip(before) {
        assert!(page.smooth && page.version > before.version);
    }
    for cell in again {
        let page = pages.page(cell.page).unwrap();
        let at = (cell.y as usize * page.width as usize + cell.x as usize) * 4;
        assert_eq!(page.pixels[at..at + 4], [9; 4], "{cell:?}");
    }
}
