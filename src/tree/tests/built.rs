//! What a tree is built from: keys, the block a fault is about, what it says of itself, and which layers are summed.

use super::rules::{blend, by, choice, param, show, trigger};
use super::*;

fn spec(blocks: Vec<Block>, keys: &[&str]) -> TreeSpec {
    TreeSpec {
        params: ["a", "b"].map(param).to_vec(),
        triggers: vec!["jump".into(), "fire".into()],
        output: BlockId(blocks.len() as u16 - 1),
        blocks,
        keys: keys.iter().map(|key| (*key).into()).collect(),
        event_weight: 0.0,
    }
}

fn sum(inputs: &[(u16, Option<u16>)]) -> Block {
    let input = |(block, part): &(u16, Option<u16>)| SumInput {
        block: BlockId(*block),
        mask: part.map(|part| Mask::new([part])),
    };
    Block::Sum {
        inputs: inputs.iter().map(input).collect(),
    }
}

#[test]
fn a_fault_tells_its_block_apart() {
    let looped = vec![
        show(IDLE, 1.0),
        choice(&[0, 2], 0, 0.0),
        choice(&[1], 0, 0.0),
        choice(&[1], 0, 0.0),
    ];
    let two = || vec![show(IDLE, 1.0), show(WALK, 1.0)];
    let synced = vec![show(KICK, 1.0), blend(&[0], by(0), true)];
    let cases: Vec<(Option<usize>, &str, TreeSpec)> = vec![
        (
            Some(0),
            "Animation: clip 9 does not exist",
            spec(vec![show(ClipId(9), 1.0)], &[]),
        ),
        (
            Some(1),
            "Transition: it needs at least one input",
            spec(vec![show(IDLE, 1.0), choice(&[], 0, 0.0)], &[]),
        ),
        (
            Some(1),
            "Animation: the key \"x\" is given twice",
            spec(two(), &["x", "x"]),
        ),
        (None, "1 keys for 2 blocks", spec(two(), &["x"])),
        (
            Some(1),
            "Blend: sync: clip \"kick\" is not a loop of all its frames",
            spec(synced, &[]),
        ),
        (
            None,
            "the output is block 7, which does not exist",
            TreeSpec {
                output: BlockId(7),
                ..spec(two(), &[])
            },
        ),
        (
            None,
            "4097 parameters, a tree has at most 4096",
            TreeSpec {
                params: (0..4097).map(|i| param(&i.to_string())).collect(),
                ..spec(two(), &[])
            },
        ),
    ];
    for (block, message, spec) in cases {
        let fault = TreeDef::build(spec, &fighter()).expect_err(message);
        assert_eq!((fault.block, fault.message.as_str()), (block, message));
    }
    let fault = TreeDef::build(spec(looped, &[]), &fighter()).expect_err("a cycle");
    assert!(matches!(fault.block, Some(1 | 2)), "in the cycle, {fault}");
    assert_eq!(fault.message, "Transition: it feeds itself, a cycle");
}

#[test]
fn a_tree_says_what_is_in_it() {
    let blocks = vec![
        show(WALK, 1.0),
        show(IDLE, 1.0),
        show(KICK, 1.0),
        trigger(0, 0, 1, 0.0),
    ];
    let def = TreeDef::build(spec(blocks.clone(), &["7", "30", "9", "1"]), &fighter());
    let def = def.expect("sound");
    let keys: Vec<String> = (0..4).map(|i| def.key(BlockId(i))).collect();
    assert_eq!(keys, ["7", "30", "9", "1"]);
    assert_eq!(def.param("b"), Some(ParamId(1)));
    assert_eq!((def.param("c"), def.param("")), (None, None));
    assert_eq!(def.triggers(), ["fire", "jump"]);
    assert_eq!(def.trigger("jump"), Some(TriggerId(1)));
    assert_eq!(def.trigger("walk"), None);
    assert_eq!(def.blocks().len(), 4);
    let renumbered = matches!(def.blocks()[3], Block::Trigger { name, .. } if name == TriggerId(1));
    assert!(renumbered, "triggers follow the order of names");
    let used: Vec<ClipId> = def.clips_used().collect();
    assert_eq!(used, [IDLE, WALK], "nothing leads to kick");
    let without = TreeDef::build(spec(blocks, &[]), &fighter()).expect("sound");
    assert_eq!(without.key(BlockId(2)), "2");
    let play = TreeDef::play(&fighter());
    assert_eq!((play.param(""), play.clips_used().count()), (None, 3));
}

#[test]
fn a_layer_is_summed_where_any_way_to_it_leads_through_a_sum_of_several() {
    let layers = |blocks: Vec<Block>| -> Vec<(u16, Option<u16>, bool)> {
        let def = TreeDef::build(spec(blocks, &[]), &fighter()).expect("sound");
        let layers = def.plan.layers.iter();
        let mut layers: Vec<_> = layers.map(|l| (l.clip.0, l.mask, l.summed)).collect();
        layers.sort_unstable();
        layers
    };
    let shows = || vec![show(IDLE, 1.0), show(WALK, 1.0), show(IDLE, 2.0)];
    let tree = |more: Vec<Block>| [shows(), more].concat();
    // No Sum; blocks that name one clip are one layer.
    assert_eq!(
        layers(tree(vec![blend(&[0, 1, 2], by(0), false)])),
        [(0, None, false), (2, None, false)]
    );
    // A Sum of one input is none.
    assert_eq!(layers(tree(vec![sum(&[(0, None)])])), [(0, None, false)]);
    // Below a Sum, whatever is between.
    assert_eq!(
        layers(tree(vec![
            blend(&[0, 1], by(0), false),
            sum(&[(3, None), (3, Some(2))])
        ])),
        [
            (0, None, true),
            (0, Some(0), true),
            (2, None, true),
            (2, Some(0), true)
        ]
    );
    // One way through a Sum and one beside it: the same clip and mask are summed, the other clip is not.
    assert_eq!(
        layers(tree(vec![
            sum(&[(0, None), (0, Some(1))]),
            choice(&[1, 2, 3], 0, 0.0)
        ])),
        [(0, None, true), (0, Some(0), true), (2, None, false)]
    );
}

/// Sums that feed Sums twice: a weight that doubles from block to block never comes near infinity.
#[test]
fn weights_that_grow_without_end_are_refused() {
    let chain = |sums: u16| {
        let mut blocks = vec![show(IDLE, 1.0)];
        blocks.extend((0..sums).map(|below| sum(&[(below, None), (below, None)])));
        TreeDef::build(spec(blocks, &[]), &fighter())
    };
    assert!(chain(39).is_ok());
    for sums in [40, 1100, 4000] {
        let fault = chain(sums).expect_err("too heavy");
        assert!(fault.message.contains("1e12 times"), "{fault}");
    }
    // Whatever a choosing block feeds twice gets its weight once.
    let mut blocks = vec![show(IDLE, 1.0)];
    blocks.extend((0..2000).map(|below| choice(&[below, below], 0, 0.0)));
    assert!(TreeDef::build(spec(blocks, &[]), &fighter()).is_ok());
}
