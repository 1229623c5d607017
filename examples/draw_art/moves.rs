//! What a clip is for the pencil: poses with durations, and the cycles (breathing, walking) both fighters share.

use std::f32::consts::TAU;

use crate::geom::{P, mix, p, smooth};
use crate::skeleton::{Foot, Pose, foot};

/// Which fist or foot leaves a streak in a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Streak {
    NearHand,
    FarHand,
    NearFoot,
}

pub struct Beat {
    pub pose: Pose,
    pub time: f32,
    pub streak: Option<Streak>,
}

pub fn beat(time: f32, pose: Pose) -> Beat {
    Beat {
        pose,
        time,
        streak: None,
    }
}

pub fn swish(time: f32, streak: Streak, pose: Pose) -> Beat {
    Beat {
        pose,
        time,
        streak: Some(streak),
    }
}

pub struct Move {
    pub name: &'static str,
    pub beats: Vec<Beat>,
    pub loops: bool,
    /// How far the actor is meant to go in one pass, pixels.
    pub travel: f32,
    /// The frame that touches (from 1) and what touches.
    pub contact: Option<(usize, Streak)>,
    /// What came before, where that is not the guard; the cloth needs it.
    pub lead: Vec<Beat>,
}

impl Move {
    pub fn new(name: &'static str, beats: Vec<Beat>) -> Move {
        Move {
            name,
            beats,
            loops: false,
            travel: 0.0,
            contact: None,
            lead: Vec::new(),
        }
    }

    pub fn looping(mut self) -> Move {
        self.loops = true;
        self
    }

    pub fn after(mut self, lead: Vec<Beat>) -> Move {
        self.lead = lead;
        self
    }

    pub fn touching(mut self, frame: usize, what: Streak) -> Move {
        self.contact = Some((frame, what));
        self
    }
}

/// Ten frames of breathing on the spot: hips first, then chest and head, then the fists, each a beat later.
pub fn breathing(guard: &Pose, time: f32, depth: f32) -> Move {
    let beats = (0..10)
        .map(|i| {
            let wave = |lag: f32| ((i as f32 / 10.0 - lag) * TAU).sin() * depth;
            let mut pose = *guard;
            pose.hip.y += wave(0.0) * 1.1;
            pose.hip.x += wave(0.25) * 0.6;
            pose.lean += wave(0.1) * -1.6;
            pose.bend += wave(0.15) * -1.4;
            pose.head += wave(0.2) * 2.0;
            pose.near_hand = pose.near_hand + p(wave(0.3) * 0.7, wave(0.22) * 1.2);
            pose.far_hand = pose.far_hand + p(wave(0.35) * 0.8, wave(0.27) * 1.4);
            beat(time, pose)
        })
        .collect();
    Move::new("idle", beats).looping()
}

/// How somebody walks.
pub struct Gait {
    /// Pixels a frame the ground passes below: the actor must move as fast, or the feet slide.
    pub pace: f32,
    pub time: f32,
    pub height: f32,
    pub bounce: f32,
    pub lift: f32,
    pub lean: f32,
    pub near_arm: P,
    pub far_arm: P,
    pub swing: P,
    pub twist: f32,
    pub sway: f32,
}

/// Twelve frames, two steps. A foot on the ground goes back by exactly `pace` a frame; frames 1 and 7 are the heel strikes.
pub fn walking(base: &Pose, gait: &Gait) -> Move {
    let beats = (0..12)
        .map(|i| {
            let turn = i as f32 / 12.0;
            let mut pose = *base;
            pose.near_foot = step(turn, gait);
            pose.far_foot = step((turn + 0.5).fract(), gait);
            // Low just after each heel strike, high as the legs pass.
            let bob = -((turn * 2.0 - 0.12) * TAU).cos();
            pose.hip = p(1.0, gait.height + bob * gait.bounce);
            pose.lean = gait.lean + ((turn * 2.0 - 0.3) * TAU).cos() * 1.5;
            pose.bend = 2.0;
            pose.head = ((turn * 2.0 - 0.4) * TAU).cos() * 2.0;
            let swing = (turn * TAU).cos();
            let late = ((turn - 0.06) * TAU).cos();
            // Arms go against their own side's leg.
            pose.twist = gait.twist - swing * gait.sway;
            pose.near_hand =
                gait.near_arm + p(-gait.swing.x * late, -gait.swing.y * late.max(-0.4));
            pose.far_hand =
                gait.far_arm + p(gait.swing.x * late, -gait.swing.y * (-late).max(-0.4));
            beat(gait.time, pose)
        })
        .collect();
    let mut walk = Move::new("walk", beats).looping();
    walk.travel = gait.pace * 12.0;
    walk
}

fn step(turn: f32, gait: &Gait) -> Foot {
    let front = gait.pace * 3.0 + 2.0;
    if turn < 0.499 {
        let x = front - gait.pace * turn * 12.0;
        let strike = -22.0 * (1.0 - turn / 0.085).max(0.0);
        let push = 38.0 * smooth((turn - 0.28) / 0.2);
        return foot(x, 0.0, strike + push);
    }
    let t = (turn - 0.5) * 2.0;
    let back = front - gait.pace * 6.0;
    let x = mix(back, front, smooth(t) * 0.7 + t * 0.3);
    let y = gait.lift * (t * std::f32::consts::PI).sin().powf(0.8) + 0.6;
    foot(x, y, mix(52.0, -22.0, smooth(t * 1.05)))
}
