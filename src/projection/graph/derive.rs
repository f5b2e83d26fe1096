//! The nodes and edges that a run gives.

use std::sync::Arc;

use super::acyclic::settle;
use super::{At, Graph, Node, What};
use crate::context::artifact;
use crate::context::layer::Shape;
use crate::context::store::{ContextMap, Stored};
use crate::machine::Machine;
use crate::machine::model::{Class, ContextIdx, FieldId, NodeIdx};
use crate::machine::table::Table;
use crate::run::state::{Path, PathId, Run};
use crate::syntax::tree::Arrow;

/// A graph in the making.
pub(super) struct Maker<'a> {
    pub(super) run: &'a Run,
    pub(super) nodes: Table<At, Node>,
    pub(super) edges: Vec<(At, At)>,
}

impl<'a> Graph<'a> {
    /// The graph of a run. With `scope` only as far as an agent on that path could be shown it, which is enough
    /// while there are no edits that join paths.
    pub fn of(run: &'a Run, shape: &'a Shape, scope: Option<&PathId>) -> Graph<'a> {
        let scope =
            scope.filter(|_| shape.added.is_empty() && shape.marks.iter().all(|(_, mark)| mark.summary.is_none()));
        let mut maker = Maker { run, nodes: Table::default(), edges: Vec::new() };
        maker.make(scope, shape);
        let mut graph = maker.finish(shape);
        graph.held = scope.and_then(|path| run.path(path)).map(|path| by_field(&path.context));
        graph
    }
}

fn by_field(map: &ContextMap) -> Vec<Option<&Stored>> {
    let mut held = vec![None; map.get_max().map_or(0, |(last, _)| last.0 as usize + 1)];
    for (field, stored) in map {
        if let Some(place) = held.get_mut(field.0 as usize) {
            *place = Some(stored);
        }
    }
    held
}

impl<'a> Maker<'a> {
    pub(super) fn add(&mut self, id: &str, what: What) -> At {
        self.push(id.into(), what)
    }

    fn push(&mut self, id: Arc<str>, what: What) -> At {
        self.nodes.push(Node { id, what, parents: Vec::new(), children: Vec::new() })
    }

    fn make(&mut self, scope: Option<&PathId>, shape: &Shape) {
        let (run, machine) = (self.run, &self.run.machine);
        let session = self.add("run", What::Session);
        let top = self.add("machine", What::Machine);
        self.edges.push((session, top));
        let spaces = spaces(machine);
        let mut space_at: Table<NodeIdx, Option<At>> = Table::beside(&machine.nodes, None);
        for (node, is_space) in spaces.entries() {
            if *is_space {
                space_at[node] = Some(self.add(&format!("ns:{}", machine.nodes[node].id), What::Space(node)));
            }
        }
        let home = |node: NodeIdx| {
            let mut above = machine.nodes[node].parent;
            while let Some(at) = above {
                if let Some(found) = space_at[at] {
                    return found;
                }
                above = machine.nodes[at].parent;
            }
            top
        };

        let all: Vec<&Arc<Path>> = match scope {
            None => run.paths.values().collect(),
            Some(id) => run.path(id).into_iter().collect(),
        };
        let owners: Vec<String> = all.iter().map(|path| path.id.to_string()).collect();
        let mut first: Vec<At> = Vec::with_capacity(machine.contexts.len());
        let mut id = String::new();
        let mut text_id = |owner: &str, context: &str| {
            id.clear();
            for part in ["ctx:", owner, "/", context] {
                id.push_str(part);
            }
            Arc::from(&*id)
        };
        for (context, declared) in machine.contexts.entries() {
            first.push(At(self.nodes.len() as u32));
            let id = machine.context_id(context);
            if declared.shared {
                self.push(text_id("*", id), What::Text(None, context));
                continue;
            }
            for (path, owner) in all.iter().zip(&owners) {
                self.push(text_id(owner, id), What::Text(Some((*path).clone()), context));
            }
        }
        let text_at = |context: ContextIdx, path: usize| {
            let first = first.get(context.0 as usize).copied().unwrap_or_default();
            if machine.contexts[context].shared { first } else { At(first.0 + path as u32) }
        };
        for (context, parents) in context_parents(machine).entries() {
            let shared = machine.contexts[context].shared;
            let rounds = if shared { 1 } else { all.len() };
            for path in 0..rounds {
                let child = text_at(context, path);
                let node = machine.contexts[context].node;
                let in_context = machine.nodes[node].parent.is_some_and(|parent| machine.context_of(parent).is_some());
                let place = home(node);
                if parents.is_empty() || (place != top && !in_context) {
                    self.edges.push((place, child));
                }
                for parent in parents {
                    if shared && !machine.contexts[*parent].shared {
                        self.edges.extend((0..all.len()).map(|path| (text_at(*parent, path), child)));
                    } else {
                        self.edges.push((text_at(*parent, path), child));
                    }
                }
            }
        }
        self.add_artifacts(&first);
        for (node, declared) in machine.nodes.entries().filter(|(_, node)| node.class == Class::Tool) {
            let tool = self.add(&format!("tool:{}", declared.id), What::Tool(node));
            self.edges.push((home(node), tool));
        }
        for (at, built) in run.tools.iter().enumerate() {
            let tool = self.add(&format!("tool:{}", built.name), What::Built(at));
            self.edges.push((top, tool));
        }
        for node in machine.nodes.ids() {
            if let Some(space) = space_at[node] {
                self.edges.push((home(node), space));
            }
        }
        let notices = self.add("notices", What::Notices);
        self.edges.push((session, notices));
        for group in &shape.groups {
            self.add(&format!("grp:{}", group.number), What::Group(group.title.clone()));
        }
        self.add_topics(session, scope);
    }

