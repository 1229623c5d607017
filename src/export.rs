//! Finished pictures as files: PNG, APNG and GIF, written frame by frame. What
//! the pictures show, and where they come from, is the caller's; so are the
//! file and its name.

mod apng;
mod changed;
mod gif;
mod palette;
#[cfg(test)]
mod tests;

use std::fmt;
use std::io::{self, Write};
use std::path::Path;

use crate::raster::Image;

/// The longest side of a moving picture, in pixels.
pub const MOST_SIDE: u32 = 8192;

/// The most frames of a moving picture.
pub const MOST_FRAMES: u32 = 20_000;

/// Writes one PNG.
///
/// # Errors
/// A picture without pixels; what the disk says.
pub fn png(image: &Image, out: impl Write) -> io::Result<()> {
    let mut encoder = ::png::Encoder::new(out, image.width, image.height);
    encoder.set_color(::png::ColorType::Rgba);
    encoder.set_depth(::png::BitDepth::Eight);
    encoder.set_compression(::png::Compression::Best);
    encoder.set_filter(::png::FilterType::Paeth);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&image.pixels)?;
    Ok(writer.finish()?)
}

/// Which format a path asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Moves; 256 colours at once (exact where a frame's changes have no more,
    /// else the best 255 and a fine pattern); times in hundredths of a second.
    Gif,
    /// Moves; exact colours, alpha and times.
    Apng,
    /// One picture.
    Png,
}

impl Format {
    /// By the ending, in any case: `.gif`, `.apng`, `.png` (a single picture). `None` for others.
    pub fn of(path: &Path) -> Option<Format> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        match ending.as_str() {
            "gif" => Some(Format::Gif),
            "apng" => Some(Format::Apng),
            "png" => Some(Format::Png),
            _ => None,
        }
    }

    /// The frame rates it can hold.
    fn rates(self) -> std::ops::RangeInclusive<u32> {
        match self {
            // A delay below two hundredths is taken as ten by browsers.
            Format::Gif => 1..=50,
            Format::Apng => 1..=120,
            Format::Png => 1..=u32::MAX,
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Format::Gif => "GIF",
            Format::Apng => "APNG",
            Format::Png => "PNG",
        })
    }
}

/// What a moving picture is to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The format.
    pub format: Format,
    /// Width in device pixels, 1..=[`MOST_SIDE`].
    pub width: u32,
    /// Height in device pixels, 1..=[`MOST_SIDE`].
    pub height: u32,
    /// Frames a second: 1..=50 for GIF, 1..=120 for APNG.
    pub fps: u32,
    /// How many frames, 1..=[`MOST_FRAMES`]; 1 for PNG.
    pub frames: u32,
}

impl Shape {
    /// Says whether such a picture can be written; to be asked before the first frame is drawn.
    ///
    /// # Errors
    /// `InvalidInput`, with what is wrong and what would do.
    pub fn check(&self) -> io::Result<()> {
        let Shape {
            format,
            width,
            height,
            fps,
            frames,
        } = *self;
        let sides = 1..=MOST_SIDE;
        if !sides.contains(&width) || !sides.contains(&height) {
            return Err(invalid(format!(
                "a picture of {width} x {height} pixels (1 to {MOST_SIDE} each way): choose another magnification"
            )));
        }
        if format == Format::Png && frames != 1 {
            return Err(invalid(format!(
                "{frames} frames in a PNG, which holds one: write to .apng or .gif"
            )));
        }
        let rates = format.rates();
        if !rates.contains(&fps) {
            let other = if format == Format::Gif && fps <= 120 {
                "; an .apng takes up to 120"
            } else {
                ""
            };
            return Err(invalid(format!(
                "{fps} frames a second as {format} ({} to {}{other})",
                rates.start(),
                rates.end()
            )));
        }
        if !(1..=MOST_FRAMES).contains(&frames) {
            return Err(invalid(format!(
                "{frames} frames (1 to {MOST_FRAMES}): fewer seconds, or fewer frames a second"
            )));
        }
        Ok(())
    }
}

