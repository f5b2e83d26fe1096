//! Edge statements and the content of their arrows.

use super::items::leading;
use super::printer::{Printer, Seq};
use crate::syntax::tree::{Arrow, Block, Edge, Label, Name, Node, Piece, Segment, TokenKind, ValKind};
use crate::text::Span;

/// The extra indentation of a statement that is broken before an arrow.
const CONTINUATION: usize = 4;

/// Where the declaration of a name stands that is declared in place.
fn declared<'t>(edge: &'t Edge, names: &[Name]) -> Option<&'t Node> {
    let at = names.first()?.span.start;
    let next = edge.declarations.partition_point(|node| node.span.start <= at);
    edge.declarations.get(next.checked_sub(1)?).filter(|node| at < node.span.end)
}

impl<'t> Printer<'t> {
    pub fn edge(&mut self, edge: &'t Edge, is_before_arrow: bool) {
        let start = edge.span.start;
        let above = leading(&edge.annotations, start);
        let behind = edge.annotations.get(above.len()..).unwrap_or_default();
        let printed = self.lines_above(above, start, true);
        let above = above.get(printed..).unwrap_or_default();
        let blocks = edge.declarations.iter().filter_map(|node| node.block.as_ref().map(|block| block.span.start));
        let end = edge.block.as_ref().map_or(edge.span.end, |block| block.span.start);
        self.lead(above.first().map_or(start, |annotation| annotation.span.start), blocks.min().unwrap_or(end));
        self.before(above);
        let source = declared(edge, &edge.sources);
        match source {
            Some(node) => self.declaration(node, &[]),
            None => self.names(&edge.sources),
        }
        let block =
            edge.block.as_ref().filter(|block| !block.attributes.is_empty() || self.peek(block.span.end).is_some());
        let end = if is_before_arrow && block.is_none() && behind.is_empty() { ";" } else { "" };
        for (at, segment) in edge.segments.iter().enumerate() {
            let last = at + 1 == edge.segments.len();
            let inner = self.block_of(declared(edge, &segment.targets), last && block.is_none());
            // Break neither before an arrow that cannot start a continuation, nor before the first one of a
            // declaration.
            let breaks = !self.flat
                && (at > 0 || (source.is_none() && !edge.sources.is_empty()))
                && segment.arrow != Arrow::Aggregates
                && !self.is_hyphen(segment)
                && inner.is_none();
            let room = if !last {
                0
            } else if block.is_some() {
                2
            } else {
                end.len()
            };
            let begun = self.before_embedded(segment.arrow_span, CONTINUATION);
            let mark = self.mark();
            let spaced = !begun && (at > 0 || !edge.sources.is_empty());
            self.segment(edge, segment, spaced, inner, room);
            if last {
                self.annotations(behind);
            }
            if self.fits(room) || !breaks || begun {
                self.keep(mark);
                continue;
            }
            self.reset(mark);
            self.newline(CONTINUATION);
            self.segment(edge, segment, false, inner, room);
            if last {
                self.annotations(behind);
            }
        }
        if let Some(block) = block {
            self.push(" ");
            self.group(Seq::Attributes(&block.attributes), block.span, 0);
        }
        self.push(end);
        self.done = edge.span.end;
    }

