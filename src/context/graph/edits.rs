//! The user's edits on top of what a run gives.

use std::sync::Arc;

use super::acyclic::settle;
use super::derive::Maker;
use super::{At, Graph, Node, hex};
use crate::context::layer::Shape;
use crate::machine::model::Machine;
use crate::machine::table::Table;

impl<'a> Maker<'a> {
    /// Lays the edits over the nodes and edges that were made.
    pub(super) fn finish(self, shape: &'a Shape) -> Graph<'a> {
        let Maker { run, mut nodes, mut edges } = self;
        let mut by_id: Vec<At> = nodes.ids().collect();
        by_id.sort_by(|a, b| nodes[*a].id.cmp(&nodes[*b].id));
        let find = |nodes: &Table<At, Node>, id: &str| {
            let at = by_id.binary_search_by(|at| (*nodes[*at].id).cmp(id)).ok()?;
            by_id.get(at).copied()
        };
        let mut derived = edges.clone();
        derived.sort_unstable();
        derived.dedup();
        if !shape.removed.is_empty() {
            edges.retain(|(parent, child)| !shape.is_removed(&nodes[*parent].id, &nodes[*child].id));
        }
        let mut conflicts = Vec::new();
        let mut added = Vec::new();
        for (parent, child) in &shape.added {
            if let (Some(parent), Some(child)) = (find(&nodes, parent), find(&nodes, child))
                && derived.binary_search(&(parent, child)).is_err()
            {
                added.push((parent, child));
            }
        }
        if !added.is_empty() {
            let links: Vec<(u32, u32)> =
                added.iter().chain(&edges).map(|(parent, child)| (parent.0, child.0)).collect();
            let kept = settle(nodes.len(), &links);
            let mut keep = kept.into_iter();
            // Edits were checked when they were made, but a run that moved on may have closed a circle since.
            added.retain(|_| keep.next().unwrap_or_default());
            edges.retain(|(parent, child)| {
                let keep = keep.next().unwrap_or_default();
                if !keep {
                    conflicts.push((nodes[*parent].id.clone(), nodes[*child].id.clone()));
                }
                keep
            });
            edges.extend(added);
        }
        for (parent, child) in edges {
            // Two declarations may give one edge; a node has few parents.
            if !nodes[child].parents.contains(&parent) {
                nodes[child].parents.push(parent);
                nodes[parent].children.push(child);
            }
        }
        let mut places: Table<At, usize> = Table::beside(&nodes, usize::MAX);
        for (parent, order) in &shape.orders {
            let Some(parent) = find(&nodes, parent) else { continue };
            for (place, child) in order.iter().enumerate() {
                find(&nodes, child).into_iter().for_each(|child| places[child] = place);
            }
            let mut children = std::mem::take(&mut nodes[parent].children);
            children.sort_by_key(|child| places[*child]);
            children.iter().for_each(|child| places[*child] = usize::MAX);
            nodes[parent].children = children;
            for child in order {
                find(&nodes, child).into_iter().for_each(|child| places[child] = usize::MAX);
            }
        }
        for (place, root) in shape.roots.iter().enumerate() {
            find(&nodes, root).into_iter().for_each(|root| places[root] = place + 1);
        }
        places[At(0)] = 0;
        let mut roots: Vec<At> = nodes.ids().filter(|at| nodes[*at].parents.is_empty()).collect();
        roots.sort_by_key(|root| places[*root]);
        let (ambiguous, summaries) = (ambiguous(&run.machine), Vec::new());
        let (stale, notices) = (Vec::new(), Vec::new());
        let mut graph =
            Graph { run, shape, nodes, roots, conflicts, derived, by_id, ambiguous, summaries, stale, notices };
        graph.find_summaries();
        graph
    }
}

impl Graph<'_> {
    /// Digests by hand hold until something at or below their node changes.
    fn find_summaries(&mut self) {
        if self.shape.marks.iter().all(|(_, mark)| mark.summary.is_none()) {
            return;
        }
        let stamps = self.stamps();
        let mut found = Vec::new();
        for (id, mark) in &self.shape.marks {
            if let (Some(at), Some((text, stamp))) = (self.find(id), &mark.summary)
                && **stamp == *hex(stamps[at])
            {
                found.push((at, text.clone()));
            }
        }
        found.sort_by_key(|(at, _)| *at);
        self.summaries = found;
    }
}

/// The names that more than one context has.
fn ambiguous(machine: &Machine) -> Vec<Arc<str>> {
    let mut names: Vec<&Arc<str>> = machine.contexts.iter().map(|context| &machine.nodes[context.node].name).collect();
    names.sort_unstable();
    let mut twice: Vec<Arc<str>> = Vec::new();
    for (name, next) in names.iter().zip(names.iter().skip(1)) {
        if name == next && twice.last() != Some(*name) {
            twice.push((*name).clone());
        }
    }
    twice
}
