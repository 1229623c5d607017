//! A tree's file was saved while it plays (L2): a table of edits, each with all that it may change at once.

use super::rules::{FIRE, by, param};
use super::sketch::{AHEAD, IDLE, KICK, Sketch, WALK, figure, five};
use super::*;
use std::collections::BTreeMap;

/// All of a tree that can be seen.
#[derive(Clone, Debug, PartialEq)]
struct Sight {
    /// Weight and time by clip, in ten thousandths.
    clips: BTreeMap<String, (i64, i64)>,
    /// By block: from, to, elapsed and length in milliseconds.
    fades: BTreeMap<String, (usize, usize, i64, i64)>,
    /// Weight by trigger, and whether it is firing.
    triggers: BTreeMap<String, (i64, bool)>,
    angles: BTreeMap<String, i64>,
    params: BTreeMap<String, f64>,
}

fn rounded(x: f64) -> i64 {
    (x * 10_000.0).round() as i64
}

impl Sight {
    fn of(actor: &Actor) -> Sight {
        let (def, state) = (&actor.def, &actor.state);
        let millis = |time: Time| rounded(time.seconds()) / 10;
        let clips = state.shown().into_iter().map(|shown| {
            let clip = actor.clips.clip(shown.clip);
            let sight = (rounded(shown.weight), rounded(shown.playhead.time(clip)));
            (clip.name().to_string(), sight)
        });
        let fades = state.fades().map(|fade| {
            let times = (millis(fade.elapsed), millis(fade.length));
            (def.key(fade.block), (fade.from, fade.to, times.0, times.1))
        });
        let triggers = state.triggers().map(|(id, weight)| {
            let name = def.triggers()[usize::from(id.0)].clone();
            (name, (rounded(weight), state.is_firing(id)))
        });
        let angles = state.angles();
        let params = def.params().iter().enumerate();
        Sight {
            clips: clips.collect(),
            fades: fades.collect(),
            triggers: triggers.collect(),
            angles: angles
                .map(|a| (def.key(a.block), rounded(a.horizontal)))
                .collect(),
            params: params
                .map(|(i, p)| (p.name.clone(), state.get(ParamId(i as u16))))
                .collect(),
        }
    }

    fn weigh(&mut self, clip: &str, weight: f64) {
        self.clips.entry(clip.into()).or_insert((0, 0)).0 = rounded(weight);
    }
}

/// A tenth into a fade from idle to walk, a kick and a look aside.
fn under_way() -> Actor {
    let clips = five();
    let mut actor = Actor::new(figure().build(&clips), clips);
    actor.run(10, tenths(1));
    actor.set(0, 1.0);
    actor.set(1, 60.0);
    actor.state.fire(FIRE);
    actor.step(tenths(1));
    actor
}

