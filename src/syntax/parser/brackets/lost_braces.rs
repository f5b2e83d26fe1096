//! Braces that were deleted: where a `{` or `}` is missing, and where it goes back.

use std::collections::HashSet;

use super::{NONE, Stream, Tok, holds_any};
use crate::diagnostic::Diagnostic;
use crate::syntax::tree::TokenKind as T;
use crate::text::Span;

impl<'a> Stream<'a> {
    /// The tokens before which a deleted `}` has left a gap: the only ones of a line that still leaves a block open and
    /// ends with a `}` or with the gap.
    pub(super) fn gaps(&self, all: &[Tok]) -> HashSet<u32> {
        let mut gaps = HashSet::new();
        for line in all.chunk_by(|_, next| !next.first) {
            let (mut depth, mut gap, mut several, mut ends) = (0_i32, None, false, false);
            for tok in line {
                if self.has_gap_before(tok) {
                    several |= gap.is_some();
                    gap = Some(tok.index).filter(|_| depth > 0);
                    ends = true;
                }
                match tok.kind {
                    T::OpenBrace => depth += 1,
                    T::CloseBrace => depth -= 1,
                    _ => {}
                }
                if !matches!(tok.kind, T::Semicolon | T::Comma | T::CloseBracket) {
                    ends = tok.kind == T::CloseBrace;
                }
            }
            gaps.extend(gap.filter(|_| depth == 1 && ends && !several));
        }
        gaps
    }

    /// True if more space stands before what ends a value than before one that nothing was deleted from.
    fn has_gap_before(&self, tok: &Tok) -> bool {
        let before = self.text.get(..tok.span.start as usize).unwrap_or("");
        match tok.kind {
            T::Semicolon | T::Comma => before.ends_with(' '),
            T::CloseBrace | T::CloseBracket => before.ends_with("  "),
            _ => false,
        }
    }

    /// Tells that a block has no `{` behind the line at `head`, which lines indented under it follow; true if so.
    pub(super) fn lost_opener(&mut self, head: usize) -> bool {
        let line = self.toks.get(head + 1..).unwrap_or_default();
        let Some(end) = line.iter().position(|tok| tok.first).map(|length| head + 1 + length) else { return false };
        let line = self.toks.get(head..end).unwrap_or_default();
        let opens = line.iter().any(|tok| matches!(tok.kind, T::OpenBrace | T::OpenBracket | T::Arrow | T::LongArrow));
        let indented = self.toks.get(end).zip(line.first()).is_some_and(|(next, tok)| next.indent > tok.indent);
        let [Some(first), Some(last)] = [line.first(), line.last()] else { return false };
        if opens || !indented || first.kind != T::Ident {
            return false;
        }
        let swallowed = last.span.of(self.text).ends_with('{') && holds_any(self.broken_strings, last.span);
        if swallowed {
            return self.put_in(last.index, None);
        }
        !holds_any(self.broken_strings, first.span.to(last.span)) && self.missing_opener(head, end)
    }

    /// Tells that a block has no `{` on the line from `line` on, whose next token is a `}`; true if so.
    pub(super) fn lost_opener_in(&mut self, line: usize) -> bool {
        let kind = |at: usize| self.toks.get(at).map(|tok| tok.kind);
        let starts_block = |at: &usize| {
            kind(*at) == Some(T::Ident)
                && matches!(kind(*at + 1), Some(T::Colon | T::Less))
                && matches!(
                    kind(*at - 1),
                    Some(T::Ident | T::String | T::Template | T::CloseParen | T::Colon | T::OpenBracket)
                )
        };
        let behind = |head: usize| (head + 1..self.toks.len()).find(starts_block).map(|at| (head, at));
        let statement = (line..self.toks.len()).rfind(|at| kind(*at) == Some(T::Semicolon)).map_or(line, |at| at + 1);
        let declares = !matches!(kind(line + 1), Some(T::Colon | T::Less));
        let found = behind(statement).or_else(|| behind(line).filter(|_| declares));
        found.is_some_and(|(head, at)| self.missing_opener(head, at))
    }

    /// Tells that `key: inner:` lacks the `{` behind its first colon, and opens a block there.
    pub(super) fn lost_opener_of_key(&mut self) -> Option<Tok> {
        const LOOK_BACK: usize = 32;
        let before = self.toks.get(self.toks.len().saturating_sub(LOOK_BACK)..)?;
        let line = before.get(before.iter().rposition(|tok| tok.first).unwrap_or(0)..)?;
        let [edge @ .., key, colon, inner] = line else { return None };
        let is_key = |tok: &Tok| matches!(tok.kind, T::Ident | T::String);
        let on_edge =
            edge.iter().any(|tok| matches!(tok.kind, T::Arrow | T::LongArrow | T::FatArrow | T::Dash | T::At));
        if colon.kind != T::Colon || !is_key(key) || !is_key(inner) || on_edge {
            return None;
        }
        let brace =
            Tok { kind: T::OpenBrace, span: Span::at(colon.span.end), first: false, after_stray: false, ..*colon };
        let at = self.toks.len() - 1;
        self.missing_opener(at - 2, at);
        self.toks.insert(at, brace);
        self.mates.insert(at, NONE);
        Some(brace)
    }

