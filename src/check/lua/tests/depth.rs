//! Sources nested as deep as Luau allows.

use crate::check::{Script, mentions};

/// A source nested so deep.
type Nesting = fn(usize) -> String;

/// Ways to nest.
const NESTINGS: &[(&str, Nesting)] = &[
    ("parentheses", |n| {
        format!("return {}1{}", "(".repeat(n), ")".repeat(n))
    }),
    ("tables", |n| {
        format!("return {}1{}", "{".repeat(n), "}".repeat(n))
    }),
    ("functions", |n| {
        format!("{} {}", "local function f() ".repeat(n), "end ".repeat(n))
    }),
    ("closures", |n| {
        format!("{} {}", "return function() ".repeat(n), "end ".repeat(n))
    }),
    ("calls", |n| {
        format!("return {}1{}", "f(".repeat(n), ")".repeat(n))
    }),
    ("blocks", |n| {
        format!("{} {}", "do ".repeat(n), "end ".repeat(n))
    }),
    ("ifs", |n| {
        format!("{} {}", "if x then ".repeat(n), "end ".repeat(n))
    }),
    ("elseifs", |n| {
        format!("if x then {} end", "elseif x then ".repeat(n))
    }),
    ("loops", |n| {
        format!("{} {}", "for _ in x do ".repeat(n), "end ".repeat(n))
    }),
    ("if expressions", |n| {
        format!("return {}1", "if x then 1 else ".repeat(n))
    }),
    ("elseif expressions", |n| {
        format!("return if x then 1 {} else 1", "elseif x then 1 ".repeat(n))
    }),
    ("unary", |n| format!("return {}x", "not ".repeat(n))),
    ("sums", |n| format!("return x{}", " + x".repeat(n))),
    ("powers", |n| format!("return x{}", " ^ x".repeat(n))),
    ("joined", |n| format!("return x{}", " .. x".repeat(n))),
    ("or", |n| format!("return x{}", " or 'a'".repeat(n))),
    ("fields", |n| format!("return x{}", ".x".repeat(n))),
    ("brackets", |n| {
        format!("return x{}x{}", "[x".repeat(n), "]".repeat(n))
    }),
    ("called in turn", |n| format!("return x{}", "()".repeat(n))),
    ("methods", |n| {
        format!("return self{}", ":get('a')".repeat(n))
    }),
    ("casts", |n| {
        format!("return {}x{}", "(".repeat(n), " :: any)".repeat(n))
    }),
    ("texts", |n| {
        format!("return {}1{}", "`{".repeat(n), "}`".repeat(n))
    }),
    ("types", |n| {
        format!("type T = {}any{}", "{".repeat(n), "}".repeat(n))
    }),
    ("functions' types", |n| {
        format!("type T = {}any{}", "(".repeat(n), ") -> any".repeat(n))
    }),
    ("optional types", |n| {
        format!("type T = any{}", "?".repeat(n))
    }),
    ("generic types", |n| {
        format!("type T = {}any{}", "A<".repeat(n), ">".repeat(n))
    }),
    ("aliases", |n| {
        (0..n).fold(String::new(), |all, i| all + &format!("x{i} = x{} ", i + 1))
    }),
    ("targets", |n| format!("x{}.x = 1", ".x".repeat(n))),
];

/// Deeper than this is not tried: it is no nesting to Luau then, and none to the parser.
const FAR: usize = 20_000;

fn compiles(source: &str) -> bool {
    mlua::Lua::new().load(source).into_function().is_ok()
}

/// The deepest that Luau compiles.
fn deepest(nesting: Nesting) -> usize {
    if compiles(&nesting(FAR)) {
        return FAR;
    }
    let (mut good, mut bad) = (1, FAR);
    assert!(compiles(&nesting(good)), "{}", nesting(good));
    while bad - good > 1 {
        let middle = usize::midpoint(good, bad);
        if compiles(&nesting(middle)) {
            good = middle;
        } else {
            bad = middle;
        }
    }
    good
}

/// An overflow would end the process.
#[test]
fn whatever_luau_compiles_does_not_overflow_the_stack() {
    for (name, nesting) in NESTINGS {
        let depth = deepest(*nesting);
        assert!(depth > 50, "{name}: {depth}");
        let result = mentions(&nesting(depth), Script::Behaviour);
        assert!(result.is_ok(), "{name} {depth} deep: {result:?}");
    }
}
