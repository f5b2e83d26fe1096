//! The state of a lowering in progress.

use super::NodeTypes;
use crate::diagnostic::Diagnostic;

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
