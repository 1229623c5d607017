//! Laws that hold for any rig and any clips, as properties.

use super::*;
use proptest::prelude::*;

/// How many parts there are.
const PARTS: u16 = 5;

fn any_times() -> impl Strategy<Value = Vec<f64>> {
    let times = prop::collection::btree_set(0..=20_u8, 1..6);
    times.prop_map(|times| {
        times
            .into_iter()
            .map(|time| f64::from(time) / 20.0)
            .collect()
    })
}

/// Keys of values in that range.
fn any_keys(low: f64, high: f64) -> impl Strategy<Value = Vec<Key<f64>>> {
    let ease = prop::sample::select(vec![Ease::Step, Ease::Linear, Ease::Ease]);
    (any_times(), prop::collection::vec((low..high, ease), 6)).prop_map(|(times, values)| {
        let zipped = times.into_iter().zip(values);
        zipped
            .map(|(time, (value, ease))| key(time, value, ease))
            .collect()
    })
}

fn any_pairs(low: f64, high: f64) -> impl Strategy<Value = Vec<Key<(f64, f64)>>> {
    let pair = |one: Key<f64>| key(one.time, (one.value, -one.value / 2.0), one.ease);
    any_keys(low, high).prop_map(move |keys| keys.into_iter().map(pair).collect())
}

fn any_part_keys(part: u16) -> impl Strategy<Value = Option<PartKeys>> {
    let keys = (
        any_pairs(-50.0, 50.0),
        any_keys(-170.0, 170.0),
        any_pairs(-2.0, 2.0),
        any_keys(0.0, 1.0),
        any_keys(0.0, 9.0),
    );
    prop::option::of((keys, 0..31_u8).prop_map(move |(keys, without)| {
        let (mut moves, mut turns, mut scales, mut opacities, pictures) = keys;
        let picture = |one: Key<f64>| key(one.time, Some(PictureId(one.value as u32)), Ease::Step);
        let mut pictures: Vec<_> = pictures.into_iter().map(picture).collect();
        for bit in 0..5 {
            if without >> bit & 1 == 1 {
                match bit {
                    0 => moves.clear(),
                    1 => turns.clear(),
                    2 => scales.clear(),
                    3 => opacities.clear(),
                    _ => pictures.clear(),
                }
            }
        }
        PartKeys {
            part,
            moves,
            turns,
            scales,
            opacities,
            pictures,
        }
    }))
}

fn any_clip_keys() -> impl Strategy<Value = Vec<PartKeys>> {
    let parts: Vec<_> = (0..PARTS).map(any_part_keys).collect();
    parts.prop_map(|parts| parts.into_iter().flatten().collect())
}

/// A rig of parts at odd places, with the clips a, b, c and d; d does what a does.
fn any_puppet() -> impl Strategy<Value = Puppet> {
    let numbers = prop::collection::vec((-90.0..90.0_f32, 0.0..1.0_f32), PARTS as usize);
    let keys = (any_clip_keys(), any_clip_keys(), any_clip_keys());
    (numbers, keys).prop_map(|(numbers, (a, b, c))| {
        let at_rest = |(i, (number, share)): (usize, (f32, f32))| PartDef {
            parent: i.checked_sub(2).map(|parent| parent as u16),
            at: Vec2::new(number, -number),
            rotation: number,
            scale: Vec2::new(number / 45.0, 1.0),
            opacity: share,
            picture: Some(PictureId(100 + i as u32)),
            ..part(&i.to_string())
        };
        let parts = numbers.into_iter().enumerate().map(at_rest).collect();
        let clips = vec![
            clip("a", a.clone()),
            clip("b", b),
            clip("c", c),
            clip("d", a),
        ];
        Puppet::new(parts, clips)
    })
}

/// Weights are eighths, so that sums are exact and a tie is one in any order.
fn any_output() -> impl Strategy<Value = Vec<On>> {
    let mask = prop::option::of(prop::collection::vec(0..PARTS, 0..4));
    let layer = (0..3_usize, 1..=8_u8, 0..=100_u8, any::<bool>(), mask);
    prop::collection::vec(layer, 0..5).prop_map(|layers| {
        // A clip has one playhead.
        let times: Vec<u8> = layers.iter().map(|layer| layer.2).collect();
        let on = |(clip, eighths, _, summed, mask): (usize, u8, u8, bool, Option<Vec<u16>>)| On {
            clip: ["a", "b", "c"][clip],
            weight: f64::from(eighths) / 8.0,
            time: f64::from(times[clip % times.len()]) / 100.0,
            summed,
            mask: mask.map(Mask::new),
        };
        layers.into_iter().map(on).collect()
    })
}

