//! GIF: of each frame the rectangle that changed, and in it only the pixels
//! that changed. A frame is held back until the next is known, because its
//! delay and what is to become of it are written before its pixels.

use std::collections::BTreeMap;
use std::io::{self, Write};

use gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};

use super::Shape;
use super::changed::{Area, changed};
use super::palette::{Palette, Rgb};
use crate::raster::Image;

/// Colours beside the one that stands for "as before".
const COLOURS: usize = 255;

/// A GIF being written.
pub struct Writer<W: Write> {
    out: Option<W>,
    encoder: Option<Encoder<W>>,
    fps: u64,
    frames: u64,
    /// Frames taken.
    taken: u64,
    /// Hundredths of a second that are written or held.
    shown: u64,
    /// The first palette, which later frames use where it has their colours.
    global: Vec<Rgb>,
    /// What is on the canvas before the held frame; `None`: nothing.
    canvas: Option<Image>,
    held: Option<(Image, u64)>,
}

impl<W: Write> Writer<W> {
    pub fn new(out: W, shape: &Shape) -> Writer<W> {
        Writer {
            out: Some(out),
            encoder: None,
            fps: u64::from(shape.fps),
            frames: u64::from(shape.frames),
            taken: 0,
            shown: 0,
            global: Vec::new(),
            canvas: None,
            held: None,
        }
    }

    pub fn frame(&mut self, image: &Image) -> io::Result<()> {
        self.taken += 1;
        // Where this frame ends, in whole hundredths of the whole run: rounded down, so that no
        // delay is below 100 / fps rounded down; at the very end to the nearest.
        let half = if self.taken == self.frames {
            self.fps / 2
        } else {
            0
        };
        let end = (100 * self.taken + half) / self.fps;
        let delay = end - self.shown;
        self.shown = end;
        let image = one_bit(image);
        match self.held.take() {
            Some((held, time)) if held == image && u16::try_from(time + delay).is_ok() => {
                self.held = Some((held, time + delay));
            }
            Some((held, time)) => {
                let clears = any_cleared(&held, &image);
                self.write(&held, time, clears)?;
                self.canvas = (!clears).then_some(held);
                self.held = Some((image, delay));
            }
            None => self.held = Some((image, delay)),
        }
        Ok(())
    }

    pub fn finish(mut self) -> io::Result<()> {
        if let Some((held, time)) = self.held.take() {
            // Otherwise what is transparent in the first frame would show the last one's at the next round.
            let see_through = held.pixels.chunks_exact(4).any(|pixel| pixel[3] == 0);
            self.write(&held, time, see_through)?;
        }
        if let Some(encoder) = self.encoder.take() {
            encoder.into_inner().map_err(io_error)?.flush()?;
        }
        Ok(())
    }

    /// Writes a frame. One after which the canvas is to be empty covers all of it.
    fn write(&mut self, image: &Image, delay: u64, clears: bool) -> io::Result<()> {
        let area = match &self.canvas {
            Some(canvas) if !clears => changed(canvas, image).unwrap_or(Area {
                x: 0,
                y: 0,
                w: 1,
                h: 1,
            }),
            _ => Area::whole(image),
        };
        let pixels = self.pixels(image, area);
        let counts = counted(&pixels);
        let known = |colour: &Rgb| self.global.binary_search(colour).is_ok();
        let (indices, palette) = if self.encoder.is_some() && counts.keys().all(known) {
            let clear = self.global.len() as u8;
            let mut index =
                remembered(|colour: Rgb| self.global.binary_search(&colour).unwrap_or(0));
            let indices = pixels
                .iter()
                .map(|pixel| pixel.map_or(clear, |colour| index(colour) as u8))
                .collect();
            (indices, None)
        } else {
            let palette = Palette::new(&counts, COLOURS);
            let clear = palette.colours.len() as u8;
            let mut mix = remembered(|colour: Rgb| palette.mix(colour));
            let places = (area.y..area.y + area.h)
                .flat_map(|y| (area.x..area.x + area.w).map(move |x| (x, y)));
            let indices = pixels
                .iter()
                .zip(places)
                .map(|(pixel, (x, y))| pixel.map_or(clear, |colour| mix(colour).at(x, y)))
                .collect();
            drop(mix);
            (indices, Some(palette.colours))
        };
        self.put(area, image, delay, clears, indices, palette)
    }

