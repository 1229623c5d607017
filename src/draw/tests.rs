//! A draw list's text form, and the pages.

use super::*;

/// A list is one line a sprite, its numbers rounded, without `-0`.
#[test]
fn a_list_as_text() {
    let mut list = DrawList::new((48, 27));
    list.background = Rgba::rgb(1, 2, 255).with_alpha(16);
    list.items.push(Sprite {
        page: PageId(3),
        source: Rect::new(0.0, 8.0, 16.0, 16.0),
        transform: Transform::scale(-1.0, 1.0).then(Transform::shift(10.000_04, -0.000_01)),
        tint: Rgba::WHITE,
    });
    list.items.push(Sprite {
        tint: Rgba::rgb(255, 0, 16).with_alpha(128),
        transform: Transform::shift(1.0 / 3.0, 0.5),
        ..list.items[0]
    });
    assert_eq!(
        list.to_string(),
        "48x27 on #0102ff10\n\
         page 3 [0 8 16 16] at [-1 0 0 1 10 0]\n\
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
