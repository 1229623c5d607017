//! Words as sprites: breaking, sizes, the atlas.

use super::*;
use crate::draw::DrawList;
use crate::raster::Raster;
use proptest::prelude::*;

fn letters() -> (Letters, Pages) {
    let pages = Pages::default();
    (Letters::new(&pages), pages)
}

/// Lines as text, with every character one pixel wide.
fn broken(text: &str, width: u16, most: usize) -> String {
    lines::broken(text, f32::from(width), most, |_| 1.0)
        .iter()
        .map(|line| {
            line.glyphs
                .iter()
                .map(|(character, _)| *character)
                .collect()
        })
        .collect::<Vec<String>>()
        .join("|")
}

/// Where lines break (spaces are not glyphs, so words run together here).
#[test]
fn lines_break_at_spaces() {
    let cases = [
        ("", 5, 9, ""),
        ("ab", 5, 9, "ab"),
        ("ab cd", 5, 9, "abcd"),
        ("ab cd", 4, 9, "ab|cd"),
        ("ab cd ef", 5, 9, "abcd|ef"),
        ("ab  cd", 4, 9, "ab|cd"),
        ("abcdefgh", 3, 9, "abc|def|gh"),
        ("x abcdefgh", 4, 9, "x|abcd|efgh"),
        ("a\nb\n\nc", 9, 9, "a|b||c"),
        ("a\r\nb", 9, 9, "a|b"),
        ("a\u{200b}\u{1}b", 9, 9, "ab"),
        ("a\tb", 4, 9, "a|b"),
        ("ab", 0, 9, "a|b"),
        ("ab cd ef", 5, 1, "ab..."),
        ("ab cd ef gh", 5, 2, "abcd|efgh"),
        ("ab cd ef gh i", 5, 2, "abcd|ef..."),
        ("abcdefgh", 3, 2, "abc|..."),
        ("ab cd", 4, 2, "ab|cd"),
        ("ab cd", 4, 0, "a..."),
    ];
    for (text, width, most, expected) in cases {
        assert_eq!(
            broken(text, width, most),
            expected,
            "{text:?} at {width}, {most}"
        );
    }
}

proptest! {
    /// No character is lost or doubled, and no line is longer than asked unless one character is.
    #[test]
    fn breaking_keeps_every_character(text in "[ab \n]{0,60}", width in 1_u16..20) {
        let lines = lines::broken(&text, f32::from(width), usize::MAX, |_| 1.0);
        let seen: String = lines.iter().flat_map(|line| &line.glyphs).map(|(c, _)| *c).collect();
        prop_assert_eq!(seen, text.replace([' ', '\n'], ""));
        prop_assert!(lines.iter().all(|line| line.width <= f32::from(width)));
    }
}

/// Text breaks alike, and takes the same room, at every magnification; its glyphs stand on whole device pixels,
/// each as large as its source.
#[test]
fn alike_at_every_magnification() {
    let (mut letters, _) = letters();
    let text = "The quick brown fox jumps over the lazy dog. Größe, 100 %!";
    let first = letters.lay_out(text, 10.0, 90.0, 1, Rgba::BLACK);
    assert_eq!((first.width, first.height, first.lines), (84.0, 44.0, 4));
    for scale in 1..=8 {
        let laid = letters.lay_out(text, 10.0, 90.0, scale, Rgba::BLACK);
        assert_eq!(
            (laid.width, laid.height, laid.lines, laid.sprites.len()),
            (first.width, first.height, first.lines, first.sprites.len())
        );
        for sprite in laid.sprites {
            let scale = scale as f32;
            let (x, y) = (sprite.transform.e * scale, sprite.transform.f * scale);
            assert!(
                (x - x.round()).abs() < 1e-3 && (y - y.round()).abs() < 1e-3,
                "{sprite}"
            );
            assert_eq!((sprite.transform.a * scale, sprite.transform.b), (1.0, 0.0));
        }
    }
}

/// The narrowest width makes no more lines, and a pixel less does.
#[test]
fn balanced_lines() {
    let (mut letters, _) = letters();
    let text = "one two three four five six seven";
    let mut lines = |width| letters.lay_out(text, 10.0, width, 1, Rgba::BLACK).lines;
    let wide = lines(100.0);
    assert_eq!(wide, 2);
    let (mut other, _) = self::letters();
    let width = other.balanced(text, 10.0, 100.0, 9);
    assert!(width < 100.0, "{width}");
    assert_eq!(other.balanced(text, 10.0, 100.0, 1), 100.0);
    assert_eq!((lines(width), lines(width - 1.0)), (wide, wide + 1));
}

/// Characters of later faces are found there; one that no face has is a box; spaces are nothing.
#[test]
fn faces_and_boxes() {
    let (mut letters, _) = letters();
    let mut count = |text| {
        letters
            .lay_out(text, 10.0, 999.0, 1, Rgba::BLACK)
            .sprites
            .len()
    };
    assert_eq!(count("aЖ☺🎮"), 4);
    assert_eq!(count("   "), 0);
    let missing = letters.lay_out("\u{4e2d}\u{6587}", 10.0, 999.0, 1, Rgba::BLACK);
    assert_eq!(missing.sprites.len(), 2);
    assert_eq!(
        (missing.sprites[0].source.w, missing.sprites[0].source.h),
        (5.0, 7.0)
    );
}

