//! One `Clip(..)` of a character file. Which cells it shows is decided here;
//! whether its times, modes and markers fit together is `Clip::new`'s to say,
//! and put at its place here.

use serde::Deserialize;

use super::at::{At, COUNT_CAP, Reader};
use super::scene::FAR;
use super::sheet::{Cut, Sheet};
use super::words;
use crate::clip::{Clip, ClipFault, ClipSpec, Durations, MarkerSpec, Mode, PictureId};
use crate::error::unknown;
use crate::time::Time;

const MODES: &[(&str, Mode)] = &[
    ("Normal", Mode::Normal),
    ("Reversed", Mode::Reversed),
    ("Loop", Mode::Loop),
    ("LoopReversed", Mode::LoopReversed),
    ("LoopPingPong", Mode::LoopPingPong),
    ("LoopRandom", Mode::LoopRandom),
    ("OncePingPong", Mode::OncePingPong),
];

#[derive(Clone, Copy, Deserialize)]
#[serde(rename = "Clip", deny_unknown_fields)]
struct ClipForm<'a> {
    #[serde(borrow)]
    row: Option<At<'a>>,
    #[serde(borrow)]
    frames: Option<At<'a>>,
    #[serde(borrow)]
    each: Option<At<'a>>,
    #[serde(borrow)]
    fps: Option<At<'a>>,
    #[serde(borrow)]
    total: Option<At<'a>>,
    #[serde(borrow)]
    times: Option<At<'a>>,
    #[serde(borrow)]
    mode: Option<At<'a>>,
    #[serde(borrow)]
    from: Option<At<'a>>,
    #[serde(borrow)]
    repeats: Option<At<'a>>,
    #[serde(borrow)]
    legs: Option<At<'a>>,
    #[serde(borrow)]
    markers: Option<At<'a>>,
    #[serde(borrow)]
    lift: Option<At<'a>>,
}

/// Reads a clip; `sheet` is `None` where the character's sheet is at fault itself.
pub(super) fn read<'a>(
    reader: &mut Reader<'a>,
    sheet: Option<&mut Sheet>,
    name: &str,
    at: At<'a>,
) -> Option<Clip> {
    let form = reader.record::<ClipForm>(at, "Clip")?;
    let wrong_before = reader.errors.len();
    let frames_at = reader.need("frames", form.frames, "Clip", at);
    let pictures = sheet.and_then(|sheet| read_frames(reader, sheet, &form, at, frames_at?));
    let (durations, times) = read_durations(reader, &form, at).unzip();
    let mode = form
        .mode
        .and_then(|at| reader.choice("mode", "mode", at, MODES));
    let mut count = |field, at: Option<At<'a>>| {
        let count = reader.whole(field, at?, 1..=COUNT_CAP)?;
        Some(count)
    };
    let from = count("from", form.from);
    let repeats = count("repeats", form.repeats);
    let legs = count("legs", form.legs);
    let markers = form
        .markers
        .map(|at| read_markers(reader, at))
        .unwrap_or_default();
    let lift = form
        .lift
        .and_then(|at| reader.number("lift", at, -FAR..=FAR));
    if reader.errors.len() > wrong_before {
        return None;
    }
    let (marker_places, markers) = markers.into_iter().unzip::<_, _, Vec<_>, _>();
    let pictures = pictures?;
    let spec = ClipSpec {
        name: name.to_owned(),
        frames: pictures.len(),
        pictures,
        durations: durations?,
        mode: mode.unwrap_or_default(),
        from: from.map(|n| n as usize),
        repeats: repeats.map(|n| n as u32),
        legs: legs.map(|n| n as u32),
        markers,
        lift: lift.unwrap_or(0.0) as f32,
        motion: (0.0, 0.0),
        ..ClipSpec::default()
    };
    match Clip::new(spec) {
        Ok(clip) => Some(clip),
        Err(faults) => {
            for fault in faults {
                let place = place_of(
                    &fault,
                    &form,
                    &times.clone().unwrap_or_default(),
                    &marker_places,
                );
                reader.fault(place.unwrap_or(at), fault.message);
            }
            None
        }
    }
}

