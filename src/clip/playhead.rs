//! Where in a clip an actor is, and what playing on from there passes.
use super::Clip;
use super::def::Plays;
use super::line::{Line, UNITS};
use super::occurrence::{Happening, MOST_OCCURRENCES, Occurrence, Told, own, progress};
use super::walk::Pass;
use crate::random::Stream;
use crate::time::{Position, Speed, Time, distance, time_to_cover};

/// Passes of a random clip that one advance plays pick by pick; whole passes
/// beyond are skipped without drawing, for the same guard.
const MOST_RANDOM_PASSES: i128 = 1000;

/// How far play has come.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Phase {
    Unbegun,
    /// What sits where play began has not fired yet.
    Fresh,
    Playing,
}

/// A place in a clip; small, plain, and compared whole in tests.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Playhead {
    /// Along the clip's line; of a random clip, into the frame now held.
    place: Position,
    /// The last real movement went against the line.
    backward: bool,
    /// It plays the line of a ping-pong begun backward.
    flipped: bool,
    phase: Phase,
    passed: bool,
    /// The way since the start, until it is a whole pass.
    travel: Position,
    /// Of a random clip, the frame now held.
    held: Option<u32>,
    random: Stream,
}

impl Playhead {
    /// A playhead that has not begun; `random` serves `LoopRandom`, and goes on over restarts.
    pub fn new(random: Stream) -> Playhead {
        Playhead {
            place: Position::START,
            backward: false,
            flipped: false,
            phase: Phase::Unbegun,
            passed: false,
            travel: Position::START,
            held: None,
            random,
        }
    }

    /// Goes to the beginning (for a backward speed: the end). What sits there fires at the next advance that takes time.
    pub fn start(&mut self, clip: &Clip, backward: bool) {
        self.begin(clip, backward);
        match clip.line(self.flipped) {
            Some(line) if self.backward => self.place = Position::from_units(line.far_end()),
            Some(_) => {}
            None => self.pick(clip),
        }
    }

    /// Starts at `progress` (0..1 along the frames), as `carry` wants it.
    pub fn start_at(&mut self, clip: &Clip, progress: f64, backward: bool) {
        self.begin(clip, backward);
        let progress = if progress.is_nan() { 0.0 } else { progress };
        let flicks = progress.clamp(0.0, 1.0) * clip.length().flicks() as f64;
        self.put(clip, flicks.round() as i64);
    }

    /// Goes to `time` along its own frames, 0..=the length, and fires nothing.
    pub fn seek(&mut self, clip: &Clip, time: Time) {
        self.phase = Phase::Playing;
        self.put(clip, time.flicks().clamp(0, clip.length().flicks()));
    }

    /// Goes to `time` as [`Playhead::seek`] does, but reports what lies between as
    /// if it were played at speed 1, backward where `time` lies before. The way is
    /// the one along the clip's own frames, without a wrap. Of a random clip, silent.
    pub fn seek_playing(&mut self, clip: &Clip, time: Time, out: &mut dyn FnMut(Occurrence)) {
        if self.phase == Phase::Unbegun {
            self.start(clip, false);
        }
        let mut goal = *self;
        goal.seek(clip, time);
        if clip.line(self.flipped).is_some() {
            let way = goal.place.units() - self.place.units();
            let flicks = i64::try_from((way.abs() + UNITS - 1) / UNITS).unwrap_or(i64::MAX);
            let speed = Speed::new(if (way < 0) == self.flipped { 1.0 } else { -1.0 });
            self.advance(clip, Time::from_flicks(flicks), speed, out);
        }
        self.seek(clip, time);
    }

    /// Goes on in a clip that was changed on disk: where it was, in seconds along its frames, firing
    /// nothing. Where only pictures or names changed, it stays as it is, and the answer is false.
    pub(crate) fn changed(&mut self, old: &Clip, new: &Clip) -> bool {
        if self.phase == Phase::Unbegun || old.plays_like(new) {
            return false;
        }
        let (before, flicks) = (*self, (self.shown(old).1 / UNITS) as i64);
        self.begin(new, before.backward != before.flipped);
        self.phase = before.phase;
        self.passed = before.passed;
        self.travel = before.travel;
        self.put(new, flicks.min(new.length().flicks()));
        true
    }

    /// Plays on, and gives the time since the advance began at which the first pass was complete, if that
    /// was in this advance. A step of no time, or speed 0, changes nothing.
    pub fn advance(
        &mut self,
        clip: &Clip,
        dt: Time,
        speed: Speed,
        out: &mut dyn FnMut(Occurrence),
    ) -> Option<Time> {
        if dt <= Time::ZERO || self.glides(clip, dt, speed) {
            return None;
        }
        let moved = distance(dt, speed);
        if moved == 0 {
            return None;
        }
        if self.phase == Phase::Unbegun {
            self.start(clip, speed.is_backward());
        }
        let mut told = Told {
            clip,
            speed: Speed::new(speed.factor().abs()),
            left: MOST_OCCURRENCES,
            out,
        };
        let passed = match clip.line(self.flipped) {
            Some(line) => self.play(line, speed.is_backward(), moved.abs(), &mut told),
            None => self.hold(clip, moved.abs(), &mut told),
        };
        passed.and_then(|units| time_to_cover(units, told.speed))
    }

