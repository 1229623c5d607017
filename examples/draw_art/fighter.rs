//! Puts a fighter's sheet together: poses to joints, cloth behind the joints, costume over both, streaks and a shadow; one clip a row.

use crate::chain::{Cloth, Path, follow};
use crate::geom::{P, mix, p, smooth};
use crate::moves::{Beat, Move, Streak};
use crate::picture::{Picture, Rgb, rgb};
use crate::skeleton::{Build, Joints, Pose, solve};

pub const CELL: (i32, i32) = (170, 144);
pub const PIVOT: P = p(80.0, 132.0);

/// A piece of cloth and what it hangs from.
pub struct Hanging {
    pub cloth: Cloth,
    pub from: fn(&Joints) -> P,
}

pub struct Fighter {
    pub name: &'static str,
    pub build: Build,
    pub guard: Pose,
    pub moves: Vec<Move>,
    pub cloths: Vec<Hanging>,
    /// Draws one figure; the chains are those of `cloths`, in order.
    pub dress: fn(&Joints, &[Vec<P>], CellSize) -> Picture,
    pub streak: Rgb,
    pub girth: f32,
}

pub type CellSize = (i32, i32);

/// The sheet, and what is wrong with it: cells in which something was cut off.
pub fn draw(fighter: &Fighter) -> (Picture, Vec<String>) {
    let columns = fighter
        .moves
        .iter()
        .map(|m| m.beats.len())
        .max()
        .unwrap_or(1) as i32;
    let mut faults = Vec::new();
    let mut sheet = Picture::new(CELL.0 * columns, CELL.1 * fighter.moves.len() as i32);
    for (row, clip) in fighter.moves.iter().enumerate() {
        for (column, cell) in cells(fighter, clip).iter().enumerate() {
            if cell.touches_edge() {
                faults.push(format!(
                    "{} {} frame {} does not fit its cell",
                    fighter.name,
                    clip.name,
                    column + 1
                ));
            }
            sheet.draw(cell, CELL.0 * column as i32, CELL.1 * row as i32);
        }
    }
    (sheet, faults)
}

/// How far in front of the pivot fist or foot is in the frame that touches, pixels; and how high.
pub fn reach(fighter: &Fighter, clip: &Move) -> Option<(usize, i32, i32)> {
    let (frame, what) = clip.contact?;
    let joints = solve(&fighter.build, &clip.beats.get(frame - 1)?.pose, PIVOT);
    let (at, grow) = match what {
        Streak::NearHand => (joints.near_arm.end, 4.5),
        Streak::FarHand => (joints.far_arm.end, 4.5),
        Streak::NearFoot => (joints.near_sole.toe, 2.5),
    };
    Some((
        frame,
        (at.x - PIVOT.x + grow).round() as i32,
        (PIVOT.y - at.y).round() as i32,
    ))
}

fn cells(fighter: &Fighter, clip: &Move) -> Vec<Picture> {
    let pose = |b: &Beat| solve(&fighter.build, &b.pose, PIVOT);
    let joints: Vec<Joints> = clip.beats.iter().map(pose).collect();
    let (all, times): (Vec<Joints>, Vec<f32>) = clip
        .lead
        .iter()
        .chain(&clip.beats)
        .map(|b| (pose(b), b.time))
        .unzip();
    let rest = solve(&fighter.build, &fighter.guard, PIVOT);
    let wind: Vec<f32> = all.iter().map(breeze).collect();
    let chains: Vec<Vec<Vec<P>>> = fighter
        .cloths
        .iter()
        .map(|hanging| {
            let anchors: Vec<P> = all.iter().map(hanging.from).collect();
            let path = Path {
                anchors: &anchors,
                times: &times,
                loops: clip.loops,
                travel: clip.travel,
                ground: PIVOT.y,
                wind: &wind,
            };
            let mut chain = follow(&hanging.cloth, &path, (hanging.from)(&rest));
            chain.split_off(clip.lead.len())
        })
        .collect();
    (0..clip.beats.len())
        .map(|i| {
            let mut cell = Picture::new(CELL.0, CELL.1);
            shadow(&mut cell, &joints[i], fighter.girth);
            let now: Vec<Vec<P>> = chains.iter().map(|c| c[i].clone()).collect();
            if let Some(what) = clip.beats[i].streak {
                // From the frame before, and from the one before that if the limb was fast there too.
                let first = if i > 1 && clip.beats[i - 1].streak == Some(what) {
                    i - 2
                } else {
                    i.max(1) - 1
                };
                let poses: Vec<&Pose> = clip.beats[first..=i].iter().map(|b| &b.pose).collect();
                streak(&mut cell, fighter, what, &poses);
            }
            cell.draw(&(fighter.dress)(&joints[i], &now, CELL), 0, 0);
            cell
        })
        .collect()
}

