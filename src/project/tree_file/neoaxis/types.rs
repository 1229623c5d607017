//! The types of block an `.animationTree` has and their fields, both spellings of each.

use crate::project::tree_file::doc::{POSES, SIDES};

/// A type of block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Type {
    Output,
    Animation,
    Blend,
    Parameter,
    Sum,
    Transition,
    Trigger,
    Sides,
    Look,
}

/// The types as they are written.
pub(super) const NAMES: [&str; 10] = [
    "Output",
    "Animation",
    "AnimationSource",
    "Blend",
    "Parameter",
    "Sum",
    "Transition",
    "Trigger",
    "Direction8Sides",
    "LookAt",
];

/// What a field that leads to another block leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slot {
    /// One that plays clips.
    Plays,
    Parameter,
}

/// A value's constant and source, each in all its spellings.
#[derive(Clone, Copy)]
pub(super) struct ValueField {
    pub constant: &'static [&'static str],
    pub source: &'static [&'static str],
}

const fn value(constant: &'static [&'static str], source: &'static [&'static str]) -> ValueField {
    ValueField { constant, source }
}

pub(super) const SPEED: ValueField = value(&["speed"], &["speedSource"]);
pub(super) const WEIGHT: ValueField = value(&["weightValue", "weight"], &["weightSource"]);
pub(super) const INDEX: ValueField = value(&["selectedIndex"], &["selectedIndexSource"]);
/// The wiki calls a Trigger's source `transitionTimeBlock`.
pub(super) const TIME: ValueField = value(
    &["transitionTime"],
    &["transitionTimeSource", "transitionTimeBlock"],
);
pub(super) const ANGLE: ValueField = value(&["angle"], &["angleSource"]);
pub(super) const FACTOR: ValueField = value(&["speedMultiplier"], &["speedMultiplierSource"]);
pub(super) const HORIZONTAL: ValueField = value(&["horizontalAngle"], &["horizontalAngleSource"]);
pub(super) const VERTICAL: ValueField = value(&["verticalAngle"], &["verticalAngleSource"]);
pub(super) const HORIZONTAL_SPEED: ValueField =
    value(&["horizontalAngleSpeed"], &["horizontalAngleSpeedSource"]);
pub(super) const VERTICAL_SPEED: ValueField =
    value(&["verticalAngleSpeed"], &["verticalAngleSpeedSource"]);

impl Type {
    pub fn named(name: &str) -> Option<Type> {
        Some(match name {
            "Output" => Type::Output,
            "Animation" | "AnimationSource" => Type::Animation,
            "Blend" => Type::Blend,
            "Parameter" => Type::Parameter,
            "Sum" => Type::Sum,
            "Transition" => Type::Transition,
            "Trigger" => Type::Trigger,
            "Direction8Sides" => Type::Sides,
            "LookAt" => Type::Look,
            _ => return None,
        })
    }

    /// Its fields that are not values.
    fn plain(self) -> &'static [&'static str] {
        match self {
            Type::Output => &["in"],
            Type::Animation => &["animationName"],
            Type::Parameter => &["parameterName", "value"],
            Type::Trigger => &["triggerName", "off", "on"],
            Type::Sides => &SIDES,
            Type::Look => &POSES,
            Type::Blend | Type::Sum | Type::Transition => &[],
        }
    }

    fn values(self) -> &'static [ValueField] {
        match self {
            Type::Animation => &[SPEED],
            Type::Blend => &[WEIGHT],
            Type::Transition => &[INDEX, TIME],
            Type::Trigger => &[TIME],
            Type::Sides => &[ANGLE, FACTOR, TIME],
            Type::Look => &[
                HORIZONTAL,
                VERTICAL,
                HORIZONTAL_SPEED,
                VERTICAL_SPEED,
                FACTOR,
            ],
            Type::Output | Type::Parameter | Type::Sum => &[],
        }
    }

    fn has_list(self) -> bool {
        matches!(self, Type::Blend | Type::Sum | Type::Transition)
    }

    /// The field that a spelling means, in one spelling; `None`: there is no such field.
    pub fn meaning(self, spelling: &str) -> Option<String> {
        let name = small(spelling);
        if name == "uin" || self.plain().contains(&name.as_str()) {
            return Some(name);
        }
        if self.has_list() && list_number(&name).is_some() {
            return Some(name);
        }
        let spellings = self.values().iter().flat_map(|v| [v.constant, v.source]);
        let all = spellings
            .into_iter()
            .find(|all| all.contains(&name.as_str()))?;
        all.first().map(|first| (*first).to_owned())
    }

    /// All its fields in all spellings.
    pub fn spellings(self) -> impl Iterator<Item = &'static str> {
        let list: &[&str] = if self.has_list() {
            &["animation0", "animation1"]
        } else {
            &[]
        };
        let values = self.values().iter().flat_map(|v| [v.constant, v.source]);
        ["uin"]
            .into_iter()
            .chain(self.plain().iter().copied())
            .chain(list.iter().copied())
            .chain(values.flatten().copied())
    }
}

/// `NeoAxis`'s classes write fields with a capital, its files do not: both are read.
pub(super) fn small(name: &str) -> String {
    let mut name = name.to_owned();
    if let Some(first) = name.get_mut(..1) {
        first.make_ascii_lowercase();
    }
    name
}

/// The N of `animationN`.
pub(super) fn list_number(name: &str) -> Option<usize> {
    let digits = name.strip_prefix("animation")?;
    let is_plain = digits == "0" || !digits.starts_with('0');
    let number = digits.parse().ok()?;
    (is_plain && digits.bytes().all(|c| c.is_ascii_digit())).then_some(number)
}
