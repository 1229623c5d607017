//! Trees of files at play under random parameters, triggers and steps: weights add up, and
//! move no faster than their fades.

use std::fs;
use std::path::{Path, PathBuf};

use super::super::doc::Kind;
use super::*;
use crate::random::Stream;
use crate::time::{Speed, Time};
use crate::tree::{Block, FadeSeen, ParamId, TreeState, TriggerId, Value};

/// The steps of one course; a debug build is slow.
const STEPS: usize = if cfg!(debug_assertions) {
    1_000
} else {
    10_000
};

/// Clips of all names that a file has: one in three plays once, the others loop.
fn clips_of(doc: &TreeDoc) -> ClipSet {
    let named = doc.blocks.iter().filter_map(|block| match &block.kind {
        Kind::Animation { clip, .. } => Some(clip.name.as_str()),
        _ => None,
    });
    let mut names: Vec<&str> = named.collect();
    names.sort_unstable();
    names.dedup();
    let of = |once: bool| -> Vec<&str> {
        let names = names.iter().enumerate();
        names
            .filter(|(i, _)| (i % 3 == 0) == once)
            .map(|(_, name)| *name)
            .collect()
    };
    clips(&of(false), &of(true))
}

/// A tree with its clips and its clock.
struct Actor {
    def: TreeDef,
    clips: ClipSet,
    blocks: Vec<Block>,
    state: TreeState,
    now: Time,
}

impl Actor {
    fn new(form: Form, text: &str) -> Actor {
        let doc = doc(form, text).unwrap_or_else(|errors| panic!("{errors}"));
        let clips = clips_of(&doc);
        let figure = Figure {
            file: "hero.character.ron",
            clips: &clips,
            parts: PARTS.to_vec(),
        };
        let spec = resolve(&doc, &figure).unwrap();
        let blocks = spec.blocks.clone();
        let def = TreeDef::build(spec, &clips).unwrap();
        let state = TreeState::new(&def, &clips, 7, "hero");
        Actor {
            def,
            clips,
            blocks,
            state,
            now: Time::ZERO,
        }
    }

    fn disturb(&mut self, random: &mut Stream) {
        let params = self.def.params().len() as u64;
        let triggers = self.def.triggers().len() as u64;
        match random.below(4) {
            0 if triggers > 0 => self.state.fire(TriggerId(random.below(triggers) as u16)),
            1 if triggers > 0 && random.below(3) == 0 => {
                self.state.cancel(TriggerId(random.below(triggers) as u16));
            }
            _ if params > 0 => {
                let value = match random.below(5) {
                    0 => random.below(3) as f64,
                    1 => random.unit() * 2.0 - 0.5,
                    2 => random.unit() * 720.0 - 360.0,
                    3 => f64::NAN,
                    _ => 1.0,
                };
                let param = ParamId(random.below(params) as u16);
                let taken = self.state.set(&self.def, param, value);
                assert_eq!(taken, value.is_finite());
            }
            _ => {}
        }
    }

    /// The least seconds in which all of a clip's weight may come or go, of each fade on the way; `None` where one
    /// changes at once.
    fn fades(&self) -> Option<Vec<f64>> {
        let seconds = |time: &Value| match time {
            Value::Number(time) if *time > 0.0 => Some(*time),
            _ => None,
        };
        let times = self.blocks.iter().filter_map(|block| match block {
            Block::Transition { time, .. }
            | Block::Trigger { time, .. }
            | Block::Direction8Sides { time, .. } => Some(seconds(time)),
            Block::Blend { .. } | Block::LookAt { .. } => Some(None),
            _ => None,
        });
        times.collect()
    }

    /// The same of each trigger.
    fn shot_time(&self, trigger: TriggerId) -> Option<f64> {
        let times = self.blocks.iter().filter_map(|block| match block {
            Block::Trigger { name, time, .. } if *name == trigger => match time {
                Value::Number(time) if *time > 0.0 => Some(*time),
                _ => Some(0.0),
            },
            _ => None,
        });
        let least = times.fold(f64::INFINITY, f64::min);
        (least > 0.0).then_some(least)
    }

