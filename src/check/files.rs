//! The files one by one: settings, scenes, characters, trees, pictures, and scripts as far
//! as they compile, whether anything names them or not.

use super::finding::Findings;
use crate::error::{LoadErrors, Severity};
use crate::project::{Project, SETTINGS, import_tree, is_script, is_tree, picture_fault};
use crate::script::syntax_fault;
use crate::stage::Limits;

pub(super) fn check(project: &Project, limits: &Limits, findings: &mut Findings) {
    let (files, defs) = (project.files(), project.defs());
    let mut wrong = |errors: Option<&LoadErrors>| {
        findings.errors(errors.into_iter().flat_map(|errors| errors.0.clone()));
    };
    wrong(defs.settings.as_ref().err());
    for character in defs.characters.values() {
        wrong(character.as_ref().err());
    }
    for scene in defs.scenes.values() {
        wrong(scene.as_ref().err());
    }
    if defs.scenes.is_empty() {
        let message = "the project has no scene: write assets/scenes/NAME.scene.ron";
        findings.warn("assets/scenes", None, message.into());
    }
    for (path, reason) in files.refused() {
        findings.warn(path, None, format!("not read: {path} {reason}"));
    }
    for path in files.paths() {
        let content = files.get(path).map_or(&[][..], |content| content);
        match kind(path) {
            Kind::Script => findings.errors(syntax_fault(files, path, limits)),
            Kind::Tree => {
                let read = import_tree(path, content);
                findings.errors(read.err().into_iter().flat_map(|errors| errors.0));
            }
            Kind::Picture => {
                if let Some(message) = picture_fault(content) {
                    findings.at(Severity::Error, path, None, message);
                }
            }
            Kind::Definition => {}
            Kind::Stray => findings.warn(path, None, STRAY.into()),
        }
    }
}

const STRAY: &str = "nothing reads this file: scenes are assets/scenes/NAME.scene.ron, characters assets/characters/NAME.character.ron, trees NAME.tree.ron";

/// What a file of a project is by its path.
enum Kind {
    Script,
    Tree,
    Picture,
    /// The settings, a scene, a character: told with the definitions.
    Definition,
    /// None of these.
    Stray,
}

fn kind(path: &str) -> Kind {
    let lower = path.to_lowercase();
    let ends = |ending: &str| lower.ends_with(ending);
    let is_definition = path == SETTINGS
        || (path.starts_with("assets/scenes/") && path.ends_with(".scene.ron"))
        || (path.starts_with("assets/characters/") && path.ends_with(".character.ron"));
    if is_definition {
        Kind::Definition
    } else if is_script(path) {
        Kind::Script
    } else if is_tree(path) {
        Kind::Tree
    } else if ends(".png") {
        Kind::Picture
    } else {
        Kind::Stray
    }
}
