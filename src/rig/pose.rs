//! How an actor's parts stand, and the weighted sum that says so (rule R11). Which
//! picture a part shows is `picture`; where the parts come to lie is `place`.

use super::def::RigDef;
use super::picture::Choice;
use super::score::{Score, Sink};
use super::{Layer, near};
use crate::clip::{ClipId, ClipSet, PictureId};
use crate::geom::{Transform, Vec2};

/// Where a part is within its parent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PartPose {
    /// See [`PartDef::at`](super::PartDef::at).
    pub at: Vec2,
    /// See [`PartDef::rotation`](super::PartDef::rotation); any finite angle.
    pub rotation: f32,
    /// See [`PartDef::scale`](super::PartDef::scale).
    pub scale: Vec2,
    /// 0..=1.
    pub opacity: f32,
}

/// A part in the actor's own space: origin at its pivot, y down, not mirrored.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placed {
    /// Its number.
    pub part: u16,
    /// From the part's own pixels (origin at its pivot) to the actor's.
    pub transform: Transform,
    /// 0..=1, its parents' included.
    pub opacity: f32,
}

/// How an actor's parts stand, and their pictures: plain arrays by part.
#[derive(Debug, Default)]
pub struct Pose {
    /// x, y, scale along x and y.
    pub(super) places: Vec<[f32; 4]>,
    pub(super) turns: Vec<f32>,
    pub(super) opacities: Vec<f32>,
    pub(super) pictures: Vec<Option<PictureId>>,
    /// Whose pictures those are.
    pub(super) choices: Vec<Choice>,
    scratch: Scratch,
}

/// Room that an update works in; no part of the pose.
#[derive(Debug, Default)]
struct Scratch {
    voices: Vec<Voice>,
    /// By voice and part: degrees from rest.
    turns: Vec<f32>,
    /// By voice and part, where there are masks.
    weights: Vec<f32>,
}

/// A clip in the output.
#[derive(Clone, Copy, Debug)]
pub(super) struct Voice {
    pub clip: ClipId,
    /// Over all its layers.
    pub weight: f64,
    /// Flicks along its frames.
    pub time: i64,
    /// From 0.
    pub frame: usize,
    pub summed: bool,
}

/// How much the voices weigh on the parts.
#[derive(Clone, Copy)]
pub(super) enum Weights<'a> {
    /// The same on all parts: the voices' own.
    Even,
    /// By voice and part; the number of parts.
    Masked(&'a [f32], usize),
}

impl Clone for Pose {
    fn clone(&self) -> Pose {
        let mut pose = Pose::default();
        pose.clone_from(self);
        pose
    }

    /// Allocates nothing where the two are of one rig.
    fn clone_from(&mut self, other: &Pose) {
        self.places.clone_from(&other.places);
        self.turns.clone_from(&other.turns);
        self.opacities.clone_from(&other.opacities);
        self.pictures.clone_from(&other.pictures);
        self.choices.clone_from(&other.choices);
    }
}

impl PartialEq for Pose {
    fn eq(&self, other: &Pose) -> bool {
        self.places == other.places
            && self.turns == other.turns
            && self.opacities == other.opacities
            && self.pictures == other.pictures
            && self.choices == other.choices
    }
}

impl Pose {
    /// At rest.
    pub fn new(rig: &RigDef) -> Pose {
        Pose {
            places: rig.places.clone(),
            turns: rig.turns.clone(),
            opacities: rig.opacities.clone(),
            pictures: rig.parts.iter().map(|part| part.picture).collect(),
            choices: vec![Choice::None; rig.parts.len()],
            scratch: Scratch::default(),
        }
    }

