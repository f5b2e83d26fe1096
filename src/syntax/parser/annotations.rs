//! Annotations and their arguments.

use super::{Parser, T, Values};
use crate::diagnostic::Diagnostic;
use crate::syntax::tree::{Annotation, Argument, ArgumentForm, Key, Val, ValKind};
use crate::text::Span;

impl Parser<'_> {
    /// Reads the annotations that belong to an open declaration; true if there were any. One that starts a
    /// line belongs to it only if it stands deeper than the declaration's first token.
    pub(super) fn trailing_annotations(&mut self, declaration: Span, into: &mut Vec<Annotation>) -> bool {
        let start = self.pos;
        while let Some(tok) = self.tok_at(self.pos)
            && tok.kind == T::At
            && (!tok.first || tok.indent > self.column(declaration))
        {
            into.extend(self.annotation());
        }
        self.pos > start
    }

    /// The token behind the annotations at `at`, each on the line of its predecessor.
    pub(super) fn after_annotations(&self, at: usize) -> usize {
        let mut next = at;
        while self.same_line_kind(next) == Some(T::At) && self.is_at(next + 1, T::Ident) {
            next += 2;
            if self.same_line_kind(next) == Some(T::OpenParen) {
                next = self.after(next);
            }
        }
        next
    }

    /// One annotation; `None`, with an error, if it has no name. The current token is the `@`.
    pub(super) fn annotation(&mut self) -> Option<Annotation> {
        let at = self.bump();
        if self.same_line_kind(self.pos) != Some(T::Ident) {
            let parens = self.same_line_kind(self.pos) == Some(T::OpenParen);
            if parens {
                self.pos = self.after(self.pos);
            }
            let span = if parens { self.since(at) } else { at };
            self.error("malformed-annotation", span, "an annotation needs a name");
            return None;
        }
        let name = self.ident();
        let mut args = None;
        if self.same_line_kind(self.pos) == Some(T::OpenParen) {
            args = self.arguments(at, ArgumentForm::of(name.span.of(self.text)));
        }
        Some(Annotation { name, args, span: self.since(at) })
    }

    /// `( … )`; without its closer it ends at the line end, a brace, an `@` or an arrow.
    fn arguments(&mut self, at: Span, form: ArgumentForm) -> Option<Vec<Argument>> {
        let open = self.pos;
        let closer = self.closer(open).filter(|closer| *closer < self.end);
        let end = closer.unwrap_or_else(|| self.damage(open + 1));
        if self.depth >= super::MAX_DEPTH {
            self.too_deep(open);
            self.pos = (end + usize::from(closer.is_some())).min(self.end);
            return None;
        }
        self.depth += 1;
        self.pos = open + 1;
        let outer = self.narrow(end);
        let args = match form {
            ArgumentForm::Listed => self.argument_list(),
            ArgumentForm::Entries => self.set_entries(),
            ArgumentForm::Expression => self.expression().into_iter().collect(),
        };
        self.end = outer;
        self.depth -= 1;
        self.pos = end;
        if closer.is_some() {
            self.pos += 1;
        } else {
            let place = Span::at(self.behind());
            let missing =
                Diagnostic::error("malformed-annotation", self.since(at), "`)` is missing").fix("add `)`", place, ")");
            self.report_unclosed(missing);
        }
        if form == ArgumentForm::Listed {
            self.check_keys(args.iter().filter_map(|arg| arg.key.as_ref()));
        }
        Some(args)
    }

    fn damage(&self, from: usize) -> usize {
        let mut at = from;
        while let Some(tok) = self.tok_at(at) {
            let arrow = matches!(
                tok.kind,
                T::Arrow | T::LongArrow | T::FatArrow | T::BothArrow | T::Inherits | T::Composes | T::BadArrow
            );
            if tok.first || arrow || matches!(tok.kind, T::OpenBrace | T::CloseBrace | T::At) {
                break;
            }
            at += 1;
        }
        at
    }

    fn argument_list(&mut self) -> Vec<Argument> {
        let mut args = Vec::new();
        let mut from = self.toks.get(self.pos.wrapping_sub(1)).map_or(0, |tok| tok.span.end);
        while self.kind().is_some() {
            if matches!(self.kind(), Some(T::Semicolon | T::Comma)) {
                from = self.bump().end;
                continue;
            }
            let key = self.argument_key();
            if key.is_some() {
                from = self.bump().end;
            }
            let key_span = key.as_ref().map(|key: &Key| key.span);
            match self.raw_value(from, Values::Style) {
                Some(value) => args.push(Argument { span: key_span.unwrap_or(value.span).to(value.span), key, value }),
                None if key_span.is_some() => {
                    let name = key_span.unwrap_or_default().of(self.text);
                    let colon = Span { start: from.saturating_sub(1), end: from };
                    self.error("missing-value", colon, format!("`{name}` has no value"));
                }
                None => {}
            }
            if matches!(self.kind(), Some(T::Semicolon | T::Comma)) || self.kind().is_none() {
                continue;
            }
            // Something behind a list or map.
            let wrong = self.here();
            while !matches!(self.kind(), None | Some(T::Semicolon | T::Comma)) {
                self.pos = self.after(self.pos);
            }
            self.error("malformed-annotation", self.since(wrong), "`;` is missing between two arguments");
        }
        if args.is_empty() {
            args.extend(self.strays_alone(from));
        }
        if args.len() > 1 {
            // Beside others, an argument without key is a flag of that name.
            let flags = args.iter().filter(|arg: &&Argument| arg.is_spelled());
            self.spelled.extend(flags.map(|arg| arg.span));
        }
        args
    }

    /// The entries of `@set`. What stands before the first colon and behind it is taken as it is written.
    fn set_entries(&mut self) -> Vec<Argument> {
        let mut entries = Vec::new();
        let mut from = self.toks.get(self.pos.wrapping_sub(1)).map_or(0, |tok| tok.span.end);
        while self.kind().is_some() {
            match self.kind() {
                Some(T::Semicolon) => from = self.bump().end,
                Some(T::Comma) => {
                    let comma = self.bump();
                    from = comma.end;
                    self.report(
                        Diagnostic::error("annotation-argument", comma, "the entries of `@set` are separated by `;`")
                            .fix("use `;`", comma, ";"),
                    );
                }
                _ => entries.extend(self.set_entry(from)),
            }
        }
        entries
    }

    /// One entry, which begins behind `from`.
    fn set_entry(&mut self, from: u32) -> Option<Argument> {
        let start = self.pos;
        let colon = self.find(start, &[T::Colon, T::Semicolon, T::Comma]);
        let end = self.find(colon, &[T::Semicolon, T::Comma]);
        let offset =
            |parser: &Self, at: usize| parser.toks.get(at).map_or(parser.text.len() as u32, |tok| tok.span.start);
        let (middle, to) = (offset(self, colon), offset(self, end));
        if !self.is_at(colon, T::Colon) {
            self.pos = end;
            let span = self.content(from, to)?;
            return Some(Argument { key: None, value: self.raw_val(span), span });
        }
        let key = self.content(from, middle).map(|span| Key { span, text: self.raw(span) });
        let colon = self.tok_at(colon).map_or(Span::at(middle), |tok| tok.span);
        self.pos = self.toks.partition_point(|tok| tok.span.start < colon.end);
        let value = self.expression_until(colon.end, end, to);
        let Some((key, value)) = key.zip(value) else {
            self.pos = end;
            self.error("annotation-argument", colon, "an entry of `@set` is `Ctx.field: expression`");
            return None;
        };
        Some(Argument { span: key.span.to(value.span), key: Some(key), value })
    }

    /// The first of these tokens at or behind `at`, outside of brackets; the end of the window if there is none.
    fn find(&self, at: usize, kinds: &[T]) -> usize {
        let mut at = at;
        while self.kind_at(at).is_some_and(|kind| !kinds.contains(&kind)) {
            at = self.after(at);
        }
        at.min(self.end)
    }

    /// All of the window as one expression.
    fn expression(&mut self) -> Option<Argument> {
        let from = self.toks.get(self.pos.wrapping_sub(1)).map_or(0, |tok| tok.span.end);
        let to = self.toks.get(self.end).map_or(self.text.len() as u32, |tok| tok.span.start);
        let value = self.expression_until(from, self.end, to)?;
        Some(Argument { key: None, span: value.span, value })
    }

    /// The expression between `from` and `to`, which ends before the token `end`: as it is written, or the text of a
    /// string that is all of it.
    fn expression_until(&mut self, from: u32, end: usize, to: u32) -> Option<Val> {
        let span = self.content(from, to)?;
        let is_string = self.is_string_at(self.pos) && self.pos + 1 == end && self.here() == span;
        let value = if is_string { Val { kind: ValKind::Str(self.text().value), span } } else { self.raw_val(span) };
        self.pos = end;
        Some(value)
    }

    /// An argument list of nothing but stray characters is one raw argument.
    fn strays_alone(&mut self, from: u32) -> Option<Argument> {
        let to = self.toks.get(self.pos).map_or(self.text.len() as u32, |tok| tok.span.start);
        let span = self.content(from, to)?;
        let value = self.raw_val(span);
        Some(Argument { key: None, value, span })
    }

    /// `key` of `key: value`, hyphens allowed; the colon is left.
    fn argument_key(&mut self) -> Option<Key> {
        let end = self.after_hyphenated(self.pos)?;
        self.is_at(end, T::Colon).then(|| self.key(end))
    }
}
