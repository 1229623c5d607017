//! A tree's file as RON text, for `luppet import tree`: blocks that are used twice get a
//! name, the others stand where they are used. Reading it gives the same tree.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::doc::{BlockDoc, FADE, Kind, Named, POSES, ParamDoc, SIDES, Timing, TreeDoc, Value};

/// Characters of a line.
const WIDTH: usize = 100;
/// Blocks inside each other; what lies deeper gets a name. Well below what is read.
const DEEPEST: usize = 12;
/// Characters of a name that is made up.
const NAME: usize = 40;

/// The RON form; `source` is the file it comes from.
pub(super) fn print(doc: &TreeDoc, source: &str) -> String {
    let names = names(doc);
    let printer = Printer { doc, names: &names };
    let mut fields = Vec::new();
    if !doc.params.is_empty() {
        let params = doc.params.iter().map(param).collect();
        fields.push(("parameters: ".to_owned(), broken("{", params, "}")));
    }
    fields.push(("output: ".to_owned(), printer.place(doc.output)));
    let mut named = Vec::new();
    for at in doc.reached() {
        named.extend(printer.entry(at));
    }
    let reached: BTreeSet<usize> = doc.reached().into_iter().collect();
    for at in (0..doc.blocks.len()).filter(|at| !reached.contains(at)) {
        named.extend(printer.entry(at));
    }
    if !named.is_empty() {
        fields.push(("blocks: ".to_owned(), broken("{", named, "}")));
    }
    if doc.event_weight != 0.0 {
        let weight = Text::Word(number(doc.event_weight));
        fields.push(("event_weight: ".to_owned(), weight));
    }
    let line = |c: char| if c.is_control() { ' ' } else { c };
    let source: String = source.chars().map(line).collect();
    let mut out = format!("// From {source}\n");
    broken("Tree(", fields, ")").write(0, 0, &mut out);
    out.push('\n');
    out
}

/// A text that may be broken into lines.
enum Text {
    Word(String),
    Group {
        open: String,
        items: Vec<(String, Text)>,
        close: &'static str,
        /// Always a line for each item.
        broken: bool,
    },
}

fn group(open: &str, items: Vec<(String, Text)>, close: &'static str) -> Text {
    Text::Group {
        open: open.to_owned(),
        items,
        close,
        broken: false,
    }
}

fn broken(open: &str, items: Vec<(String, Text)>, close: &'static str) -> Text {
    Text::Group {
        open: open.to_owned(),
        items,
        close,
        broken: true,
    }
}

impl Text {
    /// On one line, if it takes no more than so many characters.
    fn flat(&self, most: usize) -> Option<String> {
        match self {
            Text::Word(word) => (word.chars().count() <= most).then(|| word.clone()),
            Text::Group { broken: true, .. } => None,
            Text::Group {
                open, items, close, ..
            } => {
                let mut line = open.clone();
                for (i, (before, item)) in items.iter().enumerate() {
                    line.push_str(if i > 0 { ", " } else { "" });
                    line.push_str(before);
                    let left = most.checked_sub(line.chars().count())?;
                    line.push_str(&item.flat(left)?);
                }
                line.push_str(close);
                (line.chars().count() <= most).then_some(line)
            }
        }
    }

    /// Writes it behind `column` characters of a line that is indented by `indent` levels.
    fn write(&self, indent: usize, column: usize, out: &mut String) {
        const STEP: usize = 4;
        // Room for what closes the groups around it.
        let left = WIDTH.saturating_sub(column + 2);
        if let Some(line) = self.flat(left) {
            out.push_str(&line);
            return;
        }
        match self {
            Text::Word(word) => out.push_str(word),
            Text::Group {
                open, items, close, ..
            } => {
                out.push_str(open);
                out.push('\n');
                for (before, item) in items {
                    let start = STEP * (indent + 1);
                    out.extend(std::iter::repeat_n(' ', start));
                    out.push_str(before);
                    item.write(indent + 1, start + before.chars().count(), out);
                    out.push_str(",\n");
                }
                out.extend(std::iter::repeat_n(' ', STEP * indent));
                out.push_str(close);
            }
        }
    }
}

