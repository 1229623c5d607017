//! A table test for each of the rules R1..R10 (R4 and R5 in `shots`), at steps of 1/60, 1/144, 0.1 and 1 s:
//! the same values (1e-4) at the same time.

use super::*;

pub(super) fn steps() -> [Time; 4] {
    [hz(60), hz(144), tenths(1), tenths(10)]
}

pub(super) fn param(name: &str) -> ParamDef {
    ParamDef {
        name: name.into(),
        default: 0.0,
        min: -1000.0,
        max: 1000.0,
    }
}

pub(super) fn show(clip: ClipId, speed: f64) -> Block {
    Block::Animation {
        clip,
        speed: Value::Number(speed),
    }
}

pub(super) fn by(param: u16) -> Value {
    Value::Param(ParamId(param))
}

pub(super) fn choice(inputs: &[u16], index: u16, time: f64) -> Block {
    Block::Transition {
        inputs: inputs.iter().map(|id| BlockId(*id)).collect(),
        index: by(index),
        time: Value::Number(time),
        carry: false,
        sync: false,
    }
}

pub(super) fn blend(inputs: &[u16], weight: Value, sync: bool) -> Block {
    Block::Blend {
        inputs: inputs.iter().map(|id| BlockId(*id)).collect(),
        weight,
        carry: false,
        sync,
    }
}

pub(super) fn trigger(name: u16, on: u16, off: u16, time: f64) -> Block {
    Block::Trigger {
        name: TriggerId(name),
        on: BlockId(on),
        off: BlockId(off),
        time: Value::Number(time),
    }
}

/// Sides by number, under angle parameter 0.
pub(super) fn sides(given: &[(usize, u16)], speed: f64, time: f64, carry: bool) -> Block {
    let mut sides = [None; 8];
    for (side, block) in given {
        sides[*side] = Some(BlockId(*block));
    }
    Block::Direction8Sides {
        angle: by(0),
        speed: Value::Number(speed),
        time: Value::Number(time),
        sides,
        carry,
        sync: false,
    }
}

/// Poses by number, under angle parameters 0 and 1.
pub(super) fn look(given: &[(usize, u16)], speeds: f64) -> Block {
    let mut poses = [None; 9];
    for (pose, block) in given {
        poses[*pose] = Some(BlockId(*block));
    }
    Block::LookAt {
        horizontal: by(0),
        vertical: by(1),
        horizontal_speed: Value::Number(speeds),
        vertical_speed: Value::Number(speeds),
        speed: Value::Number(1.0),
        poses,
        carry: false,
        sync: false,
    }
}

/// Parameters a b c, triggers fire and jump, the last block is the output.
pub(super) fn tree_of(clips: ClipSet, blocks: Vec<Block>) -> Actor {
    let params = ["a", "b", "c"].map(param).to_vec();
    let output = BlockId(blocks.len() as u16 - 1);
    let triggers = vec!["fire".into(), "jump".into()];
    let def = TreeDef::with_triggers(params, triggers, blocks, output, 0.0, &clips);
    Actor::new(def.expect("a sound tree"), clips)
}

pub(super) const FIRE: TriggerId = TriggerId(0);

impl Actor {
    /// Plays until `end` in steps of at most `dt`; what was told.
    pub(super) fn until(&mut self, end: Time, dt: Time) -> Vec<String> {
        let mut told = Vec::new();
        while self.now < end {
            let step = dt.min(end - self.now);
            told.extend(self.step(step));
        }
        told
    }
}

pub(super) fn close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-4
}

#[test]
fn r1_a_block_is_evaluated_once_however_many_inputs_it_feeds() {
    for dt in steps() {
        // Five sides are one block (N2).
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
        let blocks = vec![
            show(WALK, 0.6),
            show(WALK, -0.6),
            sides(&given, 1.0, 0.2, false),
        ];
        let mut actor = tree_of(fighter(), blocks);
        for tenth in 1..=10 {
            actor.set(0, 9.0 * f64::from(tenth));
            let end = actor.now + tenths(1);
            actor.until(end, dt);
        }
        assert!(close(actor.time(WALK), 0.6), "{dt:?}");
        assert!(close(actor.weight(WALK), 1.0) && actor.state.shown().len() == 1);
        assert_eq!(actor.state.fades().count(), 0);
    }
}

