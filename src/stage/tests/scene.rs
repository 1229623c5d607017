//! Scenes for tests: ten steps a second, clips of 100 ms frames, and what
//! happened as lines of text.

use crate::rig::RigDef;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::fake::Fake;
use super::script::{Act, Script};
use crate::clip::{Clip, ClipSet, ClipSpec, Durations, MarkerSpec, Mode, PictureId};
use crate::stage::*;
use crate::time::{Rate, Time};
use crate::tree::{Block, BlockId, ParamDef, ParamId, TreeDef, TreeSpec, TriggerId, Value};

/// A scene being written.
pub struct Scene {
    pub hz: u32,
    pub limits: Limits,
    pub clips: Arc<ClipSet>,
    /// Of its characters; without one a play tree.
    pub tree: Option<TreeDef>,
    /// Of its characters; without one a sprite's.
    pub rig: Option<RigDef>,
    pub pictures: Vec<Art>,
    pub crossfade: bool,
    pub faces: Facing,
    pub scripts: BTreeMap<String, Script>,
    pub actors: Vec<ActorDef>,
    pub keys: BTreeMap<String, Vec<String>>,
    pub character_keys: BTreeMap<String, Vec<String>>,
}

/// A clip whose frames last 100 ms each.
pub fn clip(name: &str, frames: u32, mode: Mode, markers: &[(&str, usize, f64)]) -> Clip {
    let markers = markers.iter().map(|(name, frame, offset)| MarkerSpec {
        name: (*name).into(),
        frame: *frame,
        offset: *offset,
    });
    Clip::new(ClipSpec {
        name: name.into(),
        frames: frames as usize,
        pictures: (0..frames).map(PictureId).collect(),
        durations: Durations::Each(0.1),
        mode,
        from: None,
        repeats: None,
        legs: None,
        markers: markers.collect(),
        lift: 0.0,
        motion: (0.0, 0.0),
        ..ClipSpec::default()
    })
    .expect("a good clip")
}

/// `idle` and `walk` loop (10 and 2 frames), `punch` (3 frames, `contact` in the
/// middle of the second) and `kick` (2) end.
pub fn clips() -> ClipSet {
    ClipSet::new(vec![
        clip("idle", 10, Mode::Loop, &[]),
        clip("walk", 2, Mode::Loop, &[]),
        clip("punch", 3, Mode::Normal, &[("contact", 2, 0.05)]),
        clip("kick", 2, Mode::Normal, &[]),
    ])
}

/// `go` chooses between idle and walk (0.2 s), `fire` lays a punch over either (0.2 s).
pub fn tree(clips: &ClipSet) -> TreeDef {
    let number = Value::Number;
    let show = |name: &str| Block::Animation {
        clip: clips.id(name).expect("a clip"),
        speed: number(1.0),
    };
    let spec = TreeSpec {
        params: vec![param("go", 0.0, -9.0, 9.0), param("tilt", 0.5, 0.0, 1.0)],
        triggers: vec!["fire".into()],
        blocks: vec![
            show("idle"),
            show("walk"),
            show("punch"),
            Block::Transition {
                inputs: vec![BlockId(0), BlockId(1)],
                index: Value::Param(ParamId(0)),
                time: number(0.2),
                carry: false,
                sync: false,
            },
            Block::Trigger {
                name: TriggerId(0),
                on: BlockId(2),
                off: BlockId(3),
                time: number(0.2),
            },
        ],
        keys: ["idle", "walk", "punch", "legs", "shot"]
            .map(String::from)
            .to_vec(),
        output: BlockId(4),
        event_weight: 0.0,
    };
    TreeDef::build(spec, clips).expect("a sound tree")
}

pub fn param(name: &str, default: f64, min: f64, max: f64) -> ParamDef {
    ParamDef {
        name: name.into(),
        default,
        min,
        max,
    }
}

