//! What others' trees got wrong, by the numbers of the reports that were read, at the steps of `rules`; and `carry`
//! and `sync` on every block that has them (R5).

use super::rules::{FIRE, blend, by, choice, close, look, show, sides, steps, tree_of, trigger};
use super::*;

/// a, b, c: loops of 10, 8 and 10 tenths; d: once, 4.
fn four() -> ClipSet {
    ClipSet::new(vec![
        clip("a", Mode::Loop, 10, &[]),
        clip("b", Mode::Loop, 8, &[]),
        clip("c", Mode::Loop, 10, &[]),
        clip("d", Mode::Normal, 4, &[("start", 0), ("end", 4)]),
    ])
}

const A: ClipId = ClipId(0);
const B: ClipId = ClipId(1);
const C: ClipId = ClipId(2);
const D: ClipId = ClipId(3);

fn only<'a>(told: &'a [String], prefix: &str) -> Vec<&'a str> {
    let all = told.iter().map(String::as_str);
    all.filter(|told| told.starts_with(prefix)).collect()
}

#[test]
fn r3_a_fade_interrupted_starts_from_the_mix_and_lasts_its_own_time() {
    // G1, G2, G3, X2: index, tenths that pass, and the weights then.
    type Leg = (f64, i64, [f64; 3]);
    let cases: [(f64, &[Leg]); 4] = [
        (
            2.0,
            &[
                (1.0, 10, [0.5, 0.5, 0.0]),
                (2.0, 10, [0.25, 0.25, 0.5]),
                (2.0, 10, [0.0, 0.0, 1.0]),
            ],
        ),
        (
            2.0,
            &[
                (1.0, 10, [0.5, 0.5, 0.0]),
                (0.0, 10, [0.75, 0.25, 0.0]),
                (0.0, 10, [1.0, 0.0, 0.0]),
            ],
        ),
        // X3, G4: no time is at once, also in the middle of nothing.
        (
            0.0,
            &[
                (1.0, 1, [0.0, 1.0, 0.0]),
                (2.0, 1, [0.0, 0.0, 1.0]),
                (1.6, 1, [0.0, 0.0, 1.0]),
            ],
        ),
        // X4: three at once, .5 .3 .2 of the whole.
        (1.0, &[(1.0, 4, [0.6, 0.4, 0.0]), (2.0, 5, [0.3, 0.2, 0.5])]),
    ];
    for dt in steps() {
        for (time, legs) in cases {
            let blocks = vec![
                show(A, 1.0),
                show(B, 1.0),
                show(C, 1.0),
                choice(&[0, 1, 2], 0, time),
            ];
            let mut actor = tree_of(four(), blocks);
            actor.until(tenths(10), dt);
            for (index, lasts, weights) in legs {
                actor.set(0, *index);
                let end = actor.now + tenths(*lasts);
                actor.until(end, dt);
                let found = [A, B, C].map(|clip| actor.weight(clip));
                let same = found.iter().zip(weights).all(|(a, b)| close(*a, *b));
                assert!(same, "{time} {dt:?}: {found:?}, not {weights:?}");
            }
        }
    }
}

#[test]
fn c6_event_weight_holds_back_what_weighs_no_more() {
    // d rises to 1 in 0.8 s: its end at 0.4 s weighs 0.5; the start weighs nothing yet.
    let cases: [(f64, &[&str]); 4] = [
        (0.0, &["d.start@10", "d.end@14", "d.finish@14"]),
        (0.2, &["d.end@14", "d.finish@14"]),
        (0.499, &["d.end@14", "d.finish@14"]),
        (0.5, &[]),
    ];
    for dt in steps() {
        for (event_weight, told) in cases {
            let clips = four();
            let blocks = vec![show(A, 1.0), show(D, 1.0), choice(&[0, 1], 0, 0.8)];
            let params = vec![super::rules::param("which")];
            let def = TreeDef::new(params, blocks, BlockId(2), event_weight, &clips);
            let mut actor = Actor::new(def.expect("sound"), clips);
            actor.until(tenths(10), dt);
            actor.set(0, 1.0);
            let heard = actor.until(tenths(30), dt);
            assert_eq!(only(&heard, "d."), told, "{event_weight} {dt:?}");
        }
    }
}

