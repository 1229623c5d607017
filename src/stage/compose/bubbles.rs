//! Speech bubbles: above the speaker's head, inside the scene, beside each
//! other where there is room. Lengths are logical pixels.

use super::{Figure, Piece, Shows, View, bounds};
use crate::draw::Sprite;
use crate::geom::Rgba;
use crate::stage::{Art, Picture};
use crate::text::{Laid, Letters, moved};

#[cfg(test)]
mod tests;

const SIZE: f32 = 10.0;
const INK: Rgba = Rgba::rgb(0x1e, 0x20, 0x30);
const PAPER: Rgba = Rgba::rgb(0xfb, 0xf8, 0xf0);
/// Between the text and the paper's edge.
const PAD: (f64, f64) = (5.0, 3.0);
/// The outline's width.
const LINE: f64 = 1.0;
const ROUND: f64 = 5.0;
/// From the bubble to the tail's tip, and the tail's width where it leaves the bubble.
const TAIL: (f64, f64) = (6.0, 8.0);
/// A bubble that had to move up has a longer tail, but no spike.
const LONGEST_TAIL: f64 = 18.0;
/// From the tip to the head, and from a bubble to the scene's edge and to its neighbour.
const GAP: f64 = 2.0;
/// The widest line, of short and of long texts.
const WIDE: (f32, f32) = (120.0, 190.0);
/// More characters than this make a text long.
const LONG: usize = 80;

/// A bubble's body with its outline, and what it points at.
pub struct Bubble {
    text: Laid,
    pub x: f64,
    pub y: f64,
    pub w: f64,
    pub h: f64,
    /// The speaker's head.
    head: (f64, f64),
}

impl Bubble {
    /// Whether they touch; half a gap, since places are rounded to device pixels.
    fn covers(&self, other: &Bubble) -> bool {
        const NEAR: f64 = GAP / 2.0;
        self.x < other.x + other.w + NEAR
            && other.x < self.x + self.w + NEAR
            && self.y < other.y + other.h + NEAR
            && other.y < self.y + self.h + NEAR
    }
}

/// The bubbles of all who speak, in paint order.
pub fn all(view: &View, figures: &[Figure], letters: &mut Letters) -> Vec<Sprite> {
    placed(view, figures, letters)
        .iter()
        .flat_map(|bubble| view.drawn(bubble, letters))
        .collect()
}

/// Where they are, the higher ones first: their tails pass behind the lower ones.
pub fn placed(view: &View, figures: &[Figure], letters: &mut Letters) -> Vec<Bubble> {
    let mut placed: Vec<Bubble> = Vec::new();
    for figure in figures {
        if let Some(text) = &figure.bubble
            && let Some(bubble) = view.bubble(figure, text, letters)
        {
            let bubble = view.beside(bubble, &placed);
            placed.push(bubble);
        }
    }
    placed.sort_by(|a, b| a.y.total_cmp(&b.y));
    placed
}

impl View {
    /// A bubble where it would be if it were alone; `None` if there is nothing to read.
    fn bubble(&self, figure: &Figure, text: &str, letters: &mut Letters) -> Option<Bubble> {
        let scale = self.scale as u32;
        let text = text.trim();
        let wide = if text.chars().count() > LONG {
            WIDE.1
        } else {
            WIDE.0
        };
        let room = |side: f64, pad: f64| (side - 2.0 * (pad + LINE + GAP)).max(1.0) as f32;
        let most = (room(self.size.1, PAD.1) / Letters::line_height(SIZE)).max(1.0) as usize;
        let wide = wide.min(room(self.size.0, PAD.0));
        let wide = letters.balanced(text, SIZE, wide, most);
        let text = letters.lay_out_lines(text, SIZE, wide, most, scale, INK);
        if text.sprites.is_empty() {
            return None;
        }
        let w =
            (f64::from(text.width) + 2.0 * (PAD.0 + LINE)).max(TAIL.1 + 2.0 * ROUND + 2.0 * LINE);
        let h = f64::from(text.height) + 2.0 * (PAD.1 + LINE);
        let head = self.head(figure, letters);
        Some(Bubble {
            x: self.inside(head.0 - w / 2.0, w, self.size.0),
            y: self.inside(head.1 - GAP - TAIL.0 - h, h, self.size.1),
            text,
            w,
            h,
            head,
        })
    }

    /// A place near `at` for something `length` long between 0 and `limit`, on a whole device pixel.
    fn inside(&self, at: f64, length: f64, limit: f64) -> f64 {
        self.snap(at.min(limit - GAP - length).max(GAP))
    }

    /// The top of what is drawn of a figure, on its pivot's vertical: the highest of its parts' tops.
    fn head(&self, figure: &Figure, letters: &Letters) -> (f64, f64) {
        let (x, y) = self.between(figure.before, figure.now);
        let seen = figure.parts.iter().filter(|part| part.opacity > 0.0);
        let tops = seen.filter_map(|part| {
            let art = match &part.shows {
                Shows::One(art) => art,
                Shows::Mix(arts) => &arts.iter().max_by(|a, b| a.1.total_cmp(&b.1))?.0,
            };
            Some(self.top(&Piece { figure, part, art }, letters))
        });
        let top = tops.reduce(f64::min);
        (
            self.snap(x),
            top.unwrap_or_else(|| self.snap(y - f64::from(figure.lift))),
        )
    }

