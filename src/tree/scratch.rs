//! Room that a step works in, kept so that a warmed-up tree allocates nothing; no
//! part of the state.

use super::block::TriggerId;
use super::cycle::Turn;
use super::shot::Pass;
use super::weigh::Load;
use crate::clip::{ClipId, Occurrence, Playhead};
use crate::time::{Speed, Time};

/// What reaches a clip at one instant.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Flow {
    /// The sum over all ways to it.
    pub weight: f64,
    /// The sum of weight times speed.
    pub speed: f64,
}

impl Flow {
    pub fn mean_speed(self) -> Option<f64> {
        (self.weight > 0.0).then(|| self.speed / self.weight)
    }
}

/// One clip in one piece.
#[derive(Clone, Copy, Debug)]
pub(super) struct Move {
    pub clip: ClipId,
    /// At the piece's beginning.
    pub playhead: Playhead,
    /// What its playhead was advanced by.
    pub time: Time,
    pub speed: Speed,
    /// Its cycle's turn, where it has one.
    pub turn: Option<Turn>,
    /// At the two ends.
    pub weight: [f64; 2],
}

impl Move {
    /// Its weight at a share of the piece's time.
    pub fn weight_at(&self, done: f64) -> f64 {
        self.weight[0] + (self.weight[1] - self.weight[0]) * done
    }
}

/// A clip that starts with a piece, and where.
#[derive(Clone, Copy, Debug)]
pub(super) struct Start {
    pub clip: ClipId,
    pub backward: bool,
    /// The progress it takes over.
    pub carried: Option<f64>,
}

#[derive(Debug, Default)]
pub(super) struct Scratch {
    pub loads: Vec<Load>,
    pub flows: Vec<Flow>,
    pub before: Vec<Flow>,
    pub layers: Vec<f64>,
    pub moves: Vec<Move>,
    pub told: Vec<(usize, Occurrence)>,
    pub starts: Vec<Start>,
    pub turns: Vec<Option<Turn>>,
    pub passes: Vec<Option<Pass>>,
    pub whole: Vec<Load>,
    pub above: Vec<(f64, f64)>,
    /// By shot: its pace at the piece's beginning, then over the piece.
    pub paces: Vec<u128>,
    /// The shots whose pass ends with the piece.
    pub ended: Vec<usize>,
    /// The triggers whose last pass ends with the piece.
    pub finished: Vec<TriggerId>,
}

impl Clone for Scratch {
    fn clone(&self) -> Scratch {
        Scratch::default()
    }
}

impl PartialEq for Scratch {
    fn eq(&self, _: &Scratch) -> bool {
        true
    }
}
