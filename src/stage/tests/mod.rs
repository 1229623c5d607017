//! The rules of a stage, each proved with a small fake brain: never with Lua.

mod boxes;
mod crowd;
mod errors;
pub(crate) mod fake;
mod input;
mod link;
mod machine;
mod mail;
mod order;
mod params;
mod posing;
mod reload;
pub(crate) mod scene;
pub(crate) mod script;
mod seen;
mod steps;
mod time;
mod triggers;
