//! PNG files become pages: RGBA, straight alpha, within bounds that are checked
//! before memory is taken. A path keeps its page for good; unchanged bytes are
//! never decoded twice. Which cells a picture has is no matter of this file.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::Arc;

use png::{ColorType, Decoder, Limits, Transformations};

use super::{Defs, FileSet};
use crate::draw::{PageId, Pages};

/// The longest side, in pixels.
pub(super) const SIDE_CAP: u32 = 8192;
/// The most pixels of one picture.
const PIXEL_CAP: u64 = 64 << 20;
/// The most pixels of all pictures of a project: 512 MiB, where a few kilobytes of PNG may ask for any number.
const TOTAL_CAP: u64 = 128 << 20;
/// Pixels up to which room is taken before it is known that the file has them all.
const TRUSTED: u64 = 4 << 20;
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

fn damaged(error: impl Display) -> String {
    format!("this PNG is damaged: {error}")
}

/// A decoder of a PNG, and the picture's width and height.
/// # Errors
/// A sentence about the file: no PNG, damaged, or too large.
fn open(content: &[u8]) -> Result<(Decoder<&[u8]>, u32, u32), String> {
    if !content.starts_with(b"\x89PNG\r\n\x1a\n") {
        return Err(no_png(content));
    }
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
    Ok((decoder, width, height))
}

/// Decodes a PNG.
/// # Errors
/// As [`open`].
pub(super) fn decode(content: &[u8]) -> Result<Decoded, String> {
    let (decoder, width, height) = open(content)?;
    if u64::from(width) * u64::from(height) > TRUSTED {
        has_all_rows(content)?;
    }
    let mut reader = decoder.read_info().map_err(damaged)?;
    // All rows of a small frame prove nothing of a large picture.
    if let Some(first) = reader.info().frame_control()
        && (first.width, first.height) != (width, height)
    {
        return Err("this PNG is damaged: its first frame is smaller than the picture".into());
    }
    let mut buffer = vec![0; reader.output_buffer_size()];
    let frame = reader.next_frame(&mut buffer).map_err(damaged)?;
    buffer.truncate(frame.buffer_size());
    let pixels =
        to_rgba(frame.color_type, buffer).ok_or("this PNG has an unknown kind of colours")?;
    Ok(Decoded {
        width,
        height,
        pixels,
    })
}

/// What is wrong with a PNG file's bytes, as of a picture that a character names; `None`: nothing.
pub fn picture_fault(content: &[u8]) -> Option<String> {
    decode(content).err()
}

/// Reads a PNG row by row: one that only claims its size is found out before memory is taken for it.
/// # Errors
/// As [`open`].
fn has_all_rows(content: &[u8]) -> Result<(), String> {
    let (decoder, ..) = open(content)?;
    let mut reader = decoder.read_info().map_err(damaged)?;
    while reader.next_row().map_err(damaged)?.is_some() {}
    Ok(())
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
#[derive(Debug)]
pub(super) struct Pictures {
    /// The most pixels of all.
    cap: u64,
    known: BTreeMap<String, Known>,
    /// Bytes that cannot be decoded, and why.
    broken: BTreeMap<String, (Arc<[u8]>, String)>,
}

impl Default for Pictures {
    fn default() -> Pictures {
        Pictures::of(TOTAL_CAP)
    }
}

impl Pictures {
    /// No pictures yet, and at most so many pixels in all.
    pub fn of(cap: u64) -> Pictures {
        Pictures {
            cap,
            known: BTreeMap::new(),
            broken: BTreeMap::new(),
        }
    }

    /// The page of a picture among these files. A path's first picture is put on a page at once; a changed one is pushed
    /// to `repaint`, for whoever takes the definitions.
    /// # Errors
    /// As [`decode`]; no such file.
    pub fn page(
        &mut self,
        path: &str,
        files: &FileSet,
        pages: &Pages,
        repaint: &mut Vec<(PageId, u32, u32, Arc<Vec<u8>>)>,
    ) -> Result<PageSize, String> {
        let content = files.get(path).ok_or("there is no such picture")?;
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
            let room = self.cap.saturating_sub(self.pixels_of_others(path, files));
            self.decode(path, content, room, pages)?;
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

    /// How many pixels the other pictures have that are still among the files.
    fn pixels_of_others(&self, path: &str, files: &FileSet) -> u64 {
        let others = self
            .known
            .iter()
            .filter(|(other, _)| *other != path && files.get(other).is_some());
        others
            .map(|(_, known)| match &known.next {
                Some(next) => u64::from(next.width) * u64::from(next.height),
                None => u64::from(known.size.width) * u64::from(known.size.height),
            })
            .sum()
    }

    /// Decodes bytes not seen before.
    fn decode(
        &mut self,
        path: &str,
        content: &Arc<[u8]>,
        room: u64,
        pages: &Pages,
    ) -> Result<(), String> {
        let mut break_at = |fault: &String| {
            let fault = (Arc::clone(content), fault.clone());
            self.broken.insert(path.to_owned(), fault);
        };
        let (_, width, height) = open(content).inspect_err(&mut break_at)?;
        // This is no fault of the file's: where others go, it finds room.
        if u64::from(width) * u64::from(height) > room {
            return Err(format!(
                "this picture of {width} x {height} finds no room: all pictures of a project have at most {} pixels",
                self.cap
            ));
        }
        let picture = decode(content).inspect_err(break_at)?;
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
