//! The faces letters come from, and how one is drawn as coverage. Where text
//! goes is not known here. Faces are read when first needed, and kept.

use std::sync::OnceLock;

use epaint_default_fonts::{EMOJI_ICON, HACK_REGULAR, NOTO_EMOJI_REGULAR, UBUNTU_LIGHT};
use fontdue::{Font, FontSettings};

/// Font data in the order in which it is asked for a character.
const FACES: [&[u8]; 4] = [UBUNTU_LIGHT, HACK_REGULAR, NOTO_EMOJI_REGULAR, EMOJI_ICON];

/// Below this many device pixels an em, a letter a third of a pixel off its
/// place is seen; above, it is not.
const FINE: f32 = 22.0;

/// A glyph's picture, a byte of coverage a pixel; lengths in device pixels.
#[derive(Debug)]
pub struct Drawn {
    /// `width * height` bytes, rows from the top.
    pub coverage: Vec<u8>,
    /// Its width.
    pub width: u32,
    /// Its height.
    pub height: u32,
    /// From the pen's whole pixel to the left edge.
    pub left: i32,
    /// From the baseline up to the top edge.
    pub top: i32,
}

/// How lines follow each other, in whole logical pixels.
#[derive(Clone, Copy, Debug)]
pub struct LineMetrics {
    /// From the line's top to its baseline.
    pub ascent: f32,
    /// From one baseline to the next.
    pub height: f32,
}

fn face(index: usize) -> Option<&'static Font> {
    static READ: [OnceLock<Option<Font>>; FACES.len()] = [const { OnceLock::new() }; FACES.len()];
    READ.get(index)?
        .get_or_init(|| {
            let settings = FontSettings {
                // Geometry fine enough for letters at magnification 8.
                scale: 80.0,
                load_substitutions: false,
                ..FontSettings::default()
            };
            Font::from_bytes(FACES[index], settings).ok()
        })
        .as_ref()
}

/// The metrics of lines of that size: those of the first face, whatever faces its letters come from.
pub fn line(size: f32) -> LineMetrics {
    let metrics = face(0).and_then(|face| face.horizontal_line_metrics(size));
    let (ascent, descent) =
        metrics.map_or((size, 0.0), |metrics| (metrics.ascent, -metrics.descent));
    let ascent = ascent.round();
    LineMetrics {
        ascent,
        height: ascent + descent.ceil(),
    }
}

fn having(character: char) -> Option<&'static Font> {
    (0..FACES.len())
        .filter_map(face)
        .find(|face| face.has_glyph(character))
}

/// From a character's pen to the next, in ems.
pub fn advance(character: char) -> f32 {
    having(character).map_or(MISSING_ADVANCE, |face| {
        face.metrics(character, 1.0).advance_width.max(0.0)
    })
}

/// A pen's whole pixel, and its third of a pixel (0..=2; always 0 for large letters).
pub fn pen(at: f32, px: f32) -> (i32, u8) {
    if px >= FINE {
        return (at.round() as i32, 0);
    }
    let thirds = (at * 3.0).round() as i32;
    (thirds.div_euclid(3), thirds.rem_euclid(3) as u8)
}

/// Draws a character at `px` device pixels an em, its pen at `third` thirds of a
/// pixel: from the first face that has it, else a box.
pub fn draw(character: char, px: f32, third: u8) -> Drawn {
    let Some(face) = having(character) else {
        return missing(px);
    };
    let px = fitted(px);
    let (metrics, coverage) = if px >= FINE {
        face.rasterize(character, px)
    } else {
        face.rasterize_subpixel(character, px)
    };
    let (mut width, mut left) = (metrics.width, metrics.xmin);
    let mut coverage = coverage;
    if px < FINE {
        // fontdue adds the fraction of the left edge after it has stretched the outline threefold.
        let fraction = metrics.bounds.xmin - metrics.bounds.xmin.floor();
        let start = (3.0 * metrics.bounds.xmin - fraction).round() as i32 + i32::from(third);
        left = start.div_euclid(3);
        coverage = thirds_to_pixels(&coverage, metrics.width, start.rem_euclid(3) as usize);
        width += 1;
    }
    for alpha in &mut coverage {
        *alpha = weighted(*alpha, px);
    }
    Drawn {
        coverage,
        width: width as u32,
        height: metrics.height as u32,
        left,
        top: metrics.ymin + metrics.height as i32,
    }
}

/// The size nearby at which small letters' x is a whole number of pixels high: then their tops are sharp.
fn fitted(px: f32) -> f32 {
    let x = face(0).map_or(0.0, |face| face.metrics('x', px).bounds.height);
    if x < 2.0 { px } else { px * x.round() / x }
}

/// Three samples a pixel, shifted right by `shift` of them, as pixels: one more than `width` in each row.
fn thirds_to_pixels(samples: &[u8], width: usize, shift: usize) -> Vec<u8> {
    let row = |samples: &[u8]| {
        let at = |i: usize| {
            i.checked_sub(shift)
                .and_then(|i| samples.get(i))
                .map_or(0, |&s| u32::from(s))
        };
        (0..=width)
            .map(|x| ((at(3 * x) + at(3 * x + 1) + at(3 * x + 2) + 1) / 3) as u8)
            .collect::<Vec<u8>>()
    };
    samples
        .chunks_exact((3 * width).max(1))
        .flat_map(row)
        .collect()
}

/// Coverage made to look as strong as the outline is: a light face drawn small is paler than it should be.
fn weighted(alpha: u8, px: f32) -> u8 {
    let strength = if px < FINE { 0.4 } else { 0.15 };
    let alpha = f32::from(alpha) / 255.0;
    // A parabola through (0, 0) and (1, 1), which needs no power function (those differ between platforms).
    let alpha = alpha + strength * 2.0 * alpha * (1.0 - alpha);
    (alpha.min(1.0) * 255.0).round() as u8
}

/// The advance of a box, in ems.
const MISSING_ADVANCE: f32 = 0.65;

/// A hollow box as high as a capital.
fn missing(px: f32) -> Drawn {
    let part = |of: f32, least: u32| ((px * of) as u32).max(least);
    let (width, height, line) = (part(0.5, 3), part(0.7, 3), part(0.08, 1));
    let on_edge = |at: u32, length: u32| at < line || at + line >= length;
    let coverage = (0..height)
        .flat_map(|y| (0..width).map(move |x| (x, y)))
        .map(|(x, y)| {
            if on_edge(x, width) || on_edge(y, height) {
                255
            } else {
                0
            }
        })
        .collect();
    Drawn {
        coverage,
        width,
        height,
        left: line as i32,
        top: height as i32,
    }
}