    /// The top of a part; a picture's begins at its first visible row.
    fn top(&self, piece: &Piece, letters: &Letters) -> f64 {
        let mut area = piece.area();
        if let Art::Cell(picture) = piece.art {
            let empty = empty_rows(*picture, letters);
            area.y += empty;
            area.h -= empty;
        }
        bounds(self.placed(piece.figure, piece.inner()), area).1
    }

    /// Out of the way of those that are placed: sideways if its head stays below it, else up, else where it was.
    fn beside(&self, mut bubble: Bubble, placed: &[Bubble]) -> Bubble {
        let (x, y) = (bubble.x, bubble.y);
        // Each move clears at least one of them, so this many are enough or none are.
        for _ in 0..=placed.len() {
            let Some(other) = placed.iter().find(|other| other.covers(&bubble)) else {
                return bubble;
            };
            let right = bubble.head.0 >= other.head.0;
            let aside = if right {
                other.x + other.w + GAP
            } else {
                other.x - GAP - bubble.w
            };
            let reach = ROUND + LINE + TAIL.1 / 2.0;
            let fits = aside >= GAP && aside + bubble.w <= self.size.0 - GAP;
            let points = (aside + reach..=aside + bubble.w - reach).contains(&bubble.head.0);
            if fits && points {
                bubble.x = aside;
            } else {
                bubble.y = self.snap(other.y - GAP - bubble.h);
            }
            if bubble.y < GAP {
                break;
            }
        }
        (bubble.x, bubble.y) = (x, y);
        bubble
    }

    fn drawn(&self, bubble: &Bubble, letters: &mut Letters) -> Vec<Sprite> {
        let scale = self.scale as u32;
        let Bubble { x, y, w, h, .. } = *bubble;
        let mut items = Vec::new();
        let mut put = |sprites: Vec<Sprite>, x: f64, y: f64| {
            items.extend(
                sprites
                    .into_iter()
                    .map(|sprite| moved(sprite, x as f32, y as f32)),
            );
        };
        let body = |letters: &mut Letters, inset: f64, colour| {
            let (w, h, round) = (w - 2.0 * inset, h - 2.0 * inset, ROUND - inset);
            letters.panel(w as f32, h as f32, round as f32, scale, colour)
        };
        // The tail (in whole logical pixels, so that there are few of them): two triangles, the dark one wider and longer; the light one opens the outline.
        let side = ROUND + LINE;
        let left = self.snap(
            (bubble.head.0 - TAIL.1 / 2.0).clamp(x + side, (x + w - side - TAIL.1).max(x + side)),
        );
        let down = (bubble.head.1 - GAP - (y + h))
            .clamp(TAIL.0, LONGEST_TAIL)
            .round();
        let tip = (bubble.head.0 - left).clamp(0.0, TAIL.1).round();
        let tail = |letters: &mut Letters, w: f64, h: f64, tip: f64, colour| {
            vec![letters.tail(w as f32, h as f32, tip as f32, scale, colour)]
        };
        put(body(letters, 0.0, INK), x, y);
        put(tail(letters, TAIL.1, down, tip, INK), left, y + h);
        put(body(letters, LINE, PAPER), x + LINE, y + LINE);
        let light = TAIL.1 - 2.0 * LINE;
        let light_tip = (tip - LINE).clamp(0.0, light);
        put(
            tail(letters, light, down - LINE, light_tip, PAPER),
            left + LINE,
            y + h - LINE,
        );
        let inset = self.snap((w - f64::from(bubble.text.width)) / 2.0);
        let (text_x, text_y) = (x + inset, y + LINE + PAD.1);
        items.extend(bubble.text.at(text_x as f32, text_y as f32));
        items
    }
}

/// How many rows at the top of a picture have nothing to see. Looks at every pixel of a small picture, at some of a large one.
fn empty_rows(picture: Picture, letters: &Letters) -> f32 {
    const MOST: usize = 128;
    let Some(page) = letters.page(picture.page) else {
        return 0.0;
    };
    let source = picture.source;
    let (x, y) = (source.x.max(0.0) as usize, source.y.max(0.0) as usize);
    let right = ((source.x + source.w).max(0.0) as usize).min(page.width as usize);
    let bottom = ((source.y + source.h).max(0.0) as usize).min(page.height as usize);
    let step = |length: usize| (length / MOST).max(1);
    let (across, down) = (
        step(right.saturating_sub(x)),
        step(bottom.saturating_sub(y)),
    );
    let seen = |row: usize| {
        (x..right).step_by(across).any(|column| {
            let at = (row * page.width as usize + column) * 4 + 3;
            page.pixels.get(at).is_some_and(|alpha| *alpha >= 128)
        })
    };
    (y..bottom)
        .step_by(down)
        .find(|&row| seen(row))
        .map_or(0.0, |row| (row - y) as f32)
}
