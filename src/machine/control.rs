//! What the runtime derives from the model once: work, modules, exits, entries, starts and permissions.
//!
//! Everything here is a table look-up at run time. A run never asks an edge for its annotations.

use std::sync::Arc;

use crate::machine::bind::Binder;
use crate::machine::fan_out::{self, FanOut};
use crate::machine::join::{self, Join};
use crate::machine::model::{Access, Class, Context, ContextIdx, Edge, EdgeIdx, EdgeKind, Node, NodeIdx, Role};
use crate::machine::table::Table;
use crate::quick::Map;
use crate::syntax::tree::Arrow;
use crate::value::Value;

/// The names of fan-out annotations.
pub const FORKS: &[&str] = &["async", "spawn", "fork", "parallel"];
/// The names of data fan-out annotations.
pub const MAPS: &[&str] = &["map", "foreach", "each"];
/// The names of join annotations.
pub const JOINS: &[&str] = &["barrier", "wait", "sync", "join", "merge"];

/// The derived tables of one machine.
#[derive(Clone, Debug, Default)]
pub struct Control {
    /// Nodes by full path, notes left out.
    pub by_id: Map<Arc<str>, NodeIdx>,
    /// Contexts by node.
    pub context_of: Map<NodeIdx, ContextIdx>,
    /// Start nodes in source order.
    pub starts: Vec<NodeIdx>,
    /// The starts follow from nothing but the order of the nodes.
    pub starts_guessed: bool,
    nodes: Table<NodeIdx, NodeControl>,
    edges: Table<EdgeIdx, EdgeControl>,
    /// By id.
    joins: Vec<Join>,
    /// Nodes marked `@compensate`, and the node whose work each undoes, in source order.
    undoing: Vec<(NodeIdx, NodeIdx)>,
}

/// What a node asks of an agent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Work {
    /// Nothing; a path passes through.
    #[default]
    None,
    /// Its code is run by the host.
    Code,
    /// Its prompt is sent.
    Prompt,
    /// Which edge to take, when no rule says it.
    Decision,
}

impl Work {
    /// The word of agent requests and events.
    pub fn word(self) -> &'static str {
        match self {
            Work::None => "none",
            Work::Code => "code",
            Work::Prompt => "work",
            Work::Decision => "decision",
        }
    }

    /// Work that is always done before the node is left.
    pub fn is_agent_work(self) -> bool {
        matches!(self, Work::Code | Work::Prompt)
    }
}

/// How a control edge is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EdgeClass {
    /// Spawns a path.
    Fanout,
    /// When its condition is true.
    Conditional,
    /// By choice only: its condition is no expression.
    Guarded,
    /// By default or by choice.
    Plain,
    /// When the source fails.
    Catch,
}

impl EdgeClass {
    /// The lower-case word.
    pub fn word(self) -> &'static str {
        match self {
            EdgeClass::Fanout => "fanout",
            EdgeClass::Conditional => "conditional",
            EdgeClass::Guarded => "guarded",
            EdgeClass::Plain => "plain",
            EdgeClass::Catch => "catch",
        }
    }
}

/// An edge as seen from one of its ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exit {
    /// The edge.
    pub edge: EdgeIdx,
    /// It is crossed from its target to its source (`<-->`).
    pub reverse: bool,
    /// Where it leads, before modules are entered.
    pub to: NodeIdx,
}

/// Which fields of a context a node may use.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Fields {
    /// None.
    #[default]
    None,
    /// All, added ones included.
    All,
    /// These, by code point, each once.
    Some(Vec<Arc<str>>),
}

impl Fields {
    /// True if the field may be used.
    pub fn allow(&self, field: &str) -> bool {
        match self {
            Fields::None => false,
            Fields::All => true,
            Fields::Some(names) => names.binary_search_by(|name| (**name).cmp(field)).is_ok(),
        }
    }

    /// True if no field may be used.
    pub fn is_none(&self) -> bool {
        *self == Fields::None
    }

