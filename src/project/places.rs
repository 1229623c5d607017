//! Bytes of a text as lines and columns, without counting from the top each time:
//! a file may hold a hundred thousand values, all of them in one line.

use crate::error::Place;

/// Bytes between two marks.
const STRIDE: usize = 1024;

/// An index of one text.
#[derive(Debug)]
pub(super) struct Places {
    /// The byte each line begins at.
    lines: Vec<usize>,
    /// Characters before every [`STRIDE`]th byte.
    marks: Vec<usize>,
}

impl Places {
    pub fn of(text: &str) -> Places {
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let mut marks = Vec::with_capacity(text.len() / STRIDE + 1);
        let mut count = 0;
        for piece in text.as_bytes().chunks(STRIDE) {
            marks.push(count);
            count += starts(piece);
        }
        Places {
            lines: std::iter::once(0)
                .chain(ends.map(|(byte, _)| byte + 1))
                .collect(),
            marks,
        }
    }

    /// The place of a byte of that text; beyond it, its end.
    pub fn place(&self, text: &str, byte: usize) -> Place {
        let byte = byte.min(text.len());
        let line = self.lines.partition_point(|start| *start <= byte);
        let start = self.lines.get(line - 1).copied().unwrap_or(0);
        Place {
            line: line as u32,
            column: 1 + (self.count(text, byte) - self.count(text, start)) as u32,
        }
    }

    /// The characters that begin before a byte.
    fn count(&self, text: &str, byte: usize) -> usize {
        let mark = (byte / STRIDE).min(self.marks.len().saturating_sub(1));
        let before = self.marks.get(mark).copied().unwrap_or(0);
        before + starts(text.as_bytes().get(mark * STRIDE..byte).unwrap_or(&[]))
    }
}

/// How many characters begin in these bytes of UTF-8.
fn starts(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| (**byte & 0xc0) != 0x80).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_counted_from_the_top() {
        let long = format!("{}\n", "aé€🤖".repeat(900));
        for text in ["", "\n", "a\nb", "é\n\n€🤖x\r\nz", &long, &long.repeat(3)] {
            let places = Places::of(text);
            for byte in (0..=text.len()).filter(|byte| text.is_char_boundary(*byte)) {
                let before = &text[..byte];
                let start = before.rfind('\n').map_or(0, |i| i + 1);
                let counted = Place {
                    line: 1 + before.matches('\n').count() as u32,
                    column: 1 + before[start..].chars().count() as u32,
                };
                assert_eq!(places.place(text, byte), counted, "byte {byte}");
            }
            let end = places.place(text, text.len());
            assert_eq!(places.place(text, text.len() + 7), end);
        }
    }
}
