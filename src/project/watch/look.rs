//! One look at a file of a project's folder.

use std::fs;
use std::io;
use std::path::Path;
use std::time::{Duration, SystemTime};

use crate::project::fileset::{Stamp, read_file};

/// A file that changed so lately may change again without looking other: the clocks of
/// some disks tick every two seconds. Without the system's watcher it is read again.
const TICK: Duration = Duration::from_secs(3);
/// Bytes of a file for which that is worth it.
const SMALL: u64 = 256 << 10;

/// Reads a file if it is there and inside the project.
/// # Errors
/// The end of a sentence that begins with the path.
pub(super) fn look(root: &Path, path: &str) -> Result<Option<Vec<u8>>, String> {
    let real = match fs::canonicalize(root.join(path)) {
        Ok(real) => real,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(format!("cannot be read: {error}")),
    };
    if !real.starts_with(root) {
        return Err("is a link that leaves the project".into());
    }
    match read_file(root, path) {
        Ok(content) => Ok(Some(content)),
        // Gone in between, as while an editor renames.
        Err(_) if !root.join(path).exists() => Ok(None),
        Err(reason) => Err(reason),
    }
}

/// It changed so lately that a later change might not show in its stamp.
pub(super) fn may_be_other((size, changed): Stamp) -> bool {
    let is_late = changed.is_some_and(|changed| match SystemTime::now().duration_since(changed) {
        Ok(age) => age < TICK,
        // A server's clock may be ahead of ours.
        Err(ahead) => ahead.duration() < TICK,
    });
    is_late && size <= SMALL
}
