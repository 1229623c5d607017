//! Pictures: what is decoded, what is refused, and pages that stay.

use std::sync::Arc;

use super::{faults, files, png, with};
use crate::draw::Pages;
use crate::project::pictures::{Pictures, decode};
use crate::project::{FileChange, FileSet, Project};

/// A PNG of given bytes a row.
fn encode(
    color: png::ColorType,
    depth: png::BitDepth,
    palette: Option<&[u8]>,
    data: &[u8],
) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 2, 1);
    encoder.set_color(color);
    encoder.set_depth(depth);
    if let Some(palette) = palette {
        encoder.set_palette(palette);
    }
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(data).unwrap();
    writer.finish().unwrap();
    bytes
}

#[test]
fn all_kinds_of_colours_become_rgba() {
    use png::{BitDepth, ColorType};
    type Case<'a> = (ColorType, BitDepth, Option<&'a [u8]>, &'a [u8], [u8; 8]);
    let cases: &[Case] = &[
        (
            ColorType::Rgba,
            BitDepth::Eight,
            None,
            &[1, 2, 3, 4, 5, 6, 7, 8],
            [1, 2, 3, 4, 5, 6, 7, 8],
        ),
        (
            ColorType::Rgb,
            BitDepth::Eight,
            None,
            &[1, 2, 3, 4, 5, 6],
            [1, 2, 3, 255, 4, 5, 6, 255],
        ),
        (
            ColorType::Grayscale,
            BitDepth::Eight,
            None,
            &[9, 8],
            [9, 9, 9, 255, 8, 8, 8, 255],
        ),
        (
            ColorType::Grayscale,
            BitDepth::One,
            None,
            &[0b1000_0000],
            [255, 255, 255, 255, 0, 0, 0, 255],
        ),
        (
            ColorType::GrayscaleAlpha,
            BitDepth::Eight,
            None,
            &[9, 1, 8, 2],
            [9, 9, 9, 1, 8, 8, 8, 2],
        ),
        (
            ColorType::Indexed,
            BitDepth::Eight,
            Some(&[1, 2, 3, 4, 5, 6]),
            &[1, 0],
            [4, 5, 6, 255, 1, 2, 3, 255],
        ),
        (
            ColorType::Rgba,
            BitDepth::Sixteen,
            None,
            &[1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0, 7, 0, 8, 0],
            [1, 2, 3, 4, 5, 6, 7, 8],
        ),
    ];
    for (color, depth, palette, data, expected) in cases {
        let picture = decode(&encode(*color, *depth, *palette, data)).unwrap();
        assert_eq!(picture.pixels, expected, "{color:?} {depth:?}");
        assert_eq!((picture.width, picture.height), (2, 1));
    }
}

#[test]
fn damaged_pictures_are_told_as_their_own_fault() {
    let whole = png(96, 64, 7);
    let mut flipped = whole.clone();
    let middle = flipped.len() / 2;
    flipped[middle] ^= 0xff;
    let cases: &[(&str, &[u8], &str)] = &[
        (
            "cut off",
            &whole[..whole.len() / 2],
            "this PNG is damaged: ",
        ),
        ("a bit turned", &flipped, "this PNG is damaged: "),
        ("header only", &whole[..12], "this PNG is damaged: "),
        ("empty", b"", "this picture is empty"),
        (
            "a JPEG",
            b"\xff\xd8\xff\xe0abc",
            "this is no PNG picture but a JPEG; save it as PNG",
        ),
        (
            "a GIF",
            b"GIF89a",
            "this is no PNG picture but a GIF; save it as PNG",
        ),
        ("a text", b"hello", "this is no PNG picture"),
    ];
    for (label, content, expected) in cases {
        let told = faults(&with("assets/hero.png", content)).to_string();
        assert!(
            told.starts_with(&format!("assets/hero.png: {expected}")),
            "{label}: {told}"
        );
        assert!(!told.contains('\n'), "one fault: {told}");
    }
}

#[test]
fn every_cut_and_every_turned_byte_ends_in_words() {
    let whole = png(5, 4, 3);
    for end in 0..whole.len() {
        let _ = decode(&whole[..end]);
        let mut turned = whole.clone();
        turned[end] ^= 0x55;
        let _ = decode(&turned);
    }
}

