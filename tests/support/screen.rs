//! A virtual display (Xvfb) with real key events (xdotool) and pictures of it.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// One window at a time: a software renderer keeps a small machine busy.
static ONE: Mutex<()> = Mutex::new(());

/// A virtual display, ended when dropped.
pub struct Screen {
    server: Child,
    name: String,
    _one: MutexGuard<'static, ()>,
}

/// A picture of the display: RGB.
pub struct Shot {
    pub width: u32,
    pub height: u32,
    pub pixels: Vec<[u8; 3]>,
}

fn installed(program: &str) -> bool {
    let found = Command::new(program)
        .arg("-help")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    found.is_ok()
}

impl Screen {
    /// Starts a display; `None`, said aloud, where Xvfb, xdotool or `ImageMagick` is not
    /// installed. In CI that is a failure.
    pub fn open() -> Option<Screen> {
        let missing: Vec<_> = ["Xvfb", "xdotool", "import"]
            .into_iter()
            .filter(|p| !installed(p))
            .collect();
        if !missing.is_empty() {
            let required = std::env::var_os("LUPPET_WINDOW_TESTS").is_some_and(|v| v == "required");
            assert!(
                !required,
                "window tests are required here and {missing:?} is not installed"
            );
            eprintln!(
                "SKIPPED: a window test needs {missing:?} (Debian: apt-get install xvfb xdotool imagemagick)"
            );
            return None;
        }
        let one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
        // A server that resets when its last client leaves answers nobody meanwhile, and
        // each xdotool is such a client.
        let mut server = Command::new("Xvfb")
            .args([
                "-noreset",
                "-displayfd",
                "1",
                "-screen",
                "0",
                "1280x720x24",
                "-nolisten",
                "tcp",
            ])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("Xvfb starts");
        let mut number = String::new();
        let mut told = BufReader::new(server.stdout.take().expect("its output"));
        told.read_line(&mut number).expect("a display number");
        Some(Screen {
            server,
            name: format!(":{}", number.trim()),
            _one: one,
        })
    }

    /// The value of `DISPLAY`.
    pub fn name(&self) -> &str {
        &self.name
    }

    fn xdotool(&self, arguments: &[&str]) -> bool {
        let mut command = Command::new("xdotool");
        command
            .env("DISPLAY", &self.name)
            .args(arguments)
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    }

    /// Waits for the program's window and gives it the keys.
    pub fn focus(&self, program: &mut Child) {
        let search = ["search", "--onlyvisible", "--name", "Luppet", "windowfocus"];
        let found = wait(Duration::from_secs(60), || {
            let ended = program.try_wait().expect("its status");
            assert!(
                ended.is_none(),
                "the program ended before its window came up: {ended:?}"
            );
            self.xdotool(&search)
        });
        assert!(found, "no window called Luppet came up");
    }

    /// Presses and releases a key.
    pub fn tap(&self, key: &str) {
        assert!(
            self.xdotool(&["key", "--delay", "60", key]),
            "xdotool key {key}"
        );
    }

    /// Presses a key and keeps it down.
    pub fn press(&self, key: &str) {
        assert!(self.xdotool(&["keydown", key]), "xdotool keydown {key}");
    }

    /// Lets a key go.
    pub fn release(&self, key: &str) {
        assert!(self.xdotool(&["keyup", key]), "xdotool keyup {key}");
    }

    /// Changes the window's size.
    pub fn resize(&self, width: u32, height: u32) {
        let (width, height) = (width.to_string(), height.to_string());
        let done = self.xdotool(&["search", "--name", "Luppet", "windowsize", &width, &height]);
        assert!(done, "xdotool windowsize");
    }

    /// A picture of the whole display, also kept at `path`.
    pub fn shot(&self, path: &Path) -> Shot {
        let taken = Command::new("import")
            .env("DISPLAY", &self.name)
            .args(["-window", "root", "-depth", "8"])
            .arg(format!("png24:{}", path.display()))
            .status();
        assert!(
            taken.is_ok_and(|status| status.success()),
            "import takes a picture"
        );
        let file = std::fs::File::open(path).expect("the picture");
        let mut reader = png::Decoder::new(std::io::BufReader::new(file))
            .read_info()
            .expect("a PNG");
        let mut bytes = vec![0; reader.output_buffer_size()];
        let info = reader.next_frame(&mut bytes).expect("pixels");
        assert_eq!(info.color_type, png::ColorType::Rgb);
        let pixels = bytes[..info.buffer_size()]
            .chunks_exact(3)
            .map(|p| [p[0], p[1], p[2]])
            .collect();
        Shot {
            width: info.width,
            height: info.height,
            pixels,
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        _ = self.server.kill();
        _ = self.server.wait();
    }
}

impl Shot {
    /// How many pixels differ from another picture of the same size.
    pub fn differing(&self, other: &Shot) -> usize {
        assert_eq!((self.width, self.height), (other.width, other.height));
        self.pixels
            .iter()
            .zip(&other.pixels)
            .filter(|(a, b)| a != b)
            .count()
    }

    /// How many pixels have nearly that colour: letters have soft edges.
    pub fn count(&self, colour: [u8; 3]) -> usize {
        let near = |pixel: &[u8; 3]| pixel.iter().zip(colour).all(|(a, b)| a.abs_diff(b) <= 24);
        self.pixels.iter().filter(|pixel| near(pixel)).count()
    }

    /// How many different colours there are.
    pub fn colours(&self) -> usize {
        let mut pixels = self.pixels.clone();
        pixels.sort_unstable();
        pixels.dedup();
        pixels.len()
    }
}

/// Asks again and again until it is so; false when the time is up.
pub fn wait(time: Duration, mut so: impl FnMut() -> bool) -> bool {
    let end = Instant::now() + time;
    while Instant::now() < end {
        if so() {
            return true;
        }
        sleep(Duration::from_millis(20));
    }
    false
}
