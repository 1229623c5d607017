//! Broken files of every sort: each reader takes thousands of them and ends in what was read or in errors that can be
//! told, within a second and 100 MB, and never in a panic. What still loads is played for a while.
//!
//! A debug build tries some of them, a release build 100 000 a reader (`cargo test --release --test mutations`);
//! `LUPPET_MUTATIONS=1000` sets another number, `LUPPET_MUTATION=1234` tries that one input alone.

#![cfg(feature = "script")]

mod judge;
mod mutator;
mod pictures;
#[cfg(feature = "script")]
mod play;
mod readers;
mod seeds;

use std::fs::File;
use std::io::{Seek, Write};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use judge::judge;
use luppet::error::LoadErrors;
use mutator::Mutator;
use readers::{ALL, Reader, Yard};

/// Bytes that one input may take at once.
const MEMORY: u64 = 100 << 20;
/// How long one input may take to be read. An unoptimised build is many times slower.
const LONGEST: Duration = Duration::from_secs(if cfg!(debug_assertions) { 10 } else { 1 });
/// An input that takes so long does not end.
const HANGS: Duration = Duration::from_secs(120);

/// After so many that are not taken well the others are not tried.
const SHOWN: u32 = 5;

/// The time that this thread has had of a processor, where the system tells it, else the time that passed.
enum Clock {
    Thread(Duration),
    Wall(Instant),
}

impl Clock {
    fn now() -> Clock {
        match Clock::of_thread() {
            Some(time) => Clock::Thread(time),
            None => Clock::Wall(Instant::now()),
        }
    }

    fn of_thread() -> Option<Duration> {
        let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        let nanoseconds = told.split_whitespace().next()?.parse().ok()?;
        Some(Duration::from_nanos(nanoseconds))
    }

    fn elapsed(&self) -> Duration {
        match self {
            Clock::Thread(start) => Clock::of_thread()
                .unwrap_or_default()
                .saturating_sub(*start),
            Clock::Wall(start) => start.elapsed(),
        }
    }
}

/// What a number of inputs came to.
#[derive(Default)]
struct Figures {
    taken: u64,
    refused: u64,
    longest: (Duration, u64),
    most: (u64, u64),
}

/// What a reader is put to: the inputs are broken files, and `run` is given each.
pub struct Trial {
    reader: Reader,
    name: String,
    /// How many inputs in a debug build, and in a release build.
    counts: [u64; 2],
    /// How long one input may take.
    longest: Duration,
    run: fn(&Yard, &[u8]) -> Result<(), LoadErrors>,
}

impl Trial {
    fn numbers(&self) -> std::ops::Range<u64> {
        let set = |name| {
            std::env::var(name)
                .ok()
                .map(|value| value.parse().expect("a number"))
        };
        if let Some(only) = set("LUPPET_MUTATION") {
            return only..only + 1;
        }
        let [few, many] = self.counts;
        // Scripts and plays are slower, and get fewer in the same proportion.
        let count = set("LUPPET_MUTATIONS").map(|count: u64| count * many / 100_000);
        0..count.unwrap_or(if cfg!(debug_assertions) { few } else { many })
    }

