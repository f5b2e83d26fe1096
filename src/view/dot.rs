//! A picture as statements of Graphviz: what there is once in the types of graphviz-rust, nodes and edges as text.

use std::sync::Arc;

use graphviz_rust::dot_structures::{
    Attribute, Edge as DotEdge, EdgeTy, GraphAttributes, Node as DotNode, NodeId, Stmt, Subgraph, Vertex,
};

use crate::machine::model::{Class, Edge, EdgeIdx, EdgeKind, NodeIdx};
use crate::view::card;
use crate::view::edge_label;
use crate::view::grid;
use crate::view::heading;
use crate::view::label::{port_name, wrapped};
use crate::view::look::{self, Look};
use crate::view::marks::NodeMarks;
use crate::view::options::{Direction, Theme};
use crate::view::paint::{Name, Paint};
use crate::view::picture::Picture;
use crate::view::plan::{Plan, Shape, first_segment};
use crate::view::print::Printer;
use crate::view::quote::{self, Markup};
use crate::view::style::{self, StyleTarget};

/// The DOT text of a picture.
pub fn write(picture: &Picture) -> String {
    let plan = &picture.plan;
    let dot = Dot {
        picture,
        plan,
        node: node_defaults(plan),
        edge: edge_defaults(plan),
        notes: notes_by_place(plan),
        across: goes_across(plan),
    };
    let mut out = Printer::default();
    // About the size of most drawings: growing would copy the text again and again.
    out.text =
        Markup::with_capacity(plan.machine.nodes.len() * 700 + plan.machine.edges.len() * 300, plan.palette.ink_soft);
    out.text.markup("digraph \"machine\"");
    out.open();
    dot.defaults(&mut out);
    dot.nodes(None, &mut out);
    dot.note_lines(&mut out);
    for (at, edge) in picture.plan.edges() {
        dot.edge(at, edge, &mut out);
    }
    dot.dependencies(&mut out);
    out.close();
    out.text.markup("\n");
    out.text.finish()
}

/// Values that need no statement of their own on a node.
fn node_defaults(plan: &Plan) -> Paint {
    Paint::from([
        (Name::Color, plan.palette.plain_line.into()),
        (Name::FillColor, plan.palette.plain_fill.into()),
        (Name::FontColor, plan.palette.ink.into()),
        (Name::FontName, "Helvetica".into()),
        (Name::FontSize, "12".into()),
        (Name::Height, "0".into()),
        (Name::Margin, "0".into()),
        (Name::PenWidth, look::NODE_WIDTH.into()),
        (Name::Shape, "box".into()),
        (Name::Style, "filled,rounded".into()),
        (Name::Width, "0".into()),
    ])
}

fn edge_defaults(plan: &Plan) -> Paint {
    Paint::from([
        (Name::ArrowSize, "0.75".into()),
        (Name::Color, plan.palette.edge.into()),
        (Name::FontColor, plan.palette.ink.into()),
        (Name::FontName, "Helvetica".into()),
        (Name::FontSize, "11".into()),
        (Name::PenWidth, look::EDGE_WIDTH.into()),
        (Name::Weight, "2".into()),
    ])
}

/// The attributes of a point that only the layout sees.
const HIDDEN_POINT: [(&str, &str); 4] = [("height", "0.01"), ("shape", "point"), ("style", "invis"), ("width", "0.01")];

fn attributes<'a>(attributes: impl IntoIterator<Item = (&'static str, &'a str)>) -> Vec<Attribute> {
    let attributes = attributes.into_iter();
    attributes.map(|(name, value)| Attribute(quote::word(name), quote::string(value))).collect()
}

fn node(name: &str, attributes: Vec<Attribute>) -> Stmt {
    Stmt::Node(DotNode { id: NodeId(quote::string(name), None), attributes })
}

/// True for a drawing from left to right, or from right to left.
fn goes_across(plan: &Plan) -> bool {
    if let Some(direction) = plan.options.direction {
        return direction == Direction::LR;
    }
    let mut look = Look::default();
    style::apply(&mut look, &plan.machine.style, StyleTarget::Machine);
    look.paint.get(Name::RankDir).is_some_and(|word| matches!(&**word, "LR" | "RL"))
}

fn notes_by_place(plan: &Plan) -> Vec<Vec<(NodeIdx, NodeIdx)>> {
    let root = plan.machine.nodes.len();
    let mut places = vec![Vec::new(); root + 1];
    for (note, target) in plan.notes() {
        let place = plan.machine.nodes[target].parent.map_or(root, |parent| parent.0 as usize);
        if let Some(notes) = places.get_mut(place) {
            notes.push((note, target));
        }
    }
    places
}

/// An attribute outside the look: its name, and what writes its value.
type More<'a> = (Name, &'a dyn Fn(&mut Markup));