/// A text in quotes, escaped as RON reads it.
fn quoted(text: &str) -> String {
    let mut said = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => {
                said.push('\\');
                said.push(c);
            }
            c if c.is_control() => {
                // Writing to a text cannot fail.
                _ = write!(said, "\\u{{{:x}}}", u32::from(c));
            }
            c => said.push(c),
        }
    }
    said.push('"');
    said
}

/// A number that reads back as itself.
fn number(number: f64) -> String {
    match number.abs() {
        0.0 => "0".into(),
        1e-6..1e16 => number.to_string(),
        _ => format!("{number:e}"),
    }
}

fn param(param: &ParamDoc) -> (String, Text) {
    let numbers = match (param.min, param.max) {
        (f64::NEG_INFINITY, f64::INFINITY) => number(param.default),
        (min, max) => format!(
            "({}, {}, {})",
            number(param.default),
            number(min),
            number(max)
        ),
    };
    (format!("{}: ", quoted(&param.name)), Text::Word(numbers))
}

/// By block, its name if it is placed with `Use`: the file's own, or one made up.
fn names(doc: &TreeDoc) -> Vec<Option<String>> {
    let mut uses = vec![0_usize; doc.blocks.len()];
    uses[doc.output] += 1;
    for input in doc.blocks.iter().flat_map(|block| block.kind.inputs()) {
        uses[input] += 1;
    }
    let mut names: Vec<Option<String>> = doc.blocks.iter().map(|b| b.name.clone()).collect();
    // A block without a name is known by its path, and the output's is this.
    let mut taken: BTreeSet<String> = names.iter().flatten().cloned().collect();
    taken.insert("output".into());
    let mut depths = vec![0_usize; doc.blocks.len()];
    let all = doc.reached().into_iter().chain(0..doc.blocks.len());
    let mut done = vec![false; doc.blocks.len()];
    for at in all {
        if std::mem::replace(&mut done[at], true) {
            continue;
        }
        if names[at].is_none() && (uses[at] > 1 || depths[at] > DEEPEST) {
            names[at] = Some(made_up(&doc.blocks[at], at, &mut taken));
        }
        let depth = if names[at].is_some() { 0 } else { depths[at] };
        // A block that is used once comes after the one that uses it.
        for input in doc.blocks[at].kind.inputs() {
            depths[input] = depth + 1;
        }
    }
    names
}

/// A name for a block: its clip's or trigger's, else its kind's; where that is taken, with its number behind it.
fn made_up(block: &BlockDoc, at: usize, taken: &mut BTreeSet<String>) -> String {
    let base = match &block.kind {
        Kind::Animation {
            clip,
            speed: Value::Number(speed),
        } if *speed < 0.0 => format!("{}_back", plain(&clip.name)),
        Kind::Animation { clip, .. } => plain(&clip.name),
        Kind::Trigger { name, .. } => plain(name),
        Kind::Blend { .. } => "blend".into(),
        Kind::Sum { .. } => "sum".into(),
        Kind::Transition { .. } => "transition".into(),
        Kind::Sides { .. } => "sides".into(),
        Kind::Look { .. } => "look".into(),
    };
    let number = block.uin.unwrap_or(at as u64);
    let mut name = base.clone();
    let mut tries = 0;
    while !taken.insert(name.clone()) {
        tries += 1;
        name = match tries {
            1 => format!("{base}_{number}"),
            _ => format!("{base}_{number}_{tries}"),
        };
    }
    name
}

fn plain(name: &str) -> String {
    let letter = |c: char| if c.is_alphanumeric() { c } else { '_' };
    name.chars().map(letter).take(NAME).collect()
}

struct Printer<'a> {
    doc: &'a TreeDoc,
    names: &'a [Option<String>],
}

