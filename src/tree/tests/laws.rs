//! Laws that hold for any course of plays and steps, as properties.

use super::*;
use proptest::prelude::*;

/// A `play` and the whole 240ths until the next.
#[derive(Clone, Copy, Debug)]
struct Turn {
    clip: ClipId,
    speed: f64,
    fade: Time,
    restart: bool,
    ticks: i64,
}

fn any_turns() -> impl Strategy<Value = Vec<Turn>> {
    let turn = (0..3_u16, -20..21_i32, 0..6_i64, any::<bool>(), 1..120_i64);
    let turn = turn.prop_map(|(clip, speed, fade, restart, ticks)| Turn {
        clip: ClipId(clip),
        speed: f64::from(speed) / 10.0,
        fade: Time::from_millis(70 * fade),
        restart,
        ticks,
    });
    prop::collection::vec(turn, 1..8)
}

/// Plays the turns in steps of at most `ticks` units of `unit`.
fn course(turns: &[Turn], unit: Time, ticks: i64) -> (Actor, Vec<TreeEvent>) {
    let mut actor = Actor::player();
    let mut events = Vec::new();
    for turn in turns {
        actor.play_at(turn.clip, turn.speed, turn.fade, turn.restart);
        let end = actor.now + Time::from_flicks(hz(240).flicks() * turn.ticks);
        let step = Time::from_flicks(unit.flicks() * ticks);
        while actor.now < end {
            let dt = step.min(end - actor.now);
            events.extend(actor.events(dt));
        }
    }
    (actor, events)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn steps_of_whole_240ths_give_the_same(turns in any_turns(), ticks in 2..50_i64) {
        let (fine, fine_events) = course(&turns, hz(240), 1);
        let (coarse, coarse_events) = course(&turns, hz(240), ticks);
        prop_assert_eq!(fine_events, coarse_events);
        prop_assert_eq!(fine.state, coarse.state);
    }

    #[test]
    fn other_steps_give_nearly_the_same(turns in any_turns(), millis in 1..40_i64) {
        let (fine, _) = course(&turns, hz(240), 1);
        let (other, _) = course(&turns, Time::from_millis(1), millis);
        for shown in other.state.shown() {
            let clip = fine.clips.clip(shown.clip);
            let off = (shown.playhead.time(clip) - fine.time(shown.clip)).abs();
            let wrapped = clip.length().seconds() - off;
            prop_assert!(off.min(wrapped.abs()) <= 1e-4, "{off}");
            prop_assert!((shown.weight - fine.weight(shown.clip)).abs() < 1e-9);
        }
    }

    #[test]
    fn weights_are_whole_and_move_no_faster_than_their_fade(turns in any_turns(), millis in 1..40_i64) {
        let mut actor = Actor::player();
        let dt = Time::from_millis(millis);
        for turn in turns {
            actor.play_at(turn.clip, turn.speed, turn.fade, turn.restart);
            for step in 0..turn.ticks.min(30) {
                let before = [IDLE, KICK, WALK].map(|id| actor.weight(id));
                let first = actor.now == Time::ZERO;
                actor.step(dt);
                let after = [IDLE, KICK, WALK].map(|id| actor.weight(id));
                prop_assert!((after.iter().sum::<f64>() - 1.0).abs() < 1e-9);
                let at_once = step == 0 && (turn.fade == Time::ZERO || first);
                // The fade that runs may be an earlier turn's; the shortest is 70 ms.
                let most = dt.seconds() / 0.07 + 1e-9;
                let moved = after.iter().zip(before).all(|(a, b)| (a - b).abs() <= most);
                prop_assert!(at_once || moved, "{before:?} {after:?}");
            }
        }
    }

    #[test]
    fn events_are_in_order_and_inside_their_step(turns in any_turns(), millis in 1..900_i64) {
        let mut actor = Actor::player();
        for turn in turns {
            actor.play_at(turn.clip, turn.speed, turn.fade, turn.restart);
            let from = actor.now;
            let events = actor.events(Time::from_millis(millis));
            let order = events.windows(2).all(|two| (two[0].at, two[0].source) <= (two[1].at, two[1].source));
            prop_assert!(order);
            prop_assert!(events.iter().all(|event| from <= event.at && event.at <= actor.now));
            prop_assert!(events.iter().all(|event| event.seen.clip == turn.clip));
        }
    }
}
