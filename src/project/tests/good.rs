//! What is read of files that are right.

use super::{files, told, with};
use crate::geom::{Rect, Vec2};
use crate::project::{FileChange, Project, script_key};
use crate::stage::{Data, Facing};
use crate::time::Time;

#[test]
fn settings() {
    let project = with(
        "luppet.ron",
        "Project(start: \"arena\", hz: 144, seed: 18446744073709551615, limits: (work_call: 5000, clock: 0.5, strikes: 1))",
    );
    let settings = project.defs().settings.as_ref().unwrap();
    assert_eq!(settings.start.as_deref(), Some("arena"));
    assert_eq!(settings.rate.hz(), 144);
    assert_eq!(settings.seed, u64::MAX);
    assert_eq!(settings.limits.work_call, 5000);
    assert_eq!(settings.limits.clock, Time::from_millis(500));
    assert_eq!(settings.limits.strikes, 1);
    assert_eq!(settings.limits.memory, 16 << 20, "the others stay");
    let project = Project::from_files(&files()).unwrap();
    let settings = project.defs().settings.as_ref().unwrap();
    assert_eq!(
        (settings.rate.hz(), settings.seed, settings.start.clone()),
        (60, 1, None)
    );
}

#[test]
fn a_scene() {
    let text = r#"// an arena
Scene(
    size: (640, 360), /* wide */
    backdrop: [Layer(image: "hero.png", scroll: 0.5, at: (3, -4), repeat: false), (image: "./hero.png")],
    actors: [
        Actor(
            name: "ninja", character: "hero", script: "dog", at: (10, 20.5), facing: Left, input: false,
            keys: { "punch": ["j", "k"] }, tags: ["a", "b", "a"],
            with: { "pace": 2, "list": [1, "two", true], "deep": { "b": 2, "a": -1.5 } },
        ),
        (name: "second", character: "hero", at: (0, 0)),
    ],
    keys: { "left": ["left", "a"] },
)"#;
    assert_eq!(
        told("assets/scenes/arena.scene.ron", text),
        Vec::<String>::new()
    );
    let project = with("assets/scenes/arena.scene.ron", text);
    let scene = project.defs().scenes["arena"].clone().unwrap();
    assert_eq!((scene.name.as_str(), scene.size), ("arena", (640, 360)));
    assert_eq!(&*scene.source, text);
    let [near, far] = &scene.backdrop[..] else {
        panic!()
    };
    assert_eq!(
        (near.scroll, near.at, near.repeat),
        (0.5, (3.0, -4.0), false)
    );
    assert_eq!((far.scroll, far.at, far.repeat), (1.0, (0.0, 0.0), true));
    assert_eq!(near.picture.page, far.picture.page);
    assert_eq!(near.picture.source, Rect::new(0.0, 0.0, 96.0, 64.0));
    let actor = &scene.actors[0];
    assert_eq!(
        (actor.x, actor.y, actor.facing, actor.input),
        (10.0, 20.5, Facing::Left, false)
    );
    assert_eq!(actor.script.as_deref(), Some("scripts/dog"));
    assert_eq!(actor.tags, ["a", "b"]);
    assert_eq!(actor.keys["punch"], ["j", "k"]);
    let list = [
        (1.0, Data::Number(1.0)),
        (2.0, "two".into()),
        (3.0, true.into()),
    ];
    let list = list
        .into_iter()
        .map(|(key, value)| (key.into(), value))
        .collect();
    let expected = [
        (
            "deep".to_owned(),
            Data::record([("a", Data::Number(-1.5)), ("b", Data::Number(2.0))]),
        ),
        ("list".to_owned(), Data::Table(list)),
        ("pace".to_owned(), Data::Number(2.0)),
    ];
    assert_eq!(actor.with, expected);
    let place = |name: &str| (actor.places[name].line, actor.places[name].column);
    assert_eq!(
        [place("character"), place("script"), place("with.pace")],
        [(7, 39), (7, 55), (9, 21)]
    );
    let second = &scene.actors[1];
    assert_eq!(
        (second.script.as_ref(), second.facing, second.input),
        (None, Facing::Right, true)
    );
}

#[test]
fn a_character() {
    let text = r#"Character(
    sheet: Grid(image: "hero.png", cell: (30, 14), margin: 1, spacing: 2, pivot: (5, 6)),
    clips: {
        "walk": Clip(row: 2, frames: [3, 1, 3], times: [0.1, 0.2, 0.3], mode: Normal, lift: 4,
                     markers: { "step": [1, (3, 0.05)], "last": 3 }),
        "idle": Clip(row: 1, frames: 2, fps: 10, from: 2),
        "still": Clip(row: 1, frames: 1, total: 1, mode: LoopPingPong, legs: 3),
    },
    script: "./hero.lua", tags: ["fighter"], keys: { "punch": ["j"] }, faces: Left, fade: 0.2,
)"#;
    let path = "assets/characters/hero.character.ron";
    assert_eq!(told(path, text), Vec::<String>::new());
    let project = with(path, text);
    let hero = project.defs().characters["hero"].clone().unwrap();
    assert_eq!((hero.name.as_str(), hero.file.as_str()), ("hero", path));
    assert_eq!(
        hero.clips.names().collect::<Vec<_>>(),
        ["idle", "still", "walk"]
    );
    let walk = hero.clips.clip(hero.clips.id("walk").unwrap());
    assert_eq!((walk.frames(), walk.length()), (3, Time::from_millis(600)));
    assert_eq!(
        walk.picture(0),
        walk.picture(2),
        "a cell shown twice is one picture"
    );
    assert_eq!(walk.lift(), 4.0);
    assert_eq!(walk.marker_names(), ["last", "step"]);
    let picture = hero.pictures[walk.picture(0).unwrap().0 as usize]
        .cell()
        .unwrap();
    assert_eq!(picture.source, Rect::new(65.0, 17.0, 30.0, 14.0));
    assert_eq!(picture.pivot, Vec2::new(5.0, 6.0));
    assert_eq!(hero.script.as_deref(), Some("scripts/hero.lua"));
    assert_eq!(
        (hero.faces, hero.fade),
        (Facing::Left, Time::from_millis(200))
    );
    assert!(hero.tree.is_play());
}