    /// Adds fields; [`Fields::order`] has to follow the last of them.
    fn unite(&mut self, other: &Fields) {
        match (&mut *self, other) {
            (_, Fields::None) | (Fields::All, _) => {}
            (Fields::Some(mine), Fields::Some(theirs)) => mine.extend(theirs.iter().cloned()),
            (_, other) => *self = other.clone(),
        }
    }

    fn order(&mut self) {
        if let Fields::Some(names) = self {
            names.sort_unstable();
            names.dedup();
        }
    }
}

/// What the edges of a node let it do with a context.
#[derive(Clone, Debug, Default)]
struct Rights {
    read: Fields,
    write: Fields,
}

/// What a node may do with a context.
#[derive(Clone, Copy, Debug)]
pub struct Right<'a> {
    /// Fields it may read; what it may write it may read.
    pub read: &'a Fields,
    /// Fields it may write.
    pub write: &'a Fields,
}

#[derive(Clone, Debug, Default)]
struct NodeControl {
    work: Work,
    module: bool,
    entry: Option<NodeIdx>,
    own: Vec<Exit>,
    catches: Vec<Exit>,
    /// The node whose own edges are the effective ones.
    exits_of: Option<NodeIdx>,
    /// The nearest module around it.
    around: Option<NodeIdx>,
    /// Rights by its own edges, in context order.
    rights: Vec<(ContextIdx, Rights)>,
    /// The node around it, if that passes rights on.
    above: Option<NodeIdx>,
    /// Data edges to contexts.
    access: Vec<(ContextIdx, EdgeIdx, Access)>,
    /// Tool nodes its agent may call, by name.
    tools: Vec<NodeIdx>,
}

#[derive(Clone, Debug)]
struct EdgeControl {
    class: Option<EdgeClass>,
    auto: bool,
    priority: i64,
    fan_out: Option<Arc<FanOut>>,
    /// Position in the joins.
    join: Option<u32>,
}

impl Control {
    /// Derives the tables.
    pub(super) fn derive(edges: &Table<EdgeIdx, Edge>, binder: &Binder) -> Self {
        let (nodes, contexts) = (binder.nodes, binder.contexts);
        let mut control = Control {
            by_id: nodes
                .entries()
                .filter(|(_, node)| node.class != Class::Note)
                .map(|(at, node)| (node.id.clone(), at))
                .collect(),
            context_of: contexts.entries().map(|(at, context)| (context.node, at)).collect(),
            nodes: nodes.iter().map(|_| NodeControl::default()).collect(),
            edges: edges.iter().map(EdgeControl::of).collect(),
            ..Control::default()
        };
        control.find_work(nodes);
        control.find_exits(nodes, edges);
        control.find_decisions(nodes);
        control.find_entries(nodes, edges);
        control.find_starts(nodes, edges);
        control.find_rights(nodes, edges, contexts);
        control.find_tools(nodes, edges);
        for (edge, fan_out) in control.edges.iter_mut().zip(fan_out::of_edges(edges, binder)) {
            edge.fan_out = fan_out;
        }
        control.joins = join::unite_all(&control, nodes, edges, binder);
        for (position, join) in control.joins.iter().enumerate() {
            for edge in &join.edges {
                control.edges[*edge].join = Some(position as u32);
            }
        }
        control.find_undoing(binder);
        control
    }

    /// What the node asks of an agent.
    pub fn work(&self, node: NodeIdx) -> Work {
        self.nodes[node].work
    }

    /// True for an executable node that paths pass into and never stand on.
    pub fn is_module(&self, node: NodeIdx) -> bool {
        self.nodes[node].module
    }

    /// The child a module is entered at.
    pub fn entry(&self, module: NodeIdx) -> Option<NodeIdx> {
        self.nodes[module].entry
    }

    /// The class of a control or catch edge.
    pub fn class(&self, edge: EdgeIdx) -> Option<EdgeClass> {
        self.edges[edge].class
    }

