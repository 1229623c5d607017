//! A run: project + seed + inputs. It advances the stage in whole steps, records
//! all that comes from outside, and swaps in saved files. It draws nothing and
//! reads no clock; how a run is told as text is `trace`.

mod cast;
mod input_file;
mod inputs;
mod log;
mod message;
mod reload;

#[cfg(all(test, feature = "script"))]
mod cost;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::sync::Arc;

use crate::draw::{DrawList, Pages};
use crate::error::{LoadError, LoadErrors, ScriptError};
use crate::project::{Defs, FileChange, FileSet, Project};
use crate::raster::Shapes;
#[cfg(feature = "script")]
use crate::script::ScriptHost;
use crate::stage::{BehaviourDef, Brain, CharacterDef, Event, Input, Limits, Stage, compose};
use crate::text::Letters;
use crate::time::Rate;

#[cfg(feature = "script")]
pub(crate) use cast::{link_fault, with_faults};
pub use input_file::Schedule;
pub use log::Logged;

/// The most that [`Session::advance`] takes at once, in seconds: a day. More is a host's
/// mistake, and would play for ever.
const LONGEST: f64 = 86_400.0;

/// How many events wait for [`Session::drain_events`] at most; beyond, the oldest are dropped.
const EVENTS_KEPT: usize = 16_384;

/// The behaviour a game in Rust gives a character; `None`: an actor without a state.
type BehaviourOf = Box<dyn Fn(&CharacterDef) -> Option<Arc<BehaviourDef>>>;

/// Who decides for the actors of a run.
enum Mind {
    #[cfg(feature = "script")]
    Lua(Box<ScriptHost>),
    Rust(Box<dyn Brain>, BehaviourOf),
}

impl Mind {
    fn brain(&mut self) -> &mut dyn Brain {
        match self {
            #[cfg(feature = "script")]
            Mind::Lua(host) => &mut **host,
            Mind::Rust(brain, _) => &mut **brain,
        }
    }
}

/// A run of a scene.
pub struct Session {
    project: Project,
    /// The files this run plays: the last that loaded.
    files: FileSet,
    /// The definitions in these files.
    defs: Arc<Defs>,
    /// The files as they are on disk, whether they load or not.
    saved: FileSet,
    scene: String,
    seed: u64,
    rate: Rate,
    limits: Limits,
    mind: Mind,
    /// The Lua behaviours by key; what did not load holds its errors.
    behaviours: BTreeMap<String, Result<Arc<BehaviourDef>, LoadErrors>>,
    cast: crate::stage::Cast,
    stage: Stage,
    letters: Letters,
    shapes: Shapes,
    inputs: Vec<Input>,
    changes: Vec<FileChange>,
    log: Vec<(u64, Logged)>,
    events: VecDeque<Event>,
    load_errors: Vec<LoadError>,
    /// Of these, the broken state files that were left out or whose old version plays.
    left_out: Vec<LoadError>,
    /// Faults of characters that the scene does not name.
    tolerated: Vec<LoadError>,
    notices: Vec<String>,
    /// Seconds of `advance` that are not yet a whole step.
    left_over: f64,
    #[cfg(feature = "watch")]
    watch: reload::Watch,
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session")
            .field("scene", &self.scene)
            .field("seed", &self.seed)
            .field("steps", &self.steps())
            .finish_non_exhaustive()
    }
}

impl Session {
    /// A run of that scene (by name or by the path of its file) with its Lua behaviours.
    ///
    /// # Errors
    /// Whatever the scene needs and does not load (rule L6); a broken state file of a
    /// behaviour that is a folder is left out and stands in [`Session::load_errors`].
    #[cfg(feature = "script")]
    pub fn new(project: &Project, scene: &str, seed: u64) -> Result<Session, LoadErrors> {
        let limits = Session::limits_of(project)?;
        Session::start(
            project,
            scene,
            seed,
            limits,
            Mind::Lua(Box::new(ScriptHost::new(&limits))),
        )
    }

    /// A run whose decisions are taken by a brain of your own: `behaviour` names
    /// the machine of each character.
    ///
    /// # Errors
    /// Whatever the scene needs and does not load.
    pub fn with_brain(
        project: &Project,
        scene: &str,
        seed: u64,
        brain: Box<dyn Brain>,
        behaviour: impl Fn(&CharacterDef) -> Option<Arc<BehaviourDef>> + 'static,
    ) -> Result<Session, LoadErrors> {
        let limits = Session::limits_of(project)?;
        Session::start(
            project,
            scene,
            seed,
            limits,
            Mind::Rust(brain, Box::new(behaviour)),
        )
    }

    fn limits_of(project: &Project) -> Result<Limits, LoadErrors> {
        Ok(project
            .defs()
            .settings
            .as_ref()
            .map_err(Clone::clone)?
            .limits)
    }

    fn start(
        project: &Project,
        scene: &str,
        seed: u64,
        limits: Limits,
        mut mind: Mind,
    ) -> Result<Session, LoadErrors> {
        let scene = project.scene_named(scene)?;
        let defs = project.defs();
        let rate = defs.settings.as_ref().map_err(Clone::clone)?.rate;
        let files = project.files().clone();
        let mut left_out = Vec::new();
        let mut behaviours = BTreeMap::new();
        cast::load_behaviours(
            &mut mind,
            &files,
            defs,
            &scene,
            &mut behaviours,
            &mut left_out,
        );
        let source = cast::Source {
            files: &files,
            defs,
            scene: &scene,
            seed,
            rate,
        };
        let (cast, tolerated) =
            cast::build(&source, &mind, &behaviours, None).map_err(LoadErrors)?;
        project.take(defs);
        let defs = Arc::clone(defs);
        let load_errors = left_out.iter().chain(&tolerated).cloned().collect();
        Ok(Session {
            project: project.clone(),
            saved: files.clone(),
            files,
            defs,
            scene,
            seed,
            rate,
            limits,
            mind,
            behaviours,
            stage: Stage::new(cast.clone(), limits),
            cast,
            letters: Letters::new(project.pages()),
            shapes: Shapes::new(project.pages()),
            inputs: Vec::new(),
            changes: Vec::new(),
            log: Vec::new(),
            events: VecDeque::new(),
            load_errors,
            left_out,
            tolerated,
            notices: Vec::new(),
            left_over: 0.0,
            #[cfg(feature = "watch")]
            watch: reload::Watch::default(),
        })
    }

