//! Names that are given to functions of the API.

use super::{check, lines, of};
use crate::check::Script;

#[test]
fn every_function_of_the_api_that_takes_a_name() {
    check(
        &[
            (r#"self:change("a")"#, &["State change a in -"]),
            (r#"self:play("a", { speed = 2 })"#, &["Clip play a in -"]),
            (r#"self:finished("a")"#, &["ClipOrTrigger finished a in -"]),
            (r#"self:set("a", 1)"#, &["Param set a in -"]),
            (r#"local v = self:get("a")"#, &["Param get a in -"]),
            (r#"self:fire("a")"#, &["Trigger fire a in -"]),
            (r#"self:cancel("a")"#, &["Trigger cancel a in -"]),
            (
                r#"if self:firing("a") then end"#,
                &["Trigger firing a in -"],
            ),
            (r#"while self:is("a") do end"#, &["StateOrTag is a in -"]),
            (
                r#"self:send("a", "b")"#,
                &["Actor send a in -", "Message send b in -"],
            ),
            (r#"self:send("*", "b")"#, &["Message send b in -"]),
            (r#"self:send("host", "b")"#, &[]),
            (r#"local x = self:box("a")"#, &["Box box a in -"]),
            (r#"self:touches(other, "a", "b")"#, &["Box touches a in -"]),
            (r#"input.down("a")"#, &["Input down a in -"]),
            (r#"input.pressed("a")"#, &["Input pressed a in -"]),
            (r#"input.released("a")"#, &["Input released a in -"]),
            (r#"input.since("a")"#, &["Input since a in -"]),
            (
                r#"input.axis("a", "b")"#,
                &["Input axis a in -", "Input axis b in -"],
            ),
            (r#"stage.find("a")"#, &["Actor find a in -"]),
            (r#"stage.remove("a")"#, &["Actor remove a in -"]),
            (r#"stage.nearest("a")"#, &["Tag nearest a in -"]),
            (
                r#"for _, one in stage.actors("a") do end"#,
                &["Tag actors a in -"],
            ),
            (
                r#"stage.spawn("a", { name = "b" })"#,
                &["Character spawn a in -", "Actor spawn b in -"],
            ),
            (
                r#"stage.spawn("a")"#,
                &["Actor spawn ? in -", "Character spawn a in -"],
            ),
            (
                r#"local x = {}; x.name = "b"; stage.spawn("a", x)"#,
                &["Actor spawn b in -", "Character spawn a in -"],
            ),
            (
                r#"stage.spawn("a", { name = "b" .. self.name })"#,
                &["Actor spawn ? in -", "Character spawn a in -"],
            ),
            (
                r#"local v = stage.nearest(); v:get("a")"#,
                &["OtherParam get a in -"],
            ),
        ],
        Script::Module,
    );
}

#[test]
fn what_takes_no_name_or_was_given_none() {
    for source in [
        r#"self:say("a")"#,
        r#"self:states("a")"#,
        "self:finished()",
        "self:finished(nil)",
        "stage.nearest()",
        "self:touches(other)",
        r#"print("a")"#,
        r#"local stage = {}; stage.find("a")"#,
        r#"local input = require("b"); input.down("a")"#,
        r#"local bag = {}; function bag:set(x) end; bag:set("a")"#,
        r#"function bag.open() local self = setmetatable({}, bag); self:set("a") end"#,
        r#"helper.change(other, "a")"#,
    ] {
        let source = format!("local other, helper = ...\n{source}");
        let found = lines(&source, Script::Module);
        let found: Vec<_> = found.iter().filter(|line| !line.contains("hero")).collect();
        assert!(found.is_empty(), "{source}: {found:?}");
    }
}

#[test]
fn all_forms_of_a_call() {
    for source in [
        r#"self:change("a")"#,
        r#"self:change "a""#,
        "self:change [[a]]",
        "self:change 'a'",
        "self:change(`a`)",
        r#"self.change(self, "a")"#,
        r#"self["change"](self, "a")"#,
        r#"local change = self.change; change(self, "a")"#,
        r#"(self):change(("a"))"#,
        r#"self:change("a" :: string)"#,
        r#"self:change("\97")"#,
        r#"self:change("\x61")"#,
        r#"self:change("\u{61}")"#,
        r#"local A = "a"; self:change(A)"#,
        r#"local S = { A = "a" }; self:change(S.A)"#,
        r#"local S = {}; S.A = "a"; self:change(S.A)"#,
        r#"local me = self; me:change("a")"#,
        r#"local function go(me) me:change("a") end; go(self)"#,
        "local function go(me, to) me:change(to) end",
    ] {
        let expected = if source.contains("to)") { "?" } else { "a" };
        check(
            &[(source, &[&format!("State change {expected} in -")])],
            Script::Module,
        );
    }
    check(
        &[
            (
                r#"local down = input.down; down("a")"#,
                &["Input down a in -"],
            ),
            (
                r#"local keys = input; keys.down "a""#,
                &["Input down a in -"],
            ),
            (
                r#"local find = stage.find; find("a")"#,
                &["Actor find a in -"],
            ),
        ],
        Script::Module,
    );
}

#[test]
fn an_argument_that_is_one_of_several_texts() {
    let two: &[&str] = &["State change a in -", "State change b in -"];
    let and_more: &[&str] = &["State change ? in -", "State change a in -"];
    let more_later: &[&str] = &["State change a in -", "State change ? in -"];
    let unknown: &[&str] = &["State change ? in -"];
    check(
        &[
            (r#"self:change(x and "a" or "b")"#, two),
            (r#"self:change(if x then "a" else "b")"#, two),
            (
                r#"self:change((x and ("a")) or (if y then "b" else "a"))"#,
                &[
                    "State change a in -",
                    "State change b in -",
                    "State change a in -",
                ],
            ),
            (
                r#"local to = "a"; if x then to = "b" end; self:change(to)"#,
                two,
            ),
            (
                r#"local to; if x then to = "a" else to = "b" end; self:change(to)"#,
                two,
            ),
            (r#"for _, to in { "a", "b" } do self:change(to) end"#, two),
            (
                r#"for _, to in ipairs({ "a", "b" }) do self:change(to) end"#,
                two,
            ),
            (
                r#"local l = { "a", "b" }; self:change(l[math.random(2)])"#,
                two,
            ),
            (r#"local l = { x = "a", y = "b" }; self:change(l[x])"#, two),
            (r#"self:change(x or "a")"#, and_more),
            (r#"local to = "a"; to ..= "b"; self:change(to)"#, more_later),
            ("self:change(x)", unknown),
            (r#"self:change("a" .. x)"#, unknown),
            ("self:change(`a{x}`)", unknown),
            (r#"self:change("\200")"#, unknown),
            ("self:change(table.unpack(x))", unknown),
            ("self:change(...)", unknown),
            (
                r#"local l = { "a" }; table.insert(l, x); self:change(l[1])"#,
                more_later,
            ),
            (
                r#"local function f() return "a", "b" end; local _, to = f(); self:change(to)"#,
                unknown,
            ),
        ],
        Script::Module,
    );
}

/// A view has `is` and `get` only. Anything else may be the actor under another name.
#[test]
fn other_receivers() {
    check(
        &[
            (
                r#"local v = stage.find(x); v:is("a")"#,
                &["Actor find ? in -", "StateOrTag is a in -"],
            ),
            (
                r#"function M.f(actor) actor:fire("a") end"#,
                &["Trigger fire ? in -"],
            ),
            (
                r#"function M:f() self:set("a", 1) end"#,
                &["Param set ? in -"],
            ),
            (
                r#"function M.f(self) self:set("a", 1) end"#,
                &["Param set a in -"],
            ),
            (
                r#"function M.f(actor) return actor:get("a") end"#,
                &["Param get ? in -", "OtherParam get ? in -"],
            ),
        ],
        Script::Module,
    );
}

#[test]
fn places_count_characters_and_are_those_of_the_text() {
    let source = "local A = \"a\" -- \u{e9}\u{1f600}\nlocal s = \"\u{1f600}\"; self:change(A)\n\tself:play(\"\u{e9}\");self:play(x)\r\nself:play [[b]]";
    assert_eq!(
        lines(source, Script::Module),
        [
            "1:11 State change a in -",
            "3:12 Clip play \u{e9} in -",
            "3:17 Clip play ? in -",
            "4:11 Clip play b in -",
        ]
    );
}

#[test]
fn requires_are_listed_in_the_order_of_the_source() {
    let source = r#"
        local a = require("lib/a")
        local b = require "./b"
        local c = require([[c]]).part
        local d = require(x)
        local a = require("lib/a")
        local function f(require) require("e") end
    "#;
    let found = of(source, Script::Module).requires;
    assert_eq!(found, ["lib/a", "./b", "c", "lib/a"]);
}
