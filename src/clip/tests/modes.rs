//! Which frame is shown when, in each mode and either direction (C1..C5).

use super::*;

fn with(mode: Mode, times: &[i64], change: impl FnOnce(&mut ClipSpec)) -> Clip {
    let mut spec = spec(mode, times);
    change(&mut spec);
    built(spec)
}

#[test]
fn every_mode_forward_and_backward() {
    let cases = [
        (Mode::Normal, 1.0, "ABCCCC"),
        (Mode::Normal, -1.0, "CBAAAA"),
        (Mode::Reversed, 1.0, "CBAAAA"),
        (Mode::Reversed, -1.0, "ABCCCC"),
        (Mode::Loop, 1.0, "ABCABCA"),
        (Mode::Loop, -1.0, "CBACBAC"),
        (Mode::LoopReversed, 1.0, "CBACBAC"),
        (Mode::LoopReversed, -1.0, "ABCABCA"),
        (Mode::LoopPingPong, 1.0, "ABCBABCBA"),
        (Mode::LoopPingPong, -1.0, "CBABCBABC"),
        (Mode::OncePingPong, 1.0, "ABCBAAA"),
        (Mode::OncePingPong, -1.0, "CBABCCC"),
    ];
    for (mode, speed, shown) in cases {
        let clip = clip(mode, &[1, 1, 1]);
        assert_eq!(
            frames(&clip, speed, shown.len() - 1),
            shown,
            "{mode:?} at {speed}"
        );
    }
}

#[test]
fn each_frame_keeps_its_own_duration() {
    // nas2d-core#939, and AnimationNinja's reversed clip that kept the forward durations.
    let cases = [
        (Mode::Normal, 1.0, "AABBBCCCCC"),
        (Mode::Reversed, 1.0, "CBBBAAAAAA"),
        (Mode::Loop, -1.0, "CBBBAACBBBAAC"),
        (Mode::LoopPingPong, 1.0, "AABBBCBBBAABBBC"),
        (Mode::OncePingPong, 1.0, "AABBBCBBBAAAAA"),
    ];
    for (mode, speed, shown) in cases {
        let clip = clip(mode, &[2, 3, 1]);
        assert_eq!(
            frames(&clip, speed, shown.len() - 1),
            shown,
            "{mode:?} at {speed}"
        );
    }
    let mut head = started(&clip(Mode::Loop, &[1, 5, 1]), false);
    let uneven = clip(Mode::Loop, &[1, 5, 1]);
    play(&mut head, &uneven, Time::from_millis(650), 1.0);
    assert_eq!(letter(head.frame(&uneven)), 'C');
}

#[test]
fn frames_without_length_are_never_shown() {
    let cases = [
        (Mode::Normal, 1.0, "BDDD"),
        (Mode::Normal, -1.0, "DBBB"),
        (Mode::Loop, 1.0, "BDBDB"),
        (Mode::Loop, -1.0, "DBDBD"),
        (Mode::LoopPingPong, 1.0, "BDBDB"),
        (Mode::LoopPingPong, -1.0, "DBDBD"),
        (Mode::OncePingPong, 1.0, "BDBBB"),
    ];
    for (mode, speed, shown) in cases {
        let clip = clip(mode, &[0, 1, 0, 1, 0]);
        assert_eq!(
            frames(&clip, speed, shown.len() - 1),
            shown,
            "{mode:?} at {speed}"
        );
    }
    let clip = clip(Mode::LoopRandom, &[0, 1, 0, 1, 0]);
    assert!(frames(&clip, 1.0, 40).chars().all(|c| "BD".contains(c)));
}

