//! The robot scene: its keys do what they say, its shots meet what they are aimed at, and its two tree files are one tree.

#![cfg(feature = "script")]

mod support;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use luppet::project::Project;
use luppet::session::Session;
use luppet::stage::EventKind;
use luppet::trace;
use serde_json::Value;
use support::root;

/// The bundled project's files in memory.
fn bundled() -> BTreeMap<String, Vec<u8>> {
    let project = Project::open(root()).expect("the bundled project");
    let files = project.files();
    let entry = |path: &str| (path.to_owned(), files.get(path).expect("a file").to_vec());
    files.paths().map(entry).collect()
}

/// A run of the scene, its last step as JSON by actor.
struct Run {
    session: Session,
    now: BTreeMap<String, Value>,
}

impl Run {
    /// Of the bundled project, which all tests share: its pictures are read once.
    fn new() -> Run {
        static PROJECT: LazyLock<Project> =
            LazyLock::new(|| Project::open(root()).expect("the bundled project"));
        Run::of(&PROJECT)
    }

    fn of(project: &Project) -> Run {
        let session = Session::new(project, "robot", 1).unwrap_or_else(|e| panic!("{e}"));
        assert!(
            session.load_errors().is_empty(),
            "{:?}",
            session.load_errors()
        );
        let now = BTreeMap::new();
        Run { session, now }
    }

    /// One step; no error, trip or notice may come of it.
    fn step(&mut self) {
        self.session.step();
        let mut out = Vec::new();
        trace::write_step(&self.session, &mut out).expect("a trace");
        let text = String::from_utf8(out).expect("UTF-8");
        let lines = support::lines(&text).into_iter();
        let named = lines.map(|line| (line["actor"].as_str().unwrap_or("").to_owned(), line));
        self.now = named.collect();
        for event in self.session.drain_events() {
            let wrong = matches!(
                event.kind,
                EventKind::Error { .. } | EventKind::Trip { .. } | EventKind::Notice { .. }
            );
            assert!(!wrong, "{event:?}");
        }
    }

    fn steps(&mut self, count: u32) {
        for _ in 0..count {
            self.step();
        }
    }

    fn robot(&self) -> &Value {
        &self.now["robot"]
    }

    fn number(&self, key: &str) -> f64 {
        self.robot()[key]
            .as_f64()
            .unwrap_or_else(|| panic!("{key}"))
    }

    /// A clip of the robot in the output.
    fn clip(&self, name: &str) -> Option<Value> {
        let clips = self.robot()["clips"].as_array().expect("clips");
        clips.iter().find(|clip| clip["clip"] == name).cloned()
    }

    fn fire_weight(&self) -> f64 {
        self.robot()["triggers"]["fire"].as_f64().expect("a weight")
    }

    fn has_event(&self, actor: &str, kind: &str) -> bool {
        let events = self
            .now
            .get(actor)
            .and_then(|line| line["events"].as_array());
        events.is_some_and(|events| events.iter().any(|event| event["kind"] == kind))
    }
}

/// Keys held, the pointer's x, the clip of the legs, and whether it runs forward; which way it goes on the screen.
type Way = (&'static [&'static str], i32, &'static str, bool, (f64, f64));

