//! Nodes that more than one path can stand on at a time, as far as the machine alone tells: their cards leave room for
//! several ids.

use crate::machine::Machine;
use crate::machine::model::NodeIdx;
use crate::machine::table::Table;

/// The nodes of a machine that several paths can be at.
pub enum Crowd {
    /// One path at a time goes everywhere.
    None,
    /// Several paths start.
    All,
    /// Those behind a fan-out.
    Some(Table<NodeIdx, bool>),
}

impl Crowd {
    /// Follows the ways from the targets of all fan-outs.
    pub fn of(machine: &Machine) -> Self {
        let control = &machine.control;
        if control.starts.len() > 1 {
            return Crowd::All;
        }
        let fans_out = machine.edges.entries().filter(|(at, _)| control.fan_out(*at).is_some());
        let mut open: Vec<NodeIdx> = fans_out.map(|(_, edge)| edge.target).collect();
        if open.is_empty() {
            return Crowd::None;
        }
        let mut reached = Table::beside(&machine.nodes, false);
        let mut left = Table::beside(&machine.nodes, false);
        while let Some(node) = open.pop() {
            if std::mem::replace(&mut reached[node], true) {
                continue;
            }
            // Many nodes may leave by the exits of one.
            let from = control.exits_of(node).filter(|from| !std::mem::replace(&mut left[*from], true));
            let exits = from.map(|from| control.own(from)).unwrap_or_default().iter().chain(control.catches(node));
            open.extend(exits.map(|exit| exit.to));
            open.extend(machine.nodes[node].children.iter().copied());
        }
        Crowd::Some(reached)
    }

    /// True if several paths can be at a node.
    pub fn has(&self, node: NodeIdx) -> bool {
        match self {
            Crowd::None => false,
            Crowd::All => true,
            Crowd::Some(reached) => reached[node],
        }
    }
}
