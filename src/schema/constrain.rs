//! Constraint annotations on attributes: `@minimum(0)`, `@pattern("^[A-Z]")`, `@uniqueItems`.

use super::format::FORMATS;
use super::rules::{Fault, Keyword, apply};
use super::{Kind, Schema};
use crate::diagnostic::Diagnostic;
use crate::syntax::tree::{Annotation, Tree, Type, Val, ValKind};
use crate::value::Value;

/// What the annotations of an attribute did to its schema.
#[derive(Debug, Default)]
pub struct Constrained {
    /// At least one constraint binds: the attribute counts as typed.
    pub binds: bool,
    /// What is wrong with the annotations.
    pub diagnostics: Vec<Diagnostic>,
}

/// True for the name of a constraint, in any case.
pub fn is_constraint(name: &str) -> bool {
    Keyword::any_case(name).is_some()
}

/// False for a constraint or `@artifact` that cannot apply to an attribute of this schema. Annotations of other names
/// apply to every attribute.
pub fn applies(name: &str, schema: &Schema, is_declared: bool) -> bool {
    match Keyword::any_case(name) {
        Some(keyword) => keyword.fits(schema, is_declared),
        None => !name.eq_ignore_ascii_case("artifact") || schema.may_hold_text(),
    }
}

/// Adds the constraints among `annotations` to the schema of an attribute declared as `declared`.
///
/// Without a declared type the first constraint gives the kind. Of equal constraints the last wins. A faulty
/// one is left out. Other annotations are not looked at.
pub fn constrain(
    schema: &mut Schema,
    declared: Option<&Type>,
    tree: &Tree,
    annotations: &[&Annotation],
) -> Constrained {
    let named: Vec<(Keyword, &Annotation)> = annotations
        .iter()
        .filter_map(|annotation| Some((Keyword::any_case(tree.str(annotation.name.span))?, *annotation)))
        .collect();
    let mut done = Constrained::default();
    for (at, (keyword, annotation)) in named.iter().enumerate() {
        let word = keyword.word();
        if named.iter().skip(at + 1).any(|(later, _)| later == keyword) {
            let message = format!("a later `@{word}` overrides this one");
            done.diagnostics.push(Diagnostic::warning("schema-no-effect", annotation.span, message));
            continue;
        }
        let untyped = schema.kind.is_none() && declared.is_none();
        if untyped {
            schema.kind = Some(keyword.kind());
        }
        let outcome = match argument(*keyword, annotation, tree) {
            _ if !keyword.fits(schema, declared.is_some()) => Err(Fault::WrongKind),
            Some(value) => apply(schema, *keyword, &value),
            None => Err(Fault::Argument(needs(*keyword))),
        };
        if let Err(fault) = outcome {
            if untyped {
                schema.kind = None;
            }
            done.diagnostics.push(invalid(schema, word, fault, annotation));
            continue;
        }
        done.binds = true;
        if let (Keyword::Format, Some(name)) = (keyword, &schema.text.format)
            && !FORMATS.contains(&&**name)
        {
            let message = format!("unknown format `{name}`; it is not checked");
            let hint = format!("known formats: {}", FORMATS.join(", "));
            done.diagnostics.push(Diagnostic::warning("format-unknown", annotation.span, message).hint(hint));
        }
    }
    done
}

fn invalid(schema: &Schema, word: &str, fault: Fault, annotation: &Annotation) -> Diagnostic {
    let error = |message: String| Diagnostic::error("constraint-invalid", annotation.span, message);
    match fault {
        Fault::WrongKind => error(format!("`@{word}` does not apply to {}", with_article(schema)))
            .hint("for more, put a JSON Schema in the attribute `schema`"),
        Fault::Argument(needed) => error(format!("`@{word}` needs {needed}")),
        Fault::Pattern(reason) => error(format!("`@{word}`: {reason}")),
        Fault::Empty => error(format!("no value can satisfy this `@{word}`")),
    }
}

/// The least an argument has to be.
fn needs(keyword: Keyword) -> &'static str {
    match keyword {
        Keyword::UniqueItems => "true, false or no argument",
        _ if keyword.kind() == Kind::String && !matches!(keyword, Keyword::MinLength | Keyword::MaxLength) => {
            "a string"
        }
        _ => "a number",
    }
}

fn argument(keyword: Keyword, annotation: &Annotation, tree: &Tree) -> Option<Value> {
    let args = annotation.args.as_deref().unwrap_or(&[]);
    let value = match args {
        [] => return (keyword == Keyword::UniqueItems).then_some(Value::Bool(true)),
        [only] if only.key.is_none() => &only.value,
        _ => return None,
    };
    match keyword {
        Keyword::Format | Keyword::Pattern => text(value, tree),
        Keyword::UniqueItems => match text(value, tree)?.as_str()? {
            "true" => Some(Value::Bool(true)),
            "false" => Some(Value::Bool(false)),
            _ => None,
        },
        _ => match &value.kind {
            ValKind::Num(number) => Some(Value::Num(*number)),
            ValKind::Raw(text) => crate::number::parse(text).filter(|number| number.is_finite()).map(Value::Num),
            _ => None,
        },
    }
}

fn text(value: &Val, tree: &Tree) -> Option<Value> {
    match &value.kind {
        ValKind::Str(text) | ValKind::Word(text) | ValKind::Raw(text) | ValKind::External(text) => {
            Some(text.clone().into())
        }
        ValKind::Name(name) => Some(tree.str(name.span).into()),
        _ => None,
    }
}

/// A schema's kind in a sentence.
fn with_article(schema: &Schema) -> String {
    match (schema.kind, &schema.marks.host_type) {
        (None, Some(name)) => format!("the host type `{name}`"),
        (None, None) if schema.members.is_some() => "a union of several types".to_owned(),
        (None, None) => "any value".to_owned(),
        (Some(Kind::Null), _) => "null".to_owned(),
        (Some(kind @ (Kind::Integer | Kind::Array | Kind::Object)), _) => format!("an {}", kind.word()),
        (Some(kind), _) => format!("a {}", kind.word()),
    }
}
