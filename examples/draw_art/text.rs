//! Words on pictures, in the fonts that come with the toolkit.

use fontdue::{Font, FontSettings};

use crate::picture::{Fault, Picture, Rgb};

pub struct Pen {
    font: Font,
}

impl Pen {
    /// # Errors
    /// If the font does not read.
    pub fn new(font: &[u8]) -> Result<Pen, Fault> {
        Ok(Pen {
            font: Font::from_bytes(font, FontSettings::default())?,
        })
    }

    pub fn width(&self, text: &str, size: f32) -> i32 {
        text.chars()
            .map(|c| self.font.metrics(c, size).advance_width.round() as i32)
            .sum()
    }

    /// `x` is the left end and `y` the base line. Letters sit on whole pixels, and their grey is steepened, so they stay crisp.
    pub fn write(&self, on: &mut Picture, text: &str, x: i32, y: i32, size: f32, c: Rgb) {
        let mut at = x;
        for letter in text.chars() {
            let (m, cover) = self.font.rasterize(letter, size);
            for row in 0..m.height {
                for column in 0..m.width {
                    let grey = f32::from(cover[row * m.width + column]) / 255.0;
                    let alpha = ((grey - 0.22) * 2.0).clamp(0.0, 1.0);
                    if alpha > 0.0 {
                        let top = y - m.height as i32 - m.ymin;
                        on.blend(at + m.xmin + column as i32, top + row as i32, c, alpha);
                    }
                }
            }
            at += m.advance_width.round() as i32;
        }
    }

    pub fn centred(&self, on: &mut Picture, text: &str, x: i32, y: i32, size: f32, c: Rgb) {
        self.write(on, text, x - self.width(text, size) / 2, y, size, c);
    }
}