#[test]
fn g7_a_finished_shot_is_not_firing_in_the_step_of_its_one_finish() {
    for dt in steps() {
        let mut actor = tree_of(
            four(),
            vec![show(D, 1.0), show(A, 1.0), trigger(0, 0, 1, 0.2)],
        );
        actor.state.fire(FIRE);
        let mut finishes = 0;
        while actor.now < tenths(20) {
            let told = actor.step(dt.min(tenths(20) - actor.now));
            let now = only(&told, "!").len();
            finishes += now;
            let over = finishes == 1;
            assert_eq!(
                (actor.state.is_firing(FIRE), actor.state.has_finished(FIRE)),
                (!over, over)
            );
        }
        assert_eq!(finishes, 1, "{dt:?}");
    }
}

#[test]
fn g9_a_shot_goes_back_in_real_time_whatever_its_speed() {
    for dt in steps() {
        for speed in [0.5, 1.0, 1.6, -1.6] {
            let blocks = vec![show(D, speed), show(A, speed), trigger(0, 0, 1, 0.2)];
            let mut actor = tree_of(four(), blocks);
            actor.until(tenths(10), dt);
            actor.state.fire(FIRE);
            let end = tenths(10) + Time::from_seconds(0.4 / f64::abs(speed)).expect("a time");
            let told = actor.until(end, dt);
            assert!(close(actor.weight(D), 1.0), "{speed} {dt:?}");
            assert_eq!(only(&told, "!").len(), 1, "{told:?}");
            for (millis, weight) in [(50, 0.75), (150, 0.25), (200, 0.0)] {
                actor.until(end + Time::from_millis(millis), dt);
                assert!(close(actor.weight(D), weight), "{speed} {dt:?} {millis}");
            }
        }
    }
}

#[test]
fn g11_a_fade_that_ended_hidden_leaves_no_ghost() {
    // X5: half way from a to b it is hidden behind c; when it is back, b begins, alone.
    for dt in steps() {
        let outer = Block::Transition {
            inputs: vec![BlockId(3), BlockId(2)],
            index: by(1),
            time: Value::Number(0.0),
            carry: false,
            sync: false,
        };
        let blocks = vec![
            show(A, 1.0),
            show(B, 1.0),
            show(C, 1.0),
            choice(&[0, 1], 0, 0.4),
            outer,
        ];
        let mut actor = tree_of(four(), blocks);
        actor.until(tenths(10), dt);
        actor.set(0, 1.0);
        actor.until(tenths(12), dt);
        assert!(close(actor.weight(A), 0.5) && close(actor.time(B), 0.2));
        actor.set(1, 1.0);
        actor.until(tenths(20), dt);
        assert!(close(actor.weight(C), 1.0));
        actor.set(1, 0.0);
        actor.until(tenths(21), dt);
        assert!(close(actor.weight(B), 1.0) && actor.state.shown().len() == 1);
        assert!(close(actor.time(B), 0.1), "{dt:?} {}", actor.time(B));
    }
}

#[test]
fn g12_a_shot_of_a_whole_tree_begins_again_from_its_entry() {
    for dt in steps() {
        let blocks = vec![
            show(D, 1.0),
            show(B, 1.0),
            choice(&[0, 1], 0, 0.0),
            show(A, 1.0),
            trigger(0, 2, 3, 0.1),
        ];
        let mut actor = tree_of(four(), blocks);
        actor.until(tenths(10), dt);
        actor.state.fire(FIRE);
        actor.until(tenths(13), dt);
        assert!(close(actor.time(D), 0.3));
        actor.state.fire(FIRE);
        let told = actor.until(tenths(15), dt);
        assert!(close(actor.time(D), 0.2) && close(actor.weight(D), 1.0));
        assert_eq!(only(&told, "d."), ["d.start@13"]);
        // The input chosen governs the pass: b, 0.8 s.
        actor.set(0, 1.0);
        actor.state.fire(FIRE);
        let told = actor.until(tenths(30), dt);
        assert_eq!(only(&told, "!"), ["!fire@23"]);
    }
}

