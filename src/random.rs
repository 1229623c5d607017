//! Seeded randomness: one small stream for each thing that draws numbers. Never
//! seeded from a clock or an address.

#[cfg(test)]
mod tests;

/// A stream of numbers (`SplitMix64`, Steele, Lea and Flood 2014). Two streams of
/// one seed and the same names are the same; of other names they are unrelated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stream(u64);

impl Stream {
    /// The stream of `seed` for the thing these names lead to, such as an actor
    /// and its clip.
    pub fn new(seed: u64, names: &[&str]) -> Stream {
        // FNV-1a over the names, each ended by a byte no name contains (0xff is not UTF-8).
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        for byte in names.iter().flat_map(|name| name.bytes().chain([0xff])) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        let mut stream = Stream(seed);
        let mixed = stream.next_u64();
        Stream(mixed ^ hash)
    }

    /// The next 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// The next number in 0..1 (1 excluded), of 53 bits.
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// The next whole number in 0..`n` (`n` excluded); 0 where `n` is 0.
    pub fn below(&mut self, n: u64) -> u64 {
        // Multiply and shift (Lemire 2019): its bias is below 2^-32 for the small ranges used here.
        ((u128::from(self.next_u64()) * u128::from(n)) >> 64) as u64
    }
}
