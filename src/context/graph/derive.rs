//! The nodes and edges that a run gives, and the edits on top.

use std::sync::Arc;

use super::acyclic::settle;
use super::{At, Graph, Node, What, hex};
use crate::context::artifact;
use crate::context::layer::Shape;
use crate::machine::model::{Class, ContextIdx, Machine, NodeIdx};
use crate::machine::table::Table;
use crate::run::join::standing;
use crate::run::state::{Path, PathId, RequestId, Run};
use crate::syntax::tree::Arrow;

struct Maker<'a> {
    run: &'a Run,
    nodes: Table<At, Node>,
    edges: Vec<(At, At)>,
}

impl<'a> Graph<'a> {
    /// The graph of a run. With `scope` only as far as an agent on that path could be shown it, which is enough
    /// while there are no edits that join paths.
    pub fn of(run: &'a Run, shape: &'a Shape, scope: Option<&PathId>) -> Graph<'a> {
        let scope =
            scope.filter(|_| shape.added.is_empty() && shape.marks.iter().all(|(_, mark)| mark.summary.is_none()));
        let mut maker = Maker { run, nodes: Table::default(), edges: Vec::new() };
        maker.make(scope, shape);
        maker.finish(shape)
    }
}

impl<'a> Maker<'a> {
    fn add(&mut self, id: String, what: What) -> At {
        self.nodes.push(Node { id: id.into(), what, parents: Vec::new(), children: Vec::new() })
    }

