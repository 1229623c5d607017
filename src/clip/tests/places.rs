//! What a playhead says of itself: passed, time, progress, and beginning anywhere.

use super::*;

#[test]
fn passed_is_once_round_whatever_the_mode() {
    let cases = [
        (Mode::Normal, 1.0, 3),
        (Mode::Reversed, -1.0, 3),
        (Mode::Loop, 1.0, 3),
        (Mode::Loop, -1.0, 3),
        (Mode::LoopPingPong, 1.0, 4),
        (Mode::LoopPingPong, -2.0, 2),
        (Mode::OncePingPong, 1.0, 5),
        (Mode::LoopRandom, -1.0, 3),
    ];
    for (mode, speed, after) in cases {
        let clip = clip(mode, &[1, 1, 1]);
        let mut head = started(&clip, speed < 0.0);
        for step in 1..=8 {
            let at = head.advance(&clip, tenths(1), Speed::new(speed), &mut |_| {});
            assert_eq!(
                head.passed(),
                step >= after,
                "{mode:?} at {speed}, step {step}"
            );
            assert_eq!(
                at,
                (step == after).then(|| tenths(1)),
                "{mode:?} at {speed}"
            );
        }
        let mut whole = started(&clip, speed < 0.0);
        let at = whole.advance(&clip, tenths(30), Speed::new(speed), &mut |_| {});
        assert_eq!(at, Some(tenths(after)), "{mode:?} at {speed}");
        head.start(&clip, false);
        assert!(!head.passed());
    }
    let clip = clip(Mode::Loop, &[1, 1, 1]);
    let mut head = started(&clip, false);
    for speed in [1.0, -1.0].repeat(4) {
        play(&mut head, &clip, tenths(2), speed);
    }
    assert!(!head.passed(), "to and fro is no pass");
}

#[test]
fn time_and_progress_are_along_the_frames() {
    let cases = [
        (Mode::Loop, [0.0, 0.1, 0.2, 0.0, 0.1]),
        (Mode::Reversed, [0.3, 0.2, 0.1, 0.0, 0.0]),
        (Mode::LoopPingPong, [0.0, 0.1, 0.2, 0.2, 0.0]),
        (Mode::Normal, [0.0, 0.1, 0.2, 0.3, 0.3]),
    ];
    for (mode, times) in cases {
        let clip = clip(mode, &[1, 1, 1]);
        let mut head = started(&clip, false);
        for (step, time) in times.into_iter().enumerate() {
            assert!(
                (head.time(&clip) - time).abs() < 1e-9,
                "{mode:?} step {step}"
            );
            assert!(
                (head.progress(&clip) - time / 0.3).abs() < 1e-9,
                "{mode:?} step {step}"
            );
            play(&mut head, &clip, tenths(1), 1.0);
        }
    }
}

#[test]
fn start_at_takes_a_progress_in_any_mode() {
    let cases = [
        (Mode::Loop, false, "BCABC"),
        (Mode::Loop, true, "BACBA"),
        (Mode::LoopReversed, false, "BACBA"),
        (Mode::Reversed, true, "BCCCC"),
        (Mode::LoopPingPong, false, "BCBAB"),
        (Mode::OncePingPong, true, "BABCC"),
    ];
    for (mode, backward, shown) in cases {
        let clip = clip(mode, &[1, 1, 1]);
        let mut head = head();
        head.start_at(&clip, 0.5, backward);
        assert!((head.progress(&clip) - 0.5).abs() < 1e-9, "{mode:?}");
        let mut seen = String::from(letter(head.frame(&clip)));
        for _ in 1..shown.len() {
            play(
                &mut head,
                &clip,
                tenths(1),
                if backward { -1.0 } else { 1.0 },
            );
            seen.push(letter(head.frame(&clip)));
        }
        assert_eq!(seen, shown, "{mode:?} backward: {backward}");
    }
    let clip = clip(Mode::Normal, &[1, 1, 1]);
    for (progress, frame) in [
        (f64::NAN, 'A'),
        (-3.0, 'A'),
        (1.0, 'C'),
        (f64::INFINITY, 'C'),
    ] {
        let mut head = head();
        head.start_at(&clip, progress, false);
        assert_eq!(letter(head.frame(&clip)), frame, "{progress}");
    }
}
