//! Values, types, names and annotations. Strings, numbers and free text are printed as they are spelled.

use super::printer::{Printer, Seq};
use crate::syntax::lexer::quoted;
use crate::syntax::tree::{Annotation, Argument, ArgumentForm, Name, TokenKind, Type, TypeKind, Val, ValKind};
use crate::text::Span;

impl<'t> Printer<'t> {
    pub fn name(&mut self, name: &Name) {
        for (at, segment) in name.segments.iter().enumerate() {
            if at > 0 {
                self.push(".");
            }
            self.source(segment.span);
        }
    }

    pub fn names(&mut self, names: &[Name]) {
        for (at, name) in names.iter().enumerate() {
            if at > 0 {
                self.push(", ");
            }
            self.name(name);
        }
    }

    /// A value that `room` more characters follow on its line.
    pub fn value(&mut self, value: &'t Val, room: usize) {
        match &value.kind {
            ValKind::Name(name) => self.name(name),
            ValKind::List(values) => self.group(Seq::Values(values), value.span, room),
            ValKind::Map(entries) => self.group(Seq::Entries(entries), value.span, room),
            ValKind::Raw(text) => self.free_text(value.span, text),
            _ => self.source(value.span),
        }
    }

    /// Free text of that value: as it is spelled, but quoted if it opens a parenthesis that only the end of its
    /// line ends, because a `;` at the line end lets parentheses go on.
    pub fn free_text(&mut self, span: Span, value: &str) {
        if self.gets_quotes(span, self.exposed) {
            self.push(&quoted(value));
        } else {
            self.source(span);
        }
    }

    /// True for a text with a `(` that nothing closes in it: bare, it would take in what comes next.
    pub fn leaves_open(&self, span: Span) -> bool {
        let mut open = 0_usize;
        for token in self.between(span.start, span.end) {
            match token.kind {
                TokenKind::OpenParen => open += 1,
                TokenKind::CloseParen => open = open.saturating_sub(1),
                _ => {}
            }
        }
        open > 0
    }

    /// True if a text would be read otherwise, or end its label, as it is spelled. `exposed` if nothing in the label
    /// holds it.
    pub fn gets_quotes(&self, span: Span, exposed: bool) -> bool {
        self.leaves_open(span) || (exposed && self.ends_label(span))
    }

    /// True if a text has what ends a label, or one end of what holds it together: an arrow, a bracket, a brace, a
    /// line break.
    fn ends_label(&self, span: Span) -> bool {
        use TokenKind::{Arrow, CloseBrace, CloseBracket, FatArrow, LongArrow, OpenBrace, OpenBracket};
        let ends =
            |kind| matches!(kind, Arrow | LongArrow | FatArrow | OpenBracket | CloseBracket | OpenBrace | CloseBrace);
        !self.on_one_line(span.start, span.end)
            || self.between(span.start, span.end).iter().any(|token| ends(token.kind))
    }

    /// A type with the angle brackets around it.
    pub fn angled(&mut self, types: &[Type]) {
        self.push("<");
        for (at, field_type) in types.iter().enumerate() {
            if at > 0 {
                self.push(", ");
            }
            // `<-` would be an arrow.
            if at == 0 && self.tree.str(field_type.span).starts_with('-') {
                self.push(" ");
            }
            self.type_(field_type);
        }
        self.push(">");
    }

    fn type_(&mut self, field_type: &Type) {
        match &field_type.kind {
            TypeKind::Named { name, args } => {
                self.name(name);
                if !args.is_empty() {
                    self.angled(args);
                }
            }
            TypeKind::Union(literals) => {
                for (at, literal) in literals.iter().enumerate() {
                    if at > 0 {
                        self.push(" | ");
                    }
                    self.source(literal.span);
                }
            }
        }
        if field_type.optional {
            self.push("?");
        }
    }

    pub fn annotation(&mut self, annotation: &'t Annotation) {
        self.push("@");
        self.source(annotation.name.span);
        let Some(args) = &annotation.args else { return };
        let form = ArgumentForm::of(self.tree.str(annotation.name.span));
        let held = std::mem::replace(&mut self.held, true);
        self.push("(");
        for (at, arg) in args.iter().enumerate() {
            if at > 0 {
                self.push("; ");
            }
            self.argument(arg, args.len() > 1, form);
        }
        self.push(")");
        self.held = held;
    }

    fn argument(&mut self, arg: &'t Argument, among_others: bool, form: ArgumentForm) {
        if among_others && arg.is_spelled() {
            return self.source(arg.span);
        }
        if let Some(key) = &arg.key {
            self.source(key.span);
            self.push(": ");
        }
        match form {
            ArgumentForm::Listed => self.value(&arg.value, 1),
            // In quotes it would be a text.
            ArgumentForm::Entries | ArgumentForm::Expression => self.source(arg.value.span),
        }
    }

    /// Annotations behind something, a space before each.
    pub fn annotations(&mut self, annotations: &'t [Annotation]) {
        for annotation in annotations {
            self.push(" ");
            self.annotation(annotation);
        }
    }
}
