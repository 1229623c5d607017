//! PNG files become pages: RGBA, straight alpha, within bounds that are checked
//! before memory is taken. A path keeps its page for good; unchanged bytes are
//! never decoded twice. Which cells a picture has is no matter of this file.

use std::collections::BTreeMap;
use std::sync::Arc;

use png::{ColorType, Decoder, Limits, Transformations};

use super::Defs;
use crate::draw::{PageId, Pages};

/// The longest side, in pixels.
pub(super) const SIDE_CAP: u32 = 8192;
/// The most pixels of one picture.
const PIXEL_CAP: u64 = 64 << 20;
/// What the decoder may take for itself, in bytes.
const DECODER_CAP: usize = 64 << 20;

/// A decoded picture.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Decoded {
    pub width: u32,
    pub height: u32,
    /// Rows from the top, red, green, blue, straight alpha.
    pub pixels: Vec<u8>,
}

/// Decodes a PNG.
/// # Errors
/// A sentence about the file: no PNG, damaged, or too large.
pub(super) fn decode(content: &[u8]) -> Result<Decoded, String> {
    if !content.starts_with(b"\x89PNG\r\n\x1a\n") {
        return Err(no_png(content));
    }
    let damaged = |error: png::DecodingError| format!("this PNG is damaged: {error}");
    let limits = Limits { bytes: DECODER_CAP };
    let mut decoder = Decoder::new_with_limits(content, limits);
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    decoder.set_transformations(Transformations::EXPAND | Transformations::STRIP_16);
    let info = decoder.read_header_info().map_err(damaged)?;
    let (width, height) = (info.width, info.height);
    let count = u64::from(width) * u64::from(height);
    if width > SIDE_CAP || height > SIDE_CAP || count > PIXEL_CAP {
        return Err(format!(
            "this picture is too large: {width} x {height}, at most {SIDE_CAP} a side and {} million pixels in all",
            PIXEL_CAP / 1_000_000
        ));
    }
    let mut reader = decoder.read_info().map_err(damaged)?;
    let mut buffer = vec![0; reader.output_buffer_size()];
    let frame = reader.next_frame(&mut buffer).map_err(damaged)?;
    if (frame.width, frame.height) != (width, height) {
        return Err("this PNG is damaged: its first frame is smaller than the picture".into());
    }
    buffer.truncate(frame.buffer_size());
    let pixels =
        to_rgba(frame.color_type, buffer).ok_or("this PNG has an unknown kind of colours")?;
    Ok(Decoded {
        width,
        height,
        pixels,
    })
}

fn to_rgba(color: ColorType, bytes: Vec<u8>) -> Option<Vec<u8>> {
    let pixels = match color {
        ColorType::Rgba => bytes,
        ColorType::Rgb => bytes
            .chunks_exact(3)
            .flat_map(|p| [p[0], p[1], p[2], 255])
            .collect(),
        ColorType::GrayscaleAlpha => bytes
            .chunks_exact(2)
            .flat_map(|p| [p[0], p[0], p[0], p[1]])
            .collect(),
        ColorType::Grayscale => bytes.iter().flat_map(|&p| [p, p, p, 255]).collect(),
        ColorType::Indexed => return None,
    };
    Some(pixels)
}

fn no_png(content: &[u8]) -> String {
    let other = match content {
        [] => return "this picture is empty".into(),
        [0xff, 0xd8, ..] => "a JPEG",
        [b'G', b'I', b'F', ..] => "a GIF",
        [b'R', b'I', b'F', b'F', ..] => "a WebP",
        [b'B', b'M', ..] => "a BMP",
        _ => return "this is no PNG picture".into(),
    };
    format!("this is no PNG picture but {other}; save it as PNG")
}

/// A page as a definition sees it: its number and its size in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PageSize {
    pub page: PageId,
    pub width: u32,
    pub height: u32,
}

/// One path's picture.
#[derive(Debug)]
struct Known {
    /// The bytes whose pixels the page shows.
    shown: Arc<[u8]>,
    size: PageSize,
    /// Other bytes that were decoded and wait to be taken.
    next: Option<Next>,
}

#[derive(Debug)]
struct Next {
    content: Arc<[u8]>,
    width: u32,
    height: u32,
    pixels: Arc<Vec<u8>>,
}

/// All pictures of a project by path.
#[derive(Debug, Default)]
pub(super) struct Pictures {
    known: BTreeMap<String, Known>,
    /// Bytes that cannot be decoded, and why.
    broken: BTreeMap<String, (Arc<[u8]>, String)>,
}

impl Pictures {
    /// The page of a picture of these bytes. A path's first picture is put on a page at once; a changed one is pushed
    /// to `repaint`, for whoever takes the definitions.
    /// # Errors
    /// As [`decode`].
    pub fn page(
        &mut self,
        path: &str,
        content: &Arc<[u8]>,
        pages: &Pages,
        repaint: &mut Vec<(PageId, u32, u32, Arc<Vec<u8>>)>,
    ) -> Result<PageSize, String> {
        if let Some((bytes, fault)) = self.broken.get(path)
            && bytes == content
        {
            return Err(fault.clone());
        }
        if let Some(known) = self.known.get(path)
            && known.shown == *content
        {
            return Ok(known.size);
        }
        let waiting = self.known.get(path).and_then(|known| known.next.as_ref());
        if waiting.is_none_or(|next| next.content != *content) {
            self.decode(path, content, pages)?;
        }
        let Some(known) = self.known.get(path) else {
            return Err("this picture was lost".into());
        };
        let Some(next) = &known.next else {
            return Ok(known.size);
        };
        let page = known.size.page;
        if repaint.iter().all(|(id, ..)| *id != page) {
            repaint.push((page, next.width, next.height, Arc::clone(&next.pixels)));
        }
        Ok(PageSize {
            page,
            width: next.width,
            height: next.height,
        })
    }

    /// Decodes bytes not seen before.
    fn decode(&mut self, path: &str, content: &Arc<[u8]>, pages: &Pages) -> Result<(), String> {
        let picture = decode(content).inspect_err(|fault| {
            self.broken
                .insert(path.to_owned(), (Arc::clone(content), fault.clone()));
        })?;
        self.broken.remove(path);
        let Decoded {
            width,
            height,
            pixels,
        } = picture;
        if let Some(known) = self.known.get_mut(path) {
            known.next = Some(Next {
                content: Arc::clone(content),
                width,
                height,
                pixels: Arc::new(pixels),
            });
        } else {
            let page = pages.add(width, height, pixels);
            let known = Known {
                shown: Arc::clone(content),
                size: PageSize {
                    page,
                    width,
                    height,
                },
                next: None,
            };
            self.known.insert(path.to_owned(), known);
        }
        Ok(())
    }

    /// Puts the changed pictures of definitions on their pages.
    pub fn take(&mut self, defs: &Defs, pages: &Pages) {
        for (page, width, height, pixels) in &defs.repaint {
            pages.replace(*page, *width, *height, (**pixels).clone());
            let known = self
                .known
                .values_mut()
                .find(|known| known.size.page == *page);
            if let Some(known) = known
                && let Some(next) = known.next.take_if(|next| Arc::ptr_eq(&next.pixels, pixels))
            {
                known.shown = next.content;
                known.size = PageSize {
                    page: *page,
                    width: *width,
                    height: *height,
                };
            }
        }
    }
}
