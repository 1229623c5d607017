//! The readers and the judge of the mutation tests, for the fuzz targets.

#![allow(dead_code)] // the tests use more of them

#[path = "../../tests/mutations/judge.rs"]
mod judge;
#[path = "../../tests/mutations/pictures.rs"]
mod pictures;
#[path = "../../tests/mutations/readers.rs"]
mod readers;
#[path = "../../tests/mutations/seeds.rs"]
mod seeds;

use std::cell::OnceCell;

pub use readers::Reader;
use readers::Yard;

thread_local! {
    static YARD: OnceCell<Yard> = const { OnceCell::new() };
}

/// Reads bytes as that reader's file; panics where its errors are not fit to be told.
pub fn take(reader: Reader, content: &[u8]) {
    YARD.with(|yard| {
        let yard = yard.get_or_init(|| Yard::new(reader));
        if let Err(errors) = yard.read(content) {
            if let Err(fault) = judge::judge(reader, content, &errors) {
                panic!("the input {fault}");
            }
        }
    });
}
