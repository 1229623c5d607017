//! Tables: one labelled case for each way a file can be wrong, with message and
//! place; and what is read when nothing is.

#![allow(clippy::unwrap_used)]

mod character_errors;
mod errors;
mod folders;
mod good;
mod key_errors;
mod limits;
mod mutations;
mod pictures;
mod puppet_errors;
mod puppets;
mod reports;
mod shape_errors;

use std::collections::BTreeMap;

use super::{FileSet, Project};
use crate::error::LoadErrors;

/// Files of a small sound project: a picture of 96 x 64 pixels, so 3 columns x 2 rows of 32 x 32.
pub fn files() -> BTreeMap<String, Vec<u8>> {
    let texts = [
        ("scripts/hero.lua", "return {}"),
        ("scripts/dog/init.lua", "return {}"),
        ("scripts/lib/util.lua", "return {}"),
        (
            "assets/characters/hero.character.ron",
            r#"Character(
    sheet: Grid(image: "hero.png", cell: (32, 32)),
    clips: { "idle": Clip(row: 1, frames: 3, each: 0.1) },
    script: "hero.lua",
)"#,
        ),
        (
            "assets/scenes/arena.scene.ron",
            r#"Scene(actors: [Actor(name: "ninja", character: "hero", at: (10, 20))])"#,
        ),
    ];
    let mut files: BTreeMap<String, Vec<u8>> = texts
        .into_iter()
        .map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec()))
        .collect();
    files.insert("assets/hero.png".into(), png(96, 64, 7));
    files
}

/// A PNG of one colour.
pub fn png(width: u32, height: u32, shade: u8) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgba);
    let mut writer = encoder.write_header().unwrap();
    let pixels = vec![shade; width as usize * height as usize * 4];
    writer.write_image_data(&pixels).unwrap();
    writer.finish().unwrap();
    bytes
}

/// The sound project with one file replaced.
pub fn with(path: &str, content: impl AsRef<[u8]>) -> Project {
    let mut files = files();
    files.insert(path.into(), content.as_ref().to_vec());
    Project::from_files(&files).unwrap()
}

/// All that is wrong in a project.
pub fn faults(project: &Project) -> LoadErrors {
    let defs = project.defs();
    let mut errors = Vec::new();
    errors.extend(
        defs.settings
            .as_ref()
            .err()
            .into_iter()
            .flat_map(|e| e.0.clone()),
    );
    for def in defs.characters.values() {
        errors.extend(def.as_ref().err().into_iter().flat_map(|e| e.0.clone()));
    }
    for def in defs.scenes.values() {
        errors.extend(def.as_ref().err().into_iter().flat_map(|e| e.0.clone()));
    }
    LoadErrors(errors)
}

/// One line for each error: `line:column message`; of another file, with the file in front.
pub fn told(path: &str, content: impl AsRef<[u8]>) -> Vec<String> {
    let strip = format!("{path}:");
    faults(&with(path, content))
        .0
        .iter()
        .map(|error| {
            let text = error.to_string();
            text.strip_prefix(&strip).unwrap_or(&text).to_owned()
        })
        .collect()
}

#[test]
fn the_sound_project_is_sound() {
    let project = Project::from_files(&files()).unwrap();
    assert_eq!(faults(&project).to_string(), "");
    assert_eq!(project.scenes(), ["arena"]);
    assert_eq!(project.start_scene().as_deref(), Some("arena"));
}

#[test]
fn files_are_text_or_say_why_not() {
    let set = |content: &[u8]| {
        let files = BTreeMap::from([("scripts/a.lua".to_owned(), content.to_vec())]);
        FileSet::read(&files).unwrap()
    };
    assert_eq!(
        &*set(b"\xef\xbb\xbfreturn").text("scripts/a.lua").unwrap(),
        "return"
    );
    let cases: &[(&[u8], &str)] = &[
        (
            b"\xff\xfer\0",
            "scripts/a.lua: this is UTF-16; save it as UTF-8",
        ),
        (
            b"one\ntwo \xe9\n",
            "scripts/a.lua:2: this line is not UTF-8; save the file as UTF-8",
        ),
    ];
    for (content, expected) in cases {
        let error = set(content).text("scripts/a.lua").unwrap_err();
        assert_eq!(error.to_string(), *expected);
    }
    let error = set(b"").text("scripts/aa.lua").unwrap_err();
    assert_eq!(
        error.to_string(),
        "scripts/aa.lua: no such file (the nearest is scripts/a.lua)"
    );
    let huge = set(&vec![b' '; (1 << 20) + 1]);
    assert_eq!(
        huge.text("scripts/a.lua").unwrap_err().to_string(),
        "scripts/a.lua: not read: scripts/a.lua is too large: 1025 KiB, at most 1024 KiB"
    );
}
