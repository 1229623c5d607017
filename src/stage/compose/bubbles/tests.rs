//! Where speech bubbles stand.

use proptest::prelude::*;

use super::*;
use crate::stage::compose::tests::{figure, pages, says};

/// The place and size of each bubble, outline included, without its tail; the highest first.
fn bubbles(size: (u32, u32), figures: &[Figure], scale: u32) -> Vec<[f64; 4]> {
    let view = View {
        size: (f64::from(size.0), f64::from(size.1)),
        fraction: 1.0,
        scale: f64::from(scale),
    };
    placed(&view, figures, &mut Letters::new(&pages()))
        .iter()
        .map(|bubble| [bubble.x, bubble.y, bubble.w, bubble.h])
        .collect()
}

fn apart(a: &[f64; 4], b: &[f64; 4]) -> bool {
    a[0] + a[2] <= b[0] || b[0] + b[2] <= a[0] || a[1] + a[3] <= b[1] || b[1] + b[3] <= a[1]
}

/// A bubble is over the head (the first visible row, lifted with it), the same for a mirrored, tinted or turned speaker.
#[test]
fn bubbles_over_heads() {
    let speaker = says(figure(100.0, 80.0), "Hurray!");
    let of = |figure: Figure| bubbles((200, 100), &[figure], 1);
    let plain = of(speaker.clone());
    let [x, y, w, h] = plain[0];
    assert_eq!(plain.len(), 1);
    assert!((x + w / 2.0 - 100.0).abs() <= 1.0, "{plain:?}");
    // Head at 75, a gap of 2, a tail of 6.
    assert_eq!(y + h, 75.0 - 2.0 - 6.0);
    assert_eq!(
        of(Figure {
            mirrored: true,
            ..speaker.clone()
        }),
        plain
    );
    assert_eq!(
        of(Figure {
            tint: Rgba::BLACK,
            opacity: 0.1,
            ..speaker.clone()
        }),
        plain
    );
    let lifted = of(Figure {
        lift: 10.0,
        ..speaker.clone()
    });
    assert_eq!(lifted[0][1], y - 10.0);
    let large = of(Figure {
        scale: (2.0, 2.0),
        ..speaker.clone()
    });
    assert_eq!(large[0][1], y - 5.0);
    let unseen = of(Figure {
        parts: Vec::new(),
        ..speaker.clone()
    });
    assert_eq!(unseen[0][1], y + 5.0);
    for nothing in ["", "  \n "] {
        assert_eq!(of(says(figure(100.0, 80.0), nothing)).len(), 0);
    }
}

/// Neighbours who speak at once do not cover each other.
#[test]
fn bubbles_of_neighbours() {
    for scale in 1..=4 {
        let figures = [
            says(figure(100.0, 160.0), "Have you seen my scarf?"),
            says(figure(116.0, 160.0), "The red one? No."),
            says(figure(130.0, 158.0), "It is behind you both."),
            says(figure(20.0, 160.0), "I have it!"),
        ];
        let placed = bubbles((240, 180), &figures, scale);
        assert_eq!(placed.len(), 4);
        for (i, one) in placed.iter().enumerate() {
            assert!(
                placed[..i].iter().all(|other| apart(one, other)),
                "x{scale}: {placed:?}"
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Wherever a speaker is, even outside, its bubble is in the scene.
    #[test]
    fn bubbles_stay_in_the_scene(
        x in -500.0..500.0, y in -500.0..500.0, scale in 1_u32..=8, words in 1_usize..40,
    ) {
        let text = "word ".repeat(words);
        for [x, y, w, h] in bubbles((240, 180), &[says(figure(x, y), &text)], scale) {
            prop_assert!(x >= 2.0 && y >= 2.0 && x + w <= 238.0 && y + h <= 178.0, "{x} {y} {w} {h}");
        }
    }
}
