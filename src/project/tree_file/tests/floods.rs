//! Files that are too much: refused in time that grows with their size, and no deeper in the
//! stack.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use super::neoaxis_good::file;
use super::*;

fn ron(text: &str) -> Vec<String> {
    told(Form::Ron, text)
}

fn neo(text: &str) -> Vec<String> {
    told(Form::NeoAxis, text)
}

/// How long reading takes; the machine may be busy, so bounds are generous.
fn timed(text: &str) -> (Vec<String>, Duration) {
    let begun = Instant::now();
    (ron(text), begun.elapsed())
}

#[test]
fn floods_of_ron_end_early() {
    let deep = format!("Tree(output: {}", "Sum(inputs:[".repeat(1_000_000));
    let (told, time) = timed(&deep);
    assert_eq!(
        told,
        [
            "1:373: too many brackets inside each other, at most 60: give inner blocks names in `blocks`, and place them with Use(\"name\")"
        ]
    );
    assert!(time < Duration::from_secs(10), "{time:?}");

    // What is inside 28 others is read 28 times.
    let wide = "Clip(\"idle\"),".repeat(8_000);
    let nested = format!("{}{wide}{}", "Sum(inputs:[".repeat(28), "])".repeat(28));
    let (told, time) = timed(&format!("Tree(output: {nested})"));
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].contains("at most 4096 blocks"), "{told:?}");
    assert!(time < Duration::from_secs(30), "{time:?}");

    let names: Vec<String> = (0..5000)
        .map(|i| format!("\"{i}\": Use(\"{}\"),", i + 1))
        .collect();
    let names = names.concat();
    let (told, time) = timed(&format!("Tree(output: Use(\"0\"), blocks: {{ {names} }})"));
    assert!(told[0].contains("at most 4096 blocks"), "{told:?}");
    assert!(time < Duration::from_secs(10), "{time:?}");

    let wrong = "Clip(\"x\"),".repeat(4000);
    let (told, time) = timed(&format!("Tree(output: Sum(inputs: [{wrong}]))"));
    assert_eq!(told.len(), FAULT_CAP);
    assert!(time < Duration::from_secs(10), "{time:?}");
}

#[test]
fn floods_of_neoaxis_end_early() {
    let begun = Instant::now();
    let deep = format!(
        "blocks {{ {}",
        "block Sum { animation0 = 1 ".repeat(1_000_000)
    );
    assert_eq!(
        neo(&deep),
        ["1:20: this `{` is not closed before the next block"]
    );
    let mut chain = String::new();
    for uin in 10..20_000 {
        writeln!(
            chain,
            "block Sum {{ uin = {uin} animation0 = {} }}",
            uin + 1
        )
        .unwrap();
    }
    let told = neo(&file(&chain));
    assert_eq!(
        told,
        ["8193:7: a tree has at most 4096 blocks and 4096 parameters"]
    );
    // As long a chain as may be: no reader, no printer and no tree goes down it by recursion.
    let mut chain = String::new();
    for uin in 10..4105 {
        writeln!(
            chain,
            "block Sum {{ uin = {uin} animation0 = {} }}",
            uin + 1
        )
        .unwrap();
    }
    chain += "block Animation { uin = 4105 animationName = \"idle\" }";
    let text = file(&chain);
    assert_eq!(neo(&text), [""; 0]);
    let printed = print::print(&doc(Form::NeoAxis, &text).unwrap(), "chain");
    assert_eq!(keyless(Form::Ron, &printed), keyless(Form::NeoAxis, &text));
    let looped = text.replace(
        "animationName = \"idle\"",
        "animationName = \"idle\" } block Sum { uin = 5000 animation0 = 5000",
    );
    assert_eq!(neo(&looped).len(), 2, "too many blocks, and a circle");
    let mut wrong = String::new();
    for uin in 10..1000 {
        writeln!(
            wrong,
            "block Sum {{ uin = {uin} animation0 = 9999999 sped = 1 }}"
        )
        .unwrap();
    }
    assert_eq!(neo(&file(&wrong)).len(), FAULT_CAP);
    let time = begun.elapsed();
    assert!(time < Duration::from_secs(60), "{time:?}");
}
