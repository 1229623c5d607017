//! luppet.ron: what a project starts with, and the bounds it sets for scripts.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::at::{At, Reader};
use super::fileset::SETTINGS;
use super::{FileSet, Settings};
use crate::error::{LoadErrors, unknown};
use crate::stage::Limits;
use crate::time::{Rate, Time};

#[derive(Deserialize)]
#[serde(rename = "Project", deny_unknown_fields)]
struct ProjectForm<'a> {
    #[serde(borrow)]
    start: Option<At<'a>>,
    #[serde(borrow)]
    hz: Option<At<'a>>,
    #[serde(borrow)]
    seed: Option<At<'a>>,
    #[serde(borrow)]
    limits: Option<At<'a>>,
}

/// The settings of a project whose scenes have these names (name -> file).
/// # Errors
/// Whatever is wrong in luppet.ron; without the file all is as it is by default.
pub(super) fn load(files: &FileSet, scenes: &BTreeMap<&str, &str>) -> Result<Settings, LoadErrors> {
    let mut settings = Settings {
        start: None,
        rate: Rate::DEFAULT,
        seed: 1,
        limits: Limits::default(),
    };
    if files.get(SETTINGS).is_none() && files.refusal(SETTINGS).is_none() {
        return Ok(settings);
    }
    let source = files.text(SETTINGS)?;
    let mut reader = Reader::new(SETTINGS, &source);
    let Some((form, _)) = reader.root::<ProjectForm>("Project") else {
        return Err(LoadErrors(reader.errors));
    };
    if let Some(at) = form.start
        && let Some(start) = reader.string("start", at)
    {
        if !scenes.contains_key(start.as_str()) {
            reader.fault(at, unknown("scene", &start, scenes.keys().copied()));
        }
        settings.start = Some(start);
    }
    if let Some(hz) = form.hz.and_then(|at| reader.whole("hz", at, 1..=1000)) {
        settings.rate = Rate::new(hz as u32).unwrap_or(Rate::DEFAULT);
    }
    if let Some(seed) = form
        .seed
        .and_then(|at| reader.whole("seed", at, 0..=u64::MAX))
    {
        settings.seed = seed;
    }
    if let Some(at) = form.limits {
        read_limits(&mut reader, at, &mut settings.limits);
    }
    reader.done(Some(settings))
}

/// One form and one reader for all bounds: each within what [`Limits`] allows.
macro_rules! limits {
    ($($field:ident: $kind:ty),* $(,)?) => {
        #[derive(Deserialize)]
        #[serde(rename = "Limits", deny_unknown_fields)]
        struct LimitsForm<'a> {
            $(#[serde(borrow)] $field: Option<At<'a>>,)*
            #[serde(borrow)]
            clock: Option<At<'a>>,
        }

        fn read_limits<'a>(reader: &mut Reader<'a>, at: At<'a>, limits: &mut Limits) {
            let Some(form) = reader.record::<LimitsForm>(at, "Limits") else {
                return;
            };
            let (least, most) = (Limits::LEAST, Limits::MOST);
            $(if let Some(at) = form.$field
                && let Some(count) =
                    reader.whole(stringify!($field), at, least.$field as u64..=most.$field as u64)
            {
                limits.$field = count as $kind;
            })*
            let range = least.clock.seconds()..=most.clock.seconds();
            if let Some(at) = form.clock
                && let Some(seconds) = reader.number("clock", at, range)
            {
                limits.clock = Time::from_seconds(seconds).unwrap_or(limits.clock);
            }
        }
    };
}

limits! {
    work_call: u64,
    work_actor: u64,
    work_behaviour: u64,
    work_load: u64,
    memory: usize,
    source: usize,
    text: usize,
    logs: usize,
    sends: usize,
    mailbox: usize,
    post: usize,
    message: usize,
    depth: usize,
    spawns: usize,
    alive: usize,
    actors: usize,
    changes: usize,
    path: usize,
    history: usize,
    events: usize,
    strikes: u32,
}
