//! Arithmetic on colours, in whole numbers: straight alpha in and out.

use crate::geom::Rgba;

pub(super) fn bytes(colour: Rgba) -> [u8; 4] {
    [colour.r, colour.g, colour.b, colour.a]
}

/// `a * b / 255`, rounded to the nearest.
pub(super) fn times(a: u8, b: u8) -> u8 {
    let product = u32::from(a) * u32::from(b) + 128;
    // Exact for products of two bytes (Blinn 1995).
    ((product + (product >> 8)) >> 8) as u8
}

pub(super) fn tinted(pixel: &[u8], tint: Rgba) -> [u8; 4] {
    let tint = bytes(tint);
    std::array::from_fn(|i| times(pixel[i], tint[i]))
}

/// Lays a colour over a pixel, both in straight alpha.
#[inline]
pub(super) fn over(out: &mut [u8], colour: [u8; 4]) {
    let alpha = colour[3];
    if alpha == 0 {
        return;
    }
    if alpha == 255 || out[3] == 0 {
        out.copy_from_slice(&colour);
    } else if out[3] == 255 {
        for i in 0..3 {
            let mixed = u32::from(colour[i]) * u32::from(alpha)
                + u32::from(out[i]) * u32::from(255 - alpha)
                + 128;
            out[i] = ((mixed + (mixed >> 8)) >> 8) as u8;
        }
    } else {
        // Shares of the result in 255ths of 255ths.
        let mine = u32::from(alpha) * 255;
        let theirs = u32::from(out[3]) * u32::from(255 - alpha);
        let all = mine + theirs;
        for i in 0..3 {
            let mixed = u32::from(colour[i]) * mine + u32::from(out[i]) * theirs;
            out[i] = ((mixed + all / 2) / all) as u8;
        }
        out[3] = ((all + 127) / 255) as u8;
    }
}

/// A weighted sum of colours: a pixel of a group, or of a smooth page between four of its pixels.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sum {
    /// Share * alpha.
    alpha: u32,
    /// Share * alpha * colour: with shares that add up to [`Sum::WHOLE`] at most 255 * 255 * 65536, which fits.
    colour: [u32; 3],
}

impl Sum {
    /// All shares together.
    pub const WHOLE: u32 = 1 << 16;

    #[inline]
    pub fn add(&mut self, pixel: &[u8], share: u32) {
        let alpha = u32::from(pixel[3]) * share;
        self.alpha += alpha;
        for (sum, channel) in self.colour.iter_mut().zip(pixel) {
            *sum += u32::from(*channel) * alpha;
        }
    }

    #[inline]
    pub fn colour(&self) -> [u8; 4] {
        if self.alpha == 0 {
            return [0; 4];
        }
        let [r, g, b] = self
            .colour
            .map(|sum| ((sum + self.alpha / 2) / self.alpha) as u8);
        let alpha = (self.alpha + Sum::WHOLE / 2) / Sum::WHOLE;
        [r, g, b, alpha as u8]
    }
}
