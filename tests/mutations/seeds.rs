//! Sound files of every kind with every field there is, the bundled ones, and the small project they are read in.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::pictures;
use crate::readers::Reader;

const SETTINGS: &str = "// The yard.
Project(start: \"yard\", hz: 50, seed: 18446744073709551615, limits: (
    work_call: 100000, work_actor: 200000, work_behaviour: 900000, work_load: 100000, memory: 8388608, source: 65536,
    text: 500, logs: 8, sends: 8, mailbox: 16, post: 65536, message: 512, depth: 4, spawns: 4, alive: 8, actors: 64,
    changes: 8, path: 4, history: 32, events: 128, strikes: 2, clock: 0.5,
))
";

const SCENE: &str = r#"#![enable(implicit_some)]
Scene( // what a yard has
    size: (320, 180), /* wide */
    backdrop: [
        Layer(image: "sheet.png"),
        Layer(image: "assets/sheet.png", scroll: -0.5, at: (-4.5, 1e1), repeat: false),
    ],
    actors: [
        Actor(name: "one", character: "subject", at: (100, -2.5)),
        Actor(
            name: "nö\"ja", character: "subject", script: "subject.lua", at: (200, 100), facing: Left, input: false,
            keys: { "go": ["j", "mouse1", "f12"], "stop": ["\\"] }, tags: ["a", "b"],
            with: { "speed": 2, "list": [1, { "deep": [true, "x"] }], "word": "z" },
        ),
    ],
    keys: { "go": ["left", "a"] },
)
"#;

const SPRITES: &str = r#"Character(
    sheet: Grid(image: "sheet.png", cell: (16, 16), margin: 1, spacing: 1, pivot: (8, 15.5)),
    clips: {
        "idle": Clip(row: 1, frames: 3, each: 0.1, markers: { "a": 1, "b": (2, 0.05), "c": [1, (3, 0.1)] }),
        "walk": Clip(row: 2, frames: [1, 2, 3, 2], times: [0.1, 0, 0.2, 0.1], mode: LoopPingPong, from: 2, repeats: 3),
        "hit":  Clip(row: 3, frames: 2, fps: 12.5, mode: OncePingPong, legs: 3, lift: 4.5),
        "fall": Clip(row: 1, frames: 3, total: 1, mode: Reversed, motion: (3, -1.5),
            boxes: { "body": (-4, -8, 8, 8), "fist": { 2: (0, 0, 2.5, 1), 3: (1, 1, 2, 2) } }),
        "any":  Clip(row: 1, frames: [3, 1, 2], each: 0.05, mode: LoopRandom),
        "back": Clip(row: 1, frames: 2, each: 0.1, mode: LoopReversed),
    },
    script: "subject.lua", tags: ["subject", "x"], keys: { "go": ["j"], "stop": ["k", "space"] },
    faces: Left, fade: 1e-1, crossfade: true,
)
"#;

/// What is soon read, where others are read beside it.
const STILL: &str = "Character(script: \"subject.lua\")";

const CELLS: &str = r#"(
    sheet: Cells(image: "sheet.png", cells: { "open": (0, 0, 16, 16), "half": (16, 0, 16, 12), "shut": (32, 0, 8, 8) }),
    clips: { "idle": (frames: ["open", "half", "shut"], each: 0.2, mode: Normal, markers: { "blink": 3 }) },
)
"#;

const PUPPET: &str = r##"Character(
    sheet: Cells(image: "sheet.png", cells: { "head": (0, 0, 20, 16), "hand": (20, 0, 8, 6), "a.b": (0, 16, 4, 4) }),
    parts: {
        "hand": Part(parent: "arm", at: (0, 12), picture: "sheet.png#hand", pivot: (4, 1)),
        "arm": Part(parent: "torso", at: (9, -20.5), rotation: -15, scale: (1, 1.5), opacity: 0.5, order: 2,
            shape: Capsule(size: (6, 14), fill: "#336699", outline: (1.5, "#00000080")), pivot: (0, -5)),
        "torso": Part(at: (0, -30), scale: 2, shape: Box(size: (20, 30), round: 4, fill: "#C0C0C0")),
        "hat": Part(parent: "head", order: 0.5, picture: "subject.png"),
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
                "hand": Keys(picture: [(0, "hand"), (0.1, ""), (0.2, "sheet.png#head"), (0.3, "subject.png", Step)]),
            },
            boxes: { "fist": { 3: (2, -30, 8, 8), 4: (4, -30.5, 8, 8) }, "body": (-10, -60, 20, 60) },
        ),
        "nod": Clip(keys: { "head": Keys(turn: [(0, 0), (0.25, 8, Ease), (0.5, 0, Ease)]) }),
        "rest": Clip(total: 1),
    },
    fade: 0.3, crossfade: true,
)
"##;

