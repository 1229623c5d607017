//! Breaks files: input N of a reader is always the same bytes.

use luppet::random::Stream;

use crate::readers::Reader;
use crate::{pictures, seeds};

/// Numbers that readers should not trip over.
const ABSURD: [&str; 22] = [
    "1e309",
    "-0",
    "NaN",
    "inf",
    "-inf",
    "99999999999999999999",
    "1e-320",
    "-1",
    "0",
    "0.5",
    "1e308",
    "-1e308",
    "4294967296",
    "18446744073709551615",
    "9223372036854775807",
    "-9223372036854775808",
    "6000000",
    "1000001",
    "0x7fffffff",
    "1_000",
    ".5",
    "65536",
];
/// What is repeated until it is deep.
const DEEP: [&str; 12] = [
    "(",
    "[",
    "{",
    "Sum(inputs:[",
    "{\"a\":",
    "[[",
    "/*",
    "Some(",
    "-",
    "Trigger(name:\"t\",on:",
    "block Sum { ",
    "((\"",
];
/// What is neither text nor sign in most files.
const ODD: [&[u8]; 12] = [
    b"\0",
    b"\xff",
    b"\xfe\xff",
    b"\xef\xbb\xbf",
    b"\xc3",
    b"\xed\xa0\x80",
    b"\r",
    b"\x1b[31m",
    "\u{a0}".as_bytes(),
    "\u{202e}".as_bytes(),
    "\u{1f600}".as_bytes(),
    "\u{85}".as_bytes(),
];

/// The sound files a reader's inputs are made of, and their words.
pub struct Mutator {
    seeds: Vec<Vec<u8>>,
    /// The seeds, and what else pieces are taken of.
    pieces: Vec<Vec<u8>>,
    words: Vec<Vec<u8>>,
    text: bool,
}

impl Mutator {
    pub fn new(reader: Reader) -> Mutator {
        let (seeds, text) = (seeds::of(reader), reader.is_text());
        let mut pieces = seeds::others(reader);
        pieces.extend(seeds.iter().cloned());
        let mut words: Vec<Vec<u8>> = Vec::new();
        for piece in pieces.iter().filter(|_| text) {
            words.extend(
                tokens(piece)
                    .into_iter()
                    .map(|(start, end)| piece[start..end].to_vec()),
            );
        }
        words.sort();
        words.dedup();
        Mutator {
            seeds,
            pieces,
            words,
            text,
        }
    }

    /// The input of that number.
    pub fn input(&self, reader: Reader, number: u64) -> Vec<u8> {
        let mut random = Random(Stream::new(number, &[reader.name()]));
        let mut bytes = random.pick(&self.seeds).clone();
        let changes = match random.below(8) {
            0..4 => 1,
            4..6 => 2,
            6 => 3,
            _ => 4 + random.below(8),
        };
        for _ in 0..changes {
            if self.text && random.below(3) > 0 {
                self.change_text(&mut random, &mut bytes);
            } else {
                self.change_bytes(&mut random, &mut bytes);
            }
        }
        if reader == Reader::Picture {
            pictures::mend(&mut bytes, number);
        }
        bytes
    }

