//! The same story at other step rates: what happens when does not depend on them.

use super::scene::Scene;
use super::script::Script;

fn story() -> Scene {
    let script = Script::default()
        .state("idle")
        .clip("idle")
        .lasts(1.0)
        .next("punch")
        .state("punch")
        .clip("punch")
        .next("idle");
    Scene::one(script)
}

#[test]
fn s1_a_story_has_the_same_order_at_every_rate() {
    let tell = |hz: u32, seconds: u32| {
        let mut scene = story();
        scene.hz = hz;
        let mut run = scene.open();
        let mut events = Vec::new();
        for _ in 0..hz * seconds {
            run.step();
            events.extend(
                run.events()
                    .iter()
                    .filter(|e| e.contains("change"))
                    .cloned(),
            );
        }
        events.truncate(20);
        events
    };
    let at_ten = tell(10, 14);
    assert_eq!(at_ten.len(), 20);
    for hz in [60, 144, 1000] {
        assert_eq!(tell(hz, 14), at_ten, "{hz}");
    }
}

#[test]
fn t2_the_stage_steps_at_its_rate() {
    for hz in [1, 7, 60, 144] {
        let mut scene = story();
        scene.hz = hz;
        let mut run = scene.open();
        assert_eq!(run.stage.now().seconds(), 0.0);
        run.steps(hz as usize);
        assert_eq!(run.stage.now().seconds(), 1.0);
        assert_eq!(run.stage.steps(), u64::from(hz));
    }
}

#[test]
fn a_crowd_of_ten_thousand_steps() {
    let script = Script::default()
        .state("s")
        .clip("walk")
        .on("execute", |ask| ask.walk(1.0));
    let mut scene = Scene::new().script("s", script);
    for i in 0..10_000 {
        scene = scene.actor(&format!("a{i}"), "s");
    }
    let mut run = scene.open();
    run.steps(3);
    assert_eq!(run.stage.actors().count(), 10_000);
    assert_eq!(run.shown("a9999").x, 3.0);
}
