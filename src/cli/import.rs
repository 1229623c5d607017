//! `luppet import`: files of other tools as files of a project, on standard output.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use luppet::project::{TEXT_CAP, import_tree, is_tree};

use super::Failure;

#[derive(Args)]
pub(super) struct Options {
    #[command(subcommand)]
    kind: Kind,
}

#[derive(Subcommand)]
enum Kind {
    /// Print a NAME.animationTree (or a NAME.tree.ron, tidied up) as a tree in RON
    ///
    /// Blocks that are used twice get a name; the clips and parts that the tree names need not exist. Nothing is
    /// written but standard output: `luppet import tree robot.animationTree > assets/trees/robot.tree.ron`
    Tree {
        /// The tree's file
        file: PathBuf,
    },
}

pub(super) fn run(options: &Options) -> Result<(), Failure> {
    match &options.kind {
        Kind::Tree { file } => tree(file),
    }
}

fn tree(file: &Path) -> Result<(), Failure> {
    let shown = file.display().to_string();
    if !file.is_file() {
        let what = if file.is_dir() {
            "this is a folder; a tree is a file"
        } else {
            "no such file"
        };
        return Err(Failure::Usage(format!("{shown}: {what}")));
    }
    if !is_tree(&shown) {
        let message = "this is no tree; trees end in .animationTree or .tree.ron";
        return Err(Failure::Usage(format!("{shown}: {message}")));
    }
    let content = read(file).map_err(|error| Failure::System(format!("{shown}: {error}")))?;
    let text = import_tree(&shown, &content)?;
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::System(error.to_string()))
        }
        _ => Ok(()),
    }
}

/// The content, of a file that is too large no more than shows it.
fn read(file: &Path) -> io::Result<Vec<u8>> {
    let mut content = Vec::new();
    File::open(file)?
        .take(TEXT_CAP + 1)
        .read_to_end(&mut content)?;
    Ok(content)
}
