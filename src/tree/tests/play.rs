//! `self:play`: which clip goes on, which begins, what is seen of it.

use super::*;

#[test]
fn a_character_without_a_script_plays_its_first_clip() {
    let mut actor = Actor::player();
    assert_eq!(actor.seen(), (IDLE, 1, 0.0));
    assert!(actor.state.shown().is_empty());
    let told = actor.run(12, tenths(1));
    assert_eq!(told, ["idle.breath@5", "idle.loop@10"]);
    assert_eq!(actor.seen(), (IDLE, 3, 0.2));
    let none = ClipSet::default();
    let mut empty = Actor::new(TreeDef::play(&none), none);
    assert_eq!(empty.step(tenths(1)), Vec::<String>::new());
    assert!(empty.state.seen(&empty.def, &empty.clips).is_none());
    empty.state.play(
        &empty.def,
        &empty.clips,
        WALK,
        Speed::ONE,
        Time::ZERO,
        false,
    );
    assert!(empty.state.shown().is_empty());
}

#[test]
fn the_clip_that_plays_goes_on_and_one_that_ended_begins_again() {
    let mut actor = Actor::player();
    let mut frames = Vec::new();
    for _ in 0..9 {
        actor.play(KICK, Time::ZERO);
        actor.step(tenths(1));
        frames.push(actor.seen().1);
    }
    // After 0.4 s it stands at its end, on its last frame; asked then, it begins again.
    assert_eq!(frames, [2, 3, 4, 4, 2, 3, 4, 4, 2]);
    let mut actor = Actor::player();
    actor.play(KICK, Time::ZERO);
    actor.run(9, tenths(1));
    assert_eq!(actor.seen(), (KICK, 4, 1.0));
}

#[test]
fn restart_rewinds_even_in_view() {
    let mut actor = Actor::player();
    actor.play(WALK, Time::ZERO);
    actor.run(3, tenths(1));
    actor.play(WALK, Time::ZERO);
    assert_eq!(actor.seen().1, 4);
    actor.play_at(WALK, 1.0, Time::ZERO, true);
    assert_eq!(actor.seen(), (WALK, 1, 0.0));
    assert_eq!(actor.state.passed_at(WALK), None);
    // A later call of the same step does not undo it.
    actor.play(WALK, Time::ZERO);
    assert_eq!(actor.step(tenths(1)), ["walk.left@3"]);
    assert_eq!(actor.seen().1, 2);
}

#[test]
fn a_clip_asked_for_reads_its_beginning_at_once() {
    for speed in [1.0, -1.0] {
        let mut actor = Actor::player();
        actor.run(3, tenths(1));
        for fade in [Time::ZERO, tenths(2)] {
            actor.play_at(WALK, speed, fade, false);
            let first = if speed > 0.0 {
                (WALK, 1, 0.0)
            } else {
                (WALK, 8, 1.0)
            };
            assert_eq!(actor.seen(), first);
        }
        // Faded, the picture is still idle's; at once, it is the new clip alone.
        assert_eq!(actor.state.shown()[0].clip, IDLE);
        actor.play_at(WALK, speed, Time::ZERO, false);
        let shown = actor.state.shown();
        assert_eq!(
            (shown.len(), shown[0].clip, shown[0].weight),
            (1, WALK, 1.0)
        );
        actor.step(tenths(1));
        assert_eq!(actor.seen().1, if speed > 0.0 { 2 } else { 7 });
    }
}

#[test]
fn the_first_clip_asked_for_is_there_at_once() {
    let mut actor = Actor::player();
    actor.play(WALK, tenths(5));
    assert_eq!(actor.weight(WALK), 1.0);
    actor.step(tenths(1));
    assert_eq!((actor.weight(WALK), actor.weight(IDLE)), (1.0, 0.0));
    actor.play(KICK, tenths(5));
    actor.step(tenths(1));
    assert!(near(actor.weight(KICK), 0.2) && near(actor.weight(WALK), 0.8));
}

#[test]
fn of_several_calls_the_last_counts_and_the_others_leave_no_trace() {
    let mut actor = Actor::player();
    actor.play(WALK, Time::ZERO);
    actor.run(3, tenths(1));
    let mut other = Actor {
        state: actor.state.clone(),
        def: actor.def.clone(),
        clips: fighter(),
        ..actor
    };
    other.play(KICK, Time::ZERO);
    other.play(WALK, Time::ZERO);
    actor.play(WALK, Time::ZERO);
    assert_eq!(other.step(tenths(1)), actor.step(tenths(1)));
    assert_eq!(other.state, actor.state);
    assert_eq!(other.seen().1, 5);
}

