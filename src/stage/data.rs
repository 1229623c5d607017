//! Plain data, as messages and `data` tables carry it.

/// A plain value: what a message carries, what `with` and `data` hold.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Data {
    /// Nothing.
    #[default]
    Nil,
    /// True or false.
    Bool(bool),
    /// A number.
    Number(f64),
    /// Lua strings are bytes.
    Text(Vec<u8>),
    /// Pairs: the keys 1, 2, 3.. first in order, then the others sorted (numbers, then texts).
    Table(Vec<(Data, Data)>),
}

impl From<f64> for Data {
    fn from(n: f64) -> Data {
        Data::Number(n)
    }
}
impl From<bool> for Data {
    fn from(b: bool) -> Data {
        Data::Bool(b)
    }
}
impl From<&str> for Data {
    fn from(s: &str) -> Data {
        Data::Text(s.as_bytes().to_vec())
    }
}

impl Data {
    /// A table of named values, sorted by name.
    pub fn record<'a>(fields: impl IntoIterator<Item = (&'a str, Data)>) -> Data {
        let mut pairs: Vec<_> = fields.into_iter().collect();
        pairs.sort_by(|a, b| a.0.cmp(b.0));
        Data::Table(pairs.into_iter().map(|(k, v)| (k.into(), v)).collect())
    }
}
