//! A picture as statements of Graphviz, in the types of graphviz-rust.

use graphviz_rust::dot_structures::{
    Attribute, Edge as DotEdge, EdgeTy, Graph, GraphAttributes, Id, Node as DotNode, NodeId, Port, Stmt, Subgraph,
    Vertex,
};

use crate::machine::model::{Edge, EdgeIdx, NodeIdx};
use crate::view::grid;
use crate::view::label::{plain, port_name, wrap};
use crate::view::look::{self, Look, Paint};
use crate::view::options::Theme;
use crate::view::picture::{Picture, RunLook};
use crate::view::plan::{Plan, Shape, first_segment};
use crate::view::print::print;
use crate::view::quote::{self, Html};
use crate::view::rows;
use crate::view::style::{self, On};

/// The DOT text of a picture.
pub fn write(picture: &Picture) -> String {
    let plan = &picture.plan;
    let dot = Dot { picture, plan, node: node_defaults(plan), edge: edge_defaults(plan), notes: notes_by_place(plan) };
    let mut stmts = dot.defaults();
    dot.nodes(None, &mut stmts);
    dot.note_lines(&mut stmts);
    for (at, edge) in picture.plan.edges() {
        stmts.extend(dot.edge(at, edge));
    }
    dot.dependencies(&mut stmts);
    print(&Graph::DiGraph { id: quote::string("machine"), strict: false, stmts })
}

/// Values that need no statement of their own on a node.
fn node_defaults(plan: &Plan) -> Paint {
    Paint::from([
        ("color", plan.palette.line.into()),
        ("fillcolor", plan.palette.fill.into()),
        ("fontcolor", plan.palette.ink.into()),
        ("fontname", "Helvetica".into()),
        ("fontsize", "10".into()),
        ("margin", "0.08,0.05".into()),
        ("shape", "box".into()),
        ("style", "filled".into()),
    ])
}

fn edge_defaults(plan: &Plan) -> Paint {
    Paint::from([
        ("color", plan.palette.edge.into()),
        ("fontcolor", plan.palette.ink.into()),
        ("fontname", "Helvetica".into()),
        ("fontsize", "9".into()),
    ])
}

/// A point that only the layout sees.
fn hidden_point() -> Paint {
    Paint::from([
        ("height", "0.01".into()),
        ("shape", "point".into()),
        ("style", "invis".into()),
        ("width", "0.01".into()),
    ])
}

/// Attributes of one statement: `id` and `class` first, the others by name.
struct Attributes(Vec<Attribute>);

impl Attributes {
    fn new(id: &str, class: &str) -> Self {
        Self(vec![attribute("id", id), attribute("class", class)])
    }

    fn of(paint: &Paint) -> Self {
        let mut attributes = Self(Vec::new());
        attributes.paint(paint, None, &Paint::new(), Vec::new());
        attributes
    }

