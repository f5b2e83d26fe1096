//! Attributes and values.

use std::sync::Arc;

use super::{MAX_DEPTH, Parser, Place, T, Values};
use crate::diagnostic::Diagnostic;
use crate::syntax::tree::{Annotation, Attribute, Val, ValKind};
use crate::text::Span;

impl Parser<'_> {
    /// The token behind the key, if an attribute starts at the current token.
    pub(super) fn attribute_starts(&self, place: Place) -> Option<usize> {
        let key_end = match place {
            Place::Style => self.after_hyphenated(self.pos)?,
            _ => self.pos + 1,
        };
        let typed = key_end == self.pos + 1 && self.is_at(key_end, T::Less);
        let valued = self.is_at(self.after_annotations(key_end), T::Colon);
        (typed || valued).then_some(key_end)
    }

    /// `key<type> @constraint: value`; the key ends before the token `key_end`.
    pub(super) fn attribute(&mut self, leading: Vec<Annotation>, key_end: usize, values: Values) -> Attribute {
        let first = self.here();
        let errors = self.errors;
        let mut annotations = leading;
        let key = self.key(key_end);
        let kind = if self.is(T::Less) { self.attribute_type() } else { None };
        self.trailing_annotations(first, &mut annotations);
        let mut value = None;
        if self.is(T::Colon) {
            let colon = self.bump();
            let inner = if key.text.eq_ignore_ascii_case("style") { Values::Style } else { values };
            value = self.attribute_value(&key.text, colon, values, inner);
            self.trailing_annotations(first, &mut annotations);
        }
        let span = self.since(first);
        self.skip_value_junk(errors);
        self.eat(T::Semicolon);
        Attribute { annotations, key, kind, value, span }
    }

    fn attribute_value(&mut self, key: &str, colon: Span, values: Values, inner: Values) -> Option<Val> {
        let begins_line = matches!(
            self.kind(),
            Some(T::String | T::Template | T::Number | T::WordNumber | T::OpenBrace | T::OpenBracket)
        );
        let here = self.tok_at(self.pos).is_some_and(|tok| !tok.first || begins_line);
        let value = match (here, values) {
            (true, Values::Style) => self.raw_value(colon.end, inner),
            (true, Values::Plain) if !matches!(self.kind(), Some(T::Semicolon | T::Comma)) => {
                let errors = self.errors;
                let value = self.value(inner);
                if value.is_none() && self.errors > errors {
                    return None;
                }
                value.map(|value| self.unquoted(value))
            }
            _ => None,
        };
        if value.is_none() {
            self.error("missing-value", colon, format!("`{key}` has no value"));
        }
        value
    }

    /// The rest of a text that begins like a name because it has no quotes: `prompt: Review the report`.
    fn unquoted(&mut self, value: Val) -> Val {
        let starts_item = |parser: &Self| {
            parser.attribute_starts(Place::Node).is_some()
                || parser.edge_starts(parser.pos)
                || super::nodes::BUILT_IN_TYPES.contains(&parser.word_at(parser.pos))
        };
        let is_name = matches!(value.kind, ValKind::Name(_));
        let goes_on = matches!(self.same_line_kind(self.pos), Some(T::Ident | T::Number));
        if !is_name || !goes_on || starts_item(self) {
            return value;
        }
        while self.tok_at(self.pos).is_some_and(|tok| !tok.first && matches!(tok.kind, T::Ident | T::Number | T::Comma))
            && self.attribute_starts(Place::Node).is_none()
        {
            self.pos += 1;
        }
        let span = self.since(value.span);
        let text = span.of(self.text);
        self.report(Diagnostic::error("malformed-value", span, "a string must be in quotes").fix(
            "quote it",
            span,
            format!("\"{text}\""),
        ));
        Val { kind: ValKind::Str(Arc::from(text)), span }
    }

    /// What stands between a value and the end of its attribute and starts no item.
    fn skip_value_junk(&mut self, errors_before: usize) {
        let Some(tok) = self.tok_at(self.pos).filter(|tok| !tok.first) else { return };
        if matches!(tok.kind, T::Semicolon | T::Comma | T::Ident | T::At) || self.arrow_at(self.pos) {
            return;
        }
        if self.is_string_at(self.pos) && self.is_at(self.pos + 1, T::Colon) {
            return;
        }
        if self.errors == errors_before {
            let message = format!("expected `;` or the next statement, found {}", self.found());
            self.error("unexpected-token", tok.span, message);
        }
        self.skip_line(|kind| kind == T::Semicolon);
    }

    /// One value. `None` if none starts here; an error was given only if something did.
    pub(super) fn value(&mut self, values: Values) -> Option<Val> {
        let span = self.here();
        let kind = match self.kind()? {
            T::OpenBracket => return self.nested(values, Self::list),
            T::OpenBrace => return self.nested(values, Self::map),
            T::Ident => ValKind::Name(self.name()),
            T::String | T::Template => ValKind::Str(self.text().value),
            T::WordNumber => ValKind::Word(Arc::from(self.bump().of(self.text))),
            T::External => ValKind::External(Arc::from(self.bump().of(self.text))),
            T::Number => ValKind::Num(self.number()?),
            T::Dash if self.is_at(self.pos + 1, T::Number) && self.glued(self.pos + 1) => {
                self.pos += 1;
                ValKind::Num(-self.number()?)
            }
            _ => return None,
        };
        Some(Val { kind, span: self.since(span) })
    }

    fn number(&mut self) -> Option<f64> {
        let span = self.bump();
        let number = crate::number::parse(span.of(self.text)).filter(|number| number.is_finite());
        if number.is_none() {
            self.error("malformed-value", span, "this number is too large");
        }
        number
    }

    fn nested(&mut self, values: Values, read: fn(&mut Self, Values) -> Val) -> Option<Val> {
        if self.depth >= MAX_DEPTH {
            self.too_deep(self.pos);
            self.pos = self.after(self.pos);
            return None;
        }
        self.depth += 1;
        let value = read(self, values);
        self.depth -= 1;
        Some(value)
    }

    fn list(&mut self, values: Values) -> Val {
        let open_at = self.pos;
        let open = self.bump();
        let closer = self.closer(open_at).filter(|closer| *closer < self.end);
        let outer = self.end;
        self.end = closer.unwrap_or(outer);
        let mut elements = Vec::new();
        let mut after_comma = true;
        let mut wrong = None;
        while let Some(tok) = self.tok_at(self.pos) {
            if tok.kind == T::Comma {
                self.pos += 1;
                after_comma = true;
                continue;
            }
            let ends = matches!(tok.kind, T::Semicolon | T::Colon | T::CloseBrace)
                || (closer.is_none() && (self.key_starts() || (tok.first && (!after_comma || self.item_starts()))));
            if ends && closer.is_none() {
                break;
            }
            let errors = self.errors;
            let value = if after_comma && !ends { self.value(values) } else { None };
            after_comma = false;
            match value {
                Some(value) => elements.push(value),
                None => {
                    if self.errors == errors {
                        wrong.get_or_insert(tok.span);
                    }
                    let before = self.pos;
                    while !matches!(self.kind(), None | Some(T::Comma)) && (self.pos == before || closer.is_some()) {
                        self.pos = self.after(self.pos);
                    }
                }
            }
        }
        self.end = outer;
        if let Some(closer) = closer {
            self.pos = closer + 1;
            if let Some(wrong) = wrong {
                self.error("malformed-value", wrong, "list items must be separated by `,`");
            }
        } else {
            let place = Span::at(self.behind());
            let missing =
                Diagnostic::error("malformed-value", open, "this list is never closed").fix("add `]`", place, "]");
            self.report_unclosed(missing);
        }
        Val { kind: ValKind::List(elements), span: self.since(open) }
    }

    fn key_starts(&self) -> bool {
        self.is(T::Ident) && matches!(self.kind_at(self.pos + 1), Some(T::Colon | T::Less))
    }

    fn item_starts(&self) -> bool {
        match self.kind() {
            Some(T::At) => true,
            Some(T::Ident) => self.same_line_kind(self.pos + 1) == Some(T::Ident) || self.edge_starts(self.pos),
            _ => self.arrow_at(self.pos) && !self.is(T::Dash),
        }
    }

    fn map(&mut self, values: Values) -> Val {
        let open_at = self.pos;
        let open = self.here();
        let attributes = self.entries(values);
        self.pos = self.after(open_at);
        Val { kind: ValKind::Map(attributes), span: self.since(open) }
    }

    /// What stands between `{` and `}` where only attributes can; the current token is the `{`, and stays it.
    pub(super) fn entries(&mut self, values: Values) -> Vec<Attribute> {
        let open = self.pos;
        let end = self.closer(open).unwrap_or_else(|| self.after(open));
        let outer = self.narrow(end);
        self.pos = open + 1;
        let mut attributes = Vec::new();
        while let Some(kind) = self.kind() {
            if matches!(kind, T::Semicolon | T::Comma) {
                self.pos += 1;
                continue;
            }
            let start = self.here();
            let mut leading = Vec::new();
            while self.is(T::At) {
                leading.extend(self.annotation());
            }
            match self.entry_key() {
                Some(key_end) => attributes.push(self.attribute(leading, key_end, values)),
                None => {
                    self.report(
                        Diagnostic::error("malformed-value", start, "map entries must be `key: value`")
                            .hint("separate the entries with `;` or `,`"),
                    );
                    if self.kind().is_some() {
                        self.pos = self.after(self.pos);
                    }
                    self.skip_line(|kind| matches!(kind, T::Semicolon | T::Comma));
                }
            }
        }
        self.end = outer;
        self.pos = open;
        self.check_keys(attributes.iter().map(|attribute| &attribute.key));
        attributes
    }

    fn entry_key(&self) -> Option<usize> {
        let key_end = if self.is_string_at(self.pos) { self.pos + 1 } else { self.after_hyphenated(self.pos)? };
        let behind = self.kind_at(self.after_annotations(key_end));
        matches!(behind, Some(T::Colon | T::Less)).then_some(key_end)
    }

    /// A value of a style place or an argument: one token, a list or map, or raw text up to `;`, a `,` with a
    /// key behind it, or the line end. `from` is where the text of the value may start.
    pub(super) fn raw_value(&mut self, from: u32, values: Values) -> Option<Val> {
        let start = self.pos;
        let mut end = start;
        while let Some(tok) = self.tok_at(end) {
            let separator = match tok.kind {
                T::Semicolon => true,
                T::Comma => {
                    let key = self.after_hyphenated(end + 1);
                    key.is_some_and(|key| self.is_at(key, T::Colon))
                }
                _ => tok.first && end > start && !matches!(self.kind_at(end - 1), Some(T::Comma)),
            };
            if separator {
                break;
            }
            end = self.after(end);
        }
        let opens = matches!(self.kind(), Some(T::OpenBrace | T::OpenBracket));
        if opens && !self.tok_at(start).is_some_and(|tok| tok.after_stray) {
            return self.value(values);
        }
        let to = self.toks.get(end).map_or(self.text.len() as u32, |tok| tok.span.start);
        let content = self.content(from, to)?;
        let outer = self.narrow(end);
        let single = if end > start { self.single(content, values) } else { None };
        self.end = outer;
        self.pos = end;
        Some(match single {
            Some(value) => value,
            None => self.raw_val(content),
        })
    }

    /// The value that is all of `content`, if it is one.
    fn single(&mut self, content: Span, values: Values) -> Option<Val> {
        let last = self.after_name(self.pos).unwrap_or(match self.kind() {
            Some(T::Dash) => self.pos + 2,
            _ => self.pos + 1,
        });
        let whole = self.here().start == content.start
            && self.toks.get(last.wrapping_sub(1)).is_some_and(|tok| tok.span.end == content.end);
        if whole { self.value(values) } else { None }
    }

    pub(super) fn raw_val(&mut self, span: Span) -> Val {
        Val { kind: ValKind::Raw(self.raw(span)), span }
    }
}