    /// Poses the parts by the clips in the output: rest + sum of weight * (clip - rest) (rule R11), and chooses each part's
    /// picture (rule R12), for which alone it matters how the pose was before. Allocates nothing once it has seen as many
    /// clips at a time.
    pub fn update<'a>(
        &mut self,
        rig: &RigDef,
        clips: &ClipSet,
        layers: impl Iterator<Item = Layer<'a>> + Clone,
    ) {
        if self.turns.len() != rig.parts.len() {
            *self = Pose::new(rig);
        }
        let mut scratch = std::mem::take(&mut self.scratch);
        let masked = scratch.hear(rig, clips, layers.clone());
        let n = rig.parts.len();
        let weights = if masked {
            scratch.weigh(n, layers);
            Weights::Masked(&scratch.weights, n)
        } else {
            Weights::Even
        };
        if !rig.is_sprite && n > 0 {
            self.blend(rig, &scratch.voices, weights, &mut scratch.turns);
        }
        self.choose(rig, clips, &scratch.voices, weights);
        self.scratch = scratch;
    }

    /// The weighted sum; `turns` is room to work in.
    fn blend(
        &mut self,
        rig: &RigDef,
        voices: &[Voice],
        weights: Weights<'_>,
        turns: &mut Vec<f32>,
    ) {
        let n = rig.parts.len();
        self.places.copy_from_slice(&rig.places);
        self.turns.copy_from_slice(&rig.turns);
        self.opacities.copy_from_slice(&rig.opacities);
        turns.clear();
        turns.resize(voices.len() * n, 0.0);
        for (i, (voice, turns)) in voices.iter().zip(turns.chunks_exact_mut(n)).enumerate() {
            let mut sink = Sink {
                places: &mut self.places,
                turns,
                opacities: &mut self.opacities,
            };
            let score = &rig.scores[usize::from(voice.clip.0)];
            match weights {
                Weights::Even => {
                    let weight = voice.weight as f32;
                    score.sample(voice.time, |_| weight, &mut sink);
                }
                Weights::Masked(all, n) => {
                    let own = &all[i * n..(i + 1) * n];
                    score.sample(voice.time, |part| own[part], &mut sink);
                }
            }
            if voice.summed {
                for turn in turns {
                    *turn = near(*turn, 0.0);
                }
            }
        }
        match weights {
            Weights::Even => self.turn_evenly(voices, turns),
            Weights::Masked(all, n) => self.turn_masked(voices, turns, all, n),
        }
        for opacity in &mut self.opacities {
            *opacity = opacity.clamp(0.0, 1.0);
        }
    }

    /// Adds rotations where one clip is the heaviest on all parts.
    fn turn_evenly(&mut self, voices: &[Voice], turns: &[f32]) {
        let n = self.turns.len();
        let Some(heaviest) = heaviest(voices, |i| voices[i].weight) else {
            return;
        };
        let reference = &turns[heaviest * n..(heaviest + 1) * n];
        for (voice, own) in voices.iter().zip(turns.chunks_exact(n)) {
            let weight = voice.weight as f32;
            let pairs = own.iter().zip(reference);
            if voice.summed {
                for (turn, own) in self.turns.iter_mut().zip(own) {
                    *turn += weight * own;
                }
            } else {
                for (turn, (own, reference)) in self.turns.iter_mut().zip(pairs) {
                    *turn += weight * (reference + near(own - reference, 0.0));
                }
            }
        }
    }

    /// Adds rotations where each part has a heaviest clip of its own.
    fn turn_masked(&mut self, voices: &[Voice], turns: &[f32], weights: &[f32], n: usize) {
        for (part, turn) in self.turns.iter_mut().enumerate() {
            let weight = |voice: usize| weights[voice * n + part];
            let Some(heaviest) = heaviest(voices, |i| f64::from(weight(i))) else {
                continue;
            };
            let reference = turns[heaviest * n + part];
            for (i, voice) in voices.iter().enumerate() {
                let own = turns[i * n + part];
                let own = if voice.summed {
                    own
                } else {
                    near(own, reference)
                };
                *turn += weight(i) * own;
            }
        }
    }

    /// Where its arrays are and how much they hold, which does not change where nothing is allocated.
    #[cfg(test)]
    pub(super) fn room(&self) -> Vec<(usize, usize)> {
        fn of<T>(all: &Vec<T>) -> (usize, usize) {
            (all.as_ptr() as usize, all.capacity())
        }
        let scratch = &self.scratch;
        vec![
            of(&self.places),
            of(&self.turns),
            of(&self.opacities),
            of(&self.pictures),
            of(&self.choices),
            of(&scratch.voices),
            of(&scratch.turns),
            of(&scratch.weights),
        ]
    }

    /// The parts by number.
    pub fn parts(&self) -> impl ExactSizeIterator<Item = PartPose> + '_ {
        (0..self.turns.len()).map(|part| {
            let [x, y, along, across] = self.places[part];
            PartPose {
                at: Vec2::new(x, y),
                rotation: self.turns[part],
                scale: Vec2::new(along, across),
                opacity: self.opacities[part],
            }
        })
    }

    /// A part's picture; beyond the last part none.
    pub fn picture(&self, part: u16) -> Option<PictureId> {
        self.pictures.get(usize::from(part)).copied().flatten()
    }

    /// The pose of another version of the rig: parts by name keep how they stand (rule L2), new ones are at rest. Pictures
    /// are at rest until the next [`Pose::update`], for their numbers may mean others now.
    #[must_use]
    pub fn reloaded(&self, old: &RigDef, new: &RigDef) -> Pose {
        let mut pose = Pose::new(new);
        let score = |score: &Score, name: &str| score.name == name;
        for (i, part) in new.parts.iter().enumerate() {
            let Some(was) = old.part(&part.name).map(usize::from) else {
                continue;
            };
            if was >= self.turns.len() {
                continue;
            }
            pose.places[i] = self.places[was];
            pose.turns[i] = self.turns[was];
            pose.opacities[i] = self.opacities[was];
            pose.choices[i] = match self.choices[was] {
                Choice::Clip(clip) => {
                    let name = old
                        .scores
                        .get(usize::from(clip.0))
                        .map(|of| of.name.as_str());
                    let now =
                        name.and_then(|name| new.scores.iter().position(|of| score(of, name)));
                    now.map_or(Choice::None, |now| Choice::Clip(ClipId(now as u16)))
                }
                other => other,
            };
        }
        pose
    }
}

