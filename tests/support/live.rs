//! A run in real time over a folder of its own, and the ways editors save.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

use luppet::project::Project;
use luppet::session::Session;
use luppet::stage::{Event, EventKind};
use tempfile::TempDir;

use super::{sheet, write};

/// The longest that is waited for what must come, in seconds: for machines that are busy.
pub const WAIT: f64 = 5.0;

pub const DOT: &str = r#"Character(
    sheet: Grid(image: "dot.png", cell: (8, 8)),
    clips: { "still": Clip(row: 1, frames: 2, each: 0.1) },
)"#;

/// A scene of actors that each play the character `dot` with a script of their own.
pub fn scene(actors: &[(&str, &str)]) -> String {
    let actors: Vec<String> = actors
        .iter()
        .map(|(name, script)| {
            format!(r#"Actor(name: "{name}", character: "dot", script: "{script}", at: (20, 30))"#)
        })
        .collect();
    format!("Scene(actors: [{}])", actors.join(", "))
}

/// A behaviour of one state that does this in each step.
pub fn body(lua: &str) -> String {
    format!(
        "return {{ initial = \"s\", states = {{ s = {{ execute = function(self) {lua} end }} }} }}\n"
    )
}

pub struct Live {
    pub folder: TempDir,
    pub session: Session,
    pub events: Vec<Event>,
    pub notices: Vec<String>,
    last: Instant,
}

impl Live {
    /// A run of the scene `field` of these files; `dot` and its picture are there.
    pub fn of(files: &[(&str, &str)]) -> Live {
        Live::with(files, |project| {
            Session::new(project, "field", 1).expect("a run")
        })
    }

    /// A run of one actor, `hero`.
    pub fn hero(script: &str) -> Live {
        let scene = scene(&[("hero", "hero.lua")]);
        Live::of(&[
            ("assets/scenes/field.scene.ron", &scene),
            ("scripts/hero.lua", script),
        ])
    }

    pub fn with(files: &[(&str, &str)], start: impl Fn(&Project) -> Session) -> Live {
        let folder = TempDir::new().expect("a folder");
        sheet(&folder.path().join("assets/dot.png"), 2, 1);
        write(
            folder.path(),
            &[("assets/characters/dot.character.ron", DOT)],
        );
        write(folder.path(), files);
        let session = start(&Project::open(folder.path()).expect("a project"));
        let mut live = Live {
            folder,
            session,
            events: Vec::new(),
            notices: Vec::new(),
            last: Instant::now(),
        };
        live.play(0.3);
        assert_eq!(live.notices, Vec::<String>::new());
        live.forget();
        live
    }

    pub fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    pub fn save(&self, path: &str, text: &str) {
        write(self.folder.path(), &[(path, text)]);
    }

    pub fn remove(&self, path: &str) {
        fs::remove_file(self.path(path)).expect("a file to remove");
    }

    pub fn turn(&mut self) {
        sleep(Duration::from_millis(3));
        let now = Instant::now();
        self.session.advance((now - self.last).as_secs_f64());
        self.last = now;
        self.events.extend(self.session.drain_events());
        self.notices.extend(self.session.take_notices());
    }

    /// Plays real time in real time.
    pub fn play(&mut self, seconds: f64) {
        let end = Instant::now() + Duration::from_secs_f64(seconds);
        while Instant::now() < end {
            self.turn();
        }
    }

    /// Plays until it is so, and returns how long that took in seconds.
    pub fn until(&mut self, what: &str, is_so: impl Fn(&Live) -> bool) -> f64 {
        let start = Instant::now();
        while !is_so(self) {
            assert!(
                start.elapsed().as_secs_f64() < WAIT,
                "never: {what}; {:?} {:?}",
                self.session.load_errors(),
                self.session.script_errors()
            );
            self.turn();
        }
        start.elapsed().as_secs_f64()
    }

    pub fn until_log(&mut self, text: &str) -> f64 {
        self.until(text, |live| live.logs().any(|(_, _, line)| line == text))
    }

    /// Forgets what happened until now.
    pub fn forget(&mut self) {
        self.events.clear();
        self.notices.clear();
    }

    /// Step, actor and text of what was logged.
    pub fn logs(&self) -> impl Iterator<Item = (u64, &str, &str)> {
        self.events.iter().filter_map(|event| match &event.kind {
            EventKind::Log { text } => Some((event.step, &*event.name, text.as_str())),
            _ => None,
        })
    }

    pub fn logged(&self) -> Vec<&str> {
        self.logs().map(|(_, _, text)| text).collect()
    }

    /// How many swaps were told.
    pub fn swaps(&self) -> usize {
        let told = self.notices.iter();
        told.filter(|notice| notice.starts_with("reloaded")).count()
    }

    /// The files that are at fault now.
    pub fn faults(&self) -> Vec<&str> {
        let errors = self.session.load_errors().iter();
        errors.map(|error| error.file.as_str()).collect()
    }

    pub fn state(&self, name: &str) -> Option<&str> {
        let mut actors = self.session.stage().actors();
        actors.find(|actor| &**actor.name == name)?.state
    }
}

/// A way of saving a text.
pub type Save = fn(&Path, &str);

fn beside(path: &Path, name: &str) -> PathBuf {
    path.with_file_name(name)
}

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let name = path.file_name().expect("a name").to_string_lossy();
    beside(path, &format!("{name}{ending}"))
}

