//! Behaviours in Lua.
#![no_main]

use libfuzzer_sys::fuzz_target;
use luppet_fuzz::{Reader, take};

fuzz_target!(|content: &[u8]| take(Reader::Script, content));
