//! Laws of random trees under random parameters, fires, cancels and steps.

use super::rules::{blend, by, choice, close, show, trigger};
use super::*;
use crate::random::Stream;

/// A tree of up to 20 blocks; each feeds from lower numbers.
pub(super) fn grown(random: &mut Stream) -> Actor {
    let clips = fighter();
    let n = 2 + random.below(19) as u16;
    let mut blocks = vec![show(IDLE, 1.0), show(WALK, 0.6), show(KICK, -1.0)];
    for id in 3..=n.max(3) {
        let mut lower = || BlockId(random.below(u64::from(id)) as u16);
        let (a, b, c) = (lower(), lower(), lower());
        let carry = random.below(2) == 0;
        let block = match random.below(7) {
            0 => show(ClipId(random.below(3) as u16), random.unit() * 4.0 - 2.0),
            1 => choice(&[a.0, b.0, c.0], 0, FADE),
            2 => blend(&[a.0, b.0, c.0], by(1), false),
            3 => Block::Sum {
                inputs: vec![
                    SumInput {
                        block: a,
                        mask: Some(Mask::new([id % 3])),
                    },
                    SumInput {
                        block: b,
                        mask: None,
                    },
                ],
            },
            4 => trigger(id % 2, a.0, b.0, FADE),
            5 => Block::Direction8Sides {
                angle: by(2),
                speed: Value::Number(1.5),
                time: Value::Number(FADE),
                sides: [Some(a), None, Some(b), None, None, Some(c), None, None],
                carry,
                sync: false,
            },
            _ => Block::LookAt {
                horizontal: by(2),
                vertical: by(0),
                horizontal_speed: Value::Number(200.0),
                vertical_speed: Value::Number(0.0),
                speed: Value::Number(0.7),
                poses: [
                    Some(a),
                    None,
                    None,
                    Some(b),
                    Some(c),
                    None,
                    None,
                    None,
                    Some(a),
                ],
                carry,
                sync: false,
            },
        };
        blocks.push(block);
    }
    super::rules::tree_of(clips, blocks)
}

const FADE: f64 = 0.25;

/// One random request.
pub(super) fn disturb(actor: &mut Actor, random: &mut Stream) {
    match random.below(5) {
        0 => actor.set(0, random.unit() * 3.0 - 0.4),
        1 => actor.set(1, random.unit()),
        2 => actor.set(2, random.unit() * 720.0 - 360.0),
        3 => actor.state.fire(TriggerId(random.below(2) as u16)),
        _ => actor.state.cancel(TriggerId(random.below(2) as u16)),
    }
}

/// The shares of every block that mixes, by slot.
fn shares(actor: &Actor) -> Vec<(bool, [f64; 9])> {
    let blocks = actor.def.blocks.iter().enumerate();
    let mixes = blocks.filter(|(_, b)| b.slots() > 0 && !matches!(b, Block::Sum { .. }));
    mixes
        .map(|(i, block)| {
            let mut shares = [0.0; 9];
            let mut add = |slot: usize, share: f64| shares[slot] += share;
            actor.state.each_share(&actor.def, i, Time::ZERO, &mut add);
            let fades = matches!(
                block,
                Block::Transition { .. } | Block::Trigger { .. } | Block::Direction8Sides { .. }
            );
            (fades, shares)
        })
        .collect()
}

#[test]
fn weights_add_up_and_move_no_faster_than_their_fades() {
    for seed in 0..60 {
        let mut random = Stream::new(seed, &["forest"]);
        let mut actor = grown(&mut random);
        for _ in 0..60 {
            disturb(&mut actor, &mut random);
            let before = shares(&actor);
            let dt = Time::from_millis(1 + random.below(90) as i64);
            let events = actor.events(dt);
            assert!(events.iter().all(|event| event.at <= actor.now));
            let most = dt.seconds() / FADE + 1e-9;
            for ((fades, after), (_, before)) in shares(&actor).into_iter().zip(before) {
                assert!(
                    (after.iter().sum::<f64>() - 1.0).abs() < 1e-9,
                    "seed {seed}"
                );
                let moved = after.iter().zip(before).all(|(a, b)| (a - b).abs() <= most);
                assert!(!fades || moved, "seed {seed}: {before:?} {after:?}");
            }
            for shown in actor.state.shown() {
                assert!(shown.weight.is_finite() && shown.weight > 0.0);
                let time = shown.playhead.time(actor.clips.clip(shown.clip));
                assert!(time.is_finite());
            }
            let same = actor.state.clone();
            actor.step(Time::ZERO);
            assert_eq!(actor.state, same, "a step of no time");
        }
    }
}

/// The same course in steps of so many 240ths, and what happened.
fn course(seed: u64, ticks: i64) -> (Actor, Vec<TreeEvent>) {
    let mut random = Stream::new(seed, &["course"]);
    let mut actor = grown(&mut random);
    let mut events = Vec::new();
    for _ in 0..12 {
        disturb(&mut actor, &mut random);
        let end = actor.now + Time::from_flicks(hz(240).flicks() * (1 + random.below(90) as i64));
        while actor.now < end {
            let step = Time::from_flicks(hz(240).flicks() * ticks).min(end - actor.now);
            events.extend(actor.events(step));
        }
    }
    (actor, events)
}

#[test]
fn steps_of_whole_240ths_give_the_same_whatever_the_split() {
    for seed in 0..80 {
        let (fine, fine_events) = course(seed, 1);
        for ticks in [4, 7, 1000] {
            let (coarse, events) = course(seed, ticks);
            assert_eq!(fine.state, coarse.state, "seed {seed}, {ticks}");
            for (one, other) in fine_events.iter().zip(&events) {
                assert_eq!(one, other, "seed {seed}, {ticks}");
            }
            assert_eq!(fine_events.len(), events.len(), "seed {seed}, {ticks}");
        }
    }
}

#[test]
fn a_state_without_what_it_remembers_of_its_last_step_goes_on_alike() {
    for seed in 0..60 {
        let mut random = Stream::new(seed, &["room"]);
        let mut kept = grown(&mut random);
        let mut copied = grown(&mut Stream::new(seed, &["room"]));
        for step in 0..60 {
            if step % 7 == 0 {
                let mut alike = random;
                disturb(&mut kept, &mut random);
                disturb(&mut copied, &mut alike);
            }
            // A clone has no room of its own: everything is reckoned anew.
            copied.state = copied.state.clone();
            let dt = Time::from_millis(1 + random.below(90) as i64);
            assert_eq!(kept.events(dt), copied.events(dt), "seed {seed}");
            assert_eq!(kept.state, copied.state, "seed {seed}");
        }
    }
}

#[test]
fn two_actors_of_one_tree_do_not_touch() {
    // G33.
    let mut random = Stream::new(3, &["pair"]);
    let mut one = grown(&mut random);
    let other = one.state.clone();
    one.step(tenths(3));
    let mut alone = Actor {
        state: other,
        now: Time::ZERO,
        ..grown(&mut Stream::new(3, &["pair"]))
    };
    alone.step(tenths(3));
    assert_eq!(one.state, alone.state);
    assert!(close(one.now.seconds(), 0.3));
}
