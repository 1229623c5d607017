//! What is written is read back: formats, delays, refusals.

use std::io::Cursor;

use proptest::prelude::*;

use super::*;

/// A frame of one colour with a square of another at `x`, 2.
fn frame(x: u32, ground: [u8; 4], square: [u8; 4]) -> Image {
    let (width, height) = (24, 12);
    let inside = |i: u32| (x..x + 5).contains(&(i % width)) && (2..7).contains(&(i / width));
    Image {
        width,
        height,
        pixels: (0..width * height)
            .flat_map(|i| if inside(i) { square } else { ground })
            .collect(),
    }
}

const GROUND: [u8; 4] = [30, 40, 60, 255];
const SQUARE: [u8; 4] = [200, 80, 40, 255];
const NOTHING: [u8; 4] = [0; 4];

fn written(format: Format, fps: u32, frames: &[Image]) -> Vec<u8> {
    let shape = Shape {
        format,
        width: frames[0].width,
        height: frames[0].height,
        fps,
        frames: frames.len() as u32,
    };
    let mut out = Vec::new();
    record(&shape, &mut out, |i| frames[i as usize].clone(), |_| {}).unwrap();
    out
}

/// What a viewer shows of a GIF: each picture with its hundredths of a second.
fn gif_shown(bytes: &[u8]) -> Vec<(Image, u16)> {
    let mut options = ::gif::DecodeOptions::new();
    options.set_color_output(::gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(Cursor::new(bytes)).unwrap();
    assert_eq!(decoder.repeat(), ::gif::Repeat::Infinite);
    let (width, height) = (u32::from(decoder.width()), u32::from(decoder.height()));
    let mut canvas = vec![0; (width * height * 4) as usize];
    let mut shown = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        let place = |i: usize| {
            let (x, y) = (i % usize::from(frame.width), i / usize::from(frame.width));
            ((y + usize::from(frame.top)) * width as usize + x + usize::from(frame.left)) * 4
        };
        for (i, pixel) in frame.buffer.chunks_exact(4).enumerate() {
            if pixel[3] > 0 {
                canvas[place(i)..place(i) + 4].copy_from_slice(pixel);
            }
        }
        let pixels = canvas.clone();
        shown.push((
            Image {
                width,
                height,
                pixels,
            },
            frame.delay,
        ));
        match frame.dispose {
            ::gif::DisposalMethod::Keep => {}
            ::gif::DisposalMethod::Background => {
                for i in 0..frame.buffer.len() / 4 {
                    canvas[place(i)..place(i) + 4].fill(0);
                }
            }
            other => panic!("{other:?}"),
        }
    }
    shown
}

/// The same of an APNG, in seconds as a fraction.
fn apng_shown(bytes: &[u8]) -> Vec<(Image, (u16, u16))> {
    let mut reader = ::png::Decoder::new(Cursor::new(bytes)).read_info().unwrap();
    let (width, height) = (reader.info().width, reader.info().height);
    let control = reader.info().animation_control.unwrap();
    assert_eq!(control.num_plays, 0);
    let mut canvas = vec![0; (width * height * 4) as usize];
    let mut shown = Vec::new();
    for _ in 0..control.num_frames {
        let mut pixels = vec![0; reader.output_buffer_size()];
        reader.next_frame(&mut pixels).unwrap();
        let frame = *reader.info().frame_control().unwrap();
        for y in 0..frame.height {
            let from = (y * frame.width * 4) as usize;
            let to = (((y + frame.y_offset) * width + frame.x_offset) * 4) as usize;
            let length = frame.width as usize * 4;
            canvas[to..to + length].copy_from_slice(&pixels[from..from + length]);
        }
        let pixels = canvas.clone();
        shown.push((
            Image {
                width,
                height,
                pixels,
            },
            (frame.delay_num, frame.delay_den),
        ));
    }
    shown
}

/// Frames of few colours come back exactly from both formats.
#[test]
fn exact_frames() {
    let frames: Vec<Image> = (0..6).map(|x| frame(3 * x, GROUND, SQUARE)).collect();
    let gif = gif_shown(&written(Format::Gif, 10, &frames));
    assert_eq!(
        gif.iter()
            .map(|(image, _)| image.clone())
            .collect::<Vec<_>>(),
        frames
    );
    assert!(gif.iter().all(|(_, delay)| *delay == 10));
    let apng = apng_shown(&written(Format::Apng, 60, &frames));
    assert_eq!(
        apng.iter()
            .map(|(image, _)| image.clone())
            .collect::<Vec<_>>(),
        frames
    );
    assert!(apng.iter().all(|(_, delay)| *delay == (1, 60)));
}

/// Colours that appear later than the first frame get a palette of their own; parts that did not change stay.
#[test]
fn later_colours_are_exact() {
    let frames: Vec<Image> = (0..8_u8)
        .map(|i| frame(2, GROUND, [30 * i, 255 - 30 * i, i, 255]))
        .collect();
    let gif = gif_shown(&written(Format::Gif, 25, &frames));
    assert_eq!(
        gif.iter()
            .map(|(image, _)| image.clone())
            .collect::<Vec<_>>(),
        frames
    );
}

