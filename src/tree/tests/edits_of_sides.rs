//! Sides, `sync` and any tree at any moment, when a file was saved while it plays (L2).

use super::forest::{disturb, grown};
use super::rules::{by, close, param};
use super::sketch::{Sketch, figure, five};
use super::trigger::Ask;
use super::*;
use crate::random::Stream;
use proptest::prelude::*;

const A: ClipId = ClipId(0);
const B: ClipId = ClipId(1);
const C: ClipId = ClipId(2);

fn loops(lengths: [usize; 3]) -> ClipSet {
    let names = ["a", "b", "c"].into_iter().zip(lengths);
    ClipSet::new(
        names
            .map(|(name, n)| clip(name, Mode::Loop, n, &[("start", 0)]))
            .collect(),
    )
}

fn around(given: &'static [(usize, &'static str)]) -> Sketch {
    let mut sketch = Sketch {
        params: ["a", "b"].map(param).to_vec(),
        blocks: Vec::new(),
        triggers: Vec::new(),
        output: "sides",
        ..figure()
    };
    sketch.show("a", A, 1.0);
    sketch.show("b", B, 1.0);
    sketch.show("c", C, 1.0);
    sketch.put("sides", move |of| {
        let mut sides = [None; 8];
        for (at, key) in given {
            sides[*at] = Some(of(key));
        }
        Block::Direction8Sides {
            angle: by(0),
            speed: Value::Number(1.0),
            time: Value::Number(0.4),
            sides,
            carry: false,
            sync: false,
        }
    });
    sketch
}

/// Sides, and the weights of a, b and c then and after another tenth.
type Turned = (&'static [(usize, &'static str)], [f64; 3], [f64; 3]);

#[test]
fn l2_sides_keep_their_fade_by_what_they_show() {
    let cases: [Turned; 5] = [
        (&[(0, "a"), (2, "b")], [0.75, 0.25, 0.0], [0.5, 0.5, 0.0]),
        (
            &[(0, "a"), (2, "b"), (4, "c")],
            [0.75, 0.25, 0.0],
            [0.5, 0.5, 0.0],
        ),
        // The side it came from is gone.
        (&[(2, "b"), (4, "c")], [0.0, 1.0, 0.0], [0.0, 1.0, 0.0]),
        // The chosen one shows something else, at once.
        (&[(0, "a"), (2, "c")], [0.0, 0.0, 1.0], [0.0, 0.0, 1.0]),
        // The chosen one went elsewhere: the fade goes on to it, and from there on to what the angle means now.
        (
            &[(2, "a"), (6, "b")],
            [0.75, 0.25, 0.0],
            [0.8125, 0.1875, 0.0],
        ),
    ];
    for (sides, then, later) in cases {
        let clips = loops([10, 10, 10]);
        let mut actor = Actor::new(around(&[(0, "a"), (2, "b")]).build(&clips), clips);
        actor.run(3, tenths(1));
        actor.set(0, 90.0);
        actor.step(tenths(1));
        let clips = loops([10, 10, 10]);
        actor.reload(around(sides).build(&clips), clips);
        let weights = |actor: &Actor| [A, B, C].map(|clip| actor.weight(clip));
        assert_eq!(weights(&actor), then, "{sides:?}");
        actor.step(tenths(1));
        assert_eq!(weights(&actor), later, "{sides:?}");
    }
}

fn mixed(inputs: &'static [&'static str], sync: bool) -> Sketch {
    let mut sketch = around(&[(0, "a")]);
    sketch.drop("sides");
    sketch.output = "mix";
    sketch.put("mix", move |of| Block::Blend {
        inputs: inputs.iter().map(|key| of(key)).collect(),
        weight: by(1),
        carry: false,
        sync,
    });
    sketch
}

/// The clips' lengths, the block's inputs, and the progress of a, b and c.
type Joined = ([usize; 3], &'static [&'static str], [f64; 3]);

#[test]
fn l2_clips_in_step_stay_in_step() {
    let whole =
        |actor: &Actor, clip: ClipId| actor.time(clip) / actor.clips.clip(clip).length().seconds();
    // After an edit; b is the heavier.
    let cases: [Joined; 4] = [
        // Nothing that matters to a sync block.
        ([10, 8, 6], &["a", "b"], [0.25, 0.25, 0.0]),
        // One that joins takes the progress.
        ([10, 8, 6], &["c", "a", "b"], [0.25, 0.25, 0.25]),
        // One that changed follows the heaviest; where that one changed, its seconds stay, and the others follow.
        ([20, 8, 6], &["a", "b"], [0.25, 0.25, 0.0]),
        ([10, 4, 6], &["a", "b"], [0.5, 0.5, 0.0]),
    ];
    for (lengths, inputs, progress) in cases {
        let clips = loops([10, 8, 6]);
        let mut actor = Actor::new(mixed(&["a", "b"], true).build(&clips), clips);
        actor.set(1, 0.75);
        // The mean length is 0.85 s.
        actor.step(Time::from_flicks(tenths(17).flicks() / 8));
        assert!(close(whole(&actor, A), 0.25) && close(whole(&actor, B), 0.25));
        let clips = loops(lengths);
        actor.reload(mixed(inputs, true).build(&clips), clips);
        for (clip, progress) in [A, B, C].into_iter().zip(progress) {
            if actor.weight(clip) > 0.0 {
                assert!(
                    (whole(&actor, clip) - progress).abs() < 1e-6,
                    "{inputs:?} {clip:?}"
                );
            }
        }
        let told = actor.step(Time::from_millis(10));
        assert!(told.is_empty(), "{told:?}");
        let ahead = [A, B].map(|clip| whole(&actor, clip));
        assert!((ahead[0] - ahead[1]).abs() < 1e-6, "in step: {ahead:?}");
    }
    // Where `sync` is new, the others fall in with the heaviest.
    let clips = loops([10, 8, 6]);
    let mut actor = Actor::new(mixed(&["a", "b"], false).build(&clips), clips);
    actor.set(1, 0.75);
    actor.step(tenths(2));
    let clips = loops([10, 8, 6]);
    actor.reload(mixed(&["a", "b"], true).build(&clips), clips);
    assert!(near(actor.time(B), 0.2) && near(actor.time(A), 0.25));
    // And where it is gone, each goes on from where it is.
    let clips = loops([10, 8, 6]);
    actor.reload(mixed(&["a", "b"], false).build(&clips), clips);
    actor.step(tenths(1));
    assert!(near(actor.time(B), 0.3) && near(actor.time(A), 0.35));
}

