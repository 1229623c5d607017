//! What is refused when a rig is built, and what a rig tells.

use super::*;

#[test]
fn each_fault_of_a_rig_names_the_part() {
    type Change = fn(&mut Vec<PartDef>);
    let cases: [(&str, Change); 14] = [
        ("part \"head\" is given twice", |parts| {
            parts[2].name = "head".into();
        }),
        ("part \"head\": its parent is part number 2", |parts| {
            parts[1].parent = Some(2);
        }),
        ("part \"head\": its parent is part number 1", |parts| {
            parts[1].parent = Some(1);
        }),
        ("part \"torso\": its parent is part number 9", |parts| {
            parts[0].parent = Some(9);
        }),
        ("part \"arm\": at NaN is not finite", |parts| {
            parts[2].at.x = f32::NAN;
        }),
        ("part \"arm\": at inf is not finite", |parts| {
            parts[2].at.y = f32::INFINITY;
        }),
        ("part \"arm\": at 2000000 is beyond 1000000", |parts| {
            parts[2].at.y = 2e6;
        }),
        ("part \"arm\": rotation NaN", |parts| {
            parts[2].rotation = f32::NAN;
        }),
        ("part \"arm\": scale NaN", |parts| {
            parts[2].scale.x = f32::NAN;
        }),
        ("part \"arm\": scale -inf", |parts| {
            parts[2].scale.y = f32::NEG_INFINITY;
        }),
        ("part \"arm\": order NaN", |parts| parts[2].order = f32::NAN),
        ("part \"arm\": opacity NaN is not finite", |parts| {
            parts[2].opacity = f32::NAN;
        }),
        ("part \"arm\": opacity 1.5 is outside 0..1", |parts| {
            parts[2].opacity = 1.5;
        }),
        ("part \"arm\": opacity -0.5 is outside 0..1", |parts| {
            parts[2].opacity = -0.5;
        }),
    ];
    for (text, change) in cases {
        let mut parts = vec![part("torso"), part("head"), part("arm")];
        change(&mut parts);
        let fault = RigDef::new(parts, &ClipSet::default()).expect_err(text);
        assert!(fault.contains(text), "{text}: {fault}");
    }
    let clips = ClipSet::new(vec![clip("walk", vec![turned(3, &[(0.0, 1.0)])])]);
    let parts = vec![part("torso"), part("head"), part("arm")];
    let fault = RigDef::new(parts, &clips).expect_err("no part 3");
    assert_eq!(
        fault,
        "clip \"walk\" keys part number 3, and there are 3 parts, numbered from 0"
    );
    let many = (0..65_536).map(|i| part(&i.to_string())).collect();
    let fault = RigDef::new(many, &ClipSet::default()).expect_err("too many");
    assert_eq!(fault, "65536 parts: a rig has at most 65535");
}

#[test]
fn a_rig_finds_parts_by_name() {
    let puppet = Puppet::new(vec![part("torso"), part("head")], vec![]);
    let found = ["torso", "head", "tail"].map(|name| puppet.rig.part(name));
    assert_eq!(found, [Some(0), Some(1), None]);
    assert!(!puppet.rig.is_sprite());
    assert_eq!(puppet.rig.parts().len(), 2);
}

#[test]
fn a_rig_without_parts_or_clips_is_stepped() {
    let mut puppet = Puppet::new(vec![], vec![clip("a", vec![])]);
    puppet.show(&[on("a", 1.0, 0.5), on("a", 1.0, 0.5).masked(&[])]);
    assert_eq!(puppet.pose.parts().len(), 0);
    let clips = ClipSet::default();
    let rig = RigDef::sprite(&clips);
    let mut pose = Pose::new(&rig);
    pose.update(&rig, &clips, std::iter::empty());
    assert_eq!((pose.picture(0), pose.parts().len()), (None, 1));
}

#[test]
fn a_clip_the_rig_does_not_know_moves_nothing() {
    let clips = ClipSet::new(vec![clip("a", vec![moved(0, &[(0.0, (1.0, 1.0))])])]);
    let rig = RigDef::new(vec![part("a")], &ClipSet::default()).expect("a sound rig");
    let mut pose = Pose::new(&rig);
    let mut out = Vec::new();
    with_layers(&clips, &[on("a", 1.0, 0.0)], |layers| {
        pose.update(&rig, &clips, layers.iter().copied());
        Pose::mixed(&rig, &clips, layers.iter().copied(), 0, &mut out);
    });
    assert_eq!((pose, out), (Pose::new(&rig), vec![]));
}

#[test]
fn the_room_of_a_rig_grows_with_its_keys_and_no_faster() {
    // A key for each part at a time of its own is the worst case of the table of slices.
    let cost = |keys: usize, parts: usize| {
        let line = |part: usize| {
            let at = |i: usize| (i as f64 + part as f64 / parts as f64) / keys as f64;
            let of: Vec<(f64, f64)> = (0..keys).map(|i| (at(i), 1.0)).collect();
            turned(part as u16, &of)
        };
        let all = (0..parts).map(|i| part(&i.to_string())).collect();
        let puppet = Puppet::new(all, vec![clip("a", (0..parts).map(line).collect())]);
        let score = &puppet.rig.scores[0];
        score.cells.len() + score.slices.len()
    };
    for (keys, parts) in [(10, 10), (100, 10), (10, 300), (1, 100), (500, 2)] {
        // A key added at 0 for each part but one, and the last one twice; 2 slices for each, and one more a part.
        let most = 3 * (keys + 2) * parts + parts + 3;
        assert!(cost(keys, parts) <= most, "{keys} keys of {parts} parts");
    }
}

#[test]
fn a_pose_that_is_warmed_up_keeps_its_room() {
    let does = |name: &str| {
        clip(
            name,
            (0..3).map(|part| turned(part, &[(0.0, 1.0)])).collect(),
        )
    };
    let parts = ["a", "b", "c"].map(part).into();
    let mut puppet = Puppet::new(parts, vec![does("a"), does("b"), does("c")]);
    let output = [
        on("a", 0.5, 0.0),
        on("b", 0.25, 0.0).masked(&[1]),
        on("c", 0.25, 0.0),
    ];
    puppet.show(&output);
    let mut before = puppet.pose.clone();
    let room = (puppet.pose.room(), before.room());
    for shown in 0..3 {
        puppet.show(&output[shown..]);
        puppet.show(&output);
        before.clone_from(&puppet.pose);
    }
    assert_eq!((puppet.pose.room(), before.room()), room);
}
