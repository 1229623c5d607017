//! R4 and R5 as tables, at the steps of `rules`: one-shots, `carry` and `sync`.

use super::rules::{FIRE, blend, by, close, show, sides, steps, tree_of, trigger};
use super::*;

#[test]
fn r4_a_trigger_shows_on_for_one_pass() {
    for dt in steps() {
        for (time, weights) in [(0.0, [0.0, 0.0]), (1.6, [0.15, 0.0])] {
            // kick lasts 0.4 s.
            let blocks = vec![show(KICK, 1.0), show(IDLE, 1.0), trigger(0, 0, 1, time)];
            let mut actor = tree_of(fighter(), blocks);
            actor.until(tenths(10), dt);
            actor.state.fire(FIRE);
            assert!(!actor.state.is_firing(FIRE), "as the last step left it");
            let told = actor.until(tenths(20), dt);
            let told: Vec<_> = told.iter().filter(|t| !t.starts_with("idle")).collect();
            assert_eq!(
                told,
                ["kick.lift@10", "kick.hit@12", "kick.end@14", "!fire@14"]
            );
            assert!(!actor.state.is_firing(FIRE) && actor.state.has_finished(FIRE));
            // 0.25 after 0.4 s, and then back at the same pace.
            assert!(close(actor.state.trigger_weight(FIRE), weights[1]));
            let mut other = tree_of(
                fighter(),
                vec![show(KICK, 1.0), show(IDLE, 1.0), trigger(0, 0, 1, time)],
            );
            other.until(tenths(10), dt);
            other.state.fire(FIRE);
            other.until(tenths(15), dt);
            let weight = if time > 0.0 {
                0.25 - 0.1 / 1.6
            } else {
                weights[0]
            };
            assert!(
                close(other.weight(KICK), weight),
                "{dt:?} {}",
                other.weight(KICK)
            );
        }
    }
}

#[test]
fn r4_clips_of_a_pass_that_ended_stand_on_its_last_frame() {
    for dt in steps() {
        for mode in [
            Mode::Loop,
            Mode::LoopReversed,
            Mode::LoopPingPong,
            Mode::LoopRandom,
        ] {
            for speed in [1.0, 0.7, -1.0] {
                let clips = ClipSet::new(vec![
                    clip("a", mode, 5, &[("start", 0), ("end", 5)]),
                    clip("b", Mode::Loop, 4, &[]),
                ]);
                let pass = clips.clip(ClipId(0)).pass();
                let blocks = vec![
                    show(ClipId(0), speed),
                    show(ClipId(1), 1.0),
                    trigger(0, 0, 1, 9.0),
                ];
                let mut actor = tree_of(clips, blocks);
                actor.until(tenths(10), dt);
                actor.state.fire(FIRE);
                let lasts = Time::from_seconds(pass.seconds() / f64::abs(speed) + 0.05);
                let told = actor.until(tenths(10) + lasts.expect("a time"), dt);
                let of_a: Vec<_> = told.iter().filter(|t| !t.starts_with("b.")).collect();
                assert!(
                    of_a.iter().all(|t| !t.contains("loop")),
                    "{mode:?} {of_a:?}"
                );
                assert_eq!(of_a.iter().filter(|t| t.starts_with('!')).count(), 1);
                if mode == Mode::LoopRandom {
                    continue;
                }
                let last = match (mode, speed < 0.0) {
                    (Mode::Loop, false) | (Mode::LoopReversed, true) => 0.5,
                    (Mode::Loop, true) | (Mode::LoopReversed, false) => 0.0,
                    _ => 0.1,
                };
                if mode == Mode::LoopPingPong && speed < 0.0 {
                    continue;
                }
                let time = actor.time(ClipId(0));
                assert!(
                    close(time, last),
                    "{mode:?} {speed} {dt:?} {pass:?}: {time}"
                );
            }
        }
    }
}