    /// Adds a look, leaving out what `defaults` say already, with `more` in its place among the names.
    fn paint(&mut self, paint: &Paint, run: Option<RunLook>, defaults: &Paint, more: Vec<(&'static str, Id)>) {
        let color = run.map(|run| run.color);
        let mut rest: Vec<(&'static str, Id)> = paint
            .iter()
            .filter(|(name, _)| *name != "color" || color.is_none())
            .filter(|(name, value)| defaults.get(name) != Some(value))
            .map(|(name, value)| (name, quote::string(value)))
            .collect();
        rest.extend(color.map(|color| ("color", quote::string(color))));
        rest.extend(more);
        rest.sort_by_key(|(name, _)| *name);
        self.0.extend(rest.into_iter().map(|(name, value)| Attribute(quote::word(name), value)));
    }
}

fn attribute(name: &'static str, value: &str) -> Attribute {
    Attribute(quote::word(name), quote::string(value))
}

fn node(name: &str, attributes: Attributes) -> Stmt {
    Stmt::Node(DotNode { id: NodeId(quote::string(name), None), attributes: attributes.0 })
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

fn join(source: NodeId, target: NodeId, attributes: Attributes) -> Stmt {
    Stmt::Edge(DotEdge { ty: EdgeTy::Pair(Vertex::N(source), Vertex::N(target)), attributes: attributes.0 })
}

fn label(html: Option<Html>) -> Vec<(&'static str, Id)> {
    html.map(|html| ("label", html.into_id())).into_iter().collect()
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
}

/// One end of an edge.
struct End {
    node: NodeId,
    /// The cluster at whose border the edge stops.
    border: Option<Id>,
}

impl Dot<'_> {
    fn defaults(&self) -> Vec<Stmt> {
        let mut look = Look::default();
        for (name, value) in [
            ("bgcolor", "transparent"),
            ("compound", "true"),
            ("fontname", "Helvetica"),
            ("fontsize", "10"),
            ("labelloc", "t"),
            ("nodesep", "0.4"),
            ("pad", "0.2"),
            ("rankdir", "TB"),
            ("ranksep", "0.5"),
        ] {
            look.set(name, value);
        }
        if self.plan.options.theme == Theme::Dark {
            look.set("fontcolor", self.plan.palette.ink);
        }
        style::apply(&mut look, &self.plan.machine.style, On::Machine);
        if let Some(direction) = self.plan.options.direction {
            look.set("rankdir", direction.word());
        }
        let mut attributes = Attributes::new("machine", "tl-machine");
        attributes.paint(&look.paint, None, &Paint::new(), label(rows::of_machine(self.plan)));
        vec![
            Stmt::GAttribute(GraphAttributes::Graph(attributes.0)),
            Stmt::GAttribute(GraphAttributes::Node(Attributes::of(&self.node).0)),
            Stmt::GAttribute(GraphAttributes::Edge(Attributes::of(&self.edge).0)),
        ]
    }

    /// The nodes below `parent`, then the notes that document one of them.
    fn nodes(&self, parent: Option<NodeIdx>, stmts: &mut Vec<Stmt>) {
        for at in self.plan.below(parent) {
            match self.plan.shape(at) {
                Shape::Hidden => {}
                Shape::Leaf => stmts.push(self.leaf(at)),
                Shape::Cluster => stmts.push(self.cluster(at)),
            }
        }
        let machine = self.plan.machine;
        let place = parent.map_or(machine.nodes.len(), |parent| parent.0 as usize);
        for &(note, target) in self.notes.get(place).into_iter().flatten() {
            let documented = &machine.nodes[note];
            let mut look = look::of_note(self.plan.options.theme);
            style::apply(&mut look, &documented.style, On::Node);
            let mut attributes = Attributes::new(&format!("n{}", note.0), "tl-note");
            let text = label(rows::of_note(self.plan, documented));
            attributes.paint(&look.paint, None, &self.node, text);
            stmts.push(node(&documented.id, attributes));
            debug_assert!(self.plan.is_drawn(target));
        }
        self.ranks(parent, stmts);
    }

    /// The rails of a grid, each linked to the next, and what shares a rank.
    fn ranks(&self, parent: Option<NodeIdx>, stmts: &mut Vec<Stmt>) {
        let machine = self.plan.machine;
        let path: &str = parent.map_or("", |parent| &machine.nodes[parent].id);
        let mut rails: Vec<NodeId> = Vec::new();
        for rank in grid::ranks(self.plan, parent) {
            let word = Attribute(quote::word("rank"), quote::string(rank.word));
            let mut inner = vec![Stmt::GAttribute(GraphAttributes::Graph(vec![word]))];
            if rank.railed {
                let name = format!("rail:{path}:{}", rank.name);
                inner.push(node(&name, Attributes::of(&hidden_point())));
                rails.push(NodeId(quote::string(&name), None));
            }
            inner.extend(rank.members.iter().map(|at| node(&machine.nodes[*at].id, Attributes(Vec::new()))));
            let id = quote::string(&format!("rank_{path}:{}", rank.name));
            stmts.push(Stmt::Subgraph(Subgraph { id, stmts: inner }));
        }
        for pair in rails.windows(2) {
            if let [one, next] = pair {
                let hidden = Paint::from([("style", "invis".into())]);
                stmts.push(join(one.clone(), next.clone(), Attributes::of(&hidden)));
            }
        }
    }

    fn leaf(&self, at: NodeIdx) -> Stmt {
        let marks = &self.picture.nodes[at];
        let mut more = label(rows::of_node(self.plan, at, marks));
        more.extend(self.link(at));
        let mut attributes = Attributes::new(&format!("n{}", at.0), &marks.look.classes.join(" "));
        attributes.paint(&marks.look.paint, marks.run, &self.node, more);
        node(&self.plan.machine.nodes[at].id, attributes)
    }

    fn cluster(&self, at: NodeIdx) -> Stmt {
        let marks = &self.picture.nodes[at];
        let path = &self.plan.machine.nodes[at].id;
        let mut more = label(rows::of_node(self.plan, at, marks));
        more.extend(self.link(at));
        let mut attributes = Attributes::new(&format!("c{}", at.0), &marks.look.classes.join(" "));
        attributes.paint(&marks.look.paint, marks.run, &Paint::new(), more);
        let mut stmts = vec![Stmt::GAttribute(GraphAttributes::Graph(attributes.0))];
        stmts.push(node(&format!("anchor:{path}"), Attributes::of(&hidden_point())));
        if let Some(fields) = rows::of_fields(self.plan, at, marks) {
            let class = self.plan.machine.nodes[at].class.word();
            let mut attributes = Attributes::new(&format!("f{}", at.0), &format!("tl-node tl-{class}"));
            attributes.paint(&Paint::from([("shape", "plain".into())]), None, &Paint::new(), label(Some(fields)));
            stmts.push(node(&format!("fields:{path}"), attributes));
        }
        self.nodes(Some(at), &mut stmts);
        Stmt::Subgraph(Subgraph { id: quote::string(&format!("cluster_{path}")), stmts })
    }

    fn link(&self, at: NodeIdx) -> Option<(&'static str, Id)> {
        let machine = self.plan.machine;
        let span = machine.nodes[at].name_span.filter(|_| self.plan.options.links)?;
        if machine.tree.place(span).file.is_some() {
            return None;
        }
        Some(("URL", quote::string(&format!("#L{}", machine.tree.lines.line(span.start) + 1))))
    }

    fn note_lines(&self, stmts: &mut Vec<Stmt>) {
        let line = Paint::from([
            ("color", self.plan.palette.note.1.into()),
            ("constraint", "false".into()),
            ("dir", "none".into()),
            ("style", "dotted".into()),
        ]);
        for (note, target) in self.plan.notes() {
            let end = self.end(target, None, note);
            let source = NodeId(quote::string(&self.plan.machine.nodes[note].id), None);
            stmts.push(join(source, end.node, Attributes::of(&line)));
        }
    }

    /// Where an edge at `at` ends, seen from the node at its `other` end.
    fn end(&self, at: NodeIdx, attribute: Option<&str>, other: NodeIdx) -> End {
        let path = &self.plan.machine.nodes[at].id;
        let port = attribute.map(first_segment).filter(|name| self.has_row(at, name));
        let port = port.map(|name| Port(Some(quote::string(&port_name("v_", name))), None));
        match (self.plan.shape(at), port) {
            (Shape::Cluster, Some(port)) => {
                End { node: NodeId(quote::string(&format!("fields:{path}")), Some(port)), border: None }
            }
            (Shape::Cluster, None) => End {
                node: NodeId(quote::string(&format!("anchor:{path}")), None),
                border: (!self.plan.is_within(other, at)).then(|| quote::string(&format!("cluster_{path}"))),
            },
            (_, port) => End { node: NodeId(quote::string(path), port), border: None },
        }
    }

    /// True if the attribute has a row with a port.
    fn has_row(&self, at: NodeIdx, name: &str) -> bool {
        self.plan.options.has_tables() && self.plan.has_port(at, name)
    }

    fn edge(&self, at: EdgeIdx, edge: &Edge) -> Option<Stmt> {
        let marks = &self.picture.edges[at];
        let source = self.end(edge.source, edge.source_attribute.as_deref(), edge.target);
        let target = self.end(edge.target, edge.target_attribute.as_deref(), edge.source);
        let mut more = label(rows::of_edge(self.plan, edge, marks));
        more.extend(source.border.map(|id| ("ltail", id)));
        more.extend(target.border.map(|id| ("lhead", id)));
        let ends = [("taillabel", &edge.source_multiplicity), ("headlabel", &edge.target_multiplicity)];
        for (name, text) in ends {
            if let Some(text) = text.as_deref().filter(|text| !text.trim().is_empty()) {
                more.push((name, self.multiplicity(text)));
            }
        }
        let mut attributes = Attributes::new(&format!("e{}", at.0), &marks.look.classes.join(" "));
        attributes.paint(&marks.look.paint, marks.run, &self.edge, more);
        Some(join(source.node, target.node, attributes))
    }

    fn multiplicity(&self, text: &str) -> Id {
        let lines: Vec<String> = wrap(&plain(text), self.plan.limits.multiplicity)
            .iter()
            .map(|line| line.iter().map(|piece| piece.text.as_str()).collect())
            .collect();
        quote::label(&lines.join("\n"))
    }

    fn dependencies(&self, stmts: &mut Vec<Stmt>) {
        for position in self.plan.dependencies() {
            let Some(dependency) = self.plan.machine.dependencies.get(position) else { continue };
            let look = look::of_dependency(self.plan.options.theme);
            let source = self.end(dependency.source, None, dependency.target);
            let target = self.end(dependency.target, None, dependency.source);
            let mut more = label(rows::of_dependency(self.plan, &dependency.reason));
            more.extend(source.border.map(|id| ("ltail", id)));
            more.extend(target.border.map(|id| ("lhead", id)));
            let mut attributes = Attributes::new(&format!("d{position}"), &look.classes.join(" "));
            attributes.paint(&look.paint, None, &self.edge, more);
            stmts.push(join(source.node, target.node, attributes));
        }
    }
}