    /// Files that changed, taken as one swap before the next step (rule L3). What
    /// fails to load changes nothing and stands in [`Session::load_errors`] until mended.
    pub fn reload(&mut self, changes: Vec<FileChange>) {
        self.changes.extend(changes);
    }

    /// Plays `dt` seconds in whole steps and returns the rest as a fraction 0..1 of a
    /// step, for [`Session::frame`]. Settled changes of the project's folder are taken
    /// first (feature `watch`). What is not a positive number plays nothing; more than
    /// a day counts as a day.
    pub fn advance(&mut self, dt: f64) -> f64 {
        for _ in 0..self.due(dt) {
            self.step();
        }
        self.fraction()
    }

    /// The same for a host that wants to do something at each step: how many whole
    /// steps are due after another `dt` seconds. Play each with [`Session::step`];
    /// [`Session::fraction`] is what is left over.
    pub fn due(&mut self, dt: f64) -> u64 {
        if !(dt.is_finite() && dt > 0.0) {
            return 0;
        }
        let dt = dt.min(LONGEST);
        #[cfg(feature = "watch")]
        self.look_for_changes(dt);
        // A billionth of a step is rounding, not time still to come.
        let steps = (self.left_over + dt) * f64::from(self.rate.hz()) + 1e-9;
        let whole = steps.floor();
        self.left_over = ((steps - whole - 1e-9) / f64::from(self.rate.hz())).max(0.0);
        whole as u64
    }

    /// The time that is not yet a whole step, as a fraction 0..1 of one.
    pub fn fraction(&self) -> f64 {
        (self.left_over * f64::from(self.rate.hz())).clamp(0.0, 1.0)
    }

    /// Plays one step.
    pub fn step(&mut self) {
        let reloads = self.take_changes();
        let mut inputs = reloads;
        inputs.append(&mut self.inputs);
        self.stage.step(self.mind.brain(), inputs);
        self.events.extend(self.stage.events().iter().cloned());
        let excess = self.events.len().saturating_sub(EVENTS_KEPT);
        self.events.drain(..excess);
        #[cfg(feature = "script")]
        if let Mind::Lua(host) = &mut self.mind {
            let told = host
                .take_notices()
                .into_iter()
                .map(|(key, text)| format!("{key}: {text}"));
            self.notices.extend(told);
        }
    }

    /// The number of steps played.
    pub fn steps(&self) -> u64 {
        self.stage.steps()
    }

    /// Steps a second.
    pub fn rate(&self) -> Rate {
        self.rate
    }

    /// Another step rate than the project's; for a run that has not begun.
    #[must_use]
    pub fn at_rate(mut self, rate: Rate) -> Session {
        debug_assert_eq!(self.steps(), 0, "the rate of a run that has begun stays");
        self.rate = rate;
        self.cast.rate = rate;
        self.stage = Stage::new(self.cast.clone(), self.limits);
        self
    }

    /// The scene's name.
    pub fn scene(&self) -> &str {
        &self.scene
    }

    /// The seed of the run.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The stage as the last step left it.
    pub fn stage(&self) -> &Stage {
        &self.stage
    }

    /// What came from outside so far, each with the number of the step it took effect in.
    pub fn log(&self) -> &[(u64, Logged)] {
        &self.log
    }

    /// The picture between the last two steps: 0 is the last but one, 1 the last.
    pub fn frame(&mut self, fraction: f64) -> DrawList {
        self.frame_at(fraction, 1)
    }

    /// The same with letters and shapes drawn for a magnification of `scale` device pixels a logical pixel.
    pub fn frame_at(&mut self, fraction: f64, scale: u32) -> DrawList {
        let scene = Arc::clone(self.stage.scene());
        let figures = self.stage.figures(fraction);
        compose(
            &scene,
            self.stage.pan(),
            &figures,
            fraction,
            scale,
            &mut self.letters,
            &mut self.shapes,
        )
    }

    /// What happened since the last call, oldest first (the last 16 384 of it).
    pub fn drain_events(&mut self) -> Vec<Event> {
        self.events.drain(..).collect()
    }

    /// The scene's logical size in pixels.
    pub fn size(&self) -> (u32, u32) {
        self.stage.scene().size
    }

    /// The pages its frames speak of.
    pub fn pages(&self) -> &Pages {
        self.project.pages()
    }

    /// The letters of this run's pages, for words laid over its frames.
    pub fn letters(&mut self) -> &mut Letters {
        &mut self.letters
    }

    /// What is wrong with files now; each stays until it is mended.
    pub fn load_errors(&self) -> &[LoadError] {
        &self.load_errors
    }

    /// Script errors that are going on, each with the number of times it happened.
    pub fn script_errors(&self) -> Vec<(ScriptError, u64)> {
        self.stage.script_errors()
    }

    /// Short notices since the last call: a reload that took, a watcher that fell back.
    pub fn take_notices(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notices)
    }
}