#[test]
fn r4_fired_again_it_rewinds_without_a_dip() {
    // G5: at 40 %.
    for dt in steps() {
        let blocks = vec![show(KICK, 1.0), show(IDLE, 1.0), trigger(0, 0, 1, 0.1)];
        let mut actor = tree_of(fighter(), blocks);
        actor.until(tenths(10), dt);
        actor.state.fire(FIRE);
        actor.until(Time::from_millis(1160), dt);
        actor.state.fire(FIRE);
        actor.step(Time::from_millis(10));
        assert!(close(actor.weight(KICK), 1.0) && close(actor.time(KICK), 0.01));
        let told = actor.until(tenths(20), dt);
        assert!(told.contains(&"!fire@15.6".to_string()), "{told:?}");
        assert_eq!(told.iter().filter(|t| t.starts_with('!')).count(), 1);
    }
}

#[test]
fn r4_cancelled_it_goes_back_while_its_clips_run_on() {
    // G6; fire beats cancel in one step (G8).
    for dt in steps() {
        let blocks = vec![show(WALK, 1.0), show(IDLE, 1.0), trigger(0, 0, 1, 0.4)];
        let mut actor = tree_of(fighter(), blocks);
        actor.until(tenths(10), dt);
        actor.state.fire(FIRE);
        actor.state.cancel(FIRE);
        actor.until(tenths(14), dt);
        assert!(actor.state.is_firing(FIRE));
        actor.state.cancel(FIRE);
        let told = actor.until(tenths(16), dt);
        assert!(!actor.state.is_firing(FIRE) && !told.contains(&"!fire@18".into()));
        assert!(close(actor.weight(WALK), 0.5) && close(actor.time(WALK), 0.6));
        let told = actor.until(tenths(30), dt);
        assert!(close(actor.weight(WALK), 0.0));
        assert!(told.iter().all(|t| !t.starts_with('!')) && !actor.state.has_finished(FIRE));
    }
}

#[test]
fn r4_hidden_timers_run_and_factors_above_count() {
    // N5: reload on top of fire; 1 s at 1.5 is 0.667 s. Under sides of speed 2 everything is twice as fast.
    for dt in steps() {
        for (factor, ends) in [(1.0, [4.0, 40.0 / 6.0]), (2.0, [2.0, 20.0 / 6.0])] {
            let blocks = vec![
                show(KICK, 1.0),
                show(WALK, 1.0),
                trigger(0, 0, 1, 0.0),
                show(IDLE, 1.5),
                trigger(1, 3, 2, 0.0),
                sides(&[(0, 4)], factor, 0.2, false),
            ];
            let mut actor = tree_of(fighter(), blocks);
            actor.state.fire(FIRE);
            actor.state.fire(TriggerId(1));
            let told = actor.until(tenths(10), dt);
            let finishes: Vec<_> = told.iter().filter(|t| t.starts_with('!')).collect();
            assert_eq!(finishes.len(), 2, "{told:?}");
            let at = |name: &str| -> f64 {
                let found = finishes.iter().find(|t| t.starts_with(name)).expect("told");
                found[name.len()..].parse().expect("a number")
            };
            assert!(
                close(at("!fire@"), ends[0]) && close(at("!jump@"), ends[1]),
                "{told:?}"
            );
            assert!(told.iter().all(|t| !t.starts_with("kick")), "never seen");
        }
    }
}

#[test]
fn r4_all_triggers_of_a_name_act_together() {
    for dt in steps() {
        let blocks = vec![
            show(KICK, 1.0),
            show(WALK, 1.0),
            trigger(1, 0, 1, 0.1),
            show(IDLE, 1.0),
            trigger(1, 3, 1, 0.1),
            Block::Sum {
                inputs: [2, 4]
                    .map(|id| SumInput {
                        block: BlockId(id),
                        mask: None,
                    })
                    .to_vec(),
            },
        ];
        let mut actor = tree_of(fighter(), blocks);
        let jump = actor.def.trigger("jump").expect("there is one");
        actor.state.fire(jump);
        let told = actor.until(tenths(6), dt);
        assert!(told.iter().all(|t| !t.starts_with('!')), "{told:?}");
        assert!(actor.state.is_firing(jump));
        let told = actor.until(tenths(20), dt);
        let finishes: Vec<_> = told.iter().filter(|t| t.starts_with('!')).collect();
        assert_eq!(finishes, ["!jump@10"]);
    }
}

