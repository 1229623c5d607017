//! Broken trees of all sorts: they end in errors with a place inside the file or in a tree,
//! never in a panic.

use super::*;
use crate::project::report::plain;
use crate::random::Stream;

const SHORT: &str = "Tree(parameters: { \"a\": (1, 0, 4), \"ü\": 0 }, output: Use(\"x\"), blocks: { \"x\": Trigger(
    name: \"t\", time: \"a\", on: Clip(\"kick\"), off: Transition(index: \"ü\", carry: true, inputs: [
    Sum(inputs: [Masked(block: Clip(\"idle\"), parts: [\"arm\"]), Use(\"y\")])])), \"y\": Animation(clip: \"walk\", speed: -.5) })";

const SHORT_NEO: &str = "// ü
blocks { block Output { uin = 1 in = 2 }
 block Transition { uin = 2 selectedIndexSource = 5 animation0 = 3 animation1 = 4 transitionTime = .1 }
 block Animation { uin = 3 animationName = \"w\\x0061lk\" speedSource = 5 }
 block Trigger { uin = 4 triggerName = \"ü\" on = 3 off = 3 }
 block Parameter { uin = 5 parameterName = \"a\" } }";

fn survives(form: Form, text: &str) {
    if let Err(errors) = tree(form, text) {
        let lines = text.lines().count().max(1) as u32;
        for error in &errors.0 {
            let place = error
                .place
                .unwrap_or_else(|| panic!("no place: {error}\n{text}"));
            assert!((1..=lines + 1).contains(&place.line), "{error}\n{text}");
        }
        plain(&errors);
    }
}

#[test]
fn each_sign_left_out_cut_off_or_replaced() {
    for (form, text) in [(Form::Ron, SHORT), (Form::NeoAxis, SHORT_NEO)] {
        assert_eq!(told(form, text), [""; 0], "it is sound");
        for (i, c) in text.char_indices() {
            let (before, after) = (&text[..i], &text[i + c.len_utf8()..]);
            survives(form, &format!("{before}{after}"));
            survives(form, before);
            for other in ['(', ']', '}', '"', '\\', '5', 'ü', '\u{a0}'] {
                survives(form, &format!("{before}{other}{after}"));
            }
        }
    }
}

#[test]
fn pieces_of_trees_in_any_order() {
    let whole = [(Form::Ron, WALKER_RON), (Form::NeoAxis, WALKER)];
    for (form, text) in whole {
        let mut random = Stream::new(3, &["pieces"]);
        let chars: Vec<char> = text.chars().collect();
        for _ in 0..300 {
            let mut place = || random.below(chars.len() as u64) as usize;
            let (a, b, c, d) = (place(), place(), place(), place());
            let (from, to) = (c.min(d), c.max(d).min(c.min(d) + 200));
            let (cut, on) = (a.min(b), a.max(b));
            let mut broken: String = chars[..cut].iter().collect();
            broken.extend(&chars[from..to]);
            broken.extend(&chars[on.min(cut + 30)..]);
            survives(form, &broken);
        }
    }
}

#[test]
fn bytes_that_are_no_text() {
    for path in ["a.animationTree", "a.tree.ron"] {
        for content in [&b"\xff\xfe"[..], b"\0\0\0", b"\xef\xbb\xbf", b"blocks \xc3"] {
            let errors = import_tree(path, content).unwrap_err();
            plain(&errors);
        }
    }
}
