//! R13 as tables, at the steps of `rules`: the same way at the same time, whatever the steps.

use super::rules::{FIRE, blend, by, choice, close, show, sides, steps, tree_of, trigger};
use super::*;

/// A clip of tenths that goes `(dx, dy)` a pass.
fn goer(name: &str, mode: Mode, n: usize, motion: (f32, f32)) -> Clip {
    Clip::new(ClipSpec {
        name: name.into(),
        frames: n,
        mode,
        motion,
        ..ClipSpec::default()
    })
    .expect("a sound clip")
}

/// leap: once, 4 tenths, (12, -4); stand: loop of 10, still; walk: loop of 8, (40, 0).
fn movers() -> ClipSet {
    ClipSet::new(vec![
        goer("leap", Mode::Normal, 4, (12.0, -4.0)),
        goer("stand", Mode::Loop, 10, (0.0, 0.0)),
        goer("walk", Mode::Loop, 8, (40.0, 0.0)),
    ])
}

const LEAP: ClipId = ClipId(0);
const STAND: ClipId = ClipId(1);

impl Actor {
    /// Where its root motion leads until `end`.
    fn walked(&mut self, end: Time, dt: Time) -> (f64, f64) {
        let mut sum = (0.0, 0.0);
        while self.now < end {
            self.step(dt.min(end - self.now));
            let (x, y) = self.state.root();
            sum = (sum.0 + x, sum.1 + y);
        }
        sum
    }
}

fn assert_way(found: (f64, f64), way: (f64, f64), what: &str) {
    let same = close(found.0, way.0) && close(found.1, way.1);
    assert!(same, "{what}: {found:?}, not {way:?}");
}

#[test]
fn r13_a_clip_carries_its_actor_by_the_passes_it_plays() {
    // Mode, speed, the actor's rate, seconds, passes of 0.4 s (ping-pong of five: 0.8 s).
    let cases = [
        (Mode::Loop, 1.0, 1.0, 0.2, 0.5),
        (Mode::Loop, 1.0, 1.0, 3.0, 7.5),
        (Mode::Loop, -1.5, 1.0, 2.0, -7.5),
        (Mode::Loop, 1.5, -1.0, 2.0, -7.5),
        (Mode::Loop, 2.0, 0.5, 3.0, 7.5),
        (Mode::Loop, 1.0, 0.0, 3.0, 0.0),
        (Mode::LoopReversed, 1.0, 1.0, 3.0, 7.5),
        (Mode::LoopReversed, -1.0, 1.0, 3.0, -7.5),
        (Mode::LoopRandom, -1.0, 1.0, 3.0, 7.5),
        // Stands at its end.
        (Mode::Normal, 1.0, 1.0, 0.3, 0.75),
        (Mode::Normal, 1.0, 1.0, 3.0, 1.0),
        (Mode::Normal, -2.0, 1.0, 3.0, -1.0),
        (Mode::Reversed, 0.5, 1.0, 3.0, 1.0),
        // A B C D C B is a period of 0.6 s, A B C D C B A a play of 0.7 s.
        (Mode::LoopPingPong, 1.0, 1.0, 3.0, 5.0),
        (Mode::LoopPingPong, -1.0, 1.0, 3.0, -5.0),
        (Mode::OncePingPong, 1.0, 1.0, 0.35, 0.5),
        (Mode::OncePingPong, 1.0, 1.0, 3.0, 1.0),
        (Mode::OncePingPong, -1.0, 1.0, 3.0, -1.0),
    ];
    for dt in steps() {
        for (mode, speed, rate, seconds, passes) in cases {
            let clips = ClipSet::new(vec![goer("x", mode, 4, (10.0, -2.0))]);
            let mut actor = tree_of(clips, vec![show(ClipId(0), speed)]);
            actor.rate = Speed::new(rate);
            let end = Time::from_seconds(seconds).expect("a time");
            let way = actor.walked(end, dt);
            let what = format!("{mode:?} {speed} {rate} {dt:?}");
            assert_way(way, (10.0 * passes, -2.0 * passes), &what);
        }
    }
}

#[test]
fn r13_turned_round_a_finite_clip_goes_back_as_far_as_it_came() {
    for dt in steps() {
        let clips = ClipSet::new(vec![goer("x", Mode::Normal, 4, (10.0, 0.0))]);
        let mut actor = tree_of(clips, vec![show(ClipId(0), 1.0)]);
        let there = actor.walked(tenths(10), dt);
        actor.rate = Speed::new(-1.0);
        let back = actor.walked(tenths(12), dt);
        let further = actor.walked(tenths(30), dt);
        assert_way(there, (10.0, 0.0), "there");
        assert_way(back, (-5.0, 0.0), "back");
        assert_way(further, (-5.0, 0.0), "further");
    }
}