    fn change_bytes(&self, random: &mut Random, bytes: &mut Vec<u8>) {
        let at = random.below(bytes.len() + 1);
        match random.below(12) {
            0 | 1 => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte ^= 1 << random.below(8);
                }
            }
            2 => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = random.below(256) as u8;
                }
            }
            3 => {
                let count = 1 + random.below(8);
                let new: Vec<u8> = (0..count).map(|_| random.below(256) as u8).collect();
                bytes.splice(at..at, new);
            }
            4 => {
                let span = random.span(bytes);
                bytes.drain(span);
            }
            5 => {
                let span = bytes[random.span(bytes)].to_vec();
                bytes.splice(at..at, span);
            }
            6 => {
                let (one, other) = (random.span(bytes), random.span(bytes));
                if one.end <= other.start {
                    let (first, second) =
                        (bytes[one.clone()].to_vec(), bytes[other.clone()].to_vec());
                    bytes.splice(other, first);
                    bytes.splice(one, second);
                }
            }
            7 => {
                let seed = random.pick(&self.pieces);
                let from = random.below(seed.len() + 1);
                bytes.truncate(at);
                bytes.extend(&seed[from..]);
            }
            8 => {
                let seed = random.pick(&self.pieces);
                bytes.splice(at..at, seed[random.span(seed)].to_vec());
            }
            9 => bytes.truncate(at),
            10 => {
                let odd = *random.pick(&ODD);
                bytes.splice(at..at, odd.iter().copied());
            }
            _ => {
                // Now and then as much as a text file may hold, and a little more.
                let most: usize = if random.below(100) == 0 {
                    (1 << 20) + 100
                } else {
                    1 << random.below(15)
                };
                let span = bytes[random.span(bytes)].to_vec();
                let room = most.saturating_sub(bytes.len());
                let times = room.checked_div(span.len()).unwrap_or(0);
                bytes.splice(at..at, span.repeat(times));
            }
        }
    }

    fn change_text(&self, random: &mut Random, bytes: &mut Vec<u8>) {
        let found = tokens(bytes);
        let Some(&(start, end)) = found.get(random.below(found.len())) else {
            return self.change_bytes(random, bytes);
        };
        match random.below(12) {
            0..3 => {
                let numbers: Vec<_> = found
                    .iter()
                    .filter(|(start, _)| bytes[*start].is_ascii_digit())
                    .collect();
                if !numbers.is_empty() {
                    let &&(start, end) = random.pick(&numbers);
                    bytes.splice(start..end, random.pick(&ABSURD).bytes());
                }
            }
            3..5 => {
                let word = random.pick(&self.words).clone();
                bytes.splice(start..end, word);
            }
            5 => {
                let word = random.pick(&self.words).clone();
                bytes.splice(start..start, word);
            }
            6 => {
                bytes.drain(start..end);
            }
            7 => {
                let &(from, to) = random.pick(&found);
                if end <= from {
                    let (first, second) = (bytes[start..end].to_vec(), bytes[from..to].to_vec());
                    bytes.splice(from..to, first);
                    bytes.splice(start..end, second);
                }
            }
            8 => {
                let deep = *random.pick(&DEEP);
                let times = 1 << random.below(15);
                bytes.splice(start..start, deep.repeat(times).into_bytes());
            }
            9 => flood(random, bytes),
            10 => match random.below(4) {
                0 => *bytes = replace(bytes, b"\n", b"\r\n"),
                1 => _ = bytes.splice(0..0, *b"\xef\xbb\xbf"),
                2 => *bytes = replace(bytes, b"\n", b"\r"),
                _ => *bytes = replace(bytes, b"\n", b" "),
            },
            _ => {
                let letter = *random.pick(b"a\"( \n\\0");
                let times = 1 << random.below(16);
                bytes.splice(start..start, vec![letter; times]);
            }
        }
    }
}

/// A line many times, under a name of its own each time.
fn flood(random: &mut Random, bytes: &mut Vec<u8>) {
    let lines: Vec<&[u8]> = bytes.split_inclusive(|byte| *byte == b'\n').collect();
    let chosen = random.below(lines.len());
    let Some(line) = lines.get(chosen) else {
        return;
    };
    let at: usize = lines[..chosen].iter().map(|line| line.len()).sum();
    let most = if random.below(60) == 0 {
        1 << 20
    } else {
        1 << random.below(16)
    };
    let times = most / line.len().max(16);
    let quote = line.iter().position(|byte| *byte == b'"');
    let mut many = Vec::new();
    for i in 0..times {
        match quote {
            Some(quote) => {
                many.extend(&line[..=quote]);
                many.extend(i.to_string().bytes());
                many.extend(&line[quote + 1..]);
            }
            None => many.extend(*line),
        }
    }
    bytes.splice(at..at, many);
}

struct Random(Stream);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0.below(n as u64) as usize
    }

    fn pick<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }

    /// A short stretch mostly, a long one at times.
    fn span(&mut self, bytes: &[u8]) -> std::ops::Range<usize> {
        let start = self.below(bytes.len() + 1);
        let rest = bytes.len() - start;
        let most = if self.below(4) == 0 {
            rest
        } else {
            rest.min(30)
        };
        start..start + self.below(most + 1)
    }
}

/// The words, numbers, texts and signs of a text: start and end of each.
fn tokens(bytes: &[u8]) -> Vec<(usize, usize)> {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || b"_.#".contains(byte);
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let rest = &bytes[at..];
        let length = match byte {
            byte if byte.is_ascii_whitespace() => {
                at += 1;
                continue;
            }
            b'"' => rest[1..]
                .iter()
                .position(|byte| *byte == b'"')
                .map_or(1, |end| end + 2),
            byte if is_word(byte) => rest.iter().take_while(|byte| is_word(byte)).count(),
            _ => 1,
        };
        found.push((at, at + length));
        at += length;
        // More would take longer than what is tested.
        if found.len() == 20_000 {
            break;
        }
    }
    found
}

fn replace(bytes: &[u8], old: &[u8], new: &[u8]) -> Vec<u8> {
    let mut replaced = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at..].starts_with(old) {
            replaced.extend(new);
            at += old.len();
        } else {
            replaced.push(bytes[at]);
            at += 1;
        }
    }
    replaced
}
