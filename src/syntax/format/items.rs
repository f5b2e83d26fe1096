//! Files, imports, the header, declarations and attributes.

use super::printer::{Printer, Seq, first, head, start};
use crate::syntax::parser::MACHINE_ONLY;
use crate::syntax::tree::{Annotation, Attribute, Block, Edge, Header, Import, Item, Named, Node, Symbol, TokenKind};
use crate::text::Span;

/// What is set apart by blank lines: imports, the header, all other items.
fn part(item: &Item) -> u8 {
    match item {
        Item::Import(_) => 0,
        Item::Header(header) if !header.keyword.is_empty() => 1,
        _ => 2,
    }
}

impl<'t> Printer<'t> {
    /// All items of the tree.
    pub fn file(&mut self) {
        let items = &self.tree.items;
        let mut before = None;
        for (at, item) in items.iter().enumerate() {
            let from = start(item);
            self.gap = before.is_some_and(|before| before != part(item)) && !self.has_blank(self.done, from);
            before = Some(part(item));
            self.item(item, items.get(at + 1));
            self.trail(items.get(at + 1).map_or(u32::MAX, start));
        }
    }

    /// One item, and a `;` where it would go on in the `next` one, which starts a line.
    pub fn item(&mut self, item: &'t Item, next: Option<&Item>) {
        match item {
            Item::Import(import) => self.import(import),
            Item::Header(header) => self.header(header, next.is_some()),
            Item::Node(node) => self.node(node, next.is_some_and(begins_with_arrow)),
            Item::Edge(edge) => self.edge(edge, next.is_some_and(begins_with_arrow)),
            Item::Attribute(attribute) => self.attribute(attribute, next.is_some()),
            Item::Error(span) => {
                self.lead(span.start, span.end);
                self.source(*span);
                self.done = span.end;
            }
        }
    }

    fn import(&mut self, import: &'t Import) {
        self.lead(import.span.start, import.span.end);
        self.push("import ");
        let tokens = self.between(import.span.start, import.span.end);
        let brace = |kind| tokens.iter().find(|token| token.kind == kind).map_or(import.span, |token| token.span);
        self.group(Seq::Symbols(&import.symbols), brace(TokenKind::OpenBrace).to(brace(TokenKind::CloseBrace)), 0);
        if let Some(path) = &import.path {
            self.push(" from ");
            self.source(path.span);
        }
        self.done = import.span.end;
    }

    pub fn symbol(&mut self, symbol: &Symbol) {
        self.name(&symbol.name);
        if let Some(alias) = &symbol.alias {
            self.push(" as ");
            self.source(alias.span);
        }
    }

    fn header(&mut self, header: &'t Header, is_followed: bool) {
        if header.keyword.is_empty() {
            return self.lone_annotations(header, is_followed);
        }
        let declaration = header.keyword.start;
        let leading = leading(&header.annotations, declaration);
        let printed = self.lines_above(leading, declaration, false);
        let rest = header.annotations.get(printed..).unwrap_or_default();
        let head = header.block.as_ref().map_or(header.span.end, |block| block.span.start);
        self.lead(first(rest, declaration), head);
        self.push("machine");
        if let Some(title) = &header.title {
            self.push(" ");
            self.source(title.span);
        }
        self.annotations(rest);
        if let Some(block) = header.block.as_ref().filter(|block| self.holds_something(block)) {
            self.push(" ");
            self.group(Seq::Items(&block.items), block.span, 0);
        }
        self.done = header.span.end;
    }

    /// Annotations of the machine that lead nothing; without a `;` they would lead what follows.
    fn lone_annotations(&mut self, header: &'t Header, is_followed: bool) {
        self.lead(header.span.start, header.span.end);
        for (at, annotation) in header.annotations.iter().enumerate() {
            if at > 0 {
                self.push(" ");
            }
            self.annotation(annotation);
        }
        self.push(if is_followed { ";" } else { "" });
        self.done = header.span.end;
    }

    fn node(&mut self, node: &'t Node, is_before_arrow: bool) {
        let declaration = node.span.start;
        // They belong to every name of a list, and to the machine only where they lead.
        let stay = node.names.len() > 1
            || self.would_be_header(node)
            || node.leading.iter().any(|annotation| self.is_machine_only(annotation));
        let printed = self.lines_above(&node.leading, declaration, stay);
        let rest = node.leading.get(printed..).unwrap_or_default();
        let end = node.names.last().map_or(node.span.end, |named| named.span.end);
        let head = node.block.as_ref().map_or(end, |block| block.span.start);
        self.lead(first(rest, declaration), head);
        let rest = if stay { self.before(rest) } else { rest };
        self.declaration(node, rest);
        if let Some(block) = node.block.as_ref().filter(|block| self.holds_something(block)) {
            self.push(" ");
            self.group(Seq::Items(&block.items), block.span, 0);
        } else if is_before_arrow && rest.is_empty() && could_be_sources(node) {
            self.push(";");
        }
        self.done = node.span.end;
    }

