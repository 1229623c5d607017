//! Points in pixels, and the little arithmetic the figures need. Nothing here knows which way y points.

use std::ops::{Add, Mul, Sub};

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct P {
    pub x: f32,
    pub y: f32,
}

pub const fn p(x: f32, y: f32) -> P {
    P { x, y }
}

impl Add for P {
    type Output = P;
    fn add(self, o: P) -> P {
        p(self.x + o.x, self.y + o.y)
    }
}

impl Sub for P {
    type Output = P;
    fn sub(self, o: P) -> P {
        p(self.x - o.x, self.y - o.y)
    }
}

impl Mul<f32> for P {
    type Output = P;
    fn mul(self, k: f32) -> P {
        p(self.x * k, self.y * k)
    }
}

impl P {
    pub fn dot(self, o: P) -> f32 {
        self.x * o.x + self.y * o.y
    }

    pub fn len(self) -> f32 {
        self.dot(self).sqrt()
    }

    /// The same direction with length 1; a point without length gives "right".
    pub fn unit(self) -> P {
        let l = self.len();
        if l < 1e-6 {
            p(1.0, 0.0)
        } else {
            self * (1.0 / l)
        }
    }

    /// Turned a quarter: where y points down this is clockwise as seen.
    pub fn side(self) -> P {
        p(-self.y, self.x)
    }

    pub fn lerp(self, o: P, t: f32) -> P {
        self + (o - self) * t
    }

    /// Turned by `degrees`; where y points down this is clockwise as seen.
    pub fn turned(self, degrees: f32) -> P {
        let (s, c) = degrees.to_radians().sin_cos();
        p(self.x * c - self.y * s, self.x * s + self.y * c)
    }
}

pub fn mix(a: f32, b: f32, t: f32) -> f32 {
    a + (b - a) * t
}

/// 0 to 1 with a soft start and a soft end.
pub fn smooth(t: f32) -> f32 {
    let t = t.clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}
