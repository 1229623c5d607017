//! Texts that come from scripts, made fit to be shown: bytes that are no UTF-8
//! and control characters become visible, lengths are bounded.

use std::fmt::Write as _;

/// What stands where a text was cut.
const MORE: &str = "...";

/// The text with everything visible that a terminal would obey or not show, cut
/// to `limit` bytes. New lines and tabs stay.
pub(super) fn clean(bytes: &[u8], limit: usize) -> String {
    let is_plain = |byte: &u8| matches!(byte, b' '..=b'~' | b'\n' | b'\t');
    let head = &bytes[..bytes.len().min(limit + 1)];
    if head.iter().all(is_plain) {
        // Most texts: no letter of it is looked at twice.
        let text = String::from_utf8_lossy(head).into_owned();
        return if bytes.len() > limit {
            cut(text, limit)
        } else {
            text
        };
    }
    let mut out = String::new();
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            if c.is_control() && c != '\n' && c != '\t' {
                let _ = write!(out, "\\x{:02x}", u32::from(c));
            } else {
                out.push(c);
            }
            if out.len() > limit {
                return cut(out, limit);
            }
        }
        for byte in chunk.invalid() {
            let _ = write!(out, "\\x{byte:02x}");
        }
        if out.len() > limit {
            return cut(out, limit);
        }
    }
    out
}

/// A name for an error text, to be written in quotes that escape it (`{:?}`): the
/// first 64 characters.
pub(super) fn name(bytes: &[u8]) -> String {
    let head = &bytes[..bytes.len().min(400)];
    let text = String::from_utf8_lossy(head);
    if text.chars().nth(64).is_none() && head.len() == bytes.len() {
        return text.into_owned();
    }
    text.chars().take(64).chain(MORE.chars()).collect()
}

/// The text of at most `limit` bytes, its end marked where it was longer.
fn cut(mut text: String, limit: usize) -> String {
    let mut end = limit.saturating_sub(MORE.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.truncate(end);
    text + MORE
}
