//! NAME.scene.ron: its size, its backdrop, its actors.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;

use super::at::{At, Reader};
use super::context::{Context, bindings, tags};
use super::data::read_data;
use super::names::{CHARACTERS, find_script};
use crate::error::{LoadErrors, unknown};
use crate::geom::{Rect, Vec2};
use crate::stage::{ActorDef, Facing, LayerDef, Limits, Picture, SceneDef};

/// The largest side of a scene, in logical pixels.
const SIDE_CAP: u64 = 4096;
/// Coordinates and factors: plus or minus this.
pub(super) const FAR: f64 = 1e6;
/// The size of a scene that gives none.
const SIZE: (u32, u32) = (480, 270);
/// Layers of a backdrop.
const LAYER_CAP: usize = 64;

#[derive(Deserialize)]
#[serde(rename = "Scene", deny_unknown_fields)]
struct SceneForm<'a> {
    #[serde(borrow)]
    size: Option<At<'a>>,
    #[serde(borrow)]
    backdrop: Option<At<'a>>,
    #[serde(borrow)]
    actors: Option<At<'a>>,
    #[serde(borrow)]
    keys: Option<At<'a>>,
}

#[derive(Deserialize)]
#[serde(rename = "Layer", deny_unknown_fields)]
struct LayerForm<'a> {
    #[serde(borrow)]
    image: Option<At<'a>>,
    #[serde(borrow)]
    scroll: Option<At<'a>>,
    #[serde(borrow)]
    at: Option<At<'a>>,
    #[serde(borrow)]
    repeat: Option<At<'a>>,
}

#[derive(Deserialize)]
#[serde(rename = "Actor", deny_unknown_fields)]
struct ActorForm<'a> {
    #[serde(borrow)]
    name: Option<At<'a>>,
    #[serde(borrow)]
    character: Option<At<'a>>,
    #[serde(borrow)]
    script: Option<At<'a>>,
    #[serde(borrow)]
    at: Option<At<'a>>,
    #[serde(borrow)]
    facing: Option<At<'a>>,
    #[serde(borrow)]
    input: Option<At<'a>>,
    #[serde(borrow)]
    keys: Option<At<'a>>,
    #[serde(borrow)]
    tags: Option<At<'a>>,
    #[serde(borrow)]
    with: Option<At<'a>>,
}

/// Reads one scene.
/// # Errors
/// All that is wrong in the file and in the pictures it names; the characters' own faults are theirs.
pub(super) fn load(context: &mut Context, name: &str, file: &str) -> Result<SceneDef, LoadErrors> {
    let source = context.files.text(file)?;
    let mut reader = Reader::new(file, &source);
    let scene = read(context, &mut reader).map(|scene| SceneDef {
        name: name.to_owned(),
        file: file.to_owned(),
        source: Arc::clone(&source),
        ..scene
    });
    reader.done(scene)
}

fn read(context: &mut Context, reader: &mut Reader) -> Option<SceneDef> {
    let (form, _) = reader.root::<SceneForm>("Scene")?;
    let size = form.size.and_then(|at| read_size(reader, at));
    let mut backdrop = Vec::new();
    if let Some(at) = form.backdrop {
        let layers = reader.list("backdrop", at).unwrap_or_default();
        if layers.len() > LAYER_CAP {
            reader.fault(at, format!("a backdrop has at most {LAYER_CAP} layers"));
        }
        for at in layers.into_iter().take(LAYER_CAP) {
            backdrop.extend(read_layer(context, reader, at));
        }
    }
    let keys = bindings(reader, form.keys);
    let actors = form
        .actors
        .map(|at| read_actors(context, reader, at))
        .unwrap_or_default();
    Some(SceneDef {
        name: String::new(),
        file: String::new(),
        size: size.unwrap_or(SIZE),
        backdrop,
        actors,
        keys,
        source: Arc::from(""),
    })
}

fn read_size<'a>(reader: &mut Reader<'a>, at: At<'a>) -> Option<(u32, u32)> {
    let [w, h] = reader.group("size", at, "two numbers (width, height)")?;
    let w = reader.whole("size", w, 1..=SIDE_CAP);
    let h = reader.whole("size", h, 1..=SIDE_CAP);
    Some((w? as u32, h? as u32))
}

