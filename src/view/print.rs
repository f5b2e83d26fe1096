//! A drawing as it is written, one statement a line. Statements of graphviz-rust are printed to the bytes of its own
//! printer, which makes a new text of every part; those of nodes and edges, which are most, are written as they are
//! found. Compass points are not used.

use graphviz_rust::dot_structures::{
    Attribute, Edge, EdgeTy, GraphAttributes, Node, NodeId, Port, Stmt, Subgraph, Vertex,
};

use crate::view::quote::Markup;

/// A drawing being written.
#[derive(Default)]
pub struct Printer {
    /// What is written.
    pub text: Markup,
    depth: usize,
}

impl Printer {
    /// Begins the statements of a graph whose name is written.
    pub fn open(&mut self) {
        self.text.markup(" {");
        self.depth += 1;
    }

    /// Ends them.
    pub fn close(&mut self) {
        self.depth -= 1;
        self.line();
        self.text.markup("}");
    }

    /// Begins a statement.
    pub fn line(&mut self) {
        const DEEP: &str = "\n                                ";
        self.text.markup(DEEP.get(..1 + 2 * self.depth).unwrap_or(DEEP));
        // Boxes in boxes in boxes.
        (16..self.depth).for_each(|_| self.text.markup("  "));
    }

    /// Ends a statement.
    pub fn end(&mut self) {
        self.text.markup(";");
    }

    /// A whole statement.
    pub fn print(&mut self, stmt: &Stmt) {
        self.line();
        self.stmt(stmt);
        self.end();
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Node(Node { id, attributes }) => {
                self.node(id);
                self.attributes(attributes);
            }
            Stmt::Edge(Edge { ty, attributes }) => {
                let vertices = match ty {
                    EdgeTy::Pair(source, target) => &[source, target][..],
                    EdgeTy::Chain(vertices) => &vertices.iter().collect::<Vec<_>>(),
                };
                for (at, vertex) in vertices.iter().enumerate() {
                    if at > 0 {
                        self.text.markup(" -> ");
                    }
                    self.vertex(vertex);
                }
                if !attributes.is_empty() {
                    self.text.markup(" ");
                    self.attributes(attributes);
                }
            }
            Stmt::Subgraph(subgraph) => self.subgraph(subgraph),
            Stmt::Attribute(attribute) => self.attribute(attribute),
            Stmt::GAttribute(attributes) => {
                let (word, attributes) = match attributes {
                    GraphAttributes::Graph(attributes) => ("graph", attributes),
                    GraphAttributes::Node(attributes) => ("node", attributes),
                    GraphAttributes::Edge(attributes) => ("edge", attributes),
                };
                self.text.markup(word);
                self.attributes(attributes);
            }
        }
    }

    fn subgraph(&mut self, subgraph: &Subgraph) {
        self.text.markup("subgraph ");
        self.text.value(&subgraph.id);
        self.open();
        subgraph.stmts.iter().for_each(|stmt| self.print(stmt));
        self.close();
    }

    fn vertex(&mut self, vertex: &Vertex) {
        match vertex {
            Vertex::N(node) => self.node(node),
            Vertex::S(subgraph) => self.subgraph(subgraph),
        }
    }

    fn attributes(&mut self, attributes: &[Attribute]) {
        for (at, attribute) in attributes.iter().enumerate() {
            self.text.markup(if at == 0 { "[" } else { " " });
            self.attribute(attribute);
        }
        if !attributes.is_empty() {
            self.text.markup("]");
        }
    }

    fn attribute(&mut self, Attribute(name, value): &Attribute) {
        self.text.value(name);
        self.text.markup("=");
        self.text.value(value);
    }

    fn node(&mut self, NodeId(id, port): &NodeId) {
        self.text.value(id);
        if let Some(Port(Some(port), _)) = port {
            self.text.markup(":");
            self.text.value(port);
        }
    }
}

#[cfg(test)]
mod tests {
    use graphviz_rust::dot_structures::Graph;
    use graphviz_rust::printer::{DotPrinter, PrinterContext};

    use super::*;
    use crate::view::quote::{string, word};

    fn node(name: &str) -> NodeId {
        NodeId(string(name), None)
    }

    fn edge(ty: EdgeTy, attributes: Vec<Attribute>) -> Stmt {
        Stmt::Edge(Edge { ty, attributes })
    }

    #[test]
    fn the_bytes_are_those_of_graphviz_rust() {
        let red = || Attribute(word("color"), string("red"));
        let port = NodeId(string("a"), Some(Port(Some(string("v_x")), None)));
        let inner = vec![Stmt::Node(Node { id: node("a"), attributes: vec![red(), red()] }), Stmt::Attribute(red())];
        let stmts = vec![
            Stmt::GAttribute(GraphAttributes::Graph(vec![red()])),
            Stmt::GAttribute(GraphAttributes::Node(vec![])),
            Stmt::GAttribute(GraphAttributes::Edge(vec![red()])),
            Stmt::Node(Node { id: node("b \"c\""), attributes: vec![] }),
            Stmt::Subgraph(Subgraph { id: string("cluster_s"), stmts: inner }),
            edge(EdgeTy::Pair(Vertex::N(port.clone()), Vertex::N(node("b"))), vec![red()]),
            edge(EdgeTy::Pair(Vertex::N(port), Vertex::N(node("b"))), vec![]),
            edge(EdgeTy::Chain(vec![Vertex::N(node("a")), Vertex::N(node("b")), Vertex::N(node("c"))]), vec![]),
        ];
        let mut ours = Printer::default();
        ours.text.markup("digraph \"machine\"");
        ours.open();
        stmts.iter().for_each(|stmt| ours.print(stmt));
        ours.close();
        let graph = Graph::DiGraph { id: string("machine"), strict: false, stmts };
        let mut context = PrinterContext::default();
        context.with_semi().with_inline_size(0);
        assert_eq!(ours.text.finish(), graph.print(&mut context));
    }
}
