//! `--input FILE`: an input file, read from disk for a run.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use luppet::error::LoadError;
use luppet::session::{Schedule, Session};

use super::Failure;

/// The most bytes of one file.
const CAP: u64 = 64 << 20;

/// A file that may be a pipe, or without end.
fn read_bounded(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(CAP + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > CAP {
        let most = CAP >> 20;
        return Err(io::Error::other(format!(
            "too large; at most {most} MiB are read"
        )));
    }
    Ok(bytes)
}

/// Reads the input file; the files its `reload` lines name are looked for beside it, then here.
pub(super) fn read(path: Option<&Path>, session: &Session) -> Result<Option<Schedule>, Failure> {
    let Some(path) = path else { return Ok(None) };
    let name = path.to_string_lossy();
    let bytes = read_bounded(path).map_err(|error| Failure::Usage(format!("{name}: {error}")))?;
    let text = String::from_utf8(bytes)
        .map_err(|_| LoadError::new(&*name, "an input file is UTF-8 text; this one is not"))
        .map_err(|error| Failure::Project(error.into()))?;
    let beside = path.parent().unwrap_or(Path::new(""));
    let other = |file: &str| match read_bounded(&beside.join(file)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => read_bounded(Path::new(file)),
        read => read,
    };
    Ok(Some(Schedule::parse(&name, &text, session, &other)?))
}
