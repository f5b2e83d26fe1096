//! What of a machine is drawn, and as what: decided once, before anything is written.

use std::collections::HashSet;

use crate::diagnostic::Severity;
use crate::machine::model::{Class, Edge, EdgeIdx, EdgeKind, Machine, NodeIdx};
use crate::machine::table::Table;
use crate::syntax::tree::Arrow;
use crate::value::Value;
use crate::view::look::{Entry, Palette};
use crate::view::options::DotOptions;
use crate::view::rows;

/// How a node is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Not at all.
    Hidden,
    /// As one node.
    Leaf,
    /// As a box around its children.
    Cluster,
}

/// What of a machine is drawn.
pub struct Plan<'a> {
    /// The machine.
    pub machine: &'a Machine,
    /// What the reader chose.
    pub options: &'a DotOptions,
    /// The colours of it.
    pub palette: &'static Palette,
    /// Where texts wrap.
    pub limits: Limits,
    shapes: Vec<Shape>,
    entries: Table<NodeIdx, bool>,
    endpoints: HashSet<(NodeIdx, &'a str)>,
    /// Those of them that are declared.
    ports: HashSet<(NodeIdx, &'a str)>,
    problems: Problems,
}

/// Columns at which texts wrap, from the attributes of the machine.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// `maxNodeTitleLength`
    pub title: usize,
    /// `maxNodeDescLength`
    pub desc: usize,
    /// `maxNodePromptLength`
    pub prompt: usize,
    /// `maxAttributeKeyLength`
    pub key: usize,
    /// `maxAttributeValueLength`
    pub value: usize,
    /// `maxEdgeLabelLength`
    pub edge: usize,
    /// `maxMultiplicityLength`
    pub multiplicity: usize,
    /// `maxNoteContentLength`
    pub note: usize,
}

/// The attributes of a machine that set where texts wrap.
pub const WRAPPING: [&str; 8] = [
    "maxNodeTitleLength",
    "maxNodeDescLength",
    "maxNodePromptLength",
    "maxAttributeKeyLength",
    "maxAttributeValueLength",
    "maxEdgeLabelLength",
    "maxMultiplicityLength",
    "maxNoteContentLength",
];

impl Limits {
    fn of(machine: &Machine) -> Self {
        let [title, desc, prompt, key, value, edge, multiplicity, note] = WRAPPING;
        let limit = |name: &str, default: usize| match machine.attribute(name) {
            Some(Value::Num(number)) if *number >= 1.0 => (*number as usize).min(1000),
            _ => default,
        };
        Self {
            title: limit(title, 40),
            desc: limit(desc, 60),
            prompt: limit(prompt, 100),
            key: limit(key, 25),
            value: limit(value, 30),
            edge: limit(edge, 40),
            multiplicity: limit(multiplicity, 20),
            note: limit(note, 40),
        }
    }
}

impl<'a> Plan<'a> {
    /// Decides for every node and edge.
    pub fn new(machine: &'a Machine, options: &'a DotOptions) -> Self {
        let mut plan = Self {
            machine,
            options,
            palette: Palette::of(options.theme),
            limits: Limits::of(machine),
            shapes: vec![Shape::Hidden; machine.nodes.len()],
            entries: Table::beside(&machine.nodes, false),
            endpoints: HashSet::new(),
            ports: HashSet::new(),
            problems: Problems::of(machine),
        };
        plan.find_shapes();
        plan.find_entries();
        plan.find_endpoints();
        plan
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
    pub fn entry(&self, node: NodeIdx) -> Entry {
        if self.entries[node] { Entry::Yes } else { Entry::No }
    }

    /// True if an edge ends at this attribute, so that its row is always kept.
    pub fn is_endpoint(&self, node: NodeIdx, attribute: &str) -> bool {
        self.endpoints.contains(&(node, attribute))
    }

    /// True if an edge ends at this attribute and the node's table has a row of it.
    pub fn has_port(&self, node: NodeIdx, attribute: &str) -> bool {
        self.ports.contains(&(node, attribute))
    }

    /// The drawn nodes directly below `parent` (the root for `None`), notes left out.
    pub fn below(&self, parent: Option<NodeIdx>) -> impl Iterator<Item = NodeIdx> + '_ {
        let machine = self.machine;
        let inner = parent.map(|parent| machine.nodes[parent].children.as_slice()).unwrap_or_default();
        // The roots are listed among all nodes, in their order. Inside a node nobody looks for them, or every box would
        // go through the whole machine.
        let listed = if parent.is_none() { machine.nodes.len() } else { 0 };
        let roots = machine.nodes.entries().take(listed).filter(|(_, node)| node.parent.is_none());
        inner.iter().copied().chain(roots.map(|(at, _)| at)).filter(|at| self.is_drawn(*at))
    }

