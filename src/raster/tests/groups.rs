//! Groups: quads as one weighted sum.

use proptest::prelude::*;

use super::*;

/// One pixel a colour, side by side.
fn row(pages: &Pages, colours: &[[u8; 4]]) -> PageId {
    pages.add(colours.len() as u32, 1, colours.concat())
}

/// The column of a one-row page, put on the first pixel.
fn pixel(page: PageId, column: u8, tint: Rgba) -> Sprite {
    Sprite {
        page,
        source: Rect::new(f32::from(column), 0.0, 1.0, 1.0),
        transform: Transform::IDENTITY,
        tint,
    }
}

const RED: [u8; 4] = [255, 0, 0, 255];
const BLUE: [u8; 4] = [0, 0, 255, 255];
const HALF: [u8; 4] = [200, 100, 50, 128];
const NONE: [u8; 4] = [9, 9, 9, 0];

type Case<'a> = (&'a [(u8, f32, u8)], Rgba, [u8; 4]);

/// Members (column of red, blue, half, nothing; weight; opacity) over a background, and the pixel that comes out.
#[test]
fn one_pixel_by_hand() {
    let over_black = Rgba::BLACK;
    let over_white = Rgba::WHITE;
    let on_nothing = Rgba::BLACK.with_alpha(0);
    let cases: [Case; 12] = [
        // Two opaque ones stay opaque: nothing of the white below is seen. .3 of 255 is 76.5,
        // .7 of it 178.5, both a little off in whole shares.
        (
            &[(0, 0.3, 255), (1, 0.7, 255)],
            over_white,
            [77, 0, 178, 255],
        ),
        (
            &[(0, 0.3, 255), (1, 0.7, 255)],
            on_nothing,
            [77, 0, 178, 255],
        ),
        (
            &[(0, 0.5, 255), (1, 0.25, 255), (0, 0.25, 255)],
            over_white,
            [191, 0, 64, 255],
        ),
        // One that covers alone has its weight as alpha: .3 of 255 is 77, 77 of red and 178 of white.
        (
            &[(0, 0.3, 255), (3, 0.7, 255)],
            over_white,
            [255, 178, 178, 255],
        ),
        (&[(3, 0.7, 255), (0, 0.3, 255)], on_nothing, [255, 0, 0, 77]),
        // What is missing from 1 is nothing.
        (
            &[(0, 0.25, 255), (1, 0.25, 255)],
            on_nothing,
            [128, 0, 128, 128],
        ),
        // Half transparent: alpha .5 * 255 + .5 * 128 = 191.5, red (127.5 * 255 + 64 * 200) / 191.5.
        (
            &[(0, 0.5, 255), (2, 0.5, 255)],
            on_nothing,
            [237, 33, 17, 192],
        ),
        // The figure's opacity is on each: together they are as opaque as one.
        (
            &[(0, 0.5, 128), (1, 0.5, 128)],
            on_nothing,
            [128, 0, 128, 128],
        ),
        (
            &[(0, 0.5, 128), (1, 0.5, 128)],
            over_black,
            [64, 0, 64, 255],
        ),
        (&[(0, 0.0, 255), (3, 1.0, 255)], over_white, [255; 4]),
        // More than 1 is 1.
        (&[(0, 1.0, 255), (1, 1.0, 255)], over_white, RED),
        (&[], over_white, [255; 4]),
    ];
    for (members, background, expected) in cases {
        let pages = Pages::default();
        let page = row(&pages, &[RED, BLUE, HALF, NONE]);
        let member = |&(column, weight, alpha): &(u8, f32, u8)| {
            (pixel(page, column, Rgba::WHITE.with_alpha(alpha)), weight)
        };
        let mut list = DrawList::new((1, 1));
        list.background = background;
        list.items = vec![Item::Group(members.iter().map(member).collect())];
        let image = Raster::default().draw(&list, &pages, 1);
        assert_eq!(image.pixels, expected, "{members:?} over {background:?}");
    }
}

