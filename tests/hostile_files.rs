//! Files and command lines that mean harm: absurd numbers, pictures that claim to be
//! large, files without end, links that lead outside, films of a thousand years. Each
//! is refused with its name, at once, in little memory.

#![cfg(all(feature = "script", target_os = "linux"))]

mod support;

use std::fs::{self, File};
use std::path::Path;

use support::child::run_limited;
use support::{sheet, write};
use tempfile::TempDir;

/// A small project that plays.
fn project() -> TempDir {
    let folder = TempDir::new().expect("a folder");
    write(
        folder.path(),
        &[
            (
                "assets/scenes/room.scene.ron",
                r#"(actors: [Actor(name: "dot", character: "dot", at: (9, 9))])"#,
            ),
            ("assets/characters/dot.character.ron", CHARACTER),
            ("scripts/dot.lua", "return {}"),
        ],
    );
    sheet(&folder.path().join("assets/dot.png"), 2, 1);
    folder
}

const CHARACTER: &str = r#"(sheet: Grid(image: "dot.png", cell: (8, 8)), clips: { "still": Clip(row: 1, frames: 2, each: 0.1) }, script: "dot.lua")"#;

/// Runs it; what was said must hold `word`, and nothing may have come of it.
fn refused(folder: &Path, arguments: &[&str], word: &str) {
    let ended = run_limited(folder, arguments);
    let head: String = ended.stderr.chars().take(900).collect();
    let told = format!("{arguments:?}: {:?}, {}: {head}", ended.status, ended.how);
    assert!(matches!(ended.status, Some(1 | 2)), "{told}");
    assert!(ended.stdout.is_empty(), "{told}");
    assert!(ended.stderr.contains(word), "no word of {word:?}: {told}");
    assert!(!ended.stderr.contains("panicked"), "{told}");
    assert!(
        ended.stderr.len() < 20_000,
        "{} bytes told",
        ended.stderr.len()
    );
    assert!(
        ended.peak < 200 << 10,
        "a peak of {} kB: {told}",
        ended.peak
    );
    assert!(ended.seconds < 20.0, "{} s: {told}", ended.seconds);
}

const TRACE: &[&str] = &["trace", "room", "--steps", "3"];

#[test]
fn the_project_plays_as_it_is() {
    let folder = project();
    let ended = run_limited(folder.path(), TRACE);
    assert_eq!(ended.status, Some(0), "{}", ended.stderr);
    assert_eq!(ended.stdout.lines().count(), 3);
}

#[test]
fn absurd_numbers_and_depths() {
    let character = "assets/characters/dot.character.ron";
    let scene = "assets/scenes/room.scene.ron";
    let with = |from: &str, to: &str| {
        assert!(CHARACTER.contains(from), "{from}");
        (character, CHARACTER.replace(from, to), "dot.character.ron")
    };
    let scenes = |text: &str| (scene, text.to_owned(), "room.scene.ron");
    let settings = |text: &str| ("luppet.ron", text.to_owned(), "luppet.ron");
    let deep = |open: &str, close: &str| open.repeat(100_000) + &close.repeat(100_000);
    for (path, text, word) in [
        with("cell: (8, 8)", "cell: (4294967295, 4294967295)"),
        with("cell: (8, 8)", "cell: (0, 0)"),
        with("cell: (8, 8)", "cell: (-8, 1e308)"),
        with("frames: 2", "frames: 18446744073709551615"),
        with("frames: 2", "frames: 1000000000"),
        with("row: 1", "row: 4294967296"),
        with("each: 0.1", "each: 1e308"),
        with("each: 0.1", "each: -1"),
        with("each: 0.1", "fps: 1e-300"),
        with("each: 0.1", "fps: 1e300"),
        with(
            "each: 0.1",
            "each: 0.1, speed: 1e99, repeats: 99999999999999999999",
        ),
        with("row: 1", &format!("row: {}", "9".repeat(100_000))),
        with(
            "script: \"dot.lua\"",
            &format!("script: \"{}\"", "../".repeat(50_000)),
        ),
        (character, deep("(", ")"), "dot.character.ron"),
        (character, deep("[", "]"), "dot.character.ron"),
        (character, deep("{\"a\":", "}"), "dot.character.ron"),
        (character, deep("Some(", ")"), "dot.character.ron"),
        (character, deep("/*", "*/"), "dot.character.ron"),
        scenes("(size: (4294967295, 4294967295), actors: [])"),
        scenes("(size: (100000, 100000), actors: [])"),
        scenes(r#"(actors: [Actor(name: "dot", character: "dot", at: (1e999, 0))])"#),
        scenes(r#"(actors: [Actor(name: "dot", character: "dot", at: (NaN, inf))])"#),
        scenes(&format!(
            "(actors: [{}])",
            r#"Actor(name: "dot", character: "dot", at: (1, 1)),"#.repeat(30_000)
        )),
        settings("(hz: 1e99)"),
        settings("(hz: 0)"),
        settings("(seed: -1)"),
        settings("(limits: (memory: 18446744073709551615))"),
        settings("(limits: (work_call: 99999999999999999999999, clock: 1e308))"),
        settings(&deep("(limits: ", ")")),
    ] {
        let folder = project();
        write(folder.path(), &[(path, text.as_str())]);
        refused(folder.path(), TRACE, word);
    }
}

/// CRC-32 as PNG chunks have it (PNG specification, annex D).
fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| {
            if crc & 1 == 1 {
                (crc >> 1) ^ 0xEDB8_8320
            } else {
                crc >> 1
            }
        })
    })
}

