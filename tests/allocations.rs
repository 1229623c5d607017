//! A step of a tree that is warmed up allocates nothing, whatever happens in it: fades, shots, angles on their way,
//! blocks in step, loops and markers, parameters set anew. The allocator of `allocation-counter` counts; only what a
//! caller keeps (the list of events) has room beforehand.

use luppet::clip::{Clip, ClipId, ClipSet, ClipSpec, Durations, MarkerSpec, Mode};
use luppet::time::{FLICKS_PER_SECOND, Speed, Time};
use luppet::tree::{
    Block, BlockId, Mask, ParamDef, ParamId, SumInput, TreeDef, TreeSpec, TreeState, TriggerId,
    Value,
};

fn clip(name: &str, mode: Mode, frames: usize) -> Clip {
    let marker = |frame| MarkerSpec {
        name: format!("at {frame}"),
        frame,
        offset: 0.0,
    };
    Clip::new(ClipSpec {
        name: name.into(),
        frames,
        mode,
        durations: Durations::Each(0.05),
        markers: (1..=frames).map(marker).collect(),
        motion: (10.0, 1.0),
        ..ClipSpec::default()
    })
    .expect("a sound clip")
}

const ALL: [Value; 4] = [
    Value::Param(ParamId(0)),
    Value::Param(ParamId(1)),
    Value::Param(ParamId(2)),
    Value::Number(0.3),
];

/// Every kind of block, over loops, clips that end, and a random one.
fn tree(clips: &ClipSet) -> TreeDef {
    let [index, weight, angle, time] = ALL;
    let show = |clip, speed| Block::Animation {
        clip: ClipId(clip),
        speed: Value::Number(speed),
    };
    let ids = |ids: &[u16]| ids.iter().copied().map(BlockId).collect::<Vec<_>>();
    let mut sides = [None; 8];
    (sides[0], sides[2], sides[4]) = (Some(BlockId(0)), Some(BlockId(1)), Some(BlockId(2)));
    let mut poses = [None; 9];
    (poses[1], poses[4], poses[7]) = (Some(BlockId(3)), Some(BlockId(4)), Some(BlockId(1)));
    let input = |block, mask: Option<u16>| SumInput {
        block: BlockId(block),
        mask: mask.map(|part| Mask::new([part])),
    };
    let blocks = vec![
        show(0, 1.0),
        show(1, -1.5),
        show(2, 1.0),
        show(3, 1.0),
        show(4, 1.0),
        Block::Direction8Sides {
            angle,
            speed: Value::Number(1.2),
            time,
            sides,
            carry: true,
            sync: false,
        },
        Block::LookAt {
            horizontal: angle,
            vertical: Value::Number(0.0),
            horizontal_speed: Value::Number(200.0),
            vertical_speed: Value::Number(0.0),
            speed: Value::Number(1.0),
            poses,
            carry: false,
            sync: false,
        },
        show(5, 1.0),
        show(6, 1.0),
        Block::Blend {
            inputs: ids(&[7, 8]),
            weight,
            carry: false,
            sync: true,
        },
        Block::Transition {
            inputs: ids(&[5, 9, 6]),
            index,
            time,
            carry: false,
            sync: false,
        },
        Block::Trigger {
            name: TriggerId(0),
            on: BlockId(3),
            off: BlockId(10),
            time,
        },
        Block::Sum {
            inputs: vec![input(11, None), input(6, Some(2))],
        },
    ];
    let param = |name: &str| ParamDef {
        name: name.into(),
        default: 0.0,
        min: -1000.0,
        max: 1000.0,
    };
    let spec = TreeSpec {
        params: ["index", "weight", "angle"].map(param).to_vec(),
        triggers: vec!["fire".into()],
        output: BlockId(blocks.len() as u16 - 1),
        blocks,
        keys: Vec::new(),
        event_weight: 0.0,
    };
    TreeDef::build(spec, clips).expect("a sound tree")
}

/// A course of 5 s in which everything happens, again and again the same; how many events it told.
fn course(
    state: &mut TreeState,
    (def, clips): (&TreeDef, &ClipSet),
    from: Time,
    events: &mut Vec<luppet::tree::TreeEvent>,
) -> usize {
    let mut told = 0;
    for step in 0..300_i64 {
        match step % 50 {
            0 => state.set(def, ParamId(0), (step / 50 % 3) as f64),
            10 => state.set(def, ParamId(1), step as f64 / 300.0),
            20 => state.set(def, ParamId(2), (step * 7 % 360) as f64),
            _ => true,
        };
        match step % 80 {
            30 => state.fire(TriggerId(0)),
            45 => state.cancel(TriggerId(0)),
            _ => {}
        }
        let dt = Time::from_flicks(FLICKS_PER_SECOND / 60);
        let now = from + Time::from_flicks(dt.flicks() * step);
        events.clear();
        state.advance(def, clips, now, dt, Speed::ONE, events);
        told += events.len();
        std::hint::black_box(state.layers(def).map(|layer| layer.weight).sum::<f64>());
        std::hint::black_box((state.root(), state.fades().count(), state.angles().count()));
    }
    told
}

#[test]
fn a_warmed_up_step_allocates_nothing() {
    let clips = ClipSet::new(vec![
        clip("a", Mode::Loop, 8),
        clip("b", Mode::LoopPingPong, 6),
        clip("c", Mode::LoopReversed, 7),
        clip("d", Mode::Normal, 5),
        clip("e", Mode::LoopRandom, 4),
        clip("f", Mode::Loop, 10),
        clip("g", Mode::Loop, 3),
    ]);
    let def = tree(&clips);
    let mut state = TreeState::new(&def, &clips, 7, "hero");
    let mut events = Vec::with_capacity(1000);
    let lasts = Time::from_millis(5000);
    let warm = course(&mut state, (&def, &clips), Time::ZERO, &mut events);
    assert!(warm > 200, "{warm} events");
    let mut told = 0;
    let counted = allocation_counter::measure(|| {
        told = course(&mut state, (&def, &clips), lasts, &mut events);
    });
    assert!(told > 200, "{told} events");
    assert_eq!(counted.count_total, 0, "{counted:?}");
    // The counter does count.
    let counted = allocation_counter::measure(|| drop(std::hint::black_box(state.clone())));
    assert!(counted.count_total > 0);
}
