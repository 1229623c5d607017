//! Rule R11 as tables: values at instants by hand, weighted sums, rotations,
//! masks, opacity.

use super::*;

#[test]
fn r11_values_between_keys_go_as_the_key_says() {
    // From 0 at 0.2 s to 100 at 0.6 s to 50 at 1 s; each row: time and x for step, linear, ease.
    // Eased, a quarter of the way is 1/16 * (3 - 1/2) = 0.15625, three quarters 0.84375.
    let table = [
        (0.0, 0.0, 0.0, 0.0),
        (0.1, 0.0, 0.0, 0.0),
        (0.2, 0.0, 0.0, 0.0),
        (0.3, 0.0, 25.0, 15.625),
        (0.4, 0.0, 50.0, 50.0),
        (0.5, 0.0, 75.0, 84.375),
        (0.6, 100.0, 100.0, 100.0),
        (0.7, 100.0, 87.5, 92.1875),
        (0.8, 100.0, 75.0, 75.0),
        (1.0, 50.0, 50.0, 50.0),
    ];
    let keyed = |part, ease| PartKeys {
        part,
        moves: vec![
            key(0.2, (0.0, 0.0), ease),
            key(0.6, (100.0, -10.0), ease),
            key(1.0, (50.0, 0.0), ease),
        ],
        ..PartKeys::default()
    };
    let all = clip(
        "a",
        vec![
            keyed(0, Ease::Step),
            keyed(1, Ease::Linear),
            keyed(2, Ease::Ease),
        ],
    );
    let mut puppet = Puppet::new(vec![part("s"), part("l"), part("e")], vec![all]);
    for (time, step, linear, eased) in table {
        for (part, value) in [step, linear, eased].into_iter().enumerate() {
            let at = puppet.part(&[on("a", 1.0, time)], part).at;
            near_to(at.x, value);
            assert!((-10.0..=0.0).contains(&at.y));
        }
    }
}

#[test]
fn r11_a_step_changes_at_its_very_flick() {
    let steps = PartKeys {
        part: 0,
        turns: vec![key(0.0, 1.0, Ease::Step), key(0.1, 2.0, Ease::Step)],
        ..PartKeys::default()
    };
    let mut puppet = Puppet::new(vec![part("a")], vec![clip("a", vec![steps])]);
    let flick = 1.0 / crate::time::FLICKS_PER_SECOND as f64;
    let turns = [0.1 - flick, 0.1, 0.1 + flick].map(|time| puppet.turn(&[on("a", 1.0, time)]));
    assert_eq!(turns, [1.0, 2.0, 2.0]);
}

#[test]
fn r11_all_channels_are_against_rest() {
    let rest = PartDef {
        at: Vec2::new(10.0, 20.0),
        rotation: 30.0,
        scale: Vec2::new(2.0, -4.0),
        opacity: 0.5,
        ..part("arm")
    };
    let full = PartKeys {
        part: 0,
        moves: keys(&[(0.0, (1.0, -2.0))]),
        turns: keys(&[(0.0, 0.0), (0.5, 90.0)]),
        scales: keys(&[(0.0, (3.0, 0.5))]),
        opacities: keys(&[(0.0, 1.0), (1.0, 0.0)]),
        pictures: Vec::new(),
    };
    let mut puppet = Puppet::new(vec![rest], vec![clip("a", vec![full]), clip("b", vec![])]);
    // (weight of a, of b) and x, y, rotation, scale x, y, opacity at 0.5 s.
    let table = [
        (1.0, 0.0, [11.0, 18.0, 120.0, 6.0, -2.0, 0.25]),
        (0.0, 1.0, [10.0, 20.0, 30.0, 2.0, -4.0, 0.5]),
        (0.0, 0.0, [10.0, 20.0, 30.0, 2.0, -4.0, 0.5]),
        (0.5, 0.5, [10.5, 19.0, 75.0, 4.0, -3.0, 0.375]),
        // Rest stands for what is missing of 1.
        (0.5, 0.0, [10.5, 19.0, 75.0, 4.0, -3.0, 0.375]),
    ];
    for (a, b, expected) in table {
        let pose = puppet.part(&[on("a", a, 0.5), on("b", b, 0.5)], 0);
        let PartPose {
            at,
            rotation,
            scale,
            opacity,
        } = pose;
        let found = [at.x, at.y, rotation, scale.x, scale.y, opacity];
        for (found, expected) in found.into_iter().zip(expected) {
            near_to(found, expected);
        }
    }
}