type Edit = (&'static str, fn(&mut Sketch), fn(&mut Sight));

fn edits_that_change_nothing_at_once() -> Vec<Edit> {
    vec![
        ("none", |_| {}, |_| {}),
        (
            "a fade's time",
            |s| s.choice("move", &["idle", "walk"], 2.0),
            |_| {},
        ),
        (
            "a Trigger's time",
            |s| s.trigger("fire", 0, ["kick", "move"], 3.0),
            |_| {},
        ),
        ("a speed", |s| s.show("walk", WALK, -2.0), |_| {}),
        (
            "an angle's speed",
            |s| s.look(&[(4, "ahead"), (1, "aside")], 5.0),
            |_| {},
        ),
        ("event_weight", |s| s.event_weight = 0.5, |_| {}),
        ("a mask", |s| s.sum(&["fire", "look"], &[7]), |_| {}),
        (
            "a parameter's default",
            |s| s.params[0].default = 0.5,
            |_| {},
        ),
        (
            "a block put above",
            |s| {
                s.put("lean", |of| Block::Blend {
                    inputs: vec![of("move")],
                    weight: by(1),
                    carry: false,
                    sync: false,
                });
                s.trigger("fire", 0, ["kick", "lean"], 0.2);
            },
            |_| {},
        ),
        (
            "the blocks' order in the file",
            |s| s.blocks.reverse(),
            |_| {},
        ),
        (
            "inputs in another order",
            |s| s.choice("move", &["walk", "idle"], 0.4),
            |after| after.fades.values_mut().for_each(|f| *f = (1, 0, 100, 400)),
        ),
        (
            "an input in front",
            |s| s.choice("move", &["kick", "idle", "walk"], 0.4),
            |after| after.fades.values_mut().for_each(|f| *f = (1, 2, 100, 400)),
        ),
        (
            "a Trigger put above",
            |s| {
                s.triggers.push("aim");
                s.trigger("aim", 1, ["kick", "look"], 0.1);
                s.sum(&["fire", "aim"], &[1]);
            },
            |after| {
                after.triggers.insert("aim".into(), (0, false));
            },
        ),
    ]
}

fn edits_of_names() -> Vec<Edit> {
    vec![
        (
            "a trigger's name",
            |s| s.triggers[0] = "shoot",
            |after| {
                let fire = after.triggers.remove("fire").expect("it was there");
                after.triggers.insert("shoot".into(), fire);
            },
        ),
        (
            "a parameter's range",
            |s| s.params[0].max = 0.4,
            |after| {
                after.params.insert("a".into(), 0.4);
            },
        ),
        (
            "a parameter's name",
            |s| s.params[0] = param("gait"),
            |after| {
                after.params.remove("a");
                after.params.insert("gait".into(), 0.0);
            },
        ),
        (
            "parameters in another order",
            |s| {
                s.params.insert(0, param("c"));
                s.put("move", |of| {
                    super::rules::choice(&[of("idle").0, of("walk").0], 1, 0.4)
                });
                s.drop("look");
                s.look(&[(4, "ahead"), (1, "aside")], 90.0);
            },
            |after| {
                after.params.insert("c".into(), 0.0);
            },
        ),
    ]
}

fn edits_of_legs() -> Vec<Edit> {
    vec![
        (
            "the input it fades to deleted",
            |s| {
                s.drop("walk");
                s.choice("move", &["idle"], 0.4);
            },
            |after| {
                after.clips.remove("walk");
                after.weigh("idle", 0.5);
                after.fades.clear();
            },
        ),
        (
            "the input it fades from deleted",
            |s| {
                s.drop("idle");
                s.choice("move", &["walk"], 0.4);
            },
            |after| {
                after.clips.remove("idle");
                after.weigh("walk", 0.5);
                after.fades.clear();
            },
        ),
        (
            "the chosen input known by another key",
            |s| {
                s.drop("walk");
                s.show("stroll", WALK, 1.0);
                s.choice("move", &["idle", "stroll"], 0.4);
            },
            |after| {
                // The value chooses anew: the same clip, which plays on.
                after.clips.remove("idle");
                after.weigh("walk", 0.5);
                after.fades.clear();
            },
        ),
        (
            "a Transition known by another key",
            |s| {
                s.drop("move");
                s.choice("go", &["idle", "walk"], 0.4);
                s.trigger("fire", 0, ["kick", "go"], 0.2);
            },
            |after| {
                after.clips.remove("idle");
                after.weigh("walk", 0.5);
                after.fades.clear();
            },
        ),
        (
            "a block of another kind in its place",
            |s| {
                s.put("move", |of| Block::Blend {
                    inputs: vec![of("idle"), of("walk")],
                    weight: Value::Number(0.5),
                    carry: false,
                    sync: false,
                });
            },
            |after| {
                after.weigh("idle", 0.25);
                after.weigh("walk", 0.25);
                after.fades.clear();
            },
        ),
    ]
}

fn edits_that_lose_something() -> Vec<Edit> {
    vec![
        (
            "the Trigger deleted",
            |s| {
                s.drop("fire");
                s.triggers.clear();
                s.sum(&["move", "look"], &[1]);
            },
            |after| {
                after.clips.remove("kick");
                after.weigh("idle", 0.75);
                after.weigh("walk", 0.25);
                after.triggers.clear();
            },
        ),
        (
            "another shot",
            |s| s.trigger("fire", 0, ["aside", "move"], 0.2),
            |after| {
                after.clips.remove("kick");
                after.weigh("aside", 0.6);
            },
        ),
        (
            "a pose deleted",
            |s| s.look(&[(4, "ahead")], 90.0),
            |after| {
                after.clips.remove("aside");
                after.weigh("ahead", 1.0);
            },
        ),
        (
            "a pose put in",
            |s| {
                s.show("far", KICK, 1.0);
                s.look(&[(4, "ahead"), (1, "far")], 90.0);
            },
            |after| {
                // Shared with the shot, which plays on.
                after.clips.remove("aside");
                after.weigh("kick", 0.6);
            },
        ),
        (
            "the output of one block",
            |s| s.output = "look",
            |after| {
                after.clips.retain(|clip, _| clip.starts_with('a'));
            },
        ),
    ]
}

#[test]
fn l2_an_edit_changes_only_what_it_is_about() {
    let all = [
        edits_that_change_nothing_at_once(),
        edits_of_names(),
        edits_of_legs(),
        edits_that_lose_something(),
    ]
    .concat();
    for (what, edit, change) in all {
        let mut actor = under_way();
        let mut expected = Sight::of(&actor);
        assert_eq!(expected.clips.len(), 5, "{expected:?}");
        assert_eq!(expected.fades["move"], (0, 1, 100, 400));
        assert_eq!(expected.triggers["fire"], (5000, true));
        assert_eq!(expected.angles["look"], 90_000);
        change(&mut expected);
        let mut sketch = figure();
        edit(&mut sketch);
        let clips = five();
        actor.reload(sketch.build(&clips), clips);
        assert_eq!(Sight::of(&actor), expected, "{what}");
        // Nothing jumps, and nothing that was under way fires again.
        let told = actor.step(Time::from_millis(10));
        assert!(told.is_empty(), "{what}: {told:?}");
        let after = Sight::of(&actor);
        for (clip, (_, time)) in &expected.clips {
            let Some((_, later)) = after.clips.get(clip) else {
                continue;
            };
            assert!((later - time).abs() <= 200, "{what}: {clip} {time} {later}");
        }
    }
}

#[test]
fn l2_a_changed_time_is_the_next_fades() {
    let clips = five();
    let mut actor = under_way();
    let mut sketch = figure();
    sketch.choice("move", &["idle", "walk"], 2.0);
    sketch.trigger("fire", 0, ["kick", "move"], 1.0);
    actor.reload(sketch.build(&clips), clips);
    actor.run(3, tenths(1));
    // The fade of 0.4 s is over in its time; so is the pass of 0.4 s, and the shot goes back in the new one.
    assert_eq!(actor.state.fades().count(), 0);
    assert!(!actor.state.is_firing(FIRE) && actor.state.has_finished(FIRE));
    assert!(near(actor.weight(KICK), 1.0));
    actor.set(0, 0.0);
    actor.step(tenths(1));
    assert!(near(actor.weight(KICK), 0.9));
    let fade = actor.state.fades().next().expect("one");
    assert_eq!((fade.elapsed, fade.length), (tenths(1), tenths(20)));
}

#[test]
fn l2_what_comes_into_view_begins_there_and_fires_with_the_next_step() {
    let clips = five();
    let mut actor = Actor::new(figure().build(&clips), clips);
    actor.run(3, tenths(1));
    let mut sketch = figure();
    sketch.trigger("fire", 0, ["idle", "kick"], 0.2);
    let clips = five();
    actor.reload(sketch.build(&clips), clips);
    assert_eq!((actor.weight(KICK), actor.time(KICK)), (1.0, 0.0));
    assert_eq!(actor.weight(IDLE), 0.0);
    assert_eq!(actor.step(tenths(1)), ["kick.lift@3"]);
    assert!(near(actor.time(KICK), 0.1));
    // What left starts again when it is back.
    let clips = five();
    actor.reload(figure().build(&clips), clips);
    assert_eq!((actor.weight(IDLE), actor.time(IDLE)), (1.0, 0.0));
}

#[test]
fn l2_before_the_first_step_it_is_as_if_it_had_been_so() {
    let clips = five();
    let mut actor = Actor::new(figure().build(&clips), five());
    let mut sketch = figure();
    sketch.params[0].default = 1.0;
    sketch.choice("move", &["kick", "walk"], 0.4);
    actor.set(1, 30.0);
    actor.reload(sketch.build(&clips), clips);
    assert!(actor.state.shown().is_empty());
    actor.step(tenths(1));
    // Its value stays 0; where the input that it chose is gone, it chooses anew.
    assert!(near(actor.weight(KICK), 1.0));
    assert_eq!(actor.state.get(ParamId(1)), 30.0);
}

#[test]
fn l2_between_a_play_tree_and_another_clips_play_on() {
    let clips = five();
    let mut actor = Actor::new(TreeDef::play(&clips), clips);
    actor.play(WALK, Time::ZERO);
    actor.run(3, tenths(1));
    let mut sketch = figure();
    sketch.params[0].default = 1.0;
    sketch.sum(&["fire", "look"], &[1]);
    let clips = five();
    actor.reload(sketch.build(&clips), clips);
    assert!(near(actor.time(WALK), 0.3) && near(actor.weight(WALK), 1.0));
    actor.step(tenths(1));
    assert!(near(actor.time(WALK), 0.4) && near(actor.time(AHEAD), 0.1));
    let clips = five();
    actor.reload(TreeDef::play(&clips), clips);
    // A play tree begins with its first clip, which was in view.
    assert_eq!(actor.seen().0, AHEAD);
    assert!(near(actor.time(AHEAD), 0.1) && near(actor.weight(AHEAD), 1.0));
}
