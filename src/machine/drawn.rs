//! The ids that nodes have in the diagram.

use crate::machine::Machine;
use crate::machine::model::{Class, NodeIdx};

/// True if a node is drawn as a box around its children.
pub fn is_cluster(machine: &Machine, node: NodeIdx) -> bool {
    let drawn = |node: NodeIdx| !matches!(machine.nodes[node].class, Class::Note | Class::Style);
    drawn(node) && machine.nodes[node].children.iter().any(|child| drawn(*child))
}

/// The id of a node in the diagram: `c<i>` for one drawn as a box, `n<i>` for every other.
pub fn diagram_id(machine: &Machine, node: NodeIdx) -> String {
    let letter = if is_cluster(machine, node) { 'c' } else { 'n' };
    format!("{letter}{}", node.0)
}
