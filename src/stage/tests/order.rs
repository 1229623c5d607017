//! Rule M7, the last sentence: the order of actors in a scene never changes what
//! they do. Random brains play a scene in two orders.

use proptest::prelude::*;

use super::fake::Ask;
use super::scene::{Scene, tree};
use super::script::Script;
use crate::random::Stream;
use crate::stage::{Data, Input};

const NAMES: [&str; 4] = ["ann", "bob", "cat", "dan"];
const STATES: [&str; 3] = ["one", "two", "three"];

/// Does something that depends on the seed, the actor, the step and what it sees of the others.
fn whim(seed: u64, ask: &mut Ask<'_>, place: &str) {
    let step = ask.world().step.to_string();
    let name = ask.me().name.to_string();
    let mut dice = Stream::new(seed, &[&name, &step, place]);
    let other = NAMES[dice.below(4) as usize];
    if let Some(view) = ask.view(other) {
        let params: f64 = view.params.iter().sum();
        let push = (view.x * 0.5 + view.state_time + params + f64::from(view.frame)) % 7.0;
        let clip = view.clip.map_or(0.0, |clip| f64::from(clip.0));
        ask.walk(push + clip + f64::from(view.state.map_or(0, |state| state.0)));
    }
    match dice.below(12) {
        0 | 1 => ask.change(STATES[dice.below(3) as usize]),
        2 => ask.restart(),
        3 => ask.revert(),
        4 => ask.send(other, "hey", Data::Number(1.0), 0.1 * dice.below(3) as f64),
        5 => ask.send("*", "hey", Data::Nil, 0.0),
        6 if ask.me().kind.character.tree.is_play() => ask.play("walk", dice.below(2) == 0),
        6 if dice.below(3) == 0 => ask.cancel("fire"),
        6 => {
            ask.set("go", dice.unit() * 2.0);
            ask.fire("fire");
        }
        7 => ask.spawn("s", &format!("x{}", dice.below(6))),
        8 => ask.remove(&format!("x{}", dice.below(6))),
        9 => ask.fail(dice.below(2) as u32, "whim"),
        10 => ask.set("p", dice.unit() * 10.0),
        _ => ask.requests.pan = (dice.unit(), 0.1),
    }
}

fn whimsical(seed: u64, clips: bool) -> Script {
    let mut script = Script::default()
        .param("p", 0.0, 0.0, 9.0)
        .all()
        .on("global", move |ask| whim(seed, ask, "global"))
        .on("loop", move |ask| whim(seed, ask, "loop"))
        .on("finish", move |ask| whim(seed, ask, "finish"))
        .on("drivers.p", |ask| ask.number(ask.me().state_time.seconds()));
    for (state, clip) in STATES.iter().zip(["idle", "walk", "punch"]) {
        script = script.state(state);
        if clips {
            script = script.clip(clip);
        }
        script = script
            .on("enter", move |ask| {
                if Stream::new(seed, &[&ask.world().step.to_string()]).below(3) == 0 {
                    whim(seed, ask, "enter");
                }
            })
            .on("execute", move |ask| whim(seed, ask, "execute"))
            .on("on.hey", move |ask| whim(seed, ask, "hey"))
            .on("exit", |ask| ask.send("ann", "hey", Data::Nil, 0.0));
    }
    script = script.state("three").next("one");
    if clips { script } else { script.lasts(0.3) }
}

/// What happened to whom in a step, and how each looked after it.
fn play(seed: u64, order: &[usize], with_tree: bool) -> Vec<Vec<String>> {
    let mut scene = Scene::new().script("s", whimsical(seed, !with_tree));
    if with_tree {
        scene = scene.with_tree(tree);
    }
    for i in order {
        scene = scene.actor(NAMES[*i], "s");
        scene.actors.last_mut().expect("one").x = *i as f64 * 10.0;
    }
    scene.limits.spawns = 2;
    scene.limits.alive = 3;
    scene.limits.mailbox = 6;
    let mut run = scene.open();
    let mut told = Vec::new();
    for step in 0..25 {
        let inputs = match step % 7 {
            3 => vec![Input::Send {
                to: "bob".into(),
                name: "hey".into(),
                data: Data::Nil,
            }],
            _ => Vec::new(),
        };
        run.input(inputs);
        let mut lines = Vec::new();
        for actor in run.stage.actors() {
            let looks = format!(
                "{} {:?} {:?} {} {} {:?} {:?} {:?}",
                actor.name,
                actor.state,
                actor.previous,
                actor.x,
                actor.state_time.seconds(),
                actor.params,
                run.picture(actor.name),
                run.mix(actor.name),
            );
            lines.push(looks);
        }
        lines.sort();
        let mut names: Vec<String> = run.stage.actors().map(|a| a.name.to_string()).collect();
        names.sort();
        for name in names {
            lines.extend(run.events_of(&name));
        }
        lines.push(format!("{:?}", run.stage.pan()));
        told.push(lines);
    }
    told
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn m7_the_order_of_actors_never_changes_what_they_do(
        seed in any::<u64>(),
        order in Just(vec![0_usize, 1, 2, 3]).prop_shuffle(),
        with_tree in any::<bool>(),
    ) {
        prop_assert_eq!(play(seed, &[0, 1, 2, 3], with_tree), play(seed, &order, with_tree));
    }

    #[test]
    fn a_run_repeats_itself(seed in any::<u64>(), with_tree in any::<bool>()) {
        let order = [0, 1, 2, 3];
        prop_assert_eq!(play(seed, &order, with_tree), play(seed, &order, with_tree));
    }
}