/// Where the field, or the entry of it, stands that a fault is about.
fn place_of<'a>(
    fault: &ClipFault,
    form: &ClipForm<'a>,
    times: &[At<'a>],
    markers: &[At<'a>],
) -> Option<At<'a>> {
    let entry = |entries: &[At<'a>]| fault.index.and_then(|i| entries.get(i).copied());
    match fault.field {
        "each" => form.each,
        "fps" => form.fps,
        "total" => form.total,
        "times" => entry(times).or(form.times),
        "mode" => form.mode,
        "from" => form.from,
        "repeats" => form.repeats,
        "legs" => form.legs,
        "markers" => entry(markers).or(form.markers),
        "frames" => form.frames,
        "lift" => form.lift,
        _ => None,
    }
}

fn read_frames<'a>(
    reader: &mut Reader<'a>,
    sheet: &mut Sheet,
    form: &ClipForm<'a>,
    clip: At<'a>,
    frames: At<'a>,
) -> Option<Vec<PictureId>> {
    let rects = match &sheet.cut {
        Cut::Grid(grid) => {
            let inside = |n: u32, of: u32| n >= 1 && n <= of;
            let size = format!(
                "the sheet has {} columns x {} rows (cells of {} x {} pixels)",
                grid.columns, grid.rows, grid.cell.0, grid.cell.1
            );
            let row_at = reader.need("row", form.row, "Clip", clip);
            let row = row_at.and_then(|at| {
                let row = reader.whole("row", at, 1..=COUNT_CAP)? as u32;
                if !inside(row, grid.rows) {
                    reader.fault(at, format!("row {row} is outside the sheet: {size}"));
                    return None;
                }
                Some(row)
            });
            let columns = read_columns(reader, frames)?;
            let mut rects = Vec::new();
            let mut is_outside = false;
            for (column, at) in columns {
                if !inside(column, grid.columns) {
                    is_outside = true;
                    reader.fault(at, format!("frame {column} is outside the sheet: {size}"));
                    break;
                }
                rects.extend(row.map(|row| grid.rect(column, row)));
            }
            if is_outside {
                return None;
            }
            row?;
            rects
        }
        Cut::Cells(cells) => {
            if let Some(at) = form.row {
                reader.fault(at, "`row` is for a Grid; of Cells, `frames` lists names");
            }
            let mut rects = Vec::new();
            let mut is_whole = true;
            for (name, at) in reader.names("frames", frames)? {
                if let Some(rect) = cells.get(&name) {
                    rects.push(*rect);
                } else if reader.is_full() {
                    return None;
                } else {
                    reader.fault(at, unknown("cell", &name, cells.keys().map(String::as_str)));
                    is_whole = false;
                }
            }
            is_whole.then_some(rects)?
        }
    };
    if rects.is_empty() {
        reader.fault(frames, "a clip has at least one frame");
        return None;
    }
    Some(rects.into_iter().map(|rect| sheet.picture(rect)).collect())
}

/// The columns that `frames` names, each with its place: a count, or a list.
fn read_columns<'a>(reader: &mut Reader<'a>, frames: At<'a>) -> Option<Vec<(u32, At<'a>)>> {
    if !frames.text().starts_with('[') {
        // One more than any sheet has columns is enough to be told of.
        let count = reader.whole("frames", frames, 1..=COUNT_CAP)?;
        let last = count.min(u64::from(super::pictures::SIDE_CAP) + 1);
        if count > last {
            return Some(vec![(count as u32, frames)]);
        }
        return Some((1..=count as u32).map(|column| (column, frames)).collect());
    }
    let mut columns = Vec::new();
    for at in reader.list("frames", frames)? {
        columns.push((reader.whole("frames", at, 1..=COUNT_CAP)? as u32, at));
    }
    Some(columns)
}

/// The one way in which the durations are given, and the places of the entries of `times`.
fn read_durations<'a>(
    reader: &mut Reader<'a>,
    form: &ClipForm<'a>,
    clip: At<'a>,
) -> Option<(Durations, Vec<At<'a>>)> {
    const CHOICES: &str = "`each`, `fps`, `total` or `times`";
    let fields = [
        ("each", form.each),
        ("fps", form.fps),
        ("total", form.total),
        ("times", form.times),
    ];
    let mut given = fields
        .into_iter()
        .filter_map(|(field, at)| at.map(|at| (field, at)));
    let Some((field, at)) = given.next() else {
        reader.fault(
            clip,
            format!("this Clip does not say how long its frames last: give {CHOICES}"),
        );
        return None;
    };
    if let Some((second, second_at)) = given.next() {
        reader.fault(
            second_at,
            format!("`{field}` and `{second}` both say how long the frames last: give only one of {CHOICES}"),
        );
        return None;
    }
    let longest = 0.0..=Time::LONGEST.seconds();
    let durations = match field {
        "each" => Durations::Each(reader.number(field, at, longest)?),
        "fps" => Durations::Fps(reader.number(field, at, f64::MIN..=f64::MAX)?),
        "total" => Durations::Total(reader.number(field, at, longest)?),
        _ => {
            let entries = reader.list(field, at)?;
            let mut times = Vec::new();
            for at in &entries {
                times.extend(reader.number(field, *at, longest.clone()));
            }
            (times.len() == entries.len()).then_some(())?;
            return Some((Durations::Times(times), entries));
        }
    };
    Some((durations, Vec::new()))
}

/// Markers `{ "name": frame, or (frame, offset), or [several] }` in the order written, each with its place.
fn read_markers<'a>(reader: &mut Reader<'a>, at: At<'a>) -> Vec<(At<'a>, MarkerSpec)> {
    let mut markers = Vec::new();
    for entry in reader.map("markers", at).unwrap_or_default() {
        let several = if entry.value.text().starts_with('[') {
            reader.list("markers", entry.value).unwrap_or_default()
        } else {
            vec![entry.value]
        };
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