    /// The colours to be laid over the canvas; `None` where it stays.
    fn pixels(&self, image: &Image, area: Area) -> Vec<Option<Rgb>> {
        let colour = |pixel: &[u8]| (pixel[3] > 0).then(|| [pixel[0], pixel[1], pixel[2]]);
        match &self.canvas {
            None => area
                .rows(image)
                .flat_map(|row| row.chunks_exact(4).map(colour))
                .collect(),
            Some(canvas) => area
                .rows(image)
                .zip(area.rows(canvas))
                .flat_map(|(row, before)| row.chunks_exact(4).zip(before.chunks_exact(4)))
                .map(|(pixel, before)| if pixel == before { None } else { colour(pixel) })
                .collect(),
        }
    }

    fn put(
        &mut self,
        area: Area,
        image: &Image,
        delay: u64,
        clears: bool,
        indices: Vec<u8>,
        palette: Option<Vec<Rgb>>,
    ) -> io::Result<()> {
        let clear = palette.as_ref().unwrap_or(&self.global).len() as u8;
        // The last entry stands for "as before"; its colour is never seen.
        let table = |colours: &[Rgb]| [colours.concat(), vec![0; 3]].concat();
        let mut frame = Frame {
            delay: u16::try_from(delay).unwrap_or(u16::MAX),
            dispose: if clears {
                DisposalMethod::Background
            } else {
                DisposalMethod::Keep
            },
            transparent: indices.contains(&clear).then_some(clear),
            left: area.x as u16,
            top: area.y as u16,
            width: area.w as u16,
            height: area.h as u16,
            palette: palette.as_deref().map(table),
            buffer: indices.into(),
            ..Frame::default()
        };
        if let Some(out) = self.out.take() {
            self.global = palette.unwrap_or_default();
            let mut encoder = Encoder::new(
                out,
                image.width as u16,
                image.height as u16,
                &table(&self.global),
            )
            .map_err(io_error)?;
            encoder.set_repeat(Repeat::Infinite).map_err(io_error)?;
            frame.palette = None;
            self.encoder = Some(encoder);
        }
        if let Some(encoder) = &mut self.encoder {
            encoder.write_frame(&frame).map_err(io_error)?;
        }
        Ok(())
    }
}

/// How many pixels each colour has.
fn counted(pixels: &[Option<Rgb>]) -> BTreeMap<Rgb, u32> {
    let mut counts = BTreeMap::new();
    for run in pixels.chunk_by(|a, b| a == b) {
        if let Some(Some(colour)) = run.first() {
            *counts.entry(*colour).or_default() += run.len() as u32;
        }
    }
    counts
}

/// The same function, which answers at once what it was asked just before: colours come in runs.
fn remembered<T: Copy>(mut answer: impl FnMut(Rgb) -> T) -> impl FnMut(Rgb) -> T {
    let mut last: Option<(Rgb, T)> = None;
    move |colour| match last {
        Some((before, value)) if before == colour => value,
        _ => {
            let value = answer(colour);
            last = Some((colour, value));
            value
        }
    }
}

/// The picture as a GIF can hold it: a pixel is seen whole or not at all.
fn one_bit(image: &Image) -> Image {
    let mut image = image.clone();
    for pixel in image.pixels.chunks_exact_mut(4) {
        match pixel {
            [.., alpha] if *alpha == 255 => {}
            [.., alpha] if *alpha >= 128 => *alpha = 255,
            pixel => pixel.fill(0),
        }
    }
    image
}

/// A pixel that was seen is no longer: the canvas must be emptied in between.
fn any_cleared(before: &Image, now: &Image) -> bool {
    before
        .pixels
        .chunks_exact(4)
        .zip(now.pixels.chunks_exact(4))
        .any(|(before, now)| before[3] > 0 && now[3] == 0)
}

fn io_error(error: EncodingError) -> io::Error {
    match error {
        EncodingError::Io(error) => error,
        other => io::Error::other(other.to_string()),
    }
}
