//! A set of a rig's parts, by number: what an input of a Sum moves (rule R7).

/// A set of part numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mask {
    /// Bits by part; the last word is never 0, so equal sets are equal.
    words: Vec<u64>,
}

impl Mask {
    /// The set of these parts.
    pub fn new(parts: impl IntoIterator<Item = u16>) -> Mask {
        let mut words = Vec::new();
        for part in parts {
            let word = usize::from(part / 64);
            if words.len() <= word {
                words.resize(word + 1, 0_u64);
            }
            words[word] |= 1 << (part % 64);
        }
        Mask { words }
    }

    /// True where the part is in the set.
    pub fn contains(&self, part: u16) -> bool {
        let word = self.words.get(usize::from(part / 64));
        word.is_some_and(|word| word >> (part % 64) & 1 == 1)
    }

    /// The parts that are in both.
    #[must_use]
    pub fn and(&self, other: &Mask) -> Mask {
        let both = self.words.iter().zip(&other.words);
        let mut words: Vec<u64> = both.map(|(one, other)| one & other).collect();
        while words.last() == Some(&0) {
            words.pop();
        }
        Mask { words }
    }
}
