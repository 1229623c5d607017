//! A small stage for tests of the host: scripts from memory, worlds by hand.

use crate::rig::RigDef;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use crate::clip::{Clip, ClipId, ClipSet, ClipSpec, Durations, Mode, PictureId};
use crate::error::{LoadErrors, ScriptError};
use crate::fsm::StateId;
use crate::project::{FileChange, FileSet};
use crate::random::Stream;
use crate::script::ScriptHost;
use crate::stage::{
    ActorId, Answer, BehaviourDef, Bindings, Brain, Call, Callback, CharacterDef, Data, Facing,
    Fault, InputState, Kind, KindRef, Limits, Me, Requests, TriggerSeen, View, World,
};
use crate::time::Time;
use crate::tree::{Seen, TreeDef};

/// Files from pairs of path and text.
pub(super) fn files(sources: &[(&str, &str)]) -> FileSet {
    let changes: Vec<FileChange> = sources
        .iter()
        .map(|(path, text)| FileChange {
            path: (*path).into(),
            content: Some(text.as_bytes().into()),
        })
        .collect();
    FileSet::default().with(&changes)
}

/// A character with the clips `idle` and `walk`, and this script.
pub(super) fn character(script: &str) -> Arc<CharacterDef> {
    let clip = |name: &str| {
        let spec = ClipSpec {
            name: name.into(),
            frames: 2,
            pictures: vec![PictureId(0), PictureId(1)],
            durations: Durations::Each(0.1),
            mode: Mode::Loop,
            from: None,
            repeats: None,
            legs: None,
            markers: Vec::new(),
            lift: 0.0,
            motion: (0.0, 0.0),
            ..ClipSpec::default()
        };
        Clip::new(spec).expect("a sound clip")
    };
    let clips = ClipSet::new(vec![clip("idle"), clip("walk")]);
    Arc::new(CharacterDef {
        name: "puppet".into(),
        file: "assets/characters/puppet.character.ron".into(),
        tree: Arc::new(TreeDef::play(&clips)),
        rig: Arc::new(RigDef::sprite(&clips)),
        clips: Arc::new(clips),
        pictures: Vec::new(),
        crossfade: false,
        script: Some(script.into()),
        tags: Vec::new(),
        keys: BTreeMap::new(),
        faces: Facing::Right,
        fade: Time::ZERO,
    })
}

/// What an actor is made of; a clip that the character lacks is of no matter here.
fn linked(character: Arc<CharacterDef>, behaviour: &Arc<BehaviourDef>) -> Arc<Kind> {
    let mut behaviour_only = BehaviourDef::clone(behaviour);
    for state in behaviour_only
        .fsm
        .iter_mut()
        .flat_map(|fsm| &mut fsm.states)
    {
        state.clip = None;
        state.at.clear();
    }
    behaviour_only.at.clear();
    let mut kind = match Kind::link(character, Some(Arc::new(behaviour_only))) {
        Ok(kind) => kind,
        Err(faults) => panic!("{faults:?}"),
    };
    kind.behaviour = Some(Arc::clone(behaviour));
    Arc::new(kind)
}

/// One actor, as a stage would keep it.
#[derive(Clone, Debug)]
pub(super) struct Actor {
    pub id: ActorId,
    pub name: Rc<str>,
    pub kind: Arc<Kind>,
    pub place: (f64, f64, f64),
    pub state: Option<StateId>,
    pub previous: Option<String>,
    pub state_time: Time,
    pub seen: Option<Seen>,
    pub passed: Vec<bool>,
    pub triggers: Vec<TriggerSeen>,
    pub params: Vec<f64>,
    pub tags: Rc<[Rc<str>]>,
    pub bindings: Option<Rc<Bindings>>,
}

/// A host and a few actors.
#[derive(Debug)]
pub(super) struct Bench {
    pub host: ScriptHost,
    pub files: FileSet,
    pub actors: Vec<Actor>,
    pub world: World,
    /// What actors to come are; `None`: [`character`].
    pub character: Option<CharacterDef>,
    pub rc: Rc<World>,
}

