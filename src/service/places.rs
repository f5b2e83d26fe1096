//! Where a name is declared, and where it is used.

use crate::machine::Machine;
use crate::service::{Place, Uses};
use crate::syntax::tree::Item;
use crate::text::Span;

/// Where the thing named at a UTF-16 offset is declared.
///
/// A node leads to the name in its declaration, a created one to its first use, an imported one to its own file, a
/// field to its key, a note to its target, an annotation that style nodes select by to the first of those, and the
/// path of an import to the start of that file.
pub fn definition(machine: &Machine, uses: &Uses, offset: u32) -> Option<Place> {
    let tree = &machine.tree;
    let offset = tree.lines.byte(&tree.text, offset);
    match uses.at(offset) {
        Some(found) => Some(Place::of(tree, uses.declaration(machine, &found.target)?)),
        None => imported_file(machine, offset),
    }
}

/// Every use in the source of the thing named at a UTF-16 offset, its declarations among them, in text order.
pub fn references(machine: &Machine, uses: &Uses, offset: u32) -> Vec<Place> {
    let tree = &machine.tree;
    let Some(found) = uses.at(tree.lines.byte(&tree.text, offset)) else { return Vec::new() };
    uses.of_target(&found.target).map(|name_use| Place::of(tree, name_use.span)).collect()
}

fn imported_file(machine: &Machine, offset: u32) -> Option<Place> {
    let files = machine.files.as_ref()?;
    let path = machine.tree.items.iter().find_map(|item| match item {
        Item::Import(import) => import.path.as_ref().filter(|path| path.span.touches(offset)),
        _ => None,
    })?;
    let target = files.resolve(files.entry(), &path.value).ok()?;
    let file = machine.tree.files.iter().find(|file| file.path == *target)?;
    Some(Place::of(&machine.tree, Span::at(file.start)))
}