    /// The artifacts of the text nodes, those of each context in a row from `first` on.
    fn add_artifacts(&mut self, first: &[At]) {
        let (run, last) = (self.run, At(self.nodes.len() as u32));
        let is_marked = |field: &&FieldId| run.machine.fields[**field].artifact.is_some();
        for ((context, declared), start) in run.machine.contexts.entries().zip(first) {
            let marked: Vec<FieldId> = declared.fields.iter().filter(is_marked).copied().collect();
            if marked.is_empty() {
                continue;
            }
            let end = first.get(context.0 as usize + 1).copied().unwrap_or(last);
            for at in (start.0..end.0).map(At) {
                let What::Text(path, _) = self.nodes[at].what.clone() else { continue };
                let map = path.as_ref().map_or(&run.shared, |path| &path.context);
                for field in &marked {
                    let Some(stored) = map.get(field) else { continue };
                    let owner = path.as_ref().map(|path| &path.id);
                    for artifact in artifact::of_declared(&run.machine, owner, *field, &stored.value) {
                        let id = artifact.id.as_str().into();
                        let made = self.push(id, What::Artifact(artifact, at, *field, stored.version));
                        self.edges.push((at, made));
                    }
                }
            }
        }
    }
}

/// True for containers, other than contexts, with a context or a tool below them.
fn spaces(machine: &Machine) -> Table<NodeIdx, bool> {
    let mut spaces = Table::beside(&machine.nodes, false);
    for node in machine.nodes.iter() {
        if !matches!(node.class, Class::Context | Class::Tool) {
            continue;
        }
        let mut above = node.parent;
        while let Some(at) = above {
            if std::mem::replace(&mut spaces[at], machine.context_of(at).is_none()) {
                break;
            }
            above = machine.nodes[at].parent;
        }
    }
    spaces
}

/// The contexts that contain each context: the one it is nested in, then those with an arrow to it. What would make
/// a context contain itself is left out.
fn context_parents(machine: &Machine) -> Table<ContextIdx, Vec<ContextIdx>> {
    let mut links = Vec::new();
    for (at, context) in machine.contexts.entries() {
        if let Some(parent) = machine.nodes[context.node].parent.and_then(|parent| machine.context_of(parent)) {
            links.push((parent.0, at.0));
        }
    }
    for edge in machine.edges.iter() {
        if !matches!(edge.arrow, Some(Arrow::Composes | Arrow::Aggregates)) {
            continue;
        }
        if let (Some(parent), Some(child)) = (machine.context_of(edge.source), machine.context_of(edge.target)) {
            links.push((parent.0, child.0));
        }
    }
    let mut parents: Table<ContextIdx, Vec<ContextIdx>> = Table::beside(&machine.contexts, Vec::new());
    if links.is_empty() {
        return parents;
    }
    for ((parent, child), kept) in links.iter().zip(settle(machine.contexts.len(), &links)) {
        let list = &mut parents[ContextIdx(*child)];
        if kept && !list.contains(&ContextIdx(*parent)) {
            list.push(ContextIdx(*parent));
        }
    }
    parents
}
