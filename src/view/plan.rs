//! Which parts of a machine are drawn, and how: decided once, before anything is written.

use std::collections::hash_map::Entry;

use crate::diagnostic::Severity;
use crate::machine::Machine;
use crate::machine::drawn::is_cluster;
use crate::machine::model::{Access, Class, Edge, EdgeIdx, EdgeKind, NodeIdx, first_segment};
use crate::machine::table::Table;
use crate::quick::{Map, Set};
use crate::syntax::tree::Arrow;
use crate::view::access::{self, Accesses};
use crate::view::crowd::Crowd;
use crate::view::fields::{self, Row, rows_of};
use crate::view::limits::Limits;
use crate::view::look;
use crate::view::options::{Data, DotOptions, Extent};
use crate::view::palette::Palette;
use crate::view::quote;
use crate::view::rail::{self, Fit};

/// How a node is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// It is not drawn.
    Hidden,
    /// As one node.
    Leaf,
    /// As a box around its children.
    Cluster,
    /// A container as one node that stands for all inside.
    Folded,
}

/// The parts of a machine that are drawn.
pub struct Plan<'a> {
    /// The machine.
    pub machine: &'a Machine,
    /// What the reader chose.
    pub options: &'a DotOptions,
    /// The colors of the theme.
    pub palette: &'static Palette,
    /// Where texts wrap.
    pub limits: Limits,
    /// Nodes that several paths can be at, judging by the machine.
    pub crowded: Crowd,
    /// What stands beside the flow, in its order.
    pub rail: Vec<NodeIdx>,
    /// How wide its cards are, where it is a drawing of its own.
    pub fit: Option<Fit>,
    in_rail: Table<NodeIdx, bool>,
    /// The node that is drawn for each.
    places: Table<NodeIdx, NodeIdx>,
    accesses: Accesses<'a>,
    /// Edges with the same ends, label and condition as one of a folded module, by that one.
    merged: Map<EdgeIdx, Vec<EdgeIdx>>,
    /// Edges that are drawn as another, or not at all.
    left_out: Set<EdgeIdx>,
    ways: Ways,
    shapes: Vec<Shape>,
    entries: Table<NodeIdx, bool>,
    endpoints: Set<(NodeIdx, &'a str)>,
    /// The declared ones among them.
    ports: Set<(NodeIdx, &'a str)>,
    problems: Problems,
}

impl<'a> Plan<'a> {
    /// Decides for every node and edge.
    ///
    /// `occupied`: the nodes at which paths are. Contexts of a folded module are drawn while one of them is inside.
    pub fn new(machine: &'a Machine, options: &'a DotOptions, occupied: &[NodeIdx]) -> Self {
        let places = places(machine, options);
        let limits = Limits::of(machine, options.is_compact());
        let is_shown = |at: &NodeIdx| {
            let module = places[*at];
            module == *at || occupied.iter().any(|node| places[*node] == module)
        };
        let rail: Vec<NodeIdx> = rail::members(machine, options).into_iter().filter(is_shown).collect();
        let mut in_rail = Table::beside(&machine.nodes, false);
        rail.iter().for_each(|at| in_rail[*at] = true);
        let mut plan = Self {
            machine,
            options,
            palette: Palette::of(options.theme),
            crowded: Crowd::of(machine),
            fit: Fit::of(machine, options, &rail, &limits),
            limits,
            rail,
            in_rail,
            accesses: if options.data == Data::Rows {
                Accesses::of(machine, |at| places[at])
            } else {
                Accesses::default()
            },
            places,
            merged: Map::default(),
            left_out: Set::default(),
            ways: Ways::of(machine),
            shapes: vec![Shape::Hidden; machine.nodes.len()],
            entries: Table::beside(&machine.nodes, false),
            endpoints: Set::default(),
            ports: Set::default(),
            problems: Problems::of(machine),
        };
        plan.find_shapes();
        plan.find_entries();
        plan.find_endpoints();
        plan.merge_edges();
        plan
    }

    /// The node that is drawn for another: the outermost folded module around it, or the node itself.
    pub fn place(&self, node: NodeIdx) -> NodeIdx {
        self.places[node]
    }

    /// True for what stands beside the flow.
    pub fn is_in_rail(&self, node: NodeIdx) -> bool {
        self.in_rail[node]
    }

    /// The id of a node in the drawing.
    pub fn id(&self, node: NodeIdx) -> String {
        quote::id(self.letter(node), node.0)
    }

    /// The first letter of that: it is the same whether a module is folded or not.
    pub fn letter(&self, node: NodeIdx) -> &'static str {
        if is_cluster(self.machine, node) { "c" } else { "n" }
    }

    /// The rows that say what a card reads and writes.
    pub fn data_rows(&self, node: NodeIdx) -> Vec<access::Row> {
        self.accesses.rows(self.machine, node)
    }

    /// The id of the cell of a declared field.
    pub fn field_cell(&self, context: NodeIdx, name: &str) -> Option<String> {
        let fields = &self.machine.contexts[self.machine.context_of(context)?].fields;
        let position = fields.iter().position(|field| *self.machine.fields[*field].name == *name)?;
        Some(fields::cell_id(context, position))
    }

    /// How much of a card in the rail is drawn; `None` where the rail is not a drawing of its own.
    pub fn extent(&self, node: NodeIdx) -> Option<Extent> {
        if self.in_rail[node] { rail::extent(self.machine, self.options, node) } else { None }
    }

    /// The columns of a name in the rows of a node, and whether types stand behind them.
    pub fn key_room(&self, node: NodeIdx) -> (usize, bool) {
        let types = !self.options.is_compact();
        match self.fit.filter(|_| self.in_rail[node]) {
            Some(fit) => (fit.key, types && fit.types),
            None => (self.limits.key, types),
        }
    }

    /// The ends of an edge in the drawing.
    pub fn ends(&self, edge: &Edge) -> (NodeIdx, NodeIdx) {
        (self.place(edge.source), self.place(edge.target))
    }

    /// The edges that are drawn as this one, beside it.
    pub fn merged(&self, at: EdgeIdx) -> &[EdgeIdx] {
        self.merged.get(&at).map_or(&[], Vec::as_slice)
    }

    /// How many steps a folded module stands for.
    pub fn steps(&self, module: NodeIdx) -> usize {
        let inside = |at: NodeIdx| at != module && self.place(at) == module;
        let nodes = self.machine.nodes.entries();
        nodes
            .filter(|(at, node)| inside(*at) && node.class.is_executable() && !self.machine.control.is_module(*at))
            .count()
    }

    /// How the node is drawn.
    pub fn shape(&self, node: NodeIdx) -> Shape {
        self.shapes.get(node.0 as usize).copied().unwrap_or(Shape::Hidden)
    }

    /// True if the node is in the drawing.
    pub fn is_drawn(&self, node: NodeIdx) -> bool {
        self.shape(node) != Shape::Hidden
    }

    /// Whether an undeclared kind of node is drawn as an entry.
    pub fn entry(&self, node: NodeIdx) -> look::Entry {
        if self.entries[node] { look::Entry::Yes } else { look::Entry::No }
    }

    /// True if an edge ends at this attribute, so that its row is always kept.
    pub fn is_endpoint(&self, node: NodeIdx, attribute: &str) -> bool {
        self.endpoints.contains(&(node, attribute))
    }

    /// True if an edge ends at this attribute and the node's table has a row for it.
    pub fn has_port(&self, node: NodeIdx, attribute: &str) -> bool {
        self.ports.contains(&(node, attribute))
    }

    /// The drawn nodes directly below `parent` (the root for `None`), without notes and what stands in the rail.
    pub fn below(&self, parent: Option<NodeIdx>) -> impl Iterator<Item = NodeIdx> + '_ {
        let machine = self.machine;
        let inner = parent.map(|parent| machine.nodes[parent].children.as_slice()).unwrap_or_default();
        // The roots are listed among all nodes, in their order. Inside a node nobody looks for them, or every box would
        // go through the whole machine.
        let listed = if parent.is_none() { machine.nodes.len() } else { 0 };
        let roots = machine.nodes.entries().take(listed).filter(|(_, node)| node.parent.is_none());
        inner.iter().copied().chain(roots.map(|(at, _)| at)).filter(|at| self.is_drawn(*at) && !self.in_rail[*at])
    }

    /// The drawn edges.
    pub fn edges(&self) -> impl Iterator<Item = (EdgeIdx, &'a Edge)> + '_ {
        self.machine.edges.entries().filter(|(at, edge)| self.is_line(*at, edge) && !self.left_out.contains(at))
    }

    /// True for an edge that is a line of the drawing, if no other stands for it.
    fn is_line(&self, at: EdgeIdx, edge: &Edge) -> bool {
        let chosen = match (edge.kind, self.options.data) {
            (EdgeKind::Data(_), Data::Hidden) => false,
            (EdgeKind::Data(_), Data::Rows) => !access::is_said(self.machine, at, edge),
            (EdgeKind::Inferred, _) => self.options.inferred,
            _ => true,
        };
        let (source, target) = self.ends(edge);
        // What leads from one part of a folded module to another is inside of it.
        let is_hidden = source == target && edge.source != edge.target;
        // Between the flow and a rail that is a drawing of its own the page draws wires.
        let is_torn = self.fit.is_some() && self.in_rail[source] != self.in_rail[target];
        chosen && !is_hidden && !is_torn && self.is_drawn(source) && self.is_drawn(target)
    }

    /// Finds the edges of folded modules that say the same.
    fn merge_edges(&mut self) {
        if self.options.fold.is_empty() {
            return;
        }
        let mut first: Map<_, EdgeIdx> = Map::default();
        for (at, edge) in self.machine.edges.entries() {
            let ends = self.ends(edge);
            if ends == (edge.source, edge.target) || !self.is_line(at, edge) {
                continue;
            }
            let condition = edge.condition.as_ref().map(|condition| (condition.kind, &*condition.text));
            let key = (ends, edge.kind.word(), edge.text(), condition.map(|(kind, text)| (kind as u8, text)));
            match first.entry(key) {
                Entry::Occupied(known) => {
                    self.merged.entry(*known.get()).or_default().push(at);
                    self.left_out.insert(at);
                }
                Entry::Vacant(new) => {
                    new.insert(at);
                }
            }
        }
    }

    /// The drawn notes with the nodes they document.
    pub fn notes(&self) -> impl Iterator<Item = (NodeIdx, NodeIdx)> + '_ {
        let notes = self.machine.nodes.entries().filter(|(_, node)| self.options.notes && node.class == Class::Note);
        let documenting = notes.filter_map(|(at, node)| Some((at, node.target.as_ref()?.0?)));
        documenting.filter(|(_, target)| self.is_drawn(*target))
    }

    /// The drawn dependencies by their position: one per pair of nodes that no edge joins.
    pub fn dependencies(&self) -> Vec<usize> {
        if !self.options.inferred || self.machine.dependencies.is_empty() {
            return Vec::new();
        }
        let pair = |a: NodeIdx, b: NodeIdx| (a.min(b), a.max(b));
        let mut joined: Set<_> = self.machine.edges.iter().map(|edge| pair(edge.source, edge.target)).collect();
        let mut drawn = Vec::new();
        for (at, dependency) in self.machine.dependencies.iter().enumerate() {
            let (source, target) = (self.place(dependency.source), self.place(dependency.target));
            let is_torn = self.fit.is_some() && self.in_rail[source] != self.in_rail[target];
            let both = !is_torn && self.is_drawn(source) && self.is_drawn(target) && source != target;
            if both && joined.insert(pair(source, target)) {
                drawn.push(at);
            }
        }
        drawn
    }

    /// The class that says how bad a node's own findings are, and those of what its rows say.
    pub fn node_problem(&self, node: NodeIdx) -> Option<&'static str> {
        let own = self.problems.nodes[node];
        let said = self.accesses.edges(node).filter_map(|edge| self.problems.edges[edge]);
        // Errors are the least of the order.
        if self.shape(node) != Shape::Folded {
            return own.into_iter().chain(said).min().map(problem_word);
        }
        let inside = self.places.entries().filter(|(_, place)| **place == node);
        inside.filter_map(|(at, _)| self.problems.nodes[at]).chain(said).min().map(problem_word)
    }

    /// The class that says how bad an edge's findings are.
    pub fn edge_problem(&self, edge: EdgeIdx) -> Option<&'static str> {
        self.problems.edges[edge].map(problem_word)
    }

    /// True if the table of a node has rows: those of a context on small screens too.
    pub fn has_rows(&self, node: NodeIdx) -> bool {
        let always = self.machine.nodes[node].class == Class::Context;
        self.options.attributes && (always || !self.options.is_compact())
    }

    /// True for an edge to a context that its source reads: contexts are drawn above their readers.
    pub fn is_reversed(&self, edge: &Edge) -> bool {
        let reads = matches!(edge.kind, EdgeKind::Data(access) if access != Some(Access::Write));
        let one_head = matches!(edge.arrow, Some(Arrow::Plain | Arrow::Long | Arrow::Fat) | None);
        let own = |key: &str| matches!(key, "dir" | "arrowhead" | "arrowtail");
        let to_context = self.machine.nodes[edge.target].class == Class::Context;
        reads && one_head && to_context && !edge.style.iter().any(|(key, _)| own(key))
    }

    /// True if several paths leave a node at once, whose targets stand in the order of the source.
    pub fn is_ordered(&self, node: NodeIdx) -> bool {
        self.ways.fan_outs[node] > 1
    }

    /// True if other control edges of a node have a condition.
    pub fn has_conditions(&self, node: NodeIdx) -> bool {
        self.ways.conditional[node]
    }

    /// True for the second, fourth … loop of a node, which is drawn at another side of it.
    pub fn is_other_loop(&self, edge: EdgeIdx) -> bool {
        self.ways.other_loops.contains(&edge)
    }

    /// True for an edge that is drawn inside of a container.
    pub fn is_inside(&self, edge: &Edge) -> bool {
        let up = |at: NodeIdx| self.machine.nodes[at].parent;
        let mut around = std::iter::successors(Some(edge.source), |at| up(*at));
        around.any(|at| self.shape(at) == Shape::Cluster && self.is_within(edge.target, at))
    }

    /// True if `inner` is `outer` or is inside it.
    pub fn is_within(&self, inner: NodeIdx, outer: NodeIdx) -> bool {
        std::iter::successors(Some(inner), |at| self.machine.nodes[*at].parent).any(|at| at == outer)
    }

    fn find_shapes(&mut self) {
        let nodes = &self.machine.nodes;
        // Parents come before their children: backwards, all children are decided first.
        for (at, node) in nodes.entries().rev() {
            let with_children = node.children.iter().any(|child| self.is_drawn(*child) && !self.in_rail[*child]);
            let shown = match node.class {
                Class::Style | Class::Note => false,
                // Not drawn in the flow.
                Class::Event => self.in_rail[at],
                Class::Context => self.options.contexts || with_children,
                _ => true,
            };
            let shape = match (shown, with_children) {
                (false, _) => Shape::Hidden,
                (true, _) if self.in_rail[at] => Shape::Leaf,
                (true, _) if self.places[at] != at => Shape::Hidden,
                (true, _) if self.options.fold.contains(&*node.id) && is_cluster(self.machine, at) => Shape::Folded,
                (true, false) => Shape::Leaf,
                (true, true) => Shape::Cluster,
            };
            if let Some(slot) = self.shapes.get_mut(at.0 as usize) {
                *slot = shape;
            }
        }
        // What stands inside something that is never drawn is not drawn either.
        for (at, node) in nodes.entries() {
            let hidden = node.parent.is_some_and(|parent| !self.is_drawn(parent)) && !self.in_rail[at];
            if let Some(slot) = self.shapes.get_mut(at.0 as usize).filter(|_| hidden) {
                *slot = Shape::Hidden;
            }
        }
    }

    fn find_entries(&mut self) {
        let mut reached = Table::beside(&self.machine.nodes, false);
        for edge in self.machine.edges.iter() {
            match edge.kind {
                EdgeKind::Control | EdgeKind::Event | EdgeKind::Timer => {
                    self.entries[edge.source] = true;
                    reached[edge.target] = true;
                    if edge.arrow == Some(Arrow::Both) {
                        reached[edge.source] = true;
                    }
                }
                EdgeKind::Catch => {
                    reached[edge.target] = true;
                }
                _ => {}
            }
        }
        for (at, reached) in reached.entries() {
            self.entries[at] &= !reached;
        }
    }

    fn find_endpoints(&mut self) {
        for edge in self.machine.edges.iter() {
            for (node, attribute) in [(edge.source, &edge.source_attribute), (edge.target, &edge.target_attribute)] {
                if let Some(name) = attribute.as_deref() {
                    self.endpoints.insert((node, first_segment(name)));
                }
            }
        }
        // An edge can end at a row that is there; the rows of a node are gone through once, however many end at it.
        let machine = self.machine;
        let mut nodes: Vec<NodeIdx> = self.endpoints.iter().map(|(node, _)| *node).collect();
        nodes.sort_unstable();
        nodes.dedup();
        for node in nodes {
            for Row { name, .. } in rows_of(machine, node) {
                if self.endpoints.contains(&(node, name)) {
                    self.ports.insert((node, name));
                }
            }
        }
    }
}