/// Begins a list of attributes with `id` and `class`.
fn begin(out: &mut Markup, letter: &'static str, number: u32, classes: &[&'static str]) {
    out.markup("[id=\"");
    out.markup(letter);
    out.number(number);
    for (at, class) in classes.iter().enumerate() {
        out.markup(if at == 0 { "\" class=\"" } else { " " });
        out.markup(class);
    }
    out.markup("\"");
}

/// Ends a list of attributes with a look, leaving out what `defaults` say already, and with `more` in its place among
/// the names. A `color` replaces that of the look.
fn paint(out: &mut Markup, paint: &Paint, color: Option<&'static str>, defaults: &Paint, mut more: &[More]) {
    let mut defaults = defaults.iter();
    let mut default = defaults.next();
    for (name, value) in paint.iter() {
        while let Some((one, rest)) = more.split_first()
            && one.0 < name
        {
            one.1(out);
            more = rest;
        }
        while default.is_some_and(|(other, _)| other < name) {
            default = defaults.next();
        }
        let color = color.filter(|_| name == Name::Color);
        if color.is_some() || default != Some((name, value)) {
            out.markup(name.opening());
            out.string(&[color.unwrap_or(value)]);
        }
    }
    more.iter().for_each(|one| one.1(out));
    out.markup("]");
}

/// Writes a HTML-like label, if `fill` writes something.
fn html(out: &mut Markup, fill: impl FnOnce(&mut Markup) -> bool) {
    let start = out.len();
    out.markup(" label=<");
    if fill(out) {
        out.markup(">");
    } else {
        out.drop_from(start);
    }
}

struct Dot<'a> {
    picture: &'a Picture<'a>,
    plan: &'a Plan<'a>,
    /// What holds for every node that says nothing else.
    node: Paint,
    /// What holds for every edge that says nothing else.
    edge: Paint,
    /// The notes to draw inside each node, by its index, and at the end those outside of all; with what they document.
    notes: Vec<Vec<(NodeIdx, NodeIdx)>>,
    /// Drawn from left to right.
    across: bool,
}

