//! Which picture a part shows (rule R12): never an averaged number, the heaviest
//! clip's, and not to and fro between two that are about as heavy.

use super::Layer;
use super::def::RigDef;
use super::pose::{Pose, Voice, Weights};
use super::score::Keyed;
use crate::clip::{ClipId, ClipSet, PictureId};

/// How much heavier another must be to be shown instead.
const MARGIN: f64 = 0.05;

/// What weighs no more is rounding.
const NOTHING: f64 = 1e-6;

/// Whose picture is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum Choice {
    /// Nobody's yet.
    #[default]
    None,
    /// The rest's.
    Rest,
    Clip(ClipId),
}

/// One whose picture could be shown.
#[derive(Clone, Copy)]
struct Candidate {
    choice: Choice,
    weight: f64,
    picture: Option<PictureId>,
}

impl Candidate {
    /// Of equal ones, a clip before rest and the first by name.
    fn beats(&self, other: &Candidate) -> bool {
        let rank = |one: &Candidate| match one.choice {
            Choice::Clip(clip) => u32::from(clip.0),
            Choice::None | Choice::Rest => u32::MAX,
        };
        self.weight > other.weight || (self.weight == other.weight && rank(self) < rank(other))
    }
}

impl Pose {
    /// Chooses the parts' pictures.
    pub(super) fn choose(
        &mut self,
        rig: &RigDef,
        clips: &ClipSet,
        voices: &[Voice],
        weights: Weights<'_>,
    ) {
        for part in &rig.pictured {
            let at = usize::from(*part);
            let (mut left, mut best, mut present) = (1.0, None, None);
            let mut consider = |candidate: Candidate| {
                if candidate.choice == self.choices[at] {
                    present = Some(candidate);
                }
                if best.as_ref().is_none_or(|best| candidate.beats(best)) {
                    best = Some(candidate);
                }
            };
            for (i, voice) in voices.iter().enumerate() {
                let weight = match weights {
                    Weights::Even => voice.weight,
                    Weights::Masked(all, n) => f64::from(all[i * n + at]),
                };
                let keyed = picture_of(rig, clips, voice, *part);
                if let Some(Keyed(picture)) = keyed.filter(|_| weight > 0.0) {
                    left -= weight;
                    consider(Candidate {
                        choice: Choice::Clip(voice.clip),
                        weight,
                        picture,
                    });
                }
            }
            // A sprite has no picture of its own: what is left of 1 is no reason to vanish.
            if left > NOTHING && !rig.is_sprite {
                consider(Candidate {
                    choice: Choice::Rest,
                    weight: left,
                    picture: rig.parts[at].picture,
                });
            }
            let shown = match (present, best) {
                (Some(present), Some(best)) if best.weight <= present.weight + MARGIN + NOTHING => {
                    Some(present)
                }
                (_, best) => best,
            };
            self.choices[at] = shown.map_or(Choice::None, |shown| shown.choice);
            self.pictures[at] = shown.and_then(|shown| shown.picture);
        }
    }

    /// The pictures of a part as the clips in the output have it, each once and in order of number, with weights that add
    /// up to at most 1 (what is left of 1 is nothing): what `crossfade` draws. What was in `out` is dropped.
    pub fn mixed<'a>(
        rig: &RigDef,
        clips: &ClipSet,
        layers: impl Iterator<Item = Layer<'a>>,
        part: u16,
        out: &mut Vec<(PictureId, f32)>,
    ) {
        out.clear();
        let Some(def) = rig.parts.get(usize::from(part)) else {
            return;
        };
        let mut add = |picture: Option<PictureId>, weight: f64| {
            let Some(picture) = picture else {
                return;
            };
            match out.iter_mut().find(|(other, _)| *other == picture) {
                Some((_, sum)) => *sum += weight as f32,
                None => out.push((picture, weight as f32)),
            }
        };
        let mut total = 0.0;
        for layer in layers {
            let masked = layer.mask.is_some_and(|mask| !mask.contains(part));
            let known = usize::from(layer.clip.0) < rig.scores.len().min(clips.len());
            if masked || !known {
                continue;
            }
            let voice = Voice::of(rig, clips, &layer);
            let keyed = picture_of(rig, clips, &voice, part);
            if let Some(keyed) = keyed.filter(|_| layer.weight > 0.0) {
                total += layer.weight;
                add(keyed.0, layer.weight);
            }
        }
        if 1.0 - total > NOTHING {
            add(def.picture, 1.0 - total);
        }
        out.sort_unstable_by_key(|(picture, _)| *picture);
        if total > 1.0 {
            for (_, weight) in out {
                *weight /= total as f32;
            }
        }
    }
}

/// The picture that a clip shows of a part; `None` where it shows none of its own.
fn picture_of(rig: &RigDef, clips: &ClipSet, voice: &Voice, part: u16) -> Option<Keyed> {
    if rig.is_sprite {
        let picture = clips.clip(voice.clip).picture(voice.frame)?;
        return Some(Keyed(Some(picture)));
    }
    rig.scores[usize::from(voice.clip.0)].picture(part, voice.time)
}
