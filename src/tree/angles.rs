//! Which sides and poses an angle means (rules R8 and R9).

use super::block::BlockId;
use super::follow::wrapped;

/// The side nearest to an angle among those given; a tie keeps the present side,
/// else the order is that of the sides.
pub(super) fn nearest_side(
    sides: &[Option<BlockId>; 8],
    angle: f64,
    present: Option<usize>,
) -> usize {
    let away = |side: usize| wrapped(angle - 45.0 * side as f64).abs();
    let given = (0..8).filter(|side| sides[*side].is_some());
    let nearest = given.reduce(|best, side| if away(side) < away(best) { side } else { best });
    let nearest = nearest.unwrap_or(0);
    let ties = |side: &usize| sides[*side].is_some() && away(*side) == away(nearest);
    present.filter(ties).unwrap_or(nearest)
}

/// Calls `to` with each pose that has a share: rows first, then the poses of each row.
pub(super) fn each_pose(
    poses: &[Option<BlockId>; 9],
    horizontal: f64,
    vertical: f64,
    to: &mut impl FnMut(usize, f64),
) {
    let row = |row: usize| [0, 1, 2].map(|column| poses[3 * column + row].is_some());
    let rows = [0, 1, 2].map(|r| row(r).contains(&true));
    for (r, of_row) in two_nearest(rows, vertical) {
        for (column, of_column) in two_nearest(row(r), horizontal) {
            if of_row * of_column > 0.0 {
                to(3 * column + r, of_row * of_column);
            }
        }
    }
}

/// The two nearest of those at 90, 0 and -90, and their shares, which add up to 1
/// where there is any.
fn two_nearest(given: [bool; 3], angle: f64) -> [(usize, f64); 2] {
    let angle = angle.clamp(-90.0, 90.0);
    let at = |i: usize| 90.0 - 90.0 * i as f64;
    let above = (0..3).rfind(|i| given[*i] && at(*i) >= angle);
    let below = (0..3).find(|i| given[*i] && at(*i) <= angle);
    match (above, below) {
        (Some(above), Some(below)) if above != below => {
            let down = (at(above) - angle) / (at(above) - at(below));
            [(above, 1.0 - down), (below, down)]
        }
        (Some(only), _) | (None, Some(only)) => [(only, 1.0), (only, 0.0)],
        (None, None) => [(0, 0.0), (0, 0.0)],
    }
}
