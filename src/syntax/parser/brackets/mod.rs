//! Which bracket closes which, decided once before parsing.
//!
//! The parser then knows where every block ends before it enters it, steps over brackets in one move, and can
//! not leave a block by accident. Where the braces of a file do not balance, indentation decides.

mod lost_braces;

use std::collections::{HashMap, HashSet};

use crate::diagnostic::{Diagnostic, LISTED};
use crate::syntax::tree::{Token, TokenKind as T};
use crate::text::Span;

/// A token as the parser sees it: comments and strays are gone.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tok {
    pub kind: T,
    pub span: Span,
    /// The first token of its line.
    pub first: bool,
    /// Stray characters stand between the previous token and this one.
    pub after_stray: bool,
    /// Its place among all tokens.
    pub index: u32,
    /// Column of the first token of this token's line, in characters.
    pub indent: u32,
}

/// No partner.
pub(super) const NONE: u32 = u32::MAX;

/// A block that is never closed.
struct Unclosed {
    /// Its `{`.
    brace: usize,
    /// The last token in it.
    last: Tok,
}

/// The tokens that mean something, and the partners of the brackets among them.
pub(super) struct Stream<'a> {
    text: &'a str,
    broken_strings: &'a [Span],
    pub toks: Vec<Tok>,
    /// For an opener the index of its closer, for a closer that of its opener, else [`NONE`]. An unclosed `{`
    /// has the index of the first token behind its block.
    pub mates: Vec<u32>,
    pub diagnostics: Vec<Diagnostic>,
    /// The blocks that are never closed.
    unclosed: Vec<Unclosed>,
    /// Behind which tokens a block has no `{`, and what is told of it if not its quote; `None` once they are put in.
    lost: Option<Vec<(u32, Option<Diagnostic>)>>,
}

impl<'a> Stream<'a> {
    /// Drops comments and strays from `tokens` and pairs the brackets.
    pub fn new(text: &'a str, tokens: &[Token], broken_strings: &'a [Span]) -> Self {
        let all = significant(text, tokens);
        let toks = Vec::with_capacity(all.len());
        let (mates, diagnostics, unclosed) = (Vec::new(), Vec::new(), Vec::new());
        let mut stream = Stream { text, broken_strings, toks, mates, diagnostics, unclosed, lost: None };
        let (all, by_indent) = if balanced(&all) {
            (all, false)
        } else {
            let whole = stream.with_lost_openers(all);
            let by_indent = !balanced(&whole);
            (whole, by_indent)
        };
        stream.pair_braces(all, by_indent);
        stream.report_unclosed();
        stream.pair_others();
        stream
    }

    /// The tokens with a `{` of no length where a block has none, so that it is read as one.
    fn with_lost_openers(&mut self, all: Vec<Tok>) -> Vec<Tok> {
        self.lost = Some(Vec::new());
        self.pair_braces(all.clone(), true);
        let mut lost = self.lost.take().unwrap_or_default();
        (self.toks, self.mates, self.diagnostics) = (Vec::with_capacity(all.len()), Vec::new(), Vec::new());
        self.unclosed.clear();
        lost.sort_by_key(|(index, _)| *index);
        let mut whole = Vec::with_capacity(all.len() + lost.len());
        let mut lost = lost.into_iter().peekable();
        for tok in all {
            whole.push(tok);
            while let Some((_, diagnostic)) = lost.next_if(|(index, _)| *index == tok.index) {
                self.diagnostics.extend(diagnostic);
                let (kind, span) = (T::OpenBrace, Span::at(tok.span.end));
                whole.push(Tok { kind, span, first: false, after_stray: false, ..tok });
            }
        }
        whole
    }

    fn mate(&mut self, open: usize, close: usize) {
        if let Some(mate) = self.mates.get_mut(open) {
            *mate = close as u32;
        }
    }

    fn pair(&mut self, open: usize, close: usize) {
        self.mate(open, close);
        self.mate(close, open);
    }