#[test]
fn size_is_checked_before_memory_is_taken() {
    // A header that claims 2^31 - 1 a side, its checksum right.
    let mut huge = Vec::new();
    png::Encoder::new(&mut huge, 0x7fff_ffff, 0x7fff_ffff)
        .write_header()
        .unwrap();
    assert_eq!(
        decode(&huge).unwrap_err(),
        "this picture is too large: 2147483647 x 2147483647, at most 8192 a side and 67 million pixels in all"
    );
}

fn set(project: &Project, content: Vec<u8>) -> FileSet {
    project.files().with(&[FileChange {
        path: "assets/hero.png".into(),
        content: Some(content.into()),
    }])
}

#[test]
fn a_changed_picture_keeps_its_page_and_is_shown_when_taken() {
    let project = Project::from_files(&files()).unwrap();
    let page_of = |defs: &crate::project::Defs| {
        defs.characters["hero"].clone().unwrap().pictures[0]
            .cell()
            .unwrap()
            .page
    };
    let id = page_of(project.defs());
    let before = project.pages().page(id).unwrap();
    let changed = set(&project, png(96, 32, 200));
    let defs = project.load(&changed);
    assert_eq!(page_of(&defs), id);
    assert_eq!(defs.repaint.len(), 1);
    assert_eq!(
        project.pages().page(id).unwrap().version,
        before.version,
        "not before it is taken"
    );
    let again = project.load(&changed);
    assert!(
        Arc::ptr_eq(&defs.repaint[0].3, &again.repaint[0].3),
        "not decoded twice"
    );
    project.take(&again);
    let after = project.pages().page(id).unwrap();
    assert_eq!(
        (after.width, after.height, after.version),
        (96, 32, before.version + 1)
    );
    assert_eq!(project.load(&changed).repaint, vec![], "it is shown now");
    assert_eq!(
        project.load(project.files()).repaint.len(),
        1,
        "and the old one is the change now"
    );
    assert_eq!(project.pages().all().len(), 1);
}

#[test]
fn a_smaller_picture_puts_frames_outside() {
    let project = Project::from_files(&files()).unwrap();
    let defs = project.load(&set(&project, png(64, 64, 1)));
    let told = defs.characters["hero"].clone().unwrap_err().to_string();
    assert_eq!(
        told,
        "assets/characters/hero.character.ron:3:43: frame 3 is outside the sheet: the sheet has 2 columns x 2 rows (cells of 32 x 32 pixels)"
    );
    let broken = project.load(&set(&project, b"\x89PNG\r\n\x1a\n".to_vec()));
    assert!(broken.characters["hero"].is_err());
    assert_eq!(broken.repaint, vec![]);
    assert!(
        project.load(project.files()).characters["hero"].is_ok(),
        "mended"
    );
}

/// A few kilobytes of PNG may ask for any amount of memory, again and again.
#[test]
fn all_pictures_together_are_bounded() {
    let (pages, mut repaint) = (Pages::default(), Vec::new());
    let mut pictures = Pictures::of(100);
    let files = |sizes: &[(&str, u32)]| {
        let png = |(path, width): &(&str, u32)| (format!("assets/{path}.png"), png(*width, 10, 1));
        let files: std::collections::BTreeMap<_, _> = sizes.iter().map(png).collect();
        FileSet::read(&files).unwrap()
    };
    let mut width = |path: &str, files: &FileSet| {
        let page = pictures.page(&format!("assets/{path}.png"), files, &pages, &mut repaint);
        page.map(|page| page.width)
    };
    let both = files(&[("a", 6), ("b", 5)]);
    assert_eq!(width("a", &both), Ok(6));
    assert_eq!(
        width("b", &both).unwrap_err(),
        "this picture of 5 x 10 finds no room: all pictures of a project have at most 100 pixels"
    );
    // Where the other shrinks, or goes, there is room.
    let smaller = files(&[("a", 5), ("b", 5)]);
    assert_eq!((width("a", &smaller), width("b", &smaller)), (Ok(5), Ok(5)));
    assert_eq!(width("c", &files(&[("a", 5), ("c", 5)])), Ok(5));
    assert_eq!(pages.all().len(), 3);
}
