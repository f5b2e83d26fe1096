//! Edge statements.

use super::labels::{Closer, arrow_of};
use super::nodes::BUILT_IN_TYPES;
use super::{Parser, T, Values};
use crate::diagnostic::{Diagnostic, Edit, Fix};
use crate::syntax::tree::{Annotation, Arrow, Edge, EdgeBlock, Item, Label, Name, Node, Segment};
use crate::text::Span;

/// Copying an annotation or a name costs as much as looking at so many tokens.
const COPIED: usize = 32;

/// An arrow as read.
struct ReadArrow {
    arrow: Arrow,
    span: Span,
    label: Option<Label>,
    /// The text points left: ends are swapped.
    reversed: bool,
}

/// The current statement.
struct Statement {
    first: Span,
    indent: u32,
    annotations: Vec<Annotation>,
    sources: Vec<Name>,
    segments: Vec<Segment>,
    declarations: Vec<Node>,
    done: Vec<Edge>,
}

impl Parser<'_> {
    /// True if an arrow or label opener is at `at`.
    pub(super) fn arrow_at(&self, at: usize) -> bool {
        let Some(kind) = self.kind_at(at) else { return false };
        arrow_of(kind).is_some()
            || matches!(kind, T::Dash | T::DoubleDash | T::Equals | T::BothOpener | T::BadArrow)
            || self.aggregates_at(at)
    }

    /// `o-->`, which is two tokens to the lexer. At the start of a line it is a name, unless the line goes on
    /// with the statement above.
    pub(super) fn aggregates_at(&self, at: usize) -> bool {
        let deeper = || match (at.checked_sub(1).and_then(|before| self.toks.get(before)), self.tok_at(at)) {
            (Some(before), Some(tok)) => !tok.first || tok.indent > before.indent,
            _ => false,
        };
        self.word_at(at) == "o" && self.is_at(at + 1, T::LongArrow) && self.glued(at + 1) && deeper()
    }

    /// An arrow, or a multiplicity and an arrow, at the current token.
    pub(super) fn segment_starts(&self) -> bool {
        self.arrow_at(self.pos) || (self.is_string_at(self.pos) && self.arrow_at(self.pos + 1))
    }

    /// True if the names at `at` are the sources of an edge.
    pub(super) fn edge_starts(&self, at: usize) -> bool {
        let (from, to, window, found) = self.chain.get();
        // The items of a list that is never closed are asked for one by one.
        let listed = from < at && at <= to && window == self.end;
        if listed && self.is_at(at - 1, T::Comma) {
            return found;
        }
        let mut name = at;
        let found = loop {
            let Some(behind) = self.after_name(name) else { break false };
            if self.arrow_at(behind) || (self.is_string_at(behind) && self.arrow_at(behind + 1)) {
                break true;
            }
            if !self.is_at(behind, T::Comma) || !self.source_goes_on(behind + 1) {
                break false;
            }
            name = behind + 1;
        };
        self.chain.set((at, name, self.end, found));
        found
    }

    fn source_goes_on(&self, at: usize) -> bool {
        let Some(behind) = self.after_name(at) else { return false };
        let separate = match self.kind_at(behind) {
            Some(T::Colon | T::Less) => true,
            Some(T::Ident) => self.same_line_kind(behind).is_some() && !self.aggregates_at(behind),
            _ => false,
        };
        !separate
    }

    /// An edge statement; `declared` is a declaration in place of its sources.
    pub(super) fn edge(&mut self, leading: Vec<Annotation>, declared: Option<Node>, items: &mut Vec<Item>) {
        let first = declared.as_ref().map_or(self.here(), |node| node.span);
        let mut statement = Statement {
            first,
            indent: self.indent_of(first),
            annotations: leading,
            sources: Vec::new(),
            segments: Vec::new(),
            declarations: Vec::new(),
            done: Vec::new(),
        };
        if let Some(node) = declared {
            statement.sources = node.names.iter().map(|named| named.name.clone()).collect();
            statement.declarations.push(node);
        } else if self.is(T::Ident) {
            statement.sources = self.sources();
        }
        let mut failed = None;
        while self.segment_starts() {
            let from = self.here();
            if !self.segment(&mut statement) {
                failed = Some(self.since(from));
                break;
            }
        }
        match failed {
            Some(span) => self.give_up(statement, span, items),
            None => self.finish(statement, items),
        }
    }

    fn indent_of(&self, span: Span) -> u32 {
        let at = self.toks.partition_point(|tok| tok.span.start < span.start);
        self.toks.get(at).map_or(0, |tok| tok.indent)
    }

    fn sources(&mut self) -> Vec<Name> {
        let mut names = vec![self.name()];
        while self.is(T::Comma) && self.source_goes_on(self.pos + 1) {
            self.pos += 1;
            names.push(self.name());
        }
        names
    }

    /// Keeps what came before a damaged segment.
    fn give_up(&mut self, statement: Statement, span: Span, items: &mut Vec<Item>) {
        let span = if statement.segments.is_empty() && statement.done.is_empty() && statement.declarations.is_empty() {
            statement.first.to(span)
        } else {
            span
        };
        let Statement { first, annotations, sources, segments, declarations, done, .. } = statement;
        let whole = Span { start: first.start, end: span.start };
        items.extend(done.into_iter().map(Item::Edge));
        if segments.is_empty() {
            let whole = declarations.into_iter().filter(|node| node.span.end <= span.start);
            items.extend(whole.map(Item::Node));
        } else {
            let end = segments.last().map_or(whole, |segment| segment.span);
            let span = Span { start: first.start, end: end.end };
            items.push(Item::Edge(Edge { annotations, sources, segments, block: None, declarations, span }));
        }
        items.push(Item::Error(span));
    }

    fn finish(&mut self, mut statement: Statement, items: &mut Vec<Item>) {
        for node in &statement.declarations {
            self.declaration_in_edge(node, statement.first);
        }
        let errors = self.errors;
        let pointless = statement.segments.last().is_some_and(|segment| segment.targets.is_empty());
        self.trailing_annotations(statement.first, &mut statement.annotations);
        if !pointless {
            self.text_after_target(&statement);
        }
        self.trailing_annotations(statement.first, &mut statement.annotations);
        let Statement { first, annotations, sources, segments, declarations, mut done, .. } = statement;
        let block = if self.is(T::OpenBrace) && !pointless { self.edge_block() } else { None };
        let span = self.since(first);
        if !segments.is_empty() {
            let edge = Edge { annotations, sources, segments, block, declarations, span };
            items.extend(done.into_iter().map(Item::Edge));
            items.push(Item::Edge(edge));
        } else if let Some(last) = done.last_mut() {
            last.block = block;
            last.span = span;
            for edge in &mut done {
                if !self.spend(COPIED * annotations.len()) {
                    break;
                }
                edge.annotations.clone_from(&annotations);
            }
            items.extend(done.into_iter().map(Item::Edge));
        }
        if self.errors > errors || pointless {
            self.skip_line(|kind| kind == T::Semicolon || kind == T::Ident);
        }
        self.eat(T::Semicolon);
    }

    /// One arrow with its targets. False, with an error, if its statement is lost from here on.
    fn segment(&mut self, statement: &mut Statement) -> bool {
        let start = self.here();
        let source_multiplicity = if self.is_string_at(self.pos) { Some(self.multiplicity()) } else { None };
        let Some(read) = self.arrow() else { return false };
        if read.reversed && self.reverse_label_here() {
            self.reverse_arrow(read.span, None);
            self.skip_line(|kind| kind == T::Semicolon);
            return false;
        }
        let multiplied = self.is_string_at(self.pos) && self.target_here(statement.indent);
        let target_multiplicity = if multiplied { Some(self.multiplicity()) } else { None };
        let targets = self.targets(statement);
        if targets.is_empty() && !read.reversed {
            self.report(
                Diagnostic::error("edge-without-target", read.span, "this arrow has no target")
                    .hint("write the name of a node after the arrow"),
            );
        }
        let segment = Segment {
            source_multiplicity,
            arrow: read.arrow,
            arrow_span: read.span,
            label: read.label,
            target_multiplicity,
            targets,
            span: self.since(start),
        };
        if read.reversed {
            return self.reverse(statement, segment);
        }
        statement.segments.push(segment);
        true
    }

    /// Behind a reversed arrow: a label (`a <-label- b`), or nothing it could come from.
    fn reverse_label_here(&self) -> bool {
        let at = self.pos + usize::from(self.is_string_at(self.pos));
        let Some(behind) = self.after_name(at).filter(|_| self.same_line_kind(at).is_some()) else { return true };
        let opener = matches!(self.same_line_kind(behind), Some(T::Dash | T::DoubleDash | T::Equals));
        // `a <- b -x-> c` continues with a labelled arrow, `a <-b- c` does not.
        opener && self.glued(behind)
    }

    /// Ends the edge so far and makes one of its own, with swapped ends, for a reversed arrow.
    fn reverse(&mut self, statement: &mut Statement, segment: Segment) -> bool {
        let left = statement.segments.last().map_or(&statement.sources, |segment| &segment.targets).clone();
        if !self.spend(COPIED * (left.len() + 2 * statement.annotations.len())) {
            return false;
        }
        let alone = statement.segments.is_empty() && statement.done.is_empty() && !self.segment_starts();
        let ends = (names_span(&left), names_span(&segment.targets));
        self.reverse_arrow(segment.arrow_span, if alone { ends.0.zip(ends.1) } else { None });
        if left.is_empty() || segment.targets.is_empty() {
            return false;
        }
        if !statement.segments.is_empty() {
            let segments = std::mem::take(&mut statement.segments);
            let end = segments.last().map_or(segment.span, |segment| segment.span);
            statement.done.push(Edge {
                annotations: statement.annotations.clone(),
                sources: std::mem::take(&mut statement.sources),
                segments,
                block: None,
                declarations: std::mem::take(&mut statement.declarations),
                span: statement.first.to(end),
            });
        }
        let right = segment.targets;
        statement.done.push(Edge {
            annotations: statement.annotations.clone(),
            sources: right.clone(),
            span: statement.first.to(segment.span),
            segments: vec![Segment {
                source_multiplicity: segment.target_multiplicity,
                target_multiplicity: segment.source_multiplicity,
                arrow: turned(segment.arrow_span.of(self.text)),
                targets: left,
                ..segment
            }],
            block: None,
            declarations: std::mem::take(&mut statement.declarations),
        });
        statement.sources = right;
        true
    }

    /// Reports an arrow that points left; `ends` are the spans of its names where they can be swapped.
    fn reverse_arrow(&mut self, arrow: Span, ends: Option<(Span, Span)>) {
        let mut report = Diagnostic::error("reverse-arrow", arrow, "arrows must point right").hint("swap the ends");
        if let Some((left, right)) = ends {
            let edit = |span: Span, insert: &str| Edit { span, insert: insert.to_owned() };
            report.fixes.push(Fix {
                title: "swap the ends".to_owned(),
                edits: vec![
                    edit(left, right.of(self.text)),
                    edit(arrow, turned(arrow.of(self.text)).text()),
                    edit(right, left.of(self.text)),
                ],
            });
        }
        self.report(report);
    }

    /// An arrow with its label. `None`, with an error, if the label is never closed.
    fn arrow(&mut self) -> Option<ReadArrow> {
        let open = self.pos;
        let aggregates = self.aggregates_at(open);
        let span = self.bump();
        if aggregates {
            let span = span.to(self.bump());
            self.aggregates.push(span);
            return Some(ReadArrow { arrow: Arrow::Aggregates, span, label: None, reversed: false });
        }
        let kind = self.toks.get(open)?.kind;
        if let Some(arrow) = arrow_of(kind) {
            return Some(ReadArrow { arrow, span, label: None, reversed: false });
        }
        let (own, own_text) = match kind {
            T::Dash => (T::Arrow, "->"),
            T::DoubleDash | T::BothOpener => (T::LongArrow, "-->"),
            T::Equals => (T::FatArrow, "=>"),
            _ => return Some(self.bad_arrow(span)),
        };
        let closer = match self.label_closer(open, own) {
            Closer::Own(at) => at,
            Closer::Other(at) => {
                self.mismatched_label(span, at, own_text);
                at
            }
            Closer::Missing => {
                self.unclosed_label(span, open, own_text);
                return None;
            }
        };
        self.check_hyphenated(open, closer);
        let label = self.label(closer);
        let end = self.bump();
        let arrow = match kind {
            T::BothOpener => Arrow::Both,
            _ => self.toks.get(closer).and_then(|tok| arrow_of(tok.kind)).unwrap_or(Arrow::Plain),
        };
        Some(ReadArrow { arrow, span: span.to(end), label: Some(label), reversed: false })
    }

    fn bad_arrow(&mut self, span: Span) -> ReadArrow {
        let reversed = !matches!(span.of(self.text), "<->" | "<=>");
        if !reversed {
            self.report(
                Diagnostic::error("reverse-arrow", span, "unknown arrow").hint("for both ways write `<-->`").fix(
                    "write `<-->`",
                    span,
                    "<-->",
                ),
            );
        }
        ReadArrow { arrow: Arrow::Both, span, label: None, reversed }
    }

    fn mismatched_label(&mut self, opener: Span, closer: usize, own: &'static str) {
        let Some(closer) = self.tok_at(closer) else { return };
        let (opened, closed) = (opener.of(self.text), closer.span.of(self.text));
        let mut report = Diagnostic::error(
            "mismatched-label",
            closer.span,
            format!("opened with `{opened}`, closed with `{closed}`"),
        )
        .fix(format!("close it with `{own}`"), closer.span, own);
        let fitting = match closer.kind {
            T::Arrow => Some("-"),
            T::LongArrow => Some("--"),
            T::FatArrow => Some("="),
            _ => None,
        };
        if let Some(fitting) = fitting.filter(|_| opened != "<--") {
            report = report.fix(format!("open it with `{fitting}`"), opener, fitting);
        }
        self.report(report);
    }

    fn unclosed_label(&mut self, opener: Span, open: usize, own: &'static str) {
        if self.depth > 0 && opener.of(self.text) == "=" {
            return self.assignment(opener, open);
        }
        self.skip_line(|kind| kind == T::CloseBrace);
        let behind = self.pos;
        let span = self.since(opener);
        self.raw.push(span);
        let message = format!("this edge label is never closed; expected `{own}` after it");
        let mut report = Diagnostic::error("unclosed-label", span, message);
        if let Some(name) = self.hyphenated(open) {
            let joined = name.of(self.text).replace('-', "_");
            report = report.hint("names cannot contain `-`").fix(format!("use `{joined}`"), name, joined);
        }
        let mut last = None;
        let mut at = open + 1;
        while at < behind {
            last = self.tok_at(at).filter(|tok| tok.kind == T::Ident).or(last);
            at = self.after(at);
        }
        if let Some(last) = last {
            let gap = if last.span.start == opener.end { " " } else { "" };
            report = report.fix(format!("add `{own}`"), Span::at(last.span.start), format!("{gap}{own} "));
        }
        self.report_unclosed(report);
    }

    /// `name = value` and `name: type = value`, as other languages write them.
    fn assignment(&mut self, opener: Span, open: usize) {
        self.skip_line(|kind| matches!(kind, T::Semicolon | T::CloseBrace));
        let span = self.since(opener);
        self.raw.push(span);
        let before = |back: usize| open.checked_sub(back).and_then(|at| self.toks.get(at));
        let word = |back: usize| before(back).filter(|tok| tok.kind == T::Ident).map(|tok| tok.span);
        let report = Diagnostic::error("unclosed-label", span, "`=` does not give a value");
        let typed = word(1).zip(word(3)).filter(|_| before(2).is_some_and(|tok| tok.kind == T::Colon));
        let report = match (typed, word(1)) {
            (Some((kind, name)), _) => {
                let written = format!("<{}>:", kind.of(self.text));
                let hint = format!("write `{}{written} …`", name.of(self.text));
                report.hint(hint).fix(
                    format!("write `{}{written}`", name.of(self.text)),
                    Span { start: name.end, end: opener.end },
                    written,
                )
            }
            (None, Some(name)) => {
                let written = format!("{}:", name.of(self.text));
                report.hint(format!("write `{written} …`")).fix(format!("write `{written}`"), name.to(opener), written)
            }
            (None, None) => report.hint("write `name: value`"),
        };
        self.report_unclosed(report);
    }

    /// The hyphenated word around the opener at `open`, if it is one.
    fn hyphenated(&self, open: usize) -> Option<Span> {
        let before = self.toks.get(open.checked_sub(1)?)?;
        let mut end = open;
        while self.is_at(end, T::Dash) && self.glued(end) && self.is_at(end + 1, T::Ident) && self.glued(end + 1) {
            end += 2;
        }
        let found = before.kind == T::Ident && end > open;
        found.then(|| before.span.to(self.toks.get(end - 1).map_or(before.span, |tok| tok.span)))
    }

    /// `my-node -> x` reads as an edge from `my`.
    fn check_hyphenated(&mut self, open: usize, closer: usize) {
        let Some(whole) = self.hyphenated(open).filter(|_| !self.glued(closer)) else { return };
        let Some(opener) = self.toks.get(open) else { return };
        let source = whole.of(self.text);
        let name = Span { start: whole.start, end: opener.span.start };
        let message = format!("`{source}` is an edge from `{}`", name.of(self.text));
        let joined = source.replace('-', "_");
        let span = name.to(opener.span);
        self.report(Diagnostic::warning("hyphenated-name", span, message).hint("names cannot contain `-`").fix(
            format!("use `{joined}`"),
            whole,
            joined,
        ));
    }

    /// A target counts on the arrow's line, or on a later one that stands deeper than the statement.
    fn target_here(&self, indent: u32) -> bool {
        self.tok_at(self.pos).is_some_and(|tok| !tok.first || tok.indent > indent)
    }

    fn targets(&mut self, statement: &mut Statement) -> Vec<Name> {
        if !self.is(T::Ident) || !self.target_here(statement.indent) {
            return Vec::new();
        }
        let declares = BUILT_IN_TYPES.contains(&self.word_at(self.pos))
            && self.same_line_kind(self.pos + 1) == Some(T::Ident)
            && !self.aggregates_at(self.pos + 1);
        if declares {
            let node = self.declared_target();
            let names = node.names.iter().map(|named| named.name.clone()).collect();
            statement.declarations.push(node);
            return names;
        }
        let mut names = vec![self.name()];
        while self.is(T::Comma) && self.source_goes_on(self.pos + 1) {
            let deep = self.tok_at(self.pos + 1).is_some_and(|tok| !tok.first || tok.indent > statement.indent);
            if !deep {
                break;
            }
            self.pos += 1;
            names.push(self.name());
        }
        names
    }

    fn declared_target(&mut self) -> Node {
        let start = self.here();
        let kind = Some(self.ident());
        let name = self.name();
        let title = if self.is_string_at(self.pos) { Some(self.text()) } else { None };
        let span = self.since(name.span);
        let named = crate::syntax::tree::Named { name, title, annotations: Vec::new(), span };
        let mut node = Node { leading: Vec::new(), kind, names: vec![named], block: None, span: self.since(start) };
        if self.is(T::OpenBrace) {
            self.node_block(&mut node);
            node.span = self.since(start);
        }
        node
    }

    fn declaration_in_edge(&mut self, node: &Node, statement: Span) {
        let names: Vec<&str> = node.names.iter().map(|named| named.name.span.of(self.text)).collect();
        let names = names.join(", ");
        let mut warning =
            Diagnostic::warning("declaration-in-edge", node.span, format!("declare `{names}` on its own line"));
        let source = node.span.of(self.text);
        let edits = if node.span == statement {
            vec![Edit { span: Span::at(node.span.end), insert: format!("; {names}") }]
        } else {
            vec![
                Edit { span: Span::at(statement.start), insert: format!("{source}; ") },
                Edit { span: node.span, insert: names },
            ]
        };
        let damaged = self.diagnostics.iter().rev().take(4).any(|found| node.span.touches(found.span.start));
        if !damaged {
            warning.fixes.push(Fix { title: "split".to_owned(), edits });
        }
        self.report(warning);
    }

    fn edge_block(&mut self) -> Option<EdgeBlock> {
        let (at, open) = (self.pos, self.here());
        let attributes = if self.depth >= super::MAX_DEPTH {
            self.too_deep(at);
            Vec::new()
        } else {
            self.depth += 1;
            let attributes = self.entries(Values::Plain);
            self.depth -= 1;
            attributes
        };
        self.pos = self.after(at);
        Some(EdgeBlock { attributes, span: self.since(open) })
    }

    /// `a -> b: "x"`: the text belongs inside the arrow.
    fn text_after_target(&mut self, statement: &Statement) {
        let condition = self.condition_here(statement.indent);
        let Some(tok) = self.tok_at(self.pos).filter(|tok| condition.is_some() || !tok.first) else { return };
        let ends = matches!(tok.kind, T::Semicolon | T::Comma | T::OpenBrace | T::Ident | T::At);
        if condition.is_none() && (ends || self.arrow_at(self.pos)) {
            return;
        }
        let colon = if tok.kind == T::Colon { self.bump() } else { Span::at(tok.span.start) };
        let text_from = condition.and_then(|word| self.toks.get(word)).map_or(colon.end, |word| word.span.start);
        self.pos = condition.map_or(self.pos, |word| word + 1);
        self.skip_line(|kind| matches!(kind, T::Semicolon | T::OpenBrace | T::CloseBrace));
        let span = self.since(tok.span);
        self.raw.push(span);
        let mut report = Diagnostic::error("text-after-target", span, "labels belong inside the arrow");
        let text = self.content(text_from, span.end).map(|text| text.of(self.text));
        let arrow = statement.segments.last().filter(|segment| segment.label.is_none());
        if let (Some(text), Some(segment)) = (text, arrow)
            && let Some((opener, closer)) = segment.arrow.around()
        {
            let label = label_of(text);
            let behind = self.behind_target(segment);
            report.fixes.push(Fix {
                title: "move it into the arrow".to_owned(),
                edits: vec![
                    Edit { span: segment.arrow_span, insert: format!("{opener}{label}{closer}") },
                    Edit { span: Span { start: behind, end: span.end }, insert: String::new() },
                ],
            });
        }
        self.report(report);
    }

    /// A condition behind a target: `when …` on its line, or deeper on the next one. Gives the position of its word.
    fn condition_here(&self, indent: u32) -> Option<usize> {
        let near = self.tok_at(self.pos).is_some_and(|tok| !tok.first || tok.indent > indent);
        let listed = self.is(T::Comma) && self.is_at(self.pos + 2, T::Colon);
        let word = self.pos + usize::from(listed);
        let known = || CONDITION_WORDS.iter().any(|known| known.eq_ignore_ascii_case(self.word_at(word)));
        let ends = |kind| matches!(kind, T::Semicolon | T::Comma | T::OpenBrace | T::CloseBrace | T::At);
        let follows = self.same_line_kind(word + 1).is_some_and(|kind| !ends(kind)) && !self.arrow_at(word + 1);
        (near && self.is_at(word, T::Ident) && known() && follows).then_some(word)
    }

    fn behind_target(&self, segment: &Segment) -> u32 {
        segment.targets.last().map_or(segment.span.end, |target| target.span.end)
    }
}

