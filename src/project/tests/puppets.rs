//! What is read of a puppet that is right: every field of parts, shapes and keys.

use super::{files, png, told, with};
use crate::clip::{Ease, Key};
use crate::draw::Outline;
use crate::geom::{Rect, Rgba, Vec2};
use crate::project::Project;
use crate::stage::{Art, CharacterDef, Facing};
use crate::time::Time;
use std::collections::BTreeMap;
use std::sync::Arc;

const HERO: &str = "assets/characters/hero.character.ron";

/// A puppet with every field there is.
pub const PUPPET: &str = r##"Character(
    sheet: Cells(image: "hero.png", cells: { "head": (0, 0, 20, 16), "hand": (20, 0, 8, 6), "a.b": (0, 16, 4, 4) }),
    parts: {
        "hand": Part(parent: "arm", at: (0, 12), picture: "hero.png#hand", pivot: (4, 1)),
        "arm": Part(parent: "torso", at: (9, -20.5), rotation: -15, scale: (1, 1.5), opacity: 0.5, order: 2,
                    shape: Capsule(size: (6, 14), fill: "#336699", outline: (1.5, "#00000080")), pivot: (0, -5)),
        "torso": Part(at: (0, -30), scale: 2, shape: Box(size: (20, 30), round: 4, fill: "#C0C0C0")),
        "hat": Part(parent: "head", order: 0.5, picture: "hat.png"),
        "head": Part(parent: "torso", at: (0, -30), picture: "#head"),
        "eye": Part(parent: "head", shape: Circle(radius: 3, outline: (1, "#ff0000"))),
        "beak": Part(parent: "head", shape: Polygon(points: [(0, 0), (8, 3), (0, 6)], fill: "#ffaa00"), order: -1),
        "ear": Part(parent: "head", picture: "a.b"),
        "bone": Part(),
    },
    clips: {
        "wave": Clip(
            frames: 4, each: 0.1, mode: Normal, markers: { "top": 3 }, lift: 2, motion: (12, -0.5),
            keys: {
                "arm": Keys(
                    move: [(0, (0, 0)), (0.2, (3, -2), Ease)],
                    turn: [(0, -10, Step), (0.1, 400, Linear), (0.4, 0)],
                    scale: [(0, 2), (0.3, (1, -1))],
                    opacity: [(0.05, 0), (0.1, 1)],
                ),
                "hand": Keys(picture: [(0, "hand"), (0.1, ""), (0.2, "hero.png#head"), (0.3, "hat.png", Step)]),
            },
            boxes: { "fist": { 3: (2, -30, 8, 8), 4: (4, -30.5, 8, 8) }, "body": (-10, -60, 20, 60) },
        ),
        "nod": Clip(keys: { "head": Keys(turn: [(0, 0), (0.25, 8, Ease), (0.5, 0, Ease)]) }),
        "rest": Clip(total: 1),
        "by keys": Clip(frames: 2, keys: { "bone": Keys(move: [(0.5, (1, 1))], turn: [(0.1, 3)]) }, markers: { "half": 2 }),
    },
    crossfade: true,
)"##;

/// The sound project with a hat, and one file replaced.
pub fn project(path: &str, content: &str) -> Project {
    let mut files = hatted();
    files.insert(path.into(), content.into());
    Project::from_files(&files).unwrap()
}

fn hatted() -> BTreeMap<String, Vec<u8>> {
    let mut files = files();
    files.insert("assets/hat.png".into(), png(10, 6, 3));
    files
}

fn hero(project: &Project) -> Arc<CharacterDef> {
    project.defs().characters["hero"].clone().unwrap()
}

fn puppet() -> Arc<CharacterDef> {
    hero(&project(HERO, PUPPET))
}

fn key<T>(time: f64, value: T, ease: Ease) -> Key<T> {
    Key { time, value, ease }
}

fn part_names(def: &CharacterDef) -> Vec<&str> {
    def.rig
        .parts()
        .iter()
        .map(|part| part.name.as_str())
        .collect()
}

#[test]
fn parts_come_after_their_parents() {
    let def = puppet();
    let expected = [
        "torso", "arm", "hand", "head", "hat", "eye", "beak", "ear", "bone",
    ];
    assert_eq!(part_names(&def), expected);
    let parents: Vec<_> = def.rig.parts().iter().map(|part| part.parent).collect();
    let expected = [
        None,
        Some(0),
        Some(1),
        Some(0),
        Some(3),
        Some(3),
        Some(3),
        Some(3),
        None,
    ];
    assert_eq!(parents, expected);
    assert!(!def.rig.is_sprite());
}