impl Dot<'_> {
    fn defaults(&self, out: &mut Printer) {
        let mut look = Look::default();
        for (name, value) in [
            (Name::BgColor, "transparent"),
            (Name::Compound, "true"),
            (Name::FontName, "Helvetica"),
            (Name::FontSize, "12"),
            (Name::NodeSep, "0.26"),
            (Name::Pad, "0.1"),
            (Name::RankDir, "TB"),
            (Name::RankSep, "0.4"),
        ] {
            look.set(name, value);
        }
        if self.plan.options.theme == Theme::Dark {
            look.set(Name::FontColor, self.plan.palette.ink);
        }
        style::apply(&mut look, &self.plan.machine.style, StyleTarget::Machine);
        if let Some(direction) = self.plan.options.direction {
            look.set(Name::RankDir, direction.word());
        }
        out.line();
        out.text.markup("graph[id=\"machine\" class=\"tl-machine\"");
        let label: More = (Name::Label, &|out| {
            let start = out.len();
            html(out, |out| heading::write(out, self.plan));
            if out.len() > start {
                out.markup(" labelloc=\"t\"");
            }
        });
        paint(&mut out.text, &look.paint, None, &Paint::new(), &[label]);
        out.end();
        let listed = |paint: &Paint| attributes(paint.iter().map(|(name, value)| (name.word(), &**value)));
        out.print(&Stmt::GAttribute(GraphAttributes::Node(listed(&self.node))));
        out.print(&Stmt::GAttribute(GraphAttributes::Edge(listed(&self.edge))));
    }

    /// The nodes below `parent`, then the notes that document one of them.
    fn nodes(&self, parent: Option<NodeIdx>, out: &mut Printer) {
        for at in self.plan.below(parent) {
            match self.plan.shape(at) {
                Shape::Hidden => {}
                Shape::Leaf => self.leaf(at, out),
                Shape::Cluster => self.cluster(at, out),
            }
        }
        let machine = self.plan.machine;
        let place = parent.map_or(machine.nodes.len(), |parent| parent.0 as usize);
        for &(note, target) in self.notes.get(place).into_iter().flatten() {
            let documented = &machine.nodes[note];
            let mut look = look::of_note(self.plan.palette);
            style::apply(&mut look, &documented.style, StyleTarget::Node);
            out.line();
            out.text.string(&[&documented.id]);
            begin(&mut out.text, "n", note.0, &["tl-note"]);
            let label: More = (Name::Label, &|out| html(out, |out| card::write_note(out, self.plan, documented)));
            paint(&mut out.text, &look.paint, None, &self.node, &[label]);
            out.end();
            debug_assert!(self.plan.is_drawn(target));
        }
        self.ranks(parent, out);
    }

    /// The rails of a grid, each linked to the next, and what shares a rank.
    fn ranks(&self, parent: Option<NodeIdx>, out: &mut Printer) {
        let machine = self.plan.machine;
        let path: &str = parent.map_or("", |parent| &machine.nodes[parent].id);
        let mut rails: Vec<NodeId> = Vec::new();
        for rank in grid::ranks(self.plan, parent) {
            let mut inner = vec![Stmt::GAttribute(GraphAttributes::Graph(attributes([("rank", rank.word)])))];
            if rank.railed {
                let name = format!("rail:{path}:{}", rank.name);
                inner.push(node(&name, attributes(HIDDEN_POINT)));
                rails.push(NodeId(quote::string(&name), None));
            }
            inner.extend(rank.members.iter().map(|at| node(&machine.nodes[*at].id, Vec::new())));
            let id = quote::string(&format!("rank_{path}:{}", rank.name));
            out.print(&Stmt::Subgraph(Subgraph { id, stmts: inner }));
        }
        for pair in rails.windows(2) {
            if let [one, next] = pair {
                let ty = EdgeTy::Pair(Vertex::N(one.clone()), Vertex::N(next.clone()));
                out.print(&Stmt::Edge(DotEdge { ty, attributes: attributes([("style", "invis")]) }));
            }
        }
    }

    fn leaf(&self, at: NodeIdx, out: &mut Printer) {
        out.line();
        out.text.string(&[&self.plan.machine.nodes[at].id]);
        let marks = self.picture.node(at);
        self.look(at, "n", &self.node, &marks, out);
    }

    fn cluster(&self, at: NodeIdx, out: &mut Printer) {
        let (machine, marks) = (self.plan.machine, self.picture.node(at));
        let path: &str = &machine.nodes[at].id;
        out.line();
        out.text.markup("subgraph ");
        out.text.string(&["cluster_", path]);
        out.open();
        out.line();
        out.text.markup("graph");
        self.look(at, "c", &Paint::new(), &marks, out);
        out.print(&node(&["anchor:", path].concat(), attributes(HIDDEN_POINT)));
        let start = out.text.len();
        out.line();
        out.text.string(&["fields:", path]);
        begin(&mut out.text, "f", at.0, &["tl-node", look::class_word(machine.nodes[at].class)]);
        out.text.markup(" fillcolor=\"");
        out.text.markup(self.plan.palette.panel);
        out.text.markup("\" label=<");
        if card::write_fields(&mut out.text, self.plan, at, &marks) {
            out.text.markup("> style=\"filled\"]");
            out.end();
        } else {
            out.text.drop_from(start);
        }
        self.nodes(Some(at), out);
        out.close();
        out.end();
    }

    /// Ends the statement of a node or of a box with its attributes.
    fn look(&self, at: NodeIdx, letter: &'static str, defaults: &Paint, marks: &NodeMarks, out: &mut Printer) {
        begin(&mut out.text, letter, at.0, &marks.look.classes);
        let label = |out: &mut Markup| html(out, |out| card::write(out, self.plan, at, marks));
        let more: [More; 2] = [(Name::Url, &|out| self.link(out, at)), (Name::Label, &label)];
        paint(&mut out.text, &marks.look.paint, marks.run.color, defaults, &more);
        out.end();
    }

    fn link(&self, out: &mut Markup, at: NodeIdx) {
        let machine = self.plan.machine;
        let span = machine.nodes[at].name_span.filter(|_| self.plan.options.links);
        let Some(span) = span.filter(|span| machine.tree.place(*span).file.is_none()) else { return };
        out.markup(" URL=\"#L");
        out.number(machine.tree.lines.line(span.start) + 1);
        out.markup("\"");
    }

    fn note_lines(&self, out: &mut Printer) {
        for (note, target) in self.plan.notes() {
            out.line();
            out.text.string(&[&self.plan.machine.nodes[note].id]);
            out.text.markup(" -> ");
            self.end(&mut out.text, target, None);
            out.text.markup(" [color=\"");
            out.text.markup(self.plan.palette.note_line);
            out.text.markup("\" constraint=\"false\" dir=\"none\" style=\"dotted\"]");
            out.end();
        }
    }

    /// The attribute at whose row an edge can end.
    fn port<'a>(&self, at: NodeIdx, attribute: Option<&'a str>) -> Option<&'a str> {
        let has_row = |name: &&str| self.plan.has_rows(at) && self.plan.has_port(at, name);
        attribute.map(first_segment).filter(has_row)
    }

    /// Where an edge at `at` ends.
    fn end(&self, out: &mut Markup, at: NodeIdx, attribute: Option<&str>) {
        let path: &str = &self.plan.machine.nodes[at].id;
        let port = self.port(at, attribute);
        match (self.plan.shape(at), port) {
            (Shape::Cluster, Some(_)) => out.string(&["fields:", path]),
            (Shape::Cluster, None) => out.string(&["anchor:", path]),
            _ => out.string(&[path]),
        }
        if let Some(name) = port {
            out.markup(":");
            // The fields of a type have names only.
            let prefix = if self.plan.machine.nodes[at].class == Class::Type { "k_" } else { "v_" };
            out.string(&[&port_name(prefix, name)]);
        }
    }

    /// The box at whose border an edge at `at` stops, if it does, seen from the node at its `other` end.
    fn border(&self, out: &mut Markup, name: Name, at: NodeIdx, attribute: Option<&str>, other: NodeIdx) {
        if self.stops(at, attribute, other) {
            out.markup(name.opening());
            out.string(&["cluster_", &self.plan.machine.nodes[at].id]);
        }
    }

    fn stops(&self, at: NodeIdx, attribute: Option<&str>, other: NodeIdx) -> bool {
        let plan = self.plan;
        plan.shape(at) == Shape::Cluster && self.port(at, attribute).is_none() && !plan.is_within(other, at)
    }

    fn edge(&self, at: EdgeIdx, edge: &Edge, out: &mut Printer) {
        let mut marks = self.picture.edge(at, edge);
        let mut tail = (edge.source, edge.source_attribute.as_deref(), &edge.source_multiplicity);
        let mut head = (edge.target, edge.target_attribute.as_deref(), &edge.target_multiplicity);
        if self.plan.is_reversed(edge) {
            std::mem::swap(&mut tail, &mut head);
        }
        self.place(at, edge, &mut marks.look);
        let more: [More; 5] = [
            (Name::HeadLabel, &|out| self.multiplicity(out, Name::HeadLabel, head.2)),
            (Name::Label, &|out| {
                html(out, |out| edge_label::write(out, self.plan, at, &marks.lines, marks.cell.as_ref()))
            }),
            (Name::Lhead, &|out| self.border(out, Name::Lhead, head.0, head.1, tail.0)),
            (Name::Ltail, &|out| self.border(out, Name::Ltail, tail.0, tail.1, head.0)),
            (Name::TailLabel, &|out| self.multiplicity(out, Name::TailLabel, tail.2)),
        ];
        out.line();
        let text = &mut out.text;
        self.end(text, tail.0, tail.1);
        text.markup(" -> ");
        self.end(text, head.0, head.1);
        text.markup(" ");
        begin(text, "e", at.0, &marks.look.classes);
        paint(text, &marks.look.paint, marks.run.color, &self.edge, &more);
        out.end();
    }

    /// Adds what keeps an edge from being drawn over another one or under the head of a container.
    fn place(&self, at: EdgeIdx, edge: &Edge, look: &mut Look) {
        let plan = self.plan;
        let leads = matches!(edge.kind, EdgeKind::Control | EdgeKind::Catch);
        let (source, target) = (edge.source_attribute.as_deref(), edge.target_attribute.as_deref());
        let stops = self.stops(edge.source, source, edge.target) || self.stops(edge.target, target, edge.source);
        if leads && stops && look.paint.get(Name::MinLen).is_none() {
            look.set(Name::MinLen, "2");
        }
        if edge.source == edge.target && plan.shape(edge.source) == Shape::Leaf && plan.is_other_loop(at) {
            let side = if self.across { "s" } else { "w" };
            look.set(Name::HeadPort, side);
            look.set(Name::TailPort, side);
        }
    }

    fn multiplicity(&self, out: &mut Markup, name: Name, text: &Option<Arc<str>>) {
        if let Some(text) = text.as_deref().filter(|text| !text.trim().is_empty()) {
            out.markup(name.opening());
            out.label(&wrapped(text, self.plan.limits.multiplicity));
        }
    }

    fn dependencies(&self, out: &mut Printer) {
        let drawn = self.plan.dependencies();
        let look = look::of_dependency(self.plan.palette);
        for position in drawn {
            let Some(dependency) = self.plan.machine.dependencies.get(position) else { continue };
            let (source, target) = (dependency.source, dependency.target);
            let more: [More; 3] = [
                (Name::Label, &|out| html(out, |out| edge_label::write_use(out, self.plan, &dependency.of))),
                (Name::Lhead, &|out| self.border(out, Name::Lhead, target, None, source)),
                (Name::Ltail, &|out| self.border(out, Name::Ltail, source, None, target)),
            ];
            out.line();
            self.end(&mut out.text, source, None);
            out.text.markup(" -> ");
            self.end(&mut out.text, target, None);
            out.text.markup(" ");
            begin(&mut out.text, "d", position as u32, &look.classes);
            paint(&mut out.text, &look.paint, None, &self.edge, &more);
            out.end();
        }
    }
}
