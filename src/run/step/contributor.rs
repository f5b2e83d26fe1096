//! What merging and gathering share: the paths whose values count, and why a join fails.

use crate::context::ContextMap;
use crate::run::event::JoinFault;
use crate::run::state::Path;
use crate::schema::Violation;
use crate::value::{Map, Value};

/// Why a join fails.
pub(in crate::run) struct Fault {
    pub code: JoinFault,
    pub message: String,
    pub errors: Vec<Violation>,
}

impl Fault {
    pub fn new(code: JoinFault, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), errors: Vec::new() }
    }
}

/// A path whose values are merged.
pub(in crate::run) struct Contributor<'a> {
    pub path: &'a Path,
    /// Its values when it was forked.
    pub base: &'a ContextMap,
    /// Order of arrival from 1; 0 for a revived path, which comes before all others.
    pub arrival: usize,
    /// Position among the branches of the fork; none for the forking path itself.
    pub branch: Option<u32>,
}

/// A map from branch to value, or from path id if branches are not unique.
pub(in crate::run) fn keyed(values: Vec<(&Contributor, Value)>) -> Value {
    let mut branches: Vec<Option<u32>> = values.iter().map(|(contributor, _)| contributor.branch).collect();
    branches.sort_unstable();
    let clear = branches.iter().all(Option::is_some) && branches.windows(2).all(|pair| pair.first() != pair.last());
    let mut map = Map::new();
    for (contributor, value) in values {
        let key = match contributor.branch.filter(|_| clear) {
            Some(branch) => branch.to_string(),
            None => contributor.path.id.to_string(),
        };
        map.insert(key.into(), value);
    }
    Value::from(map)
}
