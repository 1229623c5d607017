//! A clip unfolded into one straight line of playing time: what comes before the
//! loop, the loop's cycle, how often it is played, and the way out. Reversed
//! modes and the legs of a ping-pong are segments that play their frame mirrored,
//! so a positive speed always moves forward along the line, and rule C1's
//! `(start, end]` is `[start, end)` seen from the other side. The cycles are
//! counted, never written out. Nothing moves here; see `walk` and `playhead`.

use super::frames::Frames;
use crate::time::{MILLION, Position};
use std::ops::Range;

/// Millionths of a flick in a flick, for places on the line (rule T1).
pub(super) const UNITS: i128 = MILLION as i128;

/// One play of a frame; `start..end` in flicks from the part's beginning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Segment {
    pub frame: u32,
    /// The frame runs from its end to its start while the line runs forward.
    pub mirrored: bool,
    pub start: i64,
    pub end: i64,
}

/// A marker on a segment, in flicks from the part's beginning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Mark {
    pub at: i64,
    /// The index of its segment.
    pub segment: usize,
    /// Its name's index.
    pub name: u16,
}

/// Segments one after the other, with the marks on them in playing order.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Part {
    pub segments: Vec<Segment>,
    pub marks: Vec<Mark>,
    /// Flicks.
    pub length: i64,
}

/// A frame's number and whether it plays mirrored.
type Play = (usize, bool);

impl Part {
    fn new(plays: impl IntoIterator<Item = Play>, frames: &Frames) -> Part {
        let mut part = Part::default();
        for (frame, mirrored) in plays {
            let start = part.length;
            let end = start + frames.duration(frame);
            let segment = part.segments.len();
            part.marks
                .extend(frames.markers_of(frame).iter().map(|marker| Mark {
                    at: if mirrored {
                        end - marker.offset
                    } else {
                        start + marker.offset
                    },
                    segment,
                    name: marker.name,
                }));
            part.segments.push(Segment {
                frame: frame as u32,
                mirrored,
                start,
                end,
            });
            part.length = end;
        }
        // At one instant: the ends of earlier frames before the starts of later ones (rule C6).
        part.marks
            .sort_by_key(|mark| (mark.at, mark.segment, mark.name));
        part
    }

    /// The segment shown at `place` units, always one with length; a place
    /// outside shows the nearest.
    fn shown(&self, place: i128, backward: bool) -> Option<&Segment> {
        let with_length = |segment: &&Segment| segment.end > segment.start;
        if backward {
            let after = self
                .segments
                .partition_point(|segment| i128::from(segment.start) * UNITS < place);
            let (before, rest) = self.segments.split_at(after);
            before
                .iter()
                .rfind(with_length)
                .or_else(|| rest.iter().find(with_length))
        } else {
            let first = self
                .segments
                .partition_point(|segment| i128::from(segment.end) * UNITS <= place);
            let (before, rest) = self.segments.split_at(first);
            rest.iter()
                .find(with_length)
                .or_else(|| before.iter().rfind(with_length))
        }
    }
}

/// Where on a line: the segment shown and how far into it, in units.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    pub segment: Segment,
    pub into: i128,
}

/// The whole line.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Line {
    pub intro: Part,
    pub cycle: Part,
    /// What a finite line ends with; a `loop` is reported where it begins, if cycles came before.
    pub tail: Part,
    /// How often the cycle is played before the tail; `None` without end.
    pub cycles: Option<u64>,
    /// Where a period begins for one who plays backward: flicks into the cycle ...
    pub turn: i64,
    /// ... and the first segment that comes before that instant for one who plays backward.
    pub turn_segment: usize,
}

/// How often a looping or ping-pong part is played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Count {
    Endless,
    /// Times in all, at least 1.
    Times(u32),
    /// Legs of a ping-pong, at least 1.
    Legs(u32),
}

impl Line {
    /// The line of frames played in one direction: `intro`, then `looped` as often as `count` says.
    pub fn straight(frames: &Frames, looped: Range<usize>, reversed: bool, count: Count) -> Line {
        let play = |range: Range<usize>| -> Vec<Play> {
            if reversed {
                range.rev().map(|frame| (frame, true)).collect()
            } else {
                range.map(|frame| (frame, false)).collect()
            }
        };
        let outside = if reversed {
            looped.end..frames.len()
        } else {
            0..looped.start
        };
        let cycle = Part::new(play(looped.clone()), frames);
        let (cycles, tail) = match count {
            Count::Endless => (None, Part::default()),
            Count::Times(n) | Count::Legs(n) => (Some(u64::from(n.max(1)) - 1), cycle.clone()),
        };
        Line {
            intro: Part::new(play(outside), frames),
            turn: cycle.length,
            turn_segment: cycle.segments.len(),
            cycle,
            tail,
            cycles,
        }
    }

