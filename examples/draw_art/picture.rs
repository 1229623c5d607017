//! A picture in memory (straight RGBA, 8 bits) and its way into a PNG file. Out-of-range pixels are ignored.

use std::error::Error;
use std::fs::{self, File};
use std::io::BufWriter;
use std::path::Path;

pub type Fault = Box<dyn Error>;
pub type Rgb = [u8; 3];

/// A colour written the way artists write it: `rgb(0x2b4a80)`.
pub const fn rgb(hex: u32) -> Rgb {
    [(hex >> 16) as u8, (hex >> 8) as u8, hex as u8]
}

pub fn mix_rgb(a: Rgb, b: Rgb, t: f32) -> Rgb {
    let m = |i: usize| (f32::from(a[i]) + (f32::from(b[i]) - f32::from(a[i])) * t).round() as u8;
    [m(0), m(1), m(2)]
}

#[derive(Clone, PartialEq)]
pub struct Picture {
    pub w: i32,
    pub h: i32,
    /// Rows above y = 0; they count in `h`. A backdrop layer has some, so that it can be moved down.
    pub above: i32,
    pub data: Vec<[u8; 4]>,
}

impl Picture {
    pub fn new(w: i32, h: i32) -> Picture {
        Picture {
            w,
            h,
            above: 0,
            data: vec![[0; 4]; (w * h) as usize],
        }
    }

    /// A picture whose rows go from `-margin` to `h + margin`.
    pub fn with_margin(w: i32, h: i32, margin: i32) -> Picture {
        Picture {
            above: margin,
            ..Picture::new(w, h + 2 * margin)
        }
    }

    /// All of its y.
    pub fn rows(&self) -> std::ops::Range<i32> {
        -self.above..self.h - self.above
    }

    pub fn get(&self, x: i32, y: i32) -> [u8; 4] {
        if x < 0 || x >= self.w || !self.rows().contains(&y) {
            [0; 4]
        } else {
            self.data[((y + self.above) * self.w + x) as usize]
        }
    }

    pub fn set(&mut self, x: i32, y: i32, c: [u8; 4]) {
        if x >= 0 && x < self.w && self.rows().contains(&y) {
            self.data[((y + self.above) * self.w + x) as usize] = c;
        }
    }

    pub fn put(&mut self, x: i32, y: i32, c: Rgb) {
        self.set(x, y, [c[0], c[1], c[2], 255]);
    }

    /// Lays a colour over what is there; `alpha` 0..1.
    pub fn blend(&mut self, x: i32, y: i32, c: Rgb, alpha: f32) {
        let under = self.get(x, y);
        let top = alpha.clamp(0.0, 1.0);
        let below = f32::from(under[3]) / 255.0 * (1.0 - top);
        let all = top + below;
        if all <= 0.0 {
            return;
        }
        let m =
            |i: usize| ((f32::from(c[i]) * top + f32::from(under[i]) * below) / all).round() as u8;
        self.set(x, y, [m(0), m(1), m(2), (all * 255.0).round() as u8]);
    }

    /// The same, with x wrapped round: what leaves on one side comes in on the other, so tiles match.
    pub fn blend_wrapped(&mut self, x: i32, y: i32, c: Rgb, alpha: f32) {
        self.blend(x.rem_euclid(self.w), y, c, alpha);
    }

    pub fn rect(&mut self, x: i32, y: i32, w: i32, h: i32, c: Rgb) {
        for yy in y..y + h {
            for xx in x..x + w {
                self.blend_wrapped(xx, yy, c, 1.0);
            }
        }
    }

    pub fn draw(&mut self, other: &Picture, x: i32, y: i32) {
        for yy in other.rows() {
            for xx in 0..other.w {
                let c = other.get(xx, yy);
                if c[3] > 0 {
                    self.blend(x + xx, y + yy, [c[0], c[1], c[2]], f32::from(c[3]) / 255.0);
                }
            }
        }
    }

    /// True if a pixel of the outermost ring is not empty: something was cut off, or is about to be.
    pub fn touches_edge(&self) -> bool {
        let (w, h) = (self.w, self.h);
        (0..w).any(|x| self.get(x, 0)[3] > 0 || self.get(x, h - 1)[3] > 0)
            || (0..h).any(|y| self.get(0, y)[3] > 0 || self.get(w - 1, y)[3] > 0)
    }

    pub fn enlarged(&self, k: i32) -> Picture {
        let mut out = Picture::new(self.w * k, self.h * k);
        for y in 0..out.h {
            for x in 0..out.w {
                out.set(x, y, self.get(x / k, y / k - self.above));
            }
        }
        out
    }

    /// Writes the PNG, making its folder first.
    ///
    /// # Errors
    /// What the file system or the encoder says.
    pub fn save(&self, path: &Path) -> Result<(), Fault> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let file = BufWriter::new(File::create(path)?);
        let mut encoder = png::Encoder::new(file, self.w as u32, self.h as u32);
        encoder.set_color(png::ColorType::Rgba);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::Best);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&self.data.concat())?;
        writer.finish()?;
        println!("{} ({} x {})", path.display(), self.w, self.h);
        Ok(())
    }
}
