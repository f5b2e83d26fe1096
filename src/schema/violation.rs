//! What is wrong with a value: one shape for every refusal, its words in one place.

use std::sync::Arc;

use crate::text::nearest;
use crate::value::{Map, Value};

/// One thing wrong with a value.
#[derive(Clone, Debug, PartialEq)]
pub struct Violation {
    /// JSON Pointer from the value that was checked.
    pub pointer: String,
    /// Kebab-case name.
    pub code: &'static str,
    /// Lower case, no final stop.
    pub message: String,
    /// What would have passed.
    pub expected: Value,
    /// What was found.
    pub actual: Value,
    /// What to do.
    pub hint: Option<String>,
}

crate::shape!(Violation { pointer, code, message, expected, actual; hint });

impl Violation {
    /// A violation without a hint.
    pub fn new(
        pointer: impl Into<String>,
        code: &'static str,
        message: String,
        expected: impl Into<Value>,
        actual: impl Into<Value>,
    ) -> Self {
        let (pointer, expected, actual) = (pointer.into(), expected.into(), actual.into());
        Violation { pointer, code, message, expected, actual, hint: None }
    }

    /// A key that is not among the declared ones, with the nearest of them as a hint.
    pub fn unknown_field<'a>(pointer: impl Into<String>, name: &str, declared: impl Iterator<Item = &'a str>) -> Self {
        let declared: Vec<&str> = declared.collect();
        let hint = nearest(name, declared.iter().copied()).map(|near| format!("did you mean `{near}`?"));
        let expected: Value = declared.into_iter().map(Value::from).collect();
        Violation { hint, ..Self::new(pointer, "unknown-field", format!("unknown field `{name}`"), expected, name) }
    }

    /// A write to an input after the start.
    pub fn input_immutable(context: &str) -> Self {
        let message = format!("`{context}` is an input: read-only during the run");
        Self::new("", "input-immutable", message, "no write", context)
    }

    /// A write that names no field.
    pub fn empty_write() -> Self {
        Self::new("", "empty-write", "no field is named".to_owned(), "at least one field", Value::object())
    }
}

/// What a validation found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// In the order they were found, at most [`super::MAX_VIOLATIONS`].
    pub violations: Vec<Violation>,
    /// How many more there were.
    pub dropped: usize,
}

crate::shape!(Report { violations, dropped });

impl Report {
    /// True if nothing is wrong.
    pub fn is_empty(&self) -> bool {
        self.violations.is_empty()
    }
}

/// Compact JSON for a message: at most 80 characters, and `…` where more was left out.
pub(super) fn quote(value: &Value) -> String {
    let json = value.to_json();
    match json.char_indices().nth(80) {
        Some((end, _)) => format!("{}…", json.get(..end).unwrap_or("")),
        None => json,
    }
}

/// The messages of violations, for one line.
pub fn messages(violations: &[Violation]) -> String {
    let describe = |violation: &Violation| {
        let place = if violation.pointer.is_empty() { String::new() } else { format!("{}: ", violation.pointer) };
        format!("{place}{}", violation.message)
    };
    violations.iter().map(describe).collect::<Vec<_>>().join("; ")
}

/// `{ context, errors }`.
pub fn refusal_details<'a>(context: &Arc<str>, errors: &[Violation]) -> [(&'a str, Value); 2] {
    [("context", Value::from(context.clone())), ("errors", errors.iter().map(violation_value).collect())]
}

/// A violation as a value, for details and data.
pub fn violation_value(violation: &Violation) -> Value {
    let mut fields = Map::new();
    fields.insert("pointer".into(), Value::from(violation.pointer.as_str()));
    fields.insert("code".into(), Value::from(violation.code));
    fields.insert("message".into(), Value::from(violation.message.as_str()));
    fields.insert("expected".into(), violation.expected.clone());
    fields.insert("actual".into(), violation.actual.clone());
    if let Some(hint) = &violation.hint {
        fields.insert("hint".into(), Value::from(hint.as_str()));
    }
    Value::from(fields)
}
