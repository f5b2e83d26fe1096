//! The questions that nodes declare: `needs` and `wants`, with the answers to choose from.

use std::sync::Arc;

use crate::machine::model::Node;
use crate::value::Value;

/// The attributes that declare questions.
pub const KEYS: [&str; 2] = ["needs", "wants"];
/// How many answers there may be to choose from.
pub const OPTIONS: std::ops::RangeInclusive<usize> = 2..=10;
/// The longest answer to choose from, in characters.
pub const LONGEST_OPTION: usize = 200;

/// A declared question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// Its text, which may be a template.
    pub text: Arc<str>,
    /// The answers to choose from; none for any answer.
    pub options: Vec<Arc<str>>,
}

impl Question {
    /// The question that an element of `needs` or `wants` declares: a text, or a map `{ text: "…", options: […] }`.
    pub fn of(value: &Value) -> Option<Question> {
        let (text, options) = match value {
            Value::Str(text) => (text.clone(), Vec::new()),
            Value::Map(_) => {
                (Arc::from(value.get("text")?.as_str()?), value.get("options").map_or(Some(Vec::new()), options)?)
            }
            _ => return None,
        };
        (!text.trim().is_empty()).then_some(Question { text, options })
    }
}

/// Distinct texts to choose from; `None` for any other value.
pub fn options(value: &Value) -> Option<Vec<Arc<str>>> {
    let items = value.as_list()?;
    let mut options: Vec<Arc<str>> = Vec::new();
    for item in items {
        let text = item.as_str().filter(|text| (1..=LONGEST_OPTION).contains(&text.chars().count()))?;
        if options.len() >= *OPTIONS.end() || options.iter().any(|known| **known == *text) {
            return None;
        }
        options.push(text.into());
    }
    OPTIONS.contains(&options.len()).then_some(options)
}

/// The questions that an attribute of a node declares, in their order.
pub fn declared(node: &Node, key: &str) -> Vec<Question> {
    match node.attribute(key).and_then(|attribute| attribute.value.as_ref()) {
        Some(Value::List(items)) => items.iter().filter_map(Question::of).collect(),
        Some(value) => Question::of(value).into_iter().collect(),
        None => Vec::new(),
    }
}
