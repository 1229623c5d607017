//! One labelled case for each way a file can be wrong: any file, luppet.ron, scenes, and paths in all.

use super::told;

const SCENE: &str = "assets/scenes/arena.scene.ron";
const HERO: &str = "assets/characters/hero.character.ron";

#[test]
fn syntax_and_shape() {
    let cases: &[(&str, &str, &str)] = &[
        (
            "nothing",
            "",
            "1:1: the file is empty; it should hold Scene(...)",
        ),
        (
            "a comment only",
            "// soon\n",
            "2:1: the file is empty; it should hold Scene(...)",
        ),
        (
            "a list",
            "[1]",
            "1:1: this should be Scene(...), not the list [1]",
        ),
        (
            "a map",
            "\n {}",
            "2:2: this should be Scene(...), not the map {}",
        ),
        (
            "another record",
            "Character()",
            "1:1: this should be Scene(...), not Character(...)",
        ),
        (
            "only its name",
            "Scene",
            "1:1: this should be Scene(...), not `Scene`",
        ),
        (
            "unknown field, the nearest first",
            "Scene(\n    sise: (1, 2),\n)",
            "2:5: unknown field \"sise\" (fields: size, keys, actors, backdrop)",
        ),
        (
            "field twice",
            "Scene(size: (1, 2),\n  size: (1, 2))",
            "2:3: `size` is given twice",
        ),
        (
            "comma missing",
            "Scene(\n  size: (1, 2)\n  keys: {})",
            "3:3: a `,` is missing before this",
        ),
        (
            "colon missing",
            "Scene(\n  size (1, 2))",
            "2:7: a `:` is missing between a name and its value",
        ),
        (
            "field in quotes",
            "Scene(\n  \"size\": (1, 2))",
            "2:3: a field's name should stand here, without quotes, such as `name: value`",
        ),
        (
            "bracket open",
            "Scene(\n  actors: [\n",
            "2:11: this `[` is never closed",
        ),
        (
            "outer bracket open",
            "Scene(\n  actors: [],\n",
            "1:6: this `(` is never closed",
        ),
        (
            "wrong bracket",
            "Scene(\n  actors: [Actor(name: \"a\"],\n)",
            "2:27: this `]` closes nothing: `(` is open here",
        ),
        (
            "text open",
            "Scene(keys: { \"a: [] })",
            "1:15: this text is never closed: its second `\"` is missing",
        ),
        (
            "comment open",
            "Scene(/* soon",
            "1:7: a comment `/*` is never closed",
        ),
        (
            "a stray sign",
            "Scene(size: @)",
            "1:13: no value can begin with `@`",
        ),
        (
            "single quotes",
            "Scene(keys: 'abc')",
            "1:13: texts stand in double quotes, \"so\"",
        ),
        (
            "a backslash",
            "Scene(backdrop: [Layer(image: \"a\\png\")])",
            "1:32: this text holds an unknown escape; a `\\` itself is written `\\\\`",
        ),
        (
            "more after the end",
            "Scene()\nScene()",
            "2:1: nothing may follow after the end of Scene(...)",
        ),
    ];
    for (label, text, expected) in cases {
        assert_eq!(told(SCENE, text), [*expected], "{label}");
    }
    let deep = format!("Scene(actors: {}{})", "[".repeat(200), "]".repeat(200));
    let deep = told(SCENE, deep);
    assert!(
        deep[0].ends_with("too many brackets inside each other"),
        "{deep:?}"
    );
    assert_eq!(
        told(SCENE, b"Scene(\n\xff)"),
        ["2: this line is not UTF-8; save the file as UTF-8"]
    );
}

