//! How a character finds its tree, and where the tree's faults are told.

use std::collections::BTreeMap;

use crate::project::tests::{faults, files};
use crate::project::{FileSet, Project};

const HERO: &str = "assets/characters/hero.character.ron";
const OWN: &str = "assets/characters/dog/dog.character.ron";
const RON: &str = "Tree(output: Clip(\"idle\"))";
const NEO: &str =
    "blocks { block Output { in = 2 } block Animation { uin = 2 animationName = \"idle\" } }";

/// Path and content.
type Texts<'a> = &'a [(&'a str, &'a str)];

/// A character with that tree, and these files beside those of the sound project.
fn project(character: &str, tree: &str, more: Texts) -> Project {
    let mut files: BTreeMap<String, Vec<u8>> = files();
    files.insert(
        character.into(),
        format!(
            "Character(\n  sheet: Grid(image: \"hero.png\", cell: (32, 32)),\n  clips: {{ \"idle\": Clip(row: 1, frames: 3, each: 0.1) }},\n  tree: {tree:?},\n)"
        )
        .into_bytes(),
    );
    for (path, text) in more {
        files.insert((*path).into(), text.as_bytes().to_vec());
    }
    Project::from_files(&files).unwrap()
}

fn told(character: &str, tree: &str, more: Texts) -> String {
    faults(&project(character, tree, more)).to_string()
}

#[test]
fn trees_are_found_in_the_characters_folder_and_in_trees() {
    let broken = "Tree()";
    let cases: &[(&str, &str, Texts)] = &[
        (
            HERO,
            "robot.tree.ron",
            &[("assets/trees/robot.tree.ron", RON)],
        ),
        (
            HERO,
            "robot.animationTree",
            &[("assets/trees/robot.animationTree", NEO)],
        ),
        (HERO, "robot", &[("assets/trees/robot.tree.ron", RON)]),
        (HERO, "robot", &[("assets/trees/robot.animationTree", NEO)]),
        (
            HERO,
            "robots/one",
            &[("assets/trees/robots/one.animationTree", NEO)],
        ),
        (
            HERO,
            "assets/trees/robot",
            &[("assets/trees/robot.tree.ron", RON)],
        ),
        (
            HERO,
            "robot.animationTree",
            &[
                ("assets/trees/robot.animationTree", NEO),
                ("assets/trees/robot.tree.ron", broken),
            ],
        ),
        (
            OWN,
            "robot",
            &[
                ("assets/characters/dog/robot.tree.ron", RON),
                ("assets/trees/robot.tree.ron", broken),
                ("assets/trees/robot.animationTree", broken),
            ],
        ),
        (OWN, "robot", &[("assets/trees/robot.animationTree", NEO)]),
    ];
    for (character, tree, more) in cases {
        assert_eq!(told(character, tree, more), "", "{tree} {more:?}");
    }
}

#[test]
fn a_tree_that_is_not_there_is_told_in_the_character() {
    let cases: &[(&str, Texts, &str)] = &[
        (
            "robto",
            &[
                ("assets/trees/robot.tree.ron", RON),
                ("assets/trees/girl.animationTree", NEO),
            ],
            "unknown tree \"robto\" (trees: robot.tree.ron, girl.animationTree)",
        ),
        ("robot", &[], "unknown tree \"robot\" (there is none)"),
        (
            "robot",
            &[
                ("assets/trees/robot.tree.ron", RON),
                ("assets/trees/robot.animationTree", NEO),
            ],
            "tree \"robot\" is there in both forms: name one, \"robot.tree.ron\" or \"robot.animationTree\"",
        ),
        (
            "assets/hero.png",
            &[],
            "\"assets/hero.png\" is no tree; trees end in .tree.ron or .animationTree",
        ),
        (
            "../robot",
            &[],
            "tree \"../robot\" leaves its folder: `..` is not allowed, names are looked up inside the project",
        ),
    ];
    for (tree, more, expected) in cases {
        let expected = format!("{HERO}:4:9: {expected}");
        assert_eq!(told(HERO, tree, more), expected, "{tree}");
    }
}

#[test]
fn faults_of_a_tree_are_told_in_its_own_file() {
    let path = "assets/trees/robot.tree.ron";
    let told = |text: &str| {
        let errors = faults(&project(HERO, "robot", &[(path, text)]));
        assert!(errors.0.iter().all(|error| error.file == path), "{errors}");
        assert!(
            errors
                .0
                .iter()
                .all(|error| error.source.as_deref() == Some(text))
        );
        errors.to_string()
    };
    assert_eq!(
        told("Tree(\n  output: Clip(\"ilde\"))"),
        format!("{path}:2:16: unknown clip \"ilde\" (clips: idle) in {HERO}")
    );
    assert_eq!(
        told("Tree(output: Sum(inputs: [Masked(block: Clip(\"idle\"), parts: [\"arm\"])]))"),
        format!("{path}:1:63: unknown part \"arm\" (there is none) in {HERO}")
    );
}

#[test]
fn trees_are_files_that_count() {
    for path in [
        "assets/trees/robot.animationTree",
        "assets/trees/robot.tree.ron",
    ] {
        assert!(FileSet::takes(path), "{path}");
    }
    assert!(!FileSet::takes("trees/robot.animationTree"));
    let path = "assets/trees/robot.animationTree";
    let large = format!("{NEO}{}", " ".repeat(1 << 20));
    let told = told(HERO, "robot", &[(path, &large)]);
    let expected = format!(
        "{HERO}:4:9: tree \"robot\" was not read: {path} is too large: 1025 KiB, at most 1024 KiB"
    );
    assert_eq!(told, expected);
}

#[test]
fn a_tree_is_read_anew_when_it_changes() {
    use crate::project::FileChange;
    let path = "assets/trees/robot.animationTree";
    let project = project(HERO, "robot", &[(path, NEO)]);
    let tree = |files: &FileSet| {
        let defs = project.load(files);
        let hero = defs.characters["hero"].clone();
        hero.map(|hero| hero.tree.params().len())
    };
    assert_eq!(tree(project.files()).unwrap(), 0);
    let changed = |text: &str| {
        project.files().with(&[FileChange {
            path: path.into(),
            content: Some(text.as_bytes().into()),
        }])
    };
    let more = NEO.replace(
        "block Output",
        "block Parameter { uin = 3 parameterName = \"pace\" } block Output",
    );
    assert_eq!(tree(&changed(&more)).unwrap(), 1);
    let errors = tree(&changed("blocks {")).unwrap_err();
    assert_eq!(
        errors.to_string(),
        format!("{path}:1:8: this `{{` is never closed")
    );
}
