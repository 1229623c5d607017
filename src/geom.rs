//! Plane geometry and colour, with the conventions of rule G1: logical pixels,
//! origin top left, x right, y down; rotation in degrees, clockwise as seen.

#[cfg(test)]
mod tests;

/// A point or a shift, in logical pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Vec2 {
    /// To the right.
    pub x: f32,
    /// Down.
    pub y: f32,
}

impl Vec2 {
    /// A point from its two coordinates.
    pub const fn new(x: f32, y: f32) -> Vec2 {
        Vec2 { x, y }
    }
}

/// A rectangle: its top left corner and its size, in pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rect {
    /// Left edge.
    pub x: f32,
    /// Top edge.
    pub y: f32,
    /// Width, not negative.
    pub w: f32,
    /// Height, not negative.
    pub h: f32,
}

impl Rect {
    /// A rectangle from its corner and size.
    pub const fn new(x: f32, y: f32, w: f32, h: f32) -> Rect {
        Rect { x, y, w, h }
    }
}

/// An affine map of the plane: `x' = a x + c y + e`, `y' = b x + d y + f`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)] // the six letters every 2D library uses
pub struct Transform {
    pub a: f32,
    pub b: f32,
    pub c: f32,
    pub d: f32,
    pub e: f32,
    pub f: f32,
}

impl Default for Transform {
    fn default() -> Self {
        Transform::IDENTITY
    }
}

impl Transform {
    /// The map that moves nothing.
    pub const IDENTITY: Transform = Transform {
        a: 1.0,
        b: 0.0,
        c: 0.0,
        d: 1.0,
        e: 0.0,
        f: 0.0,
    };

    /// A shift, in pixels.
    pub const fn shift(x: f32, y: f32) -> Transform {
        Transform {
            e: x,
            f: y,
            ..Transform::IDENTITY
        }
    }

    /// A scaling about the origin; negative mirrors.
    pub const fn scale(x: f32, y: f32) -> Transform {
        Transform {
            a: x,
            d: y,
            ..Transform::IDENTITY
        }
    }

    /// A turn about the origin in degrees, clockwise as seen. Quarter turns are exact.
    pub fn turn(degrees: f32) -> Transform {
        let wrapped = degrees.rem_euclid(360.0);
        let (sin, cos) = match wrapped {
            0.0 => (0.0, 1.0),
            90.0 => (1.0, 0.0),
            180.0 => (0.0, -1.0),
            270.0 => (-1.0, 0.0),
            other => other.to_radians().sin_cos(),
        };
        Transform {
            a: cos,
            b: sin,
            c: -sin,
            d: cos,
            e: 0.0,
            f: 0.0,
        }
    }

    /// This map, then `next`.
    #[must_use]
    pub fn then(self, next: Transform) -> Transform {
        let at = |x: f32, y: f32| (next.a * x + next.c * y, next.b * x + next.d * y);
        let (a, b) = at(self.a, self.b);
        let (c, d) = at(self.c, self.d);
        let (e, f) = at(self.e, self.f);
        Transform {
            a,
            b,
            c,
            d,
            e: e + next.e,
            f: f + next.f,
        }
    }

    /// Where this map takes a point.
    pub fn apply(self, point: Vec2) -> Vec2 {
        Vec2::new(
            self.a * point.x + self.c * point.y + self.e,
            self.b * point.x + self.d * point.y + self.f,
        )
    }
}

/// A colour: straight alpha, sRGB, 0..=255 a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Rgba {
    pub r: u8,
    pub g: u8,
    pub b: u8,
    pub a: u8,
}

impl Rgba {
    /// The tint that changes nothing.
    pub const WHITE: Rgba = Rgba::rgb(255, 255, 255);
    /// Opaque black.
    pub const BLACK: Rgba = Rgba::rgb(0, 0, 0);

    /// An opaque colour.
    pub const fn rgb(r: u8, g: u8, b: u8) -> Rgba {
        Rgba { r, g, b, a: 255 }
    }

    /// The same colour at another opacity, 0..=255.
    #[must_use]
    pub const fn with_alpha(self, a: u8) -> Rgba {
        Rgba { a, ..self }
    }

    /// A colour from `#rrggbb` or `#rrggbbaa`; `None` for anything else.
    pub fn from_hex(text: &str) -> Option<Rgba> {
        let digits = text.strip_prefix('#')?;
        // Checked first: a number's own parser would also take a sign.
        let all_hex = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        if !all_hex || !matches!(digits.len(), 6 | 8) {
            return None;
        }
        let channel = |i: usize| u8::from_str_radix(digits.get(i..i + 2)?, 16).ok();
        let a = if digits.len() == 8 { channel(6)? } else { 255 };
        Some(Rgba {
            r: channel(0)?,
            g: channel(2)?,
            b: channel(4)?,
            a,
        })
    }
}
