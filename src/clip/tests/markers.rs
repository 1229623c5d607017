//! What fires, when, and in which order (C2, C3, C6).

use super::*;

fn marked(mode: Mode, times: &[i64], markers: &[(&str, usize, i64)]) -> Clip {
    let mut spec = spec(mode, times);
    spec.markers = markers
        .iter()
        .map(|(name, frame, at)| marker(name, *frame, *at))
        .collect();
    built(spec)
}

#[test]
fn start_end_and_loop_in_their_order() {
    let clip = marked(
        Mode::Loop,
        &[2, 2],
        &[("start", 1, 0), ("mid", 2, 1), ("end", 2, 2)],
    );
    assert_eq!(
        events(&clip, 1.0, 8),
        "start@0 mid@3 end@4 loop@4 start@4 mid@7 end@8 loop@8 start@8"
    );
    assert_eq!(
        events(&clip, -1.0, 8),
        "end@0 mid@1 start@4 loop@4 end@4 mid@5 start@8 loop@8 end@8"
    );
}

#[test]
fn a_step_of_exactly_one_length_loops_once() {
    // spine-runtimes#2472, Animancer#205, Babylon#4260.
    let clip = marked(Mode::Loop, &[5, 5], &[("step", 1, 0)]);
    let mut head = started(&clip, false);
    let told: Vec<_> = (0..3)
        .map(|_| play(&mut head, &clip, tenths(10), 1.0).len())
        .collect();
    assert_eq!(told, [3, 2, 2]);
    assert_eq!(events(&clip, 17.0, 20).matches("loop").count(), 34);
}

#[test]
fn finish_comes_once_for_each_arrival() {
    for mode in [Mode::Normal, Mode::Reversed, Mode::OncePingPong] {
        let clip = clip(mode, &[1, 1]);
        let length = clip.pass().flicks() / tenths(1).flicks();
        assert_eq!(
            events(&clip, 1.0, 30),
            format!("finish@{length}"),
            "{mode:?}"
        );
        assert_eq!(
            events(&clip, -1.0, 30),
            format!("finish@{length}"),
            "{mode:?} backward"
        );
        let mut head = started(&clip, false);
        let mut ends = Vec::new();
        for speed in [1.0, 1.0, -1.0, 1.0, -1.0, -1.0, 1.0] {
            ends.push(play(&mut head, &clip, tenths(20), speed).len());
            assert!(head.ended(&clip));
        }
        assert_eq!(ends, [1, 0, 1, 1, 1, 0, 1], "{mode:?}");
    }
}

#[test]
fn a_marker_at_the_very_end_fires_before_finish_and_not_while_held() {
    let clip = marked(Mode::Normal, &[3], &[("end", 1, 3), ("start", 1, 0)]);
    assert_eq!(events(&clip, 1.0, 12), "start@0 end@3 finish@3");
    assert_eq!(events(&clip, -1.0, 12), "end@0 start@3 finish@3");
    // godot#64644: lengths that are not exact in binary.
    for millis in [300, 700, 1100] {
        let mut spec = spec(Mode::Normal, &[1]);
        spec.durations = Durations::Each(millis as f64 / 1000.0);
        spec.markers = vec![MarkerSpec {
            name: "end".into(),
            frame: 1,
            offset: millis as f64 / 1000.0,
        }];
        assert_eq!(events(&built(spec), 1.0, 20).matches("end").count(), 1);
    }
}

#[test]
fn markers_of_frames_without_length_fire_in_frame_order() {
    let names = [("a2", 1, 1), ("z1", 2, 0), ("y2", 3, 0), ("b1", 4, 0)];
    let clip = marked(Mode::Loop, &[1, 0, 0, 1], &names);
    assert_eq!(
        events(&clip, 1.0, 3),
        "a2@1 z1@1 y2@1 b1@1 loop@2 a2@3 z1@3 y2@3 b1@3"
    );
    assert_eq!(events(&clip, -1.0, 2), "b1@1 y2@1 z1@1 a2@1 loop@2");
    let ends = marked(Mode::Loop, &[0, 1, 0], &[("first", 1, 0), ("last", 3, 0)]);
    assert_eq!(
        events(&ends, 1.0, 2),
        "first@0 last@1 loop@1 first@1 last@2 loop@2 first@2"
    );
    assert_eq!(events(&ends, -1.0, 1), "last@0 first@1 loop@1 last@1");
}

#[test]
fn a_ping_pong_fires_on_each_leg() {
    let names = [("a", 1, 0), ("b", 2, 1), ("c", 3, 1), ("z", 4, 0)];
    let clip = marked(Mode::LoopPingPong, &[2, 2, 2, 0], &names);
    // b is 1 into B either way; C is played once a period, and z at its far side.
    assert_eq!(events(&clip, 1.0, 8), "a@0 b@3 c@5 z@6 b@7 loop@8 a@8");
    assert_eq!(events(&clip, -1.0, 8), "z@0 c@1 b@3 a@6 b@7 loop@8 z@8");
    let once = marked(Mode::OncePingPong, &[2, 2, 2], &names[..3]);
    assert_eq!(events(&once, 1.0, 12), "a@0 b@3 c@5 b@7 a@10 finish@10");
    assert_eq!(events(&once, -1.0, 12), "c@1 b@3 a@6 b@7 c@9 finish@10");
}

