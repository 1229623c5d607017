//! Rule G1: y down, clockwise as seen; maps put together; colours read.

use super::*;

fn at(x: f32, y: f32) -> Vec2 {
    Vec2::new(x, y)
}

#[test]
fn quarter_turns_are_clockwise_as_seen_and_exact() {
    let right = at(1.0, 0.0);
    let cases = [
        (0.0, right),
        (90.0, at(0.0, 1.0)),
        (180.0, at(-1.0, 0.0)),
        (270.0, at(0.0, -1.0)),
        (-90.0, at(0.0, -1.0)),
        (450.0, at(0.0, 1.0)),
        (-720.0, right),
    ];
    for (degrees, place) in cases {
        assert_eq!(Transform::turn(degrees).apply(right), place, "{degrees}");
    }
    let eighth = Transform::turn(45.0).apply(right);
    assert!((eighth.x - 0.5_f32.sqrt()).abs() < 1e-6 && (eighth.y - eighth.x).abs() < 1e-6);
}

#[test]
fn then_is_first_the_one_and_then_the_other() {
    let place = at(2.0, 3.0);
    let shift = Transform::shift(10.0, 0.0);
    let turn = Transform::turn(90.0);
    assert_eq!(shift.then(turn).apply(place), at(-3.0, 12.0));
    assert_eq!(turn.then(shift).apply(place), at(7.0, 2.0));
    let mirror = Transform::scale(-1.0, 1.0);
    assert_eq!(mirror.then(shift).apply(place), at(8.0, 3.0));
    assert_eq!(mirror.then(mirror), Transform::IDENTITY);
    for map in [shift, turn, mirror, Transform::scale(2.0, 0.5)] {
        assert_eq!(map.then(Transform::IDENTITY), map);
        assert_eq!(Transform::default().then(map), map);
        let both = map.then(turn).then(shift);
        assert_eq!(both.apply(place), shift.apply(turn.apply(map.apply(place))));
    }
}

#[test]
fn colours_read_as_six_or_eight_digits_and_nothing_else() {
    let cases = [
        ("#000000", Some(Rgba::BLACK)),
        ("#ffffff", Some(Rgba::WHITE)),
        ("#FF8000", Some(Rgba::rgb(255, 128, 0))),
        ("#ff800040", Some(Rgba::rgb(255, 128, 0).with_alpha(64))),
        ("ff8000", None),
        ("#ff80", None),
        ("#ff800", None),
        ("#ff80000", None),
        ("#ff80000000", None),
        ("#gg8000", None),
        ("#+f8000", None),
        ("#-f8000", None),
        ("# f8000", None),
        ("#äää", None),
        ("", None),
    ];
    for (text, colour) in cases {
        assert_eq!(Rgba::from_hex(text), colour, "{text:?}");
    }
}
