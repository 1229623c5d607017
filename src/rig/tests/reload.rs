//! Rule L2 for poses: another version of a rig.

use super::*;

#[test]
fn l2_parts_by_name_keep_how_they_stand() {
    let does = |part, x| PartKeys {
        turns: keys(&[(0.0, x)]),
        scales: keys(&[(0.0, (x, x))]),
        opacities: keys(&[(0.0, 0.5)]),
        ..moved(part, &[(0.0, (x, -x))])
    };
    let mut old = Puppet::new(
        vec![part("a"), part("gone"), part("b")],
        vec![clip("walk", vec![does(0, 2.0), does(1, 3.0), does(2, 4.0)])],
    );
    old.show(&[on("walk", 1.0, 0.0)]);
    let fresh = PartDef {
        rotation: 9.0,
        ..part("new")
    };
    let new = Puppet::new(vec![part("b"), fresh, part("a")], vec![]);
    let pose = old.pose.reloaded(&old.rig, &new.rig);
    let (was, now): (Vec<_>, Vec<_>) = (old.pose.parts().collect(), pose.parts().collect());
    let rest = Pose::new(&new.rig).parts().nth(1).expect("a part");
    assert_eq!(now, [was[2], rest, was[0]]);
    assert_eq!(
        old.pose
            .reloaded(&old.rig, &old.rig)
            .parts()
            .collect::<Vec<_>>(),
        was
    );
}

#[test]
fn l2_a_picture_that_is_shown_goes_on_being_shown() {
    let shows = |name: &str, picture| clip(name, vec![pictured(0, &[(0.0, Some(picture))])]);
    let mut old = Puppet::new(vec![part("a")], vec![shows("b", 1), shows("c", 2)]);
    old.show(&[on("b", 0.0, 0.0), on("c", 1.0, 0.0)]);
    // A clip more, so that the numbers of clips and pictures change; c is shown, and b not heavier by the margin.
    let clips = || vec![shows("a", 1), shows("b", 2), shows("c", 3)];
    let mut new = Puppet::new(vec![part("a")], clips());
    let output = [on("b", 0.52, 0.0), on("c", 0.48, 0.0)];
    new.pose = old.pose.reloaded(&old.rig, &new.rig);
    new.show(&output);
    assert_eq!(new.pose.picture(0), Some(PictureId(3)));
    // Without the reload b would have been first.
    let mut fresh = Puppet::new(vec![part("a")], clips());
    fresh.show(&output);
    assert_eq!(fresh.pose.picture(0), Some(PictureId(2)));
    // The clip is gone: the heaviest of the others.
    let mut less = Puppet::new(vec![part("a")], vec![shows("a", 1), shows("b", 2)]);
    less.pose = old.pose.reloaded(&old.rig, &less.rig);
    less.show(&[on("a", 0.52, 0.0), on("b", 0.48, 0.0)]);
    assert_eq!(less.pose.picture(0), Some(PictureId(1)));
}

#[test]
fn a_pose_of_another_rig_begins_anew() {
    let mut puppet = Puppet::new(vec![part("a"), part("b")], vec![]);
    puppet.pose = Pose::default();
    puppet.show(&[]);
    assert_eq!(puppet.pose, Pose::new(&puppet.rig));
}