#[test]
fn r5_carry_takes_over_progress_and_without_it_a_clip_begins() {
    // G16, G18: frame 5 of 8 in one direction is frame 5 in the next.
    for dt in steps() {
        for (carry, time) in [(true, 0.6), (false, 0.1)] {
            let clips = ClipSet::new(vec![
                clip("east", Mode::Loop, 8, &[]),
                clip("west", Mode::Loop, 8, &[]),
            ]);
            let blocks = vec![
                show(ClipId(0), 1.0),
                show(ClipId(1), 1.0),
                sides(&[(0, 0), (4, 1)], 1.0, 0.0, carry),
            ];
            let mut actor = tree_of(clips, blocks);
            actor.until(Time::from_millis(500), dt);
            actor.set(0, 180.0);
            actor.until(Time::from_millis(600), dt);
            assert!(
                close(actor.time(ClipId(1)), time),
                "{dt:?} {}",
                actor.time(ClipId(1))
            );
        }
    }
}

#[test]
fn r5_sync_is_one_progress_of_mean_length() {
    // G19: 1.0 s and 0.8 s at .5 each are a cycle of 0.9 s; G17: clips at weight 0 keep in phase.
    for dt in steps() {
        let blocks = vec![
            show(IDLE, 1.0),
            show(WALK, 1.0),
            blend(&[0, 1], by(0), true),
        ];
        let mut actor = tree_of(fighter(), blocks);
        actor.set(0, 0.5);
        let told = actor.until(tenths(10), dt);
        let loops: Vec<_> = told.iter().filter(|t| t.ends_with(".loop@9")).collect();
        assert_eq!(loops, ["idle.loop@9", "walk.loop@9"], "{told:?}");
        assert!(close(actor.time(IDLE), 0.1 / 0.9) && close(actor.time(WALK), 0.08 / 0.9));
        actor.set(0, 0.0);
        actor.until(tenths(15), dt);
        actor.set(0, 1.0);
        actor.until(tenths(17), dt);
        let progress = (0.1 / 0.9 + 0.5 + 0.25_f64).rem_euclid(1.0);
        assert!(
            close(actor.time(WALK), 0.8 * progress),
            "{dt:?} {}",
            actor.time(WALK)
        );
    }
}

#[test]
fn r5_a_cycle_of_one_clip_is_that_clip() {
    // Forward and backward, at its own speed and at others: the same times, events and instants as without `sync`.
    for (frames, speed) in [
        (10, 1.0),
        (3, 1.0),
        (7, 1.0),
        (6, 2.0),
        (11, -1.0),
        (3, 0.75),
        (10, -0.5),
    ] {
        for dt in steps() {
            let loops = || {
                ClipSet::new(vec![clip(
                    "a",
                    Mode::Loop,
                    frames,
                    &[("left", 0), ("mid", 2)],
                )])
            };
            let with = |sync| {
                let blocks = vec![
                    show(ClipId(0), speed),
                    blend(&[0], Value::Number(0.0), sync),
                ];
                tree_of(loops(), blocks)
            };
            let (mut alone, mut synced) = (with(false), with(true));
            while alone.now < tenths(400) {
                assert_eq!(
                    synced.step(dt),
                    alone.step(dt),
                    "{frames} at {speed}, {dt:?}, {:?}",
                    alone.now
                );
                let time = |actor: &Actor| {
                    let state = &actor.state.clips[0];
                    state.playhead.frame(actor.clips.clip(ClipId(0)))
                };
                assert_eq!(
                    time(&synced),
                    time(&alone),
                    "{frames} at {speed}, {dt:?}, {:?}",
                    alone.now
                );
            }
        }
    }
}

