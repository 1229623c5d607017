//! What a clip is, and the set of a character's clips. How a clip is checked and
//! built is `check`; how it moves is `playhead`.

use super::frames::Frames;
use super::keys::PartKeys;
use super::line::Line;
use crate::geom::Rect;
use crate::time::Time;

/// A clip's number in its [`ClipSet`]; numbers follow the order of names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClipId(pub u16);

/// A picture's number in its character's list of pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PictureId(pub u32);

/// How a clip plays (rules C1..C5).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// First to last, then stop on the last shown frame.
    Normal,
    /// Last to first, then stop.
    Reversed,
    /// First to last, again and again.
    #[default]
    Loop,
    /// Last to first, again and again.
    LoopReversed,
    /// A B C B A B C ...
    LoopPingPong,
    /// One frame after another as they are drawn, never the same twice running.
    LoopRandom,
    /// A B C B A, then stop.
    OncePingPong,
}

/// How long the frames last.
#[derive(Clone, Debug, PartialEq)]
pub enum Durations {
    /// Seconds, the same for each frame.
    Each(f64),
    /// Frames a second.
    Fps(f64),
    /// Seconds in all, shared evenly.
    Total(f64),
    /// Seconds by frame.
    Times(Vec<f64>),
}

impl Default for Durations {
    /// A tenth of a second a frame.
    fn default() -> Durations {
        Durations::Each(0.1)
    }
}

/// A named instant: a frame (from 1) and seconds into it (0..=its duration).
#[derive(Clone, Debug, PartialEq)]
pub struct MarkerSpec {
    /// Its name.
    pub name: String,
    /// The frame, from 1.
    pub frame: usize,
    /// Seconds into the frame.
    pub offset: f64,
}

/// A named box, in pixels from the actor's pivot, x the way the drawing looks, y down.
#[derive(Clone, Debug, PartialEq)]
pub struct BoxSpec {
    /// Its name.
    pub name: String,
    /// The frame, from 1, in which it is there; `None`: in those that have none of their own.
    pub frame: Option<usize>,
    /// Where it is.
    pub rect: Rect,
}

/// The most frames a clip has.
pub const MOST_FRAMES: usize = 100_000;

/// What a clip is built from, before it is checked.
#[derive(Clone, Debug, Default)]
pub struct ClipSpec {
    /// Its name.
    pub name: String,
    /// How many frames it has, at least 1, at most [`MOST_FRAMES`].
    pub frames: usize,
    /// Of a sprite: the picture of each frame. Empty of a puppet.
    pub pictures: Vec<PictureId>,
    /// Of a puppet: what its parts do, each part at most once.
    pub keys: Vec<PartKeys>,
    /// Its boxes.
    pub boxes: Vec<BoxSpec>,
    /// How long they last.
    pub durations: Durations,
    /// How it plays.
    pub mode: Mode,
    /// The frame, from 1, to loop from; what precedes it in playing order is played once.
    pub from: Option<usize>,
    /// Plays in all, at least 1; not of a random clip, nor with `legs`.
    pub repeats: Option<u32>,
    /// Ping-pong legs, at least 1, as Aseprite counts: 1 is A B C, 2 is A B C B A.
    pub legs: Option<u32>,
    /// Its markers.
    pub markers: Vec<MarkerSpec>,
    /// Pixels the picture stands above the ground line.
    pub lift: f32,
    /// Root motion: pixels a pass, x the way it faces.
    pub motion: (f32, f32),
}

/// Why a clip was refused: the field of files.md it is about, and the sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClipFault {
    /// `frames`, `each`, `fps`, `total`, `times`, `from`, `repeats`, `legs`, `markers`, `lift`, `motion`, `keys` or `boxes`.
    pub field: &'static str,
    /// For `times`, `markers`, `keys` and `boxes`: which entry of the spec's list, from 0.
    pub index: Option<usize>,
    /// What is wrong. Of `keys` it names the channel and the key, not the part, which is known by number only here.
    pub message: String,
}

/// How the frames follow each other.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Plays {
    Line {
        ahead: Box<Line>,
        /// Of a ping-pong that ends: what is played when it is begun backward.
        back: Option<Box<Line>>,
    },
    Random {
        /// The frames with length, in order; never empty.
        shown: Vec<u32>,
    },
}

/// A checked clip.
#[derive(Clone, Debug, PartialEq)]
pub struct Clip {
    pub(super) name: String,
    pub(super) mode: Mode,
    /// Of a sprite: one by frame.
    pub(super) pictures: Vec<PictureId>,
    pub(super) keys: Vec<PartKeys>,
    pub(super) boxes: Vec<BoxSpec>,
    pub(super) frames: Frames,
    pub(super) plays: Plays,
    pub(super) marker_names: Vec<String>,
    pub(super) lift: f32,
    pub(super) motion: (f32, f32),
}

impl Clip {
    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How it plays.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// The number of frames, at least 1.
    pub fn frames(&self) -> usize {
        self.frames.len()
    }