#[test]
fn g15_a_clip_ends_at_its_real_end_whatever_fades() {
    for dt in steps() {
        for time in [0.0, 0.3, 0.5, 2.0] {
            let blocks = vec![show(A, 1.0), show(D, 1.0), choice(&[0, 1], 0, time)];
            let mut actor = tree_of(four(), blocks);
            actor.until(tenths(10), dt);
            actor.set(0, 1.0);
            let told = actor.until(tenths(40), dt);
            assert_eq!(
                only(&told, "d."),
                ["d.start@10", "d.end@14", "d.finish@14"],
                "G21: once, and none while it is held; {time} {dt:?}"
            );
            actor.set(0, 0.0);
            actor.until(tenths(70), dt);
            actor.set(0, 1.0);
            let told = actor.until(tenths(90), dt);
            assert_eq!(only(&told, "d.").len(), 3, "once a pass");
        }
    }
}

#[test]
fn g20_what_stays_in_the_mix_never_begins_again() {
    for dt in steps() {
        // b is in the mix all the while; a leaves and begins again.
        let blocks = vec![
            show(A, 1.0),
            show(B, 1.0),
            show(C, 1.0),
            blend(&[0, 1, 2], by(0), false),
        ];
        let mut actor = tree_of(four(), blocks);
        for (place, end) in [(0.25, 10), (0.75, 20), (0.25, 30)] {
            actor.set(0, place);
            actor.until(tenths(end), dt);
            let time = (end as f64 / 10.0).rem_euclid(0.8);
            assert!(
                close(actor.time(B), time),
                "{dt:?} {end}: {}",
                actor.time(B)
            );
        }
        assert!(close(actor.time(A), 0.0) || close(actor.time(A), 1.0));
        // So it is among poses.
        let poses = [(1, 0), (4, 1), (7, 2)];
        let blocks = vec![show(A, 1.0), show(B, 1.0), show(C, 1.0), look(&poses, 45.0)];
        let mut actor = tree_of(four(), blocks);
        for (angle, end) in [(45.0, 10), (-45.0, 30), (45.0, 50)] {
            actor.set(0, angle);
            actor.until(tenths(end), dt);
            let time = (end as f64 / 10.0).rem_euclid(0.8);
            assert!(
                close(actor.time(B), time),
                "{dt:?} {end}: {}",
                actor.time(B)
            );
        }
        assert!(close(actor.time(A), 0.0) || close(actor.time(A), 1.0));
    }
}

#[test]
fn n2_a_sweep_of_the_angle_plays_one_walk_once() {
    // In steps that are as even as the sweep: 0 to 90 degrees over a second.
    for dt in [hz(60), hz(144), tenths(1)] {
        let given = [
            (0, 0),
            (1, 0),
            (2, 0),
            (6, 0),
            (7, 0),
            (3, 1),
            (4, 1),
            (5, 1),
        ];
        let blocks = vec![show(B, 0.6), show(B, -0.6), sides(&given, 1.0, 0.2, false)];
        let mut actor = tree_of(four(), blocks);
        while actor.now < tenths(10) {
            actor.set(0, 90.0 * actor.now.seconds());
            actor.step(dt);
            assert_eq!(actor.state.shown().len(), 1);
            assert!(close(actor.weight(B), 1.0));
        }
        assert!(close(actor.time(B), 0.6));
        // N3: behind, it runs backward from where it is.
        let before = actor.time(B);
        actor.set(0, 180.0);
        actor.step(dt);
        assert!((actor.time(B) - before).abs() <= 0.6 * dt.seconds() + 1e-9);
        actor.until(tenths(20), dt);
        // 0.2 s that cancel out and the rest backward.
        assert!(close(actor.time(B), 0.12), "{dt:?} {}", actor.time(B));
    }
}

