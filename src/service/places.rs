//! Where a name is declared, and where it is used.

use crate::machine::model::Machine;
use crate::service::{Range, Uses};

/// Where the thing named at a UTF-16 offset is declared.
///
/// A node leads to the name in its declaration, a created one to its first use, a field to its key, a note to its
/// target, and an annotation that style nodes select by to the first of those.
pub fn definition(machine: &Machine, uses: &Uses, offset: u32) -> Option<Range> {
    let tree = &machine.tree;
    let found = uses.at(tree.lines.byte(&tree.text, offset))?;
    Some(Range::of(tree, uses.declaration(machine, &found.target)?))
}

/// Every use of the thing named at a UTF-16 offset, its declarations among them, in text order.
pub fn references(machine: &Machine, uses: &Uses, offset: u32) -> Vec<Range> {
    let tree = &machine.tree;
    let Some(found) = uses.at(tree.lines.byte(&tree.text, offset)) else { return Vec::new() };
    uses.of_target(&found.target).map(|one| Range::of(tree, one.span)).collect()
}
