//! What a use is.

use std::sync::Arc;

use crate::machine::model::NodeIdx;
use crate::text::Span;

/// What a name refers to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// A node.
    Node(NodeIdx),
    /// An attribute of a node, or of the machine. It need not be declared: open contexts take any.
    Field(Option<NodeIdx>, Arc<str>),
    /// An event, by its name.
    Event(Arc<str>),
    /// The annotation that style nodes select by.
    Selector(Arc<str>),
}

/// How a word names something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// As its declaration.
    Declaration,
    /// In an edge, a note, a type, a value or an annotation.
    Name,
    /// In the list of fields of an access label.
    Listed,
    /// In a condition.
    Condition,
    /// In a placeholder of a text.
    Template,
    /// As a string or a key, in the script of a stub or in a value.
    Text,
}

/// One word that names something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Use {
    /// The word.
    pub span: Span,
    /// Where the dotted name begins that the word ends or is part of.
    pub start: u32,
    /// What the word refers to.
    pub target: Target,
    /// How it is used.
    pub role: Role,
    /// The block in which the name is resolved.
    pub scope: Option<NodeIdx>,
}
