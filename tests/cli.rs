//! The command line as a user meets it: exit statuses, reports, bad projects.

#![cfg(feature = "script")]

mod support;

use std::fs;
use std::path::Path;

use support::{lines, luppet, root, run_in, sheet, stderr, stdout, write};
use tempfile::TempDir;

const SCENE: &str = r#"Scene(actors: [Actor(name: "hero", character: "hero", at: (120, 200))])"#;
const CHARACTER: &str = r#"Character(
    sheet: Grid(image: "hero.png", cell: (8, 8)),
    clips: {
        "idle": Clip(row: 1, frames: 2, each: 0.1),
        "punch": Clip(row: 2, frames: 4, mode: Normal, each: 0.05, markers: { "swing": 2 }),
    },
    script: "hero.lua",
    keys: { "punch": ["j"] },
)"#;
const SCRIPT: &str = r#"return {
  initial = "idle",
  states = {
    idle = { clip = "idle", execute = function(self)
      if input.pressed("punch") then return "punch" end
    end },
    punch = { clip = "punch", next = "idle" },
  },
}"#;

const SCENE_FILE: &str = "assets/scenes/arena.scene.ron";
const CHARACTER_FILE: &str = "assets/characters/hero.character.ron";
const SCRIPT_FILE: &str = "scripts/hero.lua";

/// A small whole project, with some of its files written anew.
fn project(changed: &[(&str, &str)]) -> TempDir {
    let folder = TempDir::new().expect("a folder");
    write(
        folder.path(),
        &[
            (SCENE_FILE, SCENE),
            (CHARACTER_FILE, CHARACTER),
            (SCRIPT_FILE, SCRIPT),
        ],
    );
    sheet(&folder.path().join("assets/hero.png"), 4, 2);
    write(folder.path(), changed);
    folder
}

fn trace(folder: &Path, more: &[&str]) -> std::process::Output {
    run_in(folder, &[&["trace", "arena"], more].concat())
}

