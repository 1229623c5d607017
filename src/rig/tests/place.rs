//! Where parts come to lie: parents, paint order, and what lies between two poses.

use super::*;
use crate::geom::Transform;

/// Where the pixel (10, 0) of each part comes to lie, in paint order, as `part x y`, rounded.
fn placed(puppet: &Puppet, before: &Pose, fraction: f32) -> Vec<String> {
    let mut out = Vec::new();
    puppet.pose.place(&puppet.rig, before, fraction, &mut out);
    let told = |placed: &Placed| {
        let at = placed.transform.apply(Vec2::new(10.0, 0.0));
        let name = &puppet.rig.parts()[usize::from(placed.part)].name;
        format!("{name} {} {}", at.x.round() + 0.0, at.y.round() + 0.0)
    };
    out.iter().map(told).collect()
}

/// A torso with an arm at (0, -20), its hand at (10, 0) of it.
fn figure(clips: Vec<Clip>) -> Puppet {
    let child = |name: &str, parent, x, y| PartDef {
        parent: Some(parent),
        at: Vec2::new(x, y),
        ..part(name)
    };
    let parts = vec![
        part("torso"),
        child("arm", 0, 0.0, -20.0),
        child("hand", 1, 10.0, 0.0),
    ];
    Puppet::new(parts, clips)
}

