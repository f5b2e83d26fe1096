//! Templates in the text of a machine: where they live, and where a part of one stands in the source.

use std::sync::Arc;

use crate::expr::Expr;
use crate::expr::template::{self, Template};
use crate::machine::model::{Class, Node};
use crate::machine::quoted::Quoted;
use crate::syntax::tree::{self, Tree, ValKind};
use crate::text::Span;
use crate::value::Value;

/// Calls `visit` for each expression in the texts of a value.
pub(super) fn expressions(value: &Value, visit: &mut dyn FnMut(&Expr)) {
    match value {
        Value::Str(text) if text.contains("{{") => {
            let template = template::parse(text);
            template.placeholders().iter().filter_map(|one| one.expr.as_ref().ok()).for_each(visit);
        }
        Value::List(items) => items.iter().for_each(|item| expressions(item, visit)),
        Value::Map(entries) => entries.values().for_each(|entry| expressions(entry, visit)),
        _ => {}
    }
}

/// A text of the source that is a template.
pub(super) struct Place {
    /// The template.
    pub template: Template,
    /// Where its text stands.
    pub quoted: Quoted,
    /// The attribute it is the value of; `None` for a title.
    pub attribute: Option<Arc<str>>,
}

impl Place {
    /// The template of a quoted string at `span`, if it holds a placeholder.
    fn of(tree: &Tree, text: &str, span: Span, attribute: Option<&Arc<str>>) -> Option<Place> {
        let made = || Place {
            template: template::parse(text),
            quoted: Quoted::string(tree, span, text),
            attribute: attribute.cloned(),
        };
        text.contains("{{").then(made)
    }
}

/// Attributes whose text is a template.
pub(crate) const ATTRIBUTES: &[&str] = &["prompt", "title", "desc", "description", "needs", "wants"];

/// The templates of a node, in source order. Values of contexts are data.
pub(super) fn of_node(tree: &Tree, node: &Node, sources: &[&tree::Attribute]) -> Vec<Place> {
    let mut places = Vec::new();
    if let (Some(title), Some(span)) = (&node.title, node.title_span) {
        places.extend(Place::of(tree, title, span, None));
    }
    if matches!(node.class, Class::Context | Class::Style | Class::Type | Class::Note) {
        return places;
    }
    for attribute in sources.iter().filter(|one| ATTRIBUTES.contains(&&*one.key.text)) {
        let Some(value) = &attribute.value else { continue };
        let items = if let ValKind::List(items) = &value.kind { items.as_slice() } else { std::slice::from_ref(value) };
        for item in items {
            if let ValKind::Str(text) = &item.kind {
                places.extend(Place::of(tree, text, item.span, Some(&attribute.key.text)));
            }
        }
    }
    places
}
