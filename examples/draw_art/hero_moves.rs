//! The hero's poses: light on the feet, low guard, a lead jab, a leaping overhand and a high kick with the rear leg.

use crate::geom::p;
use crate::moves::{Gait, Move, Streak, beat, breathing, swish, walking};
use crate::skeleton::{Build, Look, Pose, foot};

pub const BUILD: Build =
    Build { thigh: 22.0, shin: 22.0, spine: 28.0, neck: 9.5, upper: 15.5, fore: 15.5, shoulders: 5.5, hips: 2.5 };

pub const GUARD: Pose = Pose {
    hip: p(-2.0, 39.0),
    lean: 7.0,
    bend: 5.0,
    twist: -0.9,
    head: 0.0,
    near_hand: p(12.0, -1.0),
    far_hand: p(17.0, 3.0),
    near_foot: foot(-11.0, 0.0, 14.0),
    far_foot: foot(18.0, 0.0, 0.0),
    look: Look::Calm,
};

pub fn moves() -> Vec<Move> {
    vec![breathing(&GUARD, 0.12, 1.2), walk(), punch(), heavy(), kick(), hurt(), dodge(), win(), down(), rise()]
}

fn walk() -> Move {
    walking(&GUARD, &Gait {
        pace: 8.0,
        time: 1.0 / 15.0,
        height: 41.0,
        bounce: 1.6,
        lift: 9.0,
        lean: 11.0,
        near_arm: p(4.0, -14.0),
        far_arm: p(9.0, -10.0),
        swing: p(12.0, 5.0),
        twist: -0.2,
        sway: 0.6,
    })
}

fn punch() -> Move {
    use Streak::FarHand;
    let fierce = Pose { look: Look::Fierce, ..GUARD };
    Move::new("punch", vec![
        beat(0.07, Pose { hip: p(-6.0, 37.5), lean: -3.0, bend: -3.0, twist: -0.1, head: 4.0, far_hand: p(2.0, -3.0), near_hand: p(9.0, -1.0), ..fierce }),
        swish(0.03, FarHand, Pose { hip: p(4.0, 38.5), lean: 12.0, twist: -1.0, far_hand: p(25.0, 2.0), far_foot: foot(25.0, 3.0, -12.0), near_foot: foot(-11.0, 0.0, 26.0), ..fierce }),
        swish(0.05, FarHand, Pose { hip: p(9.0, 36.5), lean: 19.0, bend: 6.0, twist: -1.4, head: 4.0, far_hand: p(31.0, 1.0), near_hand: p(9.0, 0.0), far_foot: foot(28.0, 0.0, 0.0), near_foot: foot(-11.0, 0.0, 36.0), ..fierce }),
        beat(0.12, Pose { hip: p(11.0, 35.5), lean: 21.0, bend: 7.0, twist: -1.5, head: 5.0, far_hand: p(31.0, 0.0), near_hand: p(8.0, -1.0), far_foot: foot(28.0, 0.0, 0.0), near_foot: foot(-11.0, 0.0, 38.0), ..fierce }),
        beat(0.06, Pose { hip: p(5.0, 37.5), lean: 12.0, twist: -1.1, far_hand: p(17.0, -3.0), far_foot: foot(24.0, 3.0, -8.0), near_foot: foot(-11.0, 0.0, 24.0), ..fierce }),
        beat(0.08, Pose { hip: p(-3.5, 38.2), lean: 4.0, bend: 3.0, far_hand: p(15.0, 2.0), ..GUARD }),
    ])
    .touching(3, FarHand)
}

