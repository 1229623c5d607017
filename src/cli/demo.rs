//! The demo the program carries: this repository's own project.

use std::io;

use include_dir::{Dir, DirEntry, include_dir};
use luppet::project::Files;

static ASSETS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/assets");
static SCRIPTS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/scripts");

/// The files of the demo.
pub(super) struct Demo;

fn collect(root: &str, folder: &Dir<'_>, paths: &mut Vec<String>) {
    for entry in folder.entries() {
        match entry {
            DirEntry::Dir(inner) => collect(root, inner, paths),
            DirEntry::File(file) => {
                let path = file.path().to_string_lossy().replace('\\', "/");
                paths.push(format!("{root}/{path}"));
            }
        }
    }
}

impl Files for Demo {
    fn paths(&self) -> io::Result<Vec<String>> {
        let mut paths = Vec::new();
        collect("assets", &ASSETS, &mut paths);
        collect("scripts", &SCRIPTS, &mut paths);
        Ok(paths)
    }

    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        let file = match path.split_once('/') {
            Some(("assets", rest)) => ASSETS.get_file(rest),
            Some(("scripts", rest)) => SCRIPTS.get_file(rest),
            _ => None,
        };
        file.map(|file| file.contents().to_vec())
            .ok_or_else(|| io::ErrorKind::NotFound.into())
    }
}
