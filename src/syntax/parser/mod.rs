//! Tokens to items, by recursive descent.
//!
//! Every part of the parser works inside a window of tokens that ends at `end`: the closer of the block, list,
//! label or argument list at hand, found beforehand by [`brackets`]. Nothing can run past it, which is why a
//! damaged item never costs its neighbours. Each function stands behind what it read when it returns.

mod annotations;
mod brackets;
mod edges;
mod items;
mod labels;
mod multiplicity;
mod nodes;
mod types;
mod values;

use std::cell::Cell;
use std::sync::Arc;

use self::brackets::{NONE, Stream, Tok, columns, holds_any};
pub(super) use self::items::MACHINE_ONLY;
use super::lexer::{is_fence, lex, opening_quote, string_value};
use super::pasted;
use super::tree::{Ident, Item, Key, Name, Text, Token, TokenKind as T};
use crate::diagnostic::{Diagnostic, LISTED, Severity};
use crate::text::{Span, clip};
use crate::work::{FINDING, Work};

/// Tokens that are looked at for one unit of work.
const STEPS: u64 = 8;

/// Blocks, values, types and arguments nest at most this deep; a name has at most this many segments.
const MAX_DEPTH: usize = 100;

/// Whether what was found means that a part of the text has no place in the tree. A malformed multiplicity has one.
pub(super) fn loses_text(found: &Diagnostic) -> bool {
    found.severity == Severity::Error && found.code != "malformed-multiplicity"
}

/// What parsing gives.
pub(super) struct Parsed {
    pub tokens: Vec<Token>,
    pub items: Vec<Item>,
    pub diagnostics: Vec<Diagnostic>,
    pub verbatim: Vec<Span>,
}

impl Parsed {
    /// What is left of a text that costs more than its budget.
    fn too_large(tokens: String) -> Self {
        let diagnostics = vec![Diagnostic::too_large(tokens)];
        Parsed { tokens: Vec::new(), items: Vec::new(), diagnostics, verbatim: Vec::new() }
    }
}

/// Parses what stands behind `from` in a text.
pub(super) fn parse(text: &str, from: usize, work: &Work) -> Parsed {
    let lexed = lex(text, from, work);
    let count = lexed.tokens.len();
    let cost = work.cost();
    let Some(left) = cost.limit.checked_sub(cost.units) else {
        return Parsed::too_large(format!("more than {count} words and signs"));
    };
    let steps = left.saturating_mul(STEPS);
    let mut diagnostics = lexed.diagnostics;
    let never_closed = |found: &&Diagnostic| found.code == "unclosed-string" && opening_quote(found.span.of(text)) > 0;
    let broken_strings: Vec<Span> = diagnostics.iter().filter(never_closed).map(|found| found.span).collect();
    let stream = Stream::new(text, &lexed.tokens, &broken_strings);
    let Stream { toks, mates, diagnostics: brackets, .. } = stream;
    diagnostics.extend(brackets);
    let mut parser = Parser {
        text,
        from: Span::new(from, from),
        tokens: lexed.tokens,
        end: toks.len(),
        toks,
        mates,
        pos: 0,
        depth: 0,
        header_seen: false,
        lone_title: None,
        broken_strings,
        items_seen: false,
        farthest: [(0, 0); 4],
        raw: Vec::new(),
        spelled: Vec::new(),
        aggregates: Vec::new(),
        reported: 0,
        horizon: 0,
        diagnostics,
        errors: 0,
        steps_left: Cell::new(steps),
        chain: Cell::new((0, 0, 0, false)),
        column: Cell::new((u32::MAX, 0)),
    };
    let items = parser.items(Place::Root);
    let used = (steps - parser.steps_left.get()) / STEPS + FINDING * parser.diagnostics.len() as u64;
    if !work.charge(used + u64::from(parser.steps_left.get() == 0)) {
        return Parsed::too_large(format!("{count} words and signs, and much that does not fit together"));
    }
    parser.report_strays();
    parser.join_aggregates();
    let mut diagnostics = parser.diagnostics;
    pasted::report(text, &parser.tokens, &parser.broken_strings, &mut diagnostics);
    diagnostics.sort_by(|a, b| (a.span.start, a.code).cmp(&(b.span.start, b.code)));
    let mut verbatim = parser.raw;
    verbatim.append(&mut parser.spelled);
    verbatim.sort_unstable();
    Parsed { tokens: parser.tokens, items, diagnostics, verbatim }
}

/// Where items stand; it decides what may start one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Root,
    Header,
    Node,
    /// The block of a `style` node: hyphenated keys, raw values.
    Style,
}

