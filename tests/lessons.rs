//! The two scenes that teach machines: the worker goes back to what he did before, and the dog's cartridges come and go.

#![cfg(feature = "script")]

mod support;

use std::sync::Arc;

use luppet::project::{FileChange, Project};
use luppet::session::Session;
use luppet::stage::EventKind;
use luppet::trace;
use serde_json::Value;
use support::root;

/// A run of a scene, the last step of the actor it is about, and all that happened to that actor.
struct Run {
    session: Session,
    actor: &'static str,
    now: Value,
    events: Vec<Value>,
}

impl Run {
    /// Of the scene that is called as its actor is.
    fn new(actor: &'static str) -> Run {
        Run::of(&Project::open(root()).expect("the bundled project"), actor)
    }

    fn of(project: &Project, actor: &'static str) -> Run {
        let session = Session::new(project, actor, 1).unwrap_or_else(|e| panic!("{e}"));
        let errors = session.load_errors();
        assert!(errors.is_empty(), "{errors:?}");
        Run {
            session,
            actor,
            now: Value::Null,
            events: Vec::new(),
        }
    }

    /// One step; no error, trip or notice may come of it.
    fn step(&mut self) {
        self.session.step();
        let mut out = Vec::new();
        trace::write_step(&self.session, &mut out).expect("a trace");
        let text = String::from_utf8(out).expect("UTF-8");
        let mut lines = support::lines(&text).into_iter();
        self.now = lines
            .find(|line| line["actor"] == self.actor)
            .expect("the actor");
        let new = self.now["events"].as_array().expect("events");
        self.events.extend(new.iter().cloned());
        for event in self.session.drain_events() {
            let wrong = matches!(
                event.kind,
                EventKind::Error { .. } | EventKind::Trip { .. } | EventKind::Notice { .. }
            );
            assert!(!wrong, "{event:?}");
        }
        let errors = self.session.load_errors();
        assert!(errors.is_empty(), "{errors:?}");
    }

    fn steps(&mut self, count: u32) {
        for _ in 0..count {
            self.step();
        }
    }

    /// Until it is in the state, a minute at most.
    fn until(&mut self, state: &str) {
        for _ in 0..3600 {
            if self.now["state"] == state {
                return;
            }
            self.step();
        }
        panic!("never {state}: {:?}", self.changes());
    }

    /// All changes so far, as (from, to, why).
    fn changes(&self) -> Vec<(String, String, String)> {
        let text = |event: &Value, key: &str| event[key].as_str().unwrap_or("").to_owned();
        let changes = self.events.iter().filter(|event| event["kind"] == "change");
        changes
            .map(|event| (text(event, "from"), text(event, "to"), text(event, "why")))
            .collect()
    }

    fn last_change(&self) -> (String, String, String) {
        self.changes().pop().expect("a change")
    }

    fn param(&self, name: &str) -> f64 {
        self.now["params"][name].as_f64().expect("a number")
    }

    fn tap(&mut self, name: &str) {
        assert!(self.session.press(name));
        assert!(self.session.release(name));
        self.step();
    }

    /// A file is saved (or, without text, taken away) while it runs.
    fn save(&mut self, path: &str, text: Option<&str>) {
        self.session.reload(vec![FileChange {
            path: path.to_owned(),
            content: text.map(|text| Arc::from(text.as_bytes())),
        }]);
        self.step();
    }
}

fn change(from: &str, to: &str, why: &str) -> (String, String, String) {
    (from.to_owned(), to.to_owned(), why.to_owned())
}

#[test]
fn both_run_a_minute_without_an_error() {
    for actor in ["worker", "dog"] {
        let mut run = Run::new(actor);
        run.steps(3600);
        assert!(run.changes().len() > 4, "{actor}: {:?}", run.changes());
    }
}

