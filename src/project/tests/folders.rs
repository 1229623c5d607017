//! Real folders: what is read, what is skipped, what is refused.

use std::fs;
use std::path::Path;

use super::{faults, files};
use crate::project::Project;

fn lay(root: &Path) {
    for (path, content) in files() {
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }
}

#[test]
fn a_folder_that_is_none() {
    let dir = tempfile::tempdir().unwrap();
    let expected =
        "a Luppet project is a folder with assets/ (scenes, characters, pictures) and scripts/";
    let told = |path: &Path| Project::open(path).unwrap_err().to_string();
    let missing = dir.path().join("missing");
    assert_eq!(
        told(&missing),
        format!("{}: no such folder; {expected}", missing.display())
    );
    assert_eq!(
        told(dir.path()),
        format!(
            "{}: there is no assets/ in this folder; {expected}",
            dir.path().display()
        )
    );
    let file = dir.path().join("file");
    fs::write(&file, "").unwrap();
    assert_eq!(
        told(&file),
        format!("{}: this is a file; {expected}", file.display())
    );
    let nothing = std::collections::BTreeMap::new();
    assert_eq!(
        Project::from_files(&nothing).unwrap_err().to_string(),
        format!("project: there is nothing in assets/; {expected}")
    );
}

#[test]
fn only_what_counts_is_read() {
    let dir = tempfile::tempdir().unwrap();
    lay(dir.path());
    let others = [
        "README.md",
        "src/main.lua",
        "scripts/hero.lua~",
        "scripts/.hero.lua.swp",
        "scripts/.#hero.lua",
        "scripts/#hero.lua#",
        "scripts/.git/x.lua",
        "scripts/notes.txt",
        "assets/hero.psd",
        "assets/.lua",
    ];
    for other in others {
        let path = dir.path().join(other);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, "x").unwrap();
    }
    fs::write(dir.path().join("scripts/big.LUAU"), "return {}").unwrap();
    let project = Project::open(dir.path()).unwrap();
    let mut expected: Vec<String> = files().into_keys().collect();
    expected.push("scripts/big.LUAU".into());
    expected.sort();
    assert_eq!(project.files().paths().collect::<Vec<_>>(), expected);
    assert_eq!(faults(&project).to_string(), "");
    assert_eq!(project.folder(), Some(dir.path()));
}

#[cfg(unix)]
#[test]
fn links_lead_nowhere_outside() {
    use std::os::unix::fs::symlink;
    let outside = tempfile::tempdir().unwrap();
    fs::write(outside.path().join("secret.lua"), "secret").unwrap();
    let dir = tempfile::tempdir().unwrap();
    lay(dir.path());
    let at = |path: &str| dir.path().join(path);
    symlink(outside.path().join("secret.lua"), at("scripts/leak.lua")).unwrap();
    symlink(outside.path(), at("scripts/out")).unwrap();
    symlink("hero.lua", at("scripts/same.lua")).unwrap();
    symlink("../scripts", at("scripts/round")).unwrap();
    symlink("nowhere.lua", at("scripts/dead.lua")).unwrap();
    fs::write(
        at("assets/characters/hero.character.ron"),
        "(script: \"leak.lua\")",
    )
    .unwrap();
    let project = Project::open(dir.path()).unwrap();
    let refused: Vec<_> = project.files().refused().collect();
    assert_eq!(
        refused,
        [
            ("scripts/dead.lua", "is a link that leads nowhere"),
            ("scripts/leak.lua", "is a link that leaves the project"),
            ("scripts/out", "is a link that leaves the project"),
            ("scripts/round", "is a link to a folder it is in"),
        ]
    );
    assert!(project.files().get("scripts/same.lua").is_some());
    assert!(project.files().get("scripts/leak.lua").is_none());
    assert_eq!(
        faults(&project).to_string(),
        "assets/characters/hero.character.ron:1:10: script \"leak.lua\" was not read: scripts/leak.lua is a link that leaves the project"
    );
    let error = project.files().text("scripts/out/secret.lua").unwrap_err();
    assert_eq!(
        error.to_string(),
        "scripts/out/secret.lua: not read: scripts/out is a link that leaves the project"
    );
}

#[test]
fn what_is_too_large_is_refused_when_named() {
    let dir = tempfile::tempdir().unwrap();
    lay(dir.path());
    let huge = fs::File::create(dir.path().join("assets/hero.png")).unwrap();
    huge.set_len((64 << 20) + 1).unwrap();
    fs::write(
        dir.path().join("assets/scenes/huge.scene.ron"),
        vec![b' '; (1 << 20) + 1],
    )
    .unwrap();
    let project = Project::open(dir.path()).unwrap();
    let told = faults(&project).to_string();
    assert_eq!(
        told,
        "assets/characters/hero.character.ron:2:24: picture \"hero.png\" was not read: assets/hero.png is too large: 65537 KiB, at most 65536 KiB\n\
         assets/scenes/huge.scene.ron: not read: assets/scenes/huge.scene.ron is too large: 1025 KiB, at most 1024 KiB"
    );
}

/// Eight folders with links to each other lead on through 8^32 paths.
#[cfg(unix)]
#[test]
fn links_between_folders_end() {
    use std::os::unix::fs::symlink;
    let dir = tempfile::tempdir().unwrap();
    lay(dir.path());
    for one in 0..8 {
        let folder = dir.path().join(format!("scripts/d{one}"));
        fs::create_dir(&folder).unwrap();
        for other in 0..8 {
            symlink(format!("../d{other}"), folder.join(format!("l{other}"))).unwrap();
        }
    }
    let told = Project::open(dir.path()).unwrap_err().to_string();
    assert!(told.contains("at most 4000 folders"), "{told}");
}

/// Reading a pipe would wait for ever.
#[cfg(unix)]
#[test]
fn a_pipe_is_no_file() {
    let dir = tempfile::tempdir().unwrap();
    lay(dir.path());
    let pipe = dir.path().join("assets/hero.png");
    fs::remove_file(&pipe).unwrap();
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    if !made.is_ok_and(|status| status.success()) {
        return;
    }
    assert_eq!(
        faults(&Project::open(dir.path()).unwrap()).to_string(),
        "assets/characters/hero.character.ron:2:24: picture \"hero.png\" was not read: assets/hero.png is no plain file"
    );
    let read = crate::project::fileset::read_file(dir.path(), "assets/hero.png");
    assert_eq!(read, Err("is no plain file".into()));
}
