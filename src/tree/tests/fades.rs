//! Fades: their length, what interrupts them, what they start from (R3, R5).

use super::*;

fn three() -> Actor {
    let clips = ClipSet::new(vec![
        clip("a", Mode::Loop, 10, &[]),
        clip("b", Mode::Loop, 10, &[]),
        clip("c", Mode::Loop, 10, &[]),
    ]);
    let mut actor = Actor::new(TreeDef::play(&clips), clips);
    actor.step(tenths(1));
    actor
}

const A: ClipId = ClipId(0);
const B: ClipId = ClipId(1);
const C: ClipId = ClipId(2);

fn weights(actor: &Actor) -> [f64; 3] {
    [A, B, C].map(|id| actor.weight(id))
}

#[test]
fn an_interrupted_fade_goes_on_from_what_is_on_screen() {
    // godot#121087, #49374: no weight jumps, and the new one lasts its whole time.
    for dt in [hz(60), hz(144), hz(30), Time::from_millis(7)] {
        let mut actor = three();
        actor.play(B, Time::from_millis(200));
        actor.step(Time::from_millis(100));
        assert_eq!(weights(&actor), [0.5, 0.5, 0.0]);
        actor.play(C, Time::from_millis(200));
        let (begun, mut before) = (actor.now, weights(&actor));
        while actor.now - begun < Time::from_millis(200) {
            actor.step(dt);
            let after = weights(&actor);
            let most = dt.seconds() / 0.2 + 1e-12;
            assert!(after.iter().zip(before).all(|(a, b)| (a - b).abs() <= most));
            assert!(near(after.iter().sum(), 1.0));
            assert_eq!(after[2] == 1.0, actor.now - begun >= Time::from_millis(200));
            before = after;
        }
    }
}

#[test]
fn a_fade_turned_back_turns_from_the_mix() {
    // godot#43570.
    let mut actor = three();
    actor.play(B, tenths(4));
    actor.run(2, tenths(1));
    actor.play(A, tenths(4));
    let mut of_b = Vec::new();
    for _ in 0..4 {
        actor.step(tenths(1));
        of_b.push(actor.weight(B));
    }
    assert_eq!(of_b, [0.375, 0.25, 0.125, 0.0]);
}

#[test]
fn a_quick_fade_in_a_slow_one_ends_on_its_own_time() {
    // godot#78633; a change of time 0 in a fade is there in the same step (godot#37001).
    let mut actor = three();
    actor.play(B, tenths(100));
    actor.run(3, tenths(10));
    actor.play(C, tenths(10));
    actor.run(9, tenths(1));
    assert!(actor.weight(C) < 1.0);
    actor.step(tenths(1));
    assert_eq!(weights(&actor), [0.0, 0.0, 1.0]);
    actor.play(B, tenths(100));
    actor.step(tenths(10));
    actor.play(A, Time::ZERO);
    actor.step(tenths(1));
    assert_eq!(weights(&actor), [1.0, 0.0, 0.0]);
}

#[test]
fn a_fade_ends_inside_a_step() {
    let mut actor = three();
    actor.play(B, Time::from_millis(50));
    actor.step(tenths(10));
    assert_eq!(weights(&actor), [0.0, 1.0, 0.0]);
    assert!(
        near(actor.time(B), 0.0) || near(actor.time(B), 1.0),
        "B played the whole step"
    );
    // godot#106567: 0.2 s at 60 Hz are twelve steps, not eleven.
    let mut actor = three();
    actor.play(B, Time::from_millis(200));
    let done: Vec<bool> = (0..12)
        .map(|_| {
            actor.step(hz(60));
            actor.weight(A) == 0.0
        })
        .collect();
    assert_eq!(done.iter().position(|done| *done), Some(11));
}

#[test]
fn the_time_of_a_fade_is_real_time_whatever_the_speeds() {
    // godot#27215, #87009.
    for speed in [-1.0, -2.5, 0.0, 0.5, 3.0] {
        let mut actor = three();
        actor.play_at(A, speed, Time::ZERO, false);
        actor.step(tenths(1));
        actor.play_at(B, speed, tenths(4), false);
        actor.run(3, tenths(1));
        assert!(near(actor.weight(B), 0.75), "at {speed}");
        actor.step(tenths(1));
        assert_eq!(weights(&actor), [0.0, 1.0, 0.0], "at {speed}");
    }
}

#[test]
fn a_clip_that_left_starts_again_and_one_still_in_view_goes_on() {
    let mut actor = three();
    actor.play(B, tenths(2));
    actor.run(2, tenths(1));
    assert_eq!(actor.time(B), 0.2);
    actor.play(A, tenths(2));
    actor.step(tenths(1));
    assert_eq!(actor.time(A), 0.1, "A had left and began again");
    actor.play(B, tenths(2));
    actor.step(tenths(1));
    assert!(near(actor.time(B), 0.4), "B was never gone");
    // B stood still while it was out of view.
    actor.play(C, Time::ZERO);
    actor.run(5, tenths(1));
    actor.play(B, Time::ZERO);
    assert_eq!(actor.seen(), (B, 1, 0.0));
    actor.step(tenths(1));
    assert_eq!(actor.time(B), 0.1);
}

#[test]
fn a_change_of_no_time_plays_the_rest_of_the_step_on_the_new_input() {
    let mut actor = three();
    actor.play(B, Time::ZERO);
    actor.step(tenths(3));
    assert!(near(actor.time(B), 0.3));
    assert_eq!(actor.state.shown().len(), 1);
}

#[test]
fn a_backward_clip_starts_at_its_end() {
    let mut actor = three();
    actor.play_at(B, -1.0, tenths(2), false);
    actor.step(tenths(1));
    assert!(near(actor.time(B), 0.9));
}