fn heavy() -> Move {
    use Streak::NearHand;
    let f = Pose { look: Look::Fierce, ..GUARD };
    Move::new("heavy", vec![
        beat(0.06, Pose { hip: p(-3.0, 35.5), lean: 10.0, twist: -0.8, near_hand: p(4.0, -14.0), far_hand: p(18.0, -2.0), ..f }),
        beat(0.07, Pose { hip: p(-11.0, 37.0), lean: -10.0, bend: -6.0, twist: -1.3, near_hand: p(-18.0, -10.0), far_hand: p(22.0, 4.0), far_foot: foot(14.0, 4.0, 10.0), near_foot: foot(-11.0, 0.0, 4.0), ..f }),
        beat(0.17, Pose { hip: p(-14.0, 36.5), lean: -19.0, bend: -9.0, twist: -1.5, head: -4.0, near_hand: p(-27.0, 4.0), far_hand: p(25.0, 8.0), far_foot: foot(10.0, 13.0, -20.0), near_foot: foot(-11.0, 0.0, 0.0), ..f }),
        swish(0.04, NearHand, Pose { hip: p(-3.0, 42.0), lean: -2.0, bend: -4.0, twist: -0.8, near_hand: p(-14.0, 25.0), far_hand: p(24.0, 2.0), far_foot: foot(26.0, 10.0, -25.0), near_foot: foot(-11.0, 0.0, 34.0), ..f }),
        swish(0.03, NearHand, Pose { hip: p(12.0, 39.0), lean: 18.0, bend: 6.0, twist: 0.5, near_hand: p(17.0, 24.0), far_hand: p(12.0, -12.0), far_foot: foot(36.0, 4.0, -20.0), near_foot: foot(-10.0, 0.0, 54.0), ..f }),
        swish(0.06, NearHand, Pose { hip: p(18.0, 33.0), lean: 28.0, bend: 9.0, twist: 1.3, head: 8.0, near_hand: p(30.5, 1.0), far_hand: p(-4.0, -12.0), far_foot: foot(39.0, 0.0, 0.0), near_foot: foot(-10.0, 0.0, 58.0), ..f }),
        beat(0.19, Pose { hip: p(20.0, 30.5), lean: 33.0, bend: 10.0, twist: 1.4, head: 10.0, near_hand: p(29.5, -7.0), far_hand: p(-9.0, -10.0), far_foot: foot(39.0, 0.0, 0.0), near_foot: foot(-10.0, 0.0, 60.0), ..f }),
        beat(0.07, Pose { hip: p(17.0, 32.5), lean: 24.0, bend: 6.0, twist: 0.6, near_hand: p(20.0, -12.0), far_hand: p(2.0, -12.0), far_foot: foot(39.0, 0.0, 0.0), near_foot: foot(-10.0, 0.0, 50.0), ..f }),
        beat(0.07, Pose { hip: p(7.0, 37.0), lean: 9.0, twist: -0.4, near_hand: p(13.0, -8.0), far_hand: p(12.0, -3.0), far_foot: foot(29.0, 5.0, -10.0), near_foot: foot(-11.0, 0.0, 26.0), ..GUARD }),
        beat(0.09, Pose { hip: p(-4.0, 37.8), lean: 3.0, bend: 3.0, near_hand: p(12.0, -4.0), far_hand: p(15.0, 0.0), ..GUARD }),
    ])
    .touching(6, NearHand)
}