/// What is keyed, and what comes of it.
type Case = (Vec<PartKeys>, [&'static str; 3]);

#[test]
fn parts_hang_on_their_parents() {
    let does = |part, turn: f64, by: f64| PartKeys {
        part,
        turns: keys(&[(0.0, turn)]),
        scales: keys(&[(0.0, (by, by))]),
        ..PartKeys::default()
    };
    let table: Vec<Case> = vec![
        (vec![], ["torso 10 0", "arm 10 -20", "hand 20 -20"]),
        // A quarter clockwise as seen: what looked right looks down.
        (
            vec![does(1, 90.0, 1.0)],
            ["torso 10 0", "arm 0 -10", "hand 0 0"],
        ),
        // The torso takes both along.
        (
            vec![does(0, 90.0, 1.0)],
            ["torso 0 10", "arm 20 10", "hand 20 20"],
        ),
        (
            vec![does(0, 90.0, 2.0)],
            ["torso 0 20", "arm 40 20", "hand 40 40"],
        ),
        (
            vec![does(0, -90.0, 1.0), does(1, 90.0, 1.0)],
            ["torso 0 -10", "arm -10 0", "hand 0 0"],
        ),
        (
            vec![does(1, 0.0, -1.0)],
            ["torso 10 0", "arm -10 -20", "hand -20 -20"],
        ),
    ];
    for (does, expected) in table {
        let mut puppet = figure(vec![clip("a", does)]);
        puppet.show(&[on("a", 1.0, 0.0)]);
        assert_eq!(placed(&puppet, &puppet.pose, 1.0), expected);
    }
}

#[test]
fn a_childs_opacity_is_its_parents_too() {
    let faint = |name: &str, parent| PartDef {
        parent,
        opacity: 0.5,
        ..part(name)
    };
    let parts = vec![
        faint("a", None),
        faint("b", Some(0)),
        faint("c", Some(1)),
        faint("d", None),
    ];
    let puppet = Puppet::new(parts, vec![]);
    let mut out = Vec::new();
    puppet.pose.place(&puppet.rig, &puppet.pose, 0.5, &mut out);
    let opacities: Vec<f32> = out.iter().map(|placed| placed.opacity).collect();
    assert_eq!(opacities, [0.5, 0.25, 0.125, 0.5]);
}

#[test]
fn paint_order_is_by_order_then_by_number() {
    let ordered = |name: &str, parent, order| PartDef {
        parent,
        order,
        ..part(name)
    };
    let parts = vec![
        ordered("a", None, 0.0),
        ordered("b", Some(0), -1.0),
        ordered("c", Some(1), 5.0),
        ordered("d", Some(2), 0.0),
        ordered("e", Some(0), -1.0),
    ];
    let puppet = Puppet::new(parts, vec![]);
    let mut out = Vec::new();
    puppet.pose.place(&puppet.rig, &puppet.pose, 1.0, &mut out);
    let parts: Vec<u16> = out.iter().map(|placed| placed.part).collect();
    assert_eq!(parts, [1, 4, 0, 3, 2]);
}

#[test]
fn between_two_poses_parts_go_evenly_and_turn_the_shorter_way() {
    // Rotation before and now, and at a quarter of the way.
    for (before, now, quarter) in [
        (0.0, 40.0, 10.0),
        (170.0, -150.0, 180.0),
        (-150.0, 170.0, -160.0),
        (0.0, 720.0, 0.0),
        (350.0, 10.0, 355.0),
        (0.0, 1000.0, -20.0),
    ] {
        let turns = |name: &str, to| clip(name, vec![turned(0, &[(0.0, to)])]);
        let mut puppet = Puppet::new(vec![part("a")], vec![turns("a", before), turns("b", now)]);
        let old = puppet.show(&[on("a", 1.0, 0.0)]).clone();
        puppet.show(&[on("b", 1.0, 0.0)]);
        let mut out = Vec::new();
        puppet.pose.place(&puppet.rig, &old, 0.25, &mut out);
        let at = out[0].transform.apply(Vec2::new(1.0, 0.0));
        let (sin, cos) = f32::to_radians(quarter).sin_cos();
        near_to(at.x, cos);
        near_to(at.y, sin);
    }
    let goes = PartKeys {
        scales: keys(&[(0.0, (1.0, 1.0)), (1.0, (3.0, -1.0))]),
        opacities: keys(&[(0.0, 1.0), (1.0, 0.5)]),
        ..moved(0, &[(0.0, (0.0, 0.0)), (1.0, (8.0, -4.0))])
    };
    let mut puppet = Puppet::new(vec![part("a")], vec![clip("a", vec![goes])]);
    let old = puppet.show(&[on("a", 1.0, 0.0)]).clone();
    puppet.show(&[on("a", 1.0, 1.0)]);
    let mut out = Vec::new();
    puppet.pose.place(&puppet.rig, &old, 0.25, &mut out);
    let Transform { a, d, e, f, .. } = out[0].transform;
    assert_eq!(
        ([a, d, e, f], out[0].opacity),
        ([1.5, 0.5, 2.0, -1.0], 0.875)
    );
}

#[test]
fn the_ends_of_a_way_are_the_poses_themselves() {
    let turns = clip(
        "a",
        vec![
            turned(0, &[(0.0, 0.1), (1.0, 299.7)]),
            turned(1, &[(0.3, 7.7)]),
        ],
    );
    let mut puppet = figure(vec![turns]);
    let old = puppet.show(&[on("a", 0.9, 0.1)]).clone();
    puppet.show(&[on("a", 0.7, 0.9)]);
    let place = |pose: &Pose, before: &Pose, fraction| {
        let mut out = Vec::new();
        pose.place(&puppet.rig, before, fraction, &mut out);
        out
    };
    let now = place(&puppet.pose, &puppet.pose, 1.0);
    let then = place(&old, &old, 1.0);
    assert_ne!(now, then);
    for (fraction, expected) in [
        (1.0, &now),
        (7.0, &now),
        (f32::NAN, &now),
        (0.0, &then),
        (-1.0, &then),
    ] {
        assert_eq!(
            &place(&puppet.pose, &old, fraction),
            expected,
            "at {fraction}"
        );
    }
    // A pose of another rig is no place to come from.
    let other = Pose::new(&Puppet::new(vec![part("x")], vec![]).rig);
    assert_eq!(place(&puppet.pose, &other, 0.0), now);
    assert_eq!(place(&other, &other, 0.0), []);
}

#[test]
fn a_part_beyond_all_numbers_is_left_out() {
    let huge = |name: String, parent| PartDef {
        parent,
        at: Vec2::new(1e6, 0.0),
        scale: Vec2::new(1e6, 1e6),
        ..part(&name)
    };
    let parts = (0..9_u16).map(|i| huge(format!("p{i}"), i.checked_sub(1)));
    let puppet = Puppet::new(parts.collect(), vec![]);
    let mut out = Vec::new();
    puppet.pose.place(&puppet.rig, &puppet.pose, 1.0, &mut out);
    assert!(!out.is_empty() && out.len() < 9, "{}", out.len());
}