#[test]
fn the_worker_fills_two_bags_and_wanders_again() {
    let mut run = Run::new("worker");
    run.until("mine");
    run.until("wander");
    let expected = [
        change("wander", "mine", "execute"),
        change("mine", "store", "execute"),
        change("store", "mine", "revert"),
        change("mine", "store", "execute"),
        change("store", "mine", "revert"),
        change("mine", "wander", "enter"),
    ];
    assert_eq!(run.changes(), expected);
    let cheers = run.events.iter().filter(|event| event["kind"] == "say");
    assert_eq!(cheers.count(), 2);
}

#[test]
fn he_cheers_only_on_leaving_the_mine_with_a_full_bag() {
    // The cheer stands in the very step of the change, for exit says it.
    let mut run = Run::new("worker");
    run.until("mine");
    run.until("store");
    assert_eq!(run.param("gold"), 5.0);
    let now = run.now["events"].as_array().expect("events");
    assert!(now.iter().any(|event| event["text"] == "Hurray!"));

    // Called away with a bag that is not full, he does not.
    let mut run = Run::new("worker");
    run.until("mine");
    while run.param("gold") < 2.0 {
        run.step();
    }
    run.tap("space");
    assert_eq!(run.last_change(), change("mine", "store", "global"));
    assert!(!run.events.iter().any(|event| event["kind"] == "say"));
    run.until("mine");
    assert_eq!(run.last_change(), change("store", "mine", "revert"));
    assert_eq!(run.param("gold"), 0.0);
}

#[test]
fn called_while_he_wanders_he_goes_back_to_wandering() {
    let mut run = Run::new("worker");
    run.steps(30);
    run.tap("space");
    assert_eq!(run.last_change(), change("wander", "store", "global"));
    run.until("wander");
    assert_eq!(run.last_change(), change("store", "wander", "revert"));
    assert_eq!(run.param("gold"), 0.0);
}

#[test]
fn space_plugs_in_one_cartridge_after_the_other() {
    let mut run = Run::new("dog");
    run.step();
    for state in ["eat", "play_ball", "roll", "sleep", "eat"] {
        run.tap("space");
        assert_eq!(run.now["state"], state);
        run.steps(20);
    }
}

#[test]
fn a_low_battery_pulls_the_cartridge_out_and_a_full_one_puts_it_back() {
    for trick in ["eat", "play_ball", "roll", "sleep"] {
        let mut run = Run::new("dog");
        run.step();
        while run.param("battery") > 32.0 {
            let before = run.param("battery");
            run.step();
            assert!(run.param("battery") < before);
        }
        // From here on it takes three seconds, less than a trick does that has just begun.
        run.tap("space");
        while run.now["state"] != trick {
            run.tap("space");
        }
        run.until("charge");
        assert_eq!(run.last_change(), change(trick, "charge", "global"));
        assert!(run.param("battery") < 21.0);
        run.until(trick);
        assert_eq!(run.last_change(), change("charge", trick, "revert"));
        assert_eq!(run.param("battery"), 100.0);
    }
}

const DANCE: &str = "return { clip = \"dance\", tags = { \"cartridge\" } }\n";

#[test]
fn a_new_file_is_a_new_trick_and_one_that_goes_leaves_the_slot_empty() {
    let mut run = Run::new("dog");
    run.steps(30);
    run.save("scripts/dog/dance.lua", Some(DANCE));
    assert_eq!(run.now["state"], "rest", "a reload changes no state");
    run.tap("space");
    assert_eq!(run.now["state"], "dance", "first in the alphabet");
    run.steps(10);
    run.save("scripts/dog/dance.lua", None);
    assert_eq!(run.last_change(), change("dance", "rest", "reload"));
    assert_eq!(run.now["state"], "rest");
    // The others are still known, and it goes on behind the place of the one that is gone.
    run.tap("space");
    assert_eq!(run.now["state"], "eat");
}

#[test]
fn without_any_cartridge_it_rests_and_charges() {
    let mut run = Run::new("dog");
    run.steps(10);
    for name in ["eat", "play_ball", "roll", "sleep"] {
        run.save(&format!("scripts/dog/{name}.lua"), None);
    }
    run.tap("space");
    assert_eq!(run.now["state"], "rest");
    run.until("charge");
    run.until("rest");
    assert_eq!(run.last_change(), change("charge", "rest", "revert"));
}
