//! Cloth that follows: a chain of points hung from a moving place (a neck, a belt), with weight, drag and a breeze. It lags a beat
//! behind the body because it is simulated through the frames that came before. In a looping clip it is simulated round and round
//! until two rounds agree, so that the last frame leads back into the first.

use crate::geom::{P, mix, p};

#[derive(Clone, Copy)]
pub struct Cloth {
    pub joints: usize,
    /// Length of all of it, pixels.
    pub length: f32,
    /// Pixels a second squared: weight (down), breeze (x; below 0 blows backward).
    pub weight: f32,
    pub breeze: f32,
    /// How strongly the breeze wavers, as a part of it.
    pub waver: f32,
    /// Speed lost in a second, as an exponent.
    pub drag: f32,
    /// 0 folds freely, 1 hardly folds.
    pub stiff: f32,
    /// Where in the wave this one starts, turns.
    pub phase: f32,
}

/// What the chain hangs from, frame by frame, in cell pixels (y down).
pub struct Path<'a> {
    pub anchors: &'a [P],
    pub times: &'a [f32],
    pub loops: bool,
    /// How far the actor itself moves in one pass, pixels: a walk's cloth streams behind.
    pub travel: f32,
    /// Cloth does not sink below this y.
    pub ground: f32,
    /// How much of the breeze reaches the body, frame by frame: near the ground there is none.
    pub wind: &'a [f32],
}

const STEP: f32 = 1.0 / 240.0;
/// Pixels a second a piece of cloth goes on by itself.
const FASTEST: f32 = 190.0;

/// The chain at every frame. `rest` is where the body stood before a clip that does not loop.
pub fn follow(cloth: &Cloth, path: &Path, rest: P) -> Vec<Vec<P>> {
    let total: f32 = path.times.iter().sum();
    let start = if path.loops {
        path.anchors.first().copied().unwrap_or(rest)
    } else {
        rest
    };
    let piece = cloth.length / cloth.joints as f32;
    let mut now: Vec<P> = (0..=cloth.joints)
        .map(|i| start + p(-0.6, 0.8) * (piece * i as f32))
        .collect();
    let mut before = now.clone();
    let mut clock = 0.0;
    // Waves fit a whole number of times into a loop, else they would jump at its seam.
    let wave = if path.loops {
        (total * 1.1).round().max(1.0) / total
    } else {
        1.0
    };

    if !path.loops {
        for _ in 0..(2.0 / STEP) as usize {
            let air = Air {
                turns: clock * wave,
                wind: 1.0,
                ground: path.ground,
            };
            advance(cloth, &mut now, &mut before, rest, &air);
        }
    }
    let rounds = if path.loops { 8 } else { 1 };
    let mut out = Vec::new();
    let mut last = start;
    for round in 0..rounds {
        out.clear();
        for (i, time) in path.times.iter().enumerate() {
            let steps = (time / STEP).round().max(1.0) as usize;
            // The body reaches a frame's pose while that frame begins, and holds it then.
            let travel = path.travel * time / total;
            let goal =
                path.anchors[i] + p(path.travel * (round as f32) + elapsed(path, i, total), 0.0);
            let from = last;
            let glide = (steps as f32).min(0.07 / STEP);
            for s in 0..steps {
                let t = ((s + 1) as f32 / glide).min(1.0);
                let drift = p(travel * (s + 1) as f32 / steps as f32, 0.0);
                let at = from.lerp(goal, t) + drift * t;
                clock += STEP;
                let air = Air {
                    turns: clock * wave,
                    wind: path.wind[i],
                    ground: path.ground,
                };
                advance(cloth, &mut now, &mut before, at, &air);
                last = at;
                if s + 1 == steps.div_ceil(2) {
                    let shift = path.anchors[i] - at;
                    out.push(
                        now.iter()
                            .map(|q| p(q.x + shift.x, q.y + shift.y))
                            .collect(),
                    );
                }
            }
        }
    }
    out
}

fn elapsed(path: &Path, i: usize, total: f32) -> f32 {
    path.travel * path.times[..i].iter().sum::<f32>() / total
}

/// What is round the cloth at one moment.
struct Air {
    turns: f32,
    wind: f32,
    ground: f32,
}

fn advance(cloth: &Cloth, now: &mut [P], before: &mut [P], anchor: P, air: &Air) {
    let piece = cloth.length / cloth.joints as f32;
    let breeze = cloth.breeze * air.wind;
    let keep = (-cloth.drag * STEP).exp();
    let n = now.len();
    for i in 1..n {
        let along = i as f32 / n as f32;
        let wave = ((air.turns + cloth.phase - along * 0.8) * std::f32::consts::TAU).sin();
        let force = p(
            breeze * (1.0 + cloth.waver * 0.5 * wave),
            cloth.weight - breeze.abs() * cloth.waver * wave,
        );
        // Air holds fast cloth back far more than slow cloth; without this it whips round when the body stops.
        let mut speed = (now[i] - before[i]) * keep;
        let most = FASTEST * STEP;
        if speed.len() > most {
            speed = speed.unit() * most;
        }
        before[i] = now[i];
        now[i] = now[i] + speed + force * (STEP * STEP);
        if now[i].y > air.ground - 3.0 {
            now[i].y = air.ground - 3.0;
            // Out of the wind it stays where it has come to lie.
            if air.wind < 0.5 {
                now[i].x = mix(before[i].x, now[i].x, 0.3);
            }
        }
    }
    now[0] = anchor;
    before[0] = anchor;
    for _ in 0..6 {
        for i in 1..n {
            let way = now[i] - now[i - 1];
            let fix = way.unit() * (piece - way.len());
            if i == 1 {
                now[i] = now[i] + fix;
            } else {
                now[i] = now[i] + fix * 0.5;
                now[i - 1] = now[i - 1] - fix * 0.5;
            }
        }
        // Points two and three apart keep a distance, so that the cloth bends in curves and does not curl up.
        for (apart, share) in [(2, 1.2 + 0.6 * cloth.stiff), (3, 1.4 + 0.9 * cloth.stiff)] {
            for i in apart..n {
                let way = now[i] - now[i - apart];
                let lack = piece * share - way.len();
                if lack > 0.0 {
                    now[i] = now[i] + way.unit() * (lack * 0.4 * cloth.stiff);
                }
            }
        }
        now[0] = anchor;
    }
    // The body is in the way: cloth that hangs behind does not blow out in front of it.
    if breeze < -300.0 {
        for q in now.iter_mut().skip(1) {
            if q.x > anchor.x {
                q.x -= (q.x - anchor.x) * 0.06;
            }
        }
    }
}