impl Printer<'_> {
    /// A block where it is used.
    fn place(&self, at: usize) -> Text {
        match &self.names[at] {
            Some(name) => Text::Word(format!("Use({})", quoted(name))),
            None => self.block(at),
        }
    }

    /// A block among the named ones, if it is one.
    fn entry(&self, at: usize) -> Option<(String, Text)> {
        let name = self.names[at].as_ref()?;
        Some((format!("{}: ", quoted(name)), self.block(at)))
    }

    fn block(&self, at: usize) -> Text {
        let kind = &self.doc.blocks[at].kind;
        let mut fields = Fields::default();
        match kind {
            Kind::Animation { clip, speed } => {
                let clip = quoted(&clip.name);
                if *speed == Value::Number(1.0) {
                    return Text::Word(format!("Clip({clip})"));
                }
                fields.add("clip", Text::Word(clip));
                fields.value("speed", speed, None);
            }
            Kind::Blend {
                inputs,
                weight,
                timing,
            } => {
                fields.value("weight", weight, None);
                fields.timing(*timing);
                fields.add("inputs", self.list(inputs));
            }
            Kind::Sum { inputs } => {
                let items = inputs.iter().map(|input| match &input.parts {
                    None => (String::new(), self.place(input.block)),
                    Some(parts) => (String::new(), self.masked(input.block, parts)),
                });
                fields.add("inputs", group("[", items.collect(), "]"));
            }
            Kind::Transition {
                inputs,
                index,
                time,
                timing,
            } => {
                fields.value("index", index, None);
                fields.value("time", time, Some(FADE));
                fields.timing(*timing);
                fields.add("inputs", self.list(inputs));
            }
            Kind::Trigger {
                name,
                on,
                off,
                time,
            } => {
                fields.add("name", Text::Word(quoted(name)));
                fields.value("time", time, Some(FADE));
                fields.add("on", self.place(*on));
                fields.add("off", self.place(*off));
            }
            Kind::Sides {
                angle,
                speed,
                time,
                sides,
                timing,
            } => {
                fields.value("angle", angle, None);
                fields.value("speed", speed, Some(1.0));
                fields.value("time", time, Some(FADE));
                fields.timing(*timing);
                self.slots(&mut fields, &SIDES, sides);
            }
            Kind::Look {
                horizontal,
                vertical,
                horizontal_speed,
                vertical_speed,
                speed,
                poses,
                timing,
            } => {
                fields.value("horizontal", horizontal, None);
                fields.value("vertical", vertical, None);
                fields.value("horizontal_speed", horizontal_speed, Some(0.0));
                fields.value("vertical_speed", vertical_speed, Some(0.0));
                fields.value("speed", speed, Some(1.0));
                fields.timing(*timing);
                self.slots(&mut fields, &POSES, poses);
            }
        }
        group(&format!("{}(", kind.name()), fields.0, ")")
    }

    fn list(&self, inputs: &[usize]) -> Text {
        let items = inputs.iter().map(|at| (String::new(), self.place(*at)));
        group("[", items.collect(), "]")
    }

    fn masked(&self, at: usize, parts: &[Named]) -> Text {
        let names = parts
            .iter()
            .map(|part| (String::new(), Text::Word(quoted(&part.name))));
        let mut fields = Fields::default();
        fields.add("block", self.place(at));
        fields.add("parts", group("[", names.collect(), "]"));
        group("Masked(", fields.0, ")")
    }

    fn slots(&self, fields: &mut Fields, names: &[&str], slots: &[Option<usize>]) {
        for (name, slot) in names.iter().zip(slots) {
            if let Some(at) = slot {
                fields.add(name, self.place(*at));
            }
        }
    }
}

/// Fields of a record in the order they are written.
#[derive(Default)]
struct Fields(Vec<(String, Text)>);

impl Fields {
    fn add(&mut self, name: &str, text: Text) {
        self.0.push((format!("{name}: "), text));
    }

    /// A value, unless it is the default.
    fn value(&mut self, name: &str, value: &Value, default: Option<f64>) {
        let text = match value {
            Value::Number(given) if Some(*given) == default => return,
            Value::Number(given) => number(*given),
            Value::Param(param) => quoted(param),
        };
        self.add(name, Text::Word(text));
    }

    fn timing(&mut self, timing: Timing) {
        for (name, given) in [("carry", timing.carry), ("sync", timing.sync)] {
            if given {
                self.add(name, Text::Word("true".into()));
            }
        }
    }
}
