//! Rule R12 as tables: which picture a part shows, when it changes, and what a
//! cross-fade draws.

use super::*;

/// Part 0 at rest shows 0; a, b and c show 1, 2 and 3 of it, "still" keys none.
fn puppet() -> Puppet {
    let rest = PartDef {
        picture: Some(PictureId(0)),
        ..part("head")
    };
    let shows = |name: &str, picture| clip(name, vec![pictured(0, &[(0.0, Some(picture))])]);
    let clips = vec![
        shows("a", 1),
        shows("b", 2),
        shows("c", 3),
        clip("still", vec![]),
    ];
    Puppet::new(vec![rest, part("plain")], clips)
}

#[test]
fn r12_the_heaviest_clips_picture_is_shown() {
    let table: [(&[(&'static str, f64)], u32); 12] = [
        (&[], 0),
        (&[("a", 1.0)], 1),
        (&[("a", 0.3), ("b", 0.7)], 2),
        (&[("b", 0.7), ("a", 0.3)], 2),
        // Of equal ones the first by name.
        (&[("b", 0.5), ("a", 0.5)], 1),
        // What is left of 1 is at rest, by a clip that keys nothing or by no clip.
        (&[("a", 0.4), ("still", 0.6)], 0),
        (&[("a", 0.6), ("still", 0.4)], 1),
        (&[("a", 0.4)], 0),
        (&[("a", 0.5), ("still", 0.5)], 1),
        // Three: rest is one of them.
        (&[("a", 0.3), ("b", 0.3), ("still", 0.4)], 0),
        // Under a Sum nothing is left for rest.
        (&[("still", 1.0), ("c", 1.0)], 3),
        (&[("a", 1.0), ("b", 1.0)], 1),
    ];
    for (output, picture) in table {
        let output: Vec<On> = output
            .iter()
            .map(|(name, weight)| on(name, *weight, 0.0))
            .collect();
        let mut puppet = puppet();
        puppet.show(&output);
        assert_eq!(
            puppet.pose.picture(0),
            Some(PictureId(picture)),
            "{output:?}"
        );
        assert_eq!(
            (puppet.pose.picture(1), puppet.pose.picture(2)),
            (None, None)
        );
    }
}

#[test]
fn r12_a_picture_changes_only_past_the_margin() {
    let mut puppet = puppet();
    let fades: [(f64, u32); 10] = [
        (0.0, 1),
        (0.5, 1),
        // b is 0.04 and exactly 0.05 above a: not enough.
        (0.52, 1),
        (0.525, 1),
        (0.53, 2),
        // And back again.
        (0.5, 2),
        (0.48, 2),
        (0.475, 2),
        (0.47, 1),
        (0.52, 1),
    ];
    for (b, picture) in fades {
        puppet.show(&[on("a", 1.0 - b, 0.0), on("b", b, 0.0)]);
        assert_eq!(puppet.pose.picture(0), Some(PictureId(picture)), "b at {b}");
    }
    // The one shown has left: the other shows at once, however light it is.
    puppet.show(&[on("b", 0.5, 0.0), on("still", 0.5, 0.0)]);
    assert_eq!(puppet.pose.picture(0), Some(PictureId(2)));
    // Rest is 0.04 above b, then 0.06.
    for (b, picture) in [(0.48, 2), (0.47, 0), (0.52, 0), (0.53, 2)] {
        puppet.show(&[on("b", b, 0.0)]);
        assert_eq!(puppet.pose.picture(0), Some(PictureId(picture)), "b at {b}");
    }
}

#[test]
fn r12_pictures_are_stepped_and_may_be_none() {
    let shows = clip(
        "a",
        vec![pictured(0, &[(0.2, Some(4)), (0.5, None), (0.75, Some(5))])],
    );
    let mut puppet = Puppet::new(vec![part("head")], vec![shows]);
    for (time, picture) in [
        (0.0, Some(4)),
        (0.2, Some(4)),
        (0.49, Some(4)),
        (0.5, None),
        (0.74, None),
        (0.75, Some(5)),
        (1.0, Some(5)),
    ] {
        puppet.show(&[on("a", 1.0, time)]);
        assert_eq!(puppet.pose.picture(0), picture.map(PictureId), "at {time}");
    }
}

#[test]
fn r12_masks_count_by_part() {
    let both = |name: &str, picture| {
        clip(
            name,
            (0..2)
                .map(|part| pictured(part, &[(0.0, Some(picture))]))
                .collect(),
        )
    };
    let rest = |name: &str| PartDef {
        picture: Some(PictureId(0)),
        ..part(name)
    };
    let clips = vec![both("a", 1), both("b", 2)];
    let mut puppet = Puppet::new(vec![rest("legs"), rest("head")], clips);
    let table: [(Vec<On>, [u32; 2]); 3] = [
        (
            vec![
                on("a", 1.0, 0.0).masked(&[0]),
                on("b", 1.0, 0.0).masked(&[1]),
            ],
            [1, 2],
        ),
        (vec![on("a", 1.0, 0.0).masked(&[0])], [1, 0]),
        // a reaches the legs by two ways.
        (
            vec![
                on("a", 0.4, 0.0).masked(&[0]),
                on("b", 0.6, 0.0),
                on("a", 0.4, 0.0).masked(&[0, 1]),
            ],
            [1, 2],
        ),
    ];
    for (output, pictures) in table {
        puppet.pose = Pose::new(&puppet.rig);
        puppet.show(&output);
        let found = [0, 1].map(|part| puppet.pose.picture(part).expect("a picture").0);
        assert_eq!(found, pictures, "{output:?}");
    }
}

#[test]
fn r12_a_sprites_picture_is_its_clips_frames() {
    let frames = |name: &str, first: u32| {
        Clip::new(ClipSpec {
            name: name.into(),
            frames: 2,
            pictures: vec![PictureId(first), PictureId(first + 1)],
            durations: Durations::Each(0.5),
            mode: Mode::Loop,
            ..ClipSpec::default()
        })
        .expect("a sound clip")
    };
    let clips = ClipSet::new(vec![frames("idle", 10), frames("walk", 20)]);
    let rig = RigDef::sprite(&clips);
    assert!(rig.is_sprite() && rig.parts().len() == 1);
    let pose = Pose::new(&rig);
    let mut puppet = Puppet { rig, clips, pose };
    assert_eq!(puppet.pose.picture(0), None);
    let table = [
        (1.0, 0.0, Some(10)),
        (1.0, 0.5, Some(11)),
        (0.5, 0.5, Some(11)),
        (0.4, 0.5, Some(20)),
        // Little weight is no reason to vanish.
        (0.0, 0.0, Some(20)),
    ];
    for (idle, time, picture) in table {
        let walk = if idle == 0.0 { 0.1 } else { 1.0 - idle };
        puppet.show(&[on("idle", idle, time), on("walk", walk, 0.25)]);
        assert_eq!(
            puppet.pose.picture(0),
            picture.map(PictureId),
            "idle {idle}"
        );
        assert_eq!(
            puppet.pose.parts().next(),
            Pose::new(&puppet.rig).parts().next()
        );
    }
    assert_eq!(
        puppet.mixed(&[on("idle", 0.25, 0.5), on("walk", 0.5, 0.0)], 0),
        [(11, 0.25), (20, 0.5)]
    );
    puppet.show(&[]);
    assert_eq!(puppet.pose.picture(0), None);
}

#[test]
fn r12_a_cross_fade_mixes_all_pictures() {
    type Case = (&'static [(&'static str, f64)], &'static [(u32, f32)]);
    let table: [Case; 7] = [
        (&[], &[(0, 1.0)]),
        (&[("a", 1.0)], &[(1, 1.0)]),
        (&[("b", 0.75), ("a", 0.25)], &[(1, 0.25), (2, 0.75)]),
        (&[("a", 0.25), ("still", 0.75)], &[(0, 0.75), (1, 0.25)]),
        (&[("a", 0.25), ("a", 0.25)], &[(0, 0.5), (1, 0.5)]),
        // A Sum's weights are taken together as 1.
        (&[("a", 1.0), ("b", 1.0)], &[(1, 0.5), (2, 0.5)]),
        (&[("a", 1.0), ("b", 0.0)], &[(1, 1.0)]),
    ];
    let puppet = puppet();
    for (output, expected) in table {
        let output: Vec<On> = output
            .iter()
            .map(|(name, weight)| on(name, *weight, 0.0))
            .collect();
        assert_eq!(puppet.mixed(&output, 0), expected, "{output:?}");
    }
    // Nothing is keyed of the other part, and there is no third.
    let output = [on("a", 1.0, 0.0)];
    assert_eq!(
        (puppet.mixed(&output, 1), puppet.mixed(&output, 2)),
        (vec![], vec![])
    );
    let masked = [
        on("a", 1.0, 0.0).masked(&[1]),
        on("b", 0.5, 0.0).masked(&[0]),
    ];
    assert_eq!(puppet.mixed(&masked, 0), [(0, 0.5), (2, 0.5)]);
    // A picture that is keyed to none leaves its weight to nothing.
    let none = clip("none", vec![pictured(0, &[(0.0, None)])]);
    let full = clip("full", vec![pictured(0, &[(0.0, Some(3))])]);
    let puppet = Puppet::new(vec![part("head")], vec![none, full]);
    let half = [on("none", 0.5, 0.0), on("full", 0.5, 0.0)];
    assert_eq!(puppet.mixed(&half, 0), [(3, 0.5)]);
}
