//! Edges that lead back through a container.
//!
//! Graphviz lays out each container on its own and does not see that a cycle goes through it, so it would not know
//! which of the cycle's edges leads back, and could draw what comes first below what comes after.

use crate::machine::model::{Class, EdgeIdx, NodeIdx};
use crate::quick::{Map, Set};
use crate::view::plan::{Plan, Shape};

/// Where edges lead between the nodes directly in one container, by the node that they leave.
type Arcs = Map<NodeIdx, Vec<(NodeIdx, EdgeIdx)>>;

/// The edges that close a cycle through a container, seen from the entries in source order.
pub fn find(plan: &Plan) -> Set<EdgeIdx> {
    let mut found = Set::default();
    if !plan.machine.nodes.entries().any(|(at, _)| plan.shape(at) == Shape::Cluster) {
        return found;
    }
    let mut levels: Map<Option<NodeIdx>, Arcs> = Map::default();
    for (at, edge) in plan.edges() {
        let leads = edge.kind.is_transition();
        let (source, target) = plan.ends(edge);
        if leads && let Some((level, from, to)) = sides(plan, source, target) {
            levels.entry(level).or_default().entry(from).or_default().push((to, at));
        }
    }
    for (level, arcs) in &levels {
        close_cycles(plan, *level, arcs, &mut found);
    }
    found
}

/// The innermost container around both ends, `None` for the drawing itself, and what is directly in it around each.
fn sides(plan: &Plan, source: NodeIdx, target: NodeIdx) -> Option<(Option<NodeIdx>, NodeIdx, NodeIdx)> {
    let around = |at: NodeIdx| {
        let mut chain: Vec<NodeIdx> = std::iter::successors(Some(at), |at| plan.machine.nodes[*at].parent).collect();
        chain.reverse();
        chain
    };
    let (sources, targets) = (around(source), around(target));
    let common = sources.iter().zip(&targets).take_while(|(a, b)| a == b).count();
    let level = common.checked_sub(1).and_then(|last| sources.get(last).copied());
    Some((level, *sources.get(common)?, *targets.get(common)?))
}

/// A node on the way from an entry.
struct Stop {
    at: NodeIdx,
    /// The next of its edges to follow.
    next: usize,
    /// How many containers are on the way before it.
    containers: usize,
}

/// Goes through what is directly in one container, depth first.
fn close_cycles(plan: &Plan, level: Option<NodeIdx>, arcs: &Arcs, found: &mut Set<EdgeIdx>) {
    let entry = level.and_then(|container| plan.machine.control.entry(container));
    let is_entry = |at: &NodeIdx| Some(*at) == entry || plan.machine.nodes[*at].class == Class::Init;
    let (entries, others): (Vec<_>, Vec<_>) = plan.below(level).partition(is_entry);
    let mut seen: Set<NodeIdx> = Set::default();
    for start in entries.into_iter().chain(others) {
        if !seen.insert(start) {
            continue;
        }
        let mut way = vec![Stop { at: start, next: 0, containers: 0 }];
        let mut containers_before: Map<NodeIdx, usize> = Map::from_iter([(start, 0)]);
        while let Some(stop) = way.last_mut() {
            let containers = stop.containers + usize::from(plan.shape(stop.at) == Shape::Cluster);
            let Some((to, edge)) = arcs.get(&stop.at).and_then(|arcs| arcs.get(stop.next)).copied() else {
                containers_before.remove(&stop.at);
                way.pop();
                continue;
            };
            stop.next += 1;
            match containers_before.get(&to) {
                Some(before) if containers > *before => {
                    found.insert(edge);
                }
                Some(_) => {}
                None if seen.insert(to) => {
                    containers_before.insert(to, containers);
                    way.push(Stop { at: to, next: 0, containers });
                }
                None => {}
            }
        }
    }
}
