//! A picture as statements of Graphviz: what there is once in the types of graphviz-rust, nodes and edges as text.

use std::sync::Arc;

use graphviz_rust::dot_structures::{
    Attribute, Edge as DotEdge, EdgeTy, GraphAttributes, Node as DotNode, NodeId, Stmt, Subgraph, Vertex,
};

use crate::machine::model::{Class, Edge, EdgeIdx, NodeIdx, first_segment};
use crate::quick::{Map, Set};
use crate::view::back_edges;
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
use crate::view::plan::{Plan, Shape};
use crate::view::print::Printer;
use crate::view::quote::{self, Markup};
use crate::view::style::{self, StyleTarget};

/// The DOT text of a picture; of the flow alone, where the rail is a drawing of its own.
pub fn write(picture: &Picture) -> String {
    let dot = Dot::new(picture);
    let mut out = dot.begin();
    dot.defaults(&mut out);
    dot.nodes(None, &mut out);
    if dot.plan.fit.is_none() {
        dot.last_rank(&mut out);
    }
    dot.note_lines(false, &mut out);
    for (at, edge) in dot.plan.edges() {
        if !dot.is_in_rail(edge) {
            dot.edge(at, edge, &mut out);
        }
    }
    dot.dependencies(&mut out);
    dot.lead_to_exits(&mut out);
    dot.finish(out)
}

/// The DOT text of the rail: its cards in a column.
pub fn write_rail(picture: &Picture) -> String {
    let dot = Dot::new(picture);
    let mut out = dot.begin();
    out.line();
    out.text.markup("graph[id=\"rail\" class=\"tl-machine\" bgcolor=\"transparent\" fontname=\"Helvetica\" ");
    out.text.markup("fontsize=\"12\" nodesep=\"0.26\" pad=\"0.1\" ranksep=\"0.13\"]");
    out.end();
    dot.default_looks(&mut out);
    let mut column: Vec<&str> = Vec::new();
    for at in dot.plan.rail.iter().copied() {
        column.push(&dot.plan.machine.nodes[at].id);
        dot.leaf(at, &mut out);
        for (note, _) in dot.plan.notes().filter(|(_, target)| *target == at) {
            column.push(&dot.plan.machine.nodes[note].id);
            dot.note(note, &mut out);
        }
    }
    for pair in column.windows(2) {
        dot.order(pair, &mut out);
    }
    dot.note_lines(true, &mut out);
    for (at, edge) in dot.plan.edges() {
        if dot.is_in_rail(edge) {
            dot.edge(at, edge, &mut out);
        }
    }
    dot.finish(out)
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
    // Those of the rail stand with it.
    for (note, target) in plan.notes().filter(|(_, target)| !plan.is_in_rail(*target)) {
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
    doors: Doors,
    /// Edges that no rank follows from.
    back_edges: Set<EdgeIdx>,
}

/// How an edge joins the box of a container.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Door {
    /// It leads out.
    Exit,
    /// It leads in.
    Entry,
    /// It stays inside.
    Inner,
}

/// Where edges enter the boxes of containers, and where they leave them.
struct Doors {
    /// The step at which a box is entered, and that which is its only last one.
    entry: Map<NodeIdx, NodeIdx>,
    exit: Map<NodeIdx, NodeIdx>,
    /// Boxes that edges enter at a point, because no step is their first.
    anchored: Set<NodeIdx>,
    /// The last steps of boxes that have several: edges leave from a point below all of them.
    last: Vec<(NodeIdx, Vec<NodeIdx>)>,
}

impl Doors {
    fn of(plan: &Plan) -> Self {
        let mut doors =
            Self { entry: Map::default(), exit: Map::default(), anchored: Set::default(), last: Vec::new() };
        let is_box = |at: NodeIdx| plan.shape(at) == Shape::Cluster;
        let ends: Vec<(NodeIdx, NodeIdx)> = plan.edges().map(|(_, edge)| plan.ends(edge)).collect();
        let leads = plan.edges().filter(|(_, edge)| edge.kind.is_transition());
        let mut ways: Map<NodeIdx, Vec<NodeIdx>> = Map::default();
        leads.for_each(|(_, edge)| ways.entry(edge.source).or_default().push(plan.place(edge.target)));
        for (_, documented) in plan.notes().filter(|(_, target)| is_box(*target)) {
            doors.enter(plan, documented);
        }
        for (source, target) in ends {
            for (at, other) in [(source, target), (target, source)].into_iter().filter(|(at, _)| is_box(*at)) {
                if plan.is_within(other, at) {
                    doors.anchored.insert(at);
                } else {
                    doors.enter(plan, at);
                }
            }
            if is_box(source)
                && !plan.is_within(target, source)
                && !doors.exit.contains_key(&source)
                && !doors.leaves_below(source)
            {
                match last_steps(plan, source, &ways).as_slice() {
                    [] => {}
                    [only] => {
                        doors.exit.insert(source, *only);
                    }
                    several => {
                        doors.last.push((source, several.to_vec()));
                    }
                }
            }
        }
        doors
    }

