//! Numbers that look random and are the same every time: a hash of where they are asked for.

/// 0 up to (not including) 1.
pub fn chance(seed: u32, n: i32) -> f32 {
    // A 32-bit mix in the manner of the "murmur" finisher; good enough for stars and bricks.
    let mut h = seed.wrapping_mul(0x9e37_79b9) ^ (n as u32).wrapping_mul(0x85eb_ca6b);
    h ^= h >> 16;
    h = h.wrapping_mul(0x7feb_352d);
    h ^= h >> 15;
    h = h.wrapping_mul(0x846c_a68b);
    h ^= h >> 16;
    (h >> 8) as f32 / 16_777_216.0
}

/// A whole number from `low` to `high`, both included.
pub fn pick(seed: u32, n: i32, low: i32, high: i32) -> i32 {
    low + (chance(seed, n) * (high - low + 1) as f32) as i32
}
