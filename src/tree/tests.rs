//! The tree rules as tables and laws. Frames last a tenth of a second.

mod built;
mod edits;
mod edits_of_sides;
mod elsewhere;
mod events;
mod fades;
mod forest;
mod laws;
mod play;
mod posed;
mod reload;
mod root;
mod rules;
mod shots;
mod sketch;
mod trees;

use super::*;
use crate::clip::{
    Clip, ClipId, ClipSet, ClipSpec, Durations, Happening, MarkerSpec, Mode, PictureId,
};
use crate::time::{FLICKS_PER_SECOND, Speed, Time};

/// A clip of `n` frames of a tenth, with markers at these tenths of the clip.
fn clip(name: &str, mode: Mode, n: usize, markers: &[(&str, usize)]) -> Clip {
    Clip::new(ClipSpec {
        name: name.into(),
        frames: n,
        pictures: (0..n as u32).map(PictureId).collect(),
        durations: Durations::Each(0.1),
        mode,
        from: None,
        repeats: None,
        legs: None,
        markers: markers
            .iter()
            .map(|(name, tenth)| MarkerSpec {
                name: (*name).into(),
                frame: (tenth + 1).min(n),
                offset: if *tenth < n { 0.0 } else { 0.1 },
            })
            .collect(),
        lift: 0.0,
        motion: (0.0, 0.0),
        ..ClipSpec::default()
    })
    .expect("a sound clip")
}

/// idle (loop of 10), kick (once, 4), walk (loop of 8), named in that order.
fn fighter() -> ClipSet {
    ClipSet::new(vec![
        clip("idle", Mode::Loop, 10, &[("breath", 5)]),
        clip(
            "kick",
            Mode::Normal,
            4,
            &[("lift", 0), ("hit", 2), ("end", 4)],
        ),
        clip("walk", Mode::Loop, 8, &[("left", 0), ("right", 4)]),
    ])
}

const IDLE: ClipId = ClipId(0);
const KICK: ClipId = ClipId(1);
const WALK: ClipId = ClipId(2);

fn tenths(n: i64) -> Time {
    Time::from_millis(100 * n)
}

/// A tree with its clips and its clock.
struct Actor {
    def: TreeDef,
    clips: ClipSet,
    state: TreeState,
    now: Time,
    rate: Speed,
}

impl Actor {
    fn new(def: TreeDef, clips: ClipSet) -> Actor {
        let state = TreeState::new(&def, &clips, 7, "hero");
        Actor {
            def,
            clips,
            state,
            now: Time::ZERO,
            rate: Speed::ONE,
        }
    }

    fn player() -> Actor {
        let clips = fighter();
        Actor::new(TreeDef::play(&clips), clips)
    }

    fn play(&mut self, clip: ClipId, fade: Time) {
        self.play_at(clip, 1.0, fade, false);
    }

    fn play_at(&mut self, clip: ClipId, speed: f64, fade: Time, restart: bool) {
        let speed = Speed::new(speed);
        self.state
            .play(&self.def, &self.clips, clip, speed, fade, restart);
    }

    fn set(&mut self, param: u16, value: f64) {
        assert!(self.state.set(&self.def, ParamId(param), value));
    }

    /// One step; what happened, as `clip.name@tenths`.
    fn step(&mut self, dt: Time) -> Vec<String> {
        self.events(dt)
            .iter()
            .map(|event| self.told(event))
            .collect()
    }

    fn events(&mut self, dt: Time) -> Vec<TreeEvent> {
        let mut events = Vec::new();
        self.state
            .advance(&self.def, &self.clips, self.now, dt, self.rate, &mut events);
        self.now += dt;
        events
    }

    fn told(&self, event: &TreeEvent) -> String {
        let at = event.at.flicks() as f64 / tenths(1).flicks() as f64;
        let clip = match event.source {
            Source::Clip(clip) => self.clips.clip(clip),
            Source::Trigger(id) => {
                let name = &self.def.triggers()[usize::from(id.0)];
                return format!("!{name}@{at}");
            }
        };
        let what = match event.what {
            Happening::Marker(name) => clip.marker_names()[usize::from(name)].as_str(),
            Happening::Loop => "loop",
            Happening::Finish => "finish",
        };
        format!("{}.{what}@{at}", clip.name())
    }

    /// `n` steps of `dt`.
    fn run(&mut self, n: usize, dt: Time) -> Vec<String> {
        (0..n).flat_map(|_| self.step(dt)).collect()
    }

    fn weight(&self, clip: ClipId) -> f64 {
        let shown = self.state.shown();
        shown
            .iter()
            .find(|shown| shown.clip == clip)
            .map_or(0.0, |shown| shown.weight)
    }

    /// The clip a script speaks of, its frame from 1, its progress.
    fn seen(&self) -> (ClipId, u32, f64) {
        let seen = self.state.seen(&self.def, &self.clips).expect("a clip");
        (seen.clip, seen.frame, seen.progress)
    }

    /// Where a clip in the output is, in seconds.
    fn time(&self, clip: ClipId) -> f64 {
        let shown = self.state.shown();
        let shown = shown.iter().find(|shown| shown.clip == clip);
        shown
            .expect("in the output")
            .playhead
            .time(self.clips.clip(clip))
    }
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

fn hz(n: i64) -> Time {
    Time::from_flicks(FLICKS_PER_SECOND / n)
}
