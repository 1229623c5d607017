//! The real program in a real window under Xvfb, with real keys.

#![cfg(feature = "window")]

mod support;

use std::fs;
use std::path::Path;
use std::process::Child;
use std::thread::sleep;
use std::time::Duration;

use support::screen::{Screen, Shot, wait};
use support::{bundled, file, lines, luppet};

/// The red of an error's place in the window.
const ERROR: [u8; 3] = [255, 122, 106];

/// The program, ended when dropped whatever a test came to.
struct Game(Child);

impl Drop for Game {
    fn drop(&mut self) {
        _ = self.0.kill();
        _ = self.0.wait();
    }
}

fn start(screen: &Screen, folder: &Path, arguments: &[&str]) -> Game {
    let mut command = luppet();
    command
        .current_dir(folder)
        .env("DISPLAY", screen.name())
        .env("LIBGL_ALWAYS_SOFTWARE", "1");
    let mut game = Game(command.args(arguments).spawn().expect("the program starts"));
    screen.focus(&mut game.0);
    game
}

/// Looks again and again until the picture has more than so many colours: a busy machine
/// may take its time to draw the first frame.
fn drawn(screen: &Screen, picture: &Path, colours: usize) -> Shot {
    let mut shot = screen.shot(picture);
    let there = wait(Duration::from_secs(20), || {
        shot = screen.shot(picture);
        shot.colours() > colours
    });
    assert!(there, "the picture has {} colours", shot.colours());
    shot
}

fn states(trace: &Path, actor: &str) -> Vec<String> {
    let text = fs::read_to_string(trace).expect("the trace");
    let lines = lines(&text);
    let own = lines.iter().filter(|line| line["actor"] == actor);
    let mut states: Vec<_> = own
        .map(|line| line["state"].as_str().unwrap_or("").to_owned())
        .collect();
    states.dedup();
    states
}

#[test]
fn keys_reach_the_hero_and_esc_closes_the_window() {
    let Some(screen) = Screen::open() else { return };
    let folder = bundled();
    let trace = file(&folder, "trace.jsonl");
    let mut game = start(
        &screen,
        folder.path(),
        &["play", "brawler", "--trace", "trace.jsonl"],
    );
    let still = drawn(&screen, &file(&folder, "still.png"), 30);
    screen.press("Left");
    sleep(Duration::from_millis(600));
    let mut moved = 0;
    let walked = wait(Duration::from_secs(10), || {
        moved = still.differing(&screen.shot(&file(&folder, "walked.png")));
        moved > 2000
    });
    screen.release("Left");
    assert!(walked, "after a walk only {moved} pixels differ");
    sleep(Duration::from_millis(400));
    screen.tap("j");
    sleep(Duration::from_millis(1500));
    screen.tap("Escape");
    let ended = wait(Duration::from_secs(10), || {
        game.0.try_wait().expect("its status").is_some()
    });
    assert!(ended, "Esc did not close the window");
    assert!(game.0.wait().expect("its status").success());
    let states = states(&trace, "hero");
    let position = |state: &str| states.iter().position(|other| other == state);
    let walk = position("walk").unwrap_or_else(|| panic!("no walk in {states:?}"));
    let punch = position("punch").unwrap_or_else(|| panic!("no punch in {states:?}"));
    assert!(walk < punch, "{states:?}");
}

#[test]
fn a_broken_save_shows_and_goes_when_mended() {
    let Some(screen) = Screen::open() else { return };
    let folder = bundled();
    let script = file(&folder, "scripts/hero.lua");
    let good = fs::read_to_string(&script).expect("the script");
    let _game = start(&screen, folder.path(), &[]);
    drawn(&screen, &file(&folder, "start.png"), 30);
    // Some of the picture is of that red too: what counts is what the panel adds.
    let red = |name: &str| screen.shot(&file(&folder, name)).count(ERROR);
    let before = red("before.png");
    let shows = |name: &str| red(name) > before + 60;
    fs::write(&script, good.replace("return {", "return {{")).expect("a save");
    assert!(
        wait(Duration::from_secs(10), || shows("broken.png")),
        "no error is shown"
    );
    fs::write(&script, &good).expect("a save");
    assert!(
        wait(Duration::from_secs(10), || !shows("mended.png")),
        "the error stays"
    );
}

#[test]
fn the_scene_keeps_its_shape_in_any_window() {
    let Some(screen) = Screen::open() else { return };
    let folder = bundled();
    let mut game = start(&screen, folder.path(), &["play", "faces"]);
    for (width, height) in [(1280, 720), (300, 700), (90, 60), (700, 200)] {
        screen.resize(width, height);
        sleep(Duration::from_millis(300));
        assert!(
            game.0.try_wait().expect("its status").is_none(),
            "{width}x{height} ended the program"
        );
        drawn(&screen, &file(&folder, "resized.png"), 8);
    }
}
