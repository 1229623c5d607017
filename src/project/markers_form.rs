//! A clip's `markers`: named instants, a frame or a frame and seconds into it.

use super::at::{At, COUNT_CAP, Reader};
use super::words;
use crate::clip::MarkerSpec;

/// Markers of one clip.
const MARKER_CAP: usize = 1000;

/// Markers `{ "name": frame, or (frame, offset), or [several] }` in the order written, each with its place.
pub(super) fn read<'a>(reader: &mut Reader<'a>, at: At<'a>) -> Vec<(At<'a>, MarkerSpec)> {
    let mut markers = Vec::new();
    let message = |_| format!("a clip has at most {MARKER_CAP} markers");
    if !reader.is_short(at, MARKER_CAP, message) {
        return markers;
    }
    let mut left = MARKER_CAP;
    for entry in reader.map("markers", at).unwrap_or_default() {
        let several = if entry.value.text().starts_with('[') {
            if !reader.is_short(entry.value, left, message) {
                return markers;
            }
            reader.list("markers", entry.value).unwrap_or_default()
        } else {
            vec![entry.value]
        };
        if several.len() > left {
            reader.fault(entry.key, message(several.len()));
            return markers;
        }
        left -= several.len();
        for at in several {
            markers.extend(read_marker(reader, &entry.name, at).map(|marker| (at, marker)));
        }
    }
    markers
}

fn read_marker<'a>(reader: &mut Reader<'a>, name: &str, at: At<'a>) -> Option<MarkerSpec> {
    let (frame, offset) = match at.text().chars().next() {
        Some('(') => {
            let [frame, offset] = reader.group(
                "markers",
                at,
                "a frame, (frame, seconds), or a list of these",
            )?;
            (frame, Some(offset))
        }
        Some('0'..='9' | '+' | '-' | '.') => (at, None),
        _ => {
            let found = words::found(at.text());
            reader.fault(
                at,
                format!("marker {name:?} should be a frame, (frame, seconds), or a list of these, not {found}"),
            );
            return None;
        }
    };
    let frame = reader.whole("markers", frame, 1..=COUNT_CAP);
    let offset = match offset {
        Some(at) => reader.number("markers", at, f64::MIN..=f64::MAX),
        None => Some(0.0),
    };
    Some(MarkerSpec {
        name: name.to_owned(),
        frame: frame? as usize,
        offset: offset?,
    })
}
