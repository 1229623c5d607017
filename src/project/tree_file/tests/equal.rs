//! Laws over generated trees: whatever the form, it is the same tree.

use std::fmt::Write as _;

use proptest::prelude::*;

use super::super::doc::{
    Added, BlockDoc, Kind, Named, POSES, ParamDoc, SIDES, Timing, TreeDoc, Value,
};
use super::*;
use crate::error::Place;
use crate::random::Stream;

const HERE: Place = Place { line: 1, column: 1 };

/// What a generated tree may hold.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Range {
    /// What both forms can say.
    Both,
    /// What RON alone can: ranges, masks, `carry`, `sync`, an event weight.
    Ron,
}

struct Grower {
    random: Stream,
    range: Range,
    params: Vec<ParamDoc>,
}

impl Grower {
    fn below(&mut self, n: usize) -> usize {
        self.random.below(n as u64) as usize
    }

    fn flip(&mut self) -> bool {
        self.below(2) == 0
    }

    fn number(&mut self) -> f64 {
        let some = [0.0, 1.0, -0.6, 0.05, 1e-9, 123_456.75, 0.2, -1e6];
        match self.below(3) {
            0 => (self.random.unit() - 0.5) * 1000.0,
            _ => some[self.below(some.len())],
        }
    }

    fn value(&mut self) -> Value {
        if self.flip() {
            let param = self.below(self.params.len());
            return Value::Param(self.params[param].name.clone());
        }
        Value::Number(self.number())
    }

    /// A time or an angle's speed: a value of at least 0.
    fn time(&mut self) -> Value {
        match self.value() {
            Value::Number(number) => Value::Number(number.abs()),
            param @ Value::Param(_) => param,
        }
    }

    fn timing(&mut self) -> Timing {
        let mut flag = || self.range == Range::Ron && self.flip();
        Timing {
            carry: flag(),
            sync: flag(),
        }
    }

    fn params(&mut self) {
        let names = ["move", "a \"quoted\" \\ name", "ü", "4"];
        let count = 1 + self.below(names.len());
        for name in names.iter().take(count) {
            let default = self.number();
            let (mut min, mut max) = (f64::NEG_INFINITY, f64::INFINITY);
            if self.range == Range::Ron && self.flip() {
                (min, max) = (
                    (default - 1.5).max(-1e6),
                    (default + self.number().abs()).min(1e6),
                );
            }
            self.params.push(ParamDoc {
                name: (*name).to_owned(),
                default,
                min,
                max,
                place: Place { line: 1, column: 1 },
            });
        }
    }

    /// A block that feeds from those before it.
    fn kind(&mut self, before: usize) -> Kind {
        let names = ["idle", "walk", "run", "aim left", "kick"];
        if before == 0 || self.below(4) == 0 {
            let name = names[self.below(names.len())].to_owned();
            let speed = match self.below(3) {
                0 => Value::Number(1.0),
                _ => self.value(),
            };
            return Kind::Animation {
                clip: Named { name, place: HERE },
                speed,
            };
        }
        let count = 1 + self.below(4);
        let inputs: Vec<usize> = (0..count).map(|_| self.below(before)).collect();
        let timing = self.timing();
        match self.below(6) {
            0 => Kind::Blend {
                inputs,
                weight: self.value(),
                timing,
            },
            1 => Kind::Sum {
                inputs: inputs.into_iter().map(|block| self.added(block)).collect(),
            },
            2 => {
                let index = match self.value() {
                    Value::Number(_) => Value::Number(self.below(inputs.len()) as f64 - 0.25),
                    param @ Value::Param(_) => param,
                };
                Kind::Transition {
                    inputs,
                    index,
                    time: self.time(),
                    timing,
                }
            }
            3 => Kind::Trigger {
                name: ["jump", "sh\"oot", "a b"][self.below(3)].to_owned(),
                on: inputs[0],
                off: self.below(before),
                time: self.time(),
            },
            4 => Kind::Sides {
                angle: self.value(),
                speed: self.value(),
                time: self.time(),
                sides: self.slots(before),
                timing,
            },
            _ => Kind::Look {
                horizontal: self.value(),
                vertical: self.value(),
                horizontal_speed: self.time(),
                vertical_speed: self.time(),
                speed: self.value(),
                poses: self.slots(before),
                timing,
            },
        }
    }

    fn added(&mut self, block: usize) -> Added {
        let masked = self.range == Range::Ron && self.flip();
        let parts = masked.then(|| {
            let count = 1 + self.below(3);
            let part = |name: &&str| Named {
                name: (*name).to_owned(),
                place: HERE,
            };
            PARTS.iter().take(count).map(part).collect()
        });
        Added { block, parts }
    }