/// A text after a target as a label: a condition if it has a condition word or compares, or else a quoted text.
fn label_of(text: &str) -> String {
    let is_quoted = |text: &str| text.len() > 1 && text.starts_with(['"', '\'']) && text.ends_with(['"', '\'']);
    let text = unbracketed(text);
    let word = text.find(|c: char| !c.is_alphabetic()).and_then(|at| text.split_at_checked(at));
    let announced = word.filter(|(word, _)| CONDITION_WORDS.iter().any(|known| known.eq_ignore_ascii_case(word)));
    let (key, rest) = match announced {
        Some((word, rest)) if word.eq_ignore_ascii_case("unless") => ("unless", rest),
        Some((_, rest)) => ("when", rest),
        None if !is_quoted(text) && text.contains(['<', '>', '=']) => ("when", text),
        None if is_quoted(text) => return text.to_owned(),
        None => return format!("\"{}\"", text.replace(['"', '\\'], "")),
    };
    let rest = rest.trim_start_matches([' ', '\t', ':', '=']);
    let rest = unbracketed(rest);
    if is_quoted(rest) {
        return format!("{key}: {rest}");
    }
    let quote = if rest.contains('"') && !rest.contains('\'') { '\'' } else { '"' };
    format!("{key}: {quote}{}{quote}", rest.replace('\\', "\\\\").replace(quote, &format!("\\{quote}")))
}

/// A text without the brackets around it.
fn unbracketed(text: &str) -> &str {
    let inner = |open: char, close: char| text.strip_prefix(open)?.strip_suffix(close);
    inner('[', ']').or_else(|| inner('(', ')')).unwrap_or(text).trim()
}

/// Words that announce a condition behind a target.
const CONDITION_WORDS: [&str; 5] = ["when", "if", "unless", "where", "condition"];

fn names_span(names: &[Name]) -> Option<Span> {
    Some(names.first()?.span.to(names.last()?.span))
}

/// What a reversed arrow is from the other side.
fn turned(arrow: &str) -> Arrow {
    match arrow {
        "<--" => Arrow::Long,
        "<=" => Arrow::Fat,
        _ => Arrow::Plain,
    }
}
