//! Whose callback a name stands in.

use super::{check, short};
use crate::check::Script;

/// Ways to write a behaviour whose state `s` changes to "a" in `enter`.
#[test]
fn the_shapes_of_a_state() {
    let change = r#"self:change("a")"#;
    for source in [
        "return { states = { s = { enter = function(self) CHANGE end } } }",
        r#"return { ["states"] = { ["s"] = { ["enter"] = function(self) CHANGE end } } }"#,
        "local s = { enter = function(self) CHANGE end } return { states = { s = s } }",
        "local s = {} function s.enter(self) CHANGE end return { states = { s = s } }",
        "local s = {} function s:enter() CHANGE end return { states = { s = s } }",
        "local s, t = {}, {} s.enter = function(self) CHANGE end return { states = { s = s, t = t } }",
        "local s = {} s.enter, s.clip = function(self) CHANGE end, 'c' return { states = { s = s } }",
        "local function go(self) CHANGE end return { states = { s = { enter = go } } }",
        "local go = function(self) CHANGE end return { states = { s = { enter = go } } }",
        "function go(self) CHANGE end return { states = { s = { enter = go } } }",
        "local states = {} states.s = { enter = function(self) CHANGE end } return { states = states }",
        "local states = {} states.s = {} function states.s.enter(self) CHANGE end return { states = states }",
        "local states = { s = {} } states['s'].enter = function(self) CHANGE end return { states = states }",
        "local b = { states = {} } b.states.s = { enter = function(self) CHANGE end } return b",
        "local b = {} b.states = { s = {} } function b.states.s.enter(self) CHANGE end return b",
        "local function build() return { enter = function(self) CHANGE end } end return { states = { s = build() } }",
        "local function build(way) return function(self) CHANGE end end return { states = { s = { enter = build(1) } } }",
        "local b = { states = { s = { enter = function(self) CHANGE end } } } return table.freeze(b)",
        "local b = { states = { s = { enter = function(self) CHANGE end } } } return setmetatable({ states = b.states }, {})",
        "if x then return { states = { s = { enter = function(self) CHANGE end } } } end return {}",
        "return { states = { s = { enter = function(self) pcall(function() CHANGE end) end } } }",
        "return { states = { s = { enter = function(self) local function go() CHANGE end go() end } } }",
        "return { states = { s = { exit = function(self) CHANGE end } } }",
        "return { states = { s = { on = { hit = function(self) CHANGE end } } } }",
        "local on = {} function on.hit(self) CHANGE end return { states = { s = { on = on } } }",
        "local s = { at = {} } function s.at.step(self) CHANGE end return { states = { s = s } }",
        "local s = {} s.at = { step = function(self) CHANGE end } return { states = { s = s } }",
        "local S = 's' return { states = { [S] = { enter = function(self) CHANGE end } } }",
    ] {
        let named = source.replace("CHANGE", change);
        assert_eq!(
            short(&named, Script::Behaviour),
            ["State change a in s"],
            "{named}"
        );
        // Whatever the first parameter is called.
        if !named.contains(":enter") {
            let other = named.replace("(self)", "(me)").replace("self:", "me:");
            assert_eq!(
                short(&other, Script::Behaviour),
                ["State change a in s"],
                "{other}"
            );
        }
    }
}

#[test]
fn callbacks_of_the_behaviour() {
    for source in [
        "return { global = function(self) BODY end }",
        "local behaviour = {} function behaviour.global(self) BODY end return behaviour",
        "return { on_start = function(self) BODY end }",
        "return { on = { hit = function(self) BODY end } }",
        "local drivers = {} function drivers.lean(self) BODY end return { drivers = drivers }",
        "return { transitions = { { from = 's', to = 't', when = function(self) BODY end } } }",
        "local b = { at = {} } b.at.step = function(self) BODY end return b",
    ] {
        let source = source.replace("BODY", r#"self:set("a", 1)"#);
        assert_eq!(
            short(&source, Script::Behaviour),
            ["Param set a in *"],
            "{source}"
        );
    }
}

#[test]
fn what_is_not_of_one_callback() {
    let elsewhere: &[&str] = &["State change a in -"];
    let both: &[&str] = &["State change a in s", "State change a in t"];
    check(
        &[
            (
                r#"local function go(self) self:change("a") end return { states = { s = { enter = function(self) go(self) end } } }"#,
                elsewhere,
            ),
            (
                r#"local s = { enter = function(self) self:change("a") end } return { states = { s = s, t = s } }"#,
                both,
            ),
            (
                r#"local function go(self) self:change("a") end return { states = { s = { enter = go }, t = { execute = go } } }"#,
                both,
            ),
            (
                r#"local s = {} for _, one in { "t", "u" } do s[one .. 1] = { enter = function(self) self:change("a") end } end return { states = s }"#,
                elsewhere,
            ),
            (
                r#"local s = { enter = function(self) self:change("a") end } return { states = { s = s }, global = function(self) s.enter(self) end }"#,
                elsewhere,
            ),
            (
                r#"local s = {} s.s, s.t = {}, {} for _, one in pairs(s) do one.enter = function(self) self:change("a") end end return { states = s }"#,
                both,
            ),
        ],
        Script::Behaviour,
    );
}

#[test]
fn a_file_of_one_state_and_a_module() {
    let state = r#"
        local run = { clip = "run" }
        function run.enter(me) me:play("a") end
        function run.execute(self) return "b" end
        run.on = { hit = function(self) return "c" end }
        return run
    "#;
    assert_eq!(
        short(state, Script::State("run")),
        [
            "Clip play a in run",
            "State return b in run",
            "State return c in run"
        ]
    );
    let module = r#"
        local M = {}
        function M.strike(self) self:change("a") return "b" end
        return M
    "#;
    assert_eq!(short(module, Script::Module), ["State change a in -"]);
}

/// Too many to tell one by one.
#[test]
fn a_function_of_very_many_states() {
    let states: Vec<String> = (0..17)
        .map(|i| format!("s{i} = {{ enter = go }}"))
        .collect();
    let states = states.join(", ");
    let source = format!(
        r#"local function go(self) self:change("a") end return {{ states = {{ {states} }} }}"#
    );
    assert_eq!(short(&source, Script::Behaviour), ["State change a in -"]);
}
