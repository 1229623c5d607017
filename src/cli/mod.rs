//! The command line: one file a verb. Exit status 0, 1 (the project is at fault;
//! the report says where), 2 (the command line is).

mod check;
mod demo;
mod import;
mod input;
mod locate;
mod play;
mod record;
mod repeat;
mod trace;
mod unfinished;

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};
use luppet::error::{LoadError, LoadErrors};
use luppet::project::report;
use luppet::session::Session;

use locate::Located;

/// Scriptable 2D animation: states in Lua, reloaded while they run.
///
/// Without a verb it plays the project in this folder, or the demo it carries.
#[derive(Parser)]
#[command(name = "luppet", version, disable_help_subcommand = true)]
struct Cli {
    /// The project's folder (default: this folder or the nearest above it that has assets/ and scripts/)
    #[arg(long, global = true, value_name = "DIR")]
    project: Option<PathBuf>,
    #[command(subcommand)]
    verb: Option<Verb>,
}

#[derive(Subcommand)]
enum Verb {
    /// Play a scene in a window; files are reloaded as you save them
    Play(play::Options),
    /// Run a scene without a window and print one JSON object for each step and actor
    Trace(trace::Options),
    /// Record a scene to a GIF, APNG or PNG
    Record(record::Options),
    /// Tell everything that is wrong in a project: files, scripts, names, and what nobody uses
    Check(check::Options),
    /// Print files of other tools as files of a project
    Import(import::Options),
}

/// What every verb that runs a scene asks.
#[derive(Args, Clone, Default)]
struct Run {
    /// The scene's name, or the path of its file or of a project's folder
    scene: Option<String>,
    /// The seed of the run (default: the project's)
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Inputs to play: lines such as `0.50 press punch`
    #[arg(long, value_name = "FILE")]
    input: Option<PathBuf>,
}

/// Why a verb ended early.
enum Failure {
    /// The project is at fault.
    Project(LoadErrors),
    /// The command line is.
    Usage(String),
    /// The disk, or a display, is.
    System(String),
    /// The project is at fault, and all is told.
    Told,
}

impl From<LoadErrors> for Failure {
    fn from(errors: LoadErrors) -> Self {
        Failure::Project(errors)
    }
}

/// Reads the command line and does what it says.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let project = cli.project.as_deref();
    let done = match cli.verb {
        None => play::run(project, &play::Options::default()),
        Some(Verb::Play(options)) => play::run(project, &options),
        Some(Verb::Trace(options)) => trace::run(project, &options),
        Some(Verb::Record(options)) => record::run(project, &options),
        Some(Verb::Check(options)) => check::run(project, &options),
        Some(Verb::Import(options)) => import::run(&options),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Project(errors)) => {
            print_errors(&errors.0);
            ExitCode::from(1)
        }
        Err(Failure::Told) => ExitCode::from(1),
        Err(Failure::System(message)) => {
            complain(&message);
            ExitCode::from(1)
        }
        Err(Failure::Usage(message)) => {
            complain(&message);
            ExitCode::from(2)
        }
    }
}

fn complain(message: &str) {
    tell(&format!("error: {message}"));
}

/// A line for whoever started the program, if anybody still reads it.
fn tell(message: &str) {
    _ = writeln!(io::stderr(), "{message}");
}

/// Prints load errors with their source lines.
fn print_errors(errors: &[LoadError]) {
    let errors = LoadErrors(errors.to_vec());
    let report = if io::stderr().is_terminal() {
        report::coloured(&errors)
    } else {
        report::plain(&errors)
    };
    _ = io::stderr().write_all(report.as_bytes());
}

/// Prints what a run has to say outside its events: notices, and the load errors that
/// were not told before; `told` remembers them.
fn print_news(session: &mut Session, told: &mut Vec<LoadError>) {
    for notice in session.take_notices() {
        tell(&format!("notice: {notice}"));
    }
    let now = session.load_errors();
    let new: Vec<_> = now
        .iter()
        .filter(|error| !told.contains(error))
        .cloned()
        .collect();
    if !new.is_empty() {
        print_errors(&new);
    }
    *told = now.to_vec();
}

/// The run of a scene that `run` asks for.
fn begin(located: &Located, run: &Run) -> Result<Session, Failure> {
    let seed = match (run.seed, &located.project.defs().settings) {
        (Some(seed), _) => seed,
        (None, Ok(settings)) => settings.seed,
        (None, Err(errors)) => return Err(Failure::Project(errors.clone())),
    };
    Ok(Session::new(&located.project, &located.scene, seed)?)
}