    /// True for a box that edges leave from a point below all of it.
    fn leaves_below(&self, container: NodeIdx) -> bool {
        self.last.iter().any(|(known, _)| *known == container)
    }

    fn enter(&mut self, plan: &Plan, container: NodeIdx) {
        match first_step(plan, container) {
            Some(step) => {
                self.entry.insert(container, step);
            }
            None => {
                self.anchored.insert(container);
            }
        }
    }
}

/// The drawn step at which a container is entered.
fn first_step(plan: &Plan, container: NodeIdx) -> Option<NodeIdx> {
    let mut at = container;
    while plan.shape(at) == Shape::Cluster {
        at = plan.machine.control.entry(at)?;
    }
    plan.is_drawn(at).then_some(at)
}

/// The drawn steps of a container that lead to no other of it; all of them where each leads to one.
fn last_steps(plan: &Plan, container: NodeIdx, ways: &Map<NodeIdx, Vec<NodeIdx>>) -> Vec<NodeIdx> {
    let machine = plan.machine;
    let up = |at: NodeIdx| std::iter::successors(Some(at), |at| machine.nodes[*at].parent);
    let leads_on = |step: NodeIdx| {
        let around = up(step).take_while(|at| *at != container);
        let targets = |at: NodeIdx| ways.get(&at).into_iter().flatten().copied().filter(move |target| *target != at);
        around.flat_map(targets).any(|target| target != container && plan.is_within(target, container))
    };
    let is_step = |at: &NodeIdx| {
        let drawn = matches!(plan.shape(*at), Shape::Leaf | Shape::Folded) && !plan.is_in_rail(*at);
        drawn && machine.nodes[*at].class.is_executable()
    };
    let steps: Vec<NodeIdx> = inside(plan, container).into_iter().filter(is_step).collect();
    let last: Vec<NodeIdx> = steps.iter().copied().filter(|step| !leads_on(*step)).collect();
    if last.is_empty() { steps } else { last }
}

/// All nodes of a container, those of inner ones among them.
fn inside(plan: &Plan, container: NodeIdx) -> Vec<NodeIdx> {
    let mut all: Vec<NodeIdx> = plan.below(Some(container)).collect();
    let mut next = 0;
    while let Some(at) = all.get(next).copied() {
        all.extend(plan.below(Some(at)));
        next += 1;
    }
    all
}

impl<'a> Dot<'a> {
    fn new(picture: &'a Picture<'a>) -> Self {
        let plan = &picture.plan;
        Self {
            picture,
            plan,
            node: node_defaults(plan),
            edge: edge_defaults(plan),
            notes: notes_by_place(plan),
            across: goes_across(plan),
            doors: Doors::of(plan),
            back_edges: back_edges::find(plan),
        }
    }

    fn begin(&self) -> Printer {
        let machine = self.plan.machine;
        let mut out = Printer::default();
        // About the size of most drawings: growing would copy the text again and again.
        out.text =
            Markup::with_capacity(machine.nodes.len() * 700 + machine.edges.len() * 300, self.plan.palette.ink_soft);
        out.text.markup("digraph \"machine\"");
        out.open();
        out
    }

    fn finish(&self, mut out: Printer) -> String {
        out.close();
        out.text.markup("\n");
        out.text.finish()
    }

    /// True for an edge within a rail that is a drawing of its own.
    fn is_in_rail(&self, edge: &Edge) -> bool {
        self.plan.fit.is_some() && self.plan.is_in_rail(self.plan.place(edge.source))
    }
}