    /// How long frame `frame` (from 0) lasts; no time beyond the last.
    pub fn duration(&self, frame: usize) -> Time {
        let exists = frame < self.frames.len();
        Time::from_flicks(if exists {
            self.frames.duration(frame)
        } else {
            0
        })
    }

    /// The sum of the frames' durations, more than 0.
    pub fn length(&self) -> Time {
        self.frames.length()
    }

    /// What one pass takes at speed 1: a loop's pass, a ping-pong's period, a random clip's sum, a finite clip's whole play.
    /// What is played once before a loop counts as part of its first pass.
    pub fn pass(&self) -> Time {
        match &self.plays {
            Plays::Line { ahead, .. } => Time::from_flicks(
                ahead
                    .length()
                    .unwrap_or(ahead.intro.length + ahead.cycle.length),
            ),
            Plays::Random { .. } => self.length(),
        }
    }

    /// True where it plays without end.
    pub fn is_endless(&self) -> bool {
        match &self.plays {
            Plays::Line { ahead, .. } => ahead.cycles.is_none(),
            Plays::Random { .. } => true,
        }
    }

    /// A sprite's picture of frame `frame` (from 0); beyond the last, the last. `None` of a puppet.
    pub fn picture(&self, frame: usize) -> Option<PictureId> {
        let last = self.pictures.len().checked_sub(1)?;
        self.pictures.get(frame.min(last)).copied()
    }

    /// Of a puppet: what its parts do.
    pub fn keys(&self) -> &[PartKeys] {
        &self.keys
    }

    /// The names of its boxes, sorted, each once.
    pub fn box_names(&self) -> impl Iterator<Item = &str> {
        let mut last = None;
        self.boxes.iter().filter_map(move |spec| {
            let name = spec.name.as_str();
            (last.replace(name) != Some(name)).then_some(name)
        })
    }

    /// The box of that name in frame `frame` (from 0), if it has one there.
    pub fn hit_box(&self, name: &str, frame: usize) -> Option<Rect> {
        let of = |at: Option<usize>| {
            let found = |spec: &&BoxSpec| spec.name == name && spec.frame == at;
            self.boxes.iter().find(found).map(|spec| spec.rect)
        };
        of(Some(frame + 1)).or_else(|| of(None))
    }

    /// The names of its markers, sorted, each once; `Happening::Marker` counts in this list.
    pub fn marker_names(&self) -> &[String] {
        &self.marker_names
    }

    /// Pixels the picture stands above the ground line.
    pub fn lift(&self) -> f32 {
        self.lift
    }

    /// Root motion: pixels a pass, x the way the character faces.
    pub fn motion(&self) -> (f32, f32) {
        self.motion
    }

    /// The line it is played along, or the one for play begun backward; `None` of a random clip.
    pub(super) fn line(&self, flipped: bool) -> Option<&Line> {
        match &self.plays {
            Plays::Line { ahead, back } => {
                Some(back.as_deref().filter(|_| flipped).unwrap_or(ahead))
            }
            Plays::Random { .. } => None,
        }
    }

    /// True where a place in the one is the same place in the other.
    pub(super) fn plays_like(&self, other: &Clip) -> bool {
        let shape = |clip: &Clip| {
            let line = clip.line(false);
            line.map(|line| (line.intro.length, line.cycles, line.length()))
        };
        self.mode == other.mode
            && self.frames.bounds() == other.frames.bounds()
            && shape(self) == shape(other)
    }

    /// True where a folded place on its line is the place along its own frames.
    pub(super) fn is_straight(&self) -> bool {
        let once = |line: &Line| line.cycles.is_none_or(|cycles| cycles == 0);
        matches!(self.mode, Mode::Normal | Mode::Loop) && self.line(false).is_some_and(once)
    }

    /// True where play forward runs from the last frame to the first.
    pub(super) fn mirrored(&self) -> bool {
        matches!(self.mode, Mode::Reversed | Mode::LoopReversed)
    }
}

/// All clips of one character; name -> [`ClipId`] when loaded, after that only ids.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ClipSet {
    /// By name.
    clips: Vec<Clip>,
}

impl ClipSet {
    /// The set of these clips, whose names must differ (of two with one name, the first stays);
    /// at most 65 000.
    pub fn new(mut clips: Vec<Clip>) -> ClipSet {
        clips.sort_by(|a, b| a.name.cmp(&b.name));
        clips.dedup_by(|later, kept| later.name == kept.name);
        clips.truncate(65_000);
        ClipSet { clips }
    }

    /// The clip of that name.
    pub fn id(&self, name: &str) -> Option<ClipId> {
        let found = self
            .clips
            .binary_search_by(|clip| clip.name.as_str().cmp(name));
        Some(ClipId(found.ok()? as u16))
    }

    /// The clip of that number, which must be one of this set's.
    pub fn clip(&self, id: ClipId) -> &Clip {
        &self.clips[usize::from(id.0)]
    }

    /// Their names in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.clips.iter().map(Clip::name)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.clips.len()
    }

    /// True where there is none.
    pub fn is_empty(&self) -> bool {
        self.clips.is_empty()
    }
}
