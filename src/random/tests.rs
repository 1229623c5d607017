//! The generator against its published values, and streams against each other.

use super::*;

#[test]
fn the_numbers_are_splitmix64s() {
    // The reference program of Vigna, seeded with 0 and with 1234567.
    let mut zero = Stream(0);
    let expected = [
        0xe220_a839_7b1d_cdaf,
        0x6e78_9e6a_a1b9_65f4,
        0x06c4_5d18_8009_454f,
    ];
    assert_eq!(
        [zero.next_u64(), zero.next_u64(), zero.next_u64()],
        expected
    );
    let mut other = Stream(1_234_567);
    assert_eq!(
        [other.next_u64(), other.next_u64()],
        [6_457_827_717_110_365_317, 3_203_168_211_198_807_973]
    );
}

#[test]
fn a_stream_is_its_seed_and_names_and_nothing_else() {
    let first = |seed, names: &[&str]| Stream::new(seed, names).next_u64();
    assert_eq!(first(7, &["hero", "sparks"]), first(7, &["hero", "sparks"]));
    let others = [
        first(8, &["hero", "sparks"]),
        first(7, &["sparks", "hero"]),
        first(7, &["hero"]),
        first(7, &["herosparks"]),
        first(7, &["hero", "sparks", ""]),
        first(7, &["her", "osparks"]),
        first(7, &[]),
    ];
    for (i, other) in others.iter().enumerate() {
        assert_ne!(*other, first(7, &["hero", "sparks"]), "{i}");
        assert!(!others[..i].contains(other), "{i}");
    }
}

#[test]
fn numbers_stay_in_their_range_and_fill_it() {
    let mut stream = Stream::new(1, &["range"]);
    let mut counts = [0_u32; 6];
    for _ in 0..6000 {
        counts[stream.below(6) as usize] += 1;
        let unit = stream.unit();
        assert!((0.0..1.0).contains(&unit));
    }
    // Five standard deviations about the mean of 1000.
    assert!(
        counts.iter().all(|count| (850..1150).contains(count)),
        "{counts:?}"
    );
    assert_eq!((stream.below(0), stream.below(1)), (0, 0));
    let mean = (0..10_000).map(|_| stream.unit()).sum::<f64>() / 10_000.0;
    assert!((mean - 0.5).abs() < 0.015, "{mean}");
}
