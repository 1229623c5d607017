//! APNG: of each frame only the rectangle that changed, exact in colour and time.

use std::io::{self, Write};

use super::Shape;
use super::changed::{Area, changed};
use crate::raster::Image;

/// An APNG being written.
pub struct Writer<W: Write> {
    file: png::Writer<W>,
    /// One frame only: a plain picture.
    still: bool,
    before: Option<Image>,
}

impl<W: Write> Writer<W> {
    pub fn new(out: W, shape: &Shape) -> io::Result<Writer<W>> {
        let mut encoder = png::Encoder::new(out, shape.width, shape.height);
        encoder.set_color(png::ColorType::Rgba);
        encoder.set_depth(png::BitDepth::Eight);
        // Of flat and smooth areas alike it leaves the least.
        encoder.set_filter(png::FilterType::Paeth);
        let still = shape.frames == 1;
        if !still {
            // 0 plays: without end.
            encoder.set_animated(shape.frames, 0)?;
            encoder.set_frame_delay(1, shape.fps as u16)?;
        }
        Ok(Writer {
            file: encoder.write_header()?,
            still,
            before: None,
        })
    }

    pub fn frame(&mut self, image: &Image) -> io::Result<()> {
        let area = match &self.before {
            None => Area::whole(image),
            // The number of frames is in the header: an unchanged one is written as one pixel.
            Some(before) => changed(before, image).unwrap_or(Area {
                x: 0,
                y: 0,
                w: 1,
                h: 1,
            }),
        };
        if !self.still {
            // The old place must not make the new size seem out of bounds.
            self.file.set_frame_position(0, 0)?;
            self.file.set_frame_dimension(area.w, area.h)?;
            self.file.set_frame_position(area.x, area.y)?;
        }
        let bytes: Vec<u8> = area.rows(image).flatten().copied().collect();
        self.file.write_image_data(&bytes)?;
        self.before = Some(image.clone());
        Ok(())
    }

    pub fn finish(self) -> io::Result<()> {
        Ok(self.file.finish()?)
    }
}
