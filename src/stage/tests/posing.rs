//! What is drawn of an actor (rules R11, R12, L2): the parts of puppets between two
//! steps, the pictures of sprites with and without a tree, weighted sums.

use std::sync::Arc;

use super::scene::{Scene, tree};
use super::script::Script;
use crate::clip::{Clip, ClipSet, ClipSpec, Durations, Ease, Key, Mode, PartKeys, PictureId};
use crate::draw::PageId;
use crate::geom::{Rect, Vec2};
use crate::rig::{PartDef, RigDef};
use crate::stage::{Art, Figure, PartFigure, Picture, Shows};

/// Pictures that are told apart by where they lie on their page.
fn pictures(n: usize) -> Vec<Art> {
    let cell = |i| {
        Art::Cell(Picture {
            page: PageId(0),
            source: Rect::new(i as f32, 0.0, 1.0, 1.0),
            pivot: Vec2::default(),
        })
    };
    (0..n).map(cell).collect()
}

fn number(art: &Art) -> f32 {
    art.cell().expect("a cell").source.x
}

/// `2` of one picture, `1*0.50 4*0.25` of several.
fn shown(part: &PartFigure) -> String {
    match &part.shows {
        Shows::One(art) => number(art).to_string(),
        Shows::Mix(all) => {
            let all = all.iter();
            let all = all.map(|(art, weight)| format!("{}*{weight:.2}", number(art)));
            all.collect::<Vec<_>>().join(" ")
        }
    }
}

fn parts(figure: &Figure) -> Vec<String> {
    figure.parts.iter().map(shown).collect()
}

/// Clips of a sprite: the frames of `idle` show picture 0, of `walk` 1, of `punch` 2.
fn sprite_clips() -> ClipSet {
    let clip = |name: &str, picture, mode, lift| {
        Clip::new(ClipSpec {
            name: name.into(),
            frames: 4,
            pictures: vec![PictureId(picture); 4],
            durations: Durations::Each(0.1),
            mode,
            lift,
            ..ClipSpec::default()
        })
        .expect("a sound clip")
    };
    ClipSet::new(vec![
        clip("idle", 0, Mode::Loop, 0.0),
        clip("walk", 1, Mode::Loop, 8.0),
        clip("punch", 2, Mode::Normal, 0.0),
    ])
}

fn sprite(crossfade: bool, script: Script) -> Scene {
    let mut scene = Scene::one(script);
    scene.clips = Arc::new(sprite_clips());
    scene.pictures = pictures(3);
    scene.crossfade = crossfade;
    scene
}

/// Figures after each of the first steps.
fn story(scene: &Scene, steps: usize) -> Vec<(String, f32)> {
    let mut run = scene.open();
    (0..steps)
        .map(|_| {
            run.step();
            let figure = &run.stage.figures(1.0)[0];
            assert!(!figure.puppet);
            (parts(figure).join("|"), figure.lift)
        })
        .collect()
}

fn of(told: &[(&str, f32)]) -> Vec<(String, f32)> {
    told.iter()
        .map(|(text, lift)| ((*text).into(), *lift))
        .collect()
}

#[test]
fn r12_a_sprite_without_a_tree_shows_the_clip_faded_to_at_once() {
    let script = || {
        let script = Script::default()
            .state("a")
            .clip("idle")
            .lasts(0.1)
            .next("b");
        script.state("b").clip("walk").fade(0.4)
    };
    assert_eq!(
        story(&sprite(false, script()), 3),
        of(&[("1", 8.0), ("1", 8.0), ("1", 8.0)])
    );
    // A weighted sum, where the character asks for it; the change itself comes after the first step's picture.
    assert_eq!(
        story(&sprite(true, script()), 6),
        of(&[
            ("0", 8.0),
            ("0*0.75 1*0.25", 8.0),
            ("0*0.50 1*0.50", 8.0),
            ("0*0.25 1*0.75", 8.0),
            ("1", 8.0),
            ("1", 8.0),
        ])
    );
}

#[test]
fn r12_a_sprite_with_a_tree_shows_the_heaviest_and_changes_past_the_margin() {
    let script = || {
        Script::default().state("s").on("execute", |ask| {
            if ask.world().step == 1 {
                ask.set("go", 1.0);
            }
        })
    };
    // Half and half after the second step: no change yet. The height is the mean.
    assert_eq!(
        story(&sprite(false, script()).with_tree(tree), 4),
        of(&[("0", 0.0), ("0", 4.0), ("1", 8.0), ("1", 8.0)])
    );
    assert_eq!(
        story(&sprite(true, script()).with_tree(tree), 4),
        of(&[("0", 0.0), ("0*0.50 1*0.50", 4.0), ("1", 8.0), ("1", 8.0)])
    );
}

