//! A file that is being written: it gets its name when it is whole. Until then it
//! has none, so that whatever ends the program leaves nothing behind and touches
//! no file of anybody's.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek};
use std::path::{Path, PathBuf};

/// A file without a name yet.
pub(super) struct Unfinished {
    file: File,
    output: PathBuf,
    /// Its name meanwhile, where the system does not let an open file go without.
    part: Option<PathBuf>,
}

impl Unfinished {
    /// Begins what is to be `output`, on the same disk.
    ///
    /// # Errors
    /// The folder is missing or cannot be written to; `output` is a folder.
    pub(super) fn new(output: &Path) -> io::Result<Unfinished> {
        if output.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        let (file, part) = create_beside(output)?;
        let part = fs::remove_file(&part).is_err().then_some(part);
        Ok(Unfinished {
            file,
            output: output.to_path_buf(),
            part,
        })
    }

    pub(super) fn file(&self) -> &File {
        &self.file
    }

    /// Gives it its name, in place of a file that has it.
    ///
    /// # Errors
    /// What the disk says; then nothing is left of it, and a file of that name is as it was.
    pub(super) fn finish(mut self) -> io::Result<()> {
        if let Some(part) = self.part.take() {
            return fs::rename(&part, &self.output).inspect_err(|_| _ = fs::remove_file(&part));
        }
        // What lost its name cannot be given another: it is copied.
        let (mut copy, part) = create_beside(&self.output)?;
        self.file
            .rewind()
            .and_then(|()| io::copy(&mut self.file, &mut copy))
            .and_then(|_| fs::rename(&part, &self.output))
            .inspect_err(|_| _ = fs::remove_file(&part))
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        if let Some(part) = &self.part {
            _ = fs::remove_file(part);
        }
    }
}

/// A new file beside another, under a name that nobody has.
fn create_beside(output: &Path) -> io::Result<(File, PathBuf)> {
    let name = output.file_name().unwrap_or_default();
    let mut taken = io::ErrorKind::AlreadyExists.into();
    for n in 1..1000 {
        let mut part = std::ffi::OsString::from(".");
        part.push(name);
        part.push(format!(".{n}.part"));
        let part = output.with_file_name(part);
        let new = OpenOptions::new()
            .read(true)
            .write(true)
            .create_new(true)
            .open(&part);
        match new {
            Ok(file) => return Ok((file, part)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => taken = error,
            Err(error) => return Err(error),
        }
    }
    Err(taken)
}
