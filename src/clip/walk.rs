//! What lies between two places of a line, in the order in which it is passed
//! (rules C3 and C6). The cost is that of what is reported: a frame without
//! marks costs nothing, a cycle costs its `loop`.

use super::line::{Line, Mark, Part, UNITS};
use super::occurrence::Happening;
use std::ops::ControlFlow;

/// Something passed: how far it is from where the walk began, and where it is
/// on the line, both in units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Pass {
    pub distance: i128,
    pub place: i128,
    pub what: Happening,
}

/// Hears of each thing passed; breaking ends the walk.
type Visit<'a> = &'a mut dyn FnMut(Pass) -> ControlFlow<()>;

impl Line {
    /// Reports what lies in `(from, from + reach]`; the end is the caller's.
    pub fn walk_forward(&self, from: i128, reach: i128, visit: Visit) -> ControlFlow<()> {
        let to = self.end().map_or(from + reach, |end| end.min(from + reach));
        let mut report = |place: i128, what| {
            visit(Pass {
                distance: place - from,
                place,
                what,
            })
        };
        marks_forward(&self.intro, 0, from, to, &mut report)?;
        let start = self.loop_start();
        let mut copy = (from - start).max(0) / self.period();
        if let Some(cycles) = self.cycles {
            copy = copy.min(i128::from(cycles));
        }
        loop {
            let base = start + copy * self.period();
            if base > to {
                return ControlFlow::Continue(());
            }
            if copy > 0 && base > from {
                report(base, Happening::Loop)?;
            }
            if self.cycles.is_some_and(|cycles| i128::from(cycles) == copy) {
                return marks_forward(&self.tail, base, from, to, &mut report);
            }
            marks_forward(&self.cycle, base, from, to, &mut report)?;
            copy += 1;
        }
    }

    /// Reports what lies in `[from - reach, from)`, the farthest last, wrapping
    /// where the line has no end; the arrival at the start of a finite line is the caller's.
    /// Gives the folded place it leads to.
    pub fn walk_backward(&self, from: i128, reach: i128, visit: Visit) -> i128 {
        let start = self.loop_start();
        if self.end().is_some() {
            let to = (from - reach).max(0);
            let _ = self.copies_backward(from, to, 0, visit);
            return to;
        }
        if from >= start {
            let to = from - reach;
            let _ = self.copies_backward(from, to, 0, visit);
            return start + (to - start - 1).rem_euclid(self.period()) + 1;
        }
        if reach < from {
            let _ = self.intro_backward(from, from - reach, visit);
            return from - reach;
        }
        // Arriving at the line's start, an endless clip goes on from its loop's end.
        let far = self.far_end();
        let left = reach - from;
        let wrapped = |visit: Visit| -> ControlFlow<()> {
            if from > 0 {
                self.intro_backward(from, 0, visit)?;
                visit(Pass {
                    distance: from,
                    place: far,
                    what: Happening::Loop,
                })?;
                self.marks_at(far, true, &mut |what| {
                    visit(Pass {
                        distance: from,
                        place: far,
                        what,
                    })
                })?;
            }
            self.copies_backward(far, far - left, from, visit)
        };
        let _ = wrapped(visit);
        start + (far - left - start - 1).rem_euclid(self.period()) + 1
    }

