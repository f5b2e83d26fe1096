//! What stands inside an arrow: finding its end, its parts, and where an unquoted condition ends.

use std::sync::Arc;

use super::{Parser, T, Values, opening_quote, partition_near, string_value};
use crate::syntax::tree::{Arrow, Label, Piece, Val};
use crate::text::Span;

/// Where a label ends.
pub(super) enum Closer {
    /// At the arrow that belongs to the opener.
    Own(usize),
    /// At another arrow.
    Other(usize),
    /// Nowhere on its line.
    Missing,
}

/// The arrow a token is by itself.
pub(super) fn arrow_of(kind: T) -> Option<Arrow> {
    Some(match kind {
        T::Arrow => Arrow::Plain,
        T::LongArrow => Arrow::Long,
        T::FatArrow => Arrow::Fat,
        T::BothArrow => Arrow::Both,
        T::Inherits => Arrow::Inherits,
        T::Composes => Arrow::Composes,
        _ => return None,
    })
}

/// Where `farthest` keeps the searches that found no arrow at all.
const NO_ARROW: usize = 3;

impl Parser<'_> {
    /// Looks for the closer of the label that opens at `open`.
    pub(super) fn label_closer(&mut self, open: usize, own: T) -> Closer {
        let slot = match own {
            T::Arrow => 0,
            T::LongArrow => 1,
            _ => 2,
        };
        let known = |slot: usize| self.farthest.get(slot).is_some_and(|(from, to)| *from <= open && open < *to);
        let hopeless = known(slot);
        if known(NO_ARROW) {
            return Closer::Missing;
        }
        let mut other = None;
        let mut at = open + 1;
        while let Some(tok) = self.tok_at(at) {
            if (tok.first && !self.comma_ends_line(at)) || tok.kind == T::CloseBrace {
                break;
            }
            if tok.kind == own {
                return Closer::Own(at);
            }
            if other.is_none() && arrow_of(tok.kind).is_some() {
                other = Some(at);
                if hopeless {
                    break;
                }
            }
            at = self.after(at);
        }
        for slot in [(!hopeless).then_some(slot), other.is_none().then_some(NO_ARROW)].into_iter().flatten() {
            if let Some(farthest) = self.farthest.get_mut(slot) {
                *farthest = (open, at);
            }
        }
        other.map_or(Closer::Missing, Closer::Other)
    }

    /// True if the token at `at` is on the line below one that ends with a comma; strays may stand before it there.
    fn comma_ends_line(&self, at: usize) -> bool {
        let (before, tok) = (at.checked_sub(1).and_then(|at| self.toks.get(at)), self.toks.get(at));
        let Some((comma, tok)) = before.filter(|before| before.kind == T::Comma).zip(tok) else { return false };
        let behind = self.content(comma.span.end, tok.span.start).map_or(tok.span.start, |stray| stray.start);
        let breaks = |start, end| Span { start, end }.of(self.text).contains('\n');
        breaks(comma.span.end, behind) && !breaks(behind, tok.span.start)
    }

    /// The label between the current token and the token `closer`.
    pub(super) fn label(&mut self, closer: usize) -> Label {
        let outer = self.narrow(closer);
        let from = self.behind();
        let to = self.toks.get(closer).map_or(from, |tok| tok.span.start);
        let bracket = self.is(T::OpenBracket) && self.closer(self.pos).is_some_and(|close| close + 1 == closer);
        let pieces = if bracket && self.nothing_between(from) {
            let close = closer - 1;
            let inner = self.bump().end;
            self.end = close;
            self.pieces(inner, self.toks.get(close).map_or(to, |tok| tok.span.start))
        } else {
            self.pieces(from, to)
        };
        self.end = outer;
        self.pos = closer;
        Label { pieces, span: Span { start: from, end: to } }
    }

    /// No stray stands between `from` and the current token.
    fn nothing_between(&self, from: u32) -> bool {
        self.content(from, self.here().start).is_none()
    }

    /// The pieces up to the end of the window; `from` and `to` are the bytes they may fill.
    fn pieces(&mut self, from: u32, to: u32) -> Vec<Piece> {
        let mut pieces = Vec::new();
        // Words are the text between the other pieces.
        let mut words_from = from;
        while let Some(tok) = self.tok_at(self.pos) {
            let opens = matches!(tok.kind, T::OpenBrace | T::OpenBracket) && self.closer(self.pos).is_some();
            let keyed = tok.kind == T::Ident && self.is_at(self.pos + 1, T::Colon);
            let word = match tok.kind {
                T::Comma | T::Semicolon | T::At | T::String | T::Template => false,
                _ => !keyed && !opens,
            };
            if word {
                self.pos = self.after(self.pos);
                continue;
            }
            self.words(words_from, tok.span.start, &mut pieces);
            match tok.kind {
                T::Comma | T::Semicolon => self.pos += 1,
                T::At => pieces.extend(self.annotation().map(Piece::Annotation)),
                T::String | T::Template => {
                    let text = self.text();
                    pieces.push(Piece::Text { value: text.value, span: text.span, quoted: true });
                }
                _ if keyed => pieces.extend(self.keyed_piece(to)),
                _ => {
                    let value = self.value(Values::Plain);
                    self.spelled.extend(value.as_ref().map(|value| value.span));
                    pieces.extend(value.map(Piece::Value));
                }
            }
            // Strays at the end of a raw text are part of it, although no token behind it says so.
            let raw = self.raw.last().map_or(0, |span| span.end);
            words_from = self.behind().max(words_from).max(raw);
        }
        self.words(words_from, to, &mut pieces);
        pieces
    }

    fn words(&mut self, from: u32, to: u32, pieces: &mut Vec<Piece>) {
        let Some(span) = self.content(from, to) else { return };
        let source = self.raw(span);
        let mut value = String::with_capacity(source.len());
        for word in source.split_whitespace() {
            if !value.is_empty() {
                value.push(' ');
            }
            value.push_str(word);
        }
        pieces.push(Piece::Text { value: Arc::from(value), span, quoted: false });
    }

    /// `key: value` or `when: condition`.
    fn keyed_piece(&mut self, to: u32) -> Option<Piece> {
        let condition =
            ["when", "if", "unless", "condition"].iter().any(|word| word.eq_ignore_ascii_case(self.word_at(self.pos)));
        let key = self.key(self.pos + 1);
        let colon = self.bump();
        let piece = if condition {
            self.condition(colon.end, to).map(|(text, span, quoted)| Piece::Condition {
                key: crate::syntax::tree::Ident { span: key.span },
                text,
                span,
                quoted,
            })
        } else {
            self.inline_value(colon.end, to).map(|value| Piece::Attribute { key: key.clone(), value })
        };
        if piece.is_none() {
            self.error("missing-value", colon, format!("`{}` has no value", key.text));
        }
        piece
    }

    /// A value, or a run of tokens without white space between them (`1/2`).
    fn inline_value(&mut self, from: u32, to: u32) -> Option<Val> {
        if matches!(self.kind(), Some(T::OpenBrace | T::OpenBracket)) && self.nothing_between(from) {
            return self.value(Values::Plain);
        }
        let first = self.content(from, to)?.start;
        let rest = Span { start: first, end: to }.of(self.text);
        let mut end = self.pos;
        let mut last = first;
        while let Some(tok) = self.tok_at(end) {
            let separate = matches!(tok.kind, T::Comma | T::Semicolon | T::At);
            let gap = Span { start: last, end: tok.span.start }.of(self.text).contains(char::is_whitespace);
            if separate || (tok.span.start > first && gap) {
                break;
            }
            last = tok.span.end;
            end += 1;
        }
        // Strays at the end of the run belong to it.
        let near = self.toks.get(end).or(self.toks.last()).map_or(0, |tok| tok.index as usize);
        let behind = partition_near(&self.tokens, near, |token| token.span.start < last);
        for token in self.tokens.get(behind..).unwrap_or(&[]) {
            if token.kind != T::Stray || token.span.start != last || last >= to {
                break;
            }
            last = token.span.end;
        }
        let run = Span { start: first, end: last };
        if run.is_empty() || rest.is_empty() {
            return None;
        }
        let outer = self.narrow(end);
        let value = self.value(Values::Plain).filter(|value| value.span == run);
        self.end = outer;
        self.pos = end;
        Some(value.unwrap_or_else(|| self.raw_val(run)))
    }

    /// The text of a condition, where it stands, and whether it was one quoted string.
    fn condition(&mut self, from: u32, to: u32) -> Option<(Arc<str>, Span, bool)> {
        let start = self.pos;
        if self.is_string_at(start) && self.nothing_between(from) && !self.operator_at(start + 1) {
            let span = self.bump();
            let source = span.of(self.text);
            let closed = source.len() > 1 && source.ends_with(['"', '\'']);
            let inside = Span { start: span.start + opening_quote(source), end: span.end - u32::from(closed) };
            return Some((string_value(source), inside, true));
        }
        let mut operand = false;
        while let Some(tok) = self.tok_at(self.pos) {
            let separate = matches!(tok.kind, T::Comma | T::Semicolon | T::At | T::CloseBracket);
            let next_line = tok.first && self.pos > start;
            let keyed = tok.kind == T::Ident && self.is_at(self.pos + 1, T::Colon);
            let string = matches!(tok.kind, T::String | T::Template);
            if separate || next_line || (operand && !tok.after_stray && (keyed || string)) {
                break;
            }
            operand = match tok.kind {
                T::Ident => self.word_at(self.pos) != "in",
                T::Number | T::WordNumber | T::External | T::String | T::Template => true,
                T::OpenParen | T::OpenBracket | T::OpenBrace => true,
                _ => false,
            };
            self.pos = self.after(self.pos);
        }
        let stop = self.toks.get(self.pos).map_or(to, |tok| tok.span.start).min(to);
        let span = self.content(from, stop)?;
        Some((self.raw(span), span, false))
    }

    /// A token on the same line, or a stray, that continues the expression that a string began.
    fn operator_at(&self, at: usize) -> bool {
        let stray_end = self.toks.get(at).is_some_and(|tok| tok.after_stray);
        match self.same_line_kind(at) {
            None => stray_end,
            Some(T::Ident) => stray_end || self.word_at(at) == "in",
            Some(T::Less | T::Greater | T::Equals | T::BadArrow | T::Dash | T::Dot | T::Question) => true,
            Some(T::Pipe | T::OpenBracket) => true,
            Some(_) => stray_end,
        }
    }
}
