//! Room that a step works in, kept so that a warmed-up tree allocates nothing; no
//! part of the state.

use super::block::TriggerId;
use super::cycle::Turn;
use super::shot::Pass;
use super::state::TreeEvent;
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

/// The room itself; what is in it at the beginning of a step counts only where it is steady.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    /// Nothing moved a weight or a speed in the last piece, nor was asked for since: flows, layers and what is chosen are those of the
    /// next step too.
    pub steady: bool,
    /// A firing lets clips begin again with the next piece.
    pub rewound: bool,
    pub loads: Vec<Load>,
    pub flows: Vec<Flow>,
    pub before: Vec<Flow>,
    pub layers: Vec<f64>,
    pub moves: Vec<Move>,
    pub told: Vec<(usize, Occurrence)>,
    /// Where events are put in order.
    pub order: Vec<usize>,
    pub events: Vec<TreeEvent>,
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

/// Where the room is kept between steps; a copy of a state has none of its own yet.
#[derive(Debug, Default)]
pub(super) struct Room(Option<Box<Scratch>>);

impl Room {
    pub fn take(&mut self) -> Box<Scratch> {
        self.0.take().unwrap_or_default()
    }

    pub fn put(&mut self, scratch: Box<Scratch>) {
        self.0 = Some(scratch);
    }

    /// Something has changed that what is in it was reckoned from.
    pub fn disturb(&mut self) {
        if let Some(scratch) = &mut self.0 {
            scratch.steady = false;
        }
    }

    /// What reaches the clips, where that is known.
    pub fn steady_flows(&self) -> Option<&[Flow]> {
        let scratch = self.0.as_ref().filter(|scratch| scratch.steady)?;
        Some(&scratch.flows)
    }
}

impl Clone for Room {
    fn clone(&self) -> Room {
        Room::default()
    }
}

impl PartialEq for Room {
    fn eq(&self, _: &Room) -> bool {
        true
    }
}
