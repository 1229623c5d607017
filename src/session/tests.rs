//! A run's clock, inputs and log, with decisions taken in Rust: these tests need no Lua.

use std::collections::BTreeMap;
use std::io;
use std::rc::Rc;
use std::sync::Arc;

use super::*;
use crate::error::Place;
use crate::project::Files;
use crate::random::Stream;
use crate::stage::{ActorId, Answer, Call, Data, Fault, InputKey, Kind, Requests, View};

struct Memory(BTreeMap<&'static str, Vec<u8>>);

impl Files for Memory {
    fn paths(&self) -> io::Result<Vec<String>> {
        Ok(self.0.keys().map(|path| (*path).to_owned()).collect())
    }

    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        self.0
            .get(path)
            .cloned()
            .ok_or_else(|| io::ErrorKind::NotFound.into())
    }
}

fn picture() -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 16, 8);
    encoder.set_color(png::ColorType::Rgba);
    let mut writer = encoder.write_header().expect("a header");
    writer.write_image_data(&[255; 16 * 8 * 4]).expect("pixels");
    drop(writer);
    bytes
}

const SCENE: &str = r#"Scene(
    actors: [Actor(name: "one", character: "dot", at: (20, 30))],
    keys: { "jump": ["space"] },
)"#;
const DOT: &str = r#"Character(
    sheet: Grid(image: "dot.png", cell: (8, 8)),
    clips: { "still": Clip(row: 1, frames: 2, each: 0.1) },
)"#;

fn project() -> Project {
    let files = BTreeMap::from([
        ("assets/scenes/field.scene.ron", SCENE.into()),
        ("assets/characters/dot.character.ron", DOT.into()),
        ("assets/dot.png", picture()),
        ("scripts/.keep.lua", Vec::new()),
    ]);
    Project::from_files(&Memory(files)).expect("a project")
}

/// A brain with nothing to decide.
struct Nobody;

impl Brain for Nobody {
    fn arrive(
        &mut self,
        _: ActorId,
        _: &Rc<str>,
        _: &Arc<Kind>,
        _: &[(String, Data)],
        _: Stream,
    ) -> Result<(), Fault> {
        Ok(())
    }

    fn leave(&mut self, _: ActorId, _: &View) {}

    fn call(&mut self, _: &Call<'_>, _: &mut Requests) -> Result<Answer, Fault> {
        Ok(Answer::Nothing)
    }
}

fn run() -> Session {
    Session::with_brain(&project(), "field", 1, Box::new(Nobody), |_| None).expect("a run")
}

/// Seconds given to `advance`, steps played in all and the fraction left, at 60 steps a second.
#[test]
fn whole_steps_are_played_and_the_rest_is_kept() {
    let cases: &[(&[f64], u64, f64)] = &[
        (&[], 0, 0.0),
        (&[1.0], 60, 0.0),
        (&[0.5 / 60.0], 0, 0.5),
        (&[0.5 / 60.0, 0.5 / 60.0], 1, 0.0),
        (&[2.25 / 60.0], 2, 0.25),
        (&[0.1, 0.1, 0.1], 18, 0.0),
        (&[-1.0, f64::NAN, f64::INFINITY, 0.0], 0, 0.0),
    ];
    for (given, steps, left) in cases {
        let mut run = run();
        for seconds in *given {
            run.advance(*seconds);
        }
        assert_eq!(run.steps(), *steps, "{given:?}");
        assert!(
            (run.fraction() - left).abs() < 1e-6,
            "{given:?}: {}",
            run.fraction()
        );
    }
}

#[test]
fn an_hour_in_odd_pieces_loses_no_step() {
    let mut session = run();
    let mut steps = 0;
    for _ in 0..3600 * 144 {
        steps += session.due(1.0 / 144.0);
    }
    assert_eq!(steps, 3600 * 60);
}

