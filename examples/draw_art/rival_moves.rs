//! The rival's poses: heavy, wide and upright; a reverse punch from the hip, a stamping hammer blow and a front kick.

use crate::geom::p;
use crate::moves::{Gait, Move, Streak, beat, breathing, swish, walking};
use crate::skeleton::{Build, Look, Pose, foot};

pub const BUILD: Build =
    Build { thigh: 21.5, shin: 21.0, spine: 30.0, neck: 11.0, upper: 16.0, fore: 15.0, shoulders: 10.0, hips: 5.0 };

pub const GUARD: Pose = Pose {
    hip: p(-2.0, 38.0),
    lean: 2.0,
    bend: 4.0,
    twist: -0.9,
    head: 2.0,
    near_hand: p(7.0, -15.0),
    far_hand: p(20.0, 0.0),
    near_foot: foot(-15.0, 0.0, 4.0),
    far_foot: foot(24.0, 0.0, 0.0),
    look: Look::Calm,
};

pub fn moves() -> Vec<Move> {
    vec![breathing(&GUARD, 0.14, 1.3), walk(), punch(), heavy(), kick(), hurt(), dodge(), win(), down(), rise()]
}

fn walk() -> Move {
    walking(&GUARD, &Gait {
        pace: 7.0,
        time: 1.0 / 13.0,
        height: 40.0,
        bounce: 1.8,
        lift: 7.0,
        lean: 4.0,
        near_arm: p(3.0, -19.0),
        far_arm: p(8.0, -17.0),
        swing: p(12.0, 6.0),
        twist: -0.35,
        sway: 0.5,
    })
}

fn punch() -> Move {
    use Streak::NearHand;
    let f = Pose { look: Look::Fierce, ..GUARD };
    Move::new("punch", vec![
        beat(0.09, Pose { hip: p(-6.0, 36.5), lean: -6.0, bend: -4.0, twist: -1.3, head: 4.0, near_hand: p(-9.0, -14.0), far_hand: p(23.0, 5.0), ..f }),
        beat(0.03, Pose { hip: p(2.0, 37.0), lean: 8.0, twist: -0.2, near_hand: p(14.0, -8.0), far_hand: p(16.0, -6.0), near_foot: foot(-15.0, 0.0, 24.0), ..f }),
        swish(0.05, NearHand, Pose { hip: p(8.0, 35.0), lean: 15.0, bend: 4.0, twist: 0.9, near_hand: p(30.5, 1.0), far_hand: p(-4.0, -15.0), near_foot: foot(-15.0, 0.0, 38.0), ..f }),
        beat(0.15, Pose { hip: p(10.0, 34.0), lean: 17.0, bend: 5.0, twist: 1.1, head: 4.0, near_hand: p(30.5, 0.0), far_hand: p(-7.0, -14.0), near_foot: foot(-15.0, 0.0, 40.0), ..f }),
        beat(0.07, Pose { hip: p(4.0, 36.0), lean: 9.0, twist: 0.1, near_hand: p(18.0, -8.0), far_hand: p(8.0, -10.0), near_foot: foot(-15.0, 0.0, 24.0), ..f }),
        beat(0.09, Pose { hip: p(-3.0, 37.0), lean: 1.0, near_hand: p(5.0, -16.0), far_hand: p(18.0, -3.0), ..GUARD }),
    ])
    .touching(3, NearHand)
}

