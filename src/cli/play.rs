//! `luppet play`: a scene in a window; where there is no display, a recording of it.

use std::fs::File;
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use clap::Args;
use luppet::export::Format;
#[cfg(feature = "window")]
use luppet::window;

use super::{Failure, Run, begin, input, locate, record, tell};

/// How long a recording is that takes the window's place, in seconds.
const RECORDED: f64 = 8.0;

#[derive(Args, Default)]
pub(super) struct Options {
    #[command(flatten)]
    run: Run,
    /// Also write the trace of the run to a file, as `luppet trace` prints it
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    /// Find saved files by looking at them four times a second, where the system does not tell of
    /// them (a network drive, a folder mounted into a container)
    #[cfg(feature = "watch")]
    #[arg(long)]
    poll: bool,
}

pub(super) fn run(project: Option<&Path>, options: &Options) -> Result<(), Failure> {
    let located = locate::locate(project, options.run.scene.as_deref())?;
    #[cfg_attr(not(feature = "watch"), allow(unused_mut))]
    let mut session = begin(&located, &options.run)?;
    #[cfg(feature = "watch")]
    if options.poll {
        session.poll_files();
    }
    let schedule = input::read(options.run.input.as_deref(), &session)?;
    #[cfg(feature = "window")]
    let missing = {
        let show = window::Show {
            session,
            schedule,
            trace: options.trace.clone(),
        };
        match window::run(show) {
            Ok(()) => return Ok(()),
            Err(window::Failure::Trace(message)) => return Err(Failure::System(message)),
            Err(window::Failure::NoDisplay(missing)) => missing,
        }
    };
    #[cfg(not(feature = "window"))]
    let missing = String::from("this luppet was built without its window (feature `window`)");
    #[cfg(not(feature = "window"))]
    drop((session, schedule));
    tell(&missing);
    record_instead(&located, options)
}

/// Records the scene to a file that is not there yet.
fn record_instead(located: &locate::Located, options: &Options) -> Result<(), Failure> {
    let output = free_name(&located.scene);
    let session = begin(located, &options.run)?;
    let schedule = input::read(options.run.input.as_deref(), &session)?;
    tell(&format!(
        "recording {RECORDED} seconds of {} to {} instead",
        located.scene,
        output.display()
    ));
    let trace = match &options.trace {
        Some(path) => {
            let file = File::create(path)
                .map_err(|error| Failure::System(format!("{}: {error}", path.display())))?;
            Some(BufWriter::new(file))
        }
        None => None,
    };
    record::record(record::Recording {
        session,
        schedule,
        output: &output,
        format: Format::Gif,
        seconds: RECORDED,
        fps: 25,
        scale: 1,
        trace,
    })?;
    // Whoever reads may be gone; the file is there all the same.
    _ = writeln!(io::stdout(), "{}", output.display());
    Ok(())
}

/// `luppet-SCENE.gif`, or the first of `luppet-SCENE-2.gif`, `-3` .. that is free.
fn free_name(scene: &str) -> PathBuf {
    let first = PathBuf::from(format!("luppet-{scene}.gif"));
    if !first.exists() {
        return first;
    }
    let mut names = (2..).map(|n| PathBuf::from(format!("luppet-{scene}-{n}.gif")));
    names.find(|name| !name.exists()).unwrap_or(first)
}