#[test]
fn r13_in_a_fade_it_counts_by_its_mean_weight() {
    let walk = ClipId(2);
    for dt in steps() {
        // walk goes 50 pixels a second; the fade to standing lasts 0.6 s.
        let blocks = vec![show(walk, 1.0), show(STAND, 1.0), choice(&[0, 1], 0, 0.6)];
        let mut actor = tree_of(movers(), blocks);
        assert_way(actor.walked(tenths(10), dt), (50.0, 0.0), "walking");
        actor.set(0, 1.0);
        assert_way(actor.walked(tenths(13), dt), (11.25, 0.0), "half of it");
        assert_way(actor.walked(tenths(30), dt), (3.75, 0.0), "the rest");
        // Turning into its own reverse: the weight is 1 all along, the way cancels out.
        let blocks = vec![
            show(walk, 0.6),
            show(walk, -0.6),
            sides(&[(0, 0), (4, 1)], 1.0, 0.2, false),
        ];
        let mut actor = tree_of(movers(), blocks);
        assert_way(actor.walked(tenths(10), dt), (30.0, 0.0), "ahead");
        actor.set(0, 180.0);
        assert_way(actor.walked(tenths(12), dt), (0.0, 0.0), "turning");
        assert_way(actor.walked(tenths(22), dt), (-30.0, 0.0), "back");
    }
}

#[test]
fn r13_mixes_add_up_and_a_sum_counts_whole() {
    let walk = ClipId(2);
    for dt in steps() {
        let quarter = blend(&[0, 1], Value::Number(0.25), false);
        let blocks = vec![show(walk, 1.0), show(STAND, 1.0), quarter];
        let mut actor = tree_of(movers(), blocks);
        assert_way(actor.walked(tenths(20), dt), (75.0, 0.0), "three quarters");
        let input = |block| SumInput {
            block: BlockId(block),
            mask: None,
        };
        let both = Block::Sum {
            inputs: vec![input(0), input(1)],
        };
        let mut actor = tree_of(movers(), vec![show(walk, 1.0), show(LEAP, 1.0), both]);
        assert_way(actor.walked(tenths(20), dt), (112.0, -4.0), "a sum");
    }
}

#[test]
fn r13_a_shot_carries_as_long_as_its_clips_move() {
    for dt in steps() {
        // Rises for 0.4 s from 0 to 1, ends, and stands while it goes back.
        let blocks = vec![show(LEAP, 1.0), show(STAND, 1.0), trigger(0, 0, 1, 0.4)];
        let mut actor = tree_of(movers(), blocks);
        actor.walked(tenths(10), dt);
        actor.state.fire(FIRE);
        assert_way(actor.walked(tenths(30), dt), (6.0, -2.0), "one pass");
        // Half a pass at a mean weight of 0.25; fired again, half of a pass at 0.75, then half at 1.
        actor.state.fire(FIRE);
        let first = actor.walked(tenths(32), dt);
        assert_way(first, (1.5, -0.5), "half a pass");
        actor.state.fire(FIRE);
        let again = actor.walked(tenths(60), dt);
        assert_way(again, (10.5, -3.5), "the whole pass");
    }
}

#[test]
fn r13_clips_in_step_go_by_their_own_passes() {
    // 1.0 s and 0.8 s at .5 each: a cycle of 0.9 s, in which each plays one pass.
    for dt in steps() {
        let clips = || {
            ClipSet::new(vec![
                goer("jog", Mode::Loop, 8, (20.0, 0.0)),
                goer("walk", Mode::Loop, 10, (10.0, 0.0)),
            ])
        };
        for (speed, way) in [(1.0, 30.0), (-1.0, -30.0)] {
            let blocks = vec![
                show(ClipId(0), speed),
                show(ClipId(1), speed),
                blend(&[0, 1], by(0), true),
            ];
            let mut actor = tree_of(clips(), blocks);
            actor.set(0, 0.5);
            let found = actor.walked(tenths(18), dt);
            assert_way(found, (way, 0.0), "two cycles");
        }
    }
}

#[test]
fn r13_a_step_of_no_time_leaves_it_and_a_clip_out_of_the_output_adds_nothing() {
    let walk = ClipId(2);
    let blocks = vec![show(walk, 1.0), show(STAND, 1.0), choice(&[0, 1], 0, 0.0)];
    let mut actor = tree_of(movers(), blocks);
    actor.step(tenths(1));
    actor.step(Time::ZERO);
    assert_way(
        actor.state.root(),
        (5.0, 0.0),
        "of the last step that took time",
    );
    actor.set(0, 1.0);
    actor.step(tenths(1));
    assert_way(actor.state.root(), (0.0, 0.0), "hidden");
}
