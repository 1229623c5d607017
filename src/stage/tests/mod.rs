//! The rules of a stage, each proved with a small fake brain: never with Lua.

mod crowd;
mod errors;
mod fake;
mod input;
mod link;
mod machine;
mod mail;
mod order;
mod reload;
mod scene;
mod script;
mod seen;
mod steps;
mod time;
