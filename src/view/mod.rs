//! What a run looks like: as a drawing and as tables.

pub mod tables;

use crate::machine::model::{Machine, NodeIdx};
pub use tables::view;

/// True for a node that is drawn as a cluster: it has a child that is drawn.
pub fn is_cluster(machine: &Machine, node: NodeIdx) -> bool {
    machine.nodes[node].children.iter().any(|child| {
        !matches!(machine.nodes[*child].class, crate::machine::model::Class::Note | crate::machine::model::Class::Style)
    })
}
