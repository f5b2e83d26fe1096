//! Values, attributes and annotations as the model holds them, from the tree.

use std::collections::HashMap;
use std::sync::Arc;

use crate::expr;
use crate::machine::assignments::SET;
use crate::machine::model::{Annotation, ArgumentSpans, Attribute, SetEntry};
use crate::schema::{self, Json};
use crate::syntax;
use crate::syntax::tree::{self, Name, Tree, Val, ValKind};
use crate::value::{Map, Value};

/// A written value. Bare names are text, `true`, `false` and `null` what they say.
pub fn value(tree: &Tree, val: &Val) -> Value {
    match &val.kind {
        ValKind::Str(text) | ValKind::Word(text) | ValKind::External(text) | ValKind::Raw(text) => {
            Value::Str(text.clone())
        }
        ValKind::Num(number) => Value::Num(*number),
        ValKind::Name(name) => match keyword(tree, name) {
            Some(value) => value,
            None => Value::Str(dotted(tree, name)),
        },
        ValKind::List(items) => items.iter().map(|item| value(tree, item)).collect(),
        ValKind::Map(entries) => {
            let mut map = Map::new();
            for entry in entries {
                if let Some(val) = &entry.value {
                    map.insert(entry.key.text.clone(), value(tree, val));
                }
            }
            Value::from(map)
        }
    }
}

/// The value of `true`, `false` and `null`.
pub fn keyword(tree: &Tree, name: &Name) -> Option<Value> {
    match tree.str(name.span) {
        "true" => Some(Value::Bool(true)),
        "false" => Some(Value::Bool(false)),
        "null" => Some(Value::Null),
        _ => None,
    }
}

/// A dotted name without the white space it may hold.
pub fn dotted(tree: &Tree, name: &Name) -> Arc<str> {
    segments(tree, name).join(".").into()
}

/// The words of a name.
pub fn segments<'t>(tree: &'t Tree, name: &Name) -> Vec<&'t str> {
    name.segments.iter().map(|segment| tree.str(segment.span)).collect()
}

/// Calls `visit` for every bare name and external id in a value, those in lists and maps too.
pub fn references<'t>(tree: &Tree, val: &'t Val, visit: &mut dyn FnMut(&'t Val)) {
    match &val.kind {
        ValKind::Name(name) if keyword(tree, name).is_none() => visit(val),
        ValKind::External(_) => visit(val),
        ValKind::List(items) => items.iter().for_each(|item| references(tree, item, visit)),
        ValKind::Map(entries) => {
            entries.iter().filter_map(|entry| entry.value.as_ref()).for_each(|val| references(tree, val, visit));
        }
        _ => {}
    }
}

/// An attribute.
pub fn attribute(tree: &Tree, source: &tree::Attribute) -> Attribute {
    let mut reference = false;
    let mut schema = None;
    if let Some(val) = &source.value {
        references(tree, val, &mut |val| reference |= matches!(val.kind, ValKind::Name(_)));
        if &*source.key.text == "schema" && source.kind.is_none() {
            reference |= matches!(val.kind, ValKind::External(_));
            schema = matches!(val.kind, ValKind::Map(_)).then(|| Arc::new(Json::from_val(tree, val)));
        }
    }
    Attribute {
        name: source.key.text.clone(),
        kind: source.kind.as_ref().map(|kind| schema::type_text(tree, kind).into()),
        value: source.value.as_ref().map(|val| value(tree, val)),
        reference,
        schema,
        annotations: annotations(tree, &source.annotations),
        key_span: source.key.span,
        value_span: source.value.as_ref().map(|val| val.span),
        span: source.span,
    }
}

/// Several annotations.
pub fn annotations(tree: &Tree, sources: &[tree::Annotation]) -> Vec<Annotation> {
    sources.iter().map(|source| annotation(tree, source)).collect()
}

/// An annotation. A lone argument is its value; beside others, arguments without key are flags.
pub fn annotation(tree: &Tree, source: &tree::Annotation) -> Annotation {
    let mut annotation = Annotation {
        name: tree.str(source.name.span).into(),
        value: None,
        qualified: false,
        quoted: false,
        parameters: Vec::new(),
        entries: Vec::new(),
        arguments: Vec::new(),
        span: source.span,
    };
    let arguments = source.args.as_deref().unwrap_or_default();
    if annotation.is(&[SET]) && arguments.iter().any(|argument| argument.key.is_some()) {
        annotation.arguments = arguments.iter().map(spans).collect();
        annotation.entries = arguments.iter().filter_map(|argument| set_entry(tree, argument)).collect();
        return annotation;
    }
    match arguments {
        [only] if only.key.is_none() => {
            annotation.arguments.push(spans(only));
            annotation.qualified = matches!(&only.value.kind, ValKind::Name(name) if name.segments.len() > 1);
            annotation.quoted = matches!(&only.value.kind, ValKind::Str(text) if is_number(text))
                && schema::is_constraint(&annotation.name);
            annotation.value = Some(argument(tree, &only.value));
        }
        _ => {
            let mut places: HashMap<Arc<str>, usize> = HashMap::new();
            for entry in arguments {
                let (key, value) = match (&entry.key, argument(tree, &entry.value)) {
                    (Some(key), value) => (key.text.clone(), value),
                    (None, Value::Str(flag)) => (flag, Value::Bool(true)),
                    (None, _) => (tree.str(entry.value.span).into(), Value::Bool(true)),
                };
                // Of a key that comes twice the last value counts.
                let place = *places.entry(key.clone()).or_insert(annotation.parameters.len());
                match (annotation.parameters.get_mut(place), annotation.arguments.get_mut(place)) {
                    (Some(parameter), Some(at)) => (parameter.1, *at) = (value, spans(entry)),
                    _ => {
                        annotation.parameters.push((key, value));
                        annotation.arguments.push(spans(entry));
                    }
                }
            }
        }
    }
    annotation
}

/// An entry of `@set`; `None` where it has no target.
fn set_entry(tree: &Tree, argument: &tree::Argument) -> Option<SetEntry> {
    let key = argument.key.as_ref()?;
    let (expr, text) = match &argument.value.kind {
        ValKind::Str(text) => (syntax::quoted(text), Some(text.clone())),
        _ => (expr::normalise(tree.str(argument.value.span)), None),
    };
    Some(SetEntry {
        target: key.text.clone(),
        expr: expr.into(),
        text,
        target_span: key.span,
        expr_span: argument.value.span,
    })
}

/// True for the text of a number.
pub fn is_number(text: &str) -> bool {
    crate::number::parse(text).is_some_and(f64::is_finite)
}

fn spans(argument: &tree::Argument) -> ArgumentSpans {
    let (whole, value) = (argument.span, argument.value.span);
    ArgumentSpans { whole, key: argument.key.as_ref().map_or(whole, |key| key.span), value }
}

/// An argument: text as written, lists and maps as such.
fn argument(tree: &Tree, val: &Val) -> Value {
    match &val.kind {
        ValKind::List(_) | ValKind::Map(_) => value(tree, val),
        ValKind::Str(text) | ValKind::Raw(text) => Value::Str(text.clone()),
        ValKind::Name(name) => Value::Str(dotted(tree, name)),
        _ => Value::from(tree.str(val.span)),
    }
}
