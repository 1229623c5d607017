//! What the guard costs: the brawler's script time with interrupt, memory limit and
//! counting, and without. Run it alone, in a release build:
//! `cargo test --release --lib cost -- --ignored --nocapture`.

#![allow(clippy::unwrap_used)]

use std::path::Path;
use std::time::Duration;

use super::{Mind, Session};
use crate::project::Project;
use crate::script::ScriptHost;
use crate::stage::Limits;

const STEPS: u64 = 3000;

/// Plays the brawler with a key now and then. Returns the time in callbacks, how many there were, and their
/// safepoints.
fn script_time(scene: &str, host: ScriptHost) -> (Duration, u64, u64) {
    let project = Project::open(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap();
    let mind = Mind::Lua(Box::new(host));
    let mut run = Session::start(&project, scene, 7, Limits::default(), mind).unwrap();
    for step in 0..STEPS {
        for (at, key, down) in [
            (10, "right", true),
            (40, "right", false),
            (41, "j", true),
            (45, "j", false),
        ] {
            match (step % 90 == at, down) {
                (true, true) => _ = run.press(key),
                (true, false) => _ = run.release(key),
                _ => {}
            }
        }
        run.step();
        run.drain_events();
    }
    match run.mind {
        Mind::Lua(host) => host.busy,
        Mind::Rust(..) => unreachable!("its mind is Lua"),
    }
}

#[test]
#[ignore = "measures time: run it alone, in a release build"]
fn the_guard_costs_less_than_a_quarter_of_script_time() {
    let limits = Limits::default();
    for scene in ["brawler", "robot"] {
        let (mut with, mut without) = (Duration::MAX, Duration::MAX);
        let (mut calls, mut safepoints) = (0, 0);
        for _ in 0..9 {
            let guarded = script_time(scene, ScriptHost::new(&limits));
            with = with.min(guarded.0);
            (calls, safepoints) = (guarded.1, guarded.2);
            without = without.min(script_time(scene, ScriptHost::bare(&limits)).0);
        }
        let micros = |time: Duration| time.as_secs_f64() * 1e6 / STEPS as f64;
        let ratio = with.as_secs_f64() / without.as_secs_f64();
        println!(
            "{scene}: {:.2} us a step with the guard, {:.2} without: {ratio:.3}; {} callbacks and {} safepoints a step",
            micros(with),
            micros(without),
            calls / STEPS,
            safepoints / STEPS
        );
        let share = 1.0 - 1.0 / ratio;
        assert!(
            share < 0.25,
            "{scene}: the guard takes {share:.2} of script time"
        );
    }
}