#[test]
fn parts_at_rest() {
    let def = puppet();
    let parts = def.rig.parts();
    let arm = &parts[1];
    assert_eq!((arm.at, arm.rotation), (Vec2::new(9.0, -20.5), -15.0));
    assert_eq!(
        (arm.scale, arm.opacity, arm.order),
        (Vec2::new(1.0, 1.5), 0.5, 2.0)
    );
    assert_eq!(parts[0].scale, Vec2::new(2.0, 2.0), "one factor for both");
    let bone = &parts[8];
    assert_eq!((bone.at, bone.rotation), (Vec2::default(), 0.0));
    assert_eq!(
        (bone.scale, bone.opacity, bone.order),
        (Vec2::new(1.0, 1.0), 1.0, 0.0)
    );
    assert_eq!(bone.picture, None);
    let art = |part: usize| def.pictures[parts[part].picture.unwrap().0 as usize].clone();
    let cell = |part: usize| art(part).cell().unwrap();
    assert_eq!(cell(2).source, Rect::new(20.0, 0.0, 8.0, 6.0));
    assert_eq!(cell(2).pivot, Vec2::new(4.0, 1.0), "the part's");
    assert_eq!(cell(3).source, Rect::new(0.0, 0.0, 20.0, 16.0));
    assert_eq!(cell(3).pivot, Vec2::new(10.0, 8.0), "else its middle");
    assert_eq!(
        (cell(4).source, cell(4).pivot),
        (Rect::new(0.0, 0.0, 10.0, 6.0), Vec2::new(5.0, 3.0))
    );
    assert_ne!(cell(4).page, cell(3).page, "a picture of its own");
    assert_eq!(
        cell(7).source,
        Rect::new(0.0, 16.0, 4.0, 4.0),
        "a cell's name may look like a file's"
    );
    let shape = |part: usize| match art(part) {
        Art::Shape { shape, pivot } => (shape, pivot),
        Art::Cell(_) => panic!("part {part} is a cell"),
    };
    let (torso, pivot) = shape(0);
    assert_eq!(
        torso.outline,
        Outline::Box {
            size: (20.0, 30.0),
            round: 4.0
        }
    );
    assert_eq!(
        (torso.fill, torso.line, pivot),
        (Rgba::rgb(0xc0, 0xc0, 0xc0), None, Vec2::default())
    );
    let (capsule, pivot) = shape(1);
    assert_eq!(capsule.outline, Outline::Capsule { size: (6.0, 14.0) });
    assert_eq!(capsule.line, Some((1.5, Rgba::BLACK.with_alpha(0x80))));
    assert_eq!(pivot, Vec2::new(0.0, -5.0));
    let (eye, _) = shape(5);
    assert_eq!(
        (&eye.outline, eye.fill.a),
        (&Outline::Circle { radius: 3.0 }, 0),
        "not filled"
    );
    let (beak, _) = shape(6);
    let points = vec![(0.0, 0.0), (8.0, 3.0), (0.0, 6.0)];
    assert_eq!(beak.outline, Outline::Polygon { points });
}

#[test]
fn keys_are_read_channel_by_channel() {
    let def = puppet();
    let wave = def.clips.clip(def.clips.id("wave").unwrap());
    let [arm, hand] = wave.keys() else { panic!() };
    assert_eq!((arm.part, hand.part), (1, 2));
    assert_eq!(
        arm.moves,
        [
            key(0.0, (0.0, 0.0), Ease::Linear),
            key(0.2, (3.0, -2.0), Ease::Ease)
        ]
    );
    let turns = [
        key(0.0, -10.0, Ease::Step),
        key(0.1, 400.0, Ease::Linear),
        key(0.4, 0.0, Ease::Linear),
    ];
    assert_eq!(arm.turns, turns);
    assert_eq!(
        arm.scales,
        [
            key(0.0, (2.0, 2.0), Ease::Linear),
            key(0.3, (1.0, -1.0), Ease::Linear)
        ]
    );
    assert_eq!(
        arm.opacities,
        [key(0.05, 0.0, Ease::Linear), key(0.1, 1.0, Ease::Linear)]
    );
    assert_eq!(arm.pictures, []);
    let shown: Vec<_> = hand
        .pictures
        .iter()
        .map(|key| (key.time, key.value))
        .collect();
    assert_eq!(
        shown[0],
        (0.0, def.rig.parts()[2].picture),
        "the picture at rest is the same one"
    );
    assert_eq!(shown[1], (0.1, None));
    let pivot = |i: usize| {
        def.pictures[shown[i].1.unwrap().0 as usize]
            .cell()
            .unwrap()
            .pivot
    };
    assert_eq!(
        (pivot(2), pivot(3)),
        (Vec2::new(4.0, 1.0), Vec2::new(4.0, 1.0)),
        "on the part's pivot"
    );
    assert_ne!(
        shown[2].1,
        def.rig.parts()[3].picture,
        "which the head's own is not"
    );
    assert!(hand.pictures.iter().all(|key| key.ease == Ease::Step));
}

