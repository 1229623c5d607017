//! Boxes on the stage: of the frame in view, mirrored and raised with the drawing;
//! whether two touch.

use std::sync::Arc;

use super::scene::Scene;
use super::script::Script;
use crate::clip::{BoxSpec, Clip, ClipId, ClipSet, ClipSpec, Durations, Mode, PictureId};
use crate::geom::Rect;
use crate::stage::{CharacterDef, Facing, HitBox, Standing};

fn spec(name: &str, frame: Option<usize>, rect: (f32, f32, f32, f32)) -> BoxSpec {
    BoxSpec {
        name: name.into(),
        frame,
        rect: Rect::new(rect.0, rect.1, rect.2, rect.3),
    }
}

/// `kick` (0) has none; `punch` (1) has a body, and a fist in its second frame, and stands 5 above the ground.
fn boxed() -> ClipSet {
    let clip = |name: &str, boxes: Vec<BoxSpec>, lift| {
        Clip::new(ClipSpec {
            name: name.into(),
            frames: 3,
            pictures: (0..3).map(PictureId).collect(),
            durations: Durations::Each(0.1),
            mode: Mode::Loop,
            boxes,
            lift,
            ..ClipSpec::default()
        })
        .expect("a sound clip")
    };
    let boxes = vec![
        spec("body", None, (-10.0, -40.0, 20.0, 40.0)),
        spec("body", Some(3), (-12.0, -30.0, 20.0, 30.0)),
        spec("fist", Some(2), (10.0, -30.0, 15.0, 6.0)),
    ];
    ClipSet::new(vec![
        clip("kick", Vec::new(), 0.0),
        clip("punch", boxes, 5.0),
    ])
}

fn character(faces: Facing) -> CharacterDef {
    let mut scene = Scene::new().script("s", Script::default());
    scene.clips = Arc::new(boxed());
    scene.faces = faces;
    match &scene.cast().characters["s"] {
        Ok(kind) => CharacterDef::clone(&kind.character),
        Err(wrong) => panic!("{wrong}"),
    }
}

fn standing<'a>(
    character: &'a CharacterDef,
    frames: &'a [(ClipId, u32)],
    facing: f64,
) -> Standing<'a> {
    Standing {
        character,
        frames,
        x: 100.0,
        y: 200.0,
        facing,
    }
}

#[test]
fn g1_a_box_is_mirrored_and_raised_with_the_drawing() {
    for (faces, facing, clip, frame, name, place) in [
        (
            Facing::Right,
            1.0,
            1,
            1,
            "body",
            Some((90.0, 155.0, 20.0, 40.0)),
        ),
        (
            Facing::Right,
            1.0,
            1,
            2,
            "fist",
            Some((110.0, 165.0, 15.0, 6.0)),
        ),
        (
            Facing::Right,
            -1.0,
            1,
            2,
            "fist",
            Some((75.0, 165.0, 15.0, 6.0)),
        ),
        // A drawing that looks left is mirrored when it faces right.
        (
            Facing::Left,
            1.0,
            1,
            2,
            "fist",
            Some((75.0, 165.0, 15.0, 6.0)),
        ),
        (
            Facing::Left,
            -1.0,
            1,
            2,
            "fist",
            Some((110.0, 165.0, 15.0, 6.0)),
        ),
        // A frame's own box goes before the clip's.
        (
            Facing::Right,
            1.0,
            1,
            3,
            "body",
            Some((88.0, 165.0, 20.0, 30.0)),
        ),
        (
            Facing::Right,
            -1.0,
            1,
            3,
            "body",
            Some((92.0, 165.0, 20.0, 30.0)),
        ),
        (Facing::Right, 1.0, 1, 1, "fist", None),
        (Facing::Right, 1.0, 0, 1, "body", None),
        (Facing::Right, 1.0, 1, 1, "foot", None),
    ] {
        let character = character(faces);
        let found = standing(&character, &[(ClipId(clip), frame)], facing).hit_box(name);
        let found = found.map(|b| (b.x, b.y, b.w, b.h));
        assert_eq!(found, place, "{faces:?} {facing} {clip} {frame} {name}");
    }
    let character = character(Facing::Right);
    let mut nobody = standing(&character, &[(ClipId(1), 1)], 1.0);
    assert_eq!(nobody.box_names(), ["body", "fist"]);
    assert_eq!(nobody.hit_boxes().count(), 1);
    nobody.frames = &[];
    assert_eq!(nobody.hit_box("body"), None);
    assert_eq!(nobody.hit_boxes().count(), 0);
}

#[test]
fn boxes_touch_where_they_have_some_area_in_common() {
    let hit_box = |x, y, w, h| HitBox { x, y, w, h };
    let one = hit_box(0.0, 0.0, 10.0, 10.0);
    for (other, touches) in [
        (hit_box(5.0, 5.0, 10.0, 10.0), true),
        (hit_box(2.0, 2.0, 1.0, 1.0), true),
        (hit_box(-5.0, -5.0, 30.0, 30.0), true),
        (hit_box(9.999, 0.0, 1.0, 1.0), true),
        // Edges and corners alone.
        (hit_box(10.0, 0.0, 5.0, 10.0), false),
        (hit_box(-5.0, 0.0, 5.0, 10.0), false),
        (hit_box(0.0, 10.0, 10.0, 5.0), false),
        (hit_box(10.0, 10.0, 5.0, 5.0), false),
        // One beside the other, one above the other.
        (hit_box(20.0, 0.0, 5.0, 10.0), false),
        (hit_box(0.0, 20.0, 10.0, 5.0), false),
        // Without area nothing is in common.
        (hit_box(5.0, 5.0, 0.0, 4.0), false),
        (hit_box(5.0, 5.0, 4.0, 0.0), false),
    ] {
        assert_eq!(one.touches(&other), touches, "{other:?}");
        assert_eq!(other.touches(&one), touches, "{other:?}");
    }
}

#[test]
fn m7_a_view_tells_the_frame_as_the_step_began() {
    let script = Script::default()
        .state("s")
        .clip("punch")
        .on("execute", |ask| {
            let view = ask.view("b").expect("the other");
            let body = Standing::of(view).hit_box("body");
            let text = format!("{} {:?}", view.frame, body.map(|b| b.h));
            ask.log(text);
        });
    let mut scene = Scene::one(script).actor("b", "s");
    scene.clips = Arc::new(boxed());
    let mut run = scene.open();
    let mut seen = Vec::new();
    for _ in 0..4 {
        run.step();
        seen.extend(run.events_of("a").into_iter().filter(|e| e.contains("log")));
    }
    assert_eq!(
        seen,
        [
            "a log 0 None",
            "a log 2 Some(40.0)",
            "a log 3 Some(30.0)",
            "a log 1 Some(40.0)"
        ]
    );
}