    /// The block of a declared target, unless it prints as nothing. If the statement goes on behind the declaration, it
    /// stays: without one, a string would be the title and a block the declaration's own.
    fn block_of(&self, target: Option<&'t Node>, ends: bool) -> Option<&'t Block> {
        target?.block.as_ref().filter(|block| !ends || self.holds_something(block))
    }

    /// `inner`: the block of its declared target, `room`: how many characters follow on its line.
    fn segment(&mut self, edge: &'t Edge, segment: &'t Segment, spaced: bool, inner: Option<&'t Block>, room: usize) {
        if spaced && !self.is_hyphen(segment) {
            self.push(" ");
        }
        if let Some(text) = &segment.source_multiplicity {
            self.source(text.span);
            self.push(" ");
        }
        match segment.label.as_ref().filter(|label| !label.pieces.is_empty()) {
            Some(label) => self.labelled(segment, label),
            None => self.push(segment.arrow.text()),
        }
        if let Some(text) = &segment.target_multiplicity {
            self.push(" ");
            self.source(text.span);
        }
        self.push(" ");
        let Some(node) = declared(edge, &segment.targets) else { return self.names(&segment.targets) };
        self.declaration(node, &[]);
        if let Some(block) = inner {
            self.push(" ");
            self.group(Seq::Items(&block.items), block.span, room);
        }
    }

    /// The `-` of `my-node -> x`. Before a quote it is none.
    fn is_hyphen(&self, segment: &Segment) -> bool {
        let gets_quotes = |label: &Label| {
            label.pieces.first().is_some_and(|first| self.gets_quotes(free_text(first), self.is_exposed(label)))
        };
        self.hyphens.binary_search(&(segment.arrow_span.start + 1)).is_ok()
            && !segment.label.as_ref().is_some_and(gets_quotes)
    }

    /// True if a bracket of the label gets quotes: it holds nothing of what follows it then.
    fn is_exposed(&self, label: &Label) -> bool {
        label.pieces.iter().any(|piece| self.leaves_open(free_text(piece)))
    }

    fn labelled(&mut self, segment: &'t Segment, label: &'t Label) {
        let (open, close) = match segment.arrow {
            Arrow::Long => ("--", "-->"),
            Arrow::Fat => ("=", "=>"),
            Arrow::Both => ("<--", "-->"),
            _ => ("-", "->"),
        };
        // On one line, whatever its length: some openers look for their closer only there.
        let flat = std::mem::replace(&mut self.flat, true);
        self.exposed = self.is_exposed(label);
        let bracketed = self.needs_brackets(label, close);
        self.push(open);
        if bracketed {
            self.push("[");
        } else if label.pieces.first().is_some_and(|piece| self.would_join_arrow(piece)) {
            self.push(" ");
        }
        let mut before = None;
        for piece in &label.pieces {
            let span = piece.whole();
            if let Some(end) = before {
                // What gets quotes would go on with a condition, or be the value of a key.
                let joins = self.gets_quotes(free_text(piece), self.exposed);
                self.push(if joins || self.is_separated(end, span.start) { ", " } else { " " });
            }
            self.piece(piece);
            before = Some(span.end);
        }
        if bracketed {
            self.push("]");
        } else if self.is_hyphen(segment) || self.last().is_some_and(|last| matches!(last, '-' | '<' | '|' | '*' | '='))
        {
            self.push(" ");
        }
        self.push(close);
        (self.flat, self.exposed) = (flat, false);
    }

    /// True if the opener of a label would go on in its first piece.
    fn would_join_arrow(&self, piece: &Piece) -> bool {
        !self.gets_quotes(free_text(piece), self.exposed) && self.tree.str(piece.whole()).starts_with(['-', '>', '='])
    }

    fn piece(&mut self, piece: &'t Piece) {
        match piece {
            Piece::Annotation(annotation) => self.annotation(annotation),
            Piece::Condition { key, text, span, quoted } => {
                self.source(key.span);
                self.push(": ");
                match quoted {
                    true => self.source(Span { start: span.start - 1, end: span.end + 1 }),
                    false => self.free_text(*span, text),
                }
            }
            Piece::Attribute { key, value } => {
                self.source(key.span);
                self.push(": ");
                self.value(value, 0);
            }
            Piece::Text { value, span, quoted: false } => self.free_text(*span, value),
            Piece::Text { span, .. } => self.source(*span),
            // A list or map without key is its text.
            Piece::Value(value) => self.source(value.span),
        }
    }

    /// True if two pieces are apart: a separator or a line break stands between them.
    fn is_separated(&self, from: u32, to: u32) -> bool {
        let separates = |kind| matches!(kind, TokenKind::Comma | TokenKind::Semicolon);
        self.between(from, to).iter().any(|token| separates(token.kind)) || !self.on_one_line(from, to)
    }

    /// True if the label would be read otherwise without brackets.
    fn needs_brackets(&self, label: &Label, close: &str) -> bool {
        let Some(first) = label.pieces.first() else { return false };
        if let [Piece::Value(only)] = label.pieces.as_slice() {
            return matches!(only.kind, ValKind::List(_));
        }
        let opener = self.between(label.span.start, first.whole().start);
        if !opener.iter().any(|token| token.kind == TokenKind::OpenBracket) {
            return false;
        }
        let closes = |piece: &Piece| {
            let (whole, free) = (piece.whole(), free_text(piece));
            // What gets quotes closes nothing.
            let quoted =
                self.gets_quotes(free, self.exposed) || (self.exposed && matches!(piece, Piece::Annotation(_)));
            !quoted
                && (self.between(whole.start, whole.end).iter().any(|token| self.tree.str(token.span) == close)
                    || !self.on_one_line(free.start, free.end))
        };
        label.pieces.iter().any(closes)
    }
}

/// The bytes of the part of a piece that is spelled freely.
fn free_text(piece: &Piece) -> Span {
    match piece {
        Piece::Condition { span, quoted: false, .. } | Piece::Text { span, quoted: false, .. } => *span,
        Piece::Attribute { value, .. } if matches!(value.kind, ValKind::Raw(_)) => value.span,
        _ => Span::default(),
    }
}
