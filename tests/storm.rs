//! Saves at random moments and in random manners, a third of them broken or left half
//! written, while a run plays: it never stops, it never shows what was not whole, and
//! it ends on the last good content.
//!
//! Every version carries its number in several places: at both ends of a file, or in
//! two files that are saved together. 200 saves; `LUPPET_SAVES=1000` for more.

#![cfg(all(feature = "script", feature = "watch"))]

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fs::{self, File};
use std::io::{Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use luppet::project::Project;
use luppet::session::Session;
use luppet::stage::EventKind;
use support::live::{as_jetbrains, as_vim};
use tempfile::TempDir;

const FIELD: &str = r#"Scene(actors: [
    Actor(name: "hero", character: "still", script: "hero.lua", at: (10, 20)),
    Actor(name: "other", character: "still", script: "other.lua", at: (20, 20)),
    Actor(name: "solo", character: "still", script: "solo.lua", at: (30, 20)),
    Actor(name: "dog", character: "still", script: "dog", at: (40, 20)),
    Actor(name: "star", character: "star", at: (50, 20)),
    Actor(name: "oak", character: "oak", at: (60, 20)),
])"#;
const STILL: &str = r#"Character(sheet: Grid(image: "dot.png", cell: (8, 8)), clips: { "still": Clip(row: 1, frames: 1, each: 1) })"#;
const OAK: &str = r#"Character(sheet: Grid(image: "dot.png", cell: (8, 8)), tree: "assets/trees/oak.tree.ron",
    clips: { "still": Clip(row: 1, frames: 1, each: 1) })"#;
/// The picture's size, that no other page has.
const SIZE: (u32, u32) = (24, 16);

/// Which files are saved together.
const UNITS: [&[&str]; 6] = [
    &["scripts/hero.lua", "scripts/lib/part.lua"],
    &["assets/characters/star.character.ron", "scripts/star.lua"],
    &["scripts/solo.lua"],
    &["scripts/dog/sit.lua"],
    &["assets/trees/oak.tree.ron"],
    &["assets/dot.png"],
];

/// Saving two files took longer than this: nobody can know that they belong together.
const TOGETHER: Duration = Duration::from_millis(40);

/// A file whose every end says the version; always of one length.
fn content(path: &str, version: u32) -> Vec<u8> {
    let v = format!("{version:05}");
    let filler = format!("-- {}\n", "filler ".repeat(40));
    let logs = |what: &str| format!("execute = function(self) log({what}) end");
    let text = match path {
        "scripts/hero.lua" => format!(
            "local a = 1{v}\nlocal part = require(\"lib/part\")\n{filler}local b = 1{v}\nreturn {{ initial = \"s\", states = {{ s = {{ {} }} }} }}",
            logs("a, b, part.a, part.b")
        ),
        "scripts/lib/part.lua" => format!("local a = 1{v}\n{filler}return {{ a = a, b = 1{v} }}"),
        "scripts/solo.lua" => format!(
            "local a = 1{v}\n{filler}local b = 1{v}\nreturn {{ initial = \"s\", states = {{ s = {{ {} }} }} }}",
            logs("a, b")
        ),
        "scripts/dog/sit.lua" => format!(
            "local a = 1{v}\n{filler}return {{ {} }}",
            logs(&format!("a, 1{v}"))
        ),
        "scripts/star.lua" => format!(
            "local a = 1{v}\n{filler}return {{ initial = \"s\", states = {{ s = {{ clip = \"c1{v}\", {} }} }} }}",
            logs(&format!("a, 1{v}"))
        ),
        "assets/characters/star.character.ron" => format!(
            "Character(sheet: Grid(image: \"dot.png\", cell: (8, 8)), script: \"star.lua\", clips: {{\n\"c1{v}\": Clip(row: 1, frames: 1, each: 1),\n// {}\n\"d1{v}\": Clip(row: 1, frames: 1, each: 1) }})",
            "filler ".repeat(40)
        ),
        "assets/trees/oak.tree.ron" => format!(
            "Tree(parameters: {{ \"a\": 1{v},\n// {}\n\"b\": 1{v} }}, output: Clip(\"still\"))",
            "filler ".repeat(40)
        ),
        "assets/dot.png" => return picture(version),
        other => panic!("{other}"),
    };
    text.into_bytes()
}

