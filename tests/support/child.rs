//! The program in a process under hard limits, watched while it runs.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Address space, kB, and processor time, seconds, which the system takes away.
const SPACE: u64 = 1 << 20;
const PROCESSOR: u64 = 20;

/// After this the process is killed: five times the processor time, as others are at work too.
const PATIENCE: Duration = Duration::from_secs(100);

/// How a process ended.
pub struct Ended {
    /// Its exit status; none where it was killed.
    pub status: Option<i32>,
    pub how: String,
    pub stdout: String,
    pub stderr: String,
    /// The most memory it held, kB, as the system counts it (`VmHWM`, looked at every
    /// 2 ms): what came in the last moments may be missing.
    pub peak: u64,
    pub seconds: f64,
}

/// Runs the program in a folder.
pub fn run_limited(folder: &Path, arguments: &[&str]) -> Ended {
    let output = tempfile::TempDir::new().expect("a folder");
    let (out, err) = (output.path().join("out"), output.path().join("err"));
    let begun = Instant::now();
    let mut child = Command::new("sh")
        .arg("-c")
        .arg(format!(
            "ulimit -v {SPACE}; ulimit -t {PROCESSOR}; exec \"$0\" \"$@\""
        ))
        .arg(env!("CARGO_BIN_EXE_luppet"))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(File::create(&out).expect("a file"))
        .stderr(File::create(&err).expect("a file"))
        .spawn()
        .expect("the program runs");
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    let mut killed = false;
    let ended = loop {
        let text = fs::read_to_string(&status).unwrap_or_default();
        let held = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let held = held.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok());
        peak = peak.max(held.unwrap_or(0));
        if let Some(status) = child.try_wait().expect("a child") {
            break status;
        }
        if begun.elapsed() > PATIENCE && !killed {
            killed = true;
            child.kill().expect("killed");
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    let text = |path| String::from_utf8_lossy(&fs::read(path).expect("a file")).into_owned();
    Ended {
        status: ended.code(),
        how: ended.to_string(),
        stdout: text(&out),
        stderr: text(&err),
        peak,
        seconds: begun.elapsed().as_secs_f64(),
    }
}
