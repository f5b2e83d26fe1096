//! What the checks share.

use std::collections::HashSet;
use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::machine::Machine;
use crate::machine::edges::Linked;
use crate::machine::lower::Extra;
use crate::machine::model::{Class, NodeIdx};
use crate::machine::table::Table;
use crate::quick::Set;
use crate::syntax::tree;
use crate::text::Span;

/// What the checks look at.
pub(in crate::machine) struct Facts<'a> {
    pub machine: &'a Machine,
    pub extras: &'a Table<NodeIdx, Extra<'a>>,
    pub segments: &'a [Linked],
    pub header: Option<Span>,
    /// The attributes of the machine as written, one per entry of it.
    pub attributes: &'a [&'a tree::Attribute],
    pub imported: &'a Set<Arc<str>>,
    /// The annotations that style nodes select, which makes their names the author's own.
    pub selectors: HashSet<&'a str>,
}

/// The annotations that style nodes select.
pub(in crate::machine) fn selectors(machine: &Machine) -> HashSet<&str> {
    let rules = machine.nodes.iter().filter(|node| node.class == Class::Style);
    rules.flat_map(|rule| rule.annotations.iter().map(|annotation| &*annotation.name)).collect()
}

/// A finding with the fix that adds an edge on a line of its own at the end of the text.
pub(super) fn add_edge(machine: &Machine, finding: Diagnostic, edge: &str) -> Diagnostic {
    let text = &machine.tree.text;
    let before = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
    finding.fix(format!("add `{edge}`"), Span::at(text.len() as u32), format!("{before}{edge}\n"))
}