#[test]
fn a_ping_pong_of_one_shown_frame_lasts_as_long_as_the_frame() {
    for times in [vec![3], vec![0, 3], vec![0, 3, 0]] {
        let clip = clip(Mode::LoopPingPong, &times);
        assert_eq!(clip.pass(), tenths(3));
        assert_eq!(events(&clip, 1.0, 9), "loop@3 loop@6 loop@9");
        assert_eq!(events(&clip, -1.0, 9), "loop@3 loop@6 loop@9");
    }
    assert_eq!(events(&clip(Mode::OncePingPong, &[3]), 1.0, 9), "finish@3");
}

#[test]
fn a_ping_pongs_period_is_twice_the_sum_less_the_ends() {
    let cases = [
        (vec![1, 1], 2),
        (vec![1, 1, 1], 4),
        (vec![2, 3, 4], 12),
        (vec![0, 2, 3, 4, 0], 12),
    ];
    for (times, period) in cases {
        let clip = clip(Mode::LoopPingPong, &times);
        assert_eq!(clip.pass(), tenths(period), "{times:?}");
        let loops = format!("loop@{period} loop@{}", 2 * period);
        assert_eq!(events(&clip, 1.0, 2 * period), loops, "{times:?}");
        assert_eq!(events(&clip, -1.0, 2 * period), loops, "{times:?} backward");
    }
}

#[test]
fn loop_from_plays_the_rest_once_and_wraps_inside_the_loop_backward() {
    let from = |mode, n| with(mode, &[1, 1, 1, 1], |spec| spec.from = Some(n));
    let cases = [
        (Mode::Loop, 3, 1.0, "ABCDCDC"),
        (Mode::Loop, 3, -1.0, "DCDCDC"),
        (Mode::LoopReversed, 2, 1.0, "DCBABABA"),
        (Mode::LoopReversed, 2, -1.0, "ABABAB"),
        (Mode::LoopPingPong, 2, 1.0, "ABCDCBCDCB"),
        (Mode::LoopPingPong, 2, -1.0, "DCBCDCBCD"),
        (Mode::Loop, 1, 1.0, "ABCDABCD"),
    ];
    for (mode, n, speed, shown) in cases {
        let clip = from(mode, n);
        assert_eq!(
            frames(&clip, speed, shown.len() - 1),
            shown,
            "{mode:?} from {n} at {speed}"
        );
    }
    assert_eq!(events(&from(Mode::Loop, 3), 1.0, 8), "loop@4 loop@6 loop@8");
    assert_eq!(
        events(&from(Mode::Loop, 3), -1.0, 6),
        "loop@2 loop@4 loop@6"
    );
}

#[test]
fn turning_back_before_the_loop_wraps_to_its_end() {
    let clip = with(Mode::Loop, &[1, 1, 1, 1], |spec| spec.from = Some(3));
    let mut head = started(&clip, false);
    play(&mut head, &clip, tenths(1), 1.0);
    let told = play(&mut head, &clip, tenths(3), -1.0);
    assert_eq!(
        told,
        vec![
            (tenths(1), "loop".to_string()),
            (tenths(3), "loop".to_string())
        ]
    );
    assert_eq!(letter(head.frame(&clip)), 'D');
    // Inside the loop it never goes back to what precedes it.
    let mut head = started(&clip, false);
    play(&mut head, &clip, Time::from_millis(250), 1.0);
    let mut shown = String::new();
    for _ in 0..4 {
        play(&mut head, &clip, tenths(1), -1.0);
        shown.push(letter(head.frame(&clip)));
    }
    assert_eq!(shown, "DCDC");
}

