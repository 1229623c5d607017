//! Where the parts of a pose come to lie in their actor's space, in the order in
//! which they are painted.

use super::def::RigDef;
use super::near;
use super::pose::{Placed, Pose};
use crate::geom::Transform;

impl Pose {
    /// The parts in paint order, `fraction` (0..=1, clamped) of the way from `before` to this pose: places, scales and
    /// opacities evenly, rotations the shorter way round. A `before` of another rig counts as this pose. A part so large or far
    /// that its place is no longer a number is left out. What was in `out` is dropped.
    pub fn place(&self, rig: &RigDef, before: &Pose, fraction: f32, out: &mut Vec<Placed>) {
        out.clear();
        let n = rig.parts.len();
        if self.turns.len() != n {
            return;
        }
        let before = if before.turns.len() == n {
            before
        } else {
            self
        };
        let nowhere = Placed {
            part: 0,
            transform: Transform::IDENTITY,
            opacity: 1.0,
        };
        out.resize(n, nowhere);
        for (i, part) in rig.parts.iter().enumerate() {
            let ([x, y, along, across], turn, opacity) = self.between(before, fraction, i);
            let parent = part.parent.map_or(nowhere, |parent| {
                out[usize::from(rig.ranks[usize::from(parent)])]
            });
            let transform = Transform::scale(along, across)
                .then(Transform::turn(turn))
                .then(Transform::shift(x, y))
                .then(parent.transform);
            out[usize::from(rig.ranks[i])] = Placed {
                part: i as u16,
                transform,
                opacity: opacity * parent.opacity,
            };
        }
        out.retain(|placed| {
            let Transform { a, b, c, d, e, f } = placed.transform;
            [a, b, c, d, e, f].iter().all(|number| number.is_finite())
        });
    }

    /// How a part stands between two poses.
    fn between(&self, before: &Pose, fraction: f32, part: usize) -> ([f32; 4], f32, f32) {
        let of = |pose: &Pose| (pose.places[part], pose.turns[part], pose.opacities[part]);
        let (old, now) = (of(before), of(self));
        // The ends as they are, not as sums that round.
        if fraction <= 0.0 {
            return old;
        }
        if fraction >= 1.0 || fraction.is_nan() || old == now {
            return now;
        }
        let back = 1.0 - fraction;
        let even = |old: f32, now: f32| now - (now - old) * back;
        let place = std::array::from_fn(|lane| even(old.0[lane], now.0[lane]));
        let turn = now.1 - near(now.1 - old.1, 0.0) * back;
        (place, turn, even(old.2, now.2))
    }
}