#[test]
fn it_walks_in_all_eight_directions_whichever_way_it_looks() {
    let (ahead, behind) = (470, 4);
    let ways: [Way; 16] = [
        (&["right"], ahead, "walk", true, (1.0, 0.0)),
        (&["right", "up"], ahead, "walk", true, (1.0, -1.0)),
        (&["up"], ahead, "step", true, (0.0, -1.0)),
        (&["left", "up"], ahead, "walk", false, (-1.0, -1.0)),
        (&["left"], ahead, "walk", false, (-1.0, 0.0)),
        (&["left", "down"], ahead, "walk", false, (-1.0, 1.0)),
        (&["down"], ahead, "step", false, (0.0, 1.0)),
        (&["right", "down"], ahead, "walk", true, (1.0, 1.0)),
        (&["left"], behind, "walk", true, (-1.0, 0.0)),
        (&["left", "up"], behind, "walk", true, (-1.0, -1.0)),
        (&["up"], behind, "step", true, (0.0, -1.0)),
        (&["right", "up"], behind, "walk", false, (1.0, -1.0)),
        (&["right"], behind, "walk", false, (1.0, 0.0)),
        (&["right", "down"], behind, "walk", false, (1.0, 1.0)),
        (&["down"], behind, "step", false, (0.0, 1.0)),
        (&["left", "down"], behind, "walk", true, (-1.0, 1.0)),
    ];
    for (keys, pointer, legs, forward, (dx, dy)) in ways {
        let mut run = Run::new();
        run.session.pointer(pointer, 150);
        run.steps(2);
        let facing = if pointer == ahead { 1.0 } else { -1.0 };
        assert_eq!(run.number("facing"), facing, "{keys:?}");
        for key in keys {
            assert!(run.session.press(key));
        }
        // The fade to the legs of that way is over before the floor's edge is reached.
        run.steps(32);
        let clip = run
            .clip(legs)
            .unwrap_or_else(|| panic!("{keys:?}: {}", run.robot()));
        assert_eq!(clip["weight"], 1, "{keys:?} facing {facing}");
        assert_eq!(run.robot()["state"], "walk");
        let (x, y) = (run.number("x"), run.number("y"));
        run.step();
        let after = run.clip(legs).expect("the same clip");
        let moved =
            after["time"].as_f64().expect("a time") - clip["time"].as_f64().expect("a time");
        // A step is much shorter than half a clip, so the sign tells, loop or no loop.
        let length = if legs == "walk" { 0.8 } else { 0.6 };
        let moved = (moved / length + 1.5).rem_euclid(1.0) - 0.5;
        assert_eq!(moved > 0.0, forward, "{keys:?} facing {facing}: {moved}");
        let sign = |by: f64| if by.abs() < 1e-9 { 0.0 } else { by.signum() };
        let went = (sign(run.number("x") - x), sign(run.number("y") - y));
        assert_eq!(went, (dx, dy), "{keys:?}");
        for key in keys {
            assert!(run.session.release(key));
        }
        run.steps(40);
        assert_eq!(run.robot()["state"], "stand");
        assert_eq!(run.clip("stand").expect("standing")["weight"], 1);
    }
}

#[test]
fn turning_back_in_the_middle_of_a_walk_goes_on_from_the_same_picture() {
    let mut run = Run::new();
    run.session.pointer(470, 150);
    assert!(run.session.press("right"));
    run.steps(47);
    assert!(run.session.release("right"));
    assert!(run.session.press("left"));
    let time = |run: &Run| {
        run.clip("walk").expect("walking")["time"]
            .as_f64()
            .expect("a time")
    };
    let mut before = time(&run);
    // Through the whole turn, one step never moves the clip by more than a step and a little.
    for _ in 0..40 {
        run.step();
        let now = time(&run);
        let by = ((now - before) / 0.8 + 1.5).rem_euclid(1.0) - 0.5;
        assert!(by.abs() * 0.8 <= 1.05 / 60.0, "from {before} to {now}");
        before = now;
    }
}

#[test]
fn it_leans_into_a_walk_ahead_and_not_into_one_backward() {
    let lean = |key: &str| {
        let mut run = Run::new();
        run.session.pointer(470, 150);
        assert!(run.session.press(key));
        run.steps(60);
        run.clip("leaning")
            .map_or(0.0, |clip| clip["weight"].as_f64().unwrap_or(0.0))
    };
    assert!(lean("right") > 0.9);
    assert_eq!(lean("left"), 0.0);
}

