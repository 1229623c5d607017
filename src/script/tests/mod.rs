//! Tests of the host against small worlds made by hand.

// A failure here should stop the test where it is; tables of cases are long.
#![allow(clippy::unwrap_used, clippy::too_many_lines)]

mod api;
mod bench;
mod bounds;
mod core;
mod files;
mod hostile;
mod library;
mod refused;
mod reload;
mod shape;
mod spawn;
mod tree;