    /// Tells that the last item of a list, of which the line from `line` on has a part, is a map without its `{`; true
    /// if so.
    pub(super) fn lost_opener_of_item(&mut self, line: usize) -> bool {
        let kind = |at: usize| self.toks.get(at).map(|tok| tok.kind);
        let is_item = |close: usize| {
            let open = self.mates.get(close).map_or(0, |open| *open as usize);
            open > 0 && kind(open - 1) != Some(T::Colon)
        };
        let mut depth = 0_u32;
        let mut at = line;
        for before in (line..self.toks.len()).rev() {
            match kind(before) {
                Some(T::CloseBracket) => depth += 1,
                Some(T::OpenBracket) if depth > 0 => depth -= 1,
                Some(T::OpenBracket) => at = before + 1,
                Some(T::CloseBrace) if depth == 0 && kind(before + 1) == Some(T::Comma) && is_item(before) => {
                    at = before + 2;
                }
                _ => continue,
            }
            if at > line {
                break;
            }
        }
        while kind(at + 1) == Some(T::Comma) {
            at += 2;
        }
        let [Some(key), Some(before)] = [self.toks.get(at).copied(), self.toks.get(at.wrapping_sub(1)).copied()] else {
            return false;
        };
        let starts_map = matches!(key.kind, T::Ident | T::String) && kind(at + 1) == Some(T::Colon);
        if !starts_map || !matches!(before.kind, T::OpenBracket | T::Comma) {
            return false;
        }
        let behind_space = self.text.get(..key.span.start as usize).is_some_and(|before| before.ends_with(' '));
        let fix = if behind_space { (key.span.start - 1, "{") } else { (key.span.start, "{ ") };
        let diagnostic = Diagnostic::error("unmatched-brace", key.span, "this item has no `{`")
            .hint("`{` opens a map, `}` closes it")
            .fix("add `{`", Span::at(fix.0), fix.1);
        self.put_in(before.index, Some(diagnostic))
    }

    /// Notes that the block behind the tokens from `head` to `end` has no `{`.
    fn missing_opener(&mut self, head: usize, end: usize) -> bool {
        let line = self.toks.get(head..end).unwrap_or_default();
        let (Some(first), Some(last)) = (line.first().copied(), line.last().copied()) else { return false };
        let message = match self.owner(end) {
            Some(name) => format!("the block of `{name}` has no `{{`"),
            None => "this block has no `{`".to_owned(),
        };
        let (place, brace) = match last.kind {
            T::OpenBracket => (Span::at(last.span.end), "{".to_owned()),
            _ => self.put_behind(last.span.end, "{"),
        };
        let diagnostic = Diagnostic::error("unmatched-brace", first.span.to(last.span), message)
            .hint("`{` opens a block, `}` closes it")
            .fix("add `{`", place, brace);
        self.put_in(last.index, Some(diagnostic))
    }

    /// Has a `{` put in behind a token; true if there is a pass to come that reads it.
    fn put_in(&mut self, behind: u32, diagnostic: Option<Diagnostic>) -> bool {
        let Some(lost) = &mut self.lost else { return false };
        lost.push((behind, diagnostic));
        true
    }

    /// Where a brace goes behind what ends there, and with which space: not where a deleted one has left some.
    pub(super) fn put_behind(&self, end: u32, brace: &str) -> (Span, String) {
        let rest = self.text.get(end as usize..).unwrap_or("");
        let left = rest
            .strip_prefix(' ')
            .is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\n', '\r', ';', ',', ']']));
        if left { (Span::at(end + 1), brace.to_owned()) } else { (Span::at(end), format!(" {brace}")) }
    }

    /// Where a `}` of this indentation goes behind the block whose last line ends at `end`, and what is written there:
    /// in the blank line that the deleted one has left, or on a line of its own.
    pub(super) fn put_below(&self, end: u32, indent: u32) -> (Span, String) {
        let padded = |spaces: u32| format!("{}}}", " ".repeat(spaces as usize));
        let below = self.text.get(end as usize..).and_then(|rest| rest.split_once('\n'));
        let line =
            below.and_then(|(_, below)| below.split_inclusive('\n').next()).filter(|line| line.trim().is_empty());
        let (Some((before, _)), Some(line)) = (below, line) else {
            return (Span::at(end), format!("\n{}", padded(indent)));
        };
        let length = line.trim_end_matches(['\r', '\n']).len() as u32;
        let start = end + before.len() as u32 + 1;
        let kept = length.min(indent);
        (Span { start: start + kept, end: start + length }, padded(indent - kept))
    }

    /// The name in front of a `{`: the second word of its statement's first line, or the only one.
    pub(super) fn owner(&self, brace: usize) -> Option<&'a str> {
        const LOOK_BACK: usize = 32;
        let from = brace.saturating_sub(LOOK_BACK);
        let before = self.toks.get(from..brace)?;
        let start = before
            .iter()
            .rposition(|tok| matches!(tok.kind, T::Semicolon | T::OpenBrace | T::CloseBrace))
            .map_or(0, |at| at + 1);
        let line = before.get(start..)?.iter().rposition(|tok| tok.first).unwrap_or(0) + start;
        let mut words = before.get(line..)?.iter().take(2).filter(|tok| matches!(tok.kind, T::Ident | T::String));
        let first = words.next()?;
        let name = words.next().unwrap_or(first);
        Some(name.span.of(self.text).trim_matches(['"', '\'']))
    }
}