#[test]
fn inputs_are_recorded_with_their_step() {
    let mut run = run();
    assert!(run.press("jump") && run.press("a") && run.key("space", true));
    assert!(!run.press("jmup") && !run.key("jump", true));
    run.step();
    run.pointer(3, 4);
    assert!(run.send("one", "hit", [("damage", 5.0)]).is_ok());
    let steps: Vec<_> = run.log().iter().map(|(step, _)| *step).collect();
    assert_eq!(steps, [0, 0, 0, 1, 1]);
    assert_eq!(
        run.log()[0].1,
        Logged::Key {
            key: InputKey::Name(Rc::from("jump")),
            down: true
        }
    );
    assert_eq!(
        run.log()[1].1,
        Logged::Key {
            key: InputKey::Key("a"),
            down: true
        }
    );
    let error = run.send("oen", "hit", []).expect_err("nobody of that name");
    assert!(error.message.contains("one"), "{error}");
}

#[test]
fn a_scene_that_is_not_there_is_named_with_the_nearest() {
    let error = Session::with_brain(&project(), "feild", 1, Box::new(Nobody), |_| None);
    let told = error.expect_err("no such scene").to_string();
    assert!(told.contains("feild") && told.contains("field"), "{told}");
}

#[test]
fn a_save_is_one_swap_or_nothing() {
    let mut run = run();
    run.step();
    let change = |path: &str, text: &str| FileChange {
        path: path.into(),
        content: Some(Arc::from(text.as_bytes())),
    };
    let length = |run: &Session| {
        let actor = run.stage().actors().next().expect("an actor");
        let clips = &actor.kind.character.clips;
        clips
            .clip(clips.id("still").expect("a clip"))
            .length()
            .seconds()
    };
    let slow = DOT.replace("0.1", "0.4");
    // A whole file and a broken one settle together: neither is taken.
    run.reload(vec![
        change("assets/characters/dot.character.ron", &slow),
        change("assets/scenes/field.scene.ron", "Scene("),
    ]);
    run.step();
    assert!((length(&run) - 0.2).abs() < 1e-9);
    assert_eq!(run.load_errors().len(), 1, "{:?}", run.load_errors());
    assert_eq!(run.load_errors()[0].file, "assets/scenes/field.scene.ron");
    // Another file alone is not held up by the one that is still broken.
    run.reload(vec![change(
        "assets/characters/dot.character.ron",
        &DOT.replace("0.1", "0.3"),
    )]);
    run.step();
    assert!((length(&run) - 0.6).abs() < 1e-9);
    assert_eq!(run.load_errors().len(), 1, "the older fault stays in view");
    // Mended: the error goes.
    run.reload(vec![change("assets/scenes/field.scene.ron", SCENE)]);
    run.step();
    assert!(run.load_errors().is_empty(), "{:?}", run.load_errors());
    // A file that goes and comes back changes nothing in between.
    run.reload(vec![FileChange {
        path: "assets/dot.png".into(),
        content: None,
    }]);
    run.step();
    assert_eq!(run.load_errors().len(), 1);
    run.reload(vec![FileChange {
        path: "assets/dot.png".into(),
        content: Some(Arc::from(picture())),
    }]);
    run.step();
    assert!(run.load_errors().is_empty());
}

