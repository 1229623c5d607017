//! States that callbacks return.

use super::check;
use crate::check::Script;

/// In one callback of one state.
fn in_callback(body: &str) -> String {
    format!(
        "local x, helper = ...\nreturn {{ states = {{ s = {{ execute = function(self, dt)\n{body}\nend }} }} }}"
    )
}

#[test]
fn what_a_callback_returns() {
    let cases: &[(&str, &[&str])] = &[
        (r#"return "a""#, &["a"]),
        ("return", &[]),
        ("return nil", &[]),
        ("return false", &[]),
        ("if x then return 'a' end return 'b'", &["a", "b"]),
        (r#"return x and "a" or "b""#, &["a", "b"]),
        (r#"return x and "a""#, &["a"]),
        (r#"return if x then "a" else nil"#, &["a"]),
        (r#"while x do repeat return "a" until x end"#, &["a"]),
        (
            r#"for i = 1, 2 do for _ in x do return "a" end end"#,
            &["a"],
        ),
        (r#"local f = function() return "a" end"#, &[]),
        (r#"local function f() return "a" end return f()"#, &["a"]),
        (
            r#"local function f(y) return y end return f("a")"#,
            &["?", "a"],
        ),
        (r#"return "a", "b""#, &["a"]),
        ("return x", &["?"]),
        ("return self.goal", &["?"]),
        ("return self:other()", &["?"]),
        ("return helper(self)", &["?"]),
        ("return helper.change(self)", &["?"]),
        (r#"return "a" .. x"#, &["?"]),
        ("return self:restart()", &[]),
        ("return print(x)", &[]),
        ("return self:revert()", &[]),
    ];
    for (body, names) in cases {
        let expected: Vec<String> = names
            .iter()
            .map(|name| format!("State return {name} in s"))
            .collect();
        let expected: Vec<&str> = expected.iter().map(String::as_str).collect();
        check(&[(&in_callback(body), &expected)], Script::Behaviour);
    }
}

#[test]
fn every_callback_but_exit_when_and_drivers_may_return_a_state() {
    let yes = [
        "global = F",
        "on_start = F",
        "on_reload = F",
        "finish = F",
        "loop = F",
        "on = { hit = F }",
        r#"at = { ["step"] = F }"#,
        "states = { s = { enter = F } }",
        "states = { s = { execute = F } }",
        "states = { s = { finish = F } }",
        "states = { s = { loop = F } }",
        "states = { s = { on = { hit = F } } }",
        "states = { s = { at = { step = F } } }",
    ];
    let no = [
        "drivers = { lean = F }",
        r#"transitions = { { from = "*", to = "s", when = F } }"#,
        "states = { s = { exit = F } }",
        "data = { f = F }",
    ];
    for (fields, answers) in yes
        .map(|field| (field, true))
        .into_iter()
        .chain(no.map(|field| (field, false)))
    {
        let source = format!(
            "return {{ {} }}",
            fields.replace('F', r#"function(self) return "a" end"#)
        );
        let whose = if fields.starts_with("states") {
            "s"
        } else {
            "*"
        };
        let line = format!("State return a in {whose}");
        let expected: &[&str] = if answers { &[&line] } else { &[] };
        check(&[(&source, expected)], Script::Behaviour);
    }
}

#[test]
fn states_names_in_the_place_of_functions_are_left_out() {
    check(
        &[(
            r#"return { initial = "a", on = { hit = "b" }, states = { a = { clip = "c", next = "b", finish = "b" } },
                transitions = { { from = "a", to = "b", when = function() return true end } } }"#,
            &[],
        )],
        Script::Behaviour,
    );
}

/// Where a callback is out of sight, it may return anything.
#[test]
fn callbacks_that_cannot_be_seen() {
    let behaviour: &[&str] = &["State return ? in *"];
    let state: &[&str] = &["State return ? in s"];
    let elsewhere: &[&str] = &["State return ? in -"];
    check(
        &[
            (
                r#"local m = require("m"); return { on = { hit = m.hit } }"#,
                behaviour,
            ),
            (
                r#"local m = require("m"); return { states = { s = { enter = m.enter } } }"#,
                state,
            ),
            (
                r#"local m = require("m"); return { states = { s = m.s } }"#,
                state,
            ),
            (
                r#"local m = require("m"); return { states = m }"#,
                elsewhere,
            ),
            (
                r#"local m = require("m"); local s = {}; m.fill(s); return { states = { s = s } }"#,
                state,
            ),
            (r#"return require("m")"#, behaviour),
            (
                r#"local m = require("m"); return { states = { s = { exit = m.exit } } }"#,
                &[],
            ),
            (
                r#"local m = require("m"); return { drivers = { lean = m.lean } }"#,
                &[],
            ),
            (
                r#"local m = require("m"); return { data = m.data, params = m.params }"#,
                &[],
            ),
        ],
        Script::Behaviour,
    );
}
