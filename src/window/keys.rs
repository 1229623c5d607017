//! macroquad's keys and mouse buttons under the names scripts use.

use macroquad::prelude::{self as mq, KeyCode, MouseButton};

use crate::session::Session;

/// Gives the run what went down and up since the last picture. A key that did both
/// is down first: the step sees it pressed and released.
pub(super) fn feed(session: &mut Session) {
    for name in names(mq::get_keys_pressed()) {
        session.key(name, true);
    }
    for name in names(mq::get_keys_released()) {
        session.key(name, false);
    }
    let buttons = [
        (MouseButton::Left, "mouse1"),
        (MouseButton::Right, "mouse2"),
        (MouseButton::Middle, "mouse3"),
    ];
    for (button, name) in buttons {
        if mq::is_mouse_button_pressed(button) {
            session.key(name, true);
        }
        if mq::is_mouse_button_released(button) {
            session.key(name, false);
        }
    }
}

/// The names in order: the set has none, and the order reaches the log.
fn names(keys: impl IntoIterator<Item = KeyCode>) -> Vec<&'static str> {
    let mut names: Vec<_> = keys.into_iter().filter_map(name).collect();
    names.sort_unstable();
    names.dedup();
    names
}

#[rustfmt::skip] // a table
fn name(key: KeyCode) -> Option<&'static str> {
    use KeyCode as K;
    Some(match key {
        K::A => "a", K::B => "b", K::C => "c", K::D => "d", K::E => "e", K::F => "f", K::G => "g",
        K::H => "h", K::I => "i", K::J => "j", K::K => "k", K::L => "l", K::M => "m", K::N => "n",
        K::O => "o", K::P => "p", K::Q => "q", K::R => "r", K::S => "s", K::T => "t", K::U => "u",
        K::V => "v", K::W => "w", K::X => "x", K::Y => "y", K::Z => "z",
        K::Key0 | K::Kp0 => "0", K::Key1 | K::Kp1 => "1", K::Key2 | K::Kp2 => "2",
        K::Key3 | K::Kp3 => "3", K::Key4 | K::Kp4 => "4", K::Key5 | K::Kp5 => "5",
        K::Key6 | K::Kp6 => "6", K::Key7 | K::Kp7 => "7", K::Key8 | K::Kp8 => "8",
        K::Key9 | K::Kp9 => "9",
        K::Left => "left", K::Right => "right", K::Up => "up", K::Down => "down",
        K::Space => "space", K::Enter | K::KpEnter => "enter", K::Escape => "escape",
        K::Tab => "tab", K::Backspace => "backspace",
        K::LeftShift | K::RightShift => "shift",
        K::LeftControl | K::RightControl => "ctrl",
        K::LeftAlt | K::RightAlt => "alt",
        K::F1 => "f1", K::F2 => "f2", K::F3 => "f3", K::F4 => "f4", K::F5 => "f5", K::F6 => "f6",
        K::F7 => "f7", K::F8 => "f8", K::F9 => "f9", K::F10 => "f10", K::F11 => "f11", K::F12 => "f12",
        K::Apostrophe => "'", K::Comma => ",", K::Minus | K::KpSubtract => "-",
        K::Period | K::KpDecimal => ".", K::Slash | K::KpDivide => "/", K::Semicolon => ";",
        K::Equal | K::KpEqual => "=", K::LeftBracket => "[", K::Backslash => "\\",
        K::RightBracket => "]", K::GraveAccent => "`", K::KpAdd => "+", K::KpMultiply => "*",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stage::KEYS;

    #[test]
    fn every_name_is_one_a_script_may_use() {
        let keys = [
            KeyCode::A,
            KeyCode::Key7,
            KeyCode::Kp7,
            KeyCode::Left,
            KeyCode::Escape,
            KeyCode::F12,
            KeyCode::LeftShift,
            KeyCode::GraveAccent,
            KeyCode::KpAdd,
            KeyCode::KpMultiply,
            KeyCode::Backslash,
        ];
        for key in keys {
            let name = name(key).expect("a name");
            assert!(
                KEYS.contains(&name),
                "{key:?} is called {name:?}, which no script may use"
            );
        }
    }

    #[test]
    fn the_order_of_a_set_does_not_reach_the_log() {
        assert_eq!(
            names([KeyCode::Z, KeyCode::A, KeyCode::Kp1, KeyCode::Key1]),
            ["1", "a", "z"]
        );
    }
}