#[test]
fn settings() {
    let cases: &[(&str, &str, &[&str])] = &[
        (
            "all values wrong at once",
            "Project(\n  start: \"arean\",\n  hz: 0,\n  seed: -1,\n)",
            &[
                "2:10: unknown scene \"arean\" (scenes: arena)",
                "3:7: `hz` should be a whole number, 1 to 1000, not 0",
                "4:9: `seed` should be a whole number from 0, not -1",
            ],
        ),
        (
            "a fraction",
            "(hz: 59.5)",
            &["1:6: `hz` should be a whole number, 1 to 1000, not 59.5"],
        ),
        (
            "a text",
            "(hz: \"60\")",
            &["1:6: `hz` should be a whole number, 1 to 1000, not the text \"60\""],
        ),
        (
            "raised too far",
            "(limits: (work_call: 3000000))",
            &["1:22: `work_call` should be a whole number, 1 to 800000, not 3000000"],
        ),
        (
            "too low",
            "(limits: (memory: 5))",
            &["1:19: `memory` should be a whole number, 1048576 to 67108864, not 5"],
        ),
        (
            "clock",
            "(limits: (clock: 20))",
            &["1:18: `clock` should be a number, 0.01 to 5, not 20"],
        ),
        (
            "unknown limit",
            "(limits: (sned: 1))",
            &[
                "1:11: unknown field \"sned\" (fields: sends, text, logs, post, path, source, depth, spawns, alive, changes, events, strikes, ...)",
            ],
        ),
    ];
    for (label, text, expected) in cases {
        assert_eq!(told("luppet.ron", text), *expected, "{label}");
    }
}

#[test]
#[allow(clippy::too_many_lines)] // a table
fn scenes() {
    let cases: &[(&str, &str, &[&str])] = &[
        (
            "size",
            "(size: (0, 5000))",
            &[
                "1:9: `size` should be a whole number, 1 to 4096, not 0",
                "1:12: `size` should be a whole number, 1 to 4096, not 5000",
            ],
        ),
        (
            "size of one",
            "(size: 480)",
            &["1:8: `size` should be two numbers (width, height), not 480"],
        ),
        (
            "size of three",
            "(size: (1, 2, 3))",
            &["1:8: `size` should be two numbers (width, height), not the group (1, 2, 3)"],
        ),
        (
            "layer without image",
            "(backdrop: [Layer(scroll: 0.5)])",
            &["1:13: this Layer has no `image`"],
        ),
        (
            "layer",
            "(backdrop: [(image: \"hreo.png\", scroll: NaN, at: (1), repeat: yes)])",
            &[
                "1:21: unknown picture \"hreo.png\" (pictures: hero.png)",
                "1:41: `scroll` should be a finite number, not `NaN`",
                "1:50: `at` should be two numbers (x, y), not the group (1)",
                "1:63: `repeat` should be true or false, not `yes`",
            ],
        ),
        (
            "no list",
            "(actors: {})",
            &["1:10: `actors` should be a list [..], not the map {}"],
        ),
        (
            "empty actor",
            "(actors: [Actor()])",
            &[
                "1:11: this Actor has no `name`",
                "1:11: this Actor has no `character`",
                "1:11: this Actor has no `at`",
            ],
        ),
        (
            "actor's names",
            "(actors: [\n  (name: \"*\", character: \"hreo\", at: (0, 0)),\n  (name: \"host\", character: \"hero\", script: \"heor.lua\", at: (0, inf)),\n])",
            &[
                "2:10: an actor may not be named \"*\": messages use that name",
                "2:26: unknown character \"hreo\" (characters: hero)",
                "3:10: an actor may not be named \"host\": messages use that name",
                "3:45: unknown script \"heor.lua\" (scripts: hero.lua, dog, lib/util.lua)",
                "3:65: `at` should be a finite number, not `inf`",
            ],
        ),
        (
            "two of a name",
            "(actors: [\n  (name: \"a\", character: \"hero\", at: (0, 0)),\n  (name: \"a\", character: \"hero\", at: (0, 0)),\n])",
            &["3:10: two actors are named \"a\" (the first in line 2)"],
        ),
        (
            "empty name",
            "(actors: [(name: \"\", character: \"hero\", at: (0, 0))])",
            &["1:18: `name` is empty"],
        ),
        (
            "control characters",
            "(actors: [(name: \"a\\nb\", character: \"hero\", at: (0, 0))])",
            &["1:18: `name` holds control characters"],
        ),
        (
            "facing",
            "(actors: [(name: \"a\", character: \"hero\", at: (0, 0), facing: Up)])",
            &["1:62: unknown direction \"Up\" (directions: Left, Right)"],
        ),
        (
            "facing in quotes",
            "(actors: [(name: \"a\", character: \"hero\", at: (0, 0), facing: \"Left\")])",
            &["1:62: `facing` should be one of the words Left, Right, not the text \"Left\""],
        ),
        (
            "keys",
            "(keys: { \"go\": [\"rihgt\"], \"go\": [], \"x\": \"a\", \"\": [], y: [] })",
            &[
                "1:17: unknown key \"rihgt\" (keys: right, shift, g, h, i, r, t, left, alt, a, b, c, ...)",
                "1:27: \"go\" stands in `keys` twice (first in line 1)",
                "1:42: `keys` should be a list [..], not the text \"a\"",
                "1:47: a name in `keys` is empty",
                "1:55: a name in `keys` stands in \"quotes\", not `y`",
            ],
        ),
        (
            "with",
            "(actors: [(name: \"a\", character: \"hero\", at: (0, 0), with: { \"hp\": many, \"hp\": 1, \"x\": (1, 2), \"y\": -inf })])",
            &[
                "1:68: a value in `with` is true, false, a number, a \"text\", a list [..] or a map { \"name\": .. }, not `many`",
                "1:74: \"hp\" stands in `with` twice (first in line 1)",
                "1:88: a value in `with` is true, false, a number, a \"text\", a list [..] or a map { \"name\": .. }, not the group (1, 2)",
                "1:101: `with` should be a finite number, not -inf",
            ],
        ),
        (
            "with too deep",
            "(actors: [(name: \"a\", character: \"hero\", at: (0, 0), with: { \"t\": [[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]] })])",
            &["1:83: `with` goes too deep: at most 16 levels"],
        ),
    ];
    for (label, text, expected) in cases {
        assert_eq!(told(SCENE, text), *expected, "{label}");
    }
}