/// What becomes transparent is emptied, in every order of seen and unseen; half seen is seen.
#[test]
fn transparent_gif() {
    let frames = [
        frame(2, NOTHING, SQUARE),
        frame(9, NOTHING, SQUARE),
        frame(9, GROUND, SQUARE),
        frame(9, GROUND, NOTHING),
        frame(4, NOTHING, NOTHING),
        frame(4, NOTHING, SQUARE),
    ];
    let shown = gif_shown(&written(Format::Gif, 10, &frames));
    assert_eq!(
        shown
            .iter()
            .map(|(image, _)| image.clone())
            .collect::<Vec<_>>(),
        frames
    );
    let half = frame(2, [9, 9, 9, 127], [50, 60, 70, 128]);
    let shown = gif_shown(&written(Format::Gif, 10, &[half]));
    assert_eq!(shown[0].0, frame(2, NOTHING, [50, 60, 70, 255]));
}

/// Delays of a GIF: whole hundredths that add up to the whole, never below two.
#[test]
fn gif_delays_carry_the_rounding() {
    for (fps, first) in [
        (30, vec![3, 3, 4, 3, 3, 4]),
        (24, vec![4, 4, 4, 4, 4, 5]),
        (25, vec![4; 6]),
        (50, vec![2; 6]),
        (48, vec![2, 2, 2, 2, 2, 2]),
        (7, vec![14, 14, 14, 15, 14, 14]),
        (1, vec![100; 6]),
    ] {
        let frames: Vec<Image> = (0..fps * 3 + 7)
            .map(|i| frame(i % 11, GROUND, SQUARE))
            .collect();
        let delays: Vec<u16> = gif_shown(&written(Format::Gif, fps, &frames))
            .iter()
            .map(|(_, delay)| *delay)
            .collect();
        assert_eq!(delays[..6], first, "{fps} fps");
        assert!(delays.iter().all(|delay| *delay >= 2));
        let total: f64 = delays.iter().map(|delay| f64::from(*delay)).sum();
        let exact = 100.0 * frames.len() as f64 / f64::from(fps);
        assert!(
            (total - exact).abs() <= 0.5,
            "{fps} fps: {total} for {exact}"
        );
    }
}

/// Frames that are alike become one that lasts longer (GIF) or cost next to nothing (APNG).
#[test]
fn frames_that_are_alike() {
    let still = |n: usize| vec![frame(5, GROUND, SQUARE); n];
    let shown = gif_shown(&written(Format::Gif, 10, &still(30)));
    assert_eq!(
        shown.iter().map(|(_, delay)| *delay).collect::<Vec<_>>(),
        [300]
    );
    // A delay has sixteen bits.
    let shown = gif_shown(&written(Format::Gif, 1, &still(700)));
    assert_eq!(
        shown.iter().map(|(_, delay)| *delay).collect::<Vec<_>>(),
        [65500, 4500]
    );
    let apng = written(Format::Apng, 10, &still(30));
    assert_eq!(apng_shown(&apng).len(), 30);
    assert!(apng.len() < 4000, "{}", apng.len());
}

