//! Edits of the context graph, and structure checkpoints of it.

use std::sync::Arc;

use super::shown::check_budget;
use super::{GraphEdit, Link, Restored};
use crate::context::layer::{Group, Shape, View, ViewRow};
use crate::machine::table::Table;
use crate::projection::graph::acyclic::settle;
use crate::projection::graph::{At, Graph, What, hex};
use crate::refusal::{Code, Refusal};
use crate::run::timeline::Timeline;
use crate::value::Value;

/// The longest custom digest.
const SUMMARY: usize = 2000;

fn found(graph: &Graph, id: &str) -> Result<At, Refusal> {
    graph.find(id).ok_or_else(|| Refusal::new(Code::UnknownNode, format!("unknown graph node `{id}`")))
}

fn names(graph: &Graph, list: &[At]) -> Vec<Arc<str>> {
    list.iter().map(|at| graph.nodes[*at].id.clone()).collect()
}

/// The refusal of an edge that would make `parent` contain itself, with the way back.
fn cycle(graph: &Graph, parent: At, child: At) -> Option<Refusal> {
    let mut before: Table<At, Option<At>> = Table::beside(&graph.nodes, None);
    let mut open = vec![child];
    let mut next = 0;
    while let Some(at) = open.get(next).copied().filter(|at| *at != parent) {
        for below in &graph.nodes[at].children {
            if before[*below].is_none() && *below != child {
                before[*below] = Some(at);
                open.push(*below);
            }
        }
        next += 1;
    }
    open.get(next)?;
    let mut way = vec![parent];
    let mut at = parent;
    while let Some(above) = before[at] {
        way.push(above);
        at = above;
    }
    way.push(parent);
    way.reverse();
    let ids = names(graph, &way);
    let message = format!("`{}` would contain itself through {}", graph.nodes[parent].id, ids.join(" → "));
    let list: Value = ids.into_iter().map(Value::from).collect();
    Some(Refusal::new(Code::Cycle, message).with([("cycle", list)]))
}

impl Timeline {
    /// Changes the graph. Returns whether anything changed, and the id of a new group.
    ///
    /// Refused: `unknown-node self-link cycle derived-node bad-budget`.
    pub fn edit_graph(&mut self, edit: &GraphEdit) -> Result<(bool, Option<String>), Refusal> {
        let run = self.run().clone();
        let old = self.layer.shape.clone();
        let graph = Graph::of(&run, &old, None);
        let shape = &mut self.layer.shape;
        match edit {
            GraphEdit::Link { parent, child, before, after } => {
                let (parent, child) = (found(&graph, parent)?, found(&graph, child)?);
                let place = (before.as_deref(), after.as_deref());
                return add_link(&graph, shape, parent, child, place).map(|changed| (changed, None));
            }
            GraphEdit::Unlink { parent, child } => {
                let (parent, child) = (found(&graph, parent)?, found(&graph, child)?);
                if !graph.nodes[child].parents.contains(&parent) {
                    return Ok((false, None));
                }
                let (above, below) = (&graph.nodes[parent].id, &graph.nodes[child].id);
                shape.added.retain(|(parent, child)| parent != above || child != below);
                if graph.is_derived(parent, child) {
                    shape.remove(above, below);
                }
                if graph.nodes[child].parents.len() == 1 {
                    shape.make_root(below);
                }
            }
            GraphEdit::Group { title, parents, children } => {
                let number = self.layer.last_group + 1;
                let (mut above, mut below) = (Vec::new(), Vec::new());
                for id in parents {
                    above.push(found(&graph, id)?);
                }
                for id in children {
                    below.push(found(&graph, id)?);
                }
                for child in &below {
                    for parent in &above {
                        if let Some(refusal) = cycle(&graph, *parent, *child) {
                            return Err(refusal);
                        }
                    }
                }
                let id: Arc<str> = format!("grp:{number}").into();
                shape.groups.push(Group { number, title: title.as_str().into() });
                shape.added.extend(names(&graph, &above).into_iter().map(|parent| (parent, id.clone())));
                shape.added.extend(names(&graph, &below).into_iter().map(|child| (id.clone(), child)));
                if above.is_empty() {
                    shape.make_root(&id);
                }
                self.layer.last_group = number;
                return Ok((true, Some(id.to_string())));
            }
            GraphEdit::Remove { node, recursive } => {
                let node = found(&graph, node)?;
                if !is_group(&graph, node) {
                    let message = format!("`{}` comes from the run; only groups can be removed", graph.nodes[node].id);
                    return Err(Refusal::new(Code::DerivedNode, message));
                }
                remove_group(&graph, shape, node, *recursive);
            }
            GraphEdit::State(node, state) => {
                let node = found(&graph, node)?;
                shape.mark_mut(&graph.nodes[node].id).into_iter().for_each(|mark| mark.state = Some(*state));
                return Ok((graph.state(node) != *state, None));
            }
            GraphEdit::Level(node, level) => {
                let node = found(&graph, node)?;
                shape.mark_mut(&graph.nodes[node].id).into_iter().for_each(|mark| mark.level = Some(*level));
            }
            GraphEdit::Refresh(node, refresh) => {
                let node = found(&graph, node)?;
                shape.mark_mut(&graph.nodes[node].id).into_iter().for_each(|mark| mark.refresh = *refresh);
            }
            GraphEdit::Summary(node, text) => {
                let node = found(&graph, node)?;
                let given = text.as_deref().map(|text| -> (Arc<str>, Arc<str>) {
                    let text: String = text.chars().take(SUMMARY).collect();
                    (text.into(), hex(graph.stamps()[node]).into())
                });
                shape.mark_mut(&graph.nodes[node].id).into_iter().for_each(|mark| mark.summary = given.clone());
            }
            GraphEdit::Budget(tokens) => {
                let tokens = tokens.map(check_budget).transpose()?;
                let changed = self.layer.budget != tokens;
                self.layer.budget = tokens;
                return Ok((changed, None));
            }
        }
        Ok((*shape != old, None))
    }

