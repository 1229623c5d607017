//! How the blocks of a tree are written in RON, for the messages that say so. What they may
//! hold is `tree_file`'s.

const EXAMPLES: [(&str, &str); 9] = [
    // A `Clip` with more than a name.
    ("Clip", "Animation(clip: \"idle\", speed: 1)"),
    ("Animation", "Animation(clip: \"idle\", speed: 1)"),
    ("Blend", "Blend(inputs: [..], weight: 0.5)"),
    ("Sum", "Sum(inputs: [..])"),
    ("Masked", "Masked(block: Clip(\"idle\"), parts: [\"arm\"])"),
    ("Transition", "Transition(inputs: [..], index: 0)"),
    ("Trigger", "Trigger(name: \"fire\", on: .., off: ..)"),
    ("Direction8Sides", "Direction8Sides(angle: 0, forward: ..)"),
    (
        "LookAt",
        "LookAt(horizontal: 0, vertical: 0, centerCenter: ..)",
    ),
];

/// A record of this name, if it is one of a tree's.
pub(super) fn example(name: &str) -> Option<&'static str> {
    let found = EXAMPLES.iter().find(|(known, _)| *known == name);
    found.map(|(_, example)| *example)
}
