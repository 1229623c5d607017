//! The rules of poses as tables (R11, R12, places) and as laws (properties); what
//! is refused. Clips last a second unless a test says otherwise.

mod build;
mod laws;
mod place;
mod r11;
mod r12;
mod reload;

use super::*;
use crate::clip::{Clip, ClipSet, ClipSpec, Durations, Ease, Key, Mode, PartKeys, PictureId};
use crate::geom::Vec2;
use crate::random::Stream;
use crate::time::Time;

/// A part on the actor's pivot.
fn part(name: &str) -> PartDef {
    PartDef {
        name: name.into(),
        parent: None,
        at: Vec2::default(),
        rotation: 0.0,
        scale: Vec2::new(1.0, 1.0),
        opacity: 1.0,
        order: 0.0,
        picture: None,
    }
}

fn key<T>(time: f64, value: T, ease: Ease) -> Key<T> {
    Key { time, value, ease }
}

/// Linear keys.
fn keys<T: Copy>(of: &[(f64, T)]) -> Vec<Key<T>> {
    let linear = |(time, value): &(f64, T)| key(*time, *value, Ease::Linear);
    of.iter().map(linear).collect()
}

fn turned(part: u16, of: &[(f64, f64)]) -> PartKeys {
    PartKeys {
        part,
        turns: keys(of),
        ..PartKeys::default()
    }
}

fn moved(part: u16, of: &[(f64, (f64, f64))]) -> PartKeys {
    PartKeys {
        part,
        moves: keys(of),
        ..PartKeys::default()
    }
}

fn pictured(part: u16, of: &[(f64, Option<u32>)]) -> PartKeys {
    let pictures = keys(of).into_iter().map(|one| Key {
        time: one.time,
        value: one.value.map(PictureId),
        ease: Ease::Step,
    });
    PartKeys {
        part,
        pictures: pictures.collect(),
        ..PartKeys::default()
    }
}

/// A clip of a second, which ends: its last instant is its own.
fn clip(name: &str, keys: Vec<PartKeys>) -> Clip {
    Clip::new(ClipSpec {
        name: name.into(),
        frames: 1,
        keys,
        durations: Durations::Total(1.0),
        mode: Mode::Normal,
        ..ClipSpec::default()
    })
    .expect("a sound clip")
}

/// A rig with its clips, and one actor's pose.
#[derive(Debug)]
struct Puppet {
    rig: RigDef,
    clips: ClipSet,
    pose: Pose,
}

/// A clip in the output.
#[derive(Clone, Debug)]
struct On {
    clip: &'static str,
    weight: f64,
    time: f64,
    summed: bool,
    mask: Option<Mask>,
}

fn on(clip: &'static str, weight: f64, time: f64) -> On {
    On {
        clip,
        weight,
        time,
        summed: false,
        mask: None,
    }
}

impl On {
    fn summed(self) -> On {
        On {
            summed: true,
            ..self
        }
    }

    fn masked(self, parts: &[u16]) -> On {
        On {
            mask: Some(Mask::new(parts.iter().copied())),
            ..self
        }
    }
}

/// Calls `then` with the layers of these clips.
fn with_layers<T>(clips: &ClipSet, output: &[On], then: impl FnOnce(&[Layer<'_>]) -> T) -> T {
    let heads: Vec<Playhead> = output
        .iter()
        .map(|on| {
            let clip = clips.clip(clips.id(on.clip).expect("a clip"));
            let mut head = Playhead::new(Stream::new(7, &["hero"]));
            head.seek(clip, Time::from_seconds(on.time).expect("a time"));
            head
        })
        .collect();
    let layers: Vec<Layer> = output
        .iter()
        .zip(&heads)
        .map(|(on, playhead)| Layer {
            clip: clips.id(on.clip).expect("a clip"),
            mask: on.mask.as_ref(),
            weight: on.weight,
            summed: on.summed,
            playhead,
        })
        .collect();
    then(&layers)
}

impl Puppet {
    fn new(parts: Vec<PartDef>, clips: Vec<Clip>) -> Puppet {
        let clips = ClipSet::new(clips);
        let rig = RigDef::new(parts, &clips).expect("a sound rig");
        let pose = Pose::new(&rig);
        Puppet { rig, clips, pose }
    }

    fn show(&mut self, output: &[On]) -> &Pose {
        let Puppet { rig, clips, pose } = self;
        with_layers(clips, output, |layers| {
            pose.update(rig, clips, layers.iter().copied());
        });
        &self.pose
    }

    fn part(&mut self, output: &[On], part: usize) -> PartPose {
        self.show(output).parts().nth(part).expect("a part")
    }

    fn turn(&mut self, output: &[On]) -> f32 {
        self.part(output, 0).rotation
    }

    fn mixed(&self, output: &[On], part: u16) -> Vec<(u32, f32)> {
        let mut out = vec![(PictureId(77), 0.5)];
        with_layers(&self.clips, output, |layers| {
            let layers = layers.iter().copied();
            Pose::mixed(&self.rig, &self.clips, layers, part, &mut out);
        });
        out.into_iter()
            .map(|(picture, weight)| (picture.0, weight))
            .collect()
    }
}

#[track_caller]
fn near_to(a: f32, b: f32) {
    assert!((a - b).abs() < 1e-4, "{a} is not {b}");
}