impl Bench {
    /// A host with these files and no actors.
    pub(super) fn empty(sources: &[(&str, &str)], limits: &Limits) -> Bench {
        let world = World {
            version: 0,
            step: 0,
            time: 0.0,
            width: 480.0,
            height: 270.0,
            views: Vec::new(),
            names: BTreeSet::new(),
            characters: Rc::new(BTreeMap::from([("puppet".into(), vec!["hp".into()])])),
            input: InputState::default(),
        };
        Bench {
            host: ScriptHost::new(limits),
            files: files(sources),
            actors: Vec::new(),
            rc: Rc::new(world.clone()),
            world,
            character: None,
        }
    }

    /// One file, one actor `hero` of it, at 100, 50.
    pub(super) fn one(script: &str) -> Bench {
        let mut bench = Bench::empty(&[("scripts/a.lua", script)], &Limits::default());
        bench.arrive("hero", "scripts/a.lua");
        bench
    }

    /// One file, one actor `hero` of it and of this character, at 100, 50.
    pub(super) fn of(character: CharacterDef, script: &str) -> Bench {
        let mut bench = Bench::empty(&[("scripts/a.lua", script)], &Limits::default());
        bench.character = Some(character);
        bench.arrive("hero", "scripts/a.lua");
        bench
    }

    fn character(&self, script: &str) -> Arc<CharacterDef> {
        match &self.character {
            Some(character) => Arc::new(character.clone()),
            None => character(script),
        }
    }

    /// An actor of that behaviour arrives.
    pub(super) fn arrive(&mut self, name: &str, key: &str) -> usize {
        self.try_arrive(name, key).expect("room for it")
    }

    /// As `arrive`; `None` where there is no room for it.
    pub(super) fn try_arrive(&mut self, name: &str, key: &str) -> Option<usize> {
        let files = self.files.clone();
        let behaviour = match self.host.load(&files, key) {
            Ok((behaviour, _)) => behaviour,
            Err(errors) => panic!("{errors}"),
        };
        let id = ActorId(self.actors.len() as u32);
        let kind = linked(self.character(key), &behaviour);
        let name: Rc<str> = name.into();
        let random = Stream::new(7, &[&name]);
        self.host.arrive(id, &name, &kind, &[], random).ok()?;
        self.actors.push(Actor {
            id,
            name: Rc::clone(&name),
            place: (100.0, 50.0, 1.0),
            state: behaviour.fsm.as_ref().map(|fsm| fsm.initial),
            previous: None,
            state_time: Time::ZERO,
            seen: Some(Seen {
                clip: ClipId(0),
                frame: 1,
                progress: 0.0,
            }),
            passed: vec![false; kind.character.clips.len()],
            triggers: vec![TriggerSeen::default(); kind.character.tree.triggers().len()],
            params: kind.params.iter().map(|param| param.def.default).collect(),
            tags: ["fighter".into()].into(),
            bindings: Some(Rc::new(BTreeMap::new())),
            kind,
        });
        self.look();
        Some(self.actors.len() - 1)
    }

    /// The world is seen anew, in the same step.
    pub(super) fn look(&mut self) {
        self.world.views = self
            .actors
            .iter()
            .map(|actor| View {
                id: actor.id,
                name: Rc::clone(&actor.name),
                kind: KindRef(Arc::clone(&actor.kind)),
                x: actor.place.0,
                y: actor.place.1,
                facing: actor.place.2,
                state: actor.state,
                state_time: actor.state_time.seconds(),
                clip: actor.seen.map(|seen| seen.clip),
                frame: actor.seen.map_or(0, |seen| seen.frame),
                boxed: boxed(actor.seen).into(),
                tags: Rc::clone(&actor.tags),
                params: actor.params.clone().into(),
            })
            .collect();
        let names = self.actors.iter().map(|actor| Rc::clone(&actor.name));
        self.world.names.extend(names);
        self.world.version += 1;
        self.rc = Rc::new(self.world.clone());
    }

