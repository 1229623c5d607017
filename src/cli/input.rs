//! `--input FILE`: an input file, read from disk for a run.

use std::fs;
use std::io;
use std::path::Path;

use luppet::error::LoadError;
use luppet::session::{Schedule, Session};

use super::Failure;

/// Reads the input file; the files its `reload` lines name are looked for beside it, then here.
pub(super) fn read(path: Option<&Path>, session: &Session) -> Result<Option<Schedule>, Failure> {
    let Some(path) = path else { return Ok(None) };
    let name = path.to_string_lossy();
    let bytes = fs::read(path).map_err(|error| Failure::Usage(format!("{name}: {error}")))?;
    let text = String::from_utf8(bytes)
        .map_err(|_| LoadError::new(&*name, "an input file is UTF-8 text; this one is not"))
        .map_err(|error| Failure::Project(error.into()))?;
    let beside = path.parent().unwrap_or(Path::new(""));
    let other = |file: &str| match fs::read(beside.join(file)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => fs::read(file),
        read => read,
    };
    Ok(Some(Schedule::parse(&name, &text, session, &other)?))
}