#[test]
fn speed_applies_at_once_and_to_that_clip_alone() {
    let mut actor = Actor::player();
    actor.play_at(WALK, 2.0, Time::ZERO, false);
    actor.step(tenths(1));
    assert_eq!(actor.time(WALK), 0.2);
    actor.play_at(WALK, -1.0, Time::ZERO, false);
    actor.step(tenths(1));
    assert_eq!(actor.time(WALK), 0.1);
    actor.play_at(WALK, 0.0, Time::ZERO, false);
    let before = actor.time(WALK);
    actor.run(5, tenths(1));
    assert_eq!(actor.time(WALK), before);
    actor.play(IDLE, Time::ZERO);
    actor.step(tenths(1));
    assert_eq!(actor.time(IDLE), 0.1);
}

#[test]
fn rate_scales_every_clip_and_no_fade() {
    let mut actor = Actor::player();
    actor.step(tenths(1));
    actor.rate = Speed::new(0.5);
    actor.play(WALK, tenths(4));
    actor.run(2, tenths(1));
    assert!(near(actor.weight(WALK), 0.5));
    assert!(near(actor.time(WALK), 0.1) && near(actor.time(IDLE), 0.2));
    actor.rate = Speed::ZERO;
    actor.run(2, tenths(1));
    assert!(near(actor.weight(WALK), 1.0) && near(actor.time(WALK), 0.1));
    actor.rate = Speed::new(-1.0);
    actor.play_at(KICK, 1.0, Time::ZERO, false);
    actor.step(tenths(1));
    assert_eq!(actor.seen().1, 3, "backward from its end");
}

#[test]
fn passed_at_is_the_instant_of_the_run() {
    let mut actor = Actor::player();
    actor.step(tenths(3));
    actor.play(KICK, Time::ZERO);
    assert_eq!(actor.state.passed_at(KICK), None);
    actor.step(tenths(3));
    assert_eq!(actor.state.passed_at(KICK), None);
    actor.step(tenths(3));
    assert_eq!(actor.state.passed_at(KICK), Some(tenths(7)));
    actor.play(WALK, tenths(2));
    actor.run(3, tenths(3));
    assert_eq!(actor.state.passed_at(WALK), Some(tenths(17)));
    actor.play(KICK, Time::ZERO);
    assert_eq!(actor.state.passed_at(KICK), None);
    let mut at_speed = Actor::player();
    at_speed.play_at(KICK, 3.0, Time::ZERO, false);
    at_speed.step(tenths(9));
    let third = Time::from_flicks((tenths(4).flicks() + 2) / 3);
    assert_eq!(at_speed.state.passed_at(KICK), Some(third), "rounded up");
}

#[test]
fn a_step_of_no_time_changes_nothing() {
    let mut actor = Actor::player();
    for n in 0..4 {
        actor.play(if n % 2 == 0 { KICK } else { WALK }, tenths(3));
        let before = actor.state.clone();
        assert_eq!(actor.step(Time::ZERO), Vec::<String>::new());
        assert_eq!(actor.state, before);
        actor.step(tenths(1));
        let before = actor.state.clone();
        actor.step(Time::ZERO);
        assert_eq!(actor.state, before);
    }
}

#[test]
fn a_random_clip_shows_the_pick_that_was_seen() {
    let clips = ClipSet::new(vec![
        clip("idle", Mode::Loop, 2, &[]),
        clip("sparks", Mode::LoopRandom, 9, &[]),
    ]);
    let sparks = ClipId(1);
    let mut actor = Actor::new(TreeDef::play(&clips), clips);
    let mut picks = Vec::new();
    for _ in 0..20 {
        actor.play(sparks, Time::ZERO);
        let seen = actor.seen().1;
        actor.step(tenths(1) - Time::from_flicks(1));
        assert_eq!(actor.seen().1, seen);
        picks.push(seen);
        actor.play(IDLE, Time::ZERO);
        actor.step(tenths(1));
    }
    assert!(picks.iter().any(|pick| *pick != picks[0]));
    assert!(picks.windows(2).all(|two| two[0] != two[1]));
}

#[test]
fn two_actors_on_one_tree_do_not_touch_each_other() {
    // godot#23529.
    let clips = fighter();
    let def = TreeDef::play(&clips);
    let mut one = TreeState::new(&def, &clips, 7, "one");
    let two = TreeState::new(&def, &clips, 7, "two");
    let before = two.clone();
    one.advance(
        &def,
        &clips,
        Time::ZERO,
        tenths(3),
        Speed::ONE,
        &mut Vec::new(),
    );
    assert_eq!(two, before);
}
