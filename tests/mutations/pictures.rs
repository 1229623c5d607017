//! PNG files of every kind of colours, written by hand so that every byte of them can be broken, and checksums mended
//! after that: else nothing broken would get past them.

use luppet::random::Stream;

const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";
/// Colour types of PNG, their samples a pixel, and the bits a sample may have.
const KINDS: [(u8, usize, &[u8]); 5] = [
    (0, 1, &[1, 2, 4, 8, 16]),
    (2, 3, &[8, 16]),
    (3, 1, &[1, 2, 4, 8]),
    (4, 2, &[8, 16]),
    (6, 4, &[8, 16]),
];
/// First column and row, and their steps, of the seven passes of an interlaced picture.
const PASSES: [[usize; 4]; 7] = [
    [0, 0, 8, 8],
    [4, 0, 8, 8],
    [0, 4, 4, 8],
    [2, 0, 4, 4],
    [0, 2, 2, 4],
    [1, 0, 2, 2],
    [0, 1, 1, 2],
];
/// Sizes and other fields of a header that nothing fits to.
const ABSURD: [u32; 12] = [0, 1, 2, 7, 8, 16, 255, 4096, 8192, 8193, 1 << 31, u32::MAX];

fn crc(bytes: &[u8]) -> u32 {
    let mut crc = u32::MAX;
    for byte in bytes {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            let odd = crc & 1;
            crc = (crc >> 1) ^ (0xedb8_8320 * odd);
        }
    }
    !crc
}

fn chunk(kind: [u8; 4], data: &[u8]) -> Vec<u8> {
    let mut named = kind.to_vec();
    named.extend(data);
    let mut chunk = (data.len() as u32).to_be_bytes().to_vec();
    chunk.extend(&named);
    chunk.extend(crc(&named).to_be_bytes());
    chunk
}

/// Bytes as a zlib stream that stores them as they are.
fn stored(bytes: &[u8]) -> Vec<u8> {
    let (mut a, mut b) = (1_u32, 0_u32);
    for byte in bytes {
        a = (a + u32::from(*byte)) % 65521;
        b = (b + a) % 65521;
    }
    let length = bytes.len() as u16;
    let mut stream = vec![0x78, 0x01, 0x01];
    stream.extend(length.to_le_bytes());
    stream.extend((!length).to_le_bytes());
    stream.extend(bytes);
    stream.extend(((b << 16) | a).to_be_bytes());
    stream
}

/// Rows of a picture, each after its filter.
fn rows(width: usize, height: usize, bits: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    for row in 0..height {
        bytes.push((row % 5) as u8);
        bytes.extend((0..(width * bits).div_ceil(8)).map(|i| (row * 37 + i * 11) as u8));
    }
    bytes
}

fn picture(kind: usize, bits: u8, interlaced: bool, extra: &[Vec<u8>]) -> Vec<u8> {
    let (width, height) = (16, 16);
    let (colour, samples, _) = KINDS[kind];
    let pixel = samples * usize::from(bits);
    let raw = if interlaced {
        let pass = |[x, y, dx, dy]: [usize; 4]| {
            rows((width - x).div_ceil(dx), (height - y).div_ceil(dy), pixel)
        };
        PASSES.into_iter().flat_map(pass).collect()
    } else {
        rows(width, height, pixel)
    };
    let mut header = Vec::new();
    header.extend((width as u32).to_be_bytes());
    header.extend((height as u32).to_be_bytes());
    header.extend([bits, colour, 0, 0, u8::from(interlaced)]);
    let mut bytes = SIGNATURE.to_vec();
    bytes.extend(chunk(*b"IHDR", &header));
    if colour == 3 {
        bytes.extend(chunk(*b"PLTE", &[7; 768][..3 << bits]));
        bytes.extend(chunk(*b"tRNS", &[0, 128]));
    }
    for chunk in extra {
        bytes.extend(chunk);
    }
    let data = stored(&raw);
    let (one, other) = data.split_at(data.len() / 2);
    bytes.extend(chunk(*b"IDAT", one));
    bytes.extend(chunk(*b"IDAT", other));
    bytes.extend(chunk(*b"IEND", &[]));
    bytes
}