/// A PNG with another size in its header, its checksum right.
fn resized(mut png: Vec<u8>, width: u32, height: u32) -> Vec<u8> {
    png[16..20].copy_from_slice(&width.to_be_bytes());
    png[20..24].copy_from_slice(&height.to_be_bytes());
    let crc = crc(&png[12..29]);
    png[29..33].copy_from_slice(&crc.to_be_bytes());
    png
}

/// A black picture of one byte a pixel, as PNG.
fn black(width: u32, height: u32) -> Vec<u8> {
    let mut png = Vec::new();
    let mut encoder = png::Encoder::new(&mut png, width, height);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().expect("a header");
    let pixels = vec![0; width as usize * height as usize];
    writer.write_image_data(&pixels).expect("pixels");
    drop(writer);
    png
}

#[test]
fn pictures() {
    let small = || black(16, 8);
    let bomb = black(10_000, 6000);
    assert!(bomb.len() < 1_000_000, "{} bytes", bomb.len());
    for (name, bytes, word) in [
        ("60 000 wide", resized(small(), 60_000, 60_000), "dot.png"),
        (
            "as wide as can be",
            resized(small(), u32::MAX >> 1, 1),
            "dot.png",
        ),
        ("without size", resized(small(), 0, 0), "dot.png"),
        ("cut short", small()[..40].to_vec(), "dot.png"),
        ("the header only", small()[..33].to_vec(), "dot.png"),
        ("sixty megabytes of black", bomb.clone(), "dot.png"),
        ("more pixels than it says", resized(bomb, 3, 2), "dot.png"),
        (
            "another file",
            b"GIF89a\xff\xff\xff\xff\0\0\0".to_vec(),
            "dot.png",
        ),
        ("nothing", Vec::new(), "dot.png"),
    ] {
        println!("{name}");
        let folder = project();
        fs::write(folder.path().join("assets/dot.png"), bytes).expect("a file");
        refused(folder.path(), TRACE, word);
    }
}

#[test]
fn files_without_end() {
    for (path, word) in [
        ("assets/scenes/room.scene.ron", "room.scene.ron"),
        ("assets/characters/dot.character.ron", "dot.character.ron"),
        ("assets/dot.png", "dot.png"),
        ("scripts/dot.lua", "dot.lua"),
        ("luppet.ron", "luppet.ron"),
    ] {
        let folder = project();
        let file = File::create(folder.path().join(path)).expect("a file");
        file.set_len(300 << 20).expect("a file with a hole");
        refused(folder.path(), TRACE, word);
    }
    let folder = project();
    write(
        folder.path(),
        &[(
            "scripts/dot.lua",
            &("local _ = 1\n".repeat(25_000) + "return {}"),
        )],
    );
    refused(folder.path(), TRACE, "scripts/dot.lua");
}

#[test]
fn links_that_lead_outside() {
    let outside = TempDir::new().expect("a folder");
    write(
        outside.path(),
        &[
            ("dot.lua", "error(\"BREACH\")"),
            ("dot.character.ron", "BREACH"),
            ("room.scene.ron", "BREACH"),
        ],
    );
    for (link, target) in [
        ("scripts/dot.lua", "dot.lua"),
        ("assets/characters/dot.character.ron", "dot.character.ron"),
        ("assets/scenes/room.scene.ron", "room.scene.ron"),
        ("scripts", ""),
        ("assets", ""),
    ] {
        let folder = project();
        let link = folder.path().join(link);
        if link.is_dir() {
            fs::remove_dir_all(&link).expect("gone");
        } else {
            fs::remove_file(&link).expect("gone");
        }
        std::os::unix::fs::symlink(outside.path().join(target), &link).expect("a link");
        let ended = run_limited(folder.path(), TRACE);
        assert_eq!(ended.status, Some(1), "{link:?}: {}", ended.stderr);
        assert!(
            !ended.stderr.contains("BREACH"),
            "{link:?}: {}",
            ended.stderr
        );
        assert!(ended.stdout.is_empty());
    }
}

#[test]
fn films_of_absurd_length() {
    let folder = project();
    for (option, value) in [
        ("--seconds", "1e9"),
        ("--seconds", "1e308"),
        ("--seconds", "NaN"),
        ("--seconds", "inf"),
        ("--seconds", "-1"),
        ("--seconds", "0"),
        ("--fps", "0"),
        ("--fps", "4000000000"),
        ("--scale", "0"),
        ("--scale", "100000"),
    ] {
        for output in ["film.gif", "film.apng"] {
            let arguments = ["record", "room", "-o", output, &format!("{option}={value}")];
            refused(folder.path(), &arguments, option);
        }
    }
    for arguments in [
        ["trace", "room", "--hz", "0"],
        ["trace", "room", "--hz", "4000000000"],
        ["trace", "room", "--steps=-1", "--hz=60"],
        ["trace", "room", "--steps", "1e9"],
    ] {
        refused(
            folder.path(),
            &arguments,
            arguments[2].split('=').next().expect("a word"),
        );
    }
    let left: Vec<_> = fs::read_dir(folder.path())
        .expect("a folder")
        .flatten()
        .collect();
    assert_eq!(left.len(), 2, "{left:?}");
}