    /// The file that names the input in hand, should the process die of it.
    fn note(&self) -> PathBuf {
        PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("mutation-{}", self.name))
    }

    /// Tries all inputs, in a thread with the usual stack; panics where some are not taken well.
    fn hold(self) {
        let name = self.name.clone();
        let begun = Arc::new(AtomicU64::new(0));
        let counter = Arc::clone(&begun);
        let worker = thread::Builder::new()
            .name(name.clone())
            .stack_size(2 << 20)
            .spawn(move || self.all(&counter))
            .expect("a thread");
        let mut last = (u64::MAX, Instant::now());
        while !worker.is_finished() {
            thread::sleep(Duration::from_millis(5));
            let number = begun.load(Ordering::Relaxed);
            if number != last.0 {
                last = (number, Instant::now());
            }
            assert!(
                last.1.elapsed() < HANGS,
                "{name}: input {number} does not end"
            );
        }
        worker.join().unwrap_or_else(|panic| resume_unwind(panic));
    }

    fn all(&self, begun: &AtomicU64) {
        let yard = Yard::new(self.reader);
        let mutator = Mutator::new(self.reader);
        let mut figures = Figures::default();
        let mut note = File::create(self.note()).expect("a file");
        let numbers = self.numbers();
        let one_alone = numbers.end - numbers.start == 1;
        let mut wrong = 0;
        for number in numbers {
            let content = mutator.input(self.reader, number);
            begun.store(number, Ordering::Relaxed);
            note.rewind().expect("a file");
            write!(note, "{number:20}").expect("a file");
            if let Err(fault) = self.one(&yard, number, &content, &mut figures) {
                self.show(number, &content, &fault);
                wrong += 1;
                assert!(
                    wrong < SHOWN,
                    "{}: many inputs are not taken well",
                    self.name
                );
            }
        }
        let Figures {
            taken,
            refused,
            longest,
            most,
        } = figures;
        println!(
            "{}: {taken} taken, {refused} refused; longest {:?} (input {}), most {} KiB (input {})",
            self.name,
            longest.0,
            longest.1,
            most.0 >> 10,
            most.1
        );
        assert_eq!(wrong, 0, "{}: inputs that are not taken well", self.name);
        assert!(
            one_alone || (taken > 0 && refused > 0),
            "{}: all inputs end alike",
            self.name
        );
    }

    fn one(
        &self,
        yard: &Yard,
        number: u64,
        content: &[u8],
        figures: &mut Figures,
    ) -> Result<(), String> {
        let mut took = Duration::MAX;
        // Others may keep the processor busy: only who is slow three times is slow.
        for _ in 0..3 {
            let mut outcome = None;
            let start = Clock::now();
            let memory = allocation_counter::measure(|| {
                let run = || (self.run)(yard, content);
                outcome = Some(catch_unwind(AssertUnwindSafe(run)));
            });
            took = took.min(start.elapsed());
            let Some(Ok(outcome)) = outcome else {
                return Err("panics".into());
            };
            if memory.bytes_max > MEMORY {
                return Err(format!("takes {} bytes", memory.bytes_max));
            }
            if took < self.longest {
                if let Err(errors) = &outcome {
                    judge(self.reader, content, errors)?;
                    figures.refused += 1;
                } else {
                    figures.taken += 1;
                }
                figures.longest = figures.longest.max((took, number));
                figures.most = figures.most.max((memory.bytes_max, number));
                return Ok(());
            }
        }
        Err(format!("takes {took:?}"))
    }

    /// Tells an input so that it can be tried again.
    fn show(&self, number: u64, content: &[u8], fault: &str) {
        let name = format!("mutation-{}-{number}", self.name);
        let whole = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::write(&whole, content).expect("a file");
        let start = content[..content.len().min(2000)].escape_ascii();
        let fault: String = fault.chars().take(2000).collect();
        eprintln!(
            "{}: input {number} {fault}\nits {} bytes, whole in {}:\n{start}\n",
            self.name,
            content.len(),
            whole.display()
        );
    }
}

fn read(reader: Reader, counts: [u64; 2]) {
    let trial = Trial {
        reader,
        name: reader.name().into(),
        counts,
        longest: LONGEST,
        run: |yard, content| yard.read(content),
    };
    trial.hold();
}

#[test]
fn the_seeds_are_sound() {
    for &reader in ALL {
        let yard = Yard::new(reader);
        for (i, seed) in seeds::of(reader).iter().enumerate() {
            if let Err(errors) = yard.read(seed) {
                panic!("{reader:?}, seed {i}: {errors}");
            }
        }
    }
}

#[test]
fn an_input_of_a_number_is_always_the_same() {
    for &reader in ALL {
        let mutators = [(); 2].map(|()| Mutator::new(reader));
        let inputs = mutators.map(|mutator| {
            (0..50)
                .map(|number| mutator.input(reader, number))
                .collect::<Vec<_>>()
        });
        assert_eq!(inputs[0], inputs[1]);
        let changed = inputs[0].windows(2).filter(|pair| pair[0] != pair[1]);
        assert!(changed.count() > 40);
    }
}

#[test]
fn a_picture_that_only_claims_its_size_takes_no_memory() {
    let yard = Yard::new(Reader::Picture);
    let cases = [
        (8192, false, false),
        (8192, true, false),
        (8192, false, true),
        (8192, true, true),
        (2048, false, false),
        (2049, true, false),
        (2048, false, true),
    ];
    for (side, interlaced, moves) in cases {
        let picture = pictures::liar(side, interlaced, moves);
        let mut told = String::new();
        let memory = allocation_counter::measure(|| {
            told = yard.read(&picture).expect_err("a fault").to_string();
        });
        assert!(told.contains("this PNG is damaged"), "{told}");
        assert!(memory.bytes_max < 20 << 20, "{side}: {memory:?}");
    }
}

#[test]
fn broken_settings() {
    read(Reader::Settings, [1200, 100_000]);
}

#[test]
fn broken_scenes() {
    read(Reader::Scene, [600, 100_000]);
}

#[test]
fn broken_characters() {
    read(Reader::Character, [600, 100_000]);
}

#[test]
fn broken_trees() {
    read(Reader::Tree, [600, 100_000]);
}

#[test]
fn broken_animation_trees() {
    read(Reader::AnimationTree, [600, 100_000]);
}

#[test]
fn broken_pictures() {
    read(Reader::Picture, [600, 100_000]);
}

#[cfg(feature = "script")]
#[test]
fn broken_input_files() {
    read(Reader::Inputs, [400, 100_000]);
}

#[cfg(feature = "script")]
#[test]
fn broken_scripts() {
    read(Reader::Script, [200, 10_000]);
}