#[test]
fn r11_a_sum_of_weighted_differences_from_rest() {
    let to = |name: &str, x: f64| clip(name, vec![moved(0, &[(0.0, (x, 0.0))])]);
    let clips = vec![to("0", 0.0), to("10", 10.0), to("20", 20.0), to("4", 4.0)];
    let mut puppet = Puppet::new(vec![part("a")], clips);
    let table: [(&[(&str, f64)], f32); 6] = [
        (&[("0", 0.5), ("10", 0.3), ("20", 0.2)], 7.0),
        (&[("20", 0.2), ("10", 0.3), ("0", 0.5)], 7.0),
        // Torso and legs under a Sum.
        (&[("10", 1.0), ("4", 1.0)], 14.0),
        // One clip by two ways.
        (&[("10", 0.25), ("4", 0.5), ("10", 0.25)], 7.0),
        // What weighs nothing, or is no number, is not there.
        (
            &[("10", 1.0), ("20", 0.0), ("4", f64::NAN), ("0", -1.0)],
            10.0,
        ),
        (&[], 0.0),
    ];
    for (output, x) in table {
        let names = ["0", "10", "20", "4"];
        let output: Vec<On> = output
            .iter()
            .map(|(name, weight)| {
                let name = names.iter().find(|other| *other == name).expect("a name");
                on(name, *weight, 0.0)
            })
            .collect();
        near_to(puppet.part(&output, 0).at.x, x);
    }
}

/// A clip that turns part 0 to this angle.
fn to(name: &str, degrees: f64) -> Clip {
    clip(name, vec![turned(0, &[(0.0, degrees)])])
}

#[test]
fn r11_rotations_are_taken_within_180_degrees_of_the_heaviest() {
    // Angles and weights of a and b (the heaviest first by name), the rest's, and the mean.
    let table = [
        (170.0, 0.5, -170.0, 0.5, 0.0, 180.0),
        (170.0, 0.25, -170.0, 0.75, 0.0, -175.0),
        (-170.0, 0.5, 170.0, 0.5, 0.0, -180.0),
        (10.0, 0.5, 30.0, 0.5, 100.0, 120.0),
        // Full turns of the one or the other do not count.
        (10.0, 0.5, 750.0, 0.5, 0.0, 20.0),
        (730.0, 0.5, 30.0, 0.5, 0.0, 740.0),
        (-1000.0, 0.75, 0.0, 0.25, 0.0, -1020.0),
        // One clip alone, or at a part of the weight, is as it is keyed.
        (720.0, 1.0, 0.0, 0.0, 0.0, 720.0),
        (720.0, 0.5, 0.0, 0.0, 5.0, 365.0),
        (-190.0, 1.0, 0.0, 0.0, 0.0, -190.0),
    ];
    for (a, of_a, b, of_b, rest, mean) in table {
        let rest = PartDef {
            rotation: rest,
            ..part("arm")
        };
        let mut puppet = Puppet::new(vec![rest], vec![to("a", a), to("b", b)]);
        let mut output = [on("a", of_a, 0.0), on("b", of_b, 0.0)];
        near_to(puppet.turn(&output), mean);
        output.reverse();
        near_to(puppet.turn(&output), mean);
    }
}

#[test]
fn r11_a_clip_that_does_not_turn_a_part_has_it_at_rest() {
    let spin = clip("spin", vec![turned(0, &[(0.0, 0.0), (1.0, 360.0)])]);
    let mut puppet = Puppet::new(vec![part("a")], vec![spin, clip("still", vec![])]);
    let both = |time, share: f64| [on("spin", share, time), on("still", 1.0 - share, 0.0)];
    // At 270 degrees rest is 90 ahead, not 270 back.
    near_to(puppet.turn(&both(0.75, 0.75)), 0.75 * 270.0 + 0.25 * 360.0);
    near_to(puppet.turn(&both(0.75, 0.25)), 0.25 * -90.0);
    near_to(puppet.turn(&both(0.25, 0.75)), 0.75 * 90.0);
}

#[test]
fn r11_under_a_sum_rotations_are_taken_from_rest() {
    // Both summed: 190 is -170 of rest.
    let table = [
        (190.0, 1.0, 20.0, 1.0, -150.0),
        (10.0, 1.0, 4.0, 1.0, 14.0),
        (170.0, 1.0, -170.0, 1.0, 0.0),
        (170.0, 1.0, 170.0, 1.0, 340.0),
        (710.0, 0.5, 20.0, 1.0, 15.0),
    ];
    for (a, of_a, b, of_b, turn) in table {
        let mut puppet = Puppet::new(vec![part("arm")], vec![to("a", a), to("b", b)]);
        let output = [on("a", of_a, 0.0).summed(), on("b", of_b, 0.0).summed()];
        near_to(puppet.turn(&output), turn);
        let same = output.map(|on| on.masked(&[0]));
        near_to(puppet.turn(&same), turn);
    }
    // A Transition between a Sum (a) and a clip (b): b is taken as near as can be to what the heavier a is then.
    let mut puppet = Puppet::new(vec![part("arm")], vec![to("a", 190.0), to("b", 100.0)]);
    near_to(
        puppet.turn(&[on("a", 0.75, 0.0).summed(), on("b", 0.25, 0.0)]),
        -0.75 * 170.0 - 0.25 * 260.0,
    );
}