/// Line of an input file; what its error says, or nothing where it is well.
#[test]
fn input_files_are_read_line_by_line() {
    let run = run();
    let cases = [
        ("0.5 press jump", ""),
        ("0.5 press space # a comment", ""),
        ("   ", ""),
        ("# 0.5 press nothing", ""),
        ("1e-1 release jump", ""),
        ("1 pointer 3 -4", ""),
        (
            "1 send one hit {\"damage\": 5, \"note\": \"a # b\"} # now",
            "",
        ),
        ("1 send one hit", ""),
        ("1 reload scripts/a.lua there.lua", ""),
        ("1 reload scripts/a.lua gone.lua", "gone.lua"),
        ("1 reload a.lua there.lua", "no file of a project"),
        ("1 reload ../a.lua there.lua", "no file of a project"),
        (
            "1 reload scripts/../a.lua there.lua",
            "no file of a project",
        ),
        ("-1 press jump", "0 or more"),
        ("nan press jump", "0 or more"),
        ("soon press jump", "soon"),
        ("1", "press, release"),
        ("1 jump", "unknown command \"jump\""),
        ("1 press jmup", "jump"),
        ("1 press", "TIME press NAME"),
        ("1 press jump high", "TIME press NAME"),
        ("1 pointer 3", "TIME pointer X Y"),
        ("1 pointer 3 4.5", "whole number"),
        ("1 send one", "TIME send ACTOR NAME JSON"),
        ("1 send one hit {damage: 5}", "not JSON"),
        ("1 send one hit {} {}", "one JSON value"),
    ];
    let read = |path: &str| match path {
        "there.lua" => Ok(b"return {}".to_vec()),
        _ => Err(io::ErrorKind::NotFound.into()),
    };
    for (line, expected) in cases {
        let text = format!("# first line\n{line}\n");
        match Schedule::parse("keys.txt", &text, &run, &read) {
            Ok(_) => assert_eq!(expected, "", "{line}"),
            Err(errors) => {
                assert_eq!(errors.0.len(), 1, "{line}: {errors}");
                let error = &errors.0[0];
                assert!(
                    !expected.is_empty() && error.message.contains(expected),
                    "{line}: {error}"
                );
                assert_eq!(error.place.map(|place| place.line), Some(2), "{line}");
            }
        }
    }
}

/// Columns count characters, and are there; what a line holds does not get into a message whole.
#[test]
fn faults_of_input_files_have_their_place_and_few_words() {
    let run = run();
    let long = "n".repeat(5000);
    let cases = [
        ("soon press jump", 1),
        ("1 press jmup", 9),
        ("1 send ü hït {damage: 5}", 15),
        ("1 send ü hït {\"ü\": [1, ", 22),
        ("1 send one hit \"ü\u{a0}", 18),
        ("1 send one hit {} ü", 18),
        ("1", 2),
        ("1 ü", 3),
        (&format!("{long} press jump"), 1),
        (&format!("1 press {long}"), 9),
        (&format!("1 {long}"), 3),
        (&format!("1 pointer {long} 0"), 11),
        (&format!("1 reload {long} there.lua"), 10),
        (&format!("1 reload scripts/ü.lua {long}"), 24),
    ];
    let read = |_: &str| Err(io::ErrorKind::NotFound.into());
    for (line, column) in cases {
        let errors = Schedule::parse("keys.txt", line, &run, &read).expect_err(line);
        assert_eq!(errors.0.len(), 1, "{line}: {errors}");
        let error = &errors.0[0];
        assert_eq!(error.place, Some(Place { line: 1, column }), "{error}");
        assert!(error.message.len() < 300, "{error}");
    }
}

#[test]
fn a_file_that_many_lines_reload_is_read_once() {
    let run = run();
    let asked = std::cell::RefCell::new(Vec::new());
    let read = |path: &str| {
        asked.borrow_mut().push(path.to_owned());
        Ok(b"return {}".to_vec())
    };
    let text = "1 reload scripts/a.lua one\n2 reload scripts/a.lua two\n".repeat(50);
    Schedule::parse("keys.txt", &text, &run, &read).expect("a schedule");
    assert_eq!(*asked.borrow(), ["one", "two"]);
}

#[test]
fn of_many_faults_of_an_input_file_a_hundred_are_told() {
    let run = run();
    let read = |_: &str| Err(io::ErrorKind::NotFound.into());
    for (faults, told) in [(99, 99), (100, 100), (101, 100), (5000, 100)] {
        let text = "1 press jmup\n".repeat(faults);
        let errors = Schedule::parse("keys.txt", &text, &run, &read).expect_err("faults");
        assert_eq!(errors.0.len(), told, "{faults}");
    }
}

