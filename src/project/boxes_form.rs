//! A clip's `boxes`: a rectangle by name, for all frames or by frame.

use super::at::{At, Reader};
use super::scene::FAR;
use crate::clip::BoxSpec;
use crate::geom::Rect;

/// Boxes of one clip, those of single frames counted one by one.
const BOX_CAP: usize = 1024;

/// Reads boxes in the order written, each with its place.
pub(super) fn read<'a>(reader: &mut Reader<'a>, at: At<'a>) -> Vec<(At<'a>, BoxSpec)> {
    let mut boxes = Vec::new();
    for entry in reader.map("boxes", at).unwrap_or_default() {
        let of_frames = if entry.value.text().starts_with('{') {
            let frames = reader.frames("boxes", entry.value).unwrap_or_default();
            let place = |(frame, key, value)| (Some(frame), key, value);
            frames.into_iter().map(place).collect()
        } else {
            vec![(None, entry.value, entry.value)]
        };
        for (frame, place, value) in of_frames {
            if boxes.len() == BOX_CAP {
                reader.fault(place, format!("a clip has at most {BOX_CAP} boxes"));
                return boxes;
            }
            let name = entry.name.clone();
            let rect = read_rect(reader, value);
            boxes.extend(rect.map(|rect| (place, BoxSpec { name, frame, rect })));
        }
    }
    boxes
}

fn read_rect<'a>(reader: &mut Reader<'a>, at: At<'a>) -> Option<Rect> {
    const SHAPE: &str = "four numbers (x, y, width, height), or these by frame { 3: (..) }";
    let [x, y, w, h] = reader.group("boxes", at, SHAPE)?;
    let mut number = |at, low: f64| reader.number("boxes", at, low..=FAR);
    let (x, y) = (number(x, -FAR), number(y, -FAR));
    let (w, h) = (number(w, f64::MIN_POSITIVE), number(h, f64::MIN_POSITIVE));
    Some(Rect::new(x? as f32, y? as f32, w? as f32, h? as f32))
}
