//! The records of the blocks, as written, and what each becomes. The graph they make is
//! `ron_form`'s.

use serde::Deserialize;

use super::graph::Graph;
use crate::project::at::At;
use crate::project::scene::FAR;
use crate::project::tree_file::doc::{Kind, Named};

/// `Use("name")`.
#[derive(Deserialize)]
#[serde(rename = "Use")]
pub(super) struct Use<'a>(#[serde(borrow)] pub At<'a>);

/// `Clip("name")`.
#[derive(Deserialize)]
#[serde(rename = "Clip")]
struct Clip<'a>(#[serde(borrow)] At<'a>);

#[derive(Deserialize)]
#[serde(rename = "Masked", deny_unknown_fields)]
pub(super) struct Masked<'a> {
    #[serde(borrow)]
    pub block: Option<At<'a>>,
    #[serde(borrow)]
    pub parts: Option<At<'a>>,
}

#[derive(Deserialize)]
#[serde(rename = "Animation", deny_unknown_fields)]
struct Animation<'a> {
    #[serde(borrow)]
    clip: Option<At<'a>>,
    #[serde(borrow)]
    speed: Option<At<'a>>,
}

#[derive(Deserialize)]
#[serde(rename = "Blend", deny_unknown_fields)]
struct Blend<'a> {
    #[serde(borrow)]
    inputs: Option<At<'a>>,
    #[serde(borrow)]
    weight: Option<At<'a>>,
    #[serde(borrow)]
    carry: Option<At<'a>>,
    #[serde(borrow)]
    sync: Option<At<'a>>,
}

#[derive(Deserialize)]
#[serde(rename = "Sum", deny_unknown_fields)]
struct Sum<'a> {
    #[serde(borrow)]
    inputs: Option<At<'a>>,
}

#[derive(Deserialize)]
#[serde(rename = "Transition", deny_unknown_fields)]
struct Transition<'a> {
    #[serde(borrow)]
    inputs: Option<At<'a>>,
    #[serde(borrow)]
    index: Option<At<'a>>,
    #[serde(borrow)]
    time: Option<At<'a>>,
    #[serde(borrow)]
    carry: Option<At<'a>>,
    #[serde(borrow)]
    sync: Option<At<'a>>,
}

#[derive(Deserialize)]
#[serde(rename = "Trigger", deny_unknown_fields)]
struct Trigger<'a> {
    #[serde(borrow)]
    name: Option<At<'a>>,
    #[serde(borrow)]
    on: Option<At<'a>>,
    #[serde(borrow)]
    off: Option<At<'a>>,
    #[serde(borrow)]
    time: Option<At<'a>>,
}

#[derive(Deserialize)]
#[serde(rename = "Direction8Sides", deny_unknown_fields)]
struct Sides<'a> {
    #[serde(borrow)]
    angle: Option<At<'a>>,
    #[serde(borrow)]
    speed: Option<At<'a>>,
    #[serde(borrow)]
    time: Option<At<'a>>,
    #[serde(borrow)]
    forward: Option<At<'a>>,
    #[serde(borrow, rename = "forwardLeft")]
    forward_left: Option<At<'a>>,
    #[serde(borrow)]
    left: Option<At<'a>>,
    #[serde(borrow, rename = "backwardLeft")]
    backward_left: Option<At<'a>>,
    #[serde(borrow)]
    backward: Option<At<'a>>,
    #[serde(borrow, rename = "backwardRight")]
    backward_right: Option<At<'a>>,
    #[serde(borrow)]
    right: Option<At<'a>>,
    #[serde(borrow, rename = "forwardRight")]
    forward_right: Option<At<'a>>,
    #[serde(borrow)]
    carry: Option<At<'a>>,
    #[serde(borrow)]
    sync: Option<At<'a>>,
}

#[derive(Deserialize)]
#[serde(rename = "LookAt", deny_unknown_fields)]
struct Look<'a> {
    #[serde(borrow)]
    horizontal: Option<At<'a>>,
    #[serde(borrow)]
    vertical: Option<At<'a>>,
    #[serde(borrow)]
    horizontal_speed: Option<At<'a>>,
    #[serde(borrow)]
    vertical_speed: Option<At<'a>>,
    #[serde(borrow)]
    speed: Option<At<'a>>,
    #[serde(borrow, rename = "leftUp")]
    left_up: Option<At<'a>>,
    #[serde(borrow, rename = "leftCenter")]
    left_center: Option<At<'a>>,
    #[serde(borrow, rename = "leftDown")]
    left_down: Option<At<'a>>,
    #[serde(borrow, rename = "centerUp")]
    center_up: Option<At<'a>>,
    #[serde(borrow, rename = "centerCenter")]
    center_center: Option<At<'a>>,
    #[serde(borrow, rename = "centerDown")]
    center_down: Option<At<'a>>,
    #[serde(borrow, rename = "rightUp")]
    right_up: Option<At<'a>>,
    #[serde(borrow, rename = "rightCenter")]
    right_center: Option<At<'a>>,
    #[serde(borrow, rename = "rightDown")]
    right_down: Option<At<'a>>,
    #[serde(borrow)]
    carry: Option<At<'a>>,
    #[serde(borrow)]
    sync: Option<At<'a>>,
}