#[test]
fn r2_one_playhead_a_clip_and_no_jump_when_it_turns() {
    for dt in steps() {
        let blocks = vec![
            show(WALK, 0.6),
            show(WALK, -0.6),
            sides(&[(0, 0), (4, 1)], 1.0, 0.2, false),
        ];
        let mut actor = tree_of(fighter(), blocks);
        actor.until(tenths(10), dt);
        actor.set(0, 180.0);
        actor.until(tenths(20), dt);
        // 0.6, then 0.2 s of turning that cancels out, then 0.8 s backward (N3).
        assert!(close(actor.time(WALK), 0.12), "{dt:?} {}", actor.time(WALK));
    }
}

#[test]
fn r2_a_smoothed_angle_cuts_where_it_passes_a_pose() {
    for dt in steps() {
        let poses = [(1, 0), (4, 1), (7, 2)];
        let blocks = vec![
            show(IDLE, 1.0),
            show(WALK, 1.0),
            show(WALK, 3.0),
            look(&poses, 90.0),
        ];
        let mut actor = tree_of(fighter(), blocks);
        actor.set(0, -170.0);
        actor.until(tenths(10), dt);
        // A second from 0 to -90: speed 1 rises to 3.
        let walked = 2.0_f64.rem_euclid(0.8);
        assert!(
            close(actor.time(WALK), walked),
            "{dt:?} {}",
            actor.time(WALK)
        );
        actor.set(0, 170.0);
        actor.until(tenths(20), dt);
        let angle = actor.state.angles().next().expect("one").horizontal;
        assert!(close(angle, -180.0) || close(angle, 180.0), "{angle}");
        // Behind it is all the way right, and turned to the left past 180.
        actor.until(tenths(21), dt);
        assert!(close(actor.weight(IDLE), 1.0), "{dt:?}");
        assert!(close(actor.time(IDLE), 0.1), "{dt:?} {}", actor.time(IDLE));
    }
}

#[test]
fn r3_sides_fade_in_their_own_time() {
    for dt in steps() {
        let blocks = vec![
            show(IDLE, 1.0),
            show(WALK, 1.0),
            sides(&[(0, 0), (2, 1)], 2.0, 2.0, false),
        ];
        let mut actor = tree_of(fighter(), blocks);
        actor.until(tenths(10), dt);
        actor.set(0, 90.0);
        actor.until(tenths(20), dt);
        assert!(close(actor.weight(WALK), 0.5), "{dt:?}");
        let fade = actor.state.fades().next().expect("one");
        assert_eq!((fade.from, fade.to, fade.length), (0, 2, tenths(20)));
        assert_eq!((fade.block, fade.elapsed), (BlockId(2), tenths(10)));
        actor.set(0, 0.0);
        actor.until(tenths(30), dt);
        assert!(close(actor.weight(WALK), 0.25), "{dt:?}");
    }
}

#[test]
fn r6_an_index_is_rounded_and_keeps_its_last_valid_value() {
    for dt in steps() {
        let blocks = vec![show(IDLE, 1.0), show(WALK, 1.0), choice(&[0, 1], 0, 0.2)];
        let mut actor = tree_of(fighter(), blocks);
        for (value, clip, astray) in [
            (0.5, WALK, 0),
            (-0.6, WALK, 1),
            (0.49, IDLE, 0),
            (2.0, IDLE, 1),
        ] {
            actor.set(0, value);
            let end = actor.now + tenths(10);
            actor.until(end, dt);
            assert!(close(actor.weight(clip), 1.0));
            assert_eq!(actor.state.astray().count(), astray);
        }
    }
}

#[test]
fn r7_blend_mixes_two_neighbours_and_sum_adds() {
    let cases = [
        (-1.0, [1.0, 0.0, 0.0]),
        (0.25, [0.5, 0.5, 0.0]),
        (0.5, [0.0, 1.0, 0.0]),
        (0.9, [0.0, 0.2, 0.8]),
        (7.0, [0.0, 0.0, 1.0]),
    ];
    for dt in steps() {
        for (value, weights) in cases {
            let upper = Mask::new([0, 3]);
            let masked = SumInput {
                block: BlockId(0),
                mask: Some(upper.clone()),
            };
            let whole = SumInput {
                block: BlockId(3),
                mask: None,
            };
            let blocks = vec![
                show(IDLE, 1.0),
                show(KICK, 1.0),
                show(WALK, 1.0),
                blend(&[0, 1, 2], by(0), false),
                Block::Sum {
                    inputs: vec![whole, masked],
                },
            ];
            let mut actor = tree_of(fighter(), blocks);
            actor.set(0, value);
            actor.until(tenths(10), dt);
            let [idle, kick, walk] = weights;
            assert!(close(actor.weight(IDLE), idle + 1.0) && close(actor.weight(KICK), kick));
            assert!(close(actor.weight(WALK), walk));
            let layers: Vec<_> = actor.state.layers(&actor.def).collect();
            let by_mask = layers.iter().find(|layer| layer.mask == Some(&upper));
            let layer = by_mask.expect("the masked one");
            assert!(layer.clip == IDLE && close(layer.weight, 1.0));
            let sum: f64 = layers.iter().map(|layer| layer.weight).sum();
            assert!(close(sum, 2.0));
        }
    }
}

