//! Where lines break, and where the pen stands for each character. Knows widths
//! only, no glyphs. Lengths are logical pixels, so that text breaks alike at every
//! magnification.

use super::MOST_CHARACTERS;

/// One line: its visible characters, each with its pen, and how long it is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Line {
    /// Characters with the place of their pen, from the line's left edge.
    pub glyphs: Vec<(char, f32)>,
    /// From the left edge to the end of the last visible character.
    pub width: f32,
}

/// What a character is to the text.
enum Kind {
    Seen(char),
    Space,
    End,
    /// Control characters, and those that only tell a shaping engine something.
    Nothing,
}

fn kind(character: char) -> Kind {
    match character {
        '\n' => Kind::End,
        ' ' | '\t' => Kind::Space,
        '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}' => Kind::Nothing,
        control if control.is_control() => Kind::Nothing,
        seen => Kind::Seen(seen),
    }
}

/// Breaks text at `width` into at most `most` lines (at least one).
pub fn broken(
    text: &str,
    width: f32,
    most: usize,
    mut advance: impl FnMut(char) -> f32,
) -> Vec<Line> {
    let width = width.max(1.0);
    // Room for one line more than asked shows whether anything is left off.
    let enough = most.max(1).saturating_add(1);
    let mut lines: Vec<Vec<char>> = Vec::new();
    let mut line: Vec<char> = Vec::new();
    let (mut at, mut word_start, mut word) = (0.0, 0, 0.0);
    for character in text.chars().take(MOST_CHARACTERS) {
        if lines.len() >= enough {
            break;
        }
        match kind(character) {
            Kind::Nothing => {}
            Kind::End => {
                lines.push(std::mem::take(&mut line));
                (at, word_start, word) = (0.0, 0, 0.0);
            }
            Kind::Space => {
                let spaces = if character == '\t' { 4 } else { 1 };
                line.extend(std::iter::repeat_n(' ', spaces));
                at += spaces as f32 * advance(' ');
                (word_start, word) = (line.len(), 0.0);
            }
            Kind::Seen(character) => {
                let step = advance(character);
                if at + step > width && !line.is_empty() {
                    // The word moves on as a whole, unless it is longer than a line.
                    let cut = if word_start > 0 && word + step <= width {
                        word_start
                    } else {
                        word = 0.0;
                        line.len()
                    };
                    let rest = line.split_off(cut);
                    lines.push(std::mem::replace(&mut line, rest));
                    (at, word_start) = (word, 0);
                }
                line.push(character);
                at += step;
                word += step;
            }
        }
    }
    lines.push(line);
    if lines.len() > most.max(1) {
        lines.truncate(most.max(1));
        if let Some(last) = lines.last_mut() {
            end_in_dots(last, width, &mut advance);
        }
    }
    lines
        .into_iter()
        .map(|line| placed(&line, &mut advance))
        .collect()
}

/// Ends a line in `...`, with as much of it left as fits before them.
fn end_in_dots(line: &mut Vec<char>, width: f32, advance: &mut impl FnMut(char) -> f32) {
    let dots = 3.0 * advance('.');
    let mut length: f32 = line.iter().map(|&character| advance(character)).sum();
    while let Some(&last) = line.last()
        && (length + dots > width || last == ' ')
    {
        length -= advance(last);
        line.pop();
    }
    line.extend("...".chars());
}

fn placed(line: &[char], advance: &mut impl FnMut(char) -> f32) -> Line {
    let mut placed = Line::default();
    let mut pen = 0.0;
    for &character in line {
        let at = pen;
        pen += advance(character);
        if character != ' ' {
            placed.glyphs.push((character, at));
            placed.width = pen;
        }
    }
    placed
}