fn kick() -> Move {
    use Streak::NearFoot;
    let f = Pose { look: Look::Fierce, ..GUARD };
    let on = |heel: f32| foot(18.0, 0.0, heel);
    Move::new("kick", vec![
        beat(0.05, Pose { hip: p(-4.0, 35.0), lean: 12.0, near_hand: p(10.0, -6.0), far_hand: p(14.0, -2.0), near_foot: foot(-11.0, 0.0, 24.0), ..f }),
        beat(0.05, Pose { hip: p(4.0, 40.0), lean: 4.0, twist: -0.2, near_hand: p(8.0, -8.0), near_foot: foot(4.0, 15.0, 50.0), ..f }),
        beat(0.09, Pose { hip: p(7.0, 43.0), lean: -10.0, bend: 2.0, twist: 0.5, near_hand: p(-9.0, -13.0), far_hand: p(16.0, 3.0), near_foot: foot(25.0, 33.0, 40.0), far_foot: on(4.0), ..f }),
        swish(0.03, NearFoot, Pose { hip: p(12.0, 43.0), lean: -18.0, twist: 0.6, near_hand: p(-6.0, -12.0), far_hand: p(14.0, 3.0), near_foot: foot(50.0, 50.0, 0.0), far_foot: on(10.0), ..f }),
        swish(0.05, NearFoot, Pose { hip: p(16.0, 43.5), lean: -30.0, bend: -2.0, twist: 0.7, head: -4.0, near_hand: p(-20.0, -9.0), far_hand: p(15.0, 4.0), near_foot: foot(68.0, 65.0, -18.0), far_foot: on(16.0), ..f }),
        beat(0.14, Pose { hip: p(17.0, 44.0), lean: -35.0, bend: -3.0, twist: 0.8, head: -6.0, near_hand: p(-23.0, -6.0), far_hand: p(14.0, 6.0), near_foot: foot(69.0, 69.0, -22.0), far_foot: on(18.0), ..f }),
        beat(0.06, Pose { hip: p(8.0, 42.5), lean: -14.0, twist: 0.6, near_hand: p(-8.0, -14.0), far_hand: p(16.0, 2.0), near_foot: foot(29.0, 36.0, 34.0), far_foot: on(6.0), ..f }),
        beat(0.06, Pose { hip: p(3.0, 39.0), lean: 2.0, twist: -0.2, near_hand: p(10.0, -8.0), near_foot: foot(2.0, 13.0, 40.0), ..f }),
        beat(0.08, Pose { hip: p(-3.0, 37.0), lean: 10.0, bend: 5.0, near_hand: p(12.0, -4.0), far_hand: p(16.0, 0.0), ..GUARD }),
    ])
    .touching(5, NearFoot)
}

fn hurt() -> Move {
    let f = Pose { look: Look::Pain, ..GUARD };
    Move::new("hurt", vec![
        beat(0.06, Pose { hip: p(-8.0, 38.0), lean: -12.0, bend: -20.0, head: -34.0, twist: -0.2, near_hand: p(17.0, -10.0), far_hand: p(21.0, -2.0), near_foot: foot(-19.0, 4.0, 16.0), far_foot: foot(18.0, 0.0, -8.0), ..f }),
        beat(0.13, Pose { hip: p(-15.0, 37.0), lean: -22.0, bend: -16.0, head: -30.0, twist: 0.2, near_hand: p(13.0, -18.0), far_hand: p(20.0, -13.0), near_foot: foot(-28.0, 0.0, 6.0), far_foot: foot(18.0, 0.0, -24.0), ..f }),
        beat(0.08, Pose { hip: p(-12.0, 34.0), lean: 0.0, bend: 8.0, head: 8.0, twist: -0.2, near_hand: p(8.0, -20.0), far_hand: p(12.0, -18.0), near_foot: foot(-28.0, 0.0, 12.0), far_foot: foot(18.0, 0.0, 0.0), ..f }),
        beat(0.08, Pose { hip: p(-6.0, 35.5), lean: 14.0, bend: 10.0, head: 12.0, twist: -0.6, near_hand: p(10.0, -11.0), far_hand: p(14.0, -8.0), near_foot: foot(-20.0, 4.0, 24.0), ..f }),
        beat(0.09, Pose { hip: p(-2.0, 38.0), lean: 10.0, bend: 6.0, near_hand: p(12.0, -4.0), far_hand: p(16.0, 0.0), ..GUARD }),
    ])
}