/// What trees are read for: every clip and part that a seed names.
const FIGURE: &str = r#"Character(
    parts: { "arm": Part(), "leg": Part(parent: "arm") },
    clips: {
        "kick": Clip(total: 0.3, mode: Normal), "any": Clip(frames: 3, each: 0.1, mode: LoopRandom), CLIPS
    },
    tree: "subject", script: "subject.lua",
)
"#;
const LOOPS: [&str; 15] = [
    "idle",
    "walk",
    "run",
    "stand",
    "step",
    "upright",
    "leaning",
    "fire",
    "ready",
    "look_up",
    "look_away",
    "look_ahead",
    "look_near",
    "look_down",
    "turn",
];

const TREE: &str = r#"// Every block.
Tree(
    parameters: { "move": 0, "turn": (0, -180, 180), "pace": (1, -2, 4.5), "ü": -.5 },
    output: Sum(inputs: [
        Trigger(name: "fire", time: 0.1, on: Clip("kick"), off: Transition(
            index: "move", time: "pace", carry: true,
            inputs: [Use("idle"), Direction8Sides(
                angle: "turn", speed: "pace", time: 0.3, carry: false, sync: true,
                forward: Clip("walk"), forwardLeft: Clip("run"), left: Use("step"), backwardLeft: Use("step"),
                backward: Animation(clip: "turn", speed: -1), backwardRight: Use("step"),
                right: Use("step"), forwardRight: Use("step"),
            )],
        )),
        Masked(parts: ["arm", "leg"], block: Blend(weight: "ü", sync: false, inputs: [Clip("any"), Clip("upright")])),
        LookAt(
            horizontal: "turn", vertical: -10, horizontal_speed: 300, vertical_speed: "pace", speed: 0.5, carry: true,
            leftUp: Use("up"), leftCenter: Clip("look_away"), leftDown: Clip("look_down"), centerUp: Use("up"),
            centerCenter: Clip("look_ahead"), centerDown: Clip("look_down"), rightUp: Use("up"),
            rightCenter: Clip("look_near"), rightDown: Clip("look_down"),
        ),
    ]),
    blocks: { "idle": Clip("idle"), "step": Use("steps"), "steps": Animation(clip: "step", speed: "pace"),
        "up": Clip("look_up"), "spare": Clip("fire") },
    event_weight: 0.25,
)
"#;