pub fn in_place(path: &Path, text: &str) {
    fs::write(path, text).expect("a save");
}

/// A try whether the folder may be written to, the old file aside, a new one in its place.
pub fn as_vim(path: &Path, text: &str) {
    let probe = beside(path, "4913");
    fs::write(&probe, "").expect("a file");
    fs::remove_file(&probe).expect("a file");
    fs::rename(path, with_ending(path, "~")).expect("a rename");
    sleep(Duration::from_millis(5));
    fs::write(path, text).expect("a save");
    fs::remove_file(with_ending(path, "~")).expect("a file");
}

/// The new file beside the old one, the old one aside, the new one in its place.
pub fn as_jetbrains(path: &Path, text: &str) {
    let (new, old) = (
        with_ending(path, "___jb_tmp___"),
        with_ending(path, "___jb_old___"),
    );
    fs::write(&new, text).expect("a save");
    fs::rename(path, &old).expect("a rename");
    fs::rename(&new, path).expect("a rename");
    fs::remove_file(&old).expect("a file");
}

/// Visual Studio's: a temporary file over the old one.
pub fn as_visual_studio(path: &Path, text: &str) {
    let new = beside(path, "hpx5a1zw.0~x");
    fs::write(&new, text).expect("a save");
    fs::rename(path, with_ending(path, "~RF1a2b3c.TMP")).expect("a rename");
    fs::rename(&new, path).expect("a rename");
    fs::remove_file(with_ending(path, "~RF1a2b3c.TMP")).expect("a file");
}

/// The first half, 200 ms later the rest, by one writer.
pub fn in_halves(path: &Path, text: &str) {
    let mut file = File::create(path).expect("a file");
    let (first, second) = text.as_bytes().split_at(text.len() / 2);
    file.write_all(first).expect("a write");
    file.flush().expect("a write");
    sleep(Duration::from_millis(200));
    file.write_all(second).expect("a write");
}

/// Emptied, 200 ms later filled, by two writers.
pub fn emptied_first(path: &Path, text: &str) {
    fs::write(path, "").expect("a save");
    sleep(Duration::from_millis(200));
    fs::write(path, text).expect("a save");
}

pub const WAYS: [(&str, Save); 6] = [
    ("in place", in_place),
    ("vim", as_vim),
    ("JetBrains", as_jetbrains),
    ("Visual Studio", as_visual_studio),
    ("in halves", in_halves),
    ("emptied first", emptied_first),
];
