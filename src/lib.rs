//! Luppet: scriptable 2D animation. What a character *does* is Lua (the enter /
//! execute / exit of its states), reloaded while it runs; what it *looks like at
//! time t* is Rust (clip timing, tree evaluation, blending); a window shows it.
//!
//! # The house
//!
//! Rooms from the top down; a room imports only from rooms below it, and a test
//! reads the sources and fails where one does not.
//!
//! | room | what it is |
//! |---|---|
//! | `window` | macroquad: frame loop, input, drawing a draw list (feature `window`) |
//! | [`export`] | PNG, APNG and GIF |
//! | [`check`] | all that is wrong in a project, names across its files (feature `script`) |
//! | [`trace`] | a run as text |
//! | [`session`] | a run: project + seed + inputs; advance, log, reload |
//! | `script` | the Luau host: api, sandbox, loading; implements [`stage::Brain`] (feature `script`) |
//! | [`project`] | files on disk become definitions; watching (feature `watch`) |
//! | [`stage`] | scenes, characters, actors in order, one step of all of them |
//! | [`raster`], [`text`] | a draw list on the CPU; words as sprites |
//! | [`draw`] | the frame as data |
//! | [`fsm`] | current, path, pending: the one place where states change |
//! | [`tree`] | blocks that say which clips play with which weight |
//! | [`rig`] | parts, poses, blending |
//! | [`clip`] | clips, tracks, markers, playheads |
//! | [`time`], [`geom`], [`random`], [`error`] | exact time, plane geometry, seeded streams, the two errors |
//!
//! Architecture invariants: a run is a function of project files, seed and inputs
//! (no clock, hash order or address reaches a trace); the stage knows no Lua, no
//! file and no window; names are resolved when a file is loaded, after that there
//! are only ids; scripts ask, the stage acts; no type of mlua or macroquad is
//! public outside its room.
//!
//! # A run in five lines
//!
//! ```
//! # #[cfg(feature = "script")] {
//! use luppet::{project::Project, session::Session};
//! # let here = concat!(env!("CARGO_MANIFEST_DIR"));
//!
//! let project = Project::open(here)?;
//! let mut run = Session::new(&project, "brawler", 7)?;
//! run.press("punch");
//! run.advance(0.1);
//! assert_eq!(run.stage().actors().find(|a| &**a.name == "hero").unwrap().state, Some("punch"));
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(feature = "script")]
pub mod check;
pub mod clip;
pub mod draw;
pub mod error;
pub mod export;
pub mod fsm;
pub mod geom;
pub mod project;
pub mod random;
pub mod raster;
pub mod rig;
#[cfg(feature = "script")]
pub mod script;
pub mod session;
pub mod stage;
pub mod text;
pub mod time;
pub mod trace;
pub mod tree;
#[cfg(feature = "window")]
pub mod window;

/// The program in the README is compiled and run like any other example.
#[cfg(all(doctest, feature = "script"))]
#[doc = include_str!("../README.md")]
mod readme {}