#[test]
fn repeats_are_plays_in_all() {
    let repeat = |mode, n| with(mode, &[1, 1, 1], |spec| spec.repeats = Some(n));
    let cases = [
        (Mode::Loop, 1, 1.0, "ABCCC", "finish@3"),
        (Mode::Loop, 2, 1.0, "ABCABCCC", "loop@3 finish@6"),
        (
            Mode::Normal,
            3,
            1.0,
            "ABCABCABCCC",
            "loop@3 loop@6 finish@9",
        ),
        (Mode::Reversed, 2, 1.0, "CBACBAAA", "loop@3 finish@6"),
        (Mode::Loop, 2, -1.0, "CBACBAAA", "loop@3 finish@6"),
        (Mode::LoopPingPong, 1, 1.0, "ABCBAAA", "finish@5"),
        (Mode::LoopPingPong, 2, 1.0, "ABCBABCBAAA", "loop@4 finish@9"),
        (
            Mode::OncePingPong,
            2,
            -1.0,
            "CBABCBABCCC",
            "loop@4 finish@9",
        ),
    ];
    for (mode, n, speed, shown, told) in cases {
        let clip = repeat(mode, n);
        assert!(!clip.is_endless());
        assert_eq!(
            frames(&clip, speed, shown.len() - 1),
            shown,
            "{mode:?} {n} times at {speed}"
        );
        assert_eq!(
            events(&clip, speed, 12),
            told,
            "{mode:?} {n} times at {speed}"
        );
    }
    let clip = with(Mode::Loop, &[1, 1, 1], |spec| {
        (spec.from, spec.repeats) = (Some(2), Some(3));
    });
    assert_eq!(frames(&clip, 1.0, 9), "ABCBCBCCCC");
}

#[test]
fn legs_count_as_aseprite_does() {
    let legs = |n| with(Mode::LoopPingPong, &[1, 1, 1], |spec| spec.legs = Some(n));
    let cases = [
        (1, 1.0, "ABCCC", "finish@3"),
        (2, 1.0, "ABCBAAA", "finish@5"),
        (3, 1.0, "ABCBABCCC", "loop@4 finish@7"),
        (4, 1.0, "ABCBABCBAAA", "loop@4 finish@9"),
        (1, -1.0, "CBAAA", "finish@3"),
        (2, -1.0, "CBABCCC", "finish@5"),
        (3, -1.0, "CBABCBAAA", "loop@4 finish@7"),
    ];
    for (n, speed, shown, told) in cases {
        assert_eq!(
            frames(&legs(n), speed, shown.len() - 1),
            shown,
            "{n} legs at {speed}"
        );
        assert_eq!(events(&legs(n), speed, 12), told, "{n} legs at {speed}");
    }
    let from = with(Mode::LoopPingPong, &[1, 1, 1, 1], |spec| {
        (spec.from, spec.legs) = (Some(2), Some(2));
    });
    assert_eq!(frames(&from, 1.0, 8), "ABCDCBBBB");
}

#[test]
fn shorthands_round_boundaries_so_that_nothing_drifts() {
    let shorthand = |n: u32, durations| {
        let mut spec = spec(Mode::Normal, &[]);
        (spec.pictures, spec.durations) = ((0..n).map(PictureId).collect(), durations);
        spec.frames = n as usize;
        built(spec)
    };
    assert_eq!(shorthand(24, Durations::Fps(24.0)).length(), Time::SECOND);
    assert_eq!(
        shorthand(3, Durations::Each(4.0)).length(),
        Time::SECOND + Time::SECOND + tenths(100)
    );
    // 1000 / 7 and 1000 / 3 ms are no whole flicks; their sums are.
    assert_eq!(shorthand(13, Durations::Fps(13.0)).length(), Time::SECOND);
    assert_eq!(shorthand(11, Durations::Total(1.0)).length(), Time::SECOND);
    assert_eq!(
        shorthand(3, Durations::Total(12.0)).duration(2),
        Time::from_millis(4000)
    );
    let odd = shorthand(11, Durations::Total(1.0));
    for frame in 0..11 {
        let ideal = Time::SECOND.flicks() as f64 / 11.0;
        assert!((odd.duration(frame).flicks() as f64 - ideal).abs() <= 1.0);
    }
    // flixelgdx#191: 7 frames at 24 fps, played for exactly their length, have ended.
    for (n, fps) in [(7, 24.0), (15, 15.0), (15, 25.0), (30, 30.0)] {
        let clip = shorthand(n, Durations::Fps(fps));
        let mut head = started(&clip, false);
        let told = play(&mut head, &clip, clip.length(), 1.0);
        assert_eq!(told.len(), 1, "{n} frames at {fps}");
        assert!(head.ended(&clip) && head.passed());
    }
}

