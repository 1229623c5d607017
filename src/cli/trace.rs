//! `luppet trace`: a run without a window, as text.

use std::io::{self, BufWriter, Write};
use std::path::Path;

use clap::Args;
use luppet::time::Rate;
use luppet::trace;

use super::{Failure, Run, begin, input, locate, print_news};

#[derive(Args)]
pub(super) struct Options {
    #[command(flatten)]
    run: Run,
    /// How many steps to play
    #[arg(long, value_name = "N", default_value_t = 600)]
    steps: u64,
    /// Steps a second, 1 to 1000 (default: the project's)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    hz: Option<u32>,
}

pub(super) fn run(project: Option<&Path>, options: &Options) -> Result<(), Failure> {
    let located = locate::locate(project, options.run.scene.as_deref())?;
    let mut session = begin(&located, &options.run)?;
    if let Some(rate) = options.hz.and_then(Rate::new) {
        session = session.at_rate(rate);
    }
    let mut schedule = input::read(options.run.input.as_deref(), &session)?;
    let mut told = Vec::new();
    print_news(&mut session, &mut told);
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    for _ in 0..options.steps {
        if let Some(schedule) = &mut schedule {
            schedule.feed(&mut session)?;
        }
        session.step();
        print_news(&mut session, &mut told);
        // Nobody reads them here; kept, they would only grow.
        session.drain_events();
        match trace::write_step(&session, &mut out) {
            // Whoever reads has seen enough, as `| head` does.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(()),
            other => other.map_err(|error| Failure::System(error.to_string()))?,
        }
    }
    match out.flush() {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::System(error.to_string()))
        }
        _ => Ok(()),
    }
}