impl<'a> Graph<'_, 'a> {
    /// A block of one of the kinds, its inputs included.
    pub(super) fn kind(&mut self, kind: &str, at: At<'a>, path: &str) -> Option<Kind> {
        match kind {
            "Clip" => {
                let Clip(name) = self.reader.record(at, "Clip")?;
                let clip = self.clip("Clip", name)?;
                let speed = self.or("speed", None, -FAR..=FAR, 1.0)?;
                Some(Kind::Animation { clip, speed })
            }
            "Animation" => self.animation(at),
            "Blend" => self.blend(at, path),
            "Sum" => self.sum(at, path),
            "Transition" => self.transition(at, path),
            "Trigger" => self.trigger(at, path),
            "Direction8Sides" => self.sides(at, path),
            _ => self.look(at, path),
        }
    }

    fn clip(&mut self, field: &str, at: At<'a>) -> Option<Named> {
        let name = self.reader.name(field, at)?;
        let place = self.reader.place(at);
        Some(Named { name, place })
    }

    fn animation(&mut self, at: At<'a>) -> Option<Kind> {
        let form = self.reader.record::<Animation>(at, "Animation")?;
        let clip = self.reader.need("clip", form.clip, "Animation", at);
        let clip = clip.and_then(|at| self.clip("clip", at));
        let speed = self.or("speed", form.speed, -FAR..=FAR, 1.0);
        Some(Kind::Animation {
            clip: clip?,
            speed: speed?,
        })
    }

    fn blend(&mut self, at: At<'a>, path: &str) -> Option<Kind> {
        let form = self.reader.record::<Blend>(at, "Blend")?;
        let weight = self.reader.need("weight", form.weight, "Blend", at);
        let weight = weight.and_then(|at| self.value("weight", at, -FAR..=FAR));
        let timing = self.timing(form.carry, form.sync);
        let inputs = self.list("Blend", form.inputs, at, path);
        Some(Kind::Blend {
            inputs: inputs?,
            weight: weight?,
            timing: timing?,
        })
    }

    fn sum(&mut self, at: At<'a>, path: &str) -> Option<Kind> {
        let form = self.reader.record::<Sum>(at, "Sum")?;
        let list = self.inputs("Sum", form.inputs, at)?;
        let read: Vec<_> = list
            .into_iter()
            .enumerate()
            .map(|(i, at)| self.added(at, &format!("{path}.inputs[{i}]")))
            .collect();
        let inputs = read.into_iter().collect::<Option<Vec<_>>>()?;
        Some(Kind::Sum { inputs })
    }

    fn transition(&mut self, at: At<'a>, path: &str) -> Option<Kind> {
        let form = self.reader.record::<Transition>(at, "Transition")?;
        let time = self.time(form.time);
        let timing = self.timing(form.carry, form.sync);
        let inputs = self.list("Transition", form.inputs, at, path);
        let count = inputs.as_ref().map_or(0, Vec::len);
        let index = self.index(form.index, at, count);
        Some(Kind::Transition {
            inputs: inputs?,
            index: index?,
            time: time?,
            timing: timing?,
        })
    }

    fn trigger(&mut self, at: At<'a>, path: &str) -> Option<Kind> {
        let form = self.reader.record::<Trigger>(at, "Trigger")?;
        let name = self.reader.need("name", form.name, "Trigger", at);
        let name = name.and_then(|at| self.reader.name("name", at));
        let time = self.time(form.time);
        let mut side = |field, given| {
            let at = self.reader.need(field, given, "Trigger", at)?;
            self.block(field, at, &format!("{path}.{field}"))
        };
        let (on, off) = (side("on", form.on), side("off", form.off));
        Some(Kind::Trigger {
            name: name?,
            on: on?,
            off: off?,
            time: time?,
        })
    }

    fn sides(&mut self, at: At<'a>, path: &str) -> Option<Kind> {
        let form = self.reader.record::<Sides>(at, "Direction8Sides")?;
        let angle = self.reader.need("angle", form.angle, "Direction8Sides", at);
        let angle = angle.and_then(|at| self.value("angle", at, -FAR..=FAR));
        let speed = self.or("speed", form.speed, -FAR..=FAR, 1.0);
        let time = self.time(form.time);
        let timing = self.timing(form.carry, form.sync);
        let fields = [
            ("forward", form.forward),
            ("forwardLeft", form.forward_left),
            ("left", form.left),
            ("backwardLeft", form.backward_left),
            ("backward", form.backward),
            ("backwardRight", form.backward_right),
            ("right", form.right),
            ("forwardRight", form.forward_right),
        ];
        let sides = self.slots(fields, ("Direction8Sides", "side"), at, path);
        Some(Kind::Sides {
            angle: angle?,
            speed: speed?,
            time: time?,
            sides: sides?,
            timing: timing?,
        })
    }

    fn look(&mut self, at: At<'a>, path: &str) -> Option<Kind> {
        let form = self.reader.record::<Look>(at, "LookAt")?;
        let mut angle = |field, given| {
            let at = self.reader.need(field, given, "LookAt", at)?;
            self.value(field, at, -FAR..=FAR)
        };
        let horizontal = angle("horizontal", form.horizontal);
        let vertical = angle("vertical", form.vertical);
        let horizontal_speed = self.or("horizontal_speed", form.horizontal_speed, 0.0..=FAR, 0.0);
        let vertical_speed = self.or("vertical_speed", form.vertical_speed, 0.0..=FAR, 0.0);
        let speed = self.or("speed", form.speed, -FAR..=FAR, 1.0);
        let timing = self.timing(form.carry, form.sync);
        let fields = [
            ("leftUp", form.left_up),
            ("leftCenter", form.left_center),
            ("leftDown", form.left_down),
            ("centerUp", form.center_up),
            ("centerCenter", form.center_center),
            ("centerDown", form.center_down),
            ("rightUp", form.right_up),
            ("rightCenter", form.right_center),
            ("rightDown", form.right_down),
        ];
        let poses = self.slots(fields, ("LookAt", "pose"), at, path);
        Some(Kind::Look {
            horizontal: horizontal?,
            vertical: vertical?,
            horizontal_speed: horizontal_speed?,
            vertical_speed: vertical_speed?,
            speed: speed?,
            poses: poses?,
            timing: timing?,
        })
    }
}
