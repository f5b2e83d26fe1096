//! The user's edits on top of what a run gives.

use std::cell::OnceCell;
use std::sync::Arc;

use super::acyclic::settle;
use super::derive::Maker;
use super::{At, Graph, find, hex, is_among};
use crate::context::layer::Shape;
use crate::machine::Machine;
use crate::machine::model::Node;
use crate::machine::table::Table;

impl<'a> Maker<'a> {
    /// Lays the edits over the nodes and edges that were made.
    pub(super) fn finish(self, shape: &'a Shape) -> Graph<'a> {
        let Maker { run, mut nodes, mut edges } = self;
        let (by_id, ordered) = (OnceCell::new(), OnceCell::new());
        let derived = edges.clone();
        if !shape.removed.is_empty() {
            edges.retain(|(parent, child)| !shape.is_removed(&nodes[*parent].id, &nodes[*child].id));
        }
        let mut conflicts = Vec::new();
        let mut added = Vec::new();
        for (parent, child) in &shape.added {
            if let (Some(parent), Some(child)) = (find(&nodes, &by_id, parent), find(&nodes, &by_id, child))
                && !is_among(&derived, &ordered, (parent, child))
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
            let Some(parent) = find(&nodes, &by_id, parent) else { continue };
            for (place, child) in order.iter().enumerate() {
                find(&nodes, &by_id, child).into_iter().for_each(|child| places[child] = place);
            }
            let mut children = std::mem::take(&mut nodes[parent].children);
            children.sort_by_key(|child| places[*child]);
            children.iter().for_each(|child| places[*child] = usize::MAX);
            nodes[parent].children = children;
            for child in order {
                find(&nodes, &by_id, child).into_iter().for_each(|child| places[child] = usize::MAX);
            }
        }
        for (place, root) in shape.roots.iter().enumerate() {
            find(&nodes, &by_id, root).into_iter().for_each(|root| places[root] = place + 1);
        }
        places[At(0)] = 0;
        let mut roots: Vec<At> = nodes.ids().filter(|at| nodes[*at].parents.is_empty()).collect();
        roots.sort_by_key(|root| places[*root]);
        let (ambiguous, summaries) = (ambiguous(&run.machine), Vec::new());
        let (stale, notices) = (Vec::new(), Vec::new());
        let mut graph = Graph {
            run,
            shape,
            nodes,
            roots,
            conflicts,
            derived,
            ordered,
            by_id,
            ambiguous,
            summaries,
            stale,
            notices,
            held: None,
        };
        graph.find_summaries();
        graph
    }
}

impl Graph<'_> {
    /// A custom digest holds until something at or below its node changes.
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
    let is_nested = |node: &&Node| node.parent.is_some();
    let nodes = || machine.contexts.iter().map(|context| &machine.nodes[context.node]);
    // Of the others no two have one name.
    let mut nested: Vec<&Arc<str>> = nodes().filter(is_nested).map(|node| &node.name).collect();
    nested.sort_unstable();
    let mut twice = Vec::new();
    for (name, next) in nested.iter().zip(nested.iter().skip(1)) {
        if name == next {
            twice.push((*name).clone());
        }
    }
    for node in nodes().filter(|node| !is_nested(node)) {
        if nested.binary_search(&&node.name).is_ok() {
            twice.push(node.name.clone());
        }
    }
    twice.sort_unstable();
    twice.dedup();
    twice
}
