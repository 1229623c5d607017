//! The colours of a GIF frame: exact while there is room, else the best few
//! (variance-based splitting, after Wu, "Color quantization by dynamic
//! programming and principal analysis", 1992) and, between them, a fixed fine
//! pattern. The pattern depends on the place only, so what does not change does
//! not flicker.

use std::collections::BTreeMap;

#[cfg(test)]
mod tests;

/// A colour: red, green, blue.
pub type Rgb = [u8; 3];

/// What one colour of a picture becomes: `high` in `share` of 64 pixels, `low` in the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mix {
    low: u8,
    high: u8,
    share: u8,
}

impl Mix {
    /// The colour's index at a place.
    pub fn at(self, x: u32, y: u32) -> u8 {
        if threshold(x, y) < self.share {
            self.high
        } else {
            self.low
        }
    }
}

/// The colours of a frame, and how each of the picture's is made of them.
#[derive(Debug)]
pub struct Palette {
    /// At most the number asked for.
    pub colours: Vec<Rgb>,
    mixes: BTreeMap<Rgb, Mix>,
}

/// Which of an 8 x 8 square's pixels turn first (Bayer 1973): 0..64, each once.
fn threshold(x: u32, y: u32) -> u8 {
    let mut value = 0;
    for bit in 0..3 {
        let (x, y) = (x >> bit & 1, y >> bit & 1);
        value |= ((x ^ y) << 1 | y) << (2 * (2 - bit));
    }
    value as u8
}

impl Palette {
    /// A palette of at most `most` colours for these, each with the number of its pixels.
    pub fn new(counts: &BTreeMap<Rgb, u32>, most: usize) -> Palette {
        let exact = counts.len() <= most;
        let colours = if exact {
            counts.keys().copied().collect()
        } else {
            best(counts, most)
        };
        let mixes = counts
            .keys()
            .enumerate()
            .map(|(i, &colour)| {
                let mix = if exact {
                    Mix {
                        low: i as u8,
                        high: i as u8,
                        share: 0,
                    }
                } else {
                    mix(&colours, colour)
                };
                (colour, mix)
            })
            .collect();
        Palette { colours, mixes }
    }

    /// How a colour is made; of one that was not announced, the first colour.
    pub fn mix(&self, colour: Rgb) -> Mix {
        let first = Mix {
            low: 0,
            high: 0,
            share: 0,
        };
        self.mixes.get(&colour).copied().unwrap_or(first)
    }
}

/// The eye's differing care for red, green and blue, roughly.
const CARE: [f32; 3] = [3.0, 6.0, 2.0];

/// The inner product of two differences of colours.
fn product(a: [f32; 3], b: [f32; 3]) -> f32 {
    (0..3).map(|i| CARE[i] * a[i] * b[i]).sum()
}

fn difference(a: Rgb, b: Rgb) -> [f32; 3] {
    std::array::from_fn(|i| f32::from(a[i]) - f32::from(b[i]))
}

/// The nearest colour, and the other one with which it mixes best.
fn mix(colours: &[Rgb], colour: Rgb) -> Mix {
    // A pattern of colours further apart than this is worse to look at than a step.
    const COARSE: f32 = 11.0 * 24.0 * 24.0;
    // How much the grain of a pattern counts, beside the error of its mean.
    const GRAIN: f32 = 0.125;
    let square = |a| product(a, a);
    let away = |i: &usize| square(difference(colour, colours[*i]));
    let near = (0..colours.len())
        .min_by(|a, b| away(a).total_cmp(&away(b)))
        .unwrap_or(0);
    let off = difference(colour, colours[near]);
    let (mut far, mut share, mut least) = (near, 0.0, square(off));
    for (i, other) in colours.iter().enumerate() {
        let way = difference(*other, colours[near]);
        let length = square(way);
        if length == 0.0 || length > COARSE {
            continue;
        }
        let part = (product(off, way) / length).clamp(0.0, 0.5);
        let rest = std::array::from_fn(|i| off[i] - part * way[i]);
        let error = square(rest) + GRAIN * part * (1.0 - part) * length;
        if error < least {
            (far, share, least) = (i, part, error);
        }
    }
    let share = (share * 64.0).round() as u8;
    // Both sides of the middle must wear one pattern: the colour that comes first is always `low`.
    let (low, high, share) = if near <= far {
        (near, far, share)
    } else {
        (far, near, 64 - share)
    };
    Mix {
        low: low as u8,
        high: high as u8,
        share,
    }
}

/// Colours with their weights, and what splitting them would gain.
struct Group {
    colours: Vec<(Rgb, u32)>,
    mean: [f64; 3],
    axis: usize,
    /// The squared error along the axis.
    error: f64,
}

impl Group {
    fn new(colours: Vec<(Rgb, u32)>) -> Group {
        let (mut weight, mut sum, mut squares) = (0.0, [0.0; 3], [0.0; 3]);
        for (colour, count) in &colours {
            let count = f64::from(*count);
            weight += count;
            for i in 0..3 {
                let value = f64::from(colour[i]);
                sum[i] += count * value;
                squares[i] += count * value * value;
            }
        }
        let mean = sum.map(|sum| sum / weight);
        let error = |i: usize| f64::from(CARE[i]) * (squares[i] - sum[i] * mean[i]);
        let axis = (0..3).fold(0, |best, i| if error(i) > error(best) { i } else { best });
        Group {
            error: if colours.len() > 1 { error(axis) } else { -1.0 },
            colours,
            mean,
            axis,
        }
    }

    /// Two groups, on either side of the mean along the axis.
    fn split(self) -> (Group, Group) {
        let (axis, mean) = (self.axis, self.mean[self.axis]);
        let (low, high): (Vec<_>, Vec<_>) = self
            .colours
            .into_iter()
            .partition(|(colour, _)| f64::from(colour[axis]) <= mean);
        (Group::new(low), Group::new(high))
    }
}

fn best(counts: &BTreeMap<Rgb, u32>, most: usize) -> Vec<Rgb> {
    // A large even area must not take every colour from the small things that matter.
    let softened = |count: u32| f64::from(count).sqrt().ceil() as u32;
    let all = counts
        .iter()
        .map(|(&colour, &count)| (colour, softened(count)))
        .collect();
    let mut groups = vec![Group::new(all)];
    while groups.len() < most {
        let Some(widest) = (0..groups.len())
            .max_by(|&a, &b| groups[a].error.total_cmp(&groups[b].error))
            .filter(|&widest| groups[widest].error > 0.0)
        else {
            break;
        };
        let (low, high) = groups.swap_remove(widest).split();
        groups.push(low);
        groups.push(high);
    }
    let mut colours: Vec<Rgb> = groups
        .iter()
        .map(|group| group.mean.map(|value| value.round() as u8))
        .collect();
    colours.sort_unstable();
    colours.dedup();
    colours
}