impl Scratch {
    /// Notes the clips in the output; true where there are masks.
    fn hear<'a>(
        &mut self,
        rig: &RigDef,
        clips: &ClipSet,
        layers: impl Iterator<Item = Layer<'a>>,
    ) -> bool {
        self.voices.clear();
        let mut masked = false;
        for layer in layers {
            let known = usize::from(layer.clip.0) < rig.scores.len().min(clips.len());
            if !(layer.weight > 0.0 && known) {
                continue;
            }
            masked |= layer.mask.is_some();
            if let Some(voice) = self.voices.iter_mut().find(|one| one.clip == layer.clip) {
                voice.weight += layer.weight;
                voice.summed |= layer.summed;
                continue;
            }
            self.voices.push(Voice::of(rig, clips, &layer));
        }
        masked
    }

    /// Says how much each clip weighs on each of `n` parts.
    fn weigh<'a>(&mut self, n: usize, layers: impl Iterator<Item = Layer<'a>>) {
        self.weights.clear();
        self.weights.resize(self.voices.len() * n, 0.0);
        for layer in layers.filter(|layer| layer.weight > 0.0) {
            let Some(voice) = self.voices.iter().position(|one| one.clip == layer.clip) else {
                continue;
            };
            let weights = &mut self.weights[voice * n..(voice + 1) * n];
            for (part, weight) in weights.iter_mut().enumerate() {
                if layer.mask.is_none_or(|mask| mask.contains(part as u16)) {
                    *weight += layer.weight as f32;
                }
            }
        }
    }
}

impl Voice {
    /// The clip of a layer, which the rig knows.
    pub fn of(rig: &RigDef, clips: &ClipSet, layer: &Layer<'_>) -> Voice {
        let clip = clips.clip(layer.clip);
        // A sprite has frames and no keys, a puppet keys and no pictures by frame.
        let (time, frame) = if rig.is_sprite {
            (0, layer.playhead.frame(clip))
        } else {
            (layer.playhead.flicks(clip), 0)
        };
        Voice {
            clip: layer.clip,
            weight: layer.weight,
            time,
            frame,
            summed: layer.summed,
        }
    }
}

/// The voice that weighs most; of equal ones the first by the clip's name.
fn heaviest(voices: &[Voice], weight: impl Fn(usize) -> f64) -> Option<usize> {
    let mut best: Option<usize> = None;
    for (i, voice) in voices.iter().enumerate() {
        let own = weight(i);
        let beats = |best: usize| {
            let other = weight(best);
            own > other || (own == other && voice.clip < voices[best].clip)
        };
        if own > 0.0 && best.is_none_or(beats) {
            best = Some(i);
        }
    }
    best
}