fn picture(version: u32) -> Vec<u8> {
    let [r, g, b, _] = version.to_le_bytes();
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, SIZE.0, SIZE.1);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_compression(png::Compression::Fast);
    let mut writer = encoder.write_header().expect("a header");
    let pixels = [r, g, b, 255].repeat((SIZE.0 * SIZE.1) as usize);
    writer.write_image_data(&pixels).expect("pixels");
    drop(writer);
    bytes
}

/// A xorshift: the same storm each time, as far as threads allow.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % n
    }

    fn pause(&mut self, from: u64, to: u64) {
        sleep(Duration::from_millis(from + self.below(to - from)));
    }
}

/// What may be shown.
#[derive(Default)]
struct Known {
    /// By unit: whole and good versions.
    good: [BTreeSet<u32>; UNITS.len()],
    /// Versions whose files were saved too far apart.
    torn: BTreeSet<u32>,
}

struct Writer {
    root: PathBuf,
    dice: Dice,
    known: Arc<Mutex<Known>>,
    last: [u32; UNITS.len()],
    /// Saves of files, and how many of them were broken.
    saves: (u32, u32),
}

impl Writer {
    /// Breaks a content, or removes its file: `None`.
    fn broken(&mut self, path: &str, mut good: Vec<u8>) -> Option<Vec<u8>> {
        let half = good.len() / 2;
        let is_script = path.starts_with("scripts/");
        match self.dice.below(if is_script { 8 } else { 5 }) {
            0 | 1 => good.truncate(half), // half written
            2 => good.clear(),
            3 => good[half - 40..half + 40].fill(0xff),
            4 => return None,
            5 => good = [b"error(\"no\")\n", &*good].concat(),
            6 => good = [b"while true do end\n", &*good].concat(),
            _ => good.extend(b" end"),
        }
        Some(good)
    }

    fn save(&mut self, unit: usize, version: u32, breaks: bool) {
        let paths = UNITS[unit];
        let victim = breaks.then(|| self.dice.below(paths.len() as u64) as usize);
        if !breaks {
            let mut known = self.known.lock().expect("the known");
            known.good[unit].insert(version);
            self.last[unit] = version;
        }
        let mut contents = Vec::new();
        for (i, path) in paths.iter().enumerate() {
            let good = content(path, version);
            let content = if victim == Some(i) {
                self.broken(path, good)
            } else {
                Some(good)
            };
            contents.push((self.root.join(path), content));
        }
        let begin = Instant::now();
        for (path, content) in &contents {
            match content {
                Some(content) => self.write(path, content),
                None => _ = fs::remove_file(path),
            }
        }
        if begin.elapsed() > TOGETHER {
            self.known.lock().expect("the known").torn.insert(version);
        }
        self.saves.0 += paths.len() as u32;
        self.saves.1 += u32::from(breaks);
    }

    fn write(&mut self, path: &Path, content: &[u8]) {
        let half = content.len() / 2;
        match self.dice.below(5) {
            0 => fs::write(path, content).expect("a save"),
            1 => {
                let mut file = File::create(path).expect("a file");
                file.write_all(&content[..half]).expect("a write");
                self.dice.pause(1, 9);
                file.write_all(&content[half..]).expect("a write");
            }
            2 => {
                // Over the old content, in two pieces: in between both ends are there, of two versions.
                let mut file = File::options()
                    .write(true)
                    .create(true)
                    .truncate(false)
                    .open(path)
                    .expect("a file");
                file.write_all(&content[..half]).expect("a write");
                self.dice.pause(1, 9);
                file.seek(SeekFrom::Start(half as u64)).expect("a place");
                file.write_all(&content[half..]).expect("a write");
                file.set_len(content.len() as u64).expect("a length");
            }
            3 if path.exists() && std::str::from_utf8(content).is_ok() => {
                as_vim(path, std::str::from_utf8(content).expect("text"));
            }
            _ if path.exists() && std::str::from_utf8(content).is_ok() => {
                as_jetbrains(path, std::str::from_utf8(content).expect("text"));
            }
            _ => {
                let beside = path.with_extension("part");
                fs::write(&beside, content).expect("a save");
                fs::rename(&beside, path).expect("a rename");
            }
        }
    }
}

