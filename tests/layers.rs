//! Boxes in a tree whose layers show several clips at once: each counts, whatever the clips are called.

#![cfg(feature = "script")]

use std::collections::BTreeMap;

use luppet::project::Project;
use luppet::session::Session;
use luppet::stage::EventKind;

/// Legs that stand, an arm that hits: two layers of a Sum.
const TREE: &str = r#"Tree(
    parameters: { "tired": 0 },
    output: Sum(inputs: [
        Transition(index: "tired", time: 0.4, inputs: [Clip("STAND"), Clip("rest")]),
        Masked(parts: ["arm"], block: Trigger(name: "hit", time: 0, on: Clip("HIT"), off: Clip("calm"))),
    ]),
)"#;

const CHARACTER: &str = r##"Character(
    parts: {
        "body": Part(shape: Circle(radius: 8, fill: "#ffffff")),
        "arm": Part(parent: "body", shape: Box(size: (10, 4), fill: "#ff0000")),
    },
    tree: "layers.tree.ron",
    script: "layers.lua",
    clips: {
        "STAND": Clip(frames: 2, each: 0.5, boxes: { "body": (-8, -8, 16, 16) }),
        "rest": Clip(each: 1, boxes: { "body": (-8, -4, 16, 4), "pillow": (-8, 0, 16, 4) }),
        "HIT": Clip(mode: Normal, frames: 4, each: 0.1, markers: { "contact": 3 },
            boxes: { "fist": { 3: (10, -2, 6, 4) } }),
        "calm": Clip(each: 1),
    },
)"##;

const SCRIPT: &str = r#"
return {
  initial = "stand",
  data = { age = 0 },
  states = { stand = {} },
  at = { contact = function(self, clip) log("contact", clip, (self:box("fist")), (self:box("body"))) end },
  global = function(self, dt)
    log("boxes", (self:box("body")), (self:box("fist")), (self:box("pillow")))
    self.age += 1
    if self.age == 2 then self:fire("hit") end
    if self.age == 7 then self:set("tired", 1) end
  end,
}
"#;

/// What the actor logs, with the clips called so.
fn logs(stand: &str, hit: &str) -> Vec<String> {
    let named = |text: &str| {
        text.replace("STAND", stand)
            .replace("HIT", hit)
            .into_bytes()
    };
    let scene =
        r#"Scene(size: (100, 100), actors: [Actor(name: "a", character: "layers", at: (50, 50))])"#;
    let files: BTreeMap<String, Vec<u8>> = [
        ("luppet.ron", b"Project(hz: 10)".to_vec()),
        ("assets/trees/layers.tree.ron", named(TREE)),
        ("assets/characters/layers.character.ron", named(CHARACTER)),
        ("assets/scenes/s.scene.ron", named(scene)),
        ("scripts/layers.lua", named(SCRIPT)),
    ]
    .map(|(path, content)| (path.to_owned(), content))
    .into();
    let project = Project::from_files(&files).expect("a project");
    let mut run = Session::new(&project, "s", 1).unwrap_or_else(|errors| panic!("{errors}"));
    (0..14).for_each(|_| run.step());
    let logged = run
        .drain_events()
        .into_iter()
        .filter_map(|event| match event.kind {
            EventKind::Log { text } => Some(text.replace(hit, "HIT")),
            EventKind::Error { .. } => panic!("{event:?}"),
            _ => None,
        });
    logged.collect()
}

#[test]
fn each_layer_has_its_boxes() {
    let expected = [
        // Nothing has played yet.
        "boxes\tnil\tnil\tnil",
        "boxes\t42\tnil\tnil",
        "boxes\t42\tnil\tnil",
        // Crossed at the very end of its step, where the third frame begins.
        "contact\tHIT\t60\t42",
        "boxes\t42\t60\tnil",
        "boxes\t42\tnil\tnil",
        "boxes\t42\tnil\tnil",
        "boxes\t42\tnil\tnil",
        // Tired: from a third of the weight on the lighter clip counts too.
        "boxes\t42\tnil\tnil",
        "boxes\t42\tnil\t42",
        "boxes\t42\tnil\t42",
        "boxes\t42\tnil\t42",
        "boxes\t42\tnil\t42",
        "boxes\t42\tnil\t42",
        "boxes\t42\tnil\t42",
    ];
    for (stand, hit) in [("stand", "hit"), ("idle", "zap"), ("z", "aa")] {
        assert_eq!(logs(stand, hit), expected, "{stand} {hit}");
    }
}