    /// Moves the tokens over, leaves out every `}` that closes nothing, and pairs the rest.
    fn pair_braces(&mut self, all: Vec<Tok>, by_indent: bool) {
        let mut open: Vec<(usize, u32)> = Vec::new();
        // How many open blocks start in a column; spares a search for one that is not there.
        let mut columns: HashMap<u32, u32> = HashMap::new();
        // How many blocks were open at each open `[`: a list ends the maps in it that are not closed.
        let mut lists: Vec<usize> = Vec::new();
        // The lines that the current one is indented under, with their columns.
        let mut lines: Vec<(u32, usize)> = Vec::new();
        // Where the current line starts, until a `}` on it was looked at that may lack its `{` there.
        let mut line = Some(0);
        let lacks_openers = self.lost.is_some() && excess(&all) < 0;
        let gaps = if by_indent { self.gaps(&all) } else { HashSet::new() };
        for tok in all {
            let mut head = None;
            if tok.first {
                line = Some(self.toks.len());
            }
            if by_indent && tok.first {
                while lines.pop_if(|(indent, _)| *indent > tok.indent).is_some() {}
                head = lines.pop_if(|(indent, _)| *indent == tok.indent).map(|(_, at)| at);
                if tok.kind != T::CloseBrace {
                    lines.push((tok.indent, self.toks.len()));
                }
            }
            if by_indent && tok.first && starts_item(tok.kind) {
                while let Some((brace, _)) = open.pop_if(|(_, indent)| *indent >= tok.indent) {
                    self.leave_open(brace, self.toks.len(), &mut columns);
                }
            }
            if gaps.contains(&tok.index)
                && let Some((brace, _)) = open.pop()
            {
                self.leave_open(brace, self.toks.len(), &mut columns);
            }
            if by_indent {
                lists.truncate(lists.partition_point(|depth| *depth <= open.len()));
                if let Some(end) = self.ends_item(tok.kind)
                    && let Some(depth) = lists.last()
                {
                    for (brace, _) in open.drain(*depth..).rev() {
                        self.leave_open(brace, end, &mut columns);
                    }
                }
                match tok.kind {
                    T::OpenBracket => lists.push(open.len()),
                    T::CloseBracket => drop(lists.pop()),
                    _ => {}
                }
            }
            if tok.kind == T::CloseBrace {
                let aligned = by_indent && tok.first;
                if self.lost.is_some()
                    && !tok.first
                    && let Some(start) = line.filter(|start| open.last().is_none_or(|(brace, _)| brace < start))
                {
                    line = None;
                    let in_list = lists.last() == Some(&open.len());
                    if in_list && self.lost_opener_of_item(start) || self.lost_opener_in(start) {
                        continue;
                    }
                }
                if aligned && columns.get(&tok.indent).is_some_and(|count| *count > 0) {
                    while let Some((brace, _)) = open.pop_if(|(_, indent)| *indent != tok.indent) {
                        self.leave_open(brace, self.toks.len(), &mut columns);
                    }
                } else if aligned || open.is_empty() {
                    if self.lost.is_some() && head.is_some_and(|head| self.lost_opener(head)) {
                        continue;
                    }
                    self.diagnostics.push(Diagnostic::error("unmatched-brace", tok.span, "unmatched `}`").fix(
                        "delete it",
                        tok.span,
                        "",
                    ));
                    continue;
                }
            }
            if lacks_openers
                && tok.kind == T::Colon
                && let Some(brace) = self.lost_opener_of_key()
            {
                open.push((self.toks.len() - 2, brace.indent));
                *columns.entry(brace.indent).or_default() += 1;
            }
            let at = self.toks.len();
            self.toks.push(tok);
            self.mates.push(NONE);
            if tok.kind == T::OpenBrace {
                open.push((at, tok.indent));
                *columns.entry(tok.indent).or_default() += 1;
            } else if tok.kind == T::CloseBrace
                && let Some((brace, indent)) = open.pop()
            {
                columns.entry(indent).and_modify(|count| *count -= 1);
                self.pair(brace, at);
            }
        }
        while let Some((brace, _)) = open.pop() {
            self.leave_open(brace, self.toks.len(), &mut columns);
        }
    }

    /// Where an item of a list ends if the next token is of this kind and the item is a map: before a `]`, or before
    /// the `,` that stands between two maps. Behind the `,` of a map stands a key.
    fn ends_item(&self, next: T) -> Option<usize> {
        let end = self.toks.len();
        match next {
            T::CloseBracket => Some(end),
            T::OpenBrace if self.toks.last().is_some_and(|last| last.kind == T::Comma) => Some(end - 1),
            _ => None,
        }
    }

    /// Ends the block of `brace` before the token at `end`, without a closer.
    fn leave_open(&mut self, brace: usize, end: usize, columns: &mut HashMap<u32, u32>) {
        self.mate(brace, end);
        let last = end.checked_sub(1).and_then(|last| self.toks.get(last)).copied();
        let (Some(tok), Some(last)) = (self.toks.get(brace).copied(), last) else { return };
        columns.entry(tok.indent).and_modify(|count| *count -= 1);
        if !holds_any(self.broken_strings, tok.span.to(last.span)) {
            self.unclosed.push(Unclosed { brace, last });
        }
    }

    /// Reports the blocks that are never closed: the first ones that are listed, and how many there are.
    fn report_unclosed(&mut self) {
        self.unclosed.sort_by_key(|block| block.brace);
        for (place, Unclosed { brace, last }) in std::mem::take(&mut self.unclosed).into_iter().enumerate() {
            let Some(tok) = self.toks.get(brace).copied() else { continue };
            let finding = |message| Diagnostic::error("unclosed-block", tok.span, message);
            if place >= LISTED {
                self.diagnostics.push(finding(String::new()));
                continue;
            }
            let message = match self.owner(brace) {
                Some(name) => format!("`{name}` is missing its closing `}}`"),
                None => "this block is missing its closing `}`".to_owned(),
            };
            let rest = self.text.get(last.span.end as usize..).and_then(|rest| rest.lines().next()).unwrap_or("");
            let line_ends = rest.trim().is_empty() || rest.trim_start().starts_with(['/', '#']) && !rest.contains("/*");
            let (place, closer) = if line_ends && self.toks.get(brace + 1).is_some_and(|inside| inside.first) {
                self.put_below(last.span.end + rest.len() as u32, tok.indent)
            } else {
                self.put_behind(last.span.end, "}")
            };
            self.diagnostics.push(finding(message).fix("add `}`", place, closer));
        }
    }