#[test]
fn a_puppets_clips_last_as_long_as_they_say_or_as_their_keys() {
    let def = puppet();
    let clip = |name| def.clips.clip(def.clips.id(name).unwrap());
    let told = |name| (clip(name).frames(), clip(name).length());
    assert_eq!(told("wave"), (4, Time::from_millis(400)));
    assert_eq!(told("nod"), (1, Time::from_millis(500)));
    assert_eq!(told("rest"), (1, Time::from_millis(1000)));
    assert_eq!(told("by keys"), (2, Time::from_millis(500)));
    assert_eq!(clip("by keys").duration(0), Time::from_millis(250));
    assert_eq!(clip("rest").picture(0), None);
}

#[test]
fn boxes_and_motion() {
    let def = puppet();
    let wave = def.clips.clip(def.clips.id("wave").unwrap());
    assert_eq!(wave.motion(), (12.0, -0.5));
    assert_eq!(wave.lift(), 2.0);
    assert_eq!(wave.box_names().collect::<Vec<_>>(), ["body", "fist"]);
    let body = Some(Rect::new(-10.0, -60.0, 20.0, 60.0));
    assert_eq!(
        [wave.hit_box("body", 0), wave.hit_box("body", 3)],
        [body, body]
    );
    let fist = [1, 2, 3].map(|frame| wave.hit_box("fist", frame));
    let at = |x, y| Some(Rect::new(x, y, 8.0, 8.0));
    assert_eq!(fist, [None, at(2.0, -30.0), at(4.0, -30.5)]);
    // A sprite's clip has them too.
    let sprite = r#"(sheet: Grid(image: "hero.png", cell: (32, 32)), clips: {
        "idle": Clip(row: 1, frames: 2, each: 1, boxes: { "body": { 2: (0, 0, 1, 1) } }, motion: (-3, 0)) })"#;
    let sprite = hero(&with(HERO, sprite));
    let idle = sprite.clips.clip(sprite.clips.id("idle").unwrap());
    assert_eq!(idle.motion(), (-3.0, 0.0));
    assert_eq!(idle.hit_box("body", 1), Some(Rect::new(0.0, 0.0, 1.0, 1.0)));
    assert_eq!(idle.hit_box("body", 0), None);
}

#[test]
fn a_character_with_parts_fades() {
    let fade = |text: &str| hero(&with(HERO, text)).fade;
    assert_eq!(fade("(parts: { \"a\": Part() })"), Time::from_millis(200));
    assert_eq!(fade("(parts: { \"a\": () }, fade: 0)"), Time::ZERO);
    assert_eq!(fade("()"), Time::ZERO);
    let def = puppet();
    assert!(def.crossfade && def.tree.is_play());
    assert_eq!(def.faces, Facing::Right);
    assert!(!hero(&with(HERO, "()")).crossfade);
}

#[test]
fn what_several_parts_show_is_there_once() {
    let text = r##"(sheet: Grid(image: "hero.png", cell: (32, 32)), parts: {
        "a": Part(picture: "#2,1"), "b": Part(picture: "2,1"), "c": Part(picture: "./hero.png#2, 1"),
        "d": Part(picture: "#2,1", pivot: (0, 0)),
        "e": Part(shape: Circle(radius: 1, fill: "#000000")), "f": Part(shape: Circle(radius: 1, fill: "#000000")),
    })"##;
    assert_eq!(told(HERO, text), Vec::<String>::new());
    let def = hero(&with(HERO, text));
    let shown: Vec<_> = def
        .rig
        .parts()
        .iter()
        .map(|part| part.picture.unwrap().0)
        .collect();
    assert_eq!(shown, [0, 0, 0, 1, 2, 2]);
    let cell = def.pictures[0].cell().unwrap();
    assert_eq!(
        (cell.source, cell.pivot),
        (Rect::new(32.0, 0.0, 32.0, 32.0), Vec2::new(16.0, 16.0))
    );
    // What a Grid says of its cells holds for parts that say nothing.
    let text = text.replace("cell: (32, 32)", "cell: (32, 32), pivot: (3, 4)");
    let def = hero(&with(HERO, text));
    assert_eq!(def.pictures[0].cell().unwrap().pivot, Vec2::new(3.0, 4.0));
    assert_eq!(def.pictures[1].cell().unwrap().pivot, Vec2::default());
}

