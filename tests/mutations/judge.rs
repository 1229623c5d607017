//! What every error must be: of a file, with words that can be shown, at a place that is there.

use luppet::error::{LoadError, LoadErrors};
use luppet::project::report::plain;

use crate::readers::Reader;

/// Bytes of a message.
const MESSAGE: usize = 2048;
/// Bytes of a whole report.
const REPORT: usize = 64 << 10;

/// What of the errors of these bytes is not fit to be told.
pub fn judge(reader: Reader, content: &[u8], errors: &LoadErrors) -> Result<(), String> {
    if errors.0.is_empty() {
        return Err("fails without an error".into());
    }
    let own = String::from_utf8_lossy(content);
    for error in &errors.0 {
        if let Some(wrong) = fault(reader, &own, error) {
            let LoadError {
                file,
                place,
                message,
                ..
            } = error;
            return Err(format!("has {wrong}: {file:?} {place:?} {message:?}"));
        }
    }
    let report = plain(errors);
    if report.len() > REPORT {
        return Err(format!("has a report of {} bytes", report.len()));
    }
    if report.chars().any(|c| c.is_control() && c != '\n') {
        return Err(format!("has control characters in its report: {report:?}"));
    }
    Ok(())
}

/// `own` is the text of the reader's file.
fn fault(reader: Reader, own: &str, error: &LoadError) -> Option<&'static str> {
    let LoadError {
        file,
        place,
        message,
        source,
    } = error;
    if file.is_empty() {
        return Some("no file");
    }
    if message.trim().is_empty() {
        return Some("no message");
    }
    if message.len() > MESSAGE {
        return Some("a message too long");
    }
    if message.chars().any(char::is_control) {
        return Some("control characters");
    }
    let Some(place) = place else {
        // Of a whole file there is no more to say where it is no text or too long, and of a script what it returns.
        let of_all = ["UTF-16", "too large"];
        let placed = reader.has_places() && file == reader.path();
        let needed = placed && !of_all.iter().any(|words| message.contains(words));
        return needed.then_some("no place");
    };
    let text = source.as_deref().unwrap_or(own);
    let Some(line) = (place.line as usize).checked_sub(1) else {
        return Some("line 0");
    };
    match text.split('\n').nth(line) {
        None => Some("no such line"),
        Some(line) if place.column as usize > line.chars().count() + 1 => Some("no such column"),
        Some(_) => None,
    }
}