    /// True for `@auto` edges.
    pub fn is_auto(&self, edge: EdgeIdx) -> bool {
        self.edges[edge].auto
    }

    /// The priority of an edge; lower goes first.
    pub fn priority(&self, edge: EdgeIdx) -> i64 {
        self.edges[edge].priority
    }

    /// What a fan-out edge spawns.
    pub fn fan_out(&self, edge: EdgeIdx) -> Option<&Arc<FanOut>> {
        self.edges[edge].fan_out.as_ref()
    }

    /// The join an edge carries.
    pub fn join(&self, edge: EdgeIdx) -> Option<&Join> {
        self.joins.get(self.edges[edge].join? as usize)
    }

    /// All joins, by id.
    pub fn joins(&self) -> &[Join] {
        &self.joins
    }

    /// The join with this id.
    pub fn join_called(&self, id: &str) -> Option<&Join> {
        self.joins.get(self.joins.binary_search_by(|join| (*join.id).cmp(id)).ok()?)
    }

    /// The nodes that undo the work of `node`, in source order.
    pub fn undoing(&self, node: NodeIdx) -> impl Iterator<Item = NodeIdx> {
        self.undoing.iter().filter(move |(_, undone)| *undone == node).map(|(at, _)| *at)
    }

    /// True if any node undoes the work of another.
    pub fn undoes(&self) -> bool {
        !self.undoing.is_empty()
    }

    /// True if `module` is around `node`, at any distance.
    pub fn is_inside(&self, node: NodeIdx, module: NodeIdx) -> bool {
        let mut at = self.around(node);
        while at.is_some_and(|up| up != module) {
            at = at.and_then(|up| self.around(up));
        }
        at.is_some()
    }

    /// The nearest module around a node.
    pub fn around(&self, node: NodeIdx) -> Option<NodeIdx> {
        self.nodes[node].around
    }

    /// The node's own control edges without `catch`, by priority, then source order.
    pub fn own(&self, node: NodeIdx) -> &[Exit] {
        &self.nodes[node].own
    }

    /// The node's own catch edges, by priority, then source order.
    pub fn catches(&self, node: NodeIdx) -> &[Exit] {
        &self.nodes[node].catches
    }

    /// The edges a path at `node` can leave by, without `catch`: its own, or those of the nearest ancestor
    /// module that has some. By priority, then source order.
    pub fn effective(&self, node: NodeIdx) -> &[Exit] {
        self.nodes[node].exits_of.map_or(&[], |from| self.own(from))
    }

    /// The node whose own edges [`effective`](Self::effective) gives.
    pub fn exits_of(&self, node: NodeIdx) -> Option<NodeIdx> {
        self.nodes[node].exits_of
    }

    /// What the node may do with each context it has a right to, in context order. Gathered at every call: what all
    /// nodes inherit together may be more than can be kept.
    pub fn rights(&self, node: NodeIdx) -> Vec<(ContextIdx, Right<'_>)> {
        let mut all: Vec<(ContextIdx, Right)> = Vec::new();
        let mut at = Some(node);
        while let Some(own) = at {
            all.extend(
                self.nodes[own].rights.iter().map(|(context, rights)| (*context, rights.seen_from(own == node))),
            );
            at = self.nodes[own].above;
        }
        // Stable: of one context the nearest node's comes first.
        all.sort_by_key(|(context, _)| *context);
        all.dedup_by_key(|(context, _)| *context);
        all
    }

