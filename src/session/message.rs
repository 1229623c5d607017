//! What a host may send: the same plain data, within the same bounds, as scripts
//! send each other.

use crate::stage::{Data, Limits};

/// What is wrong with a message's data.
pub(super) fn fault(data: &Data, limits: &Limits) -> Option<String> {
    let mut left = limits.message;
    look(data, limits.depth, &mut left).map(|fault| match fault {
        Fault::Depth => format!("the data goes too deep: at most {} levels", limits.depth),
        Fault::Size => format!("the data is too large: at most {} bytes", limits.message),
        Fault::Number => "the data holds a number that is not finite".into(),
    })
}

enum Fault {
    Depth,
    Size,
    Number,
}

fn look(data: &Data, depth: usize, left: &mut usize) -> Option<Fault> {
    let size = match data {
        Data::Nil | Data::Bool(_) | Data::Table(_) => 1,
        Data::Number(number) if !number.is_finite() => return Some(Fault::Number),
        Data::Number(_) => 8,
        Data::Text(bytes) => bytes.len(),
    };
    let Some(less) = left.checked_sub(size) else {
        return Some(Fault::Size);
    };
    *left = less;
    let Data::Table(pairs) = data else {
        return None;
    };
    if depth == 0 {
        return Some(Fault::Depth);
    }
    let mut both = pairs.iter().flat_map(|(key, value)| [key, value]);
    both.find_map(|data| look(data, depth - 1, left))
}