    /// Saves the structure of the graph under a name; the same name overwrites.
    pub fn save_graph_view(&mut self, name: String) -> ViewRow {
        let run = self.run().clone();
        let shape = self.layer.shape.clone();
        let graph = Graph::of(&run, &shape, None);
        let mut nodes: Vec<Arc<str>> = graph.nodes.iter().map(|node| node.id.clone()).collect();
        nodes.sort_unstable();
        let mut edges = Vec::new();
        for node in graph.nodes.iter() {
            edges.extend(names(&graph, &node.children).into_iter().map(|child| (node.id.clone(), child)));
        }
        let roots = names(&graph, &graph.roots);
        self.layer.views.retain(|view| view.name != name);
        let view = View {
            name,
            step: self.place().step,
            last_group: self.layer.last_group,
            shape: shape.clone(),
            nodes,
            edges,
            roots,
        };
        let row = view.row();
        self.layer.views.push(view);
        row
    }

    /// The saved structures, in the order they were saved.
    pub fn graph_views(&self) -> Vec<ViewRow> {
        self.layer.views.iter().map(View::row).collect()
    }

    /// Deletes a saved structure. Refused: `unknown-graph-view`.
    pub fn delete_graph_view(&mut self, name: &str) -> Result<(), Refusal> {
        let at = self.layer.views.iter().position(|view| view.name == name).ok_or_else(|| unknown_view(name))?;
        self.layer.views.remove(at);
        Ok(())
    }

    /// Drops all edits; saved structures stay.
    pub fn reset_graph_view(&mut self) {
        self.layer.shape = Shape::default();
        self.layer.budget = None;
    }

    /// Restores a saved structure as far as its nodes exist. Newer nodes keep their edges.
    ///
    /// Refused: `unknown-graph-view`.
    pub fn restore_graph_view(&mut self, name: &str) -> Result<Restored, Refusal> {
        let view = self.layer.views.iter().find(|view| view.name == name).ok_or_else(|| unknown_view(name))?.clone();
        let (run, old) = (self.run().clone(), self.layer.shape.clone());
        let was = |id: &Arc<str>| view.nodes.binary_search(id).is_ok();
        let now = Graph::of(&run, &old, None);

        let mut groups = view.shape.groups.clone();
        groups.extend(old.groups.iter().filter(|group| group.number > view.last_group).cloned());
        groups.sort_by_key(|group| group.number);
        let bare = Shape { groups, ..Shape::default() };
        let plain = Graph::of(&run, &bare, None);
        let newcomers = plain.nodes.iter().filter(|node| !was(&node.id)).map(|node| node.id.clone()).collect();

        let (mut links, mut missing) = (Vec::new(), 0);
        for (parent, child) in &view.edges {
            match (plain.find(parent), plain.find(child)) {
                (Some(parent), Some(child)) => links.push((parent.0, child.0)),
                _ => missing += 1,
            }
        }
        let edges = links.len();
        for node in now.nodes.iter() {
            for child in &node.children {
                let child = &now.nodes[*child].id;
                if let (false, Some(parent), Some(child)) =
                    (was(&node.id) && was(child), plain.find(&node.id), plain.find(child))
                {
                    links.push((parent.0, child.0));
                }
            }
        }
        let is_kept = settle(plain.nodes.len(), &links);

        let mut shape = bare.clone();
        // Settings of missing nodes are kept for when the nodes return.
        let is_away =
            |(parent, child): &(Arc<str>, Arc<str>)| plain.find(parent).is_none() || plain.find(child).is_none();
        for (from, all) in [(&view.shape, true), (&old, false)] {
            for pair in from.added.iter().filter(|pair| is_away(pair) && (all || !(was(&pair.0) && was(&pair.1)))) {
                if !shape.added.contains(pair) {
                    shape.added.push(pair.clone());
                }
            }
            for pair in from.removed.iter().filter(|pair| is_away(pair) && (all || !(was(&pair.0) && was(&pair.1)))) {
                shape.remove(&pair.0, &pair.1);
            }
            for (id, mark) in from.marks.iter().filter(|(id, _)| was(id) == all) {
                shape.mark_mut(id).into_iter().for_each(|slot| *slot = mark.clone());
            }
        }
        let mut orders: Table<At, Vec<Arc<str>>> = Table::beside(&plain.nodes, Vec::new());
        let mut present: Vec<(At, At)> = Vec::new();
        let mut dropped = Vec::new();
        for ((parent, child), is_kept) in links.iter().zip(is_kept) {
            let (parent, child) = (At(*parent), At(*child));
            let (above, below) = (plain.nodes[parent].id.clone(), plain.nodes[child].id.clone());
            if !is_kept {
                dropped.push(Link { parent: above, child: below });
                continue;
            }
            orders[parent].push(below.clone());
            present.push((parent, child));
            if !plain.is_derived(parent, child) {
                shape.added.push((above, below));
            }
        }
        present.sort_unstable();
        for (parent, node) in plain.nodes.entries() {
            for child in &node.children {
                if present.binary_search(&(parent, *child)).is_err() {
                    shape.remove(&node.id, &plain.nodes[*child].id);
                }
            }
        }
        for (parent, order) in view.shape.orders.iter().filter(|(parent, _)| plain.find(parent).is_none()) {
            shape.set_order(parent, order.clone());
        }
        for (parent, order) in orders.entries().filter(|(_, order)| !order.is_empty()) {
            shape.set_order(&plain.nodes[parent].id, order.clone());
        }
        shape.roots = view.roots.clone();
        self.layer.shape = shape;
        Ok(Restored { edges, missing, newcomers, dropped })
    }
}

