//! Rules R11 and R12 over a tree that is stepped: the same pose (1e-4) at the same time, whatever the steps.

use super::rules::{choice, close, show, steps, tree_of};
use super::*;
use crate::clip::{Ease, Key, PartKeys};
use crate::geom::Vec2;
use crate::rig::{PartDef, Pose, RigDef};

fn key<T>(time: f64, value: T) -> Key<T> {
    Key {
        time,
        value,
        ease: Ease::Linear,
    }
}

/// A loop of a second that moves its one part from 0 to `far` and turns it from 0 to `turn`, showing `picture`.
fn moving(name: &str, far: f64, turn: f64, picture: u32) -> Clip {
    let keys = PartKeys {
        part: 0,
        moves: vec![key(0.0, (0.0, 0.0)), key(1.0, (far, -far))],
        turns: vec![key(0.0, 0.0), key(1.0, turn)],
        pictures: vec![Key {
            time: 0.0,
            value: Some(PictureId(picture)),
            ease: Ease::Step,
        }],
        ..PartKeys::default()
    };
    let spec = ClipSpec {
        name: name.into(),
        frames: 1,
        durations: Durations::Total(1.0),
        keys: vec![keys],
        ..ClipSpec::default()
    };
    Clip::new(spec).expect("a sound clip")
}

fn rig(clips: &ClipSet) -> RigDef {
    let part = PartDef {
        name: "part".into(),
        parent: None,
        at: Vec2::new(10.0, 0.0),
        rotation: 0.0,
        scale: Vec2::new(1.0, 1.0),
        opacity: 1.0,
        order: 0.0,
        picture: None,
    };
    RigDef::new(vec![part], clips).expect("a sound rig")
}

/// From `a` to `b` in half a second from 0.5 s on. Weight of b, place and turn by hand: a is at t along its second and goes
/// on, b starts at 0.5.
#[test]
fn r11_a_fade_gives_the_same_pose_at_any_steps() {
    // time, x, turn: rest 10 + (1 - w) * 100 t + w * 40 (t - 0.5); turns likewise of 90 and 60.
    let table = [
        (0.3, 40.0, 27.0),
        (0.5, 60.0, 45.0),
        (
            0.75,
            10.0 + 0.5 * 75.0 + 0.5 * 10.0,
            0.5 * 67.5 + 0.5 * 15.0,
        ),
        (0.9, 10.0 + 0.2 * 90.0 + 0.8 * 16.0, 0.2 * 81.0 + 0.8 * 24.0),
        (1.0, 30.0, 30.0),
        (1.2, 38.0, 42.0),
    ];
    for dt in steps() {
        let clips = ClipSet::new(vec![
            moving("a", 100.0, 90.0, 1),
            moving("b", 40.0, 60.0, 2),
        ]);
        let rig = rig(&clips);
        let mut pose = Pose::new(&rig);
        let blocks = vec![
            show(ClipId(0), 1.0),
            show(ClipId(1), 1.0),
            choice(&[0, 1], 0, 0.5),
        ];
        let mut actor = tree_of(clips, blocks);
        let half = tenths(5);
        for (time, x, turn) in table {
            let end = Time::from_millis((time * 1000.0) as i64);
            if end > half && actor.now <= half {
                actor.until(half, dt);
                actor.state.set(&actor.def, ParamId(0), 1.0);
            }
            actor.until(end, dt);
            pose.update(&rig, &actor.clips, actor.state.layers(&actor.def));
            let part = pose.parts().next().expect("a part");
            assert!(close(f64::from(part.at.x), x), "{dt:?} at {time}: {part:?}");
            assert!(
                close(f64::from(part.at.y), 10.0 - x),
                "{dt:?} at {time}: {part:?}"
            );
            assert!(
                close(f64::from(part.rotation), turn),
                "{dt:?} at {time}: {part:?}"
            );
        }
    }
}

/// The picture goes over when the other clip is more than 0.05 heavier, seen at the first step after that.
#[test]
fn r12_the_picture_goes_over_past_the_margin_at_any_steps() {
    for dt in steps() {
        let clips = ClipSet::new(vec![moving("a", 0.0, 0.0, 1), moving("b", 0.0, 0.0, 2)]);
        let rig = rig(&clips);
        let mut pose = Pose::new(&rig);
        let blocks = vec![
            show(ClipId(0), 1.0),
            show(ClipId(1), 1.0),
            choice(&[0, 1], 0, 1.0),
        ];
        let mut actor = tree_of(clips, blocks);
        actor.until(tenths(10), dt);
        actor.state.set(&actor.def, ParamId(0), 1.0);
        while actor.now < tenths(25) {
            actor.step(dt);
            pose.update(&rig, &actor.clips, actor.state.layers(&actor.def));
            // Of a second's fade, 0.525 past: .475 against .525.
            let past = (actor.now - tenths(10)).seconds();
            let shown = pose.picture(0);
            assert_eq!(
                shown,
                Some(PictureId(if past > 0.525 { 2 } else { 1 })),
                "{dt:?} at {past}"
            );
        }
    }
}