impl Scene {
    /// Its characters have that tree over the present clips.
    pub fn with_tree(mut self, tree: impl Fn(&ClipSet) -> TreeDef) -> Scene {
        self.tree = Some(tree(&self.clips));
        self
    }
    pub fn new() -> Scene {
        Scene {
            hz: 10,
            limits: Limits::default(),
            clips: Arc::new(clips()),
            tree: None,
            rig: None,
            pictures: Vec::new(),
            crossfade: false,
            faces: Facing::Right,
            scripts: BTreeMap::new(),
            actors: Vec::new(),
            keys: BTreeMap::new(),
            character_keys: BTreeMap::new(),
        }
    }
    /// A behaviour, and a character of the same name.
    pub fn script(mut self, name: &str, script: Script) -> Scene {
        self.scripts.insert(name.into(), script);
        self
    }
    pub fn actor(mut self, name: &str, character: &str) -> Scene {
        self.actors.push(ActorDef {
            name: name.into(),
            character: character.into(),
            script: None,
            x: 0.0,
            y: 0.0,
            facing: Facing::Right,
            input: true,
            keys: BTreeMap::new(),
            tags: Vec::new(),
            with: Vec::new(),
            places: BTreeMap::new(),
        });
        self
    }
    /// One actor `a` of one behaviour.
    pub fn one(script: Script) -> Scene {
        Scene::new().script("s", script).actor("a", "s")
    }
    fn character(&self, name: &str) -> CharacterDef {
        let (tree, rig) = (self.tree.clone(), self.rig.clone());
        CharacterDef {
            name: name.into(),
            file: String::new(),
            clips: Arc::clone(&self.clips),
            tree: Arc::new(tree.unwrap_or_else(|| TreeDef::play(&self.clips))),
            pictures: self.pictures.clone(),
            rig: Arc::new(rig.unwrap_or_else(|| RigDef::sprite(&self.clips))),
            crossfade: self.crossfade,
            script: Some(name.into()),
            tags: vec![format!("tag-{name}")],
            keys: self.character_keys.clone(),
            faces: self.faces,
            fade: Time::ZERO,
        }
    }
    /// The definitions; `statue` is a character without a behaviour.
    pub fn cast(&self) -> Cast {
        let mut characters = BTreeMap::new();
        for (name, script) in &self.scripts {
            let behaviour = Some(Arc::new(script.build(name)));
            let kind = Kind::link(Arc::new(self.character(name)), behaviour).expect("it links");
            characters.insert(name.clone(), Ok(Arc::new(kind)));
        }
        let statue = Kind::link(Arc::new(self.character("statue")), None).expect("it links");
        characters.insert("statue".into(), Ok(Arc::new(statue)));
        characters.insert("broken".into(), Err("its sheet is missing".into()));
        let kind_of = |def: &ActorDef| {
            let kind: &Result<Arc<Kind>, String> = &characters[&def.character];
            Arc::clone(kind.as_ref().expect("a kind"))
        };
        Cast {
            actors: self.actors.iter().map(kind_of).collect(),
            scene: Arc::new(SceneDef {
                name: "test".into(),
                file: String::new(),
                size: (480, 270),
                backdrop: Vec::new(),
                actors: self.actors.clone(),
                keys: self.keys.clone(),
                source: Arc::from(""),
            }),
            characters,
            rate: Rate::new(self.hz).expect("a rate"),
            seed: 7,
        }
    }
    fn acts(&self) -> BTreeMap<String, BTreeMap<String, Act>> {
        let scripts = self.scripts.iter();
        scripts
            .map(|(name, script)| (name.clone(), script.acts.clone()))
            .collect()
    }
    pub fn open(&self) -> Run {
        Run {
            stage: Stage::new(self.cast(), self.limits),
            brain: Fake {
                scripts: self.acts(),
                ..Fake::default()
            },
        }
    }
}

/// A scene being played.
pub struct Run {
    pub stage: Stage,
    pub brain: Fake,
}

