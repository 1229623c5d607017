//! Broken files of all sorts: they end in errors with a place inside the file,
//! never in a panic.

use super::{faults, with};
use crate::project::report::plain;

const SCENE: &str = "#![enable(implicit_some)]
Scene( // comment
    size: (640, 360), /* wide */
    actors: [Actor(name: \"nö\\\"ja\", character: \"hero\", at: (1, -2.5), with: { \"a\": [1, {\"b\": true}] })],
    keys: { \"left\": [\"left\", \"a\"] },
)";

const HERO: &str = "(sheet: Grid(image: \"hero.png\", cell: (32, 32)),
    clips: { \"walk\": Clip(row: 1, frames: [1, 2], times: [0.1, 0.2], mode: Normal,
        markers: { \"a\": [1, (2, 0.1)] }) },
    script: \"hero.lua\", fade: 1e-1, faces: Left)";

const PUPPET: &str = "(sheet: Cells(image: \"hero.png\", cells: { \"a\": (0, 0, 8, 8) }),
    parts: { \"x\": Part(parent: \"y\", at: (1, 2), picture: \"#a\"),
        \"y\": (scale: 2, shape: Box(size: (9, 9), fill: \"#ffffff\")) },
    clips: { \"c\": Clip(frames: 2, keys: { \"x\": Keys(turn: [(0, 1, Ease), (1, 2)], picture: [(0, \"\")]) },
        boxes: { \"b\": { 2: (0, 0, 1, 1) } }, motion: (1, 0)) }, crossfade: true)";

/// The same text with one thing wrong at each of its characters.
fn broken(text: &str) -> Vec<String> {
    let mut all = Vec::new();
    for (i, c) in text.char_indices() {
        let (before, after) = (&text[..i], &text[i + c.len_utf8()..]);
        all.push(format!("{before}{after}"));
        all.push(before.to_owned());
        for other in ['(', ']', '"', '/', 'ü'] {
            all.push(format!("{before}{other}{after}"));
        }
    }
    all
}

#[test]
fn whatever_a_file_holds_it_ends_in_words() {
    let cases = [
        ("assets/scenes/arena.scene.ron", SCENE),
        ("assets/characters/hero.character.ron", HERO),
        ("assets/characters/hero.character.ron", PUPPET),
        (
            "luppet.ron",
            "Project(start: \"arena\", hz: 60, limits: (clock: 0.5, sends: 3))",
        ),
    ];
    for (path, text) in cases {
        assert_eq!(faults(&with(path, text)).to_string(), "", "{path} is sound");
        for broken in broken(text) {
            let errors = faults(&with(path, &broken));
            let lines = broken.lines().count().max(1) as u32;
            for error in errors.0.iter().filter(|error| error.file == path) {
                let place = error
                    .place
                    .unwrap_or_else(|| panic!("no place: {error}\n{broken}"));
                assert!((1..=lines + 1).contains(&place.line), "{error}\n{broken}");
            }
            plain(&errors);
        }
    }
}
