//! A tree whose clips' file was saved (L1, L2).

use super::*;

fn reloaded(actor: &mut Actor, clips: ClipSet) {
    let def = TreeDef::play(&clips);
    actor.state = actor
        .state
        .reloaded((&actor.def, &actor.clips), (&def, &clips), 7, "hero");
    (actor.def, actor.clips) = (def, clips);
}

#[test]
fn what_did_not_change_keeps_its_state() {
    let mut actor = Actor::player();
    actor.play_at(WALK, 1.5, Time::ZERO, false);
    actor.step(tenths(1));
    actor.play(KICK, tenths(5));
    actor.run(2, tenths(1));
    let before = actor.state.clone();
    reloaded(&mut actor, fighter());
    assert_eq!(actor.state, before);
}

#[test]
fn a_changed_clip_keeps_its_seconds_and_fires_nothing() {
    let mut actor = Actor::player();
    actor.play(WALK, Time::ZERO);
    actor.step(Time::from_millis(350));
    let slower = ClipSet::new(vec![
        clip("idle", Mode::Loop, 10, &[]),
        clip("jump", Mode::Normal, 3, &[]),
        clip("walk", Mode::Loop, 20, &[("right", 3), ("left", 4)]),
    ]);
    reloaded(&mut actor, slower);
    assert!(near(actor.time(ClipId(2)), 0.35));
    assert_eq!(actor.step(tenths(1)), ["walk.left@4"]);
}

#[test]
fn new_names_shift_numbers_and_nothing_else() {
    let mut actor = Actor::player();
    actor.play(WALK, Time::ZERO);
    actor.step(tenths(1));
    actor.play(KICK, tenths(4));
    actor.run(2, tenths(1));
    let more = ClipSet::new(vec![
        clip("block", Mode::Loop, 2, &[]),
        clip("idle", Mode::Loop, 10, &[]),
        clip("kick", Mode::Normal, 4, &[]),
        clip("walk", Mode::Loop, 8, &[]),
    ]);
    reloaded(&mut actor, more);
    let (kick, walk) = (ClipId(2), ClipId(3));
    assert_eq!(actor.seen().0, kick);
    assert!(near(actor.weight(kick), 0.5) && near(actor.weight(walk), 0.5));
    actor.step(tenths(1));
    assert!(near(actor.weight(kick), 0.75) && near(actor.time(kick), 0.3));
    assert!(near(actor.time(walk), 0.4));
}

#[test]
fn where_the_chosen_clip_is_gone_the_first_is_there() {
    let mut actor = Actor::player();
    actor.play(WALK, Time::ZERO);
    actor.step(tenths(3));
    let fewer = || ClipSet::new(vec![clip("idle", Mode::Loop, 10, &[])]);
    reloaded(&mut actor, fewer());
    assert_eq!(actor.seen(), (IDLE, 1, 0.0));
    actor.step(tenths(1));
    assert_eq!((actor.weight(IDLE), actor.time(IDLE)), (1.0, 0.1));
    // Also one that was only asked for.
    let mut actor = Actor::player();
    actor.step(tenths(3));
    actor.play(WALK, Time::ZERO);
    reloaded(&mut actor, fewer());
    assert_eq!(actor.seen(), (IDLE, 4, 0.3));
}

#[test]
fn a_clip_that_is_gone_leaves_its_share_to_the_rest() {
    let mut actor = Actor::player();
    actor.step(tenths(1));
    actor.play(WALK, tenths(4));
    actor.run(2, tenths(1));
    actor.play(KICK, tenths(4));
    actor.step(tenths(2));
    let fewer = vec![
        clip("kick", Mode::Normal, 4, &[]),
        clip("walk", Mode::Loop, 8, &[]),
    ];
    reloaded(&mut actor, ClipSet::new(fewer));
    for _ in 0..3 {
        actor.step(tenths(1));
        let sum: f64 = actor.state.shown().iter().map(|shown| shown.weight).sum();
        assert!(near(sum, 1.0));
    }
    assert_eq!(actor.weight(ClipId(0)), 1.0);
}