fn unknown_view(name: &str) -> Refusal {
    Refusal::new(Code::UnknownGraphView, format!("unknown graph view `{name}`"))
}

fn is_group(graph: &Graph, at: At) -> bool {
    matches!(graph.nodes[at].what, What::Group(_))
}

fn add_link(
    graph: &Graph,
    shape: &mut Shape,
    parent: At,
    child: At,
    (before, after): (Option<&str>, Option<&str>),
) -> Result<bool, Refusal> {
    let (above, below) = (graph.nodes[parent].id.clone(), graph.nodes[child].id.clone());
    if parent == child {
        return Err(Refusal::new(Code::SelfLink, format!("`{above}` cannot be its own child")));
    }
    let exists = graph.nodes[child].parents.contains(&parent);
    if exists && before.is_none() && after.is_none() {
        return Ok(false);
    }
    if let Some(refusal) = cycle(graph, parent, child).filter(|_| !exists) {
        return Err(refusal);
    }
    let present = names(graph, &graph.nodes[parent].children);
    let mut children: Vec<Arc<str>> = present.iter().filter(|child| **child != below).cloned().collect();
    let place_of = |anchor: Option<&str>| children.iter().position(|child| Some(&**child) == anchor);
    // Without its anchor among the children it goes last.
    let place = match before {
        Some(_) => place_of(before),
        None => place_of(after).map(|place| place + 1),
    };
    children.insert(place.unwrap_or(children.len()), below.clone());
    if exists && children == present {
        return Ok(false);
    }
    shape.set_order(&above, children);
    shape.unremove(&above, &below);
    if !exists && !graph.is_derived(parent, child) {
        shape.added.push((above, below.clone()));
    }
    shape.roots.retain(|root| *root != below);
    Ok(true)
}

/// Removes a group; children without another parent become roots.
fn remove_group(graph: &Graph, shape: &mut Shape, node: At, recursive: bool) {
    let mut removed = Table::beside(&graph.nodes, false);
    removed[node] = true;
    let mut open = vec![node];
    let mut next = 0;
    while let Some(at) = open.get(next).copied().filter(|_| recursive) {
        for child in &graph.nodes[at].children {
            let alone = graph.nodes[*child].parents.iter().all(|parent| removed[*parent]);
            if is_group(graph, *child) && alone && !std::mem::replace(&mut removed[*child], true) {
                open.push(*child);
            }
        }
        next += 1;
    }
    let is_gone = |id: &Arc<str>| graph.find(id).is_some_and(|at| removed[at]);
    shape.added.retain(|(parent, child)| !is_gone(parent) && !is_gone(child));
    shape.orders.retain(|(parent, _)| !is_gone(parent));
    shape.marks.retain(|(id, _)| !is_gone(id));
    shape.roots.retain(|id| !is_gone(id));
    shape.groups.retain(|group| !is_gone(&format!("grp:{}", group.number).into()));
    for at in open {
        for child in &graph.nodes[at].children {
            if !removed[*child] && graph.nodes[*child].parents.iter().all(|parent| removed[*parent]) {
                shape.make_root(&graph.nodes[*child].id);
            }
        }
    }
}
