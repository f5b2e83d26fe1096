//! Exploring a whole machine in a test.

use std::sync::Arc;

use tracklight::explore::{Exploration, ExploreOptions, Finding, Report};
use tracklight::machine::Machine;

/// Explores a machine to its end, or to the limit of the states.
pub fn explored_with(machine: &Arc<Machine>, options: &ExploreOptions) -> (Exploration, Report) {
    let mut exploration = machine.explore(options);
    while !exploration.advance(500).done {}
    let report = exploration.result();
    (exploration, report)
}

/// Where a finding is: a node, an edge as `from -> to`, or a join.
pub fn place(machine: &Machine, finding: &Finding) -> String {
    if let Some(edge) = finding.edge {
        let edge = &machine.edges[edge];
        return format!("{} -> {}", machine.nodes[edge.source].id, machine.nodes[edge.target].id);
    }
    let node = finding.node.map(|node| machine.nodes[node].id.to_string());
    node.or_else(|| finding.join.as_ref().map(ToString::to_string)).unwrap_or_default()
}
