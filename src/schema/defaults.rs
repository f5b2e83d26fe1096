//! Values as they are written in a text: what they mean, and whether they fit the declared type.

use std::sync::Arc;

use super::json_text::literal_value;
use super::pointer::{unescaped, value_at};
use super::requoted::requoted;
use super::types::{literal_text, name_text};
use super::violation::quote;
use super::{Amount, Schema, Scope, Violation};
use crate::diagnostic::Diagnostic;
use crate::syntax::tree::{Attribute, Tree, Val, ValKind};
use crate::text::nearest;
use crate::value::Value;

/// What is wrong with the initial value of `attribute`, whose schema is `schema`.
///
/// Nothing is said about a value that only stands for another: one starting with `#`, a string with `{{`, a
/// bare word that names a node, and an empty string where a date, UUID, URL or duration belongs.
pub fn check_default(
    schema: &Schema,
    tree: &Tree,
    value: &Val,
    attribute: &Attribute,
    names_node: &dyn Fn(&str) -> bool,
) -> Vec<Diagnostic> {
    let whole = schema.complete(&literal_value(tree, value));
    let report = schema.validate(&whole, Scope::Whole, Amount::All);
    let stands_for_another = |found: &Val| match &found.kind {
        ValKind::External(_) => true,
        ValKind::Str(text) | ValKind::Raw(text) => text.starts_with('#') || text.contains("{{"),
        ValKind::Name(name) => names_node(&name_text(tree, name)),
        _ => false,
    };
    let formatted =
        attribute.annotations.iter().any(|annotation| tree.str(annotation.name.span).eq_ignore_ascii_case("format"));
    let mut diagnostics = Vec::new();
    for violation in report.violations {
        // What a nested default brought is reported where that default stands.
        let found = match (value_at(value, &violation.pointer), violation.code) {
            (Some(found), _) => found,
            (None, "required-missing") => value,
            (None, _) => continue,
        };
        let blank = violation.code == "format-mismatch" && violation.actual == Value::from("");
        if blank || (violation.code != "required-missing" && stands_for_another(found)) {
            continue;
        }
        let own_format = formatted && violation.pointer.is_empty();
        diagnostics.push(said_of(&violation, found, attribute, own_format, tree));
    }
    diagnostics
}

fn said_of(violation: &Violation, found: &Val, attribute: &Attribute, own_format: bool, tree: &Tree) -> Diagnostic {
    let place = match violation.pointer.strip_prefix('/') {
        Some(pointer) => format!("`{}`: ", unescaped(&pointer.replace('/', "."))),
        None => String::new(),
    };
    let error = |code, message: String| Diagnostic::error(code, found.span, format!("{place}{message}"));
    match violation.code {
        "type-mismatch" if violation.actual.as_str() == Some("null") => {
            let expected = violation.expected.to_text();
            let finding = error("value-null", format!("expected {expected}, found null")).hint("allow null: add `?`");
            match attribute.kind.as_ref().filter(|ty| violation.pointer.is_empty() && !ty.optional) {
                Some(ty) => finding.fix("allow null", crate::text::Span::at(ty.span.end), "?"),
                None => finding,
            }
        }
        "type-mismatch" => {
            let shown = value_of(found).map_or_else(|| violation.actual.to_text(), |value| quote(&value));
            let finding = error("value-type", format!("expected {}, found {shown}", violation.expected.to_text()));
            match requoted(violation, found, tree) {
                Some(text) => finding.fix(format!("use `{text}`"), found.span, text),
                None => finding,
            }
        }
        "enum-mismatch" => {
            let members: Vec<Value> = violation.expected.as_list().into_iter().flatten().cloned().collect();
            let words: Vec<String> = members.iter().map(literal_text).collect();
            let message = format!("expected {}, found {}", words.join(" | "), quote(&violation.actual));
            let actual = violation.actual.to_text();
            let finding = error("value-literal", message);
            match nearest(&actual, members.iter().filter_map(Value::as_str)) {
                Some(near) => {
                    let literal = literal_text(&near.into());
                    let finding = finding.hint(format!("did you mean {literal}?"));
                    let whole = value_of(found).is_some_and(|value| value == violation.actual);
                    if whole { finding.fix(format!("use {literal}"), found.span, literal) } else { finding }
                }
                None => finding,
            }
        }
        "const-mismatch" => error("value-literal", violation.message.clone()),
        "format-mismatch" if !own_format => error("value-type", violation.message.clone()),
        "required-missing" | "unknown-field" | "too-deep" | "too-large" => {
            let finding = error("value-type", violation.message.clone());
            match &violation.hint {
                Some(hint) => finding.hint(hint.clone()),
                None => finding,
            }
        }
        code => {
            let message = bound_words(code, violation).unwrap_or_else(|| violation.message.clone());
            Diagnostic::warning("value-constraint", found.span, format!("{place}{message}"))
        }
    }
}

/// A broken bound of a number, said of a value that was written and may be a placeholder.
fn bound_words(code: &str, violation: &Violation) -> Option<String> {
    let side = match code {
        "minimum" => "below the minimum",
        "maximum" => "above the maximum",
        _ => return None,
    };
    Some(format!("`{}` is {side} {}", quote(&violation.actual), quote(&violation.expected)))
}

/// The scalar that is written, if it is one.
fn value_of(value: &Val) -> Option<Value> {
    match &value.kind {
        ValKind::Str(text) | ValKind::Word(text) | ValKind::Raw(text) => Some(Value::Str(Arc::clone(text))),
        ValKind::Num(number) => Some(Value::Num(*number)),
        _ => None,
    }
}