/// The run, and what it has shown.
struct Watched {
    session: Session,
    known: Arc<Mutex<Known>>,
    last: Instant,
    longest: Duration,
    /// By unit: the versions that were shown.
    shown: [BTreeSet<u32>; UNITS.len()],
    now: [u32; UNITS.len()],
    excused: u32,
}

impl Watched {
    fn turn(&mut self) {
        sleep(Duration::from_millis(1));
        let now = Instant::now();
        let steps = self.session.due((now - self.last).as_secs_f64());
        self.longest = self.longest.max(now - self.last);
        self.last = now;
        for _ in 0..steps {
            self.session.step();
            self.look();
        }
    }

    /// All that a step shows is of one whole version.
    fn look(&mut self) {
        let mut said: BTreeMap<String, Vec<u32>> = BTreeMap::new();
        for event in self.session.drain_events() {
            if let EventKind::Log { text } = &event.kind {
                let numbers = text
                    .split('\t')
                    .map(|n| n.parse::<u32>().expect("a number") - 100_000);
                let before = said.insert(event.name.to_string(), numbers.collect());
                assert_eq!(before, None, "{} was called twice", event.name);
            }
        }
        let said = |name: &str| {
            said.get(name)
                .unwrap_or_else(|| panic!("{name} stopped"))
                .clone()
        };
        let names: Vec<u32>;
        let mut params: Vec<u32> = Vec::new();
        {
            let stage = self.session.stage();
            let of = |name: &str| {
                let mut actors = stage.actors();
                let actor = actors
                    .find(|actor| &**actor.name == name)
                    .expect("an actor");
                assert!(!actor.resting, "{name} rests");
                Arc::clone(&actor.kind.character)
            };
            names = of("star")
                .clips
                .names()
                .map(|name| name[1..].parse::<u32>().expect("a number") - 100_000)
                .collect();
            params.extend(
                of("oak")
                    .tree
                    .params()
                    .iter()
                    .map(|param| param.default as u32 - 100_000),
            );
        }
        let pages = self.session.pages().all();
        let page = pages
            .iter()
            .find(|page| (page.width, page.height) == SIZE)
            .expect("the picture");
        let pixels = page
            .pixels
            .chunks(4)
            .map(|p| u32::from_le_bytes([p[0], p[1], p[2], 0]));
        self.same(0, &[said("hero"), said("other")].concat());
        self.same(1, &[names, said("star")].concat());
        self.same(2, &said("solo"));
        self.same(3, &said("dog"));
        self.same(4, &params);
        self.same(5, &pixels.collect::<Vec<_>>());
    }

    fn same(&mut self, unit: usize, versions: &[u32]) {
        let newest = versions.iter().copied().max().expect("a version");
        let known = self.known.lock().expect("the known");
        if known.torn.contains(&newest) {
            self.excused += 1;
            return;
        }
        assert!(
            versions.iter().all(|version| *version == newest),
            "{:?}: {versions:?}",
            UNITS[unit]
        );
        assert!(
            known.good[unit].contains(&newest),
            "{:?}: {newest} was not whole",
            UNITS[unit]
        );
        self.shown[unit].insert(newest);
        self.now[unit] = newest;
    }

    /// Plays until it is so; false after two seconds.
    fn within_two_seconds(&mut self, is_so: impl Fn(&Watched) -> bool) -> bool {
        let begin = Instant::now();
        while !is_so(self) {
            if begin.elapsed() > Duration::from_secs(2) {
                return false;
            }
            self.turn();
        }
        true
    }
}

