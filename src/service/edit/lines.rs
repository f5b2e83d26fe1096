//! Lines of a text: indentation, line ends, what stands behind an item on its line.

use crate::syntax::tree::{Token, TokenKind, Tree};
use crate::text::Span;

/// The longest line that is written where the text has room for two.
pub(super) const WIDTH: usize = 100;

/// What stands behind an item on its line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tail {
    /// One past the separators behind it.
    pub end: u32,
    /// A `;` is among them.
    pub has_semicolon: bool,
    /// Some separator stands behind it.
    pub is_separated: bool,
    /// Where the line ends, if nothing but comments stands behind the item on it.
    pub line_end: Option<u32>,
}

/// The lines of a text.
#[derive(Clone, Copy)]
pub(super) struct Lines<'t> {
    pub tree: &'t Tree,
}

impl<'t> Lines<'t> {
    pub fn text(&self) -> &'t str {
        &self.tree.text
    }

    pub fn before(&self, at: u32) -> &'t str {
        Span { start: 0, end: at }.of(self.text())
    }

    pub fn behind(&self, at: u32) -> &'t str {
        self.text().get(at as usize..).unwrap_or_default()
    }

    /// Where the line of an offset begins.
    pub fn start(&self, at: u32) -> u32 {
        self.before(at).rfind('\n').map_or(0, |at| at as u32 + 1)
    }

    /// Where the line of an offset ends, the line end left out.
    pub fn end(&self, at: u32) -> u32 {
        let rest = self.behind(at);
        let line = rest.find('\n').and_then(|end| rest.get(..end)).unwrap_or(rest);
        at + line.strip_suffix('\r').unwrap_or(line).len() as u32
    }

    /// Where the next line begins.
    pub fn next(&self, at: u32) -> u32 {
        let rest = self.behind(at);
        at + rest.find('\n').map_or(rest.len(), |end| end + 1) as u32
    }

    /// The blanks that begin the line of an offset.
    pub fn indent(&self, at: u32) -> &'t str {
        let line = Span { start: self.start(at), end: at }.of(self.text());
        let blanks = line.len() - line.trim_start_matches([' ', '\t']).len();
        line.get(..blanks).unwrap_or_default()
    }

    /// True if nothing but blanks stands before an offset on its line.
    pub fn begins(&self, at: u32) -> bool {
        Span { start: self.start(at), end: at }.of(self.text()).trim_start_matches('\u{feff}').trim().is_empty()
    }

    /// The line end that is used at an offset.
    pub fn eol(&self, at: u32) -> &'static str {
        let behind = self.behind(at);
        let (before, found) = match behind.find('\n') {
            Some(end) => (behind.get(..end).unwrap_or_default(), true),
            None => match self.before(at).rfind('\n') {
                Some(end) => (self.before(at).get(..end).unwrap_or_default(), true),
                None => ("", false),
            },
        };
        let is_carriage = before.ends_with('\r') || (before.is_empty() && self.before(at).ends_with('\r'));
        if found && is_carriage { "\r\n" } else { "\n" }
    }

    /// By what blocks are indented: as the first line that is.
    pub fn unit(&self) -> &'t str {
        let mut lines = self.text().lines().filter(|line| !line.trim().is_empty());
        let blanks = |line: &&str| line.len() - line.trim_start_matches([' ', '\t']).len();
        let indented = lines.find(|line| (1..=8).contains(&blanks(line)) && !line.trim_start().starts_with('*'));
        indented.and_then(|line| line.get(..blanks(&line))).unwrap_or("  ")
    }

    fn token(&self, at: u32) -> usize {
        self.tree.tokens.partition_point(|token| token.span.end <= at)
    }

    /// The tokens inside a span, comments too.
    pub fn tokens(&self, span: Span) -> &'t [Token] {
        let from = self.tree.tokens.partition_point(|token| token.span.start < span.start);
        let rest = self.tree.tokens.get(from..).unwrap_or_default();
        let count = rest.partition_point(|token| token.span.end <= span.end);
        rest.get(..count).unwrap_or_default()
    }

    /// What stands behind an item that ends at an offset.
    pub fn tail(&self, at: u32) -> Tail {
        // The span of a declaration holds its `;`.
        let last = self.token(at).checked_sub(1).and_then(|last| self.tree.tokens.get(last));
        let ends = last.is_some_and(|last| last.span.end == at && last.kind == TokenKind::Semicolon);
        let mut tail = Tail { end: at, has_semicolon: ends, is_separated: ends, line_end: None };
        let mut line_end = at;
        let mut is_behind_comment = false;
        for token in self.tree.tokens.get(self.token(at)..).unwrap_or_default() {
            let gap = Span { start: line_end, end: token.span.start }.of(self.text());
            if gap.contains('\n') {
                break;
            }
            match token.kind {
                TokenKind::Semicolon | TokenKind::Comma if !is_behind_comment => {
                    tail.has_semicolon |= token.kind == TokenKind::Semicolon;
                    tail.is_separated = true;
                    tail.end = token.span.end;
                }
                kind if is_comment(kind) => is_behind_comment = true,
                _ => return tail,
            }
            line_end = token.span.end;
        }
        tail.line_end = Some(self.end(line_end));
        tail
    }

    /// The text of a span without the comments that stand in it.
    pub fn comments(&self, span: Span) -> impl Iterator<Item = Span> + use<'t> {
        self.tokens(span).iter().filter(|token| is_comment(token.kind)).map(|token| token.span)
    }

    /// Where the comments begin that stand directly above the line of an offset. Those that begin the text belong to it
    /// all.
    pub fn attached(&self, at: u32) -> u32 {
        let mut start = self.start(at);
        while start > 0 {
            let above = self.start(start - 1);
            let line = Span { start: above, end: start }.of(self.text());
            let first = line.len() - line.trim_start().len();
            let token = self.token(above + first as u32);
            let found = self.tree.tokens.get(token);
            let is_comment = found.is_some_and(|token| {
                is_comment(token.kind) && token.span.start >= above && self.end(token.span.start) <= token.span.end
            });
            if !is_comment || above == 0 {
                break;
            }
            start = above;
        }
        start
    }

    /// True if the line before a line is blank.
    pub fn is_blank_above(&self, line_start: u32) -> bool {
        line_start > 0 && {
            let above = self.start(line_start - 1);
            Span { start: above, end: line_start }.of(self.text()).trim().is_empty()
        }
    }
}

pub(super) fn is_comment(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::LineComment | TokenKind::BlockComment)
}