/// Smooth colours: no pixel far from its own, areas right on average, and the pattern stays where nothing moves.
#[test]
fn many_colours_are_mixed() {
    let (width, height) = (96, 64);
    let sky = |square: u32| Image {
        width,
        height,
        pixels: (0..width * height)
            .flat_map(|i| {
                let (x, y) = (i % width, i / width);
                if (square..square + 8).contains(&x) && y < 8 {
                    return SQUARE;
                }
                [
                    (40 + y * 2 + x / 8) as u8,
                    (50 + y) as u8,
                    (110 + x / 2) as u8,
                    255,
                ]
            })
            .collect(),
    };
    let frames = [sky(0), sky(40)];
    let shown = gif_shown(&written(Format::Gif, 10, &frames));
    let mut error = [0; 3];
    for (frame, (image, _)) in frames.iter().zip(&shown) {
        for (a, b) in frame.pixels.chunks(4).zip(image.pixels.chunks(4)) {
            for i in 0..3 {
                let apart = i32::from(b[i]) - i32::from(a[i]);
                assert!(apart.abs() <= 10, "{a:?} {b:?}");
                error[i] += apart;
            }
        }
    }
    let pixels = (2 * width * height) as i32;
    assert!(error.iter().all(|sum| sum.abs() < pixels / 4), "{error:?}");
    let (first, second) = (&shown[0].0, &shown[1].0);
    let below = (width * 8 * 4) as usize;
    assert_eq!(first.pixels[below..], second.pixels[below..]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Whatever a few random pixels do, the GIF shows it exactly.
    #[test]
    fn any_few_pixels(pixels in prop::collection::vec(prop::collection::vec(0_usize..4, 6), 1..6)) {
        let colours = [NOTHING, GROUND, SQUARE, [255, 255, 255, 255]];
        let frames: Vec<Image> = pixels
            .iter()
            .map(|pixels| Image {
                width: 3,
                height: 2,
                pixels: pixels.iter().flat_map(|&i| colours[i]).collect(),
            })
            .collect();
        let mut expected = frames.clone();
        expected.dedup();
        let shown = gif_shown(&written(Format::Gif, 10, &frames));
        prop_assert_eq!(shown.into_iter().map(|(image, _)| image).collect::<Vec<_>>(), expected);
    }
}

/// A format by its ending, in any case.
#[test]
fn formats() {
    for (path, format) in [
        ("a.gif", Some(Format::Gif)),
        ("x/y.z/A.GIF", Some(Format::Gif)),
        ("a.apng", Some(Format::Apng)),
        ("a.png", Some(Format::Png)),
        ("a.mp4", None),
        ("gif", None),
        ("", None),
    ] {
        assert_eq!(Format::of(Path::new(path)), format, "{path}");
    }
}

/// What cannot be written is refused before anything is drawn, with the numbers that would do.
#[test]
fn refusals() {
    let good = Shape {
        format: Format::Gif,
        width: 8,
        height: 8,
        fps: 25,
        frames: 5,
    };
    for (shape, words) in [
        (
            Shape { fps: 60, ..good },
            "60 frames a second as GIF (1 to 50; an .apng takes up to 120)",
        ),
        (Shape { fps: 0, ..good }, "0 frames a second as GIF"),
        (
            Shape {
                fps: 240,
                format: Format::Apng,
                ..good
            },
            "240 frames a second as APNG (1 to 120)",
        ),
        (
            Shape {
                width: 9000,
                ..good
            },
            "9000 x 8 pixels (1 to 8192 each way)",
        ),
        (Shape { height: 0, ..good }, "8 x 0 pixels"),
        (Shape { frames: 0, ..good }, "0 frames (1 to 20000)"),
        (
            Shape {
                frames: 20_001,
                ..good
            },
            "20001 frames",
        ),
        (
            Shape {
                format: Format::Png,
                ..good
            },
            "5 frames in a PNG, which holds one",
        ),
    ] {
        let draw = |_| panic!("nothing is drawn");
        let error = record(&shape, Vec::new(), draw, |_| {}).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::InvalidInput);
        assert!(error.to_string().contains(words), "{error}");
    }
    let movie = || Movie::new(Format::Gif, Vec::new(), 24, 12, 10, 1).unwrap();
    let one = frame(1, GROUND, SQUARE);
    let wrong = Image {
        width: 12,
        height: 24,
        ..one.clone()
    };
    assert!(
        movie()
            .frame(&wrong)
            .unwrap_err()
            .to_string()
            .contains("12 x 24")
    );
    assert!(
        movie()
            .finish()
            .unwrap_err()
            .to_string()
            .contains("0 frames of the 1")
    );
    let mut full = movie();
    full.frame(&one).unwrap();
    assert!(
        full.frame(&one)
            .unwrap_err()
            .to_string()
            .contains("more than the 1")
    );
    full.finish().unwrap();
}

/// A disk that fails is an error in the caller's words, not a panic.
#[test]
fn a_full_disk() {
    struct Full(usize);
    impl Write for Full {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 = self
                .0
                .checked_sub(bytes.len())
                .ok_or(io::ErrorKind::StorageFull)?;
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let frames: Vec<Image> = (0..4).map(|x| frame(x, GROUND, SQUARE)).collect();
    for format in [Format::Gif, Format::Apng] {
        let whole = written(format, 10, &frames).len();
        let shape = Shape {
            format,
            width: 24,
            height: 12,
            fps: 10,
            frames: 4,
        };
        for room in 0..whole {
            let result = record(&shape, Full(room), |i| frames[i as usize].clone(), |_| {});
            assert!(result.is_err(), "{format} with room for {room} of {whole}");
        }
    }
}

/// One picture as PNG: with its alpha, by either way; one frame of an APNG is a plain PNG.
#[test]
fn single_pictures() {
    let image = frame(2, [1, 2, 3, 77], SQUARE);
    let mut alone = Vec::new();
    png(&image, &mut alone).unwrap();
    for bytes in [
        alone,
        written(Format::Png, 25, std::slice::from_ref(&image)),
        written(Format::Apng, 25, std::slice::from_ref(&image)),
    ] {
        let mut reader = ::png::Decoder::new(Cursor::new(bytes)).read_info().unwrap();
        assert!(reader.info().animation_control.is_none());
        let mut pixels = vec![0; reader.output_buffer_size()];
        reader.next_frame(&mut pixels).unwrap();
        assert_eq!(pixels, image.pixels);
    }
}