/// However many letters are asked for, cells never overlap and never move, and each is inside its page.
#[test]
fn the_atlas_grows_without_moving_a_cell() {
    let (mut letters, pages) = letters();
    let text: String = ('!'..='ÿ').collect();
    let first = letters.lay_out(&text, 10.0, 500.0, 1, Rgba::WHITE);
    let version = pages.page(PageId(0)).unwrap().version;
    let drawn = pages.page(PageId(0)).unwrap();
    for size in [3.0, 12.0, 20.0] {
        letters.lay_out(&text, size, 500.0, 8, Rgba::WHITE);
    }
    assert!(pages.page(PageId(0)).unwrap().version > version);
    assert!(pages.all().len() > 1, "a page that is full stays as it is");
    assert_eq!(letters.lay_out(&text, 10.0, 500.0, 1, Rgba::WHITE), first);
    // The pixels of the first letters are where they were.
    let grown = pages.page(PageId(0)).unwrap();
    for sprite in &first.sprites {
        let (x, y) = (sprite.source.x as usize, sprite.source.y as usize);
        for row in y..y + sprite.source.h as usize {
            let span = |stride: u32| {
                let start = (row * stride as usize + x) * 4;
                start..start + sprite.source.w as usize * 4
            };
            assert_eq!(
                drawn.pixels[span(drawn.width)],
                grown.pixels[span(grown.width)]
            );
        }
    }
    let cells: Vec<Cell> = letters
        .glyphs
        .values()
        .filter_map(|glyph| glyph.cell)
        .collect();
    let apart = |a: &Cell, b: &Cell| {
        a.page != b.page || a.x + a.w < b.x || b.x + b.w < a.x || a.y + a.h < b.y || b.y + b.h < a.y
    };
    for (i, cell) in cells.iter().enumerate() {
        let page = pages.page(cell.page).unwrap();
        assert!(cell.x + cell.w < page.width && cell.y + cell.h < page.height);
        assert!(
            cells[..i].iter().all(|other| apart(cell, other)),
            "{cell:?}"
        );
    }
}

/// Text that is drawn again costs no new version of the page, and no page is made before the first letter.
#[test]
fn nothing_new_is_not_published() {
    let (mut letters, pages) = letters();
    assert!(pages.all().is_empty());
    letters.lay_out("again", 10.0, 99.0, 2, Rgba::BLACK);
    let version = pages.all()[0].version;
    letters.lay_out("again", 10.0, 99.0, 2, Rgba::WHITE);
    assert_eq!(pages.all()[0].version, version);
}

/// Text beyond the bound is left off.
#[test]
fn long_text_is_bounded() {
    let (mut letters, _) = letters();
    let text = "x".repeat(MOST_CHARACTERS * 2);
    let laid = letters.lay_out(&text, 10.0, 100.0, 1, Rgba::BLACK);
    assert_eq!(laid.sprites.len(), MOST_CHARACTERS);
}

/// A panel's alpha as one letter a pixel: `#` full, `.` nothing, `+` between.
fn panel(w: f32, h: f32, round: f32, scale: u32) -> Vec<String> {
    let (mut letters, pages) = letters();
    let mut list = DrawList::new((w.ceil() as u32, h.ceil() as u32));
    list.background = Rgba::BLACK.with_alpha(0);
    // Half opaque: pieces that overlapped would show.
    let panel = letters.panel(w, h, round, scale, Rgba::rgb(1, 2, 3).with_alpha(128));
    list.items = panel.into_iter().map(Into::into).collect();
    let image = Raster::default().draw(&list, &pages, scale);
    let letter = |pixel: &[u8]| match pixel[3] {
        128 => '#',
        0 => '.',
        1..128 => '+',
        _ => 'X',
    };
    image
        .pixels
        .chunks(image.width as usize * 4)
        .map(|row| row.chunks(4).map(letter).collect())
        .collect()
}

/// Panels are whole rectangles with round corners, pieces edge to edge.
#[test]
fn panels() {
    assert_eq!(panel(3.0, 2.0, 0.0, 1), ["###", "###"]);
    assert_eq!(panel(3.0, 2.0, 0.0, 2), ["######"; 4]);
    assert_eq!(
        panel(8.0, 7.0, 3.0, 1),
        [
            "+++##+++", "+######+", "+######+", "########", "+######+", "+######+", "+++##+++"
        ]
    );
    // Corners larger than half a side are made smaller.
    assert_eq!(panel(4.0, 2.0, 9.0, 1), ["+##+", "+##+"]);
    assert!(
        panel(40.0, 30.0, 8.0, 3)
            .concat()
            .chars()
            .all(|letter| letter != 'X')
    );
}

/// Sizes and magnifications that make no sense are brought into range, not believed.
#[test]
fn senseless_sizes() {
    let (mut letters, _) = letters();
    for size in [0.0, -1.0, 1e9, f32::NAN, f32::INFINITY] {
        for scale in [0, 1, 1000] {
            let laid = letters.lay_out("a b", size, size, scale, Rgba::BLACK);
            assert!(
                laid.height.is_finite() && laid.sprites.len() == 2,
                "{size} {scale}"
            );
            letters.panel(-5.0, 1.0, size, scale, Rgba::BLACK);
            letters.tail(size, 1.0, size, scale, Rgba::BLACK);
        }
    }
}