/// How values are read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Values {
    Plain,
    /// A value of several tokens is raw text.
    Style,
}

/// The partition point of `tokens`, searched outwards from `near`: it is never far from there.
fn partition_near(tokens: &[Token], near: usize, before: impl Fn(&Token) -> bool) -> usize {
    let (mut low, mut high, mut step) = (near.min(tokens.len()), near.min(tokens.len()), 4);
    while tokens.get(high).is_some_and(&before) {
        (low, high) = (high, (high + step).min(tokens.len()));
        step *= 2;
    }
    while low > 0 && !tokens.get(low - 1).is_some_and(&before) {
        low = low.saturating_sub(step);
        step *= 2;
    }
    low + tokens.get(low..high).unwrap_or(&[]).partition_point(before)
}

struct Parser<'a> {
    text: &'a str,
    /// Where the file starts in the text.
    from: Span,
    /// All tokens, comments and strays included.
    tokens: Vec<Token>,
    toks: Vec<Tok>,
    mates: Vec<u32>,
    pos: usize,
    /// The window ends before this token.
    end: usize,
    depth: usize,
    header_seen: bool,
    /// The first header that is a title and nothing else.
    lone_title: Option<Span>,
    /// Strings that end with their line because they are never closed. They may have swallowed a closer.
    broken_strings: Vec<Span>,
    /// Something other than an import stands above.
    items_seen: bool,
    /// Per own closer, tokens between which a search found none. Keeps long lines linear.
    farthest: [(usize, usize); 4],
    /// Texts taken as they are, or reported as a whole: strays inside them are not reported again.
    raw: Vec<Span>,
    /// Lists and maps that are read as text.
    spelled: Vec<Span>,
    /// Where `o` and `-->` turned out to be one arrow.
    aggregates: Vec<Span>,
    diagnostics: Vec<Diagnostic>,
    /// How many findings there were, and the farthest of the first ones: what lies beyond is not listed.
    reported: usize,
    horizon: u32,
    /// How many of them lose text: where one did, nothing more is said of what was lost.
    errors: usize,
    /// How many more tokens may be looked at; then the text ends for the parser.
    steps_left: Cell<u64>,
    /// The last list of names that was searched for an arrow: where it begins and ends, where the window did, and
    /// whether there is one.
    chain: Cell<(usize, usize, usize, bool)>,
    /// The last position whose column was counted, and its column.
    column: Cell<(u32, u32)>,
}

impl<'a> Parser<'a> {
    // Looking ahead. Behind the end of the window there is nothing.

    fn tok_at(&self, at: usize) -> Option<Tok> {
        if at >= self.end {
            return None;
        }
        self.steps_left.set(self.steps_left.get().checked_sub(1)?);
        self.toks.get(at).copied()
    }

    /// Counts what is copied or gone through beside tokens; false when the budget is spent.
    fn spend(&self, parts: usize) -> bool {
        self.steps_left.set(self.steps_left.get().saturating_sub(parts as u64));
        self.steps_left.get() > 0
    }

    fn kind_at(&self, at: usize) -> Option<T> {
        self.tok_at(at).map(|tok| tok.kind)
    }

    fn kind(&self) -> Option<T> {
        self.kind_at(self.pos)
    }

    fn is(&self, kind: T) -> bool {
        self.kind() == Some(kind)
    }

    fn is_at(&self, at: usize, kind: T) -> bool {
        self.kind_at(at) == Some(kind)
    }

    fn is_string_at(&self, at: usize) -> bool {
        matches!(self.kind_at(at), Some(T::String | T::Template))
    }

    /// The kind of a token on the line of its predecessor.
    fn same_line_kind(&self, at: usize) -> Option<T> {
        self.tok_at(at).filter(|tok| !tok.first).map(|tok| tok.kind)
    }

