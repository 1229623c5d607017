//! The text of an `.animationTree`: `blocks { block Type { field = value ... } ... }`, cut
//! into blocks and fields. What types and fields there are is not known here.

use std::str::Chars;

use crate::error::short;
use crate::project::at::{At, Reader};

/// A block as written.
#[derive(Debug)]
pub(super) struct Raw<'a> {
    pub kind: At<'a>,
    pub fields: Vec<RawField<'a>>,
}

/// `name = value`.
#[derive(Clone, Debug)]
pub(super) struct RawField<'a> {
    pub name: At<'a>,
    pub at: At<'a>,
    pub value: RawValue,
}

/// A value as written; of numbers and words the place says all.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum RawValue {
    Number,
    Text(String),
    Word,
}

/// Cuts a file; the first fault of its shape is told.
pub(super) fn cut<'a>(reader: &mut Reader<'a>, source: &'a str) -> Option<Vec<Raw<'a>>> {
    match Cutter::new(source).file() {
        Ok(blocks) => Some(blocks),
        Err((at, message)) => {
            reader.fault(at, message);
            None
        }
    }
}

type Fault<'a> = (At<'a>, String);

#[derive(Clone, Copy, Debug, PartialEq)]
enum Token {
    Open,
    Close,
    Equals,
    Word,
    Number,
    Text,
    Stray,
    End,
}

struct Cutter<'a> {
    source: &'a str,
    rest: &'a str,
    /// The next token.
    token: Token,
    at: At<'a>,
}

fn is_blank(c: char) -> bool {
    // No-break spaces are white space to `char`; marks without width are not.
    c.is_whitespace() || matches!(c, '\u{feff}' | '\u{200b}')
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

impl<'a> Cutter<'a> {
    fn new(source: &'a str) -> Cutter<'a> {
        Cutter {
            source,
            rest: source,
            token: Token::End,
            at: At::slice(source),
        }
    }

    /// Past white space and comments.
    fn skip(&mut self) -> Result<(), Fault<'a>> {
        loop {
            self.rest = self.rest.trim_start_matches(is_blank);
            if self.rest.starts_with("//") {
                let end = self.rest.find(['\n', '\r']).unwrap_or(self.rest.len());
                self.rest = &self.rest[end..];
            } else if let Some(inside) = self.rest.strip_prefix("/*") {
                let Some(end) = inside.find("*/") else {
                    let at = At::slice(self.rest);
                    return Err((at, "a comment `/*` is never closed".into()));
                };
                self.rest = &inside[end + 2..];
            } else {
                return Ok(());
            }
        }
    }

    fn next(&mut self) -> Result<(), Fault<'a>> {
        self.skip()?;
        let text = self.rest;
        let (token, length) = match text.chars().next() {
            None => (Token::End, 0),
            Some('{') => (Token::Open, 1),
            Some('}') => (Token::Close, 1),
            Some('=') => (Token::Equals, 1),
            Some('"') => (Token::Text, text_length(text)?),
            Some('0'..='9' | '.' | '+' | '-') => (Token::Number, number_length(text)),
            Some(c) if is_word(c) => {
                let length = text.find(|c| !is_word(c)).unwrap_or(text.len());
                (Token::Word, length)
            }
            Some(c) => (Token::Stray, c.len_utf8()),
        };
        let (token_text, rest) = text.split_at(length);
        self.token = token;
        self.at = At::slice(token_text);
        self.rest = rest;
        Ok(())
    }

    fn found(&self) -> String {
        match self.token {
            Token::End => "the end of the file".into(),
            Token::Text => format!("the text {}", short(self.at.text())),
            _ => format!("`{}`", short(self.at.text()).escape_debug()),
        }
    }

    fn wrong<T>(&self, message: impl Into<String>) -> Result<T, Fault<'a>> {
        Err((self.at, message.into()))
    }

    fn file(mut self) -> Result<Vec<Raw<'a>>, Fault<'a>> {
        self.next()?;
        if self.token == Token::End {
            return self.wrong("the file is empty; it should hold blocks { ... }");
        }
        if self.at.text() != "blocks" {
            let found = self.found();
            return self.wrong(format!("this should be blocks {{ ... }}, not {found}"));
        }
        self.next()?;
        let open = self.open("blocks")?;
        let mut blocks = Vec::new();
        while self.token != Token::Close {
            if self.token == Token::End {
                return Err((open, NEVER_CLOSED.into()));
            }
            if self.at.text() != "block" {
                let found = self.found();
                return self.wrong(format!(
                    "a block, as in `block Animation {{ ... }}`, or the closing `}}` should stand here, not {found}"
                ));
            }
            self.next()?;
            blocks.push(self.block()?);
        }
        self.next()?;
        match self.token {
            Token::End => Ok(blocks),
            _ => self.wrong("nothing may follow after the end of blocks { ... }"),
        }
    }

    fn open(&mut self, what: &str) -> Result<At<'a>, Fault<'a>> {
        if self.token != Token::Open {
            let found = self.found();
            let what = short(what);
            return self.wrong(format!("a `{{` should stand after {what}, not {found}"));
        }
        let open = self.at;
        self.next()?;
        Ok(open)
    }

    fn block(&mut self) -> Result<Raw<'a>, Fault<'a>> {
        let kind = self.at;
        if self.token != Token::Word {
            let found = self.found();
            return self.wrong(format!(
                "the block's type, such as Animation, should stand here, not {found}"
            ));
        }
        self.next()?;
        let open = self.open(kind.text())?;
        let mut fields = Vec::new();
        while self.token != Token::Close {
            if self.token == Token::End {
                return Err((open, NEVER_CLOSED.into()));
            }
            fields.push(self.field(open)?);
        }
        self.next()?;
        Ok(Raw { kind, fields })
    }

    fn field(&mut self, open: At<'a>) -> Result<RawField<'a>, Fault<'a>> {
        let name = self.at;
        if self.token != Token::Word {
            let found = self.found();
            return self.wrong(format!(
                "a field, as in `speed = 1`, or the closing `}}` should stand here, not {found}"
            ));
        }
        self.next()?;
        if self.token != Token::Equals {
            // A block that begins here says that the one around it did not end.
            if name.text() == "block" && self.token == Token::Word {
                return Err((open, "this `{` is not closed before the next block".into()));
            }
            let found = self.found();
            let name = short(name.text());
            return self.wrong(format!("a `=` should stand after `{name}`, not {found}"));
        }
        let equals = self.at;
        self.next()?;
        let value = match self.token {
            Token::Number => RawValue::Number,
            Token::Text => RawValue::Text(unescaped(self.at)?),
            // A word of the next line is the next field.
            Token::Word if self.is_same_line(equals) => RawValue::Word,
            _ => {
                let name = short(name.text());
                return Err((
                    equals,
                    format!("`{name}` has no value: one should stand after this `=`"),
                ));
            }
        };
        let at = self.at;
        self.next()?;
        Ok(RawField { name, at, value })
    }

    /// True where no line ends between a token and the present one.
    fn is_same_line(&self, before: At<'a>) -> bool {
        let byte = |at: At| at.text().as_ptr() as usize - self.source.as_ptr() as usize;
        let between = self.source.get(byte(before)..byte(self.at));
        between.is_some_and(|text| !text.contains('\n'))
    }
}

