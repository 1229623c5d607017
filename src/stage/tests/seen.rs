//! Rules M7 and G1: what an actor sees of others and of its own clips, and what
//! others see of it.

use super::scene::Scene;
use super::script::Script;
use crate::stage::Facing;

#[test]
fn m7_others_are_seen_as_they_were_when_the_step_began() {
    let script = || {
        Script::default().state("s").on("execute", |ask| {
            let other = if &**ask.me().name == "a" { "b" } else { "a" };
            let x = ask.view(other).expect("there").x;
            ask.log(format!("{x}"));
            ask.walk(1.0);
        })
    };
    let mut run = Scene::one(script()).actor("b", "s").open();
    for step in 0..3 {
        run.step();
        let logs: Vec<String> = run
            .events()
            .into_iter()
            .filter(|e| e.contains("log"))
            .collect();
        assert_eq!(logs, [format!("a log {step}"), format!("b log {step}")]);
    }
}

#[test]
fn m7_one_who_arrives_is_seen_as_placed_without_state_and_clip() {
    let script = Script::default()
        .state("s")
        .clip("walk")
        .on("execute", |ask| {
            let text = match ask.view("new") {
                Some(v) => format!(
                    "{} {:?} {:?} {}",
                    v.x,
                    v.state,
                    v.clip.map(|c| c.0),
                    v.state_time
                ),
                None => "-".into(),
            };
            ask.log(text);
            if ask.world().step == 0 {
                ask.spawn("t", "new");
            }
        });
    let new = Script::default()
        .state("s")
        .clip("idle")
        .on("enter", |ask| ask.walk(5.0));
    let mut run = Scene::one(script).script("t", new).open();
    let mut seen = Vec::new();
    for _ in 0..3 {
        run.step();
        seen.extend(run.events_of("a").into_iter().filter(|e| e.contains("log")));
    }
    assert_eq!(
        seen,
        [
            "a log -",
            "a log 0 None None 0",
            "a log 5 Some(StateId(0)) Some(0) 0.1"
        ]
    );
}

#[test]
fn m7_a_clip_asked_for_in_this_step_is_at_its_first_frame() {
    let script = Script::default()
        .state("a")
        .clip("idle")
        .on("execute", |ask| {
            let before = ask.seen();
            ask.log(before);
            match ask.world().step {
                2 | 7 => ask.play("punch", false),
                _ => {}
            }
        });
    let script = script
        .all()
        .param("p", 0.0, 0.0, 1.0)
        .on("drivers.p", |ask| {
            let after = ask.seen();
            ask.log(after);
        });
    let mut run = Scene::one(script).open();
    let mut seen = Vec::new();
    for _ in 0..9 {
        run.step();
        let logs = run.events().into_iter().filter(|e| e.contains("log"));
        seen.push(
            logs.map(|e| e["a log ".len()..].to_owned())
                .collect::<Vec<_>>()
                .join(", "),
        );
    }
    assert_eq!(
        seen,
        [
            "idle 1 0.00, idle 1 0.00",
            "idle 2 0.10, idle 2 0.10",
            "idle 3 0.20, punch 1 0.00",
            "punch 2 0.33, punch 2 0.33",
            "punch 3 0.67, punch 3 0.67",
            "punch 3 1.00 passed, punch 3 1.00 passed",
            "punch 3 1.00 passed, punch 3 1.00 passed",
            "punch 3 1.00 passed, punch 1 0.00",
            "punch 2 0.33, punch 2 0.33",
        ]
    );
}

#[test]
fn play_of_the_clip_that_plays_goes_on() {
    let script = Script::default()
        .state("a")
        .on("execute", |ask| ask.play("walk", false));
    let mut run = Scene::one(script).open();
    run.step();
    assert_eq!(run.picture("a"), "walk 2");
    run.step();
    assert_eq!(run.picture("a"), "walk 1");
    run.step();
    assert_eq!(run.picture("a"), "walk 2");
}

#[test]
fn a_state_that_keeps_its_clip_does_not_rewind_it() {
    for keep in [true, false] {
        let script = Script::default()
            .state("a")
            .clip("idle")
            .next("b")
            .lasts(0.2)
            .state("b")
            .clip("idle");
        let script = if keep { script.keep() } else { script };
        let mut run = Scene::one(script).open();
        run.steps(2);
        assert_eq!(run.state("a"), "b");
        run.step();
        assert_eq!(run.picture("a"), if keep { "idle 4" } else { "idle 2" });
    }
}

