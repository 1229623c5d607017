//! Memory does not grow with the number of reloads; alone in its program, because it
//! measures the whole of it.

#![cfg(all(feature = "script", target_os = "linux"))]

mod support;

use std::fs;
use std::sync::Arc;

use luppet::project::{FileChange, Project};
use luppet::session::Session;
use support::{sheet, write};
use tempfile::TempDir;

/// What a thousand reloads may leave: the run's log, which keeps the sources, and slack.
const BOUND: usize = 16 << 20;

/// Bytes of this program that are in memory.
fn resident() -> usize {
    let pages = fs::read_to_string("/proc/self/statm").expect("the size");
    let pages: usize = pages
        .split(' ')
        .nth(1)
        .expect("a number")
        .parse()
        .expect("a number");
    pages * 4096
}

#[test]
fn a_thousand_reloads_keep_memory_flat() {
    let folder = TempDir::new().expect("a folder");
    sheet(&folder.path().join("assets/dot.png"), 2, 1);
    let script = |n: u32| {
        let table = "1, ".repeat(500);
        let broken = if n % 3 == 2 { "end" } else { "" };
        format!(
            "local t = {{ {table} }}\nlocal m = require(\"lib/m\")\nreturn {{ initial = \"s\", data = {{ n = 0 }}, states = {{ s = {{ execute = function(self) self.n = {n} + #t + m end }} }} }} {broken}"
        )
    };
    write(
        folder.path(),
        &[
            (
                "assets/scenes/field.scene.ron",
                r#"Scene(actors: [Actor(name: "hero", character: "dot", at: (20, 30))])"#,
            ),
            (
                "assets/characters/dot.character.ron",
                r#"Character(sheet: Grid(image: "dot.png", cell: (8, 8)), script: "hero.lua", clips: { "still": Clip(row: 1, frames: 2, each: 0.1) })"#,
            ),
            ("scripts/lib/m.lua", "return 1"),
            ("scripts/hero.lua", &script(0)),
        ],
    );
    let project = Project::open(folder.path()).expect("a project");
    let mut session = Session::new(&project, "field", 1).expect("a run");
    let mut sizes = Vec::new();
    for n in 1..=1100 {
        let change = |path: &str, text: String| FileChange {
            path: path.into(),
            content: Some(Arc::from(text.as_bytes())),
        };
        session.reload(vec![
            change("scripts/hero.lua", script(n)),
            change("scripts/lib/m.lua", format!("return {n}")),
        ]);
        for _ in 0..3 {
            session.step();
        }
        assert_eq!(session.load_errors().is_empty(), n % 3 != 2, "{n}");
        session.drain_events();
        session.take_notices();
        if n % 100 == 0 {
            sizes.push(resident());
        }
    }
    let grown = sizes[10].saturating_sub(sizes[0]);
    println!("{} KiB more after 1000 reloads; {sizes:?}", grown >> 10);
    assert!(grown < BOUND, "{grown}: {sizes:?}");
    assert!(session.script_errors().is_empty());
}
