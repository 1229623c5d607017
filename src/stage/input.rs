//! Keys and pointer as a step sees them (rule I1). It knows no window: what is
//! pressed is told to it once a step.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::Bindings;

/// The names of all keys (files.md): letters, digits, named keys, mouse buttons
/// and the signs as they are typed.
pub const KEYS: &[&str] = &[
    "a",
    "b",
    "c",
    "d",
    "e",
    "f",
    "g",
    "h",
    "i",
    "j",
    "k",
    "l",
    "m",
    "n",
    "o",
    "p",
    "q",
    "r",
    "s",
    "t",
    "u",
    "v",
    "w",
    "x",
    "y",
    "z",
    "0",
    "1",
    "2",
    "3",
    "4",
    "5",
    "6",
    "7",
    "8",
    "9",
    "left",
    "right",
    "up",
    "down",
    "space",
    "enter",
    "escape",
    "tab",
    "backspace",
    "shift",
    "ctrl",
    "alt",
    "f1",
    "f2",
    "f3",
    "f4",
    "f5",
    "f6",
    "f7",
    "f8",
    "f9",
    "f10",
    "f11",
    "f12",
    "mouse1",
    "mouse2",
    "mouse3",
    "!",
    "\"",
    "#",
    "$",
    "%",
    "&",
    "'",
    "(",
    ")",
    "*",
    "+",
    ",",
    "-",
    ".",
    "/",
    ":",
    ";",
    "<",
    "=",
    ">",
    "?",
    "@",
    "[",
    "\\",
    "]",
    "^",
    "_",
    "`",
    "{",
    "|",
    "}",
    "~",
];

/// A physical key, or a bound name pressed as such by a host or an input file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum InputKey {
    /// One of [`KEYS`].
    Key(&'static str),
    /// A name that scripts ask for: heard by every actor that has it bound.
    Name(Rc<str>),
}

impl InputKey {
    /// The key of that name; `None` where no key has it.
    pub fn key(name: &str) -> Option<InputKey> {
        let key = KEYS.iter().find(|key| **key == name);
        key.map(|key| InputKey::Key(key))
    }
}

/// What is down, what changed since the last step, and when each was last pressed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct InputState {
    /// Every key and name that was ever pressed.
    pub keys: BTreeMap<InputKey, KeyState>,
    /// The pointer's last place, logical pixels of the scene.
    pub pointer: (f64, f64),
}

/// One key.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct KeyState {
    /// It is held now.
    pub down: bool,
    /// It went down since the last step.
    pub pressed: bool,
    /// It went up since the last step.
    pub released: bool,
    /// Start of the step that saw the last press, seconds of the run.
    pub since: Option<f64>,
}

impl InputState {
    /// Begins a step: nothing has been pressed or released in it yet.
    pub(super) fn begin(&mut self) {
        for key in self.keys.values_mut() {
            key.pressed = false;
            key.released = false;
        }
    }

    /// A key goes down or up in the step that starts at `time` (seconds of the
    /// run). Pressing what is down does nothing, nor does releasing what is up.
    pub(super) fn change(&mut self, key: InputKey, down: bool, time: f64) {
        let key = self.keys.entry(key).or_default();
        if down && !key.down {
            key.down = true;
            key.pressed = true;
            key.since = Some(time);
        } else if !down && key.down {
            key.down = false;
            key.released = true;
        }
    }

    /// The states of the keys behind a name: its binding's, else those of the key
    /// that has this name. `None` where there is neither.
    fn behind<'a>(
        &'a self,
        bindings: Option<&'a Bindings>,
        name: &str,
    ) -> Option<impl Iterator<Item = KeyState> + Clone + 'a> {
        let (bound, key) = match bindings.map(|bindings| bindings.get(name)) {
            Some(Some(keys)) => (keys.as_slice(), None),
            Some(None) => ([].as_slice(), Some(InputKey::key(name)?)),
            // It hears no keys, so every name is up.
            None => ([].as_slice(), None),
        };
        let key = key.and_then(|key| self.keys.get(&key)).copied();
        let bound = bound.iter().filter_map(|key| self.keys.get(key).copied());
        Some(bound.chain(key))
    }

    /// True while a key behind the name is held. `bindings` are the calling
    /// actor's, `None` where it hears no keys (then nothing is ever down). `None`
    /// where the name is neither bound nor a key.
    pub fn down(&self, bindings: Option<&Bindings>, name: &str) -> Option<bool> {
        self.behind(bindings, name)
            .map(|mut keys| keys.any(|key| key.down))
    }

    /// True in the step that sees the name go down. A second key of a name that
    /// is already held presses nothing. `None` as for [`InputState::down`].
    pub fn pressed(&self, bindings: Option<&Bindings>, name: &str) -> Option<bool> {
        let keys = self.behind(bindings, name)?;
        Some(keys.clone().any(|key| key.pressed) && !held(keys))
    }

    /// True in the step that sees the name go up. `None` as for [`InputState::down`].
    pub fn released(&self, bindings: Option<&Bindings>, name: &str) -> Option<bool> {
        let keys = self.behind(bindings, name)?;
        Some(keys.clone().any(|key| key.released) && !held(keys))
    }

    /// Seconds between the last press and `now` (seconds of the run); infinite if
    /// there was none. `None` as for [`InputState::down`].
    pub fn since(&self, bindings: Option<&Bindings>, name: &str, now: f64) -> Option<f64> {
        let keys = self.behind(bindings, name)?;
        let last = keys.filter_map(|key| key.since).reduce(f64::max);
        Some(last.map_or(f64::INFINITY, |last| now - last))
    }

    /// -1, 0 or 1: the positive name down, less the negative one. `Err` holds the
    /// name that is neither bound nor a key.
    ///
    /// # Errors
    /// The unknown name.
    pub fn axis<'a>(
        &self,
        bindings: Option<&Bindings>,
        negative: &'a str,
        positive: &'a str,
    ) -> Result<f64, &'a str> {
        let down = |name: &'a str| self.down(bindings, name).map(f64::from).ok_or(name);
        let (negative, positive) = (down(negative)?, down(positive)?);
        Ok(positive - negative)
    }
}

/// Some key has been down from before the step on, so its name neither went down nor up.
fn held(mut keys: impl Iterator<Item = KeyState>) -> bool {
    keys.any(|key| key.down && !key.pressed)
}

/// What key names mean to an actor: its own bindings before its character's
/// before the scene's, name by name. Each list ends with the name itself, for
/// hosts and input files that press it as such.
pub(super) fn bind(layers: [&BTreeMap<String, Vec<String>>; 3]) -> Bindings {
    let mut bindings = Bindings::new();
    for (name, keys) in layers.into_iter().rev().flatten() {
        let mut keys: Vec<InputKey> = keys.iter().filter_map(|key| InputKey::key(key)).collect();
        keys.push(InputKey::Name(name.as_str().into()));
        bindings.insert(name.clone(), keys);
    }
    bindings
}