fn dodge() -> Move {
    let f = GUARD;
    Move::new("dodge", vec![
        beat(0.04, Pose { hip: p(1.0, 33.0), lean: 18.0, head: 4.0, near_hand: p(8.0, -10.0), far_hand: p(12.0, -8.0), near_foot: foot(-11.0, 0.0, 26.0), far_foot: foot(18.0, 0.0, 6.0), ..f }),
        beat(0.05, Pose { hip: p(-13.0, 42.0), lean: -8.0, bend: -6.0, head: -2.0, near_hand: p(10.0, -16.0), far_hand: p(20.0, -8.0), near_foot: foot(-27.0, 6.0, 30.0), far_foot: foot(5.0, 3.0, 46.0), ..f }),
        beat(0.10, Pose { hip: p(-25.0, 46.0), lean: -22.0, bend: -12.0, head: -8.0, near_hand: p(10.0, -20.0), far_hand: p(22.0, -6.0), near_foot: foot(-37.0, 11.0, 20.0), far_foot: foot(-6.0, 14.0, 8.0), ..f }),
        beat(0.11, Pose { hip: p(-27.0, 33.0), lean: 12.0, bend: 8.0, head: 2.0, near_hand: p(9.0, -8.0), far_hand: p(16.0, -4.0), near_foot: foot(-40.0, 0.0, 16.0), far_foot: foot(-9.0, 0.0, 0.0), ..f }),
        beat(0.05, Pose { hip: p(-14.0, 42.0), lean: 20.0, bend: 6.0, near_hand: p(6.0, -14.0), far_hand: p(12.0, -10.0), near_foot: foot(-28.0, 4.0, 50.0), far_foot: foot(8.0, 8.0, 0.0), ..f }),
        beat(0.06, Pose { hip: p(0.0, 34.0), lean: 16.0, bend: 6.0, head: 3.0, near_hand: p(11.0, -6.0), far_hand: p(16.0, -3.0), ..f }),
        beat(0.08, Pose { hip: p(-2.0, 38.0), lean: 6.0, bend: 4.0, near_hand: p(12.0, -2.0), far_hand: p(17.0, 2.0), ..f }),
    ])
}

fn win() -> Move {
    let f = Pose { look: Look::Glad, twist: -0.3, bend: 0.0, near_foot: foot(-10.0, 0.0, 0.0), far_foot: foot(13.0, 0.0, 0.0), ..GUARD };
    let apart = (foot(-13.0, 10.0, 46.0), foot(10.0, 14.0, 30.0));
    Move::new("win", vec![
        beat(0.13, Pose { hip: p(0.0, 32.0), lean: 16.0, bend: 8.0, head: 8.0, near_hand: p(-6.0, -20.0), far_hand: p(8.0, -18.0), ..f }),
        beat(0.05, Pose { hip: p(0.5, 45.0), lean: 2.0, head: -8.0, near_hand: p(20.0, -4.0), far_hand: p(14.0, -14.0), near_foot: foot(-10.0, 0.0, 42.0), far_foot: foot(13.0, 0.0, 38.0), ..f }),
        beat(0.09, Pose { hip: p(1.0, 55.0), lean: -6.0, bend: -4.0, head: -18.0, near_hand: p(17.0, 24.0), far_hand: p(-8.0, -16.0), near_foot: apart.0, far_foot: apart.1, ..f }),
        beat(0.11, Pose { hip: p(1.0, 58.0), lean: -9.0, bend: -5.0, head: -22.0, near_hand: p(13.0, 27.5), far_hand: p(-12.0, -12.0), near_foot: foot(-14.0, 12.0, 56.0), far_foot: foot(9.0, 18.0, 40.0), ..f }),
        beat(0.08, Pose { hip: p(0.5, 46.0), lean: -2.0, head: -10.0, near_hand: p(18.0, 22.0), far_hand: p(2.0, -20.0), near_foot: foot(-10.0, 2.0, 34.0), far_foot: foot(13.0, 3.0, 20.0), ..f }),
        beat(0.09, Pose { hip: p(0.0, 33.0), lean: 13.0, bend: 4.0, head: 4.0, near_hand: p(20.0, -6.0), far_hand: p(12.0, -16.0), ..f }),
    ])
    .looping()
}

