//! ron's errors in words for the people who write the files, and small looks at
//! RON text that ron itself does not offer. It decides nothing about what a file
//! may hold.

use ron::error::{Error, Position, SpannedError};

use super::examples::example;
use crate::error::{short, unknown};

/// A reworded error: a byte of the text it is about, and the sentence.
#[derive(Debug, PartialEq)]
pub(super) struct Fault {
    pub byte: usize,
    pub message: String,
}

/// What ron found wrong in `text`, which should hold a record of this name.
pub(super) fn explain(text: &str, name: &str, error: &SpannedError) -> Fault {
    let start = byte_of(text, error.span.start);
    let end = byte_of(text, error.span.end);
    let first = skip_blank(text);
    let fault = |byte: usize, message: String| Fault { byte, message };
    if let Some((byte, example)) = nameless(text, name, &error.code, start..end) {
        let message = format!("a field's name is missing before this, as in {example}");
        return fault(byte, message);
    }
    match &error.code {
        Error::NoSuchStructField {
            expected, found, ..
        } => fault(start, unknown("field", found, expected.iter().copied())),
        Error::DuplicateStructField { field, .. } => {
            fault(start, format!("`{field}` is given twice"))
        }
        Error::ExpectedDifferentStructName { found, .. } => fault(
            start,
            format!("this should be {name}(...), not {}(...)", cut(found)),
        ),
        Error::ExpectedNamedStructLike(_) | Error::ExpectedStructLike => fault(
            first,
            format!("this should be {name}(...), not {}", found(&text[first..])),
        ),
        Error::Eof
        | Error::ExpectedStructLikeEnd
        | Error::ExpectedArrayEnd
        | Error::ExpectedMapEnd => match unclosed(text) {
            Some(byte) => {
                let bracket = &text[byte..=byte];
                fault(byte, format!("this `{bracket}` is never closed"))
            }
            None => fault(end, "the file ends too early".into()),
        },
        Error::ExpectedStringEnd => fault(
            start,
            "this text is never closed: its second `\"` is missing".into(),
        ),
        Error::ExpectedComma => missing_comma(text, end),
        Error::ExpectedMapColon => fault(
            start,
            "a `:` is missing between a name and its value".into(),
        ),
        Error::ExpectedIdentifier | Error::SuggestRawIdentifier(_) => fault(
            end,
            "a field's name should stand here, without quotes, such as `name: value`".into(),
        ),
        Error::UnclosedBlockComment => fault(
            text[..start].rfind("/*").unwrap_or(start),
            "a comment `/*` is never closed".into(),
        ),
        Error::UnexpectedChar(c) => fault(
            start,
            format!("no value can begin with `{}`", c.escape_debug()),
        ),
        Error::ExpectedChar => fault(start, "texts stand in double quotes, \"so\"".into()),
        Error::InvalidEscape(_) => fault(
            start,
            "this text holds an unknown escape; a `\\` itself is written `\\\\`".into(),
        ),
        Error::TrailingCharacters => fault(
            end,
            format!("nothing may follow after the end of {name}(...)"),
        ),
        Error::ExceededRecursionLimit => fault(end, "too many brackets inside each other".into()),
        Error::NoSuchExtension(extension) => {
            fault(start, format!("unknown RON extension `{extension}`"))
        }
        Error::ExpectedFloat | Error::ExpectedInteger => {
            fault(start, "this is not a number".into())
        }
        other => {
            let mut message = other.to_string();
            if let Some(letter) = message.get_mut(..1) {
                letter.make_ascii_lowercase();
            }
            fault(start, message)
        }
    }
}

/// The value that stands in a tree's record without its field's name, and the record as it is written.
fn nameless(
    text: &str,
    name: &str,
    code: &Error,
    span: std::ops::Range<usize>,
) -> Option<(usize, &'static str)> {
    let second = |byte: usize| Tokens::new(&text[byte..]).nth(1).map(|(_, c)| c);
    match code {
        // The first has no name, a later one has: to ron all have none then, and there is no use for the `:`.
        Error::ExpectedComma => {
            let rest = &text[span.end..];
            if !rest[skip_blank(rest)..].starts_with(':') {
                return None;
            }
            let (record, open) = open_record(&text[..span.end])?;
            let inside = &text[open + 1..];
            Some((open + 1 + skip_blank(inside), example(record)?))
        }
        Error::NoSuchStructField { found, .. } => {
            let after = text.get(span.start + found.len()..)?;
            let is_value = after[skip_blank(after)..].starts_with('(');
            is_value.then_some((span.start, example(name)?))
        }
        Error::ExpectedIdentifier => {
            let is_value = text[span.end..].starts_with(|c: char| "[{(\"+-.0123456789".contains(c));
            let is_value = is_value && second(span.end) != Some(':');
            let record = open_record(&text[..span.end]).map_or(name, |(record, _)| record);
            is_value.then_some((span.end, example(record)?))
        }
        _ => None,
    }
}

/// The innermost record that `text` opens and does not close: its name, and the byte of its bracket.
fn open_record(text: &str) -> Option<(&str, usize)> {
    let open = unclosed(text)?;
    let before = text[..open].trim_end();
    let start = before.rfind(|c: char| !(c.is_alphanumeric() || c == '_'));
    Some((&before[start.map_or(0, |at| at + 1)..], open))
}