impl Run {
    pub fn step(&mut self) {
        self.stage.step(&mut self.brain, Vec::new());
    }
    pub fn steps(&mut self, n: usize) {
        for _ in 0..n {
            self.step();
        }
    }
    pub fn input(&mut self, inputs: Vec<Input>) {
        self.stage.step(&mut self.brain, inputs);
    }
    /// Steps with new definitions, as a session does it.
    pub fn reload(&mut self, scene: &Scene) {
        let cast = scene.cast();
        self.stage.before_reload(&mut self.brain, &cast);
        self.brain.scripts = scene.acts();
        self.input(vec![Input::Reload {
            cast: Box::new(cast),
            files: vec!["scripts/s.lua".into()],
        }]);
    }
    pub fn shown(&self, name: &str) -> Shown<'_> {
        let mut actors = self.stage.actors();
        actors
            .find(|actor| **actor.name == *name)
            .expect("an actor")
    }
    pub fn state(&self, name: &str) -> String {
        self.shown(name).state.unwrap_or("").into()
    }
    /// The clip in view, its frame from 1.
    pub fn picture(&self, name: &str) -> String {
        let shown = self.shown(name);
        let clips = &shown.kind.character.clips;
        let seen = shown
            .tree
            .seen(&shown.kind.character.tree, clips)
            .expect("a clip");
        format!("{} {}", clips.clip(seen.clip).name(), seen.frame)
    }
    /// The clips in the output with their weights, heaviest first.
    pub fn mix(&self, name: &str) -> Vec<String> {
        let shown = self.shown(name);
        let clips = &shown.kind.character.clips;
        let mix = shown.tree.shown().into_iter();
        mix.map(|s| format!("{} {:.2}", clips.clip(s.clip).name(), s.weight))
            .collect()
    }
    /// The calls since the last time.
    pub fn calls(&mut self) -> Vec<String> {
        std::mem::take(&mut self.brain.calls)
    }
    /// The last step's events, as text: `a change idle>walk execute`.
    pub fn events(&self) -> Vec<String> {
        self.stage.events().iter().map(text).collect()
    }
    pub fn events_of(&self, name: &str) -> Vec<String> {
        let events = self.stage.events().iter().filter(|e| &*e.name == name);
        events.map(text).collect()
    }
}

/// An event as a line.
pub fn text(event: &Event) -> String {
    let name = &event.name;
    let or = |s: &Option<String>| s.clone().unwrap_or("-".into());
    match &event.kind {
        EventKind::Start { state } => format!("{name} start {}", or(state)),
        EventKind::Change { from, to, why } => {
            let why = format!("{why:?}")
                .to_lowercase()
                .replace(['"', '(', ')'], " ");
            format!(
                "{name} change {}>{to} {}",
                or(from),
                why.split_whitespace().collect::<Vec<_>>().join(" ")
            )
        }
        EventKind::Marker {
            clip,
            name: marker,
            at,
        } => {
            format!("{name} marker {clip}.{marker} {:.2}", at.seconds())
        }
        EventKind::Loop { clip, at } => format!("{name} loop {clip} {:.2}", at.seconds()),
        EventKind::Finish { of, at } => {
            let (Ended::Clip(what) | Ended::Trigger(what)) = of;
            format!("{name} finish {what} {:.2}", at.seconds())
        }
        EventKind::Message {
            name: what, from, ..
        } => {
            format!("{name} message {what} {}", from.as_deref().unwrap_or("-"))
        }
        EventKind::ToHost { name: what, .. } => format!("{name} host {what}"),
        EventKind::Say { text } => format!("{name} say {text}"),
        EventKind::Log { text } => format!("{name} log {text}"),
        EventKind::Spawn {
            name: who,
            character,
        } => format!("{name} spawn {who} {character}"),
        EventKind::Remove { .. } => format!("{name} remove"),
        EventKind::Trip { error } => format!("{name} trip {}", error.message),
        EventKind::Error { error } => format!("{name} error {} {}", error.callback, error.message),
        EventKind::Reload { file } => format!("{name} reload {file}"),
        EventKind::Notice { text } => format!("{name} notice {text}"),
    }
}
