//! A stand-in for the model: nodes of one text by simple name, as far as schemas need it.

use tracklight::schema::{Lowered, NodeType, NodeTypes, Role, lower};
use tracklight::syntax::tree::{Item, Node, Tree};

/// A parsed text whose nodes are found by name.
pub struct Machine {
    tree: Tree,
    strict: bool,
}

impl Machine {
    /// Parses a text without syntax errors.
    pub fn new(text: &str) -> Self {
        let tree = tracklight::syntax::parse(text);
        assert!(tree.diagnostics.is_empty(), "{text}: {:?}", tree.diagnostics);
        Machine { strict: text.contains("@StrictMode"), tree }
    }

    fn node(&self, name: &str) -> Option<&Node> {
        self.tree.items.iter().find_map(|item| match item {
            Item::Node(node) if self.tree.str(node.names[0].name.span) == name => Some(node),
            _ => None,
        })
    }

    /// The lowered node of a name.
    pub fn lower(&self, name: &str) -> Lowered {
        lower(&self.find("", name).expect("a declared node"), self)
    }

    /// What is wrong with a node, as `code text` lines with the text that is underlined.
    pub fn said(&self, name: &str) -> Vec<String> {
        let said = self.lower(name).diagnostics;
        said.iter().map(|one| format!("{} {}", one.code, self.tree.str(one.span))).collect()
    }
}

impl NodeTypes for Machine {
    fn find(&self, _from: &str, name: &str) -> Option<NodeType<'_>> {
        let node = self.node(name)?;
        let attributes = node.block.iter().flat_map(|block| &block.items).filter_map(|item| match item {
            Item::Attribute(attribute) => Some(attribute),
            _ => None,
        });
        Some(NodeType {
            id: self.tree.str(node.names[0].name.span),
            title: node.names[0].title.as_ref().map(|title| &*title.value),
            tree: &self.tree,
            attributes: attributes.collect(),
            annotations: node.leading.iter().chain(&node.names[0].annotations).collect(),
            role: match self.tree.str(node.kind.map(|kind| kind.span).unwrap_or_default()) {
                "input" => Some(Role::Input),
                "output" => Some(Role::Output),
                "context" => Some(Role::State),
                _ => None,
            },
        })
    }

    fn strict(&self) -> bool {
        self.strict
    }
}
