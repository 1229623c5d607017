//! What a step of many puppets costs: 1 000 actors, each blending two clips of 20 parts (place, rotation and scale
//! keyed) through a tree of ten blocks, one step of 1/60 s for each. An element is one part in one clip, so criterion's
//! time divided by its 40 000 elements is the cost of a part and clip.
//!
//! Run `cargo bench --bench rig --no-default-features` (neither Lua nor the window is needed); with `-- pose` after it,
//! only those whose names contain `pose`. `pose` is the blending alone, `tree` the tree alone, `whole` the two together;
//! `own` keys each part at times of its own, `shared` all parts at the same times; `fade` is a step in the midst of a
//! Transition, whose weights move. One core.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use luppet::clip::{Clip, ClipId, ClipSet, ClipSpec, Durations, Ease, Key, Mode, PartKeys};
use luppet::geom::Vec2;
use luppet::rig::{PartDef, Pose, RigDef};
use luppet::time::{FLICKS_PER_SECOND, Speed, Time};
use luppet::tree::{
    Block, BlockId, ParamDef, ParamId, TreeDef, TreeEvent, TreeSpec, TreeState, TriggerId, Value,
};

const ACTORS: usize = 1000;
const PARTS: u16 = 20;
/// In the output at a time.
const CLIPS: u64 = 2;
/// A channel's keys.
const KEYS: usize = 8;
/// Seconds of a fade.
const FADE: f64 = 10_000.0;
const STEP: Time = Time::from_flicks(FLICKS_PER_SECOND / 60);

/// Where the keys of the parts lie.
#[derive(Clone, Copy)]
enum Times {
    Own,
    Shared,
}

/// A chain of parts.
fn parts() -> Vec<PartDef> {
    let part = |i: u16| PartDef {
        name: format!("part {i}"),
        parent: i.checked_sub(1),
        at: Vec2::new(3.0, -5.0),
        rotation: 5.0,
        scale: Vec2::new(1.0, 1.0),
        opacity: 1.0,
        order: f32::from(i % 7),
        picture: None,
    };
    (0..PARTS).map(part).collect()
}

/// A loop that keys place, rotation and scale of every part.
fn clip(name: &str, length: f64, times: Times) -> Clip {
    let keys = |part: u16| {
        let shift = match times {
            Times::Own => 0.5 * f64::from(part) / f64::from(PARTS),
            Times::Shared => 0.0,
        };
        let at = |i: usize| (i as f64 + shift) * length / KEYS as f64;
        let wave = |i: usize| ((i * 7 + usize::from(part) * 3) % 11) as f64;
        let key = |i: usize, ease| (at(i), wave(i), ease);
        let all: Vec<_> = (0..KEYS).map(|i| key(i, Ease::Linear)).collect();
        PartKeys {
            part,
            moves: all.iter().map(|k| keyed(k, (k.1, -k.1))).collect(),
            turns: all.iter().map(|k| keyed(k, k.1 * 20.0)).collect(),
            scales: all
                .iter()
                .map(|k| keyed(k, (1.0 + k.1 / 20.0, 1.0)))
                .collect(),
            ..PartKeys::default()
        }
    };
    Clip::new(ClipSpec {
        name: name.into(),
        frames: 1,
        keys: (0..PARTS).map(keys).collect(),
        durations: Durations::Total(length),
        mode: Mode::Loop,
        ..ClipSpec::default()
    })
    .expect("a sound clip")
}

fn keyed<T>((time, _, ease): &(f64, f64, Ease), value: T) -> Key<T> {
    Key {
        time: *time,
        value,
        ease: *ease,
    }
}

fn clips(times: Times) -> ClipSet {
    let names = ["idle", "jump", "run", "shoot", "turn", "walk"];
    let length = |i: usize| 0.8 + 0.1 * i as f64;
    let all = names
        .iter()
        .enumerate()
        .map(|(i, name)| clip(name, length(i), times));
    ClipSet::new(all.collect())
}

/// The parameters of [`tree`].
const MOVE: ParamId = ParamId(0);
const PACE: ParamId = ParamId(1);