#[test]
fn a_change_of_sign_moves_nothing() {
    let clip = clip(Mode::Loop, &[1, 1, 1]);
    let mut head = started(&clip, false);
    play(&mut head, &clip, tenths(1), 1.0);
    let before = head;
    for speed in [0.0, -0.0] {
        play(&mut head, &clip, tenths(5), speed);
    }
    play(&mut head, &clip, Time::ZERO, -1.0);
    assert_eq!(head, before);
    assert_eq!(letter(head.frame(&clip)), 'B');
    // One flick back, and the boundary belongs to A's side.
    play(&mut head, &clip, Time::from_flicks(1), -1.0);
    assert_eq!(letter(head.frame(&clip)), 'A');
    // Arrived at a boundary backward: B's (start, end] shows A still.
    let mut head = started(&clip, true);
    play(&mut head, &clip, tenths(2), -1.0);
    assert_eq!((letter(head.frame(&clip)), head.time(&clip)), ('A', 0.1));
}

#[test]
fn speeds_that_change_at_each_step_never_stick() {
    // Construct#8862, BDX#694.
    for mode in [Mode::LoopPingPong, Mode::Loop, Mode::LoopReversed] {
        let clip = clip(mode, &[1, 1, 1]);
        let mut head = started(&clip, false);
        let mut shown = String::new();
        for step in 0..12 {
            play(
                &mut head,
                &clip,
                tenths(1),
                if step % 2 == 1 { -1.0 } else { 2.0 },
            );
            shown.push(letter(head.frame(&clip)));
        }
        for frame in ['A', 'B', 'C'] {
            assert!(shown.contains(frame), "{mode:?}: {shown}");
        }
    }
}

#[test]
fn random_holds_each_pick_and_never_repeats_it() {
    let clip = clip(Mode::LoopRandom, &[2, 2, 2, 2]);
    let shown = frames(&clip, 1.0, 400);
    let picks: Vec<char> = shown.chars().step_by(2).collect();
    let held: Vec<char> = shown.chars().skip(1).step_by(2).collect();
    assert!(picks.iter().zip(&held).all(|(pick, held)| pick == held));
    assert!(picks.windows(2).all(|two| two[0] != two[1]));
    for frame in ['A', 'B', 'C', 'D'] {
        assert!(picks.iter().filter(|pick| **pick == frame).count() > 20);
    }
    assert_eq!(frames(&clip, -1.0, 400), shown, "the sign is ignored");
    assert_eq!(frames(&clip, 1.0, 400), shown, "the same seed");
    let mut other = Playhead::new(Stream::new(8, &["hero", "clip"]));
    other.start(&clip, false);
    let mut differs = false;
    for at in shown.chars() {
        differs |= letter(other.frame(&clip)) != at;
        play(&mut other, &clip, tenths(1), 1.0);
    }
    assert!(differs, "another seed");
    assert_eq!(events(&clip, 1.0, 50), "", "it neither loops nor finishes");
}

#[test]
fn a_random_clips_stream_goes_on_over_restarts() {
    let clip = clip(Mode::LoopRandom, &[1, 1, 1, 1, 1, 1]);
    let mut head = head();
    let mut shown = String::new();
    for _ in 0..40 {
        head.start(&clip, false);
        shown.push(letter(head.frame(&clip)));
    }
    assert!(shown.chars().any(|c| !shown.starts_with(c)));
    assert!(shown.as_bytes().windows(2).all(|two| two[0] != two[1]));
    let one = super::clip(Mode::LoopRandom, &[0, 1]);
    assert_eq!(frames(&one, 1.0, 5), "BBBBBB");
}
