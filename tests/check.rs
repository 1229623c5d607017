//! `luppet check`: what it finds, in the words it says, and how the verb tells it.

#![cfg(feature = "script")]

mod support;

use std::collections::BTreeMap;

use luppet::check::check;
use luppet::project::Project;
use support::{lines, root, run_in, stderr, stdout, write};
use tempfile::TempDir;

const SCENE: &str = r#"Scene(actors: [
    Actor(name: "hero", character: "hero", at: (120, 200)),
    Actor(name: "foe", character: "foe", at: (220, 200)),
])"#;

const HERO: &str = r##"Character(
    parts: { "body": Part(shape: Circle(radius: 8, fill: "#ffffff")) },
    clips: {
        "idle": Clip(each: 1, boxes: { "chest": (0, 0, 4, 4) }),
        "walk": Clip(each: 1),
    },
    script: "hero.lua",
    tags: ["fighter"],
    keys: { "go": ["j"] },
)"##;

const FOE: &str = r##"Character(
    parts: { "body": Part(shape: Circle(radius: 8, fill: "#ffffff")) },
    clips: { "calm": Clip(each: 1), "angry": Clip(each: 1) },
    tree: "foe.tree.ron",
    script: "foe.lua",
)"##;

const TREE: &str = r#"Tree(
    parameters: { "mood": 0 },
    output: Trigger(name: "roar", on: Clip("angry"), off: Transition(index: "mood", inputs: [Clip("calm"), Clip("angry")])),
)"#;

const HERO_LUA: &str = r#"local walk = { clip = "walk" }
function walk.execute(self)
  if not input.down("go") then return "idle" end
end
return {
  initial = "idle",
  states = {
    idle = { clip = "idle", execute = function(self)
      if input.down("go") then return "walk" end
    end },
    walk = walk,
  },
  on = { poke = function() end },
}
"#;

const FOE_LUA: &str = r#"return {
  initial = "wait",
  states = { wait = { execute = function(self)
    self:set("mood", 1)
    if stage.step == 5 then self:fire("roar") self:send("hero", "poke") end
  end } },
}
"#;

const FILES: [(&str, &str); 6] = [
    ("assets/scenes/arena.scene.ron", SCENE),
    ("assets/characters/hero.character.ron", HERO),
    ("assets/characters/foe.character.ron", FOE),
    ("assets/trees/foe.tree.ron", TREE),
    ("scripts/hero.lua", HERO_LUA),
    ("scripts/foe.lua", FOE_LUA),
];

/// What a check of the small project tells, with some texts in its files replaced and some files added.
fn found(replaced: &[(&str, &str, &str)], added: &[(&str, &str)]) -> Vec<String> {
    let mut files: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    for (path, text) in FILES {
        let mut text = text.to_owned();
        for (_, from, to) in replaced.iter().filter(|(file, ..)| path.ends_with(file)) {
            assert!(text.contains(from), "{path}: {from}");
            text = text.replace(from, to);
        }
        files.insert(path.into(), text.into_bytes());
    }
    for (path, text) in added {
        files.insert((*path).into(), text.as_bytes().to_vec());
    }
    let project = Project::from_files(&files).expect("a project");
    let found = check(&project);
    assert_eq!(found, check(&project), "a check repeats itself");
    let told = |finding: &luppet::check::Finding| format!("{} {}", finding.severity, finding.error);
    found.iter().map(told).collect()
}

#[test]
fn a_sound_project_has_nothing_wrong() {
    assert_eq!(found(&[], &[]), [""; 0]);
}