    /// The next step begins.
    pub(super) fn step(&mut self) {
        self.world.step += 1;
        self.world.time = self.world.step as f64 / 60.0;
        self.look();
    }

    /// Calls a callback of actor `who`; what it asked for comes along.
    pub(super) fn ask(
        &mut self,
        who: usize,
        callback: Callback<'_>,
    ) -> (Result<Answer, Fault>, Requests) {
        let actor = self.actors[who].clone();
        let boxed = boxed(actor.seen);
        let me = Me {
            id: actor.id,
            name: &actor.name,
            kind: &actor.kind,
            x: actor.place.0,
            y: actor.place.1,
            facing: actor.place.2,
            state: actor.state,
            previous: actor.previous.as_deref(),
            path: &[],
            state_time: actor.state_time,
            seen: actor.seen,
            boxed: &boxed,
            passed: &actor.passed,
            triggers: &actor.triggers,
            tags: &actor.tags,
            params: &actor.params,
            bindings: actor.bindings.as_ref(),
        };
        let mut requests = Requests::default();
        let world = Rc::clone(&self.rc);
        let call = Call {
            callback,
            me: &me,
            world: &world,
        };
        let answer = self.host.call(&call, &mut requests);
        (answer, requests)
    }

    /// `execute` of actor `who`, which must go well; its place is taken over.
    pub(super) fn execute(&mut self, who: usize) -> Requests {
        let (answer, requests) = self.ask(who, Callback::Execute { dt: 0.1 });
        if let Err(fault) = answer {
            panic!("{fault:?}");
        }
        if let Some(place) = requests.place {
            self.actors[who].place = place;
        }
        requests
    }

    /// `execute` of actor `who`, which must end in an error.
    pub(super) fn error(&mut self, who: usize) -> ScriptError {
        match self.ask(who, Callback::Execute { dt: 0.1 }).0 {
            Err(Fault::Error(error)) => error,
            other => panic!("no error: {other:?}"),
        }
    }

    /// Saves files and swaps in what uses them; actors get their new kinds.
    pub(super) fn save(&mut self, sources: &[(&str, &str)]) -> Result<(), LoadErrors> {
        let changes: Vec<FileChange> = sources
            .iter()
            .map(|(path, text)| FileChange {
                path: (*path).into(),
                content: Some(text.as_bytes().into()),
            })
            .collect();
        let files = self.files.with(&changes);
        let changed: Vec<String> = changes.into_iter().map(|change| change.path).collect();
        let prepared = self.host.prepare(&files, &changed)?;
        let behaviours = prepared.behaviours().to_vec();
        self.host.commit(prepared);
        self.files = files;
        for actor in &mut self.actors {
            let old = actor
                .kind
                .behaviour
                .as_ref()
                .map(|behaviour| behaviour.key.clone());
            let new = behaviours.iter().find(|new| Some(&new.key) == old.as_ref());
            if let Some(new) = new {
                actor.kind = linked(Arc::clone(&actor.kind.character), new);
            }
        }
        Ok(())
    }
}

/// A behaviour of one state whose execute has this body.
pub(super) fn body(lua: &str) -> String {
    format!(
        "return {{ initial = \"s\", data = {{ hp = 5 }}, states = {{ s = {{ execute = function(self, dt)\n{lua}\nend }}, t = {{}} }} }}"
    )
}

/// A behaviour that does not load, as the report's text.
pub(super) fn refusal(sources: &[(&str, &str)], key: &str) -> String {
    let mut host = ScriptHost::new(&Limits::default());
    match host.load(&files(sources), key) {
        Ok((behaviour, _)) => panic!("it loads: {behaviour:?}"),
        Err(errors) => errors.to_string(),
    }
}

/// A table of named numbers.
pub(super) fn numbers(fields: &[(&str, f64)]) -> Data {
    Data::record(fields.iter().map(|(name, n)| (*name, (*n).into())))
}

/// Without a tree only the clip in view has boxes.
fn boxed(seen: Option<Seen>) -> Vec<(ClipId, u32)> {
    seen.iter().map(|seen| (seen.clip, seen.frame)).collect()
}