    /// The drawn edges.
    pub fn edges(&self) -> impl Iterator<Item = (EdgeIdx, &'a Edge)> + '_ {
        self.machine.edges.entries().filter(|(_, edge)| {
            let chosen = match edge.kind {
                EdgeKind::Data(_) => self.options.data,
                EdgeKind::Inferred => self.options.inferred,
                _ => true,
            };
            chosen && self.is_drawn(edge.source) && self.is_drawn(edge.target)
        })
    }

    /// The drawn notes with the nodes they document.
    pub fn notes(&self) -> impl Iterator<Item = (NodeIdx, NodeIdx)> + '_ {
        let notes = self.machine.nodes.entries().filter(|(_, node)| self.options.notes && node.class == Class::Note);
        notes.filter_map(|(at, node)| Some((at, node.target.as_ref()?.0?))).filter(|(_, target)| self.is_drawn(*target))
    }

    /// The drawn dependencies by their position: one per pair of nodes that no edge joins.
    pub fn dependencies(&self) -> Vec<usize> {
        if !self.options.inferred || self.machine.dependencies.is_empty() {
            return Vec::new();
        }
        let pair = |a: NodeIdx, b: NodeIdx| (a.min(b), a.max(b));
        let mut joined: HashSet<_> = self.machine.edges.iter().map(|edge| pair(edge.source, edge.target)).collect();
        let mut drawn = Vec::new();
        for (at, dependency) in self.machine.dependencies.iter().enumerate() {
            let (source, target) = (dependency.source, dependency.target);
            let both = self.is_drawn(source) && self.is_drawn(target) && source != target;
            if both && joined.insert(pair(source, target)) {
                drawn.push(at);
            }
        }
        drawn
    }

    /// The class that says how bad a node's own findings are.
    pub fn node_problem(&self, node: NodeIdx) -> Option<&'static str> {
        self.problems.nodes[node].map(problem_word)
    }

    /// The class that says how bad an edge's findings are.
    pub fn edge_problem(&self, edge: EdgeIdx) -> Option<&'static str> {
        self.problems.edges[edge].map(problem_word)
    }

    /// True if `inner` is `outer` or lies inside it.
    pub fn is_within(&self, inner: NodeIdx, outer: NodeIdx) -> bool {
        std::iter::successors(Some(inner), |at| self.machine.nodes[*at].parent).any(|at| at == outer)
    }

    fn find_shapes(&mut self) {
        let nodes = &self.machine.nodes;
        // Parents come before their children: backwards, all children are decided first.
        for (at, node) in nodes.entries().rev() {
            let with_children = node.children.iter().any(|child| self.is_drawn(*child));
            let shown = match node.class {
                Class::Style | Class::Note => false,
                Class::Context => self.options.contexts || with_children,
                _ => true,
            };
            let shape = match (shown, with_children) {
                (false, _) => Shape::Hidden,
                (true, false) => Shape::Leaf,
                (true, true) => Shape::Cluster,
            };
            if let Some(slot) = self.shapes.get_mut(at.0 as usize) {
                *slot = shape;
            }
        }
        // What stands inside something that is never drawn is not drawn either.
        for (at, node) in nodes.entries() {
            let hidden = node.parent.is_some_and(|parent| !self.is_drawn(parent));
            if let Some(slot) = self.shapes.get_mut(at.0 as usize).filter(|_| hidden) {
                *slot = Shape::Hidden;
            }
        }
    }

    fn find_entries(&mut self) {
        let mut reached = Table::beside(&self.machine.nodes, false);
        for edge in self.machine.edges.iter() {
            match edge.kind {
                EdgeKind::Control => {
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
            for name in rows::names(machine, node) {
                if self.endpoints.contains(&(node, name)) {
                    self.ports.insert((node, name));
                }
            }
        }
    }
}

/// The attribute of an attribute endpoint, without the walk into its value.
pub fn first_segment(path: &str) -> &str {
    path.split('.').next().unwrap_or(path)
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
                open.retain(|(end, _)| *end > span.start);
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
