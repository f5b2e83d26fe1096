//! Declarations of nodes.

use super::{Parser, Place, T};
use crate::diagnostic::Diagnostic;
use crate::syntax::tree::{Annotation, Item, Named, Node};
use crate::text::Span;

/// Type words that have a meaning. As a target, `word name` declares a node only with one of these.
pub(super) const BUILT_IN_TYPES: [&str; 15] = [
    "task", "state", "init", "end", "context", "data", "input", "output", "result", "entity", "resource", "concept",
    "tool", "type", "style",
];

impl Parser<'_> {
    /// A declaration; one that an arrow follows becomes part of an edge.
    pub(super) fn node(&mut self, leading: Vec<Annotation>, items: &mut Vec<Item>) {
        let errors = self.errors;
        let first = self.here();
        let typed = self.same_line_kind(self.pos + 1) == Some(T::Ident);
        let kind = if typed { Some(self.ident()) } else { None };
        let mut names = vec![self.named(first)];
        while self.is(T::Comma) && self.list_goes_on(self.pos + 1) {
            self.pos += 1;
            names.push(self.named(first));
        }
        let mut node = Node { leading, kind, names, block: None, span: self.since(first) };
        if self.tok_at(self.pos).is_some_and(|tok| !tok.first) && self.segment_starts() {
            let leading = std::mem::take(&mut node.leading);
            return self.edge(leading, Some(node), items);
        }
        self.skip_junk(errors);
        if self.is(T::OpenBrace) {
            self.node_block(&mut node);
        }
        self.eat(T::Semicolon);
        node.span = self.since(first);
        items.push(Item::Node(node));
    }

    /// The block of a declaration; the current token is its `{`.
    pub(super) fn node_block(&mut self, node: &mut Node) {
        if let [.., before, last] = node.names.as_slice() {
            let name = last.name.span.of(self.text);
            let mut report =
                Diagnostic::error("block-after-list", self.here(), format!("this block only applies to `{name}`"))
                    .hint("declare the nodes one by one");
            let comma = Span { start: before.span.end, end: last.span.start };
            if comma.of(self.text).trim() == "," {
                let kind = node.kind.map_or("", |kind| kind.span.of(self.text));
                let gap = if kind.is_empty() { "" } else { " " };
                report = report.fix("split the declarations", comma, format!("; {kind}{gap}"));
            }
            self.report(report);
        }
        let kind = node.kind.map_or("", |kind| kind.span.of(self.text));
        let place = if kind.eq_ignore_ascii_case("style") { Place::Style } else { Place::Node };
        node.block = self.block(place);
    }

    /// True if the name at `at`, behind a comma, is one more of the list before it.
    pub(super) fn list_goes_on(&self, at: usize) -> bool {
        let Some(behind) = self.after_name(at) else { return false };
        if self.kind_at(behind).is_some_and(|kind| matches!(kind, T::Colon | T::Less)) {
            return false;
        }
        let next_line = self.tok_at(at).is_some_and(|tok| tok.first);
        match self.same_line_kind(behind) {
            Some(T::Ident) => self.aggregates_at(behind),
            Some(T::At) => !self.is_at(self.after_annotations(behind), T::Colon),
            Some(_) => !(next_line && self.arrow_at(behind)),
            None => true,
        }
    }

    fn named(&mut self, declaration: Span) -> Named {
        let name = self.name();
        let mut named = Named { span: name.span, name, title: None, annotations: Vec::new() };
        loop {
            let title = named.title.is_none() && self.is_string_at(self.pos) && !self.string_of_next_line_arrow();
            if title {
                named.title = Some(self.text());
            } else if !self.trailing_annotations(declaration, &mut named.annotations) {
                break;
            }
        }
        named.span = self.since(named.span);
        named
    }

    /// A string that starts a line and has an arrow behind it is the multiplicity of a new edge.
    fn string_of_next_line_arrow(&self) -> bool {
        self.tok_at(self.pos).is_some_and(|tok| tok.first) && self.arrow_at(self.pos + 1)
    }
}
