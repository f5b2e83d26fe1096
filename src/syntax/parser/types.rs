//! Type annotations.

use super::{MAX_DEPTH, Parser, T, opening_quote, string_value};
use crate::diagnostic::Diagnostic;
use crate::syntax::tree::{Literal, Type, TypeKind};
use crate::text::Span;
use crate::value::Value;

/// What is wrong with a type.
enum Damage {
    Open,
    NoLiteral,
    NoType,
    Deep,
}

impl Parser<'_> {
    /// `<type>` behind a key; `None`, with an error, if it is damaged. The current token is the `<`.
    pub(super) fn attribute_type(&mut self) -> Option<Type> {
        let open = self.bump();
        let start = self.pos;
        let damage = match self.type_here() {
            Ok(found) if self.is(T::Greater) => {
                self.pos += 1;
                return Some(found);
            }
            Ok(_) if self.same_line_kind(self.pos).is_some_and(|kind| kind == T::Pipe) => Damage::NoLiteral,
            Ok(_) => Damage::Open,
            Err(damage) => damage,
        };
        self.pos = start;
        let closed = self.skip_type();
        let message = match damage {
            Damage::Deep => {
                self.error("nesting-too-deep", open, format!("nested too deeply: at most {MAX_DEPTH} levels"));
                return None;
            }
            _ if !closed => "this type is never closed",
            Damage::NoLiteral => "a union can only contain literals",
            Damage::Open | Damage::NoType => "not a type",
        };
        let span = self.since(open);
        let mut report = Diagnostic::error("malformed-type", span, message);
        if !closed {
            report = report.fix("add `>`", Span::at(span.end), ">");
        }
        self.report(report);
        None
    }

    /// Stands behind the `>` of a damaged type, or where the type ends without one.
    fn skip_type(&mut self) -> bool {
        let mut depth = 1;
        while let Some(tok) = self.tok_at(self.pos) {
            match tok.kind {
                T::Colon | T::Semicolon | T::OpenBrace => return false,
                _ if tok.first => return false,
                T::Less => depth += 1,
                T::Greater => depth -= 1,
                _ => {}
            }
            self.pos += 1;
            if depth == 0 {
                return true;
            }
        }
        false
    }

    fn type_here(&mut self) -> Result<Type, Damage> {
        let start = self.here();
        let kind = if self.literal_here() {
            let mut literals = vec![self.literal()];
            while self.eat(T::Pipe) {
                if !self.literal_here() {
                    return Err(Damage::NoLiteral);
                }
                literals.push(self.literal());
            }
            TypeKind::Union(literals)
        } else if self.is(T::Ident) {
            let name = self.name();
            let mut args = Vec::new();
            if self.eat(T::Less) {
                self.type_arguments(&mut args)?;
            }
            TypeKind::Named { name, args }
        } else {
            return Err(Damage::NoType);
        };
        let optional = self.eat(T::Question);
        Ok(Type { kind, optional, span: self.since(start) })
    }

    fn type_arguments(&mut self, args: &mut Vec<Type>) -> Result<(), Damage> {
        if self.depth >= MAX_DEPTH {
            return Err(Damage::Deep);
        }
        loop {
            self.depth += 1;
            let arg = self.type_here();
            self.depth -= 1;
            args.push(arg?);
            if !self.eat(T::Comma) {
                break;
            }
        }
        if self.eat(T::Greater) { Ok(()) } else { Err(Damage::Open) }
    }

    fn literal_here(&self) -> bool {
        match self.kind() {
            Some(T::String | T::Template | T::Number) => true,
            Some(T::Dash) => self.is_at(self.pos + 1, T::Number) && self.glued(self.pos + 1),
            _ => matches!(self.word_at(self.pos), "true" | "false") && !self.is_at(self.pos + 1, T::Dot),
        }
    }

    fn literal(&mut self) -> Literal {
        let start = self.bump();
        let is_number = start.of(self.text) == "-" && self.is(T::Number);
        if is_number {
            self.pos += 1;
        }
        let span = self.since(start);
        let source = span.of(self.text);
        let value = match source {
            "true" => Value::Bool(true),
            "false" => Value::Bool(false),
            _ if source.ends_with(['"', '\'']) || opening_quote(source) > 0 => Value::Str(string_value(source)),
            _ => Value::Num(crate::number::parse(source).unwrap_or(0.0)),
        };
        Literal { value, span }
    }
}