fn heavy() -> Move {
    use Streak::NearHand;
    let f = Pose { look: Look::Fierce, ..GUARD };
    Move::new("heavy", vec![
        beat(0.07, Pose { hip: p(0.0, 34.0), lean: 12.0, near_hand: p(6.0, -20.0), far_hand: p(14.0, -12.0), ..f }),
        beat(0.08, Pose { hip: p(-8.0, 38.0), lean: -8.0, bend: -6.0, twist: -1.1, head: -4.0, near_hand: p(-14.0, 12.0), far_hand: p(18.0, 6.0), far_foot: foot(14.0, 10.0, 0.0), ..f }),
        beat(0.20, Pose { hip: p(-11.0, 40.0), lean: -15.0, bend: -10.0, twist: -1.3, head: -2.0, near_hand: p(-15.0, 26.0), far_hand: p(21.0, 10.0), far_foot: foot(12.0, 24.0, -10.0), near_foot: foot(-15.0, 0.0, 0.0), ..f }),
        swish(0.04, NearHand, Pose { hip: p(0.0, 41.0), lean: 2.0, twist: -0.3, near_hand: p(4.0, 31.0), far_hand: p(14.0, 2.0), far_foot: foot(30.0, 13.0, -22.0), near_foot: foot(-15.0, 0.0, 30.0), ..f }),
        swish(0.03, NearHand, Pose { hip: p(11.0, 37.0), lean: 20.0, bend: 6.0, twist: 0.6, near_hand: p(23.0, 20.0), far_hand: p(2.0, -8.0), far_foot: foot(39.0, 3.0, -16.0), near_foot: foot(-14.0, 0.0, 46.0), ..f }),
        swish(0.07, NearHand, Pose { hip: p(17.0, 31.0), lean: 29.0, bend: 9.0, twist: 1.1, head: 10.0, near_hand: p(29.0, -8.0), far_hand: p(-10.0, -12.0), far_foot: foot(41.0, 0.0, 0.0), near_foot: foot(-14.0, 0.0, 54.0), ..f }),
        beat(0.22, Pose { hip: p(19.0, 28.5), lean: 34.0, bend: 11.0, twist: 1.2, head: 14.0, near_hand: p(26.0, -15.0), far_hand: p(-13.0, -9.0), far_foot: foot(41.0, 0.0, 0.0), near_foot: foot(-14.0, 0.0, 56.0), ..f }),
        beat(0.08, Pose { hip: p(15.0, 31.0), lean: 22.0, bend: 6.0, twist: 0.5, head: 6.0, near_hand: p(16.0, -20.0), far_hand: p(-2.0, -16.0), far_foot: foot(41.0, 0.0, 0.0), near_foot: foot(-14.0, 0.0, 46.0), ..f }),
        beat(0.09, Pose { hip: p(6.0, 36.5), lean: 6.0, twist: -0.4, near_hand: p(8.0, -18.0), far_hand: p(14.0, -6.0), far_foot: foot(32.0, 5.0, -8.0), near_foot: foot(-15.0, 0.0, 22.0), ..GUARD }),
        beat(0.10, Pose { hip: p(-4.0, 37.0), lean: 0.0, near_hand: p(6.0, -17.0), far_hand: p(18.0, -3.0), ..GUARD }),
    ])
    .touching(6, NearHand)
}