    fn weights(&self) -> Vec<f64> {
        let mut weights = vec![0.0; self.clips.len()];
        for shown in self.state.shown() {
            weights[usize::from(shown.clip.0)] = shown.weight;
        }
        weights
    }

    fn step(&mut self, dt: Time) {
        let mut events = Vec::new();
        self.state.advance(
            &self.def,
            &self.clips,
            self.now,
            dt,
            Speed::ONE,
            &mut events,
        );
        self.now += dt;
        assert!(events.iter().all(|event| event.at <= self.now));
    }

    /// What holds after any step.
    fn check(&self) {
        let weights = self.weights();
        let has_sum = self
            .blocks
            .iter()
            .any(|block| matches!(block, Block::Sum { .. }));
        let whole: f64 = weights.iter().sum();
        assert!(has_sum || (whole - 1.0).abs() < 1e-9, "{whole}");
        assert!(whole.is_finite() && whole >= 1.0 - 1e-9, "{whole}");
        for shown in self.state.shown() {
            assert!(shown.weight > 0.0, "{shown:?}");
            let time = shown.playhead.time(self.clips.clip(shown.clip));
            assert!(time.is_finite());
        }
        let mut of_layers = vec![0.0; weights.len()];
        for layer in self.state.layers(&self.def) {
            of_layers[usize::from(layer.clip.0)] += layer.weight;
        }
        let near = of_layers
            .iter()
            .zip(&weights)
            .all(|(a, b)| (a - b).abs() < 1e-9);
        assert!(near, "{of_layers:?} {weights:?}");
        for (_, weight) in self.state.triggers() {
            assert!((0.0..=1.0).contains(&weight), "{weight}");
        }
        for look in self.state.angles() {
            assert!(look.horizontal.abs() <= 180.0 && look.vertical.abs() <= 180.0);
        }
    }
}

/// So many random steps.
fn course(name: &str, form: Form, text: &str, steps: usize) {
    let mut actor = Actor::new(form, text);
    let mut random = Stream::new(11, &[name]);
    let fades = actor.fades();
    actor.step(Time::from_millis(1));
    for at in 0..steps {
        for _ in 0..random.below(3) {
            actor.disturb(&mut random);
        }
        let dt = match random.below(4) {
            0 => Time::from_millis(random.below(900) as i64),
            1 => Time::from_seconds(random.unit() / 30.0).unwrap(),
            _ => Time::from_seconds(1.0 / 60.0).unwrap(),
        };
        let before = actor.weights();
        let shots: Vec<_> = actor.state.triggers().collect();
        let fading: Vec<FadeSeen> = actor.state.fades().collect();
        actor.step(dt);
        actor.check();
        let place = format!("{name}, step {at}");
        if let Some(fades) = &fades {
            let most: f64 = fades.iter().map(|time| dt.seconds() / time).sum();
            for (after, before) in actor.weights().iter().zip(&before) {
                assert!((after - before).abs() <= most + 1e-9, "{place}");
            }
        }
        for ((trigger, after), (_, before)) in actor.state.triggers().zip(shots) {
            if let Some(time) = actor.shot_time(trigger) {
                let most = dt.seconds() / time + 1e-9;
                assert!((after - before).abs() <= most, "{place}");
            }
        }
        for fade in actor.state.fades() {
            assert!(fade.elapsed < fade.length, "{place}: {fade:?}");
            let was = fading.iter().find(|was| was.block == fade.block);
            let goes_on = was.is_some_and(|was| was.elapsed + dt == fade.elapsed);
            assert!(goes_on || fade.elapsed <= dt, "{place}: {fade:?} {was:?}");
        }
    }
    let same = actor.state.clone();
    actor.step(Time::ZERO);
    assert_eq!(actor.state, same, "{name}: a step of no time");
}