#[test]
fn l2_a_clip_keeps_its_seconds_in_a_tree_that_stays() {
    let clips = five();
    let mut actor = Actor::new(figure().build(&clips), clips);
    actor.step(Time::from_millis(350));
    let walk = clip("idle", Mode::Loop, 20, &[("now", 3), ("soon", 4)]);
    let mut changed: Vec<Clip> = ["ahead", "aside", "jump", "kick", "walk"]
        .map(|name| clip(name, Mode::Loop, 10, &[]))
        .to_vec();
    changed.push(walk);
    let clips = ClipSet::new(changed);
    let mut sketch = figure();
    let id = |name| clips.id(name).expect("there");
    sketch.show("idle", id("idle"), 1.0);
    sketch.show("walk", id("walk"), 1.0);
    sketch.show("kick", id("kick"), 1.0);
    let idle = id("idle");
    actor.reload(sketch.build(&clips), clips);
    assert!(near(actor.time(idle), 0.35));
    assert_eq!(actor.step(tenths(1)), ["idle.soon@4"]);
}

/// The same tree, and one with a block, a parameter and a trigger more that nothing leads to.
fn twins(def: &TreeDef, clips: &ClipSet) -> [TreeDef; 2] {
    let spec = || TreeSpec {
        params: def.params().to_vec(),
        triggers: def.triggers().to_vec(),
        blocks: def.blocks().to_vec(),
        keys: Vec::new(),
        output: def.output.expect("one"),
        event_weight: def.event_weight,
    };
    let mut more = spec();
    more.params.push(param("more"));
    more.triggers.insert(0, "a trigger".into());
    for block in &mut more.blocks {
        if let Block::Trigger { name, .. } = block {
            name.0 += 1;
        }
    }
    more.blocks.push(super::rules::show(A, 1.0));
    [spec(), more].map(|spec| TreeDef::build(spec, clips).expect("sound"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn l2_reloading_the_same_tree_at_any_moment_changes_nothing(
        seed in any::<u64>(), steps in 1..40_usize, millis in 1..90_i64, every in 1..6_usize,
    ) {
        let mut random = Stream::new(seed, &["edits"]);
        let mut left = grown(&mut random);
        let [same, more] = twins(&left.def, &left.clips);
        let again = |state: TreeState, def: TreeDef| Actor { state, def, clips: fighter(), now: Time::ZERO, rate: Speed::ONE };
        let mut reloaded = again(left.state.clone(), same);
        let mut grafted = again(left.state.clone(), left.def.clone());
        for step in 0..steps {
            let mut alike = random;
            disturb(&mut left, &mut random);
            disturb(&mut reloaded, &mut alike);
            let (asked, value) = (left.state.triggers.clone(), left.state.values.clone());
            if step % every == 0 {
                // In the middle of requests, too.
                let def = reloaded.def.clone();
                reloaded.reload(def, fighter());
                let def = more.clone();
                grafted.reload(def, fighter());
            }
            for (param, value) in value.iter().enumerate() {
                grafted.set(param as u16, *value);
            }
            let first = grafted.state.triggers.len() - asked.len();
            for (at, asked) in asked.iter().enumerate() {
                let trigger = TriggerId((first + at) as u16);
                match asked.ask {
                    Ask::Fire => grafted.state.fire(trigger),
                    Ask::Cancel => grafted.state.cancel(trigger),
                    Ask::Nothing => {}
                }
            }
            let dt = Time::from_millis(millis);
            let events = left.events(dt);
            prop_assert_eq!(&events, &reloaded.events(dt));
            prop_assert_eq!(&left.state, &reloaded.state);
            let told: Vec<String> = events.iter().map(|event| left.told(event)).collect();
            prop_assert_eq!(told, grafted.step(dt));
            let blocks = left.state.blocks.len();
            let but_names = |state: &TreeState| format!("{:?}", &state.blocks[..blocks]).replace("TriggerId(1)", "TriggerId(_)").replace("TriggerId(0)", "TriggerId(_)").replace("TriggerId(2)", "TriggerId(_)");
            prop_assert_eq!(but_names(&left.state), but_names(&grafted.state));
            prop_assert_eq!(&left.state.clips, &grafted.state.clips);
            prop_assert_eq!(&left.state.layers, &grafted.state.layers);
        }
    }
}
