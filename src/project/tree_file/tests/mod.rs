//! Both readers, the printer between them, and the trees that come out: tables of what is
//! read and what is refused, laws over generated trees.

#![allow(clippy::unwrap_used)]

mod equal;
mod find;
mod floods;
mod mutations;
mod neoaxis_errors;
mod neoaxis_good;
mod play;
mod ron_errors;
mod ron_good;

use std::sync::Arc;

use super::doc::TreeDoc;
use super::resolve::{Figure, resolve};
use super::*;
use crate::clip::{Clip, ClipSet, ClipSpec, Durations, Mode};
use crate::tree::TreeSpec;

/// A tree with two Triggers of one name, a `LookAt` and a Sum, in both forms.
pub const WALKER: &str = include_str!("walker.animationTree");
pub const WALKER_RON: &str = include_str!("walker.tree.ron");

/// Clips of these names: loops of 0.8 s, and those named once of 0.4 s.
pub fn clips(loops: &[&str], once: &[&str]) -> ClipSet {
    let clip = |name: &&str, mode, frames| {
        Clip::new(ClipSpec {
            name: (*name).to_owned(),
            frames,
            durations: Durations::Each(0.1),
            mode,
            ..ClipSpec::default()
        })
        .unwrap()
    };
    let loops = loops.iter().map(|name| clip(name, Mode::Loop, 8));
    let once = once.iter().map(|name| clip(name, Mode::Normal, 4));
    ClipSet::new(loops.chain(once).collect())
}

/// The clips that most tests name.
pub fn some_clips() -> ClipSet {
    clips(
        &[
            "idle",
            "walk",
            "run",
            "stand",
            "aim",
            "aim left",
            "aim right",
        ],
        &["kick", "jump"],
    )
}

pub const PARTS: [&str; 3] = ["torso", "arm", "leg"];

fn path(form: Form) -> &'static str {
    match form {
        Form::Ron => "a.tree.ron",
        Form::NeoAxis => "a.animationTree",
    }
}

pub fn doc(form: Form, text: &str) -> Result<TreeDoc, LoadErrors> {
    let source: Arc<str> = text.into();
    let mut reader = Reader::new(path(form), &source);
    let doc = read(&mut reader, form, &source);
    reader.done(doc)
}

fn with_figure<T>(read: impl FnOnce(&Figure) -> T) -> T {
    let clips = some_clips();
    read(&Figure {
        file: "hero.character.ron",
        clips: &clips,
        parts: PARTS.to_vec(),
    })
}

/// What the tree is built from.
pub fn spec(form: Form, text: &str) -> TreeSpec {
    let doc = doc(form, text).unwrap_or_else(|errors| panic!("{errors}\n{text}"));
    with_figure(|figure| resolve(&doc, figure).unwrap())
}

/// The same without what blocks are known by.
pub fn keyless(form: Form, text: &str) -> TreeSpec {
    TreeSpec {
        keys: Vec::new(),
        ..spec(form, text)
    }
}

pub fn tree(form: Form, text: &str) -> Result<TreeDef, LoadErrors> {
    with_figure(|figure| of_figure(path(form), form, &text.into(), figure))
}

/// All that is wrong, as `line:column message`.
pub fn told(form: Form, text: &str) -> Vec<String> {
    let errors = match tree(form, text) {
        Ok(_) => return Vec::new(),
        Err(errors) => errors.0,
    };
    let file = format!("{}:", path(form));
    errors
        .iter()
        .map(|error| error.to_string().replacen(&file, "", 1))
        .collect()
}

/// What is told of a case is what was expected, else all that differ are shown.
#[derive(Default)]
pub struct Table(Vec<String>);

impl Table {
    pub fn case(&mut self, label: &str, told: &[String], expected: &[&str]) {
        if told != expected {
            let lines = format!("{label}\n  told     {told:#?}\n  expected {expected:#?}");
            self.0.push(lines);
        }
    }

    pub fn holds(self) {
        assert!(self.0.is_empty(), "{}", self.0.join("\n\n"));
    }
}

#[test]
fn both_forms_of_the_walker_are_one_tree() {
    let one = keyless(Form::NeoAxis, WALKER);
    assert_eq!(one, keyless(Form::Ron, WALKER_RON));
    assert_eq!(one.triggers, ["jump"]);
    let names: Vec<&str> = one.params.iter().map(|param| param.name.as_str()).collect();
    assert_eq!(names, ["move", "pace", "spare", "turn"]);
    let defaults: Vec<f64> = one.params.iter().map(|param| param.default).collect();
    assert_eq!(defaults, [0.0, 1.0, 2.5, 0.0]);
    assert_eq!(told(Form::NeoAxis, WALKER), [""; 0]);
    assert_eq!(told(Form::Ron, WALKER_RON), [""; 0]);
}

#[test]
fn blocks_are_known_by_uin_name_or_path() {
    let keys = spec(Form::NeoAxis, WALKER).keys;
    assert_eq!(
        keys,
        [
            "10", "101", "102", "110", "111", "112", "113", "114", "3101", "3110", "3104", "3102",
            "3103", "3105"
        ]
    );
    let keys = spec(Form::Ron, WALKER_RON).keys;
    assert_eq!(
        keys,
        [
            "output",
            "output.inputs[0]",
            "jump",
            "output.inputs[0].off",
            "output.inputs[0].off.inputs[0]",
            "output.inputs[0].off.inputs[1]",
            "ahead",
            "output.inputs[0].off.inputs[1].backward",
            "output.inputs[1]",
            "output.inputs[1].on",
            "straight",
            "output.inputs[1].off",
            "output.inputs[1].off.leftCenter",
            "output.inputs[1].off.rightCenter",
        ]
    );
}

#[test]
fn a_fault_that_only_the_tree_sees_is_put_at_its_block() {
    let text = "Tree(\n  output: Use(\"mix\"),\n  blocks: { \"mix\": Blend(inputs: [Clip(\"walk\"), Clip(\"kick\")], weight: 0, sync: true) },\n)";
    let told = told(Form::Ron, text);
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].starts_with("3:13: Blend \"mix\": "), "{told:?}");
    assert!(told[0].contains("kick"), "{told:?}");
}