    /// What the node may do with a context.
    pub fn right(&self, node: NodeIdx, context: ContextIdx) -> Option<Right<'_>> {
        let mut at = Some(node);
        while let Some(own) = at {
            let rights = &self.nodes[own].rights;
            if let Some((_, rights)) = find_by(rights, context).and_then(|found| rights.get(found)) {
                return Some(rights.seen_from(own == node));
            }
            at = self.nodes[own].above;
        }
        None
    }

    /// What the node may do by its own edges.
    pub fn own_rights(&self, node: NodeIdx) -> impl Iterator<Item = (ContextIdx, Right<'_>)> {
        self.nodes[node].rights.iter().map(|(context, rights)| (*context, rights.seen_from(true)))
    }

    /// The data edges a node reads or writes a context through; writing edges serve for reading where no other does.
    pub fn access_edges(&self, node: NodeIdx, context: ContextIdx, access: Access) -> Vec<EdgeIdx> {
        let all = &self.nodes[node].access;
        let of = |wanted: Access| -> Vec<EdgeIdx> {
            all.iter().filter(|(at, _, kind)| *at == context && *kind == wanted).map(|(_, edge, _)| *edge).collect()
        };
        let found = of(access);
        if found.is_empty() { of(Access::Write) } else { found }
    }

    /// The tool nodes that an edge joins to the node, by name.
    pub fn tools(&self, node: NodeIdx) -> &[NodeIdx] {
        &self.nodes[node].tools
    }

    fn find_tools(&mut self, nodes: &Table<NodeIdx, Node>, edges: &Table<EdgeIdx, Edge>) {
        for edge in edges.iter().filter(|edge| matches!(edge.kind, EdgeKind::Structural | EdgeKind::Data(_))) {
            let (source, target) = (edge.source, edge.target);
            for (user, tool) in [(source, target), (target, source)] {
                if nodes[tool].class == Class::Tool && nodes[user].class.is_executable() {
                    self.nodes[user].tools.push(tool);
                }
            }
        }
        for node in self.nodes.iter_mut().filter(|node| !node.tools.is_empty()) {
            node.tools.sort_by_key(|tool| (&nodes[*tool].name, *tool));
            node.tools.dedup();
        }
    }

    fn find_work(&mut self, nodes: &Table<NodeIdx, Node>) {
        for (at, node) in nodes.entries().filter(|(_, node)| node.class.is_executable()) {
            let coded = node.annotation(&["code"]).is_some() || node.attribute("code").is_some();
            let prompted = node.text("prompt").is_some_and(|prompt| !prompt.trim().is_empty());
            self.nodes[at].work = match node.class {
                Class::Task if coded => Work::Code,
                Class::Task | Class::Init | Class::Plain if prompted => Work::Prompt,
                _ => Work::None,
            };
        }
        for (at, node) in nodes.entries().filter(|(_, node)| node.class.is_executable()) {
            let has_child = node.children.iter().any(|child| nodes[*child].class.is_executable());
            self.nodes[at].module = has_child && !self.work(at).is_agent_work();
        }
    }

    fn find_exits(&mut self, nodes: &Table<NodeIdx, Node>, edges: &Table<EdgeIdx, Edge>) {
        for (at, edge) in edges.entries() {
            let forth = Exit { edge: at, reverse: false, to: edge.target };
            match edge.kind {
                EdgeKind::Catch => self.nodes[edge.source].catches.push(forth),
                EdgeKind::Control => {
                    self.nodes[edge.source].own.push(forth);
                    if edge.arrow == Some(Arrow::Both) && edge.source != edge.target {
                        self.nodes[edge.target].own.push(Exit { edge: at, reverse: true, to: edge.source });
                    }
                }
                _ => {}
            }
        }
        let edges = &self.edges;
        for node in self.nodes.iter_mut() {
            // Stable: source order stays within one priority.
            node.own.sort_by_key(|exit| edges[exit.edge].priority);
            node.catches.sort_by_key(|exit| edges[exit.edge].priority);
        }
        // Pre-order: a parent is seen before its children.
        let mut inherited: Vec<Option<NodeIdx>> = vec![None; nodes.len()];
        for (at, node) in nodes.entries() {
            let from_parent = node.parent.and_then(|parent| {
                let parents = inherited.get(parent.0 as usize).copied().flatten();
                if self.is_module(parent) && !self.own(parent).is_empty() { Some(parent) } else { parents }
            });
            if let Some(slot) = inherited.get_mut(at.0 as usize) {
                *slot = from_parent;
            }
            self.nodes[at].around =
                node.parent.and_then(|parent| if self.is_module(parent) { Some(parent) } else { self.around(parent) });
            self.nodes[at].exits_of = if self.own(at).is_empty() { from_parent } else { Some(at) };
        }
    }

    fn find_decisions(&mut self, nodes: &Table<NodeIdx, Node>) {
        for (at, node) in nodes.entries() {
            let may = matches!(node.class, Class::Task | Class::Plain) && !self.is_module(at);
            if may && self.work(at) == Work::None && self.needs_choice(at) {
                self.nodes[at].work = Work::Decision;
            }
        }
    }

    fn needs_choice(&self, node: NodeIdx) -> bool {
        let of_class = |class| self.effective(node).iter().filter(move |exit| self.class(exit.edge) == Some(class));
        if of_class(EdgeClass::Plain).any(|exit| self.is_auto(exit.edge)) {
            return false;
        }
        let best = of_class(EdgeClass::Plain).map(|exit| self.priority(exit.edge)).min();
        let mut targets =
            of_class(EdgeClass::Plain).filter(|exit| Some(self.priority(exit.edge)) == best).map(|exit| exit.to);
        let first = targets.next();
        targets.any(|target| Some(target) != first) || of_class(EdgeClass::Guarded).next().is_some()
    }

    fn find_entries(&mut self, nodes: &Table<NodeIdx, Node>, edges: &Table<EdgeIdx, Edge>) {
        let mut entered_by_sibling = Table::beside(nodes, false);
        for edge in edges.iter().filter(|edge| edge.kind == EdgeKind::Control && edge.source != edge.target) {
            if nodes[edge.source].parent == nodes[edge.target].parent {
                mark_entered(&mut entered_by_sibling, edge);
            }
        }
        for (at, node) in nodes.entries() {
            if !self.is_module(at) {
                continue;
            }
            let children: Vec<NodeIdx> =
                node.children.iter().copied().filter(|child| nodes[*child].class.is_executable()).collect();
            let first = |fits: &dyn Fn(NodeIdx) -> bool| children.iter().copied().find(|child| fits(*child));
            let entry = first(&|child| is_declared_start(&nodes[child]) || is_named_start(&nodes[child]))
                .or_else(|| first(&|child| !entered_by_sibling[child]))
                .or_else(|| first(&|child| nodes[child].class == Class::Task))
                .or_else(|| first(&|child| nodes[child].class == Class::State))
                .or_else(|| children.first().copied());
            self.nodes[at].entry = entry;
        }
    }

    fn find_starts(&mut self, nodes: &Table<NodeIdx, Node>, edges: &Table<EdgeIdx, Edge>) {
        let transitions = || edges.iter().filter(|edge| matches!(edge.kind, EdgeKind::Control | EdgeKind::Catch));
        let mut incoming = Table::beside(nodes, false);
        for edge in transitions().filter(|edge| edge.source != edge.target) {
            mark_entered(&mut incoming, edge);
        }
        let inside = |node: NodeIdx, of: NodeIdx| {
            std::iter::successors(Some(node), |at| nodes[*at].parent).any(|ancestor| ancestor == of)
        };
        let mut entered_from_outside = Table::beside(nodes, false);
        for edge in transitions() {
            if self.nodes[edge.target].module && !inside(edge.source, edge.target) {
                entered_from_outside[edge.target] = true;
            }
        }
        let executable: Vec<NodeIdx> = nodes
            .entries()
            .filter(|(_, node)| node.class.is_executable() && node.annotation(&["compensate"]).is_none())
            .map(|(at, _)| at)
            .collect();
        let select = |fits: &dyn Fn(NodeIdx) -> bool| -> Vec<NodeIdx> {
            let mut candidate = Table::beside(nodes, false);
            for at in &executable {
                candidate[*at] = fits(*at);
            }
            let covered = |at: NodeIdx| {
                std::iter::successors(nodes[at].parent, |up| nodes[*up].parent)
                    .any(|up| self.nodes[up].module && (candidate[up] || entered_from_outside[up]))
            };
            executable.iter().copied().filter(|at| candidate[*at] && !covered(*at)).collect()
        };
        let only = executable.len() == 1;
        let mut starts = select(&|at| is_declared_start(&nodes[at]));
        if starts.is_empty() {
            starts = select(&|at| is_named_start(&nodes[at]));
        }
        if starts.is_empty() {
            starts = select(&|at| {
                let leaves = !self.own(at).is_empty() || !self.catches(at).is_empty();
                !incoming[at] && (leaves || only)
            });
        }
        if starts.is_empty() {
            starts = executable.first().copied().into_iter().collect();
            self.starts_guessed = !starts.is_empty() && transitions().next().is_some();
        }
        self.starts = starts;
    }

    fn find_rights(
        &mut self,
        nodes: &Table<NodeIdx, Node>,
        edges: &Table<EdgeIdx, Edge>,
        contexts: &Table<ContextIdx, Context>,
    ) {
        let mut own: Table<NodeIdx, Vec<(ContextIdx, Rights)>> = Table::beside(nodes, Vec::new());
        for (at, edge) in edges.entries() {
            let EdgeKind::Data(access) = edge.kind else { continue };
            let ends = [
                (edge.source, edge.target, &edge.target_attribute),
                (edge.target, edge.source, &edge.source_attribute),
            ];
            for (node, store, attribute) in ends {
                let Some(context) = self.context_of.get(&store).copied() else { continue };
                if !nodes[node].class.is_executable() {
                    continue;
                }
                let listed = edge.fields.clone().or_else(|| attribute.as_ref().map(|name| vec![first_segment(name)]));
                let granted = listed.map_or(Fields::All, Fields::Some);
                self.nodes[node].access.push((context, at, access.unwrap_or(Access::Read)));
                let rights = rights_to(&mut own[node], context);
                rights.read.unite(&granted);
                if access == Some(Access::Write) && contexts[context].role != Role::Input {
                    rights.write.unite(&granted);
                }
            }
        }
        for (at, node) in nodes.entries().filter(|(_, node)| node.class.is_executable()) {
            let mut rights = std::mem::take(&mut own[at]);
            for (_, rights) in &mut rights {
                rights.read.order();
                rights.write.order();
            }
            self.nodes[at].rights = rights;
            self.nodes[at].above = node.parent.filter(|parent| nodes[*parent].class.is_executable());
        }
    }
}

