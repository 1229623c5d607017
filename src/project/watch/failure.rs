//! What the system's refusal to watch files means, and what to do about it.

use std::io;

/// What to do about a failure of the system's watcher that will stay.
pub(super) fn remedy(error: &notify::Error) -> Option<&'static str> {
    const WATCHES: &str = "raise the limit fs.inotify.max_user_watches";
    const INSTANCES: &str = "raise the limit fs.inotify.max_user_instances, or that on open files";
    const NONE: &str = "this system has no way to watch files";
    match &error.kind {
        notify::ErrorKind::MaxFilesWatch => Some(WATCHES),
        notify::ErrorKind::Io(error) => match error.raw_os_error()? {
            28 => Some(WATCHES),        // ENOSPC
            23 | 24 => Some(INSTANCES), // ENFILE, EMFILE
            38 => Some(NONE),           // ENOSYS
            _ => None,
        },
        _ => None,
    }
}

/// Nothing is there to be watched.
pub(super) fn is_missing(error: &notify::Error) -> bool {
    match &error.kind {
        notify::ErrorKind::PathNotFound => true,
        notify::ErrorKind::Io(error) => error.kind() == io::ErrorKind::NotFound,
        _ => false,
    }
}
