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
    /// The annotation that style nodes select by.
    Selector(Arc<str>),
}

/// How a place names something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// It declares it.
    Declaration,
    /// It uses it in an edge, a note, a type, a value or an annotation.
    Name,
    /// It uses it in the list of fields of an access label.
    Listed,
    /// It uses it in a condition.
    Condition,
    /// It uses it in a placeholder of a text.
    Template,
    /// It uses it as a string or a key, in the script of a stub or in a value.
    Text,
}

/// One word that names something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Use {
    /// The word.
    pub span: Span,
    /// Where the dotted name begins that the word ends or is part of.
    pub start: u32,
    /// What it represents.
    pub target: Target,
    /// How.
    pub role: Role,
    /// The block it is resolved from.
    pub scope: Option<NodeIdx>,
}
