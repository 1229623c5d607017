//! Draws all bundled art from code: `cargo run --example draw_art -- [FOLDER] [CONTACT_FOLDER]`. FOLDER is `assets` unless given;
//! with a second folder, enlarged contact sheets go there too. The same code always draws the same bytes.

// Colours are written as everybody writes them, #rrggbb.
#![allow(clippy::unreadable_literal)]

mod bar;
mod chain;
mod contact;
mod dial;
mod dice;
mod face;
mod fighter;
mod gallery;
mod geom;
mod hero;
mod hero_head;
mod hero_limbs;
// One line a frame: the moves are tables, and are left as they are laid out.
#[rustfmt::skip]
mod hero_moves;
mod moves;
mod painter;
mod picture;
mod preview;
mod rival;
mod rival_head;
mod rival_limbs;
#[rustfmt::skip]
mod rival_moves;
mod robot;
mod roofs;
mod shape;
mod skeleton;
mod sky;
mod spark;
mod street;
mod text;
mod workshop;
mod workshop_things;

use std::path::{Path, PathBuf};

use fighter::Fighter;
use picture::Fault;
use text::Pen;

fn main() -> Result<(), Fault> {
    let mut args = std::env::args_os().skip(1);
    let out = args
        .next()
        .map_or_else(|| PathBuf::from("assets"), PathBuf::from);
    let look = args.next().map(PathBuf::from);

    let pen = Pen::new(epaint_default_fonts::HACK_REGULAR)?;
    for one in [hero::fighter(), rival::fighter()] {
        draw_fighter(&one, &out, look.as_deref())?;
    }
    let rest = [
        ("characters/spark/spark.png", spark::draw()),
        ("characters/bar/bar.png", bar::draw()),
        ("scenes/brawler_hud.png", bar::hud()),
        ("characters/face/face.png", face::draw()),
        ("characters/dial/dial.png", dial::draw(&pen)),
        ("characters/robot/robot.png", robot::draw()),
        ("scenes/dusk_sky.png", sky::draw()),
        ("scenes/dusk_roofs.png", roofs::draw()),
        ("scenes/dusk_street.png", street::draw()),
        ("scenes/gallery.png", gallery::draw(&pen)),
        ("scenes/workshop.png", workshop::draw()),
    ];
    for (name, art) in &rest {
        art.save(&out.join(name))?;
    }
    if let Some(folder) = look {
        preview::all(&rest, &folder)?;
    }
    Ok(())
}

fn draw_fighter(one: &Fighter, out: &Path, look: Option<&Path>) -> Result<(), Fault> {
    let (sheet, faults) = fighter::draw(one);
    sheet.save(&out.join(format!("characters/{0}/{0}.png", one.name)))?;
    for clip in &one.moves {
        if let Some((frame, x, y)) = fighter::reach(one, clip) {
            println!(
                "  {} {}: touches in frame {frame}, {x} pixels ahead, {y} high",
                one.name, clip.name
            );
        }
    }
    if let Some(folder) = look {
        for (page, rows) in [0..2, 2..4, 4..6, 6..8, 8..10].into_iter().enumerate() {
            contact::rows(
                &sheet,
                fighter::CELL,
                rows,
                2,
                &folder.join(format!("{}_{}.png", one.name, page + 1)),
            )?;
        }
        contact::close(
            &sheet,
            fighter::CELL,
            &[(0, 0), (2, 3), (5, 0), (7, 2)],
            5,
            &folder.join(format!("{}_close.png", one.name)),
        )?;
    }
    if faults.is_empty() {
        Ok(())
    } else {
        Err(faults.join("\n").into())
    }
}