/// Six clips, a Blend of walk and run, a Transition between that, idle and turn, another to jump, and a Trigger.
fn tree(clips: &ClipSet) -> TreeDef {
    let id = |name| clips.id(name).expect("a clip");
    let animation = |clip: ClipId| Block::Animation {
        clip,
        speed: Value::Number(1.0),
    };
    let number = |name: &str, default| ParamDef {
        name: name.into(),
        default,
        min: f64::NEG_INFINITY,
        max: f64::INFINITY,
    };
    let transition = |inputs: &[u16], index| Block::Transition {
        inputs: inputs.iter().copied().map(BlockId).collect(),
        index,
        time: Value::Number(FADE),
        carry: false,
        sync: false,
    };
    let names = ["walk", "run", "idle", "turn", "jump", "shoot"];
    let mut blocks: Vec<Block> = names.map(|name| animation(id(name))).into();
    blocks.push(Block::Blend {
        inputs: vec![BlockId(0), BlockId(1)],
        weight: Value::Param(PACE),
        carry: false,
        sync: false,
    });
    blocks.push(transition(&[6, 2, 3], Value::Param(MOVE)));
    blocks.push(transition(&[7, 4], Value::Number(0.0)));
    blocks.push(Block::Trigger {
        name: TriggerId(0),
        on: BlockId(5),
        off: BlockId(8),
        time: Value::Number(0.2),
    });
    let spec = TreeSpec {
        params: vec![number("move", 0.0), number("pace", 0.4)],
        triggers: vec!["fire".into()],
        keys: Vec::new(),
        output: BlockId(9),
        blocks,
        event_weight: 0.0,
    };
    TreeDef::build(spec, clips).expect("a sound tree")
}

/// All actors, of one character.
struct Crowd {
    clips: ClipSet,
    tree: TreeDef,
    rig: RigDef,
    actors: Vec<(TreeState, Pose)>,
    now: Time,
    events: Vec<TreeEvent>,
}

impl Crowd {
    /// Each actor is a little further on than the one before.
    fn new(times: Times) -> Crowd {
        let clips = clips(times);
        let tree = tree(&clips);
        let rig = RigDef::new(parts(), &clips).expect("a sound rig");
        let actor = |i: usize| {
            let mut state = TreeState::new(&tree, &clips, 7, &format!("actor {i}"));
            let ahead = Time::from_millis(13 * i as i64 + 1);
            state.advance(
                &tree,
                &clips,
                Time::ZERO,
                ahead,
                Speed::ONE,
                &mut Vec::new(),
            );
            (state, Pose::new(&rig))
        };
        let mut crowd = Crowd {
            actors: (0..ACTORS).map(actor).collect(),
            clips,
            tree,
            rig,
            now: Time::from_millis(1_000_000),
            events: Vec::new(),
        };
        crowd.pose();
        crowd
    }

    /// The same in a fade from walking to idling that outlasts the bench.
    fn fading() -> Crowd {
        let mut crowd = Crowd::new(Times::Own);
        for (state, _) in &mut crowd.actors {
            state.set(&crowd.tree, PACE, 0.0);
            state.set(&crowd.tree, MOVE, 1.0);
        }
        crowd.step();
        crowd
    }

    fn step(&mut self) {
        for (state, _) in &mut self.actors {
            self.events.clear();
            state.advance(
                &self.tree,
                &self.clips,
                self.now,
                STEP,
                Speed::ONE,
                &mut self.events,
            );
        }
        self.now += STEP;
    }

    fn pose(&mut self) {
        for (state, pose) in &mut self.actors {
            pose.update(&self.rig, &self.clips, state.layers(&self.tree));
            black_box(&*pose);
        }
    }

    /// How many clips are in the output, of all actors.
    fn shown(&self) -> u64 {
        let shown = |(state, _): &(TreeState, Pose)| state.layers(&self.tree).count() as u64;
        self.actors.iter().map(shown).sum()
    }
}

fn crowds(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("rig");
    group.throughput(Throughput::Elements(
        ACTORS as u64 * CLIPS * u64::from(PARTS),
    ));
    let mut bench = |name: &str, mut crowd: Crowd, run: fn(&mut Crowd)| {
        assert_eq!(crowd.shown(), ACTORS as u64 * CLIPS, "{name}");
        group.bench_function(name, |bencher| bencher.iter(|| run(&mut crowd)));
    };
    let whole = |crowd: &mut Crowd| {
        crowd.step();
        crowd.pose();
    };
    bench("pose/own", Crowd::new(Times::Own), Crowd::pose);
    bench("pose/shared", Crowd::new(Times::Shared), Crowd::pose);
    bench("tree", Crowd::new(Times::Own), Crowd::step);
    bench("tree/fade", Crowd::fading(), Crowd::step);
    bench("whole/own", Crowd::new(Times::Own), whole);
    bench("whole/shared", Crowd::new(Times::Shared), whole);
    bench("whole/fade", Crowd::fading(), whole);
}

criterion_group!(benches, crowds);
criterion_main!(benches);
