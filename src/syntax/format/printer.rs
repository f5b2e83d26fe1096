//! Lines and columns, comments, and brackets.

use crate::syntax::tree::{Annotation, Attribute, Item, Symbol, Token, TokenKind, Tree, Val, ValKind};
use crate::text::Span;

/// Lines are kept within this many characters where something on them can be broken.
const WIDTH: usize = 100;

/// Columns of one level.
const INDENT: usize = 2;

/// The text printed so far and the comments that remain.
pub(super) struct Printer<'t> {
    pub tree: &'t Tree,
    out: String,
    /// Characters on the current line.
    column: usize,
    /// The most characters on a line since it was set.
    widest: usize,
    level: usize,
    /// Everything goes on one line and contains no comments.
    pub flat: bool,
    /// In a label whose bracket becomes a quoted text: arrows and brackets behind it would end it.
    pub exposed: bool,
    /// Printing stops as soon as the line is full.
    limited: bool,
    /// It was given up.
    failed: bool,
    /// Comments that are not part of a text, in order.
    comments: Vec<Token>,
    /// Where comments start that are part of a text.
    embedded: Vec<u32>,
    /// The first comment that is not printed.
    next: usize,
    /// Comments are printed at the end of the current item.
    pub held: bool,
    /// The current line ends with a comment behind which a new line begins: a line comment, or one of several lines.
    commented: bool,
    /// The source before this is printed.
    pub done: u32,
    /// Nothing was printed since the last opener.
    fresh: bool,
    /// A blank line comes before the next line.
    pub gap: bool,
    /// Where names end whose `-` was read as the opener of a label; the warning about them shall stay.
    pub hyphens: Vec<u32>,
}

/// A place to go back to.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    length: usize,
    column: usize,
    widest: usize,
}