#[test]
fn a_random_clip_fires_the_markers_of_what_it_picks() {
    let names = [("a", 1, 0), ("b", 2, 0), ("c", 3, 1), ("never", 4, 0)];
    let clip = marked(Mode::LoopRandom, &[1, 1, 1, 0], &names);
    let shown = frames(&clip, 1.0, 20);
    let mut expected = Vec::new();
    for (at, frame) in shown.chars().enumerate() {
        let at = at as i64;
        match frame {
            'C' if at < 20 => expected.push(format!("c@{}", at + 1)),
            'C' => {}
            frame => expected.push(format!("{}@{at}", frame.to_lowercase())),
        }
    }
    // A pick's end comes before the next pick's start, as it is written here.
    assert_eq!(events(&clip, 1.0, 20), expected.join(" "));
    assert!(!events(&clip, 1.0, 200).contains("never"));
}

#[test]
fn turning_round_does_not_fire_what_was_just_passed() {
    let clip = marked(Mode::Loop, &[2, 2], &[("hit", 2, 1)]);
    let mut head = started(&clip, false);
    play(&mut head, &clip, tenths(2), 1.0);
    let told: Vec<usize> = [1.0, -1.0, 1.0, 1.0, -1.0]
        .map(|speed| play(&mut head, &clip, tenths(1), speed).len())
        .to_vec();
    // The fourth step is the loop's end.
    assert_eq!(told, [1, 0, 1, 1, 1]);
}

#[test]
fn a_step_of_no_time_and_a_speed_of_zero_change_nothing() {
    for mode in [
        Mode::Normal,
        Mode::Loop,
        Mode::LoopPingPong,
        Mode::LoopRandom,
        Mode::OncePingPong,
    ] {
        let clip = marked(mode, &[2, 2], &[("start", 1, 0), ("end", 2, 2)]);
        for before in [head(), started(&clip, false), started(&clip, true)] {
            let mut after = before;
            for (dt, speed) in [(Time::ZERO, 1.0), (tenths(3), 0.0), (-tenths(3), 1.0)] {
                assert_eq!(play(&mut after, &clip, dt, speed), vec![]);
                assert_eq!(after, before, "{mode:?}");
            }
        }
    }
}

#[test]
fn a_silent_seek_fires_nothing_and_a_playing_one_what_lies_between() {
    let clip = marked(
        Mode::Normal,
        &[5, 5],
        &[("start", 1, 0), ("a", 1, 3), ("b", 2, 2)],
    );
    let mut head = started(&clip, false);
    head.seek(&clip, tenths(5));
    assert_eq!(letter(head.frame(&clip)), 'B');
    assert_eq!(play(&mut head, &clip, tenths(1), 1.0), vec![]);
    assert_eq!(play(&mut head, &clip, tenths(1), 1.0).len(), 1);
    let mut told = Vec::new();
    head.seek_playing(&clip, tenths(1), &mut |o| told.push((o.at, o.what)));
    // The names sort as a b start; back from 0.7 passes a at 0.3.
    assert_eq!(told, vec![(tenths(4), Happening::Marker(0))]);
    assert!((head.time(&clip) - 0.1).abs() < 1e-9);
    told.clear();
    head.seek_playing(&clip, tenths(100), &mut |o| told.push((o.at, o.what)));
    assert_eq!(told.last(), Some(&(tenths(9), Happening::Finish)));
    assert_eq!(told.len(), 3);
    assert!(head.ended(&clip));
}

#[test]
fn occurrences_know_what_is_shown_then() {
    let clip = marked(Mode::Loop, &[1, 1], &[("b", 2, 0), ("end", 2, 1)]);
    let mut head = started(&clip, false);
    let mut seen = Vec::new();
    head.advance(&clip, tenths(2), Speed::ONE, &mut |o| {
        seen.push((o.frame, o.progress));
    });
    assert_eq!(seen, [(1, 0.5), (0, 0.0), (0, 0.0)]);
    let clip = clip_named_once();
    let mut head = started(&clip, false);
    seen.clear();
    head.advance(&clip, tenths(2), Speed::ONE, &mut |o| {
        seen.push((o.frame, o.progress));
    });
    assert_eq!(seen, [(1, 1.0), (1, 1.0)]);
}

fn clip_named_once() -> Clip {
    marked(Mode::Normal, &[1, 1], &[("end", 2, 1)])
}

#[test]
fn a_step_over_very_many_loops_is_bounded() {
    let mut spec = spec(Mode::Loop, &[1]);
    spec.durations = Durations::Each(1e-8);
    for mode in [Mode::Loop, Mode::LoopPingPong, Mode::LoopRandom] {
        spec.mode = mode;
        let clip = built(spec.clone());
        let mut head = started(&clip, false);
        let told = play(&mut head, &clip, Time::LONGEST, 10_000.0);
        assert!(told.len() <= MOST_OCCURRENCES);
        assert!(head.passed());
    }
    (spec.mode, spec.repeats) = (Mode::Normal, Some(u32::MAX));
    let clip = built(spec);
    let mut head = started(&clip, false);
    let told = play(&mut head, &clip, Time::LONGEST, 10_000.0);
    assert_eq!(told.last().map(|(_, what)| what.as_str()), Some("finish"));
}