/// A change of one text of the small project, and all that is then told.
const CASES: &[(&str, &str, &str, &[&str])] = &[
    // Files.
    (
        "arena.scene.ron",
        "character: \"foe\"",
        "character: \"fow\"",
        &[
            "error assets/scenes/arena.scene.ron:3:35: unknown character \"fow\" (characters: foe, hero)",
        ],
    ),
    (
        "foe.tree.ron",
        "Clip(\"calm\")",
        "Clip(\"clam\")",
        &[
            "error assets/trees/foe.tree.ron:3:99: unknown clip \"clam\" (clips: calm, angry) in assets/characters/foe.character.ron",
        ],
    ),
    // Scripts.
    (
        "hero.lua",
        "on = { poke = function() end },",
        "on = { poke = function() end }, inital = 1,",
        &["error scripts/hero.lua:13: behaviour: unknown key \"inital\" (keys: initial, "],
    ),
    (
        "hero.lua",
        "clip = \"walk\" }",
        "clip = \"wlak\" }",
        &[
            "warning assets/characters/hero.character.ron:5:9: nobody plays the clip \"walk\"",
            "error scripts/hero.lua:1: state \"walk\": unknown clip \"wlak\" (clips: walk, idle)",
        ],
    ),
    // Names in Lua.
    (
        "hero.lua",
        "return \"walk\"",
        "return \"wlak\"",
        &[
            "warning scripts/hero.lua:1: no way leads to the state \"walk\" from \"idle\"",
            "error scripts/hero.lua:9:39: return: unknown state \"wlak\" (states: walk, idle)",
        ],
    ),
    (
        "hero.lua",
        "input.down(\"go\") then return \"walk\"",
        "input.down(\"og\") then return \"walk\"",
        &["error scripts/hero.lua:9:21: input.down: unknown key \"og\" (keys: go, "],
    ),
    (
        "hero.lua",
        "return \"idle\"",
        "self:play(\"runn\") return \"idle\"",
        &["error scripts/hero.lua:3:42: self:play: unknown clip \"runn\" (clips: idle, walk)"],
    ),
    (
        "hero.lua",
        "return \"idle\"",
        "self:box(\"chets\") return \"idle\"",
        &["error scripts/hero.lua:3:41: self:box: unknown box \"chets\" (boxes: chest)"],
    ),
    (
        "foe.lua",
        "\"mood\"",
        "\"mod\"",
        &[
            "warning assets/trees/foe.tree.ron:2:19: nobody drives the parameter \"mood\": no driver and no self:set",
            "error scripts/foe.lua:4:14: self:set: unknown parameter \"mod\" (parameters: mood)",
        ],
    ),
    (
        "foe.lua",
        "self:fire(\"roar\")",
        "self:fire(\"raor\")",
        &[
            "warning assets/trees/foe.tree.ron:3:13: nobody fires the trigger \"roar\"",
            "error scripts/foe.lua:5:39: self:fire: unknown trigger \"raor\" (triggers: roar)",
        ],
    ),
    (
        "foe.lua",
        "self:send(\"hero\"",
        "self:send(\"heor\"",
        &["error scripts/foe.lua:5:57: self:send: unknown actor \"heor\" (actors: hero, foe)"],
    ),
    (
        "foe.lua",
        "\"poke\"",
        "\"poek\"",
        &[
            "warning scripts/foe.lua:5:65: self:send: nobody answers to this: unknown message \"poek\" (messages: poke)",
        ],
    ),
    (
        "foe.lua",
        "self:set(\"mood\", 1)",
        "self:set(\"mood\", 1) local a = stage.find(\"nobody\")",
        &["warning scripts/foe.lua:4:46: stage.find: unknown actor \"nobody\" (actors: "],
    ),
    (
        "foe.lua",
        "self:set(\"mood\", 1)",
        "self:set(\"mood\", 1) local a = stage.nearest(\"figter\")",
        &["warning scripts/foe.lua:4:49: stage.nearest: unknown tag \"figter\" (tags: fighter)"],
    ),
    (
        "foe.lua",
        "self:send(\"hero\", \"poke\")",
        "stage.spawn(\"heroo\")",
        &[
            "error scripts/foe.lua:5:59: stage.spawn: unknown character \"heroo\" (characters: hero, foe)",
        ],
    ),
    // Use.
    (
        "hero.character.ron",
        "\"walk\": Clip(each: 1),",
        "\"walk\": Clip(each: 1), \"sleep\": Clip(each: 1),",
        &["warning assets/characters/hero.character.ron:5:32: nobody plays the clip \"sleep\""],
    ),
    (
        "hero.lua",
        "    walk = walk,",
        "    walk = walk, sleep = { next = \"doze\", lasts = 1 }, doze = { next = \"sleep\", lasts = 1 },",
        &[
            "warning scripts/hero.lua:11: no way leads to the state \"doze\" from \"idle\"",
            "warning scripts/hero.lua:11: no way leads to the state \"sleep\" from \"idle\"",
        ],
    ),
    // The first second.
    (
        "foe.lua",
        "self:set(\"mood\", 1)",
        "self:set(\"mood\", 1) local t = nil; t.x = 1",
        &[
            "error scripts/foe.lua:4: attempt to index nil with 'x' (in execute of foe, scene arena)",
        ],
    ),
    (
        "foe.lua",
        "self:set(\"mood\", 1)",
        "self:set(\"mood\", 1) error(\"boom \" .. stage.step)",
        &["error scripts/foe.lua:4: boom 0 (in execute of foe, scene arena)"],
    ),
];

