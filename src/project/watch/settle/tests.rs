//! Settling as tables with a false clock and false files.

use std::time::Duration;

use super::{Hint, Outcome, Settle};
use crate::project::{FileChange, FileSet};

const A: &str = "scripts/a.lua";
const B: &str = "scripts/b.lua";

fn ms(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

fn change(path: &str, content: Option<&str>) -> FileChange {
    FileChange {
        path: path.into(),
        content: content.map(|text| text.as_bytes().into()),
    }
}

/// What happens to a path at a time: a hint, or that its content is other from then on.
enum Act {
    Hint(&'static str, Hint),
    Disk(&'static str, Option<&'static str>),
}
use Act::{Disk, Hint as Say};

/// Plays acts against false files that begin as `a` and `b`, looking every 10 ms, and tells what came out when.
fn play(closes: bool, acts: &[(u64, Act)]) -> Vec<(u64, Vec<FileChange>)> {
    let begin = [change(A, Some("a")), change(B, Some("b"))];
    let mut disk = FileSet::default().with(&begin);
    let mut settle = Settle::new(&disk, closes);
    let mut out = Vec::new();
    for now in (0..2500).step_by(10) {
        for (_, act) in acts.iter().filter(|(at, _)| *at == now) {
            match act {
                Say(path, hint) => settle.hint(path, *hint, ms(now)),
                Disk(path, content) => disk = disk.with(&[change(path, *content)]),
            }
        }
        for path in settle.due(ms(now)) {
            let outcome = match disk.get(&path) {
                Some(content) => Outcome::Content(content.clone()),
                None => Outcome::Missing,
            };
            settle.read(&path, outcome, ms(now));
        }
        let changes = settle.release(ms(now));
        if !changes.is_empty() {
            out.push((now, changes));
        }
    }
    out
}

/// Label, whether closes are told, what happens, what comes out.
type Case = (
    &'static str,
    bool,
    Vec<(u64, Act)>,
    Vec<(u64, Vec<FileChange>)>,
);

#[test]
#[allow(clippy::too_many_lines)] // a table
fn saves_settle() {
    let new = || vec![change(A, Some("new"))];
    let cases: Vec<Case> = vec![
        (
            "written in place, closed: 50 ms after the close",
            true,
            vec![
                (0, Disk(A, Some("new"))),
                (0, Say(A, Hint::Open)),
                (20, Say(A, Hint::Done)),
            ],
            vec![(70, new())],
        ),
        (
            "no closes told: 100 ms after the last write",
            false,
            vec![
                (0, Say(A, Hint::Open)),
                (20, Disk(A, Some("new"))),
                (20, Say(A, Hint::Open)),
            ],
            vec![(120, new())],
        ),
        (
            "two halves 200 ms apart by one writer: one change, no half",
            true,
            vec![
                (0, Disk(A, Some("n"))),
                (0, Say(A, Hint::Open)),
                (200, Disk(A, Some("new"))),
                (200, Say(A, Hint::Open)),
                (200, Say(A, Hint::Done)),
            ],
            vec![(250, new())],
        ),
        (
            "looked at while a writer has it open: no half",
            true,
            vec![
                (0, Disk(A, Some("n"))),
                (0, Say(A, Hint::Open)),
                (50, Say(A, Hint::Look)),
                (200, Disk(A, Some("new"))),
                (200, Say(A, Hint::Open)),
                (200, Say(A, Hint::Done)),
            ],
            vec![(250, new())],
        ),
        (
            "emptied, content 200 ms later: no empty file is seen",
            false,
            vec![
                (0, Disk(A, Some(""))),
                (0, Say(A, Hint::Open)),
                (200, Disk(A, Some("new"))),
                (200, Say(A, Hint::Open)),
            ],
            vec![(300, new())],
        ),
        (
            "emptied for good: believed after 500 ms",
            true,
            vec![(0, Disk(A, Some(""))), (0, Say(A, Hint::Done))],
            vec![(500, vec![change(A, Some(""))])],
        ),
        (
            "absent for a moment, as vim renames: one change",
            true,
            vec![
                (0, Disk(A, None)),
                (0, Say(A, Hint::Done)),
                (80, Disk(A, Some("new"))),
                (80, Say(A, Hint::Done)),
            ],
            vec![(130, new())],
        ),
        (
            "removed for good: believed after 500 ms",
            true,
            vec![(0, Disk(A, None)), (0, Say(A, Hint::Done))],
            vec![(500, vec![change(A, None)])],
        ),
        (
            "removed, put back with the same content: silence",
            true,
            vec![
                (0, Disk(A, None)),
                (0, Say(A, Hint::Done)),
                (300, Disk(A, Some("a"))),
                (300, Say(A, Hint::Done)),
            ],
            vec![],
        ),
        (
            "removed and believed, then put back: a change each",
            true,
            vec![
                (0, Disk(A, None)),
                (0, Say(A, Hint::Done)),
                (700, Disk(A, Some("a"))),
                (700, Say(A, Hint::Done)),
            ],
            vec![
                (500, vec![change(A, None)]),
                (750, vec![change(A, Some("a"))]),
            ],
        ),
        (
            "the same content: silence",
            true,
            vec![(0, Say(A, Hint::Open)), (0, Say(A, Hint::Done))],
            vec![],
        ),
        (
            "twice in a row: the last content, once",
            true,
            vec![
                (0, Disk(A, Some("mid"))),
                (0, Say(A, Hint::Done)),
                (30, Disk(A, Some("new"))),
                (30, Say(A, Hint::Done)),
            ],
            vec![(80, new())],
        ),
        (
            "twice with a pause: both",
            true,
            vec![
                (0, Disk(A, Some("mid"))),
                (0, Say(A, Hint::Done)),
                (100, Disk(A, Some("new"))),
                (100, Say(A, Hint::Done)),
            ],
            vec![(50, vec![change(A, Some("mid"))]), (150, new())],
        ),
        (
            "two files saved together: one swap",
            true,
            vec![
                (0, Disk(A, Some("new"))),
                (0, Say(A, Hint::Done)),
                (30, Disk(B, Some("bee"))),
                (30, Say(B, Hint::Done)),
            ],
            vec![(80, vec![change(A, Some("new")), change(B, Some("bee"))])],
        ),
        (
            "one removed and another written together: one swap",
            true,
            vec![
                (0, Disk(B, None)),
                (0, Say(B, Hint::Done)),
                (10, Disk(A, Some("new"))),
                (10, Say(A, Hint::Done)),
            ],
            vec![(500, vec![change(A, Some("new")), change(B, None)])],
        ),
        (
            "a file that is written on and on holds another up for 100 ms at most",
            true,
            vec![
                (0, Say(B, Hint::Open)),
                (0, Disk(A, Some("new"))),
                (0, Say(A, Hint::Done)),
                (200, Say(B, Hint::Open)),
                (400, Say(B, Hint::Open)),
            ],
            vec![(150, new())],
        ),
        (
            "saved again and again: in the first pause after 500 ms",
            true,
            (0..=53)
                .map(|i| (i * 10, Say(A, Hint::Done)))
                .chain([(0, Disk(A, Some("new"))), (530, Disk(A, Some("newer")))])
                .collect(),
            vec![(550, vec![change(A, Some("newer"))])],
        ),
        (
            "without any pause: after 2 s at the latest",
            true,
            (0..250)
                .map(|i| (i * 10, Say(A, Hint::Done)))
                .chain([(0, Disk(A, Some("new")))])
                .collect(),
            vec![(2000, new())],
        ),
        (
            "a writer that goes on for a second, with pauses: one change, when it is done",
            true,
            (0..5)
                .flat_map(|i| [(i * 200, Disk(A, Some("n"))), (i * 200, Say(A, Hint::Open))])
                .chain([
                    (1000, Disk(A, Some("new"))),
                    (1000, Say(A, Hint::Open)),
                    (1000, Say(A, Hint::Done)),
                ])
                .collect(),
            vec![(1020, new())],
        ),
        (
            "a writer that never closes is read after 500 ms",
            true,
            vec![(0, Disk(A, Some("new"))), (0, Say(A, Hint::Open))],
            vec![(500, new())],
        ),
        (
            "a new file",
            true,
            vec![
                (0, Disk("scripts/c.lua", Some("c"))),
                (0, Say("scripts/c.lua", Hint::Open)),
                (0, Say("scripts/c.lua", Hint::Done)),
            ],
            vec![(50, vec![change("scripts/c.lua", Some("c"))])],
        ),
        (
            "a file that came and went: silence",
            true,
            vec![
                (0, Disk("scripts/c.lua", Some("c"))),
                (0, Say("scripts/c.lua", Hint::Open)),
                (20, Disk("scripts/c.lua", None)),
                (20, Say("scripts/c.lua", Hint::Done)),
            ],
            vec![],
        ),
    ];
    for (label, closes, acts, expected) in cases {
        assert_eq!(play(closes, &acts), expected, "{label}");
    }
}

#[test]
fn a_refused_file_keeps_what_is_known() {
    let files = FileSet::default().with(&[change(A, Some("a"))]);
    let mut settle = Settle::new(&files, true);
    settle.hint(A, Hint::Done, ms(0));
    settle.read(A, Outcome::Refused, ms(50));
    assert_eq!(settle.release(ms(50)), vec![]);
    assert_eq!(settle.due(ms(1000)), Vec::<String>::new());
}

/// The program slept for a minute between two looks: what is missing is looked at again before that is believed.
#[test]
fn a_leap_of_the_clock_makes_nothing_missing() {
    let files = FileSet::default().with(&[change(A, Some("a"))]);
    let mut settle = Settle::new(&files, true);
    settle.hint(A, Hint::Done, ms(0));
    for (now, outcome, expected) in [
        (60_000, Outcome::Missing, vec![]),
        (60_050, Outcome::Content(b""[..].into()), vec![]),
        (
            60_100,
            Outcome::Content(b"new"[..].into()),
            vec![change(A, Some("new"))],
        ),
    ] {
        assert_eq!(settle.due(ms(now)), [A], "{now}");
        settle.read(A, outcome, ms(now));
        assert_eq!(settle.release(ms(now)), expected, "{now}");
    }
}

/// What was written again after it was read waits with all that settled beside it.
#[test]
fn a_hint_takes_a_settled_path_back() {
    let files = FileSet::default().with(&[change(A, Some("a")), change(B, Some("b"))]);
    let mut settle = Settle::new(&files, true);
    for path in [A, B] {
        settle.hint(path, Hint::Done, ms(0));
        settle.read(path, Outcome::Content(b"1"[..].into()), ms(50));
    }
    assert_eq!(settle.ready(ms(50)), [A, B]);
    settle.hint(B, Hint::Done, ms(50));
    assert_eq!(settle.ready(ms(50)), Vec::<String>::new());
    settle.read(B, Outcome::Content(b"2"[..].into()), ms(100));
    assert_eq!(
        settle.release(ms(100)),
        [change(A, Some("1")), change(B, Some("2"))]
    );
}
