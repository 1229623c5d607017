//! Triggers and root motion on the stage (rules R4, R13, M7, S1): what is asked, when it is
//! seen, and how a trigger's end is told.

use std::sync::Arc;

use super::fake::Ask;
use super::scene::{Scene, clips, tree};
use super::script::Script;
use crate::clip::{Clip, ClipId, ClipSet, ClipSpec, Durations, Mode};
use crate::stage::Callback;
use crate::tree::Source;

/// Fires in a step; logs what it sees of the trigger in `execute` and, after it, in a driver.
fn shooter(fire: impl Fn(&mut Ask<'_>) + 'static) -> Script {
    Script::default()
        .state("s")
        .on("execute", move |ask| {
            let seen = ask.shot("fire");
            ask.log(seen);
            fire(ask);
        })
        .all()
        .on("drivers.tilt", |ask| {
            let seen = ask.shot("fire");
            ask.log(seen);
        })
}

fn logs(run: &super::scene::Run) -> String {
    let logs = run.events().into_iter();
    let logs = logs.filter_map(|e| e.strip_prefix("a log ").map(str::to_owned));
    logs.collect::<Vec<_>>().join(" ")
}

#[test]
fn m7_a_trigger_is_as_the_step_began_but_one_fired_in_it_is_firing() {
    let at = |step, act: fn(&mut Ask<'_>)| (step, act);
    let fire: fn(&mut Ask<'_>) = |ask| ask.fire("fire");
    let cancel: fn(&mut Ask<'_>) = |ask| ask.cancel("fire");
    let both: fn(&mut Ask<'_>) = |ask| {
        ask.fire("fire");
        ask.cancel("fire");
    };
    for (acts, seen) in [
        // A pass of 0.3 s.
        (
            vec![at(1, fire)],
            [
                "- -",
                "- firing",
                "firing firing",
                "firing firing",
                "finished finished",
            ],
        ),
        // Fired again before its end: three steps more.
        (
            vec![at(0, fire), at(2, fire)],
            [
                "- firing",
                "firing firing",
                "firing firing",
                "firing firing",
                "firing firing",
            ],
        ),
        // Fired after its end: no longer finished, at once.
        (
            vec![at(0, fire), at(4, fire)],
            [
                "- firing",
                "firing firing",
                "firing firing",
                "finished finished",
                "finished firing",
            ],
        ),
        // A cancel is seen in the step after; it is no end.
        (
            vec![at(0, fire), at(1, cancel)],
            ["- firing", "firing firing", "- -", "- -", "- -"],
        ),
        // Fire beats cancel in one step, whichever came first.
        (
            vec![at(0, fire), at(1, both)],
            [
                "- firing",
                "firing firing",
                "firing firing",
                "firing firing",
                "finished finished",
            ],
        ),
        (vec![at(0, cancel)], ["- -", "- -", "- -", "- -", "- -"]),
    ] {
        let acts = acts.clone();
        let script = shooter(move |ask| {
            let step = ask.world().step;
            for (_, act) in acts.iter().filter(|(at, _)| *at == step) {
                act(ask);
            }
        });
        let mut run = Scene::one(script).with_tree(tree).open();
        let mut told = Vec::new();
        for _ in 0..5 {
            run.step();
            told.push(logs(&run));
        }
        assert_eq!(told, seen);
    }
}

/// In `at` and `finish` a trigger is as at that instant, also where the step goes on beyond it.
#[test]
fn r4_the_end_of_a_pass_is_told_once_at_its_instant() {
    for hz in [1, 10, 60, 144] {
        let script = Script::default()
            .state("s")
            .on("execute", |ask| {
                if ask.world().step == 0 {
                    ask.fire("fire");
                }
            })
            .on("at.contact", |ask| {
                let seen = format!("contact {} {}", ask.shot("fire"), ask.seen());
                ask.log(seen);
            })
            .on("finish", |ask| {
                let Callback::Finish { of, .. } = ask.call.callback else {
                    panic!("no finish")
                };
                assert!(matches!(of, Source::Trigger(_)), "{of:?}");
                let seen = format!("end {}", ask.shot("fire"));
                ask.log(seen);
            });
        let mut scene = Scene::one(script).with_tree(tree);
        scene.hz = hz;
        let mut run = scene.open();
        let mut told = Vec::new();
        for _ in 0..hz {
            run.step();
            let events = run.events().into_iter();
            told.extend(events.filter(|e| !e.contains("loop") && !e.contains("start")));
        }
        assert_eq!(
            told,
            [
                "a marker punch.contact 0.15",
                "a log contact firing punch 2 0.50",
                "a finish fire 0.30",
                "a log end finished",
            ],
            "{hz}"
        );
    }
}

#[test]
fn a_triggers_end_is_handled_by_the_state_then_by_the_behaviour() {
    for (own, declines, calls) in [
        (true, false, vec!["a s.finish"]),
        (true, true, vec!["a s.finish", "a finish"]),
        (false, false, vec!["a finish"]),
    ] {
        let mut script = Script::default()
            .state("s")
            .on("enter", |ask| ask.fire("fire"));
        if own {
            script = script.on("finish", move |ask| {
                if declines {
                    ask.answer = crate::stage::Answer::Declined;
                }
            });
        }
        let script = script.all().on("finish", |ask| ask.change("t")).state("t");
        let mut run = Scene::one(script).with_tree(tree).open();
        run.steps(2);
        run.calls();
        run.step();
        assert_eq!(run.calls(), calls);
        let goes = calls.contains(&"a finish");
        assert_eq!(run.state("a"), if goes { "t" } else { "s" });
        if goes {
            assert!(run.events().contains(&"a change s>t finish".into()));
        }
    }
}

/// Asked for in phase 6 it begins with the next step, and counts as firing until then.
#[test]
fn s1_a_trigger_fired_at_its_own_end_begins_again_with_the_next_step() {
    let script = shooter(|ask| {
        if ask.world().step == 0 {
            ask.fire("fire");
        }
    });
    let script = script.state("s").all().on("finish", |ask| ask.fire("fire"));
    let mut run = Scene::one(script).with_tree(tree).open();
    let mut told = Vec::new();
    for _ in 0..8 {
        run.step();
        let ends = run.events().into_iter().filter(|e| e.contains("finish"));
        told.push(ends.collect::<Vec<_>>().join(" "));
    }
    assert_eq!(
        told,
        [
            "",
            "",
            "a finish fire 0.30",
            "",
            "",
            "a finish fire 0.60",
            "",
            ""
        ]
    );
}

#[test]
fn what_is_asked_of_a_trigger_outlives_a_reload() {
    let script = || {
        Script::default()
            .state("s")
            .on("execute", |ask| {
                let seen = ask.shot("fire");
                ask.log(seen);
            })
            .all()
            .on("loop", |ask| {
                if ask.world().step == 1 {
                    ask.fire("fire");
                }
            })
            .on("on_reload", |ask| {
                let seen = ask.shot("fire");
                ask.log(seen);
            })
    };
    let mut scene = Scene::one(script()).with_tree(tree);
    // A walk of two frames begins again after the second step.
    scene.tree = Some(walking(&scene.clips));
    let mut run = scene.open();
    run.steps(2);
    run.reload(&scene);
    assert_eq!(logs(&run), "firing firing");
    run.steps(2);
    assert_eq!(logs(&run), "firing");
    run.steps(1);
    assert_eq!(logs(&run), "finished");
}

/// The same tree, beginning on the walk.
fn walking(clips: &ClipSet) -> crate::tree::TreeDef {
    use crate::tree::{Block, BlockId, TreeDef, TreeSpec, TriggerId, Value};
    let show = |name: &str| Block::Animation {
        clip: clips.id(name).expect("a clip"),
        speed: Value::Number(1.0),
    };
    let shot = Block::Trigger {
        name: TriggerId(0),
        on: BlockId(0),
        off: BlockId(1),
        time: Value::Number(0.0),
    };
    let spec = TreeSpec {
        params: Vec::new(),
        triggers: vec!["fire".into()],
        blocks: vec![show("punch"), show("walk"), shot],
        keys: Vec::new(),
        output: BlockId(2),
        event_weight: 0.0,
    };
    TreeDef::build(spec, clips).expect("a sound tree")
}

fn roaming() -> ClipSet {
    let all = clips();
    let spec = |name: &str, frames: usize, mode: Mode, motion: (f32, f32)| {
        Clip::new(ClipSpec {
            name: name.into(),
            frames,
            pictures: (0..frames as u32).map(crate::clip::PictureId).collect(),
            durations: Durations::Each(0.1),
            mode,
            motion,
            ..ClipSpec::default()
        })
        .expect("a sound clip")
    };
    let mut clips = vec![
        spec("walk", 2, Mode::Loop, (8.0, -2.0)),
        spec("idle", 10, Mode::Loop, (0.0, 0.0)),
    ];
    clips.extend((0..all.len()).filter_map(|id| {
        let clip = all.clip(ClipId(id as u16));
        matches!(clip.name(), "punch" | "kick").then(|| clip.clone())
    }));
    ClipSet::new(clips)
}

/// A pass of 0.2 s moves it by 8, -2: 40 and -10 pixels a second, x the way it faces.
#[test]
fn r13_root_motion_moves_the_actor_the_way_it_faces() {
    for (hz, facing) in [(1, 1.0), (10, 1.0), (10, -1.0), (60, -1.0), (144, 1.0)] {
        let script = Script::default()
            .state("s")
            .on("execute", move |ask| {
                if ask.world().step == 0 {
                    ask.requests.place = Some((100.0, 50.0, facing));
                }
            })
            .all()
            .on("loop", |ask| {
                let x = ask.me().x;
                ask.log(format!("{x:.0}"));
            });
        let mut scene = Scene::one(script);
        scene.clips = Arc::new(roaming());
        scene.tree = Some(walking(&scene.clips));
        scene.hz = hz;
        let mut run = scene.open();
        let mut first = None;
        for _ in 0..hz {
            run.step();
            let figures = run.stage.figures(1.0);
            let shown = run.shown("a");
            assert_eq!(figures[0].now, (shown.x, shown.y));
            if first.is_none() && !logs(&run).is_empty() {
                first = Some(logs(&run));
            }
        }
        let shown = run.shown("a");
        assert!(
            (shown.x - (100.0 + 40.0 * facing)).abs() < 1e-4,
            "{}",
            shown.x
        );
        assert!((shown.y - 40.0).abs() < 1e-4, "{}", shown.y);
        if hz == 10 {
            let expected = if facing > 0.0 { "108" } else { "92" };
            assert_eq!(first.as_deref(), Some(expected), "seen by its own handlers");
        }
    }
}

#[test]
fn play_means_nothing_to_a_tree() {
    let script = Script::default().state("s").on("execute", |ask| {
        let seen = ask.seen();
        ask.log(seen);
        ask.play("kick", true);
    });
    let mut run = Scene::one(script).with_tree(tree).open();
    run.steps(3);
    assert_eq!(run.mix("a"), ["idle 1.00"]);
    assert_eq!(logs(&run), "idle 3 0.20");
}
