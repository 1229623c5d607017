//! The first second of every scene that loads: what goes wrong without anybody touching a key.

use std::collections::BTreeMap;

use super::finding::Findings;
use crate::error::{LoadErrors, Place, ScriptError, Severity};
use crate::project::Project;
use crate::session::Session;
use crate::stage::{Event, EventKind};

/// Plays each scene for a second of its time.
pub(super) fn check(project: &Project, findings: &mut Findings) {
    let Ok(settings) = &project.defs().settings else {
        return;
    };
    let mut trial = Trial::default();
    for scene in project.scenes() {
        match Session::new(project, &scene, settings.seed) {
            Ok(mut session) => {
                findings.errors(session.load_errors().to_vec());
                for _ in 0..settings.rate.hz() {
                    session.step();
                    for event in session.drain_events() {
                        trial.hear(&session, &scene, event);
                    }
                }
            }
            Err(LoadErrors(errors)) => findings.errors(errors),
        }
    }
    trial.tell(findings);
}

/// What was heard, each thing once: whoever it happened to first, in the first scene by name.
#[derive(Default)]
struct Trial {
    /// By script and line: the first text, which may hold what changes from step to step.
    errors: BTreeMap<(String, u32), (String, String)>,
    /// By file and text.
    notices: BTreeMap<(String, String), String>,
}

impl Trial {
    fn hear(&mut self, session: &Session, scene: &str, event: Event) {
        match event.kind {
            EventKind::Error { error } | EventKind::Trip { error } => {
                let ScriptError {
                    script,
                    line,
                    actor,
                    callback,
                    message,
                    ..
                } = error;
                self.errors.entry((script, line)).or_insert_with(|| {
                    let who = format!("(in {callback} of {actor}, scene {scene})");
                    (message, who)
                });
            }
            EventKind::Notice { text } => {
                let stage = session.stage();
                let actor = stage.actors().find(|shown| shown.id == event.actor);
                let behaviour = actor.and_then(|shown| shown.kind.behaviour.as_ref());
                let file = behaviour.map_or(&stage.scene().file, |behaviour| &behaviour.key);
                self.notices
                    .entry((file.clone(), text))
                    .or_insert_with(|| format!("({}, scene {scene})", event.name));
            }
            _ => {}
        }
    }

    fn tell(self, findings: &mut Findings) {
        for ((script, line), (message, who)) in self.errors {
            // A wrong name that was found in the source is the same fault.
            let is_told = |found: &str| named(found).is_some_and(|wrong| message.contains(wrong));
            if findings.in_line(&script, line).any(is_told) {
                continue;
            }
            let place = Some(Place { line, column: 0 });
            findings.at(Severity::Error, &script, place, format!("{message} {who}"));
        }
        for ((file, text), who) in self.notices {
            findings.warn(&file, None, format!("{text} {who}"));
        }
    }
}

/// The part `unknown clip "pnuch"` of a message.
fn named(message: &str) -> Option<&str> {
    let wrong = &message[message.find("unknown ")?..];
    let open = wrong.find('"')?;
    let close = wrong[open + 1..].find('"')?;
    wrong.get(..open + close + 2)
}
