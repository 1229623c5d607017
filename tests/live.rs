//! Live reload against a real folder: a save is live within 0.15 s of the write.

#![cfg(all(feature = "script", feature = "watch"))]

mod support;

use std::fs::{self, File};
use std::io::Write as _;
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

use luppet::project::Project;
use luppet::session::Session;
use support::{bundled, file};
use tempfile::TempDir;

/// The longest a save may take to be live, in seconds.
const LIVE: f64 = 0.15;

/// A way of saving a text.
type Save = fn(&Path, &str);

struct Run {
    folder: TempDir,
    session: Session,
    good: String,
    last: Instant,
}

impl Run {
    fn start() -> Run {
        let folder = bundled();
        let good = fs::read_to_string(file(&folder, "scripts/hero.lua")).expect("the script");
        let project = Project::open(folder.path()).expect("a project");
        let session = Session::new(&project, "brawler", 1).expect("a run");
        let mut run = Run {
            folder,
            session,
            good,
            last: Instant::now(),
        };
        run.play(0.4);
        run.session.take_notices();
        run
    }

    fn script(&self) -> std::path::PathBuf {
        file(&self.folder, "scripts/hero.lua")
    }

    /// The hero's script with a mark that its log shows.
    fn marked(&self, mark: &str) -> String {
        let marked = self.good.replace("return {\n  initial", &format!("local MARK = {mark:?}\nreturn {{\n  on_reload = function(self) log(MARK) end,\n  initial"));
        assert_ne!(marked, self.good);
        marked
    }

    /// Plays real time in real time.
    fn play(&mut self, seconds: f64) {
        let end = Instant::now() + Duration::from_secs_f64(seconds);
        while Instant::now() < end {
            self.turn();
        }
    }

    fn turn(&mut self) {
        sleep(Duration::from_millis(4));
        let now = Instant::now();
        self.session.advance((now - self.last).as_secs_f64());
        self.last = now;
    }

    /// Seconds from now until the hero's log shows the mark; panics after two seconds.
    fn seconds_until(&mut self, mark: &str) -> f64 {
        let start = Instant::now();
        while start.elapsed() < Duration::from_secs(2) {
            self.turn();
            let seen = self.session.drain_events().into_iter().any(|event| {
                matches!(&event.kind, luppet::stage::EventKind::Log { text } if text == mark)
            });
            if seen {
                return start.elapsed().as_secs_f64();
            }
        }
        panic!(
            "{mark} never came: {:?} {:?}",
            self.session.load_errors(),
            self.session.script_errors()
        );
    }
}

fn write_and_rename(path: &Path, text: &str) {
    let part = path.with_file_name(".hero.lua.part");
    fs::write(&part, text).expect("a file");
    fs::rename(&part, path).expect("a rename");
}

/// Writes the first half, waits, writes the rest.
fn write_in_halves(path: &Path, text: &str) {
    let mut out = File::create(path).expect("a file");
    let (first, second) = text.split_at(text.len() / 2);
    out.write_all(first.as_bytes()).expect("a write");
    out.flush().expect("a write");
    sleep(Duration::from_millis(30));
    out.write_all(second.as_bytes()).expect("a write");
}

#[test]
fn a_save_is_live_at_once_however_it_is_written() {
    let mut run = Run::start();
    let ways: [(&str, Save); 3] = [
        ("in place", |path, text| {
            fs::write(path, text).expect("a save");
        }),
        ("by rename", write_and_rename),
        ("in two halves", write_in_halves),
    ];
    for (way, save) in ways {
        // A busy machine may hold up a save; a way of saving that is slow is slow each time.
        let mut best = f64::INFINITY;
        for round in 0..8 {
            let mark = format!("{way} {round}");
            save(&run.script(), &run.marked(&mark));
            let seconds = run.seconds_until(&mark);
            println!("{mark}: {seconds:.3} s");
            best = best.min(seconds);
            run.play(0.2);
            if round >= 2 && best <= LIVE {
                break;
            }
        }
        assert!(best <= LIVE, "{way}: {best} s at best");
    }
    assert!(run.session.load_errors().is_empty());
}

#[test]
fn the_last_of_two_quick_saves_wins() {
    let mut run = Run::start();
    fs::write(run.script(), run.marked("first")).expect("a save");
    sleep(Duration::from_millis(20));
    fs::write(run.script(), run.marked("second")).expect("a save");
    let seconds = run.seconds_until("second");
    assert!(seconds < 2.0 * LIVE, "{seconds}");
    run.play(0.4);
    let again = run.session.drain_events();
    let again = again
        .iter()
        .filter(|e| matches!(&e.kind, luppet::stage::EventKind::Log { .. }));
    assert_eq!(again.count(), 0, "a save was taken again");
}

#[test]
fn a_broken_save_changes_nothing_and_the_mended_one_takes_over() {
    let mut run = Run::start();
    fs::write(run.script(), "return {").expect("a save");
    run.play(0.4);
    let errors = run.session.load_errors();
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert_eq!(errors[0].file, "scripts/hero.lua");
    assert!(errors[0].place.is_some());
    let state = |run: &Run| {
        let hero = run
            .session
            .stage()
            .actors()
            .find(|actor| &**actor.name == "hero");
        hero.map(|hero| hero.state.is_some())
    };
    assert_eq!(state(&run), Some(true));
    fs::write(run.script(), run.marked("mended")).expect("a save");
    run.seconds_until("mended");
    assert!(run.session.load_errors().is_empty());
}

#[test]
fn a_deleted_folder_that_comes_back_is_noticed() {
    let mut run = Run::start();
    let scripts = file(&run.folder, "scripts");
    let kept = file(&run.folder, "kept");
    fs::rename(&scripts, &kept).expect("a move");
    run.play(0.8);
    support::copy(&kept, &scripts);
    run.play(0.4);
    fs::write(run.script(), run.marked("back")).expect("a save");
    let seconds = run.seconds_until("back");
    assert!(seconds < 2.0, "{seconds}");
}
