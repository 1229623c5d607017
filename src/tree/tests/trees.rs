//! Trees of blocks: what is refused, shared playheads, nested fades (R1, R2, R3, R6).

use super::*;

fn animation(clip: ClipId, speed: f64) -> Block {
    Block::Animation {
        clip,
        speed: Value::Number(speed),
    }
}

fn transition(inputs: &[u16], index: u16) -> Block {
    Block::Transition {
        inputs: inputs.iter().map(|id| BlockId(*id)).collect(),
        index: Value::Param(ParamId(index)),
        time: Value::Number(0.2),
        carry: false,
        sync: false,
    }
}

fn param(name: &str) -> ParamDef {
    ParamDef {
        name: name.into(),
        default: 0.0,
        min: -10.0,
        max: 10.0,
    }
}

fn tree(params: &[&str], blocks: Vec<Block>) -> Actor {
    let clips = fighter();
    let params = params.iter().map(|name| param(name)).collect();
    let output = BlockId(blocks.len() as u16 - 1);
    let def = TreeDef::new(params, blocks, output, 0.0, &clips).expect("a sound tree");
    Actor::new(def, clips)
}

/// Words of the error; parameters, blocks, output, event weight.
type Case = (&'static str, Vec<ParamDef>, Vec<Block>, u16, f64);

#[test]
fn what_does_not_hold_is_refused_naming_the_block() {
    let cases: Vec<Case> = vec![
        (
            "block 0, Animation: clip 9 does not exist",
            vec![],
            vec![animation(ClipId(9), 1.0)],
            0,
            0.0,
        ),
        (
            "block 0, Animation: value NaN is not finite",
            vec![],
            vec![animation(IDLE, f64::NAN)],
            0,
            0.0,
        ),
        (
            "block 1, Transition: input block 7",
            vec![param("i")],
            vec![animation(IDLE, 1.0), transition(&[0, 7], 0)],
            1,
            0.0,
        ),
        (
            "block 1, Transition: parameter 3",
            vec![param("i")],
            vec![animation(IDLE, 1.0), transition(&[0], 3)],
            1,
            0.0,
        ),
        (
            "block 0, Transition: it needs at least one input",
            vec![param("i")],
            vec![transition(&[], 0)],
            0,
            0.0,
        ),
        (
            "block 0, Transition: it feeds itself",
            vec![param("i")],
            vec![transition(&[0], 0)],
            0,
            0.0,
        ),
        (
            "feeds itself",
            vec![param("i")],
            vec![
                transition(&[1], 0),
                transition(&[2], 0),
                transition(&[1], 0),
            ],
            0,
            0.0,
        ),
        (
            "the output is block 1",
            vec![],
            vec![animation(IDLE, 1.0)],
            1,
            0.0,
        ),
        (
            "event_weight 1.5",
            vec![],
            vec![animation(IDLE, 1.0)],
            0,
            1.5,
        ),
        (
            "parameter \"i\" is given twice",
            vec![param("i"), param("i")],
            vec![animation(IDLE, 1.0)],
            0,
            0.0,
        ),
        (
            "default 20",
            vec![ParamDef {
                default: 20.0,
                ..param("i")
            }],
            vec![animation(IDLE, 1.0)],
            0,
            0.0,
        ),
    ];
    for (text, params, blocks, output, event_weight) in cases {
        let error = TreeDef::new(params, blocks, BlockId(output), event_weight, &fighter())
            .expect_err(text);
        assert!(error.contains(text), "{text}: {error}");
    }
}

#[test]
fn a_block_that_feeds_many_inputs_is_one_way_each() {
    // Both inputs of the inner Transition, and the outer one, lead to one walk: no fade, one playhead.
    let blocks = vec![
        animation(WALK, 0.5),
        transition(&[0, 0], 0),
        transition(&[1, 0], 1),
    ];
    let mut actor = tree(&["inner", "outer"], blocks);
    actor.step(tenths(1));
    for (param, value) in [(0, 1.0), (1, 1.0), (0, 0.0), (1, 0.0)] {
        actor.set(param, value);
        actor.step(tenths(1));
        let shown = actor.state.shown();
        assert_eq!(shown.len(), 1);
        assert!(near(shown[0].weight, 1.0));
    }
    assert!(near(actor.time(WALK), 0.25));
}

#[test]
fn inputs_that_are_one_block_start_no_fade() {
    let blocks = vec![
        animation(WALK, 1.0),
        animation(IDLE, 1.0),
        transition(&[0, 1, 0], 0),
    ];
    let mut actor = tree(&["i"], blocks);
    actor.step(tenths(1));
    let steady = actor.state.clone();
    actor.set(0, 2.0);
    actor.step(tenths(1));
    assert_eq!(actor.weight(WALK), 1.0);
    actor.set(0, 0.0);
    assert_eq!(actor.state.shown().len(), steady.shown().len());
}

#[test]
fn a_walk_that_turns_into_its_own_reverse_runs_on() {
    // Robot's 312 and 315: one clip at opposite speeds; 0.2 s of fade.
    for dt in [hz(240), hz(120), hz(60), hz(30), hz(10), tenths(2)] {
        let blocks = vec![
            animation(WALK, 0.6),
            animation(WALK, -0.6),
            transition(&[0, 1], 0),
        ];
        let mut actor = tree(&["way"], blocks);
        while actor.now < tenths(4) {
            actor.step(dt);
        }
        assert!(near(actor.time(WALK), 0.24), "{dt:?}");
        actor.set(0, 1.0);
        actor.step(dt);
        assert!(
            (actor.time(WALK) - 0.24).abs() <= 0.6 * dt.seconds() + 1e-9,
            "no jump"
        );
        while actor.now < tenths(6) {
            actor.step(dt);
        }
        // Slowing down and speeding up again cancel out.
        assert!(near(actor.time(WALK), 0.24), "{dt:?}: {}", actor.time(WALK));
        while actor.now < tenths(8) {
            actor.step(dt);
        }
        assert!(near(actor.time(WALK), 0.12), "{dt:?}");
        assert_eq!(actor.state.shown().len(), 1);
    }
}

#[test]
fn a_clips_speed_is_the_weighted_mean_of_its_ways() {
    // walk at 1 and at 3, halfway through a fade of 0.2 s: 0.1 s of speed 1 rising to 2.
    let blocks = vec![
        animation(WALK, 1.0),
        animation(WALK, 3.0),
        transition(&[0, 1], 0),
    ];
    let mut actor = tree(&["way"], blocks);
    actor.set(0, 1.0);
    actor.step(tenths(1));
    assert!(near(actor.time(WALK), 0.15), "{}", actor.time(WALK));
    actor.step(tenths(1));
    assert!(near(actor.time(WALK), 0.4));
}

#[test]
fn what_is_set_before_the_first_step_is_already_a_change() {
    let blocks = vec![
        animation(IDLE, 1.0),
        animation(WALK, 1.0),
        transition(&[0, 1], 0),
    ];
    let mut actor = tree(&["i"], blocks);
    actor.set(0, 1.0);
    actor.step(tenths(1));
    assert!(near(actor.weight(WALK), 0.5) && near(actor.weight(IDLE), 0.5));
}

#[test]
fn an_index_out_of_range_keeps_the_last_valid_input() {
    let blocks = vec![
        animation(IDLE, 1.0),
        animation(WALK, 1.0),
        transition(&[0, 1], 0),
    ];
    let mut actor = tree(&["i"], blocks);
    let cases = [
        (0.49, IDLE, false),
        (0.5, WALK, false),
        (1.49, WALK, false),
        (1.5, WALK, true),
        (7.0, WALK, true),
        (-0.5, IDLE, false),
        (-0.51, IDLE, true),
        (1.0, WALK, false),
    ];
    for (value, clip, astray) in cases {
        actor.set(0, value);
        actor.run(3, tenths(1));
        assert_eq!(actor.weight(clip), 1.0, "{value}");
        let blocks: Vec<_> = actor.state.astray().collect();
        assert_eq!(
            blocks,
            if astray { vec![BlockId(2)] } else { vec![] },
            "{value}"
        );
    }
}

#[test]
fn timers_of_hidden_blocks_run() {
    let blocks = vec![
        animation(IDLE, 1.0),
        animation(WALK, 1.0),
        transition(&[0, 1], 0),
        animation(KICK, 1.0),
        Block::Transition {
            inputs: vec![BlockId(3), BlockId(2)],
            index: Value::Param(ParamId(1)),
            time: Value::Number(0.0),
            carry: false,
            sync: false,
        },
    ];
    let mut actor = tree(&["inner", "outer"], blocks);
    actor.step(tenths(1));
    actor.set(0, 1.0);
    actor.step(tenths(1));
    assert_eq!(actor.state.shown().len(), 1);
    actor.set(1, 1.0);
    actor.step(tenths(1));
    // The inner fade of 0.2 s ended while it was hidden for its first half.
    assert_eq!(actor.weight(WALK), 1.0);
    assert!(near(actor.time(WALK), 0.1));
}

#[test]
fn parameters_are_clamped_and_keep_their_value_when_set_to_no_number() {
    let mut actor = tree(&["i"], vec![animation(IDLE, 1.0)]);
    for (value, kept, taken) in [
        (3.0, 3.0, true),
        (99.0, 10.0, true),
        (f64::NAN, 10.0, false),
        (f64::INFINITY, 10.0, false),
        (-99.0, -10.0, true),
    ] {
        assert_eq!(actor.state.set(&actor.def, ParamId(0), value), taken);
        assert_eq!(actor.state.get(ParamId(0)), kept);
    }
    assert!(!actor.state.set(&actor.def, ParamId(5), 1.0));
    assert_eq!(actor.def.params().len(), 1);
    assert!(!actor.def.is_play());
    let play = TreeDef::play(&fighter());
    assert!(play.is_play() && play.params().is_empty());
}

#[test]
fn of_a_tree_the_heaviest_clip_is_seen() {
    let blocks = vec![
        animation(IDLE, 1.0),
        animation(WALK, 1.0),
        transition(&[0, 1], 0),
    ];
    let mut actor = tree(&["i"], blocks);
    assert_eq!(actor.seen(), (IDLE, 1, 0.0));
    actor.set(0, 1.0);
    actor.step(tenths(1));
    assert_eq!(actor.seen().0, IDLE, "a tie: by name");
    actor.step(Time::from_millis(10));
    assert_eq!(actor.seen().0, WALK);
    let shown: Vec<_> = actor.state.shown().iter().map(|shown| shown.clip).collect();
    assert_eq!(shown, [WALK, IDLE]);
}
