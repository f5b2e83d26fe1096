//! Items, headers and imports, and where parsing continues after a bad item.

use super::{Parser, Place, T};
use crate::diagnostic::{Diagnostic, Edit, Fix};
use crate::syntax::tree::{Annotation, Block, Header, Import, Item, Symbol};
use crate::text::Span;

/// Annotations that mean something on a machine only; at root they lead the header wherever they stand.
pub(in crate::syntax) const MACHINE_ONLY: [&str; 8] =
    ["strictmode", "strict", "concurrent", "errorhandling", "retrypolicy", "always", "never", "reaches"];

impl Parser<'_> {
    /// All items up to the end of the window.
    pub(super) fn items(&mut self, place: Place) -> Vec<Item> {
        let mut items = Vec::new();
        let mut open = false;
        while let Some(tok) = self.tok_at(self.pos) {
            if matches!(tok.kind, T::Semicolon | T::Comma) {
                self.pos += 1;
                open = false;
                continue;
            }
            if open && !tok.first && matches!(tok.kind, T::Ident | T::At) {
                let message = format!("{} starts a new statement here", self.found());
                let place = Span::at(self.behind());
                self.report(Diagnostic::warning("missing-separator", tok.span, message).fix("insert `;`", place, ";"));
            }
            let (start, count) = (self.pos, items.len());
            self.item(place, &mut items);
            if self.pos == start {
                // Nothing was read: whatever stands here starts no item.
                self.bad_item(&mut items);
            }
            let before = self.toks.get(self.pos.wrapping_sub(1)).map(|tok| tok.kind);
            open = items.len() > count
                && matches!(items.last(), Some(Item::Node(_) | Item::Edge(_)))
                && !matches!(before, Some(T::Semicolon | T::CloseBrace));
            self.items_seen |= !matches!(items.last(), Some(Item::Import(_)));
        }
        items
    }

    fn item(&mut self, place: Place, items: &mut Vec<Item>) {
        let before = self.toks.get(self.pos.wrapping_sub(1)).copied();
        let first = self.tok_at(self.pos).is_some_and(|tok| tok.first);
        // What ends the item before it.
        let end = before.filter(|tok| matches!(tok.kind, T::Semicolon | T::Comma | T::CloseBrace)).map(|tok| tok.span);
        let at_start = first || end.is_some() || before.is_none_or(|tok| tok.kind == T::OpenBrace);
        let end = end.filter(|_| !first);
        let mut leading = Vec::new();
        while self.is(T::At) {
            leading.extend(self.annotation());
        }
        if let Some(end) = end.filter(|_| self.tok_at(self.pos).is_some_and(|tok| tok.first)) {
            self.detached_annotations(place, end, &leading, items.last());
        }
        let Some(kind) = self.kind().filter(|kind| !matches!(kind, T::Semicolon | T::Comma)) else {
            return self.lonely_annotations(place, end, leading, items);
        };
        if place == Place::Root && self.root_item(&mut leading, items) {
            return;
        }
        match kind {
            T::Ident => {
                if let Some(key_end) = self.attribute_starts(place) {
                    let values = if place == Place::Style { super::Values::Style } else { super::Values::Plain };
                    let attribute = self.attribute(leading, key_end, values);
                    items.push(Item::Attribute(attribute));
                } else if self.edge_starts(self.pos) {
                    self.edge(leading, None, items);
                } else {
                    self.node(leading, items);
                }
            }
            T::String | T::Template if self.arrow_at(self.pos + 1) => {
                self.edge_without_source(place, at_start || !leading.is_empty(), leading, items);
            }
            _ if self.arrow_at(self.pos) => {
                self.edge_without_source(place, at_start || !leading.is_empty(), leading, items);
            }
            _ => self.bad_item(items),
        }
    }

    /// An edge that starts at the enclosing node, if there is one.
    fn edge_without_source(&mut self, place: Place, at_start: bool, leading: Vec<Annotation>, items: &mut Vec<Item>) {
        let in_node = matches!(place, Place::Node | Place::Style);
        if in_node && at_start {
            return self.edge(leading, None, items);
        }
        let (start, errors) = (self.pos, self.errors);
        let first = self.here();
        let mut read = Vec::new();
        self.edge(leading, None, &mut read);
        let span = self.since(first);
        items.push(Item::Error(span));
        if self.errors > errors {
            return;
        }
        let arrow = self.tok_at(start + usize::from(self.is_string_at(start))).map_or(first, |tok| tok.span);
        let hint = if in_node { "end the previous statement with `;`" } else { "add the source node" };
        self.report(Diagnostic::error("edge-without-source", arrow, "this arrow has no source").hint(hint));
    }

    /// Annotations behind the `;` or `}` that ends an item, with nothing more on their line: they lead the next item.
    fn detached_annotations(&mut self, place: Place, end: Span, leading: &[Annotation], item: Option<&Item>) {
        let (Some(first), Some(last)) = (leading.first(), leading.last()) else { return };
        if place == Place::Root && leading.iter().all(|annotation| self.is_for_machine(annotation)) {
            return;
        }
        let message = format!("`@{}` belongs to the next line", first.name.span.of(self.text));
        let finding = Diagnostic::warning("detached-annotation", end.to(last.span), message);
        if let Some(finding) = self.moved_before(finding, end, first.span.to(last.span), item) {
            self.report(finding);
        }
    }

    /// Adds how annotations are given to the item that stands before them. `end`: what ends it.
    fn moved_before(
        &self,
        mut finding: Diagnostic,
        end: Span,
        written: Span,
        item: Option<&Item>,
    ) -> Option<Diagnostic> {
        let block = match item? {
            Item::Node(node) => node.block.as_ref().map(|block| block.span),
            Item::Edge(edge) => edge.block.as_ref().map(|block| block.span),
            Item::Header(header) => header.block.as_ref().map(|block| block.span),
            Item::Attribute(_) => None,
            Item::Import(_) | Item::Error(_) => return None,
        };
        let text = written.of(self.text);
        let (there, sign, insert) = match block {
            Some(block) => (block.start, "{", format!("{text} ")),
            None => (end.start, end.of(self.text), format!(" {text}")),
        };
        if block.is_none() && sign == "}" {
            return None;
        }
        if !matches!(item, Some(Item::Attribute(_))) {
            let there = Edit { span: Span::at(there), insert };
            let here = Edit { span: Span { start: end.end, end: written.end }, insert: String::new() };
            finding.fixes.push(Fix { title: format!("move it before the `{sign}`"), edits: vec![there, here] });
        }
        Some(finding.hint(format!("write it before the `{sign}` if it belongs to this one")))
    }

    /// Annotations with nothing behind them.
    fn lonely_annotations(&mut self, place: Place, end: Option<Span>, leading: Vec<Annotation>, items: &mut Vec<Item>) {
        let (Some(first), Some(last)) = (leading.first(), leading.last()) else { return };
        let (span, name) = (first.span.to(last.span), last.name.span.of(self.text));
        if place == Place::Root && leading.iter().all(|annotation| self.is_for_machine(annotation)) {
            let keyword = Span::at(span.start);
            items.push(Item::Header(Header { annotations: leading, keyword, title: None, block: None, span }));
            return;
        }
        let message = format!("`@{name}` does not apply to anything");
        let finding = Diagnostic::error("malformed-annotation", last.span, message)
            .hint("write the annotation right before or after its node or edge");
        let moved = end.and_then(|end| self.moved_before(finding.clone(), end, span, items.last()));
        self.report(moved.unwrap_or(finding));
        items.push(Item::Error(span));
    }

    fn is_for_machine(&self, annotation: &Annotation) -> bool {
        let name = annotation.name.span.of(self.text);
        MACHINE_ONLY.iter().any(|word| word.eq_ignore_ascii_case(name))
    }

    /// Headers, imports and the forms of other languages at the root. True if one was read.
    fn root_item(&mut self, leading: &mut Vec<Annotation>, items: &mut Vec<Item>) -> bool {
        let (next, on_line) = (self.kind_at(self.pos + 1), self.same_line_kind(self.pos + 1));
        match self.word_at(self.pos) {
            "machine" => {
                let untitled = matches!(next, Some(T::OpenBrace)) || matches!(on_line, Some(T::At | T::Ident));
                if self.is_string_at(self.pos + 1) || (!self.header_seen && untitled && !self.is_named_machine()) {
                    self.header(std::mem::take(leading), items);
                    return true;
                }
            }
            "import" => return self.import_item(items),
            "export" => {
                let word = self.word_at(self.pos + 1);
                let declares = ["machine", "default", "const", "class", "function"].contains(&word)
                    || super::nodes::BUILT_IN_TYPES.contains(&word);
                if on_line == Some(T::Ident) && declares {
                    let span = self.bump();
                    let form = Diagnostic::error("foreign-syntax", span, "`export` is not part of the language")
                        .hint("every node can be imported without it")
                        .fix("delete it", span, "");
                    self.report(form);
                    items.push(Item::Error(span));
                    return true;
                }
            }
            _ => {
                let titled = self.is_string_at(self.pos) && matches!(next, Some(T::OpenBrace | T::At));
                if titled && !self.header_seen {
                    self.header(std::mem::take(leading), items);
                    return true;
                }
            }
        }
        false
    }

    /// `machine o--> x` is an edge.
    fn is_named_machine(&self) -> bool {
        self.arrow_at(self.pos + 1)
    }

    fn header(&mut self, mut annotations: Vec<Annotation>, items: &mut Vec<Item>) {
        let first = annotations.first().map_or(self.here(), |annotation| annotation.span);
        let start = self.here();
        let has_keyword = self.is(T::Ident);
        let keyword = if has_keyword { self.bump() } else { Span::at(start.start) };
        let second = std::mem::replace(&mut self.header_seen, true);
        let errors = self.errors;
        let mut title = None;
        if self.is_string_at(self.pos) {
            title = Some(self.text());
            if !has_keyword {
                self.report(
                    Diagnostic::error("malformed-header", start, "missing keyword `machine`")
                        .hint("write `machine \"Title\"`")
                        .fix("insert `machine`", keyword, "machine "),
                );
            }
        } else {
            self.untitled(keyword);
        }
        self.trailing_annotations(first, &mut annotations);
        self.skip_junk(errors);
        let mut block = None;
        if self.is(T::OpenBrace) {
            block = self.block(Place::Header);
        }
        let span = self.since(first);
        self.eat(T::Semicolon);
        if second {
            let mut finding = Diagnostic::error("second-header", keyword, "a file can contain only one machine")
                .hint("keep one title; everything else belongs to the first machine");
            if annotations.is_empty() && block.is_none() {
                finding = finding.fix("delete this title", self.since(first).with_line(self.text), "");
            }
            if let Some(title) = self.lone_title {
                finding = finding.fix("delete the first title", title.with_line(self.text), "");
            }
            self.report(finding);
        }
        if annotations.is_empty() && block.is_none() {
            self.lone_title.get_or_insert(span);
        }
        items.push(Item::Header(Header { annotations, keyword, title, block, span }));
    }

    /// `machine Some words {`
    fn untitled(&mut self, keyword: Span) {
        let from = self.pos;
        self.skip_line(|kind| matches!(kind, T::OpenBrace | T::Semicolon | T::At | T::String | T::Template));
        let wrong = match self.tok_at(from) {
            Some(tok) if self.pos > from => self.since(tok.span),
            _ => keyword,
        };
        let report = Diagnostic::error("malformed-header", wrong, "the machine title must be in quotes");
        let report = report.hint("write `machine \"Title\"`");
        let report = if self.pos > from {
            let quoted = format!("\"{}\"", wrong.of(self.text).replace('\\', "\\\\").replace('"', "\\\""));
            report.fix("quote it", wrong, quoted)
        } else {
            report.fix("add a title", Span::at(keyword.end), " \"Untitled\"")
        };
        self.report(report);
    }

    /// Steps over what can not belong to a declaration, up to its block, `;` or line end. Silent if the
    /// declaration has its error already.
    pub(super) fn skip_junk(&mut self, errors_before: usize) {
        let Some(tok) = self.tok_at(self.pos).filter(|tok| !tok.first) else { return };
        let ends = matches!(tok.kind, T::Semicolon | T::Comma | T::OpenBrace | T::Ident | T::At);
        if ends || self.arrow_at(self.pos) {
            return;
        }
        if self.errors == errors_before {
            let message = format!("expected a block or the end of the declaration, found {}", self.found());
            let mut report = Diagnostic::error("unexpected-token", tok.span, message);
            let value = matches!(tok.kind, T::Number | T::WordNumber | T::String);
            if value && self.behind_annotation() {
                let written = format!("({})", tok.span.of(self.text));
                let place = Span { start: self.behind(), end: tok.span.end };
                report = report.hint("the argument of an annotation is written in parentheses").fix(
                    format!("write `{written}`"),
                    place,
                    written,
                );
            }
            self.report(report);
        }
        self.skip_line(|kind| matches!(kind, T::OpenBrace | T::Semicolon));
        let span = self.since(tok.span);
        self.raw.push(span);
    }

    /// True behind `@name`, an annotation without arguments.
    fn behind_annotation(&self) -> bool {
        let kind = |back: usize| self.pos.checked_sub(back).and_then(|at| self.kind_at(at));
        kind(1) == Some(T::Ident) && kind(2) == Some(T::At)
    }

    /// A block of items; the current token is its `{`.
    pub(super) fn block(&mut self, place: Place) -> Option<Block> {
        let (at, open) = (self.pos, self.here());
        let (inner_end, behind) = (self.closer(at).unwrap_or_else(|| self.after(at)), self.after(at));
        if self.depth >= super::MAX_DEPTH {
            self.too_deep(at);
            self.pos = behind;
            return None;
        }
        self.depth += 1;
        self.pos = at + 1;
        let outer = self.narrow(inner_end);
        let items = self.items(place);
        self.end = outer;
        self.depth -= 1;
        let close = self.closer(at).and_then(|close| self.tok_at(close)).map(|tok| tok.span);
        self.pos = behind;
        self.check_keys(items.iter().filter_map(|item| match item {
            Item::Attribute(attribute) => Some(&attribute.key),
            _ => None,
        }));
        Some(Block { open, close, items, span: self.since(open) })
    }

    /// Nothing starts here: one error, and on to the next item of the block.
    pub(super) fn bad_item(&mut self, items: &mut Vec<Item>) {
        let start = self.here();
        let mut report = Diagnostic::error(
            "unexpected-token",
            start,
            format!("expected a node, edge or attribute, found {}", self.found()),
        );
        if self.is(T::External) {
            report = report.hint("a comment starts with `//` or `# `").fix("write `//`", Span::at(start.start), "// ");
        } else if self.is_string_at(self.pos) && self.is_at(self.pos + 1, T::Colon) {
            report = report.hint("only map keys can be quoted");
        }
        self.report(report);
        self.pos = self.after(self.pos);
        while let Some(tok) = self.tok_at(self.pos) {
            if tok.kind == T::Semicolon || (tok.first && matches!(tok.kind, T::Ident | T::At)) {
                break;
            }
            self.pos = self.after(self.pos);
        }
        let span = self.since(start);
        self.raw.push(span);
        items.push(Item::Error(span));
    }

    fn import_item(&mut self, items: &mut Vec<Item>) -> bool {
        let start = self.here();
        let next = self.tok_at(self.pos + 1);
        // `*` is a stray, unless it begins an arrow, so it shows as what stands between the word and the next token.
        let star = next.is_none_or(|tok| tok.after_stray)
            && self
                .text
                .get(start.end as usize..)
                .is_some_and(|rest| rest.trim_start_matches([' ', '\t']).starts_with('*'));
        let typed = self.word_at(self.pos + 1) == "type" && self.is_at(self.pos + 2, T::OpenBrace);
        if star || typed {
            let form = if star { "import *" } else { "import type" };
            self.pos += 1;
            self.skip_line(|kind| kind == T::Semicolon);
            let span = self.since(start);
            self.raw.push(span);
            self.report(
                Diagnostic::error("foreign-syntax", span, format!("`{form}` is not part of the language"))
                    .hint("write `import { a, b } from \"file\"`"),
            );
            items.push(Item::Error(span));
            return true;
        }
        if self.imports_here() {
            let import = self.import();
            items.push(Item::Import(import));
            return true;
        }
        let broken = self.path_follows();
        if broken {
            self.pos += 1;
            let wrong = self.here();
            self.skip_line(|kind| kind == T::Semicolon);
            self.malformed_import(wrong);
            items.push(Item::Error(self.since(start)));
        }
        broken
    }

    /// `{` and the first tokens of a list of symbols, or of an empty one.
    fn imports_here(&self) -> bool {
        if !self.is_at(self.pos + 1, T::OpenBrace) {
            return false;
        }
        match self.kind_at(self.pos + 2) {
            Some(T::CloseBrace) | None => true,
            Some(T::Ident) => {
                matches!(self.kind_at(self.pos + 3), Some(T::Comma | T::CloseBrace | T::Dot))
                    || (self.word_at(self.pos + 3) == "as" && self.is_at(self.pos + 4, T::Ident))
            }
            _ => false,
        }
    }

    /// `import from`, or names and braces up to `from "…"` on this line: no node called `import` and no list of such
    /// nodes goes on like that.
    fn path_follows(&self) -> bool {
        let mut at = self.pos + 1;
        if self.same_line_kind(at).is_none() || self.is_at(at, T::Comma) || self.arrow_at(at) {
            return false;
        }
        if self.word_at(at) == "from" {
            return true;
        }
        while matches!(self.same_line_kind(at), Some(T::Ident | T::Dot | T::Comma | T::OpenBrace)) {
            // Behind a comma it is one more name, with its title; the next `import` is asked for itself.
            let in_list = self.is_at(at - 1, T::Comma);
            match self.word_at(at) {
                "from" if self.is_string_at(at + 1) && !in_list => return true,
                "import" => return false,
                _ => at = self.after(at),
            }
        }
        false
    }

    fn malformed_import(&mut self, span: Span) {
        self.report(
            Diagnostic::error("malformed-import", span, "this import is malformed")
                .hint("expected `import { a } from \"file\"`"),
        );
    }

    fn import(&mut self) -> Import {
        let start = self.bump();
        let late = self.items_seen;
        let (open, behind) = (self.pos, self.after(self.pos));
        let closed = self.closer(open);
        let outer = self.narrow(closed.unwrap_or(behind));
        self.pos = open + 1;
        let mut symbols = Vec::new();
        let mut wrong = None;
        while self.kind().is_some() {
            if self.is(T::Ident) {
                let name = self.name();
                let mut alias = None;
                if self.word_at(self.pos) == "as" && self.is_at(self.pos + 1, T::Ident) {
                    self.pos += 1;
                    alias = Some(self.ident());
                }
                symbols.push(Symbol { name, alias });
                if self.kind().is_none() || self.eat(T::Comma) {
                    continue;
                }
            }
            wrong.get_or_insert(self.here());
            if !self.is(T::Ident) {
                self.bump();
            }
        }
        self.end = outer;
        self.pos = behind;
        let mut path = None;
        if self.word_at(self.pos) == "from" && self.is_string_at(self.pos + 1) {
            self.pos += 1;
            path = Some(self.text());
        } else if self.same_line_kind(self.pos).is_some() && self.is_string_at(self.pos) {
            wrong.get_or_insert(self.here());
            path = Some(self.text());
        } else if closed.is_some() {
            let stays = self.tok_at(self.pos).is_none_or(|tok| tok.first);
            wrong.get_or_insert(if stays { start } else { self.here() });
            self.skip_line(|kind| kind == T::Semicolon);
        }
        if let Some(wrong) = wrong {
            self.malformed_import(wrong);
        }
        self.eat(T::Semicolon);
        let span = self.since(start);
        if late {
            let source = format!("{}\n", span.of(self.text));
            let edits = vec![Edit { span: self.from, insert: source }, Edit { span, insert: String::new() }];
            let mut warning = Diagnostic::warning("import-position", span, "imports must be at the top of the file");
            warning.fixes.push(Fix { title: "move it to the top".to_owned(), edits });
            self.report(warning);
        }
        Import { symbols, path, span }
    }
}
