//! `luppet record`: a run as a GIF, an APNG or a PNG, without a window.

use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};

use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use luppet::export::{Format, Movie, Shape};
use luppet::raster::Raster;
use luppet::session::{Schedule, Session};
use luppet::stage::EventKind;
use luppet::trace;

use super::unfinished::Unfinished;
use super::{Failure, Run, begin, input, locate, print_news};

/// The longest recording in seconds of the run: a day.
const LONGEST: f64 = 86_400.0;

#[derive(Args)]
pub(super) struct Options {
    #[command(flatten)]
    run: Run,
    /// Where to write: .gif, .apng, or .png for the last picture alone
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// How long, in seconds of the run
    #[arg(
        long,
        value_name = "N",
        default_value_t = 5.0,
        allow_negative_numbers = true
    )]
    seconds: f64,
    /// Pictures a second: 1 to 50 for GIF, 1 to 120 for APNG
    #[arg(long, value_name = "N", default_value_t = 25, value_parser = clap::value_parser!(u32).range(1..=120))]
    fps: u32,
    /// Device pixels a logical pixel, 1 to 8
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=8))]
    scale: u32,
}

/// What a recording is made of.
pub(super) struct Recording<'a> {
    pub session: Session,
    pub schedule: Option<Schedule>,
    pub output: &'a Path,
    pub format: Format,
    pub seconds: f64,
    pub fps: u32,
    pub scale: u32,
    /// Where the trace of the run goes, if it is wanted.
    pub trace: Option<BufWriter<File>>,
}

pub(super) fn run(project: Option<&Path>, options: &Options) -> Result<(), Failure> {
    let format = Format::of(&options.output).ok_or_else(|| {
        let ending = options.output.display();
        Failure::Usage(format!(
            "{ending}: the name must end in .gif, .apng or .png"
        ))
    })?;
    if !(options.seconds > 0.0 && options.seconds <= LONGEST) {
        return Err(Failure::Usage(format!(
            "--seconds {}: more than 0 is wanted, and at most {LONGEST}",
            options.seconds
        )));
    }
    let located = locate::locate(project, options.run.scene.as_deref())?;
    let session = begin(&located, &options.run)?;
    let schedule = input::read(options.run.input.as_deref(), &session)?;
    record(Recording {
        session,
        schedule,
        output: &options.output,
        format,
        seconds: options.seconds,
        fps: options.fps,
        scale: options.scale,
        trace: None,
    })
}

/// Records with a progress bar on a terminal. The file appears when it is whole.
pub(super) fn record(mut recording: Recording<'_>) -> Result<(), Failure> {
    shape(&recording)?;
    let mut told = Vec::new();
    print_news(&mut recording.session, &mut told);
    let output = recording.output.to_path_buf();
    let failed = |error: std::io::Error| Failure::System(format!("{}: {error}", output.display()));
    let unfinished = Unfinished::new(&output).map_err(failed)?;
    write(&mut recording, &mut told, unfinished.file())?;
    unfinished.finish().map_err(failed)
}

fn write(
    recording: &mut Recording<'_>,
    told: &mut Vec<luppet::error::LoadError>,
    file: &File,
) -> Result<(), Failure> {
    let failed =
        |error: std::io::Error| Failure::System(format!("{}: {error}", recording.output.display()));
    let shape = shape(recording)?;
    let mut out = BufWriter::new(file);
    let mut movie = {
        let Shape {
            format,
            width,
            height,
            fps,
            frames,
        } = shape;
        Movie::new(format, &mut out, width, height, fps, frames).map_err(failed)?
    };
    let bar = progress(u64::from(shape.frames));
    let mut raster = Raster::default();
    for frame in 1..=shape.frames {
        // A picture shows the run at the end of its time; a single one at the end of all.
        let until = match shape.format {
            Format::Png => recording.seconds,
            _ => f64::from(frame) / f64::from(shape.fps),
        };
        play_until(until, recording, told)?;
        let list = recording.session.frame_at(1.0, recording.scale);
        let image = raster.draw(&list, recording.session.pages(), recording.scale);
        movie.frame(&image).map_err(failed)?;
        bar.inc(1);
    }
    movie.finish().map_err(failed)?;
    out.flush().map_err(failed)?;
    if let Some(out) = &mut recording.trace {
        out.flush()
            .map_err(|error| Failure::System(error.to_string()))?;
    }
    bar.finish_and_clear();
    Ok(())
}

/// The size and length of what is to be written, if the format can hold it.
fn shape(recording: &Recording<'_>) -> Result<Shape, Failure> {
    let frames = match recording.format {
        Format::Png => 1.0,
        _ => (recording.seconds * f64::from(recording.fps))
            .round()
            .clamp(1.0, f64::from(u32::MAX)),
    };
    let (width, height) = recording.session.size();
    let shape = Shape {
        format: recording.format,
        width: width * recording.scale,
        height: height * recording.scale,
        fps: recording.fps,
        frames: frames as u32,
    };
    shape
        .check()
        .map_err(|error| Failure::Usage(error.to_string()))?;
    Ok(shape)
}

fn play_until(
    seconds: f64,
    recording: &mut Recording<'_>,
    told: &mut Vec<luppet::error::LoadError>,
) -> Result<(), Failure> {
    let session = &mut recording.session;
    let steps = (seconds * f64::from(session.rate().hz()) + 1e-6).floor() as u64;
    while session.steps() < steps.max(1) {
        if let Some(schedule) = &mut recording.schedule {
            schedule.feed(session)?;
        }
        session.step();
        for event in session.drain_events() {
            if let EventKind::Error { error } | EventKind::Trip { error } = &event.kind {
                super::tell(&format!("error: {error}"));
            }
        }
        print_news(session, told);
        if let Some(out) = &mut recording.trace {
            trace::write_step(session, out).map_err(|error| Failure::System(error.to_string()))?;
        }
    }
    Ok(())
}

/// A bar on a terminal, nothing elsewhere.
fn progress(frames: u64) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(frames), ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("recording {wide_bar} {pos}/{len} {eta}") {
        bar.set_style(style);
    }
    bar
}