    fn slots<const N: usize>(&mut self, before: usize) -> [Option<usize>; N] {
        let mut slots = [None; N];
        let sure = self.below(N);
        for (i, slot) in slots.iter_mut().enumerate() {
            if i == sure || self.below(3) == 0 {
                *slot = Some(self.below(before));
            }
        }
        slots
    }
}

/// A tree of up to 25 blocks, often deep.
fn grown(seed: u64, range: Range) -> TreeDoc {
    let mut grower = Grower {
        random: Stream::new(seed, &["doc"]),
        range,
        params: Vec::new(),
    };
    grower.params();
    let count = 1 + grower.below(25);
    let mut blocks = Vec::new();
    for number in 0..count {
        // Often the block just before, so that trees get deep.
        let kind = grower.kind(number);
        let named = range == Range::Ron && grower.below(4) == 0;
        let name = named.then(|| format!("block {number}"));
        blocks.push(BlockDoc {
            kind,
            key: (number + 10).to_string(),
            name,
            uin: (range == Range::Both).then_some(number as u64 + 10),
            place: HERE,
        });
    }
    let event_weight = match range {
        Range::Both => 0.0,
        Range::Ron => grower.random.unit(),
    };
    TreeDoc {
        params: grower.params,
        output: count - 1,
        blocks,
        event_weight,
    }
}

/// The `.animationTree` of a tree, in one of many ways to write it.
fn animation_tree(doc: &TreeDoc, random: &mut Stream) -> String {
    let mut writer = Writer {
        random,
        doc,
        blocks: Vec::new(),
    };
    let output = doc.output + 10;
    writer.block("Output", 1, vec![format!("in = {output}")]);
    for (number, param) in doc.params.iter().enumerate() {
        let mut fields = vec![format!("parameterName = {}", quoted(&param.name))];
        if param.default != 0.0 || writer.flip() {
            fields.push(format!("value = {}", param.default));
        }
        writer.block("Parameter", 1000 + number, fields);
    }
    for (number, block) in doc.blocks.iter().enumerate() {
        writer.kind(number + 10, &block.kind);
    }
    let mut blocks = writer.blocks;
    for at in (1..blocks.len()).rev() {
        blocks.swap(at, random.below(at as u64 + 1) as usize);
    }
    format!("// grown\nblocks\n{{\n{}}}", blocks.concat())
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

struct Writer<'a> {
    random: &'a mut Stream,
    doc: &'a TreeDoc,
    blocks: Vec<String>,
}

