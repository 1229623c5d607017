//! Laws that hold for any clip, as properties.

use super::*;
use proptest::prelude::*;

/// Any clip that can be built: all modes, frames without length, loop parts,
/// repeats, legs, markers anywhere.
fn any_clip() -> impl Strategy<Value = Clip> {
    let mode = prop::sample::select(vec![
        Mode::Normal,
        Mode::Reversed,
        Mode::Loop,
        Mode::LoopReversed,
        Mode::LoopPingPong,
        Mode::LoopRandom,
        Mode::OncePingPong,
    ]);
    let times = prop::collection::vec(0..4_i64, 1..6);
    let markers = prop::collection::vec((0..4_usize, 0..6_usize, 0..4_i64), 0..5);
    let options = (
        prop::option::of(1..6_usize),
        prop::option::of(1..4_u32),
        any::<bool>(),
    );
    (mode, times, markers, options).prop_filter_map("sound", |(mode, times, markers, options)| {
        let (from, count, legs) = options;
        let mut spec = spec(mode, &times);
        spec.from = from;
        if legs {
            spec.legs = count;
        } else {
            spec.repeats = count;
        }
        for (name, frame, offset) in markers {
            let frame = frame % times.len();
            let offset = offset.min(times[frame]);
            spec.markers
                .push(marker(["a", "b", "c", "d"][name], frame + 1, offset));
        }
        // What does not go together is left out, field by field.
        loop {
            match Clip::new(spec.clone()) {
                Ok(clip) => return Some(clip),
                Err(faults) => match faults[0].field {
                    "from" if spec.from.is_some() => spec.from = None,
                    "repeats" => spec.repeats = None,
                    "legs" => spec.legs = None,
                    _ => return None,
                },
            }
        }
    })
}

/// Milliseconds that are cut anywhere.
fn any_steps() -> impl Strategy<Value = Vec<i64>> {
    prop::collection::vec(1..900_i64, 1..12)
}