    /// How far an advance by this really plays: in passes of the clip, negative backward, and the share of `dt` after
    /// which a clip that ends stands at its end (1 of one that plays on).
    pub fn reach(&self, clip: &Clip, dt: Time, speed: Speed) -> (f64, f64) {
        let asked = distance(dt, speed);
        if dt <= Time::ZERO || asked == 0 {
            return (0.0, 1.0);
        }
        let mut begun = *self;
        if begun.phase == Phase::Unbegun {
            begun.start(clip, speed.is_backward());
        }
        let whole = clip.pass().flicks() as f64 * UNITS as f64;
        let Some(line) = clip.line(begun.flipped) else {
            // A random clip ignores the sign of its speed (rule C4).
            return (asked.abs() as f64 / whole, 1.0);
        };
        let place = begun.place.units();
        let left = line.end().map(|end| {
            let backward = speed.is_backward() != begun.flipped;
            if backward { place } else { end - place }
        });
        let real = left.map_or(asked.abs(), |left| left.min(asked.abs()));
        let passes = real as f64 / whole;
        let signed = if speed.is_backward() { -passes } else { passes };
        (signed, real as f64 / asked.abs() as f64)
    }

    /// The frame now shown, from 0.
    pub fn frame(&self, clip: &Clip) -> usize {
        self.shown(clip).0
    }

    /// Position along its own frames (folded for ping-pong), seconds.
    pub fn time(&self, clip: &Clip) -> f64 {
        Position::from_units(self.shown(clip).1).seconds()
    }

    /// The same in whole flicks, 0..=the clip's length.
    pub fn flicks(&self, clip: &Clip) -> i64 {
        // The most usual clips lie on their line as they are: the poser asks for each clip in each step.
        if clip.is_straight() {
            return self.place.flicks();
        }
        (self.shown(clip).1 / UNITS) as i64
    }

    /// The same in 0..=1.
    pub fn progress(&self, clip: &Clip) -> f64 {
        progress(clip, self.shown(clip).1)
    }

    /// True once the first pass has been played whole since the start: of a clip
    /// that ends, that it reached an end.
    pub fn passed(&self) -> bool {
        self.passed
    }

    /// True where a clip that ends stands at its end.
    pub fn ended(&self, clip: &Clip) -> bool {
        let line = clip.line(self.flipped);
        self.phase != Phase::Unbegun
            && line.is_some_and(|line| at_end(line, self.place.units(), self.backward))
    }

    fn begin(&mut self, clip: &Clip, backward: bool) {
        let random = matches!(clip.plays, Plays::Random { .. });
        let flips = matches!(clip.plays, Plays::Line { back: Some(_), .. });
        *self = Playhead {
            phase: Phase::Fresh,
            flipped: flips && backward,
            backward: !flips && !random && backward,
            held: self.held,
            ..Playhead::new(self.random)
        };
    }

    /// Goes to a place along the frames, in flicks.
    fn put(&mut self, clip: &Clip, flicks: i64) {
        let frames = &clip.frames;
        let line = clip.line(self.flipped);
        let lowest = line.map_or(0, Line::lowest_frame);
        // A frame runs toward its start if the line plays it mirrored or the movement goes against the line, but not both.
        let toward_start = (self.flipped || clip.mirrored()) != self.backward;
        let frame = frames.at(flicks, toward_start).max(lowest);
        let offset = (flicks - frames.start(frame)).clamp(0, frames.duration(frame));
        if let Some(line) = line {
            let place = line.fold(line.place_of(frame, offset), self.backward);
            self.place = Position::from_units(place);
        } else {
            self.held = Some(frame as u32);
            self.place = Position::at(Time::from_flicks(offset));
        }
    }

    /// Moves where nothing is passed, which is the common case: forward, inside a part of the line. False, and nothing
    /// done, where it is not that.
    fn glides(&mut self, clip: &Clip, dt: Time, speed: Speed) -> bool {
        if self.phase != Phase::Playing || self.flipped || speed <= Speed::ZERO {
            return false;
        }
        let reach = dt.flicks().checked_mul(speed.millionths());
        let (Some(line), Some(reach)) = (clip.line(false), reach) else {
            return false;
        };
        let Some(to) = self
            .place
            .further(reach)
            .filter(|to| line.is_plain(self.place, *to))
        else {
            return false;
        };
        if line.cycles.is_none() && !self.passed {
            let travel = self.travel.further(reach);
            let pass = line.intro.length + line.cycle.length;
            let Some(travel) = travel.filter(|travel| travel.flicks() < pass) else {
                return false;
            };
            self.travel = travel;
        }
        (self.place, self.backward) = (to, false);
        true
    }