#[test]
fn paths() {
    let cases = [
        (
            "../hero.png",
            "leaves its folder: `..` is not allowed, names are looked up inside the project",
        ),
        (
            "a/../../hero.png",
            "leaves its folder: `..` is not allowed, names are looked up inside the project",
        ),
        (
            "/etc/hero.png",
            "is a path of this machine; names are looked up inside the project",
        ),
        (
            "C:/hero.png",
            "is a path of this machine; names are looked up inside the project",
        ),
        (
            "art\\\\hero.png",
            "has a `\\`; folders are separated by `/`",
        ),
        ("", "is empty"),
        ("a//b.png", "has a folder without a name"),
        ("a\\tb.png", "holds control characters"),
    ];
    for (name, fault) in cases {
        let text = format!("(backdrop: [(image: \"{name}\")])");
        let expected = format!("1:21: picture \"{name}\" {fault}");
        assert_eq!(told(SCENE, &text), [expected], "{name}");
    }
    let script = |name: &str| told(HERO, format!("(script: \"{name}\")"));
    assert_eq!(
        script("../x.lua"),
        [
            "1:10: script \"../x.lua\" leaves its folder: `..` is not allowed, names are looked up inside the project"
        ]
    );
    assert_eq!(
        script("lib"),
        ["1:10: the folder scripts/lib has no init.lua, so it is no behaviour"]
    );
    assert_eq!(
        script("hero"),
        ["1:10: unknown script \"hero\" (scripts: dog, hero.lua, lib/util.lua)"]
    );
    assert_eq!(
        told(SCENE, "(backdrop: [(image: \"sky.jpg\")])"),
        ["1:21: picture \"sky.jpg\": .jpg is not read; save it as .png"]
    );
}