#[test]
fn r8_the_nearest_side_and_a_tie_keeps_the_present() {
    for dt in steps() {
        let blocks = vec![
            show(IDLE, 1.0),
            show(WALK, 1.0),
            show(KICK, 1.0),
            sides(&[(0, 0), (2, 1), (4, 2)], 1.0, 0.0, false),
        ];
        let mut actor = tree_of(fighter(), blocks);
        let cases = [
            (45.0, IDLE),
            (45.1, WALK),
            (45.0, WALK),
            (44.0, IDLE),
            (405.0, IDLE),
            (-134.0, KICK),
            (135.0, KICK),
            (134.0, WALK),
            (-90.0, IDLE),
        ];
        for (angle, clip) in cases {
            actor.set(0, angle);
            let end = actor.now + tenths(1);
            actor.until(end, dt);
            assert!(close(actor.weight(clip), 1.0), "{angle}");
        }
    }
}

#[test]
fn r9_rows_first_then_the_poses_of_each() {
    // leftUp, centerCenter, rightCenter, centerDown.
    let poses = [(0, 0), (4, 1), (7, 2), (5, 1)];
    let cases = [
        ((0.0, 0.0), [0.0, 1.0, 0.0]),
        ((-45.0, 0.0), [0.0, 0.5, 0.5]),
        ((90.0, 0.0), [0.0, 1.0, 0.0]),
        ((0.0, 45.0), [0.5, 0.5, 0.0]),
        ((-90.0, 45.0), [0.5, 0.0, 0.5]),
        ((-90.0, -45.0), [0.0, 0.5, 0.5]),
        ((170.0, 170.0), [1.0, 0.0, 0.0]),
    ];
    for dt in steps() {
        for ((h, v), weights) in cases {
            for speed in [0.0, 360.0] {
                let blocks = vec![
                    show(IDLE, 1.0),
                    show(KICK, 0.1),
                    show(WALK, 1.0),
                    look(&poses, speed),
                ];
                let mut actor = tree_of(fighter(), blocks);
                actor.set(0, h);
                actor.set(1, v);
                actor.until(tenths(10), dt);
                let found = [IDLE, KICK, WALK].map(|clip| actor.weight(clip));
                let same = found.iter().zip(weights).all(|(a, b)| close(*a, b));
                assert!(same, "{h} {v}: {found:?}");
            }
        }
    }
}

#[test]
fn r9_angles_follow_the_shorter_way_at_their_speed() {
    for dt in steps() {
        let blocks = vec![show(IDLE, 1.0), look(&[(4, 0)], 60.0)];
        let mut actor = tree_of(fighter(), blocks);
        // From 0: 180 apart is to the left; then on over 180; then back the shorter way.
        for (goal, angle) in [
            (180.0, 60.0),
            (180.0, 120.0),
            (-150.0, 180.0),
            (-150.0, -150.0),
            (10.0, -90.0),
        ] {
            actor.set(0, goal);
            let end = actor.now + tenths(10);
            actor.until(end, dt);
            let found = actor.state.angles().next().expect("one").horizontal;
            assert!(close(found, angle), "{goal}: {found}");
        }
    }
}

#[test]
fn r10_parameters_are_clamped_and_keep_what_is_finite() {
    for dt in steps() {
        let mut actor = tree_of(fighter(), vec![show(WALK, 1.0), blend(&[0], by(0), false)]);
        actor.set(0, 5000.0);
        assert!(!actor.state.set(&actor.def, ParamId(0), f64::NAN));
        actor.until(tenths(10), dt);
        assert!(close(actor.state.get(ParamId(0)), 1000.0) && close(actor.weight(WALK), 1.0));
    }
}