#[test]
fn pivots_are_bottom_middle() {
    let project = Project::from_files(&files()).unwrap();
    let hero = project.defs().characters["hero"].clone().unwrap();
    assert_eq!(
        hero.pictures[0].cell().unwrap().pivot,
        Vec2::new(16.0, 32.0)
    );
    assert_eq!(hero.pictures.len(), 3);
}

#[test]
fn a_character_in_its_own_folder() {
    let mut files = files();
    let own = "assets/characters/bot/bot.character.ron";
    let text = "(sheet: Grid(image: \"hero.png\", cell: (8, 8)), clips: { \"a\": Clip(row: 1, frames: 2, each: 1) }, script: \"hero.lua\")";
    files.insert(own.into(), text.into());
    files.insert(
        "assets/characters/bot/hero.png".into(),
        super::png(16, 8, 1),
    );
    files.insert(
        "assets/characters/bot/hero.lua".into(),
        b"return {}".to_vec(),
    );
    let project = Project::from_files(&files).unwrap();
    let bot = project.defs().characters["bot"].clone().unwrap();
    assert_eq!(
        bot.script.as_deref(),
        Some("assets/characters/bot/hero.lua")
    );
    let page = project
        .pages()
        .page(bot.pictures[0].cell().unwrap().page)
        .unwrap();
    assert_eq!(
        (page.width, page.height),
        (16, 8),
        "its own picture, not assets/hero.png"
    );
    let key = |script| script_key(project.files(), own, script);
    assert_eq!(key("dog").as_deref(), Some("scripts/dog"), "then scripts/");
    assert_eq!(
        key("scripts/hero.lua").as_deref(),
        Some("scripts/hero.lua"),
        "or from the top"
    );
    assert_eq!(key("lib/util.lua").as_deref(), Some("scripts/lib/util.lua"));
    assert_eq!(key("none.lua"), None);
    let hero = "assets/characters/hero.character.ron";
    assert_eq!(
        script_key(project.files(), hero, "hero.lua").as_deref(),
        Some("scripts/hero.lua")
    );
}

#[test]
fn a_name_defined_twice() {
    let mut files = files();
    files.insert(
        "assets/characters/hero/hero.character.ron".into(),
        b"()".to_vec(),
    );
    let project = Project::from_files(&files).unwrap();
    assert_eq!(
        project.defs().characters["hero"]
            .clone()
            .unwrap_err()
            .to_string(),
        "assets/characters/hero/hero.character.ron: two files define the character \"hero\"; the other is assets/characters/hero.character.ron"
    );
}

#[test]
fn a_character_in_the_wrong_place() {
    let mut files = files();
    files.insert("assets/boss.character.ron".into(), b"()".to_vec());
    let text = "(actors: [(name: \"a\", character: \"boss\", at: (0, 0))])";
    files.insert("assets/scenes/arena.scene.ron".into(), text.into());
    let project = Project::from_files(&files).unwrap();
    assert_eq!(
        project.defs().scenes["arena"]
            .clone()
            .unwrap_err()
            .to_string(),
        "assets/scenes/arena.scene.ron:1:34: character \"boss\" is in assets/boss.character.ron, but characters belong in assets/characters/"
    );
}

#[test]
fn scenes_by_name_or_path() {
    let mut files = files();
    files.insert("assets/scenes/zoo.scene.ron".into(), b"Scene()".to_vec());
    let project = Project::from_files(&files).unwrap();
    let named = |name| {
        project
            .scene_named(name)
            .map_err(|errors| errors.to_string())
    };
    for name in [
        "arena",
        "arena.scene.ron",
        "assets/scenes/arena.scene.ron",
        "./assets/scenes/arena.scene.ron",
        "/home/me/game/assets/scenes/arena.scene.ron",
        "assets\\scenes\\arena.scene.ron",
    ] {
        assert_eq!(named(name).as_deref(), Ok("arena"), "{name}");
    }
    assert_eq!(
        named("areena").unwrap_err(),
        "assets/scenes: unknown scene \"areena\" (scenes: arena, zoo)"
    );
    assert_eq!(
        named("scripts/hero.lua").unwrap_err(),
        "scripts/hero.lua: this is no scene; scenes are assets/scenes/NAME.scene.ron"
    );
    assert_eq!(project.start_scene().as_deref(), Some("arena"));
    files.insert("luppet.ron".into(), b"Project(start: \"zoo\")".to_vec());
    assert_eq!(
        Project::from_files(&files)
            .unwrap()
            .start_scene()
            .as_deref(),
        Some("zoo")
    );
}

#[test]
fn other_files_load_against_the_same_project() {
    let project = Project::from_files(&files()).unwrap();
    let broken = FileChange {
        path: "assets/scenes/arena.scene.ron".into(),
        content: Some(b"Scene(sise: 1)".as_slice().into()),
    };
    let defs = project.load(&project.files().with(&[broken]));
    assert!(defs.scenes["arena"].is_err());
    assert!(defs.characters["hero"].is_ok());
    assert!(
        project.defs().scenes["arena"].is_ok(),
        "what was loaded stays"
    );
    assert_eq!(
        project.load(project.files()).repaint,
        vec![],
        "nothing changed, nothing is repainted"
    );
}