fn kick() -> Move {
    use Streak::NearFoot;
    let f = Pose { look: Look::Fierce, ..GUARD };
    let on = |heel: f32| foot(24.0, 0.0, heel);
    Move::new("kick", vec![
        beat(0.07, Pose { hip: p(0.0, 35.0), lean: 8.0, near_hand: p(8.0, -12.0), far_hand: p(16.0, -4.0), near_foot: foot(-15.0, 0.0, 24.0), ..f }),
        beat(0.05, Pose { hip: p(9.0, 38.0), lean: 4.0, twist: -0.4, near_hand: p(8.0, -10.0), far_hand: p(14.0, 0.0), near_foot: foot(4.0, 14.0, 44.0), ..f }),
        beat(0.10, Pose { hip: p(13.0, 41.0), lean: -6.0, bend: 4.0, twist: 0.2, near_hand: p(-8.0, -14.0), far_hand: p(16.0, 2.0), near_foot: foot(33.0, 30.0, 14.0), far_foot: on(2.0), ..f }),
        swish(0.03, NearFoot, Pose { hip: p(15.0, 41.0), lean: -14.0, twist: 0.4, near_hand: p(-10.0, -14.0), far_hand: p(12.0, -4.0), near_foot: foot(54.0, 46.0, -40.0), far_foot: on(4.0), ..f }),
        swish(0.05, NearFoot, Pose { hip: p(18.0, 41.0), lean: -22.0, bend: -2.0, twist: 0.6, head: -4.0, near_hand: p(-17.0, -11.0), far_hand: p(14.0, -4.0), near_foot: foot(70.0, 55.0, -70.0), far_foot: on(8.0), ..f }),
        beat(0.16, Pose { hip: p(20.0, 41.0), lean: -25.0, bend: -3.0, twist: 0.7, head: -6.0, near_hand: p(-20.0, -8.0), far_hand: p(13.0, -2.0), near_foot: foot(72.0, 58.0, -72.0), far_foot: on(10.0), ..f }),
        beat(0.07, Pose { hip: p(14.0, 40.0), lean: -8.0, twist: 0.2, near_hand: p(-6.0, -15.0), far_hand: p(14.0, -2.0), near_foot: foot(34.0, 30.0, 10.0), far_foot: on(2.0), ..f }),
        beat(0.07, Pose { hip: p(7.0, 37.0), lean: 4.0, twist: -0.5, near_hand: p(8.0, -13.0), far_hand: p(16.0, -4.0), near_foot: foot(2.0, 10.0, 36.0), ..f }),
        beat(0.09, Pose { hip: p(-3.0, 36.0), lean: 5.0, near_hand: p(7.0, -17.0), far_hand: p(18.0, -4.0), ..GUARD }),
    ])
    .touching(5, NearFoot)
}

fn hurt() -> Move {
    let f = Pose { look: Look::Pain, ..GUARD };
    Move::new("hurt", vec![
        beat(0.06, Pose { hip: p(-7.0, 37.0), lean: -10.0, bend: -18.0, head: -32.0, twist: -0.3, near_hand: p(16.0, -14.0), far_hand: p(22.0, -4.0), ..f }),
        beat(0.14, Pose { hip: p(-13.0, 36.5), lean: -20.0, bend: -14.0, head: -28.0, twist: 0.1, near_hand: p(12.0, -22.0), far_hand: p(19.0, -16.0), near_foot: foot(-27.0, 0.0, 0.0), far_foot: foot(24.0, 0.0, -22.0), ..f }),
        beat(0.08, Pose { hip: p(-9.0, 33.5), lean: 4.0, bend: 8.0, head: 12.0, twist: -0.2, near_hand: p(8.0, -22.0), far_hand: p(10.0, -20.0), near_foot: foot(-27.0, 0.0, 8.0), ..f }),
        beat(0.08, Pose { hip: p(-5.0, 35.0), lean: 12.0, bend: 9.0, head: 14.0, twist: -0.6, near_hand: p(8.0, -18.0), far_hand: p(14.0, -12.0), near_foot: foot(-20.0, 4.0, 16.0), ..f }),
        beat(0.10, Pose { hip: p(-2.0, 37.0), lean: 5.0, near_hand: p(7.0, -17.0), far_hand: p(18.0, -4.0), ..GUARD }),
    ])
}

