//! One labelled case for each way a part's shape can be wrong.

use super::puppet_errors::{Case, check};

#[test]
#[allow(clippy::too_many_lines)] // a table
fn shapes() {
    let points = |n: usize| {
        let list: String = (0..n)
            .map(|i| format!("({i}, {}), ", i * i))
            .collect::<Vec<_>>()
            .concat();
        format!("Polygon(points: [{list}], fill: \"#ffffff\")")
    };
    let (few, many) = (points(2), points(257));
    let cases: &[Case] = &[
        (
            "no shape",
            "5",
            &[
                "1: `shape` should be one of Circle(...), Capsule(...), Box(...), Polygon(...), not 5",
            ],
        ),
        (
            "unknown",
            "Cirlce(radius: 1)",
            &["1: unknown shape \"Cirlce\" (shapes: Circle, Capsule, Box, Polygon)"],
        ),
        (
            "only a word",
            "Circle",
            &["1: this should be Circle(...), not `Circle`"],
        ),
        (
            "a field",
            "Circle(size: 1)",
            &["8: unknown field \"size\" (fields: fill, radius, outline)"],
        ),
        (
            "nothing given",
            "Circle()",
            &[
                "1: this Circle has no `radius`",
                "1: this shape has neither `fill` nor `outline`: nothing of it would be seen",
            ],
        ),
        (
            "nothing to see",
            "Box(size: (1, 2))",
            &["1: this shape has neither `fill` nor `outline`: nothing of it would be seen"],
        ),
        (
            "radius",
            "Circle(radius: 0, fill: \"#ffffff\")",
            &["16: `radius` should be a number, 0.5 to 2048, not 0"],
        ),
        (
            "too large",
            "Circle(radius: 1e5, fill: \"#ffffff\")",
            &["16: `radius` should be a number, 0.5 to 2048, not 1e5"],
        ),
        (
            "size",
            "Capsule(size: 5, fill: \"#ffffff\")",
            &["15: `size` should be two numbers (width, height), not 5"],
        ),
        (
            "sizes",
            "Capsule(size: (0, 5000), fill: \"#ffffff\")",
            &[
                "16: `size` should be a number, 1 to 4096, not 0",
                "19: `size` should be a number, 1 to 4096, not 5000",
            ],
        ),
        (
            "too round",
            "Box(size: (10, 6), round: 3.5, fill: \"#ffffff\")",
            &["27: `round` should be a number, 0 to 3, not 3.5"],
        ),
        (
            "few points",
            &few,
            &["17: a Polygon has 3 to 256 points, not 2"],
        ),
        (
            "many points",
            &many,
            &["17: a Polygon has 3 to 256 points, not 257"],
        ),
        (
            "points",
            "Polygon(points: [(0, 0), (1, x), 5, (0, 1)], fill: \"#ffffff\")",
            &[
                "30: `points` should be a number, not `x`",
                "34: `points` should be two numbers (x, y), not 5",
            ],
        ),
        (
            "far points",
            "Polygon(points: [(0, 0), (1, 2049), (0, 1)], fill: \"#ffffff\")",
            &["30: `points` should be a number, -2048 to 2048, not 2049"],
        ),
        (
            "a line",
            "Polygon(points: [(1, 1), (1, 1), (2, 3), (-1, -3)], fill: \"#ffffff\")",
            &["17: all points of this Polygon lie on one line"],
        ),
        (
            "a point",
            "Polygon(points: [(1, 1), (1, 1), (1, 1)], fill: \"#ffffff\")",
            &["17: all points of this Polygon lie on one line"],
        ),
        (
            "colours",
            "Circle(radius: 1, fill: \"red\", outline: (1, \"#12\"))",
            &[
                "25: `fill` should be a colour, \"#rrggbb\" or \"#rrggbbaa\", not the text \"red\"",
                "45: `outline` should be a colour, \"#rrggbb\" or \"#rrggbbaa\", not the text \"#12\"",
            ],
        ),
        (
            "no colour",
            "Circle(radius: 1, fill: Red)",
            &["25: `fill` should be a colour, \"#rrggbb\" or \"#rrggbbaa\", not `Red`"],
        ),
        (
            "outline",
            "Circle(radius: 1, outline: \"#ffffff\")",
            &[
                "28: `outline` should be a width and a colour (width, \"#rrggbb\"), not the text \"#ffffff\"",
            ],
        ),
        (
            "width",
            "Circle(radius: 1, outline: (0, \"#ffffff\"))",
            &["29: `outline` should be a number, 0.1 to 256, not 0"],
        ),
    ];
    check(cases, |shape| {
        format!("(parts: {{ \"a\": Part(shape: {shape}) }})")
    });
}