fn read_layer<'a>(context: &mut Context, reader: &mut Reader<'a>, at: At<'a>) -> Option<LayerDef> {
    let form = reader.record::<LayerForm>(at, "Layer")?;
    let image = reader.need("image", form.image, "Layer", at);
    let page = image.and_then(|image| context.picture(reader, image));
    let scroll = form
        .scroll
        .and_then(|at| reader.number("scroll", at, -FAR..=FAR));
    let place = form.at.and_then(|at| reader.pair("at", at, -FAR..=FAR));
    let repeat = form.repeat.and_then(|at| reader.flag("repeat", at));
    let page = page?;
    Some(LayerDef {
        picture: Picture {
            page: page.page,
            source: Rect::new(0.0, 0.0, page.width as f32, page.height as f32),
            pivot: Vec2::default(),
        },
        scroll: scroll.unwrap_or(1.0),
        at: place.unwrap_or_default(),
        repeat: repeat.unwrap_or(true),
    })
}

fn read_actors<'a>(context: &Context, reader: &mut Reader<'a>, at: At<'a>) -> Vec<ActorDef> {
    let cap = Limits::default().actors;
    let list = reader.list("actors", at).unwrap_or_default();
    if list.len() > cap {
        reader.fault(at, format!("a scene has at most {cap} actors"));
    }
    let mut actors: Vec<ActorDef> = Vec::new();
    let mut lines = BTreeMap::new();
    for at in list.into_iter().take(cap) {
        let Some((actor, name_at)) = read_actor(context, reader, at) else {
            continue;
        };
        let line = reader.place(name_at).line;
        if let Some(first) = lines.get(&actor.name) {
            let name = &actor.name;
            reader.fault(
                name_at,
                format!("two actors are named {name:?} (the first in line {first})"),
            );
            continue;
        }
        lines.insert(actor.name.clone(), line);
        actors.push(actor);
    }
    actors
}

fn read_actor<'a>(
    context: &Context,
    reader: &mut Reader<'a>,
    at: At<'a>,
) -> Option<(ActorDef, At<'a>)> {
    let form = reader.record::<ActorForm>(at, "Actor")?;
    let mut places = BTreeMap::new();
    let name_at = reader.need("name", form.name, "Actor", at);
    let name = name_at.and_then(|at| {
        places.insert("name".into(), reader.place(at));
        let name = reader.name("name", at)?;
        if matches!(name.as_str(), "*" | "host") {
            reader.fault(
                at,
                format!("an actor may not be named {name:?}: messages use that name"),
            );
        }
        Some(name)
    });
    let character = reader
        .need("character", form.character, "Actor", at)
        .and_then(|at| {
            places.insert("character".into(), reader.place(at));
            let name = reader.string("character", at)?;
            if !context.characters.contains_key(name.as_str()) {
                let message = unknown_character(context, &name);
                reader.fault(at, message);
                return None;
            }
            Some(name)
        });
    let script = form.script.and_then(|at| {
        places.insert("script".into(), reader.place(at));
        let script = reader.string("script", at)?;
        // Of a character that is not known, neither is the folder to look in.
        let file = context.characters.get(character.as_deref()?)?;
        let key = find_script(context.files, file, &script);
        key.map_err(|message| reader.fault(at, message)).ok()
    });
    let spot = reader.need("at", form.at, "Actor", at);
    let spot = spot.and_then(|at| reader.pair("at", at, -FAR..=FAR));
    let facing = form.facing.and_then(|at| read_facing(reader, "facing", at));
    let input = form.input.and_then(|at| reader.flag("input", at));
    let keys = bindings(reader, form.keys);
    let tags = tags(reader, form.tags);
    let mut with = Vec::new();
    for entry in form
        .with
        .and_then(|at| reader.map("with", at))
        .unwrap_or_default()
    {
        places.insert(format!("with.{}", entry.name), reader.place(entry.key));
        if let Some(data) = read_data(reader, "with", entry.value) {
            with.push((entry.name, data));
        }
    }
    with.sort_by(|a, b| a.0.cmp(&b.0));
    let (x, y) = spot.unwrap_or_default();
    let actor = ActorDef {
        name: name?,
        character: character?,
        script,
        x,
        y,
        facing: facing.unwrap_or_default(),
        input: input.unwrap_or(true),
        keys,
        tags,
        with,
        places,
    };
    Some((actor, name_at?))
}

fn unknown_character(context: &Context, name: &str) -> String {
    let file = format!("/{name}.character.ron");
    match context.files.paths().find(|path| path.ends_with(&file)) {
        Some(path) => {
            format!("character {name:?} is in {path}, but characters belong in {CHARACTERS}/")
        }
        None => unknown("character", name, context.characters.keys().copied()),
    }
}

/// `Left` or `Right`.
pub(super) fn read_facing<'a>(reader: &mut Reader<'a>, field: &str, at: At<'a>) -> Option<Facing> {
    reader.choice(
        field,
        "direction",
        at,
        &[("Left", Facing::Left), ("Right", Facing::Right)],
    )
}