/// The chunks of an animation whose first frame has that many pixels a side.
fn moving(side: u32) -> [Vec<u8>; 2] {
    let mut control = [0, side, side, 0, 0].map(u32::to_be_bytes).concat();
    control.extend([0, 1, 0, 30, 0, 0]);
    [
        chunk(*b"acTL", &[0, 0, 0, 1, 0, 0, 0, 0]),
        chunk(*b"fcTL", &control),
    ]
}

/// Sound pictures of 16 by 16 pixels.
pub fn seeds() -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    for (kind, (_, _, depths)) in KINDS.iter().enumerate() {
        for &bits in *depths {
            all.push(picture(kind, bits, false, &[]));
            all.push(picture(kind, bits, true, &[]));
        }
    }
    all.push(picture(4, 8, false, &moving(16)));
    let others = [
        chunk(*b"gAMA", &[0, 0, 0xb1, 0x8f]),
        chunk(*b"pHYs", &[0, 0, 0xb, 0x13, 0, 0, 0xb, 0x13, 1]),
        chunk(*b"tEXt", b"Title\0yard"),
        chunk(*b"zTXt", &[b"Title\0\0", &stored(b"yard")[..]].concat()),
        chunk(*b"iCCP", &[b"icc\0\0", &stored(&[0; 128])[..]].concat()),
        chunk(*b"tRNS", &[0, 1, 0, 2, 0, 3]),
    ];
    all.push(picture(1, 8, false, &others));
    all
}

/// Most inputs get sound checksums again, and some a header that lies.
pub fn mend(bytes: &mut [u8], number: u64) {
    let mut random = Stream::new(number, &["mend"]);
    if random.below(5) == 0 {
        return;
    }
    if random.below(3) == 0 && bytes.len() > 29 {
        let absurd = ABSURD[random.below(ABSURD.len() as u64) as usize];
        match random.below(4) {
            0 => {
                bytes[16..20].copy_from_slice(&absurd.to_be_bytes());
                bytes[20..24].copy_from_slice(&absurd.to_be_bytes());
            }
            2 => bytes[16..20].copy_from_slice(&absurd.to_be_bytes()),
            1 => bytes[20..24].copy_from_slice(&absurd.to_be_bytes()),
            _ => bytes[24 + random.below(5) as usize] = absurd as u8,
        }
    }
    let mut at = SIGNATURE.len();
    while at + 12 <= bytes.len() {
        let length = u32::from_be_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
        let end = at + 8 + length as usize;
        if end + 4 > bytes.len() {
            break;
        }
        let sum = crc(&bytes[at + 4..end]);
        bytes[end..end + 4].copy_from_slice(&sum.to_be_bytes());
        at = end + 4;
    }
}

/// A picture that claims a size and has hardly any data, though all of a small first frame if it is to move.
pub fn liar(side: u32, interlaced: bool, moves: bool) -> Vec<u8> {
    let mut header = [side.to_be_bytes(), side.to_be_bytes()].concat();
    header.extend([8, 6, 0, 0, u8::from(interlaced)]);
    let body = [
        chunk(*b"IHDR", &header),
        if moves {
            moving(16).concat()
        } else {
            Vec::new()
        },
        chunk(*b"IDAT", &stored(&vec![0; 40_000])),
        chunk(*b"IEND", &[]),
    ];
    [SIGNATURE.to_vec(), body.concat()].concat()
}

/// A sound picture of that many pixels a side.
pub fn sheet(side: u32) -> Vec<u8> {
    let mut header = Vec::new();
    header.extend(side.to_be_bytes());
    header.extend(side.to_be_bytes());
    header.extend([8, 6, 0, 0, 0]);
    let data = stored(&rows(side as usize, side as usize, 32));
    let body = [
        chunk(*b"IHDR", &header),
        chunk(*b"IDAT", &data),
        chunk(*b"IEND", &[]),
    ];
    [SIGNATURE.to_vec(), body.concat()].concat()
}
