//! What lowering looks nodes up in, and its state while it is in progress.

use super::Role;
use crate::diagnostic::Diagnostic;
use crate::syntax::tree::{Annotation, Attribute, Tree};

/// A node as schemas see it. Its parts are in one tree; declarations of one node are already merged.
#[derive(Clone)]
pub struct NodeType<'a> {
    /// Full path.
    pub id: &'a str,
    /// Title, where it has one.
    pub title: Option<&'a str>,
    /// The text it is in.
    pub tree: &'a Tree,
    /// Its attributes in order, of equal names the last.
    pub attributes: Vec<&'a Attribute>,
    /// Its annotations in order.
    pub annotations: Vec<&'a Annotation>,
    /// The role of a context; `None` for every other node.
    pub role: Option<Role>,
}

/// The nodes that names in types resolve to.
pub trait NodeTypes {
    /// The node that `name`, written at the node with id `from`, means.
    fn find(&self, from: &str, name: &str) -> Option<NodeType<'_>>;
    /// True if undeclared fields are not allowed.
    fn strict(&self) -> bool;
}

/// Lowering in progress.
pub(super) struct Expansion<'a> {
    pub(super) nodes: &'a dyn NodeTypes,
    pub(super) diagnostics: Vec<Diagnostic>,
    /// Ids of the nodes being expanded, outermost first.
    pub(super) stack: Vec<String>,
    /// Fields made in place so far.
    pub(super) made: usize,
    /// Types inside types at the moment.
    pub(super) depth: usize,
    /// The first name that was cut in the current type.
    pub(super) cut: Option<String>,
}

impl<'a> Expansion<'a> {
    pub(super) fn new(nodes: &'a dyn NodeTypes) -> Self {
        Expansion { nodes, diagnostics: Vec::new(), stack: Vec::new(), made: 0, depth: 0, cut: None }
    }
}