/// Members are tinted before they are mixed.
#[test]
fn tinted_members() {
    let pages = Pages::default();
    let page = row(&pages, &[[255, 255, 255, 255]]);
    let mut list = DrawList::new((1, 1));
    list.items = vec![Item::Group(vec![
        (pixel(page, 0, Rgba::rgb(200, 0, 0)), 0.5),
        (pixel(page, 0, Rgba::rgb(0, 100, 40)), 0.5),
    ])];
    let image = Raster::default().draw(&list, &pages, 1);
    assert_eq!(image.pixels, [100, 50, 20, 255]);
}

/// Members of several sizes, one of them over the picture's edge: each is where it would be alone.
#[test]
fn members_of_several_sizes() {
    let pages = Pages::default();
    let page = page(&pages);
    let sprite = |transform| Sprite {
        page,
        source: Rect::new(0.0, 0.0, 3.0, 1.0),
        transform,
        tint: Rgba::WHITE,
    };
    let mut list = DrawList::new((6, 3));
    list.background = Rgba::BLACK.with_alpha(0);
    list.items = vec![Item::Group(vec![
        (sprite(Transform::shift(-1.0, 1.0)), 0.5),
        (sprite(Transform::shift(3.0, 0.0)), 0.5),
        (sprite(Transform::shift(90.0, 0.0)), 0.5),
    ])];
    let image = Raster::default().draw(&list, &pages, 1);
    let alphas: Vec<_> = image.pixels.chunks(4).map(|pixel| pixel[3]).collect();
    let expected = [
        [0, 0, 0, 128, 128, 128],
        [128, 128, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0],
    ];
    assert_eq!(alphas, expected.concat());
    assert_eq!(image.pixels[24..28], [0, 255, 0, 128]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// A group of one with weight 1 is that sprite, wherever it is, at every pixel.
    #[test]
    fn a_group_of_one_is_its_sprite(
        x in -6.0_f32..12.0, y in -6.0_f32..12.0, turn in prop_oneof![Just(0.0_f32), -180.0_f32..180.0],
        size in (-3.0_f32..3.0, -3.0_f32..3.0), alpha: u8, red: u8, scale in 1_u32..4,
    ) {
        let pages = Pages::default();
        let sprite = Sprite {
            page: page(&pages),
            source: Rect::new(0.0, 0.0, 3.0, 2.0),
            transform: Transform::scale(size.0, size.1).then(Transform::turn(turn)).then(Transform::shift(x, y)),
            tint: Rgba { r: red, g: 255, b: 77, a: alpha },
        };
        let draw = |item| {
            let mut list = DrawList::new((12, 9));
            list.background = Rgba::rgb(40, 80, 120).with_alpha(200);
            list.items = vec![item];
            Raster::default().draw(&list, &pages, scale)
        };
        prop_assert_eq!(draw(Item::Group(vec![(sprite, 1.0)])), draw(Item::Sprite(sprite)));
    }

    /// Opaque members with weights that add up to 1 hide what is below them.
    #[test]
    fn opaque_stays_opaque(parts in prop::collection::vec(1_u32..1000, 1..6)) {
        let pages = Pages::default();
        let page = row(&pages, &[RED, BLUE]);
        let all: u32 = parts.iter().sum();
        let member = |(i, part): (usize, &u32)| (pixel(page, i as u8 % 2, Rgba::WHITE), *part as f32 / all as f32);
        let mut list = DrawList::new((1, 1));
        list.background = Rgba::rgb(0, 255, 0);
        list.items = vec![Item::Group(parts.iter().enumerate().map(member).collect())];
        let pixel = Raster::default().draw(&list, &pages, 1).pixels;
        prop_assert_eq!((pixel[1], pixel[3]), (0, 255));
        prop_assert!((254..=256).contains(&(u32::from(pixel[0]) + u32::from(pixel[2]))), "{:?}", pixel);
    }
}