    /// The line of a ping-pong over `looped`, which has a frame with length: A B C,
    /// then back without C and without A (rule C3). `reversed` is the mirrored
    /// sequence C B A B C; it has no intro, for play that begins at the far end
    /// begins inside the loop.
    pub fn ping_pong(frames: &Frames, looped: Range<usize>, reversed: bool, count: Count) -> Line {
        let mut order: Vec<usize> = looped.clone().collect();
        if reversed {
            order.reverse();
        }
        let shown = |at: &usize| frames.duration(order[*at]) > 0;
        let first = (0..order.len()).find(shown).unwrap_or(0);
        let last = (0..order.len()).rfind(shown).unwrap_or(0);
        let out = order.iter().map(|frame| (*frame, reversed));
        // The way back, to the first shown frame's neighbour or through the very first frame.
        let back = |to: usize| {
            let way = if first == last { to..to } else { to..last };
            order[way].iter().rev().map(|frame| (*frame, !reversed))
        };
        let inner = (first + 1).min(last);
        let round_trip = Part::new(out.clone().chain(back(0)), frames);
        let (cycles, tail) = match count {
            Count::Endless => (None, Part::default()),
            Count::Times(times) => (Some(u64::from(times.max(1)) - 1), round_trip),
            Count::Legs(legs) if legs % 2 == 0 => {
                (Some(u64::from(legs.max(2) / 2) - 1), round_trip)
            }
            Count::Legs(legs) => (Some(u64::from(legs / 2)), Part::new(out.clone(), frames)),
        };
        let intro = if reversed { 0..0 } else { 0..looped.start };
        Line {
            intro: Part::new(intro.map(|frame| (frame, false)), frames),
            turn: frames.span(looped),
            turn_segment: order.len(),
            cycle: Part::new(out.clone().chain(back(inner)), frames),
            tail,
            cycles,
        }
    }

    /// The whole length in flicks; `None` where it has no end or is beyond an `i64`.
    pub fn length(&self) -> Option<i64> {
        let cycles = i64::try_from(self.cycles?).ok()?;
        let cycles = self.cycle.length.checked_mul(cycles)?;
        cycles.checked_add(self.intro.length + self.tail.length)
    }

    /// The end in units; `None` where there is none.
    pub fn end(&self) -> Option<i128> {
        self.length().map(|flicks| i128::from(flicks) * UNITS)
    }

    /// Where the first cycle begins, in units.
    pub fn loop_start(&self) -> i128 {
        i128::from(self.intro.length) * UNITS
    }

    /// The cycle's length in units, more than 0.
    pub fn period(&self) -> i128 {
        i128::from(self.cycle.length) * UNITS
    }

    /// Where one begins who plays backward.
    pub fn far_end(&self) -> i128 {
        self.end()
            .unwrap_or_else(|| self.loop_start() + i128::from(self.turn) * UNITS)
    }

    /// The same place inside the line: of an endless line, in the first cycle.
    pub fn fold(&self, place: i128, backward: bool) -> i128 {
        if let Some(end) = self.end() {
            return place.clamp(0, end);
        }
        let into = place - self.loop_start();
        let has_intro = self.intro.length > 0;
        if has_intro && backward && place <= 0 {
            self.far_end()
        } else if has_intro && into < 0 {
            place
        } else if backward {
            // A period up instead of 0: the end of the cycle, not its beginning.
            self.loop_start() + (into - 1).rem_euclid(self.period()) + 1
        } else {
            self.loop_start() + into.rem_euclid(self.period())
        }
    }

    /// The part that a folded place lies in, and where that part begins.
    fn part_at(&self, place: i128, backward: bool) -> (i128, &Part) {
        let into = place - self.loop_start();
        if into < 0 || (backward && into == 0 && self.intro.length > 0) {
            return (0, &self.intro);
        }
        // A folded place of an endless line lies in the first cycle.
        let Some(cycles) = self.cycles else {
            return (self.loop_start(), &self.cycle);
        };
        let copy = if backward { (into - 1).max(0) } else { into } / self.period();
        if copy >= i128::from(cycles) {
            let base = self.loop_start() + i128::from(cycles) * self.period();
            return (base, &self.tail);
        }
        (self.loop_start() + copy * self.period(), &self.cycle)
    }

    /// True where play forward from the one place to the other stays in one part of the line without passing its end or a
    /// mark. Where a line has several cycles before its tail, never.
    pub fn is_plain(&self, from: Position, to: Position) -> bool {
        let intro = self.intro.length;
        let last = match self.cycles {
            None => &self.cycle,
            Some(0) => &self.tail,
            Some(_) => return false,
        };
        let (base, part) = if from.flicks() < intro {
            (0, &self.intro)
        } else {
            (intro, last)
        };
        let (from, to) = (from.flicks() - base, to.flicks() - base);
        if to >= part.length {
            return false;
        }
        let next = part.marks.partition_point(|mark| mark.at <= from);
        part.marks.get(next).is_none_or(|mark| mark.at > to)
    }

    /// What is shown at a folded place by one whose last movement went that way.
    pub fn spot(&self, place: i128, backward: bool) -> Option<Spot> {
        let (base, part) = self.part_at(place, backward);
        let segment = *part.shown(place - base, backward)?;
        let length = i128::from(segment.end - segment.start) * UNITS;
        let into = (place - base - i128::from(segment.start) * UNITS).clamp(0, length);
        Some(Spot { segment, into })
    }

    /// The first frame, in the clip's own order, that this line plays.
    pub fn lowest_frame(&self) -> usize {
        let segments = self.intro.segments.iter().chain(&self.cycle.segments);
        segments
            .map(|segment| segment.frame as usize)
            .min()
            .unwrap_or(0)
    }

    /// The first place on the line that plays `frame` at `offset` flicks into it.
    pub fn place_of(&self, frame: usize, offset: i64) -> i128 {
        let cycle = self.loop_start();
        let last = if self.cycles == Some(0) {
            (cycle, &self.tail)
        } else {
            (cycle, &self.cycle)
        };
        for (base, part) in [(0, &self.intro), last] {
            let mut segments = part.segments.iter();
            if let Some(segment) = segments.find(|segment| segment.frame as usize == frame) {
                let into = if segment.mirrored {
                    segment.end - offset
                } else {
                    segment.start + offset
                };
                return base + i128::from(into) * UNITS;
            }
        }
        0
    }
}
