//! A health bar for the top of a scene, and the two fighters' names: four cells of 160 x 14, one below the other. All four have their
//! pivot at the left middle of the trough, so the filling, scaled in x, empties towards that end.

use crate::geom::p;
use crate::picture::{Picture, Rgb, mix_rgb, rgb};
use crate::shape::poly;

pub const CELL: (i32, i32) = (160, 14);
pub const PIVOT: (i32, i32) = (4, 7);
/// The trough's size; its left middle is the pivot.
const TROUGH: (i32, i32) = (152, 6);

const INK: Rgb = rgb(0x120d24);
const RIM_LIGHT: Rgb = rgb(0xe3b46c);
const RIM_SHADE: Rgb = rgb(0x9a6a55);
const EMPTY: Rgb = rgb(0x2b2140);
const FULL_LIGHT: Rgb = rgb(0xd6dc62);
const FULL_SHADE: Rgb = rgb(0x93ad45);
const WORD_LIGHT: Rgb = rgb(0xfff4d2);
const WORD_SHADE: Rgb = rgb(0xf2bd6c);

pub fn draw() -> Picture {
    let mut sheet = Picture::new(CELL.0, CELL.1 * 4);
    for (row, cell) in [frame(), fill(), name("NINJA"), name("KARATEKA")]
        .iter()
        .enumerate()
    {
        sheet.draw(cell, 0, row as i32 * CELL.1);
    }
    sheet
}

/// What hangs over the fight and never changes: both frames and both names, for a
/// scene 480 pixels wide.
pub fn hud() -> Picture {
    let mut picture = Picture::new(480, 40);
    for (cell, x, y) in [
        (frame(), 12, 9),
        (frame(), 308, 9),
        (name("NINJA"), 12, 23),
        (name("KARATEKA"), 403, 23),
    ] {
        picture.draw(&cell, x, y);
    }
    picture
}

/// Rings from outside: dark, bronze, dark, then the trough.
fn frame() -> Picture {
    let mut cell = Picture::new(CELL.0, CELL.1);
    let (w, h) = (CELL.0 as f32, CELL.1 as f32);
    let outline = poly(
        &[
            p(4.0, 4.0),
            p(w - 4.0, 4.0),
            p(w - 4.0, h - 4.0),
            p(4.0, h - 4.0),
        ],
        3.0,
    );
    for y in 0..CELL.1 {
        for x in 0..CELL.0 {
            let deep = -outline.distance(p(x as f32 + 0.5, y as f32 + 0.5));
            if deep < 0.0 {
                continue;
            }
            let c = if deep > 3.0 {
                // The upper edge throws a shadow into the trough.
                mix_rgb(EMPTY, INK, if y == 4 { 0.7 } else { 0.0 })
            } else if (1.0..2.0).contains(&deep) {
                if y < CELL.1 / 2 { RIM_LIGHT } else { RIM_SHADE }
            } else {
                INK
            };
            cell.put(x, y, c);
        }
    }
    cell
}

/// The same in every column, so that it can be made narrower without being spoilt.
fn fill() -> Picture {
    let mut cell = Picture::new(CELL.0, CELL.1);
    let top = PIVOT.1 - TROUGH.1 / 2;
    cell.rect(PIVOT.0, top, TROUGH.0, TROUGH.1, FULL_SHADE);
    cell.rect(PIVOT.0, top, TROUGH.0, TROUGH.1 / 2, FULL_LIGHT);
    cell
}

fn name(word: &str) -> Picture {
    let mut cell = Picture::new(CELL.0, CELL.1);
    let (top, mut x) = (PIVOT.1 - 4, PIVOT.0 + 1);
    let mut dots = Vec::new();
    for letter in word.chars() {
        let rows = letter_rows(letter);
        for (y, row) in rows.iter().enumerate() {
            for (dx, mark) in row.chars().enumerate() {
                if mark == '#' {
                    dots.push((x + dx as i32, y as i32));
                }
            }
        }
        x += rows[0].len() as i32 + 1;
    }
    for (x, y) in &dots {
        cell.rect(x - 1, top + y - 1, 3, 4, INK);
    }
    for (x, y) in &dots {
        cell.put(*x, top + y, if *y < 4 { WORD_LIGHT } else { WORD_SHADE });
    }
    cell
}

/// The letters the two names need, seven rows each.
fn letter_rows(letter: char) -> [&'static str; 7] {
    match letter {
        'A' => [
            ".####.", "##..##", "##..##", "######", "##..##", "##..##", "##..##",
        ],
        'E' => [
            "######", "##....", "##....", "#####.", "##....", "##....", "######",
        ],
        'I' => ["####", ".##.", ".##.", ".##.", ".##.", ".##.", "####"],
        'J' => [
            "...###", "....##", "....##", "....##", "##..##", "##..##", ".####.",
        ],
        'K' => [
            "##..##", "##.##.", "####..", "###...", "####..", "##.##.", "##..##",
        ],
        'N' => [
            "##..##", "###.##", "######", "##.###", "##..##", "##..##", "##..##",
        ],
        'R' => [
            "#####.", "##..##", "##..##", "#####.", "####..", "##.##.", "##..##",
        ],
        'T' => [
            "######", "..##..", "..##..", "..##..", "..##..", "..##..", "..##..",
        ],
        _ => [".."; 7],
    }
}
