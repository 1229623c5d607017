//! What a broken file left sound is played: no panic, no number that is none, no end of time.

use std::time::Duration;

use luppet::draw::Sprite;
use luppet::error::LoadErrors;
use luppet::session::Session;
use luppet::trace;

use crate::Trial;
use crate::readers::{Reader, Yard};

const STEPS: u64 = 25;
/// How long a play may take, with the reading back of its trace: hundreds of actors may have a word for each other.
const LONGEST: Duration = Duration::from_secs(if cfg!(debug_assertions) { 50 } else { 5 });

fn play(yard: &Yard, content: &[u8]) -> Result<(), LoadErrors> {
    let (mut session, mut inputs) = yard.run(content)?;
    let mut lines = Vec::new();
    for _ in 0..STEPS {
        inputs.feed(&mut session)?;
        session.step();
        lines.clear();
        trace::write_step(&session, &mut lines).expect("memory takes it");
        let lines = std::str::from_utf8(&lines).expect("a trace is text");
        for line in lines.lines() {
            let read: serde_json::Value = serde_json::from_str(line).expect("JSON");
            assert!(read.is_object(), "{line}");
        }
        finite(&mut session);
    }
    Ok(())
}

/// Every number that is shown or told is one.
fn finite(session: &mut Session) {
    for actor in session.stage().actors() {
        let shown = actor.tree.shown();
        let weights = shown.iter().map(|shown| shown.weight);
        let numbers = [actor.x, actor.y, actor.facing].into_iter();
        for number in numbers.chain(weights).chain(actor.params.iter().copied()) {
            assert!(number.is_finite(), "{number} of {}", actor.name);
        }
    }
    for sprite in session.frame(0.5).sprites() {
        let Sprite {
            source, transform, ..
        } = sprite;
        let place = [source.x, source.y, source.w, source.h];
        let turn = [
            transform.a,
            transform.b,
            transform.c,
            transform.d,
            transform.e,
            transform.f,
        ];
        assert!(
            place.iter().chain(&turn).all(|number| number.is_finite()),
            "{sprite:?}"
        );
    }
}

fn played(reader: Reader) {
    let trial = Trial {
        reader,
        name: format!("play_{}", reader.name()),
        counts: [40, 5000],
        longest: LONGEST,
        run: play,
    };
    trial.hold();
}

#[test]
fn settings_that_load_play() {
    played(Reader::Settings);
}

#[test]
fn scenes_that_load_play() {
    played(Reader::Scene);
}

#[test]
fn characters_that_load_play() {
    played(Reader::Character);
}

#[test]
fn trees_that_load_play() {
    played(Reader::Tree);
    played(Reader::AnimationTree);
}

#[test]
fn pictures_that_load_play() {
    played(Reader::Picture);
}

#[test]
fn inputs_that_load_play() {
    played(Reader::Inputs);
}

#[test]
fn scripts_that_load_play() {
    played(Reader::Script);
}
