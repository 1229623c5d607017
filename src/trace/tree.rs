//! What a line tells of an actor's tree: frames by part, triggers, smoothed angles,
//! fades in progress. A character without a tree file has none of these.

use super::{PARAMS, array, field, number, object, word};
use crate::clip::{Clip, Playhead};
use crate::stage::CharacterDef;
use crate::tree::TreeState;

/// A clip's frame, from 1. Where it keys the pictures of several parts there are several: of each, the picture key in
/// force, from 1.
pub(super) fn frame(line: &mut String, character: &CharacterDef, clip: &Clip, playhead: &Playhead) {
    let pictured = || clip.keys().iter().filter(|keys| !keys.pictures.is_empty());
    if pictured().nth(1).is_none() {
        number(line, playhead.frame(clip) as f64 + 1.0);
        return;
    }
    let mut parts: Vec<_> = pictured().collect();
    parts.sort_by_key(|keys| keys.part);
    let (time, length) = (playhead.flicks(clip), clip.length().flicks());
    object(line, |line| {
        for keys in parts {
            let Some(part) = character.rig.parts().get(usize::from(keys.part)) else {
                continue;
            };
            let begun = keys.pictures.iter().filter(|key| {
                let start = key.flicks(length);
                start.is_some_and(|start| start <= time)
            });
            // The first holds before it.
            let index = begun.count().max(1);
            field(line, &part.name, |line| number(line, index as f64));
        }
    });
}

/// Triggers, angles and fades. Returns how many had no room.
pub(super) fn fields(line: &mut String, character: &CharacterDef, tree: &TreeState) -> usize {
    let def = &character.tree;
    let mut left_out = 0;
    let mut room = |line: &String| {
        let full = line.len() > PARAMS;
        left_out += usize::from(full);
        !full
    };
    field(line, "triggers", |line| {
        object(line, |line| {
            for ((_, weight), name) in tree.triggers().zip(def.triggers()) {
                if room(line) {
                    field(line, name, |line| number(line, weight));
                }
            }
        });
    });
    if def.is_play() {
        return left_out;
    }
    if tree.angles().next().is_some() {
        field(line, "angles", |line| {
            object(line, |line| {
                for look in tree.angles() {
                    if room(line) {
                        let both = [look.horizontal, look.vertical];
                        field(line, &def.key(look.block), |line| {
                            array(line, both.into_iter(), number);
                        });
                    }
                }
            });
        });
    }
    if tree.fades().next().is_some() {
        field(line, "fades", |line| {
            line.push('[');
            for fade in tree.fades() {
                if !room(line) {
                    continue;
                }
                if !line.ends_with('[') {
                    line.push(',');
                }
                object(line, |line| {
                    word(line, "block", &def.key(fade.block));
                    field(line, "from", |line| number(line, fade.from as f64));
                    field(line, "to", |line| number(line, fade.to as f64));
                    field(line, "elapsed", |line| number(line, fade.elapsed.seconds()));
                    field(line, "time", |line| number(line, fade.length.seconds()));
                });
            }
            line.push(']');
        });
    }
    left_out
}