impl Writer<'_> {
    fn flip(&mut self) -> bool {
        self.random.below(2) == 0
    }

    fn block(&mut self, kind: &str, uin: usize, mut fields: Vec<String>) {
        fields.push(format!("uin = {uin}"));
        for at in (1..fields.len()).rev() {
            fields.swap(at, self.random.below(at as u64 + 1) as usize);
        }
        let mut text = format!("\tblock {kind}\n\t{{\n");
        for field in fields {
            let end =
                ["\n", " // so\r\n", "\n\t\t\n///////\n", "\u{a0}"][self.random.below(4) as usize];
            write!(text, "\t\t{field}{end}").unwrap();
        }
        text += "\t}\n";
        self.blocks.push(text);
    }

    fn value(
        &mut self,
        fields: &mut Vec<String>,
        (constant, source): (&str, &str),
        value: &Value,
        default: f64,
    ) {
        match value {
            Value::Number(number) if *number == default && self.flip() => {}
            Value::Number(number) => {
                let text = number.to_string();
                let text = match text.strip_prefix("0.") {
                    Some(part) if self.flip() => format!(".{part}"),
                    _ => text,
                };
                fields.push(format!("{constant} = {text}"));
            }
            Value::Param(name) => {
                let at = self.doc.params.iter().position(|param| param.name == *name);
                fields.push(format!("{source} = {}", 1000 + at.unwrap()));
            }
        }
    }

    #[allow(clippy::too_many_lines)] // a list of kinds
    fn kind(&mut self, uin: usize, kind: &Kind) {
        let mut fields = Vec::new();
        let list = |inputs: &[usize]| -> Vec<String> {
            let input = |(i, at): (usize, &usize)| format!("animation{i} = {}", at + 10);
            inputs.iter().enumerate().map(input).collect()
        };
        let time = if self.flip() {
            ("transitionTime", "transitionTimeSource")
        } else {
            ("TransitionTime", "transitionTimeBlock")
        };
        let name = match kind {
            Kind::Animation { clip, speed } => {
                fields.push(format!("animationName = {}", quoted(&clip.name)));
                self.value(&mut fields, ("speed", "speedSource"), speed, 1.0);
                if self.flip() {
                    "Animation"
                } else {
                    "AnimationSource"
                }
            }
            Kind::Blend { inputs, weight, .. } => {
                fields = list(inputs);
                self.value(&mut fields, ("weightValue", "weightSource"), weight, 0.0);
                "Blend"
            }
            Kind::Sum { .. } => {
                fields = list(&kind.inputs());
                "Sum"
            }
            Kind::Transition {
                inputs,
                index,
                time: fade,
                ..
            } => {
                fields = list(inputs);
                self.value(
                    &mut fields,
                    ("selectedIndex", "selectedIndexSource"),
                    index,
                    0.0,
                );
                self.value(&mut fields, time, fade, 0.2);
                "Transition"
            }
            Kind::Trigger {
                name,
                on,
                off,
                time: fade,
            } => {
                fields.push(format!("triggerName = {}", quoted(name)));
                fields.push(format!("on = {}", on + 10));
                fields.push(format!("off = {}", off + 10));
                self.value(&mut fields, time, fade, 0.2);
                "Trigger"
            }
            Kind::Sides {
                angle,
                speed,
                time: fade,
                sides,
                ..
            } => {
                let given = SIDES.iter().zip(sides);
                fields.extend(
                    given.filter_map(|(name, at)| Some(format!("{name} = {}", (*at)? + 10))),
                );
                self.value(&mut fields, ("angle", "angleSource"), angle, 0.0);
                self.value(
                    &mut fields,
                    ("speedMultiplier", "speedMultiplierSource"),
                    speed,
                    1.0,
                );
                self.value(&mut fields, time, fade, 0.2);
                "Direction8Sides"
            }
            Kind::Look {
                horizontal,
                vertical,
                horizontal_speed,
                vertical_speed,
                speed,
                poses,
                ..
            } => {
                let given = POSES.iter().zip(poses);
                fields.extend(
                    given.filter_map(|(name, at)| Some(format!("{name} = {}", (*at)? + 10))),
                );
                let values = [
                    ("horizontalAngle", horizontal, 0.0),
                    ("verticalAngle", vertical, 0.0),
                    ("horizontalAngleSpeed", horizontal_speed, 0.0),
                    ("verticalAngleSpeed", vertical_speed, 0.0),
                    ("speedMultiplier", speed, 1.0),
                ];
                for (name, value, default) in values {
                    let source = format!("{name}Source");
                    self.value(&mut fields, (name, &source), value, default);
                }
                "LookAt"
            }
        };
        self.block(name, uin, fields);
    }
}

fn resolved(doc: &TreeDoc) -> TreeSpec {
    let spec = with_figure(|figure| resolve(doc, figure).unwrap());
    TreeSpec {
        keys: Vec::new(),
        ..spec
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn both_forms_give_the_same_tree(seed: u64) {
        let doc = grown(seed, Range::Both);
        let text = animation_tree(&doc, &mut Stream::new(seed, &["text"]));
        let expected = resolved(&doc);
        prop_assert_eq!(&keyless(Form::NeoAxis, &text), &expected, "{}", text);
        let keys = spec(Form::NeoAxis, &text).keys;
        let uins = doc.reached().into_iter().map(|at| doc.blocks[at].key.clone());
        prop_assert_eq!(keys, uins.collect::<Vec<_>>());
        let ron = import_tree("a.animationTree", text.as_bytes()).unwrap();
        prop_assert_eq!(&keyless(Form::Ron, &ron), &expected, "{}", ron);
        // Against clips and parts they are one tree, or refused for one reason.
        let built = |form, text: &str| tree(form, text).is_ok();
        prop_assert_eq!(built(Form::NeoAxis, &text), built(Form::Ron, &ron));
    }

    #[test]
    fn what_is_printed_reads_back(seed: u64) {
        let doc = grown(seed, Range::Ron);
        let once = print::print(&doc, "grown");
        let read = super::doc(Form::Ron, &once).unwrap_or_else(|errors| panic!("{errors}\n{once}"));
        prop_assert_eq!(resolved(&read), resolved(&doc), "{}", once);
        // Names stay; printed again it is the same text.
        let named = |doc: &TreeDoc| {
            let mut names: Vec<_> = doc.blocks.iter().filter_map(|block| block.name.clone()).collect();
            names.sort();
            names
        };
        let (kept, given) = (named(&read), named(&doc));
        prop_assert!(given.iter().all(|name| kept.contains(name)));
        prop_assert_eq!(print::print(&read, "grown"), once);
    }
}
