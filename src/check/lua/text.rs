//! Texts as they are written, and where they stand.

use std::iter::Peekable;
use std::str::Chars;

use full_moon::tokenizer::{StringLiteralQuoteType, TokenReference, TokenType};

use crate::error::Place;

/// Where each line of a source begins.
pub(super) struct Lines<'a> {
    source: &'a str,
    starts: Vec<usize>,
}

impl<'a> Lines<'a> {
    pub fn new(source: &'a str) -> Lines<'a> {
        let breaks = source.match_indices('\n').map(|(at, _)| at + 1);
        Lines {
            source,
            starts: std::iter::once(0).chain(breaks).collect(),
        }
    }

    pub fn place(&self, at: usize) -> Place {
        let line = self.starts.partition_point(|start| *start <= at);
        let start = self.starts[line - 1];
        let before = self.source.get(start..at).unwrap_or_default();
        Place {
            line: line as u32,
            column: before.chars().count() as u32 + 1,
        }
    }
}

/// Where a token begins, in bytes.
pub(super) fn start(token: &TokenReference) -> usize {
    token.token().start_position().bytes()
}

/// The name that a token is.
pub(super) fn identifier(token: &TokenReference) -> String {
    match token.token_type() {
        TokenType::Identifier { identifier } => identifier.to_string(),
        _ => token.token().to_string(),
    }
}

/// The text that a string's token stands for; `None` where it is not UTF-8 or no string.
pub(super) fn literal(token: &TokenReference) -> Option<String> {
    match token.token_type() {
        TokenType::StringLiteral {
            literal,
            quote_type: StringLiteralQuoteType::Brackets,
            ..
        } => {
            let text = literal.replace("\r\n", "\n");
            Some(text.strip_prefix('\n').map_or(text.clone(), str::to_owned))
        }
        TokenType::StringLiteral { literal, .. }
        | TokenType::InterpolatedString { literal, .. } => unescaped(literal),
        _ => None,
    }
}

fn unescaped(literal: &str) -> Option<String> {
    if !literal.contains('\\') {
        return Some(literal.to_owned());
    }
    let mut bytes = Vec::new();
    let mut chars = literal.chars().peekable();
    while let Some(c) = chars.next() {
        if c == '\\' {
            escape(&mut chars, &mut bytes)?;
        } else {
            push(&mut bytes, c);
        }
    }
    String::from_utf8(bytes).ok()
}

fn push(bytes: &mut Vec<u8>, c: char) {
    bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
}

fn escape(chars: &mut Peekable<Chars<'_>>, bytes: &mut Vec<u8>) -> Option<()> {
    match chars.next()? {
        'a' => bytes.push(7),
        'b' => bytes.push(8),
        'f' => bytes.push(12),
        'n' => bytes.push(b'\n'),
        'r' => bytes.push(b'\r'),
        't' => bytes.push(b'\t'),
        'v' => bytes.push(11),
        '\r' => {
            chars.next_if_eq(&'\n');
            bytes.push(b'\n');
        }
        'z' => while chars.next_if(char::is_ascii_whitespace).is_some() {},
        'x' => {
            let digits: String = chars.by_ref().take(2).collect();
            bytes.push(u8::from_str_radix(&digits, 16).ok()?);
        }
        'u' => {
            chars.next_if_eq(&'{')?;
            let digits: String = chars.by_ref().take_while(|c| *c != '}').collect();
            push(
                bytes,
                char::from_u32(u32::from_str_radix(&digits, 16).ok()?)?,
            );
        }
        first if first.is_ascii_digit() => {
            let mut value = first.to_digit(10)?;
            for _ in 0..2 {
                let Some(digit) = chars.next_if(char::is_ascii_digit) else {
                    break;
                };
                value = value * 10 + digit.to_digit(10)?;
            }
            bytes.push(u8::try_from(value).ok()?);
        }
        other => push(bytes, other),
    }
    Some(())
}