#[test]
fn g1_facing_is_a_sign_and_mirrors_the_drawing() {
    let script = || {
        Script::default().state("s").on("execute", |ask| {
            if ask.world().step == 1 {
                ask.requests.place = Some((3.0, 4.0, -7.0));
            }
        })
    };
    let mut scene = Scene::one(script()).actor("b", "statue");
    scene.actors[1].facing = Facing::Left;
    let mut run = scene.open();
    run.steps(2);
    assert_eq!(run.shown("a").facing, -1.0);
    let figures = run.stage.figures(1.0);
    assert!(figures[0].mirrored && figures[1].mirrored);
    assert_eq!(
        (figures[0].before, figures[0].now),
        ((0.0, 0.0), (3.0, 4.0))
    );
    run.step();
    assert_eq!(run.stage.figures(1.0)[0].before, (3.0, 4.0));
}

#[test]
fn look_say_and_pan_do_what_they_say() {
    let script = Script::default()
        .state("s")
        .on("execute", |ask| match ask.world().step {
            0 => {
                ask.requests.look.opacity = Some(3.0);
                ask.requests.look.layer = Some(2.0);
                ask.requests.say =
                    Some(Some(("x".repeat(300), crate::time::Time::from_millis(200))));
                ask.requests.pan = (1.0, 2.0);
            }
            1 => ask.requests.pan = (1.0, 0.0),
            4 => ask.requests.say = Some(Some(("again".into(), crate::time::Time::SECOND))),
            5 => ask.requests.say = Some(None),
            6 => ask.requests.look.visible = Some(false),
            _ => {}
        });
    let mut run = Scene::one(script).open();
    let mut bubbles = Vec::new();
    for step in 0..6 {
        run.step();
        let figure = &run.stage.figures(1.0)[0];
        bubbles.push(figure.bubble.as_ref().map(|text| text.len()));
        assert_eq!(
            (figure.opacity, figure.layer),
            (1.0, 2.0),
            "what is not given stays"
        );
        let pan = [
            [(0.0, 0.0), (1.0, 2.0)],
            [(1.0, 2.0), (2.0, 2.0)],
            [(2.0, 2.0), (2.0, 2.0)],
        ];
        assert_eq!(run.stage.pan(), pan[step.min(2)]);
    }
    assert_eq!(bubbles, [Some(200), Some(200), None, None, Some(5), None]);
    run.step();
    assert!(run.stage.figures(1.0).is_empty());
}

#[test]
fn m6_a_state_passed_through_leaves_nothing_in_a_fade() {
    let script = Script::default()
        .state("a")
        .clip("idle")
        .on("execute", |ask| {
            if ask.world().step == 1 {
                ask.change("pass");
            }
        })
        .state("pass")
        .clip("punch")
        .fade(0.2)
        .on("enter", |ask| ask.change("b"))
        .state("b")
        .clip("walk")
        .fade(0.4);
    let mut run = Scene::one(script).open();
    run.steps(2);
    assert_eq!(run.mix("a"), ["idle 0.75", "walk 0.25"]);
    assert_eq!(
        run.picture("a"),
        "walk 2",
        "a sprite shows the clip faded to"
    );
    run.steps(3);
    assert_eq!(run.mix("a"), ["walk 1.00"]);
}

#[test]
fn r5_a_clip_that_was_out_of_view_for_one_picture_starts_again() {
    let script = Script::default()
        .state("a")
        .clip("idle")
        .lasts(0.3)
        .next("b")
        .state("b")
        .clip("punch")
        .on("execute", |ask| ask.change("c"))
        .state("c")
        .clip("idle")
        .keep()
        .on("enter", |ask| {
            let seen = ask.seen();
            ask.log(seen);
        });
    let mut run = Scene::one(script).open();
    run.steps(3);
    assert_eq!(run.picture("a"), "punch 1");
    run.step();
    assert_eq!(run.events(), ["a change b>c execute", "a log idle 1 0.00"]);
    assert_eq!(run.picture("a"), "idle 2");
}

#[test]
fn rate_scales_an_actors_clips() {
    for (rate, picture) in [(2.0, "idle 9"), (0.0, "idle 1"), (-1.0, "idle 6")] {
        let script = Script::default()
            .state("a")
            .clip("idle")
            .on("enter", move |ask| ask.requests.rate = Some(rate));
        let mut run = Scene::one(script).open();
        run.steps(4);
        assert_eq!(run.picture("a"), picture, "{rate}");
    }
}
