//! Statements of Graphviz as text, into one buffer: the bytes of graphviz-rust's printer, which makes a new text of
//! every part and took half the time of a drawing.

use graphviz_rust::dot_structures::{
    Attribute, Edge, EdgeTy, Graph, GraphAttributes, Id, Node, NodeId, Port, Stmt, Subgraph, Vertex,
};

/// The text of a graph, one statement a line.
pub fn print(graph: &Graph) -> String {
    let (word, id, stmts) = match graph {
        Graph::DiGraph { id, stmts, .. } => ("digraph ", id, stmts),
        Graph::Graph { id, stmts, .. } => ("graph ", id, stmts),
    };
    let mut out = Printer { text: String::new(), indent: 0 };
    out.text.push_str(word);
    out.block(id, stmts);
    out.text.push('\n');
    out.text
}

struct Printer {
    text: String,
    indent: usize,
}

impl Printer {
    fn block(&mut self, id: &Id, stmts: &[Stmt]) {
        self.id(id);
        self.text.push_str(" {");
        self.indent += 2;
        for stmt in stmts {
            self.line();
            self.stmt(stmt);
            self.text.push(';');
        }
        self.indent -= 2;
        self.line();
        self.text.push('}');
    }

    fn line(&mut self) {
        self.text.push('\n');
        for _ in 0..self.indent {
            self.text.push(' ');
        }
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
                        self.text.push_str(" -> ");
                    }
                    self.vertex(vertex);
                }
                if !attributes.is_empty() {
                    self.text.push(' ');
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
                self.text.push_str(word);
                self.attributes(attributes);
            }
        }
    }

    fn subgraph(&mut self, subgraph: &Subgraph) {
        self.text.push_str("subgraph ");
        self.block(&subgraph.id, &subgraph.stmts);
    }

    fn vertex(&mut self, vertex: &Vertex) {
        match vertex {
            Vertex::N(node) => self.node(node),
            Vertex::S(subgraph) => self.subgraph(subgraph),
        }
    }

    fn attributes(&mut self, attributes: &[Attribute]) {
        for (at, attribute) in attributes.iter().enumerate() {
            self.text.push(if at == 0 { '[' } else { ' ' });
            self.attribute(attribute);
        }
        if !attributes.is_empty() {
            self.text.push(']');
        }
    }

    fn attribute(&mut self, Attribute(name, value): &Attribute) {
        self.id(name);
        self.text.push('=');
        self.id(value);
    }

    fn node(&mut self, NodeId(id, port): &NodeId) {
        self.id(id);
        if let Some(Port(port, compass)) = port {
            if let Some(port) = port {
                self.text.push(':');
                self.id(port);
            }
            if let Some(compass) = compass {
                self.text.push(':');
                self.text.push_str(compass);
            }
        }
    }

    fn id(&mut self, id: &Id) {
        match id {
            Id::Html(text) | Id::Escaped(text) | Id::Plain(text) => self.text.push_str(text),
            Id::Anonymous(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
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
        let port = NodeId(string("a"), Some(Port(Some(string("v_x")), Some("n".into()))));
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
        let graph = Graph::DiGraph { id: string("machine"), strict: false, stmts };
        let mut context = PrinterContext::default();
        context.with_semi().with_inline_size(0);
        assert_eq!(print(&graph), format!("{}\n", graph.print(&mut context)));
    }
}
