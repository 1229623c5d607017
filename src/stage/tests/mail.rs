//! Rule M4: when messages come, in which order, and to whom.

use super::fake::Ask;
use super::scene::{Run, Scene};
use super::script::Script;
use crate::stage::{ActorId, Answer, Data, EventKind, Input};

fn send_at(step: u64, act: impl Fn(&mut Ask<'_>) + 'static) -> Script {
    Script::default().state("s").on("execute", move |ask| {
        if ask.world().step == step {
            act(ask);
        }
    })
}

/// Hears everything that tests send.
fn ear() -> Script {
    ["hit", "one", "two", "three"]
        .iter()
        .fold(Script::default().state("e"), |script, name| {
            script.on(&format!("on.{name}"), |_| {})
        })
}

/// The steps in which `who` got messages, with what.
fn heard(run: &mut Run, who: &str, steps: u64) -> Vec<String> {
    let mut all = Vec::new();
    for step in 0..steps {
        run.step();
        let prefix = format!("{who} message ");
        let events = run.events_of(who);
        all.extend(
            events
                .iter()
                .filter_map(|e| Some(format!("{step} {}", e.strip_prefix(&prefix)?))),
        );
    }
    all
}

#[test]
fn m4_a_message_is_delivered_at_the_next_step() {
    let scene = Scene::new().script("ear", ear()).script(
        "s",
        send_at(1, |ask| ask.send("e", "hit", Data::Number(5.0), 0.0)),
    );
    let mut run = scene.actor("s", "s").actor("e", "ear").open();
    assert_eq!(heard(&mut run, "e", 4), ["2 hit s"]);
    assert!(run.calls().contains(&"e e.on.hit".to_owned()));
}

#[test]
fn m4_or_after_its_delay() {
    for (delay, step) in [(0.05, 1), (0.1, 1), (0.11, 2), (0.3, 3), (0.31, 4)] {
        let scene = Scene::new().script("ear", ear()).script(
            "s",
            send_at(0, move |ask| ask.send("e", "hit", Data::Nil, delay)),
        );
        let mut run = scene.actor("s", "s").actor("e", "ear").open();
        assert_eq!(
            heard(&mut run, "e", 6),
            [format!("{step} hit s")],
            "{delay}"
        );
    }
}

#[test]
fn m4_of_one_instant_by_senders_name_then_as_sent() {
    let two = |ask: &mut Ask<'_>| {
        ask.send("e", "two", Data::Nil, 0.0);
        ask.send("e", "one", Data::Nil, 0.0);
    };
    let scene = || {
        Scene::new()
            .script("ear", ear())
            .script("s", send_at(0, two))
    };
    for names in [["x", "y", "e"], ["y", "e", "x"], ["e", "y", "x"]] {
        let mut scene = scene();
        for name in names {
            scene = scene.actor(name, if name == "e" { "ear" } else { "s" });
        }
        let mut run = scene.open();
        run.step();
        run.input(vec![Input::Send {
            to: "e".into(),
            name: "three".into(),
            data: Data::Nil,
        }]);
        let events = run.events_of("e");
        assert_eq!(
            events,
            [
                "e message three -",
                "e message two x",
                "e message one x",
                "e message two y",
                "e message one y"
            ]
        );
    }
}

#[test]
fn m4_an_earlier_instant_comes_first() {
    let scene = Scene::new().script("ear", ear()).script(
        "s",
        send_at(0, |ask| {
            ask.send("e", "one", Data::Nil, 0.2);
            ask.send("e", "two", Data::Nil, 0.15);
        }),
    );
    let mut run = scene.actor("s", "s").actor("e", "ear").open();
    assert_eq!(heard(&mut run, "e", 4), ["2 two s", "2 one s"]);
}

