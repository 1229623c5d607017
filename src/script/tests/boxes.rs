//! `self:box` and `self:touches`: mine as they are now, theirs as the step began.

use super::tree::bench;
use super::tree::bench as bench_of;
use crate::clip::ClipId;
use crate::stage::Brain;
use crate::tree::Seen;

/// At 100, 50 the body lies from 95 to 105; the fist of the punch's second frame from 115 to 125.
#[test]
fn a_box_is_where_the_caller_is_now() {
    let punch = |frame| {
        Some(Seen {
            clip: ClipId(1),
            frame,
            progress: 0.5,
        })
    };
    for (seen, lua, answer) in [
        (punch(1), "print(self:box(\"body\"))", "95\t30\t10\t20"),
        (punch(2), "print(self:box(\"fist\"))", "115\t30\t10\t20"),
        (
            punch(2),
            "self.facing = -1 print(self:box(\"fist\"))",
            "75\t30\t10\t20",
        ),
        (
            punch(2),
            "self.x = 0 self.y = 20 print(self:box(\"fist\"))",
            "15\t0\t10\t20",
        ),
        (punch(1), "print(self:box(\"fist\"))", "nil"),
        (punch(1), "print(select(\"#\", self:box(\"fist\")))", "1"),
        (None, "print(self:box(\"body\"))", "nil"),
    ] {
        let mut bench = bench(lua);
        bench.actors[0].seen = seen;
        assert_eq!(bench.execute(0).logs, [answer], "{lua}");
    }
}

#[test]
fn touches_compares_mine_now_with_theirs_as_the_step_began() {
    let seen = |clip, frame| {
        Some(Seen {
            clip: ClipId(clip),
            frame,
            progress: 0.5,
        })
    };
    // The foe's body lies from 115 to 125.
    for (mine, theirs, lua, answer) in [
        (seen(1, 2), seen(0, 1), "self:touches(foe)", true),
        (seen(1, 1), seen(0, 1), "self:touches(foe)", false),
        (
            seen(1, 2),
            seen(0, 1),
            "self:touches(foe, \"fist\", \"body\")",
            true,
        ),
        (seen(1, 2), seen(0, 1), "self:touches(foe, \"body\")", false),
        (
            seen(1, 2),
            seen(1, 2),
            "self:touches(foe, nil, \"fist\")",
            false,
        ),
        (seen(1, 1), seen(0, 1), "self:touches(foe, \"fist\")", false),
        // The clip in view has no boxes at all.
        (seen(1, 2), seen(2, 1), "self:touches(foe)", false),
        (None, seen(0, 1), "self:touches(foe)", false),
        (seen(1, 2), None, "self:touches(foe)", false),
    ] {
        let mut bench = bench(&format!("local foe = stage.find(\"foe\") print({lua})"));
        bench.arrive("foe", "scripts/a.lua");
        bench.actors[0].seen = mine;
        bench.actors[1].seen = theirs;
        bench.actors[1].place.0 = 120.0;
        bench.look();
        assert_eq!(bench.execute(0).logs, [answer.to_string()], "{lua}");
    }
    // Walking up to it in this callback counts; what meets at an edge alone does not touch.
    let mut bench = bench(
        "local foe = stage.find(\"foe\") self.x = 110 print(self:touches(foe)) self.x = 110.5 print(self:touches(foe))",
    );
    bench.arrive("foe", "scripts/a.lua");
    bench.actors[1].place.0 = 120.0;
    bench.look();
    bench.actors[1].place.0 = 999.0;
    assert_eq!(bench.execute(0).logs, ["false", "true"]);
    // Nobody touches one who has left.
    let mut bench = bench_of(
        "self.kept = self.state_time == 0 and stage.find(\"foe\") or self.kept print(self.kept.alive, self:touches(self.kept))",
    );
    bench.arrive("foe", "scripts/a.lua");
    assert_eq!(bench.execute(0).logs, ["true\ttrue"]);
    let last = bench.world.views[1].clone();
    let gone = bench.actors.pop().expect("the foe");
    bench.host.leave(gone.id, &last);
    bench.actors[0].state_time = crate::time::Time::SECOND;
    bench.step();
    assert_eq!(bench.execute(0).logs, ["false\tfalse"]);
}
