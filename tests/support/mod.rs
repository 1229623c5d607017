//! What the integration tests share: a copy of the bundled project, the program, a virtual display.

#![allow(dead_code)] // each test file uses a part

pub mod child;
#[cfg(all(feature = "script", feature = "watch"))]
pub mod live;
pub mod screen;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

/// This repository.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Copies a folder and all in it.
pub fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("an entry");
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), &target).expect("a copy");
        }
    }
}

/// The bundled project in a folder of its own.
pub fn bundled() -> TempDir {
    let folder = TempDir::new().expect("a folder");
    copy(&root().join("assets"), &folder.path().join("assets"));
    copy(&root().join("scripts"), &folder.path().join("scripts"));
    folder
}

/// Writes files into a folder, making the folders they need.
pub fn write(folder: &Path, files: &[(&str, &str)]) {
    for (path, text) in files {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
}

/// A picture of `columns` by `rows` cells of 8 by 8 pixels, each of a colour of its own.
pub fn sheet(path: &Path, columns: u32, rows: u32) {
    let (width, height) = (columns * 8, rows * 8);
    let pixel = |x: u32, y: u32| [(x / 8 * 40) as u8, (y / 8 * 40) as u8, 128, 255];
    let pixels: Vec<u8> = (0..height)
        .flat_map(|y| (0..width).flat_map(move |x| pixel(x, y)))
        .collect();
    fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
    let mut encoder = png::Encoder::new(fs::File::create(path).expect("a file"), width, height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    encoder
        .write_header()
        .expect("a header")
        .write_image_data(&pixels)
        .expect("pixels");
}

/// The built program.
pub fn luppet() -> Command {
    Command::new(env!("CARGO_BIN_EXE_luppet"))
}

/// Runs the program in a folder and waits for its end.
pub fn run_in(folder: &Path, arguments: &[&str]) -> Output {
    luppet()
        .current_dir(folder)
        .args(arguments)
        .output()
        .expect("the program runs")
}

pub fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The JSON objects of a trace.
pub fn lines(trace: &str) -> Vec<serde_json::Value> {
    trace
        .lines()
        .map(|line| serde_json::from_str(line).expect("a JSON line"))
        .collect()
}

/// The project's file in a folder.
pub fn file(folder: &TempDir, path: &str) -> PathBuf {
    folder.path().join(path)
}
