//! Nearest names for messages, with a cap that keeps a text of nothing but mistakes linear.

use std::sync::Arc;

use crate::machine::model::{Node, NodeIdx};
use crate::machine::table::Table;
use crate::text::nearest;

/// Looks for nearest names, for the first findings only.
pub(super) struct Suggest {
    left: usize,
}

impl Default for Suggest {
    fn default() -> Self {
        Self { left: 50 }
    }
}

impl Suggest {
    /// Counts one search; false when there were too many.
    pub fn spend(&mut self) -> bool {
        let left = self.left.checked_sub(1);
        self.left = left.unwrap_or_default();
        left.is_some()
    }

    /// The candidate nearest to a name.
    pub fn among<'a>(&mut self, name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
        if self.spend() { nearest(name, candidates) } else { None }
    }

    /// The node nearest to a name: by simple name, or by path for a dotted one.
    pub fn node(&mut self, nodes: &Table<NodeIdx, Node>, name: &str) -> Option<Arc<str>> {
        if self.left == 0 {
            return None;
        }
        let of = |node: &Node| if name.contains('.') { node.id.clone() } else { node.name.clone() };
        let known: Vec<Arc<str>> = nodes.iter().filter(|node| node.class.is_in_graph()).map(of).collect();
        self.among(name, known.iter().map(|name| &**name)).map(Arc::from)
    }
}