    /// Pairs `( )` and `[ ]` inside the blocks found. Parentheses end with their line unless it goes on after
    /// `(`, `;` or `,` or inside a list or map.
    fn pair_others(&mut self) {
        let mut stack: Vec<(T, usize)> = Vec::new();
        // Of each open block: height of the stack, end, and the open parentheses and brackets inside.
        let mut frames: Vec<Frame> = vec![Frame { base: 0, end: usize::MAX, parens: 0, brackets: 0 }];
        let mut before = T::Semicolon;
        for at in 0..self.toks.len() {
            let Some(tok) = self.toks.get(at).copied() else { break };
            while frames.len() > 1
                && let Some(frame) = frames.pop_if(|frame| frame.end <= at)
            {
                stack.truncate(frame.base);
            }
            let Some(frame) = frames.last_mut() else { break };
            // A `}` closes a map of theirs: blocks inside are frames of their own.
            let goes_on = matches!(before, T::OpenParen | T::Semicolon | T::Comma)
                || matches!(tok.kind, T::CloseParen | T::CloseBrace);
            if tok.first && !goes_on {
                while stack.len() > frame.base && stack.pop_if(|(kind, _)| *kind == T::OpenParen).is_some() {
                    frame.parens -= 1;
                }
            }
            before = tok.kind;
            match tok.kind {
                T::OpenBrace => {
                    let end = self.mates.get(at).map_or(usize::MAX, |end| *end as usize);
                    frames.push(Frame { base: stack.len(), end, parens: 0, brackets: 0 });
                }
                T::OpenParen => {
                    frame.parens += 1;
                    stack.push((T::OpenParen, at));
                }
                T::OpenBracket => {
                    frame.brackets += 1;
                    stack.push((T::OpenBracket, at));
                }
                T::CloseParen | T::CloseBracket => {
                    let (wanted, count) = match tok.kind {
                        T::CloseParen => (T::OpenParen, frame.parens),
                        _ => (T::OpenBracket, frame.brackets),
                    };
                    while count > 0
                        && let Some((kind, open)) = stack.pop()
                    {
                        match kind {
                            T::OpenParen => frame.parens -= 1,
                            _ => frame.brackets -= 1,
                        }
                        if kind == wanted {
                            self.pair(open, at);
                            break;
                        }
                    }
                }
                _ => {}
            }
        }
    }
}

struct Frame {
    base: usize,
    end: usize,
    parens: u32,
    brackets: u32,
}

fn significant(text: &str, tokens: &[Token]) -> Vec<Tok> {
    let mut all: Vec<Tok> = Vec::with_capacity(tokens.len());
    let (mut first, mut after_stray, mut indent) = (true, false, 0);
    for (index, token) in (0..).zip(tokens) {
        if token.first_on_line {
            let before = Span::new(0, token.span.start as usize).of(text);
            let line = before.as_bytes().iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
            indent = columns(before.get(line..).unwrap_or(""));
            first = true;
        }
        match token.kind {
            T::LineComment | T::BlockComment => {}
            T::Stray => after_stray = true,
            kind => {
                all.push(Tok { kind, span: token.span, first, after_stray, index, indent });
                (first, after_stray) = (false, false);
            }
        }
    }
    all
}

fn balanced(toks: &[Tok]) -> bool {
    let mut depth = 0_i64;
    for tok in toks {
        match tok.kind {
            T::OpenBrace => depth += 1,
            T::CloseBrace => depth -= 1,
            _ => {}
        }
        if depth < 0 {
            return false;
        }
    }
    depth == 0
}

/// How many more `{` than `}` there are.
fn excess(toks: &[Tok]) -> i64 {
    let change = |tok: &Tok| i64::from(tok.kind == T::OpenBrace) - i64::from(tok.kind == T::CloseBrace);
    toks.iter().map(change).sum()
}

fn starts_item(kind: T) -> bool {
    matches!(kind, T::Ident | T::At | T::Arrow | T::LongArrow | T::FatArrow | T::BothArrow | T::Dash)
}

/// The width of the start of a line, in characters.
pub(super) fn columns(text: &str) -> u32 {
    text.chars().filter(|c| *c != '\u{feff}').count() as u32
}

/// True if one of `spans`, which are in order, is inside `span`.
pub(super) fn holds_any(spans: &[Span], span: Span) -> bool {
    let next = spans.partition_point(|inner| inner.start < span.start);
    spans.get(next).is_some_and(|inner| inner.end <= span.end)
}