fn log(head: &mut Playhead, clip: &Clip, steps: &[i64], speed: f64) -> Vec<(Time, String)> {
    let mut now = Time::ZERO;
    let mut told = Vec::new();
    for step in steps {
        let dt = Time::from_millis(*step);
        let events = play(head, clip, dt, speed);
        told.extend(events.into_iter().map(|(at, what)| (now + at, what)));
        now += dt;
    }
    told
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_split_of_a_time_is_the_same(
        clip in any_clip(), steps in any_steps(), speed in -3000..3000_i32,
    ) {
        let speed = f64::from(speed) / 1000.0;
        let mut split = started(&clip, speed < 0.0);
        let mut whole = split;
        let in_steps = log(&mut split, &clip, &steps, speed);
        let at_once = log(&mut whole, &clip, &[steps.iter().sum()], speed);
        prop_assert_eq!(in_steps, at_once);
        prop_assert_eq!(split, whole);
    }

    #[test]
    fn whole_flicks_are_the_time_without_its_remainder(
        clip in any_clip(), steps in any_steps(), speeds in prop::collection::vec(-3000..3000_i32, 12),
    ) {
        let mut head = started(&clip, speeds[0] < 0);
        for (step, speed) in steps.iter().zip(speeds) {
            let flicks = head.flicks(&clip);
            prop_assert!((0..=clip.length().flicks()).contains(&flicks));
            let exact = head.time(&clip) * crate::time::FLICKS_PER_SECOND as f64;
            prop_assert!((-0.001..1.001).contains(&(exact - flicks as f64)), "{} {}", exact, flicks);
            log(&mut head, &clip, &[*step], f64::from(speed) / 1000.0);
        }
    }

    #[test]
    fn forward_then_backward_returns(
        clip in any_clip(), lead in 0..900_i64, steps in any_steps(), speed in 1..3000_i32,
    ) {
        let speed = f64::from(speed) / 1000.0;
        let mut head = started(&clip, false);
        log(&mut head, &clip, &[lead, 1], speed);
        let place = (head.frame(&clip), head.time(&clip));
        log(&mut head, &clip, &steps, speed);
        let random = clip.mode() == Mode::LoopRandom;
        // What precedes a loop is not entered again, and an end swallows what is beyond it.
        let one_way = clip.line(false).is_some_and(|line| line.intro.length > 0);
        if !head.ended(&clip) && !random && !one_way {
            log(&mut head, &clip, &steps, -speed);
            prop_assert!((head.time(&clip) - place.1).abs() < 1e-12);
            // On a boundary the frame depends on the direction (C1).
            let moved = log(&mut head, &clip, &[1], speed);
            log(&mut head, &clip, &[1], -speed);
            drop(moved);
            let bounds = (0..=clip.frames()).any(|n| {
                let bound: Time = (0..n).fold(Time::ZERO, |sum, frame| sum + clip.duration(frame));
                (bound.seconds() - place.1).abs() < 1e-12
            });
            prop_assert!(bounds || head.frame(&clip) == place.0);
        }
    }

    #[test]
    fn what_is_shown_is_the_frame_at_its_time(
        clip in any_clip(), steps in any_steps(), speed in -3000..3000_i32,
    ) {
        let speed = f64::from(speed) / 1000.0;
        let mut head = started(&clip, speed < 0.0);
        for step in steps {
            let told = play(&mut head, &clip, Time::from_millis(step), speed);
            prop_assert!(told.windows(2).all(|two| two[0].0 <= two[1].0));
            prop_assert!(told.iter().all(|(at, _)| *at <= Time::from_millis(step)));
            let frame = head.frame(&clip);
            prop_assert!(clip.duration(frame) > Time::ZERO);
            let start = (0..frame).fold(Time::ZERO, |sum, frame| sum + clip.duration(frame));
            let end = start + clip.duration(frame);
            let time = head.time(&clip);
            prop_assert!(start.seconds() - 1e-12 <= time && time <= end.seconds() + 1e-12);
            prop_assert!((0.0..=1.0).contains(&head.progress(&clip)));
            prop_assert_eq!(head.ended(&clip), !clip.is_endless() && head.passed());
        }
    }

    #[test]
    fn a_pass_of_an_endless_clip_returns_to_where_it_was(
        clip in any_clip(), lead in 1..900_i64, passes in 1..5_i64, backward in any::<bool>(),
    ) {
        let speed = if backward { -1.0 } else { 1.0 };
        let Some(line) = clip.line(false).filter(|line| line.cycles.is_none()) else {
            return Ok(());
        };
        let period = Time::from_flicks(line.cycle.length);
        let intro = Time::from_flicks(line.intro.length);
        let mut head = started(&clip, backward);
        play(&mut head, &clip, Time::from_millis(lead) + intro, speed);
        let before = (head.frame(&clip), head.time(&clip));
        let told = play(&mut head, &clip, Time::from_flicks(period.flicks() * passes), speed);
        prop_assert_eq!((head.frame(&clip), head.time(&clip)), before);
        let loops = told.iter().filter(|(_, what)| what == "loop").count();
        prop_assert_eq!(loops as i64, passes);
        prop_assert!(head.passed());
    }

    #[test]
    fn a_clip_begun_at_any_progress_shows_it(
        clip in any_clip(), progress in 0.0..1.0_f64, backward in any::<bool>(),
    ) {
        let mut head = head();
        head.start_at(&clip, progress, backward);
        // Begun backward, a ping-pong that ends does not play what precedes its loop.
        let lowest = clip.line(backward).map_or(0, super::super::line::Line::lowest_frame);
        let least = clip.frames.start(lowest) as f64 / clip.length().flicks() as f64;
        if progress <= least {
            return Ok(());
        }
        let off = (head.progress(&clip) - progress).abs() * clip.length().seconds();
        let wrapped = clip.length().seconds() - off;
        prop_assert!(off.min(wrapped) < 1e-8, "{} for {progress}", head.progress(&clip));
    }

    #[test]
    fn steps_to_and_fro_give_the_same_in_weeks_as_in_seconds(
        clip in any_clip(), weeks in 1..8_i64,
    ) {
        let Some(line) = clip.line(false).filter(|line| line.cycles.is_none()) else {
            return Ok(());
        };
        let period = line.cycle.length;
        let far = weeks * 7 * 86_400 * Time::SECOND.flicks() / period * period;
        let mut young = started(&clip, false);
        play(&mut young, &clip, Time::from_flicks(line.intro.length + period), 1.0);
        let mut old = young;
        play(&mut old, &clip, Time::from_flicks(far), 1.0);
        prop_assert_eq!(log(&mut young, &clip, &[17; 60], 1.0), log(&mut old, &clip, &[17; 60], 1.0));
        prop_assert_eq!(young, old);
    }
}
