//! Where names stand in a source text: enough of Lua's lexical rules to skip
//! comments and strings. It parses nothing; a line it gives is the likely one.

/// The names and strings of a source in order, with what follows each.
#[derive(Debug)]
pub(super) struct Words<'a> {
    words: Vec<Word<'a>>,
}

#[derive(Debug)]
struct Word<'a> {
    text: &'a str,
    line: u32,
    /// `=` follows, so it is a key or is assigned.
    assigned: bool,
    /// It is `NAME` of `function x.NAME`.
    function: bool,
    /// How many braces are open there.
    depth: usize,
}

impl<'a> Words<'a> {
    /// Reads a source once.
    pub(super) fn new(source: &'a str) -> Words<'a> {
        let mut lexer = Lexer {
            source,
            at: 0,
            line: 1,
            depth: 0,
        };
        let mut words: Vec<Word<'_>> = Vec::new();
        let mut in_function = false;
        while let Some((text, line)) = lexer.next_word() {
            let rest = source[lexer.at..].trim_start();
            let rest = rest.strip_prefix(']').map_or(rest, str::trim_start);
            let assigned = rest.starts_with('=') && !rest.starts_with("==");
            let goes_on = rest.starts_with(['.', ':']);
            words.push(Word {
                text,
                line,
                assigned,
                function: in_function && !goes_on,
                depth: lexer.depth,
            });
            in_function = text == "function" || (in_function && goes_on);
        }
        Words { words }
    }

    /// The line where the last of these names is given a value. The first is the
    /// one inside the fewest braces, each other is looked for after the one before
    /// it; where one is not found, the line is that of the one before.
    pub(super) fn line(&self, path: &[&str]) -> Option<u32> {
        let mut from = 0;
        let mut line = None;
        for (i, name) in path.iter().enumerate() {
            let named = || {
                let rest = self.words.iter().enumerate().skip(from);
                rest.filter(|(_, word)| word.text == *name)
            };
            let given = || named().filter(|(_, word)| word.assigned || word.function);
            let found = match i {
                0 => given().min_by_key(|(_, word)| word.depth),
                _ => given().next(),
            };
            let Some((at, word)) = found.or_else(|| named().next()) else {
                break;
            };
            line = Some(word.line);
            from = at + 1;
        }
        line
    }
}

struct Lexer<'a> {
    source: &'a str,
    at: usize,
    line: u32,
    depth: usize,
}

impl<'a> Lexer<'a> {
    fn rest(&self) -> &'a str {
        &self.source[self.at..]
    }

    fn skip(&mut self, length: usize) {
        let passed = &self.rest().as_bytes()[..length];
        self.line += passed.split(|b| *b == b'\n').count() as u32 - 1;
        self.at += length;
    }

    /// The next name or string and its line.
    fn next_word(&mut self) -> Option<(&'a str, u32)> {
        loop {
            let rest = self.rest();
            let first = rest.chars().next()?;
            if let Some(comment) = rest.strip_prefix("--") {
                let length = match long(comment) {
                    Some((_, length)) => 2 + length,
                    None => rest.find('\n').unwrap_or(rest.len()),
                };
                self.skip(length);
            } else if let Some((inside, length)) = long(rest) {
                let line = self.line;
                self.skip(length);
                return Some((inside, line));
            } else if matches!(first, '"' | '\'' | '`') {
                let line = self.line;
                let length = quoted(rest, first);
                self.skip(length);
                let inside = rest[1..length]
                    .strip_suffix(first)
                    .unwrap_or(&rest[1..length]);
                return Some((inside, line));
            } else if first.is_ascii_alphabetic() || first == '_' {
                let line = self.line;
                let end = |c: char| !c.is_ascii_alphanumeric() && c != '_';
                let length = rest.find(end).unwrap_or(rest.len());
                self.skip(length);
                return Some((&rest[..length], line));
            } else if first.is_ascii_digit() {
                let end = |c: char| !c.is_ascii_alphanumeric() && c != '.';
                self.skip(rest.find(end).unwrap_or(rest.len()));
            } else {
                match first {
                    '{' => self.depth += 1,
                    '}' => self.depth = self.depth.saturating_sub(1),
                    _ => {}
                }
                self.skip(first.len_utf8());
            }
        }
    }
}

/// `[[...]]` or `[==[...]==]` at the start: what is inside, and the length of all.
fn long(text: &str) -> Option<(&str, usize)> {
    let level = text
        .strip_prefix('[')?
        .bytes()
        .take_while(|b| *b == b'=')
        .count();
    let inside = text[1 + level..].strip_prefix('[')?;
    let end = format!("]{}]", "=".repeat(level));
    let length = inside.find(&end);
    let stop = length.unwrap_or(inside.len());
    let all = (2 + level + stop + length.map_or(0, |_| end.len())).min(text.len());
    Some((&inside[..stop], all))
}

/// The length of a string in quotes at the start.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (i, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == quote => return i + 1,
            '\n' if quote != '`' => return i,
            _ => {}
        }
    }
    text.len()
}