/// The node that is drawn for each: the outermost folded module around it, or the node itself.
fn places(machine: &Machine, options: &DotOptions) -> Table<NodeIdx, NodeIdx> {
    let mut places = Table::beside(&machine.nodes, NodeIdx(0));
    // Parents come before their children.
    for (at, node) in machine.nodes.entries() {
        let folded = node
            .parent
            .filter(|parent| places[*parent] != *parent || options.fold.contains(&*machine.nodes[*parent].id));
        places[at] = folded.map_or(at, |parent| places[parent]);
    }
    places
}

/// What is computed for all edges at once.
struct Ways {
    /// Nodes with a control edge that has a condition.
    conditional: Table<NodeIdx, bool>,
    /// How many fan-outs leave each node.
    fan_outs: Table<NodeIdx, u32>,
    other_loops: Set<EdgeIdx>,
}

impl Ways {
    fn of(machine: &Machine) -> Self {
        let mut conditional = Table::beside(&machine.nodes, false);
        let mut fan_outs = Table::beside(&machine.nodes, 0);
        let mut loops = Map::default();
        let mut other_loops = Set::default();
        for (at, edge) in machine.edges.entries() {
            if edge.kind == EdgeKind::Control && edge.condition.is_some() {
                conditional[edge.source] = true;
            }
            fan_outs[edge.source] += u32::from(machine.control.fan_out(at).is_some());
            if edge.source == edge.target {
                let before = loops.entry(edge.source).or_insert(0);
                if *before % 2 == 1 {
                    other_loops.insert(at);
                }
                *before += 1;
            }
        }
        Self { conditional, fan_outs, other_loops }
    }
}

