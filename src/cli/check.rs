//! `luppet check`: everything wrong in a project, on standard output. What is wrong is the
//! library's to find; how it is told, and the exit status, are decided here.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use luppet::check::{Finding, check};
use luppet::error::{LoadErrors, Severity};
use luppet::project::{Project, is_script, report};
use serde_json::json;

use super::{Failure, locate, repeat};

#[derive(Args)]
pub(super) struct Options {
    /// The project's folder, or a file in it (default: as for the other verbs)
    path: Option<PathBuf>,
    /// How findings are told: for people, or one JSON object a line
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Let warnings count as errors for the exit status
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    repeat: repeat::Options,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Format {
    /// With the source line and a mark under the place
    Text,
    /// {"severity","file","line","column","message"}, line and column from 1 or null
    Json,
}

pub(super) fn run(folder: Option<&Path>, options: &Options) -> Result<(), Failure> {
    let project = match locate::project(folder, options.path.as_deref()) {
        Ok(project) => project,
        Err(Failure::Project(LoadErrors(errors))) => {
            let found = errors.into_iter().map(|error| Finding {
                severity: Severity::Error,
                error,
            });
            return tell(&found.collect::<Vec<_>>(), None, options);
        }
        Err(other) => return Err(other),
    };
    let mut found = check(&project);
    if let Some(scene) = &options.repeat.scene {
        let scene = match project.scene_named(scene) {
            Ok(scene) => scene,
            Err(LoadErrors(errors)) => {
                let message = errors.first().map_or(String::new(), |e| e.message.clone());
                return Err(Failure::Usage(format!("--repeat: {message}")));
            }
        };
        found.extend(repeat::run(&project, &scene, &options.repeat)?);
    }
    tell(&found, Some(&project), options)
}

/// Prints the findings; an error where there are any that count.
fn tell(found: &[Finding], project: Option<&Project>, options: &Options) -> Result<(), Failure> {
    let out = io::stdout().lock();
    let coloured = out.is_terminal();
    let mut out = io::BufWriter::new(out);
    let written = match options.format {
        Format::Text => write_text(&mut out, found, project, coloured),
        Format::Json => write_json(&mut out, found),
    };
    match written.and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            return Err(Failure::System(error.to_string()));
        }
        _ => {}
    }
    let counts = |finding: &Finding| options.strict || finding.severity == Severity::Error;
    if found.iter().any(counts) {
        return Err(Failure::Told);
    }
    Ok(())
}

fn write_text(
    out: &mut impl Write,
    found: &[Finding],
    project: Option<&Project>,
    coloured: bool,
) -> io::Result<()> {
    for finding in found {
        let text = report::one(finding.severity, &finding.error, coloured);
        writeln!(out, "{text}")?;
    }
    let of = |severity| found.iter().filter(|f| f.severity == severity).count();
    let (errors, warnings) = (of(Severity::Error), of(Severity::Warning));
    let both = format!("{}, {}", count(errors, "error"), count(warnings, "warning"));
    let Some(project) = project else {
        return writeln!(out, "{both}");
    };
    let scripts = project.files().paths();
    let scripts = scripts.filter(|path| is_script(path));
    let defs = project.defs();
    writeln!(
        out,
        "{both} in {}, {} and {}",
        count(defs.scenes.len(), "scene"),
        count(defs.characters.len(), "character"),
        count(scripts.count(), "script"),
    )
}

/// `no errors`, `1 error`, `2 errors`.
fn count(n: usize, noun: &str) -> String {
    match n {
        0 => format!("no {noun}s"),
        1 => format!("1 {noun}"),
        _ => format!("{n} {noun}s"),
    }
}

fn write_json(out: &mut impl Write, found: &[Finding]) -> io::Result<()> {
    for Finding { severity, error } in found {
        let line = error.place.map(|place| place.line);
        let column = error
            .place
            .map(|place| place.column)
            .filter(|column| *column > 0);
        writeln!(
            out,
            r#"{{"severity":{},"file":{},"line":{},"column":{},"message":{}}}"#,
            json!(severity.to_string()),
            json!(error.file),
            json!(line),
            json!(column),
            json!(error.message),
        )?;
    }
    Ok(())
}