impl Control {
    fn find_undoing(&mut self, binder: &Binder) {
        for (at, node) in binder.nodes.entries().filter(|(_, node)| node.class.is_executable()) {
            let Some(name) = node.annotation(&["compensate"]).and_then(fan_out::positional) else { continue };
            let words: Vec<&str> = name.split('.').collect();
            let found = binder.scopes.resolve(binder.nodes, node.parent, &words);
            if let Some(found) = found.ok().filter(|found| found.used == words.len()) {
                self.undoing.push((at, found.node));
            }
        }
    }

    /// By node: a path there can cross one of these edges, when conditions are left aside. Fan-out and catch edges
    /// count, modules are entered and left as paths do.
    pub(super) fn arriving(&self, edges: &[EdgeIdx]) -> Vec<bool> {
        // Three places a node: standing at it, its own exits, its catch edges. Exits and catch edges are shared by all
        // nodes that inherit them, so the arcs stay as many as nodes and edges.
        let stand = |node: NodeIdx| node.0 as usize * 3;
        let mut arcs: Vec<(usize, usize)> = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        for (at, node) in self.nodes.entries() {
            let here = stand(at);
            arcs.push((here + 2, here));
            arcs.extend(node.exits_of.map(|from| (stand(from) + 1, here)));
            arcs.extend(node.around.map(|module| (stand(module) + 2, here + 2)));
            for (place, exits) in [(here + 1, &node.own), (here + 2, &node.catches)] {
                arcs.extend(exits.iter().map(|exit| (stand(self.entered(exit.to)), place)));
                // The edges are in source order.
                if exits.iter().any(|exit| edges.binary_search(&exit.edge).is_ok()) {
                    open.push(place);
                }
            }
        }
        arcs.sort_unstable();
        let mut seen = vec![false; self.nodes.len() * 3];
        while let Some(place) = open.pop() {
            let Some(mark) = seen.get_mut(place).filter(|mark| !**mark) else { continue };
            *mark = true;
            let first = arcs.partition_point(|(to, _)| *to < place);
            let into = arcs.iter().skip(first).take_while(|(to, _)| *to == place);
            open.extend(into.map(|(_, from)| *from));
        }
        seen.into_iter().step_by(3).collect()
    }

