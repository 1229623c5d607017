//! Rules of the trace's text.

use super::*;

#[test]
fn numbers_are_short_and_exact() {
    let cases = [
        (0.1, "0.1"),
        (0.6, "0.6"),
        (120.0, "120"),
        (-0.0, "0"),
        (-1e-9, "0"),
        (1.0 / 3.0, "0.333333"),
        (2.0 / 3.0, "0.666667"),
        (1e14, "100000000000000"),
        (-12.5, "-12.5"),
        (100.0, "100"),
        (1e-7, "0"),
        (0.000_001, "0.000001"),
        (1e20, "100000000000000000000"),
        (f64::NAN, "null"),
    ];
    for (value, expected) in cases {
        let mut line = String::from("x:");
        number(&mut line, value);
        assert_eq!(line, format!("x:{expected}"), "{value}");
    }
}

#[test]
fn texts_are_json_whatever_they_hold() {
    for value in [
        "plain",
        "a \"quote\" \\ and",
        "tab\tline\nreturn\r",
        "esc \u{1b}[31m \u{7f} \u{9b}",
        "é漢😀",
    ] {
        let mut line = String::new();
        text(&mut line, value);
        assert_eq!(serde_json::from_str::<String>(&line).expect("JSON"), value);
        assert!(!line.chars().any(char::is_control), "{line}");
    }
}

#[test]
fn data_is_an_array_or_an_object() {
    let number = Data::Number;
    let cases = [
        (Data::Nil, "null"),
        (Data::Table(vec![]), "{}"),
        (
            Data::Table(vec![
                (number(1.0), Data::from("a")),
                (number(2.0), Data::Bool(true)),
            ]),
            "[\"a\",true]",
        ),
        (
            Data::Table(vec![(number(2.0), Data::from("a"))]),
            "{\"2\":\"a\"}",
        ),
        (
            Data::record([("b", number(1.5)), ("a", Data::Nil)]),
            "{\"a\":null,\"b\":1.5}",
        ),
    ];
    for (data, expected) in cases {
        let mut line = String::new();
        write_data(&mut line, &data);
        assert_eq!(line, expected);
    }
}

#[test]
fn a_line_is_bounded_and_messages_leave_room_for_the_rest() {
    let loud = || EventKind::Message {
        name: "m".into(),
        from: None,
        data: Data::Text(vec![0x1b; 4000]),
    };
    let mut events: Vec<EventKind> = (0..300).map(|_| loud()).collect();
    events.push(EventKind::Log { text: "own".into() });
    let shouted = |_| EventKind::Log {
        text: "\"".repeat(2000),
    };
    events.extend((0..64).map(shouted));
    let mut line = String::new();
    write_events(&mut line, events.iter(), 3);
    assert!(line.len() < 1 << 16, "{}", line.len());
    let read: serde_json::Value = serde_json::from_str(&line).expect("JSON");
    let read = read.as_array().expect("a list");
    assert!(read.iter().any(|event| event["text"] == "own"));
    let left_out = 300 + 1 + 64 + 3 - (read.len() - 1);
    let text = format!("this line has no room for {left_out} more entries");
    assert_eq!(read.last().expect("events")["text"], text);
}