const GUARD: &str = "blocks {
block Output { uin = 1 in = 2 }
block Trigger { uin = 2 triggerName = \"hit\" on = 3 off = 4 }
block Animation { uin = 3 animationName = \"hit\" speed = 1.5 }
block Transition { uin = 4 selectedIndexSource = 20 transitionTime = 0.3 animation0 = 5 animation1 = 6 }
block Animation { uin = 5 animationName = \"idle\" }
block Direction8Sides { uin = 6 angleSource = 21 speedMultiplierSource = 22 transitionTime = .15
  forward = 7 left = 7 backward = 8 right = 7 }
block Animation { uin = 7 animationName = \"walk\" speed = 0.6 }
block Animation { uin = 8 animationName = \"walk\" speed = -0.6 }
block Parameter { uin = 20 parameterName = \"move\" }
block Parameter { uin = 21 parameterName = \"angle\" }
block Parameter { uin = 22 parameterName = \"pace\" value = 1 } }";

const AIMER: &str = "Tree(
    parameters: { \"h\": 0, \"v\": (0, -90, 90), \"lean\": 0 },
    output: Blend(weight: \"lean\", carry: true, inputs: [
        LookAt(horizontal: \"h\", vertical: \"v\", horizontal_speed: 300, vertical_speed: \"lean\",
            leftUp: Clip(\"a\"), centerUp: Clip(\"b\"), rightUp: Use(\"c\"), leftDown: Use(\"c\"), rightDown: Clip(\"d\")),
        Trigger(name: \"fire\", time: 0, on: Clip(\"e\"), off: Use(\"c\")),
    ]),
    blocks: { \"c\": Animation(clip: \"c\", speed: -1) },
)";

#[test]
fn own_trees_play_whatever_is_asked_of_them() {
    course("walker", Form::NeoAxis, WALKER, STEPS);
    course("walker in RON", Form::Ron, WALKER_RON, STEPS);
    course("guard", Form::NeoAxis, GUARD, STEPS);
    course("aimer", Form::Ron, AIMER, STEPS);
}

#[test]
fn the_walker_is_the_same_at_play_in_both_forms() {
    let mut actors = [
        Actor::new(Form::NeoAxis, WALKER),
        Actor::new(Form::Ron, WALKER_RON),
    ];
    let seen = actors.each_mut().map(|actor| {
        let mut random = Stream::new(5, &["both"]);
        let mut seen = Vec::new();
        for _ in 0..200 {
            actor.disturb(&mut random);
            actor.step(Time::from_millis(20));
            seen.push(actor.weights());
        }
        seen
    });
    assert_eq!(seen[0], seen[1]);
}

#[test]
fn all_triggers_of_a_name_fire_together() {
    let mut actor = Actor::new(Form::NeoAxis, WALKER);
    actor.step(Time::from_millis(100));
    let jump = actor.def.trigger("jump").unwrap();
    actor.state.fire(jump);
    actor.step(Time::from_millis(300));
    // Of the legs all, of the torso (a fade of no time) a quarter.
    let id = actor.clips.id("jump").unwrap();
    assert_eq!(actor.weights()[usize::from(id.0)], 1.25);
}

/// Trees of others beside this repository, where there are any.
fn cases() -> Option<Vec<PathBuf>> {
    let above = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().skip(1);
    let mut folders = above.map(|folder| folder.join("shared/cases/neoaxis"));
    let folder = folders.find(|folder| folder.is_dir())?;
    let entries = fs::read_dir(folder).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = paths
        .filter(|path| path.extension().is_some_and(|end| end == "animationTree"))
        .collect();
    files.sort();
    Some(files)
}

#[test]
fn trees_of_others_load_and_play() {
    for path in cases().unwrap_or_default() {
        let text = fs::read_to_string(&path).unwrap();
        let name = path.file_name().unwrap().to_string_lossy();
        course(&name, Form::NeoAxis, &text, STEPS);
        let ron = import_tree(&name, text.as_bytes()).unwrap();
        let (doc, again) = (
            doc(Form::NeoAxis, &text).unwrap(),
            super::doc(Form::Ron, &ron).unwrap(),
        );
        let clips = clips_of(&doc);
        let figure = Figure {
            file: "hero.character.ron",
            clips: &clips,
            parts: Vec::new(),
        };
        let keyless = |doc: &TreeDoc| TreeSpec {
            keys: Vec::new(),
            ..resolve(doc, &figure).unwrap()
        };
        assert_eq!(keyless(&doc), keyless(&again), "{name}");
    }
}