    /// The node a path comes to stand at when it arrives at `node`.
    fn entered(&self, node: NodeIdx) -> NodeIdx {
        let mut at = node;
        while let Some(child) = self.entry(at) {
            at = child;
        }
        at
    }
}

impl Rights {
    /// What an ancestor may read its children may read, unless their own edges say something else.
    fn seen_from(&self, itself: bool) -> Right<'_> {
        Right { read: &self.read, write: if itself { &self.write } else { &Fields::None } }
    }
}

fn find_by(list: &[(ContextIdx, Rights)], context: ContextIdx) -> Option<usize> {
    list.binary_search_by_key(&context, |(known, _)| *known).ok()
}

/// The rights to a context in a list ordered by context, made if there are none.
fn rights_to(list: &mut Vec<(ContextIdx, Rights)>, context: ContextIdx) -> &mut Rights {
    let at = list.partition_point(|(known, _)| *known < context);
    if list.get(at).is_none_or(|(known, _)| *known != context) {
        list.insert(at, (context, Rights::default()));
    }
    #[allow(clippy::indexing_slicing, reason = "made above where there was none")]
    &mut list[at].1
}

/// Marks the nodes an edge leads to.
fn mark_entered(entered: &mut Table<NodeIdx, bool>, edge: &Edge) {
    entered[edge.target] = true;
    if edge.arrow == Some(Arrow::Both) {
        entered[edge.source] = true;
    }
}