#[test]
fn r11_a_mask_keeps_a_clip_to_its_parts() {
    let all = |name: &str, x: f64, turn: f64| {
        let both = |part| PartKeys {
            turns: keys(&[(0.0, turn)]),
            opacities: keys(&[(0.0, 0.5)]),
            ..moved(part, &[(0.0, (x, 0.0))])
        };
        clip(name, (0..3).map(both).collect())
    };
    let clips = vec![all("aim", 10.0, 170.0), all("walk", 4.0, -170.0)];
    let mut puppet = Puppet::new(vec![part("legs"), part("torso"), part("head")], clips);
    let mut by_part = |output: &[On]| -> Vec<[f32; 3]> {
        let parts = puppet.show(output).parts();
        parts
            .map(|part| [part.at.x, part.rotation, part.opacity])
            .collect()
    };
    let apart = [
        on("aim", 1.0, 0.0).masked(&[1, 2]),
        on("walk", 1.0, 0.0).masked(&[0]),
    ];
    assert_eq!(
        by_part(&apart),
        [[4.0, -170.0, 0.5], [10.0, 170.0, 0.5], [10.0, 170.0, 0.5]]
    );
    // The whole walk, and half of aim on the head: walk is the heavier there, and aim 20 degrees behind it.
    let over = [on("aim", 0.5, 0.0).masked(&[2]), on("walk", 1.0, 0.0)];
    assert_eq!(
        by_part(&over),
        [[4.0, -170.0, 0.5], [4.0, -170.0, 0.5], [9.0, -265.0, 0.25]]
    );
    // One clip by two masks weighs on each part what reaches it there.
    let twice = [
        on("walk", 0.25, 0.0).masked(&[0, 1]),
        on("walk", 0.5, 0.0).masked(&[1]),
    ];
    assert_eq!(
        by_part(&twice),
        [[1.0, -42.5, 0.875], [3.0, -127.5, 0.625], [0.0, 0.0, 1.0]]
    );
    // A mask without parts moves nothing.
    assert_eq!(
        by_part(&[on("aim", 1.0, 0.0).masked(&[])]),
        [[0.0, 0.0, 1.0]; 3]
    );
}

#[test]
fn r11_opacity_is_clamped_after_the_sum() {
    let fade = |name: &str, to: f64| {
        let fades = PartKeys {
            part: 0,
            opacities: keys(&[(0.0, to)]),
            ..PartKeys::default()
        };
        clip(name, vec![fades])
    };
    let clips = vec![fade("dim", 0.25), fade("gone", 0.0)];
    let mut puppet = Puppet::new(vec![part("a")], clips);
    let mut opacity = |dim: f64, gone: f64| {
        let output = [on("dim", dim, 0.0), on("gone", gone, 0.0)];
        puppet.part(&output, 0).opacity
    };
    // 1 - 0.75 - 1 is below 0.
    assert_eq!(
        (opacity(1.0, 1.0), opacity(1.0, 0.0), opacity(0.5, 0.0)),
        (0.0, 0.25, 0.625)
    );
}

#[test]
fn r11_many_keys_are_found_wherever_they_lie() {
    // Keys crowd at the start, stand alone at the end, and differ from part to part.
    let times = |part: usize| -> Vec<f64> {
        let crowd = (0..40).map(|i| f64::from(i) * 0.001 + part as f64 * 0.0001);
        crowd.chain([0.5, 0.9 + part as f64 * 0.01]).collect()
    };
    let line = |part: usize| {
        let of: Vec<(f64, f64)> = times(part).into_iter().map(|at| (at, at * 100.0)).collect();
        turned(part as u16, &of)
    };
    let parts = (0..7).map(|i| part(&format!("p{i}"))).collect();
    let mut puppet = Puppet::new(parts, vec![clip("a", (0..7).map(line).collect())]);
    for i in 0..=1000 {
        let time = f64::from(i) / 1000.0;
        let pose = puppet.show(&[on("a", 1.0, time)]);
        let turns: Vec<f32> = pose.parts().map(|part| part.rotation).collect();
        for (part, turn) in turns.into_iter().enumerate() {
            let times = times(part);
            let inside = time.clamp(times[0], times[times.len() - 1]);
            near_to(turn, inside as f32 * 100.0);
        }
    }
}