#[test]
fn a_shot_flashes_and_three_hits_bring_a_drone_down_for_a_while() {
    let mut run = Run::new();
    run.session.pointer(330, 98);
    run.steps(30);
    assert_eq!(run.fire_weight(), 0.0);
    assert!(run.session.press("space"));
    assert!(run.session.release("space"));
    let (mut most, mut flashes, mut bolts, mut hits) = (0.0_f64, 0, 0, 0);
    for _ in 0..60 {
        // It hovers and drifts: aim where it is.
        let x = run.now["drone_2"]["x"].as_f64().expect("x");
        run.session.pointer(x.round() as i32, 100);
        run.step();
        most = most.max(run.fire_weight());
        flashes += u32::from(run.has_event("robot", "marker"));
        bolts += u32::from(run.has_event("robot", "spawn"));
        hits +=
            u32::from(run.now["drone_2"]["state"] == "hit" && run.has_event("drone_2", "change"));
    }
    assert_eq!((flashes, bolts, hits), (1, 1, 1), "one shot");
    assert_eq!(most, 1.0);
    assert_eq!(run.fire_weight(), 0.0);
    assert!(
        !run.now.keys().any(|name| name.contains("bolt")),
        "it has left"
    );

    assert!(run.session.press("space"));
    let (mut down, mut back) = (None, None);
    for step in 0..420 {
        let x = run.now["drone_2"]["x"].as_f64().expect("x");
        run.session.pointer(x.round() as i32, 100);
        run.step();
        let state = run.now["drone_2"]["state"].clone();
        if state == "down" && down.is_none() {
            down = Some(step);
            assert!(run.session.release("space"));
        }
        if state == "hover" && down.is_some() && back.is_none() {
            back = Some(step);
        }
    }
    let (down, back) = (down.expect("it falls"), back.expect("it rises"));
    assert!(down < 120, "two more hits, at {down}");
    assert!(
        (240..300).contains(&(back - down)),
        "down for {}",
        back - down
    );
}

#[test]
fn without_a_pointer_it_aims_at_the_nearest_drone() {
    let mut run = Run::new();
    assert!(run.session.press("fire"));
    run.steps(240);
    let fallen = run
        .now
        .values()
        .filter(|line| line["previous"] == "down" || line["state"] == "down");
    assert!(fallen.count() >= 1);
}

/// What is known by a block's key in one form is known by another in the other: what is left must be the same.
fn without_keys(line: &mut Value) {
    if let Some(angles) = line.get_mut("angles").and_then(Value::as_object_mut) {
        let values: Vec<_> = std::mem::take(angles)
            .into_iter()
            .map(|(_, angle)| angle)
            .collect();
        line["angles"] = Value::Array(values);
    }
    if let Some(fades) = line.get_mut("fades").and_then(Value::as_array_mut) {
        for fade in fades {
            fade.as_object_mut().expect("a fade").remove("block");
        }
    }
}

#[test]
fn both_tree_files_are_the_same_tree() {
    const FILE: &str = "assets/characters/robot/robot.character.ron";
    const NEOAXIS: &str = "tree: \"robot.animationTree\"";
    let mut files = bundled();
    let one = Project::from_files(&files).expect("the project");
    let text = String::from_utf8(files[FILE].clone()).expect("UTF-8");
    assert!(text.contains(NEOAXIS));
    let text = text.replace(NEOAXIS, "tree: \"robot.tree.ron\"");
    files.insert(FILE.to_owned(), text.into_bytes());
    let other = Project::from_files(&files).expect("the project with the other tree");

    let (mut one, mut other) = (Run::of(&one), Run::of(&other));
    let keys = ["right", "up", "fire", "left", "down"];
    let mut fades = 0;
    for step in 0..600_u32 {
        for run in [&mut one, &mut other] {
            // Each key goes down and up on a beat of its own, and the pointer wanders.
            for (i, key) in keys.iter().enumerate() {
                let beat = 23 + 14 * i as u32;
                if step % beat == 0 {
                    _ = if step / beat % 2 == 1 {
                        run.session.press(key)
                    } else {
                        run.session.release(key)
                    };
                }
            }
            let at = |every: u32, most: u32| (step / every * 131 % most) as i32;
            run.session.pointer(at(40, 480), 30 + at(31, 220));
            run.step();
            run.now.values_mut().for_each(without_keys);
        }
        fades += u32::from(one.robot().get("fades").is_some());
        assert_eq!(one.now, other.now, "step {step}");
        if step % 20 == 0 {
            let (one, other) = (one.session.frame(1.0), other.session.frame(1.0));
            assert_eq!(one.to_string(), other.to_string(), "step {step}");
        }
    }
    assert!(fades > 50, "only {fades} steps with fades");
}
