//! Load errors, and warnings of their kind, as text: each with its file, line, column, the line itself and a
//! caret under the place (codespan-reporting). The same text serves the terminal,
//! with colours, and the window, without. It finds nothing wrong itself.

use std::fmt::Write as _;
use std::ops::Range;

use codespan_reporting::diagnostic::{Diagnostic, Label};
use codespan_reporting::files::{Error, Files};
use codespan_reporting::term::termcolor::{Buffer, WriteColor};
use codespan_reporting::term::{Chars, Config, emit};

use crate::error::{LoadError, LoadErrors, Severity};

/// Errors shown in full; the others are counted.
const SHOWN: usize = 20;
/// Characters of a source line shown before and after the place.
const AROUND: usize = 70;

/// The errors without colours, one blank line between them; ASCII but for what files and names hold.
pub fn plain(errors: &LoadErrors) -> String {
    write(errors, Buffer::no_color())
}

/// The errors with the escapes of a terminal.
pub fn coloured(errors: &LoadErrors) -> String {
    write(errors, Buffer::ansi())
}

/// One finding as the others, errors and warnings alike, with or without the escapes of a terminal: no blank line after it.
pub fn one(severity: Severity, error: &LoadError, coloured: bool) -> String {
    let mut out = if coloured {
        Buffer::ansi()
    } else {
        Buffer::no_color()
    };
    emit_or_say(severity, error, &mut out);
    text_of(&out)
}

fn emit_or_say(severity: Severity, error: &LoadError, out: &mut Buffer) {
    // Writing to memory fails only if the places were wrong; the error's own words remain then.
    if emit_one(severity, error, out).is_err() {
        let words = format!("{severity}: {}\n\n", clean(&error.to_string()));
        let _ = std::io::Write::write_all(out, words.as_bytes());
    }
}

/// What was written, with one line end after it.
fn text_of(out: &Buffer) -> String {
    let mut text = String::from_utf8_lossy(out.as_slice()).into_owned();
    end(&mut text);
    text
}

fn end(text: &mut String) {
    text.truncate(text.trim_end().len());
    text.push('\n');
}

fn write(errors: &LoadErrors, mut out: Buffer) -> String {
    let mut told: Vec<&LoadError> = Vec::new();
    for error in &errors.0 {
        // Two files may name one broken picture: it is one fault.
        if !told.contains(&error) {
            told.push(error);
        }
    }
    for error in told.iter().take(SHOWN) {
        emit_or_say(Severity::Error, error, &mut out);
    }
    let mut text = String::from_utf8_lossy(out.as_slice()).into_owned();
    if let Some(more @ 1..) = told.len().checked_sub(SHOWN) {
        let (noun, verb) = if more == 1 {
            ("error", "is")
        } else {
            ("errors", "are")
        };
        let _ = writeln!(text, "... and {more} more {noun} that {verb} not shown");
    }
    end(&mut text);
    text
}

fn emit_one(severity: Severity, error: &LoadError, out: &mut dyn WriteColor) -> Result<(), Error> {
    let config = Config {
        chars: Chars::ascii(),
        ..Config::default()
    };
    let line = Line::of(error);
    let diagnostic = Diagnostic::new(match severity {
        Severity::Error => codespan_reporting::diagnostic::Severity::Error,
        Severity::Warning => codespan_reporting::diagnostic::Severity::Warning,
    });
    let diagnostic = if let Some(line) = &line {
        diagnostic
            .with_message(clean(&error.message))
            .with_labels(vec![Label::primary((), line.mark.clone())])
    } else {
        let file = match error.place {
            Some(place) => format!("{}:{}", file_name(&error.file), place.line),
            None => file_name(&error.file),
        };
        diagnostic.with_message(format!("{file}: {}", clean(&error.message)))
    };
    let nothing = Line::default();
    emit(out, &config, line.as_ref().unwrap_or(&nothing), &diagnostic)
}

/// The one line of a file that is shown, cut around the place.
#[derive(Debug, Default, PartialEq)]
struct Line {
    name: String,
    number: usize,
    column: usize,
    text: String,
    /// The bytes of `text` that get the caret.
    mark: Range<usize>,
}

impl Line {
    fn of(error: &LoadError) -> Option<Line> {
        let (place, source) = (error.place?, error.source.as_ref()?);
        let line = source.lines().nth(place.line.checked_sub(1)? as usize)?;
        let chars: Vec<char> = line.chars().map(harmless).collect();
        // Where only the line is known, all of it is meant.
        let (start, end) = match place.column {
            0 => {
                let blank = chars.iter().take_while(|c| c.is_whitespace()).count();
                (blank, chars.len())
            }
            column => {
                let start = (column as usize - 1).min(chars.len());
                (start, start + token_length(&chars[start..]))
            }
        };
        let first = start.saturating_sub(AROUND);
        let last = chars.len().min(start + AROUND);
        let cut: String = chars[first..last].iter().collect();
        let before: String = chars[first..start].iter().collect();
        let marked: String = chars[start..end.min(last)].iter().collect();
        Some(Line {
            name: file_name(&error.file),
            number: place.line as usize,
            column: place.column.max(1) as usize,
            mark: before.len()..before.len() + marked.len(),
            text: cut,
        })
    }
}

/// How many characters the thing at the start of a line takes: a text, a word or number, or one sign.
fn token_length(chars: &[char]) -> usize {
    let is_word = |c: &char| c.is_alphanumeric() || matches!(c, '_' | '.' | '-' | '+' | '#');
    match chars.first() {
        None => 0,
        Some('"') => {
            let rest = chars.iter().skip(1).position(|c| *c == '"');
            rest.map_or(chars.len(), |i| i + 2)
        }
        Some(c) if is_word(c) => chars.iter().take_while(|c| is_word(c)).count(),
        Some(_) => 1,
    }
}

/// Escapes in a file must not reach a terminal.
fn harmless(c: char) -> char {
    match c {
        '\t' => ' ',
        c if c.is_control() => '\u{fffd}',
        c => c,
    }
}

/// Not even a line end: what follows it would pass for another finding.
fn file_name(file: &str) -> String {
    file.chars().map(harmless).collect()
}

fn clean(text: &str) -> String {
    text.chars()
        .map(|c| if c == '\n' { c } else { harmless(c) })
        .collect()
}

impl<'a> Files<'a> for Line {
    type FileId = ();
    type Name = &'a str;
    type Source = &'a str;

    fn name(&'a self, (): ()) -> Result<&'a str, Error> {
        Ok(&self.name)
    }
    fn source(&'a self, (): ()) -> Result<&'a str, Error> {
        Ok(&self.text)
    }
    fn line_index(&'a self, (): (), _byte: usize) -> Result<usize, Error> {
        Ok(0)
    }
    fn line_number(&'a self, (): (), _line: usize) -> Result<usize, Error> {
        Ok(self.number)
    }
    fn column_number(&'a self, (): (), _line: usize, _byte: usize) -> Result<usize, Error> {
        Ok(self.column)
    }
    fn line_range(&'a self, (): (), _line: usize) -> Result<Range<usize>, Error> {
        Ok(0..self.text.len())
    }
}