/// How much of the breeze reaches the body. Near the ground there is none, and who falls on his back has the wind from behind.
fn breeze(j: &Joints) -> f32 {
    let high = smooth((PIVOT.y - j.neck.y - 16.0) / 30.0);
    let falling = smooth((-j.chest_turn - 44.0) / 30.0);
    high * (1.0 - falling) - falling * mix(0.5, 1.0, smooth((PIVOT.y - j.neck.y - 11.0) / 12.0))
}

/// A soft ellipse on the ground: between the feet, and narrower and paler as the body rises.
fn shadow(cell: &mut Picture, j: &Joints, girth: f32) {
    let middle = (j.near_sole.ball.x + j.far_sole.ball.x)
        .clamp(j.hip.x * 2.0 - 24.0, j.hip.x * 2.0 + 24.0)
        / 2.0
        - 2.0;
    let height = ((PIVOT.y - j.hip.y) - 40.0).max(0.0) + j.air;
    let small = 1.0 / (1.0 + height / 26.0);
    let spread = ((j.near_sole.ball.x - j.far_sole.ball.x).abs() * 0.3).min(14.0);
    let (rx, ry) = ((girth + spread) * small, 5.0 * (0.55 + 0.45 * small));
    // One who lies has a shadow from head to foot.
    let lying = smooth((34.0 - (PIVOT.y - j.neck.y)) / 20.0);
    let (head, foot) = (
        j.head.x - 6.0,
        j.near_sole.ball.x.max(j.far_sole.ball.x) + 2.0,
    );
    let middle = mix(middle, f32::midpoint(head, foot), lying);
    let rx = mix(rx, (foot - head) / 2.0, lying);
    for y in 0..CELL.1 {
        for x in 0..CELL.0 {
            let d = p(
                (x as f32 + 0.5 - middle) / rx,
                (y as f32 + 0.5 - PIVOT.y - 0.5) / ry,
            )
            .len();
            if d < 1.0 {
                // Three flat bands rather than a gradient: it stays crisp when it is enlarged.
                let alpha = if d < 0.55 {
                    0.42
                } else if d < 0.8 {
                    0.30
                } else {
                    0.16
                };
                cell.blend(x, y, rgb(0x120a1c), alpha * (0.5 + 0.5 * small));
            }
        }
    }
}

/// The way a fist or foot came lately, as a crescent that grows towards its end.
fn streak(cell: &mut Picture, fighter: &Fighter, what: Streak, poses: &[&Pose]) {
    const PARTS: usize = 40;
    let way: Vec<P> = (0..=PARTS)
        .map(|i| {
            let at = i as f32 / PARTS as f32 * (poses.len() - 1) as f32;
            let from = (at as usize).min(poses.len().max(2) - 2);
            let pose = Pose::between(
                poses[from],
                poses[(from + 1).min(poses.len() - 1)],
                at - from as f32,
            );
            let j = solve(&fighter.build, &pose, PIVOT);
            match what {
                Streak::NearHand => j.near_arm.end,
                Streak::FarHand => j.far_arm.end,
                Streak::NearFoot => j.near_sole.ball.lerp(j.near_sole.heel, 0.5),
            }
        })
        .collect();
    for y in 0..CELL.1 {
        for x in 0..CELL.0 {
            let q = p(x as f32 + 0.5, y as f32 + 0.5);
            let mut best: Option<(f32, f32)> = None;
            for (i, w) in way.iter().enumerate() {
                let t = i as f32 / PARTS as f32;
                let d = (q - *w).len() - 8.5 * t.powf(0.6);
                if best.is_none_or(|(least, _)| d < least) {
                    best = Some((d, t));
                }
            }
            if let Some((d, t)) = best
                && d < 0.0
                && t > 0.05
            {
                let white = d < -3.6 * t;
                let alpha = if t > 0.66 {
                    0.85
                } else if t > 0.33 {
                    0.6
                } else {
                    0.35
                };
                cell.blend(
                    x,
                    y,
                    if white { rgb(0xfff6dc) } else { fighter.streak },
                    alpha,
                );
            }
        }
    }
}