fn dodge() -> Move {
    let f = GUARD;
    Move::new("dodge", vec![
        beat(0.05, Pose { hip: p(1.0, 33.5), lean: 12.0, near_hand: p(8.0, -16.0), far_hand: p(12.0, -10.0), near_foot: foot(-15.0, 0.0, 18.0), ..f }),
        beat(0.05, Pose { hip: p(-11.0, 40.0), lean: -8.0, bend: -6.0, near_hand: p(10.0, -20.0), far_hand: p(20.0, -10.0), near_foot: foot(-29.0, 4.0, 20.0), far_foot: foot(14.0, 3.0, 40.0), ..f }),
        beat(0.11, Pose { hip: p(-20.0, 41.0), lean: -24.0, bend: -14.0, head: -6.0, near_hand: p(12.0, -18.0), far_hand: p(23.0, -2.0), near_foot: foot(-36.0, 6.0, 10.0), far_foot: foot(4.0, 8.0, -10.0), ..f }),
        beat(0.12, Pose { hip: p(-21.0, 34.5), lean: -8.0, bend: 2.0, near_hand: p(8.0, -14.0), far_hand: p(18.0, -2.0), near_foot: foot(-38.0, 0.0, 6.0), far_foot: foot(3.0, 0.0, 0.0), ..f }),
        beat(0.06, Pose { hip: p(-10.0, 39.0), lean: 12.0, bend: 5.0, near_hand: p(6.0, -18.0), far_hand: p(14.0, -10.0), near_foot: foot(-27.0, 3.0, 40.0), far_foot: foot(18.0, 7.0, -10.0), ..f }),
        beat(0.07, Pose { hip: p(0.0, 34.0), lean: 11.0, bend: 5.0, near_hand: p(8.0, -17.0), far_hand: p(17.0, -5.0), ..f }),
        beat(0.09, Pose { hip: p(-2.0, 37.0), lean: 2.0, near_hand: p(7.0, -16.0), far_hand: p(20.0, -1.0), ..f }),
    ])
}

fn win() -> Move {
    let f = Pose { look: Look::Glad, twist: -0.8, lean: 0.0, near_foot: foot(-14.0, 0.0, 0.0), far_foot: foot(17.0, 0.0, 0.0), ..GUARD };
    Move::new("win", vec![
        beat(0.14, Pose { hip: p(0.0, 34.0), lean: 10.0, bend: 8.0, head: 10.0, near_hand: p(6.0, -17.0), far_hand: p(12.0, -16.0), ..f }),
        beat(0.06, Pose { hip: p(0.0, 40.0), lean: -2.0, bend: -4.0, head: -6.0, near_hand: p(-19.0, 9.0), far_hand: p(17.0, 14.0), ..f }),
        beat(0.12, Pose { hip: p(0.0, 43.0), lean: -5.0, bend: -8.0, head: -22.0, near_hand: p(-14.0, 26.0), far_hand: p(15.0, 26.0), near_foot: foot(-14.0, 0.0, 10.0), far_foot: foot(17.0, 0.0, 12.0), ..f }),
        beat(0.18, Pose { hip: p(0.0, 42.0), lean: -6.0, bend: -10.0, head: -26.0, near_hand: p(-17.0, 24.0), far_hand: p(18.0, 23.0), ..f }),
        beat(0.09, Pose { hip: p(0.0, 40.0), lean: -2.0, bend: -2.0, head: -12.0, near_hand: p(-21.0, 6.0), far_hand: p(20.0, 10.0), ..f }),
        beat(0.10, Pose { hip: p(0.0, 36.0), lean: 5.0, bend: 4.0, head: 2.0, near_hand: p(-10.0, -17.0), far_hand: p(15.0, -10.0), ..f }),
    ])
    .looping()
}

