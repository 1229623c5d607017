//! The scenes as they will look, put together for looking at. Not part of the art.

use std::path::Path;

use crate::contact::{crop, plain};
use crate::picture::{Fault, Picture, rgb};
use crate::{bar, dial, face, fighter, gallery, hero, rival};

type Named = (&'static str, Picture);

pub fn all(rest: &[Named], folder: &Path) -> Result<(), Fault> {
    let find = |name: &str| {
        rest.iter()
            .find(|(n, _)| n.ends_with(name))
            .map(|(_, p)| p)
            .ok_or_else(|| Fault::from(format!("no {name}")))
    };
    let (sky, roofs, street) = (find("sky.png")?, find("roofs.png")?, find("street.png")?);
    let (hero, _) = fighter::draw(&hero::fighter());
    let (rival, _) = fighter::draw(&rival::fighter());
    for (n, (pan, h, r)) in [
        ((0, 0), (0, 0), (0, 0)),
        ((0, 0), (2, 2), (5, 1)),
        ((560, 0), (3, 5), (6, 2)),
        ((200, 16), (7, 3), (8, 7)),
        ((400, -16), (8, 7), (7, 3)),
    ]
    .iter()
    .enumerate()
    {
        let mut scene = Picture::new(480, 270);
        for (layer, scroll) in [(sky, 0.1), (roofs, 0.4), (street, 1.0)] {
            for copy in -1..3 {
                let by = |d: i32| (d as f32 * scroll) as i32;
                scene.draw(layer, copy * layer.w - by(pan.0), -by(pan.1));
            }
        }
        let close = if n == 0 { 0 } else { 55 };
        bars(&mut scene, find("bar.png")?, [70, 30]);
        stand(&mut scene, &hero, *h, 150 + close, false);
        stand(&mut scene, &rival, *r, 330 - close, true);
        scene
            .enlarged(3)
            .save(&folder.join(format!("scene_{}.png", n + 1)))?;
    }

    let mut wall = find("gallery.png")?.clone();
    let (faces, dials) = (find("face.png")?, find("dial.png")?);
    wall.draw(
        &crop(faces, (0, 0), face::CELL),
        gallery::FACE.0 - 32,
        gallery::FACE.1 - 64,
    );
    for (i, (_, x, y)) in gallery::PLACES.iter().enumerate() {
        wall.draw(
            &crop(dials, (i as i32 % 6 * 48, 0), dial::CELL),
            x - 24,
            y - 48,
        );
    }
    wall.enlarged(3).save(&folder.join("gallery.png"))?;

    for (name, ground) in [
        ("bar.png", rgb(0x5a4658)),
        ("spark.png", rgb(0x5a4658)),
        ("face.png", rgb(0x3a4468)),
        ("dial.png", rgb(0x3a4468)),
    ] {
        let art = find(name)?;
        let mut page = plain(art.w, art.h, ground);
        page.draw(art, 0, 0);
        page.enlarged(4).save(&folder.join(name))?;
    }
    Ok(())
}

fn stand(scene: &mut Picture, sheet: &Picture, (row, column): (i32, i32), x: i32, left: bool) {
    let (w, h) = fighter::CELL;
    let cell = crop(sheet, (column * w, row * h), (w, h));
    let shown = if left { mirrored(&cell) } else { cell };
    let pivot = if left {
        w - fighter::PIVOT.x as i32
    } else {
        fighter::PIVOT.x as i32
    };
    scene.draw(&shown, x - pivot, 232 - fighter::PIVOT.y as i32);
}

fn mirrored(cell: &Picture) -> Picture {
    let mut out = cell.clone();
    for y in 0..cell.h {
        for x in 0..cell.w {
            out.set(x, y, cell.get(cell.w - 1 - x, y));
        }
    }
    out
}

/// Both health bars with so many percent left, and the names.
fn bars(scene: &mut Picture, sheet: &Picture, left: [i32; 2]) {
    let (w, h) = bar::CELL;
    let (px, py) = bar::PIVOT;
    let row = |n: i32| crop(sheet, (0, n * h), bar::CELL);
    for (side, percent) in left.iter().enumerate() {
        // All columns of the filling are alike: to narrow it is to cut it.
        let fill = crop(&row(1), (0, 0), (px + 152 * percent / 100, h));
        let mut whole = row(0);
        whole.draw(&fill, 0, 0);
        if side == 0 {
            scene.draw(&whole, 16 - px, 16 - py);
        } else {
            scene.draw(&mirrored(&whole), 464 - (w - px), 16 - py);
        }
    }
    scene.draw(&row(2), 16 - px, 30 - py);
    scene.draw(&row(3), 407 - px, 30 - py);
}
