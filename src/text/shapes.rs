//! The few shapes text needs around it, as coverage (drawn with tiny-skia).

use tiny_skia::{FillRule, Mask, Path, PathBuilder, Transform};

/// A shape at one size, in device pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shape {
    /// Three by three full pixels: the middle one is stretched to a rectangle.
    Dot,
    /// The upper left quarter of a disc.
    Corner {
        /// Its radius.
        radius: u32,
    },
    /// A triangle standing on its tip.
    Tail {
        /// The length of its upper edge.
        w: u32,
        /// From the upper edge to the tip.
        h: u32,
        /// The tip, from the left end of the upper edge.
        tip: u32,
    },
}

impl Shape {
    /// Its width, height, and a byte of coverage a pixel.
    pub fn draw(self) -> (u32, u32, Vec<u8>) {
        match self {
            Shape::Dot => (3, 3, vec![255; 9]),
            Shape::Corner { radius } => {
                let r = radius as f32;
                filled(radius, radius, PathBuilder::from_circle(r, r, r))
            }
            Shape::Tail { w, h, tip } => {
                let mut path = PathBuilder::new();
                path.move_to(0.0, 0.0);
                path.line_to(w as f32, 0.0);
                path.line_to(tip as f32, h as f32);
                path.close();
                filled(w, h, path.finish())
            }
        }
    }
}

fn filled(width: u32, height: u32, path: Option<Path>) -> (u32, u32, Vec<u8>) {
    let mut coverage = vec![0; width as usize * height as usize];
    if let (Some(mut mask), Some(path)) = (Mask::new(width, height), path) {
        mask.fill_path(&path, FillRule::Winding, true, Transform::identity());
        coverage.copy_from_slice(mask.data());
    }
    (width, height, coverage)
}