fn first_segment(path: &str) -> Arc<str> {
    path.split('.').next().unwrap_or(path).into()
}

fn is_declared_start(node: &Node) -> bool {
    node.class == Class::Init || node.annotation(&["start"]).is_some()
}

fn is_named_start(node: &Node) -> bool {
    node.name.eq_ignore_ascii_case("start")
}

impl EdgeControl {
    fn of(edge: &Edge) -> Self {
        let class = match edge.kind {
            EdgeKind::Catch => Some(EdgeClass::Catch),
            EdgeKind::Control => Some(match &edge.condition {
                _ if edge.annotation(FORKS).is_some() || edge.annotation(MAPS).is_some() => EdgeClass::Fanout,
                Some(condition) if condition.expr.is_ok() => EdgeClass::Conditional,
                Some(_) => EdgeClass::Guarded,
                None => EdgeClass::Plain,
            }),
            _ => None,
        };
        let written = edge.annotation(&["priority"]).and_then(|annotation| annotation.value.as_ref());
        EdgeControl {
            class,
            auto: edge.annotation(&["auto"]).is_some(),
            priority: written.or_else(|| edge.attribute("priority")).map_or(NO_PRIORITY, priority),
            fan_out: None,
            join: None,
        }
    }
}

const NO_PRIORITY: i64 = 100;

fn priority(value: &Value) -> i64 {
    match value {
        Value::Num(number) => *number as i64,
        Value::Str(word) => match word.to_ascii_lowercase().as_str() {
            "high" => 1,
            "medium" | "normal" => 50,
            "low" => 200,
            number => number.parse().unwrap_or(NO_PRIORITY),
        },
        _ => NO_PRIORITY,
    }
}