    /// Moves along a line; gives the distance at which the first pass was complete.
    fn play(
        &mut self,
        line: &Line,
        backward_speed: bool,
        reach: i128,
        told: &mut Told<'_>,
    ) -> Option<i128> {
        let from = self.place.units();
        let backward = backward_speed != self.flipped;
        let at = |distance, place| (distance, line.spot(line.fold(place, backward), backward));
        if self.is_first() {
            let spot = line.spot(from, self.backward);
            let _ = line.marks_at(from, self.backward, &mut |what| told.tell(0, spot, what));
            if at_end(line, from, backward) {
                // Begun at its end: that is its arrival there.
                self.backward = backward;
                self.passed = true;
                let _ = told.tell(0, spot, Happening::Finish);
                return Some(0);
            }
        }
        if at_end(line, from, backward) {
            return None;
        }
        self.backward = backward;
        let mut visit = |pass: Pass| {
            let (distance, spot) = at(pass.distance, pass.place);
            told.tell(distance, spot, pass.what)
        };
        let to = if backward {
            line.walk_backward(from, reach, &mut visit)
        } else {
            let _ = line.walk_forward(from, reach, &mut visit);
            line.fold(from + reach, false)
        };
        self.place = Position::from_units(to);
        if let Some(end) = line.end() {
            if !at_end(line, to, backward) {
                return None;
            }
            let distance = if backward { from } else { end - from };
            let _ = told.tell(distance, line.spot(to, backward), Happening::Finish);
            let first = !std::mem::replace(&mut self.passed, true);
            return first.then_some(distance);
        }
        let pass = line.period() + if backward { 0 } else { line.loop_start() };
        self.travelled(reach, backward, pass)
    }

    /// True for the first advance since the start.
    fn is_first(&mut self) -> bool {
        std::mem::replace(&mut self.phase, Phase::Playing) == Phase::Fresh
    }

    /// Counts the way since the start; gives the distance at which it became a whole pass.
    fn travelled(&mut self, reach: i128, backward: bool, pass: i128) -> Option<i128> {
        if self.passed {
            return None;
        }
        let along = if backward { -1 } else { 1 };
        let travel = self.travel.units() + along * reach;
        self.passed = along * travel >= pass;
        if self.passed {
            let missing = pass - along * self.travel.units();
            self.travel = Position::START;
            return Some(missing);
        }
        self.travel = Position::from_units(travel);
        None
    }

    /// Plays a random clip: holds frame after frame (rule C4).
    fn hold(&mut self, clip: &Clip, reach: i128, told: &mut Told<'_>) -> Option<i128> {
        let frames = &clip.frames;
        let sum = i128::from(clip.length().flicks()) * UNITS;
        let mut gone = 0;
        if reach > MOST_RANDOM_PASSES * sum {
            gone = (reach / sum - MOST_RANDOM_PASSES) * sum;
        }
        let mut fresh = self.is_first();
        loop {
            let frame = self.held.unwrap_or(0) as usize;
            let from = self.place.units();
            let end = i128::from(frames.duration(frame)) * UNITS;
            let to = end.min(from + reach - gone);
            for marker in frames.markers_of(frame) {
                let at = i128::from(marker.offset) * UNITS;
                if (at > from || fresh && at == from) && at <= to {
                    let own = i128::from(frames.start(frame)) * UNITS + at;
                    let _ =
                        told.report(gone + at - from, frame, own, Happening::Marker(marker.name));
                }
            }
            gone += to - from;
            self.place = Position::from_units(to);
            if to < end {
                break;
            }
            self.pick(clip);
            fresh = true;
        }
        self.travelled(reach, false, sum)
    }

    /// Goes on to another frame of a random clip.
    fn pick(&mut self, clip: &Clip) {
        let Plays::Random { shown } = &clip.plays else {
            return;
        };
        let last = self.held.and_then(|held| shown.binary_search(&held).ok());
        let next = match last {
            Some(last) if shown.len() > 1 => {
                let other = self.random.below(shown.len() as u64 - 1) as usize;
                other + usize::from(other >= last)
            }
            _ => self.random.below(shown.len() as u64) as usize,
        };
        self.held = shown.get(next).copied();
        self.place = Position::START;
    }

    /// The frame shown, and the place along the clip's own frames in units.
    fn shown(&self, clip: &Clip) -> (usize, i128) {
        let frames = &clip.frames;
        if let Some(line) = clip.line(self.flipped) {
            return own(clip, line.spot(self.place.units(), self.backward));
        }
        let first = frames.shown().next().unwrap_or(0);
        let frame = self.held.map_or(first, |held| held as usize);
        let start = i128::from(frames.start(frame)) * UNITS;
        (frame, start + self.place.units())
    }
}

/// True where a line's end lies at `place` in that direction.
fn at_end(line: &Line, place: i128, backward: bool) -> bool {
    line.end()
        .is_some_and(|end| place == if backward { 0 } else { end })
}