/// A channel by hand: the slow way, in f64.
fn value(keys: &[Key<f64>], time: f64) -> Option<f64> {
    let at = |time: f64| Time::from_seconds(time).expect("a time").flicks();
    let first = keys.first()?;
    let after = keys.iter().position(|key| at(key.time) > at(time));
    let (from, to) = match after {
        Some(0) => return Some(first.value),
        Some(i) => (keys[i - 1], keys[i]),
        None => return keys.last().map(|key| key.value),
    };
    let way = (time - from.time) / (to.time - from.time);
    let way = match from.ease {
        Ease::Step => 0.0,
        Ease::Linear => way,
        Ease::Ease => way * way * (3.0 - 2.0 * way),
    };
    Some(from.value + (to.value - from.value) * way)
}

fn assert_near(one: &PartPose, other: &PartPose) {
    let numbers = |of: &PartPose| {
        [
            of.at.x,
            of.at.y,
            of.rotation,
            of.scale.x,
            of.scale.y,
            of.opacity,
        ]
    };
    for (one, other) in numbers(one).into_iter().zip(numbers(other)) {
        near_to(one, other);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn r11_one_clip_at_weight_1_is_the_clip(mut puppet in any_puppet(), hundredth in 0..=100_u8) {
        let time = f64::from(hundredth) / 100.0;
        puppet.show(&[on("a", 1.0, time)]);
        let first = |keys: &[Key<(f64, f64)>], second: bool| -> Vec<Key<f64>> {
            let one = |of: &Key<(f64, f64)>| if second { of.value.1 } else { of.value.0 };
            keys.iter().map(|of| key(of.time, one(of), of.ease)).collect()
        };
        let clip = puppet.clips.clip(ClipId(0));
        for (i, (rest, found)) in puppet.rig.parts().iter().zip(puppet.pose.parts()).enumerate() {
            let none = PartKeys::default();
            let keys = clip.keys().iter().find(|keys| usize::from(keys.part) == i).unwrap_or(&none);
            let plus = |keys: &[Key<f64>], rest: f32| {
                (f64::from(rest) + value(keys, time).unwrap_or(0.0)) as f32
            };
            let times = |keys: &[Key<f64>], rest: f32| {
                (f64::from(rest) * value(keys, time).unwrap_or(1.0)) as f32
            };
            let expected = PartPose {
                at: Vec2::new(
                    plus(&first(&keys.moves, false), rest.at.x),
                    plus(&first(&keys.moves, true), rest.at.y),
                ),
                rotation: plus(&keys.turns, rest.rotation),
                scale: Vec2::new(
                    times(&first(&keys.scales, false), rest.scale.x),
                    times(&first(&keys.scales, true), rest.scale.y),
                ),
                opacity: times(&keys.opacities, rest.opacity),
            };
            assert_near(&found, &expected);
        }
    }

    #[test]
    fn r11_weights_that_add_to_1_on_equal_clips_are_that_clip(
        mut puppet in any_puppet(), hundredth in 0..=100_u8, eighths in 0..=8_u8,
    ) {
        let (time, share) = (f64::from(hundredth) / 100.0, f64::from(eighths) / 8.0);
        puppet.show(&[on("a", share, time), on("d", 1.0 - share, time)]);
        let both: Vec<_> = puppet.pose.parts().collect();
        puppet.show(&[on("a", 1.0, time)]);
        for (one, other) in both.iter().zip(puppet.pose.parts()) {
            assert_near(one, &other);
        }
    }

    #[test]
    fn r11_the_order_of_layers_does_not_matter(
        mut puppet in any_puppet(), output in any_output(), turn in 0..5_usize,
    ) {
        puppet.show(&output);
        let first: Vec<_> = puppet.pose.parts().collect();
        let pictures: Vec<_> = (0..PARTS).map(|part| puppet.pose.picture(part)).collect();
        let mut other = output.clone();
        other.rotate_left(turn % output.len().max(1));
        other.reverse();
        puppet.pose = Pose::new(&puppet.rig);
        puppet.show(&other);
        for (one, other) in first.iter().zip(puppet.pose.parts()) {
            assert_near(one, &other);
        }
        for (part, picture) in (0..PARTS).zip(pictures) {
            prop_assert_eq!(puppet.pose.picture(part), picture);
            prop_assert_eq!(puppet.mixed(&output, part).len(), puppet.mixed(&other, part).len());
        }
    }

    #[test]
    fn r11_a_part_outside_all_masks_is_at_rest(
        mut puppet in any_puppet(), output in any_output(), lonely in 0..PARTS,
    ) {
        let mut output = output;
        for on in &mut output {
            let has = |part: &u16| on.mask.as_ref().is_none_or(|mask| mask.contains(*part));
            on.mask = Some(Mask::new((0..PARTS).filter(|part| *part != lonely && has(part))));
        }
        puppet.show(&output);
        let rest = Pose::new(&puppet.rig);
        let at = usize::from(lonely);
        prop_assert_eq!(puppet.pose.parts().nth(at), rest.parts().nth(at));
        prop_assert_eq!(puppet.pose.picture(lonely), rest.picture(lonely));
    }

    #[test]
    fn r11_masks_of_all_parts_change_nothing(mut puppet in any_puppet(), output in any_output()) {
        let whole: Vec<On> = output.iter().map(|on| On { mask: None, ..on.clone() }).collect();
        let masked: Vec<On> = whole.iter().map(|on| on.clone().masked(&[0, 1, 2, 3, 4])).collect();
        let plain = puppet.show(&whole).clone();
        puppet.pose = Pose::new(&puppet.rig);
        puppet.show(&masked);
        for (one, other) in plain.parts().zip(puppet.pose.parts()) {
            assert_near(&one, &other);
        }
        prop_assert_eq!(plain.pictures, puppet.pose.pictures);
    }

    #[test]
    fn r11_updating_twice_gives_the_same_and_opacity_is_a_share(
        mut puppet in any_puppet(), first in any_output(), output in any_output(),
    ) {
        puppet.show(&first);
        let once = puppet.show(&output).clone();
        prop_assert_eq!(&once, puppet.show(&output));
        for part in once.parts() {
            prop_assert!((0.0..=1.0).contains(&part.opacity));
            prop_assert!(part.rotation.is_finite() && part.at.x.is_finite());
        }
    }

    #[test]
    fn r12_a_picture_is_one_that_is_keyed_or_at_rest(
        mut puppet in any_puppet(), outputs in prop::collection::vec(any_output(), 1..4),
    ) {
        for output in outputs {
            puppet.show(&output);
            for part in 0..PARTS {
                let at_rest = puppet.rig.parts()[usize::from(part)].picture;
                let keyed = output.iter().flat_map(|on| {
                    let clip = puppet.clips.clip(puppet.clips.id(on.clip).expect("a clip"));
                    clip.keys().iter().filter(|keys| keys.part == part).flat_map(|keys| &keys.pictures)
                });
                let mut choices: Vec<_> = keyed.map(|key| key.value).collect();
                choices.push(at_rest);
                prop_assert!(choices.contains(&puppet.pose.picture(part)));
                let mixed = puppet.mixed(&output, part);
                let total: f32 = mixed.iter().map(|(_, weight)| weight).sum();
                prop_assert!(total <= 1.0 + 1e-5, "{:?}", mixed);
                for (picture, weight) in mixed {
                    prop_assert!(weight > 0.0 && choices.contains(&Some(PictureId(picture))));
                }
            }
        }
    }

    #[test]
    fn places_between_two_poses_are_the_poses_at_the_ends(
        mut puppet in any_puppet(), first in any_output(), output in any_output(),
    ) {
        let before = puppet.show(&first).clone();
        puppet.show(&output);
        let place = |pose: &Pose, before: &Pose, fraction| {
            let mut out = Vec::new();
            pose.place(&puppet.rig, before, fraction, &mut out);
            out
        };
        let now = &puppet.pose;
        prop_assert_eq!(place(now, &before, 1.0), place(now, now, 0.3));
        prop_assert_eq!(place(now, &before, 0.0), place(&before, &before, 0.3));
    }
}
