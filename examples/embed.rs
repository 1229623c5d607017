//! Luppet inside a program of your own: no window of ours, your loop, your drawing.
//!
//! `cargo run --example embed -- FOLDER SCENE` plays two seconds and prints what
//! a game would do with them.

use std::error::Error;

use luppet::project::Project;
use luppet::session::Session;
use luppet::stage::EventKind;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments
        .next()
        .unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
    let scene = arguments.next().unwrap_or_else(|| "brawler".into());

    let project = Project::open(folder)?;
    let mut run = Session::new(&project, &scene, 7)?; // scene, seed; it borrows nothing
    run.press("j"); // release, pointer; inputs are recorded: this run can be replayed
    run.send("hero", "greet", [("loudness", 5.0)])?; // host -> script

    let dt = 1.0 / 50.0; // what your loop measured, in seconds
    let mut drawn = 0;
    for _ in 0..100 {
        let fraction = run.advance(dt); // whole steps; the rest, 0..1, for drawing between them
        for event in run.drain_events() {
            if let EventKind::Change { from, to, .. } = &event.kind {
                println!(
                    "{}: {} -> {to}",
                    event.name,
                    from.as_deref().unwrap_or("nothing")
                );
            }
        }
        for sprite in run.frame(fraction).sprites() {
            // page, source, transform, tint: one textured quad for your renderer
            drawn += usize::from(sprite.tint.a > 0);
        }
        for page in project.pages() {
            // upload its pixels when page.version is not the one you have
            debug_assert!(page.version > 0);
        }
    }
    println!(
        "{} steps, {drawn} sprites, {} inputs recorded",
        run.steps(),
        run.log().len()
    );
    Ok(())
}