/// The example of the design, number by number.
#[test]
fn a_trace_line_is_as_the_design_shows_it() {
    let folder = project(&[("keys.txt", "0.50 press punch # now\n\n# a comment\n")]);
    let run = trace(
        folder.path(),
        &["--steps", "7", "--hz", "10", "--input", "keys.txt"],
    );
    assert!(run.status.success(), "{}", stderr(&run));
    let text = stdout(&run);
    let line = text.lines().nth(5).expect("a sixth line");
    assert_eq!(
        line,
        concat!(
            r#"{"step":5,"time":0.6,"actor":"hero","state":"punch","previous":"idle","state_time":0.1,"x":120,"y":200,"facing":1,"#,
            r#""clips":[{"clip":"punch","time":0.1,"frame":3,"weight":1}],"params":{},"triggers":{},"#,
            r#""events":[{"kind":"change","from":"idle","to":"punch","why":"execute"},"#,
            r#"{"kind":"marker","clip":"punch","name":"swing","at":0.55}]}"#
        )
    );
    let first: serde_json::Value =
        serde_json::from_str(text.lines().next().expect("a line")).expect("JSON");
    assert_eq!(first["events"][0]["kind"], "start");
    let last = text.lines().nth(6).expect("a seventh line");
    assert!(
        last.contains(r#"{"kind":"finish","clip":"punch","at":0.7}"#),
        "{last}"
    );
    assert!(last.contains(r#""why":"next""#), "{last}");
}

/// The same numbers whatever the build: this text is kept in the repository.
#[test]
fn the_trace_of_a_small_run_is_as_it_was() {
    let folder = project(&[("keys.txt", "0.25 press j\n0.3 release j\n0.8 press punch\n")]);
    let run = trace(
        folder.path(),
        &["--steps", "80", "--seed", "9", "--input", "keys.txt"],
    );
    insta::assert_snapshot!(stdout(&run));
}

/// Status, and a part of what stderr says.
fn refused(folder: &Path, arguments: &[&str], status: i32, words: &[&str]) {
    let run = run_in(folder, arguments);
    let told = stderr(&run);
    assert_eq!(run.status.code(), Some(status), "{arguments:?}: {told}");
    assert_eq!(stdout(&run), "", "{arguments:?}");
    for word in words {
        assert!(
            told.contains(word),
            "{arguments:?} does not say {word:?}:\n{told}"
        );
    }
    assert!(!told.contains("panicked"), "{told}");
}

#[test]
fn bad_command_lines_end_with_2() {
    let folder = project(&[]);
    let cases: &[(&[&str], &str)] = &[
        (&["traec", "arena"], "trace"),
        (&["trace", "arena", "--steps", "many"], "--steps"),
        (&["trace", "arena", "--hz", "0"], "--hz"),
        (&["trace", "arena", "--hz", "1001"], "--hz"),
        (&["trace", "arena", "--input", "none.txt"], "none.txt"),
        (&["record", "arena", "-o", "out.bmp"], ".gif"),
        (
            &["record", "arena", "-o", "out.gif", "--seconds", "-1"],
            "--seconds",
        ),
        (&["record", "arena", "-o", "out.gif", "--fps", "0"], "--fps"),
    ];
    for (arguments, word) in cases {
        refused(folder.path(), arguments, 2, &[word]);
    }
}

/// What is wrong in which file, and what the report must say of it.
#[test]
#[allow(clippy::too_many_lines)] // a table
fn bad_projects_end_with_1_and_say_where() {
    let cases: &[(&str, String, &[&str])] = &[
        (
            SCENE_FILE,
            SCENE.replace("character: \"hero\"", "character: \"hreo\""),
            &[SCENE_FILE, "hreo", "hero"],
        ),
        (
            SCENE_FILE,
            SCENE.replace("at:", "att:"),
            &[SCENE_FILE, "att", "at"],
        ),
        (SCENE_FILE, String::new(), &[SCENE_FILE]),
        (
            SCENE_FILE,
            SCENE.replace("at: (120, 200)", "at: (120, 200), with: { \"pace\": 2 }"),
            &[SCENE_FILE, "pace"],
        ),
        (
            CHARACTER_FILE,
            CHARACTER.replace("row: 2", "row: 3"),
            &[CHARACTER_FILE, "3"],
        ),
        (
            CHARACTER_FILE,
            CHARACTER.replace("frames: 4", "frames: 9"),
            &[CHARACTER_FILE, "9"],
        ),
        (
            CHARACTER_FILE,
            CHARACTER.replace("each: 0.05", "each: -1"),
            &[CHARACTER_FILE, "-1"],
        ),
        (
            CHARACTER_FILE,
            CHARACTER.replace("each: 0.05", "each: 0"),
            &[CHARACTER_FILE],
        ),
        (
            CHARACTER_FILE,
            CHARACTER.replace("each: 0.05", "each: inf"),
            &[CHARACTER_FILE],
        ),
        (
            CHARACTER_FILE,
            CHARACTER.replace("hero.png", "../../hero.png"),
            &[CHARACTER_FILE, "leave"],
        ),
        (
            CHARACTER_FILE,
            CHARACTER.replace("hero.png", "heor.png"),
            &[CHARACTER_FILE, "heor.png", "hero.png"],
        ),
        (
            CHARACTER_FILE,
            CHARACTER.replace("hero.lua", "heor.lua"),
            &[CHARACTER_FILE, "heor.lua", "hero.lua"],
        ),
        (SCRIPT_FILE, String::new(), &[SCRIPT_FILE]),
        (
            SCRIPT_FILE,
            SCRIPT.replace("return {", "return {{"),
            &[SCRIPT_FILE],
        ),
        (
            SCRIPT_FILE,
            SCRIPT.replace("clip = \"punch\"", "clip = \"pnuch\""),
            &[SCRIPT_FILE, "pnuch", "punch"],
        ),
        (
            SCRIPT_FILE,
            SCRIPT.replace("next = \"idle\"", "next = \"ilde\""),
            &[SCRIPT_FILE, "ilde", "idle"],
        ),
        (
            SCRIPT_FILE,
            SCRIPT.replace("next =", "nxet ="),
            &[SCRIPT_FILE, "nxet", "next"],
        ),
        (
            SCRIPT_FILE,
            "while true do end".into(),
            &[SCRIPT_FILE, "work limit"],
        ),
        (
            SCRIPT_FILE,
            "local t = {} while true do t[#t + 1] = (\"x\"):rep(1e6) end".into(),
            &[SCRIPT_FILE, "memory"],
        ),
        (
            SCRIPT_FILE,
            "error('on purpose')".into(),
            &[SCRIPT_FILE, "on purpose"],
        ),
        ("assets/hero.png", "not a picture".into(), &["hero.png"]),
    ];
    for (file, text, words) in cases {
        let folder = project(&[(file, text)]);
        refused(folder.path(), &["trace", "arena", "--steps", "5"], 1, words);
        let kept = fs::read_to_string(folder.path().join(file)).expect("the file");
        assert_eq!(&kept, text, "the file was touched");
    }
}

#[test]
fn what_is_not_there_is_said_with_the_nearest() {
    let folder = project(&[]);
    refused(folder.path(), &["trace", "arnea"], 1, &["arnea", "arena"]);
    refused(
        folder.path(),
        &["trace", "arena", "--project", "nowhere"],
        1,
        &["nowhere"],
    );
    write(
        folder.path(),
        &[(
            "keys.txt",
            "0.5 press pnuch\n1 jump\nsoon press punch\n2 send nobody hit\n",
        )],
    );
    refused(
        folder.path(),
        &["trace", "arena", "--input", "keys.txt"],
        1,
        &["keys.txt:1:11", "pnuch", "punch", ":2:", ":3:"],
    );
    let empty = TempDir::new().expect("a folder");
    refused(
        empty.path(),
        &["trace", "arena", "--project", "."],
        1,
        &["assets"],
    );
}

/// A script that raises, spins or eats memory costs its own actor only.
#[test]
fn a_bad_callback_is_an_event_and_the_others_play_on() {
    let two = r#"Scene(actors: [
        Actor(name: "bad", character: "hero", script: "bad.lua", at: (20, 200)),
        Actor(name: "hero", character: "hero", at: (120, 200)),
    ])"#;
    let alone = {
        let folder = project(&[("keys.txt", "0.5 press j")]);
        hero_lines(&trace(
            folder.path(),
            &["--steps", "60", "--input", "keys.txt"],
        ))
    };
    let cases = [
        ("error('on purpose')", "error", "on purpose"),
        ("local x = nil; x.y = 1", "error", "nil"),
        ("while true do end", "trip", "work limit"),
        (
            "while true do pcall(function() while true do end end) end",
            "trip",
            "work limit",
        ),
        (
            "local t = {} while true do t[#t + 1] = (\"x\"):rep(1e6) end",
            "trip",
            "memory",
        ),
        ("return 'nowhere'", "error", "nowhere"),
        ("return 5", "error", "state"),
        ("self.x = 0 / 0", "error", "x"),
        (
            "self:change('a', 'b') self:chnage('idle')",
            "error",
            "change",
        ),
    ];
    for (body, kind, word) in cases {
        let script = format!(
            "return {{ initial = 's', states = {{ s = {{ execute = function(self) {body} end }} }} }}"
        );
        let folder = project(&[
            (SCENE_FILE, two),
            ("scripts/bad.lua", &script),
            ("keys.txt", "0.5 press j"),
        ]);
        let run = trace(folder.path(), &["--steps", "60", "--input", "keys.txt"]);
        assert!(run.status.success(), "{body}: {}", stderr(&run));
        assert_eq!(hero_lines(&run), alone, "{body}");
        let lines = lines(&stdout(&run));
        let events: Vec<_> = lines
            .iter()
            .filter(|line| line["actor"] == "bad")
            .flat_map(|line| line["events"].as_array().cloned().unwrap_or_default())
            .filter(|event| event["kind"] == kind)
            .collect();
        assert!(
            !events.is_empty() && events.len() <= 3,
            "{body}: {events:?}"
        );
        let text = events[0]["text"].as_str().unwrap_or("");
        assert!(text.contains(word), "{body}: {text}");
        assert_eq!(events[0]["script"], "scripts/bad.lua", "{body}");
        assert_eq!(events[0]["line"], 1, "{body}");
        assert_eq!(events[0]["callback"], "execute", "{body}");
    }
}

fn hero_lines(run: &std::process::Output) -> Vec<String> {
    let text = stdout(run);
    text.lines()
        .filter(|line| line.contains(r#""actor":"hero""#))
        .map(str::to_owned)
        .collect()
}

#[test]
fn a_reload_in_an_input_file_is_taken_or_refused() {
    let slow = SCRIPT.replace("clip = \"idle\",", "clip = \"idle\", tags = { \"v2\" },");
    let files = [
        ("good.lua", slow.as_str()),
        ("bad.lua", "return {"),
        (
            "keys.txt",
            "0.2 reload scripts/hero.lua bad.lua\n0.4 reload scripts/hero.lua good.lua\n",
        ),
    ];
    let folder = project(&files);
    let run = trace(
        folder.path(),
        &["--steps", "60", "--hz", "60", "--input", "keys.txt"],
    );
    assert!(run.status.success());
    assert!(
        stderr(&run).contains("scripts/hero.lua"),
        "{}",
        stderr(&run)
    );
    let lines = lines(&stdout(&run));
    let reloads: Vec<_> = lines
        .iter()
        .filter(|line| line["events"].to_string().contains("\"reload\""))
        .map(|line| line["step"].as_u64())
        .collect();
    assert_eq!(reloads, [Some(24)]);
    assert_eq!(
        lines.last().map(|line| line["state"].clone()),
        Some("idle".into())
    );
}

#[test]
fn the_help_names_only_verbs_that_work() {
    let help = stdout(&run_in(root(), &["--help"]));
    for verb in ["play", "trace", "record"] {
        assert!(help.contains(verb), "{help}");
        assert!(run_in(root(), &[verb, "--help"]).status.success());
    }
}

#[test]
fn a_recording_is_a_picture_that_moves() {
    let folder = project(&[]);
    for (name, begins) in [
        ("a.gif", &b"GIF89a"[..]),
        ("a.apng", b"\x89PNG"),
        ("a.png", b"\x89PNG"),
    ] {
        let run = run_in(
            folder.path(),
            &[
                "record",
                "arena",
                "-o",
                name,
                "--seconds",
                "0.4",
                "--fps",
                "10",
            ],
        );
        assert!(run.status.success(), "{name}: {}", stderr(&run));
        let bytes = fs::read(folder.path().join(name)).expect("the file");
        assert!(bytes.starts_with(begins), "{name}");
        assert_eq!(
            String::from_utf8_lossy(&bytes).contains("acTL"),
            name == "a.apng",
            "{name}"
        );
        assert!(!folder.path().join("a.part").exists());
    }
}

/// Without a display the scene is recorded, never over another file.
#[test]
fn without_a_display_the_scene_is_recorded() {
    let folder = project(&[("luppet-arena.gif", "precious")]);
    for display in [None, Some(":987")] {
        let mut command = luppet();
        command
            .current_dir(folder.path())
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY");
        if let Some(display) = display {
            command.env("DISPLAY", display);
        }
        let run = command.output().expect("the program runs");
        let told = stderr(&run);
        assert!(run.status.success(), "{told}");
        assert!(told.contains("display"), "{told}");
        assert!(!told.contains("panicked"), "{told}");
    }
    let kept = fs::read_to_string(folder.path().join("luppet-arena.gif")).expect("the file");
    assert_eq!(kept, "precious");
    for name in ["luppet-arena-2.gif", "luppet-arena-3.gif"] {
        let gif = fs::read(folder.path().join(name)).expect("a recording");
        assert!(gif.starts_with(b"GIF89a"), "{name}");
    }
}

const TREE: &str = "// an enemy
blocks
{
	block Output { uin = 1 in = 2 }
	block Transition { uin = 2 selectedIndexSource = 3 animation0 = 4 animation1 = 5 }
	block Parameter { uin = 3 parameterName = \"move\" }
	block Animation { uin = 4 animationName = \"idle\" }
	block Direction8Sides { uin = 5 forward = 6 left = 6 backward = 4 }
	block Animation { uin = 6 animationName = \"walk\" speed = -.5 }
}
";
const TREE_IN_RON: &str = r#"// From enemy.animationTree
Tree(
    parameters: {
        "move": 0,
    },
    output: Transition(
        index: "move",
        inputs: [
            Use("idle"),
            Direction8Sides(
                angle: 0,
                forward: Use("walk_back"),
                left: Use("walk_back"),
                backward: Use("idle"),
            ),
        ],
    ),
    blocks: {
        "idle": Clip("idle"),
        "walk_back": Animation(clip: "walk", speed: -0.5),
    },
)
"#;

/// No project is needed, and no clip of the names.
#[test]
fn a_tree_is_imported_as_ron() {
    let folder = TempDir::new().expect("a folder");
    write(folder.path(), &[("trees/enemy.animationTree", TREE)]);
    let run = run_in(
        folder.path(),
        &["import", "tree", "trees/enemy.animationTree"],
    );
    assert!(run.status.success(), "{}", stderr(&run));
    assert_eq!(stdout(&run), TREE_IN_RON);
    assert_eq!(stderr(&run), "");
    // What was printed is read again, and printed alike but for the file it comes from.
    write(folder.path(), &[("enemy.tree.ron", TREE_IN_RON)]);
    let again = run_in(folder.path(), &["import", "tree", "enemy.tree.ron"]);
    let expected = TREE_IN_RON.replace("enemy.animationTree", "enemy.tree.ron");
    assert_eq!(stdout(&again), expected);
    let help = stdout(&run_in(folder.path(), &["import", "tree", "--help"]));
    assert!(help.contains(".animationTree"), "{help}");
}

#[test]
fn trees_that_cannot_be_imported_say_why() {
    let folder = TempDir::new().expect("a folder");
    let wrong = TREE
        .replace("in = 2 }", "in = 22 }")
        .replace("speed", "sped");
    let large = format!("{TREE}{}", " ".repeat(1 << 20));
    write(
        folder.path(),
        &[
            ("wrong.animationTree", &wrong),
            ("large.animationTree", &large),
            ("empty.tree.ron", ""),
            ("enemy.txt", TREE),
        ],
    );
    let cases: &[(&[&str], i32, &[&str])] = &[
        (
            &["wrong.animationTree"],
            1,
            &[
                "wrong.animationTree:4:30",
                "Output (uin 1)",
                "9:51",
                "sped",
                "speed",
            ],
        ),
        (
            &["large.animationTree"],
            1,
            &["large.animationTree", "1024 KiB"],
        ),
        (&["empty.tree.ron"], 1, &["empty.tree.ron:1:", "Tree(...)"]),
        (
            &["none.animationTree"],
            2,
            &["none.animationTree", "no such file"],
        ),
        (&["."], 2, &["folder"]),
        (&["enemy.txt"], 2, &["enemy.txt", ".animationTree"]),
        (&[], 2, &["FILE"]),
        (&["empty.tree.ron", "more"], 2, &["more"]),
    ];
    for (files, status, words) in cases {
        refused(
            folder.path(),
            &[&["import", "tree"], *files].concat(),
            *status,
            words,
        );
    }
    refused(folder.path(), &["import"], 2, &["tree"]);
    refused(folder.path(), &["import", "rig"], 2, &["rig"]);
}

/// A character's tree chooses its clips; its faults are told in its own file.
#[test]
fn a_character_with_a_tree_plays_it() {
    let tree = r#"Tree(parameters: { "go": (1, 0, 1) }, output: Transition(index: "go", inputs: [Clip("idle"), Clip("punch")]))"#;
    let character = CHARACTER.replace("script:", "tree: \"hero\", script:");
    let folder = project(&[
        (CHARACTER_FILE, &character),
        (SCRIPT_FILE, "return {}"),
        ("assets/trees/hero.tree.ron", tree),
    ]);
    let run = trace(folder.path(), &["--steps", "3", "--hz", "10"]);
    assert!(run.status.success(), "{}", stderr(&run));
    for line in lines(&stdout(&run)) {
        assert_eq!(line["clips"][0]["clip"], "punch", "{line}");
    }
    let wrong = tree.replace("punch", "pnuch");
    write(folder.path(), &[("assets/trees/hero.tree.ron", &wrong)]);
    refused(
        folder.path(),
        &["trace", "arena"],
        1,
        &[
            "assets/trees/hero.tree.ron:1:",
            "pnuch",
            "punch",
            "hero.character.ron",
        ],
    );
}
