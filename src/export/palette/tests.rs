//! Palettes: exact where they fit, close where they do not.

use proptest::prelude::*;

use super::*;

/// Every eight by eight pixels turn one after the other.
#[test]
fn thresholds_are_each_once() {
    let mut all: Vec<u8> = (0..64).map(|i| threshold(i % 8, i / 8)).collect();
    assert_eq!(all[..2], [0, 32]);
    all.sort_unstable();
    assert_eq!(all, (0..64).collect::<Vec<u8>>());
}

/// A colour between two is mixed in proportion, with one pattern on both sides of the middle.
#[test]
fn colours_between_two() {
    let colours = [[100, 100, 100], [116, 116, 116]];
    for (value, share) in [(100, 0), (104, 16), (108, 32), (112, 48), (116, 64)] {
        let mix = mix(&colours, [value; 3]);
        let high = (0..64).filter(|i| mix.at(i % 8, i / 8) == 1).count();
        assert_eq!(high, share, "{value}: {mix:?}");
    }
    // Colours far apart are not mixed.
    let far = mix(&[[0, 0, 0], [255, 255, 255]], [100, 100, 100]);
    assert!((0..64).all(|i| far.at(i % 8, i / 8) == 0));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// A palette is never larger than asked, and exact where it can be.
    #[test]
    fn palettes(colours in prop::collection::vec(any::<Rgb>(), 1..400), most in 2_usize..=255) {
        let counts = colours.iter().map(|colour| (*colour, 3)).collect();
        let palette = Palette::new(&counts, most);
        prop_assert!(palette.colours.len() <= most);
        for colour in &colours {
            let index = usize::from(palette.mix(*colour).at(3, 5));
            prop_assert!(index < palette.colours.len());
            if counts.len() <= most {
                prop_assert_eq!(palette.colours[index], *colour);
            }
        }
    }
}