impl Dot<'_> {
    fn default_looks(&self, out: &mut Printer) {
        let listed = |paint: &Paint| attributes(paint.iter().map(|(name, value)| (name.word(), &**value)));
        out.print(&Stmt::GAttribute(GraphAttributes::Node(listed(&self.node))));
        out.print(&Stmt::GAttribute(GraphAttributes::Edge(listed(&self.edge))));
    }

    /// The contexts, tools and types at the end of a drawing that holds them too.
    fn last_rank(&self, out: &mut Printer) {
        if self.plan.rail.is_empty() {
            return;
        }
        out.line();
        out.text.markup("subgraph \"rail\"");
        out.open();
        out.line();
        out.text.markup("graph[rank=\"sink\"]");
        out.end();
        for at in self.plan.rail.iter().copied() {
            self.leaf(at, out);
        }
        let ids: Vec<&str> = self.plan.rail.iter().map(|at| &*self.plan.machine.nodes[*at].id).collect();
        for pair in ids.windows(2) {
            self.order(pair, out);
        }
        out.close();
        out.end();
        for (note, target) in self.plan.notes() {
            if self.plan.is_in_rail(target) {
                self.note(note, out);
            }
        }
    }

    /// Keeps two nodes in their order.
    fn order(&self, pair: &[&str], out: &mut Printer) {
        if let [one, next] = pair {
            let id = |name: &str| Vertex::N(NodeId(quote::string(name), None));
            let ty = EdgeTy::Pair(id(one), id(next));
            out.print(&Stmt::Edge(DotEdge { ty, attributes: attributes([("style", "invis")]) }));
        }
    }

    /// Puts the point from which edges leave a box below its last steps.
    fn lead_to_exits(&self, out: &mut Printer) {
        for (container, last) in &self.doors.last {
            let exit = ["exit:", &self.plan.machine.nodes[*container].id].concat();
            for step in last {
                self.order(&[&self.plan.machine.nodes[*step].id, &exit], out);
            }
        }
    }

    fn note(&self, note: NodeIdx, out: &mut Printer) {
        let documented = &self.plan.machine.nodes[note];
        let mut look = look::of_note(self.plan.palette);
        style::apply(&mut look, &documented.style, StyleTarget::Node);
        out.line();
        out.text.string(&[&documented.id]);
        begin(&mut out.text, "n", note.0, &["tl-note"]);
        let label: More = (Name::Label, &|out| html(out, |out| card::write_note(out, self.plan, documented)));
        paint(&mut out.text, &look.paint, None, &self.node, &[label]);
        out.end();
    }

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
        self.default_looks(out);
    }

    /// The nodes below `parent`, then the notes that document one of them.
    fn nodes(&self, parent: Option<NodeIdx>, out: &mut Printer) {
        for at in self.plan.below(parent) {
            match self.plan.shape(at) {
                Shape::Hidden => {}
                Shape::Leaf | Shape::Folded => self.leaf(at, out),
                Shape::Cluster => self.cluster(at, out),
            }
        }
        let machine = self.plan.machine;
        let place = parent.map_or(machine.nodes.len(), |parent| parent.0 as usize);
        for &(note, target) in self.notes.get(place).into_iter().flatten() {
            self.note(note, out);
            if self.plan.shape(target) != Shape::Cluster {
                self.stand_beside(target, note, out);
            }
        }
        self.ranks(parent, out);
    }

    /// Puts a note beside the node that it documents.
    fn stand_beside(&self, node_at: NodeIdx, note: NodeIdx, out: &mut Printer) {
        let id = |at: NodeIdx| &*self.plan.machine.nodes[at].id;
        let rank = Stmt::GAttribute(GraphAttributes::Graph(attributes([("rank", "same")])));
        let stmts = vec![rank, node(id(node_at), Vec::new()), node(id(note), Vec::new())];
        let id = quote::string(&["beside:", id(note)].concat());
        out.print(&Stmt::Subgraph(Subgraph { id, stmts }));
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
        self.look(at, self.plan.letter(at), &self.node, &marks, out);
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
        self.look(at, self.plan.letter(at), &Paint::new(), &marks, out);
        if self.doors.anchored.contains(&at) {
            out.print(&node(&["anchor:", path].concat(), attributes(HIDDEN_POINT)));
        }
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
        if self.doors.leaves_below(at) {
            out.print(&node(&["exit:", path].concat(), attributes(HIDDEN_POINT)));
        }
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

    /// The lines of the notes of a rail that is a drawing of its own, or of all others.
    ///
    /// A note stands right of its node, the next one left of it.
    fn note_lines(&self, of_rail: bool, out: &mut Printer) {
        let in_rail = |at: NodeIdx| self.plan.fit.is_some() && self.plan.is_in_rail(at);
        let mut counts: Map<NodeIdx, usize> = Map::default();
        for (note, target) in self.plan.notes().filter(|(_, target)| in_rail(*target) == of_rail) {
            let count = counts.entry(target).or_insert(0);
            *count += 1;
            let is_right = *count % 2 == 1 && !of_rail;
            let is_box = self.plan.shape(target) == Shape::Cluster;
            out.line();
            if is_right {
                self.end(&mut out.text, target, None, Door::Entry);
                out.text.markup(" -> ");
            }
            out.text.string(&[&self.plan.machine.nodes[note].id]);
            if !is_right {
                out.text.markup(" -> ");
                self.end(&mut out.text, target, None, Door::Entry);
            }
            out.text.markup(" [color=\"");
            out.text.markup(self.plan.palette.note_line);
            // In one rank the line keeps both beside each other; elsewhere it has no say in the layout.
            let beside = !is_box && !of_rail && !self.plan.is_in_rail(target);
            out.text.markup(if beside { "\" dir=\"none\"" } else { "\" constraint=\"false\" dir=\"none\"" });
            out.text.markup(" style=\"dotted\"");
            out.text.markup(if beside { " weight=\"20\"]" } else { "]" });
            out.end();
        }
    }

    /// The attribute at whose row an edge can end.
    fn port<'a>(&self, at: NodeIdx, attribute: Option<&'a str>) -> Option<&'a str> {
        let has_row = |name: &&str| self.plan.has_rows(at) && self.plan.has_port(at, name);
        attribute.map(first_segment).filter(has_row)
    }

    /// Where an edge at `at` begins or ends.
    fn end(&self, out: &mut Markup, at: NodeIdx, attribute: Option<&str>, door: Door) {
        let id = |at: NodeIdx| &*self.plan.machine.nodes[at].id;
        let port = self.port(at, attribute);
        if self.plan.shape(at) != Shape::Cluster {
            out.string(&[id(at)]);
        } else if port.is_some() {
            out.string(&["fields:", id(at)]);
        } else {
            let step = match door {
                Door::Exit => self.doors.exit.get(&at),
                Door::Entry => self.doors.entry.get(&at),
                Door::Inner => None,
            };
            match step {
                Some(step) => out.string(&[id(*step)]),
                None if door == Door::Exit && self.doors.leaves_below(at) => out.string(&["exit:", id(at)]),
                None => out.string(&["anchor:", id(at)]),
            }
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
        let (source, target) = self.plan.ends(edge);
        let mut tail = (source, edge.source_attribute.as_deref(), &edge.source_multiplicity);
        let mut head = (target, edge.target_attribute.as_deref(), &edge.target_multiplicity);
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
        self.ends(text, (tail.0, tail.1), (head.0, head.1));
        text.markup(" ");
        begin(text, "e", at.0, &marks.look.classes);
        paint(text, &marks.look.paint, marks.run.color, &self.edge, &more);
        out.end();
    }

    /// Both ends of an edge.
    fn ends(&self, out: &mut Markup, tail: (NodeIdx, Option<&str>), head: (NodeIdx, Option<&str>)) {
        let stays = self.plan.is_within(head.0, tail.0) || self.plan.is_within(tail.0, head.0);
        let [exit, entry] = if stays { [Door::Inner; 2] } else { [Door::Exit, Door::Entry] };
        self.end(out, tail.0, tail.1, exit);
        out.markup(" -> ");
        self.end(out, head.0, head.1, entry);
    }

    /// Adds what keeps an edge from being drawn over another one or under the head of a container.
    fn place(&self, at: EdgeIdx, edge: &Edge, look: &mut Look) {
        let plan = self.plan;
        let leads = edge.kind.is_transition();
        let (source, target) = plan.ends(edge);
        let stops = self.stops(target, edge.target_attribute.as_deref(), source);
        if leads && stops && look.paint.get(Name::MinLen).is_none() {
            look.set(Name::MinLen, "2");
        }
        if self.back_edges.contains(&at) && look.paint.get(Name::Constraint).is_none() {
            look.set(Name::Constraint, "false");
        }
        if source == target && plan.shape(source) != Shape::Cluster && plan.is_other_loop(at) {
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
            let (source, target) = (self.plan.place(dependency.source), self.plan.place(dependency.target));
            if self.plan.fit.is_some() && self.plan.is_in_rail(source) {
                continue;
            }
            let more: [More; 3] = [
                (Name::Label, &|out| html(out, |out| edge_label::write_use(out, self.plan, &dependency.of))),
                (Name::Lhead, &|out| self.border(out, Name::Lhead, target, None, source)),
                (Name::Ltail, &|out| self.border(out, Name::Ltail, source, None, target)),
            ];
            out.line();
            self.ends(&mut out.text, (source, None), (target, None));
            out.text.markup(" ");
            begin(&mut out.text, "d", position as u32, &look.classes);
            paint(&mut out.text, &look.paint, None, &self.edge, &more);
            out.end();
        }
    }
}
