//! Templates in the text of a machine: where they live, and where a part of one stands in the source.

use crate::expr::Expr;
use crate::expr::template::{self, Template};
use crate::machine::model::{Class, Node};
use crate::syntax::tree::Tree;
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
    /// The quoted string.
    pub span: Span,
    /// The attribute it is the value of; `None` for a title.
    pub attribute: Option<std::sync::Arc<str>>,
    /// Where the text begins, if it stands in the source without escapes.
    base: Option<u32>,
}

impl Place {
    /// The template of a quoted string at `span`, if it holds a placeholder.
    fn of(tree: &Tree, text: &str, span: Span, attribute: Option<&std::sync::Arc<str>>) -> Option<Place> {
        if !text.contains("{{") {
            return None;
        }
        let quoted = Span { start: span.start + 1, end: span.end.saturating_sub(1).max(span.start + 1) };
        let base = (tree.str(quoted) == text).then_some(quoted.start);
        Some(Place { template: template::parse(text), span, attribute: attribute.cloned(), base })
    }

    /// The place in the source of a span of the text; the whole string where escapes hide it.
    pub fn at(&self, span: Span) -> Span {
        match self.base {
            Some(base) => Span { start: base + span.start, end: base + span.end },
            None => self.span,
        }
    }

    /// The same for a span that counts from the start of `inner`.
    pub fn within(&self, inner: Span, span: Span) -> Span {
        self.at(Span { start: inner.start + span.start, end: inner.start + span.end })
    }
}

/// Attributes whose text is a template.
pub(super) const ATTRIBUTES: &[&str] = &["prompt", "title", "desc", "description", "needs", "wants"];

/// The templates of a node, in source order. Values of contexts are data.
pub(super) fn of_node(tree: &Tree, node: &Node) -> Vec<Place> {
    let mut places = Vec::new();
    if let (Some(title), Some(span)) = (&node.title, node.title_span) {
        places.extend(Place::of(tree, title, span, None));
    }
    if matches!(node.class, Class::Context | Class::Style | Class::Type | Class::Note) {
        return places;
    }
    for attribute in node.attributes.iter().filter(|one| ATTRIBUTES.contains(&&*one.name)) {
        let Some(span) = attribute.value_span else { continue };
        match &attribute.value {
            Some(Value::Str(text)) => places.extend(Place::of(tree, text, span, Some(&attribute.name))),
            // Texts of a list have no span of their own in the model.
            Some(Value::List(items)) => {
                let texts = items.iter().filter_map(Value::as_str).filter(|text| text.contains("{{"));
                places.extend(texts.map(|text| Place {
                    template: template::parse(text),
                    span,
                    attribute: Some(attribute.name.clone()),
                    base: None,
                }));
            }
            _ => {}
        }
    }
    places
}