    fn make(&mut self, scope: Option<&PathId>, shape: &Shape) {
        let (run, machine) = (self.run, &self.run.machine);
        let session = self.add("run".to_owned(), What::Session);
        let top = self.add("machine".to_owned(), What::Machine);
        self.edges.push((session, top));
        let spaces = spaces(machine);
        let mut space_at: Table<NodeIdx, Option<At>> = Table::beside(&machine.nodes, None);
        for (node, is_space) in spaces.entries() {
            if *is_space {
                space_at[node] = Some(self.add(format!("ns:{}", machine.nodes[node].id), What::Space(node)));
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
        let mut first: Vec<At> = Vec::new();
        for (context, declared) in machine.contexts.entries() {
            first.push(At(self.nodes.len() as u32));
            let id = machine.context_id(context);
            if declared.shared {
                self.add(format!("ctx:*/{id}"), What::Text(None, context));
                continue;
            }
            for path in &all {
                self.add(format!("ctx:{}/{id}", path.id), What::Text(Some((*path).clone()), context));
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
        self.add_artifacts();
        for (node, declared) in machine.nodes.entries().filter(|(_, node)| node.class == Class::Tool) {
            let tool = self.add(format!("tool:{}", declared.id), What::Tool(node));
            self.edges.push((home(node), tool));
        }
        for (at, built) in run.tools.iter().enumerate() {
            let tool = self.add(format!("tool:{}", built.name), What::Built(at));
            self.edges.push((top, tool));
        }
        for node in machine.nodes.ids() {
            if let Some(space) = space_at[node] {
                self.edges.push((home(node), space));
            }
        }
        let notices = self.add("notices".to_owned(), What::Notices);
        self.edges.push((session, notices));
        for group in &shape.groups {
            self.add(format!("grp:{}", group.number), What::Group(group.title.clone()));
        }
        self.add_topics(session, scope);
    }

    fn add_artifacts(&mut self) {
        let run = self.run;
        let texts: Vec<(At, Option<Arc<Path>>, ContextIdx)> = self
            .nodes
            .entries()
            .filter_map(|(at, node)| match &node.what {
                What::Text(path, context) => Some((at, path.clone(), *context)),
                _ => None,
            })
            .collect();
        for (at, path, context) in texts {
            let declared = &run.machine.contexts[context];
            let map = path.as_ref().map_or(&run.shared, |path| &path.context);
            for field in &declared.fields {
                if run.machine.fields[*field].artifact.is_none() {
                    continue;
                }
                let Some(stored) = map.get(field) else { continue };
                let owner = path.as_ref().map_or_else(|| "*".to_owned(), |path| path.id.to_string());
                for artifact in artifact::of_declared(run, &owner, *field, &stored.value) {
                    let id = artifact.id.clone();
                    let made = self.add(id, What::Artifact(artifact, at, *field, stored.version));
                    self.edges.push((at, made));
                }
            }
        }
    }

    fn add_topics(&mut self, session: At, scope: Option<&PathId>) {
        let run = self.run;
        let mut topics: Vec<(&PathId, At)> = Vec::new();
        let all: Vec<&Arc<Path>> = match scope {
            None => run.paths.values().collect(),
            Some(id) => {
                let mut ids: Vec<PathId> = (1..=id.length()).filter_map(|length| id.ancestor(length)).collect();
                let children = run.path(id).map_or(0, |path| path.children);
                ids.extend((1..=children).map(|number| id.child(number)));
                ids.iter().filter_map(|id| run.path(id)).collect()
            }
        };
        for path in &all {
            let at = self.add(format!("topic:{}", path.id), What::Topic((*path).clone()));
            topics.push((&path.id, at));
        }
        let topic_of = |id: &PathId| {
            let found = topics.binary_search_by(|(known, _)| (*known).cmp(id)).ok();
            found.and_then(|at| topics.get(at)).map(|(_, at)| *at)
        };
        for path in &all {
            let Some(topic) = topic_of(&path.id) else { continue };
            if path.parent.as_ref().and_then(topic_of).is_none() {
                self.edges.push((session, topic));
            }
            if scope.is_some_and(|scope| *scope != path.id) {
                // Of other paths an agent is shown no more than that they are there.
                let children = (1..=path.children).filter_map(|number| topic_of(&path.id.child(number)));
                self.edges.extend(children.map(|child| (topic, child)));
                continue;
            }
            self.add_past(path, topic, &topic_of);
        }
        let mut locks = Vec::new();
        // Who waits for whom is a look at all paths; an agent sees only where its own path waits.
        let is_parked = |id: &PathId| run.path(id).is_some_and(|path| path.parked().is_some());
        for one in if scope.is_none_or(is_parked) { standing(run) } else { Vec::new() } {
            let parents: Vec<At> = one.parked.iter().filter_map(|path| topic_of(&path.id)).collect();
            if scope.is_none_or(|scope| one.parked.iter().any(|path| path.id == *scope)) {
                let missing = one.missing.iter().map(|path| path.id.to_string()).collect();
                let parked = one.parked.iter().map(|path| (*path).clone()).collect();
                locks.push((parents, What::Lock(one.key.clone(), parked, missing, one.need())));
            }
        }
        for (parents, what) in locks {
            let What::Lock(key, ..) = &what else { continue };
            let lock = self.add(format!("lock:{key}"), what);
            self.edges.extend(parents.into_iter().map(|parent| (parent, lock)));
        }
    }

    /// Requests, turns and children of a path, in the order in which they came to be.
    fn add_past(&mut self, path: &Arc<Path>, topic: At, topic_of: &dyn Fn(&PathId) -> Option<At>) {
        let run = self.run;
        let mut told: Vec<_> = path.told.iter().collect();
        told.reverse();
        let (mut requests, mut children) = (0, 0);
        for number in 0..=told.len() {
            let turn = told.get(number);
            let (until, kids) = turn.map_or((path.request_seq, path.children), |told| (told.requests, told.children));
            while requests < until {
                requests += 1;
                let id = RequestId { path: path.id.clone(), number: requests };
                if let Some(request) = run.requests.get(&id) {
                    let work = self.add(id.to_string(), What::Work(request.clone()));
                    self.edges.push((topic, work));
                }
            }
            while children < kids {
                children += 1;
                if let Some(child) = topic_of(&path.id.child(children)) {
                    self.edges.push((topic, child));
                }
            }
            if let Some(told) = turn {
                let number = number as u32 + 1;
                let kind = if told.code { "shell" } else { "msg" };
                let id = format!("{kind}:{}/{number}", path.id);
                let message = self.add(id, What::Message(path.clone(), number, (*told).clone()));
                self.edges.push((topic, message));
            }
        }
    }

    fn finish(self, shape: &'a Shape) -> Graph<'a> {
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
    for ((parent, child), kept) in links.iter().zip(settle(machine.contexts.len(), &links)) {
        let list = &mut parents[ContextIdx(*child)];
        if kept && !list.contains(&ContextIdx(*parent)) {
            list.push(ContextIdx(*parent));
        }
    }
    parents
}
