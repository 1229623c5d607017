//! NAME.character.ron: its sheet or its parts, its clips, its tree, its script.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;

use super::arts::Arts;
use super::at::{At, Reader};
use super::context::{Context, bindings, tags};
use super::names::find_script;
use super::scene::read_facing;
use super::{clip_form, parts, tree_file};
use crate::clip::ClipSet;
use crate::error::{LoadErrors, Place};
use crate::rig::RigDef;
use crate::stage::CharacterDef;
use crate::time::Time;
use crate::tree::TreeDef;

/// Clips of one character.
const CLIP_CAP: usize = 1000;
/// The fade of a puppet that gives none.
const PUPPET_FADE: Time = Time::from_millis(200);

#[derive(Deserialize)]
#[serde(rename = "Character", deny_unknown_fields)]
struct CharacterForm<'a> {
    #[serde(borrow)]
    sheet: Option<At<'a>>,
    #[serde(borrow)]
    parts: Option<At<'a>>,
    #[serde(borrow)]
    clips: Option<At<'a>>,
    #[serde(borrow)]
    script: Option<At<'a>>,
    #[serde(borrow)]
    tags: Option<At<'a>>,
    #[serde(borrow)]
    keys: Option<At<'a>>,
    #[serde(borrow)]
    faces: Option<At<'a>>,
    #[serde(borrow)]
    fade: Option<At<'a>>,
    #[serde(borrow)]
    tree: Option<At<'a>>,
    #[serde(borrow)]
    crossfade: Option<At<'a>>,
}

/// Reads one character.
/// # Errors
/// All that is wrong in the file and in the picture it names; its script's own faults are found when it runs.
pub(super) fn load(
    context: &mut Context,
    name: &str,
    file: &str,
) -> Result<CharacterDef, LoadErrors> {
    let source = context.files.text(file)?;
    let mut reader = Reader::new(file, &source);
    let character = read(context, &mut reader, name);
    reader.done(character)
}

/// Where the clips of a character that loads are named, and what it calls its tree.
pub(super) fn spots(reader: &mut Reader) -> Option<(BTreeMap<String, Place>, Option<String>)> {
    let (form, _) = reader.root::<CharacterForm>("Character")?;
    let entries = form.clips.and_then(|at| reader.map("clips", at));
    let entries = entries.unwrap_or_default().into_iter();
    let clips = entries.map(|entry| (entry.name, reader.place(entry.key)));
    let clips = clips.collect();
    let tree = form.tree.and_then(|at| reader.string("tree", at));
    Some((clips, tree))
}

fn read(context: &mut Context, reader: &mut Reader, name: &str) -> Option<CharacterDef> {
    let (form, _) = reader.root::<CharacterForm>("Character")?;
    let mut arts = Arts::read(context, reader, form.sheet);
    let parts = form.parts;
    let mut parts = parts.map(|at| parts::read(context, reader, &mut arts, at));
    let mut clips = Vec::new();
    if let Some(at) = form.clips {
        let entries = reader.map("clips", at).unwrap_or_default();
        if form.sheet.is_none() && parts.is_none() && !entries.is_empty() {
            reader.fault(
                at,
                "clips need a `sheet` to take their frames from, or `parts` to move",
            );
        }
        if entries.len() > CLIP_CAP {
            reader.fault(at, format!("a character has at most {CLIP_CAP} clips"));
        }
        for entry in entries.into_iter().take(CLIP_CAP) {
            clips.extend(clip_form::read(
                context,
                reader,
                &mut arts,
                parts.as_mut(),
                &entry.name,
                entry.value,
            ));
        }
    }
    let script = form.script.and_then(|at| {
        let script = reader.string("script", at)?;
        let key = find_script(context.files, reader.file(), &script);
        key.map_err(|message| reader.fault(at, message)).ok()
    });
    let tags = tags(reader, form.tags);
    let keys = bindings(reader, form.keys);
    let faces = form.faces.and_then(|at| read_facing(reader, "faces", at));
    let longest = 0.0..=Time::LONGEST.seconds();
    let fade = form.fade.and_then(|at| reader.number("fade", at, longest));
    let crossfade = form.crossfade;
    let crossfade = crossfade.and_then(|at| reader.flag("crossfade", at));
    if !reader.errors.is_empty() {
        return None;
    }
    let default_fade = if parts.is_some() {
        PUPPET_FADE
    } else {
        Time::ZERO
    };
    let clips = Arc::new(ClipSet::new(clips));
    let rig = match parts.zip(form.parts) {
        Some((parts, at)) => match RigDef::new(parts.into_defs(), &clips) {
            Ok(rig) => rig,
            Err(message) => {
                reader.fault(at, message);
                return None;
            }
        },
        None => RigDef::sprite(&clips),
    };
    let tree = match form.tree {
        Some(at) => tree_file::load(context, reader, at, &clips, &rig)?,
        None => TreeDef::play(&clips),
    };
    Some(CharacterDef {
        name: name.to_owned(),
        file: reader.file().to_owned(),
        tree: Arc::new(tree),
        rig: Arc::new(rig),
        clips,
        pictures: arts.into_list(),
        crossfade: crossfade.unwrap_or(false),
        script,
        tags,
        keys,
        faces: faces.unwrap_or_default(),
        fade: fade.and_then(Time::from_seconds).unwrap_or(default_fade),
    })
}
