//! The frames of a clip in their own order: when each starts, how long it lasts,
//! and the markers in it. How they are played is `line`.

use crate::time::Time;
use std::ops::Range;

/// A marker in its frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Marker {
    /// The frame, from 0.
    pub frame: usize,
    /// Flicks into it, 0..=its duration.
    pub offset: i64,
    /// Its name's index.
    pub name: u16,
}

/// Boundaries and markers.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Frames {
    /// One more than there are frames, rising from 0, in flicks.
    bounds: Vec<i64>,
    /// Sorted.
    markers: Vec<Marker>,
}

impl Frames {
    /// Frames between these boundaries, at least two; markers lie inside.
    pub fn new(bounds: Vec<i64>, mut markers: Vec<Marker>) -> Frames {
        markers.sort_unstable();
        markers.dedup();
        Frames { bounds, markers }
    }

    pub fn len(&self) -> usize {
        self.bounds.len() - 1
    }

    pub fn bounds(&self) -> &[i64] {
        &self.bounds
    }

    pub fn start(&self, frame: usize) -> i64 {
        self.bounds[frame]
    }

    pub fn duration(&self, frame: usize) -> i64 {
        self.bounds[frame + 1] - self.bounds[frame]
    }

    /// The durations of these frames together.
    pub fn span(&self, frames: Range<usize>) -> i64 {
        self.bounds[frames.end] - self.bounds[frames.start]
    }

    pub fn length(&self) -> Time {
        Time::from_flicks(self.span(0..self.len()))
    }

    /// The markers of a frame, by offset, then by name.
    pub fn markers_of(&self, frame: usize) -> &[Marker] {
        let from = self.markers.partition_point(|marker| marker.frame < frame);
        let to = self.markers.partition_point(|marker| marker.frame <= frame);
        &self.markers[from..to]
    }

    /// The frames that are ever shown: those with length.
    pub fn shown(&self) -> impl DoubleEndedIterator<Item = usize> + '_ {
        (0..self.len()).filter(|frame| self.duration(*frame) > 0)
    }

    /// The shown frame at `time` flicks of its own, 0..=the length: `[start, end)`
    /// where it plays toward its end, `(start, end]` where it plays toward its start.
    pub fn at(&self, time: i64, toward_start: bool) -> usize {
        let found = if toward_start {
            self.bounds[..self.len()].partition_point(|start| *start < time)
        } else {
            self.bounds[..self.len()].partition_point(|start| *start <= time)
        };
        let frame = found.saturating_sub(1);
        let shown = |frame: &usize| self.duration(*frame) > 0;
        let near = (0..=frame).rfind(shown);
        near.or_else(|| (frame..self.len()).find(shown))
            .unwrap_or(frame)
    }
}
