//! NAME.animationTree.
#![no_main]

use libfuzzer_sys::fuzz_target;
use luppet_fuzz::{Reader, take};

fuzz_target!(|content: &[u8]| take(Reader::AnimationTree, content));
