//! The bones of a fighter: a pose (where hips, hands and feet are), its in-betweens, and the joints that follow from it.
//! Poses are written with x forward and y up, in pixels from the pivot between the feet; joints come out in cell pixels, y down.

use crate::geom::{P, mix, p};

/// Lengths of the bones and half widths, pixels.
#[derive(Clone, Copy)]
pub struct Build {
    pub thigh: f32,
    pub shin: f32,
    pub spine: f32,
    pub neck: f32,
    pub upper: f32,
    pub fore: f32,
    pub shoulders: f32,
    pub hips: f32,
}

/// A foot: the ball's place (y 0: on the ground) and how far the heel is raised, degrees (below 0: the toes are).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Foot {
    pub x: f32,
    pub y: f32,
    pub heel: f32,
}

pub const fn foot(x: f32, y: f32, heel: f32) -> Foot {
    Foot { x, y, heel }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Look {
    Calm,
    Fierce,
    Pain,
    Glad,
}

#[derive(Clone, Copy, Debug)]
pub struct Pose {
    pub hip: P,
    /// Of the lower spine from upright, degrees, forward positive; `bend` is added for the upper half.
    pub lean: f32,
    pub bend: f32,
    /// 1: the near shoulder (the viewer's side) is forward; -1: it is back.
    pub twist: f32,
    pub head: f32,
    /// Fists, from their own shoulders.
    pub near_hand: P,
    pub far_hand: P,
    pub near_foot: Foot,
    pub far_foot: Foot,
    pub look: Look,
}

impl Pose {
    /// The pose between two; the face changes half way.
    pub fn between(a: &Pose, b: &Pose, t: f32) -> Pose {
        let feet =
            |a: Foot, b: Foot| foot(mix(a.x, b.x, t), mix(a.y, b.y, t), mix(a.heel, b.heel, t));
        Pose {
            hip: a.hip.lerp(b.hip, t),
            lean: mix(a.lean, b.lean, t),
            bend: mix(a.bend, b.bend, t),
            twist: mix(a.twist, b.twist, t),
            head: mix(a.head, b.head, t),
            near_hand: arc(a.near_hand, b.near_hand, t),
            far_hand: arc(a.far_hand, b.far_hand, t),
            near_foot: swung(a, b, t),
            far_foot: feet(a.far_foot, b.far_foot),
            look: if t < 0.5 { a.look } else { b.look },
        }
    }
}

/// From one place to another round the shoulder, the shorter way: hands move in arcs.
fn arc(a: P, b: P, t: f32) -> P {
    let (from, to) = (a.y.atan2(a.x), b.y.atan2(b.x));
    let turn =
        (to - from + std::f32::consts::PI).rem_euclid(std::f32::consts::TAU) - std::f32::consts::PI;
    let (s, c) = (from + turn * t).sin_cos();
    p(c, s) * mix(a.len(), b.len(), t)
}

/// A foot that kicks swings round the hips; one near the ground goes straight.
fn swung(a: &Pose, b: &Pose, t: f32) -> Foot {
    let heel = mix(a.near_foot.heel, b.near_foot.heel, t);
    let (from, to) = (
        p(a.near_foot.x, a.near_foot.y),
        p(b.near_foot.x, b.near_foot.y),
    );
    let at = if from.y.min(to.y) < 20.0 {
        from.lerp(to, t)
    } else {
        a.hip.lerp(b.hip, t) + arc(from - a.hip, to - b.hip, t)
    };
    foot(at.x, at.y, heel)
}

/// Three joints of an arm or a leg.
#[derive(Clone, Copy, Debug)]
pub struct Limb {
    pub root: P,
    pub mid: P,
    pub end: P,
}

#[derive(Clone, Copy, Debug)]
pub struct Sole {
    pub heel: P,
    pub ball: P,
    pub toe: P,
}

#[derive(Clone, Copy, Debug)]
pub struct Joints {
    pub hip: P,
    pub waist: P,
    pub neck: P,
    pub head: P,
    /// Directions of head and chest: "up" along the bone.
    pub head_turn: f32,
    pub chest_turn: f32,
    pub twist: f32,
    pub near_arm: Limb,
    pub far_arm: Limb,
    pub near_leg: Limb,
    pub far_leg: Limb,
    pub near_sole: Sole,
    pub far_sole: Sole,
    pub look: Look,
    /// Height of the lower foot above the ground, and of the hips; for the shadow.
    pub air: f32,
}

const ANKLE: P = p(-8.0, 5.0);
const HEEL: P = p(-11.0, 0.0);
const TOE: P = p(5.5, 0.0);

/// Solves a pose. Feet on the ground stay exactly where the pose puts them: if a leg is too short for that, the hips come down.
pub fn solve(build: &Build, pose: &Pose, pivot: P) -> Joints {
    let (near_ankle, near_sole) = stand(pose.near_foot);
    let (far_ankle, far_sole) = stand(pose.far_foot);
    let mut hip = pose.hip;
    let near_root = |hip: P| hip + p(pose.twist * build.hips, -0.5);
    let far_root = |hip: P| hip + p(-pose.twist * build.hips, 0.5);
    let reach = (build.thigh + build.shin) * 0.995;
    for _ in 0..80 {
        let near_far = pose.near_foot.y < 0.5 && (near_ankle - near_root(hip)).len() > reach;
        let far_far = pose.far_foot.y < 0.5 && (far_ankle - far_root(hip)).len() > reach;
        if !near_far && !far_far {
            break;
        }
        hip.y -= 0.25;
    }

    let up = |degrees: f32| p(0.0, 1.0).turned(-degrees);
    let waist = hip + up(pose.lean) * (build.spine * 0.45);
    let chest_turn = pose.lean + pose.bend;
    let neck = waist + up(chest_turn) * (build.spine * 0.55);
    let head = neck + up((chest_turn + pose.head) * 0.5) * build.neck;
    let yoke = neck - up(chest_turn) * 4.5;
    let near_shoulder = yoke + p(pose.twist * build.shoulders, -1.0);
    let far_shoulder = yoke + p(-pose.twist * build.shoulders, 1.0);

    // Elbows point down and back; for a hand raised behind the shoulder that is the other side of the arm.
    let elbow = |hand: P| {
        if hand.x < -4.0 && hand.y > -2.0 {
            1.0
        } else {
            -1.0
        }
    };
    let arm = |root: P, hand: P| bend(root, root + hand, build.upper, build.fore, elbow(hand));
    let leg = |root: P, ankle: P| bend(root, ankle, build.thigh, build.shin, 1.0);
    let cell = |q: P| p(pivot.x + q.x, pivot.y - q.y);
    let limb = |l: Limb| Limb {
        root: cell(l.root),
        mid: cell(l.mid),
        end: cell(l.end),
    };
    let near_leg = leg(near_root(hip), near_ankle);
    let far_leg = leg(far_root(hip), far_ankle);
    Joints {
        hip: cell(hip),
        waist: cell(waist),
        neck: cell(neck),
        head: cell(head),
        head_turn: pose.head,
        chest_turn,
        twist: pose.twist,
        near_arm: limb(arm(near_shoulder, pose.near_hand)),
        far_arm: limb(arm(far_shoulder, pose.far_hand)),
        near_sole: shifted(near_sole, near_leg.end - near_ankle, cell),
        far_sole: shifted(far_sole, far_leg.end - far_ankle, cell),
        near_leg: limb(near_leg),
        far_leg: limb(far_leg),
        look: pose.look,
        air: pose.near_foot.y.min(pose.far_foot.y).max(0.0),
    }
}

/// A foot that could not be reached (only one in the air can be) goes with its ankle.
fn shifted(s: Sole, by: P, cell: impl Fn(P) -> P) -> Sole {
    Sole {
        heel: cell(s.heel + by),
        ball: cell(s.ball + by),
        toe: cell(s.toe + by),
    }
}

fn stand(f: Foot) -> (P, Sole) {
    let turn = |v: P| v.turned(-f.heel);
    let mut ball = p(f.x, f.y);
    if f.heel < 0.0 && f.y < 0.5 {
        // Toes up on the ground: the heel carries, so the ball rises.
        ball.y -= turn(HEEL).y;
    }
    // The toes of a foot whose heel is raised stay flat on the ground rather than going into it.
    let mut toe = ball
        + if f.heel > 0.0 && f.y < 0.5 {
            TOE
        } else {
            turn(TOE)
        };
    toe.y = toe.y.max(0.0);
    (
        ball + turn(ANKLE),
        Sole {
            heel: ball + turn(HEEL),
            ball,
            toe,
        },
    )
}

/// Two bones from `root` towards `goal`; `side` 1 bends to the left of that direction (y up), -1 to the right.
fn bend(root: P, goal: P, first: f32, second: f32, side: f32) -> Limb {
    let way = goal - root;
    let d = way
        .len()
        .clamp((first - second).abs() + 1.5, (first + second) * 0.998);
    let dir = way.unit();
    let along = (d * d + first * first - second * second) / (2.0 * d);
    let out = (first * first - along * along).max(0.0).sqrt();
    Limb {
        root,
        mid: root + dir * along + dir.side() * (out * side),
        end: root + dir * d,
    }
}
