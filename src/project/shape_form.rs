//! A part's drawn shape: `Circle Capsule Box Polygon` with fill and outline. How
//! it is rasterised is not known here.

use serde::Deserialize;

use super::at::{At, Reader};
use super::words;
use crate::draw::{Outline, Shape};
use crate::error::unknown;
use crate::geom::Rgba;

/// The largest width, height and distance from the origin, in pixels.
const LARGEST: f64 = 4096.0;
/// The widest line, in pixels.
const WIDEST: f64 = 256.0;
/// Points of a polygon.
const POINT_CAP: usize = 256;
const KINDS: [&str; 4] = ["Circle", "Capsule", "Box", "Polygon"];

/// A record with what all shapes have, `fill` and `outline`, beside its own fields.
macro_rules! form {
    ($form:ident, $name:literal, $($field:ident),+) => {
        #[derive(Deserialize)]
        #[serde(rename = $name, deny_unknown_fields)]
        struct $form<'a> {
            $(#[serde(borrow)] $field: Option<At<'a>>,)+
            #[serde(borrow)]
            fill: Option<At<'a>>,
            #[serde(borrow)]
            outline: Option<At<'a>>,
        }
    };
}
form!(CircleForm, "Circle", radius);
form!(CapsuleForm, "Capsule", size);
form!(BoxForm, "Box", size, round);
form!(PolygonForm, "Polygon", points);

/// Reads a shape.
pub(super) fn read<'a>(reader: &mut Reader<'a>, at: At<'a>) -> Option<Shape> {
    let (outline, fill, line) = match words::word(at.text()) {
        Some("Circle") => {
            let form = reader.record::<CircleForm>(at, "Circle")?;
            let radius = reader.need("radius", form.radius, "Circle", at);
            let radius = radius.and_then(|at| reader.number("radius", at, 0.5..=LARGEST / 2.0));
            let outline = radius.map(|radius| Outline::Circle {
                radius: radius as f32,
            });
            (outline, form.fill, form.outline)
        }
        Some("Capsule") => {
            let form = reader.record::<CapsuleForm>(at, "Capsule")?;
            let size = read_size(reader, form.size, "Capsule", at);
            let outline = size.map(|size| Outline::Capsule { size });
            (outline, form.fill, form.outline)
        }
        Some("Box") => {
            let form = reader.record::<BoxForm>(at, "Box")?;
            let size = read_size(reader, form.size, "Box", at);
            let most = size.map_or(LARGEST, |(w, h)| f64::from(w.min(h)) / 2.0);
            let round = match form.round {
                Some(at) => reader.number("round", at, 0.0..=most),
                None => Some(0.0),
            };
            let outline = size.zip(round).map(|(size, round)| Outline::Box {
                size,
                round: round as f32,
            });
            (outline, form.fill, form.outline)
        }
        Some("Polygon") => {
            let form = reader.record::<PolygonForm>(at, "Polygon")?;
            let points = reader.need("points", form.points, "Polygon", at);
            let points = points.and_then(|at| read_points(reader, at));
            let outline = points.map(|points| Outline::Polygon { points });
            (outline, form.fill, form.outline)
        }
        Some(other) => {
            reader.fault(at, unknown("shape", other, KINDS));
            return None;
        }
        None => {
            return reader.wrong(
                at,
                "shape",
                "one of Circle(...), Capsule(...), Box(...), Polygon(...)",
            );
        }
    };
    if fill.is_none() && line.is_none() {
        reader.fault(
            at,
            "this shape has neither `fill` nor `outline`: nothing of it would be seen",
        );
    }
    // Alpha 0: not filled at all.
    let mut colour = Some(Rgba::BLACK.with_alpha(0));
    if let Some(at) = fill {
        colour = read_colour(reader, "fill", at);
    }
    let line = match line {
        Some(at) => Some(read_line(reader, at)?),
        None => None,
    };
    Some(Shape {
        outline: outline?,
        fill: colour?,
        line,
    })
}

fn read_size<'a>(
    reader: &mut Reader<'a>,
    size: Option<At<'a>>,
    of: &str,
    shape: At<'a>,
) -> Option<(f32, f32)> {
    let size = reader.need("size", size, of, shape)?;
    let [w, h] = reader.group("size", size, "two numbers (width, height)")?;
    let w = reader.number("size", w, 1.0..=LARGEST);
    let h = reader.number("size", h, 1.0..=LARGEST);
    Some((w? as f32, h? as f32))
}

fn read_points<'a>(reader: &mut Reader<'a>, at: At<'a>) -> Option<Vec<(f32, f32)>> {
    let message = |count| format!("a Polygon has 3 to {POINT_CAP} points, not {count}");
    if !reader.is_short(at, POINT_CAP, message) {
        return None;
    }
    let list = reader.list("points", at)?;
    let count = list.len();
    if count < 3 {
        reader.fault(at, message(count));
        return None;
    }
    let half = LARGEST / 2.0;
    let mut points = Vec::new();
    for at in list {
        if let Some((x, y)) = reader.pair("points", at, -half..=half) {
            points.push((x as f32, y as f32));
        }
    }
    (points.len() == count).then_some(())?;
    if is_straight(&points) {
        reader.fault(at, "all points of this Polygon lie on one line");
        return None;
    }
    Some(points)
}

/// True where no three points span anything.
fn is_straight(points: &[(f32, f32)]) -> bool {
    let Some(&(x, y)) = points.first() else {
        return true;
    };
    // In f64 the products of two f32 are exact.
    let from_first =
        |&(px, py): &(f32, f32)| (f64::from(px) - f64::from(x), f64::from(py) - f64::from(y));
    let mut ways = points
        .iter()
        .map(from_first)
        .filter(|way| *way != (0.0, 0.0));
    let Some((dx, dy)) = ways.next() else {
        return true;
    };
    ways.all(|(ex, ey)| dx * ey == dy * ex)
}

fn read_line<'a>(reader: &mut Reader<'a>, at: At<'a>) -> Option<(f32, Rgba)> {
    let [width, colour] =
        reader.group("outline", at, "a width and a colour (width, \"#rrggbb\")")?;
    let width = reader.number("outline", width, 0.1..=WIDEST);
    let colour = read_colour(reader, "outline", colour);
    Some((width? as f32, colour?))
}

fn read_colour<'a>(reader: &mut Reader<'a>, field: &str, at: At<'a>) -> Option<Rgba> {
    const SHAPE: &str = "a colour, \"#rrggbb\" or \"#rrggbbaa\"";
    let digits = at
        .text()
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'));
    let colour = digits.and_then(Rgba::from_hex);
    colour.or_else(|| reader.wrong(at, field, SHAPE))
}