    /// Type, names, titles and annotations, `moved` behind the title.
    pub fn declaration(&mut self, node: &'t Node, moved: &'t [Annotation]) {
        if let Some(kind) = &node.kind {
            self.source(kind.span);
            self.push(" ");
        }
        for (at, named) in node.names.iter().enumerate() {
            if at > 0 {
                self.push(", ");
            }
            self.name(&named.name);
            let on_next_line = at == 0 && self.would_be_header(node);
            if on_next_line && !named.annotations.is_empty() {
                self.newline(1);
                self.annotations(&named.annotations);
            }
            if let Some(title) = &named.title {
                self.push(" ");
                self.source(title.span);
            }
            self.annotations(moved);
            if !on_next_line {
                self.annotations(&named.annotations);
            }
        }
    }

    /// True if its title, or an annotation on the line of its first name, would make it a header.
    fn would_be_header(&self, node: &Node) -> bool {
        let is_header_word = |named: &Named| self.is_header_word(named.name.span);
        node.kind.is_none() && node.names.first().is_some_and(is_header_word)
    }

    /// True for what would be a header if a title or an annotation came next.
    fn is_header_word(&self, name: Span) -> bool {
        self.is_root() && self.tree.str(name) == "machine"
    }

    /// An attribute, or an entry of a map.
    pub fn attribute(&mut self, attribute: &'t Attribute, is_followed: bool) {
        let declaration = attribute.key.span.start;
        let printed = self.lines_above(leading(&attribute.annotations, declaration), declaration, false);
        let rest = attribute.annotations.get(printed..).unwrap_or_default();
        let head = attribute.value.as_ref().map_or(attribute.span.end, head);
        self.lead(first(rest, declaration), head);
        self.source(attribute.key.span);
        if let Some(kind) = &attribute.kind {
            self.angled(std::slice::from_ref(kind));
        }
        let would_be_header = attribute.kind.is_none() && self.is_header_word(attribute.key.span);
        let (before_value, behind) = rest.split_at(if would_be_header { 0 } else { rest.len() });
        self.annotations(before_value);
        if let Some(value) = &attribute.value {
            self.push(": ");
            self.value(value, 0);
        }
        self.annotations(behind);
        // Free text goes on behind a comma.
        if is_followed && self.last() == Some(',') {
            self.push(";");
        }
        self.done = self.done.max(attribute.span.end);
    }

    /// False for a block that prints as nothing.
    pub fn holds_something(&self, block: &Block) -> bool {
        !block.items.is_empty() || self.peek(block.span.end).is_some()
    }

    fn is_machine_only(&self, annotation: &Annotation) -> bool {
        let name = self.tree.str(annotation.name.span);
        MACHINE_ONLY.iter().any(|word| word.eq_ignore_ascii_case(name))
    }

    /// Annotations before something on its line.
    pub fn before(&mut self, annotations: &'t [Annotation]) -> &'t [Annotation] {
        for annotation in annotations {
            self.annotation(annotation);
            self.push(" ");
        }
        &[]
    }

    /// Prints the annotations that have lines of their own above a declaration, all of them if they `stay`
    /// above. Gives how many.
    pub fn lines_above(&mut self, leading: &'t [Annotation], declaration: u32, stay: bool) -> usize {
        if self.flat {
            return 0;
        }
        let next = |at: usize| leading.get(at).map_or(declaration, |annotation| annotation.span.start);
        let ends_line = |printer: &Self, at: usize| {
            leading.get(at).is_some_and(|annotation| !printer.on_one_line(annotation.span.end, next(at + 1)))
        };
        let count = match stay {
            true => leading.len(),
            false => (0..leading.len()).rev().find(|at| ends_line(self, *at)).map_or(0, |at| at + 1),
        };
        let mut at = 0;
        while at < count {
            let mut last = at;
            while last + 1 < count && !ends_line(self, last) {
                last += 1;
            }
            let Some([line @ .., end]) = leading.get(at..=last) else { break };
            self.lead(next(at), end.span.end);
            self.before(line);
            self.annotation(end);
            self.done = self.done.max(end.span.end);
            at = last + 1;
            self.trail(next(at));
        }
        count
    }
}

/// True for an edge that starts at the enclosing node: on a line of its own it goes on with what is open above.
fn begins_with_arrow(item: &Item) -> bool {
    let Item::Edge(Edge { sources, annotations, span, .. }) = item else { return false };
    sources.is_empty() && leading(annotations, span.start).is_empty()
}

/// True for bare names, the last perhaps with a multiplicity.
fn could_be_sources(node: &Node) -> bool {
    let [before @ .., last] = node.names.as_slice() else { return false };
    node.kind.is_none()
        && last.annotations.is_empty()
        && before.iter().all(|named| named.title.is_none() && named.annotations.is_empty())
}

/// The annotations that stand before a declaration.
pub(super) fn leading(annotations: &[Annotation], declaration: u32) -> &[Annotation] {
    let count = annotations.partition_point(|annotation| annotation.span.start < declaration);
    annotations.get(..count).unwrap_or_default()
}
