//! The path of a machine (rule M6), without any actor.

use super::*;

const MEMORY: Memory = Memory {
    path: 16,
    history: 256,
};

fn machine(names: &[&str]) -> FsmDef {
    FsmDef {
        states: names
            .iter()
            .map(|name| StateDef {
                name: (*name).into(),
                ..StateDef::default()
            })
            .collect(),
        initial: StateId(0),
        transitions: Vec::new(),
    }
}

fn go(fsm: &mut Fsm, def: &FsmDef, names: &[&str]) {
    for name in names {
        let to = def.id(name).expect("a state");
        fsm.change(def, to, true, (0, Why::Execute), MEMORY);
    }
}

fn back(fsm: &mut Fsm, def: &FsmDef) -> Back {
    let back = fsm.take_back(def);
    if let Back::To(to) = back {
        fsm.change(def, to, false, (0, Why::Revert), MEMORY);
    }
    back
}

#[test]
fn m6_going_back_twice_goes_further_back() {
    let def = machine(&["a", "b", "c"]);
    let mut fsm = Fsm::default();
    go(&mut fsm, &def, &["a", "b", "c"]);
    assert_eq!(fsm.previous(&def), Some("b"));
    assert_eq!(back(&mut fsm, &def), Back::To(StateId(1)));
    assert_eq!(fsm.previous(&def), Some("a"));
    assert_eq!(back(&mut fsm, &def), Back::To(StateId(0)));
    assert_eq!(fsm.previous(&def), None);
    assert_eq!(back(&mut fsm, &def), Back::Nowhere);
    assert_eq!(fsm.current, Some(StateId(0)));
}

#[test]
fn m6_the_path_keeps_its_last_names() {
    let def = machine(&["a", "b"]);
    let mut fsm = Fsm::default();
    for _ in 0..20 {
        go(&mut fsm, &def, &["a", "b"]);
    }
    assert_eq!(fsm.path.len(), 16);
    assert_eq!(fsm.path.last().map(String::as_str), Some("a"));
}

#[test]
fn m6_a_name_that_equals_the_present_state_is_dropped() {
    let def = machine(&["a", "b"]);
    let mut fsm = Fsm {
        current: Some(StateId(0)),
        path: vec!["b".into(), "a".into(), "a".into()],
        ..Fsm::default()
    };
    assert_eq!(fsm.previous(&def), Some("b"));
    assert_eq!(back(&mut fsm, &def), Back::To(StateId(1)));
    assert!(fsm.path.is_empty());
}

#[test]
fn m6_a_state_that_is_gone_is_told() {
    let def = machine(&["a", "b"]);
    let mut fsm = Fsm {
        current: Some(StateId(0)),
        path: vec!["old".into()],
        ..Fsm::default()
    };
    assert_eq!(fsm.previous(&def), Some("old"));
    assert_eq!(fsm.take_back(&def), Back::Gone("old".into()));
}

#[test]
fn the_history_is_bounded_and_names_what_happened() {
    let def = machine(&["a", "b"]);
    let mut fsm = Fsm::default();
    for step in 0..300 {
        let to = StateId((step % 2) as u16);
        fsm.change(&def, to, true, (step, Why::Execute), MEMORY);
    }
    assert_eq!(fsm.history.len(), 256);
    let last = fsm.history.back().expect("a change");
    assert_eq!((last.step, last.to.as_str()), (299, "b"));
    assert_eq!(last.from.as_deref(), Some("a"));
}

#[test]
fn states_are_found_by_name() {
    let def = machine(&["a", "b", "c"]);
    assert_eq!(def.id("b"), Some(StateId(1)));
    assert_eq!(def.id("d"), None);
    assert_eq!(def.state(StateId(2)).name, "c");
}