#[test]
fn m4_to_one_who_has_left_it_is_dropped_with_a_notice() {
    let leaver = Script::default()
        .state("l")
        .on("execute", |ask| ask.remove("l"));
    let scene = Scene::new()
        .script("leaver", leaver)
        .script("s", send_at(0, |ask| ask.send("l", "hit", Data::Nil, 0.0)));
    let mut run = scene.actor("s", "s").actor("l", "leaver").open();
    run.step();
    assert_eq!(run.events_of("l"), ["l start l", "l remove"]);
    run.step();
    assert_eq!(
        run.events(),
        [r#"s notice the message "hit" to "l" is dropped: it has left"#]
    );
    run.input(vec![Input::Send {
        to: "l".into(),
        name: "hit".into(),
        data: Data::Nil,
    }]);
    assert_eq!(run.stage.events()[0].actor, ActorId::HOST);
}

#[test]
fn m4_to_all_means_the_others_on_the_stage_when_it_is_delivered() {
    let call = send_at(0, |ask| {
        ask.send("*", "hit", Data::Nil, 0.0);
        if &**ask.me().name == "s" {
            ask.spawn("ear", "late");
        }
    });
    let scene = Scene::new().script("ear", ear()).script("s", call);
    let mut run = scene.actor("s", "s").actor("e", "ear").open();
    run.steps(2);
    assert_eq!(run.events_of("e"), ["e message hit s"]);
    assert_eq!(
        run.events_of("late"),
        ["late start e", "late message hit s"]
    );
    assert!(run.events_of("s").is_empty());
}

#[test]
fn m4_to_the_host_it_is_an_event() {
    let scene = Scene::new().script(
        "s",
        send_at(0, |ask| {
            ask.send("host", "now", Data::Number(1.0), 0.0);
            ask.send("host", "then", Data::Nil, 0.2);
        }),
    );
    let mut run = scene.actor("s", "s").open();
    run.step();
    assert_eq!(run.events(), ["s start s", "s host now"]);
    let event = &run.stage.events()[1];
    let data = Data::Number(1.0);
    assert_eq!(
        event.kind,
        EventKind::ToHost {
            name: "now".into(),
            data
        }
    );
    run.steps(2);
    assert_eq!(run.events(), ["s host then"]);
}

#[test]
fn m4_the_states_handler_takes_it_the_behaviours_only_if_it_declined() {
    let script = Script::default()
        .all()
        .on("on.hit", |ask| ask.log("all"))
        .on("on.one", |ask| ask.log("all"))
        .goes("on.two", "b")
        .state("a")
        .on("on.hit", |ask| ask.log("own"))
        .on("on.one", |ask| ask.answer = Answer::Declined)
        .state("b")
        .goes("on.three", "a");
    let mut run = Scene::one(script).open();
    run.step();
    for (name, log) in [
        ("hit", vec!["a log own"]),
        ("one", vec!["a log all"]),
        ("none", vec![]),
        ("two", vec!["a change a>b message two"]),
        ("hit", vec!["a log all"]),
        ("three", vec!["a change b>a message three"]),
    ] {
        run.input(vec![Input::Send {
            to: "a".into(),
            name: name.into(),
            data: Data::Nil,
        }]);
        assert_eq!(run.events()[1..], log, "{name}");
    }
}

#[test]
fn m4_after_a_change_the_new_state_hears_the_rest() {
    let script = Script::default()
        .state("a")
        .on("on.hit", |ask| ask.change("b"))
        .state("b")
        .on("on.hit", |ask| ask.log("b hears"));
    let mut run = Scene::one(script).open();
    run.step();
    let hit = || Input::Send {
        to: "a".into(),
        name: "hit".into(),
        data: Data::Nil,
    };
    run.input(vec![hit(), hit()]);
    assert_eq!(
        run.events(),
        [
            "a message hit -",
            "a change a>b message hit",
            "a message hit -",
            "a log b hears"
        ]
    );
}

#[test]
fn sends_and_mailboxes_are_bounded_with_one_notice() {
    let many = |ask: &mut Ask<'_>| {
        for _ in 0..6 {
            ask.send("e", "hit", Data::Nil, 0.5);
        }
    };
    let mut scene = Scene::new()
        .script("ear", ear())
        .script("s", send_at(0, many));
    scene = scene.actor("z", "s").actor("y", "s").actor("e", "ear");
    scene.limits.sends = 5;
    scene.limits.mailbox = 7;
    let mut run = scene.open();
    run.step();
    assert_eq!(
        run.events_of("y"),
        ["y start s", "y notice more than 5 messages in a step"]
    );
    assert_eq!(
        run.events_of("z"),
        [
            "z start s",
            "z notice more than 5 messages in a step",
            r#"z notice the message "hit" is dropped: too many are on their way"#
        ]
    );
    run.steps(5);
    assert_eq!(
        run.events_of("e")
            .iter()
            .filter(|e| e.contains("hit y"))
            .count(),
        5
    );
    assert_eq!(
        run.events_of("e")
            .iter()
            .filter(|e| e.contains("hit z"))
            .count(),
        2
    );
}

#[test]
fn a_mailbox_that_one_behaviour_fills_is_open_to_the_others() {
    let flood = |ask: &mut Ask<'_>| {
        for _ in 0..5 {
            ask.send("e", "one", Data::Nil, 1000.0);
        }
    };
    let mut scene = Scene::new()
        .script("ear", ear())
        .script("flood", Script::default().state("s").on("execute", flood))
        .script("s", send_at(3, |ask| ask.send("e", "two", Data::Nil, 0.0)));
    scene = scene.actor("a", "flood").actor("z", "s").actor("e", "ear");
    scene.limits.mailbox = 7;
    let mut run = scene.open();
    assert_eq!(heard(&mut run, "e", 6), ["4 two z"]);
}

#[test]
fn the_bytes_on_their_way_are_bounded_too() {
    let heavy = |ask: &mut Ask<'_>| {
        ask.send("e", "one", Data::Text(vec![b'x'; 700]), 0.5);
        ask.send("e", "two", Data::Text(vec![b'x'; 700]), 0.5);
        ask.send("e", "three", Data::Nil, 0.5);
    };
    let mut scene = Scene::new()
        .script("ear", ear())
        .script("s", send_at(0, heavy));
    scene = scene.actor("s", "s").actor("e", "ear");
    scene.limits.post = 16 * 1000;
    let mut run = scene.open();
    assert_eq!(heard(&mut run, "e", 7), ["5 one s", "5 three s"]);
}