/// Rule I1: an input at time t is seen by the first step that starts at or after t.
#[test]
fn i1_an_input_is_seen_by_the_first_step_at_or_after_it() {
    let cases = [
        ("0", 0),
        ("0.001", 1),
        ("0.5", 30),
        ("0.50001", 31),
        ("0.51", 31),
    ];
    for (time, step) in cases {
        let mut run = run();
        let text = format!("{time} press a");
        let read = |_: &str| Err(io::ErrorKind::NotFound.into());
        let mut schedule = Schedule::parse("keys.txt", &text, &run, &read).expect("a schedule");
        for _ in 0..60 {
            schedule.feed(&mut run).expect("fed");
            run.step();
        }
        assert!(schedule.is_over());
        assert_eq!(run.log()[0].0, step, "{time}");
    }
}

/// A host's mistakes are no run without end, and no panic.
#[test]
fn absurd_times_do_no_harm() {
    let mut run = run();
    for dt in [f64::NAN, f64::NEG_INFINITY, f64::INFINITY, -1.0, 0.0, -0.0] {
        assert_eq!((run.due(dt), run.fraction()), (0, 0.0), "{dt}");
    }
    for dt in [f64::MAX, 1e300, 1e20, 86_400.0] {
        assert_eq!(run.due(dt), 86_400 * 60, "{dt}");
    }
    assert_eq!(run.due(f64::MIN_POSITIVE), 0);
    assert!((0.0..=1.0).contains(&run.fraction()));
    assert_eq!(run.frame(f64::NAN).size, (480, 270), "before any step");
}

#[test]
fn what_is_no_file_of_a_project_is_not_taken() {
    let mut run = run();
    let change = |path: &str| FileChange {
        path: path.into(),
        content: Some(Arc::from(&b"x"[..])),
    };
    let paths = [
        "",
        "a.lua",
        "/etc/x.lua",
        "scripts/../x.lua",
        "assets/a.txt",
    ];
    run.reload(paths.map(change).to_vec());
    run.step();
    assert_eq!(run.load_errors(), []);
    assert!(run.log().is_empty());
    assert_eq!(run.take_notices().len(), paths.len());
}

/// A message's data, and what its refusal says.
#[test]
fn a_host_sends_what_scripts_may_send() {
    let nest =
        |levels: usize| (0..levels).fold(Data::Nil, |inner, _| Data::record([("in", inner)]));
    let cases = [
        (nest(16), ""),
        (nest(17), "16 levels"),
        (Data::Text(vec![0; 4096]), ""),
        (Data::Text(vec![0; 4097]), "4096 bytes"),
        (Data::Number(f64::NAN), "not finite"),
        (Data::record([("x", f64::INFINITY.into())]), "not finite"),
    ];
    for (data, expected) in cases {
        let mut run = run();
        match run.send_data("one", "hit", data) {
            Ok(()) => assert_eq!((expected, run.log().len()), ("", 1)),
            Err(error) => {
                assert!(
                    !expected.is_empty() && error.message.contains(expected),
                    "{error}"
                );
                assert!(run.log().is_empty());
            }
        }
    }
    let error = run()
        .send("noe", "hit", [])
        .expect_err("nobody of that name");
    assert!(
        error.message.contains("one"),
        "before the first step too: {error}"
    );
}

/// What is wrong with a character that nobody plays stays in view, whatever else is saved and saved back.
#[test]
fn a_fault_that_stops_nothing_is_not_forgotten() {
    let mut run = run();
    let mut save = |path: &str, text: &str| {
        run.reload(vec![FileChange {
            path: path.into(),
            content: Some(Arc::from(text.as_bytes())),
        }]);
        run.step();
        run.load_errors().len()
    };
    assert_eq!(
        save("assets/characters/idler.character.ron", "Character("),
        1
    );
    assert_eq!(save("assets/characters/dot.character.ron", "Character("), 2);
    assert_eq!(save("assets/characters/dot.character.ron", DOT), 1);
    assert_eq!(save("assets/characters/idler.character.ron", DOT), 0);
}
