//! Rule T1 in numbers: what is exact, what is rounded, and which way.

use super::*;
use proptest::prelude::*;

#[test]
fn the_usual_rates_and_milliseconds_are_whole_flicks() {
    for hz in [24, 25, 30, 50, 60, 75, 90, 100, 120, 144, 240, 1000] {
        assert_eq!(FLICKS_PER_SECOND % hz, 0, "{hz} Hz");
    }
    assert_eq!(FINE_RASTER.flicks() * 240, FLICKS_PER_SECOND);
    assert_eq!(Time::from_millis(1000), Time::SECOND);
    assert_eq!(Time::from_seconds(0.067), Some(Time::from_millis(67)));
}

#[test]
fn seconds_round_to_the_nearest_flick_and_have_bounds() {
    let flick = 1.0 / FLICKS_PER_SECOND as f64;
    let cases = [
        (0.4 * flick, Some(0)),
        (0.6 * flick, Some(1)),
        (-0.6 * flick, Some(-1)),
        (1.0 / 3.0, Some(FLICKS_PER_SECOND / 3)),
        (6_000_000.0, Some(Time::LONGEST.flicks())),
        (6_000_001.0, None),
        (-6_000_001.0, None),
        (f64::NAN, None),
        (f64::INFINITY, None),
        (f64::NEG_INFINITY, None),
    ];
    for (seconds, flicks) in cases {
        assert_eq!(
            Time::from_seconds(seconds).map(Time::flicks),
            flicks,
            "{seconds}"
        );
    }
}

#[test]
fn a_rate_that_does_not_divide_a_second_does_not_drift() {
    assert_eq!((Rate::new(0), Rate::new(1001)), (None, None));
    for hz in [1, 7, 59, 60, 144, 997, 1000] {
        let rate = Rate::new(hz).expect("a rate");
        assert_eq!(rate.hz(), hz);
        let steps = 100 * u64::from(hz);
        let sum = (0..steps).fold(Time::ZERO, |sum, step| sum + rate.length_of(step));
        assert_eq!(sum, Time::from_millis(100_000), "{hz} Hz");
        assert_eq!(rate.start_of(steps), sum);
    }
    // 2^19 s and on (libgdx#7536): as exact after a week as at first.
    let week = 7 * 86_400 * 60;
    assert_eq!(Rate::DEFAULT.length_of(week), Rate::DEFAULT.length_of(0));
}

#[test]
fn speeds_are_rounded_to_a_millionth_and_clamped() {
    let cases = [
        (1.0, 1_000_000),
        (-0.6, -600_000),
        (0.000_000_4, 0),
        (0.000_000_6, 1),
        (-0.0, 0),
        (1e9, 10_000_000_000),
        (f64::NEG_INFINITY, -10_000_000_000),
        (f64::NAN, 0),
    ];
    for (factor, millionths) in cases {
        assert_eq!(Speed::new(factor).millionths(), millionths, "{factor}");
    }
    assert!(Speed::new(-0.1).is_backward() && !Speed::ZERO.is_backward());
    assert_eq!(Speed::new(0.25).factor(), 0.25);
}

#[test]
fn places_keep_their_remainder_either_side_of_zero() {
    let cases = [
        (0, 0, 0),
        (1, 0, 1),
        (1_000_000, 1, 0),
        (-1, -1, 999_999),
        (-1_000_001, -2, 999_999),
    ];
    for (units, flicks, rest) in cases {
        assert_eq!(
            Position::from_units(units),
            Position { flicks, rest },
            "{units}"
        );
    }
    assert_eq!(Position::at(Time::SECOND).seconds(), 1.0);
    assert!(Position::from_units(i128::MIN) < Position::START);
    assert!(Position::from_units(i128::MAX) > Position::START);
}

#[test]
fn an_instant_is_never_before_what_happens_at_it() {
    let flicks = Time::from_flicks;
    let cases = [
        (0, 1.0, Some(0)),
        (1_000_000, 1.0, Some(1)),
        (1_000_001, 1.0, Some(2)),
        (1_000_000, 3.0, Some(1)),
        (4_000_000, 3.0, Some(2)),
        (-4_000_000, -3.0, Some(2)),
        (4_000_000, -3.0, None),
        (4_000_000, 0.0, None),
        (0, 0.0, Some(0)),
        (i128::MAX / 2, 1.0, None),
    ];
    for (units, speed, time) in cases {
        assert_eq!(
            time_to_cover(units, Speed::new(speed)),
            time.map(flicks),
            "{units} at {speed}"
        );
    }
}

proptest! {
    #[test]
    fn any_split_of_a_time_covers_the_same_distance(
        parts in prop::collection::vec(0..FLICKS_PER_SECOND, 1..20), millionths in -5_000_000..5_000_000_i64,
    ) {
        let speed = Speed::new(millionths as f64 / MILLION as f64);
        let parts = parts.into_iter().map(Time::from_flicks);
        let whole = parts.clone().fold(Time::ZERO, |sum, part| sum + part);
        let split: i128 = parts.map(|part| distance(part, speed)).sum();
        prop_assert_eq!(split, distance(whole, speed));
        prop_assert_eq!(Position::from_units(split).units(), split);
    }

    #[test]
    fn the_time_to_cover_is_the_least_that_covers(units in 1..10_i128.pow(15), millionths in 1..5_000_000_i64) {
        let speed = Speed::new(millionths as f64 / MILLION as f64);
        let time = time_to_cover(units, speed).expect("it moves that way");
        prop_assert!(distance(time, speed) >= units);
        prop_assert!(distance(time - Time::from_flicks(1), speed) < units);
    }
}