fn invalid(message: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, message)
}

/// A moving picture being written, frame by frame. It repeats without end.
pub struct Movie<W: Write> {
    shape: Shape,
    taken: u32,
    kind: Kind<W>,
}

enum Kind<W: Write> {
    Gif(gif::Writer<W>),
    Apng(apng::Writer<W>),
    Png(Option<W>),
}

impl<W: Write> fmt::Debug for Movie<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Movie")
            .field("shape", &self.shape)
            .field("taken", &self.taken)
            .finish_non_exhaustive()
    }
}

impl<W: Write> Movie<W> {
    /// Begins one of that size, frame rate (1..=50 for GIF, 1..=120 for APNG) and number of frames.
    ///
    /// # Errors
    /// A size, rate or number the format cannot hold ([`Shape::check`]); what the disk says.
    pub fn new(
        format: Format,
        out: W,
        width: u32,
        height: u32,
        fps: u32,
        frames: u32,
    ) -> io::Result<Movie<W>> {
        let shape = Shape {
            format,
            width,
            height,
            fps,
            frames,
        };
        shape.check()?;
        let kind = match format {
            Format::Gif => Kind::Gif(gif::Writer::new(out, &shape)),
            Format::Apng => Kind::Apng(apng::Writer::new(out, &shape)?),
            Format::Png => Kind::Png(Some(out)),
        };
        Ok(Movie {
            shape,
            taken: 0,
            kind,
        })
    }

    /// Adds the next frame. GIF delays are whole hundredths: the rounding is carried, so that the whole lasts what it should.
    ///
    /// # Errors
    /// A frame of another size, or one too many; what the disk says.
    pub fn frame(&mut self, image: &Image) -> io::Result<()> {
        let Shape { width, height, .. } = self.shape;
        if (image.width, image.height) != (width, height)
            || image.pixels.len() != width as usize * height as usize * 4
        {
            return Err(invalid(format!(
                "frame {} is {} x {} pixels, not {width} x {height}",
                self.taken + 1,
                image.width,
                image.height
            )));
        }
        if self.taken == self.shape.frames {
            return Err(invalid(format!(
                "more than the {} frames announced",
                self.shape.frames
            )));
        }
        self.taken += 1;
        match &mut self.kind {
            Kind::Gif(gif) => gif.frame(image),
            Kind::Apng(apng) => apng.frame(image),
            Kind::Png(out) => match out.take() {
                Some(out) => png(image, out),
                None => Ok(()),
            },
        }
    }

    /// Ends the file.
    ///
    /// # Errors
    /// Fewer frames than announced; what the disk says.
    pub fn finish(self) -> io::Result<()> {
        if self.taken < self.shape.frames {
            return Err(invalid(format!(
                "{} frames of the {} announced",
                self.taken, self.shape.frames
            )));
        }
        match self.kind {
            Kind::Gif(gif) => gif.finish(),
            Kind::Apng(apng) => apng.finish(),
            Kind::Png(_) => Ok(()),
        }
    }
}

/// Writes a moving picture: `draw` is asked for each frame from 0, and
/// `progress` is told how many are written.
///
/// # Errors
/// As [`Movie::new`] (before anything is drawn or written) and [`Movie::frame`].
pub fn record<W: Write>(
    shape: &Shape,
    out: W,
    mut draw: impl FnMut(u32) -> Image,
    mut progress: impl FnMut(u32),
) -> io::Result<()> {
    let Shape {
        format,
        width,
        height,
        fps,
        frames,
    } = *shape;
    let mut movie = Movie::new(format, out, width, height, fps, frames)?;
    for number in 0..frames {
        movie.frame(&draw(number))?;
        progress(number + 1);
    }
    movie.finish()
}