const NEVER_CLOSED: &str = "this `{` is never closed";

/// All that could be meant as one number: `1.5`, `-.05`, `1e9`, `1,5`.
fn number_length(text: &str) -> usize {
    let is_part = |c: char| is_word(c) || matches!(c, '.' | '+' | '-' | ',');
    text.find(|c| !is_part(c)).unwrap_or(text.len())
}

/// The length of a text with both its quotes.
fn text_length(text: &str) -> Result<usize, Fault<'_>> {
    let mut escaped = false;
    for (i, c) in text.char_indices().skip(1) {
        match c {
            '\n' => break,
            '"' if !escaped => return Ok(i + 1),
            _ => escaped = c == '\\' && !escaped,
        }
    }
    let line = text.find('\n').unwrap_or(text.len());
    let message = "this text is never closed: its second `\"` is missing";
    Err((At::slice(&text[..line]), message.into()))
}

/// What a text in quotes says.
fn unescaped(at: At<'_>) -> Result<String, Fault<'_>> {
    let text = at.text();
    let inside = text.get(1..text.len().saturating_sub(1)).unwrap_or("");
    let mut said = String::with_capacity(inside.len());
    let mut chars = inside.chars();
    while let Some(c) = chars.next() {
        let c = match c {
            '\\' => escape(&mut chars),
            c => Some(c),
        };
        let Some(c) = c else {
            let message = "this text holds an unknown escape; a `\\` itself is written `\\\\`";
            return Err((at, message.into()));
        };
        said.push(c);
    }
    Ok(said)
}

fn escape(chars: &mut Chars) -> Option<char> {
    match chars.next()? {
        c @ ('"' | '\\' | '\'' | '/') => Some(c),
        'n' => Some('\n'),
        'r' => Some('\r'),
        't' => Some('\t'),
        'x' | 'u' => {
            let mut code = 0;
            for _ in 0..4 {
                code = code * 16 + chars.next()?.to_digit(16)?;
            }
            char::from_u32(code)
        }
        _ => None,
    }
}