#[test]
fn the_order_of_the_file_stays_where_it_can() {
    let cases = [
        ("a b c d", "a b c d"),
        ("c<b b<a a d", "a b c d"),
        ("a b<d c d", "a d b c"),
        ("x<z y<z z", "z x y"),
    ];
    for (file, expected) in cases {
        let parts: Vec<String> = file
            .split(' ')
            .map(|part| match part.split_once('<') {
                Some((name, parent)) => format!("{name:?}: Part(parent: {parent:?})"),
                None => format!("{part:?}: Part()"),
            })
            .collect();
        let def = hero(&with(HERO, format!("(parts: {{ {} }})", parts.join(", "))));
        assert_eq!(part_names(&def).join(" "), expected, "{file}");
    }
}

#[test]
fn the_most_parts_in_one_chain_backward() {
    let part = |i: usize| format!("\"{i}\": Part(parent: \"{}\"),", i + 1);
    let chain: String = (1..256).map(part).collect();
    let text = format!("(parts: {{ {chain} \"256\": Part() }})");
    let def = hero(&with(HERO, text));
    assert_eq!((part_names(&def)[0], part_names(&def)[255]), ("256", "1"));
}

#[test]
fn the_puppet_of_the_documentation_loads() {
    let page = include_str!("../../../docs/files.md");
    let section = page.split("### Puppets").nth(1).unwrap();
    let example = section.split("```").nth(1).unwrap();
    let example = example.strip_prefix("ron\n").unwrap();
    let mut files = files();
    files.insert("assets/robot.png".into(), png(48, 20, 3));
    files.insert(HERO.into(), example.into());
    let def = hero(&Project::from_files(&files).unwrap());
    assert_eq!(part_names(&def), ["torso", "head", "arm"]);
    assert_eq!(def.clips.names().collect::<Vec<_>>(), ["idle", "wave"]);
    let wave = def.clips.clip(def.clips.id("wave").unwrap());
    assert_eq!((wave.frames(), wave.length()), (2, Time::from_millis(600)));
    assert!(wave.hit_box("hand", 1).is_some());
}

#[test]
fn a_tree_chooses_among_the_clips_of_sprites_and_puppets() {
    let tree = "Tree(parameters: { \"pace\": 0 }, output: Transition(index: \"pace\", inputs: [Clip(\"idle\"), Clip(\"walk\")]))";
    let sprite = "(sheet: Grid(image: \"hero.png\", cell: (32, 32)), clips: {
        \"idle\": Clip(row: 1, frames: 1, each: 1), \"walk\": Clip(row: 2, frames: 2, each: 1) }, tree: \"gait.tree.ron\")";
    let puppet = "(parts: { \"leg\": Part() }, clips: { \"idle\": Clip(total: 1),
        \"walk\": Clip(keys: { \"leg\": Keys(turn: [(0, -9), (1, 9)]) }) }, tree: \"gait.tree.ron\")";
    for (text, is_sprite) in [(sprite, true), (puppet, false)] {
        let mut files = files();
        files.insert("assets/trees/gait.tree.ron".into(), tree.into());
        files.insert(HERO.into(), text.into());
        let def = hero(&Project::from_files(&files).unwrap());
        assert!(!def.tree.is_play());
        assert_eq!(def.rig.is_sprite(), is_sprite);
        assert_eq!(def.tree.params()[0].name, "pace");
    }
    // A tree is read when clips and parts are sound, so that it is not blamed for what they lack.
    let broken = puppet.replace("Clip(total: 1)", "Clip(total: -1)");
    let told = told(HERO, broken);
    assert_eq!(
        told,
        ["1:57: `total` should be a number, 0 to 6000000, not -1"]
    );
}
