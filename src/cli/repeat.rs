//! `luppet check --repeat`: one scene in two processes, whose traces should be the same bytes.
//! What differs between them is what no run can repeat: the addresses of tables above all.

use std::env;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::thread::JoinHandle;

use clap::Args;
use luppet::check::Finding;
use luppet::error::{LoadError, Severity};
use luppet::project::Project;
use luppet::session::Session;
use serde_json::Value;

use super::Failure;

#[derive(Args)]
#[group(skip)]
pub(super) struct Options {
    /// Also run this scene in two processes and name the first step in which they differ
    #[arg(long = "repeat", value_name = "SCENE")]
    pub scene: Option<String>,
    /// How many steps the two play
    #[arg(long, value_name = "N", default_value_t = 600, requires = "scene", value_parser = clap::value_parser!(u64).range(1..))]
    steps: u64,
    /// The seed of both (default: the project's)
    #[arg(long, value_name = "S", requires = "scene")]
    seed: Option<u64>,
    /// Inputs that both play: lines such as `0.50 press punch`
    #[arg(long, value_name = "FILE", requires = "scene")]
    input: Option<PathBuf>,
}

/// Characters told of a line before and after the first that differs.
const AROUND: usize = 40;
/// Bytes kept of what a process says of its failure.
const SAID: u64 = 4096;

/// Plays the scene twice; what differs, or keeps one from its end, is found wrong in its file.
pub(super) fn run(
    project: &Project,
    scene: &str,
    options: &Options,
) -> Result<Option<Finding>, Failure> {
    if !matches!(project.defs().scenes.get(scene), Some(Ok(_))) {
        // It has been told why.
        return Ok(None);
    }
    let Ok(session) = Session::new(project, scene, 0) else {
        return Ok(None);
    };
    // A fault of the inputs is told as by every other verb, and once.
    super::input::read(options.input.as_deref(), &session)?;
    let start = || Run::start(project.folder(), scene, options);
    let system = |error: io::Error| Failure::System(format!("--repeat: {error}"));
    let (mut one, mut other) = (start().map_err(system)?, start().map_err(system)?);
    let message = match compare(&mut one, &mut other).map_err(system)? {
        Some(difference) => Some(difference),
        None => one.end().map_err(system)?.or(other.end().map_err(system)?),
    };
    let file = match &project.defs().scenes[scene] {
        Ok(def) => def.file.clone(),
        Err(_) => scene.to_owned(),
    };
    Ok(message.map(|message| Finding {
        severity: Severity::Error,
        error: LoadError::new(file, message),
    }))
}

/// A process that prints a trace.
struct Run {
    child: Child,
    lines: BufReader<ChildStdout>,
    /// What it says of its failure.
    said: Option<JoinHandle<String>>,
}

impl Run {
    fn start(folder: Option<&Path>, scene: &str, options: &Options) -> io::Result<Run> {
        let mut command = Command::new(env::current_exe()?);
        // The demo is what a folder without a project plays.
        if let Some(folder) = folder {
            command.arg("--project").arg(folder);
        }
        command.args(["trace", scene, "--steps", &options.steps.to_string()]);
        if let Some(seed) = options.seed {
            command.args(["--seed", &seed.to_string()]);
        }
        if let Some(input) = &options.input {
            command.arg("--input").arg(input);
        }
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let missing = || io::Error::other("a process without its output");
        let lines = BufReader::new(child.stdout.take().ok_or_else(missing)?);
        let errors = child.stderr.take().ok_or_else(missing)?;
        let said = std::thread::spawn(move || {
            let (mut said, mut errors) = (Vec::new(), errors);
            // Read to its end, or the process would wait for room.
            _ = errors.by_ref().take(SAID).read_to_end(&mut said);
            _ = io::copy(&mut errors, &mut io::sink());
            String::from_utf8_lossy(&said).into_owned()
        });
        Ok(Run {
            child,
            lines,
            said: Some(said),
        })
    }

    fn line(&mut self) -> io::Result<Option<String>> {
        let mut line = Vec::new();
        let read = self.lines.read_until(b'\n', &mut line)?;
        Ok((read > 0).then(|| String::from_utf8_lossy(&line).trim_end().to_owned()))
    }

    /// Why it did not reach its end, if it did not.
    fn end(&mut self) -> io::Result<Option<String>> {
        let status = self.child.wait()?;
        let said = self.said.take().and_then(|said| said.join().ok());
        if status.success() {
            return Ok(None);
        }
        let said = said.unwrap_or_default();
        let first = said.lines().next().unwrap_or("it says nothing");
        Ok(Some(format!(
            "--repeat: a process failed ({status}): {first}"
        )))
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        // Where the other differed this one still runs.
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

/// The first line in which the two differ.
fn compare(one: &mut Run, other: &mut Run) -> io::Result<Option<String>> {
    loop {
        match (one.line()?, other.line()?) {
            (None, None) => return Ok(None),
            (Some(a), Some(b)) if a == b => {}
            (Some(a), Some(b)) => return Ok(Some(difference(&a, &b))),
            (Some(line), None) | (None, Some(line)) => {
                let at = place(&line);
                return Ok(Some(format!(
                    "--repeat: one of two processes ends before {at}"
                )));
            }
        }
    }
}

fn difference(a: &str, b: &str) -> String {
    let same = a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count();
    let (first, second) = (around(a, same), around(b, same));
    format!(
        "--repeat: two processes differ first in {}: {first} against {second}",
        place(a)
    )
}

/// `step 12, actor "hero"`.
fn place(line: &str) -> String {
    let Ok(Value::Object(line)) = serde_json::from_str(line) else {
        return "a line that is no JSON".into();
    };
    let field = |name: &str| line.get(name).map_or("?".into(), Value::to_string);
    format!("step {}, actor {}", field("step"), field("actor"))
}

fn around(line: &str, at: usize) -> String {
    let skipped = at.saturating_sub(AROUND);
    let mut part: String = line.chars().skip(skipped).take(2 * AROUND).collect();
    if skipped > 0 {
        part.insert_str(0, "..");
    }
    if line.chars().count() > skipped + 2 * AROUND {
        part.push_str("..");
    }
    part
}