/// A comma is missing before `byte`; what stands before it may be a bracket that was closed by the wrong kind.
fn missing_comma(text: &str, byte: usize) -> Fault {
    let message = match text[byte..].chars().next() {
        Some(c @ (')' | ']' | '}')) => match unclosed(&text[..byte]) {
            Some(open) => format!(
                "this `{c}` closes nothing: `{}` is open here",
                &text[open..=open]
            ),
            None => format!("this `{c}` closes nothing"),
        },
        None => {
            if let Some(open) = unclosed(text) {
                let message = format!("this `{}` is never closed", &text[open..=open]);
                return Fault {
                    byte: open,
                    message,
                };
            }
            "the file ends too early".into()
        }
        _ => "a `,` is missing before this".into(),
    };
    Fault { byte, message }
}

/// The byte at a position ron tells.
fn byte_of(text: &str, position: Position) -> usize {
    let mut line_start = 0;
    for _ in 1..position.line {
        match text[line_start..].find('\n') {
            Some(i) => line_start += i + 1,
            None => return text.len(),
        }
    }
    text[line_start..]
        .char_indices()
        .nth(position.col.saturating_sub(1))
        .map_or(text.len(), |(i, _)| line_start + i)
}

/// A value as one would name it in a sentence: `the text "abc"`, `the list [1, 2]`.
pub(super) fn found(text: &str) -> String {
    let shown = cut(text);
    match text.chars().next() {
        None => "nothing".into(),
        Some('"') => format!("the text {shown}"),
        Some('0'..='9' | '+' | '-' | '.') => shown,
        Some('[') => format!("the list {shown}"),
        Some('{') => format!("the map {shown}"),
        Some('(') => format!("the group {shown}"),
        Some(_) => match word(text) {
            Some(word)
                if word.len() < text.len() && text[word.len()..].trim_start().starts_with('(') =>
            {
                format!("{}(...)", short(word))
            }
            Some(word) => format!("`{}`", short(word)),
            None => shown,
        },
    }
}

/// The identifier a text begins with.
pub(super) fn word(text: &str) -> Option<&str> {
    let end = text
        .find(|c: char| !(c.is_alphanumeric() || c == '_'))
        .unwrap_or(text.len());
    let word = &text[..end];
    word.starts_with(|c: char| c.is_alphabetic() || c == '_')
        .then_some(word)
}

/// A text on one line and not long.
fn cut(text: &str) -> String {
    const SHOWN: usize = 40;
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= SHOWN {
        return line;
    }
    let start: String = line.chars().take(SHOWN).collect();
    format!("{start}...")
}

/// The first byte that is neither white space nor in a comment.
pub(super) fn skip_blank(text: &str) -> usize {
    Tokens::new(text)
        .next()
        .map_or(text.len(), |(byte, _)| byte)
}

/// The innermost bracket that is open at the end of the text.
fn unclosed(text: &str) -> Option<usize> {
    let mut open = Vec::new();
    for (byte, c) in Tokens::new(text) {
        match c {
            '(' | '[' | '{' => open.push(byte),
            ')' | ']' | '}' => {
                open.pop();
            }
            _ => {}
        }
    }
    open.pop()
}

/// How many entries a list or map has.
pub(super) fn entries(text: &str) -> usize {
    let (mut depth, mut count, mut is_in_one) = (0_usize, 0, false);
    for (_, c) in Tokens::new(text) {
        if matches!(c, ')' | ']' | '}') {
            depth = depth.saturating_sub(1);
        } else if depth == 1 && c == ',' {
            is_in_one = false;
        } else {
            if depth == 1 && !is_in_one {
                is_in_one = true;
                count += 1;
            }
            depth += usize::from(matches!(c, '(' | '[' | '{'));
        }
    }
    count
}

/// The first bracket that is inside more than `most` others.
pub(super) fn too_deep(text: &str, most: usize) -> Option<usize> {
    let mut depth = 0_usize;
    Tokens::new(text).find_map(|(byte, c)| {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        (depth > most).then_some(byte)
    })
}

/// The characters of RON text outside of white space, comments and texts (of a text, its first quote).
struct Tokens<'a> {
    text: &'a str,
    byte: usize,
}

impl<'a> Tokens<'a> {
    fn new(text: &'a str) -> Tokens<'a> {
        Tokens { text, byte: 0 }
    }

    fn skip_to_end_of(&mut self, end: &str) {
        self.byte = self.text[self.byte..]
            .find(end)
            .map_or(self.text.len(), |i| self.byte + i + end.len());
    }

    fn skip_text(&mut self) {
        let mut escaped = false;
        for (i, c) in self.text[self.byte..].char_indices().skip(1) {
            match c {
                '"' if !escaped => {
                    self.byte += i + 1;
                    return;
                }
                _ => escaped = c == '\\' && !escaped,
            }
        }
        self.byte = self.text.len();
    }
}

impl Iterator for Tokens<'_> {
    type Item = (usize, char);

    fn next(&mut self) -> Option<(usize, char)> {
        loop {
            let rest = &self.text[self.byte..];
            let c = rest.chars().next()?;
            let at = self.byte;
            if rest.starts_with("//") {
                self.skip_to_end_of("\n");
            } else if rest.starts_with("/*") {
                self.skip_to_end_of("*/");
            } else if c.is_whitespace() {
                self.byte += c.len_utf8();
            } else {
                if c == '"' {
                    self.skip_text();
                } else {
                    self.byte += c.len_utf8();
                }
                return Some((at, c));
            }
        }
    }
}
