//! Real files in real folders, saved as editors save them.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::*;

const A: &str = "scripts/a.lua";

fn ms(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

fn change(path: &str, content: Option<&str>) -> FileChange {
    FileChange {
        path: path.into(),
        content: content.map(|text| text.as_bytes().into()),
    }
}

/// A project in a temporary folder, watched.
struct Scene {
    dir: tempfile::TempDir,
    watcher: Watcher,
    start: Instant,
}

impl Scene {
    fn new() -> Scene {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir_all(dir.path().join("assets")).unwrap();
        fs::create_dir_all(dir.path().join("scripts/sub")).unwrap();
        fs::write(dir.path().join(A), "a").unwrap();
        fs::write(dir.path().join("scripts/sub/s.lua"), "s").unwrap();
        let mut scene = Scene::watch(dir, Watcher::new);
        assert!(!scene.watcher.is_polling(), "{:?}", scene.watcher.notices);
        // What the watcher looks at on its own in the beginning is silent.
        assert_eq!(scene.within(300), vec![]);
        scene
    }

    fn watch(dir: tempfile::TempDir, how: fn(&Project) -> Option<Watcher>) -> Scene {
        let watcher = how(&Project::open(dir.path()).unwrap()).unwrap();
        Scene {
            dir,
            watcher,
            start: Instant::now(),
        }
    }

    fn path(&self, path: &str) -> PathBuf {
        self.dir.path().join(path)
    }

    /// All changes within some milliseconds.
    fn within(&mut self, millis: u64) -> Vec<FileChange> {
        let end = Instant::now() + ms(millis);
        let mut changes = Vec::new();
        while Instant::now() < end {
            changes.extend(self.watcher.poll(self.start.elapsed()).changes);
            std::thread::sleep(ms(4));
        }
        changes
    }

    /// The first changes, and how long they took.
    fn next(&mut self) -> (Vec<FileChange>, Duration) {
        let begin = Instant::now();
        while begin.elapsed() < ms(5000) {
            let settled = self.watcher.poll(self.start.elapsed());
            if !settled.changes.is_empty() {
                return (settled.changes, begin.elapsed());
            }
            std::thread::sleep(ms(4));
        }
        panic!("no change in 5 s");
    }
}

/// The changes of that many paths, which one swap or, on a slow machine, several bring.
fn several(scene: &mut Scene, count: usize) -> Vec<FileChange> {
    let mut all: Vec<FileChange> = Vec::new();
    while all.len() < count {
        all.extend(scene.next().0);
    }
    all.sort_by(|a, b| a.path.cmp(&b.path));
    all
}

/// A save is out so soon, on a machine that is not overloaded; the tests allow for one that is.
const SOON: Duration = Duration::from_millis(400);

fn write(path: &Path, text: &str) {
    fs::write(path, text).unwrap();
}

#[test]
fn written_in_place_and_twice_in_a_row() {
    let mut scene = Scene::new();
    write(&scene.path(A), "one");
    let (changes, time) = scene.next();
    assert_eq!(changes, [change(A, Some("one"))]);
    assert!(time < SOON, "{time:?}");
    write(&scene.path(A), "two");
    write(&scene.path(A), "three");
    assert_eq!(scene.next().0, [change(A, Some("three"))]);
    write(&scene.path(A), "three");
    assert_eq!(scene.within(300), vec![], "the same content is silent");
}

#[test]
fn written_beside_and_renamed() {
    let mut scene = Scene::new();
    for text in ["one", "two", "three"] {
        // vim: the old one aside, a new one in its place, the old one removed.
        fs::rename(scene.path(A), scene.path("scripts/a.lua~")).unwrap();
        write(&scene.path(A), text);
        fs::remove_file(scene.path("scripts/a.lua~")).unwrap();
        assert_eq!(scene.next().0, [change(A, Some(text))], "vim, {text}");
    }
    for text in ["four", "five"] {
        // JetBrains: the new one beside it, then renamed over it.
        write(&scene.path("scripts/a.lua___jb_tmp___"), text);
        fs::rename(scene.path("scripts/a.lua___jb_tmp___"), scene.path(A)).unwrap();
        let (changes, time) = scene.next();
        assert_eq!(changes, [change(A, Some(text))], "JetBrains, {text}");
        assert!(time < SOON, "{time:?}");
    }
    assert_eq!(scene.within(300), vec![]);
}

#[test]
fn written_in_two_halves() {
    let mut scene = Scene::new();
    let mut file = fs::File::create(scene.path(A)).unwrap();
    file.write_all(b"return {").unwrap();
    file.flush().unwrap();
    assert_eq!(scene.within(200), vec![], "no half is seen");
    file.write_all(b"}").unwrap();
    drop(file);
    let (changes, time) = scene.next();
    assert_eq!(changes, [change(A, Some("return {}"))]);
    assert!(time < SOON, "{time:?}");
}

#[test]
fn emptied_and_filled_later() {
    let mut scene = Scene::new();
    write(&scene.path(A), "");
    assert_eq!(scene.within(200), vec![], "no empty file is seen");
    write(&scene.path(A), "full");
    assert_eq!(scene.next().0, [change(A, Some("full"))]);
}

#[test]
fn a_folder_removed_and_put_back() {
    let mut scene = Scene::new();
    fs::remove_dir_all(scene.path("scripts/sub")).unwrap();
    assert_eq!(scene.next().0, [change("scripts/sub/s.lua", None)]);
    fs::create_dir(scene.path("scripts/sub")).unwrap();
    write(&scene.path("scripts/sub/s.lua"), "again");
    assert_eq!(scene.next().0, [change("scripts/sub/s.lua", Some("again"))]);
    // At once, as a change of branches does.
    fs::remove_dir_all(scene.path("scripts")).unwrap();
    fs::create_dir_all(scene.path("scripts/sub")).unwrap();
    write(&scene.path(A), "branch");
    write(&scene.path("scripts/sub/s.lua"), "branch");
    let both = [
        change(A, Some("branch")),
        change("scripts/sub/s.lua", Some("branch")),
    ];
    assert_eq!(several(&mut scene, 2), both);
    write(&scene.path(A), "after");
    assert_eq!(
        scene.next().0,
        [change(A, Some("after"))],
        "the new folder is watched"
    );
}

#[test]
fn new_files_and_folders() {
    let mut scene = Scene::new();
    write(&scene.path("scripts/new.lua"), "n");
    assert_eq!(scene.next().0, [change("scripts/new.lua", Some("n"))]);
    fs::create_dir_all(scene.path("assets/x/y/z")).unwrap();
    write(&scene.path("assets/x/y/z/p.ron"), "p");
    assert_eq!(scene.next().0, [change("assets/x/y/z/p.ron", Some("p"))]);
    write(&scene.path("luppet.ron"), "Project()");
    assert_eq!(scene.next().0, [change("luppet.ron", Some("Project()"))]);
    write(&scene.path("scripts/notes.txt"), "not ours");
    write(&scene.path("scripts/.hidden.lua"), "not ours");
    assert_eq!(scene.within(300), vec![]);
}

#[test]
fn the_project_removed_and_put_back() {
    let mut scene = Scene::new();
    let aside = tempfile::tempdir().unwrap();
    let root = scene.dir.path().to_path_buf();
    fs::rename(&root, aside.path().join("p")).unwrap();
    let mut gone = Settled::default();
    let begin = Instant::now();
    while begin.elapsed() < ms(4000) && gone.notices.is_empty() {
        gone = scene.watcher.poll(scene.start.elapsed());
        std::thread::sleep(ms(5));
    }
    assert!(
        gone.notices[0].contains("is gone; waiting for it"),
        "{gone:?}"
    );
    scene.within(1000);
    fs::rename(aside.path().join("p"), &root).unwrap();
    write(&root.join(A), "back");
    let mut seen = scene.within(2500);
    seen.retain(|change| change.path == A);
    assert_eq!(seen.last(), Some(&change(A, Some("back"))));
    write(&root.join(A), "once more");
    assert_eq!(
        scene.next().0,
        [change(A, Some("once more"))],
        "it is watched again"
    );
}

#[cfg(unix)]
#[test]
fn through_links() {
    use std::os::unix::fs::symlink;
    let dir = tempfile::tempdir().unwrap();
    let root = dir.path().join("real");
    fs::create_dir_all(root.join("assets")).unwrap();
    fs::create_dir_all(root.join("scripts")).unwrap();
    fs::write(root.join(A), "a").unwrap();
    symlink("a.lua", root.join("scripts/also.lua")).unwrap();
    symlink(&root, dir.path().join("link")).unwrap();
    let project = Project::open(dir.path().join("link")).unwrap();
    assert!(project.files().get("scripts/also.lua").is_some());
    let watcher = Watcher::new(&project).unwrap();
    let mut scene = Scene {
        dir,
        watcher,
        start: Instant::now(),
    };
    assert_eq!(scene.within(300), vec![]);
    write(&scene.path("link/scripts/a.lua"), "new");
    let both = [
        change(A, Some("new")),
        change("scripts/also.lua", Some("new")),
    ];
    assert_eq!(several(&mut scene, 2), both);
}

#[test]
fn changes_between_opening_and_watching_are_seen() {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir_all(dir.path().join("assets")).unwrap();
    fs::create_dir_all(dir.path().join("scripts")).unwrap();
    fs::write(dir.path().join(A), "a").unwrap();
    let project = Project::open(dir.path()).unwrap();
    fs::write(dir.path().join(A), "b").unwrap();
    let watcher = Watcher::new(&project).unwrap();
    let mut scene = Scene {
        dir,
        watcher,
        start: Instant::now(),
    };
    assert_eq!(scene.next().0, [change(A, Some("b"))]);
}

#[test]
fn polling_sees_the_same() {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir_all(dir.path().join("assets")).unwrap();
    fs::create_dir_all(dir.path().join("scripts")).unwrap();
    fs::write(dir.path().join(A), "a").unwrap();
    let mut scene = Scene::watch(dir, Watcher::polling);
    assert!(scene.watcher.is_polling());
    assert_eq!(scene.within(600), vec![]);
    write(&scene.path(A), "long enough to be another length");
    assert_eq!(
        scene.next().0,
        [change(A, Some("long enough to be another length"))]
    );
    fs::remove_file(scene.path(A)).unwrap();
    assert_eq!(scene.next().0, [change(A, None)]);
    write(&scene.path("scripts/new.lua"), "n");
    assert_eq!(scene.next().0, [change("scripts/new.lua", Some("n"))]);
}

/// The same length and the same time of change, as on a disk whose clock ticks every
/// two seconds: found all the same, within 2 s.
#[test]
fn polling_sees_what_looks_the_same() {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir_all(dir.path().join("assets")).unwrap();
    fs::create_dir_all(dir.path().join("scripts")).unwrap();
    fs::write(dir.path().join(A), "a").unwrap();
    let mut scene = Scene::watch(dir, Watcher::polling);
    let begin = std::time::SystemTime::now();
    for text in ["b", "c", "d"] {
        write(&scene.path(A), text);
        let file = fs::File::options().write(true).open(scene.path(A)).unwrap();
        file.set_modified(begin).unwrap();
        let (changes, time) = scene.next();
        assert_eq!(changes, [change(A, Some(text))]);
        assert!(time < ms(2000), "{time:?}");
    }
}

/// The system takes the watch and then tells nothing, as of a drive of another system
/// (WSL) or a folder mounted into a container: the sweep finds a save within 2 s.
#[test]
fn a_watcher_that_tells_nothing_is_not_trusted() {
    let mut scene = Scene::new();
    let root = scene.watcher.root.clone();
    let system = scene.watcher.system.as_mut().unwrap();
    for top in ["", "assets", "scripts"] {
        system.unwatch(&root.join(top)).unwrap();
    }
    for text in ["one", "two"] {
        write(&scene.path(A), text);
        let (changes, time) = scene.next();
        assert_eq!(changes, [change(A, Some(text))]);
        assert!(time < ms(2000), "{time:?}");
    }
    assert!(!scene.watcher.is_polling());
}

/// What the system says, and what the notice advises.
#[test]
fn falling_back_says_so_and_what_to_do() {
    use std::io::Error;
    let cases = [
        (
            notify::Error::new(notify::ErrorKind::MaxFilesWatch),
            "max_user_watches",
        ),
        (
            notify::Error::io(Error::from_raw_os_error(28)),
            "max_user_watches",
        ),
        (
            notify::Error::io(Error::from_raw_os_error(24)),
            "max_user_instances",
        ),
        (notify::Error::io(Error::from_raw_os_error(38)), "no way"),
    ];
    for (error, advice) in cases {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir_all(dir.path().join("assets")).unwrap();
        let mut scene = Scene::watch(dir, Watcher::new);
        for error in [Err(error), Err(notify::Error::path_not_found())] {
            scene.watcher.sender.send(Signal::Event(error)).unwrap();
        }
        let notices = scene.watcher.poll(scene.start.elapsed()).notices;
        assert_eq!(notices.len(), 1, "{notices:?}");
        assert!(notices[0].contains(advice), "{notices:?}");
        assert!(scene.watcher.is_polling());
        write(&scene.path("assets/x.ron"), "x");
        assert_eq!(scene.next().0, [change("assets/x.ron", Some("x"))]);
    }
}

/// Nobody looks for a long time: what came is neither kept for ever nor lost.
#[test]
fn more_events_than_can_wait_are_found_by_looking() {
    let mut scene = Scene::new();
    let path = scene.path("scripts/x.lua");
    for i in 0..WAITING {
        write(&path, &i.to_string());
    }
    write(&scene.path("scripts/sub/s.lua"), "last");
    std::thread::sleep(ms(100));
    let last = (WAITING - 1).to_string();
    let expected = [
        change("scripts/sub/s.lua", Some("last")),
        change("scripts/x.lua", Some(&last)),
    ];
    assert_eq!(several(&mut scene, 2), expected);
}

/// Both files of a save were read, and are written again before they are released: the
/// new ones come together, no half.
#[test]
fn what_is_written_again_while_it_waits_is_read_again() {
    let mut scene = Scene::new();
    let (sub, now) = ("scripts/sub/s.lua", ms(100_000));
    for path in [A, sub] {
        write(&scene.path(path), "first");
        scene.watcher.settle.hint(path, Hint::Done, now);
    }
    std::thread::sleep(ms(20));
    scene.watcher.read_due(now + ms(500));
    assert_eq!(scene.watcher.settle.ready(now + ms(500)), [A, sub]);
    // The system's watcher has not told yet.
    scene.watcher.system = None;
    write(&scene.path(sub), "second");
    assert_eq!(scene.watcher.release(now + ms(500)), []);
    scene.watcher.read_due(now + ms(600));
    let both = [change(A, Some("first")), change(sub, Some("second"))];
    assert_eq!(scene.watcher.release(now + ms(600)), both);
}