#[test]
#[allow(clippy::too_many_lines)] // the course of the storm
fn a_thousand_saves() {
    let wanted = env::var("LUPPET_SAVES").ok().and_then(|n| n.parse().ok());
    let wanted: u32 = wanted.unwrap_or(200);
    let folder = TempDir::new().expect("a folder");
    let root = folder.path().to_path_buf();
    let other = "local part = require(\"lib/part\")\nreturn { initial = \"s\", states = { s = { execute = function() log(part.a, part.b) end } } }";
    support::write(
        &root,
        &[
            ("assets/scenes/field.scene.ron", FIELD),
            ("assets/characters/still.character.ron", STILL),
            ("assets/characters/oak.character.ron", OAK),
            ("scripts/other.lua", other),
            ("scripts/dog/init.lua", "return { initial = \"sit\" }"),
        ],
    );
    let known: Arc<Mutex<Known>> = Arc::default();
    for (unit, paths) in UNITS.iter().enumerate() {
        for path in *paths {
            let path_in = root.join(path);
            fs::create_dir_all(path_in.parent().expect("a folder")).expect("a folder");
            fs::write(path_in, content(path, 0)).expect("a file");
        }
        known.lock().expect("the known").good[unit].insert(0);
    }
    let project = Project::open(&root).expect("a project");
    let mut watched = Watched {
        session: Session::new(&project, "field", 1).expect("a run"),
        known: Arc::clone(&known),
        last: Instant::now(),
        longest: Duration::ZERO,
        shown: Default::default(),
        now: [0; UNITS.len()],
        excused: 0,
    };
    let begin = Instant::now();
    let mut writer = Writer {
        root,
        dice: Dice(0x9e37_79b9_7f4a_7c15),
        known: Arc::clone(&known),
        last: [0; UNITS.len()],
        saves: (0, 0),
    };
    let storm = thread::spawn(move || {
        let mut version = 0;
        while writer.saves.0 < wanted {
            version += 1;
            match writer.dice.below(20) {
                0..8 => writer.dice.pause(1, 20),
                8..18 => writer.dice.pause(60, 160),
                _ => writer.dice.pause(250, 350),
            }
            let unit = writer.dice.below(UNITS.len() as u64) as usize;
            // Of two files saved together one is at fault: half the saves, so that it is a third of the files.
            let breaks = writer.dice.below(12) < if UNITS[unit].len() == 2 { 7 } else { 5 };
            writer.save(unit, version, breaks);
        }
        // What is still at fault is mended.
        for unit in 0..UNITS.len() {
            version += 1;
            writer.save(unit, version, false);
        }
        writer
    });
    while !storm.is_finished() {
        watched.turn();
    }
    let mut writer = storm.join().expect("the storm is over");
    let seconds = begin.elapsed().as_secs_f64();
    let is_last =
        |watched: &Watched| watched.now == writer.last && watched.session.load_errors().is_empty();
    let ended = watched.within_two_seconds(is_last);
    let at_end = (watched.now, watched.session.load_errors().to_vec());
    assert!(ended, "shown and last: {at_end:?}, {:?}", writer.last);
    assert!(watched.session.script_errors().is_empty());
    let swaps = watched.session.log().len();
    println!(
        "{} saves, {} broken, in {seconds:.1} s: {swaps} swaps, {} steps, shown {:?}, excused {}, torn {}, longest turn {:?}",
        writer.saves.0,
        writer.saves.1,
        watched.session.steps(),
        watched.shown.each_ref().map(BTreeSet::len),
        watched.excused,
        known.lock().expect("the known").torn.len(),
        watched.longest,
    );
    assert!(
        swaps as u32 > writer.saves.0 / 25,
        "hardly anything was taken: {swaps}"
    );
    // A last broken save of each: the last good one plays on, and each error has its file.
    let last = writer.last;
    for unit in 0..UNITS.len() {
        writer.save(unit, 90_000 + unit as u32, true);
    }
    let told = watched.within_two_seconds(|watched| {
        let errors = watched.session.load_errors().iter();
        let files: BTreeSet<&str> = errors.map(|error| error.file.as_str()).collect();
        files.len() >= 3
    });
    assert!(told, "{:?}", watched.session.load_errors());
    for _ in 0..100 {
        watched.turn();
    }
    assert_eq!(watched.now, last);
}
