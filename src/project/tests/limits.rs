//! The bounds of scripts in luppet.ron: each may be set from its least to its most,
//! and the reference tells the same numbers.

use super::with;
use crate::stage::Limits;

/// The numbers of the reference: name, default, least, most.
fn documented() -> Vec<(String, [f64; 3])> {
    let text = include_str!("../../../docs/scripting.md");
    let (_, bounds) = text.split_once("\n## Bounds\n").unwrap();
    let rows = bounds.lines().filter_map(|line| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let name = cells.get(1)?.strip_prefix('`')?.strip_suffix('`')?;
        let number = |i: usize| cells.get(i).and_then(|cell| cell.parse().ok());
        Some((name.to_string(), [number(2)?, number(3)?, number(4)?]))
    });
    rows.collect()
}

/// The bounds by name.
fn by_name(limits: &Limits) -> Vec<(String, f64)> {
    let text = format!("{limits:#?}");
    let lines = text.lines().filter_map(|line| line.trim().split_once(": "));
    let fields = lines.filter_map(|(name, value)| {
        let value = value.trim_end_matches(',').parse().ok();
        // The clock is no plain number here.
        let value = if name == "clock" {
            Some(limits.clock.seconds())
        } else {
            value
        };
        Some((name.to_string(), value?))
    });
    fields.collect()
}

#[test]
fn each_may_be_set_from_its_least_to_its_most() {
    let all = by_name(&Limits::default());
    assert_eq!(all.len(), 22);
    let (least, most) = (by_name(&Limits::LEAST), by_name(&Limits::MOST));
    let whole = |name: &str| name != "clock";
    for (i, (name, default)) in all.iter().enumerate() {
        let (low, high) = (least[i].1, most[i].1);
        assert!(low <= *default && *default <= high, "{name}");
        for (value, taken) in [
            (low, true),
            (*default, true),
            (high, true),
            (high + 1.0, false),
            (if whole(name) { low - 1.0 } else { low / 2.0 }, false),
            (f64::MAX, false),
        ] {
            let project = with("luppet.ron", format!("(limits: ({name}: {value}))"));
            match &project.defs().settings {
                Ok(settings) => {
                    assert!(taken, "{name}: {value}");
                    assert_eq!(by_name(&settings.limits)[i], (name.clone(), value));
                }
                Err(errors) => {
                    assert!(!taken, "{name}: {value}: {errors}");
                    let range = format!("{low} to {high}, not");
                    let text = errors.to_string();
                    assert!(text.contains(&range) && text.contains(name), "{text}");
                }
            }
        }
    }
}

#[test]
fn the_reference_tells_the_numbers() {
    let (least, most) = (by_name(&Limits::LEAST), by_name(&Limits::MOST));
    let defaults = by_name(&Limits::default()).into_iter();
    let numbers = defaults.zip(least.iter().zip(&most));
    let numbers: Vec<_> = numbers
        .map(|((name, default), (least, most))| (name, [default, least.1, most.1]))
        .collect();
    assert_eq!(documented(), numbers);
}