#[test]
fn n5_what_ended_hidden_does_not_come_back() {
    // fire: d, 0.4 s; jump above it: a at speed 1.5, 0.667 s.
    for dt in steps() {
        let blocks = vec![
            show(D, 1.0),
            show(C, 1.0),
            trigger(0, 0, 1, 0.05),
            show(A, 1.5),
            trigger(1, 3, 2, 0.0),
        ];
        let mut actor = tree_of(four(), blocks);
        actor.state.fire(FIRE);
        actor.state.fire(TriggerId(1));
        let mut told = actor.until(tenths(2), dt);
        assert!(close(actor.weight(A), 1.0));
        assert!(actor.state.is_firing(FIRE));
        told.extend(actor.until(tenths(8), dt));
        assert!(close(actor.weight(C), 1.0), "{dt:?}");
        assert!(only(&told, "d.").is_empty(), "{told:?}");
        assert!(
            close(actor.time(C), 0.8 - 1.0 / 1.5),
            "it began when it was shown"
        );
    }
}

/// Every block that has them, over a and b, by parameter 0, with `carry` or with `sync`; and what brings b alone.
fn timed(carry: bool, seconds: f64) -> [(&'static str, Block, f64); 4] {
    let (sync, time) = (!carry, Value::Number(seconds));
    let two = || vec![BlockId(0), BlockId(1)];
    let mut poses = [None; 9];
    (poses[4], poses[1]) = (Some(BlockId(0)), Some(BlockId(1)));
    let mut given = [None; 8];
    (given[0], given[2]) = (Some(BlockId(0)), Some(BlockId(1)));
    let none = Value::Number(0.0);
    [
        (
            "Transition",
            Block::Transition {
                inputs: two(),
                index: by(0),
                time,
                carry,
                sync,
            },
            1.0,
        ),
        (
            "Blend",
            Block::Blend {
                inputs: two(),
                weight: by(0),
                carry,
                sync,
            },
            1.0,
        ),
        (
            "LookAt",
            Block::LookAt {
                horizontal: by(0),
                vertical: none,
                horizontal_speed: none,
                vertical_speed: none,
                speed: Value::Number(1.0),
                poses,
                carry,
                sync,
            },
            90.0,
        ),
        (
            "Direction8Sides",
            Block::Direction8Sides {
                angle: by(0),
                speed: Value::Number(1.0),
                time,
                sides: given,
                carry,
                sync,
            },
            90.0,
        ),
    ]
}

#[test]
fn r5_carry_stands_on_every_block_that_chooses_or_mixes() {
    for dt in steps() {
        for (kind, block, value) in timed(true, 0.0) {
            for (speed, time) in [(1.0, 0.34), (-1.0, 0.46)] {
                let blocks = vec![show(A, speed), show(B, speed), block.clone()];
                let mut actor = tree_of(four(), blocks);
                actor.until(Time::from_millis(1300), dt);
                actor.set(0, value);
                actor.until(Time::from_millis(1400), dt);
                // 0.3 (backward: 0.7) of a's second are 0.24 (0.56) of b's 0.8, and a tenth more.
                let found = actor.time(B);
                assert!(close(found, time), "{kind} {speed} {dt:?}: {found}");
                assert_eq!(actor.state.shown().len(), 1, "{kind}");
            }
        }
    }
}

#[test]
fn r5_sync_runs_backward_and_on_every_block_that_has_it() {
    for dt in steps() {
        for (kind, block, value) in timed(false, 4.0) {
            let mixes = matches!(block, Block::Blend { .. } | Block::LookAt { .. });
            let blocks = vec![show(A, -1.0), show(B, -1.0), block];
            let mut actor = tree_of(four(), blocks);
            // Half of each: at once where it mixes; else half way through the fade, whose mean length runs from 1 to 0.9.
            let (end, gone) = if mixes {
                actor.set(0, value / 2.0);
                (tenths(10), 1.0 / 0.9)
            } else {
                actor.set(0, value);
                // The sum of time / (1 - 0.05 t) over 2 s.
                (tenths(20), -(0.9_f64.ln()) / 0.05)
            };
            actor.until(end, dt);
            let progress = 1.0 - gone.rem_euclid(1.0);
            let found = (actor.time(A), actor.time(B) / 0.8);
            assert!(close(found.0, found.1), "{kind} {dt:?}: {found:?}");
            assert!(
                close(found.0, progress),
                "{kind} {dt:?}: {found:?} {progress}"
            );
            assert!(close(actor.weight(A), 0.5), "{kind}");
        }
    }
}