/// What stands between brackets.
#[derive(Clone, Copy)]
pub(super) enum Seq<'t> {
    /// The items of a block.
    Items(&'t [Item]),
    /// The attributes of an edge block.
    Attributes(&'t [Attribute]),
    /// The entries of a map.
    Entries(&'t [Attribute]),
    /// The elements of a list.
    Values(&'t [Val]),
    /// The symbols of an import.
    Symbols(&'t [Symbol]),
}

impl Seq<'_> {
    fn len(self) -> usize {
        match self {
            Seq::Items(items) => items.len(),
            Seq::Attributes(list) | Seq::Entries(list) => list.len(),
            Seq::Values(values) => values.len(),
            Seq::Symbols(symbols) => symbols.len(),
        }
    }

    fn start(self, at: usize) -> Option<u32> {
        match self {
            Seq::Items(items) => items.get(at).map(start),
            Seq::Attributes(list) | Seq::Entries(list) => list.get(at).map(attribute_start),
            Seq::Values(values) => values.get(at).map(|value| value.span.start),
            Seq::Symbols(symbols) => symbols.get(at).map(|symbol| symbol.name.span.start),
        }
    }

    /// True if annotations of an entry are printed elsewhere, so that a comma in front of it could be read as one of
    /// a list of names or of free text.
    fn moves_annotations(self, at: usize) -> bool {
        let of_attribute = |attribute: &Attribute| {
            let moved = |annotation: &Annotation| {
                annotation.span.start < attribute.key.span.start
                    || attribute.value.as_ref().is_some_and(|value| value.span.start < annotation.span.start)
            };
            attribute.kind.is_none() && attribute.annotations.iter().any(moved)
        };
        match self {
            Seq::Items(items) => match items.get(at) {
                Some(Item::Node(node)) => !node.leading.is_empty(),
                Some(Item::Attribute(attribute)) => of_attribute(attribute),
                _ => false,
            },
            Seq::Attributes(list) | Seq::Entries(list) => list.get(at).is_some_and(of_attribute),
            Seq::Values(_) | Seq::Symbols(_) => false,
        }
    }
}

impl<'t> Printer<'t> {
    pub fn new(tree: &'t Tree) -> Self {
        let mut texts = tree.verbatim.iter().peekable();
        let mut covered = 0;
        let (mut comments, mut embedded) = (Vec::new(), Vec::new());
        for token in &tree.tokens {
            if !matches!(token.kind, TokenKind::LineComment | TokenKind::BlockComment) {
                continue;
            }
            while let Some(text) = texts.next_if(|text| text.start <= token.span.start) {
                covered = covered.max(text.end);
            }
            if covered < token.span.end {
                comments.push(*token);
            } else {
                embedded.push(token.span.start);
            }
        }
        let hyphens = tree.diagnostics.iter().filter(|found| found.code == "hyphenated-name");
        let mut hyphens: Vec<u32> = hyphens.map(|found| found.span.end).collect();
        hyphens.sort_unstable();
        Self {
            tree,
            out: String::with_capacity(tree.text.len() + tree.text.len() / 8),
            column: 0,
            widest: 0,
            level: 0,
            flat: false,
            exposed: false,
            limited: false,
            failed: false,
            comments,
            embedded,
            next: 0,
            held: false,
            commented: false,
            done: 0,
            fresh: true,
            gap: false,
            hyphens,
        }
    }

    /// The text, with the comments that are left and a final newline.
    pub fn finish(mut self) -> String {
        self.rest(u32::MAX);
        if !self.out.is_empty() {
            self.out.push('\n');
        }
        self.out
    }

    // Writing.

    pub fn push(&mut self, text: &str) {
        // A line of four bytes a character is the longest that can fit.
        self.failed |= self.limited && text.len() > 4 * WIDTH;
        if self.failed {
            return;
        }
        for (at, line) in text.split('\n').enumerate() {
            self.column = line.chars().count() + if at == 0 { self.column } else { 0 };
            self.widest = self.widest.max(self.column);
        }
        self.failed |= self.limited && self.widest > WIDTH;
        self.out.push_str(text);
    }

    /// Prints a part of the source as it is.
    pub fn source(&mut self, span: Span) {
        self.push(self.tree.str(span));
    }

    /// The last character printed.
    pub fn last(&self) -> Option<char> {
        self.out.chars().next_back()
    }

    /// True outside of all blocks.
    pub fn is_root(&self) -> bool {
        self.level == 0 && !self.flat
    }

    pub fn newline(&mut self, deeper: usize) {
        self.out.push('\n');
        self.column = 0;
        self.commented = false;
        for _ in 0..self.level * INDENT + deeper {
            self.push(" ");
        }
    }

    pub fn mark(&mut self) -> Mark {
        let mark = Mark { length: self.out.len(), column: self.column, widest: self.widest };
        self.widest = self.column;
        mark
    }

    /// True if no line since `mark` is too long, `room` more characters included.
    pub fn fits(&self, room: usize) -> bool {
        !self.failed && self.widest.max(self.column + room) <= WIDTH
    }

    pub fn keep(&mut self, mark: Mark) {
        self.widest = self.widest.max(mark.widest);
    }

    pub fn reset(&mut self, mark: Mark) {
        self.out.truncate(mark.length);
        (self.column, self.widest, self.failed) = (mark.column, mark.widest, false);
    }

    // The source between printed parts.

    /// The tokens between two offsets.
    pub fn between(&self, from: u32, to: u32) -> &'t [Token] {
        let tokens = &self.tree.tokens;
        let first = tokens.partition_point(|token| token.span.start < from);
        let last = tokens.partition_point(|token| token.span.start < to);
        tokens.get(first..last).unwrap_or(&[])
    }

    pub fn on_one_line(&self, from: u32, to: u32) -> bool {
        self.tree.lines.line(from) == self.tree.lines.line(to)
    }

    /// True if a blank line stands between two offsets, outside of the comments there.
    pub fn has_blank(&self, from: u32, to: u32) -> bool {
        let mut from = from;
        let mut next = self.next;
        while from < to {
            let comment = self.comments.get(next).filter(|comment| comment.span.start < to);
            let until = comment.map_or(to, |comment| comment.span.start);
            let mut breaks = 0;
            let gap = Span { start: from, end: until.max(from) };
            for c in gap.of(&self.tree.text).chars() {
                match c {
                    '\n' => breaks += 1,
                    // Separators, which are gone.
                    ';' | ',' => breaks = 0,
                    _ => {}
                }
                if breaks > 1 {
                    return true;
                }
            }
            from = comment.map_or(to, |comment| comment.span.end.max(from));
            next += 1;
        }
        false
    }

    // Comments and lines.

    /// The next comment, if it starts before `limit`.
    pub fn peek(&self, limit: u32) -> Option<Token> {
        self.comments.get(self.next).copied().filter(|comment| comment.span.start < limit && !self.held)
    }

    fn comment(&mut self, comment: Token) {
        let text = self.tree.str(comment.span);
        for (at, line) in text.split('\n').enumerate() {
            if at > 0 {
                self.push("\n");
            }
            self.push(line.trim_end());
        }
        self.commented = comment.kind == TokenKind::LineComment || text.contains('\n');
        self.next += 1;
    }

    /// Starts a line for the item at `at`, with a blank line above if there was one.
    fn line(&mut self, at: u32) {
        let blank = std::mem::take(&mut self.gap) || self.has_blank(self.done, at);
        if !self.out.is_empty() {
            if blank && !self.fresh {
                self.out.push('\n');
            }
            self.newline(0);
        }
        self.fresh = false;
        self.done = self.done.max(at);
    }

    /// A comment on a line of its own.
    fn own_line(&mut self, comment: Token) {
        self.line(comment.span.start);
        self.comment(comment);
        self.done = self.done.max(comment.span.end);
    }

    /// Starts the line of what begins at `start`: below the comments above it, and below those inside it up to
    /// `head`, or up to one that is part of a text, because comments stay in order.
    pub fn lead(&mut self, start: u32, head: u32) {
        if self.flat {
            return;
        }
        while let Some(comment) = self.peek(start) {
            self.own_line(comment);
        }
        self.line(start);
        let head = self.embedded_from(start).map_or(head, |at| head.min(at));
        while let Some(comment) = self.peek(head) {
            self.comment(comment);
            self.newline(0);
        }
    }

    /// The comments that stand before one that is part of a text within `next`, because comments stay in order. True
    /// if a new line begins behind them.
    pub fn before_embedded(&mut self, next: Span, deeper: usize) -> bool {
        let Some(limit) = self.embedded_from(next.start).filter(|at| *at < next.end && !self.flat) else {
            return false;
        };
        while let Some(comment) = self.peek(limit) {
            self.behind(comment, deeper);
        }
        let breaks = self.commented;
        if breaks {
            self.newline(deeper);
        }
        breaks
    }

    /// The comments before `limit` that stand behind something on its line.
    pub fn trail(&mut self, limit: u32) {
        // Behind a `;` that separates nothing there is no line to stand on.
        if self.flat || self.out.is_empty() {
            return;
        }
        while let Some(comment) = self.peek(limit).filter(|comment| !comment.first_on_line) {
            self.behind(comment, 0);
        }
    }

    /// A comment behind what stands on the line, or on a line of its own if that ends with a comment.
    fn behind(&mut self, comment: Token, deeper: usize) {
        let alone = self.commented;
        if alone {
            self.newline(deeper);
        } else {
            self.push("  ");
        }
        self.comment(comment);
        self.commented |= alone;
        self.done = self.done.max(comment.span.end);
    }

    /// Where the first comment from `start` on starts that is part of a text.
    fn embedded_from(&self, start: u32) -> Option<u32> {
        self.embedded.get(self.embedded.partition_point(|at| *at < start)).copied()
    }

    /// All comments before `limit`.
    fn rest(&mut self, limit: u32) {
        self.trail(limit);
        while let Some(comment) = self.peek(limit) {
            self.own_line(comment);
        }
    }

    // Brackets.

    /// What stands between the brackets at the ends of `span`: on one line if it was and fits with `room` more
    /// characters, else one entry a line.
    pub fn group(&mut self, seq: Seq<'t>, span: Span, room: usize) {
        let (open, close) = if matches!(seq, Seq::Values(_)) { ("[", "]") } else { ("{", "}") };
        if seq.len() == 0 && (self.flat || self.peek(span.end).is_none()) {
            self.push(open);
            self.push(close);
            return;
        }
        if self.flat {
            return self.flat_group(seq, open, close);
        }
        if self.on_one_line(span.start, span.end) && self.peek(span.end).is_none() {
            let mark = self.mark();
            (self.flat, self.limited) = (true, true);
            self.flat_group(seq, open, close);
            (self.flat, self.limited) = (false, false);
            if self.fits(room) {
                self.keep(mark);
                return;
            }
            self.reset(mark);
        }
        let inner_end = span.end.saturating_sub(1);
        self.push(open);
        self.level += 1;
        self.fresh = true;
        self.done = span.start + 1;
        self.trail(seq.start(0).unwrap_or(inner_end));
        for at in 0..seq.len() {
            self.element(seq, at);
            if matches!(seq, Seq::Values(_) | Seq::Symbols(_)) && at + 1 < seq.len() {
                self.push(",");
            }
            self.trail(seq.start(at + 1).unwrap_or(inner_end));
        }
        self.rest(inner_end);
        self.level -= 1;
        self.newline(0);
        self.push(close);
        self.fresh = false;
        self.done = span.end;
    }

    fn flat_group(&mut self, seq: Seq<'t>, open: &str, close: &str) {
        let pad = if matches!(seq, Seq::Values(_)) { "" } else { " " };
        self.push(open);
        self.push(pad);
        for at in 0..seq.len() {
            if self.failed {
                return;
            }
            if at > 0 {
                self.push(self.separator(seq, at));
                self.push(" ");
            }
            self.element(seq, at);
        }
        self.push(pad);
        self.push(close);
    }

    /// What separates an entry of a line from the one before it, which is printed: the comma that separates them in
    /// the source, else `;`.
    fn separator(&self, seq: Seq, at: usize) -> &'static str {
        if matches!(seq, Seq::Values(_) | Seq::Symbols(_)) {
            return ",";
        }
        let start = seq.start(at).unwrap_or_default();
        let next = self.tree.tokens.partition_point(|token| token.span.start < start);
        let Some([.., before, Token { kind: TokenKind::Comma, .. }]) = self.tree.tokens.get(..next) else { return ";" };
        let is_read_alike = match before.kind {
            TokenKind::Semicolon | TokenKind::Comma => false,
            // That of an empty block is gone.
            TokenKind::CloseBrace => self.last() == Some('}'),
            _ => true,
        };
        if is_read_alike && !seq.moves_annotations(at) { "," } else { ";" }
    }

    /// One entry, with a `;` if its line would go on in the next one.
    fn element(&mut self, seq: Seq<'t>, at: usize) {
        let is_followed = !self.flat && at + 1 < seq.len();
        match seq {
            Seq::Items(items) => {
                let next = if is_followed { items.get(at + 1) } else { None };
                items.get(at).into_iter().for_each(|item| self.item(item, next));
            }
            Seq::Attributes(list) | Seq::Entries(list) => {
                list.get(at).into_iter().for_each(|attribute| self.attribute(attribute, is_followed));
            }
            Seq::Values(values) => {
                let Some(value) = values.get(at) else { return };
                self.lead(value.span.start, head(value));
                self.value(value, 1);
                self.done = self.done.max(value.span.end);
            }
            Seq::Symbols(symbols) => {
                let Some(symbol) = symbols.get(at) else { return };
                let end = symbol.alias.map_or(symbol.name.span.end, |alias| alias.span.end);
                self.lead(symbol.name.span.start, end);
                self.symbol(symbol);
                self.done = self.done.max(end);
            }
        }
    }
}

/// Where an item starts, its leading annotations included.
pub(super) fn start(item: &Item) -> u32 {
    match item {
        Item::Import(import) => import.span.start,
        Item::Header(header) => header.span.start,
        Item::Node(node) => first(&node.leading, node.span.start),
        Item::Edge(edge) => first(&edge.annotations, edge.span.start),
        Item::Attribute(attribute) => attribute_start(attribute),
        Item::Error(span) => span.start,
    }
}

/// Where an attribute starts, its leading annotations included.
pub(super) fn attribute_start(attribute: &Attribute) -> u32 {
    first(&attribute.annotations, attribute.key.span.start)
}

/// Where a declaration starts, its leading annotations included.
pub(super) fn first(annotations: &[Annotation], declaration: u32) -> u32 {
    annotations.first().map_or(declaration, |annotation| annotation.span.start.min(declaration))
}

/// Where the part of a value ends whose comments stand above it.
pub(super) fn head(value: &Val) -> u32 {
    match value.kind {
        ValKind::List(_) | ValKind::Map(_) => value.span.start,
        _ => value.span.end,
    }
}