fn down() -> Move {
    let f = Pose { look: Look::Pain, twist: 0.0, ..GUARD };
    Move::new("down", vec![
        beat(0.06, Pose { hip: p(-9.0, 39.0), lean: -16.0, bend: -22.0, head: -42.0, near_hand: p(18.0, -9.0), far_hand: p(23.0, -2.0), near_foot: foot(-16.0, 2.0, 14.0), far_foot: foot(16.0, 3.0, -14.0), ..f }),
        beat(0.08, Pose { hip: p(-15.0, 41.0), lean: -40.0, bend: -14.0, head: -56.0, near_hand: p(20.0, 8.0), far_hand: p(25.0, 14.0), near_foot: foot(-4.0, 9.0, 10.0), far_foot: foot(17.0, 19.0, -26.0), ..f }),
        beat(0.08, Pose { hip: p(-19.0, 36.0), lean: -66.0, bend: -8.0, head: -74.0, near_hand: p(10.0, 24.0), far_hand: p(17.0, 24.0), near_foot: foot(10.0, 24.0, -30.0), far_foot: foot(18.0, 44.0, -50.0), ..f }),
        beat(0.1, Pose { hip: p(-20.0, 22.0), lean: -84.0, bend: -8.0, head: -84.0, near_hand: p(2.0, 25.0), far_hand: p(10.0, 26.0), near_foot: foot(15.0, 30.0, -50.0), far_foot: foot(12.0, 50.0, -66.0), ..f }),
        beat(0.1, Pose { hip: p(-19.0, 10.0), lean: -86.0, bend: -2.0, head: -62.0, near_hand: p(18.0, 8.0), far_hand: p(-14.0, 18.0), near_foot: foot(17.0, 25.0, -60.0), far_foot: foot(10.0, 38.0, -70.0), ..f }),
        beat(0.12, Pose { hip: p(-21.0, 13.0), lean: -80.0, bend: -6.0, head: -86.0, near_hand: p(23.0, 0.0), far_hand: p(-18.0, 12.0), near_foot: foot(21.0, 12.0, -70.0), far_foot: foot(14.0, 20.0, -50.0), ..f }),
        beat(0.14, Pose { hip: p(-21.0, 9.5), lean: -86.0, bend: 0.0, head: -80.0, near_hand: p(23.0, -4.0), far_hand: p(-22.0, 4.0), near_foot: foot(24.0, 0.0, -70.0), far_foot: foot(10.0, 2.0, -4.0), ..f }),
        beat(0.2, Pose { hip: p(-21.0, 9.0), lean: -86.0, bend: 0.0, head: -84.0, near_hand: p(26.0, -4.5), far_hand: p(-22.0, 2.0), near_foot: foot(25.0, 0.0, -62.0), far_foot: foot(8.0, 0.0, 0.0), ..f }),
    ])
}

fn rise() -> Move {
    let f = Pose { twist: -0.2, ..GUARD };
    let ache = Pose { look: Look::Pain, ..f };
    Move::new("rise", vec![
        beat(0.12, Pose { hip: p(-18.0, 9.0), lean: -66.0, bend: 16.0, head: -34.0, near_hand: p(-4.0, -17.0), far_hand: p(14.0, -9.0), near_foot: foot(22.0, 0.0, -40.0), far_foot: foot(8.0, 0.0, 0.0), ..ache }),
        beat(0.12, Pose { hip: p(-13.0, 10.0), lean: -26.0, bend: 24.0, head: 2.0, near_hand: p(-10.0, -25.0), far_hand: p(18.0, -10.0), near_foot: foot(9.0, 0.0, 0.0), far_foot: foot(15.0, 0.0, 0.0), ..ache }),
        beat(0.1, Pose { hip: p(-15.0, 18.0), lean: 26.0, bend: 16.0, head: 16.0, near_hand: p(4.0, -26.0), far_hand: p(16.0, -20.0), near_foot: foot(-15.0, 0.0, 44.0), far_foot: foot(15.0, 0.0, 0.0), ..f }),
        beat(0.1, Pose { hip: p(-7.0, 25.0), lean: 30.0, bend: 8.0, head: 10.0, near_hand: p(2.0, -22.0), far_hand: p(13.0, -16.0), near_foot: foot(-14.0, 0.0, 50.0), far_foot: foot(18.0, 0.0, 0.0), ..f }),
        beat(0.09, Pose { hip: p(-3.0, 33.0), lean: 19.0, bend: 6.0, head: 4.0, twist: -0.6, near_hand: p(9.0, -14.0), far_hand: p(15.0, -8.0), near_foot: foot(-11.0, 0.0, 30.0), ..f }),
        beat(0.09, Pose { hip: p(-2.0, 37.5), lean: 10.0, bend: 6.0, head: 1.0, near_hand: p(12.0, -4.0), far_hand: p(16.0, 0.0), ..GUARD }),
    ])
    .after(down().beats)
}
