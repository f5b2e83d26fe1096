//! Paths of the other files and the names they export.

use super::{MOST, Offers};
use crate::machine::classify::declared;
use crate::machine::files::written_in;
use crate::machine::model::Class;
use crate::service::Range;
use crate::syntax::tree::{Block, Item, Name, Symbol, Tree};
use crate::text::Span;

impl Offers<'_> {
    /// The names that the file of the import around the offset exports.
    pub(super) fn symbols(&mut self, chain: &[Span]) {
        let tree = &self.machine.tree;
        let Some(files) = &self.machine.files else { return };
        let import = tree.items.iter().find_map(|item| match item {
            Item::Import(import) if import.span.touches(self.word.start) => Some(import),
            _ => None,
        });
        let Some(path) = import.and_then(|import| import.path.as_ref()) else { return };
        let Ok(target) = files.resolve(files.entry(), &path.value) else { return };
        let Some(file) = tree.files.iter().find(|file| file.path == *target) else { return };
        let mut names = Vec::new();
        let mut items = file.items.as_slice();
        for span in chain {
            let Some(block) = block_of(tree, items, tree.str(*span)) else { return };
            items = &block.items;
        }
        exported(tree, items, &mut names);
        let mut offered: Vec<&str> = Vec::new();
        for (name, kind) in names {
            if self.fits(name) && offered.len() < MOST && !offered.contains(&name) {
                offered.push(name);
                self.add("symbol", name, name, kind);
            }
        }
    }

    /// The paths of the other files, as they are written here.
    pub(super) fn paths(&mut self, typed: Span) {
        let Some(files) = &self.machine.files else { return };
        let tree = &self.machine.tree;
        let next = tree.tokens.partition_point(|token| token.span.start < typed.start);
        let string = next.checked_sub(1).and_then(|at| tree.tokens.get(at)).map_or(typed, |token| token.span);
        let raw = tree.str(string);
        let closed = raw.len() > 1 && raw.chars().next().is_some_and(|quote| raw.ends_with(quote));
        let quotes = if typed.is_empty() && string.end < typed.start { "\"" } else { "" };
        let end = if quotes.is_empty() { (string.end - u32::from(closed)).max(typed.end) } else { typed.end };
        self.word = Span { start: typed.start, end };
        self.range = Range::of(tree, self.word);
        self.prefix = tree.str(typed);
        for (path, _) in files.texts() {
            let path = written_in(files.entry(), path);
            self.add("file", &path, &format!("{quotes}{path}{quotes}"), "");
        }
    }
}

/// The block of the node of that name.
fn block_of<'t>(tree: &Tree, items: &'t [Item], name: &str) -> Option<&'t Block> {
    items.iter().find_map(|item| match item {
        Item::Node(node) => {
            let last = node.names.last().filter(|named| tree.str(named.name.span) == name);
            last.and(node.block.as_ref())
        }
        Item::Header(header) => block_of(tree, &header.block.as_ref()?.items, name),
        _ => None,
    })
}

/// The names of the nodes of a file, or of a block of one, with their types.
fn exported<'t>(tree: &'t Tree, items: &'t [Item], names: &mut Vec<(&'t str, &'t str)>) {
    let first = |name: &'t Name| name.segments.first().map_or("", |word| tree.str(word.span));
    for item in items {
        match item {
            Item::Header(header) => {
                if let Some(block) = &header.block {
                    exported(tree, &block.items, names);
                }
            }
            Item::Node(node) => {
                let kind = node.kind.map_or("", |kind| tree.str(kind.span));
                if !matches!(declared(kind), Some(Class::Note | Class::Style)) {
                    names.extend(node.names.iter().map(|named| (first(&named.name), kind)));
                }
            }
            Item::Edge(edge) => {
                let targets = edge.segments.iter().flat_map(|segment| &segment.targets);
                names.extend(edge.sources.iter().chain(targets).map(|name| (first(name), "")));
            }
            Item::Import(import) => {
                let local = |symbol: &'t Symbol| symbol.alias.or(symbol.name.segments.last().copied());
                names.extend(import.symbols.iter().filter_map(local).map(|word| (tree.str(word.span), "imported")));
            }
            _ => {}
        }
    }
}
