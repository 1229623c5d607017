//! Trees in the making, for the tests of reloads: blocks known by keys, so that one can be changed, moved or left out.

use super::rules::{by, param};
use super::*;

/// A block over the numbers of others by key.
type Make = Box<dyn Fn(&dyn Fn(&str) -> BlockId) -> Block>;

/// A tree in the making.
pub(super) struct Sketch {
    pub params: Vec<ParamDef>,
    pub triggers: Vec<&'static str>,
    pub blocks: Vec<(&'static str, Make)>,
    pub output: &'static str,
    pub event_weight: f64,
}

impl Sketch {
    pub fn put(
        &mut self,
        key: &'static str,
        make: impl Fn(&dyn Fn(&str) -> BlockId) -> Block + 'static,
    ) {
        let make: Make = Box::new(make);
        match self.blocks.iter_mut().find(|(known, _)| *known == key) {
            Some((_, old)) => *old = make,
            None => self.blocks.push((key, make)),
        }
    }

    pub fn drop(&mut self, key: &str) {
        self.blocks.retain(|(known, _)| *known != key);
    }

    pub fn show(&mut self, key: &'static str, clip: ClipId, speed: f64) {
        self.put(key, move |_| super::rules::show(clip, speed));
    }

    pub fn choice(&mut self, key: &'static str, inputs: &'static [&'static str], time: f64) {
        self.put(key, move |of| Block::Transition {
            inputs: inputs.iter().map(|key| of(key)).collect(),
            index: by(0),
            time: Value::Number(time),
            carry: false,
            sync: false,
        });
    }

    pub fn trigger(
        &mut self,
        key: &'static str,
        name: u16,
        [on, off]: [&'static str; 2],
        time: f64,
    ) {
        self.put(key, move |of| Block::Trigger {
            name: TriggerId(name),
            on: of(on),
            off: of(off),
            time: Value::Number(time),
        });
    }

    pub fn look(&mut self, poses: &'static [(usize, &'static str)], speed: f64) {
        self.put("look", move |of| {
            let mut all = [None; 9];
            for (at, key) in poses {
                all[*at] = Some(of(key));
            }
            Block::LookAt {
                horizontal: by(1),
                vertical: Value::Number(0.0),
                horizontal_speed: Value::Number(speed),
                vertical_speed: Value::Number(0.0),
                speed: Value::Number(1.0),
                poses: all,
                carry: false,
                sync: false,
            }
        });
    }

    pub fn sum(&mut self, inputs: &'static [&'static str], parts: &'static [u16]) {
        self.put("output", move |of| Block::Sum {
            inputs: inputs
                .iter()
                .enumerate()
                .map(|(at, key)| SumInput {
                    block: of(key),
                    mask: (at > 0).then(|| Mask::new(parts.iter().copied())),
                })
                .collect(),
        });
    }

    pub fn build(&self, clips: &ClipSet) -> TreeDef {
        let find = |key: &str| {
            let found = self.blocks.iter().position(|(known, _)| *known == key);
            BlockId(found.unwrap_or_else(|| panic!("no block {key}")) as u16)
        };
        let spec = TreeSpec {
            params: self.params.clone(),
            triggers: self.triggers.iter().map(|name| (*name).into()).collect(),
            blocks: self.blocks.iter().map(|(_, make)| make(&find)).collect(),
            keys: self.blocks.iter().map(|(key, _)| (*key).into()).collect(),
            output: find(self.output),
            event_weight: self.event_weight,
        };
        TreeDef::build(spec, clips).expect("a sound tree")
    }
}

/// aim, ahead: loops of 10; idle, kick, walk of the fighter.
pub(super) fn five() -> ClipSet {
    ClipSet::new(vec![
        clip("ahead", Mode::Loop, 10, &[]),
        clip("aside", Mode::Loop, 10, &[]),
        clip("idle", Mode::Loop, 10, &[]),
        clip("kick", Mode::Normal, 4, &[("lift", 0)]),
        clip("walk", Mode::Loop, 8, &[]),
    ])
}

pub(super) const AHEAD: ClipId = ClipId(0);
pub(super) const ASIDE: ClipId = ClipId(1);
pub(super) const IDLE: ClipId = ClipId(2);
pub(super) const KICK: ClipId = ClipId(3);
pub(super) const WALK: ClipId = ClipId(4);

/// A torso that aims over legs that choose by `a` and kick on fire.
pub(super) fn figure() -> Sketch {
    let mut sketch = Sketch {
        params: ["a", "b"].map(param).to_vec(),
        triggers: vec!["fire"],
        blocks: Vec::new(),
        output: "output",
        event_weight: 0.0,
    };
    sketch.show("idle", IDLE, 1.0);
    sketch.show("walk", WALK, 1.0);
    sketch.show("kick", KICK, 1.0);
    sketch.show("ahead", AHEAD, 1.0);
    sketch.show("aside", ASIDE, 1.0);
    sketch.choice("move", &["idle", "walk"], 0.4);
    sketch.trigger("fire", 0, ["kick", "move"], 0.2);
    sketch.look(&[(4, "ahead"), (1, "aside")], 90.0);
    sketch.sum(&["fire", "look"], &[1, 2]);
    sketch
}

impl Actor {
    pub(super) fn reload(&mut self, def: TreeDef, clips: ClipSet) {
        let (old, new) = ((&self.def, &self.clips), (&def, &clips));
        self.state = self.state.reloaded(old, new, 7, "hero");
        (self.def, self.clips) = (def, clips);
    }
}