#[test]
fn r5_a_cycle_turns_over_at_its_instant_however_long_it_ran() {
    // 1.0 s and 0.8 s at .5 each, in steps of 0.1 s: each ninth one ends where a pass does.
    let blocks = vec![
        show(IDLE, 1.0),
        show(WALK, 1.0),
        blend(&[0, 1], Value::Number(0.5), true),
    ];
    let mut actor = tree_of(fighter(), blocks);
    for step in 1..=90_000 {
        let told = actor.step(tenths(1));
        let loops = told.iter().filter(|t| t.contains(".loop@")).count();
        let expected = if step % 9 == 0 { 2 } else { 0 };
        assert_eq!(loops, expected, "step {step}: {told:?}");
    }
}

#[test]
fn a_shot_of_several_blocks_goes_back_as_that_of_a_clip_does() {
    // G14; and its pass is the longest with weight: walk's 0.8 s beside kick's 0.4 s.
    for dt in steps() {
        let mixed = blend(&[0, 2], Value::Number(0.5), false);
        let blocks = vec![
            show(KICK, 1.0),
            show(IDLE, 1.0),
            show(WALK, 1.0),
            mixed,
            trigger(0, 3, 1, 0.2),
        ];
        let mut actor = tree_of(fighter(), blocks);
        actor.until(tenths(10), dt);
        actor.state.fire(FIRE);
        let told = actor.until(tenths(19), dt);
        assert!(told.contains(&"!fire@18".to_string()), "{told:?}");
        assert!(!told.contains(&"walk.loop@18".to_string()), "{told:?}");
        assert!(close(actor.weight(KICK), 0.25) && close(actor.weight(WALK), 0.25));
        assert!(close(actor.time(WALK), 0.8), "it stands at its end (G13)");
        actor.until(tenths(20), dt);
        assert!(close(actor.weight(IDLE), 1.0) && actor.state.shown().len() == 1);
    }
}

#[test]
fn what_triggers_and_sync_refuse() {
    let sync = |inputs: &[u16]| blend(inputs, Value::Number(0.0), true);
    let masked = SumInput {
        block: BlockId(0),
        mask: None,
    };
    let sum = |n: usize| Block::Sum {
        inputs: vec![masked.clone(); n],
    };
    let cases = [
        (
            "trigger 7 does not exist",
            vec![show(IDLE, 1.0), trigger(7, 0, 0, 0.0)],
        ),
        ("at least one side", vec![sides(&[], 1.0, 0.0, false)]),
        ("at least one pose", vec![super::rules::look(&[], 0.0)]),
        ("at least one input", vec![show(IDLE, 1.0), sum(0)]),
        ("\"kick\" is not a loop", vec![show(KICK, 1.0), sync(&[0])]),
        (
            "\"idle\" is used elsewhere",
            vec![show(IDLE, 1.0), sync(&[0]), show(IDLE, 2.0), sync(&[1, 2])],
        ),
    ];
    for (words, blocks) in cases {
        let params = ["a", "b"].map(super::rules::param).to_vec();
        let output = BlockId(blocks.len() as u16 - 1);
        let names = vec!["fire".into()];
        let error = TreeDef::with_triggers(params, names, blocks, output, 0.0, &fighter());
        let error = error.expect_err(words);
        assert!(error.contains(words), "{error}");
    }
    let twice = vec!["x".to_string(), "x".to_string()];
    let blocks = vec![show(IDLE, 1.0)];
    let error = TreeDef::with_triggers(vec![], twice, blocks, BlockId(0), 0.0, &fighter());
    assert!(
        error
            .expect_err("a name twice")
            .contains("\"x\" is given twice")
    );
}