const NEOAXIS: &str = "/* every block */
blocks
{
	block Output { uin = 1 in = 2 }
	block Sum { uin = 2 animation0 = 3 animation1 = 9 animation2 = 10 }
	block Trigger { uin = 3 triggerName = \"fire\" on = 20 off = 4 transitionTimeSource = 30 }
	block Transition
	{
		uin = 4 selectedIndexSource = 31 animation0 = 21 animation1 = 5 transitionTime = .1 // short
	}
	block Direction8Sides
	{
		uin = 5 AngleSource = 32 speedMultiplier = 1.5 transitionTimeBlock = 30 forward = 22 forwardLeft = 22 left = 23
		backwardLeft = 23 backward = 24 backwardRight = 23 right = 23 forwardRight = 22
	}
	block Blend { uin = 9 animation0 = 22 animation1 = 23 weightSource = 30 }
	block LookAt
	{
		uin = 10 horizontalAngleSource = 32 verticalAngle = -10 horizontalAngleSpeed = 300 verticalAngleSpeed = 0
		speedMultiplierSource = 30 leftUp = 25 leftCenter = 25 leftDown = 26 centerUp = 25 centerCenter = 26
		centerDown = 26 rightUp = 25 rightCenter = 25 rightDown = 26
	}
	block Animation { uin = 20 animationName = \"kick\" }
	block AnimationSource { uin = 21 animationName = \"\\x0069dle\" speed = -1 }
	block Animation { uin = 22\u{a0}animationName = \"walk\" speedSource = 30 }
	block Animation { uin = 23 animationName = \"step\" }
	block Animation { uin = 24 animationName = \"run\" }
	block Animation { uin = 25 animationName = \"look_up\" }
	block Animation { uin = 26 animationName = \"look_down\" }
	block Parameter { uin = 30 parameterName = \"pace\" value = 1.0 }
	block Parameter { uin = 31 parameterName = \"move\" }
	block Parameter { uin = 32 parameterName = \"turn\" value = -1e1 }
	block Parameter { uin = 33 parameterName = \"spare\" }
}
";

/// A pass through what scripts may do, so that what is loaded is driven.
const SCRIPT: &str = r##"-- Goes and stops.
local go, stop = {}, { tags = { "still" }, lasts = 0.1, next = "go" }
local clips = { "idle", "walk", "hit", "fall", "any", "back", "wave", "nod", "rest" }

function go.enter(self, from)
  self:say("off we go", 0.5)
  self:look { tint = "#ff8800", scale = { 1, 0.9 }, rotation = 5, layer = self.x, opacity = 0.75 }
end

function go.execute(self, dt)
  self.x += self.speed * self.facing * dt * 10
  self.turns += 1
  pcall(self.play, self, clips[self.turns % #clips + 1], { speed = -0.5, fade = 0.1 })
  pcall(self.fire, self, "fire")
  for name, value in { move = self.turns % 2, turn = self.turns * 40, pace = 1.5 } do
    pcall(self.set, self, name, value)
  end
  if self.turns % 3 == 0 then self:send("*", "hail", { n = self.turns, list = { 1, "x" } }, 0.02) end
  local ok, x, y = pcall(self.box, self, "body")
  if input.pressed("go") or self.turns > 8 then return "stop" end
end

function stop.exit(self, to)
  self.facing = -self.facing
  stage.pan(1, 0.5)
end

return {
  initial = "go",
  states = { go = go, stop = stop },
  data = { speed = 1, list = { 1, 2 }, word = "x", turns = 0 },
  params = { height = { 0, -10, 10 }, heat = 1 },
  drivers = { height = function(self, dt) return self.turns end },
  on = { hail = function(self, data, from) self.word = tostring(data) end, poke = "stop" },
  transitions = { { from = "go", to = "stop", when = function(self) return self.turns == 5 end } },
  tags = { "walker" },
}
"##;

/// Inputs of the yard.
#[cfg(feature = "script")]
pub const INPUTS: &str = "# keys
0 press go
0.02 pointer 10 -20 # there
0.05 release go
0.06 send one hail {\"a\": [1, -2.5e3, \"ü\\n\", null, true], \"b\": {}} # and
1e-1 send * hail
.12 reload scripts/subject.lua scripts/subject.lua
0.14 reload assets/characters/subject.character.ron assets/characters/subject.character.ron
0.15 press mouse1
";

/// The project's own folder; the fuzz targets are one below.
fn root() -> &'static Path {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    if here.join("assets/scenes").is_dir() {
        here
    } else {
        here.parent().unwrap_or(here)
    }
}

/// The bundled files of an ending, by their paths.
fn bundled(ending: &str) -> BTreeMap<PathBuf, Vec<u8>> {
    fn gather(folder: &Path, ending: &str, found: &mut BTreeMap<PathBuf, Vec<u8>>) {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                gather(&path, ending, found);
            } else if path.to_string_lossy().ends_with(ending) {
                let content = fs::read(&path).expect("a file");
                found.insert(path, content);
            }
        }
    }
    let mut found = BTreeMap::new();
    for folder in ["assets", "scripts"] {
        gather(&root().join(folder), ending, &mut found);
    }
    found
}

/// The bundled files of an ending, all in one folder.
fn gathered(folder: &str, ending: &str) -> impl Iterator<Item = (String, Vec<u8>)> {
    bundled(ending).into_iter().map(move |(path, content)| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        (format!("{folder}/{name}"), content)
    })
}

/// The bundled scripts in their own folder as it is: a behaviour may be a folder in it.
fn scripts() -> impl Iterator<Item = (String, Vec<u8>)> {
    bundled(".lua").into_iter().map(|(path, content)| {
        let inside = path.strip_prefix(root()).unwrap_or(&path);
        (inside.to_string_lossy().into_owned(), content)
    })
}

/// The sound files that a reader's inputs are made of.
pub fn of(reader: Reader) -> Vec<Vec<u8>> {
    let (own, ending): (&[&str], &str) = match reader {
        Reader::Settings => (&[SETTINGS, "(hz: 1000)"], "luppet.ron"),
        Reader::Scene => (&[SCENE], ".scene.ron"),
        Reader::Character => (&[SPRITES, CELLS, PUPPET], ".character.ron"),
        Reader::Tree => (&[TREE], ".tree.ron"),
        Reader::AnimationTree => (&[NEOAXIS], ".animationTree"),
        Reader::Picture => (&[], ".png"),
        #[cfg(feature = "script")]
        Reader::Inputs => (&[INPUTS], ".keys.txt"),
        #[cfg(feature = "script")]
        Reader::Script => (&[SCRIPT], ".no"),
    };
    let mut seeds: Vec<Vec<u8>> = own.iter().map(|text| text.as_bytes().to_vec()).collect();
    if reader == Reader::Picture {
        seeds = pictures::seeds();
    }
    let contents = bundled(ending).into_values();
    // What is long to decode is as good as what is short.
    seeds.extend(contents.filter(|content| content.len() < 20_000));
    seeds
}

/// Files whose pieces and words get into a reader's inputs, but which are not sound in the yard.
pub fn others(reader: Reader) -> Vec<Vec<u8>> {
    let files = bundled(if reader.is_script() { ".lua" } else { "none" });
    files.into_values().collect()
}

/// The project that a reader's file is read in.
pub fn yard(reader: Reader) -> BTreeMap<String, Vec<u8>> {
    let text = |text: &str| text.as_bytes().to_vec();
    let subject = match reader {
        Reader::Settings | Reader::Scene => STILL.into(),
        Reader::Tree | Reader::AnimationTree => {
            let clips = LOOPS.map(|name| format!("{name:?}: Clip(total: 0.4)"));
            FIGURE.replace("CLIPS", &clips.join(", "))
        }
        _ => SPRITES.into(),
    };
    let mut files: BTreeMap<String, Vec<u8>> = [
        ("assets/scenes/yard.scene.ron", text(SCENE)),
        ("assets/characters/subject.character.ron", text(&subject)),
        ("scripts/subject.lua", text(SCRIPT)),
        ("assets/sheet.png", pictures::sheet(64)),
        ("assets/subject.png", pictures::sheet(16)),
    ]
    .into_iter()
    .map(|(path, content)| (path.to_owned(), content))
    .collect();
    match reader {
        Reader::Tree => _ = files.insert(reader.path().into(), text(TREE)),
        Reader::AnimationTree => _ = files.insert(reader.path().into(), text(NEOAXIS)),
        Reader::Picture => {
            let character = "Character(sheet: Grid(image: \"subject.png\", cell: (8, 8)), clips: { \"idle\": Clip(row: 1, frames: 2, each: 0.1) }, script: \"subject.lua\")";
            files.insert(Reader::Character.path().into(), text(character));
        }
        Reader::Character => {
            files.extend(gathered("assets", ".png"));
            files.extend(scripts());
            files.extend(gathered("assets/trees", ".animationTree"));
            files.extend(gathered("assets/trees", ".tree.ron"));
        }
        Reader::Scene => {
            files.extend(gathered("assets/scenes", ".png"));
            let characters = gathered("assets/characters", ".character.ron");
            files.extend(characters.map(|(path, _)| (path, text(STILL))));
        }
        Reader::Settings => {}
        #[cfg(feature = "script")]
        Reader::Inputs | Reader::Script => {}
    }
    files
}