fn part(name: &str, parent: Option<u16>, at: (f32, f32), order: f32, picture: u32) -> PartDef {
    PartDef {
        name: name.into(),
        parent,
        at: Vec2::new(at.0, at.1),
        rotation: 0.0,
        scale: Vec2::new(1.0, 1.0),
        opacity: 1.0,
        order,
        picture: Some(PictureId(picture)),
    }
}

fn key<T>(time: f64, value: T) -> Key<T> {
    Key {
        time,
        value,
        ease: Ease::Linear,
    }
}

/// A torso (picture 0) with a head (1) on it, painted behind it, and a hand (2). `idle` is rest; `walk` moves the torso
/// 20 to the right in a second, and gives the hand another picture (3) halfway; `punch` turns the head.
fn puppet(script: Script) -> Scene {
    let mut scene = Scene::one(script);
    let clip = |name: &str, keys: Vec<PartKeys>, mode, lift| {
        Clip::new(ClipSpec {
            name: name.into(),
            frames: 1,
            keys,
            durations: Durations::Total(1.0),
            mode,
            lift,
            ..ClipSpec::default()
        })
        .expect("a sound clip")
    };
    let walk = vec![
        PartKeys {
            part: 0,
            moves: vec![key(0.0, (0.0, 0.0)), key(1.0, (20.0, 0.0))],
            ..PartKeys::default()
        },
        PartKeys {
            part: 2,
            pictures: vec![key(0.0, Some(PictureId(2))), key(0.5, Some(PictureId(3)))],
            ..PartKeys::default()
        },
    ];
    let punch = PartKeys {
        part: 1,
        turns: vec![key(0.0, 90.0)],
        ..PartKeys::default()
    };
    scene.clips = Arc::new(ClipSet::new(vec![
        clip("idle", Vec::new(), Mode::Loop, 0.0),
        clip("walk", walk, Mode::Loop, 10.0),
        clip("punch", vec![punch], Mode::Normal, 0.0),
    ]));
    let rig = RigDef::new(
        vec![
            part("torso", None, (0.0, -20.0), 0.0, 0),
            part("head", Some(0), (0.0, -10.0), -1.0, 1),
            part("hand", None, (5.0, -15.0), 1.0, 2),
        ],
        &scene.clips,
    );
    scene.rig = Some(rig.expect("a sound rig"));
    scene.pictures = pictures(4);
    scene
}

fn places(figure: &Figure) -> Vec<String> {
    let parts = figure.parts.iter();
    let place = |part: &PartFigure| {
        let at = part.transform.apply(Vec2::default());
        format!("{} at {:.2} {:.2}", shown(part), at.x, at.y)
    };
    parts.map(place).collect()
}

fn walker() -> Script {
    Script::default().state("s").clip("walk")
}

#[test]
fn r11_a_puppets_parts_are_drawn_in_order_and_between_the_steps() {
    let mut run = puppet(walker()).open();
    run.step();
    // Who has just arrived comes from nowhere.
    for fraction in [0.0, 1.0] {
        let figure = &run.stage.figures(fraction)[0];
        assert_eq!(
            places(figure),
            ["1 at 2.00 -30.00", "0 at 2.00 -20.00", "2 at 5.00 -15.00"]
        );
        assert!(figure.puppet);
        assert_eq!(figure.lift, 10.0);
    }
    run.step();
    for (fraction, x) in [(-1.0, 2.0), (0.0, 2.0), (0.25, 2.5), (1.0, 4.0), (9.0, 4.0)] {
        let figure = &run.stage.figures(fraction)[0];
        let head = format!("1 at {x:.2} -30.00");
        let torso = format!("0 at {x:.2} -20.00");
        assert_eq!(places(figure), [head, torso, "2 at 5.00 -15.00".into()]);
    }
    run.steps(3);
    assert_eq!(parts(&run.stage.figures(1.0)[0]), ["1", "0", "3"]);
}