    /// Reports the marks on which play begins at a folded place.
    pub fn marks_at(
        &self,
        place: i128,
        backward: bool,
        visit: &mut dyn FnMut(Happening) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let start = self.loop_start();
        let into = (place - start - i128::from(backward)).max(0);
        let (base, last) = match self.cycles {
            Some(cycles) if into / self.period() >= i128::from(cycles) => {
                (start + i128::from(cycles) * self.period(), &self.tail)
            }
            Some(_) => (start + into / self.period() * self.period(), &self.cycle),
            None => (start, &self.cycle),
        };
        let at_turn = backward && self.cycles.is_none() && place == self.far_end();
        let mut parts = [(0, &self.intro), (base, last)];
        if backward {
            parts.reverse();
        }
        for (base, part) in parts {
            let place_of = |at: i64| base + i128::from(at) * UNITS;
            // What ended here before play began does not belong to it.
            let begins = |mark: &&Mark| {
                let segment = &part.segments[mark.segment];
                let behind = if backward { segment.start } else { segment.end };
                let past_turn = at_turn && mark.segment >= self.turn_segment;
                (segment.start == segment.end || place_of(behind) != place) && !past_turn
            };
            let first = part.marks.partition_point(|mark| place_of(mark.at) < place);
            let after = part
                .marks
                .partition_point(|mark| place_of(mark.at) <= place);
            let here = part.marks[first..after].iter().filter(begins);
            let mut fire = |mark: &Mark| visit(Happening::Marker(mark.name));
            if backward {
                here.rev().try_for_each(&mut fire)?;
            } else {
                here.copied().try_for_each(|mark| fire(&mark))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Cycle after cycle downward, and for a finite line the tail before and the
    /// intro after them. `gone` is how far the walk had come at `from`.
    fn copies_backward(&self, from: i128, to: i128, gone: i128, visit: Visit) -> ControlFlow<()> {
        let start = self.loop_start();
        let mut report = |place: i128, what| {
            visit(Pass {
                distance: gone + from - place,
                place,
                what,
            })
        };
        let mut copy = match self.cycles {
            Some(_) if from < start => -1,
            Some(cycles) => i128::from(cycles).min((from - start) / self.period()),
            None => 0,
        };
        loop {
            let base = start + copy * self.period();
            if self.cycles.is_some() && copy < 0 {
                return marks_backward(&self.intro.marks, 0, from, to, &mut report);
            }
            if self.cycles.is_some_and(|cycles| i128::from(cycles) == copy) {
                marks_backward(&self.tail.marks, base, from, to, &mut report)?;
            } else {
                if base + self.period() < to {
                    return ControlFlow::Continue(());
                }
                let turn = base + i128::from(self.turn) * UNITS;
                let marks = &self.cycle.marks;
                let (below, above) =
                    marks.split_at(marks.partition_point(|mark| mark.segment < self.turn_segment));
                marks_backward(above, base, from, to, &mut report)?;
                if (to..from).contains(&turn) {
                    report(turn, Happening::Loop)?;
                }
                marks_backward(below, base, from, to, &mut report)?;
            }
            copy -= 1;
        }
    }

    fn intro_backward(&self, from: i128, to: i128, visit: Visit) -> ControlFlow<()> {
        marks_backward(&self.intro.marks, 0, from, to, &mut |place, what| {
            visit(Pass {
                distance: from - place,
                place,
                what,
            })
        })
    }
}

type Report<'a> = &'a mut dyn FnMut(i128, Happening) -> ControlFlow<()>;

/// The marks in `(from, to]` of a part that begins at `base`.
fn marks_forward(part: &Part, base: i128, from: i128, to: i128, report: Report) -> ControlFlow<()> {
    let place = |at: i64| base + i128::from(at) * UNITS;
    let first = part.marks.partition_point(|mark| place(mark.at) <= from);
    for mark in &part.marks[first..] {
        if place(mark.at) > to {
            break;
        }
        report(place(mark.at), Happening::Marker(mark.name))?;
    }
    ControlFlow::Continue(())
}

/// The marks in `[to, from)` of a part that begins at `base`, the last first.
fn marks_backward(
    marks: &[Mark],
    base: i128,
    from: i128,
    to: i128,
    report: Report,
) -> ControlFlow<()> {
    let place = |at: i64| base + i128::from(at) * UNITS;
    let after = marks.partition_point(|mark| place(mark.at) < from);
    for mark in marks[..after].iter().rev() {
        if place(mark.at) < to {
            break;
        }
        report(place(mark.at), Happening::Marker(mark.name))?;
    }
    ControlFlow::Continue(())
}