#[test]
fn each_thing_wrong_is_told_once_with_its_place() {
    let mut wrong = Vec::new();
    for (file, from, to, expected) in CASES {
        let told = found(&[(file, from, to)], &[]);
        let is_so = told.len() == expected.len()
            && told
                .iter()
                .zip(*expected)
                .all(|(told, start)| told.starts_with(start));
        if !is_so {
            wrong.push(format!("{to}\n  told {told:#?}\n  expected {expected:#?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_cannot_be_told_is_not_told() {
    // A state that is computed may be any, and so may a clip.
    let computed = [("hero.lua", "return \"walk\"", "return self.after")];
    let told = found(&computed, &[]);
    assert!(
        told.iter().all(|told| !told.contains("no way leads")),
        "{told:?}"
    );
    // Names that come through locals, tables and functions of the file are followed.
    let followed = [
        (
            "hero.lua",
            "local walk =",
            "local WALK = \"walk\"\nlocal function on() return WALK end\nlocal walk =",
        ),
        ("hero.lua", "return \"walk\"", "return on()"),
    ];
    assert_eq!(found(&followed, &[]), [""; 0]);
    // What stands for nothing on its way is no name.
    let nothing = [(
        "hero.lua",
        "if input.down(\"go\") then return \"walk\" end",
        "local to = \"none\" if input.down(\"go\") then to = \"walk\" end if to ~= \"none\" then return to end",
    )];
    assert_eq!(found(&nothing, &[]), [""; 0]);
    // Who is spawned without a name is called after the spawner.
    let spawned = [(
        "foe.lua",
        "self:set(\"mood\", 1)",
        "self:set(\"mood\", 1) local child = stage.find(\"foe.foe.1\")",
    )];
    assert_eq!(found(&spawned, &[]), [""; 0]);
    // A comment and another text are no names.
    let beside = [(
        "hero.lua",
        "return {\n",
        "-- self:change(\"nowhere\")\nlog('return \"nowhere\"')\nreturn {\n",
    )];
    assert_eq!(found(&beside, &[]), [""; 0]);
}

#[test]
fn a_module_is_judged_by_all_who_require_it() {
    let uses = [
        (
            "hero.lua",
            "local walk =",
            "local both = require(\"lib/both\")\nlocal walk =",
        ),
        (
            "hero.lua",
            "on = { poke = function() end },",
            "on = { poke = both.poked },",
        ),
    ];
    let module = "return { poked = function(self) self:change(\"walk\") end }";
    assert_eq!(found(&uses, &[("scripts/lib/both.lua", module)]), [""; 0]);
    let module = "return { poked = function(self) self:change(\"swim\") end }";
    let told = found(&uses, &[("scripts/lib/both.lua", module)]);
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(
        told[0].starts_with("error scripts/lib/both.lua:1:45: self:change: unknown state \"swim\""),
        "{told:?}"
    );
}

#[test]
fn everything_wrong_is_told_at_once() {
    let replaced = [
        ("hero.lua", "return \"walk\"", "return \"wlak\""),
        ("foe.lua", "self:fire(\"roar\")", "self:fire(\"raor\")"),
    ];
    let added = [
        ("luppet.ron", "Project(hz: 0)"),
        (
            "assets/characters/ghost.character.ron",
            "Character(clips: { \"a\": Clip(each: -1) }, script: \"no.lua\")",
        ),
        ("assets/trees/loose.tree.ron", "Tree(output: Clip(\"a\""),
        ("assets/scenes/empty.scene.ron", "Scene(sise: (1, 1))"),
        ("scripts/unused.lua", "return {"),
        ("assets/note.ron", "(1)"),
    ];
    let told = found(&replaced, &added).join("\n");
    for part in [
        "luppet.ron:1:13",
        "ghost.character.ron",
        "loose.tree.ron:1:18",
        "empty.scene.ron:1:7",
        "scripts/unused.lua:1",
        "warning assets/note.ron",
        "hero.lua:9:39",
        "unknown trigger \"raor\"",
    ] {
        assert!(told.contains(part), "{part}: {told}");
    }
}

/// The small project in a folder, some of its files written anew.
fn folder(changed: &[(&str, &str)]) -> TempDir {
    let folder = TempDir::new().expect("a folder");
    write(folder.path(), &FILES);
    write(folder.path(), changed);
    folder
}

#[test]
fn the_verb_prints_and_exits_as_it_says() {
    let warned = HERO.replace(
        "\"walk\": Clip(each: 1),",
        "\"walk\": Clip(each: 1), \"nap\": Clip(each: 1),",
    );
    let broken = HERO_LUA.replace("return \"walk\"", "return \"wlak\"");
    let (character, script) = ("assets/characters/hero.character.ron", "scripts/hero.lua");
    for (changed, arguments, status, end) in [
        (
            vec![],
            vec![],
            0,
            "no errors, no warnings in 1 scene, 2 characters and 2 scripts\n",
        ),
        (
            vec![],
            vec!["--strict"],
            0,
            "no errors, no warnings in 1 scene, 2 characters and 2 scripts\n",
        ),
        (
            vec![(character, &*warned)],
            vec![],
            0,
            "no errors, 1 warning in 1 scene, 2 characters and 2 scripts\n",
        ),
        (
            vec![(character, &*warned)],
            vec!["--strict"],
            1,
            "no errors, 1 warning in 1 scene, 2 characters and 2 scripts\n",
        ),
        (
            vec![(script, &*broken)],
            vec![],
            1,
            "1 error, 1 warning in 1 scene, 2 characters and 2 scripts\n",
        ),
        (
            vec![(script, &*broken)],
            vec!["scripts/hero.lua"],
            1,
            "1 error, 1 warning in 1 scene, 2 characters and 2 scripts\n",
        ),
        (
            vec![(script, &*broken)],
            vec!["scripts"],
            1,
            "1 error, 1 warning in 1 scene, 2 characters and 2 scripts\n",
        ),
    ] {
        let folder = folder(&changed);
        let out = run_in(folder.path(), &[&["check"], &arguments[..]].concat());
        assert_eq!(
            out.status.code(),
            Some(status),
            "{arguments:?}: {}",
            stderr(&out)
        );
        assert!(
            stdout(&out).ends_with(end),
            "{arguments:?}: {}",
            stdout(&out)
        );
        assert_eq!(stderr(&out), "", "{arguments:?}");
    }
    for arguments in [
        vec!["nowhere"],
        vec!["--repeat", "nowhere"],
        vec!["--steps", "5"],
        vec!["--format", "xml"],
    ] {
        let out = run_in(folder(&[]).path(), &[&["check"], &arguments[..]].concat());
        assert_eq!(
            out.status.code(),
            Some(2),
            "{arguments:?}: {}",
            stderr(&out)
        );
        assert_eq!(stdout(&out), "", "{arguments:?}");
        assert!(!stderr(&out).is_empty(), "{arguments:?}");
    }
}

#[test]
fn a_report_shows_the_line_and_the_place() {
    let broken = HERO_LUA.replace("return \"walk\"", "return \"wlak\"");
    let folder = folder(&[("scripts/hero.lua", &broken)]);
    let out = stdout(&run_in(folder.path(), &["check"]));
    let expected = "\
error: return: unknown state \"wlak\" (states: walk, idle)
  --> scripts/hero.lua:9:39
  |
9 |       if input.down(\"go\") then return \"wlak\" end
  |                                       ^^^^^^
";
    let plain: Vec<&str> = out.lines().map(str::trim_end).collect();
    assert!(plain.join("\n").contains(expected.trim_end()), "{out}");
}

#[test]
fn json_is_one_object_a_line() {
    let broken = HERO_LUA.replace("return \"walk\"", "return \"wl\\u{7}ak\"");
    let changed = [("scripts/hero.lua", &*broken), ("assets/note.ron", "(1)")];
    let folder = folder(&changed);
    let out = run_in(folder.path(), &["check", "--format", "json"]);
    assert_eq!(out.status.code(), Some(1));
    let text = stdout(&out);
    assert!(text.starts_with(r#"{"severity":"warning","file":"assets/note.ron","line":null,"column":null,"message":""#), "{text}");
    let found = lines(&text);
    assert!(
        found.iter().any(|f| f["line"] == 9 && f["column"] == 39),
        "{text}"
    );
    assert!(
        text.bytes().all(|byte| byte == b'\n' || byte >= b' '),
        "{text}"
    );
    // What is no project at all is told in the same form.
    let nothing = TempDir::new().expect("a folder");
    std::fs::create_dir(nothing.path().join("scripts")).expect("a folder");
    let out = run_in(
        root(),
        &[
            "check",
            "--format",
            "json",
            "--project",
            &nothing.path().to_string_lossy(),
        ],
    );
    assert_eq!(out.status.code(), Some(1), "{}", stderr(&out));
    assert_eq!(lines(&stdout(&out))[0]["severity"], "error");
}

#[test]
fn repeat_compares_two_processes() {
    let out = run_in(
        root(),
        &["check", "--strict", "--repeat", "brawler", "--steps", "120"],
    );
    assert_eq!(out.status.code(), Some(0), "{}", stdout(&out));
    // The order of a table by the addresses of its keys, over so many keys that two processes cannot agree by chance.
    let unsteady = FOE_LUA.replace(
        "self:set(\"mood\", 1)",
        "self:set(\"mood\", 1)
    local numbers = {}
    for i = 1, 64 do numbers[{}] = i end
    local order = {}
    for _, i in pairs(numbers) do table.insert(order, i) end
    log(table.concat(order, \" \"))",
    );
    let folder = folder(&[("scripts/foe.lua", &unsteady)]);
    let out = run_in(
        folder.path(),
        &["check", "--repeat", "arena", "--steps", "20"],
    );
    let text = stdout(&out);
    if out.status.code() == Some(1) {
        assert!(
            text.contains("--repeat: two processes differ first in step 0, actor \"foe\""),
            "{text}"
        );
    } else {
        // Addresses may happen to be the same where the system does not shuffle them.
        assert_eq!(out.status.code(), Some(0), "{text}");
    }
    // A fault of the inputs is the command line's, as for the other verbs.
    let folder = self::folder(&[]);
    let arguments = ["check", "--repeat", "arena", "--input", "gone.txt"];
    let out = run_in(folder.path(), &arguments);
    assert_eq!(out.status.code(), Some(2), "{}", stderr(&out));
    // Nothing is checked where there is no project.
    let nothing = TempDir::new().expect("a folder");
    let out = run_in(nothing.path(), &["check"]);
    assert_eq!(out.status.code(), Some(2), "{}", stdout(&out));
    let here = folder.path().to_string_lossy();
    let out = run_in(nothing.path(), &["check", "--project", &here, &here]);
    assert_eq!(out.status.code(), Some(2), "{}", stdout(&out));
}

#[test]
fn the_bundled_project_has_nothing_wrong() {
    let out = run_in(root(), &["check", "--strict"]);
    assert_eq!(out.status.code(), Some(0), "{}", stdout(&out));
}