    fn word_at(&self, at: usize) -> &'a str {
        match self.tok_at(at) {
            Some(tok) if tok.kind == T::Ident => tok.span.of(self.text),
            _ => "",
        }
    }

    fn glued(&self, at: usize) -> bool {
        match (self.toks.get(at.wrapping_sub(1)), self.tok_at(at)) {
            (Some(before), Some(tok)) => before.span.end == tok.span.start,
            _ => false,
        }
    }

    /// The bracket that closes the one at `at`, if it is there.
    fn closer(&self, at: usize) -> Option<usize> {
        let mate = self.mates.get(at).copied().filter(|mate| *mate != NONE)? as usize;
        (self.mates.get(mate).copied() == Some(at as u32)).then_some(mate)
    }

    /// The token behind `at`, brackets taken as one.
    fn after(&self, at: usize) -> usize {
        let opens = matches!(self.kind_at(at), Some(T::OpenBrace | T::OpenBracket | T::OpenParen));
        let next = match (opens, self.closer(at), self.mates.get(at)) {
            (true, Some(close), _) => close + 1,
            (true, None, Some(end)) if *end != NONE => *end as usize,
            _ => at + 1,
        };
        next.min(self.end).max(at + 1)
    }

    /// The span of the current token, or an empty one behind the last.
    fn here(&self) -> Span {
        self.tok_at(self.pos).map_or(Span::at(self.behind()), |tok| tok.span)
    }

    /// The end of the token before the current one.
    fn behind(&self) -> u32 {
        self.toks.get(self.pos.wrapping_sub(1)).map_or(0, |tok| tok.span.end)
    }

    fn since(&self, start: Span) -> Span {
        Span { start: start.start, end: self.behind().max(start.end) }
    }

    /// How many characters stand before `span` on its line.
    fn column(&self, span: Span) -> u32 {
        let (known, column) = self.column.get();
        if known == span.start {
            return column;
        }
        let line = Span { start: 0, end: span.start }.of(self.text).rsplit('\n').next().unwrap_or("");
        self.spend(line.len());
        let column = columns(line);
        self.column.set((span.start, column));
        column
    }

    // Moving.

    /// Ends the window before `end`; gives the old end, to be put back.
    fn narrow(&mut self, end: usize) -> usize {
        let outer = self.end;
        self.end = end.min(outer);
        outer
    }

    fn bump(&mut self) -> Span {
        let span = self.here();
        self.pos = (self.pos + 1).min(self.end);
        span
    }

    fn eat(&mut self, kind: T) -> bool {
        let found = self.is(kind);
        if found {
            self.pos += 1;
        }
        found
    }

    /// Steps over tokens, brackets as one, up to the first that `stops` or starts a line.
    fn skip_line(&mut self, stops: impl Fn(T) -> bool) {
        while let Some(tok) = self.tok_at(self.pos) {
            if tok.first || stops(tok.kind) {
                break;
            }
            self.pos = self.after(self.pos);
        }
    }

    // Reporting.

    fn error(&mut self, code: &'static str, span: Span, message: impl Into<String>) {
        self.report(Diagnostic::error(code, span, message));
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.errors += usize::from(loses_text(&diagnostic));
        self.reported += 1;
        if self.reported <= LISTED {
            self.horizon = self.horizon.max(diagnostic.span.start);
            self.diagnostics.push(diagnostic);
        } else if diagnostic.span.start < self.horizon {
            self.diagnostics.push(diagnostic);
        } else {
            self.diagnostics.push(diagnostic.counted());
        }
    }

    /// Reports that something is not closed, unless an unclosed string in between, which has its error
    /// already, may have swallowed the closer.
    fn report_unclosed(&mut self, missing: Diagnostic) {
        let between = Span { start: missing.span.start, end: self.behind().max(missing.span.end) };
        if !holds_any(&self.broken_strings, between) {
            self.report(missing);
        }
    }

    /// A description of the current token, for a message.
    fn found(&self) -> String {
        match self.tok_at(self.pos) {
            Some(tok) => format!("`{}`", clip(tok.span.of(self.text), 30)),
            None => "the end of the file".to_owned(),
        }
    }

    /// Reports one deeper nesting and steps over the bracket or name at `at`.
    fn too_deep(&mut self, at: usize) {
        let span = self.tok_at(at).map_or(self.here(), |tok| tok.span);
        self.error("nesting-too-deep", span, format!("nested too deeply: at most {MAX_DEPTH} levels"));
    }

    // Small parts.

    /// The text between two offsets without white space and comments at its ends.
    fn content(&self, from: u32, to: u32) -> Option<Span> {
        let near = self.toks.get(self.pos).or(self.toks.last()).map_or(0, |tok| tok.index as usize);
        let first = partition_near(&self.tokens, near, |token| token.span.start < from);
        let last = partition_near(&self.tokens, first, |token| token.span.end <= to);
        let is_text = |token: &&Token| !matches!(token.kind, T::LineComment | T::BlockComment);
        let between = self.tokens.get(first..last)?;
        let start = between.iter().find(is_text)?;
        let end = between.iter().rev().find(is_text)?;
        Some(start.span.to(end.span))
    }

    /// Takes a text as it is.
    fn raw(&mut self, span: Span) -> Arc<str> {
        self.raw.push(span);
        Arc::from(span.of(self.text))
    }

    fn text(&mut self) -> Text {
        let span = self.bump();
        Text { span, value: string_value(span.of(self.text)) }
    }

    fn ident(&mut self) -> Ident {
        Ident { span: self.bump() }
    }

    /// The token behind the dotted name at `at`.
    fn after_name(&self, at: usize) -> Option<usize> {
        if !self.is_at(at, T::Ident) {
            return None;
        }
        let mut next = at + 1;
        while self.same_line_kind(next) == Some(T::Dot) && self.same_line_kind(next + 1) == Some(T::Ident) {
            next += 2;
        }
        Some(next)
    }

    /// The dotted name that starts at the current token.
    fn name(&mut self) -> Name {
        let start = self.pos;
        let end = self.after_name(start).unwrap_or(start + 1);
        let mut segments = Vec::with_capacity((end - start).div_ceil(2).min(MAX_DEPTH));
        while self.pos < end {
            let segment = self.ident();
            if segments.len() < MAX_DEPTH {
                segments.push(segment);
            }
            if self.pos < end {
                self.pos += 1;
            }
        }
        let whole = self.since(segments.first().map_or(self.here(), |first| first.span));
        if (end - start).div_ceil(2) > MAX_DEPTH {
            self.error("nesting-too-deep", whole, format!("a name can have at most {MAX_DEPTH} segments"));
        }
        Name { segments, span: whole }
    }

    /// The token behind the glued hyphenated word at `at`.
    fn after_hyphenated(&self, at: usize) -> Option<usize> {
        if !self.is_at(at, T::Ident) {
            return None;
        }
        let mut next = at + 1;
        while self.is_at(next, T::Dash) && self.is_at(next + 1, T::Ident) && self.glued(next) && self.glued(next + 1) {
            next += 2;
        }
        Some(next)
    }

    /// The key that ends before the token `end`.
    fn key(&mut self, end: usize) -> Key {
        let start = self.here();
        let quoted = self.is_string_at(self.pos);
        self.pos = end.min(self.end);
        let span = self.since(start);
        let source = span.of(self.text);
        Key { span, text: if quoted { string_value(source) } else { Arc::from(source) } }
    }

    /// Warns of keys that come again.
    fn check_keys<'k>(&mut self, keys: impl Iterator<Item = &'k Key>) {
        let mut keys: Vec<&Key> = keys.collect();
        if keys.len() < 2 {
            return;
        }
        keys.sort_by(|a, b| (&a.text, a.span.start).cmp(&(&b.text, b.span.start)));
        for pair in keys.windows(2) {
            if let [first, second] = pair
                && first.text == second.text
            {
                let (here, before) = (second.span, first.span);
                let message = format!("duplicate key `{}`; the last value is used", clip(&second.text, 40));
                self.report(Diagnostic::warning("duplicate-key", here, message).related(before, "first set here"));
            }
        }
    }

    // After parsing.

    /// Reports the strays that no raw text holds.
    fn report_strays(&mut self) {
        self.raw.sort_unstable();
        let mut raws = self.raw.iter().peekable();
        let mut covered = 0;
        let mut found = Vec::new();
        for token in self.tokens.iter().filter(|token| token.kind == T::Stray) {
            while let Some(raw) = raws.next_if(|raw| raw.start <= token.span.start) {
                covered = covered.max(raw.end);
            }
            if covered < token.span.end || is_fence(token.span.of(self.text)) {
                found.push(token.span);
            }
        }
        for span in found {
            let source = span.of(self.text);
            let message = match is_fence(source) {
                true => "unexpected Markdown fence".to_owned(),
                false => format!("unexpected `{}`", clip(source, 20)),
            };
            self.report(Diagnostic::error("stray-characters", span, message).fix("delete", span, ""));
        }
    }

    /// Makes one token of each `o` and `-->` that were read as an arrow.
    fn join_aggregates(&mut self) {
        if self.aggregates.is_empty() {
            return;
        }
        self.aggregates.sort_unstable();
        let arrows = &self.aggregates;
        self.tokens.retain_mut(|token| {
            let at = arrows.partition_point(|span| span.end < token.span.end);
            match arrows.get(at).filter(|span| span.start <= token.span.start && token.span.end <= span.end) {
                Some(span) if span.start == token.span.start => {
                    (token.kind, token.span) = (T::Aggregates, *span);
                    true
                }
                Some(_) => false,
                None => true,
            }
        });
    }
}