#[test]
fn a_puppet_that_changes_its_clip_shows_it_in_the_same_step() {
    let script = walker()
        .lasts(0.1)
        .next("t")
        .state("t")
        .clip("idle")
        .fade(0.0);
    let mut run = puppet(script).open();
    run.step();
    assert_eq!(places(&run.stage.figures(1.0)[0])[1], "0 at 0.00 -20.00");
    assert_eq!(run.stage.figures(1.0)[0].lift, 0.0);
}

#[test]
fn a_puppets_height_follows_the_weights_between_the_steps_too() {
    let script = Script::default().state("s").on("execute", |ask| {
        if ask.world().step == 1 {
            ask.set("go", 1.0);
        }
    });
    let mut run = puppet(script).with_tree(tree).open();
    run.steps(2);
    let lifts = [0.0, 0.5, 1.0].map(|fraction| run.stage.figures(fraction)[0].lift);
    assert_eq!(lifts, [0.0, 2.5, 5.0]);
}

#[test]
fn r12_crossfade_mixes_a_puppets_pictures_by_weight() {
    let script = || {
        Script::default().state("s").on("execute", |ask| {
            if ask.world().step == 6 {
                ask.set("go", 0.0);
            } else if ask.world().step == 0 {
                ask.set("go", 1.0);
            }
        })
    };
    for (crossfade, hand) in [(false, "3"), (true, "2*0.50 3*0.50")] {
        let mut scene = puppet(script()).with_tree(tree);
        scene.crossfade = crossfade;
        let mut run = scene.open();
        run.steps(7);
        assert_eq!(parts(&run.stage.figures(1.0)[0]), ["1", "0", hand]);
        run.steps(1);
        assert_eq!(parts(&run.stage.figures(1.0)[0]), ["1", "0", "2"]);
    }
}

#[test]
fn a_part_that_is_not_to_be_seen_is_left_out() {
    let mut scene = puppet(walker());
    let parts_of = |opacity: f32, picture| {
        let mut parts = vec![part("torso", None, (0.0, 0.0), 0.0, 0)];
        parts.push(PartDef {
            opacity,
            picture,
            ..part("ghost", None, (0.0, 0.0), 0.0, 1)
        });
        parts.push(part("hand", None, (0.0, 0.0), 1.0, 2));
        parts
    };
    for (opacity, picture, seen) in [
        (1.0, Some(PictureId(1)), vec!["0", "1", "2"]),
        (0.0, Some(PictureId(1)), vec!["0", "2"]),
        (1.0, None, vec!["0", "2"]),
        (1.0, Some(PictureId(99)), vec!["0", "2"]),
    ] {
        let rig = RigDef::new(parts_of(opacity, picture), &scene.clips);
        scene.rig = Some(rig.expect("a sound rig"));
        let mut run = scene.open();
        run.step();
        assert_eq!(parts(&run.stage.figures(1.0)[0]), seen);
    }
}

#[test]
fn l2_a_rig_that_changed_keeps_how_its_parts_stand() {
    let mut run = puppet(walker()).open();
    run.steps(2);
    let mut scene = puppet(walker());
    let parts = vec![
        part("hat", None, (0.0, -50.0), 2.0, 3),
        part("torso", None, (0.0, -20.0), 0.0, 0),
    ];
    let unkeyed = |id: u16| {
        let clip = scene.clips.clip(crate::clip::ClipId(id));
        Clip::new(ClipSpec {
            name: clip.name().into(),
            frames: 1,
            durations: Durations::Total(1.0),
            ..ClipSpec::default()
        })
        .expect("a sound clip")
    };
    let clips = ClipSet::new((0..3).map(unkeyed).collect());
    scene.rig = Some(RigDef::new(parts, &clips).expect("a sound rig"));
    scene.clips = Arc::new(clips);
    run.reload(&scene);
    // The torso goes from where it stood to where it now belongs.
    let at = |fraction| places(&run.stage.figures(fraction)[0]);
    assert_eq!(at(0.0), ["0 at 4.00 -20.00", "3 at 0.00 -50.00"]);
    assert_eq!(at(1.0), ["0 at 0.00 -20.00", "3 at 0.00 -50.00"]);
}

#[test]
fn a_character_may_become_a_puppet_and_a_sprite_again() {
    let mut run = sprite(false, walker()).open();
    run.steps(2);
    run.reload(&puppet(walker()));
    assert_eq!(run.stage.figures(1.0)[0].parts.len(), 3);
    run.reload(&sprite(false, walker()));
    assert_eq!(parts(&run.stage.figures(0.5)[0]), ["1"]);
}