fn problem_word(severity: Severity) -> &'static str {
    if severity == Severity::Error { "tl-has-error" } else { "tl-has-warning" }
}

/// The worst finding of each node and edge; each finding counts for the innermost thing around it.
struct Problems {
    nodes: Table<NodeIdx, Option<Severity>>,
    edges: Table<EdgeIdx, Option<Severity>>,
}

#[derive(Clone, Copy)]
enum Owner {
    Node(NodeIdx),
    Edge(EdgeIdx),
}

impl Problems {
    fn of(machine: &Machine) -> Self {
        let (nodes, edges) = (Table::beside(&machine.nodes, None), Table::beside(&machine.edges, None));
        let mut problems = Problems { nodes, edges };
        let mut findings: Vec<_> =
            machine.diagnostics.iter().filter(|finding| finding.severity != Severity::Info).collect();
        if findings.is_empty() {
            return problems;
        }
        findings.sort_by_key(|finding| finding.span.start);
        let nodes = machine.nodes.entries().filter_map(|(at, node)| Some((node.span?, Owner::Node(at))));
        let edges = machine.edges.entries().filter(|(_, edge)| edge.kind != EdgeKind::Inferred);
        let mut owners: Vec<_> = nodes.chain(edges.map(|(at, edge)| (edge.span, Owner::Edge(at)))).collect();
        owners.sort_by_key(|(span, _)| (span.start, std::cmp::Reverse(span.end)));
        let mut owners = owners.into_iter().peekable();
        let mut open: Vec<(u32, Owner)> = Vec::new();
        for finding in findings {
            while let Some((span, owner)) = owners.next_if(|(span, _)| span.start <= finding.span.start) {
                while open.pop_if(|(end, _)| *end <= span.start).is_some() {}
                open.push((span.end, owner));
            }
            let around = open.iter().rev().find(|(end, _)| *end >= finding.span.end);
            match around.map(|(_, owner)| *owner) {
                Some(Owner::Node(at)) => worst(&mut problems.nodes[at], finding.severity),
                Some(Owner::Edge(at)) => worst(&mut problems.edges[at], finding.severity),
                None => {}
            }
        }
        problems
    }
}

fn worst(known: &mut Option<Severity>, new: Severity) {
    // Errors are the least of the order.
    *known = Some(known.map_or(new, |known| known.min(new)));
}