fn down() -> Move {
    let f = Pose { look: Look::Pain, twist: 0.0, ..GUARD };
    Move::new("down", vec![
        beat(0.06, Pose { hip: p(-9.0, 37.5), lean: -14.0, bend: -20.0, head: -38.0, near_hand: p(18.0, -12.0), far_hand: p(24.0, -4.0), near_foot: foot(-18.0, 0.0, 10.0), far_foot: foot(23.0, 2.0, -16.0), ..f }),
        beat(0.08, Pose { hip: p(-15.0, 38.5), lean: -36.0, bend: -14.0, head: -52.0, near_hand: p(21.0, 6.0), far_hand: p(25.0, 12.0), near_foot: foot(-10.0, 5.0, 6.0), far_foot: foot(20.0, 14.0, -30.0), ..f }),
        beat(0.08, Pose { hip: p(-19.0, 33.0), lean: -62.0, bend: -8.0, head: -72.0, near_hand: p(12.0, 23.0), far_hand: p(19.0, 22.0), near_foot: foot(6.0, 16.0, -24.0), far_foot: foot(19.0, 34.0, -50.0), ..f }),
        beat(0.1, Pose { hip: p(-20.0, 21.0), lean: -82.0, bend: -6.0, head: -84.0, near_hand: p(3.0, 25.0), far_hand: p(11.0, 26.0), near_foot: foot(15.0, 24.0, -46.0), far_foot: foot(15.0, 44.0, -64.0), ..f }),
        beat(0.1, Pose { hip: p(-19.0, 11.5), lean: -84.0, bend: -2.0, head: -60.0, near_hand: p(18.0, 8.0), far_hand: p(-12.0, 20.0), near_foot: foot(19.0, 20.0, -60.0), far_foot: foot(14.0, 34.0, -70.0), ..f }),
        beat(0.12, Pose { hip: p(-21.0, 13.5), lean: -80.0, bend: -4.0, head: -86.0, near_hand: p(22.0, -1.0), far_hand: p(-17.0, 14.0), near_foot: foot(22.0, 9.0, -70.0), far_foot: foot(15.0, 16.0, -46.0), ..f }),
        beat(0.14, Pose { hip: p(-21.0, 11.0), lean: -84.0, bend: 0.0, head: -78.0, near_hand: p(26.0, -3.0), far_hand: p(-20.0, 8.0), near_foot: foot(24.0, 0.0, -72.0), far_foot: foot(12.0, 2.0, -4.0), ..f }),
        beat(0.2, Pose { hip: p(-21.0, 10.5), lean: -84.0, bend: 0.0, head: -82.0, near_hand: p(28.5, -4.5), far_hand: p(-20.0, 4.0), near_foot: foot(25.0, 0.0, -64.0), far_foot: foot(9.0, 0.0, 0.0), ..f }),
    ])
}

fn rise() -> Move {
    let f = Pose { twist: -0.3, ..GUARD };
    let ache = Pose { look: Look::Pain, ..f };
    Move::new("rise", vec![
        beat(0.14, Pose { hip: p(-20.0, 10.5), lean: -62.0, bend: 16.0, head: -34.0, near_hand: p(-4.0, -17.0), far_hand: p(16.0, -8.0), near_foot: foot(22.0, 0.0, -40.0), far_foot: foot(9.0, 0.0, 0.0), ..ache }),
        beat(0.14, Pose { hip: p(-18.0, 11.5), lean: -28.0, bend: 20.0, head: 2.0, near_hand: p(-10.0, -26.0), far_hand: p(18.0, -10.0), near_foot: foot(6.0, 0.0, 0.0), far_foot: foot(14.0, 0.0, 0.0), ..ache }),
        beat(0.12, Pose { hip: p(-15.0, 19.0), lean: 24.0, bend: 14.0, head: 16.0, near_hand: p(5.0, -27.0), far_hand: p(17.0, -20.0), near_foot: foot(-17.0, 0.0, 40.0), far_foot: foot(20.0, 0.0, 0.0), ..f }),
        beat(0.11, Pose { hip: p(-7.0, 25.0), lean: 26.0, bend: 8.0, head: 10.0, near_hand: p(4.0, -23.0), far_hand: p(15.0, -17.0), near_foot: foot(-16.0, 0.0, 44.0), far_foot: foot(24.0, 0.0, 0.0), ..f }),
        beat(0.1, Pose { hip: p(-3.0, 32.0), lean: 14.0, bend: 6.0, head: 5.0, twist: -0.6, near_hand: p(7.0, -20.0), far_hand: p(17.0, -10.0), near_foot: foot(-15.0, 0.0, 22.0), ..f }),
        beat(0.1, Pose { hip: p(-2.0, 36.5), lean: 5.0, bend: 5.0, head: 3.0, near_hand: p(7.0, -17.0), far_hand: p(18.0, -4.0), ..GUARD }),
    ])
    .after(down().beats)
}
